"""The school itself: what is learnt, how often, and what is looked for again because it was hard."""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from gm_engine.judging import encode
from training.course import Matter, batches, count
from training.lessons import DATA, Story, Told, entries, is_short, plain, stories, without_earlier
from training.network import Manner, Params, Trainer, base, scores
from training.renaming import names

FIRST = 2
"""After so many rounds, and before each that follows, the pairs that are hardest for the network are looked for."""
HARDEST = 100
"""So many pairs of a story are kept as the hardest."""


def matter(without: Sequence[str]) -> Matter:
    """All that is learnt; the writers of transcripts that are given are left out."""
    folders = sorted(path for path in (DATA / "transcripts").iterdir() if path.is_dir() and path.name not in without)
    hands = sorted(DATA.glob("*.jsonl"))
    pairs = [*plain(DATA / "plain"), *(lesson for folder in folders for lesson in plain(folder))]
    pairs += [lesson for path in hands if is_short(path) for entry in entries(path) for lesson in entry]
    long = [entry for path in hands if not is_short(path) for entry in entries(path)]
    told = tuple(stories(DATA / "transcripts", without))
    every = [*pairs, *(lesson for entry in long for lesson in entry), *(lesson for story in told for lesson in story.clashes)]
    return Matter(tuple(pairs), tuple(long), told, names=names(lesson.passages for lesson in every))


def blank(all_of_it: Matter) -> Matter:
    """The same without any earlier passage."""
    pairs = tuple(map(without_earlier, all_of_it.pairs))
    return replace(all_of_it, pairs=pairs, entries=tuple(tuple(map(without_earlier, entry)) for entry in all_of_it.entries), stories=())


def school(all_of_it: Matter, rounds: int, seed: int, keep: Path | None = None) -> Params:
    """The weights of a network that went through everything ``rounds`` times; they are written to ``keep`` after each."""
    steps = rounds * count(all_of_it)
    trainer = Trainer(base(seed), Manner(), steps, seed)
    print(f"{steps} steps, seed {seed}", flush=True)
    done = 0
    for number in range(rounds):
        if number >= FIRST:
            all_of_it = replace(all_of_it, hardest=dict(hardest(trainer.kept, all_of_it.stories)))
        wrong = []
        for batch in batches(all_of_it, seed + number):
            wrong.append(trainer.step(batch))
            done += 1
            if done % 50 == 0:
                print(f"round {number + 1}, step {done}: {np.mean([float(one) for one in wrong]):.4f}", flush=True)
                wrong = []
        if keep:
            keep.write_bytes(pickle.dumps(trainer.kept))
    return trainer.kept


def hardest(params: Params, told: Iterable[Story]) -> Iterator[tuple[str, tuple[Told, ...]]]:
    """Of each story the pairs that are none and that the network takes for a clash."""
    for story in told:
        none = [one for one in story.told if one.verdict == "none"]
        found = scores(params, [encode(one.passages) for one in none])
        yield story.name, tuple(none[at] for at in np.argsort(-found, kind="stable")[:HARDEST])
