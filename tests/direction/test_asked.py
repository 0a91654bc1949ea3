"""Questions put to somebody: each is answered in its kind, once, from what they may know, or owned as not known, in whole sentences."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.direction.player_question import question_of
from gm_engine.direction.turned import matter_of, sound
from gm_engine.story.beat import Beat
from gm_engine.story.intent import Intent
from tests.direction.test_answers import CAMPAIGNS, PACKS, answered, beside, sayers

SEEN = Path(__file__).parent.parent / "play" / "free_lines" / "seen.jsonl"
SOMEBODY = {"redemption": "oakes", "red_mesa": "luz", "nine_tonnes": "hask"}


def told(campaign: str, npc: str, *lines: str) -> list[Beat]:
    """What somebody answers to each line, one after the other at one table."""
    table = beside(campaign, npc)
    return [answered(table, npc, line) for line in lines]


@pytest.mark.parametrize(
    ("campaign", "npc", "about", "named"),
    [
        ("redemption", "dowd", "Who in this town can mend a broken wrist?", "Edwin Sayre"),
        ("redemption", "oakes", "Who is there in this county that reads Latin and teaches school?", "Clara Teasdale"),
        ("red_mesa", "luz", "Who runs the assay office?", "Lucius Fitch"),
        ("nine_tonnes", "hask", "Who keeps beans on Terrace Three?", "Noor Pell"),
    ],
)
def test_who_is_asked_for_by_a_trade_or_a_house_is_named_with_where_to_find_them(campaign: str, npc: str, about: str, named: str) -> None:
    beat = answered(beside(campaign, npc), npc, about)
    assert beat.kind == "answer"
    assert named in f"{beat.text}{beat.slots.get('subject_name', '')}"


def test_who_runs_a_town_is_its_law_and_its_court_and_no_deputy() -> None:
    [beat] = told("redemption", "oakes", "Who runs this town?")
    assert "Daniel Kettering" in beat.text
    assert "Orrin Teasdale" in beat.text
    assert "Virgil Mabry" not in beat.text


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_what_people_say_of_somebody_is_talk_that_was_not_told_yet(campaign: str) -> None:
    pack = PACKS[campaign]
    talked_of = [id for one in (*pack.rumours.values(), *pack.lore.values()) for id in one.about if id in pack.npcs]
    subject = talked_of[0]
    npc = next(id for id in sayers(beside(campaign, subject).state) if id != subject)
    table = beside(campaign, npc)
    name = table.state.name(subject)
    first = answered(table, npc, f"What do folks around here say about {name}?", subject)
    second = answered(table, npc, f"Does anybody talk about {name}?", subject)
    assert first.kind == "answer"
    assert first.text
    assert second.text != first.text or "again" in second.slots["flags"]


def test_talk_of_whoever_asks_is_what_is_known_of_them() -> None:
    beat = answered(beside("redemption", "dowd"), "dowd", "Who's been talking about me?")
    assert beat.elements
    assert "strayhorn" in PACKS["redemption"].lore[beat.elements[0].removeprefix("lore:")].about


def test_a_number_may_mean_those_of_whom_there_are_so_many() -> None:
    beat = answered(beside("redemption", "rafferty"), "rafferty", "Which of the eleven are left above ground?")
    assert beat.elements[0] in ("lore:the_eleven", "lore:the_gone")


@pytest.mark.parametrize(("campaign", "npc"), SOMEBODY.items())
def test_a_small_thing_that_nobody_wrote_falls_once_and_stays(campaign: str, npc: str) -> None:
    first, _, again = told(campaign, npc, "How long have you worked here?", "Hello?", "How long have you worked here?")
    assert re.fullmatch(r"[A-Z][a-z]+ years\.", first.text)
    assert again.text == first.text
    assert "again" in again.slots["flags"]
    chosen, same = told(campaign, npc, "Do you like bread or cake?", "Do you like bread or cake?")
    assert chosen.text in ("Bread.", "Cake.")
    assert same.text == chosen.text
    assert "again" in same.slots["flags"]


def test_seeds_differ_in_small_things_and_never_touch_what_is_hidden() -> None:
    said = {answered(beside("redemption", "oakes", seed), "oakes", "How many hammers do you own?").text for seed in range(1, 8)}
    assert len(said) > 1
    for seed in range(1, 6):
        beat = answered(beside("red_mesa", "luz", seed), "luz", "How many masked men were at the robbery?")
        assert not beat.text or "masked" not in beat.text.lower() or beat.elements


def test_advice_is_a_way_that_is_open_and_the_same_when_asked_again() -> None:
    table = beside("redemption", "oakes")
    answered(table, "oakes", "Who founded this town?")
    beats = [answered(table, "oakes", line) for line in ("What would you do in my place?", "Whom should I see about the mortgage?")]
    assert beats[0].slots.get("telling", "") == "advice_way" or "advice" in beats[0].slots["flags"]
    assert beats[1].slots.get("better") or beats[1].kind in ("answer", "ignorance")


def test_what_somebody_feels_for_the_asker_goes_by_the_relation() -> None:
    [good] = told("redemption", "oakes", "Do you trust me?")
    [ill] = told("red_mesa", "tull", "Do you like me?")
    assert (good.slots["telling"], good.slots["flags"].split()[0]) == ("felt_of_you", "good")
    assert (ill.slots["telling"], ill.slots["flags"].split()[0]) == ("felt_of_you", "ill")


def test_how_somebody_knows_is_told_by_where_it_came_from() -> None:
    lore, grounds = told("redemption", "oakes", "Who founded this town?", "How do you know that?")
    assert lore.elements
    assert (grounds.slots["telling"], grounds.slots["flags"].split()[0]) == ("grounds", "common")


def test_two_questions_in_one_breath_are_each_answered() -> None:
    table = beside("redemption", "oakes")
    about = "Who runs the Half Measure, and what does a meal cost?"
    told_of = table.play(about, Intent(verb="ask", target="oakes", about=about, words=about))
    texts = [beat.text for beat in told_of.plan.beats if beat.kind == "answer"]
    assert any("Rafferty" in text for text in texts)
    assert any("cents" in text for text in texts)


def test_kin_are_found_by_the_word_for_them() -> None:
    table = beside("redemption", "oakes")
    asked = question_of(
        Intent(verb="ask", target="oakes", about="his daughter", words="what about his daughter?", topic="hollis"), table.state
    )
    assert asked.topic == "ruth"


def test_who_else_is_asked_for_is_somebody_else_each_time() -> None:
    _, first = told("redemption", "oakes", "What do you know about Hollis Cade?", "Who else would know?")
    assert first.slots["better"] in PACKS["redemption"].npcs
    assert first.slots["better"] != "oakes"


ONE, MORE = ("the old man", "she", "your mule", "Ben Oakes", "it"), ("you", "the two brothers", "they")
WORDS = ("who", "what", "where", "when", "why", "how")
DONE = (
    ("did", "did", "ride to town"), ("does", "do", "sleep at night"), ("is", "are", "afraid of fire"), ("was", "were", "seen by the river"),
    ("will", "will", "come back"),
)  # fmt: skip


@given(st.sampled_from(WORDS), st.sampled_from((*ONE, *MORE)), st.sampled_from(DONE))
def test_a_turned_clause_is_whole(asked: str, subject: str, done: tuple[str, str, str]) -> None:
    clause = matter_of(f"{asked.capitalize()} {done[subject in MORE]} {subject} {done[2]}?")
    assert faults(clause) == [], clause
    if sound(clause):
        assert clause[:1].islower()


def faults(clause: str) -> list[str]:
    """What is wrong with the words of a clause: one twice over, a capital in the middle, a person with another's verb."""
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", clause)
    small = [word.lower() for word in words]
    found = [one for one, other in pairwise(small) if one == other]
    found += [word for word in words if word in ("A", "The", "Whether", "Who", "What", "You", "She", "They")]
    return found + [f"{one} {other}" for one, other in pairwise(small) if (one, other) in WRONG]


WRONG = {
    ("i", "is"),
    ("i", "are"),
    ("you", "is"),
    ("you", "am"),
    ("you", "was"),
    ("she", "are"),
    ("she", "were"),
    ("they", "is"),
    ("i", "sleeps"),
}


def test_no_clause_of_the_seen_lines_is_said_that_is_not_sound() -> None:
    for line in SEEN.read_text(encoding="utf-8").splitlines():
        for asked in re.findall(r"[^.?!\"“”]+\?", json.loads(line)["said"]):
            if (clause := matter_of(asked.strip())) and sound(clause):
                assert faults(clause) == [], clause
