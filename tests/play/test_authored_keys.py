"""From the page to the prompt: ties, tags, groups, spans and sources of lore, as a campaign's author writes them."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from gm_engine.authoring import load_pack
from gm_engine.bootstrap import trial
from gm_engine.context import gather
from gm_engine.exchange.prep import prep_of, prep_text
from gm_engine.interfaces.cli.looks import lore_text
from gm_engine.memory import Memory
from gm_engine.play.game import Game
from gm_engine.play.opening import held
from gm_engine.story.claim import Claim, Value
from gm_engine.story.context_element import ContextElement
from gm_engine.story.provenance import Provenance
from gm_engine.story.validity import ValidityInterval

PAGE = """\
format: 1
id: dry_fork
title: Dry Fork
calendar: {start: "1878-05-07 17:30"}
start: {at: depot, pc: ann}
characters:
  ann: {name: Ann Corliss, pronouns: she, ties: {sibling: sam}}
locations:
  depot: {name: the depot, exits: {street: 1 min}}
  street: {name: Cutler Street, exits: {mine: 9 miles}}
  mine: {name: the Bonanza mine, tags: [workings]}
npcs:
  sam: {name: Samuel Orde, at: mine, pronouns: he, tags: [Old Timer]}
  dell: {name: Dell Haskins, at: depot, pronouns: she, ties: [{works_for: ring, spouse: sam}, once shot at Ruby Tarrant over a dog]}
  ruby: {name: Ruby Tarrant, at: mine, pronouns: she, summary: A cook who shoots back.}
factions:
  ring: {name: the assay ring, members: [sam], goal: weigh light and pay in scrip, toward: {union: -2}}
  union: {name: the miners' union, goal: one honest scale}
lore:
  - {id: ford, text: "Ruby Tarrant is the wife of Samuel Orde.", about: ruby, valid_to: "1877", category: person}
  - {id: owner, text: "The Bonanza mine is owned by Samuel Orde.", about: mine, valid_from: "1878-06-01"}
  - {id: scrip, text: "Scrip is taken at four fifths.", about: ring, category: money, source: the assay book, confidence: 40, importance: 5}
  - {id: honest, text: "The ring has never been caught.", about: ring, importance: 5}
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return opened(PAGE)


def opened(page: str) -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "campaign.yaml").write_text(page, encoding="utf-8")
        return trial(load_pack(folder), "evening", seed=5)


def found(game: Game, said: str) -> dict[str, ContextElement]:
    return {one.id: one for one in gather(said, (), (), game.state, Memory.of(game.state))}


def test_ties_are_facts_of_the_lore_on_both_sides(game: Game) -> None:
    (spouse,) = game.state.lore.facts("dell", "spouse")
    assert (spouse.value.entity, spouse.audience, spouse.told_by[0].where) == ("sam", "table", "npcs.dell")
    assert [fact.value.entity for fact in game.state.lore.facts("sam", "spouse")] == ["dell"]
    assert [fact.value.entity for fact in game.state.lore.facts("dell", "works_for")] == ["ring"]
    assert [fact.value.entity for fact in game.state.lore.facts("ann", "sibling")] == ["sam"]


def test_ties_stand_on_the_card_of_a_person(game: Game) -> None:
    card = found(game, "I wait.")["person:dell"]
    assert "Spouse: Samuel Orde." in card.text
    assert "Once shot at Ruby Tarrant over a dog." in card.text
    assert any(statement.relation == "spouse" and statement.value.entity == "sam" for statement in card.statements)


def test_whoever_is_tied_to_somebody_here_is_near(game: Game) -> None:
    near = {id: one.reasons.get("near", 0) for id, one in found(game, "I wait.").items()}
    assert near["lore:ford"] > 0
    assert near["about:ring"] > 0
    assert "about:union" not in near


def test_a_tag_is_a_topic_when_its_word_falls(game: Game) -> None:
    assert found(game, "I ask about the workings.")["fact:" + fact_id(game)].reasons["recent topic"] > 0
    assert "recent topic" not in found(game, "I wait.").get("fact:" + fact_id(game), ContextElement(id="x", kind="fact", text="")).reasons
    assert game.state.pack.npcs["sam"].tags == ("old_timer",)


def fact_id(game: Game) -> str:
    return game.state.lore.facts("mine", "distance")[0].id if game.state.lore.facts("mine", "distance") else ""


def test_a_group_is_told_with_its_goal_and_how_it_stands(game: Game) -> None:
    text = found(game, "I ask about the assay ring.")["about:ring"].text
    assert "Its goal: weigh light and pay in scrip." in text
    assert "It is an enemy of the miners' union." in text


def test_the_page_for_the_next_evening_has_the_groups(game: Game) -> None:
    assert "the assay ring (+0): weigh light and pay in scrip. Toward the miners' union" in " ".join(prep_text(prep_of(game.state)).split())


def test_lore_holds_within_its_span(game: Game) -> None:
    calendar = game.state.pack.calendar
    (wife,) = game.state.lore.facts("ruby", "spouse", status=None)
    (owner,) = game.state.lore.facts("mine", "owner")
    assert (wife.validity.until,) == calendar.span_of("1877")[1:]  # type: ignore[index]
    assert (owner.validity.since,) == calendar.span_of("1878-06-01")[:1]  # type: ignore[index]
    assert not wife.validity.holds_at(game.state.minute)
    assert not owner.validity.holds_at(game.state.minute)


def test_continuity_lets_lore_that_is_over_be_otherwise_now(game: Game) -> None:
    assert [fact.value.entity for fact in game.state.lore.facts("sam", "spouse", at=game.state.minute)] == ["dell"]
    assert not game.state.conflicts
    text = PAGE.replace('valid_to: "1877", ', "")
    assert "spouse" in {conflict.relation for conflict in opened(text).state.conflicts.values()}


def test_lore_that_is_over_says_so_and_lore_to_come_is_kept_back(game: Game) -> None:
    heard = found(game, "I ask about Ruby Tarrant and the Bonanza mine.")
    assert heard["lore:ford"].text.startswith("Until 1877, and no longer: ")
    assert "lore:owner" not in heard


def test_what_is_less_sure_weighs_less_and_names_its_source(game: Game) -> None:
    heard = found(game, "I ask about the assay ring and its scrip.")
    assert heard["lore:scrip"].text == "Not for certain: Scrip is taken at four fifths. (From the assay book.)"
    assert heard["lore:scrip"].reasons["importance"] < heard["lore:honest"].reasons["importance"]


def test_a_category_brings_lore_up(game: Game) -> None:
    assert "lore:scrip" in found(game, "What is money worth here?")
    assert (
        "lore:scrip" not in found(game, "I look at the sky.")
        or "shared words" not in found(game, "I look at the sky.")["lore:scrip"].reasons
    )


def test_gm_lore_shows_what_kind_of_lore_it_is(game: Game) -> None:
    page = " ".join(lore_text(game.state, "ring", gm_notes=True).split())
    assert "Scrip is taken at four fifths. [money, 40 % sure, source: the assay book]" in page
    assert "[person, until 1877]" in lore_text(game.state, "ruby", gm_notes=True)


def test_a_claims_own_span_goes_before_its_entrys() -> None:
    def told(span: ValidityInterval) -> Claim:
        telling = Provenance(source="pack", turn=0, voice="author", quote="")
        return Claim(id="0.1", subject="sam", relation="role", value=Value(kind="text", text="clerk"), validity=span, provenance=telling)

    assert held(told(ValidityInterval()), ValidityInterval(since=1, until=9)) == ValidityInterval(since=1, until=9)
    assert held(told(ValidityInterval(since=0)), ValidityInterval(since=-9)) == ValidityInterval(since=-9)
    assert held(told(ValidityInterval(since=5)), ValidityInterval(since=1, until=9)) == ValidityInterval(since=5, until=9)
    assert held(told(ValidityInterval(since=12)), ValidityInterval(until=9)) == ValidityInterval(since=12, until=12)
