"""Used up, and yet at hand: "the last of the coffee is gone", "out of oil", "the tin is empty" against pouring, lighting, finding some. Needs the token fields."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.measures import DATA, UNITS, numerals
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence

CONSUMED, USES, GONE = set(DATA["consumables"]), set(DATA["use_verbs"]), set(DATA["gone"])
GONE_WORDS, MORE = set(DATA["gone_words"]), set(DATA["more"])
VAGUE = {
    "water",
    "air",
    "paper",
    "card",
    "stick",
    "load",
    "charge",
    "coin",
    "cash",
    "supply",
    "food",
    "shot",
    "rope",
    "wood",
    "bolt",
    "money",
    "shell",
}


def used_up(sent: Sentence) -> dict[str, Mention]:
    """The things that a sentence tells to be used up, by lemma."""
    words, out = [w.lower() for w in sent.raw], {}
    for m in sent.mentions:
        at = m.at
        if m.lemma not in CONSUMED or not 0 <= at < len(words):
            continue
        before = words[max(0, at - 5) : at]
        left = "left" in words[at : at + 5]
        out_of = before[-2:] == ["out", "of"] or before[-3:-1] == ["out", "of"]
        last = (
            ("last" in before[-2:] and ("of" in before or "every" in before))
            or before[-4:-2] == ["last", "of"]
            or " ".join(before[-3:]).startswith("last of")
        )
        none = (
            m.det == "no"
            or ({"not", "nary"} & set(before[-4:]) and {"one", "a", "single"} & set(before))
            or {"nor", "neither", "never"} & set(before[-2:])
        ) and (left or "more" in before or m.plural)
        told = any(_gone(c, m) for c in sent.clauses)
        if out_of or told or none or (last and (GONE_WORDS | {"took", "drank", "burned", "used", "fired", "breaks", "broke"}) & set(words)):
            out[m.lemma] = m
    return out


def _gone(c: Clause, m: Mention) -> bool:
    subject = any(o is m for r in ("subj", *(("obj",) if c.passive else ())) for o in c.roles.get(r, ()))
    if not subject or c.neg or c.mood != "asserted" or c.tense in ("future", "modal"):
        return False
    return (
        bool(GONE_WORDS & {*c.adj, *c.advs})
        or (c.verb in ("run", "give") and c.particle == "out")
        or (c.passive and c.verb in GONE and c.verb not in ("give", "run", "go"))
    )


def at_hand(sent: Sentence) -> dict[str, Mention]:
    """The things that a sentence has somebody use, find or hold."""
    out = {}
    for c in sent.clauses:
        if c.neg or c.mood != "asserted" or c.tense in ("future", "modal", "pluperfect", "inf"):
            continue
        places = ("obj", *(("subj",) if c.verb in ("burn", "slide", "stand", "lie", "sit", "pour", "spill", "be") else ()))
        for m in (m for r in places for m in c.roles.get(r, ())):
            for lemma in (m.lemma, *(o for o in m.of if m.of)):
                if lemma in CONSUMED and m.det not in ("no", "other") and (c.verb in USES or "obj" not in c.roles):
                    out[lemma] = m
    by_at, words = {m.at: m for m in sent.mentions}, [w.lower() for w in sent.raw]
    for n in numerals(sent):
        if words[n.end : n.end + 1] == ["of"] and n.value >= 1:
            for i in range(n.end + 1, min(n.end + 6, len(words))):
                if i in by_at and by_at[i].lemma in CONSUMED and any(c.verb in USES and not c.neg for c in sent.clauses):
                    out[by_at[i].lemma] = by_at[i]
    return out


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """A thing that was used up is at hand again."""
    gone = used_up(earlier)
    if not gone:
        return
    have = at_hand(later)
    for lemma in sorted(gone.keys() & have.keys()):
        if lemma in UNITS:
            continue
        if lemma in VAGUE and not any(o.id and o.id != "you" and o.id in later.ids for o in earlier.mentions):
            continue
        where = any(o.id and o.id != "you" and ident(o, p) >= 2 for o in earlier.mentions for p in later.mentions)
        how = "more" if MORE & set(later.words) else "vague" if lemma in VAGUE else "plain"
        yield Candidate(f"gone:{how}:{'near' if where else 'bare'}", "quantity_state", f"{lemma} was used up", lemma)
        return
