"""Claims by a second reader: what a model says that a reply says, as far as the reply bears it out."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from gm_engine.continuity.canon import read_value
from gm_engine.continuity.settle import normal
from gm_engine.extraction.reading import Reading
from gm_engine.memory.index_words import stems
from gm_engine.memory.wording_check import unsupported
from gm_engine.play.asking import LEAST_WORDS, as_written, form, rows, verbatim, words
from gm_engine.play.guard import sentences
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Modality, Value
from gm_engine.story.fence import DATA, fenced
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import Provenance
from gm_engine.story.question import Question
from gm_engine.story.relation import Relation
from gm_engine.story.validity import ValidityInterval

MOST = 24
LONGEST = 80
"""Letters of a value."""
GREATEST = 10**9
ANSWER = 900
YOU = ("you", "the player", "the player's character")
TRUTHS = ("yes", "no", "none", "true", "false")
"""Values that no sentence needs to say."""
VALUES_WITH_PARTS = """
    alias attitude bearing can count dated debt destroyed distance does feature happened has_kin kin_to knows
    loaded met money name price quality same_as sense told wants wears
"""
PACKED = frozenset(VALUES_WITH_PARTS.split())
"""Relations that no model is asked for: their values have parts that only grammar tells, or the engine keeps the count itself."""
SYSTEM = f"""You read what the game master of a tabletop story has just told, and list what it states about named people, places and things.

{DATA}

One row for each statement:
- subject: whom or what it is about, by one of the given names; "you" is the player's character
- relation: one of the given relations
- value: in few words; a name where the relation links two names; a number or a year in digits
- polarity: false where the text denies it
- modality: asserted (the teller tells it as so), speech (somebody in the story says so), rumour, plan, hypothetical, dream,
  quoted, sarcasm or question
- change: true where the text tells how it came to be so ("has dyed her hair"), false where it only tells that it is
- quote: the words that state it, copied from the text to the letter

List only what the words state. Leave out what must be guessed. Where there is nothing, list nothing."""


def claims_question(text: str, reading: Reading, state: StoryState) -> Question:
    """What a model is asked of a reply that was just told."""
    known = {relation.id: relation.says for relation in asked_for(state)}
    names = [entity.name for id in spoken_of(reading, state) if (entity := state.lore.entity(id)) and id != state.pc]
    listed = "\n".join(f"- {id}: {says}" for id, says in known.items())
    plain = {"type": "string"}
    schema = form(
        "claims", MOST, subject=plain, relation={"type": "string", "enum": list(known)}, value=plain, polarity={"type": "boolean"},
        modality={"type": "string", "enum": list(get_args(Modality))}, change={"type": "boolean"}, quote=plain,
    )  # fmt: skip
    user = f"Relations:\n{listed}\n\nNames: {', '.join(['you', *names])}\n\n{fenced('reply', text)}"
    return Question(purpose="claims", system=SYSTEM, user=user, form=schema, most=ANSWER)


def asked_for(state: StoryState) -> tuple[Relation, ...]:
    """The declared relations that a model may fill."""
    return tuple(relation for relation in state.lore.relations() if relation.id not in PACKED)


def spoken_of(reading: Reading, state: StoryState) -> tuple[str, ...]:
    """Everybody and everything that a reading speaks of, and the player's character."""
    claimed = (id for claim in reading.claims for id in (claim.subject, claim.value.entity) if id)
    return tuple(dict.fromkeys((*reading.mentions, *(meant.id for meant in reading.meant), *claimed, state.pc)))


def claims_of(answer: str, text: str, reading: Reading, state: StoryState, reader: str) -> tuple[Claim, ...]:
    """What was read, and the claims of an answer that stand besides (``TURN.m1`` …), in its order.

    A quote that is not in one sentence of the text to the letter (but for the make of quotation marks, dashes and blanks), a name that
    nobody bears or that the sentence cannot mean, a number that the quote does not hold, and a look that it does not name: all these are
    dropped. Each claim's quote is its whole sentence. A claim is asserted only where its sentence is the narrator's own, told
    as so, and half as sure where no word of its value stands in it. What was read already names both readers.
    """
    desk = _Desk(text, reading, state, reader)
    more = tuple(desk.take(rows(answer, "claims", MOST)))
    return (*(_read_by_both(claim, reader) if claim.id in desk.confirmed else claim for claim in reading.claims), *more)


_MODALITIES: dict[str, Modality] = {modality: modality for modality in get_args(Modality)}


class _Desk:
    def __init__(self, text: str, reading: Reading, state: StoryState, reader: str) -> None:
        self.text, self.state, self.reader = text, state, reader
        self.known = {relation.id: relation for relation in asked_for(state)}
        self.spoken = set(spoken_of(reading, state))
        self.gists = reading.gists
        self.heard = list(reading.claims)
        self.confirmed: set[str] = set()

    def take(self, told: Iterable[Mapping[str, Any]]) -> Iterator[Claim]:
        number = 0
        for row in told:
            claim = self._claim(row, number + 1)
            if claim is not None and not self._heard_already(claim):
                number += 1
                self.heard.append(claim)
                yield claim

    def _claim(self, row: Mapping[str, Any], number: int) -> Claim | None:
        relation = self.known.get(words(row, "relation", LONGEST))
        subject = self._whom(words(row, "subject", LONGEST))
        place = self._place(verbatim(row, "quote"))
        value = self._value(words(row, "value", LONGEST), relation) if relation else None
        modality = _MODALITIES.get(words(row, "modality", LONGEST))
        polarity, change = row.get("polarity"), row.get("change")
        if relation is None or subject is None or place is None or value is None:
            return None
        if modality is None or not isinstance(polarity, bool) or not isinstance(change, bool):
            return None
        (start, end), gist = place
        quote = self.text[start:end]
        if gist is not None and (gist.recalled or not all(_can_mean(gist, id) for id in (subject, value.entity) if id)):
            return None
        told = value.entity is not None or value.text in TRUTHS or bool(stems(value.text).keys() & stems(quote).keys())
        if not told and relation.kind == "physical_trait" and relation.mutability != "monotone":
            return None
        if any(piece.kind != "negation" for piece in unsupported(value.text, (quote, value.text if value.entity else ""))):
            return None
        state = self.state
        lasting = relation.mutability not in ("stateful", "monotone")
        return Claim(
            id=f"{state.turn}.m{number}",
            subject=subject,
            relation=relation.id,
            value=value,
            polarity=polarity,
            change=change,
            modality=_allowed(modality, gist),
            validity=ValidityInterval() if lasting else ValidityInterval(since=state.minute),
            provenance=Provenance(
                source="extracted", turn=state.turn, voice="narrator", quote=quote, span=(start, end), minute=state.minute,
                reader=self.reader,
            ),
            importance=relation.importance,
            confidence=state.table.sure if told else max(1, state.table.sure // 2),
        )  # fmt: skip

    def _whom(self, name: str) -> str | None:
        """Who is meant: somebody known of whom the text speaks, by a name that only they bear."""
        if name.casefold() in YOU:
            return self.state.pc
        found = self.state.lore.named(name) if name else ()
        return found[0].id if len(found) == 1 and found[0].id in self.spoken else None

    def _place(self, quote: str) -> tuple[tuple[int, int], Gist | None] | None:
        """Where the quote stands, widened to the narrator's sentence that it is in, where it is in one; None where it is in two, or is
        too short to be known again."""
        words, text = as_written(quote), as_written(self.text)
        at = text.find(words) if quote else -1
        if at < 0:
            return None
        many = len(words.split()) >= LEAST_WORDS
        for gist in self.gists:
            whole = as_written(gist.quote)
            if words in whole and (many or words.strip() == whole.strip()):
                return gist.span, gist
        end = at + len(words)
        across = any(start < end and at < until for start, until in (gist.span for gist in self.gists))
        return None if across or not many or len(sentences(quote)) > 1 else ((at, end), None)

    def _value(self, told: str, relation: Relation) -> Value | None:
        if not told:
            return None
        if relation.value == "entity":
            whom = self._whom(told)
            return Value(kind="entity", text=self.state.name(whom), entity=whom) if whom else None
        value = read_value(told, relation.value, lambda _: None)
        if relation.value in ("number", "date") and value.kind != relation.value:
            return None
        return value if max(abs(value.low or 0), abs(value.high or 0)) < GREATEST else None

    def _heard_already(self, claim: Claim) -> bool:
        relation = self.known[claim.relation]
        start, end = claim.provenance.span
        for other in self.heard:
            if other.topic != claim.topic:
                continue
            since, until = other.provenance.span
            within = start < until and since < end
            if normal(other.value) == normal(claim.value):
                if within and other.polarity == claim.polarity:
                    self.confirmed.add(other.id)
                return True
            if relation.exclusive and within:
                return True
        return False


def _read_by_both(claim: Claim, reader: str) -> Claim:
    telling = claim.provenance
    return claim.model_copy(update={"provenance": telling.model_copy(update={"reader": f"{telling.reader}+{reader}"})})


def _can_mean(gist: Gist, id: str) -> bool:
    """True where a sentence speaks of somebody or something, or has a pronoun of which it is not known whom it means."""
    return id in gist.ids or gist.about == id or gist.unknown


def _allowed(modality: Modality, gist: Gist | None) -> Modality:
    """How a claim may be taken at most: as so only from a sentence that the narrator tells as so, in one of its clauses at least."""
    if modality != "asserted":
        return modality
    if gist is None:
        return "speech"
    return "hypothetical" if gist.supposed else "asserted"
