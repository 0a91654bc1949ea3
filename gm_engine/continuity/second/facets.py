"""Facets: on which side of an opposition a sentence puts somebody or something (facets.toml). ``tags(sent, ctx)`` gives
(mention, facet, side +1 or -1, how, clause, denied): how is verb, done, adj, noun, part, lose, mod, has, noun_of, unable, phrase or phrase~."""

from collections import defaultdict
from functools import lru_cache

from gm_engine.continuity.second.sentence import Mention
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S, cat

FACETS, IDX, FLIPS, GROUP = {}, defaultdict(list), {}, {}
PHRASES = defaultdict(
    list
)  # a word of the first place -> (facet, sign, places); a place is (words that fit, words that must not stand before it)
LEMMA = {}  # verbs of which the parser often misses the base form
GAP = 5


def _place(text, named):
    words = []
    for w in str(text).split("|"):
        words += named[w[1:]] if w.startswith("@") else [w]
    return frozenset(words)


def load_facets(data):
    """Fill the tables from the file."""
    for name, d in data["facets"].items():
        FACETS[name] = d
        for sign in ("plus", "minus"):
            for slot, words in (d.get(sign) or {}).items():
                if slot in ("verbs",) and len(words or ()) > 30:
                    FLIPS[name] = False
                for w in words or ():
                    IDX[(slot, str(w).lower())].append((name, 1 if sign == "plus" else -1))
    named = {n: [str(w) for w in ws] for n, ws in data.get("words", {}).items()}
    for name, sides in data.get("phrases", {}).items():
        for sign in ("plus", "minus"):
            for phrase in sides.get(sign) or ():
                places, barred = [], frozenset()
                for p in phrase:
                    if str(p).startswith("!"):
                        barred = _place(str(p)[1:], named)
                        continue
                    places.append((_place(p, named), barred))
                    barred = frozenset()
                for w in places[0][0]:
                    PHRASES[w].append((name, 1 if sign == "plus" else -1, tuple(places), barred))
    LEMMA.update({str(k): str(v) for k, v in data.get("lemma_of", {}).items()})
    for group, names in data.get("groups", {}).items():
        for n in names:
            GROUP.setdefault(n, group)


load_facets(lists("facets"))
FAILS = S("fail refuse forget cease stop quit decline")
TRIES = S("try want mean hope intend plan attempt wish threaten offer promise ask tell order expect")
LOSES = S("lose tear shoot cut take rip bite sever chop blow break burn")
LEARN = S("learn teach master study able unable know")
SIMILE = S("like if pretend pretends pretended mock")
MOMENT = S("moment instant yet tonight awhile temporarily")
VAGUE = S("say tell see look hear run answer sleep rise get_up stand_up add hurry")  # "cannot say", "could not see": of the moment
DENY = S("no not n't never nor nobody neither without cannot if unless like")
ACTIVE = S("skill habit sense")
OWNED = S("part face look standing")  # told of a part: whose it is comes before who acts
POSS = S("his her hers your yours their theirs its my")
EVERYBODY = S("nobody no-one none soul everybody")
KINDS = {"character": "person", "item": "thing", "faction": "person"}
CATS = {
    "person": "person",
    "animal": "animal",
    "artifact": "thing",
    "structure": "place",
    "place": "place",
    "event": "event",
    "act": "event",
    "body": "body",
    "group": "person",
}


@lru_cache(None)
def idx(slot, w):
    return tuple(IDX.get((slot, w), ()))


def kind_of(m, ctx):
    """person, animal, thing, place …, or "" where that is not known."""
    k = ctx.kind(m.id)
    return KINDS.get(k, k) if k else (CATS.get(cat(m.lemma), "") if not m.name else "")


def fits(m, of, ctx):
    """Whether what is meant may have such a property at all."""
    if not of or m.id == "you":
        return True
    k = kind_of(m, ctx)
    if k == "body":
        return False
    if k in ("thing", "place"):
        return "thing" in of or "place" in of
    return not k or k in of or (k in ("person", "animal") and "animal" in of)


def suits(m, of, ctx):
    """Like ``fits``, but only what is surely a person, a thing … (for phrases)."""
    if m.id == "you":
        return "person" in of
    k = kind_of(m, ctx)
    if k in ("thing", "place"):
        return "thing" in of or "place" in of
    return bool(m.id or m.name) and (k in of or (k in ("person", "animal") and "animal" in of) or (not k and m.name and "person" in of))


def clause_at(sentence, i):
    """The clause in which a word (counted in the sentence) stands."""
    by = {c.at: c for c in sentence.clauses}
    for _ in range(12):
        if i in by:
            return by[i]
        if sentence.heads[i] == i:
            return None
        i = sentence.heads[i]
    return None


def named_in(sentence, id_, at):
    """The mention by which a sentence names somebody, or one made for him."""
    return next((x for x in sentence.mentions if x.id == id_), None) or Mention(at, id_, id_, 80)


def bearer(sentence, first, last, of, ctx, owner_first):
    """(mention, how) of whom a phrase tells."""
    here = [m for m in sentence.mentions if first - 1 <= m.at <= last + 3]
    own = None
    for m in here:
        if sentence.words[m.at] in POSS and suits(m, of, ctx):
            own = m
            break
        if not m.owner and m.ownerlemma and m.lemma not in POSS:
            own = next((x for x in sentence.mentions if x.lemma == m.ownerlemma and x.name and suits(x, of, ctx)), None)
            if own:
                break
        if m.owner and suits(named_in(sentence, m.owner, m.at), of, ctx):
            own = named_in(sentence, m.owner, m.at)
            break
    if owner_first and own:
        return own, "phrase"
    c = clause_at(sentence, first)
    for x in [c, *(d for d in sentence.clauses if c is None or (d is not c and d.at <= first))][:3]:
        if x is None:
            continue
        for role in ("subj", "obj", "dat", "p:of"):
            for m in x.roles.get(role, []):
                if suits(m, of, ctx) and (role != "obj" or x.passive or not x.roles.get("subj") or owner_first):
                    return m, "phrase" if x is c else "phrase~"
    if own:
        return own, "phrase"
    near = [m for m in sentence.mentions if suits(m, of, ctx)]
    if near:
        return min(near, key=lambda m: (abs(m.at - first), m.at)), "phrase~"
    if sentence.before is not None:
        for c in sentence.before.clauses[::-1]:
            for m in c.roles.get("subj", []):
                if suits(m, of, ctx):
                    return m, "phrase~"
    return None, ""


def phrases(sentence):
    """(facet, sign, first word, last word) of the phrases that stand in a sentence."""
    out = []
    for i, w in enumerate(sentence.lems):
        for word in {w, sentence.words[i]}:
            for name, sign, places, last_bar in PHRASES.get(word, ()):
                at, ok = i, True
                for words, barred in places[1:]:
                    for j in range(at + 1, min(at + 2 + GAP, len(sentence.lems))):
                        if sentence.lems[j] in barred or sentence.words[j] in barred or sentence.words[j] in (";", "."):
                            ok = False
                            break
                        if sentence.lems[j] in words or sentence.words[j] in words:
                            at = j
                            break
                    else:
                        ok = False
                    if not ok:
                        break
                if not ok or last_bar & set(sentence.lems[at + 1 : at + 5]):
                    continue
                if sign > 0 and DENY & set(sentence.words[max(0, i - 3) : at + 1]):
                    continue
                if sign < 0 and (
                    SIMILE & set(sentence.words[max(0, i - 6) : i]) or (GROUP.get(name) in ACTIVE and MOMENT & set(sentence.words))
                ):
                    continue
                if len(places) == 1 and DENY & set(sentence.words[max(0, i - 3) : i]):
                    continue
                c = clause_at(sentence, i)
                if c is not None and (
                    (c.mood != "asserted" and not (c.mood == "plan" and c.gov == "have"))
                    or c.tense == "future"
                    or (c.tense == "modal" and not c.able and sign > 0)
                ):
                    continue
                out.append((name, sign, i, at))
    return out


def tags(sentence, ctx):
    """Every side on which a sentence puts somebody; kept on the sentence."""
    got = sentence.kept.get("_tags")
    if got is not None:
        return got
    out = []

    def put(m, slot, word, flip, how, c):
        for name, sign in idx(slot, word):
            skill = GROUP.get(name) in ACTIVE
            if flip and slot in ("verbs", "done"):
                if GROUP.get(name) == "moment":
                    continue
                if FLIPS.get(name, True) is False and not skill:
                    continue
                if skill:
                    if sign < 0 or c is None or not (c.able or c.gov in LEARN) or word in VAGUE or MOMENT & set(sentence.words):
                        continue
                    if any(x.pron or x.det == "this" for x in c.roles.get("obj", [])):
                        continue
                    if (GROUP[name] == "sense" and any(r in c.roles for r in ("obj", "dat"))) or (
                        GROUP[name] == "sense" and any(r.startswith("p:") for r in c.roles)
                    ):
                        continue
                    how = "unable"
            if c is not None and not c.neg and (c.tense == "modal" or c.gov in LEARN) and not flip:
                continue
            if not fits(m, FACETS[name].get("of"), ctx):
                continue
            out.append((m, name, -sign if flip else sign, how, c, flip))

    for c in sentence.clauses:
        if c.mood != "asserted" or c.tense == "future":
            continue
        flip = c.neg
        if c.tense == "modal" and not c.able:
            continue
        if c.tense == "modal" and not c.neg and sentence.lemmas & {"if"}:
            continue
        if c.gov and sentence.heads[c.at] < c.at:  # a clause in front of its governor is one of its own ("He is lame; he has not …")
            if c.gov in TRIES:
                continue
            if c.govneg != (c.gov in FAILS):
                flip = not flip
            elif c.tense == "inf" and c.gov not in (
                "learn",
                "manage",
                "able",
                "begin",
                "start",
                "continue",
                "seem",
                "use",
                "come",
                "know",
                "like",
                "love",
                "see",
                "hear",
                "watch",
                "let",
                "help",
                "make",
                "find",
                "keep",
                "go",
            ):
                continue
        elif c.tense == "inf" and c.dep not in ("conj", "ROOT"):
            continue
        subj, obj = c.roles.get("subj", []), c.roles.get("obj", [])
        for v in [LEMMA.get(c.verb, c.verb)] + ([f"{c.verb}_{c.particle}"] if c.particle else []):
            for m in subj:
                put(m, "verbs", v, flip, "verb", c)
            for m in obj:
                put(m, "done", v, flip, "done", c)
        if not subj and not flip and sentence.before is None and sentence.n:  # "Supper," called Polly
            for m in [m for m in sentence.mentions if m.at > c.at and m.id][:1]:
                put(m, "verbs", c.verb, False, "verb", c)
        for a in c.adj:
            for m in subj or (obj if c.passive else []):
                put(m, "adjectives", a, flip, "adj", c)
        if c.passive or c.tense == "vbn":
            for m in obj:
                put(m, "adjectives", c.verb, flip, "adj", c)
        for n in c.roles.get("attr", []):
            for m in subj:
                put(m, "nouns", n.lemma, flip, "noun", c)
            for a in n.mods:
                for m in subj:
                    put(m, "adjectives", a, flip, "adj", c)
        if c.verb in ("have", "wear", "own", "keep", "carry"):
            for n in obj:
                for m in subj:
                    put(m, "parts", n.lemma, flip, "part", c)
        if c.verb in LOSES and obj:
            for n in obj:
                for m in subj if c.verb == "lose" else []:
                    put(m, "parts", n.lemma, not flip, "lose", c)
                if n.owner and c.verb != "take":
                    put(named_in(sentence, n.owner, n.at), "parts", n.lemma, not flip, "lose", c)
        for n in c.roles.get("p:without", []):
            for m in subj:
                put(m, "parts", n.lemma, True, "part", c)
    for m in sentence.mentions:
        for a in m.mods:
            put(m, "adjectives", a, False, "mod", None)
        if m.owner and m.det != "no":
            o = named_in(sentence, m.owner, m.at)
            put(o, "parts", m.lemma, False, "has", None)
            for name, sign in idx("nouns", m.lemma):
                if name == "life":
                    out.append((o, name, sign, "noun_of", None, False))
    for name, sign, i, j in phrases(sentence):
        of = FACETS[name].get("of") or ()
        m, how = bearer(sentence, i, j, of, ctx, GROUP.get(name) in OWNED or (sign < 0 and GROUP.get(name) == "sense"))
        if GROUP.get(name) == "known" and (m is None or set(sentence.words[max(0, i - 3) : j + 1]) & EVERYBODY):
            m, how = Mention(i, "nobody"), "phrase"
        if m is not None:
            out.append((m, name, sign, how, clause_at(sentence, i), False))
    sentence.kept["_tags"] = out
    return out
