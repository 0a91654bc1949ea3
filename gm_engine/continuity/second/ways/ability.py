"""What somebody cannot do, never learned or never does, against his doing it; and a limb that is lost, against its use."""

from gm_engine.continuity.second.candidate import Candidate
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.words import SIDES, S, alike

LEARN = S("learn teach able unable manage know")
LASTING = S("never since ever longer life born cannot again always")
SOON = S("yet now tonight today moment here quite still because without unless until till so help quickly fast there anyway either")
DULL = S(
    "be have do say go get come take make know see think let want tell help seem need use feel find keep turn look give leave ask put wait believe stop mean hold stand like remember forget bring bear hear resist reach answer try begin move hope wish happen become remain stay sleep"
)
LIMBS = {
    "hand": "hand",
    "arm": "hand",
    "finger": "hand",
    "fist": "hand",
    "sleeve": "hand",
    "thumb": "hand",
    "wrist": "hand",
    "palm": "hand",
    "elbow": "hand",
    "leg": "leg",
    "foot": "leg",
    "boot": "leg",
    "knee": "leg",
    "ankle": "leg",
    "shin": "leg",
    "thigh": "leg",
    "eye": "eye",
    "eyelid": "eye",
    "ear": "ear",
}
LOST = S(
    "lose lost take carry sever amputate cut saw chop bite crush miss missing gone stump hook wither wooden peg cork iron pin pinned empty useless dead limp paralyse paralyze paralyzed shatter ruin glass patch blind cost claim lack stiff wreck maim blow show"
)
SIDES = S("left right leave")
HURT = LOST | S(
    "phantom where absent ghost bandage sling wound ache hurt pain bleed false artificial mechanical brass steel prosthetic good other"
)


def _unable(c):
    """How a clause says that somebody cannot or never does it: "", plain or lasting."""
    if c.mood != "asserted" or c.verb in DULL or c.passive:
        return ""
    learn = c.gov in LEARN and (c.govneg or c.gov == "unable")
    if not learn and not (c.neg and (c.able or "never" in c.advs or c.tense in ("perfect", "pluperfect"))):
        return ""
    if c.tense == "future" or (c.tense == "modal" and not c.able):
        return ""
    return "learn" if learn else "able" if c.able else "never"


def _does(c):
    """Whether a clause tells that its subject does it."""
    return (
        c.mood == "asserted"
        and not c.neg
        and not c.passive
        and not (c.gov and c.govneg)
        and c.tense not in ("future", "modal")
        and not (c.tense == "inf" and c.gov not in S("begin start continue go come use manage"))
    )


def _objects(c):
    return {
        m.id or m.lemma for r in ("obj", "dat", "p:on", "p:in", "p:to", "p:with", "p:at") for m in c.roles.get(r, []) if not m.pron or m.id
    }


def nominate(earlier, later, ctx):
    """Not able and doing, in either order; a limb lost and used."""
    yield from _acts(earlier, later, "first")
    yield from _acts(later, earlier, "after")
    yield from _limbs(earlier, later)


def _acts(low, high, order):
    seen = set()
    for c in low.clauses:
        how = _unable(c)
        if not how:
            continue
        for d in high.clauses:
            if not _does(d) or not (c.verb == d.verb or (c.verb not in DULL and d.verb not in DULL and alike(c.verb, d.verb))):
                continue
            x = max((ident(m, n) for m in c.roles.get("subj", []) for n in d.roles.get("subj", [])), default=0)
            if x < 2:
                continue
            one, two = _objects(c), _objects(d)
            tie = "thing" if one & two else "bare" if not one else "other"
            if tie == "other":
                continue
            span = "lasting" if how == "learn" or set(low.words) & LASTING else "soon" if set(low.words) & SOON else "plain"
            t = f"unable:{how}:{span}:{tie}{'' if c.verb == d.verb else ':alike'}:{order}"
            if t not in seen:
                seen.add(t)
                yield Candidate(t, "ability", f"cannot {c.verb} but {d.verb}", c.roles["subj"][0].id)


def _sided(sentence):
    """(owner, limb, side) of the limbs told of with a side."""
    for m in sentence.mentions:
        limb = LIMBS.get(m.lemma)
        side = next((s for s in m.mods if s in ("left", "right", "leave")), "")
        if limb and side:
            yield m.owner, limb, "left" if side == "leave" else side, m
    for i, w in enumerate(sentence.words):
        if w in ("left-handed", "right-handed"):
            yield next((m.id for m in sentence.mentions if m.id and i < m.at <= i + 4), ""), "hand", w.split("-")[0], None


def _limbs(low, high):
    if not (low.lemmas | set(low.words)) & LOST:
        return
    for who, limb, side, m in _sided(low):
        near = set(low.lems[max(0, m.at - 8) : m.at + 9]) if m is not None else set()
        if not near & LOST:
            continue
        for who2, limb2, side2, n in _sided(high):
            if limb != limb2 or side != side2 or set(high.lems) & HURT:
                continue
            whose = who or next((x.id for x in low.mentions if x.id), "")
            if whose and whose == (who2 or next((x.id for x in high.mentions if x.id), "")):
                yield Candidate(f"limb:{'own' if who and who2 else 'guess'}", "physical_trait", f"{side} {limb} lost, yet used", whose)
                return
