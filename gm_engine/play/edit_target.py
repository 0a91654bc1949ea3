"""What somebody means who wants a thing remembered otherwise: by its id, or by words that come nearest to what is remembered."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gm_engine.errors import GameError, UnknownName
from gm_engine.memory.cutting import sentences as cut
from gm_engine.memory.index_words import plain, stems
from gm_engine.memory.memory import Memory
from gm_engine.state import StoryState
from gm_engine.state.seen import known_by
from gm_engine.state.table_lore import TableLore
from gm_engine.story.claim import Fact
from gm_engine.story.consequence import Consequence
from gm_engine.story.marks import Half, half_of
from gm_engine.story.noun import as_shown
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import TOLD
from gm_engine.story.turn import Turn

RECORDS, TURNS = 60, 12
"""So many records and turns that answer the words are looked at."""
LEAST, CLOSE = 0.5, 0.9
"""So much of the words must be in what is meant; what is this near to the best might be meant as well."""
MOST = 6
"""So many are listed where several may be meant."""
LONGEST = 100
"""Letters of a sentence that is listed."""


class Sentence(NamedTuple):
    """A sentence as it stands in a turn."""

    turn: int
    half: Half
    span: tuple[int, int]
    text: str

    @property
    def key(self) -> tuple[int, Half, tuple[int, int]]:
        """Where it stands."""
        return self.turn, self.half, self.span


@dataclass(frozen=True)
class Target:
    """What is meant: the ids of its records, the sentences in which it was told, and how it reads. ``id`` is what to type for it."""

    id: str
    ids: tuple[str, ...]
    text: str
    tellings: tuple[Provenance, ...] = ()


def target(state: StoryState, memory: Memory, what: str) -> Target:
    """What is meant by an id or by words. Raises UnknownName where nothing is, or lists what may be, where two are close."""
    words = " ".join(what.split())
    if not words:
        raise GameError("", "nothing is named.", "Name an id, or the words of what is remembered.", "nothing-meant")
    found = by_id(words, state) or by_name(words, state)
    return found or nearest(words, state, memory)


def by_id(id: str, state: StoryState) -> Target | None:
    """What has that id: ``f3.1``, ``c3.1``, ``p3.1``, ``d3.1``, ``31.1``, ``t3.2`` (a sentence), or ``KIND:ID``; None for no id."""
    table = TableLore(state)
    kind, colon, rest = id.partition(":")
    if not colon:
        kind, rest = "", id
    tables: dict[str, object] = {
        "fact": state.lore.fact(rest), "consequence": state.consequences.get(rest), "story_point": state.story_points.get(rest),
        "decision": state.decisions.get(rest), "conflict": state.conflicts.get(rest),
        "lore": kind == "lore" and (entry := state.pack.lore.get(rest)) and entry.visibility == "table",
        "rumour": kind == "rumour" and rest in state.rumours, "clue": kind == "clue" and rest in state.clues,
        "elsewhere": kind == "elsewhere" and rest in state.elsewhere,
    }  # fmt: skip
    for name, there in tables.items():
        if there and kind in ("", name) and _open_to_the_table(f"{name}:{rest}", state, table):
            return of_record(f"{name}:{rest}", state)
    if kind in ("", "sentence") and rest[:1] == "t":
        number, _, n = rest[1:].partition(".")
        turn = state.turns.get(number)
        told = list(sentences_of(turn)) if turn else []
        if n.isdigit() and 0 < int(n) <= len(told):
            return of_sentence(told[int(n) - 1], state)
    if kind in ("", "entity", "person", "place", "about") and (entity := state.lore.entity(rest)) and table.knows(entity.id):
        return of_entity(entity.id, state)
    return None


def by_name(words: str, state: StoryState) -> Target | None:
    """Whoever or whatever the table knows by that name; None where nobody is called so, or several."""
    table = TableLore(state)
    named = [one for one in known_by(words, state) if table.knows(one.id)]
    return of_entity(named[0].id, state) if len(named) == 1 else None


def of_entity(id: str, state: StoryState) -> Target:
    """Somebody or something, with all facts of theirs that stand, what they owe and are owed, and what happened to them alone."""
    entity = state.lore.entity(id)
    ids = [f"fact:{fact.id}" for fact in (*state.lore.facts(id), *state.lore.facts(id, TOLD))]
    ids += [f"consequence:{owed.id}" for owed in state.consequences.values() if _theirs(owed, id)]
    alone = ({id}, {id, state.pc})
    ids += [f"story_point:{point.id}" for point in state.story_points.values() if set(point.participants) in alone]
    return Target(id, (f"entity:{id}", *ids), entity.name if entity else id)


def came_in(id: str, state: StoryState) -> int:
    """The turn in which a record came to be, 0 for what was there from the beginning; beyond the last turn for what is not on record."""
    kind, _, rest = id.partition(":")
    if kind == "fact" and (fact := state.lore.fact(rest)):
        return fact.told_by[0].turn
    if kind == "entity" and (entity := state.lore.known_as(rest)):
        return entity.introduced
    if kind == "conflict" and (conflict := state.conflicts.get(rest)):
        return int(conflict.incoming.turn)
    if kind == "consequence" and (owed := state.consequences.get(rest)):
        return int(owed.turn)
    if kind == "story_point" and (point := state.story_points.get(rest)):
        return int(point.turn)
    if kind == "decision" and (made := state.decisions.get(rest)):
        return int(made.turn)
    return state.turn + 1 if kind in ("fact", "entity", "conflict", "consequence", "story_point", "decision") else 0


def _theirs(owed: Consequence, id: str) -> bool:
    """True for a promise, a debt or a threat of theirs; what follows from a decision is the engine's."""
    return owed.kind != "consequence" and id in (owed.debtor, owed.creditor)


def of_record(id: str, state: StoryState) -> Target:
    """A record with the sentences in which it was told."""
    kind, _, rest = id.partition(":")
    tellings = tuple(sentences_that_told(id, state))
    short = id if kind in ("lore", "rumour", "clue", "elsewhere") else rest
    return Target(short, (id,), text_of(id, state), tellings)


def of_sentence(sentence: Sentence, state: StoryState) -> Target:
    """A sentence of a turn, with the records that were told in it and nowhere else."""
    told = told_only_in((_telling(sentence, state),), state)
    ids = tuple(dict.fromkeys(told))
    return Target(id_of(sentence, state), ids, sentence.text, (_telling(sentence, state),))


def told_only_in(tellings: tuple[Provenance, ...], state: StoryState) -> Iterator[str]:
    """The ids of what was told in these sentences and nowhere else."""
    places = [(telling.turn, half_of(telling), telling.span) for telling in tellings]
    for fact in (*state.lore.facts(), *state.lore.facts(relation=TOLD)):
        heard = [telling for telling in fact.told_by if telling.turn and telling.span[1]]
        if heard and len(heard) == len(fact.told_by) and all(_within(telling, places) for telling in heard):
            yield f"fact:{fact.id}"
    texts = [f" {' '.join(plain(telling.quote))} " for telling in tellings]
    turns = {telling.turn for telling in tellings}
    pairs = [(f"consequence:{owed.id}", owed.turn, owed.text) for owed in state.consequences.values() if owed.turn in turns]
    pairs += [(f"story_point:{point.id}", point.turn, point.title) for point in state.story_points.values() if point.turn in turns]
    for id, _, words in pairs:
        bare = " ".join(plain(words))
        if bare and any(f" {bare} " in text for text in texts):
            yield id


def _within(telling: Provenance, places: list[tuple[int, Half, tuple[int, int]]]) -> bool:
    return any(
        telling.turn == turn and half_of(telling) == half and span[0] <= telling.span[0] and telling.span[1] <= span[1]
        for turn, half, span in places
    )


def sentences_that_told(id: str, state: StoryState) -> Iterator[Provenance]:
    """The whole sentences in which a record was told, as tellings."""
    kind, _, rest = id.partition(":")
    if kind == "fact" and (fact := state.lore.fact(rest)):
        for telling in fact.told_by:
            if whole := sentence_of(telling, state):
                yield whole
    owed, point = state.consequences.get(rest), state.story_points.get(rest)
    told = (
        (owed.turn, owed.text) if kind == "consequence" and owed else (point.turn, point.title) if kind == "story_point" and point else None
    )
    turn = state.turns.get(str(told[0])) if told else None
    bare = " ".join(plain(told[1])) if told else ""
    if turn and bare:
        yield from (_telling(one, state) for one in sentences_of(turn) if f" {bare} " in f" {' '.join(plain(one.text))} ")


def sentence_of(telling: Provenance, state: StoryState) -> Provenance | None:
    """The whole sentence of its turn in which a telling stands; None for what was not told in a turn's words."""
    turn = state.turns.get(str(telling.turn))
    if turn is None or telling.source in ("ruling", "chip", "pack", "engine") or telling.span[1] <= telling.span[0]:
        return None
    half = half_of(telling)
    for one in sentences_of(turn):
        if one.half == half and one.span[0] < telling.span[1] and telling.span[0] < one.span[1]:
            return telling.changed(quote=one.text, span=one.span)
    return None


def _telling(sentence: Sentence, state: StoryState) -> Provenance:
    turn = state.turns.get(str(sentence.turn))
    imported = turn is not None and turn.given_by == "import" and bool(turn.speaker)
    voice = "player" if sentence.half == "said" else "character" if imported else "narrator"
    return Provenance(
        source="extracted", turn=sentence.turn, voice=voice, quote=sentence.text, span=sentence.span, minute=turn.minute if turn else 0
    )


def sentences_of(turn: Turn) -> Iterator[Sentence]:
    """The sentences of a turn, each with its place: the player's first."""
    halves: tuple[tuple[Half, str], ...] = (("said", turn.said), ("reply", turn.reply))
    for half, text in halves:
        end = 0
        for piece in sentences(text):
            start = text.find(piece, end)
            if start >= 0:
                end = start + len(piece)
                yield Sentence(turn.number, half, (start, end), piece)


def id_of(sentence: Sentence, state: StoryState) -> str:
    """What a sentence is called: ``t3.2`` is the second of turn 3."""
    turn = state.turns.get(str(sentence.turn))
    numbers = {one.key: n for n, one in enumerate(sentences_of(turn), 1)} if turn else {}
    return f"t{sentence.turn}.{numbers.get(sentence.key, 0)}"


def text_of(id: str, state: StoryState) -> str:
    """What a record says, in the words in which it was told."""
    kind, _, rest = id.partition(":")
    if edit := state.marks.corrected.get(id):
        return edit.words
    if kind == "fact" and (fact := state.lore.fact(rest)):
        return _fact_text(fact, state)
    if kind == "consequence" and (owed := state.consequences.get(rest)):
        return str(owed.text)
    if kind == "story_point" and (point := state.story_points.get(rest)):
        return str(point.title)
    if kind == "decision" and (made := state.decisions.get(rest)):
        return f"{made.question} {made.choice}".strip()
    if kind == "conflict" and (found := state.conflicts.get(rest)):
        return f"{found.established.quote} / {found.incoming.quote}"
    if kind == "lore" and (entry := state.pack.lore.get(rest)):
        return entry.text
    if kind == "rumour" and (rumour := state.pack.rumours.get(rest)):
        return rumour.text
    if kind == "elsewhere" and (memoir := state.elsewhere.get(rest)):
        return str(memoir.text)
    return rest.partition("/")[2] if kind == "clue" else rest


def _fact_text(fact: Fact, state: StoryState) -> str:
    telling = _in_words(fact)
    bare = f"{state.name(fact.subject)}, {fact.relation.replace('_', ' ')}: {'' if fact.polarity else 'not '}{as_shown(fact.value.text)}"
    return telling.quote.strip() if telling else bare


def _in_words(fact: Fact) -> Provenance | None:
    """The telling whose words stand for a fact; None where it was told in none."""
    return next((one for one in fact.told_by if one.quote), None)


def nearest(words: str, state: StoryState, memory: Memory) -> Target:
    """What is remembered that comes nearest to these words. Raises UnknownName where nothing does, or several do."""
    asked = stems(words)
    if not asked:
        raise _nothing(words)
    ranked = sorted(_scored(words, asked, state, memory), key=lambda pair: (-pair[0], pair[1].id))
    best = ranked[0][0] if ranked else 0.0
    close = {_key(one): one for score, one in reversed(ranked) if score >= best * CLOSE}
    if not close:
        raise _nothing(words)
    if len(close) > 1:
        listed = "".join(f"\n    {one.id}: {_short(one)}" for one in sorted(close.values(), key=lambda one: one.id)[:MOST])
        raise UnknownName(
            state.campaign, f'"{words}" can mean several things that are remembered:{listed}', "Name one by its id.", "which-one"
        )
    return next(iter(close.values()))


def _key(found: Target) -> tuple[object, ...]:
    """What makes two of them the same: the sentence, where they were told in one, else what they say."""
    return tuple((one.turn, one.span) for one in found.tellings) or tuple(plain(found.text))


def _short(found: Target) -> str:
    text = as_shown(found.text)
    turns = sorted({telling.turn for telling in found.tellings})
    where = f" (turn {turns[0]})" if turns else ""
    return f'"{text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + " …"}"{where}'


def _nothing(words: str) -> UnknownName:
    return UnknownName(
        "", f'nothing that is remembered is like "{words}".', "Use its own words, or its id: gm lore and gm why show it.", "nothing-meant"
    )


def _scored(words: str, asked: Mapping[str, int], state: StoryState, memory: Memory) -> Iterator[tuple[float, Target]]:
    """What may be meant, each with how near it is, 0 to 2."""
    bare = " ".join(plain(words))
    seen: set[tuple[object, ...]] = set()
    for found in _candidates(words, asked, state, memory):
        if _key(found) in seen:
            continue
        seen.add(_key(found))
        texts = [found.text, *(telling.quote for telling in found.tellings)]
        texts += [_bare(id, state) for id in found.ids if id.startswith("fact:")]
        held = max(_near(bare, asked, text, memory) for text in texts)
        if held >= LEAST:
            yield held, found


def _bare(id: str, state: StoryState) -> str:
    fact = state.lore.fact(id.partition(":")[2])
    return f"{state.name(fact.subject)} {fact.relation.replace('_', ' ')} {fact.value.text}" if fact else ""


def _near(bare: str, asked: Mapping[str, int], text: str, memory: Memory) -> float:
    """How much of the words a text holds, the rarer ones counting more, and how little else; one more where it has them in a row."""
    own = stems(text)
    weights = {term: 0.2 + memory.telling(term) for term in {*asked, *own}}
    shared = sum(weights[term] for term in sorted(asked.keys() & own.keys()))
    if not shared:
        return 0.0
    held = shared / sum(weights[term] for term in sorted(asked))
    if held < LEAST:
        return 0.0
    said = f" {' '.join(plain(text))} "
    whole = 0.5 * (f" {bare} " in said) + 0.5 * (f" {bare} " == said)
    return 0.8 * held + 0.2 * shared / sum(weights[term] for term in sorted(own)) + whole


def _candidates(words: str, asked: Mapping[str, int], state: StoryState, memory: Memory) -> Iterator[Target]:
    """What answers the words: sentences with what was told in them, then records of any other kind."""
    ids = dict.fromkeys(id for id, _ in memory.found_records(asked, RECORDS))
    ids |= dict.fromkeys(f"fact:{fact.id}" for fact in state.lore.facts(relation=TOLD))
    turns = [number for number, _ in memory.found_turns(words, TURNS, by_words=True)]
    told: set[tuple[int, Half, tuple[int, int]]] = set()
    table = TableLore(state)
    for id in ids:
        kind, _, rest = id.partition(":")
        fact = state.lore.fact(rest) if kind == "fact" else None
        shut = kind == "conflict" or (fact and fact.status not in ("open", "mystery"))
        if shut or not _open_to_the_table(id, state, table):
            continue
        found = of_record(id, state)
        for telling in found.tellings:
            place = (telling.turn, half_of(telling), telling.span)
            if place not in told:
                told.add(place)
                yield of_sentence(Sentence(*place, telling.quote), state)
        if not found.tellings:
            yield found
    for number in turns:
        turn = state.turns.get(str(number))
        for sentence in sentences_of(turn) if turn else ():
            silent = state.marks.silent(sentence.turn, sentence.span, sentence.half)
            if sentence.key not in told and not silent and asked.keys() & stems(sentence.text).keys():
                told.add(sentence.key)
                yield of_sentence(sentence, state)


def _open_to_the_table(id: str, state: StoryState, table: TableLore) -> bool:
    """False for what the table may not know, unless it was hidden by hand, and for what was forgotten."""
    kind, _, rest = id.partition(":")
    if state.marks.forgets(id):
        return False
    if id in state.marks.hidden:
        return True
    fact, owed = state.lore.fact(rest), state.consequences.get(rest)
    if kind == "fact" and fact:
        told = _in_words(fact)
        return bool(table.facts((fact,))) and not fact.taken_out and (told is None or bool(table.telling(told).quote))
    return table.places(id) and table.opens(text_of(id, state)) and (not (kind == "consequence" and owed) or owed.audience == "table")


def sentences(text: str) -> list[str]:
    """The sentences of a text, each without the blanks around it."""
    return [piece for piece in (one.strip() for line in text.splitlines() for one in (cut(line) if line.strip() else ())) if piece]
