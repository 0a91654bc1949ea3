"""A small county for the tests of continuity, and a short way to write claims.

A claim is written ``SUBJECT RELATION VALUE; mark; mark``: ``ada eyes grey``, ``ada at saloon; minute 40``,
``ranch count about 40 head; turn 3``, ``bram condition dead; rumour``. Marks: ``turn N``, ``minute N``, ``since N``,
``until N``, ``change``, ``act`` (somebody acts before our eyes), ``of ID`` (the value's other entity), ``unit WORDS`` (its unit),
a modality, a voice.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import get_args

from gm_engine.authoring.data_files import read_relations, read_rules
from gm_engine.continuity import check
from gm_engine.continuity.canon import read_value
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.calendar import Calendar
from gm_engine.story.claim import Claim, Modality
from gm_engine.story.entity import Entity
from gm_engine.story.pack import Item, Location, Pack, Person, Secret, Start
from gm_engine.story.provenance import Provenance, Voice
from gm_engine.story.relation import Relation
from gm_engine.story.rule import Rule
from gm_engine.story.travel import Exit
from gm_engine.story.validity import ValidityInterval
from gm_engine.story.verdict import Verdict

HERE = Path(__file__).parent
COUNTY = Pack(
    id="carrow",
    title="Carrow County",
    calendar=Calendar(start="1880-04-05 08:00"),
    start=Start(at="street", pc="cal"),
    characters={"cal": Person(name="Cal Reddick", money=2350, items={"revolver": 1, "cartridges": 18, "locket": 1})},
    npcs={
        "ada": Person(name="Ada Pruitt", at="saloon", pronouns="she", does_not_know=("mine",)),
    },
    locations={
        "county": Location(name="Carrow County"),
        "town": Location(name="Saltlick", within="county"),
        "street": Location(
            name="Front Street",
            within="town",
            exits=(Exit(to="saloon", minutes=1), Exit(to="bank", minutes=2), Exit(to="gorge", tenths=90)),
        ),
        "saloon": Location(name="the Brass Lantern", within="town", exits=(Exit(to="street", minutes=1),)),
        "bank": Location(name="the Stockmen's Bank", within="town", exits=(Exit(to="street", minutes=2),)),
        "gorge": Location(name="Hatchet Gorge", exits=(Exit(to="street", tenths=90),)),
    },
    items={"locket": Item(name="the silver locket", unique=True), "deed": Item(name="the deed", unique=True), "rope": Item(name="a rope")},
    secrets={"mine": Secret(truth="The Haverty mine is Bram Tolliver's.")},
)
OTHERS = {
    "bram": ("character", "Bram Tolliver"),
    "lise": ("character", "Lise Haverty"),
    "jonas": ("character", "Jonas"),
    "rex": ("character", "Rex"),
    "vera": ("character", "Vera Pruitt"),
    "ranch": ("place", "the ranch"),
    "mesa": ("place", "the mesa"),
    "wagon": ("item", "the wagon"),
    "fight": ("concept", "the fight"),
    "gang": ("faction", "the gang"),
}
"""Those of whom only the telling knows: they stand in no page of the campaign."""
VOICES, MODALITIES = get_args(Voice), get_args(Modality)


@cache
def relations() -> dict[str, Relation]:
    """The relations that ship."""
    return {relation.id: relation for relation in read_relations()}


@cache
def rules() -> tuple[Rule, ...]:
    """The rules that ship."""
    return read_rules()


def county() -> StoryState:
    """The county before anything is told."""
    state = StoryState()
    fold(state, happened.PackOpened(pack=COUNTY))
    for relation in relations().values():
        fold(state, happened.RelationDeclared(relation=relation))
    for rule in rules():
        fold(state, happened.RuleDeclared(rule=rule))
    people = {**COUNTY.characters, **COUNTY.npcs}
    for id, person in people.items():
        fold(state, happened.EntityIntroduced(entity=Entity(id=id, kind="character", name=person.name)))
    for id, place in COUNTY.locations.items():
        fold(state, happened.EntityIntroduced(entity=Entity(id=id, kind="place", name=place.name)))
    for id, item in COUNTY.items.items():
        fold(state, happened.EntityIntroduced(entity=Entity(id=id, kind="item", name=item.name)))
    for id, (kind, name) in OTHERS.items():
        fold(state, happened.EntityIntroduced(entity=Entity(id=id, kind=kind, name=name)))
    return state


def claim(written: str, quote: str = "", *, turn: int = 1, number: int = 1) -> Claim:
    """The claim that a line writes."""
    head, *marks = [part.strip() for part in written.split(";")]
    subject, relation, words = head.split(" ", 2)
    polarity = not words.startswith("not ")
    words = words.removeprefix("not ")
    known = {*COUNTY.characters, *COUNTY.npcs, *COUNTY.locations, *COUNTY.items, *OTHERS}
    value = read_value(words, relations()[relation].value, lambda id: id if id in known else None)
    if relation == "has" and words in known:
        value = value.model_copy(update={"kind": "entity", "entity": words})
    minute, since, until, change = turn * 10, None, None, False
    modality, voice, speaker, where = "asserted", "narrator", None, None
    for mark in marks:
        name, _, given = mark.partition(" ")
        match name:
            case "turn":
                turn, minute = int(given), int(given) * 10
            case "minute":
                minute = int(given)
            case "since":
                since = int(given)
            case "until":
                until = int(given)
            case "change":
                change = True
            case "act":
                since, until = minute, minute + 1
            case "of":
                value = value.model_copy(update={"entity": given})
            case "unit":
                value = value.model_copy(update={"unit": given})
            case "by":
                speaker = given
            case "secret":
                where = f"secrets.{given}"
            case _ if name in VOICES:
                voice = name
            case _ if name in MODALITIES:
                modality = name
            case _:
                raise ValueError(f"no mark is called {mark!r}")
    quote = quote or head
    telling = Provenance(
        source="extracted", turn=turn, voice=voice, quote=quote, span=(0, len(quote)), speaker=speaker, minute=minute, where=where
    )  # fmt: skip
    if since is None and until is None and relations()[relation].mutability in ("stateful", "monotone"):
        since = minute
    return Claim(
        id=f"{turn}.{number}",
        subject=subject,
        relation=relation,
        value=value,
        polarity=polarity,
        change=change,
        modality=modality,
        holder=speaker,
        validity=ValidityInterval(since=since, until=until),
        provenance=telling,
        audience="gm" if where else "table",
    )


@dataclass
class Table:
    """Tells claims one after another and keeps what comes of them."""

    state: StoryState = field(default_factory=county)

    def tell(self, *claims: Claim | str, own: Iterable[Rule] | None = None) -> Verdict:
        """One turn's claims, checked and taken into the story."""
        told = tuple(claim(one, turn=self.state.turn + 1, number=n) if isinstance(one, str) else one for n, one in enumerate(claims, 1))
        turn = told[0].provenance.turn
        if told[0].provenance.minute > self.state.minute:
            fold(self.state, happened.StateChanged(turn=turn, what="time", new=told[0].provenance.minute))
        for one in told:
            fold(self.state, happened.ClaimHeard(turn=turn, claim=one))
        verdict = check(told, self.state, turn=turn, rules=rules() if own is None else own)
        for fact in verdict.facts:
            fold(self.state, happened.FactEstablished(turn=turn, fact=fact))
        for conflict in verdict.conflicts:
            fold(self.state, happened.ConflictFound(turn=turn, conflict=conflict))
        return verdict


@dataclass(frozen=True)
class Pair:
    """Two tellings, the rule that they are about, and whether they clash."""

    clash: bool
    rule: str
    first: tuple[str, str]
    second: tuple[str, str]


def pairs() -> list[Pair]:
    """The pairs of ``pairs.txt``."""
    found: list[Pair] = []
    rule = ""
    lines = [line for line in (HERE / "pairs.txt").read_text(encoding="utf-8").splitlines() if line.strip() and not line.startswith("#")]
    for line in lines:
        if line.startswith("=="):
            rule = line.strip("= ")
            continue
        verdict, first, said, second, again = [part.strip() for part in line.split(" | ")]
        found.append(Pair(verdict == "clash", rule, (first, said), (second, again)))
    return found
