"""What somebody can say of a matter: the pieces that they know, ranked by how well they fit this question and no other."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import log
from typing import Literal, NamedTuple

from gm_engine import wordnet
from gm_engine.direction.player_question import EMPTY, Question, Unit, kind_of
from gm_engine.direction.words_typed import tokens_of, unowned
from gm_engine.rules.secrets_used import known_by
from gm_engine.state import StoryState
from gm_engine.state.seen import hidden
from gm_engine.stemming import stem
from gm_engine.story.calendar import WEEKDAYS
from gm_engine.story.interview import Talk, talk_in
from gm_engine.story.made_once import MadeOnce
from gm_engine.story.pack import Pack
from gm_engine.story.sentences import runs_of_sentences
from gm_engine.story.text_fields import told_of, unlisted

ENOUGH = 0.66
"""From here on a piece is on the matter: so much of what the question is about, by weight, it must speak of."""
SURE = 0.8
"""What a piece must speak of to stand for a yes or a no."""
OF_THE_TOPIC = 0.5
"""For a matter that is only named, without a question."""
NAMED = 3.2
"""What it weighs that somebody or something of the story is meant."""
ACT = 0.75
"""An act weighs less than a thing: people say what was done in many words."""
LIKE = 0.7
"""What a word of the same meaning counts, beside the word itself."""
TIMED = 0.4
"""What is left of an act's weight where a time or a number is asked for: a piece that gives it need not call the act the same."""
WRONG_KIND = 0.55
"""What is left of a piece's fit that holds nothing of the kind that is asked for: no name for *who*, no number for *how many*."""
ASKED_SO = 0.5
"""So much of a question that somebody has an answer to must be asked, and so much of what is asked must be that question."""
NUMBERS_WORDS = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty
forty fifty sixty seventy eighty ninety hundred thousand dozen score half several none nobody both pair couple
"""
NUMBERS = frozenset(NUMBERS_WORDS.split())
COUNTS = NUMBERS - {"one", "both", "several", "half", "none", "nobody"}
CAUSES = re.compile(r"\b(because|since|for|so that|to|after|when|wanted|cause|reason|on account)\b", re.I)
OF_ONESELF = ("yes_no", "why", "how", "how_many", "when", "where", "opinion")
"""Questions of this kind, put of the one who is asked, are not answered by what everybody knows."""
LEANT_ON = frozenset(("he", "him", "she", "her", "they", "them"))
"""Of whom or what it is, where nothing but an act is named besides: what does not name them does not speak of it."""
AT_ONCE = 70
"""So many words of what somebody knows are told at once; the rest when they are asked on."""
SPEECH = ('"', "“")
PART = "+"
"""What stands in a piece's id before the number of its part."""
Sort = Literal["own", "lore", "rumour", "secret", "sense", "fact"]


SHOWN = "shown:"
"""What the id of an answer begins with that an entry of a lorebook shows somebody give."""


class Piece(NamedTuple):
    """One thing that can be said. ``id`` names it in the record; ``about`` whom and what it is about. What was ``asked`` by a question of
    its own answers that one and its like, and no other.
    """

    id: str
    sort: Sort
    text: str
    about: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()
    importance: int = 3
    asked: str = ""
    done: bool = False
    """True for a part of an answer in which nothing is said, only done."""

    @property
    def whole(self) -> str:
        """The id of what this is a part of."""
        return self.id.partition(PART)[0]

    @property
    def element(self) -> str:
        """The element of the record that it tells, as its id; empty where it tells none."""
        if self.id.startswith(SHOWN):
            return f"lore:{self.whole.split(':')[1]}"
        return self.whole if self.sort in ("lore", "rumour") else ""

    @property
    def of_a_card(self) -> bool:
        """True for what the card says by which somebody came: the GM tells it, and nobody says it of themselves."""
        return self.id.startswith("card:")


class Fit(NamedTuple):
    """How well a piece fits a question, 0 to 1."""

    by: float
    piece: Piece


def pieces_of(state: StoryState, npc: str) -> Iterator[Piece]:
    """Everything that somebody could say: their own lines, what everybody knows, talk, secrets that are out. What is longer than is told
    at once comes in parts."""
    for piece in _whole_pieces(state, npc):
        yield from in_parts(piece)


def told_of_entry(id: str, state: StoryState) -> str | None:
    """What the GM tells at once of a record that is an entry of a lorebook; None for any other, and for one that is told as it stands."""
    entry = state.pack.lore.get(id.partition(":")[2]) if id.startswith("lore:") else None
    if entry is None or not any(entry.id.startswith(f"{one}_") for one in state.pack.books):
        return None
    told = next((piece.text for piece in pieces_of(state, "") if piece.id == id), "")
    return None if told == entry.text else told


def in_parts(piece: Piece) -> Iterator[Piece]:
    """A piece as it is told: a long one in parts of whole sentences, of which the first has its id."""
    runs = runs_of_sentences(piece.text, AT_ONCE) if len(piece.text.split()) > AT_ONCE else (piece.text,)
    acts = piece.sort == "own" and any(mark in piece.text for mark in SPEECH)
    for number, text in enumerate(runs):
        part = piece._replace(text=text, done=acts and not any(mark in text for mark in SPEECH))
        yield part._replace(id=f"{piece.id}{PART}{number:02}") if number else part


def talk_of_text(text: str, pack: Pack, pc: str) -> Talk:
    """A text of the pack taken apart: what somebody is shown to answer in it, and what is told besides."""
    hero = pack.characters.get(pc)
    return talk_in(text, _called(pack), hero.name if hero else "")


def _names_of_people(pack: Pack) -> frozenset[str]:
    return frozenset(name.casefold() for person in pack.npcs.values() for name in (person.name, *person.aliases) if name)


_called: MadeOnce[Pack, frozenset[str]] = MadeOnce(_names_of_people)


def _whole_pieces(state: StoryState, npc: str) -> Iterator[Piece]:
    pack = state.pack
    person = pack.npcs.get(npc)
    # an example of a card's talk is theirs, and need not be of them
    of = () if person and person.by_card else (npc,)
    for n, line in enumerate(person.says if person else ()):
        yield Piece(f"says:{npc}:{n}", "own", line, of)
    for n, (asked, line) in enumerate(person.answers.items() if person else ()):
        yield Piece(f"answers:{npc}:{n}", "own", line, keys=stems_of(matter_asked(asked)), asked=asked)
    resting = state.resting
    for id, entry in pack.lore.items():
        if entry.visibility == "table" and not entry.bids and id not in resting and not any(hidden(one, state) for one in entry.about):
            talk, keys = talk_of_text(entry.text, pack, state.pc), stems_of(" ".join((*entry.keys, *entry.keys_all)))
            names = {name.casefold() for name in (person.name, *person.aliases)} if person else set()
            for n, shown in enumerate(talk.exchanges):
                if shown.who.casefold() in names and shown.asked:
                    yield Piece(f"{SHOWN}{id}:{n}", "own", shown.said, keys=stems_of(matter_asked(shown.asked)), asked=shown.asked)
            # what one of them is shown to say is nobody else's to say: beside them only the GM tells it
            text = talk.prose if npc else talk.told if talk.exchanges else entry.text
            if text := told_of(text) if any(id.startswith(f"{one}_") for one in pack.books) else text:
                yield Piece(f"lore:{id}", "lore", text, entry.about, keys, entry.importance)
    for id, rumour in pack.rumours.items():
        if npc not in rumour.about:
            yield Piece(f"rumour:{id}", "rumour", rumour.text, rumour.about, importance=1)
    for id, secret in pack.secrets.items():
        if state.secret(id) != "revealed":
            continue
        if npc in secret.says:
            yield Piece(f"secret:{id}", "secret", secret.says[npc], secret.about, stems_of(secret.truth), 5)
        elif not npc or known_by(state, npc, id):
            yield Piece(f"secret:{id}", "secret", secret.truth, secret.about, importance=5)
    here = pack.locations.get(state.here)
    for n, sense in enumerate(here.senses if here else ()):
        yield Piece(f"sense:{state.here}:{n}", "sense", f"{sense[:1].upper()}{sense[1:]}.", (), importance=4)
    for id, other in pack.npcs.items():
        if other.by_card and other.description and not hidden(id, state):
            told = talk_of_text(other.description, pack, state.pc).prose
            if told := unlisted(told):
                yield Piece(f"card:{id}", "fact", told, (id,), importance=2)
    for section in (pack.locations, pack.items, pack.factions):
        for id, one in section.items():
            if one.summary and not hidden(id, state):
                yield Piece(f"summary:{id}", "fact", f"{one.name[:1].upper()}{one.name[1:]}. {one.summary}", (id,), importance=2)


def ranked(question: Question, pieces: Iterable[Piece], state: StoryState) -> list[Fit]:
    """The pieces that are on the matter, the best first."""
    least = SURE if question.kind == "yes_no" else ENOUGH if question.kind else OF_THE_TOPIC
    rarity = rarities(state.pack)
    fits = [Fit(fitness(question, piece, state, rarity), piece) for piece in pieces]
    return sorted((fit for fit in fits if fit.by >= least), key=lambda fit: (-round(fit.by, 3), -fit.piece.importance, fit.piece.id))


def fitness(question: Question, piece: Piece, state: StoryState, rarity: dict[str, float], heads: frozenset[str] = frozenset()) -> float:
    """How much of what the question is about a piece speaks of, by weight; less where it holds nothing of the kind asked for.

    ``heads`` are stems that count twice.
    """
    units = question.units
    if not units:
        return 0.0
    if piece.asked:
        like = likeness(piece, question)
        return ENOUGH + (1 - ENOUGH) * like if like >= ASKED_SO else 0.0
    if piece.sort == "fact" and (question.kind not in ("", "what", "who", "which") or len(units) > 1 or units[0].id not in piece.about):
        return 0.0
    if piece.sort == "sense" and not question.kind:
        return 0.0
    if question.of_asked and piece.sort in ("lore", "rumour", "sense", "fact") and question.kind in OF_ONESELF:
        return 0.0
    if all(unit.act for unit in units) and LEANT_ON & set(tokens_of(question.words)):
        return 0.0
    said = stems_of(piece.text)
    whole = covered = 0.0
    for unit in units:
        weight = _weight(unit, rarity) * (TIMED if unit.act and question.kind in ("when", "how_many") else 1.0)
        weight *= 2.0 if unit.stems & heads else 1.0
        whole += weight
        covered += weight * _spoken_of(unit, piece, said, state)
    fit = covered / whole
    if question.topic and not any(unit.id == question.topic and _spoken_of(unit, piece, said, state) for unit in units):
        fit *= WRONG_KIND
    if any(unit.proper and not _spoken_of(unit, piece, said, state) for unit in units):
        fit *= WRONG_KIND
    return fit if holds(question.kind, piece, question, state) else fit * WRONG_KIND


def likeness(piece: Piece, question: Question) -> float:
    """How much of what somebody was asked is what they are asked now, 0 to 1, by stems and their meaning: nothing for a question of
    another kind. A matter that is only named is no question of who, when, or whether.
    """
    kind = kind_of(piece.asked)
    if kind != question.kind if question.kind and (kind, question.kind) != ("", "what") else kind in ("who", "when", "yes_no", "how_many"):
        return 0.0
    alike = frozenset().union(*(unit.stems | unit.like for unit in question.units))
    theirs = len(piece.keys & alike) / len(piece.keys) if piece.keys else 0.0
    ours = sum(bool((unit.stems | unit.like) & piece.keys) for unit in question.units) / len(question.units)
    return min(theirs, ours)


def matter_asked(asked: str) -> str:
    """What somebody is asked of, without the verb that bids them tell it.

    >>> matter_asked("Describe your traits?"), matter_asked("What is the glade?")
    ('your traits?', 'What is the glade?')
    """
    first, _, matter = asked.strip().partition(" ")
    return matter if matter and not kind_of(asked) and wordnet.verb_class(first.casefold()) == "communication" else asked


def asked_who(piece: Piece, question: Question) -> bool:
    """True where what somebody was asked is who they are, and they are asked that now."""
    return not piece.keys and bool(piece.asked) and kind_of(piece.asked) == question.kind


def _weight(unit: Unit, rarity: dict[str, float]) -> float:
    if unit.id:
        return NAMED
    rarest = max((rarity.get(one, rarity[""]) for one in unit.stems), default=1.0)
    return rarest * (ACT if unit.act else 1.0)


def _spoken_of(unit: Unit, piece: Piece, said: frozenset[str], state: StoryState) -> float:
    """Whether a piece speaks of what is meant: 1 for outright, less by a word of the same meaning, 0 for not at all."""
    if unit.id and unit.id in piece.about:
        return 1.0
    if unit.id:
        called = any(_named_in(name, piece.text) and stems_of(name) <= said for name in _names(unit.id, state) if stems_of(name))
        return float(called or (bool(unit.stems) and unit.stems <= said))
    if unit.stems & (said | piece.keys):
        return 1.0
    return LIKE if unit.like & (said | piece.keys) else 0.0


def speaks_of(unit: Unit, piece: Piece, state: StoryState) -> bool:
    """True where a piece speaks of what is meant."""
    return _spoken_of(unit, piece, stems_of(piece.text), state) == 1.0


def _names(id: str, state: StoryState) -> tuple[str, ...]:
    """What somebody or something of the pack is called."""
    pack = state.pack
    entry = pack.npcs.get(id) or pack.locations.get(id) or pack.factions.get(id) or pack.items.get(id)
    return (state.name(id), *(name for name in (entry.aliases if entry else ()) if name != name.lower()))


def _named_in(name: str, text: str) -> bool:
    """True where a text has the capitals of a name: the redemption of a debt is not the town of Redemption."""
    return {word for word in re.findall(r"[^\W\d_]+", name) if word[:1].isupper()} <= set(re.findall(r"[^\W\d_]+", text)) and bool(name)


def holds(kind: str, piece: Piece, question: Question, state: StoryState) -> bool:
    """True where a piece holds what a kind of question asks for: somebody, a place, a time, a number, a cause."""
    tokens = re.findall(r"[^\W_]+(?:['’][^\W_]+)*|\d+", piece.text)
    small = [unowned(token.lower()) for token in tokens]
    asked = question.stems
    if kind == "who":
        named = any(one in state.pack.npcs or one in state.pack.characters for one in piece.about)
        people = any(wordnet.category(word) == "person" for word in small if stem(word) not in asked)
        return named or people or any(token[:1].isupper() for token in tokens[1:])
    if kind == "how_many" and "long" in tokens_of(question.words)[:3]:
        return any(_is_span(word) for word in small) and any(word in NUMBERS or word.isdigit() for word in small)
    if kind == "how_many":
        return any(word in NUMBERS or word.isdigit() for word in small)
    if kind == "when":
        times = (word for word in small if stem(word) not in asked)
        timed = any(word in MONTHS_SMALL or word.removesuffix("s") in WEEKDAYS_SMALL or wordnet.category(word) == "time" for word in times)
        return timed or any(word.isdigit() for word in small)
    if kind == "where":
        return any(one in state.pack.locations for one in piece.about) or any(wordnet.is_a(word, "place", "structure") for word in small)
    if kind == "why":
        return bool(CAUSES.search(piece.text))
    return True


def _is_span(word: str) -> bool:
    return wordnet.category(word.removesuffix("s")) == "time"


MONTHS_WORDS = "january february march april may june july august september october november december"
MONTHS_SMALL = frozenset(MONTHS_WORDS.split())
WEEKDAYS_SMALL = frozenset(day.lower() for day in WEEKDAYS)


@lru_cache(maxsize=8192)
def stems_of(text: str) -> frozenset[str]:
    """The stems of the words of a text that tell something."""
    telling = (token for token in tokens_of(text) if token[:1].isalnum() and (token not in EMPTY or token in COUNTS))
    return frozenset(stem(unowned(token)) for token in telling)


def _rarities(pack: Pack) -> dict[str, float]:
    texts = [entry.text for entry in pack.lore.values()] + [rumour.text for rumour in pack.rumours.values()]
    texts += [line for npc in pack.npcs.values() for line in npc.says]
    texts += [one.summary for section in (pack.npcs, pack.locations, pack.items) for one in section.values()]
    counts: dict[str, int] = {}
    for text in texts:
        for one in stems_of(text):
            counts[one] = counts.get(one, 0) + 1
    whole = len(texts) + 1
    return {one: 0.5 + log(whole / count) / log(whole) * 2.0 for one, count in counts.items()} | {"": 2.5}


rarities: MadeOnce[Pack, dict[str, float]] = MadeOnce(_rarities)
"""How much a stem tells in this campaign: the rarer, the more; under the empty word what it never uses."""
