"""What was undone, retried, edited away, left on another branch or taken out is never brought up again, by nothing."""

import json
import re
from string import ascii_lowercase

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gm_engine import meaning
from gm_engine.bootstrap import resume_game, trial, verify_game
from gm_engine.memory import Memory, recap
from gm_engine.memory.chapters import chapters
from gm_engine.memory.index_words import stems
from gm_engine.play.game import Game
from gm_engine.story import event as happened
from gm_engine.story.noun import Noun
from tests.memory.test_meanings import Model
from tests.packs import LIVERY

ID = re.compile(r"[a-z_]+:?[a-z0-9_.:/-]*")
OPS = ("play", "play", "play", "undo", "retry", "edit", "branch", "switch", "redact", "session", "resume", "keep")
WALKS = ("I walk to the street", "I walk to the livery", "I ask Ortega about the ford", "I wait")


class Walk:
    """A game, and beside it what the table would remember: which lines led to here, and the marked words that each of them brought."""

    def __init__(self) -> None:
        self.game: Game = trial(LIVERY, "evening", seed=5)
        self.path: tuple[int, ...] = ()
        self.ways: dict[str, tuple[int, ...]] = {"main": ()}
        self.way = "main"
        self.marks: list[str] = []
        self.played: list[tuple[tuple[int, ...], set[str]]] = []
        self.taken_out: set[str] = set()

    def mark(self) -> str:
        """A word that nobody has ever said."""
        first, last = divmod(len(self.marks), 26)
        self.marks.append(f"zyq{ascii_lowercase[first]}{ascii_lowercase[last]}w")
        return self.marks[-1]

    def went_on(self, *marks: str) -> None:
        """A turn was played from here."""
        self.played.append((self.path, set(marks)))
        self.path += (len(self.played) - 1,)

    def step(self, op: str, number: int) -> None:
        """One thing that a table may do; what cannot be done now is left."""
        turns = len(self.path)
        if op == "play":
            said, reply = self.mark(), self.mark()
            self.game.reply_next(f"The {reply} creaks in the wind. Old {reply.capitalize()} Tallow's eyes are gray.")
            self.game.play(f"{WALKS[number % len(WALKS)]}, and speak of the {said}.")
            self.went_on(said, reply)
        elif op == "session":
            self.game.open_session()
        elif op == "keep":
            self.game._snapshot()
        elif op == "resume":
            self.game = resume_game(self.game.journal)
        elif op == "switch":
            self.ways[self.way] = self.path
            self.way = sorted(self.ways)[number % len(self.ways)]
            self.path = self.ways[self.way]
            self.game.switch(self.way)
        elif not turns:
            pass
        elif op == "undo":
            back = 1 + number % turns
            self.game.undo(back)
            self.path = self.path[:-back]
        elif op == "retry":
            if self.game.state.turns[str(turns)].said:
                said = {mark for mark in self.played[self.path[-1]][1] if mark in self.game.state.turns[str(turns)].said}
                self.game.retry()
                self.path = self.path[:-1]
                self.went_on(*said)
        elif op == "edit":
            at, said = number % turns, self.mark()
            self.game.edit(at + 1, f"I wait, and speak of the {said}.")
            self.leave(self.game.journal.branch, at)
            self.went_on(said)
        elif op == "branch":
            self.game.branch(f"way-{len(self.ways)}", turn=number % turns)
            self.leave(self.game.journal.branch, number % turns)
        elif op == "redact":
            # The words go of every attempt at that place of the story.
            place = self.path[: number % turns]
            self.game.redact(len(place) + 1)
            self.taken_out |= {mark for before, marks in self.played if before == place for mark in marks}

    def leave(self, name: str, turns: int) -> None:
        """Go on along a new branch."""
        self.ways[self.way] = self.path
        self.way, self.path = name, self.path[:turns]
        self.ways[name] = self.path

    @property
    def live(self) -> set[str]:
        """The marks that were said on the way to here, and stand."""
        return {mark for turn in self.path for mark in self.played[turn][1]} - self.taken_out


def words(noun: object) -> str:
    """Every text of a noun; its ids are not words of the table."""
    if isinstance(noun, str):
        return "" if ID.fullmatch(noun) else noun
    if isinstance(noun, dict):
        return " ".join(words(value) for value in noun.values())
    if isinstance(noun, list | tuple):
        return " ".join(words(value) for value in noun)
    return words(noun.model_dump(mode="json")) if isinstance(noun, Noun) else ""


def brought_up(game: Game) -> dict[str, str]:
    """Everything that the memory brings up by itself, by where."""
    state, memory = game.state, game.tools.memory
    told = (
        [entry.event for entry in game.turn_events(state.turn) if isinstance(entry.event, happened.PromptAssembled)] if state.turn else []
    )
    return {
        "the prompt": words(told),
        "previously on": words(recap(state)),
        "/recap": game.view("/recap") or "",
        "summaries": words((chapters(state), memory.story.so_far(state, state.turn + 1, 2000))),
        "topics": str(vars(memory.attention())),
        "interests": str(memory.interested()),
        "forgotten": words(game.forgotten()),
        "the session": words(game.session()),
    }


def asked_for(game: Game, mark: str) -> str:
    """Everything that the memory brings up for a word."""
    memory = game.tools.memory
    found = [memory.terms(id) for id, _ in memory.found_records(stems(f"{mark} Tallow"), 20)]
    return f"{words(game.recall(mark, 1000))} {[sorted(terms) for terms in found]}"


FEW = settings(max_examples=7, deadline=None, derandomize=True, phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow])
"""Each example plays a whole evening, and to make one smaller would play a hundred."""


@FEW
@given(st.lists(st.tuples(st.sampled_from(OPS), st.integers(0, 40)), min_size=4, max_size=9))
def test_nothing_of_an_abandoned_branch_is_ever_brought_up(steps: list[tuple[str, int]]) -> None:
    walk = Walk()
    for number, (op, n) in enumerate([("play", 0), *steps, ("play", 3)]):
        walk.step(op, n)
        dead = [mark for mark in walk.marks if mark not in walk.live]
        for where, told in brought_up(walk.game).items():
            assert not [mark for mark in dead if mark in told.casefold()], f"{where}, after step {number}"
    for mark in walk.marks:
        found = asked_for(walk.game, mark).casefold()
        assert not [other for other in dead if other in found], mark
        assert (mark in found) == (mark in walk.live)


@FEW
@given(st.lists(st.tuples(st.sampled_from(OPS), st.integers(0, 40)), min_size=3, max_size=7))
def test_after_any_walk_the_memory_is_that_of_the_state(steps: list[tuple[str, int]]) -> None:
    walk = Walk()
    for op, n in [("play", 0), *steps, ("play", 1)]:
        walk.step(op, n)
    game = walk.game
    fed = brought_up(game), [asked_for(game, mark) for mark in sorted(walk.live)]
    game.tools.memory = Memory.of(game.state, game.tools.memory.weights)
    assert (brought_up(game), [asked_for(game, mark) for mark in sorted(walk.live)]) == fed


BACK = ("play", "branch", "play", "undo", "play", "switch", "play", "retry", "edit")
EVERYTHING = ("play", "play", "session", *BACK, "play", "redact", "play", "resume", "play")


def test_what_was_abandoned_is_not_brought_up_by_what_it_means(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meaning, "mark", lambda: "model 1")
    monkeypatch.setattr(meaning, "embed", Model().embed)
    walk = Walk()
    for n, op in enumerate((*EVERYTHING, "play")):
        walk.step(op, n)
    game = walk.game
    dead = [mark for mark in walk.marks if mark not in walk.live]
    assert dead
    assert game.prompt_of(game.state.turn).meaning == "model 1"
    for told in (*brought_up(game).values(), *(asked_for(game, mark) for mark in walk.marks)):
        assert not [mark for mark in dead if mark in told.casefold()]


def test_a_walk_through_everything_verifies() -> None:
    walk = Walk()
    for n, op in enumerate(EVERYTHING):
        walk.step(op, n)
    assert verify_game(walk.game.journal).turns >= 3
    assert json.loads(walk.game.session().model_dump_json())["prompts"]
