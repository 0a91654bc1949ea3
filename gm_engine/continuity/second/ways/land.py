"""How the land lies: other directions, near and far, by the sea and inland, none and some, one way in and out at the other end."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.telling import kept, lemma_text, unreal
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S, cat

DATA = lists("lay")
NOUNS = frozenset(DATA["nouns"])
D8 = {
    "north": 0,
    "northern": 0,
    "northward": 0,
    "northwards": 0,
    "northerly": 0,
    "east": 2,
    "eastern": 2,
    "eastward": 2,
    "eastwards": 2,
    "south": 4,
    "southern": 4,
    "southward": 4,
    "southwards": 4,
    "west": 6,
    "western": 6,
    "westward": 6,
    "westwards": 6,
    "northeast": 1,
    "northeastern": 1,
    "southeast": 3,
    "southeastern": 3,
    "southwest": 5,
    "southwestern": 5,
    "northwest": 7,
    "northwestern": 7,
    "upstream": 10,
    "downstream": 14,
    "upriver": 10,
    "downriver": 14,
}
MOVES = S("ride go come walk head turn travel drive look face swing run lead march")
LIKENESS = re.compile(r" (?:like|as) (?:an?|the|some) (?:\w+ ){1,2}|(?<= )no (?:back|second|side) \w+ ")


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile(r"(?<= )(?:" + "|".join(patterns) + r")(?= )")


SIDES = {name: (_any(side["plus"]), _any(side["minus"])) for name, side in DATA["sides"].items()}
NEAR, FAR = _any(DATA["near"]), _any(DATA["far"])
SUN = {side: _any(patterns) for side, patterns in DATA["sun"].items()}


def _text(sent: Sentence) -> str:
    got = sent.kept.get("_lay_text")
    if got is None:
        got = sent.kept["_lay_text"] = LIKENESS.sub(" ", lemma_text(sent).replace(" n't ", " not "))
    return got


@kept("_lay_places")
def places(sent: Sentence, ctx: Ground) -> Iterator[Mention]:
    """The places and buildings that the sentence tells of."""
    for m in sent.mentions:
        if (
            not m.pron
            and m.lemma not in D8
            and (ctx.kind(m.id) == "place" or (ctx.kind(m.id) in ("", "item") and (cat(m.lemma) in ("place", "structure") or m.name)))
        ):
            yield m


@kept("_lay_before")
def before(sent: Sentence, ctx: Ground) -> Iterator[Mention]:
    """The named places of the sentence before."""
    if sent.before is not None:
        yield from (m for m in places(sent.before, ctx) if m.name or ctx.kind(m.id) == "place")


@kept("_lay_sides")
def sides(sent: Sentence, ctx: Ground) -> Iterator[tuple[str, int]]:
    """On which side of which opposition the sentence stands: (opposition, 0 or 1); those told on both sides are left out."""
    if unreal(sent):
        return
    text = _text(sent)
    for name, (plus, minus) in SIDES.items():
        got = (bool(plus.search(text)), bool(minus.search(text)))
        if got[1] and name in ("sea", "river", "trees", "rail", "through"):
            yield name, 1
        elif got[0] != got[1]:
            yield name, int(got[1])


@kept("_lay_dirs")
def dirs(sent: Sentence, ctx: Ground) -> Iterator[tuple[str, int]]:
    """The points of the compass that the sentence names."""
    yield from ((w, D8[w]) for w in sent.words if w in D8)


@kept("_lay_sun")
def suns(sent: Sentence, ctx: Ground) -> Iterator[int]:
    """Where the sun stands that is seen: 2 in the east, 6 in the west, 4 at noon."""
    text = _text(sent)
    yield from ({"east": 2, "west": 6, "south": 4}[side] for side, pattern in SUN.items() if pattern.search(text))


def _tie(earlier: Sentence, later: Sentence, ctx: Ground) -> tuple[str, list[Mention]]:
    """(tier, places) that both sentences tell of; "near" where one is told of in the sentence before."""
    pairs = [(m, ident(m, n)) for m in places(earlier, ctx) for n in places(later, ctx)]
    shared = [m for m, x in pairs if x >= 1.2]
    if shared:
        named = any(m.name or (m.id and ctx.kind(m.id) == "place") for m, x in pairs if x >= 1.2)
        return ("named" if named else "sure" if max(x for _, x in pairs) >= 2 else "loose"), shared
    near = [
        m
        for one, two in ((before(earlier, ctx), places(later, ctx)), (places(earlier, ctx), before(later, ctx)))
        for m in one
        for n in two
        if ident(m, n) >= 1.3
    ]
    return ("near", near) if near else ("", [])


def _directions(earlier: Sentence, later: Sentence, ctx: Ground, tier: str, shared: list[Mention]) -> Iterator[Candidate]:
    da, db = dirs(earlier, ctx), dirs(later, ctx)
    two = "two" if len({m.id or m.lemma for m in shared}) >= 2 else "one"
    motion = "move" if any(c.verb in MOVES for c in earlier.clauses + later.clauses) else "lie"
    key = shared[0].id or shared[0].lemma
    if da and db and not {d for _, d in da} & {d for _, d in db}:
        opp = "opp" if any(abs(a - b) == 4 for _, a in da for _, b in db) else "side"
        yield Candidate(
            f"lay:dir:{opp}:{two}:{motion}" + (":near" if tier == "near" else ""), "geography", f"{da[0][0]} then {db[0][0]}", key
        )
    for one, other in ((da, suns(later, ctx)), (db, suns(earlier, ctx))):
        if one and other and all(abs(d - s) == 4 for _, d in one for s in other):
            yield Candidate(f"lay:sun:{two}:{tier}", "geography", f"{one[0][0]}, and the sun on the other side", key)


def _only(earlier: Sentence, later: Sentence, ctx: Ground, key: str, tier: str) -> Iterator[Candidate]:
    """None of a kind, then one; only one, then another."""
    for X, Y, order in ((earlier, later, "ab"), (later, earlier, "ba")) if tier != "near" else ():
        if unreal(Y):
            continue
        no = {m.lemma for c in X.clauses if c.mood == "asserted" for ms in c.roles.values() for m in ms if m.det == "no"} | {
            m.lemma
            for c in X.clauses
            if c.neg and c.verb == "be"
            for m in c.roles.get("attr", ())
            if m.det in ("a", "every", "") and not any(x.det == "no" for x in c.roles["attr"])
        }
        some = {m.lemma for m in Y.mentions if m.det != "no"} - {m.lemma for c in Y.clauses if c.neg for ms in c.roles.values() for m in ms}
        for word in sorted(no & some & NOUNS):
            yield Candidate(
                f"lay:none:{'ever' if {'never', 'ever', 'nor'} & set(X.words) else 'plain'}:{tier}",
                "geography",
                f"no {word}, then one ({order})",
                key,
            )
        only = {m.lemma for m in X.mentions if ("only" in m.mods or ("one" in X.words and m.nums == (1,))) and m.lemma in NOUNS}
        more = {m.lemma for m in Y.mentions if (m.nums and min(m.nums) >= 2) or m.det == "other" or "back" in m.mods}
        for word in sorted(only & more):
            yield Candidate(f"lay:only:{order}:{tier}", "geography", f"only one {word}", key)


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """The ways in which B may put a place otherwise than A."""
    told = dirs(earlier, ctx) or dirs(later, ctx) or (sides(earlier, ctx) and sides(later, ctx))
    text_a, text_b = _text(earlier), _text(later)
    near = (NEAR.search(text_a) and FAR.search(text_b) and not NEAR.search(text_b)) or (
        FAR.search(text_a) and NEAR.search(text_b) and not NEAR.search(text_a)
    )
    if (
        not told
        and not near
        and not any(m.det == "no" or "only" in m.mods or m.nums == (1,) for m in (*earlier.mentions, *later.mentions))
        and not any(c.neg for c in (*earlier.clauses, *later.clauses))
    ):
        return
    tier, shared = _tie(earlier, later, ctx)
    if not tier:
        return
    key, seen = shared[0].id or shared[0].lemma, set()
    found = list(_directions(earlier, later, ctx, tier, shared))
    for name, side in sides(earlier, ctx):
        if (name, 1 - side) in sides(later, ctx):
            found.append(Candidate(f"lay:{name}:{'ab' if side else 'ba'}:{tier}", "geography", f"{name}, otherwise", key))
    if (
        near
        and len(
            {
                m.id or m.lemma
                for m in earlier.mentions
                for n in later.mentions
                if not m.pron and m.id != "you" and cat(m.lemma) != "time" and ident(m, n) >= 1.2
            }
        )
        >= 2
    ):
        found.append(Candidate(f"lay:near:{tier}", "geography", "near, then far", key))
    for cand in (*found, *_only(earlier, later, ctx, key, tier)):
        if cand.type not in seen:
            seen.add(cand.type)
            yield cand
