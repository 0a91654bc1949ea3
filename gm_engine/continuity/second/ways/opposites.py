"""Opposite sides of one facet: blind and reading, bald and combing, shut and standing open."""

from gm_engine.continuity.second.candidate import Candidate
from gm_engine.continuity.second.facets import FACETS, GROUP, tags
from gm_engine.continuity.second.identity import ident

GRADE = {
    "verb": "act",
    "done": "act",
    "has": "has",
    "part": "has",
    "phrase~": "near",
    "unable": "un",
    "mod": "is",
    "adj": "is",
    "noun": "is",
    "noun_of": "is",
    "lose": "phr",
    "phrase": "phr",
}


def _same(m, n):
    if m.id and m.id == n.id:
        return 3.0 if min(m.sure, n.sure) >= 76 else 2.2
    return ident(m, n)


def nominate(earlier, later, ctx):
    """Both sides of one facet, said of one."""
    ta, tb = tags(earlier, ctx), tags(later, ctx)
    if not ta or not tb:
        return
    both = {
        (x[0].id, x[1])
        for t in (ta, tb)
        for x in t
        for y in t
        if x[1] == y[1] and x[2] != y[2] and x[0].id == y[0].id and GROUP.get(x[1]) not in ("skill", "sense")
    }
    seen = set()
    for m, fa, sa, ha, ca, flipa in ta:
        for n, fb, sb, hb, cb, flipb in tb:
            if fa != fb or sa == sb or fa == "life" or GROUP.get(fa) == "known" or (m.id, fa) in both:
                continue
            x = _same(m, n)
            if x < 1.2:
                continue
            d = FACETS[fa]
            if cb is not None and cb.tense == "pluperfect" and d.get("change") != "permanent":
                continue
            group = GROUP.get(fa, "look")
            ga, gb = GRADE[ha], GRADE[hb]
            if group == "moment" and "act" in (ga, gb):
                continue
            if (flipa and ga == "act") or (flipb and gb == "act"):
                ga = gb = "not"
            minus, plus = (ga, gb) if sa < 0 else (gb, ga)
            t = f"facet:{group}:{minus}-{plus}:{'first' if sa < 0 else 'after'}" + ("" if x >= 3 else ":loose")
            if (t, fa) in seen:
                continue
            seen.add((t, fa))
            yield Candidate(
                t,
                d.get("class", "physical_trait"),
                f"{fa}: {'minus' if sa < 0 else 'plus'} then {'minus' if sb < 0 else 'plus'}",
                m.id or m.lemma,
            )
