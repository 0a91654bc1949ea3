"""Campaigns of one world: what a new one may know of those before it, where both packs say that they share it."""

from collections.abc import Iterable, Iterator

from gm_engine.bootstrap.beginning import beginning
from gm_engine.errors import GameError
from gm_engine.journal import Journal
from gm_engine.memory.index_words import stems
from gm_engine.play.snapshot import SNAPSHOT, read_snapshot
from gm_engine.state import StoryState, rebuild
from gm_engine.storage import Store
from gm_engine.story.decision import Decision
from gm_engine.story.memoir import Memoir
from gm_engine.story.pack import Pack

MOST = 40
"""Memoirs taken over from one campaign: the most important, of those the newest."""
WEIGHT = {"critical": 5, "significant": 4, "moderate": 3, "minor": 2}
LASTING = {"milestone": 5, "major": 4}
"""Story points of lesser significance stay where they happened."""
GIVEN_AWAY = 0.6
"""A text with so large a share of a hidden text's telling words gives it away."""


def memoirs(store: Store, pack: Pack) -> Iterator[tuple[str, tuple[Memoir, ...]]]:
    """By saved campaign that shares ``pack``'s world, by name, what its table knows and this one may."""
    if not pack.shares:
        return
    for name in store.names():
        journal = store.open(name, readonly=True)
        try:
            found = memoirs_of(_state_of(journal), pack) if beginning(journal)[1].shares == pack.shares else ()
        except GameError:
            # Another campaign that is damaged is no reason not to begin this one.
            found = ()
        finally:
            journal.close()
        if found:
            yield name, found


def _state_of(journal: Journal) -> StoryState:
    kept = journal.snapshot()
    after, state = 0, StoryState()
    if kept and kept[1] == SNAPSHOT:
        try:
            after, state = kept[0], read_snapshot(kept[2])
        except ValueError:
            after, state = 0, StoryState()
    return rebuild((entry.event for entry in journal.entries(after=after)), state)


def memoirs_of(state: StoryState, pack: Pack) -> tuple[Memoir, ...]:
    """What a story leaves to another campaign: open lore, what cannot be undone, decisions; nothing that is secret in either."""
    hidden = [stems(text).keys() for text in (*_hidden(state.pack, state), *_hidden(pack, None))]
    found = [one for one in (*_lore(state, pack), *_points(state, pack), *_decisions(state, pack)) if not _gives_away(one.text, hidden)]
    newest = list(reversed(found))
    return tuple(sorted(newest, key=lambda one: -one.importance)[:MOST])


def _hidden(pack: Pack, state: StoryState | None) -> Iterator[str]:
    """The texts that are not for the table: truths, clues, what only the GM may know, by-names that give somebody away.

    In its own story a truth may have come out; to the other campaign it is one all the same, wherever that has it.
    """
    for id, secret in pack.secrets.items():
        if state is None or state.secret(id) != "revealed":
            yield secret.truth
    yield from (entry.text for entry in pack.lore.values() if entry.visibility == "gm")
    for people in (pack.characters, pack.npcs):
        for person in people.values():
            yield from (name for name, secret in person.secret_aliases.items() if state is None or state.secret(secret) != "revealed")
            if person.visibility == "gm":
                yield person.name


def _gives_away(text: str, hidden: Iterable[Iterable[str]]) -> bool:
    said = stems(text).keys()
    for terms in hidden:
        telling = set(terms)
        if telling and len(telling & said) >= GIVEN_AWAY * len(telling):
            return True
    return False


def _same(ids: Iterable[str], state: StoryState, pack: Pack) -> tuple[str, ...]:
    """Those of these ids by which both campaigns mean the same: one name in both."""
    return tuple(id for id in dict.fromkeys(ids) if (known := _name(id, pack)) and known == state.name(id))


def _name(id: str, pack: Pack) -> str:
    known = pack.person(id) or pack.locations.get(id) or pack.items.get(id) or pack.factions.get(id)
    return known.name if known else ""


def _when(minute: int, state: StoryState) -> str:
    return state.pack.calendar.say(minute).rpartition(", ")[0] if state.pack.calendar.kept else ""


def _lore(state: StoryState, pack: Pack) -> Iterator[Memoir]:
    own = {" ".join(entry.text.split()).casefold() for entry in pack.lore.values()}
    for id, entry in state.pack.lore.items():
        if entry.visibility == "table" and entry.canon == "canon" and " ".join(entry.text.split()).casefold() not in own:
            yield _memoir(state, "lore", id, entry.text, about=_same(entry.about, state, pack), importance=entry.importance)


def _points(state: StoryState, pack: Pack) -> Iterator[Memoir]:
    """Revelations stay at their table: what has come out there may be a secret here."""
    for point in state.story_points.values():
        if point.significance in LASTING and point.kind not in ("decision", "revelation") and point.title.strip():
            about, importance = _same(point.participants, state, pack), LASTING[point.significance]
            yield _memoir(state, "story_point", point.id, point.title, _when(point.minute, state), about, importance)


def _decisions(state: StoryState, pack: Pack) -> Iterator[Memoir]:
    for made in state.decisions.values():
        if made.taken is not None and all(option.text for option in made.options) and made.options:
            about = _same((*made.participants, made.place), state, pack)
            yield _memoir(state, "decision", made.id, _chose(made, state), _when(made.minute, state), about, WEIGHT[made.weight])


def _chose(made: Decision, state: StoryState) -> str:
    refused = f", and did not {made.refused[0].text.strip().rstrip('.')}" if made.refused else ""
    return f"{state.name(state.pc)} chose to {made.choice}{refused}"


def _memoir(state: StoryState, kind: str, id: str, text: str, when: str = "", about: tuple[str, ...] = (), importance: int = 3) -> Memoir:
    told = text.strip() if text.strip().endswith((".", "!", "?", "”", '"')) else f"{text.strip()}."
    form = {"id": f"{state.campaign}/{kind}:{id}", "kind": kind, "campaign": state.campaign, "title": state.title}
    return Memoir.model_validate({**form, "text": told, "when": when, "about": about, "importance": importance})
