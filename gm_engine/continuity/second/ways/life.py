"""Dead in one telling, alive in another. Needs of the view: Sentence.lems, Sentence.before, Clause.mark."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.facets import IDX, idx
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.telling import (
    animate,
    kept,
    lemma_text,
    looked_back,
    owner_of,
    real,
    same,
    somebody,
    tense_step,
    unreal,
)
from gm_engine.continuity.second.vocabulary import lists

WORDS = lists("life")
SETS = {k: frozenset(v) for k, v in WORDS.items() if isinstance(v, list) and not k.endswith("phrases") and k != "all_lost"}
SELF = re.compile(r"(?<= )(?:" + "|".join(f"(?:{p})" for p in WORDS["self_phrases"]) + r")(?= )")
DONE = re.compile(r"(?<= )(?:" + "|".join(f"(?:{p})" for p in WORDS["done_phrases"]) + r")(?= )")
STATE = re.compile(r"(?<= )(?:" + "|".join(f"(?:{p})" for p in WORDS["state_phrases"]) + r")(?= )")
ALL = re.compile(r"(?<= )(?:" + "|".join(f"(?:{p})" for p in WORDS["all_lost"]) + r")(?= )")
NAME = re.compile(r"\b[A-Z][a-z]{3,}\b")
ROPE = re.compile(WORDS["rope"])
ACTING = frozenset(w for (slot, w), sides in IDX.items() if slot == "verbs" and ("life", 1) in sides)
KIN_OF = frozenset(["son", "grandson", "nephew", "namesake", "junior", "jr", "younger", "granddaughter", "daughter", "heir"])
ALIVE_WORDS = frozenset(["alive", "living", "yawning", "whistling"])


def _clause_text(sent: Sentence, c: Clause) -> str:
    """The lemmas from the clause's verb on."""
    return " " + " ".join(sent.lems[max(0, c.at) :]) + " "


def _keys(c: Clause) -> set[str]:
    return {c.verb, f"{c.verb}_{c.particle}"} if c.particle else {c.verb}


def _part_deaths(sent: Sentence, c: Clause, ctx: Ground) -> Iterator[tuple[Mention, str]]:
    """His heart quits, her head rolled, no pulse in his neck."""
    for m in (*c.roles.get("subj", ()), *c.roles.get("obj", ())):
        if m.lemma in SETS["killed_part"] and m.owner and _keys(c) & SETS["part_ends"] and not c.neg:
            who = owner_of(m, sent)
            if who is not None:
                yield who, "part" if m.lemma in ("eye", "chest", "breath", "breathing", "throat") else "sure"


def _clause_deaths(sent: Sentence, c: Clause, ctx: Ground) -> Iterator[tuple[Mention, str]]:
    subj, obj, keys = c.roles.get("subj", []), c.roles.get("obj", []), _keys(c)
    if keys & SETS["die"]:
        yield from ((m, "sure" if c.verb not in ("rot", "starve", "swing") else "told") for m in subj)
    if keys & SETS["kill"]:
        tier = "told" if c.verb in ("crush", "gut", "trample", "dispatch", "smother", "suffocate", "strangle") else "sure"
        yield from ((m, tier) for m in obj)
    if keys & SETS["taken"] and {m.lemma for m in subj} & SETS["takers"]:
        yield from ((m, "told") for m in obj)
    if keys & SETS["bury"]:
        yield from ((m, "sure") for m in obj)
    if c.verb in SETS["plant"]:
        for role in ("p:under", "p:in", "p:into", "p:beneath", "p:on"):
            for place in c.roles.get(role, ()):
                if place.lemma in SETS["resting"]:
                    yield from ((m, "told") for m in (*obj, *c.roles.get("npadv", ())) if m.lemma not in SETS["resting"])
    if set(c.adj) & SETS["dead"]:
        yield from ((m, "sure") for m in (subj or obj))
    if SELF.match(_clause_text(sent, c), 1):
        yield from ((m, "told") for m in (subj or obj))
    yield from _part_deaths(sent, c, ctx)


def _loose_deaths(sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, str]]:
    """Phrases whose one is not the subject: closed his eyes, drew the sheet over him, the rope goes taut."""
    text = lemma_text(sent)
    people = [m for m in sent.mentions if somebody(m, ctx)]
    owners = [o for m in sent.mentions if (o := owner_of(m, sent)) is not None and o.id != "you" and ctx.kind(o.id) == "character"]
    agents = {s.id or s.lemma for c in sent.clauses if not c.passive for s in c.roles.get("subj", ())}
    if STATE.search(text) or (DONE.search(text) and agents <= {"you", "they"} | {m.id for m in people if m.name}):
        seen = set()
        for m in [*people, *owners]:
            if (m.id or m.lemma) not in agents and (m.id or m.lemma) not in seen:
                seen.add(m.id or m.lemma)
                yield m, "phrase"
    if ROPE.search(text) or (re.search(r"\b(?:find|be|have|feel|leave) (?:\w+ )?(?:no|none)\b", text) and set(sent.lems) & SETS["signs"]):
        yield from ((m, "phrase") for m in [*people, *owners])
    if (
        sent.words
        and (
            (sent.words[0] in ("dead", "hanged", "drowned", "gone") and not any(c.roles.get("subj") for c in sent.clauses[:1]))
            or " time of death " in text
        )
        and sent.before is not None
    ):
        last = [m for m in sent.before.mentions if somebody(m, ctx)]
        yield from ((m, "phrase") for m in last[-1:])


def _hearsay(sent: Sentence, c: Clause) -> bool:
    """Whether somebody says or thinks it, or it nearly came to pass."""
    return (
        (c.dep == "ccomp" and c.gov in SETS["said"])
        or bool(set(sent.words) & SETS["nearly"])
        or bool(re.search(r", (?:he|she|they) say ,", lemma_text(sent)))
    )


@kept("_deaths")
def deaths(sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, str, Clause | None]]:
    """Who is dead by what the sentence tells: (mention, how sure, clause)."""
    if unreal(sent):
        return
    for c in sent.clauses:
        if not real(c) or (c.neg and " nothing " not in lemma_text(sent)) or c.mark == "if" or (c.gov and c.govneg) or _hearsay(sent, c):
            continue
        for m, tier in _clause_deaths(sent, c, ctx):
            if m.id != "you" and animate(m, ctx):
                yield m, tier, c
    for m in sent.mentions:
        if (
            m.lemma in SETS["remains"]
            and m.det != "no"
            and (who := owner_of(m, sent)) is not None
            and who.id != "you"
            and animate(who, ctx)
        ):
            yield who, "remains", None
        if set(m.mods) & SETS["dead_mod"] and somebody(m, ctx):
            yield m, "told", None
    for m, tier in _loose_deaths(sent, ctx):
        yield m, tier, None


def _living(sent: Sentence, c: Clause, m: Mention) -> str:
    """How surely the subject of ``c`` lives: "acts", "light" or ""."""
    if c.neg:
        return ""
    if any(("life", 1) in idx("verbs", v) for v in _keys(c)):
        return "acts"
    if c.verb in SETS["acts"] and (c.roles.get("obj") or c.roles.get("p:with") or c.particle or any(r.startswith("p:") for r in c.roles)):
        return "does"
    return "quiet" if c.verb in SETS["quiet"] or set(c.adj) & {"alive", "well"} else ""


@kept("_livings")
def livings(sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, str, Clause | None]]:
    """Who is alive by what the sentence tells."""
    if unreal(sent) or set(sent.lems) & SETS["licence"]:
        return
    for c in sent.clauses:
        if not real(c) or (c.passive and not c.roles.get("subj")):
            continue
        for m in c.roles.get("subj", ()):
            how = _living(sent, c, m)
            if how and somebody(m, ctx) and m.lemma not in SETS["remains"]:
                yield m, "alive" if set(m.mods) & ALIVE_WORDS or set(c.adj) & {"alive"} else how, c
        if (
            c.verb in ("meet", "greet", "hug", "kiss", "thank", "join", "ask", "tell", "answer", "follow", "help", "hire", "pay")
            and not c.passive
            and not c.neg
        ):
            yield from ((m, "met", c) for m in c.roles.get("obj", ()) if somebody(m, ctx))
        if (
            c.verb == "be"
            and c.tense in ("present", "past")
            and any(m.lemma in ("it", "here", "there", "that") for m in c.roles.get("subj", ()))
        ):
            yield from ((m, "there", c) for m in c.roles.get("attr", ()) if m.name and somebody(m, ctx))
        for m in c.roles.get("subj", ()):
            if m.lemma in SETS["sent"] and not c.neg and c.verb in ("come", "arrive", "reach", "say", "ask", "wait", "read"):
                yield from ((n, "sent", c) for n in c.roles.get("p:from", ()) if somebody(n, ctx))
            if (
                m.lemma in SETS["of_life"]
                and not c.neg
                and c.verb not in ("be", "close")
                and (who := owner_of(m, sent)) is not None
                and somebody(who, ctx)
            ):
                yield who, "part", c
    told = {m.id for c in sent.clauses for ms in c.roles.values() for m in ms}
    for m in sent.mentions:
        if "alive" in m.mods and somebody(m, ctx):
            yield m, "alive", None
        if m.name and m.id and m.id not in told and somebody(m, ctx) and any(w in ACTING for w in sent.lems):
            yield m, "named", None


ORDER = ("alive", "acts", "met", "does", "quiet")


def _dated_back(c: Clause | None, sent: Sentence) -> bool:
    return looked_back(c, sent) and not (c is not None and c.tense == "modal")


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """Dead then alive; and alive in the scene, then dead since before it."""
    best: dict[str, Candidate] = {}
    if ALL.search(lemma_text(earlier)) and set(later.words) & SETS["aboard"] and "lose" not in later.lems:
        ships = set(NAME.findall(earlier.text)) & set(NAME.findall(later.text))
        if ships and set(later.words) & {"was", "is", "had", "has", "were"}:
            best["all"] = Candidate("life:all-lost:aboard", "life_death", "nobody of it lived, and here is one", min(ships))
    gone = deaths(earlier, ctx)
    if gone and (lives := livings(later, ctx)):
        for m, tier, _ in gone:
            for n, how, c in lives:
                x = same(m, n)
                if (
                    x < 1.2
                    or set(n.mods) & SETS["younger"]
                    or set(later.words) & KIN_OF
                    or (
                        c is not None
                        and (looked_back(c, later) or (c.tense in ("ing", "vbn", "inf") and c.dep not in ("conj", "xcomp", "advcl")))
                    )
                ):
                    continue
                step = "level" if c is None else tense_step(earlier, c, later)
                kind = f"life:{tier}{'-pron' if n.pron else ''}:{'acts' if how in ('does', 'met', 'there', 'sent') else how}{'' if step == 'level' else ':back'}{'' if x >= 2 else ':loose'}"
                best.setdefault(kind, Candidate(kind, "life_death", "dead before, alive now", m.id or m.lemma))
    after = deaths(later, ctx)
    if after and (lived := livings(earlier, ctx)):
        for m, tier, c in after:
            for n, how, k in lived:
                x = same(n, m)
                if x < 1.2 or tier == "phrase" or not _dated_back(c, later) or k is None or looked_back(k, earlier):
                    continue
                kind = f"undead:{tier}:{how}:{'sure' if x >= 2 else 'loose'}"
                best.setdefault(kind, Candidate(kind, "life_death", "alive before, and dead since before that", m.id or m.lemma))
    yield from best.values()
