"""Checks every name that a pack uses against the sections in which it must be found."""

from collections.abc import Iterable
from typing import Any

from gm_engine.authoring.desk import Desk, Reference
from gm_engine.authoring.dice_text import is_dice
from gm_engine.authoring.finding import Finding, did_you_mean
from gm_engine.authoring.schema import ENTITIES
from gm_engine.story.pack import Pack

PLAYER = ("pc", "you")
SINGULAR = {
    **{
        f"{word}s": word
        for word in ("character", "npc", "location", "faction", "item", "secret", "clock", "scene", "table", "skill", "attribute", "weapon")
    },
    "lore": "lore entry",
    "people": "person",
    "entities": "person, place, faction or item",
    "things": "item",
}
GROUPS = ("people", "entities", "things")


def check_references(pack: Pack, desk: Desk) -> None:
    """Writes a finding for each name that nothing answers to, each id used twice, and each die that cannot be rolled."""
    known = known_names(pack)
    for reference in _once(desk.references):
        _check(reference, known, desk)
    _check_shared(pack, desk)
    _check_tables(pack, known, desk)


def _once(references: list[Reference]) -> list[Reference]:
    """Each name once for each kind that it should be: one missing secret is one finding, however often it is named."""
    first: dict[tuple[tuple[str, ...], str, str], Reference] = {}
    for reference in sorted(references, key=lambda each: (each.file, each.line, each.path)):
        first.setdefault((reference.sections, reference.id, reference.code), reference)
    return list(first.values())


def known_names(pack: Pack) -> dict[str, tuple[str, ...]]:
    """The ids of every section, and of the groups that references use."""
    rulebook = pack.rulebook
    people = (*pack.characters, *pack.npcs)
    carried = {thing for person in (*pack.characters.values(), *pack.npcs.values()) for thing in person.items}
    known: dict[str, Iterable[str]] = {
        name: getattr(pack, name)
        for name in ("characters", "npcs", "locations", "factions", "items", "secrets", "clocks", "scenes", "tables", "lore")
    }
    known |= {f"choices of {id}": [choice.id for choice in scene.choices] for id, scene in pack.scenes.items()}
    weapons = _keys(rulebook.get("weapons"))
    known |= {
        "people": (*people, *PLAYER),
        "entities": (*people, *pack.locations, *pack.factions, *pack.items),
        "things": (*pack.items, *carried, *weapons, *_keys(rulebook.get("goods"))),
        "weapons": weapons,
        "attributes": _keys(rulebook.get("attributes")),
        "skills": _keys(rulebook.get("skills")),
    }
    return {name: tuple(sorted(set(ids))) for name, ids in known.items()}


def _keys(value: Any) -> tuple[str, ...]:
    return tuple(str(key) for key in value) if isinstance(value, dict | list) else ()


def _check(reference: Reference, known: dict[str, tuple[str, ...]], desk: Desk) -> None:
    from_rulebook = ("skills", "attributes", "weapons")
    if any(section in from_rulebook and not known[section] for section in reference.sections):
        return
    wanted = [id for section in reference.sections for id in known.get(section, ())]
    if reference.id in wanted or (reference.sections[0].startswith("choices of") and not wanted):
        return
    what = " or ".join(SINGULAR.get(section, "choice of " + section.removeprefix("choices of ")) for section in reference.sections)
    other = next(
        (section for section in SINGULAR if section in known and section not in GROUPS and reference.id in known[section]),
        None,
    )
    code, file, line = reference.code, reference.file, reference.line
    if other and code == "E010":
        message = f"{reference.path} wants a {what}, and {reference.id!r} is a {SINGULAR[other]}"
        desk.findings.append(
            Finding(file=file, line=line, code="E012", message=message, fix=did_you_mean(reference.id, wanted, f"name a {what}"))
        )
        return
    article = "an" if what[0] in "aeiou" else "a"
    message = f"{reference.path} names an unknown {what} {reference.id!r}"
    fix = did_you_mean(reference.id, wanted, f"add {article} {what} of that id, or name another")
    desk.findings.append(Finding(file=file, line=line, code=code, message=message, fix=fix))


def _check_shared(pack: Pack, desk: Desk) -> None:
    """People, places, factions and items share one set of ids: the lore has a single entity for each."""
    seen: dict[str, str] = {}
    for section in ENTITIES:
        for id in getattr(pack, section):
            if id in seen:
                first, first_line = desk.place(f"{seen[id]}.{id}")
                file, line = desk.place(f"{section}.{id}")
                message = f"the id {id!r} is used under {section} here and under {seen[id]} in {first}:{first_line}"
                desk.findings.append(Finding(file=file, line=line, code="E011", message=message, fix="rename one of them"))
            seen.setdefault(id, section)


def _check_tables(pack: Pack, known: dict[str, tuple[str, ...]], desk: Desk) -> None:
    """Dice that can be rolled, and ``{table:NAME}`` that can be found."""
    for id, table in pack.tables.items():
        file, line = desk.place(f"tables.{id}")
        for dice in (table.roll, *(row.roll for row in table.rows)):
            if dice and not is_dice(dice):
                message = f"tables.{id}: {dice!r} cannot be rolled"
                desk.findings.append(
                    Finding(file=file, line=line, code="E050", message=message, fix="write 2d6, d100, d%, 4d6kh3 or 1d8+2")
                )
        for row in table.rows:
            for part in row.text.split("{table:")[1:]:
                _check(Reference(("tables",), part.partition("}")[0], f"tables.{id}", file, line), known, desk)
