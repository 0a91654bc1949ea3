"""What is remembered, edited by hand. Every edit is an event with what came of it behind it; each can be taken back by itself."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Protocol

from gm_engine import continuity
from gm_engine.errors import GameError, UnknownName
from gm_engine.journal import Journal
from gm_engine.play import merging as people
from gm_engine.play.edit_target import Target, by_id, by_name, came_in, target, text_of, told_only_in
from gm_engine.play.taken_back import as_before
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.state.seen import known_by
from gm_engine.state.table_lore import TableLore
from gm_engine.story import event as happened
from gm_engine.story.claim import Fact, Value
from gm_engine.story.conflict import Settlement
from gm_engine.story.edit import Edit, EditAct, Editor
from gm_engine.story.event import Event
from gm_engine.story.letters import plain
from gm_engine.story.marks import IN_PLACE
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import TOLD

MATTERS = 5
"""How much a sentence matters that somebody wants remembered, 1 to 5."""


class Edited(Protocol):
    """A game, as far as edits by hand go."""

    journal: Journal
    tools: Tools
    state: StoryState

    def take_in(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Puts events on record."""


class ByHand:
    """The edits of one game. ``by`` is who says so: the ``player`` at the table, or the ``author``.

    What is meant (``what``) is an id, or words: see ``gm_engine.play.edit_target``.
    """

    def __init__(self, game: Edited) -> None:
        self._game = game

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Every edit of the present branch, the oldest first, those that were taken back too."""
        return tuple(self._state.edits.values())

    @property
    def _state(self) -> StoryState:
        return self._game.state

    def remember(self, text: str, by: Editor = "player", because: str = "") -> Edit:
        """Put a sentence on record, in its own words; what the reader reads in it counts for checks."""
        words = " ".join(plain(text).split())
        if not words:
            raise GameError(
                "", "there is nothing to remember.", "Write a sentence, such as: Ben Oakes never lends a horse.", "nothing-meant"
            )
        edit = self._new("remember", by, words=words, because=because)
        return self._keep(edit, self._put(edit, words))

    def forget(self, what: str | Target, by: Editor = "player", because: str = "") -> Edit:
        """Neither prompts nor recall nor checks know of it any more, nor of the sentences that told it. The journal keeps all."""
        found = self._meant(what)
        self._only_ours(found, "forgotten")
        ids = self._with_its_like(found)
        edit = self._new("forget", by, what=ids, tellings=found.tellings, before=found.text, because=because)
        facts = [fact for id in ids if (fact := self._fact(id))]
        return self._keep(edit, (*self._retired(facts), *self._settled(ids, "keep", f"forgotten {edit.who}")))

    def pin(self, what: str | Target, by: Editor = "player", because: str = "") -> Edit:
        """It stands in every prompt from now on, as far as the budget goes. A bare sentence is put on record to be pinned."""
        found = self._meant(what)
        ids = self._elements(found)
        standing = set(self._state.marks.pins)
        if ids and standing >= set(ids):
            raise GameError(found.id, "it is pinned already.", "Unpin it, if you want it so no more.", "cannot-edit")
        edit = self._new("pin", by, what=ids, before=found.text, because=because)
        told = () if ids else (happened.FactEstablished(turn=edit.turn, fact=self._sentence(edit, found.text, found.tellings)),)
        return self._keep(edit, told)

    def unpin(self, what: str | Target, by: Editor = "player", because: str = "") -> Edit:
        """It stands in prompts only where it matters, like anything else; also what the campaign's author pinned."""
        found = self._meant(what)
        lore = {f"lore:{id}" for id, entry in self._state.pack.lore.items() if entry.pinned}
        pinned = self._state.marks.pins.keys() | (lore - self._state.marks.unpinned.keys())
        ids = tuple(id for id in self._elements(found) if id in pinned)
        if not ids:
            ids = tuple(id for id in sorted(pinned) if self._text(id) == found.text)
        if not ids:
            listed = ", ".join(sorted(id.partition(":")[2] for id in pinned)) or "nothing"
            raise GameError(found.id, f'"{found.text}" is not pinned.', f"Pinned: {listed}.", "cannot-edit")
        return self._keep(self._new("unpin", by, what=ids, before=found.text, because=because), ())

    def hide(self, what: str | Target, by: Editor = "player", because: str = "") -> Edit:
        """It stands in no prompt, and neither do the sentences that told it. Recall and checks still know it."""
        found = self._meant(what)
        ids = self._with_its_like(found)
        edit = self._new("hide", by, what=ids, tellings=found.tellings, before=found.text, because=because)
        facts = [fact for id in ids if (fact := self._fact(id)) and fact.audience == "table"]
        return self._keep(edit, tuple(self._changed(fact, audience="gm") for fact in facts))

    def correct(self, what: str | Target, new: str, by: Editor = "player", because: str = "") -> Edit:
        """Other words stand in its place, and in the place of the sentences that told it. What clashed with the old ones is settled."""
        words = " ".join(plain(new).split())
        if not words:
            raise GameError("", "the new wording is missing.", "Write: /correct WHAT: NEW", "cannot-edit")
        found = self._meant(what)
        self._only_ours(found, "put right")
        ids = self._with_its_like(found)
        edit = self._new("correct", by, what=ids, tellings=found.tellings, words=words, before=found.text, because=because)
        if ids and ids[0].startswith("entity:"):
            return self._renamed(edit.changed(what=ids[:1]), ids[0].partition(":")[2], words)
        return self._keep(edit, self._put_right(edit, ids, words))

    def _put_right(self, edit: Edit, ids: tuple[str, ...], words: str) -> Iterator[Event]:
        """The new wording in the place of the old: of a record that stays, or as a sentence of its own."""
        facts = [fact for id in ids if (fact := self._fact(id))]
        yield from self._reworded(ids, words)
        yield from self._retired(facts)
        if not any(id.partition(":")[0] in IN_PLACE for id in ids):
            yield from self._put(edit, words, facts[0] if facts else None)
        yield from self._settled(ids, "retcon", f"corrected {edit.who}: {words}")

    def merge(self, who: str, other: str, by: Editor = "player", because: str = "") -> Edit:
        """Two that are on record are one: all that is known of ``other`` is of ``who``. One of the campaign's own is kept in any case."""
        return self._keep(*people.merged(self._one(who), self._one(other), self._state, partial(self._new, by=by, because=because)))

    def split(self, who: str, name: str, records: Iterable[str], by: Editor = "player", because: str = "") -> Edit:
        """One who is on record is two: the named records, and what was told of them in the named turns, are of a second one."""
        return self._keep(*people.split(self._one(who), name, tuple(records), self._state, partial(self._new, by=by, because=because)))

    def _one(self, who: str) -> str:
        """The id of whom or what an id or a name means."""
        found = by_id(f"entity:{who.strip()}", self._state) or by_name(who, self._state)
        if found is None:
            table = TableLore(self._state)
            part = [one for one in known_by(who, self._state, part=True) if table.knows(one.id)]
            listed = f"Name one by its id: {', '.join(one.id for one in part)}." if part else "gm lore NAME lists everybody."
            raise UnknownName(self._state.campaign, f'nobody and nothing is called "{who}".', listed, "unknown-entity")
        return found.ids[0].partition(":")[2]

    def do(
        self, act: EditAct, what: str = "", words: str = "", other: str = "", records: Iterable[str] = (), by: Editor = "player",
        because: str = "",
    ) -> Edit:  # fmt: skip
        """Any edit by its act: ``words`` are a sentence, the new wording or the second person's name, ``other`` is who is merged."""
        match act:
            case "remember":
                return self.remember(words or what, by, because)
            case "correct":
                return self.correct(what, words, by, because)
            case "merge":
                return self.merge(what, other, by, because)
            case "split":
                return self.split(what, words, records, by, because)
            case "undo":
                return self.undo(what or "last", by)
            case _:
                plainly = {"forget": self.forget, "pin": self.pin, "unpin": self.unpin, "hide": self.hide}
                return plainly[act](what, by, because)

    def undo(self, id: str = "last", by: Editor = "player") -> Edit:
        """Take back one edit: what it changed is as it was, but for what was told since. ``last`` is the newest that stands."""
        standing = self._state.marks.standing
        edit = next((one for one in reversed(standing) if id in (one.id, "last", "")), None)
        if edit is None:
            there = ", ".join(one.id for one in standing) or "none"
            raise UnknownName(self._state.campaign, f'no edit "{id}" stands.', f"Edits that stand: {there}.", "unknown-edit")
        concerned = {*edit.what, *edit.made}
        later = next(
            (one for one in reversed(standing) if one is not edit and self._after(one, edit) and concerned & {*one.what, *one.made}), None
        )
        if later:
            raise GameError(edit.id, f"{later.id} ({later.act}) was made on top of it.", f"Take {later.id} back first.", "cannot-edit")
        taken_back = self._new("undo", by, takes_back=edit.id, before=edit.words or edit.before)
        entries = [entry.event for entry in self._game.journal.entries()]
        return self._keep(taken_back, tuple(as_before(edit, entries, self._state)))

    def again(self, edit: Edit, turn: int, renamed: Mapping[str, str]) -> Edit:
        """The same edit, made once more where the story has gone back: with those of its records and sentences that came up to ``turn``.

        ``renamed`` says which of its records have another id here. Raises GameError where nothing of what it is about is on record.
        """
        ids = tuple(renamed.get(id, id) for id in edit.what)
        ids = tuple(f"entity:{id.partition(':')[2]}" if id.partition(":")[0] in ("person", "about") else id for id in ids)
        there = tuple(id for id in ids if id in renamed.values() or came_in(id, self._state) <= turn)
        tellings = tuple(telling for telling in edit.tellings if telling.turn <= turn)
        if (edit.what or edit.tellings) and not there and not tellings:
            raise UnknownName(self._state.campaign, f"{edit.id} is about nothing that is on record.", "Make it anew.", "nothing-meant")
        meant = Target(edit.id, there, edit.before, tellings)
        match edit.act:
            case "merge":
                return self.merge(edit.into, there[0].partition(":")[2], edit.by, edit.because)
            case "split":
                return self.split(edit.before, edit.words, there, edit.by, edit.because)
            case "correct":
                return self.correct(meant, edit.words, edit.by, edit.because)
            case "forget":
                return self.forget(meant, edit.by, edit.because)
            case "pin":
                return self.pin(meant, edit.by, edit.because)
            case "unpin":
                return self.unpin(meant, edit.by, edit.because)
            case "hide":
                return self.hide(meant, edit.by, edit.because)
            case _:
                return self.remember(edit.words, edit.by, edit.because)

    def knows_no_more(self, id: str) -> bool:
        """True for a record that was forgotten, or has another wording in its place."""
        return self._state.marks.forgets(id)

    def hidden_by(self, id: str) -> str:
        """The id of the edit that hid a record; empty where none did."""
        edit = self._state.marks.hidden.get(id)
        return edit.id if edit else ""

    # --- what is meant

    def _meant(self, what: str | Target) -> Target:
        return what if isinstance(what, Target) else target(self._state, self._game.tools.memory, what)

    def _after(self, one: Edit, other: Edit) -> bool:
        order = list(self._state.edits)
        return order.index(one.id) > order.index(other.id)

    def _fact(self, id: str) -> Fact | None:
        kind, _, rest = id.partition(":")
        return self._state.lore.fact(rest) if kind == "fact" else None

    def _text(self, id: str) -> str:
        return text_of(id, self._state)

    def _elements(self, found: Target) -> tuple[str, ...]:
        """The ids of what can be pinned of it: of somebody their card, of a sentence that told several things none of them."""
        first = found.ids[0] if found.ids else ""
        if first.startswith("entity:"):
            id = first.partition(":")[2]
            entity = self._state.lore.entity(id)
            person = self._state.pack.person(id) is not None or (entity is not None and entity.kind == "character")
            return (f"{'person' if person else 'about'}:{id}",)
        return found.ids if len(found.ids) == 1 else ()

    def _with_its_like(self, found: Target) -> tuple[str, ...]:
        """Its records, and what else was told in its sentences and nowhere else."""
        return tuple(dict.fromkeys((*found.ids, *(told_only_in(found.tellings, self._state) if found.tellings else ()))))

    def _only_ours(self, found: Target, done: str) -> None:
        """Raises GameError for what the campaign's files or the engine's own rules hold: it would come back, or no longer fit."""
        state = self._state
        for id in found.ids[:1]:
            kind, _, rest = id.partition(":")
            fact, owed = self._fact(id), state.consequences.get(rest)
            pack = state.pack
            authored = rest not in state.newcomers and (
                pack.person(rest) or pack.locations.get(rest) or pack.items.get(rest) or pack.factions.get(rest)
            )
            if kind == "entity" and authored:
                raise GameError(
                    found.id,
                    f'"{found.text}" is in the campaign\'s own files and cannot be {done}.',
                    f"Hide it instead: {found.id}",
                    "cannot-edit",
                )
            if fact and fact.told_by[0].voice == "engine":
                raise GameError(
                    found.id,
                    f'"{found.text}" is the engine\'s own reckoning and cannot be {done}.',
                    "Undo the turn that brought it about.",
                    "cannot-edit",
                )
            if kind == "consequence" and owed and owed.kind == "consequence":
                raise GameError(
                    found.id, f'"{found.text}" follows from a decision and cannot be {done}.', "Undo that decision's turn.", "cannot-edit"
                )

    # --- what is put on record

    def _new(self, act: EditAct, by: Editor = "player", **fields: Any) -> Edit:
        state = self._state
        taken = sum(edit.turn == state.turn for edit in state.edits.values())
        return Edit(id=f"e{state.turn}.{taken + 1}", act=act, by=by, turn=state.turn, minute=state.minute, **fields)

    def _ruling(self, edit: Edit, words: str) -> Provenance:
        return Provenance(source="ruling", turn=edit.turn, voice=edit.by, quote=words, minute=edit.minute)

    def _put(self, edit: Edit, words: str, old: Fact | None = None) -> Iterator[Event]:
        """Whoever is new in a sentence, the sentence itself, and then what the reader reads in it: facts for checks, which stand in no
        prompt, for the sentence does."""
        state, tools, turn = self._state, self._game.tools, self._state.turn
        reading = tools.read(words, state, edit.by, "ruling")
        for entity in reading.entities:
            if state.lore.entity(entity.id) is None:
                yield happened.EntityIntroduced(turn=turn, entity=entity)
        told = self._sentence(edit, words, old=old)
        hidden = old is not None and f"fact:{old.id}" in state.marks.hidden
        yield happened.FactEstablished(turn=turn, fact=told.model_copy(update={"audience": "gm"}) if hidden else told)
        claims = tuple(claim.model_copy(update={"id": f"{edit.id}.{n}", "audience": "gm"}) for n, claim in enumerate(reading.claims, 1))
        verdict = continuity.check(claims, state, turn=turn, rules=tools.rules)
        yield from (happened.ClaimHeard(turn=turn, claim=claim) for claim in verdict.claims)
        yield from (happened.FactEstablished(turn=turn, fact=fact) for fact in verdict.facts)
        yield from (happened.ConflictFound(turn=turn, conflict=conflict) for conflict in verdict.conflicts)

    def _sentence(self, edit: Edit, words: str, tellings: tuple[Provenance, ...] = (), old: Fact | None = None) -> Fact:
        """A whole sentence as a fact, about those whom it names; in the place of an old one, about whom that was."""
        named = self._game.tools.memory.names.named(words)
        about = tuple(dict.fromkeys((*((old.subject,) if old else ()), *named))) or (self._state.pc or "story",)
        subject, other = about[0], about[1] if len(about) > 1 else None
        return Fact(
            id=f"f{edit.id}", subject=subject, relation=TOLD, value=Value(kind="text", text=words, entity=other),
            told_by=(self._ruling(edit, words), *tellings), supersedes=old.id if old else None,
            importance=max(MATTERS, old.importance if old else 0), confidence=100,
        )  # fmt: skip

    def _changed(self, fact: Fact, **fields: Any) -> Event:
        return happened.FactEstablished(turn=self._state.turn, fact=fact.model_copy(update=fields))

    def _retired(self, facts: Iterable[Fact]) -> Iterator[Event]:
        yield from (self._changed(fact, status="retired") for fact in facts if fact.status != "retired")

    def _reworded(self, ids: Iterable[str], words: str) -> Iterator[Event]:
        """Promises, debts and story points keep their ids: only their words are others."""
        state = self._state
        for id in ids:
            kind, _, rest = id.partition(":")
            if kind == "consequence" and (owed := state.consequences.get(rest)):
                event = happened.ConsequenceDue if owed.paid is None else happened.ConsequencePaid
                yield event(turn=state.turn, consequence=owed.model_copy(update={"text": words}))
            elif kind == "story_point" and (point := state.story_points.get(rest)):
                yield happened.StoryPointReached(turn=state.turn, story_point=point.model_copy(update={"title": words}))

    def _renamed(self, edit: Edit, id: str, name: str) -> Edit:
        entity = self._state.lore.entity(id)
        if entity is None:
            raise UnknownName(self._state.campaign, f'nobody and nothing is called "{id}".', "gm lore NAME lists them.", "unknown-entity")
        aliases = tuple(dict.fromkeys(alias for alias in (entity.name, *entity.aliases) if alias != name))
        now = entity.model_copy(update={"name": name, "aliases": aliases})
        return self._keep(
            edit.changed(words=name, before=entity.name, tellings=()), (happened.EntityIntroduced(turn=edit.turn, entity=now),)
        )

    def _settled(self, ids: Iterable[str], resolution: str, because: str) -> Iterator[Event]:
        """Open conflicts with what was forgotten or put right are settled; they come last, as settlements do."""
        state, gone = self._state, set(ids)
        for conflict in state.conflicts.values():
            sides = {f"conflict:{conflict.id}", f"fact:{conflict.fact}", f"fact:f{conflict.claim}"}
            sides |= {f"fact:f{conflict.claim}.{conflict.subject}.{conflict.relation}"}
            if conflict.settlement is None and (sides & gone or self._told_in(conflict.incoming, gone)):
                settled = Settlement.model_validate({"resolution": resolution, "because": because})
                yield happened.ConflictSettled(turn=state.turn, conflict=conflict.id, settlement=settled)

    def _told_in(self, telling: Provenance, ids: set[str]) -> bool:
        """True where a telling is one by which one of those facts was told."""
        return any(telling in fact.told_by for id in ids if (fact := self._fact(id)))

    def _keep(self, edit: Edit, changes: Iterable[Event]) -> Edit:
        """The edit as it is on record: what comes of it first, each event seen by the ones behind it, then the edit itself."""
        kept: list[Edit] = []

        def events() -> Iterator[Event]:
            made, count = list(edit.made), 0
            for count, event in enumerate(changes, 1):  # noqa: B007
                if isinstance(event, happened.FactEstablished) and self._state.lore.fact(event.fact.id) is None:
                    made.append(f"fact:{event.fact.id}")
                yield event
            kept.append(Edit.model_validate(edit.changed(made=tuple(made), changes=count).model_dump()))
            yield happened.MemoryEdited(turn=edit.turn, edit=kept[0])

        self._game.take_in(events())
        return kept[0]
