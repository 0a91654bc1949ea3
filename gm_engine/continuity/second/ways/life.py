"""Dead in one telling, alive in a later one."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.facets import IDX
from gm_engine.continuity.second.openings import Opening
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.telling import (
    PERCEIVED,
    animate,
    denied,
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
from gm_engine.continuity.second.vocabulary import LemmaPhrases, lists
from gm_engine.wordnet import verb_class

WORDS = lists("life")
SETS = {key: frozenset(words) for key, words in WORDS.items() if isinstance(words, list)}
PART_ENDS = {part: frozenset(verbs) for part, verbs in WORDS["part_ends"].items()}


def _pattern(phrases: list[str]) -> LemmaPhrases:
    return LemmaPhrases(phrase.replace(r"(\w+ )", r"([\w']+ )") for phrase in phrases)


SELF, DONE, STATE, ALL = (_pattern(WORDS[key]) for key in ("self_phrases", "done_phrases", "state_phrases", "all_lost"))
ROPE = re.compile(WORDS["rope"])
LAIN = re.compile(WORDS["lain"])
NO_SIGNS = re.compile(WORDS["no_signs"])
HE_SAYS = re.compile(r", (?:\w+ ){1,3}say [.,]")
LIFETIME = re.compile(WORDS["lifetime"])
INWARD = frozenset(["cognition", "emotion", "stative", ""])
NAME = re.compile(r"\b[A-Z][a-z]{3,}\b")
ACTING = frozenset(word for (slot, word), sides in IDX.items() if slot == "verbs" and ("life", 1) in sides)
UNSURE_KILLS = frozenset(["crush", "gut", "trample", "dispatch", "smother", "suffocate", "strangle"])
UNSURE_DEATHS = frozenset(["rot", "starve", "swing"])
DAMNED = frozenset(["dead", "hanged", "drowned", "gone"])
Death = tuple[Mention, str, Clause | None]


def _keys(clause: Clause) -> set[str]:
    return {clause.verb, f"{clause.verb}_{clause.particle}"} if clause.particle else {clause.verb}


def _part_deaths(sentence: Sentence, clause: Clause) -> Iterator[tuple[Mention, str]]:
    """His heart quits, her neck broke, his eyes glazed over."""
    keys = _keys(clause)
    for part in (*clause.roles.get("subj", ()), *clause.roles.get("obj", ())):
        if part.owner and keys & PART_ENDS.get(part.lemma, frozenset()) and not clause.neg:
            who = owner_of(part, sentence)
            if who is not None:
                yield who, "part" if part.lemma in ("eye", "breath", "breathing") else "sure"
        if part.lemma == "eye" and part.owner and clause.verb in SETS["closes"] and not clause.neg and _by_another(part, clause):
            who = owner_of(part, sentence)
            if who is not None:
                yield who, "phrase"


def _by_another(part: Mention, clause: Clause) -> bool:
    """Whether somebody else than its owner does it."""
    doers = [m.id or m.lemma for m in clause.roles.get("subj", ())]
    return bool(doers) and part.owner not in doers and part not in clause.roles.get("subj", ())


def _laid(sentence: Sentence, clause: Clause) -> bool:
    """Whether the clause lays somebody in a grave."""
    roles = ("p:under", "p:in", "p:into", "p:beneath", "p:on")
    if any(place.lemma in SETS["resting"] for role in roles for place in clause.roles.get(role, ())):
        return True
    return clause.verb == "lower" and bool(SETS["resting"] & {m.lemma for m in sentence.mentions})


def _clause_deaths(sentence: Sentence, clause: Clause) -> Iterator[tuple[Mention, str]]:
    subjects, objects, keys = clause.roles.get("subj", ()), clause.roles.get("obj", ()), _keys(clause)
    if keys & SETS["die"]:
        yield from ((m, "told" if clause.verb in UNSURE_DEATHS else "sure") for m in subjects)
    if keys & SETS["kill"]:
        yield from ((m, "told" if clause.verb in UNSURE_KILLS else "sure") for m in objects)
    if keys & SETS["taken"] and {m.lemma for m in subjects} & SETS["takers"]:
        yield from ((m, "told") for m in objects)
    if keys & SETS["bury"] and not any(m.lemma in SETS["swamped"] for role in ("p:under", "p:in") for m in clause.roles.get(role, ())):
        yield from ((m, "sure") for m in objects)
    if clause.verb in SETS["plant"] and _laid(sentence, clause):
        yield from ((m, "told") for m in (*objects, *clause.roles.get("npadv", ())) if m.lemma not in SETS["resting"])
    if clause.verb == "hang" and not objects and not clause.particle and _hangs(clause):
        yield from ((m, "told") for m in subjects)
    if set(clause.adj) & SETS["dead"] and not _dead_only(sentence):
        yield from ((m, "sure") for m in (subjects or objects))
    if SELF.match(" " + " ".join(sentence.lems[max(0, clause.at) :]) + " ", 1) and not _dead_only(sentence):
        yield from ((m, "told") for m in (objects if clause.verb in SETS["to_another"] and objects else subjects or objects))
    yield from _part_deaths(sentence, clause)


def _dead_only(sentence: Sentence) -> bool:
    """Whether "dead" says no more than "very", or somebody is dead to something."""
    at = sentence.lems.index("dead") + 1 if "dead" in sentence.lems else len(sentence.lems)
    return bool(set(sentence.lems[at : at + 1]) & SETS["dead_only"])


def _hangs(clause: Clause) -> bool:
    """Whether somebody who hangs does so by the neck: for a crime, or at an hour."""
    how = {role[2:] for role in clause.roles if role.startswith("p:")}
    return "for" in how or (how <= SETS["hanged_for"] and not any(m.id for role in how for m in clause.roles[f"p:{role}"]))


def _loose_deaths(sentence: Sentence, ground: Ground) -> Iterator[tuple[Mention, str]]:
    """Phrases whose one is not the subject: closed his eyes, drew the sheet over him, the rope goes taut."""
    text = lemma_text(sentence)
    people = [m for m in sentence.mentions if somebody(m, ground)]
    owners = [who for m in sentence.mentions if (who := owner_of(m, sentence)) and who.id != "you" and ground.kind(who.id) == "character"]
    agents = {m.id or m.lemma for c in sentence.clauses if not c.passive for m in c.roles.get("subj", ()) if animate(m, ground) or m.pron}
    if STATE.search(text) or (DONE.search(text) and agents <= {"you", "they"} | {m.id for m in people if m.name}):
        seen = set()
        for one in [*people, *owners]:
            key = one.id or one.lemma
            if key not in agents and key not in seen:
                seen.add(key)
                yield one, "phrase"
    if (ROPE.search(text) and _about(sentence, "gallows")) or (NO_SIGNS.search(text) and set(sentence.lems) & SETS["signs"]):
        yield from ((m, "phrase") for m in [*people, *owners])
    if (lain := LAIN.search(text)) is not None:
        at = text[: lain.start()].count(" ") - 1
        yield from ((m, "phrase") for m in [m for m in people if at - 4 <= m.at < at][-1:])
    if sentence.before is not None and sentence.words and _dead_verdict(sentence):
        yield from ((m, "phrase") for m in [m for m in sentence.before.mentions if somebody(m, ground)][-1:])


def _about(sentence: Sentence, key: str) -> bool:
    """Whether the sentence or the one before it has a word of the list."""
    before = sentence.before.lems if sentence.before else ()
    return bool(SETS[key] & {*sentence.lems, *before})


def _dead_verdict(sentence: Sentence) -> bool:
    """ "Dead before he hit the floor": the one is named in the sentence before."""
    bare = not any(c.roles.get("subj") for c in sentence.clauses[:1])
    return (sentence.words[0] in DAMNED and bare) or " time of death " in lemma_text(sentence)


def _hearsay(sentence: Sentence, clause: Clause) -> bool:
    """Whether somebody says or thinks it, or it nearly came to pass."""
    if set(sentence.words) & SETS["nearly"] or HE_SAYS.search(lemma_text(sentence)):
        return True
    return clause.dep == "ccomp" and clause.gov in SETS["said"]


@kept("_deaths")
def deaths(sentence: Sentence, ground: Ground) -> Iterator[Death]:
    """Who is dead by what the sentence tells, how that is told, and by which clause."""
    if unreal(sentence):
        return
    for clause in sentence.clauses:
        undone = denied(sentence, clause) and " nothing " not in lemma_text(sentence)
        meant = clause.tense == "inf" and clause.dep not in ("conj", "ROOT") and clause.gov not in PERCEIVED and not clause.passive
        if not real(clause) or undone or meant or clause.mark == "if" or (clause.gov and clause.govneg) or _hearsay(sentence, clause):
            continue
        for one, how in _clause_deaths(sentence, clause):
            if one.id != "you" and animate(one, ground):
                yield one, how, clause
    if HE_SAYS.search(lemma_text(sentence)):
        return
    for one in sentence.mentions:
        who = owner_of(one, sentence) if one.lemma in SETS["remains"] and one.det != "no" else None
        if who is not None and somebody(who, ground):
            yield who, "remains", None
        if set(one.mods) & SETS["dead_mod"] and somebody(one, ground) and (one.name or not one.id):
            yield one, "told", None
    for one, how in _loose_deaths(sentence, ground):
        yield one, how, None


def _living(clause: Clause) -> str:
    """How the subject of the clause shows life: "acts", "does", "quiet", or "" if not."""
    keys = _keys(clause)
    if clause.neg or any(m.lemma in SETS["ropes"] for m in clause.roles.get("p:on", ())):
        return ""
    if keys & ACTING:
        return "acts"
    if set(clause.adj) & {"alive", "well"}:
        return "quiet"
    outward = bool(clause.roles.get("obj") or clause.particle or any(role.startswith("p:") for role in clause.roles))
    active = clause.verb in SETS["acts"] or verb_class(clause.verb) in SETS["active"]
    if outward and active and not clause.passive and clause.verb not in SETS["inert"]:
        return "does"
    return "quiet" if clause.verb in SETS["quiet"] else ""


def _clause_livings(sentence: Sentence, clause: Clause, ground: Ground) -> Iterator[tuple[Mention, str]]:
    subjects = clause.roles.get("subj", ())
    for one in subjects:
        how = _living(clause)
        if how and somebody(one, ground) and one.lemma not in SETS["remains"]:
            yield one, "alive" if "alive" in (*one.mods, *clause.adj) else how
    if clause.neg:
        return
    if clause.verb in SETS["met"] and not clause.passive:
        yield from ((m, "met") for m in clause.roles.get("obj", ()) if somebody(m, ground))
    if clause.verb == "be" and clause.tense in ("present", "past") and any(m.lemma in ("it", "here", "there", "that") for m in subjects):
        yield from ((m, "there") for m in clause.roles.get("attr", ()) if m.name and somebody(m, ground) and not _owns(m, sentence))
    for one in subjects:
        if one.lemma in SETS["sent"] and clause.verb in SETS["arrives"]:
            yield from ((m, "sent") for m in clause.roles.get("p:from", ()) if somebody(m, ground))
        if one.lemma in SETS["of_life"] and clause.verb not in ("be", "close", "glaze", "stare", "fix"):
            who = owner_of(one, sentence)
            if who is not None and somebody(who, ground):
                yield who, "part"


def _owns(mention: Mention, sentence: Sentence) -> bool:
    """Whether the mention stands for its owner's thing ("it is Tom's")."""
    return sentence.words[mention.at + 1 : mention.at + 2] in (("'s",), ("'",))


@kept("_livings")
def livings(sentence: Sentence, ground: Ground) -> Iterator[Death]:
    """Who is alive by what the sentence tells, how that shows, and by which clause."""
    lemmas = set(sentence.lems)
    if unreal(sentence) or lemmas & SETS["licence"]:
        return
    for clause in sentence.clauses:
        if real(clause) and (clause.roles.get("subj") or not clause.passive):
            for one, how in _clause_livings(sentence, clause, ground):
                yield one, how, clause
    told = {m.id for c in sentence.clauses for mentions in c.roles.values() for m in mentions}
    for one in sentence.mentions:
        if not somebody(one, ground):
            continue
        if "alive" in one.mods:
            yield one, "alive", None
        if one.name and one.id and one.id not in told and lemmas & ACTING:
            yield one, "named", None
        lead = sentence.lems[max(0, one.at - 5) : one.at]
        if "from" in lead[-2:] and set(lead) & SETS["sent"] and lemmas & SETS["arrived"]:
            yield one, "sent", None


def _all_lost(earlier: Sentence, later: Sentence) -> Iterator[Candidate]:
    """Nobody of a ship or company lived; and here is one of them."""
    if ALL.search(lemma_text(earlier)) and set(later.words) & SETS["aboard"] and "lose" not in later.lems:
        shared = set(NAME.findall(earlier.text)) & set(NAME.findall(later.text))
        if shared and set(later.words) & {"was", "is", "had", "has", "were"}:
            yield Candidate("life:all-lost:aboard", "life_death", f"nobody of {min(shared)} lived, and here is one of them", min(shared))


def _goes_on(clause: Clause | None, later: Sentence) -> bool:
    """Whether the clause tells of its own moment, with a verb that tells."""
    if clause is None:
        return True
    return not looked_back(clause, later) and (clause.tense not in ("ing", "vbn", "inf") or clause.dep in ("conj", "xcomp", "advcl", "acl"))


def _another(alive: Mention, later: Sentence) -> bool:
    """Whether the mention is of a younger one of the name, or of somebody dead."""
    words = " ".join(later.words[max(0, alive.at - 2) : alive.at + 1]).split()
    return bool({*alive.mods, *words} & (SETS["younger"] | SETS["dead_mod"]))


def _back_alive(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    gone = deaths(earlier, ground)
    lives = livings(later, ground) if gone else ()
    if not lives or set(later.words) & SETS["kin_of"] or set(later.lems) & SETS["mourning"]:
        return
    for dead, how_dead, _ in gone:
        for alive, how, clause in lives:
            sure = same(dead, alive)
            if sure < 1.2 or _another(alive, later) or not _goes_on(clause, later):
                continue
            shown = "acts" if how in ("does", "met", "there", "sent") else how
            back = clause is not None and tense_step(earlier, clause) == "back"
            if back and clause is not None and (verb_class(clause.verb) in INWARD or LIFETIME.search(lemma_text(later))):
                continue
            type_ = f"life:{how_dead}{'-pron' if alive.pron else ''}:{shown}{':back' if back else ''}{'' if sure >= 2 else ':loose'}"
            yield Candidate(type_, "life_death", "dead before, and alive here", dead.id or dead.lemma)


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Dead in the earlier sentence, alive in the later."""
    best: dict[str, Candidate] = {}
    for candidate in (*_all_lost(earlier, later), *_back_alive(earlier, later, ground)):
        best.setdefault(candidate.type, candidate)
    yield from best.values()


def _lost(sentence: Sentence, _ground: Ground) -> bool:
    return bool(ALL.search(lemma_text(sentence)))


OPENINGS = (Opening(deaths, livings), Opening(_lost))
