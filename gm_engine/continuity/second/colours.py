"""Colours of somebody's eyes, hair, beard, skin, coat and clothes (colours.toml): ``colours_of(sent, ctx)`` gives
(mention of whose, part, word of the part, shades, how) where shades are basic colours and how is said or like."""

from gm_engine.continuity.second.facets import DENY, POSS, clause_at, named_in
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

DATA = lists("colours")
SHADE, LIKENESS, PART, HEAD = {}, {}, {}, {}
for _shade, _words in DATA["shades"].items():
    for _w in _words:
        SHADE.setdefault(_w, set()).add(_shade)
for _shade, _words in DATA["likeness"].items():
    for _w in _words:
        LIKENESS.setdefault(_w, _shade)
for _part, _words in DATA["parts"].items():
    for _w in _words:
        PART.setdefault(_w, _part)
for _part, _shades in DATA["heads"].items():
    for _shade, _words in _shades.items():
        for _w in _words:
            HEAD.setdefault(_w, []).append((_part, _shade))
CLOSE = {frozenset(p[:2]) for p in DATA["close"]}
MOUNTS, NATURAL = frozenset(DATA["mounts"]), frozenset(DATA["natural"])
FLUSHED = S("red pink white")  # eyes that weep, smoke, drink
LINKS = S("be look seem remain stay shine gleam flash turn go stare come fall hang glint burn catch watch")
ONE = S("one other left right good blind glass dead bad")
AS = S("as like color colour of than shade")


def close(a, b):
    """Whether two colours can be told of one thing."""
    return a == b or frozenset((a, b)) in CLOSE


def _joined(words):
    """Hyphened words put together again: (index, word)."""
    for i, w in enumerate(words):
        yield i, w
        if i + 2 < len(words) and words[i + 1] == "-":
            yield i, f"{w}-{words[i + 2]}"


def _shades(words):
    out = set()
    for _, w in _joined(words):
        out |= SHADE.get(w, set())
    return out


def _around(sentence, i):
    """Shades told of the noun at ``i``: in front of it, or after it up to the next thing."""
    before = []
    j = i - 1
    while (
        j >= max(0, i - 7)
        and (
            sentence.pos[j] in ("ADJ", "ADV", "CCONJ", "PUNCT", "PROPN")
            or sentence.words[j] in SHADE
            or sentence.deps[j] in ("amod", "compound", "npadvmod")
        )
        and sentence.words[j] not in (";", ".", ":")
    ):
        before.append(sentence.words[j])
        j -= 1
    got = _shades(before[::-1])
    if got:
        return got, "said"
    after, like, verb = [], None, False
    for j in range(i + 1, min(i + 13, len(sentence.words))):
        w = sentence.words[j]
        if w in (".", ";", ":", "but", "who", "while", "when", "where", "not", "n't", "never", "neither") or (
            w in POSS and sentence.words[j - 1] != "of"
        ):
            break
        if w in SHADE and sentence.pos[j] != "VERB" and not (sentence.pos[sentence.heads[j]] == "NOUN" and sentence.heads[j] > j):
            after.append(w)
            continue
        if sentence.pos[j] == "VERB" and sentence.lems[j] not in LINKS and not after:
            break
        if sentence.pos[j] in ("NOUN", "PROPN"):
            if set(sentence.words[max(i, j - 4) : j]) & AS:
                like = like or LIKENESS.get(sentence.lems[j])
                continue
            if sentence.lems[j] not in ("color", "colour", "shade"):
                break
    got = _shades(after)
    if got:
        return got, "said"
    return ({like}, "like") if like else (set(), "")


def _owner(sentence, i, m):
    """Whose the part at ``i`` is."""
    if m.owner:
        return named_in(sentence, m.owner, m.at)
    for x in sentence.mentions:
        at = x.at
        if x.id and i < at <= i + 3 and sentence.words[at - 1] == "of":
            return x
    for x in sentence.mentions:
        at = x.at
        if (
            x.id
            and i - 5 <= at < i
            and sentence.words[at] in POSS
            and not any(sentence.pos[j] in ("NOUN", "PUNCT", "VERB") for j in range(at + 1, i))
        ):
            return x
    c = clause_at(sentence, i)
    if c is None:
        return None
    subs = [x for x in c.roles.get("subj", []) if x.id]
    if c.verb in ("have", "wear", "grow") and m in c.roles.get("obj", []) and subs:
        return subs[0]
    if any(m in ms for r, ms in c.roles.items() if r in ("p:with", "attr")) and subs:
        return subs[0]
    if sentence.deps[i] in ("nsubj", "nsubjpass") and m.det == "the":
        return None
    # "a woman with blue eyes"
    h = sentence.heads[i]
    if sentence.words[h] in ("with", "in"):
        g = sentence.heads[h]
        return next((x for x in sentence.mentions if x.at == g and x.id), None)
    return None


def colours_of(sentence, ctx):
    """All colours told in a sentence; kept on it."""
    got = sentence.kept.get("_colours")
    if got is not None:
        return got
    out = []
    words = set(sentence.words)
    if not (words & NATURAL) or words & S("never no not n't"):
        for m in sentence.mentions:
            i = m.at
            part = PART.get(sentence.lems[i])
            if part is None or m.pron or set(sentence.words[max(0, i - 3) : i]) & (DENY | (ONE if part == "eyes" else frozenset())):
                continue
            shades, how = _around(sentence, i)
            if part == "eyes":
                shades = shades - FLUSHED
            who = _owner(sentence, i, m) if shades else None
            if who is not None:
                out.append((who, part, sentence.lems[i], frozenset(shades), how))
        for i, w in _joined(sentence.words):
            for part, shade in HEAD.get(w, ()):
                who = _headed(sentence, i, w, part)
                if who is not None and not set(sentence.words[max(0, i - 4) : i]) & DENY:
                    out.append((who, part, w, frozenset([shade]), "said"))
    sentence.kept["_colours"] = out
    return out


def _headed(sentence, i, w, part):
    """Whom a word like redhead, blue-eyed or palomino means."""
    at = {m.at: m for m in sentence.mentions}
    m = at.get(i)
    c = clause_at(sentence, i)
    said = [x for x in c.roles.get("subj", []) if x.id] if c is not None else []
    if part == "coat":
        if m is not None and c is not None and c.verb == "be" and m in c.roles.get("attr", []) and said and not said[0].pron:
            return said[0]
        h = at.get(sentence.heads[i])
        if h is not None and h.lemma in MOUNTS and (h.id or h.det in ("the", "poss")):
            return h
        if h is not None and c is not None and h in c.roles.get("attr", []) and h.lemma in MOUNTS and said:
            return said[0]
        return None
    if (
        c is not None
        and c.verb == "be"
        and said
        and (m is None or m in c.roles.get("attr", []) or sentence.deps[i] in ("attr", "acomp", "amod"))
    ):
        return said[0]
    if m is not None and m.id:
        return m
    for j in range(i + 1, min(i + 5, len(sentence.words))):
        if j in at and at[j].id:
            return at[j]
        if j in at:
            break
    return None
