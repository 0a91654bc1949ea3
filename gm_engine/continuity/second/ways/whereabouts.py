"""In two places at one time: left behind, shut in, gone off, never left; and elsewhere."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.absence import SETS as ABSENCE
from gm_engine.continuity.second.absence import at_hand, away
from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.openings import Opening, both
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.telling import PERCEIVED, animate, kept, looked_back, real, same, somebody, tense_step, unreal
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import BODY, WEEKDAYS
from gm_engine.wordnet import category

WORDS = lists("place")
SETS = {key: frozenset(words) for key, words in WORDS.items() if isinstance(words, list)}
BEYOND, ALONE, BESIDE, SPAN, BACK_TO, DISTANT, TILL, CLOCK = (
    re.compile("|".join(WORDS["patterns"][key]), re.IGNORECASE)
    for key in ("beyond", "alone", "beside", "span", "back_to", "distant", "till", "clock")
)
SOON = 4
"""So many turns on, whoever was far off or gone may not be here without a word."""
EVENT_VERBS = {verb: event for event, verbs in WORDS["event_verbs"].items() for verb in verbs}
EVENT_NOUNS = {noun: event for event, nouns in WORDS["event_nouns"].items() for noun in nouns}
AS_IT_HAPPENED = re.compile(r"\b(?:when|as|while|after|before|the (?:night|day|moment|minute))\b", re.IGNORECASE)
TIMELY = frozenset().union(*(SETS[key] for key in ("times", "events", "cardinals", "ordinals")))
Bound = tuple[Mention, str, frozenset[str]]


def _spots(clause: Clause) -> tuple[Mention, ...]:
    """The places a clause puts its subject (or object) at."""
    return tuple(
        m
        for role, mentions in clause.roles.items()
        if role[:2] == "p:" and role[2:] in SETS["here"] and not (role == "p:at" and clause.verb in SETS["aimed"])
        for m in mentions
        if m.lemma not in BODY and m.lemma not in SETS["times"] and m.lemma not in SETS["events"] and not m.pron
    )


def _named(spots: tuple[Mention, ...], *without: str) -> frozenset[str]:
    """The ids and lemmas of places."""
    return frozenset(key for m in spots for key in (m.id, m.lemma) if key and key not in without)


def _holds(clause: Clause, sentence: Sentence) -> bool:
    """Whether the clause tells something as so; "until" does not make it a supposition."""
    if clause.mark == "if":
        return False
    return real(clause) or (clause.mood == "hypothetical" and clause.tense in ("past", "present") and _until(sentence))


def _until(sentence: Sentence) -> bool:
    return bool(TILL.search(sentence.text)) and not set(sentence.words) & SETS["maybe"]


@kept("_times")
def times(sentence: Sentence) -> Iterator[str]:
    """The words of time and of events in the sentence."""
    found = set()
    for at, (lemma, pos) in enumerate(zip(sentence.lems, sentence.pos, strict=True)):
        if pos != "VERB" and lemma not in TIMELY:
            continue
        before = sentence.lems[at - 1] if at else ""
        after = sentence.pos[at + 1] if at + 1 < len(sentence.pos) else ""
        event = lemma in SETS["events"] and pos in ("NOUN", "PROPN") and before not in ("a", "an")
        hour = lemma in SETS["cardinals"] and before in SETS["hour_after"] and after not in ("NOUN", "NUM", "ADJ", "PROPN")
        day = lemma in SETS["ordinals"] and before == "the" and after not in ("NOUN", "ADJ", "NUM")
        if lemma in SETS["times"] or event or hour or day:
            found.add(EVENT_NOUNS.get(lemma, lemma) if event else lemma)
        elif pos == "VERB" and AS_IT_HAPPENED.search(sentence.text):
            goes_up = lemma == "go" and sentence.lems[at + 1 : at + 2] == ("up",)
            found |= {"blast"} if goes_up else {EVENT_VERBS[lemma]} if lemma in EVENT_VERBS else set()
    yield from sorted(found)


@kept("_whereabouts")
def whereabouts(sentence: Sentence, ground: Ground) -> Iterator[tuple[Mention, frozenset[str], Clause]]:
    """Who is where: the mention, ids and lemmas of the places, and the clause."""
    if unreal(sentence):
        return
    for clause in sentence.clauses:
        if not real(clause) or clause.mark == "if":
            continue
        spots = _spots(clause)
        met = clause.verb in SETS["come_on"] and not clause.neg and (spots or clause.adj)
        for one in (*clause.roles.get("subj", ()), *(clause.roles.get("obj", ()) if clause.passive or met else ())):
            if one.id and one.id != "you" and animate(one, ground):
                yield one, _named(spots, one.id), clause


@kept("_sites")
def sites(sentence: Sentence) -> Iterator[str]:
    """Ids and lemmas of all that the sentence names as a place, by a preposition of place."""
    for clause in sentence.clauses:
        yield from sorted(_named(_spots(clause)))


@kept("_fixed")
def fixed(sentence: Sentence, ground: Ground) -> Iterator[Bound]:
    """Who or what is bound to a place for a while, in which manner, and the places."""
    if unreal(sentence):
        return
    for clause in sentence.clauses:
        if _holds(clause, sentence):
            yield from _bound(sentence, clause, ground)
        elif clause.tense == "future" and not clause.neg and clause.verb in SETS["stay"] - SETS["vague_stay"] and _until(sentence):
            yield from ((m, "stays", _named(_spots(clause))) for m in clause.roles.get("subj", ()) if m.id != "you" and _spots(clause))


def _bound(sentence: Sentence, clause: Clause, ground: Ground) -> Iterator[Bound]:
    spots = _spots(clause)
    where = _named(spots) or frozenset(sites(sentence))
    subjects, objects = clause.roles.get("subj", ()), clause.roles.get("obj", ())
    along = spots or any(m.id for m in clause.roles.get("p:with", ())) or "behind" in sentence.words
    if clause.neg:
        return
    if clause.verb in SETS["shut_in"] and (spots or (clause.verb in SETS["tied"] and clause.roles.get("p:to"))):
        where |= _named(clause.roles.get("p:to", ()))
        yield from ((m, "shut-in", where) for m in objects if clause.verb != "bury" or not animate(m, ground))
    elif clause.verb in SETS["leave"] and along:
        yield from ((m, "left", where) for m in objects)
    elif clause.verb in SETS["stay"] - SETS["vague_stay"] and (spots or (where and clause.adj)):
        yield from ((m, "stays" if clause.verb in SETS["stay_on"] else "lies", where) for m in subjects if m.id != "you")
    elif clause.verb in ("stay", "remain") and "behind" in clause.advs:
        yield from ((m, "stays", where) for m in subjects if m.id != "you")
    elif clause.verb == "be" and spots and BEYOND.search(sentence.text):
        yield from ((m, "is", where) for m in subjects if m.id != "you")
    elif clause.verb in SETS["keep_to"] and clause.roles.get("p:to") and SPAN.search(sentence.text):
        yield from ((m, "stays", _named(clause.roles["p:to"])) for m in subjects if m.id != "you")
    yield from ((m, "gone", where) for m in _gone(clause) if m.id != "you")


def _gone(clause: Clause) -> tuple[Mention, ...]:
    """Whom the clause sends off, or who goes off, by a train or to a place far enough to be named or for long."""
    ways = {m.lemma for role in ("obj", "p:on", "p:by", "p:aboard", "p:onto", "p:in") for m in clause.roles.get(role, ())}
    goal = [m for role in ("p:for", "p:to") for m in clause.roles.get(role, ())]
    far = any(m.name for m in goal) or any(m.lemma in SETS["kept_in"] for m in goal)
    boards = ways & SETS["vehicles"] and (goal or clause.verb in SETS["takes"])
    if clause.verb in SETS["go_off"] and not clause.passive and (boards or (far and clause.verb in SETS["go_far"])):
        return clause.roles.get("subj", ())
    if clause.verb in SETS["send_off"] and far:
        return clause.roles.get("obj", ()) or (clause.roles.get("subj", ()) if clause.gov in PERCEIVED else ())
    return ()


def _together(later: Sentence, clause: Clause) -> bool:
    """Whether the clause puts its subject beside the player's character."""
    return bool(BESIDE.search(later.text)) or any(m.id == "you" for role, ms in clause.roles.items() if role != "subj" for m in ms)


@kept("_held")
def held(sentence: Sentence, ground: Ground) -> Iterator[str]:
    """The ids of those (and of whose things) the sentence may place."""
    spots = set(sites(sentence))
    found = set()
    for clause in sentence.clauses:
        if not _holds(clause, sentence):
            continue
        placed = "obj" if clause.passive else "subj"
        for role in ("subj", "obj", "attr", "npadv"):
            for one in clause.roles.get(role, ()):
                thing = role == placed and not one.pron and clause.verb in SETS["stay"]
                found |= {
                    id
                    for id in (one.id, one.owner if role == "subj" and category(one.lemma) != "person" else "")
                    if id and id != "you" and id not in spots and (ground.kind(id) == "character" or (thing and id == one.id))
                }
    told = {m.id for c in sentence.clauses for mentions in c.roles.values() for m in mentions}
    found |= {m.id for m in sentence.mentions if m.name and m.id not in told | spots and ground.kind(m.id) == "character"} - {"you"}
    yield from sorted(found - {m.owner for m in sentence.mentions if category(m.lemma) == "person"})


def _clock(sentence: Sentence) -> set[str]:
    """The times of the sentence, and of a heading before it."""
    before = sentence.before
    heading = times(before) if before is not None and len(before.words) <= 9 else ()
    return {*times(sentence), *heading}


def _same_time(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Both tell where somebody was at one and the same time, and the places differ."""
    clock, clock_later = _clock(earlier), _clock(later)
    shared = clock & clock_later
    size = _size(shared)
    if (
        not size
        or _other_day(clock, clock_later)
        or unreal(later)
        or unreal(earlier)
        or set(later.words) & SETS["supposed"]
        or set(earlier.words) & SETS["supposed"]
    ):
        return
    who = next((id for id in held(earlier, ground) if id in held(later, ground)), "")
    here, there = set(sites(earlier)), set(sites(later))
    bare = not (here or there)
    if not who or here & (there | later.lemmas) or there & earlier.lemmas or (bare and not SPAN.search(earlier.text)):
        return
    span = "span" if SPAN.search(earlier.text) or SPAN.search(later.text) else "point"
    back = ":back" if BACK_TO.search(later.text) or any(c.tense == "pluperfect" for c in later.clauses) else ""
    apart = "bare" if bare else "apart" if here and there else "open"
    kind = "who" if ground.kind(who) == "character" else "thing"
    why = f"in two places at one time ({' '.join(sorted(shared))})"
    yield Candidate(f"sametime:{kind}:{size}:{span}:{apart}{back}", "whereabouts", why, who)


def _other_day(clock: set[str], clock_later: set[str]) -> bool:
    """Whether two tellings name different days of the week."""
    days, days_later = clock & WEEKDAYS, clock_later & WEEKDAYS
    return bool(days and days_later and not days & days_later)


def _size(shared: set[str]) -> str:
    """How surely words of time in two sentences are of one time."""
    strong = bool(shared - SETS["weak_times"] - SETS["events"] or shared & SETS["events"])
    if len(shared) >= 3 or (len(shared) == 2 and strong):
        return "many"
    return "one" if strong else "weak" if len(shared) == 2 else ""


def _kept_away(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Bound to a place, and then at hand elsewhere."""
    bound = fixed(earlier, ground)
    led_up = later.before.lems if later.before and later.before.turn == later.turn else ()
    way_out = {*later.lems, *led_up} & SETS["licence"] or set(led_up) & SETS["moving"]
    if not bound or (way_out and not CLOCK.search(later.text)) or _other_day(_clock(earlier), _clock(later)):
        return
    tail = "long" if BEYOND.search(earlier.text) else "open"
    for one, manner, here in bound:
        if somebody(one, ground) and one.id:
            yield from _person(earlier, later, (one, manner, here), tail, ground)
        elif manner != "gone" and not one.pron and not one.plural and not animate(one, ground) and _movable(one, manner, ground):
            yield from _thing(later, (one, manner, here), tail)


def _alike(here: frozenset[str], there: frozenset[str]) -> bool:
    """Whether one of the places may lie in one of the others, by its name: the mission and the mission garden."""
    return bool({word for key in here for word in key.split("_")} & {word for key in there for word in key.split("_")})


def _movable(one: Mention, manner: str, ground: Ground) -> bool:
    kind = ground.kind(one.id)
    return kind == "item" or category(one.lemma) == "artifact" or (one.name and kind == "" and manner == "stays")


def _person(earlier: Sentence, later: Sentence, bound: Bound, tail: str, ground: Ground) -> Iterator[Candidate]:
    one, manner, here = bound
    if manner == "lies" or (tail == "open" and manner not in ("left", "shut-in", "gone")):
        return
    for other, there, clause in whereabouts(later, ground):
        if (
            other.id != one.id
            or _alike(here, there | _named(clause.roles.get("p:from", ())))
            or looked_back(clause, later)
            or clause.tense in ("ing", "vbn", "inf")
        ):
            continue
        beside = _together(later, clause)
        if tense_step(earlier, clause) == "back" or not (beside or there):
            continue
        if manner == "gone" and tail == "open" and (not beside or later.turn - earlier.turn > 3 * SOON):
            continue
        why = "gone off before, and at hand here" if manner == "gone" else "kept at one place, and at another here"
        moving = ":moving" if set(later.lems) & SETS["moving"] else ""
        yield Candidate(f"place:{manner}:{tail}:{'beside' if beside else 'there'}{moving}", "whereabouts", why, one.id)


def _thing(later: Sentence, bound: Bound, tail: str) -> Iterator[Candidate]:
    one, manner, here = bound
    if manner in ("shut-in", "left") and tail == "open":
        return
    for clause in later.clauses:
        if not real(clause) or clause.neg or looked_back(clause, later) or _alike(here, _named(_spots(clause))):
            continue
        for role, verbs in (("subj", SETS["stay"]), ("obj", SETS["hold"] | SETS["leave"]), ("p:into", SETS["rummage"])):
            for other in clause.roles.get(role, ()):
                sure = same(one, other)
                if sure >= 1.2 and clause.verb in verbs:
                    shown = f"{'lies' if role == 'subj' else 'held'}:{tail}{'' if sure >= 2 else ':loose'}"
                    why = "left in one place, and at hand in another"
                    yield Candidate(f"thing:{manner}:{shown}", "whereabouts", why, other.id or other.lemma)


@kept("_shunned")
def shunned(sentence: Sentence) -> Iterator[tuple[str, str]]:
    """Who keeps away from which place: "she will not set foot in Pinch before Monday"."""
    for clause in sentence.clauses:
        if clause.neg and clause.verb in SETS["enter"] and (BEYOND.search(sentence.text) or clause.tense == "future"):
            goals = [m for role, ms in clause.roles.items() if role[2:] in SETS["goal"] for m in ms if m.id and not m.pron]
            yield from ((m.id, goal.id) for m in clause.roles.get("subj", ()) if m.id and m.id != "you" for goal in goals)


def _shunned_and_there(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    pairs = shunned(earlier)
    if pairs and not set(later.lems) & {"tomorrow", "next"}:
        for one, there, clause in whereabouts(later, ground):
            for who, place in pairs:
                if (
                    one.id == who
                    and there
                    and place in (there | later.ids)
                    and not looked_back(clause, later)
                    and tense_step(earlier, clause) == "level"
                ):
                    yield Candidate("place:shunned:there", "whereabouts", "kept away from a place, and is there", who)


def _jump(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Far off, and a few turns later at another place, with no way told."""
    if later.turn - earlier.turn > SOON or set(later.lems) & (SETS["licence"] | SETS["moving"]) or not DISTANT.search(earlier.text):
        return
    for one, here, _ in whereabouts(earlier, ground):
        for other, there, clause in whereabouts(later, ground):
            apart = other.id == one.id and here and there and not here & there
            if apart and not looked_back(clause, later) and ground.kind(one.id) == "character":
                soon = "soon" if later.turn - earlier.turn <= 2 else "later"
                yield Candidate(f"place:far:{soon}", "whereabouts", "far off before, and here now", one.id)


def _alone(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """The player's character was alone, and somebody has been there all along."""
    if not ALONE.search(earlier.text) or later.turn - earlier.turn > SOON or set(later.lems) & (SETS["licence"] | SETS["moving"]):
        return
    met = {m.id for m in earlier.mentions}
    for one, _, clause in whereabouts(later, ground):
        known = (one.name or one.det == "the") and not one.pron and one.id not in met
        if known and _together(later, clause) and ground.kind(one.id) == "character":
            kind = "named" if one.name else "other"
            yield Candidate(f"place:alone:{kind}", "whereabouts", "you were alone, and somebody has been with you", one.id)


def _absent(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Told to be away, sent off, shut in or never to have left; and at hand elsewhere with no way told."""
    gone = away(earlier, ground)
    led_up = later.before.lems if later.before and later.before.turn == later.turn else ()
    if not gone or {*later.lems, *led_up} & ABSENCE["licence"] or _other_day(_clock(earlier), _clock(later)):
        return
    soon = "soon" if later.turn - earlier.turn <= SOON else "later"
    for one in gone:
        for other, near, places, clause in at_hand(later, ground):
            if same(one.who, other) < 2 or _alike(one.places, places | later.lemmas) or tense_step(earlier, clause) == "back":
                continue
            if looked_back(clause, later) or (near == "acts" and one.manner in ("never-left", "shut")):
                continue
            if any(ground.kind(id) == "place" and id != other.id for id in earlier.ids & later.ids):
                continue
            if one.manner == "never-left" and not set(times(earlier)) & set(times(later)):
                continue
            why = "told to be away, and at hand here"
            until = "until" if one.bounded else "open"
            yield Candidate(f"away:{one.manner}:{until}:{near}:{soon}", "whereabouts", why, other.id or other.lemma)


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Somebody or something in two places."""
    best: dict[str, Candidate] = {}
    for candidate in (
        *_same_time(earlier, later, ground),
        *_kept_away(earlier, later, ground),
        *_shunned_and_there(earlier, later, ground),
        *_alone(earlier, later, ground),
        *_jump(earlier, later, ground),
        *_absent(earlier, later, ground),
    ):
        best.setdefault(candidate.type, candidate)
    yield from best.values()


def _timed(sentence: Sentence, ground: Ground) -> bool:
    return bool(_clock(sentence) and held(sentence, ground))


def _shuns(sentence: Sentence, _ground: Ground) -> bool:
    return bool(shunned(sentence))


def _away(sentence: Sentence, _ground: Ground) -> bool:
    return bool(ALONE.search(sentence.text) or DISTANT.search(sentence.text))


OPENINGS = (*both(_timed), Opening(fixed), Opening(_shuns, whereabouts), Opening(_away, whereabouts), Opening(away, at_hand))
