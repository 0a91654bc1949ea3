"""Beside: what lies next to a reply in a question about it, so that the two can be compared.

That is what is certain (what the author wrote and the engine counts) of everybody named or present and of the place, and the nearest
earlier sentences, as much as the table's room holds. Whatever lies here can be quoted against the reply.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from gm_engine.context.in_sentences import sentence
from gm_engine.continuity.raising import heard_at_the_table
from gm_engine.memory.index_words import plain, stems
from gm_engine.memory.nearest import LEVEL, Passage, nearest, passages
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.state.seen import hidden
from gm_engine.story.claim import Fact, Value
from gm_engine.story.gist import Gist
from gm_engine.story.noted import NOTED
from gm_engine.story.pack import IMPORTED
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import TOLD
from gm_engine.story.sentences import spans_of_sentences
from gm_engine.tokens import count

CERTAIN = 4
"""One part in so many of the room goes to what is known for certain."""
OF_EACH, OF_OTHERS = 4, 2
"""So many certain things of each who is named, and of each who is only present, where none of them comes close to the reply."""
NOTED_SHARE = 2
"""One part in so many of what is left goes to what was noted of those who are named or here."""
SURE_VOICES = ("author", "engine")
FORBIDDEN = (TOLD, "at", "name", "met")
MANY = ("bearing", "distance")
"""Of these there are so many that they lie there only where they come close to the reply."""


@dataclass(frozen=True)
class Earlier:
    """One thing that lies beside a reply: a sentence that was told, or a fact that is certain."""

    held: Passage | Fact
    telling: Provenance

    @property
    def text(self) -> str:
        """Its words."""
        return self.telling.quote

    @property
    def side(self) -> Gist | Fact:
        """It as one side of a conflict."""
        if isinstance(self.held, Fact):
            return self.held
        one = self.held
        return Gist(turn=one.turn, n=one.n, span=self.telling.span, quote=one.text, minute=self.telling.minute, source=self.telling.source)


@dataclass(frozen=True)
class Beside:
    """What lies beside a reply in a question: what is ``certain``, and what was ``told`` before, in its order."""

    certain: tuple[Earlier, ...]
    told: tuple[Earlier, ...]


def beside(text: str, state: StoryState, tools: Tools) -> Beside:
    """What lies beside a text in a question: as much as the table's room holds."""
    room = state.table.room
    sure: list[Earlier] = []
    left = room // CERTAIN
    for known in _certain(text, state, tools):
        price = count(known.text) + 1
        if price <= left and all(known.text != other.text for other in sure):
            left -= price
            sure.append(known)
    room -= room // CERTAIN - left

    def price_of(one: Passage) -> int:
        return count(one.text) + 1

    told = nearest(text, tools.memory.talk, state.turn, price_of, room)
    if len(told) < _all_told(state):
        kept: dict[Passage, None] = {}
        left = room // NOTED_SHARE
        for one in _noted_of_them(text, state, tools):
            if one not in kept and price_of(one) <= left:
                left -= price_of(one)
                kept[one] = None
        rest = room - sum(map(price_of, kept))
        told = tuple(sorted({*kept, *nearest(text, tools.memory.talk, state.turn, price_of, rest)}))
    return Beside(tuple(sure), tuple(Earlier(one, telling_of(one, state)) for one in told))


def _all_told(state: StoryState) -> int:
    """How many sentences were told before this turn."""
    return sum(len(passages(turn.number, turn.reply)) for turn in state.turns.values() if 0 < turn.number < state.turn)


def _noted_of_them(text: str, state: StoryState, tools: Tools) -> Iterator[Passage]:
    """The sentences in which something was noted of whoever is named in a text, or is here: of each the closest to it first."""
    said = stems(text).keys()
    words = set(plain(text))
    named = dict.fromkeys(tools.memory.names.named(text))
    named |= dict.fromkeys(id for id, one in state.newcomers.items() if one.name and plain(one.name)[-1:] and plain(one.name)[-1] in words)
    here = dict.fromkeys((*state.present(), *state.carried(state.pc))) if state.pack.id != IMPORTED else {}
    for id, most in (*((id, OF_EACH) for id in named), *((id, OF_OTHERS) for id in here if id not in named)):
        facts = [fact for fact in state.lore.facts(id, NOTED.id) if 0 < fact.told_by[0].turn < state.turn]
        facts.sort(key=lambda fact: (-len(said & stems(fact.told_by[0].quote).keys()), -fact.told_by[0].turn, fact.id))
        for fact in facts[:most]:
            telling = fact.told_by[0]
            turn = state.turns.get(str(telling.turn))
            for one in passages(telling.turn, turn.reply) if turn else ():
                if one.span[0] < telling.span[1] and telling.span[0] < one.span[1]:
                    yield one


def telling_of(one: Passage, state: StoryState) -> Provenance:
    """A sentence that was told, where it stands in its turn; the words of one that was put right by hand are whoever's put it right."""
    turn = state.turns.get(str(one.turn))
    minute, span = turn.minute if turn else 0, one.span
    if turn and one.turn in state.marks.turns:
        at = turn.reply.find(one.text)
        edit = next((edit for edit in state.marks.standing if edit.act == "correct" and edit.words and edit.words in one.text), None)
        if at < 0 and edit:
            return Provenance(source="ruling", turn=one.turn, voice=edit.by, quote=one.text, minute=minute)
        span = (at, at + len(one.text)) if at >= 0 else span
    source = "import" if turn and turn.given_by == "import" else "extracted"
    return Provenance(source=source, turn=one.turn, voice="narrator", quote=one.text, span=span, minute=minute)


def certain_of(id: str, state: StoryState) -> Iterator[Earlier]:
    """What is certain of somebody or something: what a page says and the engine counts, the weightiest first, then the author's words."""
    counted = [fact for fact in state.lore.facts(id) if _is_certain(fact) and fact.told_by[0].turn <= state.turn]
    for fact in sorted(counted, key=lambda fact: (-fact.importance, fact.id)):
        yield _in_a_sentence(fact, state)
    yield from written_of(id, state)


def _in_a_sentence(fact: Fact, state: StoryState) -> Earlier:
    """A fact as one side; what a page has as relation and value is put as a sentence, for nobody says "beard: beard"."""
    telling = heard_at_the_table(fact.told_by)
    if telling.voice != "author" or telling.turn or telling.reader or fact.relation in MANY:
        return Earlier(fact, telling)
    value = state.name(fact.value.entity) if fact.value.entity else fact.value.text
    words = sentence(state.name(fact.subject), fact.relation, value, so=fact.polarity)
    told = telling.model_copy(update={"quote": words, "span": (0, len(words))})
    return Earlier(fact.model_copy(update={"told_by": (told,)}), told)


def _certain(text: str, state: StoryState, tools: Tools) -> Iterator[Earlier]:
    """What the author wrote and the engine counts of whoever is named in a text, of who is present, and of the place: what comes close
    to the text first."""
    named = tools.memory.names.named(text)
    here = (state.pc, *state.present(), state.here) if state.pack.id != IMPORTED else ()
    of = [id for id in dict.fromkeys((*named, *here)) if id and not hidden(id, state)]
    said = stems(text).keys()
    close: list[tuple[float, int, Earlier]] = []
    others: list[Earlier] = []
    for id in of:
        known = list(certain_of(id, state))
        plain_ones = [one for one in known if isinstance(one.held, Fact) and one.held.relation not in MANY]
        others += plain_ones[: OF_EACH if id in named else OF_OTHERS]
        for one in known:
            own = stems(one.text).keys() - stems(_names(id, state)).keys()
            if shared := len(own & said):
                close.append((-shared / sqrt(LEVEL + len(own)), len(close), one))
    yield from (one for _, _, one in sorted(close, key=lambda row: row[:2]))
    yield from others


def written_of(id: str, state: StoryState) -> Iterator[Earlier]:
    """What the author wrote of somebody or something in whole sentences: the summary and the description of a page, and the lore."""
    if id in state.newcomers:
        return
    name = state.name(id)
    for section in ("characters", "npcs", "locations", "factions", "items"):
        page = getattr(state.pack, section).get(id)
        if page is None or page.visibility != "table":
            continue
        for part in ("summary", "description"):
            words = getattr(page, part)
            for start, end in spans_of_sentences(words):
                yield _authored(f"{section}.{id}.{part}", f"{name}: {words[start:end]}", id)
    for entry in sorted(state.pack.lore.values(), key=lambda entry: (-entry.importance, entry.id)):
        if id in entry.about and entry.visibility == "table" and entry.canon == "canon":
            yield _authored(f"lore.{entry.id}", entry.text, id)


def _names(id: str, state: StoryState) -> str:
    entity = state.lore.entity(id)
    return " ".join((entity.name, *entity.aliases)) if entity else state.name(id)


def _is_certain(fact: Fact) -> bool:
    voiced = any(telling.voice in SURE_VOICES for telling in fact.told_by)
    return voiced and fact.audience == "table" and fact.relation not in FORBIDDEN and not fact.taken_out


def _authored(where: str, text: str, subject: str) -> Earlier:
    """Words of the campaign's author, which stand at ``where`` in the pack, as a fact: so they can be one side of a conflict."""
    telling = Provenance(source="pack", turn=0, voice="author", quote=text, span=(0, len(text)), where=where)
    fact = Fact(id=where, subject=subject, relation=TOLD, value=Value(kind="text", text=text), told_by=(telling,), confidence=100)
    return Earlier(fact, telling)
