"""What is known of everybody and everything, page by page: what a book's list of names and a vault's pages are written from."""

from collections.abc import Iterator
from typing import NamedTuple

from gm_engine.continuity.conflict_words import say_telling, say_turn
from gm_engine.lore.query import known
from gm_engine.state import StoryState
from gm_engine.state.sight import known_sight, say
from gm_engine.state.table_lore import TableLore
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.entity import EntityKind
from gm_engine.story.noted import NOTED
from gm_engine.story.noun import as_shown
from gm_engine.story.pack import IMPORTED
from gm_engine.story.provenance import Provenance
from gm_engine.story.validity import ValidityInterval

SECTIONS: dict[EntityKind, str] = {
    "character": "People", "place": "Places", "faction": "Groups", "item": "Things", "concept": "Other names",
}  # fmt: skip
"""The kinds in the order in which they are listed, and what each list is called."""

"""Where a page of the campaign gives a value: what it says of it only says the value again."""


class Telling(NamedTuple):
    """Who told it: the turn (0: the campaign's own pages), in words, and the very sentence where it is on record."""

    turn: int
    when: str
    quote: str


class Known(NamedTuple):
    """One thing that is known. ``entity`` is the id of whoever its words name; ``beside`` is what
    that one is called, where the words are others ("7 miles"); ``note`` says where it no longer holds, or since when,
    or that it was only said."""

    label: str
    words: str
    entity: str
    beside: str
    note: str
    tellings: tuple[Telling, ...]


class Tied(NamedTuple):
    """How two hang together, in a sentence."""

    other: str
    says: str


class NamePage(NamedTuple):
    """Somebody or something. ``lore`` is what the campaign's own pages tell."""

    id: str
    kind: EntityKind
    name: str
    aliases: tuple[str, ...]
    lore: tuple[str, ...]
    known: tuple[Known, ...]
    ties: tuple[Tied, ...]


def name_pages(state: StoryState, *, gm_notes: bool = False) -> tuple[NamePage, ...]:
    """The pages, by kind and by name: what the table knows; with ``gm_notes`` all that there is."""
    table = TableLore(state, gm_notes=gm_notes)
    ties: dict[str, dict[Tied, None]] = {}
    for tie in state.lore.web.seen(known_sight(state, table)):
        words = say(tie, state)
        ties.setdefault(tie.one, {})[Tied(tie.other, words)] = None
        ties.setdefault(tie.other, {})[Tied(tie.one, words)] = None
    pages = [
        NamePage(
            one.id,
            one.kind,
            as_shown(one.name),
            tuple(dict.fromkeys(alias for alias in (*one.aliases, *sorted(one.secret_aliases)) if alias.strip() and alias != one.name)),
            tuple(" ".join(entry.text.split()) for entry in table.entries(one.id)),
            tuple(_known(one.id, state, table)),
            tuple(sorted(ties.get(one.id, ()))),
        )
        for one in table.entities()
        if one.id != state.pc or state.pack.id != IMPORTED  # "you", of whom an imported story says nothing
    ]
    order = list(SECTIONS)
    return tuple(sorted(pages, key=lambda page: (order.index(page.kind), page.name.casefold(), page.id)))


def _known(id: str, state: StoryState, table: TableLore) -> Iterator[Known]:
    for attribute in known(state.lore, id, "gm" if table.gm_notes else "table"):
        if attribute.relation == "name":
            continue  # it heads the page
        label = "" if attribute.relation in (NOTED.id, "told") else attribute.relation.replace("_", " ")
        for fact in table.facts(attribute.facts):
            if not fact.taken_out and not state.marks.forgets(f"fact:{fact.id}"):
                ended = "" if fact.status == "open" else f"{fact.status} "
                told = tuple(_telling(telling) for telling in fact.told_by)
                yield Known(label, _words(fact, state), *_whom(fact, state), (ended + _held(fact.validity, state)).strip(), told)
        for claim in table.claims(attribute.talk):
            if claim.provenance.quote.strip():
                who = f"only said by {state.name(claim.holder)}" if claim.holder else f"only {claim.modality}"
                yield Known(label, _words(claim, state), *_whom(claim, state), who, (_telling(claim.provenance),))


def _words(told: Fact | Claim, state: StoryState) -> str:
    if isinstance(told, Fact) and told.sentence:
        return as_shown(told.value.text)
    return as_shown(say_telling(told, lambda id: state.name(id) if id else "somebody"))


def _whom(told: Fact | Claim, state: StoryState) -> tuple[str, str]:
    """The id of whoever the value is about, and the name where the value's own words are others."""
    id = told.value.entity or ""
    return id, as_shown(state.name(id)) if id and told.value.kind != "entity" else ""


def _held(validity: ValidityInterval, state: StoryState) -> str:
    since = "" if validity.since is None else f"since {state.say_moment(validity.since)}"
    until = "" if validity.until is None else f"until {state.say_moment(validity.until)}"
    return f"{since} {until}".strip()


def _telling(telling: Provenance) -> Telling:
    return Telling(telling.turn, say_turn(telling), "" if telling.on_a_page else " ".join(telling.quote.split()))
