"""Works: what comes of a free act and stays: a thing that was made, a place that was altered, something hidden, somebody taught."""

import re
from collections.abc import Generator, Iterator

from gm_engine.rules.changes import change, move_attitude, move_items
from gm_engine.rules.new_things import come_in
from gm_engine.rules.object_phrases import bare, definite, loose, slug
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.skill_check import worked
from gm_engine.state.news import takes
from gm_engine.state.story_state import StoryState
from gm_engine.story.entity import Entity
from gm_engine.story.event import EntityIntroduced, Event, FactEstablished, NewcomerJoined, WorkDone
from gm_engine.story.newcomer import Newcomer
from gm_engine.story.roll import Modifier, Roll
from gm_engine.story.work import Work

LESSONS = 4
"""So many good tries until something is learned; a very good one counts for two."""
SOONEST = 60
"""Minutes until somebody comes upon what was altered, at the least."""
UNSEEN = ("hide", "sneak")
"""Verbs of the skill by which an act is kept from those who are here."""
LIKE_TRUE = {"triumph": 20, "success": 10, "cost": 0, "": 0, "failure": -20}
MADE = {
    "triumph": "Your own work, and as good as it could be.", "success": "Your own work, and sound.",
    "cost": "Your own work: rough, but it will serve.", "failure": "Your own work, and poor.", "": "Your own work.",
}  # fmt: skip
FORGED = {
    "triumph": "Your own work. Nobody could tell it from a true one.",
    "success": "Your own work. It passes for true at a glance, and at a second one.",
    "cost": "Your own work. It passes for true at a glance.", "failure": "Your own work. Whoever looks twice sees what it is.",
    "": "Your own work. It passes for true at a glance.",
}  # fmt: skip


def works(ruling: Ruling, roll: Roll | None) -> Iterator[Event]:
    """What an act leaves behind, by its mode and by how it came out; nothing for an act that changes nothing."""
    band = roll.band if roll else ""
    match ruling.intent.mode:
        case "make" | "forge" if band != "disaster":
            yield from made(ruling, band)
        case "alter" | "mend":
            yield from altered(ruling, roll)
        case "place" | "hide" if ruling.intent.leaves:
            yield from placed(ruling, roll)
        case "train" if ruling.intent.leaves:
            yield from taught(ruling, band)
        case "undo":
            yield from undone(ruling, roll)
        case "set" if ruling.intent.leaves:
            yield WorkDone(turn=ruling.state.turn, work=_work(ruling, "altered", seen_by=_seen_by(ruling, roll)))
        case "gather":
            yield from come_in(ruling.state, loose(ruling.intent.about), ruling.state.pc)
        case "consume":
            yield from move_items(ruling.state, ruling.state.pc, ruling.intent.item, -1, f"consumed:{ruling.intent.item}")


def _id(state: StoryState) -> str:
    taken = sum(1 for work in state.works.values() if work.turn == state.turn)
    return f"w{state.turn}.{taken + 1}"


def _work(ruling: Ruling, kind: str, **fields: object) -> Work:
    state, intent = ruling.state, ruling.intent
    first = intent.words.lower().split()
    form: dict[str, object] = {
        "id": _id(state), "kind": kind, "verb": first[0] if first else "", "thing": definite(intent.about), "text": intent.leaves,
        "place": state.here, "turn": state.turn, "minute": state.minute,
    }  # fmt: skip
    return Work.model_validate(form | fields)


def made(ruling: Ruling, band: str) -> Iterator[Event]:
    """A thing that was not there before, in the hands of whoever made it, by the name that the player gave it."""
    state, intent = ruling.state, ruling.intent
    name, false = definite(intent.about), intent.mode == "forge"
    id, n = slug(intent.about), 1
    while state.lore.known_as(id) is not None or id in state.pack.items or id in state.pack.npcs:
        n += 1
        id = f"{slug(intent.about)}_{n}"
    said = (FORGED if false else MADE)[band]
    yield NewcomerJoined(
        turn=state.turn, newcomer=Newcomer(id=id, kind="item", name=name, summary=said, pronouns="it", holder=state.pc, turn=state.turn)
    )
    called = re.sub(r"^(?:an?|some|the) ", "", bare(intent.about))
    yield EntityIntroduced(turn=state.turn, entity=Entity(id=id, kind="item", name=name, aliases=(called,), introduced=state.turn))
    yield from move_items(state, state.pc, id, 1, f"made:{id}")
    yield WorkDone(turn=state.turn, work=_work(ruling, "made", item=id, band=band, false=false, text=said, seen_by=state.present()))


def altered(ruling: Ruling, roll: Roll | None) -> Iterator[Event]:
    """A place or a thing of it, otherwise than it was: those to whom it is home mind it where they see it; else somebody comes upon it."""
    state, intent = ruling.state, ruling.intent
    done, seen = roll is None or worked(roll.band), _seen_by(ruling, roll)
    if intent.mode == "alter":
        for keeper in seen:
            if state.pack.npcs[keeper].at == state.here and (done or (roll is not None and roll.band == "disaster")):
                yield from move_attitude(state, keeper, -1, f"altered:{keeper}")
    if not done or not intent.leaves:
        return
    finder, minutes = _finder(state, seen) if intent.mode == "alter" else ("", 0)
    yield WorkDone(
        turn=state.turn,
        work=_work(ruling, "altered", item=intent.item, band=roll.band if roll else "", seen_by=seen, finder=finder,
                   due=state.minute + minutes if finder else None),
    )  # fmt: skip


def _seen_by(ruling: Ruling, roll: Roll | None) -> tuple[str, ...]:
    """Who sees it: everybody here who can, unless it was kept from them well."""
    skill = ruling.book.skills.get(ruling.intent.skill)
    secret = skill is not None and any(verb in UNSEEN for verb in skill.verbs)
    if secret and roll is not None and roll.band in ("triumph", "success"):
        return ()
    return tuple(who for who in ruling.state.present() if ruling.state.condition(who) == "alive")


def _finder(state: StoryState, seen: tuple[str, ...]) -> tuple[str, int]:
    """Who comes upon it who was not there, and after how many minutes: whoever is nearest, those at home here first."""
    found = []
    for id, npc in state.pack.npcs.items():
        where = state.where(id)
        if id in seen or npc.visibility != "table" or not state.alive(id) or id in state.companions() or not where:
            continue
        far = takes(state.pack, state.here, where)
        if far is not None:
            found.append((npc.at != state.here, max(SOONEST, far), id))
    return (min(found)[2], min(found)[1]) if found else ("", 0)


def placed(ruling: Ruling, roll: Roll | None) -> Iterator[Event]:
    """A thing put somewhere here, where it can be found again; what is in nobody's keeping is only remembered."""
    state, intent = ruling.state, ruling.intent
    item = intent.item or own_work(state, definite(intent.about))
    if item and state.has(state.pc, item):
        yield from move_items(state, state.pc, item, -1, f"put:{item}")
        if item in state.pack.items:
            yield change(state, "place", item, state.here, "", f"put:{item}")
    if item or intent.mode == "hide":
        yield WorkDone(turn=state.turn, work=_work(ruling, "placed", item=item, seen_by=_seen_by(ruling, roll)))


def missed(ruling: Ruling, thing: str, owner: str) -> WorkDone:
    """A thing that is gone from where it lay, which whoever it belongs to will come upon."""
    state = ruling.state
    text = f"{thing} is gone from {state.name(state.here)}"
    return WorkDone(turn=state.turn, work=_work(ruling, "taken", thing=thing, text=text, finder=owner, due=state.minute + SOONEST))


def own_work(state: StoryState, thing: str) -> str:
    """The thing of that name that one has made and carries, be it made in the same breath; empty for none."""
    made = [work.item for work in state.works.values() if work.kind == "made" and work.thing == thing]
    return next((item for item in reversed(made) if state.has(state.pc, item)), "")


def taught(ruling: Ruling, band: str) -> Iterator[Event]:
    """A lesson: a good one brings it a step further, a very good one two; when all are filled it is so."""
    state, intent = ruling.state, ruling.intent
    step = {"triumph": 2, "success": 1, "cost": 1, "": 1}.get(band, 0)
    before = lesson_of(state, definite(intent.about), intent.target, intent.leaves)
    if before is None and not step:
        return
    work = before or _work(ruling, "taught", target=intent.target, size=LESSONS)
    if step:
        filled = min(work.size, work.filled + step)
        yield WorkDone(turn=state.turn, work=work.model_copy(update={"filled": filled, "band": band, "seen_by": state.present()}))


def lesson_of(state: StoryState, thing: str, target: str, text: str) -> Work | None:
    """What somebody is being taught that is not learned yet: the same lesson, else the last of theirs where none is named."""
    going = [work for work in state.works.values() if work.kind == "taught" and not work.whole and work.undone is None]
    theirs = [work for work in going if (work.target == target if target else work.thing == thing)]
    same = [work for work in theirs if work.text == text]
    vague = " learned " not in text
    return next(iter([*reversed(same), *(reversed(theirs) if vague else ())]), None)


def undone(ruling: Ruling, roll: Roll | None) -> Iterator[Event]:
    """What was done is as it was before, and no longer so in the lore."""
    state = ruling.state
    work = state.works.get(ruling.intent.topic)
    if work is not None and work.stands and (roll is None or worked(roll.band)):
        yield WorkDone(turn=state.turn, work=work.model_copy(update={"undone": state.turn}))
        for fact in state.lore.facts(work.place, at=state.minute):
            if fact.value.text == work.text:
                over = {"validity": fact.validity.closed_at(state.minute), "status": "superseded"}
                yield FactEstablished(turn=state.turn, fact=fact.model_copy(update=over))


# --- a later look at what was made


def made_of(state: StoryState, item: str) -> Work | None:
    """The work by which a thing was made; None for what was made by nobody here."""
    return next((work for work in state.works.values() if work.item == item and work.kind == "made"), None) if item else None


def worth_of(ruling: Ruling, item: str) -> int:
    """What a thing is worth that was made, in cents; 0 for any other."""
    work = made_of(ruling.state, item)
    return ruling.book.made.get(work.band or "success", 0) if work else 0


def passes(ruling: Ruling, item: str, who: str) -> Generator[Event, None, bool]:
    """Whether somebody takes a thing for what it is not: a check, the easier the better it is made; True for what is no fake.

    Whoever sees through it thinks the less of who brought it; whoever saw it made knows it for what it is.
    """
    work = made_of(ruling.state, item)
    if work is None or not work.false or who not in ruling.state.pack.npcs:
        return True
    if who in work.seen_by:
        return False
    skills = ruling.book.skills
    skill = next((name for name in sorted(skills) if {"deceive", "lie", "pretend"} & set(skills[name].verbs)), "charm")
    situation = (Modifier(why="how well it is made", value=LIKE_TRUE[work.band]),) if LIKE_TRUE[work.band] else ()
    roll = yield from ruling.check(skill, against=who, why=f"passing off {work.thing}", situation=situation)
    if worked(roll.band):
        return True
    yield from move_attitude(ruling.state, who, -1, f"fake:{who}")
    return False
