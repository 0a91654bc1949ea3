"""A claim is what words say; a fact is what the lore holds because of claims."""

from typing import Literal

from gm_engine.story.noun import Noun, Words
from gm_engine.story.provenance import Provenance
from gm_engine.story.validity import ValidityInterval

Modality = Literal["asserted", "speech", "rumour", "plan", "hypothetical", "dream", "quoted", "sarcasm", "question"]
Simulation = Literal["none", "fault", "decoy"]
TOLD = "told"
"""The relation of a whole sentence. What a conflict alone needs of them no listing, memory or prompt brings up."""
FactStatus = Literal["open", "superseded", "retired", "mystery"]


class Value(Noun):
    """What a relation says of its subject.

    ``enum``: a lower-case lemma in ``text`` ("grey"). ``entity``: an id in ``entity``. ``number``: whole numbers
    ``low``..``high`` of ``unit`` (cents for money, minutes for durations, yards for distances, otherwise the thing
    that is counted). ``date``: proleptic Gregorian ordinals ``low``..``high`` (a year is an interval). ``text``: words.
    """

    kind: Literal["entity", "number", "date", "enum", "text"]
    text: Words
    entity: str | None = None
    low: int | None = None
    high: int | None = None
    unit: str | None = None
    approximate: bool = False


class Statement(Noun):
    """The bare content of a claim: who, which relation, what value, said to be so or not so."""

    subject: str
    relation: str
    value: Value
    polarity: bool = True


class Claim(Noun):
    """What one sentence says. ``id`` is ``TURN.N``; ``holder`` is who says or believes it (None: the table).

    ``confidence`` is in per cent, ``importance`` 1 to 5, ``audience`` is ``table``, ``gm`` or ``h:ID``. ``change``: the words
    tell how it came to be so ("has dyed", "bought", "no longer"), and not only that it is.
    """

    id: str
    subject: str
    relation: str
    value: Value
    polarity: bool = True
    change: bool = False
    modality: Modality = "asserted"
    holder: str | None = None
    audience: str = "table"
    validity: ValidityInterval = ValidityInterval()
    provenance: Provenance
    importance: int = 3
    confidence: int = 90
    sim: Simulation = "none"

    @property
    def topic(self) -> tuple[str, str]:
        """What the claim is about: subject and relation."""
        return (self.subject, self.relation)

    @property
    def statement(self) -> Statement:
        """The claim's bare content."""
        return Statement.trusted(subject=self.subject, relation=self.relation, value=self.value, polarity=self.polarity)


class Fact(Noun):
    """What the lore holds, with everyone who told it (the first telling first)."""

    id: str
    subject: str
    relation: str
    value: Value
    polarity: bool = True
    audience: str = "table"
    validity: ValidityInterval = ValidityInterval()
    told_by: tuple[Provenance, ...]
    status: FactStatus = "open"
    supersedes: str | None = None
    importance: int = 3
    confidence: int = 90
    sim: Simulation = "none"

    @property
    def taken_out(self) -> bool:
        """True where its words were taken out of the record: that there was such a fact is all that stands."""
        return not self.value.text and not any(telling.quote for telling in self.told_by)

    @property
    def by_hand(self) -> bool:
        """True where somebody at the table put it on record in so many words."""
        return self.told_by[0].source == "ruling"

    @property
    def sentence(self) -> bool:
        """True for a fact that is a whole sentence, put on record by hand: it is remembered in its own words."""
        return self.relation == TOLD and self.by_hand

    @property
    def topic(self) -> tuple[str, str]:
        """What the fact is about: subject and relation."""
        return (self.subject, self.relation)

    @property
    def statement(self) -> Statement:
        """The fact's bare content."""
        return Statement.trusted(subject=self.subject, relation=self.relation, value=self.value, polarity=self.polarity)
