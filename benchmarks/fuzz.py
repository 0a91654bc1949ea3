"""Odd input at every door: command lines, transcripts, packs and plays. No input may end in a fault of the program itself, or hang.

    python benchmarks/fuzz.py [--lines 100] [--transcripts 60] [--packs 40] [--plays 40] [--seed 1] [--show]

Each case is drawn from the seed and its number, and run with a home of its own. Counted are tracebacks, faults of the program itself
(the slug ``fault``) and hangs of more than ten seconds; each is printed with how to run it alone (``--only KIND:NUMBER``). The small
models are off: what the judge reads for each turn has its own bound. Exit 1 where there was one.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gm_engine import judging, meaning
from gm_engine.interfaces.cli import main as gm
from gm_engine.interfaces.cli.command_index import COMMANDS
from gm_engine.storage.database import Database
from tests.interfaces.conftest import PLAY
from tests.packs import LIVERY_PATH

LONGEST = 10
"""Seconds that a case may take."""
NEVER = {"serve", "mcp"}
"""Commands that run until they are stopped."""
HALVES = ("\udcff", "\ud83d", "a\udc80b")
ODD = (
    *HALVES, "", " ", "\x00", "\x1b[2J", "\u202e", "9" * 5000, "-1", "0", "1e999", "NaN", str(2**63), str(-(2**70)), "😀", "İ", "ﬁ",
    "../..", "/dev/null", "a" * 3000, "(" * 3000, '"', "'", "{}", "[[[[", "%s%n", "--", "-", "=", ":", "t1.1", "f1.1", "last", "main",
    "[/bold]", "[red", "keep", "jsonl", "html", "json", "text", "embedded",
)  # fmt: skip
LINES = (
    "I look around.", "I wait for ten minutes.", "/sheet", "/map", "/undo", "/retry", "/edit 1", "/settle last keep", "/remember", "/pin",
    "/forget", "/correct a: b", "/merge a = b", "/split a = b: t1", "/branch", "/switch main", "/x", "/roll", "/ask", "/why", "/recall",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    10**5000, -(10**30), 2**63, 2**31, -1, 0, 1.5, float("inf"), float("nan"), None, True, "", "\ud83d", "\udcff", "x" * 2000, [],
    {}, [[]], {"a": 1},
)  # fmt: skip


class Hang(BaseException):
    """A case took too long."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raises Hang where the block takes longer, by the processor's clock: others may be at work here."""

    def too_long(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def stream(text: str = "") -> TextIOWrapper:
    """A stream as a terminal without a locale gives it: what is no UTF-8 comes as half-characters."""
    return TextIOWrapper(BytesIO(text.encode("utf-8", "surrogatepass")), encoding="utf-8", errors="surrogateescape", write_through=True)


def said(words: list[str], typed: str = "") -> tuple[int, str]:
    """How ``gm`` came out: its exit code, and what stood on standard error."""
    out, err, before = stream(), stream(), sys.stdin
    out.reconfigure(errors="strict")
    err.reconfigure(errors="backslashreplace")
    sys.stdin = stream(typed)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = gm(words)
    finally:
        sys.stdin = before
    err.seek(0)
    return code, err.read()


# --- what is tried


def a_command_line(dice: random.Random, home: Path) -> tuple[list[str], str]:
    """A command with words that may be its own, and lines that are typed into it."""
    name = dice.choice([name for name in COMMANDS if name not in NEVER])
    words = [dice.choice(("evening", "evening", str(LIVERY_PATH), dice.choice(ODD))) for _ in range(dice.randint(0, 2))]
    words += [dice.choice(ODD) for _ in range(dice.randint(0, 2))]
    options = (
        "--home",
        "--seed",
        "--turn",
        "--format",
        "--by",
        "--because",
        "--budget",
        "--to",
        "--out",
        "--name",
        "--gm",
        "--yes",
        "--session",
    )
    for _ in range(dice.randint(0, 2)):
        words += [dice.choice(options), dice.choice(ODD)]
    if "--home" not in words:
        words += ["--home", str(home)]
    typed = "\n".join(f"{dice.choice(LINES)} {dice.choice(ODD)}" for _ in range(dice.randint(1, 3)))
    return [name, *words], typed + "\n"


def mutated(dice: random.Random, text: str) -> str:
    """A text with a few pieces of it cut, doubled, swapped, or replaced by something odd."""
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        lines = text.split("\n")
        at = dice.randrange(len(lines))
        line = lines[at]
        spot = dice.randint(0, len(line))
        match dice.randrange(7):
            case 0:
                lines[at] = line[:spot] + dice.choice(ODD) + line[spot:]
            case 1:
                lines[at] = line[:spot]
            case 2:
                lines.insert(dice.randrange(len(lines)), line)
            case 3:
                del lines[at]
            case 4:
                other = dice.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 5:
                head, colon, _ = line.partition(":")
                lines[at] = f"{head}{colon} {dice.choice(ODD)}"
            case _:
                lines[at] = " " * dice.randint(0, 9) + line.strip()
        text = "\n".join(lines) or " "
    return text


def a_transcript(dice: random.Random, home: Path) -> tuple[list[str], str]:
    """A file to import: JSON with odd values, nested deeply, or prose with odd signs."""
    suffix = dice.choice((".jsonl", ".json", ".txt", ".md", ""))
    file = home / f"talk{suffix}"
    depth = dice.choice((10, 1_000, 200_000))
    row: dict[str, Any] = {"turn": 1, "role": "gm", "text": "It rains on the livery.", "speaker": "Ben", "session": 1, "time": "1875-05-01"}
    for _ in range(dice.randint(0, 2)):
        row[dice.choice(list(row))] = dice.choice(VALUES)
    opened = dice.choice(("[", '{"a":', "[[", '[{"text":', "([", "((", "- ", "> ", '"'))
    with unlimited():
        texts = (
            json.dumps(row, ensure_ascii=dice.random() < 0.5),
            json.dumps([row, row]),
            opened * depth,
            opened * depth + "1" + {"[": "]", "{": "}"}.get(opened[0], "") * depth,
            mutated(dice, 'GM: It rains.\n\nCal: I wait.\n\nGM: A man says: "No."\n'),
            dice.choice(ODD) * dice.choice((1, 60, 3000)),
            " ".join(dice.choice(ODD) for _ in range(40)),
        )
    raw = dice.choice(texts).encode("utf-8", "surrogatepass")
    file.write_bytes(dice.choice((b"", b"\xef\xbb\xbf", b"")) + raw[:2_000_000])
    return ["import", str(file), "--home", str(home)], ""


@contextmanager
def unlimited() -> Iterator[None]:
    """Whole numbers of any length may be written here."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)


def a_journal(dice: random.Random, home: Path) -> tuple[list[str], str]:
    """An exported journal in which a value was changed."""
    file = home / "story.jsonl"
    lines = (home / "evening.jsonl").read_text(encoding="utf-8").splitlines()[:400]
    at = dice.choice((0, 0, dice.randrange(len(lines))))
    row = json.loads(lines[at])
    where = dice.choice(list(row))
    row[where] = dice.choice(VALUES)
    with unlimited():
        lines[at] = json.dumps(row)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ["import", str(file), "--home", str(home)], ""


def a_pack(dice: random.Random, home: Path) -> tuple[list[str], str]:
    """A campaign whose files were changed."""
    folder = home / "livery"
    folder.mkdir()
    for file in sorted(LIVERY_PATH.glob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        changed = mutated(dice, text) if file.name == "campaign.yaml" or dice.random() < 0.5 else text
        (folder / file.name).write_bytes(changed.encode("utf-8", "surrogatepass"))
    words = dice.choice((["check", str(folder)], ["play", str(folder), "--home", str(home)], ["fmt", str(folder)]))
    return words, "I look around.\nI wait.\n"


def a_play(dice: random.Random, home: Path) -> tuple[list[str], str]:
    """A play whose lines were changed."""
    file = home / "evening.play"
    file.write_bytes(mutated(dice, PLAY).encode("utf-8", "surrogatepass"))
    return dice.choice((["run", str(file), "--home", str(home)], ["check", str(file)])), ""


Maker = Callable[[random.Random, Path], tuple[list[str], str]]
OPENED: list[Database] = []
"""The databases that a case has opened: the process would close them, and there is only one."""
KINDS: dict[str, Maker] = {"lines": a_command_line, "transcripts": a_transcript, "journals": a_journal, "packs": a_pack, "plays": a_play}


def run(kind: str, number: int, seed: int, saved: Path, show: bool) -> str:
    """What was wrong with a case; empty where nothing was."""
    dice = random.Random(f"{seed}|{kind}|{number}")
    with tempfile.TemporaryDirectory() as folder:
        home, before = Path(shutil.copytree(saved, Path(folder) / "home")), os.getcwd()
        words, typed = KINDS[kind](dice, home)
        os.chdir(home)
        begun = perf_counter()
        try:
            with at_most(LONGEST):
                _, err = said(words, typed)
            wrong = err if "[fault]" in err or "Traceback" in err else ""
        except Hang:
            wrong = f"hang of more than {LONGEST} s\n{traceback.format_exc()[-900:] if show else ''}"
        except BaseException:
            wrong = traceback.format_exc()
        finally:
            os.chdir(before)
            while OPENED:
                OPENED.pop().close()
        if show:
            print(f"{perf_counter() - begun:.1f} s  {kind}:{number}  {words!r}  {typed!r}"[:300], file=sys.stderr)
        return f"{kind}:{number}  {[word[:60] for word in words]!r}  {typed[:200]!r}\n{wrong[-2500:]}" if wrong else ""


def noted(database: Database, *args: Any, **options: Any) -> None:
    """Opens a database, and notes it."""
    OPEN(database, *args, **options)
    OPENED.append(database)


OPEN = Database.__init__


def main() -> int:
    Database.__init__ = noted  # type: ignore[method-assign]
    meaning.mark, judging.missing = lambda: "", lambda: "off here"
    os.environ |= {"GM_HOME": tempfile.mkdtemp(), "COLUMNS": "80"}
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for kind, usual in zip(KINDS, (100, 60, 20, 40, 40), strict=True):
        ask.add_argument(f"--{kind}", type=int, default=usual)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--only", default="", metavar="KIND:NUMBER")
    ask.add_argument("--show", action="store_true", help="Print each case and how long it took.")
    args = ask.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder) / "saved"
        (Path(folder) / "evening.play").write_text(PLAY, encoding="utf-8")
        journal = saved / "evening.jsonl"
        for words in (("run", f"{folder}/evening.play"), ("export", "evening", "--to", "jsonl", "--file", str(journal))):
            subprocess.run([sys.executable, "-m", "gm_engine", *words, "--home", str(saved)], check=True, capture_output=True)
        said(["check", f"{folder}/evening.play"])  # what is loaded once is no part of a case
        one, _, at = args.only.partition(":")
        cases = [(one, int(at))] if one else [(kind, number) for kind in KINDS for number in range(getattr(args, kind))]
        for kind in KINDS:
            wrong = [found for one, at in cases if one == kind and (found := run(kind, at, args.seed, saved, args.show))]
            bad += len(wrong)
            print(*wrong, sep="\n")
            print(f"{'ok  ' if not wrong else 'BAD '} {kind}: {sum(one == kind for one, _ in cases)} tried, {len(wrong)} wrong", flush=True)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
