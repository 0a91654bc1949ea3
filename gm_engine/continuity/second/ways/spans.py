"""Ages and lengths of time told twice. Needs of the view: the token fields (``raw`` … ``heads``), see measures.py and happenings.py."""

from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.happenings import GIST, Happening, alike, concern, happenings
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.measures import DATA, UNITS, WEEKDAYS, Numeral, numerals
from gm_engine.continuity.second.sentence import Mention, Sentence

AGO = set(DATA["ago"])
AGE_VERBS = {"be", "turn", "look", "reach", "become", "seem", "stay", "pass", "see", "near", "have"}
DECADES = {
    "teens": 13,
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}
PEOPLE = {
    "man",
    "woman",
    "boy",
    "girl",
    "lad",
    "lass",
    "youth",
    "child",
    "fellow",
    "widow",
    "spinster",
    "bachelor",
    "gentleman",
    "lady",
    "person",
    "colt",
    "mare",
    "horse",
    "gelding",
    "kid",
    "youngster",
    "stripling",
    "maid",
    "maiden",
}


@dataclass(frozen=True)
class Span:
    """A length of time in days, the way it is told ("ago", "for", "in", "every") and what it is the length of."""

    at: int
    low: float
    high: float
    mode: str
    unit: str
    of: tuple[Happening, ...]


@dataclass(frozen=True)
class Age:
    """How old somebody is, in years."""

    who: Mention
    low: float
    high: float
    how: str


def words_of(sent: Sentence) -> list[str]:
    """The tokens as written, in lower case."""
    return [w.lower().replace("’", "'") for w in sent.raw]


def spans(sent: Sentence) -> list[Span]:
    """The lengths of time of a sentence; kept on the sentence."""
    kept = sent.kept.get("_spans")
    if kept is None:
        words = words_of(sent)
        kept = [
            s
            for i, w in enumerate(words)
            if sent.lems[i] in UNITS
            and UNITS[sent.lems[i]]
            and sent.pos[i] in ("NOUN", "PROPN")
            and w not in WEEKDAYS
            and (s := _span(sent, words, i))
        ]
        sent.kept["_spans"] = kept
    return kept


def _span(sent: Sentence, words: list[str], i: int) -> Span | None:
    unit = UNITS[sent.lems[i]]
    num = next(
        (
            n
            for n in numerals(sent)
            if n.end <= i <= n.end + 2 and not n.ordinal and not set(words[n.end : i]) & {",", ".", "of", "and", "the"}
        ),
        None,
    )
    if num and sent.lems[i] in WEEKDAYS:
        start, low, high = num.at, (num.low - 1) * 7, (num.high + 1) * 7
    elif num:
        start, half = num.at, 0.0 if num.rough else 0.5
        low, high = (num.low - half) * unit, (num.high + half) * unit
        if num.value == 1 and sent.lems[i] in ("night", "day", "sunday", "monday", "saturday"):
            return None
    elif "half" in words[max(0, i - 2) : i]:
        start, low, high = max(0, i - 2), unit * 0.4, unit * 0.6
    elif (
        i
        and words[i - 1] in ("a", "an", "full", "whole")
        and sent.lems[i]
        not in (
            "night",
            "day",
            "sunday",
            "second",
            "minute",
            "season",
            "quarter",
            "score",
            "watch",
            "hour",
            "sol",
            "winter",
            "harvest",
            "saturday",
            "monday",
            "moon",
        )
    ):
        start, low, high = i - 1, unit * 0.8, unit * 1.3
    else:
        return None
    if words[i + 1 : i + 4] == ["and", "a", "half"]:
        low, high = low + unit / 2, high + unit / 2
    mode = _mode(words, start, i)
    return Span(i, low, high, mode, sent.lems[i], tuple(happenings(sent, i))) if mode else None


def _mode(words: list[str], start: int, i: int) -> str:
    after, before = words[i + 1 : i + 3], words[max(0, start - 2) : start]
    if (
        after[:1] == ["old"]
        or after[:2] == ["of", "age"]
        or after[:1] == ["-"]
        or after[:1] == ["left"]
        or after == ["from", "now"]
        or {"next", "another", "within"} & set(before)
    ):
        return ""
    if AGO & set(after[:1]) or before[-1:] == ["since"]:
        return "ago"
    if {"every", "once", "each", "per"} & set(before) or ("once" in words and "every" in words):
        return "every"
    return "in" if before[-1:] == ["in"] else "for"


def ages(sent: Sentence) -> list[Age]:
    """The ages that a sentence tells; kept on the sentence."""
    kept = sent.kept.get("_ages")
    if kept is None:
        words = words_of(sent)
        kept = [a for n in numerals(sent) if 1 <= n.value <= 130 and (a := _age(sent, words, n))]
        kept += [
            Age(who, DECADES[w], DECADES[w] + (9 if w != "teens" else 6), "decade")
            for i, w in enumerate(words)
            if w in DECADES
            and i
            and words[i - 1] in ("his", "her", "their", "your", "late", "early", "mid", "middle")
            and (who := _whose(sent, i))
        ]
        kept += [
            Age(h.args[0], s.low / 365.25, s.high / 365.25, "born")
            for s in spans(sent)
            if s.mode == "ago"
            for h in s.of
            if ("bear" in h.kinds or h.word == "world") and h.args
        ]
        sent.kept["_ages"] = kept
    return kept


def _age(sent: Sentence, words: list[str], n: Numeral) -> Age | None:
    after, before = words[n.end : n.end + 3], words[max(0, n.at - 4) : n.at]
    told = (
        after[:2] in (["years", "old"], ["winters", "old"])
        or after[:3] == ["years", "of", "age"]
        or after[:3] == ["-", "year", "-"]
        or after[:1] == ["year"]
        or before[-1:] == ["aged"]
        or "birthday" in after[:1]
        or after[:1] == ["summers"]
    )
    told = told or (before[-1:] == ["turned"] and (n.end >= len(words) or sent.pos[n.end] not in ("NOUN", "ADP")))
    bare = (
        n.end >= len(words)
        or (sent.pos[n.end] in ("PUNCT", "CCONJ", "ADP", "SCONJ", "ADV", "PRON") and after[:1] not in (["of"], ["to"], ["percent"], ["-"]))
        or after[:1] in (["this"], ["years"], ["again"], ["and"], ["but"], ["in"])
    )
    clock = (
        {"half", "quarter", "minutes", "o'clock"} & set(before)
        or {"o'clock", "morning", "noon", "evening", "afternoon"} & set(after)
        or ("past" in before and n.value <= 12)
    )
    if not told and (clock or n.value < 3 or n.ordinal or not bare or after[:1] == ["years"] or (n.digits and n.value < 10)):
        return None
    how, low, high = _bounds(words, n)
    if "when" in before and told:
        how = "at"
    elif (
        set(words[max(0, n.at - 5) : n.at]) & {"before", "until", "till", "when", "if", "like", "as", "since"}
        or (how == "is" and "again" in after)
        or {"when", "dice", "roll"} & set(after)
    ):
        return None
    who = _whose(sent, n.end - 1)
    if who is None:
        return None
    head = sent.heads[n.end - 1]
    if not told and how == "is":
        verb, prep = sent.lems[head], before[-1:]
        loose = (
            prep in (["of"], ["at"])
            or sent.deps[n.end - 1] in ("appos",)
            or (words[max(0, n.at - 1) : n.at] == [","] and after[:1] in ([","], ["."], [";"]))
        )
        copula = before[-1:] in (["is"], ["was"], ["'s"], ["are"], ["'re"], ["turned"], ["turns"]) or (
            verb in AGE_VERBS and {"is", "was", "'s", "are"} & set(before[-2:])
        )
        if (
            not copula
            and not (verb in AGE_VERBS - {"have", "see", "pass"} and sent.deps[n.end - 1] in ("attr", "acomp", "dobj", "oprd"))
            and not loose
        ):
            return None
        how = "is" if not loose else "at" if prep == ["at"] else "apposed"
        if (how in ("apposed", "at") and (n.value < 10 or n.digits)) or (who.id == "you" and how == "apposed"):
            return None
    return Age(who, low, high, how)


def _bounds(words: list[str], n: Numeral) -> tuple[str, float, float]:
    """("is", low, high), or "turn" where the words before or after the number make a bound of it."""
    before, text = words[max(0, n.at - 6) : n.at], " ".join(words)
    near = " ".join(before[-4:])
    denied = {"not", "n't", "never"} & set(words[max(0, n.at - 7) : n.at]) or "won't" in before
    if "again" in words[n.end : n.end + 3] and "see" in before and denied:
        return "bound", n.value + 1, 130
    if "see" in before and denied:
        return "bound", 0, n.value - 1
    if (
        before[-2:] == ["not", "yet"]
        or "n't yet" in near
        or "short of" in near
        or before[-1:] in (["under"], ["below"])
        or "younger than" in near
        or "less than" in near
    ):
        return "bound", 0, n.value - 1 + (n.value < 3)
    if (
        "past" in before[-1:]
        or near.endswith("side of")
        or before[-1:] in (["over"], ["above"])
        or "older than" in near
        or "more than" in near
    ):
        return "bound", n.value, n.value + (6 if {"not", "much", "little", "just", "n't"} & set(before) else 16)
    if before[-1:] in (["rising"], ["near"], ["nearly"], ["almost"]) or before[-2:] in (["going", "on"], ["close", "on"], ["pushing"]):
        return "bound", n.value - 2, n.value
    slack = 4 if n.rough or before[-1:] in (["perhaps"], ["maybe"], ["about"]) else 0
    return (
        ("turn" if {"turned", "turn", "turns"} & set(before[-2:]) or "birthday" in text else "is"),
        n.value - slack,
        n.value + slack + (1 if slack == 0 and "turned" in before else 0),
    )


def _whose(sent: Sentence, i: int) -> Mention | None:
    """Whom an age at this token belongs to: up the sentence to a person or to the clause's subject."""
    by_at = {m.at: m for m in sent.mentions}
    j = i
    for _ in range(6):
        j = sent.heads[j]
        if (j in by_at and j != i and (by_at[j].id or by_at[j].lemma in PEOPLE) and sent.deps[j] not in ("pobj", "dobj")) or (
            j in by_at and by_at[j].lemma in PEOPLE
        ):
            m = by_at[j]
            if m.lemma in PEOPLE and not m.id and sent.deps[j] in ("attr", "appos"):
                continue
            return m
        clause = next((c for c in sent.clauses if c.at == j), None)
        if clause:
            subject = [m for m in (*clause.roles.get("subj", ()), *(clause.roles.get("obj", ()) if clause.passive else ())) if m.at != i]
            if subject:
                return subject[0] if subject[0].id or not subject[0].pron else None
        if sent.heads[j] == j:
            break
    named = [m for at, m in by_at.items() if m.id and at < i]
    return named[0] if len({m.id for m in named}) == 1 else None


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """Two ages of one person, or two lengths of one thing, that cannot both be right."""
    yield from _ages_clash(earlier, later, ctx)
    yield from _spans_clash(earlier, later, ctx)


def _ages_clash(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    for a in ages(earlier):
        for b in ages(later):
            gap = max(b.low - a.high, a.low - b.high)
            if gap < 1.5 or ident(a.who, b.who) < 1.2 or not _ages_with_years(a.who, ctx):
                continue
            size = "far" if gap >= 6 else "near"
            past = any(
                c.tense in ("past", "pluperfect") and {"when", "then", "that", "had", "autumn", "year", "once"} & set(S.words)
                for S in (earlier, later)
                for c in S.clauses
                if ages(S)
            )
            how = "then" if "at" in (a.how, b.how) or past else "loose" if "apposed" in (a.how, b.how) else "told"
            yield Candidate(f"age:{how}:{size}", "numeric_date", "two ages of one person", a.who.id or a.who.lemma)
            return


def _ages_with_years(who: Mention, ctx: Ground) -> bool:
    return who.lemma in PEOPLE or who.id == "you" or ctx.kind(who.id) == "character" or (bool(who.id) and ctx.kind(who.id) == "")


def _spans_clash(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    drift = max(0.0, (_minute(later) - _minute(earlier)) / 1440)
    best: tuple[int, Candidate] | None = None
    for a in spans(earlier):
        for b in spans(later):
            if (
                not (b.low > (a.high + (drift + 1 if a.low > 0.9 else 0)) * 1.05 or a.low > b.high * 1.05)
                or a.high > b.low * 60
                or b.high > a.low * 60
            ):
                continue
            for one in a.of:
                for two in b.of:
                    how = alike(one, two)
                    tier, anchor = concern(earlier, later, one, two, ctx)
                    if (
                        (tier in ("bare", "word") and (how != "same" or min(a.low, b.low) < 60))
                        or (
                            not how
                            and (tier not in ("arg", "part", "near") or anchor == "you" or (tier == "near" and min(a.low, b.low) < 60))
                        )
                        or anchor in GIST
                    ):
                        continue
                    rank = ("arg", "part", "near", "word", "bare").index(tier) + (0 if how == "same" else 1 if how else 3)
                    mode = a.mode if a.mode == b.mode else "mixed"
                    scale = "long" if min(a.low, b.low) > 60 else "short"
                    if best is None or rank < best[0]:
                        best = (
                            rank,
                            Candidate(
                                f"span:{scale}:{how or 'none'}-{tier}:{mode}", "numeric_date", f"two lengths of time of {one.word}", anchor
                            ),
                        )
    if best:
        yield best[1]


def _minute(sent: Sentence) -> int:
    return sent.minute
