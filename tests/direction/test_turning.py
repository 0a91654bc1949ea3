"""A change of everything waits for the player's yes: what is one, what settles it, and that it is on record."""

import pytest

from gm_engine.authoring import find_pack, load_pack, read_words
from gm_engine.bootstrap import trial
from gm_engine.direction import ASKS, CHANGE, answered, read, turning
from gm_engine.narrator import EmbeddedGM
from gm_engine.play.game import Game
from gm_engine.play.replay import RecordedReader
from gm_engine.story.pack import Pack
from tests.mesa import mesa
from tests.packs import LIVERY
from tests.table import SmallTable

PACK = load_pack(find_pack("redemption"))


def asking(pack: Pack) -> Game:
    game = trial(pack, "evening", seed=3)
    game.tools.reader = RecordedReader("none")  # type: ignore[assignment]
    game.ask_first()
    return game


@pytest.fixture(scope="module")
def standing() -> Game:
    """A game that is not played on."""
    return asking(PACK)


@pytest.fixture
def game() -> Game:
    return asking(LIVERY)


@pytest.mark.parametrize(
    "said",
    [
        "I leave for Mexico.", "I quit this town and go home to Ohio.", "I wait for three months.", "I sleep a week.",
        "I give up the search and ride for the border.", "I leave Redemption for good.", "I take the train to Chicago.",
    ],
)  # fmt: skip
def test_what_would_change_everything_is_asked_about(said: str, standing: Game) -> None:
    assert turning(said, read(said, standing.state), standing.state)


@pytest.mark.parametrize(
    "said",
    [
        "I ride to San Isidro.", "I wait an hour.", "I go to the Half Measure.", "I go to bed.", "I head for the livery.",
        "I tell Mabry that I leave for Mexico.", "/look", 'I shout "I leave for Mexico!"', "I ask Oakes about Mexico.", "",
    ],
)  # fmt: skip
def test_what_is_done_every_day_is_not(said: str, standing: Game) -> None:
    assert not turning(said, read(said, standing.state), standing.state)


def test_a_place_of_the_map_with_a_long_name_is_no_parting() -> None:
    game = asking(load_pack(find_pack("red_mesa")))
    said = "I go to the Last Chance but One."
    assert not turning(said, read(said, game.state), game.state)


def test_nothing_is_asked_where_nobody_wants_it(game: Game) -> None:
    game.ask_first(False)
    assert not turning("I leave for Mexico.", (), game.state)
    assert not game.state.flags.get(ASKS)


@pytest.mark.parametrize(
    ("said", "answer"), [("Yes.", "yes"), ("yes, I mean it", "yes"), ("No!", "no"), ("never mind", "no"), ("I look.", "")]
)
def test_yes_and_no_are_understood(said: str, answer: str, standing: Game) -> None:
    assert answered(said, standing.state) == answer


def test_it_waits_is_asked_and_done_after_a_yes(game: Game) -> None:
    before = game.state.minute
    played = game.play("I wait for a month.")
    assert "Is it meant?" in played.turn.reply
    assert (game.state.minute, game.state.pending[CHANGE]) == (before, "I wait for a month.")
    assert game.session().pending == "I wait for a month."
    game.play("Yes, I mean it.")
    assert game.state.minute >= before + 30 * 1440
    assert not game.state.pending


@pytest.mark.parametrize(("said", "waits"), [("no", False), ("I look around.", False), ("I sleep for ten days.", True)])
def test_a_no_or_anything_else_lets_it_go(said: str, waits: bool, game: Game) -> None:
    before = game.state.minute
    game.play("I wait for a month.")
    played = game.play(said)
    assert game.state.minute < before + 1440
    assert bool(game.state.pending) == waits
    assert ("Is it meant?" in played.turn.reply) == waits


def test_going_back_brings_the_question_back(game: Game) -> None:
    game.play("I leave for Mexico.")
    game.play("no")
    game.undo()
    assert game.state.pending[CHANGE] == "I leave for Mexico."
    game.undo()
    assert not game.state.pending


def test_a_script_is_never_asked() -> None:
    table = SmallTable(mesa(), EmbeddedGM(read_words("western")), 1)
    assert not turning("I leave for Mexico.", (), table.state)
