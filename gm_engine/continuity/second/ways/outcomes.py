"""Opposite outcomes of one event: won and lost, held and broke, acquitted and in prison. Needs of the view: Sentence.lems, Sentence.before."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.telling import BACK, kept, lemma_text, narration, same
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import MONTHS, STOPL, WEEKDAYS

WORDS = lists("outcome")


def _pattern(items: str) -> re.Pattern[str]:
    return re.compile(r"(?<= )(?:" + "|".join(f"(?:{p})" for p in items.split(" ; ")) + r")(?= )")


OUTCOMES = {k: (frozenset(v.get("of", ())), _pattern(v["plus"]), _pattern(v["minus"])) for k, v in WORDS["outcomes"].items()}
SETS = {k: frozenset(v) for k, v in WORDS.items() if isinstance(v, list)}
DENIED = frozenset(["not", "n't", "never", "no", "none", "nothing", "nobody", "without", "neither", "nor", "hardly", "scarcely"])
MAYBE = frozenset(
    [
        "will",
        "would",
        "could",
        "might",
        "may",
        "should",
        "if",
        "shall",
        "can",
        "must",
        "unless",
        "until",
        "whether",
        "want",
        "try",
        "hope",
        "mean",
        "intend",
        "need",
    ]
)
OPEN = frozenset(["not", "never", "no", "nobody", "without", "un"])
THEN = re.compile(
    r"\b(?:that (?:day|night|morning|afternoon|evening|week|time|same|first|one|jury|verdict|race|meeting|encounter|gale|storm|spring|summer|winter|fall|year|wedding|trial|posse|fight|game|pair)|since|ever since|the (?:day|night|morning|hour) (?:of|that|when|the)|still|remember|as (?:you|he|she|they) (?:left|told))\b",
    re.IGNORECASE,
)
LATER = re.compile(
    r"\b(?:(?:next|following|second|another) (?:\w+ )?(?:day|night|morning|evening|week|month|year|time|game|race|hand|trial|vote|shot|attempt|try)|(?:days?|weeks?|months?|years?|hours?|minutes?|moments?) (?:later|after|on)|on appeal|again|this time|a new|another|tomorrow|in the (?:spring|summer|autumn|fall|winter)|finally|at last|at length|the other|second|first)\b",
    re.IGNORECASE,
)
APART = frozenset(WEEKDAYS | MONTHS | {"first", "second", "third", "fourth"}) - {"march", "may"}
NAME = re.compile(r"(?<![.!?*\"“] )(?<!^)\b[A-Z][a-z]{2,}\b")


@kept("_outcomes")
def outcomes(sent: Sentence, ctx: Ground) -> Iterator[tuple[str, int, str, bool]]:
    """(outcome, side, words, whether what it is told of stands near) of the sentence."""
    if "?" in sent.text:
        return
    text = lemma_text(sent)
    for name, (of, plus, minus) in OUTCOMES.items():
        seen = set()
        for side, pattern in ((1, plus), (-1, minus)):
            for hit in pattern.finditer(text):
                before = text[: hit.start()].split()[-4:]
                if set(before) & MAYBE or (before and before[-1] == "to"):
                    continue
                inner = hit.group().split()[0] in OPEN
                sign = -side if not inner and set(before[-3:]) & DENIED else side
                if (name, sign) not in seen:
                    seen.add((name, sign))
                    window = {*text[: hit.start()].split()[-8:], *hit.group().split(), *text[hit.end() :].split()[:7]}
                    yield name, sign, hit.group(), not of or bool(of & window)


@kept("_names")
def names(sent: Sentence, ctx: Ground) -> Iterator[str]:
    """Capitalised words within the sentence, the names without an id among them."""
    yield from sorted(set(NAME.findall(sent.text)))


def _told_back(earlier: Sentence, later: Sentence) -> bool:
    """Whether B tells of something that lies behind its moment."""
    return (
        bool(BACK.search(later.text) or THEN.search(later.text))
        or any(c.tense == "pluperfect" for c in later.clauses)
        or (narration(earlier) == "present" and narration(later) == "past")
    )


def _when(earlier: Sentence, later: Sentence) -> str:
    """ "-later" if B goes on from A, "-back" if it looks back on it."""
    one, two = (set(S.lems) & APART for S in (earlier, later))
    if (one and two and not one & two) or (
        LATER.search(later.text) and not LATER.search(earlier.text) and not (BACK.search(later.text) or THEN.search(later.text))
    ):
        return "-later"
    return "-back" if _told_back(earlier, later) else ""


def _anchor(earlier: Sentence, later: Sentence, ctx: Ground, used: set[str]) -> tuple[float, int]:
    """How much of one event the two share: weight of the rare words, number of things and names."""
    words = sum(ctx.rare(w) for w in (earlier.lemmas & later.lemmas) - STOPL - used - {"john", "mary"})
    things = {i for i in earlier.ids & later.ids if i != "you"}
    return words, len(things) + (1 if not things and set(names(earlier, ctx)) & set(names(later, ctx)) else 0)


def _nearby(earlier: Sentence, later: Sentence, ctx: Ground) -> float:
    """As `_anchor`, over the sentences before the two as well."""
    one, two = (S.lemmas | (S.before.lemmas if S.before else frozenset()) for S in (earlier, later))
    ids = (earlier.ids | (earlier.before.ids if earlier.before else frozenset())) & (
        later.ids | (later.before.ids if later.before else frozenset())
    ) - {"you"}
    return sum(ctx.rare(w) for w in (one & two) - STOPL - {"john", "mary"}) + 1.5 * len(ids)


def _tier(words: float, things: int) -> str:
    if words >= 6 and things:
        return "high"
    if (words >= 3 and things) or words >= 7:
        return "mid"
    if things >= 2 or words >= 4:
        return "low"
    return "faint" if things or words >= 2 else ""


def _generic(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    ta, tb = outcomes(earlier, ctx), outcomes(later, ctx)
    if not ta or not tb:
        return
    for name, sa, wa, na in ta:
        if (name, -sa) in {(n, s) for n, s, _, _ in ta}:
            continue
        for other, sb, wb, nb in tb:
            if other != name or sa == sb or (name, sa) in {(n, s) for n, s, _, _ in tb} or not (na or nb):
                continue
            words, things = _anchor(earlier, later, ctx, set(wa.split()) | set(wb.split()))
            both = "of" if na and nb and (not (of := OUTCOMES[name][0]) or of & set(earlier.lems) & set(later.lems)) else "one"
            tier = _tier(words, things)
            if tier in ("", "faint") and _told_back(earlier, later) and _nearby(earlier, later, ctx) >= 4:
                tier = "near"
            if tier and _when(earlier, later) != "-later":
                yield Candidate(
                    f"outcome:{both}{_when(earlier, later)}:{tier}{'-denied' if wa == wb else ''}:{name}",
                    "event_outcome",
                    f"{wa} before, {wb} now",
                )


@kept("_results")
def results(sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, int]]:
    """Who wins (+1) and who loses (-1) by the sentence."""
    lems = set(sent.lems)
    for c in sent.clauses:
        if c.mood != "asserted" or c.tense in ("future", "modal") or (c.tense == "inf" and c.dep not in ("conj", "ROOT")):
            continue
        sign = -1 if c.neg else 1
        yield from ((m, s * sign) for m, s in _clause_results(c, lems))

    for key, side in (("you_win", 1), ("you_lose", -1)):
        if any(re.search(p, sent.text, re.IGNORECASE) for p in WORDS[key]):
            yield Mention(0, "you", "you", 90), side


def _clause_results(c: Clause, lems: set[str]) -> Iterator[tuple[Mention, int]]:
    subj, obj = c.roles.get("subj", []), c.roles.get("obj", [])
    objects, contest = {m.lemma for m in obj}, bool(lems & SETS["contest"])
    riches = objects & {"dollar", "money", "pot", "stake", "pound", "guinea", "coin", "gold", "credit", "buck", "horse", "ranch"} or any(
        m.nums for m in obj
    )
    if c.verb in SETS["win"] and (contest or riches or c.dep == "relcl" or c.roles.get("p:off") or c.roles.get("p:from")):
        yield from ((m, 1) for m in subj)
        yield from ((m, -1) for m in obj if c.particle in ("off", "from") and m.id)
        yield from ((m, -1) for r in ("p:off", "p:from", "p:against", "p:over") for m in c.roles.get(r, ()))
    elif c.verb in SETS["win_over"] and contest:
        yield from ((m, 1) for m in subj)
        yield from ((m, -1) for m in obj)
    elif c.verb in SETS["lose"] and (
        (contest and (objects & (SETS["prizes"] | {"it"}) or riches or not obj)) or any(m.id for m in c.roles.get("p:to", ()))
    ):
        yield from ((m, -1) for m in subj)
        yield from ((m, 1) for m in c.roles.get("p:to", ()))
    elif (
        c.verb in ("take", "draw", "claim", "collect", "pocket", "rake", "carry", "sweep")
        and objects & (SETS["prizes"] - {"hand", "gun"})
        and contest
    ):
        yield from ((m, 1) for m in subj)
    elif c.verb in ("go", "belong", "pass", "cross", "slide", "move", "travel", "change", "come") and any(
        m.lemma in SETS["prizes"] or m.nums for m in subj
    ):
        yield from ((m, 1) for r in ("p:to", "p:into", "p:across") for m in c.roles.get(r, ()) if m.id)
        yield from (
            (Mention(m.at, m.owner, m.owner, 78), 1)
            for r in ("p:to", "p:into", "p:in")
            for m in c.roles.get(r, ())
            if m.lemma in ("hand", "palm", "pocket", "side", "purse") and m.owner
        )
        yield from ((Mention(m.at, "you", "you", 90), -1) for m in subj if m.owner == "you" or "yours" in m.of)
    elif c.verb in ("come", "finish", "run", "place", "be", "leave", "cross", "end") and (
        contest or (c.verb in ("come", "finish", "run", "place") and {"in", "dead", "last"} & {*c.advs, c.particle})
    ):
        said = set(c.adj) | set(c.advs) | {m.lemma for m in c.roles.get("attr", ())} | {m.lemma for m in c.roles.get("p:in", ())}
        if said & SETS["first"] and not said & SETS["last"]:
            yield from ((m, 1) for m in subj)
        elif said & SETS["last"]:
            yield from ((m, -1) for m in subj)


def _who(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    ra, rb = results(earlier, ctx), results(later, ctx)
    if not ra or not rb or _when(earlier, later) == "-later":
        return
    words, things = _anchor(earlier, later, ctx, {"win", "lose", "beat"})
    numbers = {n for m in earlier.mentions for n in m.nums} & {n for m in later.mentions for n in m.nums} - {1}
    contest = bool((set(earlier.lems) & set(later.lems)) & SETS["contest"] or numbers)
    back = _when(earlier, later)
    for m, s in ra:
        for n, t in rb:
            x = 3.0 if m.id and m.id == n.id else same(m, n)
            if x >= 1.2 and s != t:
                weight = "high" if words >= 5 else "mid" if words >= 2.5 else "low"
                yield Candidate(
                    f"contest:swap{back}:{'you' if m.id == 'you' else 'they'}:{weight if contest or things else 'bare'}",
                    "event_outcome",
                    "won and lost",
                    m.id or m.lemma,
                )
            elif x == 0 and s == t == 1 and m.id and n.id and contest and words >= 3:
                yield Candidate(f"contest:other-winner{back}:{'high' if words >= 6 else 'low'}", "event_outcome", "another winner", n.id)


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """Opposite outcomes of what looks like one event."""
    best: dict[str, Candidate] = {}
    for cand in (*_generic(earlier, later, ctx), *_who(earlier, later, ctx)):
        best.setdefault(cand.type, cand)
    yield from best.values()
