"""The rows of a note: what a model says that a reply put on record, as events, as far as the reply bears it out and the rules allow it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gm_engine import continuity, rules
from gm_engine.direction.acts import apart
from gm_engine.direction.naming import Names, names_of, plain
from gm_engine.journal.recorder import BEFORE
from gm_engine.memory.index_words import stems
from gm_engine.memory.nearest import passages
from gm_engine.play.asking import LEAST_WORDS, as_written, verbatim, words
from gm_engine.play.merging import merging
from gm_engine.play.note import LINKS, ROWS
from gm_engine.play.note_changes import BY_TELLING, GREATEST, Changes, at_most, moved, said_sum
from gm_engine.rules.coming import coming_ids
from gm_engine.state import StoryState
from gm_engine.state.seen import secret_names
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim, Fact, Modality, Value
from gm_engine.story.consequence import Consequence, ConsequenceKind
from gm_engine.story.decision import Decision, Option
from gm_engine.story.entity import Entity, EntityKind
from gm_engine.story.event import Event
from gm_engine.story.newcomer import Newcomer
from gm_engine.story.noted import NOTED
from gm_engine.story.pack import IMPORTED, Pronouns
from gm_engine.story.provenance import Provenance, Source
from gm_engine.story.story_point import Significance, StoryPoint
from gm_engine.story.validity import ValidityInterval

MOST = 32
LONGEST_NAME, LONGEST = 60, 300
MOST_HOURS = 24 * 366
LAST_NEW = "group"
"""The last of the kinds of rows that bring somebody in: after these it is said who of those on record turns out to be one of them."""
SOMEBODY = "somebody"
"""Who speaks where a transcript does not name them."""
YOU = ("you", "me", "the player", "the player's character", "player")
KINDS: Mapping[str, EntityKind] = {"person": "character", "place": "place", "thing": "item", "group": "faction"}
SORTS = {"character": "person"}
"""What the player's names call a kind of entity, where they call it otherwise."""
PRONOUNS: Mapping[str, Pronouns] = {"he": "he", "she": "she", "they": "they", "it": "it"}
WEIGHTS: Mapping[str, Significance] = {"minor": "minor", "major": "major", "milestone": "milestone"}
MODALITIES: Mapping[str, Modality] = {
    "plain": "asserted", "said": "speech", "rumour": "rumour", "written": "quoted", "plan": "plan", "dream": "dream", "joke": "sarcasm",
}  # fmt: skip
RELATIONS = ("spouse", "child", "sibling", "works_for", "owner", "member_of", "killed_by")
"""Which links are relations of their own, where the story declares them; any other is told in the fact's own words."""
OUTCOMES = ("kept", "paid", "broken")
NO_LETTER = re.compile(r"[^a-z0-9]+")
MARKS = " \"'"
"""What stands around a sentence that somebody says."""


class Recorder:
    """Puts the rows of one note on record. Each event must be folded before the next is asked for.

    ``booked`` is what the rules have put on record of this turn already: it is not booked twice. ``said`` is the player's line.
    ``speaker`` is the character whose words the text is: what a character says is heard, and makes no facts. ``late``: it is an
    earlier turn that is noted, and what was counted since is left as it is.
    """

    def __init__(
        self, text: str, state: StoryState, reader: str, *, booked: Sequence[Event] = (), said: str = "", source: Source = "extracted",
        speaker: str = "", late: bool = False,
    ) -> None:  # fmt: skip
        self.text, self.state, self.reader, self.said, self.source = text, state, reader, said, source
        self.speaker = speaker
        self.booked = list(booked)
        self.names: Names = names_of(state)
        self.numbers: dict[str, int] = {}
        self.absorbed: set[str] = set()
        self.secret = frozenset(map(plain, secret_names(state)))
        self.live, self.late = state.pack.id != IMPORTED, late
        self.changes = Changes(text, state, said, self.booked, self.whom)

    def take(self, told: Sequence[Mapping[str, Any]]) -> Iterator[Event]:
        """The events of all rows that stand, those who are new first, since the others may speak of them."""
        standing = [(row, quote) for row in told[:MOST] if (quote := self.quoted(row)) is not None]
        later = [row for row, _ in standing if row.get("kind") == "same" and not self.whom(words(row, "to", LONGEST_NAME))]
        for kind in ROWS:
            for row, quote in standing:
                if row.get("kind") == kind and row not in later:
                    yield from TAKE[kind](self, row, quote)
            if kind == LAST_NEW:
                for row, quote in standing:
                    if row in later:
                        yield from self.same(row, quote)

    # --- what a row quotes, and whom it names

    def quoted(self, row: Mapping[str, Any]) -> Provenance | None:
        """The sentence, or the sentences, in which a row's quote stands to the letter; None where it does not, or was forgotten by hand."""
        quote = as_written(verbatim(row, "quote")).strip()
        at = as_written(self.text).find(quote) if quote else -1
        bare = quote.strip(MARKS)
        if at < 0 or (
            len(quote.split()) < LEAST_WORDS and not any(bare == as_written(one.text).strip(MARKS) for one in passages(0, self.text))
        ):
            return None
        end = at + len(quote)
        whole = [one for one in passages(0, self.text) if one.span[0] < end and at < one.span[1]]
        start, end = (min(at, whole[0].span[0]), max(end, whole[-1].span[1])) if whole else (at, end)
        if self.state.marks.silent(self.state.turn, (start, end)):
            return None
        return Provenance(
            source=self.source, turn=self.state.turn, voice="character" if self.speaker else "narrator",
            speaker=(self.whom(self.speaker) or self.speaker) if self.speaker else None, quote=self.text[start:end], span=(start, end),
            minute=self.state.minute, reader=self.reader,
        )  # fmt: skip

    def whom(self, name: str, *kinds: str) -> str:
        """The id of whom or what a name means; empty where it means nobody, or one of several."""
        if name.casefold().strip() in YOU:
            return self.state.pc
        if self._is_secret(name):
            return ""
        key = plain(name)
        here = {self.state.pc, *self.state.present(), self.state.here}
        meant = [one for one in self.names.called(key.split()) if not kinds or one.kind in kinds]
        best = min((one.rank for one in meant), default=0)
        ids = {one.id for one in meant if one.rank == best}
        if len(ids) > 1:
            ids &= here
        if len(ids) == 1:
            return next(iter(ids))
        known = [one for one in self.state.lore.named(name) if not kinds or SORTS.get(one.kind, one.kind) in kinds] if name else []
        return known[0].id if len(known) == 1 else ""

    def people(self, row: Mapping[str, Any]) -> tuple[str, ...]:
        """Everybody whom a row names, in its order."""
        listed = re.split(r"\s*[,;]\s*|\s+and\s+", words(row, "name", LONGEST))
        return tuple(dict.fromkeys(id for name in listed if name and (id := self.whom(name))))

    def number(self, sort: str) -> int:
        """The next number of a sort of record in this turn."""
        self.numbers[sort] = self.numbers.get(sort, 0) + 1
        return self.numbers[sort]

    # --- who is new

    def who_speaks(self) -> Iterator[Event]:
        """The character whose words these are, where nobody of that name is on record."""
        name = self.speaker
        if name not in ("", SOMEBODY) and not self.whom(name) and not self.state.lore.named(name):
            one = Entity(id=self._id(name), kind="character", name=name, pronouns="they", introduced=self.state.turn)
            yield happened.EntityIntroduced(turn=self.state.turn, entity=one)
            self.names = names_of(self.state)

    def newcomer(self, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        """Somebody or something new; nothing where the name is on record, or the sentence bears out neither name nor what was said."""
        name, told = words(row, "name", LONGEST_NAME).strip(" ."), words(row, "text", LONGEST)
        kind = KINDS[str(row["kind"])]
        state = self.state
        known = state.lore.entity(self.whom(name)) if name else None
        if not name or self._is_secret(name) or (self.whom(name) and not known):
            return
        if not stems(f"{name} {told}").keys() & stems(telling.quote).keys():
            return
        if known and not self._may_join(known, kind):
            yield from self._placed(known.id, row)
            return
        where = words(row, "at", LONGEST_NAME)
        place = self.whom(where, "place") if where else ""
        holder = self.whom(where, "person") if where and kind == "item" and not place else ""
        if where.casefold() in ("here", "") or self._stands_here(where):
            place = place or (state.here if where and not holder else "")
        entity = known or next((one for one in state.lore.named(name) if one.kind == kind), None)
        id, name = (entity.id, entity.name) if entity else (self._id(name), name)
        by = PRONOUNS.get(words(row, "by", LONGEST_NAME).casefold(), "it" if kind != "character" else "they")
        if self.live:
            came = Newcomer(
                id=id, kind=kind_of(kind), name=name, summary=told, quote=telling.quote, pronouns=by, place=place, holder=holder,
                turn=state.turn,
            )  # fmt: skip
            yield happened.NewcomerJoined(turn=state.turn, newcomer=came)
        fresh = Entity(id=id, kind=kind, name=name, pronouns=by, introduced=state.turn)
        yield happened.EntityIntroduced(turn=state.turn, entity=entity.model_copy(update={"pronouns": by}) if entity else fresh)
        if holder and self.live:
            yield from rules.move_items(state, holder, id, 1, BY_TELLING)
        if kind == "character" and self.live and words(row, "told", LONGEST) == "dead":
            yield happened.StateChanged(turn=state.turn, what="condition", key=id, old="alive", new="dead", cause=BEFORE)
        elif kind == "character" and self.live and place == state.here:
            yield happened.StateChanged(turn=state.turn, what="met", key=id, old=0, new=1, cause=BY_TELLING)
        if told:
            yield from self._held(id, NOTED.id, Value(kind="text", text=told), telling, "asserted", None)
        self.names = names_of(state)

    def _placed(self, place: str, row: Mapping[str, Any]) -> Iterator[Event]:
        """Where a place lies that was brought in before, and to which no way led yet."""
        came, there = self.state.newcomers.get(place), self.whom(words(row, "at", LONGEST_NAME), "place")
        if came is not None and self.live and apart(self.state, there, place):
            yield happened.NewcomerJoined(turn=self.state.turn, newcomer=came.model_copy(update={"place": there}))

    def _is_secret(self, name: str) -> bool:
        """True for a name that somebody bears in secret: it brings nobody in, and what is told of it is not told of whoever bears it."""
        return plain(name) in self.secret

    def _may_join(self, entity: Entity, kind: EntityKind) -> bool:
        """True for somebody or something that was read of before, and is not yet part of the story's world."""
        pack = self.state.pack
        cast = (pack.characters, pack.npcs, pack.locations, pack.items, pack.factions)
        return self.live and entity.kind == kind and not any(entity.id in section for section in cast)

    def _stands_here(self, where: str) -> bool:
        return self.whom(where, "place") == self.state.here

    def _id(self, name: str) -> str:
        """A readable id that nobody has yet."""
        slug = NO_LETTER.sub("_", name.casefold().removeprefix("the ").removeprefix("a ").removeprefix("an ")).strip("_") or "somebody"
        pack = self.state.pack
        taken = (pack.characters, pack.npcs, pack.locations, pack.items, pack.factions, pack.clocks, pack.secrets, pack.scenes)

        def free(id: str) -> bool:
            return self.state.lore.entity(id) is None and not any(id in section for section in taken)

        return slug if free(slug) else next(id for n in range(2, 10_000) if free(id := f"{slug}_{n}"))

    def same(self, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:  # noqa: ARG002
        """Somebody who was called otherwise is one on record: a newcomer becomes one with them, another name is theirs, too."""
        name = words(row, "name", LONGEST_NAME).strip(" .")
        one = self.state.lore.entity(self.whom(words(row, "to", LONGEST_NAME)))
        known = self.whom(name)
        if one is None or not name or known == one.id or one.id == self.state.pc or self._is_secret(name):
            return
        if not known:
            names = (*one.aliases, name)
            yield happened.EntityIntroduced(turn=self.state.turn, entity=one.model_copy(update={"aliases": names}))
        elif known in self.state.newcomers and (two := self.state.lore.entity(known)) is not None and two.kind == one.kind:
            yield from merging(one, two, self.state)
            yield happened.NewcomerKnown(turn=self.state.turn, newcomer=two.id, is_one=one.id)
        self.names = names_of(self.state)

    # --- what holds

    def fact(self, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        """A fact: a claim of the sentence, and a fact of the lore where it is told as so."""
        subject, text = self.whom(words(row, "name", LONGEST)), words(row, "text", LONGEST)
        modality = MODALITIES.get(words(row, "told", LONGEST) or "plain")
        if not subject or not text or modality is None or not stems(text).keys() & stems(telling.quote).keys():
            return
        holder = self.whom(words(row, "by", LONGEST)) or None
        yield from self._held(subject, NOTED.id, Value(kind="text", text=text), telling, modality, holder)
        link, other = words(row, "link", LONGEST), self.whom(words(row, "to", LONGEST))
        if other and other != subject and link in LINKS:
            if link == "parent":
                link, subject, other = "child", other, subject
            if link in RELATIONS and self.state.lore.relation(link) is not None:
                value = Value(kind="entity", text=self.state.name(other), entity=other)
                yield from self._held(subject, link, value, telling, modality, holder)

    def _held(
        self, subject: str, relation: str, value: Value, telling: Provenance, modality: Modality, holder: str | None
    ) -> Iterator[Event]:
        state = self.state
        if relation == NOTED.id and state.lore.relation(relation) is None:
            yield happened.RelationDeclared(turn=state.turn, relation=NOTED)
        known = state.lore.relation(relation)
        assert known is not None
        lasting = known.mutability not in ("stateful", "monotone") or relation == NOTED.id
        claim = Claim(
            id=f"{state.turn}.r{self.number('claim')}", subject=subject, relation=relation, value=value, modality=modality, holder=holder,
            validity=ValidityInterval() if lasting else ValidityInterval(since=state.minute), provenance=telling,
            importance=known.importance, confidence=state.table.sure,
        )  # fmt: skip
        yield happened.ClaimHeard(turn=state.turn, claim=claim)
        if modality != "asserted" or self.speaker or continuity.put_away_by_hand(claim, state):
            return
        standing = state.lore.standing(subject, relation)
        if any(fact.statement == claim.statement for fact in standing):
            return
        if known.exclusive:
            tellings = [one for fact in standing for one in fact.told_by]
            if any(one.voice in ("author", "engine") or one.turn > state.turn for one in tellings):
                return
            for fact in standing:
                until = fact.validity.model_copy(update={"until": max(state.minute, fact.validity.since or state.minute)})
                ended = fact.model_copy(update={"status": "superseded", "validity": until})
                yield happened.FactEstablished(turn=state.turn, fact=ended)
        yield happened.FactEstablished(
            turn=state.turn,
            fact=Fact(id=f"f{claim.id}", subject=subject, relation=relation, value=value, told_by=(telling,), validity=claim.validity,
                      importance=claim.importance, confidence=claim.confidence),
        )  # fmt: skip

    # --- what happened, was decided, is owed

    def event(self, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        """Something that happened, as a story point."""
        title = words(row, "text", LONGEST).rstrip(".")
        if not title or not stems(title).keys() & stems(telling.quote).keys():
            return
        state = self.state
        people = self.people(row)
        earlier = [point for point in state.story_points.values() if point.turn <= state.turn][-40:]
        others = set(people) - {state.pc}
        follows = next((point.id for point in reversed(earlier) if others & set(point.participants)), earlier[-1].id if earlier else "")
        yield happened.StoryPointReached(
            turn=state.turn,
            story_point=StoryPoint(
                id=f"p{state.turn}.n{self.number('event')}", kind="action", title=title,
                significance=WEIGHTS.get(words(row, "weight", LONGEST), "minor"), turn=state.turn, scene=state.scene.id,
                place=state.here if self.live else "", minute=state.minute, participants=people, follows=(follows,) if follows else (),
            ),
        )  # fmt: skip

    def decision(self, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        """A decision of the player's character."""
        text, refused = words(row, "text", LONGEST), words(row, "not", LONGEST)
        said = stems(f"{telling.quote} {self.said}").keys()
        if not text or not stems(text).keys() & said:
            return
        state = self.state
        options = (Option(id="taken", text=text), *((Option(id="refused", text=refused),) if refused else ()))
        here = (state.pc, *state.present()) if self.live else (state.pc,)
        yield happened.DecisionTaken(
            turn=state.turn,
            decision=Decision(
                id=f"d{state.turn}.n{self.number('decision')}", question="", options=options, taken="taken", turn=state.turn,
                scene=state.scene.id, place=state.here if self.live else "", minute=state.minute, participants=here,
            ),
        )  # fmt: skip

    def owed(self, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        """A promise or a debt, unless one of the kind between the two was booked in this turn. A sum that nobody said is left out of it."""
        state = self.state
        kind: ConsequenceKind = "debt" if row["kind"] == "debt" else "promise"
        debtor, creditor = self.whom(words(row, "name", LONGEST)), self.whom(words(row, "to", LONGEST))
        text = words(row, "text", LONGEST) or telling.quote
        amount, hours = max(0, at_most(row, "amount", GREATEST)), max(0, at_most(row, "hours", MOST_HOURS))
        if not debtor or debtor == creditor:
            return
        if amount and not said_sum(amount, state, telling.quote, self.said):
            amount = 0
        same = next((one for one in self._booked_as_owed() if self._is_booked(one, kind, debtor, creditor)), None)
        if same is not None:
            self.absorbed.add(same.id)
            if creditor and not same.creditor:
                named = same.model_copy(update={"creditor": creditor, "participants": tuple(who for who in (debtor, creditor) if who)})
                yield happened.ConsequenceDue(turn=state.turn, consequence=named)
            return
        yield happened.ConsequenceDue(
            turn=state.turn,
            consequence=Consequence(
                id=coming_ids(state, 1)[0], kind=kind, text=text, cause=f"turn {state.turn}", debtor=debtor, creditor=creditor,
                amount=amount if kind == "debt" else 0, due=state.minute + hours * 60 if hours else None, turn=state.turn,
                scene=state.scene.id, minute=state.minute, participants=tuple(who for who in (debtor, creditor) if who),
            ),
        )  # fmt: skip

    def _booked_as_owed(self) -> Iterator[Consequence]:
        """What the rules have put on record as owed in this turn: each stands for one row of a note, which says it again."""
        booked = (one.consequence for one in self.booked if isinstance(one, happened.ConsequenceDue))
        return (one for one in booked if one.id not in self.absorbed)

    @staticmethod
    def _is_booked(one: Consequence, kind: ConsequenceKind, debtor: str, creditor: str) -> bool:
        return (one.kind, one.debtor) == (kind, debtor) and (one.creditor == creditor or not (one.creditor and creditor))

    def settled(self, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        """What was owed is kept, paid or broken. A debt is paid only where the money was booked; what is paid in part makes it smaller."""
        state = self.state
        owed = state.consequences.get(words(row, "id", LONGEST))
        outcome = words(row, "text", LONGEST).casefold()
        if owed is None or owed.paid is not None or outcome not in OUTCOMES or owed.kind not in ("promise", "debt"):
            return
        paid = any(
            isinstance(one, happened.StateChanged)
            and one.what == "money"
            and (one.key, moved(one)) in ((owed.debtor, -owed.amount), (owed.creditor, owed.amount))
            for one in self.booked
        )
        part = at_most(row, "amount", GREATEST)
        if part and any(isinstance(one, happened.ConsequenceDue) and one.consequence.id == owed.id for one in self.booked):
            return
        if owed.kind == "debt" and 0 < part < owed.amount and outcome == "paid" and said_sum(part, state, telling.quote, self.said):
            less = happened.ConsequenceDue(turn=state.turn, consequence=owed.model_copy(update={"amount": owed.amount - part}))
            self.booked.append(less)
            yield less
            return
        if owed.kind == "debt" and owed.amount and outcome != "broken" and not paid:
            return
        yield from rules.pay(owed, state, outcome)

    # --- what the engine counts

    def change(self, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        """A change of the engine's own numbers that the reply tells: the rules say whether it can be."""
        if self.live and not self.late:
            yield from self._come_to(row, telling)
            yield from self.changes.of(row, telling)

    def _come_to(self, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        """The place to which somebody goes, where none of that name is on record. It lies beside where the player's character goes from;
        where somebody else has gone, nobody knows until it is told."""
        place, who = words(row, "to", LONGEST_NAME).strip(" ."), self.whom(words(row, "name", LONGEST))
        if words(row, "what", LONGEST) != "place" or not stems(place) or self.whom(place, "place") or self._stands_here(place):
            return
        if self._is_secret(place) or not who or self.whom(place, "person") or not self.changes.is_told(row):
            return
        if not stems(place).keys() & stems(f"{self.text} {self.said}").keys():
            return
        id = self._id(place)
        beside = self.state.here if who == self.state.pc else ""
        came = Newcomer(id=id, kind="place", name=place, quote=telling.quote, pronouns="it", place=beside, turn=self.state.turn)
        yield happened.NewcomerJoined(turn=self.state.turn, newcomer=came)
        entity = Entity(id=id, kind="place", name=place, pronouns="it", introduced=self.state.turn)
        yield happened.EntityIntroduced(turn=self.state.turn, entity=entity)
        self.names = names_of(self.state)


def kind_of(kind: EntityKind) -> Any:
    """An entity's kind as a newcomer's."""
    return kind if kind != "concept" else "item"


Take = Callable[[Recorder, Mapping[str, Any], Provenance], Iterator[Event]]
TAKE: Mapping[str, Take] = {
    "same": Recorder.same, **dict.fromkeys(KINDS, Recorder.newcomer), "fact": Recorder.fact, "event": Recorder.event,
    "decision": Recorder.decision, "promise": Recorder.owed, "debt": Recorder.owed, "settled": Recorder.settled,
    "change": Recorder.change,
}  # fmt: skip
