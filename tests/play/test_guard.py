"""The guard: hidden truths are not told, and nobody plays the player's character but the player."""

import pytest

from gm_engine.play.guard import leaks, oversteps
from gm_engine.state import StoryState, rebuild
from gm_engine.story import event as happened
from gm_engine.story.entity import Entity
from gm_engine.story.event import Event
from tests.mesa import SECRET_ALIAS, mesa

MESA = mesa()
TRUTH = MESA.secrets["boone_past"].truth


def table(*events: Event) -> StoryState:
    boone = MESA.npcs["boone"]
    entity = Entity(id="boone", kind="character", name=boone.name, aliases=boone.aliases, secret_aliases=boone.secret_aliases)
    return rebuild([happened.PackOpened(pack=MESA), happened.EntityIntroduced(entity=entity), *events])


REVEALED = happened.StateChanged(what="secret", key="boone_past", old="hidden", new="revealed", cause="told")


def test_a_secret_name_is_a_leak() -> None:
    assert leaks(f"The drummer calls her {SECRET_ALIAS.upper()}.", table()) == (SECRET_ALIAS,)


def test_a_part_of_a_secret_name_is_none() -> None:
    assert leaks("Faro Tessier deals.", table()) == ()


@pytest.mark.parametrize("text", [TRUTH, "She was the one who dealt cards in Leadville, he says."])
def test_four_words_of_a_hidden_truth_are_a_leak(text: str) -> None:
    assert "who dealt cards in" in leaks(text, table())


def test_three_words_are_nobodys() -> None:
    assert leaks("A man who dealt cards, once, and badly.", table()) == ()


def test_what_is_out_may_be_told() -> None:
    assert leaks(f"{SECRET_ALIAS}. {TRUTH}", table(REVEALED)) == ()


@pytest.mark.parametrize("section", ["lore", "rumours"])
def test_words_that_the_table_may_know_give_nothing_away(section: str) -> None:
    open_words = "They speak of a woman who dealt cards in Leadville."
    texts = {name: entry.model_copy(update={"text": open_words}) for name, entry in getattr(MESA, section).items()}
    state = table(happened.PackOpened(pack=mesa(**{section: texts})))
    assert leaks("a woman who dealt cards in Leadville", state) == ()


def test_what_only_the_gm_may_know_is_not_open() -> None:
    lore = {"hand": MESA.lore["hand"].model_copy(update={"text": "A woman who dealt cards in Leadville.", "visibility": "gm"})}
    assert leaks("a woman who dealt cards in Leadville", table(happened.PackOpened(pack=mesa(lore=lore))))


def test_what_the_player_has_said_is_open() -> None:
    said = happened.PlayerSpoke(turn=1, said="I ask about a woman who dealt cards in Leadville.")
    assert leaks("A woman who dealt cards in Leadville?", table(said)) == ()


@pytest.mark.parametrize(
    "text", ["You decide to wait.", "You suddenly realise it.", "The dust settles and you feel afraid.", "You tell him to go."]
)
def test_the_gm_does_not_play_the_players_character(text: str) -> None:
    assert len(oversteps(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "You ride north.",
        "You feel the heat on your neck.",
        '"You decide," says Boone.',
        "“You think I care?” she says.",
        "Boone thinks you a fool.",
    ],
)
def test_what_is_seen_and_what_others_say_is_the_gms(text: str) -> None:
    assert oversteps(text) == ()
