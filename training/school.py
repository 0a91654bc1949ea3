"""The school itself: what is learnt, how often, and what is looked for again because it was hard."""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np

from gm_engine.judging import encode
from training.course import Matter, batches, count
from training.lessons import DATA, Story, Told, entries, is_short, plain, stories, without_earlier
from training.network import Manner, Params, Trainer, base, scores
from training.renaming import names

FIRST = 2
"""So many rounds make the first course. Before each round of the second the pairs are looked for that are hardest for the network."""
SECOND = Manner(rate=6e-5, warm=0.05)
"""How the second course is taught: from where the first one ends, less and less steeply, to nothing."""
LOOKED_AT = 600
"""So many pairs of a story, drawn by lot, are looked at for the hardest."""
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


def school(all_of_it: Matter, rounds: int, seed: int, keep: Path | None = None, after: Path | None = None) -> Params:
    """The weights of a network that went through everything ``rounds`` times; they are written to ``keep`` after each.

    ``after`` holds the weights that the first course gave, where it need not be gone through again.
    """
    of_each = count(all_of_it)
    print(f"{rounds} rounds of {of_each} steps, seed {seed}", flush=True)
    trainer = Trainer(base(seed), Manner(), 2 * FIRST * of_each, seed)
    for number in range(FIRST if after is None else 0):
        _round(trainer, all_of_it, seed, number, keep)
    first = trainer.kept if after is None else pickle.loads(after.read_bytes())
    trainer = Trainer(first, SECOND, max(1, rounds - FIRST) * of_each, seed + 1)
    for number in range(FIRST, rounds):
        all_of_it = replace(all_of_it, hardest=dict(hardest(trainer.kept, all_of_it.stories, seed + number)))
        _round(trainer, all_of_it, seed, number, keep)
    return trainer.kept


def _round(trainer: Trainer, all_of_it: Matter, seed: int, number: int, keep: Path | None) -> None:
    wrong = []
    for step, batch in enumerate(batches(all_of_it, seed + number), 1):
        wrong.append(trainer.step(batch))
        if step % 50 == 0:
            print(f"round {number + 1}, step {step}: {np.mean([float(one) for one in wrong]):.4f}", flush=True)
            wrong = []
    if keep:
        keep.write_bytes(pickle.dumps(trainer.kept))


def hardest(params: Params, told: Iterable[Story], seed: int) -> Iterator[tuple[str, tuple[Told, ...]]]:
    """Of each story the pairs that are none and that the network takes for a clash, among some that are drawn by lot."""
    for story in told:
        none = [one for one in story.told if one.verdict == "none"]
        none = Random(f"{seed} {story.name}").sample(none, min(LOOKED_AT, len(none)))
        found = scores(params, [encode(one.passages) for one in none])
        yield story.name, tuple(none[at] for at in np.argsort(-found, kind="stable")[:HARDEST])
