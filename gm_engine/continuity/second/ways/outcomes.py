"""Opposite outcomes of one event: won and lost, held and broke, acquitted and in prison."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.openings import both
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.telling import BACK, kept, lemma_text, narration, same
from gm_engine.continuity.second.vocabulary import LemmaPhrases, lists
from gm_engine.continuity.second.words import MONTHS, STOPL, WEEKDAYS
from gm_engine.wordnet import category

WORDS = lists("outcome")


def _pattern(items: str) -> LemmaPhrases:
    return LemmaPhrases(item.replace(r"(\w+ )", r"([\w']+ )") for item in items.split(" ; "))


OUTCOMES = {
    name: (frozenset(table.get("of", ())), _pattern(table["plus"]), _pattern(table["minus"])) for name, table in WORDS["outcomes"].items()
}
NEEDED = {
    name: plus.needed | minus.needed if plus.needed is not None and minus.needed is not None else None
    for name, (_, plus, minus) in OUTCOMES.items()
}
"""Words of which one stands in every sentence that tells such an outcome; None where such are not known."""
SETS = {key: frozenset(words) for key, words in WORDS.items() if isinstance(words, list)}
THEN, LATER = (re.compile("|".join(WORDS["moments"][key]), re.IGNORECASE) for key in ("then", "later"))
YOU_RESULTS = tuple((re.compile("|".join(WORDS[key]), re.IGNORECASE), side) for key, side in (("you_win", 1), ("you_lose", -1)))
UNDONE = re.compile(r"(?:^|[,;:] |\b[Bb]ut )(?:Had|had|Were|were|Should) (?:\w+ ){1,4}.*\bwould\b")
YEAR = re.compile(r"\b1[0-9]{3}\b|(?<=['’])[0-9]{2}\b")
APART = frozenset(WEEKDAYS | MONTHS | {"first", "second", "third", "fourth"}) - {"march", "may"}
NAME = re.compile(r"(?<![.!?*\"“] )(?<!^)\b[A-Z][a-z]{2,}\b")
STAND_IN = frozenset(["john", "mary"])
"""What the parser puts for names that it does not know."""
YOU = Mention(0, "you", "you", 90)


@kept("_outcomes")
def outcomes(sentence: Sentence) -> Iterator[tuple[str, int, str, bool]]:
    """The outcomes that the sentence tells: name, side, its words, and whether what it is told of stands near."""
    if "?" in sentence.text or UNDONE.search(sentence.text):
        return
    text = lemma_text(sentence)
    told = text.split()
    for name, (of, plus, minus) in OUTCOMES.items():
        if (needed := NEEDED[name]) is not None and needed.isdisjoint(told):
            continue
        seen = set()
        for side, pattern in ((1, plus), (-1, minus)):
            for hit in pattern.finditer(text):
                before, words = text[: hit.start()].split(), hit.group().split()
                if set(before[-4:]) & SETS["maybe"] or before[-1:] == ["to"]:
                    continue
                turned = words[0] not in SETS["open_denial"] and set(before[-3:]) & SETS["denied"]
                sign = -side if turned else side
                if sign not in seen:
                    seen.add(sign)
                    window = {*before[-8:], *words, *text[hit.end() :].split()[:7]}
                    yield name, sign, hit.group(), not of or bool(of & window)


@kept("_names")
def names(sentence: Sentence) -> Iterator[str]:
    """Capitalised words within the sentence, the names of nobody known among them."""
    yield from sorted(set(NAME.findall(sentence.text)))


def _told_back(earlier: Sentence, later: Sentence) -> bool:
    """Whether the later sentence tells of something that lies behind its moment."""
    if BACK.search(later.text) or THEN.search(later.text) or any(c.tense == "pluperfect" for c in later.clauses):
        return True
    return narration(earlier) == "present" and narration(later) == "past"


def _when(earlier: Sentence, later: Sentence) -> str:
    """ "-later" if the later sentence goes on to another time, "-back" if it looks back."""
    one, other = (set(sentence.lems) & APART for sentence in (earlier, later))
    years, years_later = ({year[-2:] for year in YEAR.findall(sentence.text)} for sentence in (earlier, later))
    if (one and other and not one & other) or (years and years_later and not years & years_later):
        return "-later"
    if LATER.search(later.text) and not LATER.search(earlier.text) and not (BACK.search(later.text) or THEN.search(later.text)):
        return "-later"
    return "-back" if _told_back(earlier, later) else ""


def _shared(earlier: Sentence, later: Sentence, ground: Ground, used: set[str]) -> tuple[float, int]:
    """How much of one event the two share: the weight of rare words, and the number of things and names."""
    words = sum(ground.rare(lemma) for lemma in sorted((earlier.lemmas & later.lemmas) - STOPL - used - STAND_IN))
    things = len((earlier.ids & later.ids) - {"you"})
    return words, things or int(bool(set(names(earlier)) & set(names(later))))


def _nearby(earlier: Sentence, later: Sentence, ground: Ground) -> float:
    """How much the two share, the sentences before them counted in."""
    one, other = ({*s.lemmas, *(s.before.lemmas if s.before else ())} for s in (earlier, later))
    here, there = ({*s.ids, *(s.before.ids if s.before else ())} for s in (earlier, later))
    words = sorted((one & other) - STOPL - STAND_IN)
    return sum(ground.rare(lemma) for lemma in words) + 1.5 * len((here & there) - {"you"})


def _tier(words: float, things: int) -> str:
    if words >= 6 and things:
        return "high"
    if (words >= 3 and things) or words >= 7:
        return "mid"
    if things >= 2 or words >= 4:
        return "low"
    return "faint" if things or words >= 2 else ""


def _opposite(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """One kind of outcome, told both ways of what looks like one event."""
    one, other = outcomes(earlier), outcomes(later)
    when = _when(earlier, later) if one and other else "-later"
    if when == "-later":
        return
    clear, clear_later = ({(name, side) for name, side, _, _ in told if (name, -side) not in _sides(told)} for told in (one, other))
    for name, side, words, near in one:
        for name_later, side_later, words_later, near_later in other:
            if name_later != name or side == side_later or not (near or near_later):
                continue
            if (name, side) not in clear or (name, side_later) not in clear_later:
                continue
            if _another(earlier, later, OUTCOMES[name][0], words_later):
                continue
            weight, things = _shared(earlier, later, ground, {*words.split(), *words_later.split()})
            of = OUTCOMES[name][0]
            both = "of" if near and near_later and (not of or of & set(earlier.lems) & set(later.lems)) else "one"
            if words == words_later and (not of or both == "one" or "never" in {*earlier.lems, *later.lems}):
                continue
            if not when and not _lasts(name, side):
                continue
            tier = _tier(weight, things)
            if tier in ("", "faint") and _told_back(earlier, later) and _nearby(earlier, later, ground) >= 4:
                tier = "near"
            if tier and not (both == "one" and tier == "faint" and not when):
                denial = "-denied" if words == words_later else ""
                why = f"“{words}” before, “{words_later}” here"
                yield Candidate(f"outcome:{both}{when}:{tier}{denial}:{name}", "event_outcome", why)


def _lasts(name: str, side: int) -> bool:
    """Whether an outcome cannot simply be followed by its opposite: what broke does not hold, what held may break."""
    lasting = WORDS["outcomes"][name].get("lasts", "both")
    return bool(lasting == "both" or (lasting == "plus" and side == 1) or (lasting == "minus" and side == -1))


def _another(earlier: Sentence, later: Sentence, of: frozenset[str], words: str) -> bool:
    """Whether the later outcome is another one's: of a thing told apart by its words, or of somebody's kin."""
    shared = (earlier.ids & later.ids) - {"you"}
    for one in (m for c in later.clauses for m in (*c.roles.get("subj", ()), *(c.roles.get("obj", ()) if c.passive else ()))):
        if one.owner in shared and category(one.lemma) == "person":
            return True
    told = [m for m in later.mentions if m.lemma in of and m.lemma in earlier.lemmas]
    known = {*f"{' '.join(earlier.words)} {words} same very".split()}
    return bool(told) and all(not set(m.mods) <= known for m in told)


def _sides(told: tuple[tuple[str, int, str, bool], ...]) -> set[tuple[str, int]]:
    return {(name, side) for name, side, _, _ in told}


@kept("_results")
def results(sentence: Sentence) -> Iterator[tuple[Mention, int]]:
    """Who wins (1) and who loses (-1) by the sentence."""
    lemmas = set(sentence.lems)
    for clause in sentence.clauses:
        open_ = clause.tense in ("future", "modal") or (clause.tense == "inf" and clause.dep not in ("conj", "ROOT"))
        if clause.mood == "asserted" and not open_:
            yield from ((m, -side if clause.neg else side) for m, side in _clause_results(clause, lemmas))
    yield from ((YOU, side) for pattern, side in YOU_RESULTS if pattern.search(sentence.text))


def _clause_results(clause: Clause, lemmas: set[str]) -> Iterator[tuple[Mention, int]]:
    subjects, objects = clause.roles.get("subj", ()), clause.roles.get("obj", ())
    won, contest = (
        {m.lemma for m in objects} | {word for m in objects for word in m.mods if word == "prize"},
        bool(lemmas & SETS["contest"]),
    )
    riches = bool(won & SETS["riches"]) or any(m.nums for m in objects)
    if clause.verb in SETS["win"] and (
        contest or riches or clause.dep == "relcl" or clause.roles.get("p:off") or clause.roles.get("p:from")
    ):
        yield from ((m, 1) for m in subjects)
        yield from ((m, -1) for m in objects if clause.particle in ("off", "from") and m.id)
        yield from ((m, -1) for role in ("p:off", "p:from", "p:against", "p:over") for m in clause.roles.get(role, ()))
    elif clause.verb in SETS["win_over"] and contest:
        yield from ((m, 1) for m in subjects)
        yield from ((m, -1) for m in objects)
    elif clause.verb in SETS["lose"]:
        if (contest and (won & (SETS["prizes"] | {"it"}) or riches or not objects)) or any(m.id for m in clause.roles.get("p:to", ())):
            yield from ((m, -1) for m in subjects)
            yield from ((m, 1) for m in clause.roles.get("p:to", ()))
    elif (
        clause.verb in SETS["takes"]
        and not any(set(m.mods) & SETS["kitchen"] for m in objects)
        and won & (SETS["prizes"] - {"hand", "gun"})
        and contest
    ):
        yield from ((m, 1) for m in subjects)
    elif clause.verb in SETS["voting"] and lemmas & SETS["chosen"]:
        yield from ((m, 1) for m in clause.roles.get("p:for", ()) if m.id)
        yield from ((m, -1) for m in clause.roles.get("p:against", ()) if m.id)
    elif clause.verb in SETS["choosing"] and lemmas & SETS["chosen"]:
        yield from ((m, 1) for m in objects if m.id)
    elif clause.verb in SETS["fleeing"] and lemmas & SETS["battle"] and not objects:
        yield from ((m, -1) for m in subjects)
    elif clause.verb in ("carry", "win", "lose") and won & SETS["day"]:
        yield from ((m, -1 if clause.verb == "lose" else 1) for m in subjects)
    elif clause.verb in SETS["passes"] and any(m.lemma in SETS["prizes"] or m.nums for m in subjects):
        yield from _passed(clause)
    elif clause.verb in SETS["comes_in"]:
        yield from _placed(clause, contest)


def _passed(clause: Clause) -> Iterator[tuple[Mention, int]]:
    """To whom the prize goes, and whose it was."""
    roles = clause.roles
    yield from ((m, 1) for role in ("p:to", "p:into", "p:across") for m in roles.get(role, ()) if m.id)
    palms = [m for role in ("p:to", "p:into", "p:in") for m in roles.get(role, ()) if m.lemma in SETS["palms"] and m.owner]
    yield from ((Mention(m.at, m.owner, m.owner, 78), 1) for m in palms)
    yield from ((YOU, -1) for m in roles.get("subj", ()) if m.owner == "you" or "yours" in m.of)


def _placed(clause: Clause, contest: bool) -> Iterator[tuple[Mention, int]]:
    """Who comes in first, and who last."""
    races = clause.verb in ("come", "finish", "run", "place") and {"in", "dead", "last"} & {*clause.advs, clause.particle}
    if not contest and not races:
        return
    said = {*clause.adj, *clause.advs, *(m.lemma for role in ("attr", "p:in") for m in clause.roles.get(role, ()))}
    side = -1 if said & SETS["last"] else 1 if said & SETS["first"] else 0
    if side:
        yield from ((m, side) for m in clause.roles.get("subj", ()))


def _swapped(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Who won has lost, or another has won."""
    one, other = results(earlier), () if set(later.words) & SETS["every"] else results(later)
    when = _when(earlier, later) if one and other else "-later"
    if when == "-later":
        return
    words, things = _shared(earlier, later, ground, {"win", "lose", "beat"})
    numbers = ({n for m in earlier.mentions for n in m.nums} & {n for m in later.mentions for n in m.nums}) - {1}
    contest = bool(set(earlier.lems) & set(later.lems) & SETS["contest"] or numbers)
    for who, side in one:
        for who_later, side_later in other:
            sure = 3.0 if who.id and who.id == who_later.id else same(who, who_later)
            if sure >= 1.2 and side != side_later:
                weight = "high" if words >= 5 else "mid" if words >= 2.5 else "low"
                type_ = f"contest:swap{when}:{'you' if who.id == 'you' else 'they'}:{weight if contest or things else 'bare'}"
                yield Candidate(type_, "event_outcome", "won in one telling, lost in the other", who.id or who.lemma)
            elif sure == 0 and side == side_later == 1 and who.id and who_later.id and contest and words >= 6:
                yield Candidate(f"contest:other-winner{when}:high", "event_outcome", "another winner before", who_later.id)


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Opposite outcomes of what looks like one event."""
    best: dict[str, Candidate] = {}
    for candidate in (*_opposite(earlier, later, ground), *_swapped(earlier, later, ground)):
        best.setdefault(candidate.type, candidate)
    yield from best.values()


def _ends(sentence: Sentence, _ground: Ground) -> bool:
    return bool(outcomes(sentence))


def _won(sentence: Sentence, _ground: Ground) -> bool:
    return bool(results(sentence))


OPENINGS = both(_ends, _won)
