"""How many labelled clashes the reader finds in prose, and how often it cries wolf.

    python benchmarks/continuity.py [DIR] [--show] [--json FILE]
    python benchmarks/continuity.py --faults [--runs 3] [--turns 120]

DIR holds labelled transcripts and pairs, or a folder of them for each writer (default: data/contradictions/transcripts); how they
are counted is told in benchmarks/labelled.py. Printed for each folder and for all together: what was found by difficulty and by
class, false alarms by class, look-alikes flagged by what they escape by. ``--show`` lists every miss and every false alarm.

``--faults`` plays the flagship with the embedded GM instead, with declared faults and decoys injected (benchmarks/faults.py).
Exit 1 where a limit is missed.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.faults import faults
from benchmarks.labelled import Alarm, Side, Tally, count, count_pairs, flags, folders, judge, pairs, share, transcripts
from gm_engine.continuity.report import Matter
from gm_engine.exchange.plain_transcript import read_transcript
from tests.continuity.told import found_in, two_tellings

OURS = Path(__file__).resolve().parent.parent / "data" / "contradictions" / "transcripts"
DIFFICULTIES = {"explicit": 0.8, "paraphrase": 0.5, "inference": 0.0}
"""The least share of labelled clashes to be found, by how hard they are."""
LEAST_PRECISION, LEAST_PAIRS, MOST_FALSE_PAIRS = 0.85, 0.5, 0.07


def alarms_of(found: tuple[Matter, ...]) -> list[Alarm]:
    """A report's conflicts as they are counted."""
    return [Alarm(one.kind, Side(one.a.turn, one.a.quote), Side(one.b.turn, one.b.quote)) for one in found]


def score(folder: Path, notes: list[str]) -> Tally:
    """A folder's transcripts and pairs, read and counted. ``notes`` takes a line for every miss and every false alarm."""
    tally = Tally()
    stories = list(transcripts(folder))
    reports = found_in(read_transcript(story.path).lines for story in stories)
    for story, found in zip(stories, reports, strict=True):
        judgement = judge(alarms_of(found), story)
        tally.add(count(judgement, story))
        where = f"{folder.name}/{story.path.stem}"
        for label, hit in zip(story.labels, judgement.found, strict=True):
            if not hit:
                notes.append(f"missed {where} {label.kind} {label.difficulty}: {_sides(label.a, label.b)}")
        notes += [f"false  {where} {alarm.kind}: {_sides(alarm.a, alarm.b)}" for alarm in judgement.false]
    kept = list(pairs(folder))
    judged = [
        (pair, flags(alarms_of(found), pair)) for pair, found in zip(kept, found_in(two_tellings(p.a, p.b) for p in kept), strict=True)
    ]
    tally.add(count_pairs(judged))
    for pair, flagged in judged:
        if flagged != pair.clash:
            notes.append(
                f"{'missed' if pair.clash else 'false '} {folder.name}/{pair.id} {pair.kind} {pair.difficulty}: {pair.a} / {pair.b}"
            )
    return tally


def _sides(a: Side, b: Side) -> str:
    return f"[{a.turn}] {a.quote} / [{b.turn}] {b.quote}"


def summary(name: str, tally: Tally) -> str:
    """A folder in one line."""
    hard = ", ".join(f"{kind} {tally.hard_found[kind]}/{tally.hard[kind]}" for kind in DIFFICULTIES)
    return (
        f"{name}: found {_of(tally.found, tally.labels)} ({hard}), {tally.false.total()} false, {tally.echoes} echoes, "
        f"near misses {_of(tally.near_flagged, tally.near)}; pairs {_of(tally.pairs_flagged, tally.pairs)}, "
        f"look-alikes {_of(tally.alike_flagged, tally.alike)}"
    )


def _of(some: Counter[str], all: Counter[str]) -> str:
    return f"{some.total()}/{all.total()}"


def tables(tally: Tally) -> Iterator[str]:
    """By class, then by what a look-alike escapes by."""
    yield f"{'class':<18}{'found':>10}{'false':>8}{'pairs':>10}"
    for kind in sorted(tally.labels | tally.pairs | tally.false):
        found, flagged = f"{tally.found[kind]}/{tally.labels[kind]}", f"{tally.pairs_flagged[kind]}/{tally.pairs[kind]}"
        yield f"{kind:<18}{found:>10}{tally.false[kind]:>8}{flagged:>10}"
    yield ""
    yield f"{'look-alikes':<18}{'flagged':>10}{'':>8}{'pairs':>10}"
    for kind in sorted(tally.near | tally.alike):
        near, alike = f"{tally.near_flagged[kind]}/{tally.near[kind]}", f"{tally.alike_flagged[kind]}/{tally.alike[kind]}"
        yield f"{kind:<18}{near:>10}{'':>8}{alike:>10}"


def limits(tally: Tally) -> Iterator[tuple[bool, str]]:
    """Each figure that has a limit, and whether it holds."""
    if tally.labels:
        yield tally.precision >= LEAST_PRECISION, f"precision {tally.precision:.2f} (at least {LEAST_PRECISION})"
    for kind, least in DIFFICULTIES.items():
        if tally.hard[kind]:
            part = share(tally.hard_found[kind], tally.hard[kind])
            yield part >= least, f"{kind} found {tally.hard_found[kind]} of {tally.hard[kind]}, {part:.2f} (at least {least})"
    if tally.pairs:
        part = share(tally.pairs_flagged.total(), tally.pairs.total())
        yield part >= LEAST_PAIRS, f"pairs flagged {part:.2f} (at least {LEAST_PAIRS})"
    if tally.alike:
        part = share(tally.alike_flagged.total(), tally.alike.total())
        yield part <= MOST_FALSE_PAIRS, f"look-alike pairs flagged {part:.2f} (at most {MOST_FALSE_PAIRS})"


def as_data(tally: Tally) -> dict[str, object]:
    """A tally as plain data."""
    return {name: dict(sorted(value.items())) if isinstance(value, Counter) else value for name, value in vars(tally).items()}


def labelled(root: Path, *, show: bool, to: Path | None) -> int:
    """Every folder of labelled data, apart and together."""
    total, notes = Tally(), list[str]()
    data = {}
    for folder in folders(root):
        tally = score(folder, notes)
        print(summary(folder.name, tally))
        data[folder.name] = as_data(tally)
        total.add(tally)
    print(summary("together", total), end="\n\n")
    print("\n".join(tables(total)), end="\n\n")
    held = list(limits(total))
    for holds, said in held:
        print(f"{'ok  ' if holds else 'MISS'} {said}")
    if show:
        print("", *notes, sep="\n")
    if to:
        to.write_text(json.dumps({**data, "together": as_data(total)}, indent=1) + "\n", encoding="utf-8")
    return 0 if all(holds for holds, _ in held) else 1


def main() -> int:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("folder", nargs="?", type=Path, default=OURS, metavar="DIR")
    ask.add_argument("--show", action="store_true", help="list every miss and every false alarm")
    ask.add_argument("--json", type=Path, metavar="FILE", help="write the counts there as well")
    ask.add_argument("--faults", action="store_true", help="declared faults and decoys of the embedded GM instead")
    ask.add_argument("--runs", type=int, default=3)
    ask.add_argument("--turns", type=int, default=120)
    args = ask.parse_args()
    return faults(args.runs, args.turns) if args.faults else labelled(args.folder, show=args.show, to=args.json)


if __name__ == "__main__":
    sys.exit(main())
