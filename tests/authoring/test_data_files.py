"""The data that ships, and the schema for editors."""

import json
from pathlib import Path

import pytest

from gm_engine.authoring import authored_schema, read_data, read_relations, read_rulebook, read_rules
from gm_engine.authoring.data_files import merged
from gm_engine.authoring.schema import ORDER, SECTIONS
from gm_engine.errors import PackError, UnknownName


def test_relations_are_read_by_id() -> None:
    relations = read_relations()
    by_id = {relation.id: relation for relation in relations}
    assert list(by_id) == sorted(by_id)
    assert by_id["eyes"].mutability == "immutable"
    assert by_id["has"].exclusive is False
    assert by_id["father"].inverse == "child"


def test_an_unknown_data_file_names_the_nearest() -> None:
    assert read_data("proofreading")["dull"][0] == "a"
    with pytest.raises(UnknownName, match="relations"):
        read_data("relation")


def test_an_unknown_rulebook_is_empty() -> None:
    assert read_rulebook("no_such_rules") == {}


def test_a_rulebook_is_merged_deep() -> None:
    base = {"a": {"b": 1, "c": {"d": 2}}, "e": [1]}
    assert merged(base, {"a": {"c": {"d": 3}}, "e": [2], "f": 4}) == {"a": {"b": 1, "c": {"d": 3}}, "e": [2], "f": 4}
    assert merged(base, {"a": None}) == {"e": [1]}
    assert base == {"a": {"b": 1, "c": {"d": 2}}, "e": [1]}


def test_a_pack_adds_and_replaces_rules(tmp_path: Path) -> None:
    shipped = {rule.id: rule for rule in read_rules()}
    assert shipped
    assert all(rule.where.startswith("continuity.yaml:") for rule in shipped.values())
    taken = min(shipped)
    own = f"""\
rules:
  - id: no-snow
    says: it never snows in Dry Fork
    kind: event_outcome
    compare: same
    relations: [weather]
    when: {{tolerance: 2}}
  - {{id: {taken}, says: another, kind: life_death, compare: same, severity: minor}}
"""
    folder = tmp_path / "dry_fork"
    folder.mkdir()
    (folder / "continuity.yaml").write_text(own, encoding="utf-8")
    rules = {rule.id: rule for rule in read_rules(folder)}
    assert set(rules) == set(shipped) | {"no-snow"}
    assert rules["no-snow"].where == "dry_fork/continuity.yaml:2"
    assert rules["no-snow"].when == {"tolerance": ("2",)}
    assert (rules[taken].says, rules[taken].severity) == ("another", "minor")
    (folder / "continuity.yaml").write_text(own.replace("event_outcome", "event_outcom"), encoding="utf-8")
    with pytest.raises(PackError, match="did you mean 'event_outcome'"):
        read_rules(folder)


def test_the_schema_knows_every_key_and_shorthand() -> None:
    schema = authored_schema()
    assert json.loads(json.dumps(schema)) == schema
    assert tuple(schema["properties"]) == ORDER
    assert set(schema["$defs"]) == set(SECTIONS)
    person = schema["$defs"]["npcs"]["anyOf"]
    assert {"type": "string"} in person
    assert set(person[0]["properties"]) == set(SECTIONS["npcs"].record.fields)
    assert person[0]["additionalProperties"] is False
    assert person[0]["required"] == ["name"]


def test_the_schema_that_ships_is_the_schema() -> None:
    path = Path(__file__).parents[2] / "gm_engine" / "data" / "schema" / "campaign.schema.json"
    assert json.loads(path.read_text(encoding="utf-8")) == authored_schema()
