"""How what is remembered and known is printed: answers of the memory, pages of the lore."""

import json
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from gm_engine.errors import GameError, UnknownName
from gm_engine.state.table_lore import TableLore
from gm_engine.story.claim import TOLD
from gm_engine.story.letters import in_marks
from gm_engine.story.noted import NOTED
from gm_engine.story.noun import as_shown
from gm_engine.story.pack import BROUGHT
from gm_engine.story.text_fields import fields_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gm_engine.lore.query import Attribute
    from gm_engine.memory.recap import RecapLine
    from gm_engine.state import StoryState
    from gm_engine.story.conflict import Conflict
    from gm_engine.story.context_element import ContextElement
    from gm_engine.story.entity import Entity
    from gm_engine.story.pack import LoreEntry
    from gm_engine.story.provenance import Provenance
    from gm_engine.story.story_point import StoryPoint
    from gm_engine.story.validity import ValidityInterval

WIDTH = 80
QUOTED = 3
"""So many tellings of one fact are quoted."""
PROMISED = {"speaker": "entity", "entity": "entity", "semantic": "semantic", "recency": "recency"}
"""The parts of a recalled turn's score that are no shared words: who is spoken of, embeddings, age."""


def read_queries(path: Path) -> tuple[tuple[str, str], ...]:
    """Ids and queries of a JSON Lines file. GameError says which line is wrong."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(str(path), f"it cannot be read: {error}.", "It should be JSON Lines in UTF-8.", "broken-queries") from None
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            found.append((str(row["id"]), str(row["query"])))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise GameError(
                f"{path}:{number}", f'"{line[:60]}" is no query.', 'Write: {"id": "q1", "query": "…"}', "broken-queries"
            ) from None
    if not found:
        raise GameError(str(path), "there is no query in it.", 'Write a line: {"id": "q1", "query": "…"}', "no-query")
    return tuple(found)


def recall_line(id: str, found: "tuple[ContextElement, ...]") -> str:
    """One query's answer as a line of JSON."""
    elements = [
        {
            "kind": element.kind,
            "turns": list(element.turns),
            "text": element.text,
            "tokens": element.tokens,
            "score": element.score / 1000,
            "reasons": recall_reasons(element.reasons),
        }
        for element in found
    ]
    return json.dumps({"id": id, "tokens": sum(element.tokens for element in found), "elements": elements}, ensure_ascii=False)


def recall_reasons(parts: "Mapping[str, int]") -> dict[str, float]:
    """A score's parts under the four names that are promised; together they are the score.

    >>> recall_reasons({"own words": 1000, "passage": 1500, "speaker": 100})
    {'lexical': 2.5, 'semantic': 0.0, 'entity': 0.1, 'recency': 0.0}
    """
    sums = dict.fromkeys(("lexical", "semantic", "entity", "recency"), 0)
    for part, value in parts.items():
        sums[PROMISED.get(part, "lexical")] += value
    return {name: value / 1000 for name, value in sums.items()}


def recall_text(found: "tuple[ContextElement, ...]") -> str:
    """One query's answer to be read."""
    if not found:
        return "Nothing comes to mind."
    lines = []
    for element in found:
        parts = ", ".join(f"{why} {value / 1000:.2f}" for why, value in element.reasons.items())
        lines.append(f"{_heading(element.kind, element.turns, element.id)}  {element.score / 1000:.2f}  ({parts})")
        for paragraph in element.text.splitlines():
            lines += wrap(paragraph, WIDTH - 4, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def _heading(kind: str, turns: tuple[int, ...], id: str) -> str:
    """What an element is and of which turns: "turns 3 to 5, 8", "fact of turn 3"; of what is of no turn, its name: "lore the_well"."""
    runs: list[list[int]] = []
    for turn in turns:
        if runs and turn == runs[-1][-1] + 1:
            runs[-1].append(turn)
        else:
            runs.append([turn])
    told = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
    word = "turn" if len(turns) == 1 else "turns"
    if not turns:
        return f"{kind} {id.partition(':')[2]}".strip()
    return f"{word} {told}" if kind == "turn" else f"{kind} of {word} {told}"


def whom(state: "StoryState", entity: str, *, gm_notes: bool = False) -> str:
    """The id that an id, a name or a part of a name means. Raises UnknownName with those that it can mean, or the nearest.

    Whom the table does not know, and by-names that are still secret, mean nobody, unless the GM's notes are asked for.
    """
    known = TableLore(state, gm_notes=gm_notes).entities()
    stands = state.marks.stands_for(entity)
    if any(one.id == stands for one in known):
        return stands
    ids = _named(state, entity, known)
    if len(ids) == 1:
        return ids[0]
    if ids:
        then = f"Name one by its id: {', '.join(ids)}."
        raise UnknownName(state.campaign, f'"{entity}" can mean several.', then, "ambiguous-name")
    from gm_engine.interfaces.cli.dispatch import nearest

    then = f"{nearest(entity, [one.id for one in known])}All of them: gm lore NAME"
    raise UnknownName(state.campaign, f'nobody and nothing is called "{entity}".', then, "unknown-entity")


def _named(state: "StoryState", words: str, known: "Sequence[Entity]") -> tuple[str, ...]:
    """The ids of those among the known whom the words name, else of whose name they are a part.

    What only belongs to one of these ("Silas Hobb's horse") is left out.
    """
    from gm_engine.story.name_table import NameIndex

    maybe = {one.id for one in (*state.lore.named(words), *state.lore.named_in_part(words))}
    index, of = NameIndex(), {one.id: one.of for one in known if one.id in maybe}
    for one in known:
        if one.id in maybe:
            index.add(one)
    named = index.find_part(words)
    return index.find(words) or tuple(id for id in named if of[id] is None) or named


def who_and_what(state: "StoryState") -> str:
    """Whom and what the table knows, by their names."""
    seen = sorted((as_shown(one.name), one.kind) for one in TableLore(state).heard_of())
    return "\n".join(f"{name:<40} {kind}" for name, kind in seen)


def lore_text(state: "StoryState", entity: str, *, gm_notes: bool = False) -> str:
    """A page on one entity, or the list of all; as far as the table knows, unless the GM's notes are asked for."""
    table = TableLore(state, gm_notes=gm_notes)
    if not entity:
        heard = table.heard_of()
        lines = [f"{one.id:<21} {one.kind:<10} {as_shown(one.name)}" for one in heard]
        if more := len(table.entities()) - len(heard):
            lines += ["", f"{more:,} more in its files, not met or named yet: --gm-notes lists all."]
        return "\n".join(lines)
    from gm_engine.lore.query import known

    id = whom(state, entity, gm_notes=gm_notes)
    found = next(one for one in table.entities() if one.id == id)
    others = [alias for alias in (*found.aliases, *found.secret_aliases) if alias]
    also = f" (also {', '.join(others)})" if others else ""
    lines = [*wrap(f"{as_shown(found.name)}{also}, {found.kind}", WIDTH, subsequent_indent="  "), ""]
    for attribute in _seen(known(state.lore, found.id, "gm" if gm_notes else "table", hidden_by_hand(state)), state, table):
        if _is_heading(attribute, found.name):
            continue
        against = [one for one in state.conflicts.values() if (one.subject, one.relation) == (found.id, attribute.relation)]
        lines += _attribute(attribute, state, against)
    if told := table.entries(found.id):
        lines += ["", "From the campaign's lore:"]
        lines += [line for entry in told for line in _entry(entry)]
    return "\n".join(lines)


def _seen(attributes: "Iterable[Attribute]", state: "StoryState", table: TableLore) -> "Iterator[Attribute]":
    """What the table knows of each attribute, and what was hidden by hand; one of which it knows nothing is left out."""
    by_hand = hidden_by_hand(state)
    for one in attributes:
        facts, talk = table.facts(one.facts, by_hand), table.claims(one.talk)
        if facts or talk:
            yield replace(one, facts=facts, talk=talk)


def _entry(entry: "LoreEntry") -> list[str]:
    """What the campaign's own pages say, and what kind of saying it is."""
    held = " ".join(
        part for part in (entry.valid_from and f"from {entry.valid_from}", entry.valid_to and f"until {entry.valid_to}") if part
    )
    sure = f"{entry.confidence} % sure" if entry.confidence < 100 else ""
    kind = "" if entry.canon == "canon" else entry.canon
    marks = ", ".join(part for part in (entry.category, kind, sure, held, entry.source and f"source: {entry.source}") if part)
    text = f"{' '.join(entry.text.split())}{f' [{marks}]' if marks else ''}"
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="      ")


def _attribute(attribute: "Attribute", state: "StoryState", against: "Sequence[Conflict]") -> list[str]:
    """One relation of an entity: what held and when, who told it, what was told against it, what was only said."""
    from gm_engine.continuity.conflict_words import say_telling, say_value
    from gm_engine.play.edit_words import marks_of

    name = lambda id: state.name(id) if id else "somebody"  # noqa: E731
    label = attribute.relation.replace("_", " ")
    lines = []
    for fact in attribute.facts:
        if _forgotten(fact.id, state):
            continue
        words = as_shown(fact.value.text) if fact.sentence else say_telling(fact, name)
        known = words if fact.relation == NOTED.id else f"remembered: {words}" if fact.sentence else f"{label}: {words}"
        lines += _row(f"{known}{_held(fact.validity, state)}{'' if fact.status == 'open' else f' ({fact.status})'}")
        lines += [] if fact.sentence else _tellings(fact.told_by, state, fact.relation)
        lines += [
            line
            for mark in marks_of(f"fact:{fact.id}", state)
            for line in wrap(mark, WIDTH, initial_indent="      ", subsequent_indent="      ")
        ]
    for conflict in against:
        known = conflict.status if conflict.settlement is None else f"settled: {conflict.settlement.resolution}"
        lines += _row(f"{label}, told against it (conflict {conflict.id}, {known}): {say_value(conflict.incoming_value, name)}")
        lines += _tellings((conflict.incoming,), state)
    for claim in attribute.talk:
        who = state.name(claim.holder) if claim.holder else claim.modality
        said = "only said" if claim.relation == NOTED.id else f"{label}, only said"
        lines += _row(f"{said} ({who}): {say_telling(claim, name)}{_held(claim.validity, state)}")
        lines += _tellings((claim.provenance,), state)
    return lines


def _row(words: str) -> list[str]:
    return wrap(words, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _held(validity: "ValidityInterval", state: "StoryState") -> str:
    since = "" if validity.since is None else f" since {state.say_moment(validity.since)}"
    until = "" if validity.until is None else f" until {state.say_moment(validity.until)}"
    return since + until


"""Where a page of the campaign gives a fact in so many words: a line of its own would only say it again."""


def _is_heading(attribute: "Attribute", name: str) -> bool:
    """True for the name that stands above the page already, and was told nowhere else."""
    told = [telling for fact in attribute.facts for telling in fact.told_by]
    same = all(fact.value.text == name and fact.status == "open" for fact in attribute.facts)
    return attribute.relation == "name" and not attribute.talk and same and all(telling.on_a_page for telling in told)


def _tellings(told_by: "Sequence[Provenance]", state: "StoryState", relation: str = "") -> list[str]:
    """The first tellings with their quotes; where there are more, in which turns. A campaign's own page gives a value in so many words, and
    is not quoted; a page of another program's file is, with the field in which it gives the ``relation``."""
    from gm_engine.continuity.conflict_words import say_turn
    from gm_engine.continuity.report import page_of

    def told(telling: "Provenance") -> str:
        return page_of(telling.where or "", state) or say_turn(telling)

    lines: list[str] = []
    fields: dict[str, None] = {}
    for telling in told_by:
        page = page_of(telling.where or "", state) or ("its page" if BROUGHT in state.pack.x else "")
        if telling.on_a_page and page:
            words = telling.quote if telling.reader else _field(telling, relation, state)
            fields[f"{page}: {in_marks(as_shown(' '.join(words.split())))}" if words else page] = None
    for words in fields:
        lines += wrap(words, WIDTH, initial_indent="      ", subsequent_indent="      ")
    told_by = [telling for telling in told_by if not telling.on_a_page]
    for telling in told_by[:QUOTED]:
        if telling.quote or telling.source in ("extracted", "chip", "import"):
            words = f"{told(telling)}: {in_marks(' '.join(as_shown(telling.quote).split()))}{_by_a_model(telling)}"
            lines += wrap(words, WIDTH, initial_indent="      ", subsequent_indent="      ")
    if later := dict.fromkeys(told(telling) for telling in told_by[QUOTED:]):
        lines += wrap(f"and again: {', '.join(later)}", WIDTH, initial_indent="      ", subsequent_indent="      ")
    return lines


def _field(telling: "Provenance", relation: str, state: "StoryState") -> str:
    """The field of a person's page in which a relation is given, as it was written there; empty where it is not given so."""
    person = state.pack.npcs.get((telling.where or "").partition(".")[2])
    fields = fields_in(person.description) if person else ()
    return next((field.words for field in fields if field.name == relation), "")


def _by_a_model(telling: "Provenance") -> str:
    """Which model read it, where one did."""
    own, by, model = telling.reader.partition("model:")
    return f" (read by {model}{', too' if own else ''})" if by else ""


def lore_json(state: "StoryState", entity: str, *, gm_notes: bool = False) -> str:
    """The same as JSON: entities, or one entity with its facts."""
    table = TableLore(state, gm_notes=gm_notes)
    if not entity:
        without = set() if gm_notes else {"secret_aliases"}
        return json.dumps({"entities": [one.model_dump(mode="json", exclude=without) for one in table.heard_of()]}, ensure_ascii=False)
    id = whom(state, entity, gm_notes=gm_notes)
    known = (*state.lore.facts(id, status=None), *(fact for fact in state.lore.facts(id, TOLD, status=None) if fact.sentence))
    shown = [fact for fact in table.facts(known, hidden_by_hand(state)) if not _forgotten(fact.id, state)]
    about = {f"entity:{id}", f"person:{id}", f"about:{id}", *(f"fact:{fact.id}" for fact in shown)}
    edits = [edit for edit in state.marks.standing if about & {*edit.what, *edit.made} and edit.act != "forget"]
    page = {
        "entity": id,
        "facts": [fact.model_dump(mode="json") for fact in shown],
        "lore": [entry.model_dump(mode="json") for entry in table.entries(id)],
        "edits": [edit.model_dump(mode="json") for edit in edits],
    }
    return json.dumps(page, ensure_ascii=False)


def hidden_by_hand(state: "StoryState") -> frozenset[str]:
    """The ids of the facts that were hidden by hand: no prompt has them, and they stay on record."""
    return frozenset(id.partition(":")[2] for id in state.marks.hidden if id.startswith("fact:"))


def _forgotten(fact: str, state: "StoryState") -> bool:
    edit = state.marks.forgotten.get(f"fact:{fact}")
    return edit is not None and edit.act == "forget"


def recap_text(lines: "Sequence[RecapLine]") -> str:
    """A recap for a terminal, each line with its turn."""
    shown = ["Previously:"]
    for line in lines:
        mark = f"turn {line.turn}" if line.turn else "before"
        shown += wrap(f"{line.text} ({mark})", WIDTH, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(shown)


def sheet_data(state: "StoryState") -> dict[str, Any]:
    """The player's character as plain data; money in cents."""
    person = state.person(state.pc)
    wounds = [wound.model_dump(mode="json") for wound in state.wounds.get(state.pc, ()) if wound.heals > state.minute]
    return {
        "id": state.pc,
        "name": person.name if person else "",
        "attributes": person.attributes if person else {},
        "skills": person.skills if person else {},
        "condition": state.condition(state.pc),
        "wounds": wounds,
        "carries": state.carried(state.pc),
        "money": state.purse(state.pc),
        "chips": state.chips.get(state.pc, 0),
    }


def map_data(state: "StoryState") -> dict[str, Any]:
    """Where one is, the ways from there (tenths of a mile, minutes on foot), and what has been seen, as plain data."""
    here = state.pack.locations.get(state.here)
    ways = [
        {"to": way.to, "name": state.name(way.to), "tenths": way.tenths, "minutes": way.minutes, "dir": way.dir, "terrain": way.terrain}
        for way in (here.exits if here else ())
    ]
    return {"at": state.here, "ways": ways, "seen": sorted(state.visits)}


def _points(state: "StoryState") -> "list[StoryPoint]":
    """The story points but for those that were forgotten by hand."""
    return [point for point in state.story_points.values() if not state.marks.forgets(f"story_point:{point.id}")]


def timeline_data(state: "StoryState") -> dict[str, Any]:
    """The story points as plain data, by story time."""
    points = sorted(_points(state), key=lambda point: (point.minute, point.turn))
    return {"points": [{**point.model_dump(mode="json"), "when": state.pack.calendar.say(point.minute)} for point in points]}


def timeline_text(state: "StoryState") -> str:
    """The story points by day."""
    lines: list[str] = []
    day = ""
    for point in sorted(_points(state), key=lambda point: (point.minute, point.turn)):
        date, _, clock = state.pack.calendar.say(point.minute).rpartition(", ") if state.pack.calendar.kept else ("", "", "")
        if date != day:
            day = date
            lines += ["", day] if lines else [day]
        lead = f"  {clock:<20} " if clock else "  "
        lines += wrap(f"{point.title} (turn {point.turn})", WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead))
    return "\n".join(lines) or "Nothing has happened yet."
