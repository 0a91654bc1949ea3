"""What a sentence says about names: who bears which, whose face it was, who did a deed."""

import re
from collections.abc import Iterator
from dataclasses import replace

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.telling import kept
from gm_engine.continuity.second.vocabulary import lists, phrases
from gm_engine.continuity.second.words import MONTHS, WEEKDAYS, cat

Run = tuple[tuple[str, ...], int, str]
"""A name in a sentence: its words without titles, the place of its last word, and the id."""
DATA = lists("names")
L = {k: frozenset(v) for k, v in DATA.items() if k not in ("same_deed", "canon", "doers", "only", "sole", "by_name")}
CALENDAR = WEEKDAYS | MONTHS
CALLINGS = frozenset(w for words in lists("kin")["jobs"].values() for w in words) | {"quartermaster", "liveryman"}
DEED = {w: n for n, words in reversed(list(enumerate(DATA["same_deed"]))) for w in words}
DOERS: dict[str, int] = DATA["doers"]
POSSESSIVE = (("'s",), ("’s",), ("'",), ("’",))
"""What follows a name whose owner is told, not who is called so: "the gray hair is Rafferty's"."""
BY_NAME = re.compile(r"(?:" + "|".join(DATA["by_name"]) + r") (?:just |simply |only )?\W*$")
ONLY = phrases(DATA["only"])


@kept("_names_runs")
def names(sent: Sentence, _ground: Ground) -> Iterator[Run]:
    """(words of the name without titles, place of its last word, id) of each name in the sentence."""
    by_at = {mention.at: mention for mention in sent.mentions}
    start = 0
    while start < len(sent.raw):
        end = start
        while (
            end < len(sent.raw)
            and sent.raw[end][:1].isupper()
            and (sent.pos[end] == "PROPN" or (end in by_at and by_at[end].name))
            and len(sent.raw[end].strip("*.")) > 1
            and sent.raw[end].lower() not in CALENDAR
        ):
            end += 1
        if end > start:
            words = tuple(
                word
                for at in range(start, end)
                for part in sent.raw[at].lower().split()
                if (word := part.strip("*.'")) and word not in L["titles"]
            )
            while len(words) > 1 and cat(words[0]) == "person" and words[0] in CALLINGS:
                words = words[1:]
            owner = next((by_at[at] for at in range(end - 1, start - 1, -1) if at in by_at), None)
            if words:
                yield words, end - 1, owner.id if owner is not None else ""
        start = max(end, start + 1)


def is_place(id_: str, ground: Ground) -> bool:
    return bool(id_) and (id_ == "you" or ground.kind(id_) in ("place", "faction"))


def other(ours: tuple[str, ...], theirs: tuple[str, ...]) -> str:
    """How two names differ: "given" (one surname), "whole" (no word in common), or ""."""
    if set(ours) & set(theirs):
        long = (
            len(ours) > 1
            and len(theirs) > 1
            and ours[-1] == theirs[-1]
            and ours[0] != theirs[0]
            and not ours[0].startswith(theirs[0].strip("."))
            and not theirs[0].startswith(ours[0].strip("."))
        )
        return "given" if long and not set(ours[:-1]) & set(theirs[:-1]) else ""
    return "whole"


def _common(sent: Sentence, mention: Mention) -> Mention:
    """The mention by its common noun, where the passage has taken "mare" in "my mare, Biscuit" for the name."""
    at = mention.at
    return (
        replace(mention, lemma=sent.lems[at], name=False) if mention.name and sent.pos[at] == "NOUN" and sent.raw[at].islower() else mention
    )


@kept("_names_kinds")
def kinds(sent: Sentence, ground: Ground) -> Iterator[tuple[Mention, tuple[str, ...], str]]:
    """(noun, name, id) where the name stands beside the noun, or is said to be its name."""
    runs = names(sent, ground)
    by_at = {mention.at: mention for mention in sent.mentions}
    for words, last, id_ in runs:
        first = last
        while first > 0 and sent.raw[first - 1][:1].isupper():
            first -= 1
        noun = by_at.get(first - 1)
        if (
            noun is not None
            and not noun.name
            and sent.pos[first - 1] == "NOUN"
            and cat(noun.lemma) in L["kinds"]
            and sent.raw[first - 1].islower()
        ):
            yield noun, words, id_
        if (bearer := _by_name(sent, first)) is not None:
            yield bearer, words, id_
        title = next(
            (
                sent.raw[at_].lower()
                for at_ in range(first, last)
                if cat(sent.raw[at_].lower()) == "person"
                and sent.raw[at_].lower() in L["titles"] - {"miss", "lady", "lord", "old", "young", "little", "big", "saint", "sir"}
            ),
            "",
        )
        if title and len(words) > 1:
            yield Mention(last, title, det="the"), words, id_
        mention = by_at.get(last)
        for noun in (_common(sent, mention) for mention in sent.mentions):
            if noun.name or noun.pron or not _kind(noun) or noun.plural or noun.det == "other":
                continue
            at = noun.at
            beside = mention is not None and (
                any(word == noun.lemma or (id_2 and id_2 == noun.id) for word, id_2 in mention.appos)
                or (sent.deps[at] == "appos" and sent.heads[at] == last)
                or (sent.deps[last] == "appos" and sent.heads[last] == at)
            )
            if (beside and "," in sent.raw[min(at, last) : max(at, last)]) or (beside and abs(at - last) == 1):
                yield noun, words, id_
    for clause in sent.clauses:
        if clause.mood != "asserted" or clause.neg or clause.verb not in ("be", "name", "call", "christen", "baptize"):
            continue
        for peer in clause.roles.get("attr", ()):
            run = next((run for run in runs if run[1] == peer.at), None)
            for subject in (*clause.roles.get("subj", ()), *(clause.roles.get("obj", ()) if clause.verb != "be" else ())):
                if (
                    run is not None
                    and tuple(sent.words[run[1] + 1 : run[1] + 2]) not in POSSESSIVE
                    and not subject.name
                    and not subject.pron
                    and subject.lemma not in ("name", "man", "woman", "one")
                    and subject.det in ("the", "poss", "this")
                ):
                    yield subject, run[0], run[2]


def _by_name(sent: Sentence, first: int) -> Mention | None:
    """The noun of "a clerk by the name of X", "the clerk, who is called X", "the clerk, whose name … is X"."""
    before = " ".join(sent.words[max(0, first - 6) : first]) + " "
    if not BY_NAME.search(before) and not ("whose name" in " ".join(sent.words[:first]) and sent.lems[first - 1] == "be"):
        return None
    near = [m for m in sent.mentions if m.at < first and not m.pron and not m.name and m.lemma not in L["not_the_bearer"] and _kind(m)]
    if "whose" in sent.words[:first]:
        near = [m for m in near if m.at < sent.words.index("whose")]
    return near[-1] if near and first - near[-1].at <= (7 if "whose" not in sent.words[:first] else 14) else None


def _kind(mention: Mention) -> bool:
    """Whether the noun is of a kind of which each has a name."""
    return cat(mention.lemma) in L["kinds"] or mention.lemma in L["nameable"]


def _nameable(mention: Mention) -> bool:
    """Whether the noun is of what bears a name of its own."""
    return cat(mention.lemma) in ("person", "animal") or mention.lemma in L["nameable"]


def _persons(sent: Sentence, ground: Ground) -> list[Mention]:
    """The people that a sentence tells of, by name or by what they are."""
    return [m for m in sent.mentions if m.id != "you" and (ground.kind(m.id) == "character" or (not m.pron and cat(m.lemma) == "person"))]


@kept("_names_told")
def told(sent: Sentence, ground: Ground) -> Iterator[tuple[Mention, tuple[str, ...]]]:
    """(who or what, name) of a sentence about a name; a pronoun takes the one of the sentence before along."""
    if L["alias"] & (set(sent.lems) | set(sent.words)):
        return
    if not (set(sent.lems) | set(sent.words)) & L["naming"]:
        yield from (
            (mention, (word,))
            for mention in sent.mentions
            if mention.name and mention.id and not mention.owner
            for word, id_2 in mention.appos
            if not id_2 and any(noun.name and noun.lemma == word for noun in sent.mentions) and word not in mention.id.split("_")
        )
        return
    if not (set(sent.lems) | set(sent.words)) & L["strong"] and not ONLY.search(sent.text):
        return
    anchors = [
        mention
        for mention in sent.mentions
        if not mention.pron and not mention.name and mention.lemma not in L["vague"] and not mention.plural and _nameable(mention)
    ]
    anchors += [
        Mention(mention.at, mention.owner.split("_")[-1], mention.owner, 80, det="the")
        for mention in sent.mentions
        if mention.owner and mention.owner != "you"
    ]
    human = bool({"he", "she", "his", "him"} & set(sent.words)) and sent.before is not None and bool(_persons(sent.before, ground))
    if sent.before is not None and any(
        mention.pron and mention.lemma in ("he", "she", "it", "his", "her", "him", "its", "they") for mention in sent.mentions
    ):
        anchors += [
            mention
            for mention in sent.before.mentions
            if not mention.pron
            and not mention.name
            and mention.lemma not in L["vague"]
            and mention.det != "other"
            and _nameable(mention)
            and not (human and cat(mention.lemma) != "person")
        ]
    anchors += [
        Mention(mention.at, mention.id.split("_")[-1], mention.id, mention.sure, det="the")
        for mention in sent.mentions
        if mention.pron and mention.id and mention.id != "you" and mention.sure >= 40
    ]
    anchors += [mention for mention in sent.mentions if mention.name and mention.id and ground.kind(mention.id) == "character"]
    runs = [words for words, _, id_ in names(sent, ground) if not is_place(id_, ground)]
    yield from (
        (anchor, words)
        for anchor in anchors
        for words in runs
        if anchor.lemma not in words and (not anchor.id or not set(anchor.id.split("_")) & set(words))
    )


@kept("_names_faces")
def faces(sent: Sentence, ground: Ground) -> Iterator[tuple[str, tuple[Run, ...], tuple[Mention, ...]]]:
    """("mask" or "dead", the names told, the things told of) where a face is bared or a body known; the sentence before may tell of it."""
    for scope in (sent, sent.before):
        words = set(scope.lems) | set(scope.words) if scope is not None else set()
        how = "mask" if words & L["reveal"] or "masked" in words else "dead" if words & ({"dead"} | L["dead_words"]) else ""
        if not how or (scope is not sent and not any(clause.verb in ("be", "read", "have") for clause in sent.clauses)):
            continue
        told_of = [
            run
            for run in names(sent, ground)
            if not is_place(run[2], ground)
            and (how == "mask" or run[1] + 1 >= len(sent.raw) or sent.raw[run[1] + 1] not in ("'s", "\u2019s"))
        ]
        things = [
            mention
            for part in ((sent,) if scope is sent or scope is None else (sent, scope))
            for mention in part.mentions
            if not mention.pron
            and not mention.name
            and mention.lemma not in L["reveal"]
            and (how == "mask" or "dead" in mention.mods or (words & L["dead_words"] and mention.lemma not in L["dead_words"]))
        ]
        if told_of and things:
            yield how, tuple(told_of), tuple(things)
            return


@kept("_names_deeds")
def deeds(sent: Sentence, _ground: Ground) -> Iterator[tuple[str, int, Mention]]:
    """(doer, deed, what it was done to); clefts and "the man who … was X" too."""
    for clause in sent.clauses:
        if clause.mood != "asserted" or clause.neg or clause.verb not in DEED or clause.tense in ("future", "modal"):
            continue
        doers = [mention for mention in clause.roles.get("subj", ()) if (mention.id and mention.id != "you") or mention.name]
        if not doers or all(mention.pron and mention.lemma in ("it", "that", "who") for mention in doers):
            doers = [
                named
                for doer in sent.clauses
                if doer.verb == "be" and not doer.neg
                for named in doer.roles.get("attr", ())
                if (named.name or named.id or (named.det == "the" and cat(named.lemma) == "person")) and named.id != "you"
            ]
        for thing in (*clause.roles.get("obj", ()), *clause.roles.get("p:of", ()), *clause.roles.get("p:to", ())):
            if thing.lemma in ("one", "line", "word", "bundle", "all") and thing.of:
                thing = next((mention for mention in sent.mentions if mention.lemma == thing.of[0] and mention.at > thing.at), thing)
            yield from ((doer.id or doer.lemma, DEED[clause.verb], thing) for doer in doers if doer is not thing and not thing.pron)
    for mention in sent.mentions:
        if mention.lemma in DOERS and (mention.of or mention.owner):
            group = DOERS[mention.lemma]
            done = [thing for thing in sent.mentions if thing.lemma in mention.of]
            yield from (
                (named.id or named.lemma, group, thing)
                for clause in sent.clauses
                if clause.verb == "be" and not clause.neg
                for named in (*clause.roles.get("attr", ()), *clause.roles.get("subj", ()))
                if named.name
                for thing in done
            )
        if mention.lemma in ("work", "doing", "handiwork") and (mention.owner or mention.ownerlemma):
            yield from (
                (mention.owner or mention.ownerlemma, 0, thing)
                for clause in sent.clauses
                if mention in clause.roles.get("attr", ())
                for thing in clause.roles.get("subj", ())
            )
