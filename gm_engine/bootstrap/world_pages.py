"""A world as the files of a campaign's folder: what ``gm new --from`` writes, and what an import without a chat is played from."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gm_engine.authoring import condition_words, effect_words, read_pack
from gm_engine.bootstrap.assembled import World
from gm_engine.bootstrap.told_ways import with_ways
from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.plain_ids import FreeIds, plain_id
from gm_engine.extraction.names import snake
from gm_engine.story.condition import Owed
from gm_engine.story.pack import Authored, AuthoredScene, Choice, Location, Pack
from gm_engine.story.travel import Exit

PC = "you"
SHOWN = 3
"""Errors that are told of a campaign that cannot be made."""
PLAY = "---\ntitle: The first look\ncampaign: {id}\n---\n> I look around.\n"


def pages_of(world: World, id: str) -> dict[str, str]:
    """The files of the campaign, by path: ``campaign.yaml``, a play, and the books."""
    known = [one for one, place in world.places.items() if place.visibility == "table"]
    at = world.start if world.start in known else next(iter(known), "")
    joined = with_ways(world.places, at, [entry.text for entry in world.lore.values() if entry.visibility == "table"])
    places = {one: _place(place) for one, place in joined.items()}
    people = {one: _page(person) for one, person in world.people.items()}
    head: dict[str, Any] = {
        "format": 1,
        "id": id,
        "title": world.title,
        "rules": "bare",
        "start": {"at": at, "pc": PC} if at else {"pc": PC},
        "summary": world.summary,
        "openings": list(_openings(world, people)),
        "characters": {PC: {"name": world.hero, "pronouns": "they"}},
        "locations": places,
        "npcs": people,
        "factions": {one: _page(each) for one, each in world.factions.items()},
        "items": {one: _page(each) for one, each in world.items.items()},
        "scenes": {one: _scene(scene) for one, scene in world.scenes.items()},
        "lore": {one: _plain(entry) for one, entry in world.lore.items() if not _in_a_book(one, world)},
        "x": dict(world.x),
    }
    files = {"campaign.yaml": _yaml({key: value for key, value in head.items() if value not in ({}, "", [])})}
    files[f"plays/{snake(world.title) if world.title else id}.play"] = PLAY.format(id=id)
    for one, book in world.books.items():
        files[f"books/{one}.json"] = json.dumps(book.model_dump(mode="json"), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    return files


def written_to(files: Mapping[str, str], folder: Path) -> None:
    """Puts the files there."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


def pack_of_world(world: World, id: str, file: str = "") -> Pack:
    """The campaign that the files make, ready to play. ``file`` is what it was made of. Raises TranscriptError where none can be made."""
    with TemporaryDirectory() as folder:
        written_to(pages_of(world, id), Path(folder))
        reading = read_pack(folder)
    if reading.errors or reading.pack is None:
        found = "; ".join(f"{finding.message} ({finding.code})" for finding in reading.errors[:SHOWN])
        then = f"gm new FOLDER --from {file} writes it as files, in which it can be mended." if file else ""
        raise TranscriptError(file, f"no campaign can be made of it: {found}.", then, "broken-pack")
    return reading.pack


def _in_a_book(id: str, world: World) -> bool:
    return any(id.startswith(f"{book}_") for book in world.books)


def _openings(world: World, people: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The ways in which it can begin, each under a name as a campaign writes it."""
    taken = FreeIds()
    for one in world.openings:
        name = taken.take(plain_id(one.name, "opening"))
        page = {"name": name, "present": [who for who in one.present if who in people], "reads": one.reads, "text": one.text}
        yield {key: value for key, value in page.items() if value}


def _scene(scene: AuthoredScene) -> dict[str, Any]:
    """A scene with its choices, its conditions and effects as an author writes them."""
    page = _happening(scene)
    if scene.choices:
        page["choices"] = {choice.id: _choice(choice) for choice in scene.choices}
    return page


def _choice(choice: Choice) -> dict[str, Any]:
    page = _happening(choice)
    if choice.owes:
        page["owes"] = [_happening(owed) | ({"id": owed.id} if owed.id else {}) for owed in choice.owes]
    return page


def _happening(one: AuthoredScene | Choice | Owed) -> dict[str, Any]:
    page = _plain(one)
    for key in ("effects", "otherwise"):
        if key in page:
            page[key] = [effect_words(effect) for effect in getattr(one, key)]
    if "when" in page:
        page["when"] = condition_words(one.when) if not isinstance(one, Choice) and one.when is not None else ""
    return page


def _place(place: Location) -> dict[str, Any]:
    """A place with its ways: how far and on which side, where that was told; else nothing but where they lead."""
    page = _page(place)
    if place.exits:
        page["exits"] = {way.to: _way(way) or None for way in place.exits}
    return page


def _way(way: Exit) -> dict[str, Any]:
    return ({"miles": way.tenths / 10} if way.tenths else {}) | ({"dir": way.dir} if way.dir else {})


def _page(one: Authored) -> dict[str, Any]:
    return _plain(one)


def _plain(one: Any) -> dict[str, Any]:
    """What differs from a noun's usual values, without its id, which is its key."""
    made = one.model_dump(mode="json", exclude_defaults=True)
    made.pop("id", None)
    return dict(made)


def _yaml(head: Mapping[str, Any]) -> str:
    """The head, a line for each entry: JSON is YAML as well."""
    lines = []
    for key, value in head.items():
        if isinstance(value, dict) and value and all(isinstance(inner, (dict, str)) for inner in value.values()) and key != "x":
            lines.append(f"{key}:")
            lines += [f"  {json.dumps(id, ensure_ascii=False)}: {json.dumps(inner, ensure_ascii=False)}" for id, inner in value.items()]
        else:
            lines.append(f"{key}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"
