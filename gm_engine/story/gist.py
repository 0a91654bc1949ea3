"""The gist of a told sentence: whom and what it speaks of, and what each of its clauses says of them.

A claim holds what a relation reads in a sentence; a gist holds the whole of it in brief, so that a later sentence can be laid beside it.
"""

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, PlainSerializer

from gm_engine.story.claim import Modality, Simulation
from gm_engine.story.noun import Noun, Redactable
from gm_engine.story.provenance import Provenance, Source

Determiner = Literal["", "the", "a", "this", "poss", "no", "other", "every", "both"]
Tense = Literal["present", "past", "perfect", "pluperfect", "future", "modal", "inf", "ing", "vbn"]
DEFINITE: tuple[Determiner, ...] = ("the", "this", "poss")
TELLING: tuple[Determiner, ...] = (*DEFINITE, "no", "every", "both")
"""How a noun is brought in that a later sentence may take up: a thing known, or one of which there is none, or all."""


class Word(NamedTuple):
    """A word as the parser sees it: where it stands in the sentence (letters ``start`` to ``end``), its base form, its part of speech
    and place in the sentence (Universal and CLEAR labels, as spaCy has them), and the number of the word that it belongs to.
    """

    start: int
    end: int
    lemma: str
    pos: str
    dep: str
    head: int


class Mention(Noun):
    """A noun or pronoun of a sentence. ``at`` is the number of its word in the sentence, ``lemma`` its base form (a name's last word).

    ``id`` is whom or what it means, where that is known, and ``sure`` how sure that is, in per cent. ``name``: by a proper name;
    ``pron``: by a pronoun. ``det`` is how it is brought in, ``mods`` the base forms of what describes it, ``nums`` how many of it,
    ``owner`` the id of whose it is, ``ownerlemma`` the word for that one, ``of`` the nouns after its prepositions, ``appos`` the nouns
    and names that stand beside it ("the vet, Anand"), each with its id.
    """

    at: int
    lemma: str
    id: str = ""
    sure: int = 0
    name: bool = False
    pron: bool = False
    det: Determiner = ""
    mods: tuple[str, ...] = ()
    nums: tuple[int, ...] = ()
    owner: str = ""
    ownerlemma: str = ""
    of: tuple[str, ...] = ()
    plural: bool = False
    appos: tuple[tuple[str, str], ...] = ()


class Clause(Noun):
    """What one verb says; no ``verb`` where a sentence has none. ``at`` is the number of its word in the sentence.

    ``roles`` name the mentions by their places in the gist: ``subj``, ``obj``, ``dat``, ``attr``, ``npadv`` and ``p:PREPOSITION``.
    ``neg``: told as not so. ``mood`` is that of the clause within its sentence. ``dep`` is its place in the sentence, ``gov`` the
    word that governs it, ``govneg`` whether that is denied; ``able``: it tells what somebody can do;
    ``mark`` is the word that joins it: when, since, until, before …
    """

    verb: str
    at: int
    roles: tuple[tuple[str, tuple[int, ...]], ...] = ()
    adj: tuple[str, ...] = ()
    neg: bool = False
    tense: Tense = "present"
    particle: str = ""
    mood: Modality | Literal["compared"] = "asserted"
    passive: bool = False
    advs: tuple[str, ...] = ()
    dep: str = ""
    gov: str = ""
    govneg: bool = False
    able: bool = False
    mark: str = ""


class Gist(Noun):
    """One sentence, told by the narrator as so. ``n`` is its number in the turn's text, ``span`` its place there, ``quote`` its words.

    ``lemmas`` are the base forms of the words that say something, each once, in alphabetical order. ``parsed`` are its words
    as the parser sees them, packed (``pack``). ``about`` is the id of whoever was spoken of last, where the sentence itself speaks of
    nobody ("One sleeve is pinned up."). ``minute`` is the story time of telling; ``recalled`` sentences tell of what was.
    """

    turn: int
    n: int
    span: tuple[int, int]
    quote: str
    minute: int = 0
    source: Source = "extracted"
    mentions: tuple[Mention, ...] = ()
    clauses: tuple[Clause, ...] = ()
    parsed: str = ""
    lemmas: tuple[str, ...] = ()
    recalled: bool = False
    about: str = ""
    sim: Simulation = "none"

    @property
    def place(self) -> tuple[int, int]:
        """Turn and number: no two gists of a story have the same, and they sort as they were told."""
        return (self.turn, self.n)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Every word and mark of the sentence, in its order."""
        return unpack(self.parsed)

    @cached_property
    def ids(self) -> frozenset[str]:
        """Everybody and everything meant in it."""
        return frozenset(mention.id for mention in self.mentions if mention.id)

    @cached_property
    def kept(self) -> dict[str, Any]:
        """What was worked out of it, kept as long as it is. No part of it: it is never written."""
        return {}

    @property
    def provenance(self) -> Provenance:
        """The sentence as a telling."""
        return Provenance(source=self.source, turn=self.turn, voice="narrator", quote=self.quote, span=self.span, minute=self.minute)

    def role(self, clause: Clause, name: str) -> tuple[Mention, ...]:
        """The mentions that have a role in one of its clauses."""
        return tuple(self.mentions[at] for role, places in clause.roles if role == name for at in places)

    def keys(self, you: str | None) -> tuple[str, ...]:
        """What a later sentence must share to be laid beside this one: everybody and everything meant, the words of names, and the
        nouns of what is told as known or as somebody's, counted or denied. ``you``, who is in every sentence, is no key.
        """
        keys = (self.about, *(key for mention in self.mentions for key in _keys(mention)))
        return tuple(dict.fromkeys(key for key in keys if key and key != you))


def pack(words: Iterable[Word]) -> str:
    """Words as one short text: ``unpack`` gives them back."""
    packed, end = [], 0
    for number, word in enumerate(words):
        packed.append(f"{word.start - end}.{word.end - word.start}.{word.head - number}.{word.pos}.{word.dep}.{word.lemma}")
        end = word.end
    return " ".join(packed)


def unpack(packed: str) -> tuple[Word, ...]:
    """The words that were packed.

    >>> unpack(pack([Word(start=0, end=4, lemma="rain", pos="NOUN", dep="ROOT", head=0)]))[0].lemma
    'rain'
    """
    words, end = [], 0
    for number, piece in enumerate(packed.split(" ") if packed else ()):
        gap, length, head, pos, dep, lemma = piece.split(".", 5)
        start = end + int(gap)
        end = start + int(length)
        words.append(Word(start=start, end=end, lemma=lemma, pos=pos, dep=dep, head=number + int(head)))
    return tuple(words)


def _keys(mention: Mention) -> Iterator[str]:
    yield mention.id
    told = mention.det in TELLING or mention.nums or mention.owner or mention.ownerlemma
    if mention.name or (not mention.pron and told):
        yield mention.lemma


def _written(gist: Gist) -> str:
    """The gist as one text: what has not its default in JSON, then the quote as it stands, so that it can be searched for a sentence."""
    return f"{gist.model_dump_json(exclude={'quote'}, exclude_defaults=True)}\n{gist.quote}"


def _read(gist: Any) -> Any:
    if not isinstance(gist, str):
        return gist
    fields, _, quote = gist.partition("\n")
    return Gist.model_validate_json(f'{fields[:-1]},"quote":{json.dumps(quote)}}}')


def _standing(gists: Any) -> Any:
    """The gists whose words were not taken out."""
    return tuple(gist for gist in gists if gist != "") if isinstance(gists, list | tuple) else gists


Written = Annotated[Gist, BeforeValidator(_read), PlainSerializer(_written, return_type=str), Redactable()]
"""A gist that is kept as one text, since all of it is made of somebody's words: it goes as a whole where they are taken out."""

Gists = Annotated[tuple[Written, ...], BeforeValidator(_standing)]
"""The gists of a text as an event holds them; those that were taken out are missing."""
