"""What small acts come to: a result that fits what was done, to what and to whom, and never the same words again in an evening."""

from itertools import pairwise

import pytest

from gm_engine.authoring import find_pack, load_pack, read_words
from gm_engine.bootstrap import trial
from gm_engine.direction.upshots import FAMILIES, upshot_of
from gm_engine.narrator.likeness import plain
from gm_engine.narrator.line_grammar import literals, parse
from gm_engine.play.game import Game
from gm_engine.story.intent import Intent

CAMPAIGNS = {"redemption": "Ben", "red_mesa": "Deering", "nine_tonnes": "Hask"}
TO_NAMED = {
    "clap {who} on the shoulder": "touched", "shake {who}'s hand": "hand", "help {who} with the strap": "helped",
    "grin at {who}": "nodded", "pour {who} a drink": "treated", "applaud {who}": "praised", "needle {who} about the whiskers": "teased",
}  # fmt: skip
TO_NOBODY = {
    "sit down on the last bench": ("seated", "the last bench"), "knock on the wall": ("struck", "the wall"), "go red": ("blushed", ""),
    "say nothing": ("silent", ""), "wash my face at the trough": ("washed", ""), "burn the old letters": ("burned", "the old letters"),
    "scratch the mule behind the ears": ("petted", "the mule"),
    "feed the gray hen": ("fed", "the hen"), "take off my hat": ("bared", "your hat"),
    "eat the cold beans": ("ate", "the cold beans"), "unlock the safe": ("locked", "the safe"),
    "drink a cup of coffee": ("drank", "the cup"),
}  # fmt: skip
FILLER = ("has seen stranger", "no business of anybody's", "your own affair", "nobody takes it up", "Nothing strikes you")


def opened(campaign: str, seed: int = 5) -> Game:
    path = find_pack(campaign)
    return trial(load_pack(path), "upshots", pack_path=path, seed=seed)


def answer(game: Game, line: str) -> str:
    turn = game.play(line).turn
    return turn.reply


def about_of(words: str) -> str:
    said = words.split(" ", 1)[1].removeprefix("off ")
    return "" if said.split()[0] in ("down", "on", "red", "nothing") else said.split(" at ")[0].split(" behind ")[0]


@pytest.mark.parametrize("words", TO_NOBODY)
def test_an_act_comes_to_what_its_verb_does_to_its_thing(words: str) -> None:
    found = upshot_of(Intent(verb="free", words=words, about=about_of(words)), to_somebody=False)
    assert found is not None
    assert (found.name, found.thing) == TO_NOBODY[words]


@pytest.mark.parametrize(
    "words", ["take the stairs", "count the seconds", "knock the dust off my knees", "shake out my hand", "ponderate it"]
)
def test_what_comes_to_nothing_is_left_alone(words: str) -> None:
    said = upshot_of(Intent(verb="free", words=words, about=about_of(words)), to_somebody=False)
    assert said is None


@pytest.mark.parametrize("campaign", CAMPAIGNS)
@pytest.mark.parametrize("act", TO_NAMED)
def test_whoever_it_is_done_to_answers_it(campaign: str, act: str) -> None:
    game = opened(campaign)
    line = act.format(who=CAMPAIGNS[campaign])
    reply = answer(game, f"I {line}.")
    first = reply.split("\n\n")[0]
    assert first.startswith(f"You {line}. ")
    rest = plain(first.removeprefix(f"You {line}. "))
    lines = read_words(game.state.pack.stock)[f"upshot_{TO_NAMED[act]}"]
    assert any(run in rest for one in lines for run in literals(one)), rest


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_what_is_opened_stays_open_and_is_on_record_until_it_is_shut(campaign: str) -> None:
    game = opened(campaign)
    answer(game, "I open the back window.")
    assert [work.text for work in game.state.works.values() if work.stands] == ["the back window is open"]
    answer(game, "I close the back window.")
    assert "the back window is open" not in [work.text for work in game.state.works.values() if work.stands]


def test_a_flower_that_is_picked_is_ones_own_and_can_be_put_away() -> None:
    game = opened("redemption")
    answer(game, "I pick a blue flower growing by the gate.")
    mine = [item for item in game.state.carried(game.state.pc) if game.state.name(item) == "the blue flower"]
    assert mine
    answer(game, "I tuck the blue flower into my coat.")
    assert game.state.has(game.state.pc, mine[0])


def test_a_hand_that_is_lent_is_thought_well_of_once() -> None:
    game = opened("nine_tonnes")
    before = game.state.attitude("hask")
    for _ in range(3):
        answer(game, "I help Hask with the crate.")
    assert game.state.attitude("hask") == min(1, before + 1) if before < 1 else before


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_the_same_act_again_and_again_is_never_told_in_the_same_words_and_never_with_filler(campaign: str) -> None:
    game, told = opened(campaign), []
    for act in ("sit down on the bench", "laugh", "knock on the wall", "go red", "sigh") * 3:
        reply = answer(game, f"I {act}.").split("\n\n")[0]
        assert not any(filler in reply for filler in FILLER)
        told.append((act, reply))
    for act in {act for act, _ in told}:
        replies = [reply for one, reply in told if one == act]
        assert all(one != two for one, two in pairwise(replies))


def test_each_family_has_lines_enough_of_which_some_suit_anybody() -> None:
    words = read_words()
    for family in FAMILIES:
        lines = [parse(line) for line in words[f"upshot_{family.name}"]]
        assert len(lines) >= 2, family.name
        if family.to == "somebody":
            assert any(not line.needs for line in lines), family.name
