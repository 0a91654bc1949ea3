"""The memory: an index over all that was said and recorded, fed by events and rebuilt from a state to the same answers."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from heapq import nsmallest
from typing import TYPE_CHECKING, Any

from gm_engine.memory.annals import Annals
from gm_engine.memory.attention import HEARD, Attention, Heard, attend, corrects
from gm_engine.memory.closeness import closeness
from gm_engine.memory.forgetting import stands_for
from gm_engine.memory.index_words import stems
from gm_engine.memory.interests import Interests
from gm_engine.memory.lexical import Lexicon
from gm_engine.memory.meanings import SOUND, Meanings
from gm_engine.memory.named_in import Names
from gm_engine.memory.relevance import relevance
from gm_engine.memory.said import Talk, Told
from gm_engine.memory.summary_book import SummaryBook
from gm_engine.memory.weights import Weights
from gm_engine.story import event as happened
from gm_engine.story.claim import Fact
from gm_engine.story.conflict import Conflict
from gm_engine.story.consequence import Consequence
from gm_engine.story.decision import Decision
from gm_engine.story.edit import Edit
from gm_engine.story.event import Event
from gm_engine.story.marks import Marks
from gm_engine.story.memoir import Memoir
from gm_engine.story.pack import Pack
from gm_engine.story.relation import TOLD
from gm_engine.story.story_point import StoryPoint

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

SOME = 3.0
"""How well a turn answers that shares no word with what was said, but comes nearest to what it means."""
"""How important what was decided, and what came about, makes the turn in which it did, 1 to 5."""
MET = 3
"""What a story point of no weight of its own leaves a turn at: somebody was met, a place was reached."""
CORRECTED = 5
"""How important a turn is in which the player set something right."""
COMPANY = 10
"""Of how many of the newest records of somebody those in them count as company."""


@dataclass(frozen=True)
class Record:
    """Where to find a remembered record: ``id`` is ``KIND:ID`` as context elements are called."""

    id: str
    turn: int
    about: tuple[str, ...] = ()
    weight: int = 0
    """How important it makes the turn in which it came about, 1 to 5; 0: as any."""


class Memory:
    """A fold over events. Feeding it a turn costs what the turn holds, not what the campaign holds."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()
        self.names = Names()
        self.talk = Talk()
        self.meanings: Meanings | None = None
        """The vectors of what was said, where a model is at hand that makes them."""
        self.interests = Interests()
        self.story = SummaryBook(Annals())
        self._records: Lexicon[str] = Lexicon()
        self._by_id: dict[str, Record] = {}
        self._by_entity: dict[str, list[tuple[int, str]]] = {}
        self._by_turn: list[tuple[int, str]] = []
        self._session = 1
        self._pack: Pack | None = None
        self._edits: list[Edit] = []
        self._marks = Marks()
        self._whole: dict[int, Told] = {}
        """Turns of which a sentence was forgotten or put right by hand, as they were told."""
        self._away: dict[str, tuple[Record, Counter[str]]] = {}
        """Records that were forgotten by hand: nothing finds them."""

    def __getstate__(self) -> dict[str, Any]:
        """What is kept of it: all but the vectors, which are kept apart."""
        return {**vars(self), "meanings": None}

    @classmethod
    def of(cls, state: "StoryState", weights: Weights | None = None, meanings: Meanings | None = None) -> "Memory":
        """The memory of everything that ``state`` holds; with the model and the vectors of ``meanings``, if there are any."""
        memory = cls(weights)
        memory.meanings = meanings.anew() if meanings else None
        memory._edits = list(state.edits.values())
        memory._marks = Marks(memory._edits)
        memory._open_pack(state.pack)
        for entity in state.lore.entities():
            memory.names.add(entity)
        for turn in state.turns.values():
            memory._tell(Told(turn.number, max(1, turn.session), turn.said, turn.reply, turn.speaker, turn.time))
        memory._hear_again()
        for fact in (*state.lore.facts(status=None), *state.lore.facts(relation=TOLD, status=None)):
            memory._hold_fact(fact)
        registers = (state.decisions, state.consequences, state.story_points, state.conflicts)
        for record in (record for register in registers for record in register.values()):
            memory._hold(record)
        for memoir in state.elsewhere.values():
            memory._hold_memoir(memoir)
        for rumour in state.rumours:
            memory._hear_rumour(state.pack, rumour, 0)
        for secret, standing in state.secrets.items():
            if standing == "revealed":
                memory.names.reveal(secret)
        for clue, number in state.clues.items():
            memory._find_clue(state.pack, clue, number)
        memory._session = max(1, state.session)
        memory.story = SummaryBook(Annals.of(state))
        return memory

    def apply(self, event: Event) -> None:
        """Takes in one event; what there is nothing to remember of changes nothing."""
        self.story.annals.apply(event)
        match event:
            case happened.PackOpened():
                self._open_pack(event.pack)
            case happened.WorldRemembered():
                for memoir in event.memoirs:
                    self._hold_memoir(memoir)
            case happened.SessionOpened():
                self._session = max(1, event.number)
            case happened.EntityIntroduced():
                self.names.add(event.entity)
                if event.entity.id in self._marks.gone:
                    self.names.again((event.entity.id,), self._marks.gone)
            case happened.PlayerSpoke():
                self._note(event.turn, said=event.said, speaker=event.speaker, time=event.time)
                self.interests.hear(self._session, event.said)
            case happened.CompletionReceived():
                named = {"speaker": event.speaker, "time": event.time} if event.speaker or event.time else {}
                self._note(event.turn, reply=event.completion.text, **named)
            case happened.TextRedacted():
                self._whole.pop(event.redacted, None)
                self.talk.forget(event.redacted)
                self._hear_again()
            case happened.MemoryEdited():
                self._edit(event.edit)
            case happened.FactEstablished():
                self._hold_fact(event.fact)
            case happened.DecisionOffered() | happened.DecisionTaken():
                self._hold(event.decision)
            case happened.ConsequenceDue() | happened.ConsequencePaid():
                self._hold(event.consequence)
            case happened.StoryPointReached():
                self._hold(event.story_point)
            case happened.ConflictFound():
                self._hold(event.conflict)
            case happened.StateChanged(what="rumour"):
                self._hear_rumour(self._pack, event.key, 0)
            case happened.StateChanged(what="secret"):
                if event.detail:
                    self._find_clue(self._pack, f"{event.key}/{event.detail}", event.turn)
                if event.new == "revealed":
                    self.names.reveal(event.key)
            case _:
                pass

    # --- what it is asked

    @property
    def chosen_by(self) -> str:
        """The mark of the model by whose vectors turns are found for prompts, too; empty where words alone find them."""
        return self.meanings.mark if self.meanings and self.meanings.counts else ""

    def chosen_for(self, said: str) -> str:
        """By what older turns are found for these words: see ``Meanings.stamp``; empty where words alone find them."""
        return self.meanings.stamp(self.talk, said) if self.meanings and self.meanings.counts else ""

    @property
    def remembered(self) -> int:
        """How many records it can find; turns are counted apart."""
        return len(self._by_id)

    def record(self, id: str) -> Record | None:
        """Where to find the record of that element id."""
        return self._by_id.get(id)

    def found_turns(self, said: str, most: int, *, by_words: bool = False) -> list[tuple[int, float]]:
        """The turns that answer ``said`` best, with their scores: on the scale of ``found_records``, so that both may be compared."""
        found = relevance(self.talk, said, self.meanings if self.chosen_by and not by_words else None)
        best = found.best(most)
        return [(turn, (found.strength or SOME) * score / best[0][1]) for turn, score in best]

    def meaning(self, said: str, most: int) -> dict[int, float]:
        """The turns that are nearest to ``said`` in meaning, 0 to 1; none where words alone find what is sent."""
        if not self.meanings or not self.chosen_by:
            return {}
        nearest = zip(self.talk.turns.numbers.tolist(), self.meanings.cosines(self.talk, said).tolist(), strict=True)
        sound = ((turn, (cosine - SOUND) / (1 - SOUND)) for turn, cosine in nearest if cosine > SOUND)
        return dict(nsmallest(most, sound, key=lambda item: (-item[1], item[0])))

    def found_records(self, terms: Mapping[str, int], most: int) -> list[tuple[str, float]]:
        """The element ids of records that answer ``terms`` best, with their scores."""
        return self._records.best(terms, most)

    def about(self, entity: str, most: int) -> tuple[str, ...]:
        """The element ids of the newest records about somebody or something."""
        return tuple(id for _, id in self._by_entity.get(entity, [])[-most:][::-1])

    def recent(self, most: int) -> tuple[str, ...]:
        """The element ids of the newest records of what happened in play."""
        return tuple(id for turn, id in self._by_turn[-most:][::-1] if turn)

    def stands_for(self, id: str, state: "StoryState") -> str:
        """What comes to mind for a record: itself, what it has merged into, or nothing (empty) where it was let go."""
        return stands_for(id, state, self.story.annals, self.weights.fading)

    def terms(self, id: str) -> Mapping[str, int]:
        """The stems by which a record or a turn is found; none for what is not in the index."""
        kind, _, rest = id.partition(":")
        return self.talk.turns.terms(int(rest)) if kind == "turn" and rest.isdigit() else self._records.terms(id)

    def telling(self, stem: str) -> float:
        """How much a stem tells, 0 (it falls in every turn) to 1 (it fell once)."""
        return self.talk.turns.telling(stem)

    def importance(self, turn: int) -> int:
        """How important a turn is, 0 (nothing came of it) to 5: by what was decided and came about in it, and by corrections."""
        start = bisect_left(self._by_turn, (turn, ""))
        ids = (id for number, id in self._by_turn[start : bisect_left(self._by_turn, (turn + 1, ""))])
        most = max((self._by_id[id].weight for id in ids), default=0)
        told = self.talk.told(turn)
        return max(most, CORRECTED) if told and corrects(told.said) else most

    def attention(self) -> Attention:
        """What the table's attention is on, after the last turn that was heard: a fold of the turns, and of nothing else."""
        return attend([self._heard(told) for told in self.talk.last(HEARD)], self.telling)

    def _heard(self, told: Told) -> Heard:
        return Heard(
            tuple(stems(told.said)),
            tuple(stems(told.reply)),
            self.names.named(told.said),
            self.names.named(told.reply),
            1.0 + max(0, self.importance(told.number) - MET) / 2,
        )

    def interested(self) -> dict[str, float]:
        """The stems of what the player keeps asking about over the sessions, 0 to 1, the strongest first."""
        return self.interests.strengths(self.telling)

    def close(self, seeds: Mapping[str, float], ties: Callable[[str], Mapping[str, int]], without: str = "") -> dict[str, float]:
        """How close everybody and everything is to ``seeds``, 0 to 1 for the closest: by the lore's ``ties`` and by common records.

        ``without`` is whom every record is about, the player's character: the way does not go through them.
        """

        def neighbours(id: str) -> dict[str, float]:
            found = {other: float(count) for other, count in ties(id).items()}
            for record in self.about(id, COMPANY):
                for other in self._by_id[record].about:
                    found[other] = found.get(other, 0.0) + 1 / len(self._by_id[record].about)
            return {other: weight for other, weight in found.items() if other not in (id, without)}

        shares = closeness({id: weight for id, weight in seeds.items() if id != without}, neighbours)
        most = max((share for id, share in shares.items() if id not in seeds), default=0.0)
        return {id: min(1.0, share / most) for id, share in shares.items()} if most else {}

    # --- what it is fed

    def _note(self, number: int, **changes: Any) -> None:
        told = self._whole.get(number) or self.talk.told(number) or Told(number, self._session)
        self._tell(replace(told, **changes))

    def _tell(self, told: Told) -> None:
        """Takes a turn in, without the sentences that were forgotten by hand."""
        said = self._marks.shown(told.number, "said", told.said, prompt=False)
        reply = self._marks.shown(told.number, "reply", told.reply, prompt=False)
        if (said, reply) != (told.said, told.reply):
            self._whole[told.number] = told
        self.talk.tell(replace(told, said=said, reply=reply))

    def _edit(self, edit: Edit) -> None:
        """Takes in an edit by hand: sentences go from their turns or come back, and so do records and names."""
        before = self._marks
        self._edits.append(edit)
        self._marks = Marks(self._edits)
        for number in sorted({*before.turns, *self._marks.turns}):
            if told := self._whole.pop(number, None) or self.talk.told(number):
                self._tell(told)
        self._hear_again()
        for id in sorted(self._marks.forgotten.keys() - before.forgotten.keys()):
            if record := self._by_id.get(id):
                self._put(record, Counter(self._records.terms(id)))
        for id in sorted(before.forgotten.keys() - self._marks.forgotten.keys()):
            if id in self._away:
                self._put(*self._away.pop(id))
        changed = {*before.gone, *before.gone.values()} ^ {*self._marks.gone, *self._marks.gone.values()}
        concerned = (edit, *(one for one in self._edits if one.id == edit.takes_back))
        changed |= {id.partition(":")[2] for one in concerned for id in one.what if id.startswith("entity:")}
        self.names.again(sorted(changed), self._marks.gone)

    def _hear_again(self) -> None:
        """The interests from all turns that are still known: nothing of what was taken out is left in them."""
        self.interests = Interests()
        for told in self.talk.all():
            self.interests.hear(told.session, told.said)

    def _open_pack(self, pack: Pack) -> None:
        self._pack = pack
        for id, lore in pack.lore.items():
            if lore.visibility == "table":
                self._keep(Record(f"lore:{id}", 0, lore.about), lore.text, lore.category, *lore.keys, *lore.keys_all)

    def _hold_memoir(self, memoir: Memoir) -> None:
        if memoir.text:
            self._keep(Record(f"elsewhere:{memoir.id}", 0, memoir.about), memoir.text, memoir.title)

    def _hear_rumour(self, pack: Pack | None, id: str, turn: int) -> None:
        if pack and (rumour := pack.rumours.get(id)):
            self._keep(Record(f"rumour:{id}", turn, rumour.about), rumour.text)

    def _find_clue(self, pack: Pack | None, key: str, turn: int) -> None:
        secret, _, words = key.partition("/")
        about = pack.secrets[secret].about if pack and secret in pack.secrets else ()
        self._keep(Record(f"clue:{key}", turn, about), words)

    def _hold_fact(self, fact: Fact) -> None:
        if fact.taken_out or (fact.relation == TOLD and not fact.sentence):
            return
        told = fact.told_by[0]
        about = tuple(id for id in (fact.subject, fact.value.entity) if id)
        words = (id.replace("_", " ") for id in (*about, fact.relation))
        self._keep(Record(f"fact:{fact.id}", told.turn, about), told.quote, fact.value.text, *words)

    def _hold(self, record: Decision | Consequence | StoryPoint | Conflict) -> None:
        if isinstance(record, Decision):
            options = (option.text for option in record.options)
            made = record.importance if record.taken is not None else 0
            found = Record(f"decision:{record.id}", record.turn, record.participants, made)
            self._keep(found, record.question, record.note, record.because, *options)
        elif isinstance(record, Consequence):
            self._keep(Record(f"consequence:{record.id}", record.turn, _parties(record)), record.text, record.outcome)
        elif isinstance(record, StoryPoint):
            found = Record(f"story_point:{record.id}", record.turn, record.participants, record.importance)
            self._keep(found, record.title)
        else:
            found = Record(f"conflict:{record.id}", record.incoming.turn, (record.subject,))
            self._keep(found, record.established.quote, record.incoming.quote)

    def _keep(self, record: Record, *texts: str) -> None:
        self._put(record, _terms(texts))

    def _put(self, record: Record, terms: Counter[str]) -> None:
        """Files a record, in place of what was filed under its id; away from all that finds it, where it was forgotten by hand."""
        forgotten = self._marks.forgets(record.id)
        if forgotten:
            self._away[record.id] = record, terms
        if old := self._by_id.get(record.id):
            if old == record and not forgotten:
                self._records.put(record.id, terms)
                return
            for order in (self._by_turn, *(self._by_entity[entity] for entity in dict.fromkeys(old.about))):
                del order[bisect_left(order, (old.turn, old.id))]
            if forgotten:
                del self._by_id[record.id]
                self._records.drop(record.id)
        if forgotten:
            return
        self._by_id[record.id] = record
        insort(self._by_turn, (record.turn, record.id))
        for entity in dict.fromkeys(record.about):
            insort(self._by_entity.setdefault(entity, []), (record.turn, record.id))
        self._records.put(record.id, terms)


def _terms(texts: Iterable[str]) -> Counter[str]:
    return stems("\n".join(texts))


def _parties(consequence: Consequence) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for id in (consequence.debtor, consequence.creditor, *consequence.participants) if id))
