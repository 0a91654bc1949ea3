"""Reads the data that ships with the program: relations, rules of continuity, rulebooks."""

from functools import cache
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from gm_engine.authoring.desk import Desk
from gm_engine.authoring.margin_note import Finding, nearest
from gm_engine.authoring.value_shapes import UNREAD, Count, Flag, Many, Mapped, OneOf, Record, Text
from gm_engine.authoring.written import Written, plain
from gm_engine.authoring.yaml_text import read_text, read_yaml
from gm_engine.errors import PackError, UnknownName
from gm_engine.shipped import shipped
from gm_engine.story.conflict import ConflictClass, Severity
from gm_engine.story.relation import Mutability, Relation
from gm_engine.story.rule import Rule

SCENES = "scenes"
"""The key of a rulebook under which its scenes stand: they are read as a campaign's are."""
RELATION = Record(
    Relation,
    {
        "says": Text(),
        "kind": OneOf(get_args(ConflictClass)),
        "value": OneOf(("entity", "number", "date", "enum", "text")),
        "exclusive": Flag(),
        "mutability": OneOf(get_args(Mutability)),
        "symmetric": Flag(),
        "inverse": Text(),
        "wordings": Many(Text()),
        "importance": Count(1, 5),
    },
    must=("says", "kind", "value"),
    keyed=True,
    what="a relation",
)
RULE = Record(
    Rule,
    {
        "says": Text(),
        "kind": OneOf(get_args(ConflictClass)),
        "compare": Text(),
        "relations": Many(Text(), commas=True),
        "when": Mapped(Many(Text())),
        "severity": OneOf(get_args(Severity)),
        "both_true": Text(),
    },
    must=("says", "kind", "compare"),
    keyed=True,
    what="a rule",
)


def read_data(name: str) -> Any:
    """The plain value of ``data/NAME.yaml``. Raises ``UnknownName`` with the nearest name, ``PackError`` where it cannot be read."""
    return plain(written_data(name))


def read_patterns() -> dict[str, dict[str, Any]]:
    """The reader's patterns by id, as they are written; each with its line in ``patterns.yaml``."""
    written = written_data("patterns")
    return {id: {**plain(entry), "line": written.line_of(id)} for id, entry in written.entries.items()}


def read_relations() -> tuple[Relation, ...]:
    """Every relation that can be said of somebody or something, by id."""
    desk = Desk()
    written = written_data("relations")
    found = [_made(RELATION, id, entry, desk) for id, entry in sorted(written.entries.items())]
    _refuse(desk)
    return tuple(found)


def read_rules(pack_path: Path | None = None) -> tuple[Rule, ...]:
    """The rules of continuity by id: those that ship, and those of a pack's own ``continuity.yaml`` (which replace by id)."""
    desk = Desk()
    found = _rules(written_data("continuity"), "continuity.yaml", desk)
    folder = pack_path.parent if pack_path is not None and pack_path.is_file() else pack_path
    own = folder / "continuity.yaml" if folder is not None else None
    if own is not None and own.is_file():
        text = read_text(own, str(own), desk.findings)
        written = read_yaml(text, str(own), desk.findings) if text is not None else None
        if written is not None:
            found |= _rules(written, f"{own.parent.name}/continuity.yaml", desk)
    _refuse(desk)
    return tuple(found[id] for id in sorted(found))


def read_rulebook(name: str) -> dict[str, Any]:
    """The packaged rulebook of that name, laid over the one that it names under ``over``; ``{}`` where there is none."""
    if name not in rulebook_names():
        return {}
    value = plain(_file(shipped("data") / "rulebooks" / f"{name}.yaml"))
    if not isinstance(value, dict):
        return {}
    own = {key: entry for key, entry in value.items() if key not in ("over", SCENES)}
    return merged(read_rulebook(str(value.get("over", ""))), own)


def read_occasions(name: str) -> dict[str, Written]:
    """The scenes of the packaged rulebook of that name, and of those that it is laid over, as they are written there, by id."""
    if name not in rulebook_names():
        return {}
    book = _file(shipped("data") / "rulebooks" / f"{name}.yaml").entries
    under = read_occasions(book["over"].text) if "over" in book else {}
    return under | (dict(book[SCENES].entries) if SCENES in book else {})


def rulebook_names() -> tuple[str, ...]:
    """The packaged rulebooks."""
    return data_names("rulebooks")


def data_names(folder: str) -> tuple[str, ...]:
    """The names of the data files in ``data/FOLDER``."""
    return tuple(sorted(path.stem for path in (shipped("data") / folder).glob("*.yaml")))


def merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """``over`` laid on ``base``: mappings are merged key by key, all else is replaced, ``None`` takes a key away.

    >>> merged({"chips": {"start": 3}, "dice": "d100"}, {"chips": {"start": 5}})
    {'chips': {'start': 5}, 'dice': 'd100'}
    """
    whole = dict(base)
    for key, value in over.items():
        old = whole.get(key)
        if value is None:
            whole.pop(key, None)
        else:
            whole[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return whole


def _rules(written: Written, shown: str, desk: Desk) -> dict[str, Rule]:
    """The rules of one file, each with the line that it stands in."""
    listed = written.entries.get("rules", written)
    found: dict[str, Rule] = {}
    if listed.kind not in ("map", "list"):
        desk.find("E005", listed, f"rules wants a list, not {listed.says}", "write rules: and below it - id: …")
        return found
    pairs = listed.entries.items() if listed.kind == "map" else [(_id_of(item, desk), item) for item in listed.items]
    for id, entry in pairs:
        rule = _made(RULE, id, entry, desk)
        if isinstance(rule, Rule):
            found[id] = rule.model_copy(update={"where": f"{shown}:{entry.line}"})
    return found


def _id_of(item: Written, desk: Desk) -> str:
    own = item.entries.get("id")
    if own is None or own.kind != "text":
        desk.find("E004", item, "a rule has no id", "add id:")
        return ""
    return own.text


def _made(record: Record, id: str, entry: Written, desk: Desk) -> Any:
    """The noun of an entry, or None after a finding."""
    try:
        noun = record.read(entry, id or "rule", desk)
    except ValidationError as error:
        desk.find("E005", entry, f"{id}: {error.errors()[0]['msg']}", "correct the value")
        return None
    return None if noun is UNREAD else noun


def _refuse(desk: Desk) -> None:
    """Raises what was found, if anything was wrong."""
    errors = [finding for finding in desk.findings if finding.level == "error"]
    if errors:
        first = errors[0]
        more = f"\n  and {len(errors) - 1} more" if len(errors) > 1 else ""
        raise PackError(first.where, f"error {first.code}: {first.message}", f"fix: {first.fix}{more}")


def written_data(name: str) -> Written:
    """The page of ``data/NAME.yaml``. Raises as ``read_data`` does."""
    path = shipped("data") / f"{name}.yaml"
    if not path.is_file():
        name_of = nearest(name, [each.stem for each in shipped("data").glob("*.yaml")])
        raise UnknownName("", f"no data file is called {name!r}", f"Nearest: {name_of}" if name_of else "")
    return _file(path)


@cache
def _file(path: Path) -> Written:
    findings: list[Finding] = []
    text = read_text(path, str(path), findings)
    written = read_yaml(text, str(path), findings) if text is not None else None
    _refuse(Desk(findings=findings))
    if written is None:
        raise PackError(str(path), "there is nothing to read")
    return written
