"""How fast the reader reads, against the same spaCy components alone, and what a long campaign costs. Ratios in one run.

    python benchmarks/reading.py [--words 100000] [--turns 2000]

The text is that of the labelled transcripts, told again with other names until there is enough of it.

The judge of pairs is left out of all of these; what it takes for a reply is told beside them.

*Import*: words per CPU second of an import in memory against ``nlp.pipe`` over the same lines, turn about: at least 0.6.
*A live turn*: the words of a reply per CPU second from the moment the GM has answered until the turn is closed (reading,
comparing, keeping), against the same: at least a third. *Growth*: a live turn about the last turn and about turn 100, per word:
at most 1.3 times. *Memory*: the largest size of a process that imports so many words: at most 700 MB. Exit 1 where a limit is missed.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import spacy

from gm_engine import judging
from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import new_game
from gm_engine.bootstrap.in_and_out import import_lines
from gm_engine.exchange.plain_transcript import read_transcript
from gm_engine.extraction.pipeline import MODELS
from gm_engine.journal import MemoryJournal
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion, Usage
from gm_engine.story.event import Event
from gm_engine.story.prompt import Prompt
from gm_engine.story.transcript_line import TranscriptLine

OURS = Path(__file__).resolve().parent.parent / "data" / "contradictions" / "transcripts"
SYLLABLES = ("", "ka", "mo", "li", "ster", "dan", "ro", "vi", "bel", "tun", "ges", "pol")
IMPORT, LIVE, GROWTH, MEGABYTES = 0.6, 1 / 3, 1.3, 700
WITHOUT = "from gm_engine import judging; judging.missing = lambda: 'left out'; "
"""What a process is begun with in which no pair is judged."""
ROUNDS = 3
WINDOW = 40


def stories() -> list[list[TranscriptLine]]:
    """The labelled transcripts."""
    return [list(read_transcript(path).lines) for path in sorted(OURS.glob("*/log*.jsonl"))]


def names_of(lines: list[TranscriptLine]) -> tuple[str, ...]:
    """The words of the names in a transcript, as an import learns them."""
    entities = import_lines(MemoryJournal("names"), lines).state.lore.entities()
    words = {word for entity in entities for word in entity.name.split() if word[:1].isupper() and word.isalpha() and len(word) > 3}
    return tuple(sorted(words))


def endless() -> Iterator[TranscriptLine]:
    """The transcripts one after another, with names of its own each time."""
    kept = [(lines, names_of(lines)) for lines in stories()]
    turn = 0
    for first in chain(SYLLABLES, ("er" + syllable for syllable in SYLLABLES), ("an" + syllable for syllable in SYLLABLES)):
        for lines, names in kept:
            pattern = re.compile(r"\b(" + "|".join(names) + r")\b") if names and first else None
            for line in lines:
                turn += 1
                text = pattern.sub(lambda found, ending=first: found.group() + ending, line.text) if pattern else line.text
                yield TranscriptLine(turn=turn, role=line.role, text=text)


def so_many_words(words: int) -> list[TranscriptLine]:
    """As many lines as make so many words."""
    lines: list[TranscriptLine] = []
    for line in endless():
        lines.append(line)
        words -= count(line.text)
        if words <= 0:
            break
    return lines


def count(text: str) -> int:
    return len(text.split())


def spent(work: Callable[[], object]) -> float:
    """CPU seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def components() -> Callable[[list[str]], None]:
    """The spaCy components that the reader uses, as they come, over many texts."""
    name = next(name for name in MODELS if spacy.util.is_package(name))
    nlp = spacy.load(name, exclude=["ner", "senter"])

    def pipe(texts: list[str]) -> None:
        for _ in nlp.pipe(texts, batch_size=32):
            pass

    return pipe


def import_speed(pipe: Callable[[list[str]], None]) -> tuple[float, float]:
    """Words per CPU second of ``nlp.pipe`` and of an import; the median of some rounds, each for each in turn."""
    kept = stories()
    texts = [line.text for lines in kept for line in lines]
    words = sum(map(count, texts))
    theirs, ours = [], []
    for _ in range(ROUNDS + 1):
        theirs.append(words / spent(lambda: pipe(texts)))
        ours.append(words / spent(lambda: [import_lines(MemoryJournal("speed"), lines) for lines in kept]))
    return median(theirs[1:]), median(ours[1:])


class Answering:
    """A GM that answers with the next reply of the transcripts."""

    name, version, repeatable = "answering", "1", True

    def __init__(self) -> None:
        self.replies = (line.text for line in endless() if line.role == "gm")

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        text = next(self.replies)
        if on_text:
            on_text(text)
        return Completion(text=text, model=self.name, usage=Usage(prompt=prompt.tokens))


def live(turns: int) -> list[float]:
    """Words read per CPU second, turn by turn."""
    path = find_pack("redemption")
    game = new_game(MemoryJournal("live"), load_pack(path), pack_path=path, seed=1, provider=Answering())
    speeds: list[float] = []
    answered = 0.0

    def watch(event: Event) -> None:
        nonlocal answered
        if isinstance(event, happened.CompletionReceived):
            answered = time.process_time()
        elif isinstance(event, happened.TurnClosed):
            speeds.append(count(game.state.turns[str(event.turn)].reply) / (time.process_time() - answered))

    for number in range(turns):
        game.play("I look around and wait.", on_event=watch)
        if (number + 1) % 200 == 0:
            print(f"  {number + 1} turns", file=sys.stderr)
    return speeds


def judging_time() -> tuple[float, float]:
    """Words of a reply, and CPU seconds that judging its pairs takes, over the first labelled evening."""
    lines = stories()[0]
    replies = [line.text for line in lines if line.role == "gm"]
    with_it = spent(lambda: import_lines(MemoryJournal("judged"), lines))
    missing, judging.missing = judging.missing, lambda: "left out"
    without = spent(lambda: import_lines(MemoryJournal("read"), lines))
    judging.missing = missing
    return sum(map(count, replies)) / len(replies), (with_it - without) / len(replies)


def megabytes(words: int) -> float:
    """The largest size of a process that imports so many words."""
    with tempfile.TemporaryDirectory() as home:
        file = Path(home) / "long.jsonl"
        rows = (json.dumps({"turn": line.turn, "role": line.role, "text": line.text}) + "\n" for line in so_many_words(words))
        file.write_text("".join(rows), encoding="utf-8")
        gm = [sys.executable, "-c", WITHOUT + "from gm_engine.interfaces.cli import main; main()"]
        subprocess.run([*gm, "import", str(file), "--home", home], check=True, stdout=subprocess.DEVNULL)
    size = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return size / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> int:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--words", type=int, default=100_000)
    ask.add_argument("--turns", type=int, default=2000)
    args = ask.parse_args()
    told, judged = judging_time()
    judging.missing = lambda: "left out"
    size = megabytes(args.words)  # first: a process that is begun counts the size of the one that begins it as its own
    theirs, ours = import_speed(components())
    speeds = live(args.turns)
    first = min(100, args.turns // 2)
    early, late = median(speeds[first - WINDOW // 2 : first + WINDOW // 2]), median(speeds[-WINDOW:])
    rows = (
        (
            ours / theirs >= IMPORT,
            f"import: {ours / theirs:.2f} of the words per CPU second of nlp.pipe (at least {IMPORT:.2f}; {ours:.0f} of {theirs:.0f})",
        ),
        (early / theirs >= LIVE, f"a live turn: {early / theirs:.2f} of them (at least {LIVE:.2f}; {early:.0f})"),
        (early / late <= GROWTH, f"a live turn about turn {args.turns} / about turn {first}: {early / late:.2f} (at most {GROWTH})"),
        (size <= MEGABYTES, f"memory to import {args.words:,} words: {size:.0f} MB (at most {MEGABYTES})"),
    )
    print(f"     the judge: {judged:.2f} CPU seconds a reply of {told:.0f} words")
    for holds, said in rows:
        print(f"{'ok  ' if holds else 'MISS'} {said}")
    return 0 if all(holds for holds, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
