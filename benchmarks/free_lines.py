"""Free lines at the table without a model: what each is answered, for a reader to judge.

    python benchmarks/free_lines.py [seen|kept] [-o FILE]
    python benchmarks/free_lines.py [seen|kept] --ways

Plays the sittings of tests/play/free_lines (four writers who had seen no code, eight styles) with the embedded GM, each a new game, and
writes each line and its answer, with what was read. Readers who see line and answer alone then judge, line by line: *concrete* (what was
said is taken up, and its result told), *part*, *said* (it owns that it did not follow, or asks back), *deaf* (ignored or misread without
saying so). With ``--judged FILE`` such judgements, one ``{"n": …, "is": …}`` a line, are counted by style. With ``--ways``, paraphrases of
the ways that scenes offer are read, and counted by what becomes of them.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.errors import GameError
from gm_engine.play.game import Game
from gm_engine.play.understanding import understood
from gm_engine.story import event as happened
from gm_engine.story.decision import Decision, Option
from gm_engine.story.register import Register

OURS = Path(__file__).resolve().parent.parent / "tests" / "play" / "free_lines"
JUDGED = ("concrete", "part", "said", "deaf")
SEED = 11


def lines(half: str) -> list[dict[str, Any]]:
    """The lines of a half, in order."""
    return [json.loads(line) for line in (OURS / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()]


def sittings(half: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Each sitting's campaign and lines."""
    for _, told in groupby(enumerate(lines(half), 1), key=lambda row: (row[1]["writer"], row[1]["sitting"])):
        rows = [row | {"n": n} for n, row in told]
        yield rows[0]["campaign"], rows


def opened(campaign: str) -> Game:
    """A new game with the embedded GM."""
    path = find_pack(campaign)
    return trial(load_pack(path), "sitting", pack_path=path, seed=SEED)


def answers(half: str) -> Iterator[dict[str, Any]]:
    """Every line with its answer: where it was said, who was there, what was read."""
    for campaign, rows in sittings(half):
        game = opened(campaign)
        for row in rows:
            where, present = game.state.name(game.state.here), [game.state.name(id) for id in game.state.present()]
            before = game.state.turns.last()
            try:
                played = game.play(row["said"])
            except GameError as error:
                reply, read = str(error), []
            else:
                reply = game.state.turns.last().reply
                [spoke] = [event for event in played.events if isinstance(event, happened.PlayerSpoke)]
                read = [" ".join(filter(None, (one.verb, one.target, one.topic, one.item, one.place))) for one in spoke.intents]
            yield {
                "n": row["n"], "style": row["style"], "sitting": row["sitting"], "at": where, "with": present,
                "before": before.reply if before else "", "said": row["said"], "answer": reply, "read": read,
            }  # fmt: skip


def count(half: str, judged: Path) -> None:
    """Prints how many lines are judged what, by style."""
    styles = {row["n"]: row["style"] for _, rows in sittings(half) for row in rows}
    by: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in judged.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        by[styles[row["n"]]][row["is"]] += 1
        by["all"][row["is"]] += 1
    print(f"{'':<12}{'lines':>7}" + "".join(f"{name:>10}" for name in JUDGED))
    for style, found in by.items():
        whole = found.total()
        print(f"{style:<12}{whole:>7}" + "".join(f"{found[name] / whole:>10.0%}" for name in JUDGED))


def ways(half: str) -> Counter[str]:
    """What becomes of each paraphrase of an offered way: taken, asked back with it or without it, wrongly taken, missed; and of each
    line that takes none."""
    games = {name: opened(name) for name in ("redemption", "red_mesa", "nine_tonnes")}
    found: Counter[str] = Counter()
    for line in (OURS / f"ways_{half}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        game = games[row["campaign"]]
        state = game.state
        scene = state.pack.scenes[row["scene"]]
        options = tuple(Option(id=one.id, text=one.text) for one in scene.choices)
        state.decisions = Register()
        state.decisions[row["scene"]] = Decision(
            id=row["scene"], question=scene.question, options=options, turn=0, scene=state.scene.id, minute=0
        )
        intents = understood(row["said"], state, game.tools).intents
        took = next((intent.option for intent in intents if intent.verb == "decide"), "")
        asked = next((intent.about for intent in intents if intent.mode == "which"), "")
        text = next((one.text for one in options if one.id == row["takes"]), "")
        if not row["takes"]:
            found["none: taken all the same" if took else "none: asked back" if asked else "none: left alone"] += 1
        elif took:
            found["taken" if took == row["takes"] else "another taken"] += 1
        else:
            found["asked back, it among them" if asked and text in asked else "asked back without it" if asked else "missed"] += 1
    return found


def main() -> int:
    """Play a half, or count what was judged of it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("half", nargs="?", default="seen", choices=("seen", "kept"))
    options.add_argument("-o", dest="out", type=Path, help="where the answers go, a JSON object a line; else they are printed")
    options.add_argument("--judged", type=Path, help="count these judgements instead")
    options.add_argument("--ways", action="store_true", help="count what becomes of the paraphrases of offered ways")
    given = options.parse_args()
    if given.ways:
        print("\n".join(f"{count:>5}  {what}" for what, count in sorted(ways(given.half).items())))
        return 0
    if given.judged:
        count(given.half, given.judged)
        return 0
    rows = list(answers(given.half))
    if given.out:
        given.out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        print(f"{len(rows)} lines answered: {given.out}")
        return 0
    for row in rows:
        print(f"\n[{row['n']} {row['style']}] > {row['said']}\n  ({'; '.join(row['read'])})\n  {row['answer']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
