"""Used up, and yet at hand: "the last of the coffee is gone", "out of oil", against pouring, lighting or finding some."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.measures import UNITS, numerals
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

_LISTS = lists("measures")
CONSUMED, USES, GONE = (frozenset[str](_LISTS[name]) for name in ("consumables", "use_verbs", "gone"))
GONE_WORDS, MORE, VAGUE = (frozenset[str](_LISTS[name]) for name in ("gone_words", "more", "vague_stock"))
LAST_USED = GONE_WORDS | S("took drank burned used fired breaks broke")
STANDS = S("burn slide stand lie sit pour spill be")
NOT_YET = ("future", "modal")


def nominate(earlier: Sentence, later: Sentence, _: Ground) -> Iterator[Candidate]:
    """A thing that was used up is at hand again."""
    gone = _used_up(earlier)
    shared = sorted(gone & _at_hand(later)) if gone else []
    meant = any(m.id and m.id != "you" and m.id in later.ids for m in earlier.mentions)
    for lemma in shared:
        if lemma not in VAGUE or meant:
            near = any(m.id and m.id != "you" and ident(m, n) >= 2 for m in earlier.mentions for n in later.mentions)
            how = "more" if MORE & set(later.words) else "vague" if lemma in VAGUE else "plain"
            tier = "near" if near else "bare"
            yield Candidate(f"gone:{how}:{tier}", "quantity_state", f"what was used up is at hand again ({lemma})", lemma)
            return


def _used_up(sent: Sentence) -> set[str]:
    """The things that a sentence tells to be used up."""
    return {m.lemma for m in sent.mentions if m.lemma in CONSUMED and m.lemma not in UNITS and _is_gone(sent, m)}


def _is_gone(sent: Sentence, mention: Mention) -> bool:
    words, at = sent.words, mention.at
    before = words[max(0, at - 5) : at]
    if before[-2:] == ("out", "of") or before[-3:-1] == ("out", "of") or any(_runs_out(c, mention) for c in sent.clauses):
        return True
    last = ("last" in before[-2:] and S("of every") & set(before)) or ("last", "of") in (before[-4:-2], before[-3:-1])
    if last and LAST_USED & set(words):
        return True
    none = mention.det == "no" or S("nor neither never") & set(before[-2:])
    none = none or (S("not nary") & set(before[-4:]) and S("one a single") & set(before))
    return bool(none) and ("left" in words[at : at + 5] or "more" in before or mention.plural)


def _runs_out(clause: Clause, mention: Mention) -> bool:
    """Whether the clause says of the thing that it is gone."""
    told = (*clause.roles.get("subj", ()), *(clause.roles.get("obj", ()) if clause.passive else ()))
    if clause.neg or clause.mood != "asserted" or clause.tense in NOT_YET or not any(m is mention for m in told):
        return False
    if GONE_WORDS & {*clause.adj, *clause.advs} or (clause.verb in ("run", "give") and clause.particle == "out"):
        return True
    return clause.passive and clause.verb in GONE and clause.verb not in ("give", "run", "go")


def _at_hand(sent: Sentence) -> set[str]:
    """The things that a sentence has somebody use, find or hold."""
    found: set[str] = set()
    for c in sent.clauses:
        if c.neg or c.mood != "asserted" or c.tense in (*NOT_YET, "pluperfect", "inf"):
            continue
        for m in (*c.roles.get("obj", ()), *(c.roles.get("subj", ()) if c.verb in STANDS else ())):
            if m.det not in ("no", "other") and (c.verb in USES or "obj" not in c.roles):
                found |= CONSUMED & {m.lemma, *m.of}
    return found | _measured(sent)


def _measured(sent: Sentence) -> set[str]:
    """ "two fingers *of whiskey*", where somebody uses it."""
    if not any(c.verb in USES and not c.neg for c in sent.clauses):
        return set()
    starts = [number.end for number in numerals(sent) if sent.words[number.end : number.end + 1] == ("of",) and number.value >= 1]
    return {m.lemma for m in sent.mentions if m.lemma in CONSUMED and any(start < m.at < start + 6 for start in starts)}
