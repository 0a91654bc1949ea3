"""In two places at one time: left behind, shut in, alone, never left; and elsewhere. Needs of the view: Sentence.lems, Sentence.before, Clause.mark."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.telling import animate, kept, looked_back, real, same, somebody, tense_step, unreal
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import BODY, cat

SETS = {k: frozenset(v) for k, v in lists("place").items()}
BEYOND = re.compile(
    r"\b(?:until|till|all (?:night|day|week|winter|through)|the whole|every (?:night|hour)|never|nobody (?:has|goes)|for (?:\w+ )?(?:days|weeks|months|hours)|throughout|from \w+ (?:to|until|till|through)|miles|not (?:be )?back|before (?:\w+ )?(?:spring|sunday|monday|friday|dawn|morning|winter)|since|without|still|alone|locked|left behind|stays? behind)\b",
    re.IGNORECASE,
)
ALONE = re.compile(
    r"\b(?:you (?:ride|rode|walk|walked|go|went|set out|set off|climb|climbed|travel|travelled|enter|entered|are|were|sit|sat|come|came|step|stepped|eat|ate|sleep|slept|head|headed|slip|slipped)\b[^.;]*\balone\b|just (?:the )?(?:two|three|four) of (?:you|us)|only the (?:two|three|four) of (?:you|us)|nobody (?:else )?(?:with|but) you|no one (?:else )?(?:with|but) you|you are alone|by yourself|nobody else is|only you and|no one but you|nobody but you|without (?:a soul|anyone|company))",
    re.IGNORECASE,
)
BESIDE = re.compile(
    r"\b(?:(?:beside|behind|alongside|next to|with|follows|followed|following) you|to you|your (?:table|elbow|shoulder|side|cup|sleeve|arm|hand|plate|mule|horse))\b",
    re.IGNORECASE,
)
HYPO = frozenset(["if", "come", "would", "means", "meant", "plan", "plans", "planned", "tomorrow", "will", "every"])
SPAN = re.compile(
    r"\b(?:never (?:left|leaves|stirred|quit)|not (?:once |to )?(?:leave|stir|go out|budge)|all (?:\w+ )?(?:night|day|morning|week|winter|through)|(?:the )?(?:whole|entire) |spen[dt]s? |passe[sd] |from \w+ (?:to|until|till|through|past)|between \w+ and|throughout|at his \w+ and|sat up|sits up|sat |keeps to|kept to|until|till)\b",
    re.IGNORECASE,
)
BACK_TO = re.compile(
    r"\b(?:that (?:same |very )?\w+|the (?:same|night|day|morning|evening|afternoon|winter|week|hour) (?:of|that|when|the|\w+)|ago|remember|think back|when the|while the|been)\b",
    re.IGNORECASE,
)
DISTANT = re.compile(
    r"\b(?:(?:miles?|leagues?|days?|weeks?|hours?|counties|states?) (?:\w+ )?(?:off|away|distant|from here|out|east|west|north|south)|far (?:off|away)|a (?:day|week)'s ride|across the (?:sea|ocean|river|border|county))\b",
    re.IGNORECASE,
)


def _spots(c: Clause) -> tuple[Mention, ...]:
    """The places a clause puts its subject (or object) at."""
    return tuple(
        m
        for role, ms in c.roles.items()
        if role[:2] == "p:" and role[2:] in SETS["here"]
        for m in ms
        if m.lemma not in BODY and m.lemma not in SETS["times"] and m.lemma not in SETS["events"] and not m.pron
    )


@kept("_times")
def times(sent: Sentence, ctx: Ground) -> Iterator[str]:
    """The words of time and of events in the sentence."""
    found = set()
    for i, (lemma, pos) in enumerate(zip(sent.lems, sent.pos)):
        before, after = sent.lems[i - 1] if i else "", sent.pos[i + 1] if i + 1 < len(sent.pos) else ""
        if (
            lemma in SETS["times"]
            or (
                (lemma in SETS["events"] and pos in ("NOUN", "PROPN") and before not in ("a", "an"))
                or (lemma in ("hit", "blow") and pos == "VERB")
            )
            or (
                lemma in SETS["cardinals"]
                and before in ("at", "by", "past", "until", "till", "from", "to", "toward", "between", "after", "before", "be")
                and after not in ("NOUN", "NUM", "ADJ", "PROPN")
            )
            or (lemma in SETS["ordinals"] and before == "the" and after not in ("NOUN", "ADJ", "NUM"))
        ):
            found.add(lemma)
    yield from sorted(found)


@kept("_whereabouts")
def whereabouts(sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, frozenset[str], Clause]]:
    """Who or what is where: (mention, lemmas and ids of the places, clause)."""
    if unreal(sent):
        return
    for c in sent.clauses:
        if not real(c) or c.mark == "if":
            continue
        spots = _spots(c)
        for m in (*c.roles.get("subj", ()), *(c.roles.get("obj", ()) if c.passive else ())):
            if m.id and m.id != "you" and animate(m, ctx):
                yield m, frozenset(x for s in spots for x in (s.id, s.lemma) if x and x != m.id), c


@kept("_sites")
def sites(sent: Sentence, ctx: Ground) -> Iterator[str]:
    """Lemmas and ids of all that the sentence names as a place, by a preposition of place."""
    for c in sent.clauses:
        for m in _spots(c):
            yield from (x for x in (m.id, m.lemma) if x)


@kept("_fixed")
def fixed(sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, str, frozenset[str]]]:
    """Who or what is bound to a place for a while: (mention, manner, places)."""
    if unreal(sent):
        return
    for c in sent.clauses:
        if not real(c) or c.mark == "if":
            continue
        spots = _spots(c)
        where = frozenset(x for s in spots for x in (s.id, s.lemma) if x) or frozenset(sites(sent, ctx))
        subj, obj = c.roles.get("subj", ()), c.roles.get("obj", ())
        beyond = bool(BEYOND.search(sent.text))
        if c.verb in SETS["leave_not"] and c.neg:
            yield from ((m, "never-left", where) for m in subj if m.id != "you" and (m.id or not m.pron))
        elif c.verb in SETS["shut_in"] and not c.neg and spots:
            yield from ((m, "shut-in", where) for m in obj if c.verb != "bury" or not animate(m, ctx))
        elif c.verb in SETS["leave"] and not c.neg and (spots or any(m.id for m in c.roles.get("p:with", ())) or "behind" in sent.words):
            yield from ((m, "left", where) for m in obj)
        elif (c.verb in SETS["stay"] and not c.neg and (spots or (where and c.adj)) and c.verb not in ("be", "keep", "live")) or (
            c.verb in ("stay", "remain") and "behind" in c.advs
        ):
            yield from (
                (m, "stays" if c.verb in ("stay", "remain", "wait", "winter", "camp") else "lies", where) for m in subj if m.id != "you"
            )
        elif c.verb == "be" and not c.neg and spots and beyond:
            yield from ((m, "is", where) for m in subj if m.id != "you")


def _together(later: Sentence, c: Clause) -> bool:
    """Whether the clause puts its subject beside the player's character."""
    return bool(BESIDE.search(later.text)) or any(m.id == "you" for r, ms in c.roles.items() if r != "subj" for m in ms)


@kept("_held")
def held(sent: Sentence, ctx: Ground) -> Iterator[str]:
    """The ids of those (and of what is theirs) that the sentence may place."""
    spots = set(sites(sent, ctx))
    found = set()
    for c in sent.clauses:
        if not real(c) or c.mark == "if":
            continue
        for role in ("subj", "obj", "attr", "npadv"):
            for m in c.roles.get(role, ()):
                for i in (m.id, m.owner if role == "subj" else ""):
                    if (
                        i
                        and i != "you"
                        and i not in spots
                        and (
                            ctx.kind(i) == "character"
                            or (role == ("obj" if c.passive else "subj") and i == m.id and not m.pron and c.verb in SETS["stay"])
                        )
                    ):
                        found.add(i)
    told = {m.id for c in sent.clauses for ms in c.roles.values() for m in ms}
    found |= {
        m.id
        for m in sent.mentions
        if m.name and m.id and m.id not in told and m.id not in spots and ctx.kind(m.id) == "character" and m.id != "you"
    }
    yield from sorted(found)


def _clock(sent: Sentence, ctx: Ground) -> set[str]:
    """The times of the sentence, and of a heading before it."""
    own = set(times(sent, ctx))
    before = sent.before
    return own | set(times(before, ctx)) if before is not None and len(before.words) <= 9 else own


def _same_time(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """Both tell where somebody was at one and the same time, and the places differ."""
    if unreal(later):
        return
    shared = _clock(earlier, ctx) & _clock(later, ctx)
    if not shared:
        return
    who = [i for i in held(earlier, ctx) if i in held(later, ctx)]
    here, there = set(sites(earlier, ctx)), set(sites(later, ctx))
    bare = not (here or there)
    if not who or here & (there | later.lemmas) or there & earlier.lemmas or (bare and not SPAN.search(earlier.text)):
        return
    strong, event = shared - SETS["weak_times"] - SETS["events"], bool(shared & SETS["events"])
    if (not (strong or event) and len(shared) < 2) or unreal(earlier) or set(later.words) & HYPO or set(earlier.words) & HYPO:
        return
    size = (
        "many"
        if len(shared) >= 3 or (len(shared) == 2 and (strong or event))
        else "one"
        if strong or event
        else "weak"
        if len(shared) >= 2
        else ""
    )
    if not size:
        return
    span = "span" if SPAN.search(earlier.text) or SPAN.search(later.text) else "point"
    back = ":back" if BACK_TO.search(later.text) or any(c.tense == "pluperfect" for c in later.clauses) else ""
    apart = "bare" if bare else "apart" if here and there else "open"
    for i in who[:1]:
        kind = "who" if ctx.kind(i) == "character" else "thing"
        yield Candidate(
            f"sametime:{kind}:{size}:{span}:{apart}{back}", "whereabouts", f"at one time ({' '.join(sorted(shared))}) in two places", i
        )


def _kept_away(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """Bound to a place, and then at hand elsewhere."""
    bound = fixed(earlier, ctx)
    if not bound:
        return
    free = bool(set(later.lems) & SETS["licence"])
    beyond = "long" if BEYOND.search(earlier.text) else "open"
    for m, manner, here in bound:
        if somebody(m, ctx) and m.id:
            for n, there, d in whereabouts(later, ctx):
                if (
                    n.id == m.id
                    and not here & there
                    and not looked_back(d, later)
                    and tense_step(earlier, d, later) == "level"
                    and d.tense not in ("ing", "vbn", "inf")
                ):
                    how = "beside" if _together(later, d) else "there" if there else ""
                    if how and not free and (beyond == "long" or manner in ("left", "shut-in")) and manner not in ("never-left", "lies"):
                        yield Candidate(f"place:{manner}:{beyond}:{how}", "whereabouts", "kept at one place, and at another", m.id)
        elif (
            not free
            and not m.pron
            and manner != "never-left"
            and not m.plural | animate(m, ctx)
            and (ctx.kind(m.id) == "item" or cat(m.lemma) == "artifact" or (m.name and ctx.kind(m.id) == "" and manner == "stays"))
        ):
            yield from _thing(earlier, later, m, manner, here, beyond, ctx)


def _thing(
    earlier: Sentence, later: Sentence, m: Mention, manner: str, here: frozenset[str], tail: str, ctx: Ground
) -> Iterator[Candidate]:
    for c in later.clauses:
        if not real(c) or c.neg or looked_back(c, later):
            continue
        spots = frozenset(x for s in _spots(c) for x in (s.id, s.lemma) if x)
        for role in ("subj", "obj", "p:into", "p:with", "p:in"):
            for n in c.roles.get(role, ()):
                x = same(m, n)
                if (
                    x < 1.2
                    or here & spots
                    or (role == "subj" and c.verb not in SETS["stay"])
                    or (role == "obj" and c.verb not in SETS["hold"] | SETS["leave"])
                    or (role in ("p:into", "p:with", "p:in") and c.verb not in ("reach", "rummage", "shoot", "dig", "feel"))
                ):
                    continue
                yield Candidate(
                    f"thing:{manner}:{'held' if role != 'subj' else 'lies'}:{tail}{'' if x >= 2 else ':loose'}",
                    "whereabouts",
                    "left in one place, and at hand in another",
                    n.id or n.lemma,
                )


def _jump(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """At one named place, and a turn later at another, with no way told."""
    if later.turn - earlier.turn > 4 or set(later.lems) & SETS["licence"] or not DISTANT.search(earlier.text):
        return
    for m, here, c in whereabouts(earlier, ctx):
        for n, there, d in whereabouts(later, ctx):
            if n.id == m.id and here and there and not here & there and not looked_back(d, later) and ctx.kind(m.id) == "character":
                yield Candidate(
                    f"place:far:{'soon' if later.turn - earlier.turn <= 2 else 'later'}", "whereabouts", "far off, and here", m.id
                )


def _alone(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    if not ALONE.search(earlier.text) or later.turn - earlier.turn > 4:
        return
    met = {m.id for m in earlier.mentions if m.id}
    for n, _, d in whereabouts(later, ctx):
        if (
            (n.name or n.det == "the")
            and not n.pron
            and n.id not in met
            and _together(later, d)
            and not set(later.lems) & SETS["licence"]
            and ctx.kind(n.id) == "character"
        ):
            yield Candidate(
                f"place:alone:{'named' if n.name else 'other'}", "whereabouts", "you were alone, and somebody has been with you", n.id
            )


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """Somebody or something in two places."""
    best: dict[str, Candidate] = {}
    for cand in (
        *_same_time(earlier, later, ctx),
        *_kept_away(earlier, later, ctx),
        *_alone(earlier, later, ctx),
        *_jump(earlier, later, ctx),
    ):
        best.setdefault(cand.type, cand)
    yield from best.values()
