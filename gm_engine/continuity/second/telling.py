"""How a sentence is told: as it happens or looked back on, of a real thing or of a likeness. Shared by nom_life, nom_place and nom_outcome."""

import re
from functools import lru_cache

from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.words import S, cat

UNREAL = S("""ghost spirit spectre specter shade apparition dream dreamed dreamt dreaming nightmare vision hallucination delirium portrait painting photograph
    daguerreotype tintype picture statue statuette effigy likeness memory memories remember remembers remembered recall recalled namesake imagine imagined
    imagines pretend pretended pretends pretending actor stage-play costume legend story ballad song haunt haunts haunted""")
AGO = S("ago since past once formerly previously earlier before")
BACK = re.compile(
    r"\b(?:ago|these (?:many|\w+) (?:years|winters|summers|months|weeks)|(?:years|months|winters|weeks) (?:gone|dead|before|since|back)|last (?:winter|summer|spring|fall|autumn|year|month|week)|long (?:dead|since|gone)|in 1[0-9]{3}|since 1[0-9]{3}|for (?:years|\w+ years)|back in|in those days|used to)\b",
    re.IGNORECASE,
)


def kept(key: str):
    """Keep what a function of (sentence, ctx) gives on the sentence, under ``key``."""

    def wrap(fn):
        def call(sent: Sentence, ctx):
            got = sent.kept.get(key)
            if got is None:
                got = sent.kept[key] = tuple(fn(sent, ctx))
            return got

        return call

    return wrap


@lru_cache(None)
def _cat(word: str) -> str:
    return cat(word) or ""


def animate(m: Mention, ctx) -> bool:
    """Whether the mention is a person or an animal, as far as can be told."""
    if m.id == "you":
        return True
    if m.pron:
        return bool(m.id) and ctx.kind(m.id) in ("character", "")
    kind = ctx.kind(m.id) if m.id else ""
    if kind:
        return kind == "character" or (kind == "item" and _cat(m.lemma) in ("person", "animal"))
    return _cat(m.lemma) in ("person", "animal") or (m.name and bool(m.id))


def somebody(m: Mention, ctx) -> bool:
    """As `animate`, and not the player's character."""
    return m.id != "you" and animate(m, ctx)


def same(a: Mention, b: Mention) -> float:
    """How sure two mentions are of one thing (an id heard in both is nearly always sure)."""
    if a.id and a.id == b.id:
        return 3.0 if min(a.sure, b.sure) >= 76 else 2.0
    return ident(a, b)


def owner_of(m: Mention, sent: Sentence) -> Mention | None:
    """The mention of whose thing ``m`` is."""
    if not m.owner:
        return None
    return next((x for x in sent.mentions if x.id == m.owner), None) or Mention(m.at, m.owner, m.owner, 78)


def unreal(sent: Sentence) -> bool:
    """Whether the sentence names a ghost, a dream, a likeness …"""
    return bool(UNREAL & set(sent.words))


def real(c: Clause) -> bool:
    """Whether the clause tells something as so."""
    return c.mood == "asserted" and c.tense not in ("future", "modal") and not (c.tense == "inf" and c.gov in TRIES)


TRIES = S(
    "try want mean hope intend plan attempt wish threaten offer promise ask tell order expect refuse fail decline like swear vow long fear dare"
)


def looked_back(c: Clause | None, sent: Sentence) -> bool:
    """Whether the clause goes back behind the moment of its turn."""
    return sent.recalled or bool(BACK.search(sent.text)) or (c is not None and c.tense == "pluperfect")


def narration(sent: Sentence) -> str:
    """ "present" or "past": the tense of the sentence's first finite clause ("" if none tells)."""
    for c in sent.clauses:
        if c.mood == "asserted" and c.verb and c.dep in ("ROOT", "conj", "ccomp"):
            if c.tense in ("present", "perfect"):
                return "present"
            if c.tense in ("past", "pluperfect"):
                return "past"
    return ""


def tense_step(earlier: Sentence, c: Clause, later: Sentence) -> str:
    """ "level" if clause ``c`` of B is told in the tense that A is told in; "back" if A is told in the present and ``c`` in the past."""
    if c.tense == "pluperfect":
        return "back"
    now = narration(earlier)
    if c.tense in ("present", "perfect"):
        return "level"
    return "back" if now == "present" and c.tense == "past" else "level"


def lemma_text(sent: Sentence) -> str:
    """The sentence's lemmas, joined with blanks: what phrase patterns are matched on."""
    got = sent.kept.get("_lemtext")
    if got is None:
        got = sent.kept["_lemtext"] = " " + " ".join(sent.lems) + " "
    return got
