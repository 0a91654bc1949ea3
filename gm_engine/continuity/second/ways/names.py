"""One person or thing under two names, one face under the mask, one deed of two doers."""

import re
from collections.abc import Iterator
from dataclasses import replace

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.telling import kept
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import MONTHS, WEEKDAYS, cat

DATA = lists("names")
L = {k: frozenset(v) for k, v in DATA.items() if k not in ("same_deed", "canon")}
CALENDAR = WEEKDAYS | MONTHS
CALLINGS = frozenset(w for words in lists("kin")["jobs"].values() for w in words) | {"quartermaster", "liveryman"}
CANON = {w: one for one, words in lists("names")["canon"].items() for w in words}
DEED = {w: n for n, words in reversed(list(enumerate(DATA["same_deed"]))) for w in words}
ONLY = re.compile(
    r"\b(?:only|(?:no|nothing|nobody|no one|any) (?:other|else)|ever since|always|true|real|full|born|christened|baptized|since (?:the|her|his|its)|given|never|parents|as a pup|one and|nor)\b",
    re.I,
)
SOLE = re.compile(
    r"\b(?:it (?:was|is)|alone|only|nobody else|no one else|never|every (?:one|line|word)|by (?:his|her) own|himself|herself|the (?:author|work|hand|man who|woman who|one who)|not)\b",
    re.I,
)


@kept("_names_runs")
def names(sent: Sentence, ctx: Ground) -> Iterator[tuple[tuple[str, ...], int, str]]:
    """(words of the name without titles, place of its last word, id) of each name in the sentence."""
    by_at = {m.at: m for m in sent.mentions}
    i = 0
    while i < len(sent.raw):
        j = i
        while (
            j < len(sent.raw)
            and sent.raw[j][:1].isupper()
            and (sent.pos[j] == "PROPN" or (j in by_at and by_at[j].name))
            and len(sent.raw[j].strip("*.")) > 1
            and sent.raw[j].lower() not in CALENDAR
        ):
            j += 1
        if j > i:
            words = tuple(
                w for k in range(i, j) for part in sent.raw[k].lower().split() if (w := part.strip("*.'")) and w not in L["titles"]
            )
            while len(words) > 1 and cat(words[0]) == "person" and words[0] in CALLINGS:
                words = words[1:]
            owner = next((by_at[k] for k in range(j - 1, i - 1, -1) if k in by_at), None)
            if words:
                yield words, j - 1, owner.id if owner is not None else ""
        i = max(j, i + 1)


def _place(id_: str, ctx: Ground) -> bool:
    return bool(id_) and (id_ == "you" or ctx.kind(id_) in ("place", "faction"))


def other(a: tuple[str, ...], b: tuple[str, ...]) -> str:
    """How two names differ: "given" (one surname), "whole" (no word in common), or ""."""
    if set(a) & set(b):
        long = (
            len(a) > 1
            and len(b) > 1
            and a[-1] == b[-1]
            and a[0] != b[0]
            and not a[0].startswith(b[0].strip("."))
            and not b[0].startswith(a[0].strip("."))
        )
        return "given" if long and not set(a[:-1]) & set(b[:-1]) else ""
    return "whole"


def _common(sent: Sentence, m: Mention) -> Mention:
    """The mention by its common noun, where the passage has taken "mare" in "my mare, Biscuit" for the name."""
    i = m.at
    return replace(m, lemma=sent.lems[i], name=False) if m.name and sent.pos[i] == "NOUN" and sent.raw[i].islower() else m


@kept("_names_kinds")
def kinds(sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, tuple[str, ...], str]]:
    """(noun, name, id) where the name stands beside the noun, or is said to be its name."""
    runs = names(sent, ctx)
    by_at = {m.at: m for m in sent.mentions}
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
        title = next(
            (
                sent.raw[k].lower()
                for k in range(first, last)
                if cat(sent.raw[k].lower()) == "person"
                and sent.raw[k].lower() in L["titles"] - {"miss", "lady", "lord", "old", "young", "little", "big", "saint", "sir"}
            ),
            "",
        )
        if title and len(words) > 1:
            yield Mention(last, title, det="the"), words, id_
        m = by_at.get(last)
        for noun in (_common(sent, m) for m in sent.mentions):
            if noun.name or noun.pron or cat(noun.lemma) not in L["kinds"] or noun.plural or noun.det == "other":
                continue
            at = noun.at
            beside = m is not None and (
                any(w == noun.lemma or (i and i == noun.id) for w, i in m.appos)
                or (sent.deps[at] == "appos" and sent.heads[at] == last)
                or (sent.deps[last] == "appos" and sent.heads[last] == at)
            )
            if (beside and "," in sent.raw[min(at, last) : max(at, last)]) or (beside and abs(at - last) == 1):
                yield noun, words, id_
    for c in sent.clauses:
        if c.mood != "asserted" or c.neg or c.verb not in ("be", "name", "call", "christen", "baptize"):
            continue
        for n in c.roles.get("attr", ()):
            words = next(((w, i) for w, at, i in runs if at == n.at), None)
            for s in (*c.roles.get("subj", ()), *(c.roles.get("obj", ()) if c.verb != "be" else ())):
                if (
                    words
                    and not s.name
                    and not s.pron
                    and s.lemma not in ("name", "man", "woman", "one")
                    and s.det in ("the", "poss", "this")
                ):
                    yield s, *words


def _nameable(m: Mention) -> bool:
    """Whether the noun is of what bears a name of its own."""
    return cat(m.lemma) in ("person", "animal") or m.lemma in L["nameable"]


@kept("_names_told")
def told(sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, tuple[str, ...]]]:
    """(who or what, name) of a sentence about a name; a pronoun takes the one of the sentence before along."""
    if L["alias"] & (set(sent.lems) | set(sent.words)):
        return
    if not (set(sent.lems) | set(sent.words)) & L["naming"]:
        yield from (
            (m, (w,))
            for m in sent.mentions
            if m.name and m.id and not m.owner
            for w, i in m.appos
            if not i and any(n.name and n.lemma == w for n in sent.mentions) and w not in m.id.split("_")
        )
        return
    if not (set(sent.lems) | set(sent.words)) & L["strong"] and not ONLY.search(sent.text):
        return
    anchors = [m for m in sent.mentions if not m.pron and not m.name and m.lemma not in L["vague"] and not m.plural and _nameable(m)]
    anchors += [Mention(m.at, m.owner.split("_")[-1], m.owner, 80, det="the") for m in sent.mentions if m.owner and m.owner != "you"]
    if sent.before is not None and any(
        m.pron and m.lemma in ("he", "she", "it", "his", "her", "him", "its", "they") for m in sent.mentions
    ):
        anchors += [
            m for m in sent.before.mentions if not m.pron and not m.name and m.lemma not in L["vague"] and m.det != "other" and _nameable(m)
        ]
    anchors += [
        Mention(m.at, m.id.split("_")[-1], m.id, m.sure, det="the")
        for m in sent.mentions
        if m.pron and m.id and m.id != "you" and m.sure >= 40
    ]
    anchors += [m for m in sent.mentions if m.name and m.id and ctx.kind(m.id) == "character"]
    runs = [words for words, _, id_ in names(sent, ctx) if not _place(id_, ctx)]
    yield from (
        (a, words) for a in anchors for words in runs if a.lemma not in words and (not a.id or not set(a.id.split("_")) & set(words))
    )


def _two_names(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    only = "only" if ONLY.search(earlier.text) or ONLY.search(later.text) else "plain"
    for noun, name, id_ in kinds(earlier, ctx):
        for n, called, id2 in kinds(later, ctx):
            if (
                CANON.get(noun.lemma, noun.lemma) != CANON.get(n.lemma, n.lemma)
                or n.det in ("a", "other", "no")
                or noun.plural
                or n.plural
                or _place(id_, ctx) != _place(id2, ctx)
            ):
                continue
            how = other(name, called)
            if not how or (noun.owner and n.owner and noun.owner != n.owner):
                continue
            tie = (
                "owner"
                if noun.owner and noun.owner == n.owner
                else "mods"
                if set(noun.mods) & set(n.mods) or set(noun.of) & set(n.of)
                else "bare"
            )
            yield Candidate(
                f"name:kind:{how}:{tie}", "name_identity", f"the {n.lemma}: {' '.join(name)}, then {' '.join(called)}", id2 or called[-1]
            )
    ta, tb = told(earlier, ctx), told(later, ctx)
    pairs = [(a, b) for a in ta for b in tb]
    pairs += [(a, (n, w)) for a in ta for n, w, i in kinds(later, ctx) if not _place(i, ctx)] + [
        ((n, w), b) for n, w, i in kinds(earlier, ctx) if not _place(i, ctx) for b in tb
    ]
    for (a, name), (b, called) in pairs:
        if (
            ident(a, b) >= 1.2
            or (a.lemma == b.lemma and b.det in ("the", "this", "poss", "") and not (a.mods and b.mods and not set(a.mods) & set(b.mods)))
        ) and (how := other(name, called)):
            if not any(other(x, called) == "" for x, _, _ in names(earlier, ctx)) and not any(
                other(x, name) == "" for x, _, _ in names(later, ctx)
            ):
                yield Candidate(
                    f"name:told:{how}:{only}", "name_identity", f"{b.lemma}: {' '.join(name)}, then {' '.join(called)}", b.id or b.lemma
                )


def _given_names(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """One surname with two given names, beside a noun or a word that both sentences share."""
    for a, _, i in names(earlier, ctx):
        for b, _, j in names(later, ctx):
            if other(a, b) == "given" and not _place(i, ctx) and not _place(j, ctx):
                shared = [w for w in earlier.lemmas & later.lemmas if ctx.rare(w) >= 2.0 and w not in a and w not in b]
                kin = {
                    "brother",
                    "sister",
                    "son",
                    "daughter",
                    "father",
                    "mother",
                    "wife",
                    "husband",
                    "cousin",
                    "widow",
                    "uncle",
                    "aunt",
                    "nephew",
                    "twin",
                } & (set(earlier.lems) | set(later.lems))
                if shared:
                    yield Candidate(
                        f"name:surname:{'many' if len(shared) > 1 else 'one'}" + (":kin" if kin else ""),
                        "name_identity",
                        f"{' '.join(a)} and {' '.join(b)}",
                        j or b[-1],
                    )


@kept("_names_faces")
def faces(sent: Sentence, ctx: Ground) -> Iterator[tuple[str, tuple, tuple]]:
    """("mask" or "dead", the names told, the things told of) where a face is bared or a body known; the sentence before may tell of it."""
    for scope in (sent, sent.before):
        words = set(scope.lems) | set(scope.words) if scope is not None else set()
        how = "mask" if words & L["reveal"] else "dead" if "dead" in words else ""
        if not how or (scope is not sent and not any(c.verb in ("be", "read", "have") for c in sent.clauses)):
            continue
        told_of = [
            n
            for n in names(sent, ctx)
            if not _place(n[2], ctx) and (n[1] + 1 >= len(sent.raw) or sent.raw[n[1] + 1] not in ("'s", "\u2019s"))
        ]
        things = [
            m
            for part in {id(x): x for x in (sent, scope)}.values()
            for m in part.mentions
            if not m.pron and not m.name and m.lemma not in L["reveal"] and (how == "mask" or "dead" in m.mods)
        ]
        if told_of and things:
            yield how, tuple(told_of), tuple(things)
            return


def _unmasked(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """Whose face it was, whose body it was: other names in the two tellings."""
    for how, one, things in faces(earlier, ctx):
        for way, two, others in faces(later, ctx):
            shared = [m for m in things for n in others if ident(m, n) >= 1.2]
            if how == way and shared and all(other(a[0], b[0]) == "whole" and (a[2] != b[2] or not a[2]) for a in one for b in two):
                both = all({c.verb for c in x.clauses} & {"be", "see", "read", "know", "recognize", "recognise"} for x in (earlier, later))
                yield Candidate(
                    f"name:{how}:{'told' if both else 'loose'}",
                    "name_identity",
                    f"{shared[0].lemma}: {' '.join(one[0][0])}, then {' '.join(two[0][0])}",
                    shared[0].id or shared[0].lemma,
                )
    if any(w == "initial" and p == "NOUN" for w, p in zip(later.lems, later.pos)):
        letters = {w.lower() for w in later.raw if len(w) == 1 and w.isupper() and w not in ("I", "A")}
        who = [m for x in (later, later.before) if x is not None for m in x.mentions]
        for words, _, _ in names(earlier, ctx):
            if (
                letters
                and len(words) > 1
                and not letters & {w[0] for w in words}
                and any(ident(m, n) >= 1.2 for m in earlier.mentions for n in who if not n.name and not n.pron and cat(n.lemma) == "person")
            ):
                yield Candidate("name:initials", "name_identity", f"initials that are not those of {' '.join(words)}", words[-1])


@kept("_names_deeds")
def deeds(sent: Sentence, ctx: Ground) -> Iterator[tuple[str, int, Mention]]:
    """(doer, deed, what it was done to); clefts and "the man who … was X" too."""
    for c in sent.clauses:
        if c.mood != "asserted" or c.neg or c.verb not in DEED or c.tense in ("future", "modal"):
            continue
        doers = [m for m in c.roles.get("subj", ()) if (m.id and m.id != "you") or m.name]
        if not doers or all(m.pron and m.lemma in ("it", "that", "who") for m in doers):
            doers = [
                n
                for d in sent.clauses
                if d.verb == "be" and not d.neg
                for n in d.roles.get("attr", ())
                if (n.name or n.id or (n.det == "the" and cat(n.lemma) == "person")) and n.id != "you"
            ]
        for o in (*c.roles.get("obj", ()), *c.roles.get("p:of", ()), *c.roles.get("p:to", ())):
            if o.lemma in ("one", "line", "word", "bundle", "all") and o.of:
                o = next((x for x in sent.mentions if x.lemma == o.of[0] and x.at > o.at), o)
            yield from ((d.id or d.lemma, DEED[c.verb], o) for d in doers if d is not o and not o.pron)
    for m in sent.mentions:
        if m.lemma in ("author", "writer", "killer", "murderer", "thief", "robber", "builder", "painter", "poisoner") and (m.of or m.owner):
            group = {
                "author": 0,
                "writer": 0,
                "killer": 1,
                "murderer": 1,
                "thief": 2,
                "robber": 2,
                "builder": 3,
                "painter": 5,
                "poisoner": 8,
            }[m.lemma]
            done = [o for o in sent.mentions if o.lemma in m.of]
            yield from (
                (n.id or n.lemma, group, o)
                for c in sent.clauses
                if c.verb == "be" and not c.neg
                for n in (*c.roles.get("attr", ()), *c.roles.get("subj", ()))
                if n.name
                for o in done
            )
        if m.lemma in ("work", "doing", "handiwork") and (m.owner or m.ownerlemma):
            yield from (
                (m.owner or m.ownerlemma, 0, o) for c in sent.clauses if m in c.roles.get("attr", ()) for o in c.roles.get("subj", ())
            )


def _two_doers(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    sole = "sole" if SOLE.search(earlier.text) or SOLE.search(later.text) else "plain"
    for who, deed, what in deeds(earlier, ctx):
        for now, done, thing in deeds(later, ctx):
            if deed != done or set(who.split("_")) & set(now.split("_")) or (what.lemma != thing.lemma and ident(what, thing) < 2):
                continue
            x = ident(what, thing)
            if (x >= 1.2 or (what.plural and thing.plural)) and (x >= 2 or sole == "sole"):
                yield Candidate(
                    f"name:deed:{'sure' if x >= 2 else 'loose'}:{sole}:{'high' if ctx.overlap(earlier, later) >= 5 else 'low'}",
                    "name_identity",
                    f"{thing.lemma}: {who}, then {now}",
                    now,
                )


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """The ways in which B may name another than A."""
    seen: set[str] = set()
    for fn in (_two_names, _given_names, _unmasked, _two_doers):
        for cand in fn(earlier, later, ctx):
            if cand.type not in seen:
                seen.add(cand.type)
                yield cand
