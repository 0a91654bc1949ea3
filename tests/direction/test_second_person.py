"""The player's own clause as a GM tells it: every pronoun, every form of the verb, whatever hangs on it."""

import re
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gm_engine.direction.attempts import attempts_of
from gm_engine.direction.second_person import foreseen, told
from gm_engine.extraction.ear import Ear

NAMES = {"ben": True, "oakes": True}
TOLD = {
    "I roll my sleeves up.": "you roll your sleeves up",
    "We take our hats off and bow our heads.": "you take your hats off and bow your heads",
    "I help myself to the bread he gave me.": "you help yourself to the bread he gave you",
    "I sit where I was sitting before.": "you sit where you were sitting before",
    "I tell him that I was there and that I've been away.": "you tell him that you were there and that you've been away",
    "I ask him whether I'm allowed in.": "you ask him whether you're allowed in",
    "I make sure that I'm not followed and that nobody saw me.": "you make sure that you're not followed and that nobody saw you",
    "I finish what's mine.": "you finish what's yours",
    "I let my hand rest on the table where he can see it's mine": "you let your hand rest on the table where he can see it's yours",
    "I draw a map of the mine.": "you draw a map of the mine",
    "I guess I'd try to be civil to this man.": "you try to be civil to this man",
    "I think I'll sit by the stove.": "you sit by the stove",
    "I'd rather sit by the fire.": "you sit by the fire",
    "I'll be sitting where I can see the door.": "you are sitting where you can see the door",
    "I'm going to sit down by the fire and dry my socks.": "you sit down by the fire and dry your socks",
    "If Ben is about I touch my hat to him.": "you touch your hat to him",
    "While I wait I count the coins in my pocket.": "while you wait, you count the coins in your pocket",
    "Without looking at him, I slide the letter under my hat.": "without looking at him, you slide the letter under your hat",
    "I don't say a word and I don't move.": "you don't say a word and you don't move",
    "I wash my hands, dry them, put my coat on.": "you wash your hands, dry them, and put your coat on",
    "I say nothing, just help her tie up the line.": "you say nothing and just help her tie up the line",
    "I push the cork in, if it's anywhere I can reach.": "you push the cork in, if it's anywhere you can reach",
    "I wink at myself in the glass.": "you wink at yourself in the glass",
    "I stand there as if I were made of wood.": "you stand there as if you were made of wood",
}
READIED = {
    "If he saw anything I grin and tell him I was only looking.": "if he saw anything, you grin and tell him you were only looking",
    "If he doesn't know what I mean I show him.": "if he doesn't know what you mean, you show him",
    "Anybody comes at me, I break a chair over his head.": "anybody comes at you, you break a chair over his head",
}
FIRST = re.compile(r"\b(i|me|my|myself|we|us|our|ours|am|i'm|i've)\b|\byou (was|am|is|'m)\b|\bwas you\b", re.I)
ACTS = ("put my hat on the bench", "hold the cup up to my eye", "rub my own neck", "pull a stool to me", "wave at Ben", "fold the blanket")
CLAUSES = (
    "because I was cold", "while he looks at me", "as if I had slept", "until I am ready", "so that he sees I mean it",
    "where I was told to", "before we are late",
    "which is no business of mine", "and think of what I've lost", "and say nothing of myself", "",
)  # fmt: skip
FRONTED = ("", "Slowly ", "With my left hand ", "When he turns from me, ", "Because I am tired, ")


@cache
def ear() -> Ear:
    return Ear()


def telling(line: str) -> str:
    sentences = ear().parse(line, NAMES).sentences
    return "; ".join(told(*found) for sentence in sentences if (found := attempts_of(sentence, frozenset())))


@pytest.mark.parametrize("line", TOLD)
def test_an_act_is_told_back_in_the_second_person(line: str) -> None:
    assert telling(line) == TOLD[line]


@pytest.mark.parametrize("line", READIED)
def test_what_is_made_ready_is_told_back_in_the_second_person(line: str) -> None:
    assert foreseen(ear().parse(line, NAMES).sentences[0], 0) == READIED[line]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FRONTED), st.lists(st.sampled_from(ACTS), min_size=1, max_size=3, unique=True), st.sampled_from(CLAUSES))
def test_nothing_of_the_first_person_is_left(front: str, acts: list[str], clause: str) -> None:
    line = f"{front}I {', '.join(acts)} {clause}".strip() + "."
    said = telling(line)
    assume(said)  # a row of acts that the parser takes for names and nouns is told by nobody
    assert not FIRST.search(said)
    assert all(word in said for word in re.findall(r"hat|cup|neck|stool|Ben|blanket", line))


def test_a_row_of_acts_is_joined_once() -> None:
    for line in ("I sit, stand, sit again.", "I fold my coat, put it down.", "I sit and stand and sit again."):
        assert telling(line).count(" and ") == max(1, line.count(" and "))
