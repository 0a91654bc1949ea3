"""On which sides of which facets a sentence puts whom it tells of."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from gm_engine.continuity.second.bearer import bearer, clause_at, fits, named_in, suits
from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.facets import FACETS, LEMMA, PHRASES, Facet, Phrase, idx
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.telling import kept
from gm_engine.continuity.second.vocabulary import wordlist
from gm_engine.continuity.second.words import S

GAP = 5
"""So many words may stand between two places of a phrase."""
FAILS = S("fail refuse forget cease stop quit decline")
TRIES = S("try want mean hope hop intend plan attempt wish threaten offer promise ask tell order expect")
"""Verbs whose infinitive need not come true; the parser takes "hopes" for a form of "hop"."""
LOSES = S("lose tear shoot cut take rip bite sever chop blow break burn")
LEARN = S("learn teach master study able unable know")
LETS = wordlist("facets", "governing.lets")
SIMILE = S("like if pretend pretends pretended mock")
MOMENT = S("moment instant yet tonight awhile temporarily")
VAGUE = S("say tell see look hear run answer sleep rise get_up stand_up add hurry")
DENY = S("no not n't never nor nobody neither without cannot if unless like")
ACTIVE = S("skill habit sense")
OWNED = S("part face look standing")
EVERYBODY = S("nobody no-one none soul everybody")
NOBODY = "nobody"
KNOWING = "knowing"
NAMES = S("named called call nicknamed")
NAMED = 5
TELLING = S("tell inform brief warn notify show explain describe confide whisper reveal disclose give mention read teach")
HAVING = S("have wear own keep carry")


@dataclass(frozen=True)
class Side:
    """Somebody or something (``bearer``) on one side of a facet. ``how`` is the kind of words that say so: verb, done, adj, noun, part,
    lose, mod, has, unable, phrase (a phrase plainly of the bearer) or near; ``flipped`` if they deny the other side.
    """

    bearer: Mention
    facet: Facet
    sign: int
    how: str
    clause: Clause | None = None
    flipped: bool = False


@kept("sides")
def sides_of(sentence: Sentence, ground: Ground) -> Iterator[Side]:
    """Every side on which a sentence puts somebody."""
    told = (*_of_clauses(sentence, ground), *_of_nouns(sentence, ground), *_of_phrases(sentence, ground))
    yield from _plainest(_by_name(sentence, told))


def _by_name(sentence: Sentence, sides: Iterable[Side]) -> list[Side]:
    """The sides with those whom a sentence also names told of by name: "a deaf boy named Tick", "Barnaby the footman"."""
    names: dict[int, Mention] = {}
    for name in (mention for mention in sentence.mentions if mention.name and mention.id):
        for other in (mention for mention in sentence.mentions if not mention.name and not mention.pron):
            between = sentence.words[other.at + 1 : name.at] or sentence.words[name.at + 1 : other.at]
            called = other.at < name.at <= other.at + NAMED and NAMES & set(between)
            titled = name.at < other.at <= name.at + NAMED and between[:1] == ("the",)
            if (called or titled) and not {",", ";", "and"} & set(between):
                names[other.at] = name
    return [replace(side, bearer=names.get(side.bearer.at, side.bearer)) if side.how != "has" else side for side in sides]


def _plainest(sides: Iterable[Side]) -> tuple[Side, ...]:
    """The sides without those that a phrase of the same sentence denies outright: "not a tooth in his head" has no teeth."""
    told = tuple(sides)
    denied = {(side.bearer.id, side.facet.name) for side in told if side.sign < 0 and side.how == "phrase"}
    return tuple(side for side in told if side.sign < 0 or side.how == "phrase" or (side.bearer.id, side.facet.name) not in denied)


Put = Callable[[Mention, str, str, str], Iterator[Side]]


def _of_clauses(sentence: Sentence, ground: Ground) -> Iterator[Side]:
    for clause in sentence.clauses:
        flipped = _flipped(clause, sentence)
        if flipped is None:
            continue

        def put(mention: Mention, slot: str, word: str, how: str, clause: Clause = clause, flip: bool = flipped) -> Iterator[Side]:
            return _put(sentence, ground, mention, slot, word, how, clause, flip)

        def put_not(mention: Mention, slot: str, word: str, how: str, clause: Clause = clause, flip: bool = flipped) -> Iterator[Side]:
            return _put(sentence, ground, mention, slot, word, how, clause, not flip)

        yield from _of_verb(clause, put)
        if not clause.roles.get("subj") and not flipped and sentence.before is None and sentence.n:  # "Supper," called Polly
            for mention in [mention for mention in sentence.mentions if mention.at > clause.at and mention.id][:1]:
                yield from put(mention, "verbs", clause.verb, "verb")
        yield from _of_being(clause, put)
        yield from _of_parts(sentence, clause, put, put_not)
        for part in clause.roles.get("p:without", ()):
            for mention in clause.roles.get("subj", ()):
                yield from _put(sentence, ground, mention, "parts", part.lemma, "part", clause, True)


def _flipped(clause: Clause, sentence: Sentence) -> bool | None:
    """Whether a clause denies what it tells; None where it tells nothing as so."""
    if clause.mood != "asserted" or clause.tense == "future":
        return None
    if clause.tense == "modal" and (not clause.able or (clause.neg and "if" in sentence.lemmas)):
        return None
    if clause.gov and sentence.heads[clause.at] < clause.at:  # what stands in front of its governor is told for itself
        if clause.gov in TRIES:
            return None
        if clause.govneg != (clause.gov in FAILS):
            return not clause.neg
        return None if clause.tense == "inf" and clause.gov not in LETS else clause.neg
    return None if clause.tense == "inf" and clause.dep not in ("conj", "ROOT") else clause.neg


def _of_verb(clause: Clause, put: Put) -> Iterator[Side]:
    verbs = [LEMMA.get(clause.verb, clause.verb), *([f"{clause.verb}_{clause.particle}"] if clause.particle else [])]
    for verb in verbs:
        for mention in clause.roles.get("subj", ()):
            yield from put(mention, "verbs", verb, "verb")
        for mention in clause.roles.get("obj", ()):
            yield from put(mention, "done", verb, "done")


def _of_being(clause: Clause, put: Put) -> Iterator[Side]:
    """What the subject is said to be."""
    subjects, objects = clause.roles.get("subj", ()), clause.roles.get("obj", ())
    for adjective in clause.adj:
        for mention in subjects or (objects if clause.passive else ()):
            yield from put(mention, "adjectives", adjective, "adj")
    if clause.passive or clause.tense == "vbn":
        for mention in objects:
            yield from put(mention, "adjectives", clause.verb, "adj")
    for noun in clause.roles.get("attr", ()):
        for mention in subjects:
            yield from put(mention, "nouns", noun.lemma, "noun")
            for adjective in noun.mods:
                yield from put(mention, "adjectives", adjective, "adj")


def _of_parts(sentence: Sentence, clause: Clause, put: Put, put_not: Put) -> Iterator[Side]:
    """What somebody has, or loses."""
    subjects = clause.roles.get("subj", ())
    for part in clause.roles.get("obj", ()):
        for mention in subjects:
            if clause.verb in HAVING:
                yield from put(mention, "parts", part.lemma, "part")
            if clause.verb == "lose":
                yield from put_not(mention, "parts", part.lemma, "lose")
        if part.owner and clause.verb in LOSES and clause.verb != "take":
            yield from put_not(named_in(sentence, part.owner, part.at), "parts", part.lemma, "lose")


def _of_nouns(sentence: Sentence, ground: Ground) -> Iterator[Side]:
    """What the adjectives before a noun say of it, and who has it."""
    for mention in sentence.mentions:
        for adjective in mention.mods:
            yield from _put(sentence, ground, mention, "adjectives", adjective, "mod", None, False)
        if mention.owner and mention.det != "no":
            owner = named_in(sentence, mention.owner, mention.at)
            yield from _put(sentence, ground, owner, "parts", mention.lemma, "has", None, False)


def _put(
    sentence: Sentence, ground: Ground, mention: Mention, slot: str, word: str, how: str, clause: Clause | None, flip: bool
) -> Iterator[Side]:
    """The sides on which a word puts the mention."""
    for name, sign in idx(slot, word):
        facet = FACETS[name]
        if flip and slot in ("verbs", "done"):
            if facet.group in ACTIVE:
                if sign < 0 or clause is None or not _cannot(sentence, clause, word, facet):
                    continue
                how = "unable"
            elif not facet.denied:
                continue
        if clause is not None and not clause.neg and not flip and (clause.tense == "modal" or clause.gov in LEARN):
            continue
        if fits(mention, facet.of, ground):
            yield Side(mention, facet, -sign if flip else sign, how, clause, flip)


def _cannot(sentence: Sentence, clause: Clause, word: str, facet: Facet) -> bool:
    """Whether a denied clause tells of what its subject can never do: not this once, and not this one thing."""
    if not (clause.able or clause.gov in LEARN) or word in VAGUE or MOMENT & set(sentence.words):
        return False
    if any(thing.pron or thing.det == "this" for thing in clause.roles.get("obj", ())):
        return False
    return facet.group != "sense" or not any(role in ("obj", "dat") or role.startswith("p:") for role in clause.roles)


def _of_phrases(sentence: Sentence, ground: Ground) -> Iterator[Side]:
    for phrase, first, last in phrases(sentence):
        facet = FACETS[phrase.facet]
        own = facet.group in OWNED or (phrase.sign < 0 and facet.group == "sense")
        found = bearer(sentence, (first, last), facet.of, ground, owner_first=own)
        if facet.group == "known" and (found is None or EVERYBODY & set(sentence.words[max(0, first - 3) : last + 1])):
            found = Mention(first, NOBODY), True
        clause = clause_at(sentence, first)
        heard = list(_listeners(clause, facet, ground)) if facet.name == KNOWING and clause is not None else []
        for mention in heard:
            yield Side(mention, facet, phrase.sign, "phrase", clause)
        if found is not None and not (heard and phrase.sign < 0 and found[0].id != NOBODY):
            yield Side(found[0], facet, phrase.sign, "phrase" if found[1] else "near", clause)


def _listeners(clause: Clause, facet: Facet, ground: Ground) -> Iterator[Mention]:
    """Who is told a thing, in a clause that tells of telling."""
    if clause.verb in TELLING and not clause.passive:
        for role in ("dat", "obj", "p:to"):
            for mention in clause.roles.get(role, ()):
                if mention.id and suits(mention, facet.of, ground):
                    yield mention


def phrases(sentence: Sentence) -> Iterator[tuple[Phrase, int, int]]:
    """The phrases that stand in a sentence and tell something as so, each with its first and its last word."""
    places: dict[str, list[int]] = {}
    for at, (lemma, word) in enumerate(zip(sentence.lems, sentence.words, strict=True)):
        places.setdefault(word, []).append(at)
        if lemma != word:
            places.setdefault(lemma, []).append(at)
    able = {phrase for word in places for phrase in PHRASES.get(word, ())}
    starts = [(at, word, phrase) for phrase in able for word in places.keys() & phrase.places[0].words for at in places[word]]
    for first, _, phrase in sorted(starts, key=lambda start: (start[0], start[1], start[2].number)):
        last = _last(phrase, sentence, first)
        if last is not None and _holds(phrase, sentence, first, last):
            yield phrase, first, last


def _last(phrase: Phrase, sentence: Sentence, first: int) -> int | None:
    """Where a phrase ends that begins here; None where it does not stand here."""
    at = first
    for place in phrase.places[1:]:
        for step in range(at + 1, min(at + 2 + GAP, len(sentence.lems))):
            here = {sentence.lems[step], sentence.words[step]}
            if here & place.barred or sentence.words[step] in (";", "."):
                return None
            if here & place.words:
                at = step
                break
        else:
            return None
    return None if phrase.barred & set(sentence.lems[at + 1 : at + 5]) else at


def _holds(phrase: Phrase, sentence: Sentence, first: int, last: int) -> bool:
    """Whether a phrase is told as so: not denied, not of the moment, no simile, no plan."""
    if phrase.sign > 0 and DENY & set(sentence.words[max(0, first - 3) : last + 1]):
        return False
    if phrase.sign < 0:
        if SIMILE & set(sentence.words[max(0, first - 6) : first]):
            return False
        if FACETS[phrase.facet].group in ACTIVE and MOMENT & set(sentence.words):
            return False
    denies = any(DENY & place.words for place in phrase.places)
    if not denies and DENY & set(sentence.words[max(0, first - 3) : first]):
        return False
    clause = clause_at(sentence, first)
    if clause is None:
        return True
    if clause.mood != "asserted" and not (clause.mood == "plan" and clause.gov == "have"):
        return False
    meant = clause.gov in TRIES or (clause.tense == "modal" and not clause.able)
    return clause.tense != "future" and not (meant and phrase.sign > 0)
