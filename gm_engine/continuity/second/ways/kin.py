"""Kin that exclude each other, kin of those who have none, offices that only one holds."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.kinship import (
    BLOOD,
    DATA,
    JOB,
    NARROW,
    NONE,
    SAME,
    L,
    agree,
    inverse,
    jobs,
    key_of,
    kin_of,
    lemmas_of,
    none_of,
    one,
    people_in,
    subjects_near,
    token_at,
)
from gm_engine.continuity.second.openings import both, either
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.vocabulary import lemma_phrases, phrases

HAS = {kind: lemma_phrases(patterns) for kind, patterns in DATA["has"].items()}
UNKIN, ONEBLOOD, TWINS, AGES = (lemma_phrases(DATA[k]) for k in ("unkin", "oneblood", "twins", "ages"))
YOUNGER, OLDER = (lemma_phrases(DATA[k]) for k in ("younger", "older"))
KINDRED = {"all": "kin"}
ALIKE = {kind: frozenset(word for words in SAME if kind in words for word in words) for kind in NARROW}
FIRM = phrases(DATA["firm"])


def _pairs(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    for whose, word, who, mods in kin_of(earlier, ground):
        for whose_now, word_now, who_now, more in kin_of(later, ground):
            firm = ":firm" if "only" in mods or "only" in more else ""
            if one(whose, whose_now) and who and one(who, who_now):
                if not agree(word, word_now):
                    yield Candidate("kin:pair:other", "kinship_role", f"{who} is {whose}'s {word}, then the {word_now}", who)
                elif word == word_now and (
                    ({"old", "elder", "big"} & set(mods) and {"young", "little", "kid"} & set(more))
                    or ({"young", "little", "kid"} & set(mods) and {"old", "elder", "big"} & set(more))
                ):
                    yield Candidate("kin:pair:age", "kinship_role", f"the older {word}, then the younger", who)
            elif who and who_now and one(whose, who_now) and one(who, whose_now) and not inverse(word, word_now):
                yield Candidate("kin:pair:turned", "kinship_role", f"{who} is {whose}'s {word}, then {whose} is {who}'s {word_now}", who)
            elif (
                one(whose, whose_now)
                and agree(word, word_now)
                and who
                and who_now
                and not one(who, who_now)
                and word == word_now
                and (word in L["parent"] | L["spouse"] or firm)
            ):
                yield Candidate(
                    f"kin:two:{'spouse' if word in L['spouse'] else 'parent' if word in L['parent'] else 'only'}",
                    "kinship_role",
                    f"{whose}'s {word} is {who}, then {who_now}",
                    whose,
                )


def _alive_parent(later: Sentence, who: str) -> bool:
    """Whether a parent of the one does something."""
    late = {"late", "dead", "die", "bury", "grave", "adoptive", "foster", "adopt", "remember", "memory", "portrait"} & set(later.lems)
    return not late and any(
        mention.lemma in L["parent"]
        and one(mention.owner, who)
        and mention in clause.roles.get("subj", ())
        and clause.tense in ("present", "past")
        and clause.verb not in ("be", "have")
        for clause in later.clauses
        for mention in later.mentions
    )


def _none_then(earlier: Sentence, later: Sentence, ground: Ground, order: str) -> Iterator[Candidate]:
    lacks = none_of(earlier, ground)
    if not lacks:
        return
    text = lemmas_of(later)
    for who, kind in lacks:
        words = ALIKE.get(kind) or L.get(kind, BLOOD)
        hits = [
            word
            for whose, word, _, _ in kin_of(later, ground)
            if one(whose, who) and (word in words or word == kind or (kind == "child" and word == "child"))
        ]
        if kind in ("parent", "all"):
            if _alive_parent(later, who):
                yield Candidate(
                    f"kin:none:{kind}:{order}", "kinship_role", f"{who} has no {KINDRED.get(kind, kind)}, then there is one", who
                )
            hits = [hit for hit in hits if hit not in L["parent"]] if kind == "all" else []
        if hits:
            yield Candidate(
                f"kin:none:{kind}:{order}", "kinship_role", f"{who} has no {KINDRED.get(kind, kind)}, then there is the {hits[0]}", who
            )
        elif (
            kind in HAS
            and (told := HAS[kind].search(text)) is not None
            and not NONE[kind].search(text)
            and any(one(key_of(mention), who) for mention in subjects_near(later, token_at(text, told.start()), ground))
        ):
            yield Candidate(
                f"kin:none-told:{kind}:{order}", "kinship_role", f"{who} has no {KINDRED.get(kind, kind)}, then one is told of", who
            )
        elif kind in HAS and any(
            mention.lemma in words
            for mention in later.mentions
            if mention.det in ("poss", "the") and mention.owner and one(mention.owner, who)
        ):
            yield Candidate(
                f"kin:none-near:{kind}:{order}", "kinship_role", f"{who} has no {KINDRED.get(kind, kind)}, then one is there", who
            )


def _strangers(earlier: Sentence, later: Sentence, ground: Ground, order: str) -> Iterator[Candidate]:
    """No kin at all against brothers; twins against the older one."""
    text, text_now = lemmas_of(earlier), lemmas_of(later)
    people = sorted(
        {key_of(mention) for mention in people_in(earlier, ground)}
        | {key_of(mention) for mention in earlier.mentions if mention.pron and mention.id and mention.id != "you"}
    )
    if UNKIN.search(text):
        tied = BLOOD | L["made"] | L["spouse"] if "marriage" in earlier.lems else BLOOD
        owners = {who for who, word, _, _ in kin_of(later, ground) if word in tied} | {
            relative for _, word, relative, _ in kin_of(later, ground) if word in tied and relative
        }
        both = [who for who in people if any(one(who, whose) or whose.startswith(who + "_") for whose in owners)]
        if len(both) >= 2 or (ONEBLOOD.search(text_now) and len([who for who in people if any(one(who, id_) for id_ in later.ids)]) >= 2):
            yield Candidate(f"kin:unkin:both:{order}", "kinship_role", "they are no kin, then of one blood", people[0])
        elif any(
            word in tied and relative and any(one(who, whose) or one(who, relative) for who in people) and not relative.startswith(whose)
            for whose, word, relative, _ in kin_of(later, ground)
        ):
            yield Candidate(f"kin:unkin:one:{order}", "kinship_role", "they are no kin, then kin", people[0])
    if (
        TWINS.search(text)
        and AGES.search(text_now)
        and not TWINS.search(text_now)
        and len([who for who in people if any(one(who, id_) for id_ in later.ids)]) >= 2
    ):
        yield Candidate(
            f"kin:twins:{'named' if 'twin' in earlier.lems else 'told'}:{order}",
            "kinship_role",
            "they are twins, then one is the older",
            people[0],
        )


def _rank(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """The younger in one telling, the elder in the other."""
    for first, second in ((YOUNGER, OLDER), (OLDER, YOUNGER)):
        here, there = first.search(lemmas_of(earlier)), second.search(lemmas_of(later))
        if here and there and not first.search(lemmas_of(later)) and not second.search(lemmas_of(earlier)):
            ours = [m for m in subjects_near(earlier, token_at(lemmas_of(earlier), here.start()), ground) if m.id or m.name]
            theirs = [m for m in subjects_near(later, token_at(lemmas_of(later), there.start()), ground) if m.id or m.name]
            if who := next((key_of(m) for m in ours for n in theirs if one(key_of(m), key_of(n))), ""):
                yield Candidate("kin:rank", "kinship_role", f"{who} is the younger in one, and the elder in the other", who)


def _offices(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    ours, theirs = jobs(earlier, ground), jobs(later, ground)
    if not ours or not theirs:
        return
    firm = bool(FIRM.search(earlier.text)) + bool(FIRM.search(later.text))
    for who, group, word in ours:
        for now, other, said in theirs:
            if one(who, now) and group != other and ("under" not in (group, other) or "command" in (group, other)):
                if not {group, other} <= {"owner", "boss", "command", "trade"} or (firm == 2 and "own" in word + said):
                    yield Candidate(f"kin:job:firm{firm}", "kinship_role", f"{who} is told of as {word}, then as {said}", now)
            elif group == other and not one(who, now) and group in ("command", "boss", "owner", "cook") and firm:
                shared = [
                    mention
                    for mention in earlier.mentions
                    for noun in later.mentions
                    if (mention.id and mention.id == noun.id and mention.id != "you" and ground.kind(mention.id) != "character")
                    or (
                        not mention.pron
                        and mention.lemma == noun.lemma
                        and mention.lemma not in JOB
                        and mention.nums == noun.nums
                        and mention.lemma not in ("year", "man", "day", "one", "time")
                    )
                ]
                if shared:
                    yield Candidate(
                        f"kin:office:{'word' if word == said else 'group'}:firm{firm}",
                        "kinship_role",
                        f"the {word} is {who}, then {now}",
                        now,
                    )


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """The ways in which the later sentence may give somebody other kin or another office."""
    yield from _pairs(earlier, later, ground)
    yield from _offices(earlier, later, ground)
    yield from _rank(earlier, later, ground)
    for first, second, order in ((earlier, later, "ab"), (later, earlier, "ba")):
        yield from _none_then(first, second, ground, order)
        yield from _strangers(first, second, ground, order)


def _apart(sent: Sentence, _ground: Ground) -> bool:
    text = lemmas_of(sent)
    return bool(UNKIN.search(text) or TWINS.search(text))


def _ranked(sent: Sentence, _ground: Ground) -> bool:
    text = lemmas_of(sent)
    return bool(YOUNGER.search(text) or OLDER.search(text))


OPENINGS = (*both(kin_of, jobs, _ranked), *either(none_of), *either(_apart))
