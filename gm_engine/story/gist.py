"""The gist of a told sentence: its words, whom and what it speaks of, and what a later sentence could share with it.

A claim holds what a relation reads in a sentence; a gist holds the sentence itself, so that a later one can be laid beside it.
"""

import json
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, PlainSerializer, model_validator

from gm_engine.story.claim import Simulation
from gm_engine.story.noun import Noun, Redactable
from gm_engine.story.provenance import Provenance, Source


class Gist(Noun):
    """One sentence, told by the narrator as so. ``n`` is its number in the turn's text, ``span`` its place there, ``quote`` its words.

    ``ids`` are whom and what it means, each once, as they come; ``about`` is the id of whoever was spoken of last, where the sentence
    itself speaks of nobody ("One sleeve is pinned up."). ``lemmas`` are the base forms of the words that say something, each once, in
    alphabetical order. ``unknown``: a pronoun in it means somebody of whom it is not known who; ``supposed``: none of its clauses is
    told as so. ``minute`` is the story time of telling; ``recalled`` sentences tell of what was.
    """

    turn: int
    n: int
    span: tuple[int, int]
    quote: str
    minute: int = 0
    source: Source = "extracted"
    ids: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    about: str = ""
    unknown: bool = False
    supposed: bool = False
    recalled: bool = False
    sim: Simulation = "none"

    @model_validator(mode="before")
    @classmethod
    def _as_it_was_kept(cls, fields: Any) -> Any:
        """A gist of an earlier version held every noun and clause of its sentence: what is still kept is drawn from these."""
        if not isinstance(fields, dict) or not fields.keys() & {"mentions", "clauses", "parsed"}:
            return fields
        kept = {name: value for name, value in fields.items() if name not in ("mentions", "clauses", "parsed")}
        mentions, clauses = fields.get("mentions", ()), fields.get("clauses", ())
        kept["ids"] = tuple(dict.fromkeys(one["id"] for one in mentions if one.get("id")))
        kept["unknown"] = any(one.get("pron") and not one.get("id") for one in mentions)
        kept["supposed"] = bool(clauses) and all(one.get("mood", "asserted") != "asserted" for one in clauses)
        return kept

    @property
    def place(self) -> tuple[int, int]:
        """Turn and number: no two gists of a story have the same, and they sort as they were told."""
        return (self.turn, self.n)

    @property
    def provenance(self) -> Provenance:
        """The sentence as a telling."""
        return Provenance(source=self.source, turn=self.turn, voice="narrator", quote=self.quote, span=self.span, minute=self.minute)

    def keys(self, you: str | None) -> tuple[str, ...]:
        """What a later sentence may share with this one: everybody and everything meant, and the words that say something. ``you``, who
        is in every sentence, is no key.
        """
        return tuple(dict.fromkeys(key for key in (self.about, *self.ids, *self.lemmas) if key and key != you))


class Common(NamedTuple):
    """What two sentences share: how many they both mean (``ids``), how many words that say something, how many turns lie between."""

    ids: int
    words: int
    turns: int


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
