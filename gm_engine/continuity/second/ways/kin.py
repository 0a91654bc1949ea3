"""Kin that exclude each other, kin of those who have none, offices that only one holds."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.telling import kept, lemma_text
from gm_engine.continuity.second.vocabulary import lists

DATA = lists("kin")
L = {k: frozenset(DATA[k]) for k in ("spouse", "sibling", "child", "parent", "far", "made", "young")}
KIN = L["spouse"] | L["sibling"] | L["child"] | L["parent"] | L["far"] | L["made"]
BLOOD = L["sibling"] | L["child"] | L["parent"] | L["far"]
SAME = [frozenset(s) for s in DATA["same"]]
JOB = {w: group for group, words in DATA["jobs"].items() for w in words}
INVERSE = (
    (L["parent"], L["child"]),
    (L["spouse"], L["spouse"]),
    (frozenset(("uncle", "aunt")), frozenset(("nephew", "niece"))),
    (frozenset(("grandfather", "grandmother", "granny", "grandpa", "nana")), L["child"]),
    (frozenset(("cousin", "kinsman", "kinswoman", "relative", "relation")),) * 2,
    (L["sibling"] - {"nephew", "niece"},) * 2,
    (L["made"], L["made"] | L["child"] | L["parent"]),
)


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile(r"(?<= )(?:" + "|".join(patterns) + r")(?= )")


NONE = {kind: _any(patterns) for kind, patterns in DATA["none"].items()}
HAS = {kind: _any(patterns) for kind, patterns in DATA["has"].items()}
UNKIN, ONEBLOOD, TWINS, AGES = (_any(DATA[k]) for k in ("unkin", "oneblood", "twins", "ages"))
FIRM = re.compile(
    r"\b(?:since|ever|every|always|only|one|never|years?|outright|all (?:his|her|their) (?:life|days)|sole|from (?:the|its) (?:day|first)|first to last|lifelong)\b",
    re.I,
)


def _text(sent: Sentence) -> str:
    return lemma_text(sent).replace(" n't ", " not ")


def _person(m: Mention, ctx: Ground) -> bool:
    return m.id != "you" and (ctx.kind(m.id) == "character" if m.id else m.name)


def _key(m: Mention) -> str:
    return m.id or m.lemma


def _people(sent: Sentence, ctx: Ground) -> list[Mention]:
    return [m for m in sent.mentions if _person(m, ctx)]


def one(a: str, b: str) -> bool:
    """Whether two keys may name one person: the same, or the words of one among the other's."""
    if a == b:
        return bool(a)
    wa, wb = set(a.replace("-", "_").split("_")), set(b.replace("-", "_").split("_"))
    return bool(a and b) and (wa <= wb or wb <= wa) and not (wa ^ wb) & KIN


def _subjects(sent: Sentence, at: int, ctx: Ground) -> list[Mention]:
    """The subject of the clause about the token ``at``, else the first person of the sentence, else of the one before."""
    near = sorted(
        (c for c in sent.clauses if (c.roles.get("subj") or c.roles.get("obj")) and c.tense != "vbn"), key=lambda c: (abs(c.at - at), c.at)
    )
    for c in near[:1]:
        if c.roles.get("subj") and abs(c.at - at) <= 3 and not any(_person(m, ctx) or m.pron for m in c.roles["subj"]):
            return []
        who = [m for m in (c.roles.get("subj") or c.roles.get("obj", [])) if _person(m, ctx) or (m.pron and m.id and m.id != "you")]
        if who:
            return who
    return _people(sent, ctx)[:1] or (_people(sent.before, ctx)[:1] if sent.before is not None else [])


def _token(text: str, at: int) -> int:
    return text[:at].count(" ") - 1


@kept("_kin_none")
def none_of(sent: Sentence, ctx: Ground) -> Iterator[tuple[str, str]]:
    """(who, kind of kin that one has not)."""
    text = _text(sent)
    if sent.words[:1] == ("had",):
        return
    for kind, pattern in NONE.items():
        found = pattern.search(text)
        if found:
            owners = [m.owner for m in sent.mentions if m.lemma == "child" and "only" in m.mods and m.owner]
            if kind == "sibling" and owners:
                yield from ((_key(s), kind) for s in _subjects(sent, _token(text, found.start()), ctx) if _key(s) not in owners)
                continue
            for m in _subjects(sent, _token(text, found.start()), ctx):
                yield from ((alias, kind) for alias in (_key(m), *_title(sent, m)))


def _title(sent: Sentence, m: Mention) -> Iterator[str]:
    """The office written before a name: "Judge" of Judge Harlan Pike."""
    i = m.at
    while m.name and i > 0 and sent.raw[i - 1][:1].isupper():
        i -= 1
        if sent.raw[i].lower() in JOB:
            yield sent.raw[i].lower()


def _possessor(sent: Sentence, m: Mention) -> tuple[str, str]:
    """Whose a kin word is: the key, and the words as written ("banker crane")."""
    by_at = {n.at: n for n in sent.mentions}
    i = m.at - 1
    while (
        i >= 0
        and sent.pos[i] in ("ADJ", "NOUN", "NUM", "ADV", "PUNCT")
        and sent.raw[i] not in (",", ";", ".")
        and sent.raw[i] not in ("'s", "\u2019s")
    ):
        i -= 1
    if i < 0:
        return m.owner or m.ownerlemma, ""
    if sent.raw[i] in ("'s", "\u2019s", "'", "\u2019") and i > 0:
        n, words = by_at.get(i - 1), sent.raw[i - 1].lower()
        if i > 1 and sent.pos[i - 2] in ("NOUN", "PROPN"):
            words = f"{sent.raw[i - 2].lower()}_{words}"
        return m.owner or m.ownerlemma or (_key(n) if n else ""), words
    n = by_at.get(i)
    if not m.owner and n is not None and n.pron and n.lemma in ("his", "her", "he", "she", "their", "they"):
        return m.ownerlemma or n.id, ""
    return m.owner or m.ownerlemma, ""


def _relative(sent: Sentence, m: Mention, owner: str) -> str:
    """Who the kin word is said of: the subject it is said of, the name beside it, or itself."""
    i = m.at
    while sent.deps[i] in ("appos", "conj") and sent.heads[i] != i:
        i = sent.heads[i]
    for c in sent.clauses:
        if not c.neg and (m in c.roles.get("attr", ()) or (i != m.at and sent.deps[i] in ("attr", "acomp") and c.at == sent.heads[i])):
            said = next((_key(x) for x in c.roles.get("subj", ()) if (x.id or x.name) and x.lemma not in ("that", "it")), "")
            if said:
                return said
    beside = next((i for _, i in m.appos if i), "") or next(
        (w for w, _ in m.appos if any(n.name and n.lemma == w for n in sent.mentions)), ""
    )
    return beside or (m.id if m.id and m.id != owner and not m.id.startswith(owner or "?") else "")


@kept("_kin_of")
def kin_of(sent: Sentence, ctx: Ground) -> Iterator[tuple[str, str, str, tuple]]:
    """(whose, kin word, the relative or "", the words beside it) of all kin told of."""
    by_at = {m.at: m for m in sent.mentions}
    if sent.words[:1] == ("had",):
        return
    for m in sent.mentions:
        if m.det == "no" or m.lemma not in KIN | L["young"]:
            continue
        owner, written = _possessor(sent, m)
        if not owner:
            continue
        who = _relative(sent, m, owner)
        owner = written if who == owner and written else owner
        word = m.lemma
        via = next(
            (n for i, n in by_at.items() if n.lemma == m.ownerlemma and n.lemma in KIN and i < m.at and (n.owner or n.ownerlemma)), None
        )
        if via is not None and m.lemma in L["young"] and via.lemma in L["sibling"]:
            owner, word = (
                via.owner or via.ownerlemma,
                "nephew" if m.lemma in ("son", "boy", "lad") else "niece" if m.lemma in ("daughter", "girl", "lass") else "nephew",
            )
        if word in KIN:
            yield owner, word, who, m.mods
    for c in sent.clauses:
        if c.mood != "asserted" or c.neg:
            continue
        subj = c.roles.get("subj", [])
        for s in subj:
            for o in c.roles.get("obj", ()):
                if c.verb in ("marry", "wed") and s.id and o.id:
                    yield s.id, "spouse", o.id, ()
                    yield o.id, "spouse", s.id, ()
                if c.verb in ("father", "sire", "beget", "bear", "borne") and (o.id or o.name):
                    yield _key(s), "child", _key(o), ()
                elif (
                    c.verb in ("father", "sire", "beget", "bear", "borne")
                    and o.lemma in L["child"]
                    and (who := _relative(sent, o, _key(s)))
                ):
                    yield _key(s), o.lemma, who, o.mods
                if c.verb == "have" and o.lemma in KIN:
                    yield _key(s), o.lemma, next((i or w for w, i in o.appos), ""), o.mods
                if c.verb == "take" and any(p.lemma == "altar" for p in c.roles.get("p:to", ())):
                    yield _key(s), "spouse", _key(o), ()
        if c.verb in ("marry", "wed"):
            yield from ((_key(m), "spouse", "", ()) for m in (*subj, *c.roles.get("obj", ())))
    for m in sent.mentions:
        if m.lemma in ("widow", "widower", "bachelor") and not m.owner:
            yield from ((i, "spouse", "", ()) for _, i in m.appos if i and m.lemma != "bachelor")


def agree(k: str, l: str) -> bool:
    """Whether two kin words may be said of one person."""
    if {k, l} & {"relative", "relation", "kinsman", "kinswoman"}:
        return not {k, l} & L["spouse"]
    return k == l or {k, l} <= L["spouse"] | {"spouse"} or any(k in s and l in s for s in SAME)


def _inverse(k: str, l: str) -> bool:
    return any((k in a and l in b) or (k in b and l in a) for a, b in INVERSE)


def _pairs(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    for o, k, x, mods in kin_of(earlier, ctx):
        for p, l, z, more in kin_of(later, ctx):
            firm = ":firm" if "only" in mods or "only" in more else ""
            if one(o, p) and x and one(x, z):
                if not agree(k, l):
                    yield Candidate("kin:pair:other", "kinship_role", f"{x} is {o}'s {k}, then the {l}", x)
                elif k == l and (
                    ({"old", "elder", "big"} & set(mods) and {"young", "little", "kid"} & set(more))
                    or ({"young", "little", "kid"} & set(mods) and {"old", "elder", "big"} & set(more))
                ):
                    yield Candidate("kin:pair:age", "kinship_role", f"the older {k}, then the younger", x)
            elif x and z and one(o, z) and one(x, p) and not _inverse(k, l):
                yield Candidate("kin:pair:turned", "kinship_role", f"{x} is {o}'s {k}, then {o} {x}'s {l}", x)
            elif one(o, p) and agree(k, l) and x and z and not one(x, z) and k == l and (k in L["parent"] | L["spouse"] or firm):
                yield Candidate(
                    f"kin:two:{'spouse' if k in L['spouse'] else 'parent' if k in L['parent'] else 'only'}",
                    "kinship_role",
                    f"{o}'s {k}: {x}, then {z}",
                    o,
                )


def _alive_parent(later: Sentence, who: str, ctx: Ground) -> bool:
    """Whether a parent of the one does something."""
    late = {"late", "dead", "die", "bury", "grave", "adoptive", "foster", "adopt", "remember", "memory", "portrait"} & set(later.lems)
    return not late and any(
        m.lemma in L["parent"]
        and one(m.owner, who)
        and m in c.roles.get("subj", ())
        and c.tense in ("present", "past")
        and c.verb not in ("be", "have")
        for c in later.clauses
        for m in later.mentions
    )


def _none_then(earlier: Sentence, later: Sentence, ctx: Ground, order: str) -> Iterator[Candidate]:
    lacks = none_of(earlier, ctx)
    if not lacks:
        return
    text = _text(later)
    for who, kind in lacks:
        words = L[kind] if kind in L else BLOOD
        hits = [l for p, l, _, _ in kin_of(later, ctx) if one(p, who) and (l in words or l == kind or (kind == "child" and l == "child"))]
        if kind in ("parent", "all"):
            if _alive_parent(later, who, ctx):
                yield Candidate(f"kin:none:{kind}:{order}", "kinship_role", f"{who} had no {kind}, then there is one", who)
            hits = [h for h in hits if h not in L["parent"]] if kind == "all" else []
        if hits:
            yield Candidate(f"kin:none:{kind}:{order}", "kinship_role", f"{who} had no {kind}, then {hits[0]}", who)
        elif (
            kind in HAS
            and HAS[kind].search(text)
            and not NONE[kind].search(text)
            and any(one(_key(m), who) for m in _subjects(later, _token(text, HAS[kind].search(text).start()), ctx))
        ):
            yield Candidate(f"kin:none-told:{kind}:{order}", "kinship_role", f"{who} had no {kind}, then tells of one", who)
        elif kind in HAS and any(m.lemma in words for m in later.mentions if m.det in ("poss", "the") and m.owner and one(m.owner, who)):
            yield Candidate(f"kin:none-near:{kind}:{order}", "kinship_role", f"{who} had no {kind}", who)


def _strangers(earlier: Sentence, later: Sentence, ctx: Ground, order: str) -> Iterator[Candidate]:
    """No kin at all against brothers; twins against the older one."""
    ta, tb = _text(earlier), _text(later)
    pa = sorted({_key(m) for m in _people(earlier, ctx)} | {_key(m) for m in earlier.mentions if m.pron and m.id and m.id != "you"})
    if UNKIN.search(ta):
        owners = {p for p, k, _, _ in kin_of(later, ctx) if k in BLOOD} | {x for _, k, x, _ in kin_of(later, ctx) if k in BLOOD and x}
        both = [p for p in pa if any(one(p, o) or o.startswith(p + "_") for o in owners)]
        if len(both) >= 2 or (ONEBLOOD.search(tb) and len([p for p in pa if any(one(p, i) for i in later.ids)]) >= 2):
            yield Candidate(f"kin:unkin:both:{order}", "kinship_role", "no kin at all, then of one blood", pa[0])
        elif any(k in BLOOD and x and any(one(p, o) or one(p, x) for p in pa) and not x.startswith(o) for o, k, x, _ in kin_of(later, ctx)):
            yield Candidate(f"kin:unkin:one:{order}", "kinship_role", "no kin at all, then kin", pa[0])
    if TWINS.search(ta) and AGES.search(tb) and not TWINS.search(tb) and len([p for p in pa if any(one(p, i) for i in later.ids)]) >= 2:
        yield Candidate(
            f"kin:twins:{'named' if 'twin' in earlier.lems else 'told'}:{order}", "kinship_role", "twins, then one is the older", pa[0]
        )


@kept("_kin_jobs")
def jobs(sent: Sentence, ctx: Ground) -> Iterator[tuple[str, str, str]]:
    """(who, group of offices, the word) of what somebody is."""
    for m in sent.mentions:
        if m.lemma in JOB and not m.name and m.det != "a" and not m.plural:
            yield from ((i, JOB[m.lemma], m.lemma) for _, i in m.appos if i and ctx.kind(i) == "character")
    for c in sent.clauses:
        if c.mood != "asserted" or c.neg or c.tense in ("modal", "future"):
            continue
        subj = c.roles.get("subj") or c.roles.get("obj", [])
        for s in subj:
            if not (_person(s, ctx) or (s.pron and s.id and s.id != "you")):
                lone = [m for m in sent.mentions if m.lemma in JOB and (m.nums == (1,) or "only" in m.mods)]
                if s.lemma in ("that", "it", "he", "she") and lone:
                    yield from ((_key(n), JOB[lone[0].lemma], lone[0].lemma) for n in c.roles.get("attr", ()) if n.name)
                continue
            yield from (
                (_key(s), JOB[n.lemma], n.lemma)
                for n in c.roles.get("attr", ())
                if n.lemma in JOB and not n.name and c.verb in ("be", "remain", "become") and c.tense != "pluperfect"
            )
            if c.verb in DATA["does"] and (c.roles.get("obj") or c.roles.get("p:for")) and not c.passive and c.tense != "inf":
                yield _key(s), DATA["does"][c.verb], c.verb


def _offices(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    ja, jb = jobs(earlier, ctx), jobs(later, ctx)
    if not ja or not jb:
        return
    firm = bool(FIRM.search(earlier.text)) + bool(FIRM.search(later.text))
    for who, group, word in ja:
        for now, other, said in jb:
            if one(who, now) and group != other:
                if not {group, other} <= {"owner", "boss", "command", "trade"} or (firm == 2 and "own" in word + said):
                    yield Candidate(f"kin:job:firm{firm}", "kinship_role", f"{who}: {word}, then {said}", now)
            elif group == other and not one(who, now) and group in ("command", "boss", "owner", "cook") and firm:
                shared = [
                    m
                    for m in earlier.mentions
                    for n in later.mentions
                    if (m.id and m.id == n.id and m.id != "you" and ctx.kind(m.id) != "character")
                    or (
                        not m.pron
                        and m.lemma == n.lemma
                        and m.lemma not in JOB
                        and m.nums == n.nums
                        and m.lemma not in ("year", "man", "day", "one", "time")
                    )
                ]
                if shared:
                    yield Candidate(
                        f"kin:office:{'word' if word == said else 'group'}:firm{firm}", "kinship_role", f"{word}: {who}, then {now}", now
                    )


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """The ways in which B may give somebody other kin or another office than A."""
    seen: set[str] = set()
    found = [*_pairs(earlier, later, ctx), *_offices(earlier, later, ctx)]
    for first, second, order in ((earlier, later, "ab"), (later, earlier, "ba")):
        found += [*_none_then(first, second, ctx, order), *_strangers(first, second, ctx, order)]
    for cand in found:
        if cand.type not in seen:
            seen.add(cand.type)
            yield cand
