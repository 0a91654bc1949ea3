"""The reader: prose in, claims out. It reads one text at a time, or many together for an import."""

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

from gm_engine.extraction.census import Census
from gm_engine.extraction.coreference import Salience
from gm_engine.extraction.dressing import Dresser
from gm_engine.extraction.gist_making import gist_of
from gm_engine.extraction.kindred import Kindred
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.modality import MoodReader
from gm_engine.extraction.names import NameBook
from gm_engine.extraction.newcomers import Signs
from gm_engine.extraction.offices import Offices
from gm_engine.extraction.orders import bids
from gm_engine.extraction.patterns import Patterns, claims_of
from gm_engine.extraction.pipeline import Passage, Pipeline, Stretch
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.props import Props
from gm_engine.extraction.reading import Meant, Reading, Telling
from gm_engine.extraction.said_to_be import SaidToBe
from gm_engine.extraction.scope import Scope
from gm_engine.extraction.sentence import sentences_of
from gm_engine.extraction.sorts import Sorts
from gm_engine.extraction.speakers import Speaker, Speakers
from gm_engine.extraction.standing import Standings
from gm_engine.story.calendar import Calendar
from gm_engine.story.entity import Entity, EntityKind
from gm_engine.story.provenance import Source, Voice
from gm_engine.story.relation import Relation

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span

RECENT = 6
"""How many of the last text's people and things a pronoun may take up."""


@dataclass(frozen=True)
class _Prepared:
    """One story ready to be parsed: its tellings, the names that are known in it, a passage for each telling."""

    tellings: Sequence[Telling]
    book: NameBook
    passages: "deque[Passage]"


READING = Lock()
"""The language model and what is remembered of it are shared by all readers: one reads at a time."""


class Introductions(Protocol):
    """Somebody's knowledge of who and what there is, in so far as the reader follows it."""

    @property
    def introductions(self) -> int:
        """How often somebody or something was introduced, anew or with other names."""

    @property
    def reshaped(self) -> int:
        """How often names were taken away: then all must be learnt anew."""

    def introduced(self, after: int) -> tuple[Entity, ...]:
        """Everybody and everything introduced after the first so many times, by id."""


class Reader:
    """Reads English prose into claims. What it gives depends on the names it knows and on the text, on nothing else."""

    def __init__(self, relations: Iterable[Relation], tables: Mapping[str, Any], patterns: Mapping[str, Any]) -> None:
        self._relations = {relation.id: relation for relation in relations}
        self._lexicon = Lexicon(tables)
        self._pipeline = Pipeline()
        self._lore: Introductions | None = None
        self._followed = self._reshaped = 0
        self._last: tuple[Telling, Reading] | None = None
        self._book = NameBook(self._lexicon, self._pipeline.split)
        self._sorts, self._kindred = Sorts(self._lexicon), Kindred(self._lexicon)
        self._moods = MoodReader(self._lexicon)
        self._said_to_be = SaidToBe(self._pipeline, self._sorts)
        self._standings = Standings(self._lexicon)
        self._patterns = Patterns(patterns, self._lexicon)
        data = [tables, patterns, [relation.model_dump(mode="json") for relation in self._relations.values()]]
        self._data = blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=4).hexdigest()

    @cached_property
    def version(self) -> str:
        """Which reader with which model and tables, as it stands in every claim's provenance: ``reader-5/3.8.0/1f6c2a90``."""
        return f"{self._pipeline.version}/{self._data}"

    def anew(self) -> "Reader":
        """A reader of the same tables that knows no names yet; it costs far less than one made from the tables."""
        other = copy(self)
        other.forget()
        return other

    def knowing(self, entities: Iterable[Entity]) -> "Reader":
        """A reader of the same tables that knows just these."""
        other = self.anew()
        other.know(entities)
        return other

    def know(self, entities: Iterable[Entity]) -> None:
        """Takes in names, aliases and secret aliases; an entity known before is replaced."""
        named = tuple(entities)
        if named:
            self._last = None
            self._book.learn(named)

    def follow(self, lore: Introductions) -> None:
        """Takes in whomever and whatever a lore has introduced since it was last followed."""
        if lore is self._lore and lore.reshaped != self._reshaped:
            self.forget()
        after = self._followed if lore is self._lore else 0
        self._lore, self._followed, self._reshaped = lore, lore.introductions, lore.reshaped
        self.know(lore.introduced(after))

    def kind_said(self, text: str, names: Iterable[str], opens: bool = False) -> EntityKind | None:
        """What a text says that those of the names are ("The Eel Court is a band of smugglers": a faction); None where it does not say.
        With ``opens`` the text is about them, and may begin with the bare noun: "A band of smugglers who …".
        """
        with READING:
            return self._said_to_be.kind(text, names, opens=opens)

    def kind_named(self, name: str) -> EntityKind | None:
        """What a name with an article says itself that it is the name of ("the Lantern Guild": a faction); None where it does not say."""
        return self._said_to_be.kind_named(name)

    def holds(self, text: str, classes: tuple[str, ...]) -> bool:
        """True for a text in which a word of these classes of the lexicon begins a word: what a pattern asks for by such a class is in no
        other."""
        asked = tuple(self._lexicon.some(classes))
        return any(word.lower().startswith(asked) for word in re.findall(r"[^\W\d_]+", text))

    def forget(self) -> None:
        """Lets go of every name: what was taken back is not known."""
        self._lore, self._followed, self._last = None, 0, None
        self._book = NameBook(self._lexicon, self._pipeline.split)

    def read(
        self, text: str, *, turn: int, voice: Voice, minute: int = 0, speaker: str | None = None, place: str | None = None,
        present: Sequence[str] = (), recent: Sequence[str] = (), you: str | None = None, source: Source = "extracted", first: int = 0,
        calendar: Calendar | None = None, apart: Sequence[tuple[int, int]] = (), notes: bool = False,
    ) -> Reading:  # fmt: skip
        """What one text says. The arguments are those of ``Telling``. Readers in several threads take turns.

        What was read last is not read again: a draft that stands is told in the same words.
        """
        telling = Telling(
            text, turn, voice, minute, speaker, place, tuple(present), tuple(recent), you, source, first, calendar, tuple(apart), notes
        )  # fmt: skip
        if self._last is None or self._last[0] != telling:
            with READING:
                reading = self._read(telling)
                self._last = telling, reading
        return self._last[1]

    def _read(self, telling: Telling) -> Reading:
        book, signs = self._book.beyond(), self._signs()
        telling = replace(telling, speaker=_speaker(telling.speaker, book))
        stretches = self._cut(telling, signs)
        self._introduce([telling], [stretches], book, signs, live=True)
        passage = next(
            self._pipeline.parse([self._pipeline.prepare(telling.text, stretches, book, signs, telling.turn)], self._patterns.match)
        )
        for id_ in sorted({id_ for match in passage.names.values() for id_ in match.ids if id_ not in self._book.entities}):
            passage.new[id_] = book.entities[id_]
        return self._claims(telling, passage, book, Offices(book), self._props(book))

    def read_many(self, tellings: Iterable[Telling]) -> Iterator[Reading]:
        """What many texts say, in their order. Their names are learnt from all of them first."""
        story = self._prepared(tellings)
        yield from self._told(story, self._pipeline.parse(_let_go(story.passages), self._patterns.match))

    def read_stories(self, stories: Iterable[Iterable[Telling]]) -> Iterator[tuple[Reading, ...]]:
        """What many short stories say, each read as ``read_many`` reads it alone; they are parsed together, which is cheaper."""
        prepared = [self._prepared(tellings) for tellings in stories]
        parsed = self._pipeline.parse((passage for story in prepared for passage in story.passages), self._patterns.match)
        for story in prepared:
            yield tuple(self._told(story, islice(parsed, len(story.passages))))

    def _prepared(self, tellings: Iterable[Telling]) -> "_Prepared":
        """The texts of one story ready to be parsed, their names learnt."""
        kept: list[Telling] = []
        cuts: list[list[Stretch]] = []
        book, signs = self._book.beyond(), self._signs()
        for telling in tellings:
            kept.append(telling)
            cuts.append(self._cut(telling, signs))
        self._introduce(kept, cuts, book, signs)
        passages = deque(
            self._pipeline.prepare(telling.text, stretches, book, signs, telling.turn)
            for telling, stretches in zip(kept, cuts, strict=True)
        )
        return _Prepared(kept, book, passages)

    def _told(self, story: "_Prepared", parsed: Iterable[Passage]) -> Iterator[Reading]:
        """What the parsed texts of one story say, in their order."""
        book, told = story.book, set[str]()
        offices, props = Offices(book), self._props(book)
        for passage in story.passages:
            offices.hear_titles(passage.names)
        before: tuple[str, ...] = ()
        for telling, passage in zip(story.tellings, parsed, strict=True):
            telling = replace(telling, recent=telling.recent or before, speaker=_speaker(telling.speaker, book))
            for id_ in (*(id_ for match in passage.names.values() for id_ in match.ids), telling.speaker or ""):
                if id_ in book.entities and id_ not in self._book.entities and id_ not in told:
                    told.add(id_)
                    passage.new[id_] = book.entities[id_]
            reading = self._claims(telling, passage, book, offices, props)
            book.learn(entity for entity in reading.entities if entity.of is not None or entity.pronouns in ("he", "she"))
            before = reading.mentions[-RECENT:] or before
            yield reading

    def _introduce(
        self, tellings: Sequence[Telling], cuts: Sequence[Sequence[Stretch]], book: NameBook, signs: Signs, live: bool = False
    ) -> None:
        """Learns who is in the texts: those who speak, those who go by one name or by their trade.

        One text alone (``live``) gives names only: what is told of everybody of a trade takes a whole transcript.
        """
        census = Census(self._lexicon, self._pipeline.stop, book.is_title, self._pipeline.vocabulary)
        for telling, stretches in zip(tellings, cuts, strict=True):
            if telling.speaker and not live and _speaker(telling.speaker, book) not in book.entities:
                census.hear(telling.speaker, telling.turn)
            census.look(stretches, telling.turn)
        book.learn(census.spoken())
        book.learn(census.entities(self._pipeline.opens_with_name, lambda words: book.match(words, 0) is not None))
        signs.common = frozenset(census.common)

    def _props(self, book: NameBook) -> Props:
        return Props(book, self._sorts, self._kindred)

    def _signs(self) -> Signs:
        return Signs(self._lexicon, self._pipeline.stop)

    def _cut(self, telling: Telling, signs: Signs) -> list[Stretch]:
        return self._pipeline.cut(telling.text, signs, self._lexicon.all("number_words"), telling.apart)

    def _claims(self, telling: Telling, passage: Passage, book: NameBook, offices: Offices, props: Props) -> Reading:
        offices.hear_titles(passage.names)
        props.turn_to(telling.turn)
        salience = Salience(
            book=book,
            names=passage.names,
            present=telling.present,
            recent=telling.recent,
            you=telling.you,
            roles=offices.held,
            props=props,
            notes=telling.notes,
        )
        if telling.voice in ("player", "character"):
            salience.speakers[-1] = telling.speaker or (telling.you if telling.voice == "player" else None)
        dates = telling.calendar if telling.calendar and not telling.calendar.counted else None
        scope = Scope(passage, self._lexicon, salience, dates, telling.minute, telling.place, telling.you)
        said_by = self._bind(telling, scope)
        sentences = tuple(sentences_of(passage, salience, said_by, self._standings, self._moods))
        dresser = Dresser(self._relations, scope, telling, self.version)
        for sentence in sentences:
            if telling.notes and not sentence.whole:
                continue
            for token in sentence.words:
                for match in passage.matches.get(token.i, ()):
                    for found in claims_of(match, scope):
                        dresser.take(found, sentence)
            dresser.living(sentence)
        claims = dresser.claims()
        offices.hear(claims)
        for id_ in sorted({id_ for claim in claims for id_ in (claim.subject, claim.value.entity) if id_}):
            if id_ not in book.entities and (thing := props.entity(id_)) is not None:
                passage.new[id_] = thing
        for id_, pronouns in salience.told_genders().items():
            somebody = passage.new.get(id_) or book.entities.get(id_)
            if somebody is not None and somebody.introduced:
                passage.new[id_] = somebody.model_copy(update={"pronouns": pronouns})
        for id_ in sorted(passage.new):
            passage.new[id_] = offices.named(passage.new[id_])
        decided = dict(salience.decided())
        meant = tuple(Meant(passage.starts[at], passage.ends[at], ref.id, ref.sure) for at, ref in decided.items())
        own = (sentence for sentence in sentences if sentence.told_as_so and telling.voice == "narrator")
        gists = (gist_of(sentence, telling, self._lexicon.all("said")) for sentence in own)
        entities = tuple(passage.new[id_] for id_ in sorted(passage.new))
        kept = tuple(gist for gist in gists if gist is not None)
        return Reading(claims, entities, salience.spoken_of(), meant, kept, any(bids(sentence) for sentence in sentences))

    def _bind(self, telling: Telling, scope: Scope) -> dict[int, Speaker]:
        """Finds who is meant in the narration; by that the speakers; then who is meant in their words."""
        passage, salience = scope.passage, scope.salience
        placed = [(passage.piece[sentence.start], sentence) for sentence in passage.doc.sents]
        by_piece: dict[int, list[Span]] = {}
        for number, (piece, sentence) in enumerate(placed):
            by_piece.setdefault(piece, []).append(sentence)
            for token in sentence if passage.pieces[piece][1] == "narration" else ():
                salience.bind(token, number, None)
        speakers = Speakers(scope, by_piece)
        found: dict[int, Speaker] = {}
        for number, (piece, sentence) in enumerate(placed):
            if passage.pieces[piece][1] != "speech":
                continue
            if piece not in found:
                found[piece] = speakers.of(piece)
                ref: Ref | None = found[piece].ref
                salience.speakers[piece] = ref.id if ref else None
                salience.hearers[piece] = telling.you if ref and ref.id != telling.you else None
            for token in sentence:
                salience.bind(token, number, piece)
        return found


def _let_go(passages: deque[Passage]) -> Iterator[Passage]:
    """The passages one by one, none of them kept: a long book parsed would fill the memory."""
    while passages:
        yield passages.popleft()


def _speaker(name: str | None, book: NameBook) -> str | None:
    """The id of whoever a line's speaker is; the name itself for somebody unknown."""
    if not name or name in book.entities:
        return name
    words = book.split(name)
    match = book.match(words, 0) if words else None
    return match.ids[0] if match is not None and match.words == len(words) and len(match.ids) == 1 else name
