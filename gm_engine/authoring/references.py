"""Checks every name that a pack uses against the sections in which it must be found."""

from collections.abc import Iterable
from typing import Any

from gm_engine.authoring.desk import Desk, Reference
from gm_engine.authoring.dice_text import dice_totals, is_dice
from gm_engine.authoring.margin_note import Finding, did_you_mean
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
    "tags": "tag",
    "owed": "name under owes",
}
GROUPS = ("people", "entities", "things", "tags", "owed")


def check_references(pack: Pack, desk: Desk) -> None:
    """Writes a finding for each name that nothing answers to, each id used twice, and each die that cannot be rolled."""
    known = known_names(pack)
    for reference in _once(desk.references):
        _check(reference, known, desk)
    _check_shared(pack, desk)
    _check_tables(pack, known, desk)
    _check_lore(pack, desk)


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
        "entities": (*people, *pack.locations, *pack.factions, *pack.items, *topics(pack)),
        "things": (*pack.items, *carried, *weapons, *_keys(rulebook.get("goods"))),
        "weapons": weapons,
        "attributes": _keys(rulebook.get("attributes")),
        "skills": _keys(rulebook.get("skills")),
        "tags": [tag for section in ENTITIES for entity in getattr(pack, section).values() for tag in entity.tags],
        "owed": [owed.id for scene in pack.scenes.values() for choice in scene.choices for owed in choice.owes if owed.id],
    }
    return {name: tuple(sorted(set(ids))) for name, ids in known.items()}


def topics(pack: Pack) -> tuple[str, ...]:
    """What lore tells of of which nobody says what it is."""
    return tuple(dict.fromkeys(entry.topic for entry in pack.lore.values() if entry.topic))


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
    """Dice that can be rolled and fit their rows, and ``{table:NAME}`` that can be found and comes to an end."""
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
                _check(Reference(("tables",), part.partition("}")[0].strip(), f"tables.{id}", file, line), known, desk)
            if "{roll}" in row.text and not row.roll:
                message = f"tables.{id}: {row.text[:60]!r} wants a number, and its row rolls none"
                desk.findings.append(Finding(file=file, line=line, code="W161", message=message, fix="write roll: 2d6 in the row"))
            elif row.roll and "{roll}" not in row.text:
                message = f"tables.{id}: a row rolls {row.roll}, and no {{roll}} in its words shows the number"
                desk.findings.append(
                    Finding(file=file, line=line, code="W161", message=message, fix="write {roll} where the number stands")
                )
        totals, rows = dice_totals(table.roll), sum(row.w for row in table.rows)
        if table.roll and totals and totals != rows:
            message = f"tables.{id}: {table.roll} has {totals} totals, and the rows take {rows}"
            fix = f"let the weights (w) add up to {totals}, or leave roll out"
            desk.findings.append(Finding(file=file, line=line, code="W161", message=message, fix=fix))
        if id in _led_to(pack, id):
            message = f"tables.{id} leads back to itself"
            fix = "take the table or the {table:NAME} out of one row"
            desk.findings.append(Finding(file=file, line=line, code="E051", message=message, fix=fix))


def _led_to(pack: Pack, id: str) -> frozenset[str]:
    """Every table that a table's rows lead to, over however many others."""
    reached: set[str] = set()
    waiting = [id]
    while waiting:
        rows = pack.tables[here].rows if (here := waiting.pop()) in pack.tables else ()
        named = {part.partition("}")[0].strip() for row in rows for part in row.text.split("{table:")[1:]} | {row.table for row in rows}
        waiting += sorted(named - reached)
        reached |= named
    return frozenset(reached)


def _check_lore(pack: Pack, desk: Desk) -> None:
    """A span that ends after it begins."""
    for id, entry in pack.lore.items():
        since, until = (pack.calendar.span_of(text) for text in (entry.valid_from, entry.valid_to))
        if since and until and until[1] <= since[0]:
            file, line = desk.place(f"lore.{id}.valid_to")
            message = f"lore.{id} holds until {entry.valid_to}, and only from {entry.valid_from} on"
            desk.findings.append(Finding(file=file, line=line, code="E032", message=message, fix="exchange valid_from and valid_to"))
