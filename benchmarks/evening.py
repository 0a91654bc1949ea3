"""An evening at `redemption` with a reader in the chair and another who hears: what becomes of their answers.

    python benchmarks/evening.py [DIR] [--show]

DIR (default: tests/play/evening) holds what a player said, turn by turn (``evening.jsonl``), and what two careful readers answered in the
place of a language model, who saw nothing but the prompts: ``reply`` by the one in the chair; ``interpret``, ``note`` and ``check`` by
the one who hears. The first wrote down the breaks and look-alikes that it planted (``planted.jsonl``). The evening is played with them.

*Refused*: acts of which a prompt said that they cannot be done. *On record*: what the notes and the rules put there. *Breaks*: planted ones
whose sentences a conflict joins; every other conflict is printed, for a person to judge. Then the evening is verified.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.labelled import WORDS
from gm_engine import tokens
from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial, verify_game
from gm_engine.play.game import Game
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Conflict
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question

OURS = Path(__file__).resolve().parent.parent / "tests" / "play" / "evening"
SHARED = 4
"""So many words of a planted sentence must stand in a conflict's, for it to be the one."""
Row = dict[str, Any]


class Readers:
    """Answers as the readers did."""

    name, version, repeatable, model = "readers", "readers/1", False, "readers"

    def __init__(self) -> None:
        self.turn: Row = {}
        self.prices: dict[str, list[int]] = {"interpret": [], "note": [], "check": [], "telling": []}

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """What was told in this turn."""
        self.prices["telling"].append(prompt.tokens)
        if on_text:
            on_text(self.turn["reply"])
        return Completion(text=self.turn["reply"], model=self.version)

    def ask(self, question: Question) -> Completion:
        """What was heard in this turn."""
        price = tokens.count(question.system) + tokens.count(question.user) + tokens.count(question.form)
        self.prices[question.purpose].append(price)
        return Completion(text=self.turn.get(question.purpose, ""), model=self.version)


def rows(path: Path) -> list[Row]:
    """The rows of a file, a JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def played(folder: Path) -> tuple[Game, Readers, list[Prompt]]:
    """The evening with its readers, and the prompts of its turns."""
    path = find_pack("redemption")
    readers = Readers()
    game = trial(load_pack(path), "evening", pack_path=path, provider=readers)
    prompts = []
    for row in rows(folder / "evening.jsonl"):
        readers.turn = row
        made = game.play(row["said"])
        if made.prompt is not None:
            prompts.append(made.prompt)
    return game, readers, prompts


def refused(prompts: list[Prompt]) -> list[tuple[int, str]]:
    """What prompts said cannot be done, with the turn."""
    lines = ((prompt.draw.turn, line) for prompt in prompts for _, text in prompt.messages for line in text.splitlines())
    return [(turn, line.removeprefix("- ")) for turn, line in lines if "It cannot be done" in line]


def finds(conflict: Conflict, planted: Row) -> bool:
    """True where a conflict's later sentence is the planted one, and it is of the planted turn."""
    words = set(WORDS.findall(planted["new"].casefold()))
    return conflict.incoming.turn == planted["turn"] and len(words & set(WORDS.findall(conflict.incoming.quote.casefold()))) >= SHARED


def main() -> int:
    """Play the evening, and print what came of it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("dir", nargs="?", type=Path, default=OURS)
    options.add_argument("--show", action="store_true", help="print each refusal, each break and each other conflict")
    given = options.parse_args()
    game, readers, prompts = played(given.dir)
    state = game.state
    said_no = refused(prompts)
    print(f"{state.turn} turns; acts refused: {len(said_no)}")
    noted = [point for point in state.story_points.values() if ".n" in point.id]
    kinds = {kind: sum(one.kind == kind for one in state.newcomers.values()) for kind in ("character", "place", "item", "faction")}
    owed = [one for one in state.consequences.values() if one.kind in ("promise", "debt")]
    print(f"on record: {len(noted)} story points noted, {kinds['character']} people, {kinds['place']} places, {kinds['item']} things, "
          f"{sum(one.kind == 'promise' for one in owed)} promises, {sum(one.kind == 'debt' for one in owed)} debts, "
          f"{sum(one.paid is not None for one in owed)} of them kept, paid or broken")  # fmt: skip
    planted = rows(given.dir / "planted.jsonl")
    breaks = [row for row in planted if row["kind"] != "near"]
    conflicts = list(state.conflicts.values())
    found = [row for row in breaks if any(finds(one, row) for one in conflicts)]
    others = [one for one in conflicts if not any(finds(one, row) for row in breaks)]
    flagged = [row for row in planted if row["kind"] == "near" and any(finds(one, row) for one in conflicts)]
    print(f"planted breaks found: {len(found)} of {len(breaks)}; look-alikes flagged: {len(flagged)} of {len(planted) - len(breaks)}; "
          f"other conflicts: {len(others)}")  # fmt: skip
    if given.show:
        for turn, line in said_no:
            print(f"  refused in turn {turn}: {line}")
        for row in breaks:
            print(f"  {'found ' if row in found else 'missed'} ({row['kind']}) turn {row['turn']}: {row['new']}")
        for one in others:
            print(f"  other, turn {one.incoming.turn} ({one.kind}, {one.status}): {one.incoming.quote} / {one.established.quote}")
    print(", ".join(f"{name} {mean(prices):,.0f} tokens" for name, prices in readers.prices.items()))
    done = verify_game(game.journal)
    print(f"verified: {done.turns} turns, {done.prompts} prompts the same, {done.digests} digests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
