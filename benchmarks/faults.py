"""Does the engine notice declared faults, and leave clean play and look-alikes alone? ``benchmarks/continuity.py --faults`` runs it.

*Clean*: the wanderer plays so many turns; every conflict is a false alarm (none is allowed). *Faults and decoys*: in
another game on each seed every second turn carries a declared fault or decoy in turn, one class after the other; a
fault counts as flagged when a conflict has it as its incoming telling (at least 90 %), a decoy when any conflict has
(none). Prints a table by class, and whatever went wrong in full. Exit 1 where a limit is missed.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field

from gm_engine.authoring import load_pack
from gm_engine.bootstrap import trial
from gm_engine.direction import DECOYS, FAULTS, decoy, inject
from gm_engine.errors import UnknownName
from gm_engine.play.game import Game, Played
from gm_engine.shipped import shipped
from gm_engine.story.pack import Pack
from tests.wanderer import Wanderer

LEAST_FLAGGED = 0.9


@dataclass
class Tally:
    """What was injected, flagged, and wrongly flagged."""

    clean_turns: int = 0
    false_alarms: list[str] = field(default_factory=list)
    injected: Counter[str] = field(default_factory=Counter)
    flagged: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    decoys: Counter[str] = field(default_factory=Counter)
    trapped: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)


def clean(pack: Pack, seed: int, turns: int, tally: Tally) -> None:
    """Turns without faults: whatever is flagged is a false alarm."""
    game, wanderer = trial(pack, "clean", seed=seed), Wanderer(seed)
    for _ in range(turns):
        if game.state.ended:
            break
        played = game.play(wanderer.next(game.state))
        tally.clean_turns += 1
        tally.false_alarms += [f"seed {seed}, turn {played.turn.number}: {said(conflict)}" for conflict in played.conflicts]


def said(conflict: object) -> str:
    """A conflict in one line."""
    return (
        f"{conflict.kind} ({conflict.rule}): turn {conflict.established.turn} "  # type: ignore[attr-defined]
        f'"{conflict.established.quote}" | "{conflict.incoming.quote}"'  # type: ignore[attr-defined]
    )


def faulty(pack: Pack, seed: int, turns: int, tally: Tally) -> None:
    """Every second turn carries a fault or a decoy, one class after the other."""
    game, wanderer = trial(pack, "faulty", seed=seed, simulation=True), Wanderer(seed + 1000)
    kinds = [("fault", kind) for kind in FAULTS] + [("decoy", kind) for kind in DECOYS]
    at = 0
    for number in range(turns):
        if game.state.ended:
            break
        kind = None
        if number >= 6 and number % 2 == 0:
            kind = next_kind(game, kinds, at)
            at += 1
        stays = kind == ("fault", "whereabouts")
        played = game.play("I look around." if stays else wanderer.next(game.state))
        if kind:
            count(kind, played, seed, tally)
        else:
            tally.other += [f"seed {seed}, turn {played.turn.number}: {said(conflict)}" for conflict in played.conflicts]


def next_kind(game: Game, kinds: list[tuple[str, str]], at: int) -> tuple[str, str] | None:
    """Inject the next fault or decoy that can be made from what is known; which it was."""
    for step in range(len(kinds)):
        sort, kind = kinds[(at + step) % len(kinds)]
        try:
            make = inject if sort == "fault" else decoy
            game.inject(make(kind, game.state, game.state.draw(game.state.turn + 1)))
            return sort, kind
        except UnknownName:
            continue
    return None


def count(kind: tuple[str, str], played: Played, seed: int, tally: Tally) -> None:
    """Whether the injected sentence was flagged."""
    completion = played.completion
    spans = [(start, end) for start, end, _ in completion.sims] if completion else []
    sentence = " / ".join(played.turn.reply[start:end] for start, end in spans) or "(the sentence was not told)"
    hit = [conflict for conflict in played.conflicts if conflict.sim != "none"]
    where = f"seed {seed}, turn {played.turn.number}, {kind[1]}: {sentence}"
    if not spans:
        tally.other.append(where)
        return
    if kind[0] == "fault":
        tally.injected[kind[1]] += 1
        tally.flagged[kind[1]] += bool(hit)
        if not hit:
            tally.missed.append(where)
    else:
        tally.decoys[kind[1]] += 1
        tally.trapped += [f"{where} -- {said(conflict)}" for conflict in hit]
    tally.other += [f"{where} -- {said(conflict)}" for conflict in played.conflicts if conflict.sim == "none"]


def faults(runs: int, turns: int) -> int:
    """Plays ``runs`` games of ``turns`` turns, each once clean and once with faults and decoys. 1 where a limit is missed."""
    pack, tally = load_pack(shipped("campaigns") / "redemption"), Tally()
    for seed in range(1, runs + 1):
        clean(pack, seed, turns, tally)
        faulty(pack, seed, turns, tally)
        print(f"  seed {seed} done", file=sys.stderr)
    injected, flagged = sum(tally.injected.values()), sum(tally.flagged.values())
    share = flagged / injected if injected else 0.0
    print(f"{'ok  ' if not tally.false_alarms else 'MISS'} conflicts in {tally.clean_turns} clean turns: {len(tally.false_alarms)} (none)")
    print(f"{'ok  ' if share >= LEAST_FLAGGED else 'MISS'} injected faults flagged: {flagged} of {injected}, {share:.1%} (at least 90 %)")
    for kind in FAULTS:
        print(f"       {kind:<18} {tally.flagged[kind]} of {tally.injected[kind]}")
    print(f"{'ok  ' if not tally.trapped else 'MISS'} decoys flagged: {len(tally.trapped)} of {sum(tally.decoys.values())} (none)")
    print(f"     other conflicts in turns with or between faults: {len(tally.other)}")
    for title, rows in (("false alarm", tally.false_alarms), ("missed", tally.missed), ("decoy", tally.trapped), ("other", tally.other)):
        for row in rows:
            print(f"  {title}: {row}")
    return 0 if not tally.false_alarms and not tally.trapped and share >= LEAST_FLAGGED else 1
