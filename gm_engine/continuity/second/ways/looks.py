"""Looks that differ: colours of eyes, hair, beard, coat and clothes; colours, sizes, sides, materials of one thing."""

from gm_engine.continuity.second.candidate import Candidate
from gm_engine.continuity.second.colours import FLUSHED, close, colours_of
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.words import BODY, COLGROUP, COLOURS, S, anti

PARTS = BODY | S(
    "brow eyebrow lash plait braid curl lock mane coat hide tail feather fur horn paw hoof muzzle whisker sideburn goatee stubble complexion cheek chin jaw neck wrist"
)
PLAIN = S("be look seem remain stay turn grow go gleam shine flash come") | {""}
KLASS = {"dir": "geography"}


def said_of(sentence):
    """(mention, adjective, where) of all that is plainly said to look so."""
    got = sentence.kept.get("_looks")
    if got is not None:
        return got
    out = []
    for m in sentence.mentions:
        for a in m.mods:
            out.append((m, a, "mod"))
    for c in sentence.clauses:
        if c.mood != "asserted" or c.neg or c.tense in ("future", "modal") or c.verb not in PLAIN:
            continue
        for s in c.roles.get("subj", []) or c.roles.get("attr", []):
            out += [(s, a, "pred") for a in c.adj]
            for n in c.roles.get("attr", []):
                if n is not s:
                    out.append((s, n.lemma, "pred"))
                    out += [(s, a, "pred") for a in n.mods]
    sentence.kept["_looks"] = out
    return out


def nominate(earlier, later, ctx):
    """Colours of parts, then all else that is said to look so."""
    yield from _colours(earlier, later, ctx)
    yield from _others(earlier, later)


def _colours(earlier, later, ctx):
    la, lb = colours_of(earlier, ctx), colours_of(later, ctx)
    seen = set()
    for m, part, w, shades, how in la:
        for n, part2, w2, shades2, how2 in lb:
            if part != part2 or (part == "dress" and w != w2):
                continue
            x = 3.0 if m.id and m.id == n.id else ident(m, n)
            if x < 1.5 or any(close(p, q) for p in shades for q in shades2):
                continue
            sure = "sure" if x >= 2 and min(m.sure, n.sure) >= 60 else "loose"
            t = f"colour:{part}:{'said' if how == how2 == 'said' else 'like'}:{sure}"
            if t not in seen:
                seen.add(t)
                yield Candidate(t, "physical_trait", f"{w} {'/'.join(sorted(shades))} then {'/'.join(sorted(shades2))}", m.id or m.lemma)


def _others(earlier, later):
    la, lb = said_of(earlier), said_of(later)
    if not la or not lb:
        return
    seen = set()
    for a, p, ha in la:
        for b, q, hb in lb:
            if p == q:
                continue
            part = a.lemma in PARTS and a.lemma == b.lemma
            if part:
                if not a.owner or a.owner != b.owner or b.det == "other":
                    continue
                x = 3.0
            else:
                x = ident(a, b)
                if x < 1.2:
                    continue
            y, kind = anti(p, q)
            if not y or kind in ("date", "material") or (kind == "anto" and y < 1 and not (ha == hb == "pred")):
                continue
            mine = {w for m, w, _ in la if m.at == a.at} | set(a.mods)
            theirs = {w for m, w, _ in lb if m.at == b.at} | set(b.mods)
            if kind == "colour" and (
                {COLGROUP.get(w, w) for w in mine} & {COLGROUP.get(w, w) for w in theirs} & COLOURS
                or "pale" in (p, q)
                or "dark" in (p, q)
                or (a.lemma in ("eye", "eyes", "face", "cheek", "skin", "nose") and {p, q} & FLUSHED)
            ):
                continue
            who = "part" if part else "sure" if x >= 2 else "loose"
            t = f"looks:{kind}:{who}:{'pred' if 'pred' in (ha, hb) else 'mod'}"
            if t not in seen:
                seen.add(t)
                yield Candidate(t, KLASS.get(kind, "physical_trait"), f"{p} then {q}", a.id or a.lemma)
