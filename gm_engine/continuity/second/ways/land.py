"""How the land lies: other directions, near and far, by the sea and inland, none and some, one way in and out at the other end."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.bearings import Bearing, agree, bearing
from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.openings import both, either
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.telling import kept, lemma_text, unreal
from gm_engine.continuity.second.vocabulary import lemma_phrases, lists
from gm_engine.continuity.second.words import S, cat

DATA = lists("lay")
NOUNS, NO_PLACES = frozenset(DATA["nouns"]), frozenset(DATA["no_places"])
D8 = {word: int(angle) for angle, words in DATA["compass"].items() for word in words}
"""The eighths of the compass, clockwise from the north; 10 and 14 are up and down a river."""
MOVES = S("ride go come walk head turn travel drive look face swing run lead march")
LIKENESS = re.compile(r" (?:like|as) (?:an?|the|some) (?:\w+ ){1,2}|(?<= )no (?:back|second|side) \w+ ")


SIDES = {name: (lemma_phrases(side["plus"]), lemma_phrases(side["minus"])) for name, side in DATA["sides"].items()}
SAID = {name: side["said"] for name, side in DATA["sides"].items()}
NEAR, FAR = lemma_phrases(DATA["near"]), lemma_phrases(DATA["far"])
FLOORS = {int(height): lemma_phrases(patterns) for height, patterns in DATA["floors"].items()}
NUMBER: dict[str, int] = DATA["numbers"]
DECK = re.compile(r"\bdeck ({0})\b|\b({0}) deck\b".format("|".join([*NUMBER, r"\d+"])))
LEVELS, CLIMBS = frozenset(DATA["levels"]), frozenset(DATA["climbs"])
LIES, STREETS, CIRCLES, SIDES_OF = frozenset(DATA["lies"]), frozenset(DATA["streets"]), frozenset(DATA["circles"]), S("left right")
SUN = {side: lemma_phrases(patterns) for side, patterns in DATA["sun"].items()}


def _text(sent: Sentence) -> str:
    got = sent.kept.get("_lay_text")
    if got is None:
        got = sent.kept["_lay_text"] = LIKENESS.sub(" ", lemma_text(sent).replace(" n't ", " not "))
    return got


def _lies(mention: Mention, sent: Sentence) -> bool:
    """Whether a thing of no known kind is said to stand or lie somewhere."""
    return not cat(mention.lemma) and any(
        mention in clause.roles.get("subj", ()) and clause.verb in ("lie", "stand", "sit", "perch", "sprawl", "nestle")
        for clause in sent.clauses
    )


@kept("_lay_places")
def places(sent: Sentence, ground: Ground) -> Iterator[Mention]:
    """The places and buildings that the sentence tells of."""
    for mention in sent.mentions:
        if (
            not mention.pron
            and mention.lemma not in D8
            and (mention.id or mention.name or mention.lemma not in NO_PLACES)
            and (
                ground.kind(mention.id) == "place"
                or (
                    ground.kind(mention.id) in ("", "item")
                    and (cat(mention.lemma) in ("place", "structure") or mention.name or _lies(mention, sent))
                )
            )
        ):
            yield mention


@kept("_lay_before")
def before(sent: Sentence, ground: Ground) -> Iterator[Mention]:
    """The named places of the sentence before."""
    if sent.before is not None:
        yield from (mention for mention in places(sent.before, ground) if mention.name or ground.kind(mention.id) == "place")


@kept("_lay_sides")
def sides(sent: Sentence, _ground: Ground) -> Iterator[tuple[str, int]]:
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
def dirs(sent: Sentence, _ground: Ground) -> Iterator[tuple[str, int]]:
    """The points of the compass that the sentence names."""
    yield from ((word, D8[word]) for word in sent.words if word in D8)


@kept("_lay_bearings")
def bearings(sent: Sentence, _ground: Ground) -> Iterator[Bearing]:
    """What lies in each of them, and from where."""
    yield from (bearing(sent, at) for at, word in enumerate(sent.words) if word in D8)


@kept("_lay_sun")
def suns(sent: Sentence, _ground: Ground) -> Iterator[int]:
    """Where the sun stands that is seen: 2 in the east, 6 in the west, 4 at noon."""
    text = _text(sent)
    yield from ({"east": 2, "west": 6, "south": 4}[side] for side, pattern in SUN.items() if pattern.search(text))


def _tie(earlier: Sentence, later: Sentence, ground: Ground) -> tuple[str, list[Mention]]:
    """(tier, places) that both sentences tell of; "near" where one is told of in the sentence before."""
    pairs = [(mention, ident(mention, noun)) for mention in places(earlier, ground) for noun in places(later, ground)]
    shared = [mention for mention, sure in pairs if sure >= 1.2]
    if shared:
        named = any(mention.name or (mention.id and ground.kind(mention.id) == "place") for mention, sure in pairs if sure >= 1.2)
        return ("named" if named else "sure" if max(sure for _, sure in pairs) >= 2 else "loose"), shared
    near = [
        mention
        for one, two in ((before(earlier, ground), places(later, ground)), (places(earlier, ground), before(later, ground)))
        for mention in one
        for noun in two
        if ident(mention, noun) >= 1.3
    ]
    return ("near", near) if near else ("", [])


def _directions(earlier: Sentence, later: Sentence, ground: Ground, tier: str, shared: list[Mention]) -> Iterator[Candidate]:
    ours, theirs = dirs(earlier, ground), dirs(later, ground)
    two = "two" if len({mention.id or mention.lemma for mention in shared}) >= 2 else "one"
    motion = "move" if any(clause.verb in MOVES for clause in earlier.clauses + later.clauses) else "lie"
    key = shared[0].id or shared[0].lemma
    journeys = (
        two == "one" and motion == "move" and not any(one.lays(shared) for one in (*bearings(earlier, ground), *bearings(later, ground)))
    )
    if (
        ours
        and theirs
        and not journeys
        and not {angle_ for _, angle_ in ours} & {angle_ for _, angle_ in theirs}
        and not all(agree(one, other) for one in bearings(earlier, ground) for other in bearings(later, ground))
    ):
        opp = "opp" if any(abs(angle - angle_now) == 4 for _, angle in ours for _, angle_now in theirs) else "side"
        yield Candidate(
            f"lay:dir:{opp}:{two}:{motion}" + (":near" if tier == "near" else ""),
            "geography",
            f"told as {ours[0][0]}, then as {theirs[0][0]}",
            key,
        )
    for one, other in ((ours, suns(later, ground)), (theirs, suns(earlier, ground))):
        if one and other and all(abs(angle_ - sun) == 4 for _, angle_ in one for sun in other):
            yield Candidate(f"lay:sun:{two}:{tier}", "geography", f"it lies {one[0][0]}, and the sun stands on the other side", key)


@kept("_lay_floors")
def floors(sent: Sentence, _ground: Ground) -> Iterator[tuple[int, str]]:
    """(height, words) of the floors and decks that are named: the ground floor is 0, a cellar -1, an attic 99; decks count from 100."""
    text = lemma_text(sent)
    for height, pattern in FLOORS.items():
        found = pattern.search(text)
        if found:
            yield height, found.group(0)
    for found in DECK.finditer(" ".join(sent.words)):
        word = found.group(1) or found.group(2)
        yield 100 + (int(word) if word.isdigit() else NUMBER[word]), found.group(0)


def _floors(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """A room on another floor, a place on another deck."""
    ours, theirs = floors(earlier, ground), floors(later, ground)
    if len(ours) != 1 or len(theirs) != 1 or (ours[0][0] >= 100) != (theirs[0][0] >= 100) or ours[0][0] == theirs[0][0]:
        return
    rooms = [
        (m, n)
        for m in earlier.mentions
        for n in later.mentions
        if not m.pron and m.lemma not in LEVELS and m.id != "you" and ground.kind(m.id) in ("place", "item", "")
        and (cat(m.lemma) in ("place", "structure", "artifact", "") or ground.kind(m.id) == "place") and ident(m, n) >= 1.2
    ]  # fmt: skip
    if rooms:
        moves = any(clause.verb in MOVES or clause.verb in CLIMBS for clause in (*earlier.clauses, *later.clauses))
        kind = "move" if moves else "lie"
        room = rooms[0][1]
        yield Candidate(f"lay:floor:{kind}", "geography", f"told as {ours[0][1]}, then as {theirs[0][1]}", room.id or room.lemma)


def _only(earlier: Sentence, later: Sentence, key: str, tier: str) -> Iterator[Candidate]:
    """None of a kind, then one; only one, then another."""
    for first, second, order in ((earlier, later, "ab"), (later, earlier, "ba")) if tier != "near" else ():
        if unreal(second):
            continue
        no = {
            mention.lemma
            for clause in first.clauses
            if clause.mood == "asserted"
            for mentions in clause.roles.values()
            for mention in mentions
            if mention.det == "no"
        } | {
            mention.lemma
            for clause in first.clauses
            if clause.neg and clause.verb == "be"
            for mention in clause.roles.get("attr", ())
            if mention.det in ("a", "every", "") and not any(mention_.det == "no" for mention_ in clause.roles["attr"])
        }
        some = {mention.lemma for mention in second.mentions if mention.det != "no"} - {
            mention.lemma for clause in second.clauses if clause.neg for mentions in clause.roles.values() for mention in mentions
        }
        for word in sorted(no & some & NOUNS):
            yield Candidate(
                f"lay:none:{'ever' if {'never', 'ever', 'nor'} & set(first.words) else 'plain'}:{tier}",
                "geography",
                f"there is no {word} in one, and one in the other",
                key,
            )
        only = {
            mention.lemma
            for mention in first.mentions
            if ("only" in mention.mods or ("one" in first.words and mention.nums == (1,))) and mention.lemma in NOUNS
        }
        more = {
            mention.lemma
            for mention in second.mentions
            if (mention.nums and min(mention.nums) >= 2) or mention.det == "other" or "back" in mention.mods
        }
        for word in sorted(only & more):
            yield Candidate(f"lay:only:{order}:{tier}", "geography", f"there is only one {word}, and another", key)


@kept("_lay_seats")
def seats(sent: Sentence, _ground: Ground) -> Iterator[tuple[Mention, str, frozenset[str], str]]:
    """Where a place is told to lie outright: the place, on which "left" or "right", or on which "street", or round which world."""
    for clause in sent.clauses:
        if clause.mood != "asserted" or clause.neg or clause.verb not in LIES | CIRCLES or clause.tense in ("future", "modal"):
            continue
        for subject in clause.roles.get("subj", ()):
            if subject.pron or subject.plural or subject.det == "a" or cat(subject.lemma) in ("person", "animal"):
                continue
            if clause.verb in CIRCLES:
                yield from ((subject, "orbit", _key(m), m.lemma) for m in clause.roles.get("obj", ()) if m.name)
            for role in ("p:on", "p:in", "p:to", "p:along", "p:off", "p:at"):
                for place in clause.roles.get(role, ()):
                    if place.lemma in SIDES_OF and place.of:
                        yield subject, f"hand:{' '.join(sorted(place.of))}", frozenset((place.lemma,)), place.lemma
                    if place.name and place.lemma in STREETS:
                        yield subject, "street", _key(place), place.lemma


def _key(mention: Mention) -> frozenset[str]:
    return frozenset((*(mention.id.split("_") if mention.id else (mention.lemma, *mention.mods)),)) - STREETS - {"the"}


def _seats(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """A place outright on the left and on the right, in two streets, round two worlds."""
    for one, kind, where, word in seats(earlier, ground):
        for other, kind_now, where_now, said in seats(later, ground):
            if (
                kind == kind_now
                and where
                and where_now
                and not where & where_now
                and ident(one, other) >= 1.2
                and not (one.name and other.name and one.lemma != other.lemma)
            ):
                what = f"told as {word}, then as {said}" if word != said else f"two of a kind: {word}"
                yield Candidate(f"lay:seat:{kind.split(':')[0]}", "geography", what, other.id or other.lemma)


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """The ways in which the later sentence may lay a place otherwise than the earlier."""
    yield from _seats(earlier, later, ground)
    told = (
        (floors(earlier, ground) and floors(later, ground))
        or dirs(earlier, ground)
        or dirs(later, ground)
        or (sides(earlier, ground) and sides(later, ground))
    )
    text, text_now = _text(earlier), _text(later)
    near = (NEAR.search(text) and FAR.search(text_now) and not NEAR.search(text_now)) or (
        FAR.search(text) and NEAR.search(text_now) and not NEAR.search(text)
    )
    if (
        not told
        and not near
        and not any(
            mention.det == "no" or "only" in mention.mods or mention.nums == (1,) for mention in (*earlier.mentions, *later.mentions)
        )
        and not any(clause.neg for clause in (*earlier.clauses, *later.clauses))
    ):
        return
    tier, shared = _tie(earlier, later, ground)
    if not tier:
        return
    key = shared[0].id or shared[0].lemma
    yield from _directions(earlier, later, ground, tier, shared)
    for name, side in sides(earlier, ground):
        if (name, 1 - side) in sides(later, ground):
            why = f"{SAID[name][1 - side]} against {SAID[name][side]}"
            yield Candidate(f"lay:{name}:{'ab' if side else 'ba'}:{tier}", "geography", why, key)
    if (
        near
        and len(
            {
                mention.id or mention.lemma
                for mention in earlier.mentions
                for noun in later.mentions
                if not mention.pron and mention.id != "you" and cat(mention.lemma) != "time" and ident(mention, noun) >= 1.2
            }
        )
        >= 2
    ):
        yield Candidate(f"lay:near:{tier}", "geography", "close by in one, far off in the other", key)
    yield from _floors(earlier, later, ground)
    yield from _only(earlier, later, key, tier)


def _laid(sent: Sentence, ground: Ground) -> bool:
    return bool(places(sent, ground) or before(sent, ground))


def _pointed(sent: Sentence, ground: Ground) -> bool:
    return bool(dirs(sent, ground) or suns(sent, ground)) and _laid(sent, ground)


def _floored(sent: Sentence, ground: Ground) -> bool:
    return bool(floors(sent, ground)) and _laid(sent, ground)


def _sided(sent: Sentence, ground: Ground) -> bool:
    return bool(sides(sent, ground)) and _laid(sent, ground)


def _measured(sent: Sentence, ground: Ground) -> bool:
    return bool(NEAR.search(_text(sent)) or FAR.search(_text(sent))) and _laid(sent, ground)


def _lone(sent: Sentence, ground: Ground) -> bool:
    told = any(m.det == "no" or "only" in m.mods or m.nums == (1,) for m in sent.mentions if m.lemma in NOUNS)
    return (told or any(clause.neg and clause.verb == "be" for clause in sent.clauses)) and _laid(sent, ground)


def _grounded(sent: Sentence, ground: Ground) -> bool:
    return any(m.lemma in NOUNS for m in sent.mentions) and _laid(sent, ground)


OPENINGS = (*both(seats, _pointed, _floored, _sided, _measured), *either(_lone, _grounded))
