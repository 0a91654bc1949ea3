"""Odd bytes for the readers of other programs' files: none may end in anything but a clear refusal, and what is read must write again.

    python benchmarks/fuzz_files.py [--seconds 60] [--seed 1] [--only png]

Each reader is tried for so many seconds. Where atheris is installed (``pip install atheris``, Linux and macOS), it steers the bytes to
where the code has not been yet; otherwise whole files are spoiled at random, and a line says so. Printed are how many cases were tried
and how many were read; each fault with the bytes that led to it, in a file. Exit 1 where there was one.
"""

import argparse
import importlib.util
import random
import re
import subprocess
import sys
import tempfile
import traceback
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

SLOWEST = 10
"""Seconds that a case may take."""
MEMORY = 2_000
"""Megabytes that a process may take."""
LONGEST = 16_384
"""Bytes of a case."""
FAULT = re.compile(r"(?s)=== Uncaught Python exception: ===\n(.*?)==\d+==|(ERROR: libFuzzer:.*?)\n")


class Reader(NamedTuple):
    """What is tried: ``read`` returns whether anything was read; ``seeds`` are whole files to begin with."""

    read: Callable[[bytes], bool]
    seeds: tuple[bytes, ...]


def readers() -> dict[str, Reader]:
    """What can be tried, by name."""
    from gm_engine.errors import GameError
    from gm_engine.exchange.formats.brought import Brought
    from gm_engine.exchange.formats.card import read_card, write_card
    from gm_engine.exchange.formats.card_png import read_card_png, write_card_png
    from gm_engine.exchange.formats.charx import is_charx, read_charx, write_charx
    from gm_engine.exchange.formats.foreign_json import canonical_json, read_json
    from gm_engine.exchange.formats.png_text import Text, chunks_of, with_texts
    from tests.exchange.formats.cards import BOOK, ONE, TAVERN, THREE, TWO
    from tests.exchange.formats.test_charx import GOOD

    def written_again(brought: Brought) -> None:
        card = brought.cards[0]
        for version in (1, 2, 3):
            again = read_card(read_json(write_card(card, version).data, "x.json"), "x.json").cards[0]
            assert (again.name, again.description, again.greeting) == (card.name, card.description, card.greeting)
        from_picture = read_card_png(write_card_png(card).data, "x.png").cards[0]
        assert from_picture.name == card.name
        into_picture = write_card_png(from_picture).data
        assert write_card_png(read_card_png(into_picture, "x.png").cards[0]).data == into_picture
        into_archive = write_charx(card).data
        from_archive = read_charx(into_archive, "x.charx").cards[0]
        assert from_archive.name == card.name
        assert write_charx(from_archive).data == into_archive

    def tried(read: Callable[[bytes], Brought]) -> Callable[[bytes], bool]:
        def once(data: bytes) -> bool:
            is_charx(data)
            try:
                brought = read(data)
            except GameError:
                return False
            written_again(brought)
            return True

        return once

    whole = {**THREE, "data": {**THREE["data"], "character_book": BOOK}}
    values = tuple(canonical_json(value) for value in (ONE, TWO, TAVERN, whole))
    picture = write_card_png(read_card(whole, "x.json").cards[0]).data
    chunks = chunks_of(picture, "x.png")
    small = BytesIO()
    with ZipFile(small, "w", ZIP_DEFLATED) as archive:
        archive.writestr("card.json", values[0])

    def text_in_picture(text: bytes) -> Brought:
        return read_card_png(with_texts(chunks, [Text("ccv3", text)], without=lambda _: True), "x.png")

    def card_in_archive(card: bytes) -> Brought:
        made = BytesIO()
        with ZipFile(made, "w") as archive:
            archive.writestr("card.json", card)
        return read_charx(made.getvalue(), "x.charx")

    return {
        "png": Reader(tried(lambda data: read_card_png(data, "x.png")), (picture,)),
        "png-text": Reader(tried(text_in_picture), (*values, *(b64encode(value).rstrip(b"=") for value in values))),
        "charx": Reader(tried(lambda data: read_charx(data, "x.charx")), (GOOD, small.getvalue())),
        "charx-card": Reader(tried(card_in_archive), values),
        "card": Reader(tried(lambda data: read_card(read_json(data, "x.json"), "x.json")), values),
    }


# --- steered by atheris, in a process of its own: it ends the process that it runs in


def steered(name: str, folder: Path, seconds: int, seed: int) -> tuple[int, str]:
    """How many cases were tried, and what was wrong."""
    corpus = folder / name
    corpus.mkdir()
    for at, data in enumerate(readers()[name].seeds):
        (corpus / str(at)).write_bytes(data)
    options = (
        f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST}", f"-timeout={SLOWEST}", f"-rss_limit_mb={MEMORY}",
        f"-artifact_prefix={folder}/{name}-", "-print_final_stats=1",
    )  # fmt: skip
    done = subprocess.run([sys.executable, __file__, "--steer", name, str(corpus), *options], capture_output=True, text=True, check=False)
    tried = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    fault = FAULT.search(done.stderr)
    wrong = (fault[1] or fault[2]) if fault else "" if done.returncode == 0 else done.stderr[-2500:]
    return int(tried[1]) if tried else 0, f"{wrong}\nthe bytes: {folder}/{name}-*" if wrong else ""


def steer(name: str, options: list[str]) -> None:
    import atheris

    with atheris.instrument_imports(include=["gm_engine.exchange.formats"]):
        read = readers()[name].read
    atheris.Setup([sys.argv[0], *options], read)
    atheris.Fuzz()


# --- spoiled at random

ODD = (
    b"\x00",
    b"\xff" * 4,
    b"\x7f\xff\xff\xff",
    b"\x80\x00\x00\x00",
    b"IEND",
    b"tEXt",
    b"zTXt",
    b"PK\x01\x02",
    b"PK\x05\x06",
    b"../",
    b'"',
    b"{",
    b"[",
)


def spoiled(dice: random.Random, data: bytes, other: bytes) -> bytes:
    """A whole file with a few pieces of it cut, doubled, swapped, or replaced by something odd."""
    for _ in range(dice.choice((1, 1, 2, 4, 8))):
        at, length = dice.randrange(len(data) + 1), dice.choice((1, 2, 4, 8, 64, 512))
        piece = (
            bytes((dice.randrange(256),)),
            dice.choice(ODD),
            data[dice.randrange(len(data) + 1) :][:length],
            other[dice.randrange(len(other) + 1) :][:length],
        )
        data = (
            data[:at] + dice.choice(piece) + data[at + dice.choice((0, 1, length)) :],
            data[:at] + data[at + length :],
            data[:at] + data[at : at + length] * 2 + data[at + length :],
            data[:at],
        )[dice.choice((0, 0, 0, 1, 2, 3))]
    return data


def at_random(name: str, folder: Path, seconds: int, seed: int) -> tuple[int, int, str]:
    """How many cases were tried, how many of them were read, and what was wrong."""
    reader, dice, tried, well = readers()[name], random.Random(f"{seed}|{name}"), 0, 0
    end = monotonic() + seconds
    while monotonic() < end:
        data = spoiled(dice, dice.choice(reader.seeds), dice.choice(reader.seeds))
        begun = monotonic()
        tried += 1
        try:
            well += reader.read(data)
        except Exception:
            file = folder / f"{name}-{tried}"
            file.write_bytes(data)
            return tried, well, f"{traceback.format_exc()}\nthe bytes: {file}"
        if monotonic() - begun > SLOWEST:
            return tried, well, f"case {tried} took {monotonic() - begun:.0f} s"
    return tried, well, ""


def main() -> int:
    if sys.argv[1:2] == ["--steer"]:
        steer(sys.argv[2], sys.argv[3:])
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--seconds", type=int, default=60, help="For each reader.")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--only", default="", choices=("", *readers()))
    ask.add_argument("--unsteered", action="store_true", help="Spoil at random, also where atheris is installed.")
    args = ask.parse_args()
    steers = importlib.util.find_spec("atheris") is not None and not args.unsteered
    if not steers:
        print("Files are spoiled at random. With atheris (pip install atheris) they would be spoiled where it matters.")
    folder, bad = Path(tempfile.mkdtemp()), 0
    for name in readers():
        if args.only not in ("", name):
            continue
        if steers:
            tried, wrong = steered(name, folder, args.seconds, args.seed)
            read = ""
        else:
            tried, well, wrong = at_random(name, folder, args.seconds, args.seed)
            read = f", {well:,} of them read"
        bad += bool(wrong)
        print(f"{'BAD ' if wrong else 'ok  '} {name}: {tried:,} tried{read}", flush=True)
        if wrong:
            print(wrong)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
