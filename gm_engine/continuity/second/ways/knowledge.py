"""What somebody knows, and what he does not: told, met, heard of, read."""

from gm_engine.continuity.second.candidate import Candidate
from gm_engine.continuity.second.facets import GROUP, tags
from gm_engine.continuity.second.words import KILL, STOPL, S, alike

KNOWS = S(
    "know learn hear tell idea inkling notion clue knowledge find guess suspect suspicion discover recognize recognise remember recall memory hold share whisper name secret word head heart mind meet met stranger before since still already only alone now never ever wonder figure realize give keep face mean nothing night year winter summer minute hint least faint inform aware live soul nobody draw john mary"
)
SINCE = S(
    "since always ever already before years long first boyhood childhood yesterday cradle girl boy winter summers winters ago all very every months weeks days whole remember remembered"
)


def _universal(sentence):
    """Whether a sentence says that nobody (but those whom it names) knows."""
    w = set(sentence.words)
    return (
        bool(w & S("nobody no-one none only alone"))
        or "no one" in sentence.text.lower()
        or "not one" in sentence.text.lower()
        or "not a soul" in sentence.text.lower()
        or "no living" in sentence.text.lower()
    )


def _told(sentence, ctx):
    return [(m, f, s, h) for m, f, s, h, c, _ in tags(sentence, ctx) if GROUP.get(f) == "known"]


def _topic(earlier, later, ctx, *who):
    """How much the two sentences share besides whom they tell of."""
    names = {w for i in who for w in i.split("_")}
    shared = (earlier.lemmas & later.lemmas) - STOPL - KNOWS - names
    ids = (earlier.ids & later.ids) - set(who) - {"you"}
    score = sum(ctx.rare(w) for w in shared) + 3 * len(ids)
    if score < 4.5:
        rest_a, rest_b = earlier.lemmas - STOPL - KNOWS - names - shared, later.lemmas - STOPL - KNOWS - names - shared
        soft = {a for a in rest_a for b in rest_b if a != b and (alike(a, b) or {a, b} <= KILL)}
        near = (_with_before(earlier) & later.lemmas | earlier.lemmas & _with_before(later)) - STOPL - KNOWS - names - shared - soft
        score += 0.6 * sum(ctx.rare(w) for w in soft) + 0.5 * sum(ctx.rare(w) for w in near)
    return score, sorted(shared | ids)


def _with_before(sentence):
    """The content words of a sentence and of the one before it."""
    return sentence.lemmas | (sentence.before.lemmas if sentence.before is not None else frozenset())


def nominate(earlier, later, ctx):
    """The same thing known and not known."""
    ta, tb = _told(earlier, ctx), _told(later, ctx)
    if not ta or not tb:
        return
    univ_a, univ_b = _universal(earlier), _universal(later)
    minus_a, minus_b = {f for m, f, s, h in ta if s < 0}, {f for m, f, s, h in tb if s < 0}
    seen = set()
    for m, fa, sa, ha in ta:
        for n, fb, sb, hb in tb:
            if sa == sb or (sa > 0 and minus_a) or (sb > 0 and minus_b):
                continue
            low, knower = (earlier, n) if sa < 0 else (later, m)
            wide = univ_a if sa < 0 else univ_b
            same = m.id and m.id == n.id
            if not same and not (wide and ((knower.id and knower.id not in low.ids) or (knower.name and knower.lemma not in low.words))):
                continue
            score, shared = _topic(earlier, later, ctx, m.id, n.id)
            high = later if sb > 0 else earlier
            since = bool(set(high.words) & SINCE) or any(c.tense in ("pluperfect", "perfect") for c in high.clauses)
            who = "same" if same else "wide"
            if score < 2.5 and not (same and since and sa < 0 and (m.id != "you" or "acquaintance" in (fa, fb))):
                continue
            kind = "met" if "acquaintance" in (fa, fb) and "acquaintance" in (minus_a | minus_b) else "known"
            if score < 4.5 and not same and not (since and sa < 0):
                continue
            order = "learned" if sa < 0 and not since else "since" if sa < 0 else "forgot"
            t = (
                f"know:{kind}:{order}:{who}:{'much' if score >= 7 else 'some' if score >= 4.5 else 'little' if score >= 2.5 else 'none'}"
                + (":you" if m.id == "you" else "")
            )
            if t not in seen:
                seen.add(t)
                yield Candidate(
                    t,
                    "knowledge",
                    f"{'not known' if sa < 0 else 'known'} then {'not known' if sb < 0 else 'known'}: {', '.join(shared)}",
                    m.id,
                )
