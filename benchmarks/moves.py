"""How many different things the embedded GM does in an evening, whatever words it does them in.

Run from the top of the repository: ``python benchmarks/moves.py [--runs 10] [--turns 50] [--campaign redemption]``.

A *move* is a beat by what it does: its kind, who does it to whom, what it is about, and which piece of the pack or of the record it
tells. Two tellings of the same beat in other words are one move; scenery is none. Counted are the moves of an evening, how many of them
are different, in how many turns something is done that was not done before that evening, and how long a stretch of turns can be in which
nothing is.
"""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.story.beat import Beat
from gm_engine.story.pack import Pack
from tests.wanderer import Wanderer

FORM = ("telling", "verb", "skill", "item", "manner", "mode", "sort", "from")
"""The slots of a beat that say what is done, beside whom it is done to."""


class Evening(NamedTuple):
    """What was counted in one evening: turns, moves, different moves, turns with a new one, the longest stretch without one."""

    turns: int
    moves: int
    different: int
    fresh: int
    stretch: int


def move_of(beat: Beat) -> tuple[str, ...]:
    """What a beat does, whatever words tell it.

    >>> move_of(Beat(kind="answer", target="ben", topic="spring", slots={"about": "the spring"}))
    ('answer', '', 'ben', 'spring', '', '', '', '')
    """
    told = "+".join(beat.elements) or beat.text
    fact = f"{beat.statement.subject} {beat.statement.relation} {beat.statement.value.text}" if beat.statement else ""
    form = " ".join(beat.slots[name] for name in FORM if beat.slots.get(name))
    return (beat.kind, beat.actor, beat.target, beat.topic, beat.place, told, fact, form)


def evening(pack: Pack, seed: int, turns: int) -> Evening:
    """One evening of the wanderer."""
    game, player = trial(pack, pack.id, seed=seed), Wanderer(seed)
    seen: set[tuple[str, ...]] = set()
    told = fresh = stretch = longest = played = 0
    while played < turns and not game.state.ended and game.state.alive(game.state.pc):
        turn = game.play(player.next(game.state))
        beats = [beat for section in turn.prompt.sections for beat in section.beats] if turn.prompt else []
        moves = [move_of(beat) for beat in beats if beat.kind != "ambience"]
        new = set(moves) - seen
        seen |= new
        told, played, fresh = told + len(moves), played + 1, fresh + bool(new)
        stretch = 0 if new else stretch + 1
        longest = max(longest, stretch)
    return Evening(played, told, len(seen), fresh, longest)


def main() -> int:
    """Prints what was counted, summed over the evenings."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--campaign", default="redemption")
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--turns", type=int, default=50)
    given = options.parse_args()
    pack = load_pack(find_pack(given.campaign))
    runs = [evening(pack, seed, given.turns) for seed in range(1, given.runs + 1)]
    turns, moves = sum(run.turns for run in runs), sum(run.moves for run in runs)
    different, fresh = sum(run.different for run in runs), sum(run.fresh for run in runs)
    print(f"{len(runs)} evenings of {given.campaign}, {turns} turns, {moves} moves ({moves / turns:.1f} a turn)")
    print(f"{different / len(runs):>8.1f}  different moves an evening ({different / moves:.0%} of those made)")
    print(f"{fresh / turns:>8.0%}  of the turns do something new that evening")
    print(f"{max(run.stretch for run in runs):>8}  turns at most without anything new")
    return 0


if __name__ == "__main__":
    sys.exit(main())
