"""Rulebooks: the packaged ones hold, and a campaign's slip is said."""

import pytest
from tables import do, mesa, opened, rolls

from gm_engine.authoring import read_rulebook
from gm_engine.authoring.data_files import rulebook_names
from gm_engine.errors import PackError
from gm_engine.rules.rulebook import MINUTES, Rulebook, rulebook_of


@pytest.mark.parametrize("name", rulebook_names())
def test_a_packaged_rulebook_holds(name: str) -> None:
    book = Rulebook.of(read_rulebook(name))
    assert book.name == name
    assert len(book.gunfight.hit_places) == 10
    assert set(book.minutes) <= set(MINUTES)
    assert {"shooting", "notice", "persuade", "stealth", "doctoring", "intimidate", "fighting", "cards"} <= set(book.skills)
    assert book.unwritten.weapon in book.weapons


def test_the_western_one_says_every_number() -> None:
    assert set(Rulebook.model_fields) == set(read_rulebook("western"))


@pytest.mark.parametrize(
    ("slip", "says"),
    [
        ({"bands": {"cost": "some"}}, "bands.cost"),
        ({"skills": {"riding": {"base": "luck"}}}, "'riding' is based on 'luck'"),
        ({"wepons": {}}, "wepons"),
        ({"verbs": {"dance": ["jig"]}}, "no such act"),
        ({"bands": {"triumph": "third"}}, "bands.triumph"),
    ],
)
def test_a_slip_names_its_key(slip: dict[str, object], says: str) -> None:
    with pytest.raises(PackError) as caught:
        Rulebook.of(slip)
    assert caught.value.slug == "bad-rulebook"
    assert says in str(caught.value)


def test_a_campaign_plays_by_its_own_numbers() -> None:
    rules = read_rulebook("western")
    state = opened(mesa(rulebook=rules | {"minutes": rules["minutes"] | {"look": 9}}))
    do(state, "look")
    assert state.minute == 9
    assert rulebook_of(state.pack).takes("look") == 9


def test_a_campaign_without_a_rulebook_can_be_played() -> None:
    state = opened(mesa(rulebook={}))
    assert rolls(do(state, "check", skill="notice"))


def test_severity_by_damage() -> None:
    book = Rulebook.of(read_rulebook("western"))
    assert [book.severity(damage) for damage in (-2, 1, 2, 4, 5, 6, 7, 8, 9, 14)] == [
        "graze", "graze", "light", "light", "serious", "serious", "mortal", "mortal", "dead", "dead",
    ]  # fmt: skip
