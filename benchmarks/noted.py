"""Transcripts noted by a careful reader: how many labelled clashes the notes bring to the report, and what a question costs.

    python benchmarks/noted.py [DIR] [--show]

DIR (default: tests/continuity/noted) holds labelled transcripts by writers who had seen no code (how they are counted is told in
benchmarks/labelled.py) and, as ``answersN.jsonl``, what a careful reader answered to each question who had seen nothing but the questions.
The transcripts are imported as `gm import --model` does, with those answers in their order. So what is measured here is what becomes of a
reader's answers; how good another reader is, its own import tells.
"""

import argparse
import json
import sys
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.labelled import Alarm, Side, Tally, count, judge, share, transcripts
from gm_engine import tokens
from gm_engine.bootstrap.noted_import import import_noted
from gm_engine.exchange.plain_transcript import read_transcript
from gm_engine.journal import MemoryJournal
from gm_engine.play.scribe import Scribe
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question

OURS = Path(__file__).resolve().parent.parent / "tests" / "continuity" / "noted"


class Reader:
    """Answers each question as the reader did, one after the other."""

    name, version, repeatable, model = "reader", "reader/1", False, "reader"

    def __init__(self, answers: Path) -> None:
        self.answers = [str(json.loads(line)["answer"]) for line in answers.read_text(encoding="utf-8").splitlines()]
        self.prices: list[int] = []

    def complete(self, prompt: Prompt, on_text: object = None) -> Completion:
        """It tells no stories."""
        raise NotImplementedError

    def ask(self, question: Question) -> Completion:
        """The next answer; what the question costs is noted."""
        self.prices.append(tokens.count(question.system) + tokens.count(question.user) + tokens.count(question.form))
        return Completion(text=self.answers.pop(0), model="reader")


def alarms_of(path: Path) -> tuple[list[Alarm], list[int]]:
    """The conflicts that an import with the reader's answers reports, and the tokens of its questions."""
    told = read_transcript(path).lines
    journal = MemoryJournal(path.stem)
    reader = Reader(path.with_name(path.name.replace("log", "answers")))
    game = import_noted(journal, told, Scribe(reader, journal))
    sides = ((one.kind, one.established, one.incoming) for one in game.state.conflicts.values())
    return [Alarm(kind, Side(old.turn, old.quote), Side(new.turn, new.quote)) for kind, old, new in sides], reader.prices


def main() -> int:
    """Import every transcript, and print what came of it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("dir", nargs="?", type=Path, default=OURS)
    options.add_argument("--show", action="store_true", help="print what was missed, and each false alarm")
    given = options.parse_args()
    whole, prices = Tally(), list[int]()
    for story in transcripts(given.dir):
        alarms, asked = alarms_of(story.path)
        judged = judge(alarms, story)
        tally = count(judged, story)
        whole.add(tally)
        prices += asked
        found, labels, near = tally.found.total(), tally.labels.total(), tally.near.total()
        print(
            f"{story.path.stem}: {found} of {labels} found, {len(judged.false)} false, {len(judged.trapped)} of {near} look-alikes flagged"
        )
        if given.show:
            missed = [label for label, hit in zip(story.labels, judged.found, strict=True) if not hit]
            for label in missed:
                print(f'  missed ({label.difficulty}, {label.kind}): "{label.a.quote}" / "{label.b.quote}"')
            for alarm in judged.false:
                print(f'  false ({alarm.kind}): "{alarm.a.quote}" / "{alarm.b.quote}"')
    found, labels = whole.found.total(), whole.labels.total()
    by = ", ".join(f"{kind} {whole.hard_found[kind]} of {whole.hard[kind]}" for kind in sorted(whole.hard))
    print(f"all: recall {share(found, labels):.2f} ({found} of {labels}; {by}), precision {whole.precision:.2f}")
    print(f"{len(prices)} questions of {mean(prices):,.0f} tokens on average, the form of the answer included")
    return 0


if __name__ == "__main__":
    sys.exit(main())
