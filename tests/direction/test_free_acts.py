"""Free acts: the dice that fit, by a list of acts that was judged by hand before there was a mechanism."""

from functools import cache
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from gm_engine.authoring import read_rulebook
from gm_engine.direction.free_acts import fitted
from gm_engine.state import StoryState
from gm_engine.story.intent import Intent
from tests.mesa import mesa
from tests.narrator.test_embedded import GM
from tests.table import SmallTable

DATA = Path(__file__).parent / "data"
ROWS = [
    (genre, *row)
    for name in ("free_acts", "free_acts_more")
    for genre, rows in YAML(typ="safe").load((DATA / f"{name}.yaml").read_text()).items()
    for row in rows
]
MISSES = 7
"""So many of the lists' acts may be judged otherwise than by hand."""


@cache
def scene(genre: str) -> StoryState:
    return SmallTable(mesa(rulebook=read_rulebook("western" if genre == "western" else "plain")), GM).state


def act(words: str, about: str = "", genre: str = "western", **fields: str) -> Intent:
    """A free act as the ear hands it over, with what fits it."""
    return fitted(Intent.model_validate({"verb": "free", "words": words, "about": about, "told": f"you {words}"} | fields), scene(genre))


def wanted(skills: str | list[str]) -> set[str]:
    return {"" if skill == "none" else skill for skill in ([skills] if isinstance(skills, str) else skills)}


def test_most_acts_get_the_dice_that_somebody_would_give_them_who_knows_the_game() -> None:
    wrong = [(words, act(words, about, genre).skill) for genre, words, about, skills in ROWS
             if act(words, about, genre).skill not in wanted(skills)]  # fmt: skip
    assert len(ROWS) >= 140
    assert len(wrong) <= MISSES, wrong


def test_only_a_blow_or_a_shot_is_a_matter_of_fists_or_guns() -> None:
    violent = [words for genre, words, about, _ in ROWS if act(words, about, genre).skill in ("fighting", "shooting")]
    assert set(violent) <= {"throw a stone at the bell", "kick the door down"}


@pytest.mark.parametrize("genre", ["western", "plain"])
def test_what_is_at_stake_is_said_in_the_players_own_words_for_it(genre: str) -> None:
    made = act("draw a false map of the mine", "a false map of the mine", genre)
    assert made.mode == "forge"
    assert made.stakes is not None
    assert "the false map of the mine" in made.stakes.success.lower()
    dammed = act("dam the ditch with my coat", "the ditch", genre)
    assert dammed.stakes is not None
    assert dammed.stakes.success == "The ditch is dammed with your coat."


def test_an_act_that_has_its_dice_already_keeps_them_and_no_other_act_is_touched() -> None:
    assert act("draw a false map", "a false map", skill="lore").skill == "lore"
    other = Intent(verb="look", words="draw a map")
    assert fitted(other, scene("western")) is other
    assert fitted(Intent(verb="free"), scene("western")) == Intent(verb="free")
