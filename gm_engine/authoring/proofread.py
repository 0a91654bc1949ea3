"""Reads a campaign once more, as an editor would: is every place reached, every secret findable, every name clear?"""

from collections.abc import Iterable, Iterator

from gm_engine.authoring.data_files import read_data
from gm_engine.authoring.margin_note import Finding, in_order
from gm_engine.authoring.pack_files import main_file
from gm_engine.authoring.pack_reading import PackReading
from gm_engine.authoring.play_file import check_play
from gm_engine.authoring.proof_names import names
from gm_engine.authoring.proof_secrets import secrets
from gm_engine.authoring.proof_texts import effects_of, texts
from gm_engine.authoring.yaml_text import read_text
from gm_engine.story.pack import Pack

PINNED_TOKENS = 800
LETTERS_A_TOKEN = 4


def proofread(reading: PackReading, more: Iterable[Finding] = ()) -> tuple[Finding, ...]:
    """All that is wrong with a pack and its plays, in order of file and line.

    What is missing (a way, an ending) is said only of a pack without errors: it may stand in what could not be read.
    ``more`` are findings of checks that need other rooms, such as W140: the pack contradicts itself.
    """
    found = [*reading.findings, *reading.unset_flags, *more, *_plays(reading)]
    if reading.pack is not None:
        place = reading.place
        found += [
            finding
            for check in (_safety, _pinned, *(() if reading.errors else (_unreachable, _ending)))
            for path, code, message, fix in check(reading.pack)
            for finding in [_finding(place(path), code, message, fix)]
        ]
        found += [_finding(place(path), code, message, fix) for path, code, message, fix in (*secrets(reading.pack), *names(reading.pack))]
    return in_order(found)


def _finding(place: tuple[str, int], code: str, message: str, fix: str) -> Finding:
    return Finding(file=place[0], line=place[1], code=code, message=message, fix=fix)


def _plays(reading: PackReading) -> Iterator[Finding]:
    """What is wrong with the plays beside the pack."""
    folder = main_file(reading.path).parent / "plays"
    for path in sorted(folder.glob("*.play"), key=lambda each: each.name) if folder.is_dir() else ():
        found: list[Finding] = []
        text = read_text(path, str(path), found)
        yield from found
        if text is not None:
            yield from check_play(text, str(path))[1]


def _unreachable(pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    """Places that no way leads to. A place that only contains others needs none; a wrong start says nothing of the rest."""
    if pack.start.at not in pack.locations:
        return
    reached = {pack.start.at}
    led = {effect.target if effect.verb == "go" else effect.value for _, effect in effects_of(pack) if effect.verb in ("go", "move")}
    waiting = [pack.start.at, *sorted(led & set(pack.locations))]
    while waiting:
        here = waiting.pop()
        reached.add(here)
        waiting += [exit.to for exit in pack.locations[here].exits if exit.to in pack.locations and exit.to not in reached]
    containers = {place.within for place in pack.locations.values()}
    for id, place in pack.locations.items():
        if id not in reached and not (id in containers and not place.exits):
            yield (
                f"locations.{id}",
                "W102",
                f"no way leads to {id} from {pack.start.at}",
                "give it an exit, or an exit elsewhere that leads to it",
            )


def _ending(pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    ends = any(scene.ends for scene in pack.scenes.values()) or any(effect.verb == "end" for _, effect in effects_of(pack))
    if not ends:
        yield "scenes" if pack.scenes else "title", "W120", "the campaign has no ending", "give one scene ends: true, or an effect: end"


def _safety(pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    """Texts in one sentence of which all the words of a line stand."""
    dull = frozenset(read_data("proofreading")["dull"])
    sentences = [
        (path, sentence, {_stem(word) for word in _words(sentence)})
        for path, text, _ in (texts(pack) if pack.safety.lines else ())
        for sentence in text.replace("!", ".").replace("?", ".").split(".")
    ]
    for line in pack.safety.lines:
        wanted = {_stem(word) for word in _words(line) if word not in dull}
        if not wanted:
            continue
        for path, sentence, stems in sentences:
            if wanted <= stems:
                message = f"{path} crosses the pack's own line {line!r}: {sentence.strip()[:60]!r}"
                yield path, "W150", message, "reword it, or drop the line"


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalpha() else " " for letter in text.lower()).split()


def _stem(word: str) -> str:
    if word == "children":
        return "child"
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _pinned(pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    pinned = [id for id, entry in pack.lore.items() if entry.pinned]
    tokens = sum(len(pack.lore[id].text) for id in pinned) // LETTERS_A_TOKEN
    if tokens > PINNED_TOKENS:
        largest = max(pinned, key=lambda id: (len(pack.lore[id].text), id))
        message = f"pinned lore takes about {tokens:,} tokens of every prompt, more than {PINNED_TOKENS}"
        yield f"lore.{largest}", "W170", message, "unpin what is not needed in every turn; this entry is the longest"
