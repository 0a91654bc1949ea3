"""Twee 3: a Twine story as text. Each passage begins with ``:: Name [tags] {metadata}``."""

import re
from collections.abc import Iterator
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.foreign_json import decoded, read_json
from gm_engine.exchange.formats.patient_fields import as_read
from gm_engine.exchange.formats.twine_story import PASSAGE_FATES, Passage, TwineStory, brought_of
from gm_engine.story.letters import plain

HEADER = re.compile(r"^::[ \t]*(?=\S)(?P<rest>[^\n]*)$", re.MULTILINE)
TAGS = re.compile(r"(?<!\\)\[(?P<tags>(?:[^\[\]\\]|\\.)*)\][ \t]*$")
ENDINGS = (".twee", ".tw", ".twee3", ".tw2", ".twee2")
MOST_PASSAGES = 20_000
FATES: tuple[Fate, ...] = (
    *PASSAGE_FATES,
    Fate("StoryTitle", "kept", "The name of the opening."),
    Fate("StoryData.start", "kept", "The scene of the opening."),
    Fate("StoryData.format", "changed", "It says how macros are read."),
    Fate("StoryData.ifid, StoryData.format-version, StoryData.tag-colors, StoryData.zoom", "lost"),
)


def is_twee(data: bytes, file: str) -> bool:
    """True for a text whose first line is a passage's header; where the file is called so, also after a few words."""
    try:
        text = decoded(data[:65536] if len(data) > 65536 and data.isascii() else data, file)
    except TranscriptError:
        return False
    found = HEADER.search(text.replace("\r\n", "\n"))
    if found is None:
        return False
    before = text.replace("\r\n", "\n")[: found.start()]
    return not before.strip() or file.lower().endswith(ENDINGS)


def read_twee(data: bytes, file: str) -> Brought:
    """The scenes of a story. Raises TranscriptError for what is no text, and for a story without passages."""
    text = plain(decoded(data, file).replace("\r\n", "\n").replace("\r", "\n"))
    losses: list[Loss] = []
    passages = list(_passages(text, file, losses))
    told = [passage for passage in passages if passage.name not in ("StoryTitle", "StoryData")]
    title = next((" ".join(passage.text.split()) for passage in passages if passage.name == "StoryTitle"), "")
    data_text = next((passage.text for passage in passages if passage.name == "StoryData"), "")
    about = _story_data(data_text, file, losses)
    start, written_for = about.pop("start", ""), about.pop("format", "")
    more = {f"StoryData.{key}": value for key, value in about.items()}
    story = TwineStory(title or stem(file), tuple(told), _words(start), _words(written_for), more)
    return brought_of([story], "a story (Twee)", file, losses)


def _passages(text: str, file: str, losses: list[Loss]) -> Iterator[Passage]:
    """The passages one after the other. Raises TranscriptError for more than are read."""
    headers = list(HEADER.finditer(text))
    if len(headers) > MOST_PASSAGES:
        what = f"it has {len(headers):,} passages."
        raise TranscriptError(file, what, f"At most {MOST_PASSAGES:,} are read.", "too-large")
    before = text[: headers[0].start()].strip() if headers else ""
    if before:
        losses.append(Loss("before the first passage", before, "It belongs to no passage."))
    for place, header in enumerate(headers):
        end = headers[place + 1].start() if place + 1 < len(headers) else len(text)
        body = text[header.end() : end].strip("\n")
        yield _passage(header["rest"].strip(), re.sub(r"^\\::", "::", body, flags=re.MULTILINE).rstrip(), losses)


def _passage(rest: str, body: str, losses: list[Loss]) -> Passage:
    """A passage of its header, without the colons, and its text."""
    more: dict[str, Any] = {}
    at = _metadata_at(rest)
    if at >= 0:
        rest, written = rest[:at].rstrip(), rest[at:]
        try:
            value = read_json(written, "")
            more = as_read(dict(value)) if isinstance(value, dict) else {}
        except TranscriptError:
            losses.append(Loss(f"passages.{_unescaped(TAGS.sub('', rest)).strip()}.metadata", written, "It is no JSON."))
    found = TAGS.search(rest)
    tags = tuple(_unescaped(tag) for tag in found["tags"].split()) if found else ()
    name = _unescaped(rest[: found.start()] if found else rest).strip()
    return Passage(name or "Untitled", body, tags, more)


def _metadata_at(rest: str) -> int:
    """Where the metadata of a header begins; -1 where it has none."""
    if not rest.endswith("}"):
        return -1
    found = re.search(r"(?<!\\)\{", rest)
    return found.start() if found else -1


def _unescaped(text: str) -> str:
    r"""A name or a tag as it is meant.

    >>> _unescaped(r"The \[red\] door")
    'The [red] door'
    """
    return re.sub(r"\\(.)", r"\1", text)


def _story_data(text: str, file: str, losses: list[Loss]) -> dict[str, Any]:
    """What ``StoryData`` says; what is no JSON is told."""
    if not text.strip():
        return {}
    try:
        value = read_json(text, file)
    except TranscriptError as error:
        losses.append(Loss("StoryData", text, f"It cannot be read: {error.what}"))
        return {}
    if not isinstance(value, dict):
        losses.append(Loss("StoryData", as_read(value), "It should be an object."))
        return {}
    return dict(as_read(value))


def _words(value: Any) -> str:
    return plain(value) if isinstance(value, str) else ""
