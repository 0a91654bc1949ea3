"""Used up, and yet at hand: "the last of the coffee is gone", "out of oil", against pouring, lighting or finding some."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.measures import UNITS, numerals
from gm_engine.continuity.second.openings import Opening
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

_LISTS = lists("measures")
_LIKE: dict[str, str] = {word: words[0] for words in _LISTS["stock"] for word in words}
"""Words for one stock, and the first of them: rye and bourbon are whiskey."""
GUNS, SHOOTING = frozenset[str](_LISTS["loaded"]), frozenset[str](_LISTS["shooting"])
CONSUMED, USES, GONE = (frozenset[str](_LISTS[name]) for name in ("consumables", "use_verbs", "gone"))
GONE_WORDS, MORE, VAGUE = (frozenset[str](_LISTS[name]) for name in ("gone_words", "more", "vague_stock"))
LAST_USED = GONE_WORDS | S("took drank burned used fired breaks broke")
STANDS = S("burn slide stand lie sit pour spill be")
NOT_YET = ("future", "modal")
VESSELS, EMPTY, FULL, DRAWING, GIVING = (frozenset[str](_LISTS[name]) for name in ("vessels", "empty", "full", "drawing", "giving"))
STATES, DENIED, HAPPENED = (
    S("is 's was are were stands stood runs ran run went goes has had"),
    S("not n't never no"),
    S("if would almost nearly"),
)
REFILLED = S("rain rained fill filled fills refuelled refueled topped")


def nominate(earlier: Sentence, later: Sentence, _: Ground) -> Iterator[Candidate]:
    """A thing that was used up is at hand again; a vessel that was empty is full, or gives again."""
    yield from _emptied(earlier, later)
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
    gone = (m for m in sent.mentions if m.lemma in CONSUMED and m.lemma not in UNITS and _is_gone(sent, m))
    return {_LIKE.get(m.lemma, m.lemma) for m in gone}


def _is_gone(sent: Sentence, mention: Mention) -> bool:
    words, at = sent.words, mention.at
    before = words[max(0, at - 5) : at]
    if before[-2:] == ("out", "of") or before[-3:-1] == ("out", "of") or any(_runs_out(c, mention) for c in sent.clauses):
        return True
    if mention.det == "every" and any(c.verb in GONE and not c.neg and _has(c, mention) for c in sent.clauses):
        return True
    last = ("last" in before[-2:] and S("of every") & set(before)) or ("last", "of") in (before[-4:-2], before[-3:-1])
    if last and LAST_USED & set(words):
        return True
    none = mention.det == "no" or S("nor neither never") & set(before[-2:])
    none = none or (S("not nary") & set(before[-4:]) and S("one a single") & set(before))
    return bool(none) and ("left" in words[at : at + 5] or "more" in before or mention.plural)


def _has(clause: Clause, mention: Mention) -> bool:
    told = clause.mood == "asserted" and clause.tense not in NOT_YET
    return told and any(m is mention for role in ("subj", "obj") for m in clause.roles.get(role, ()))


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
        if c.verb in SHOOTING and any(m.lemma in GUNS for m in (*c.roles.get("subj", ()), *c.roles.get("obj", ()))):
            found.add("cartridge")
    return {_LIKE.get(lemma, lemma) for lemma in found | _measured(sent)}


def _measured(sent: Sentence) -> set[str]:
    """ "two fingers *of whiskey*", where somebody uses it."""
    if not any(c.verb in USES and not c.neg for c in sent.clauses):
        return set()
    starts = [number.end for number in numerals(sent) if sent.words[number.end : number.end + 1] == ("of",) and number.value >= 1]
    return {m.lemma for m in sent.mentions if m.lemma in CONSUMED and any(start < m.at < start + 6 for start in starts)}


def _emptied(earlier: Sentence, later: Sentence) -> Iterator[Candidate]:
    for vessel in _empty(earlier):
        for found, how in _giving(later):
            if found.lemma == vessel.lemma and found.det != "other" and (same := ident(vessel, found)) >= 1.2:
                tier = f"{'sure' if same >= 2 else 'loose'}{':more' if (MORE | REFILLED) & set(later.words) else ''}"
                why = f"the {vessel.lemma} was empty, and then it is not"
                yield Candidate(f"emptied:{how}:{tier}", "quantity_state", why, vessel.id or vessel.lemma)
                return


def _empty(sent: Sentence) -> Iterator[Mention]:
    """The vessels that a sentence tells to be empty: "the well is dry", "the lantern's bone dry", "the cask ran dry"."""
    if HAPPENED & set(sent.words):
        return
    for mention in sent.mentions:
        after = sent.words[mention.at + 1 : mention.at + 6]
        told = next((at for at, word in enumerate(after) if word in EMPTY), -1)
        if mention.lemma in VESSELS and told > 0 and STATES & set(after[:told]) and not DENIED & set(after[:told]):
            yield mention


def _giving(sent: Sentence) -> Iterator[tuple[Mention, str]]:
    """The vessels that hold something or give it, and how: "full", "from" it somebody drinks, it "burns"."""
    for mention in sent.mentions:
        if mention.lemma not in VESSELS:
            continue
        near = set(sent.words[max(0, mention.at - 2) : mention.at + 7])
        if FULL & near and not (EMPTY | DENIED) & near:
            yield mention, "full"
    for c in sent.clauses:
        if c.neg or c.mood != "asserted" or c.tense in (*NOT_YET, "pluperfect", "inf"):
            continue
        drawn = (m for m in (*c.roles.get("p:from", ()), *c.roles.get("p:at", ())) if c.verb in DRAWING)
        yield from ((m, "from") for m in drawn if m.lemma in VESSELS)
        yield from ((m, "gives") for m in c.roles.get("subj", ()) if m.lemma in VESSELS and c.verb in GIVING)


OPENINGS = (
    Opening(lambda sent, _: _used_up(sent), lambda sent, _: _at_hand(sent)),
    Opening(lambda sent, _: any(True for _found in _empty(sent)), lambda sent, _: any(True for _found in _giving(sent))),
)
