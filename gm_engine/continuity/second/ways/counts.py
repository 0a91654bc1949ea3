"""How many, told twice: the same things counted, what is left, money, and scores."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.counting import CONSUMED, UNMEASURED, Count, counts, scores
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.measures import UNITS
from gm_engine.continuity.second.openings import both
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

_LISTS = lists("measures")
BUILT, ANYBODY, PARTING, HAVING = (frozenset[str](_LISTS[name]) for name in ("built", "anybody", "parting", "having"))
LEFT, MORE, PRICED = (frozenset[str](_LISTS[name]) for name in ("few_left", "more", "priced"))
BOUGHT = S("buy sell purchase restock")
UNTOUCHED = S("all same still untouched missing")
WHERE = ("p:in", "p:on", "p:at", "p:aboard", "p:inside")
ANCHORS = ("own", "near", "word", "bare")

Ranked = tuple[int, Candidate]
"""A candidate and how sure it is: the least first."""


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Two counts of one lot of things that cannot both be right: of each family the surest."""
    best: dict[str, Ranked] = {}
    for one in counts(earlier):
        for two in counts(later):
            if found := _clash(earlier, later, one, two, ground):
                family = found[1].type.split(":")[0]
                if family not in best or found[0] < best[family][0]:
                    best[family] = found
    for _, candidate in best.values():
        yield candidate
    yield from _scores(earlier, later, ground)


def _clash(earlier: Sentence, later: Sentence, one: Count, two: Count, ground: Ground) -> Ranked | None:
    same = _alike(one, two)
    if not same or not _differ(one, two):
        return None
    up = two.low > one.high
    anchor, name = _anchor(earlier, later, one, two, ground)
    if anchor in ("word", "bare") and (_named_apart(earlier, later) or BOUGHT & set(later.lems)):
        return None
    if one.noun == "money":
        return _sums(earlier, later, one, anchor, name, up=up)
    if "left" in one.flags and up and (one.noun in CONSUMED or one.high == 0):
        tier = f"{'none' if one.high == 0 else 'some'}-{anchor}"
        return 1, Candidate(f"left:{same}:{tier}", "quantity_state", f"few or none were left ({one.noun}), and then there are more", name)
    if one.high == 0:
        found = Candidate(f"none:{same}:{anchor}", "quantity_state", f"there was none ({one.noun}), and then there are some", name)
        return (4, found) if anchor in ("own", "near") else None
    if "group" in one.flags:
        return 4, Candidate(
            f"count:group:{'up' if up else 'down'}", "quantity_state", "the company is counted twice, and differently", name
        )
    why = f"two counts of one lot ({one.noun})"
    if "per" in one.flags:
        return 0, Candidate(f"count:per:{anchor}", "quantity_state", why, name)
    told = _told(later, one, two, up=up)
    if not _surely(one, same, anchor, told, up=up):
        return None
    rank = ANCHORS.index(anchor) * 2 + (told != "whole")
    told = "moved" if told == "plain" and MORE & set(later.words) else told
    return rank, Candidate(f"count:{same}:{anchor}:{told}-{'up' if up else 'down'}", "quantity_state", why, name)


def _named_apart(earlier: Sentence, later: Sentence) -> bool:
    """Whether both tell of somebody or something by name, and not of the same."""
    one, other = ({m.lemma for m in sent.mentions if m.name} for sent in (earlier, later))
    return bool(one and other and not one & other)


def _alike(one: Count, two: Count) -> str:
    """Whether they count things by the "same" word, or by words of one "kind"."""
    if one.noun == two.noun:
        return "same"
    whole = one.group == "people" and two.noun == "of them" and "all" in two.flags
    return "kind" if one.group == two.group or whole else ""


def _differ(one: Count, two: Count) -> bool:
    """Whether the numbers differ, and count the whole lot both times."""
    if "?" in (one.noun, two.noun) or "more" in one.flags | two.flags or ("per" in one.flags) != ("per" in two.flags):
        return False
    return (one.high < two.low or two.high < one.low) and two.low > 0 and not _partial(one, two)


def _partial(one: Count, two: Count) -> bool:
    """Whether one counts a part that the other does not mean: "two missing sacks", "his three sacks"."""
    mine, theirs = one.mention, two.mention
    if not mine or not theirs:
        return False
    if PARTING & (set(mine.mods) ^ set(theirs.mods)):
        return True
    return bool(mine.owner) != bool(theirs.owner) and one.noun in CONSUMED and "all" not in one.flags | two.flags


def _sums(earlier: Sentence, later: Sentence, one: Count, anchor: str, name: str, *, up: bool) -> Ranked | None:
    """Two sums of money: what was left, or what one thing costs, holds or is owed."""
    if "left" in one.flags and up:
        return 3, Candidate(f"money:left:{anchor}", "quantity_state", "there is more money than was left", name)
    priced = PRICED & set(earlier.lems) & set(later.lems)
    if not priced or anchor in ("bare", "word"):
        return None
    return 3, Candidate(f"money:priced:{anchor}", "quantity_state", "two sums of money are told of one thing", min(priced))


def _told(later: Sentence, one: Count, two: Count, *, up: bool) -> str:
    """How the second count stands."""
    told = "there" if "there" in two.flags else "plain"
    if "all" in two.flags or ("def" in two.flags and up):
        told = "whole"
    elif "left" in two.flags:
        told = "left"
    if told in ("plain", "there") and one.noun in BUILT and two.noun in BUILT:
        return "built"
    return "used" if not up and one.noun in CONSUMED and not UNTOUCHED & set(later.words) else told


def _surely(one: Count, same: str, anchor: str, told: str, *, up: bool) -> bool:
    """Whether enough speaks for one lot of things."""
    if not up and told in ("plain", "left", "used"):
        return False
    if one.noun in ANYBODY and (anchor in ("bare", "word") or (anchor == "near" and told != "whole")):
        return False
    return anchor != "bare" or (same == "same" and told not in ("plain", "built"))


def _owners(sent: Sentence, mention: Mention) -> set[str]:
    """Who or what has the things that are counted."""
    found = {mention.owner} if mention.owner else set()
    for c in sent.clauses:
        if c.verb in HAVING and not c.neg and any(m is mention for m in c.roles.get("obj", ())):
            found |= {m.id for m in c.roles.get("subj", ()) if m.id}
        if c.verb == "be" and any(m is mention for role in ("subj", "attr") for m in c.roles.get(role, ())):
            found |= {m.id for role in WHERE for m in c.roles.get(role, ()) if m.id}
    return found - {"you"}


def _anchor(earlier: Sentence, later: Sentence, one: Count, two: Count, ground: Ground) -> tuple[str, str]:
    """What ties two counts together: "own" (one owner, content or kind), "near" (a shared sure mention), "word", "bare"."""
    if one.mention and two.mention and (own := _own(earlier, later, one.mention, two.mention)):
        return "own", own
    nouns = (one.noun, two.noun)
    for mine in earlier.mentions:
        told = mine.id != "you" and not mine.pron and mine.lemma not in nouns and mine.lemma not in UNITS
        if told and any(ident(mine, theirs) >= 2 for theirs in later.mentions):
            return "near", mine.id or mine.lemma
    shared = (earlier.lemmas & later.lemmas) - UNMEASURED - set(nouns)
    rare = [lemma for lemma in shared if lemma not in UNITS and ground.rare(lemma) >= 3]
    return ("word", min(rare)) if rare else ("bare", one.noun)


def _own(earlier: Sentence, later: Sentence, mine: Mention, theirs: Mention) -> str:
    if mine.id and mine.id == theirs.id and mine.id != "you":
        return mine.id
    shared = _owners(earlier, mine) & _owners(later, theirs)
    shared = shared or (set(mine.mods) & set(theirs.mods) - LEFT) | (set(mine.of) & set(theirs.of))
    return min(shared, default="")


def _scores(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    mine, theirs = scores(earlier), scores(later)
    if mine and theirs and not set(mine) & set(theirs) and ground.overlap(earlier, later) > 3:
        yield Candidate("score:told", "numeric_date", "two scores are told of one game or vote")


def _counted(sent: Sentence, _ground: Ground) -> bool:
    return bool(counts(sent))


def _scored(sent: Sentence, _ground: Ground) -> bool:
    return bool(scores(sent))


OPENINGS = both(_counted, _scored)
