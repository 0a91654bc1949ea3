"""How many: the same things counted twice, what is left, money, and the only one. Needs of the view: the token fields, see measures.py."""

from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.measures import DATA, MONTHS, UNITS, WEEKDAYS, numerals
from gm_engine.continuity.second.sentence import Mention, Sentence

GROUP = {w: g for g in DATA["synonymous"] for w in DATA["kinds"][g]}
BUILT, ANYBODY, PARTING, HAVING, SCORING = (set(DATA[k]) for k in ("built", "anybody", "parting", "having", "scoring"))
MONEY, CONSUMED = DATA["money"], set(DATA["consumables"])
LEFT, ALL, MORE, SHOTS = set(DATA["few_left"]), set(DATA["all_words"]), set(DATA["more"]), set(DATA["shots"])
LOADED, PRICED = set(DATA["loaded"]), set(DATA["priced"])
MEASURE = {
    "mile",
    "foot",
    "feet",
    "inch",
    "yard",
    "pace",
    "league",
    "acre",
    "degree",
    "percent",
    "point",
    "time",
    "hand",
    "page",
    "rod",
    "fathom",
    "pound",
    "ton",
    "ounce",
    "knot",
    "metre",
    "meter",
    "kilometre",
    "kilometer",
    "o'clock",
    "way",
    "word",
    "thing",
    "part",
    "side",
    "bit",
    "other",
    "kind",
    "sort",
    "block",
    "turn",
    "round_trip",
    "row",
    "line",
    "half",
    "finger",
    "eye",
    "drink",
    "whisky",
    "whiskey",
    "beer",
    "sentence",
    "breath",
    "gallop",
    "heartbeat",
    "set",
    "pair",
} - {"point", "page"}
STILL_THERE = {
    "has",
    "have",
    "is",
    "are",
    "was",
    "were",
    "holds",
    "hold",
    "carries",
    "carry",
    "counts",
    "count",
    "counted",
    "stand",
    "stands",
    "hang",
    "hangs",
    "hung",
    "held",
    "kept",
    "sit",
    "contains",
    "contain",
    "there",
    "numbers",
    "carried",
}


@dataclass(frozen=True)
class Count:
    """So many of a thing: the noun's lemma, its mention if there is one, and how the number stands."""

    noun: str
    low: float
    high: float
    mention: Mention | None
    flags: frozenset[str]
    at: int

    @property
    def group(self) -> str:
        """The nouns that count the same things."""
        return GROUP.get(self.noun, self.noun)


def _words(sent: Sentence) -> list[str]:
    return [w.lower().replace("’", "'") for w in sent.raw]


def counts(sent: Sentence) -> list[Count]:
    """The counts of a sentence; kept on the sentence."""
    kept = sent.kept.get("_counts")
    if kept is None:
        words, by_at = _words(sent), {m.at: m for m in sent.mentions}
        kept = [c for n in numerals(sent) if not n.ordinal and (c := _count(sent, words, by_at, n.at, n.end, n.low, n.high))]
        kept += _nones(sent, words, by_at)
        sent.kept["_counts"] = kept
    return kept


def _count(sent: Sentence, words: list[str], by_at: dict[int, Mention], at: int, end: int, low: float, high: float) -> Count | None:
    before, after = words[max(0, at - 3) : at], words[end : end + 3]
    if before[-1:] == ["$"] or sent.raw[at].startswith("$"):
        return Count("money", low * 100, high * 100, None, _flags(sent, words, at, end), at)
    noun = _noun(sent, words, end)
    if noun < 0 and after[:2] in (["of", "you"], ["of", "us"], ["of", "them"]):
        flags = _flags(sent, words, at, end) | {"group"}
        return Count("of " + after[1], low, high, None, flags, at) if {"the", "all"} & set(before[-1:]) or "left" in after else None
    if after[:2] in (["to", "a"], ["to", "each"], ["to", "the"]) and end + 2 < len(words) and sent.pos[end + 2] == "NOUN":
        return Count("per " + sent.lems[end + 2], low, high, None, frozenset({"per"}), at)
    if (
        noun < 0
        and before[-1:] == ["of"]
        and at >= 2
        and sent.lems[at - 2]
        in ("crew", "party", "gang", "band", "company", "family", "posse", "group", "troop", "force", "squad", "complement")
    ):
        return Count(sent.lems[at - 2], low, high, by_at.get(at - 2), _flags(sent, words, at, end) | {"def"}, at)
    if noun < 0 and (words[end : end + 1] in (["left"], ["remain"], ["strong"], ["remaining"]) or before[-1:] in (["comes"], ["only"])):
        return Count("?", low, high, None, _flags(sent, words, at, end), at)
    if noun < 0 or sent.lems[noun] in UNITS or sent.lems[noun] in MONTHS or "." in words[noun] or words[noun] in WEEKDAYS:
        return None
    if low <= 1 and high <= 1 and "only" not in before:
        return None
    lemma = sent.lems[noun]
    if lemma in MONEY:
        return Count("money", low * MONEY[lemma], high * MONEY[lemma], by_at.get(noun), _flags(sent, words, at, noun + 1), at)
    if lemma in MEASURE:
        return None
    return Count(lemma, low, high, by_at.get(noun), _flags(sent, words, at, noun + 1), at)


def _noun(sent: Sentence, words: list[str], end: int) -> int:
    """The token of the noun that is counted, or -1."""
    i = end
    if words[i : i + 2] in (["of", "the"], ["of", "his"], ["of", "her"], ["of", "your"], ["of", "their"], ["of", "those"], ["of", "these"]):
        return -1
    while i < min(end + 4, len(words)):
        if sent.pos[i] in ("NOUN", "PROPN") and sent.lems[i] not in ("dozen", "score"):
            while i + 1 < len(words) and sent.pos[i + 1] == "NOUN" and sent.deps[i] == "compound":
                i += 1
            return i
        if (sent.pos[i] not in ("ADJ", "VERB", "ADV") and words[i] not in ("-", ",")) or words[i] in ("more", "left", "other"):
            return -1
        i += 1
    return -1


def _flags(sent: Sentence, words: list[str], at: int, end: int) -> frozenset[str]:
    """How a number stands: "def", "all", "left", "more", "down to", "per"."""
    before, after, out = words[max(0, at - 3) : at], words[end : end + 4], set()
    if {"the", "those", "these", "his", "her", "your", "their", "its", "both"} & set(before[-1:]) or (
        before[-2:-1] == ["the"] and before[-1:] != ["of"]
    ):
        out.add("def")
    if (
        {"all", "whole", "exactly", "every"} & set(before)
        or "total" in words
        or "none missing" in " ".join(words)
        or (after[:1] == "in" and "all" in after[:2])
    ):
        out.add("all")
    if (
        {"left", "remaining", "remain", "remained"} & set(after)
        or {"last", "only", "remaining", "just"} & set(before)
        or before[-2:] == ["down", "to"]
        or after[1:3] == ["no", "more"]
    ):
        out.add("left")
    if {"another", "more", "other", "extra", "further", "next", "first", "new"} & set(words[max(0, at - 2) : end + 1]):
        out.add("more")
    if after[:2] in (["to", "a"], ["to", "the"], ["to", "each"]) or after[:1] in (["per"], ["apiece"], ["each"]):
        out.add("per")
    if STILL_THERE & set(words[max(0, at - 4) : end + 2]):
        out.add("there")
    return frozenset(out)


def _nones(sent: Sentence, words: list[str], by_at: dict[int, Mention]) -> list[Count]:
    """ "not a pane is left", "no candles", "without a cartridge": counts of nought."""
    out = []
    for i, m in by_at.items():
        before = words[max(0, i - 4) : i]
        none = (
            m.det == "no"
            or before[-2:] in (["not", "a"], ["not", "one"], ["without", "a"], ["nary", "a"], ["never", "a"])
            or before[-3:-1] == ["not", "one"]
        )
        if (
            none
            and sent.pos[i] == "NOUN"
            and (m.plural or m.lemma in CONSUMED or "left" in words)
            and m.lemma not in MEASURE
            and m.lemma not in UNITS
        ):
            out.append(
                Count("money" if m.lemma in MONEY else m.lemma, 0, 0, m, frozenset({"left" if "left" in words[i : i + 4] else "none"}), i)
            )
    return out


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """Two counts of one lot of things that cannot both be right."""
    best: dict[str, tuple[int, Candidate]] = {}
    for a in counts(earlier):
        for b in counts(later):
            got = _clash(earlier, later, a, b, ctx)
            if got and (got[0] < best.get(got[1].type.split(":")[0], (99,))[0]):
                best[got[1].type.split(":")[0]] = got
    for _, cand in best.values():
        yield cand
    yield from _fired(earlier, later, ctx)
    yield from _only(earlier, later, ctx)
    yield from _scores(earlier, later, ctx)


def _clash(earlier: Sentence, later: Sentence, a: Count, b: Count, ctx: Ground) -> tuple[int, Candidate] | None:
    if (
        "?" in (a.noun, b.noun)
        or not (a.high < b.low or b.high < a.low)
        or "more" in b.flags | a.flags
        or ("per" in a.flags) != ("per" in b.flags)
    ):
        return None
    same = (
        "same"
        if a.noun == b.noun
        else "kind"
        if a.group == b.group or (a.group == "people" and b.noun == "of them" and "all" in b.flags)
        else ""
    )
    if not same or b.low == 0 or _partial(a, b):
        return None
    up = b.low > a.high
    anchor, name = _anchor(earlier, later, a, b, ctx)
    if a.noun == "money":
        how = "left" if "left" in a.flags and up else "plain"
        if how == "plain":
            if not (priced := PRICED & set(earlier.lems) & set(later.lems)) or anchor in ("bare", "word"):
                return None
            how, name = "priced", min(priced)
        return 3, Candidate(f"money:{how}:{anchor}", "quantity_state", "two sums of money", name)
    if "left" in a.flags and up and (a.noun in CONSUMED or a.high == 0):
        return 1, Candidate(
            f"left:{same}:{'none' if a.high == 0 else 'some'}-{anchor}", "quantity_state", f"few {a.noun} were left, then more", name
        )
    if a.high == 0 or b.high == 0:
        return (
            (4, Candidate(f"none:{same}:{anchor}", "quantity_state", f"no {a.noun}, yet some", name)) if anchor in ("own", "near") else None
        )
    if "group" in a.flags:
        return 4, Candidate(f"count:group:{'up' if up else 'down'}", "quantity_state", "two counts of the company", name)
    if "per" in a.flags:
        return 0, Candidate(f"count:per:{anchor}", "quantity_state", f"two counts of {a.noun} each", name)
    told = (
        "whole"
        if {"all"} & b.flags or ({"def"} & b.flags and up)
        else "left"
        if "left" in b.flags
        else "there"
        if "there" in b.flags
        else "plain"
    )
    if told in ("plain", "there") and a.noun in BUILT and b.noun in BUILT:
        told = "built"
    elif not up and a.noun in CONSUMED and not {"all", "same", "still", "untouched", "missing"} & set(later.words):
        told = "used"
    if (not up and told in ("plain", "left", "used")) or (
        a.noun in ANYBODY and (anchor in ("bare", "word") or (anchor == "near" and told != "whole"))
    ):
        return None
    if anchor == "bare" and (same != "same" or told in ("plain", "built")):
        return None
    if MORE & set(later.words) and told == "plain":
        told = "moved"
    rank = ("own", "near", "word", "bare").index(anchor) * 2 + (0 if told == "whole" else 1)
    return rank, Candidate(f"count:{same}:{anchor}:{told}-{'up' if up else 'down'}", "quantity_state", f"two counts of {a.noun}", name)


def _partial(a: Count, b: Count) -> bool:
    """Whether one counts a part that the other does not mean: "two missing sacks", "his three sacks"."""
    if not a.mention or not b.mention:
        return False
    x, y = a.mention, b.mention
    if PARTING & (set(x.mods) ^ set(y.mods)):
        return True
    return bool(x.owner) != bool(y.owner) and a.noun in CONSUMED | {"sack"} and "all" not in b.flags | a.flags


def _owners(sent: Sentence, count: Count) -> set[str]:
    """Who or what has the things that are counted."""
    m, out = count.mention, set()
    if m is None:
        return out
    if m.owner:
        out.add(m.owner)
    for c in sent.clauses:
        if any(o is m for o in c.roles.get("obj", ())) and c.verb in HAVING and not c.neg:
            out |= {s.id for s in c.roles.get("subj", ()) if s.id}
        if c.verb == "be" and any(o is m for r in ("subj", "attr") for o in c.roles.get(r, ())):
            out |= {p.id for r in ("p:in", "p:on", "p:at", "p:aboard", "p:inside") for p in c.roles.get(r, ()) if p.id}
    return out - {"you"}


def _anchor(earlier: Sentence, later: Sentence, a: Count, b: Count, ctx: Ground) -> tuple[str, str]:
    """What ties two counts together: "own" (one owner, content or kind), "near" (a shared sure mention), "word", "bare"."""
    x, y = a.mention, b.mention
    if x and y:
        if x.id and x.id == y.id and x.id != "you":
            return "own", x.id
        if owners := _owners(earlier, a) & _owners(later, b):
            return "own", min(owners)
        if shared := (set(x.mods) & set(y.mods) - LEFT) | (set(x.of) & set(y.of)):
            return "own", min(shared)
    for one in earlier.mentions:
        for two in later.mentions:
            if one.id != "you" and not one.pron and one.lemma not in (a.noun, b.noun) and one.lemma not in UNITS and ident(one, two) >= 2:
                return "near", one.id or one.lemma
    words = [
        w for w in earlier.lemmas & later.lemmas if ctx.rare(w) >= 3 and w not in (a.noun, b.noun) and w not in UNITS and w not in MEASURE
    ]
    return ("word", min(words)) if words else ("bare", a.noun)


def shots(sent: Sentence) -> float:
    """How many shots a sentence fires: "you fire three times", "five shots"."""
    words, most = _words(sent), 0.0
    for n in numerals(sent):
        if n.ordinal or n.end >= len(words):
            continue
        if words[n.end] == "times" and any(sent.lems[j] in SHOTS for j in range(max(0, n.at - 6), len(words))):
            most = max(most, n.low)
        if sent.lems[n.end] in ("shot", "round", "bullet", "cartridge") and "left" not in words[n.end : n.end + 4]:
            most = max(most, n.low)
    return most


def _fired(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """More shots than there were rounds left."""
    fired = shots(later)
    if fired < 2:
        return
    gun = set(earlier.lems) & LOADED
    other = set(later.lems) & LOADED
    if gun and other and not gun & other:
        return
    few = [
        c for c in counts(earlier) if (GROUP.get(c.noun) == "rounds" and (c.noun != "shot" or "left" in c.flags)) or (c.noun == "?" and gun)
    ]
    if not few:
        few = [
            Count("round", n.low, n.high, None, frozenset(), n.at)
            for n in numerals(earlier)
            if gun and n.value < 20 and set(_words(earlier)) & {"none", "left", "belt", "loaded", "chambers", "only"}
        ]
    if few and fired > max(c.high for c in few):
        tied = "left" if any("left" in c.flags for c in few) or set(_words(earlier)) & {"none", "left", "only"} else "loaded"
        yield Candidate(f"shots:{tied}", "quantity_state", "more shots than there were rounds", "")


def _only(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """The only one of its kind, and others of it."""
    for one, two, order in ((earlier, later, "first"), (later, earlier, "then")):
        for m in one.mentions:
            if not ({"only", "sole", "single", "lone"} & set(m.mods) and m.det in ("the", "poss") and not m.plural and not m.pron):
                continue
            for o in two.mentions:
                if o.lemma != m.lemma or o.pron:
                    continue
                several = any(n >= 2 for n in o.nums) or o.det in ("other", "both") or {"second", "another"} & set(o.mods)
                if (
                    several
                    and not {"now", "nowadays", "days", "since", "once"} & (set(one.words) | set(two.words))
                    and (ctx.rare(m.lemma) > 1 or set(m.of) & set(o.of))
                ):
                    yield Candidate(
                        f"only:{order}:{'place' if (earlier.ids & later.ids) - {'you'} else 'bare'}",
                        "quantity_state",
                        f"the only {m.lemma} is not the only one",
                        m.lemma,
                    )
                    return


def scores(sent: Sentence) -> list[tuple[float, float]]:
    """ "58 to 31": the scores of a sentence that tells of a game or a vote."""
    nums, words = numerals(sent), _words(sent)
    if not SCORING & set(sent.lems):
        return []
    return [
        (max(a.value, b.value), min(a.value, b.value))
        for a, b in zip(nums, nums[1:], strict=False)
        if b.at == a.end + 1 and words[a.end] in ("to", "-", "–", "against") and not a.ordinal
    ]


def _scores(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    for a in scores(earlier):
        for b in scores(later):
            if a != b and ctx.overlap(earlier, later) > 3:
                yield Candidate("score:told", "numeric_date", "two scores", "")
                return
