"""Gunfights: one exchange is a few seconds. Declare, speed, shoot, where, how bad."""

from collections.abc import Iterator

from gm_engine.rules.changes import change, move_attitude, move_to
from gm_engine.rules.clock import clock_event, pass_time
from gm_engine.rules.dice import shift
from gm_engine.rules.journey import travel
from gm_engine.rules.map import ways
from gm_engine.rules.onlookers import DISTURBANCE
from gm_engine.rules.rulebook import Weapon
from gm_engine.rules.ruling import Ruling, attribute, dark, wound_penalty
from gm_engine.rules.skill_check import better, worked
from gm_engine.rules.talk import skill_of
from gm_engine.rules.weapons import HOSTILE, loaded, ready, reload, spend, weapon_for
from gm_engine.rules.wounding import FALLEN, hit
from gm_engine.rules.wrongs import call_wrong
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import DiceRolled, Event
from gm_engine.story.roll import Modifier

AT_SOMEBODY = ("shoot", "strike", "close", "aim", "draw")
FRIEND = 2
AIR, MARK = "air", "mark"
"""The modes of a shot that is meant for nobody: one that needs no aim, and one at a thing."""


def exchange(ruling: Ruling) -> Iterator[Event]:
    """The player's declared act and what the others do, in the order of their speeds."""
    state, intent = ruling.state, ruling.intent
    if intent.verb == "shoot" and intent.mode in (AIR, MARK):
        yield from fire_off(ruling)
        return
    target = intent.target or (aimed_at(state) if intent.verb in ("shoot", "strike", "aim", "close") else "")
    refusal = _why_not(ruling, target)
    if refusal:
        yield ruling.refuse(refusal)
        return
    wary = target in state.pack.npcs and (fights(state, target) or state.attitude(target) <= HOSTILE)
    if target and (intent.verb in ("shoot", "strike") or (intent.verb in AT_SOMEBODY and wary)):
        yield from engage(ruling, target)
    foes = _acting(ruling, target)
    if not foes:
        yield from act(ruling, target)
    else:
        yield from _in_order(ruling, target, foes, surprised="" if wary else target)
    yield from pass_time(state, ruling.book.takes("exchange"), intent.verb)
    if intent.verb == "flee" and state.condition(state.pc) == "alive":
        yield from leave(ruling)


def _why_not(ruling: Ruling, target: str) -> str:
    state, verb = ruling.state, ruling.intent.verb
    if ruling.intent.mode == "nobody":
        return "nobody-here"
    if verb in AT_SOMEBODY and target:
        if target == state.pc or target not in state.pack.npcs or state.where(target) != state.here:
            return f"nobody-here:{target}"
        if not state.alive(target):
            return f"dead:{target}"
    if verb in ("strike", "close") and not target:
        return "nobody-here"
    if verb in ("shoot", "strike") and state.boxes(state.pc) >= ruling.book.gunfight.out:
        return "out"
    if verb in ("shoot", "aim", "draw", "reload"):
        gun = weapon_for(state, ruling.book, state.pc, melee=False, wanted=ruling.intent.item)
        if gun is None:
            return "no-weapon"
        if verb == "shoot" and gun[1].chambers and not loaded(state, state.pc, *gun):
            return "empty"
        if verb == "reload":
            full = loaded(state, state.pc, *gun) >= gun[1].chambers
            return "loaded" if full else "" if state.has(state.pc, gun[1].cartridge) else "no-cartridges"
    return ""


def fights(state: StoryState, npc: str) -> bool:
    """True for those who are in the fight and still can be."""
    return bool(state.readiness.get(f"{npc}/fight", 0)) and state.condition(npc) == "alive"


def aimed_at(state: StoryState) -> str:
    """Whom a shot without a name is meant for: somebody in the fight, else an enemy who is here; empty: the air."""
    here = state.present()
    return next((npc for npc in here if fights(state, npc)), next((npc for npc in here if state.attitude(npc) <= HOSTILE), ""))


def engage(ruling: Ruling, target: str) -> Iterator[Event]:
    """The target, and their own people who are here, are in the fight from now on. Attacking costs regard."""
    state = ruling.state
    cause = f"shot:{target}" if ruling.intent.verb == "shoot" else f"{ruling.intent.verb}:{target}"
    if not any(fights(state, npc) for npc in state.present()):
        yield from clock_event(state, "gunfight")
    if ruling.intent.verb in ("shoot", "strike"):
        yield from move_attitude(state, target, -1, cause)
    if not state.met.get(target, 0):
        yield change(state, "met", target, 1, 0, cause)
    faction = state.pack.npcs[target].faction
    for npc in state.present():
        kin = faction and state.pack.npcs[npc].faction == faction and state.attitude(npc) < FRIEND
        if (npc == target or kin) and state.condition(npc) == "alive":
            yield from ready(state, npc, "fight", 1, cause)


def _acting(ruling: Ruling, target: str) -> tuple[str, ...]:
    """Those who act against the player's character in this exchange: the target first, as many as the rulebook lets."""
    state, out = ruling.state, ruling.book.gunfight.out
    able = [npc for npc in state.present() if fights(state, npc) and state.boxes(npc) < out]
    return tuple(sorted(able, key=lambda npc: (npc != target, npc))[: ruling.book.gunfight.shooters])


def _in_order(ruling: Ruling, target: str, foes: tuple[str, ...], surprised: str) -> Iterator[Event]:
    """Speeds, then acts, the highest first. Whoever falls to one within the simultaneous span still acts."""
    state, rules = ruling.state, ruling.book.gunfight
    speeds: dict[str, int] = {}
    for who in (state.pc, *foes):
        speed = shift(ruling.roll("-d100", "speed", who), speed_reasons(ruling, who, surprised=who == surprised))
        speeds[who] = speed.total
        yield DiceRolled(turn=state.turn, roll=speed)
    felled: dict[str, int] = {}
    for who in sorted(speeds, key=lambda one: (-speeds[one], one != state.pc, one)):
        fell = felled.get(who)
        if fell is not None and fell - speeds[who] > rules.simultaneous:
            continue
        if who == state.pc:
            yield from act(ruling, target)
        elif state.where(who) == state.here:
            yield from answer_fire(ruling, who)
        for other in speeds:
            if other not in felled and (state.condition(other) != "alive" or state.boxes(other) >= rules.out):
                felled[other] = speeds[who]


def speed_reasons(ruling: Ruling, who: str, *, surprised: bool) -> tuple[Modifier, ...]:
    """What a speed is made of, but for the die."""
    state, rules = ruling.state, ruling.book.gunfight
    verb = ruling.intent.verb if who == state.pc else "shoot"
    armed = weapon_for(state, ruling.book, who, melee=verb == "strike", wanted=ruling.intent.item if who == state.pc else "")
    item, weapon = armed or ("fists", Weapon())
    held = weapon.melee or state.readiness.get(f"{who}/{item}", 0)
    reasons = (
        Modifier(why="hands", value=attribute(state, ruling.book, who, "hands")),
        Modifier(why="in hand" if held else "holster", value=rules.in_hand if held else rules.holster),
        Modifier(why="weapon", value=weapon.ready),
        Modifier(why="surprised", value=rules.surprised if surprised else 0),
        Modifier(why="fallen", value=rules.fallen if state.readiness.get(f"{who}/fallen", 0) else 0),
        Modifier(why="wounds", value=wound_penalty(state, ruling.book, who)),
    )
    return tuple(reason for reason in reasons if reason.value)


def act(ruling: Ruling, target: str) -> Iterator[Event]:
    """What the player's character declared."""
    state, intent = ruling.state, ruling.intent
    who = state.pc
    match intent.verb:
        case "shoot":
            yield from _fire(ruling, target)
        case "strike":
            yield from strike(ruling, who, target)
        case "aim" | "draw":
            gun = weapon_for(state, ruling.book, who, melee=False, wanted=intent.item)
            if gun:
                yield from ready(state, who, gun[0], 1, f"draw:{target}")
            if intent.verb == "aim":
                yield from ready(state, who, "aim", 1, f"aim:{target}")
        case "cover":
            yield from ready(state, who, "close", 0, "cover")
            yield from ready(state, who, "cover", 2 if intent.mode == "full" else 1, "cover")
        case "close":
            yield from ready(state, who, "cover", 0, "close")
            yield from ready(state, who, "close", 1, f"close:{target}")
        case "reload":
            gun = weapon_for(state, ruling.book, who, melee=False, wanted=intent.item)
            if gun:
                yield from reload(state, who, *gun)


def fire_off(ruling: Ruling) -> Iterator[Event]:
    """A shot at nobody: it takes a cartridge, and among people it is a disturbance, unless somebody there has begun a fight."""
    state, intent = ruling.state, ruling.intent
    if refusal := _why_not(ruling, ""):
        yield ruling.refuse(refusal)
        return
    yield from _fire(ruling, "")
    if intent.mode == MARK:
        yield from ruling.check(skill_of(ruling, "shooting"), why=MARK)
    yield from pass_time(state, ruling.book.takes("exchange"), intent.verb)
    if not any(fights(state, npc) for npc in state.present()):
        yield call_wrong(ruling, DISTURBANCE, "", state.name(state.here))


def _fire(ruling: Ruling, target: str) -> Iterator[Event]:
    """The player's shots: one, or as many as are fanned, or as the words ask for."""
    state, intent, rules = ruling.state, ruling.intent, ruling.book.gunfight
    gun = weapon_for(state, ruling.book, state.pc, melee=False, wanted=intent.item)
    if gun is None:
        return
    yield from ready(state, state.pc, gun[0], 1, f"draw:{target}")
    fanned = "fan" in intent.mode or intent.amount > 1
    shots = min(intent.amount or rules.fan, rules.fan) if fanned else 1
    for _ in range(shots):
        if gun[1].chambers and not loaded(state, state.pc, *gun):
            return
        yield from spend(state, state.pc, *gun, f"shot:{target or 'air'}")
        if target and state.condition(target) in FALLEN:
            yield from hit(ruling, state.pc, target, gun[1], "success")
        elif target and state.alive(target):
            extra = (Modifier(why="fanning", value=rules.fanning),) if fanned and shots > 1 else ()
            yield from shot(ruling, state.pc, target, gun[1], extra)


def shot(ruling: Ruling, by: str, at: str, weapon: Weapon, extra: tuple[Modifier, ...] = ()) -> Iterator[Event]:
    """One shot that has left the barrel: a shooting check, and where it hits, the wound."""
    state, rules, ready_of = ruling.state, ruling.book.gunfight, ruling.state.readiness
    distance = "close" if ready_of.get(f"{by}/close", 0) or ready_of.get(f"{at}/close", 0) else "short"
    if by == state.pc and ruling.intent.about in weapon.ranges:
        distance = ruling.intent.about
    cover = int(ready_of.get(f"{at}/cover", 0))
    off_hand = any(wound.place == "right arm" and wound.boxes > 1 and wound.heals > state.minute for wound in state.wounds.get(by, ()))
    aimed = bool(ready_of.get(f"{by}/aim", 0))
    reasons = (
        Modifier(why=f"range {distance}", value=weapon.ranges.get(distance, 0)),
        Modifier(why="cover", value=(0, rules.cover, rules.full_cover)[min(cover, 2)]),
        Modifier(why="aim", value=rules.aim if aimed else 0),
        Modifier(why="off hand", value=rules.off_hand if off_hand else 0),
        *extra,
    )
    night = (Modifier(why="dark", value=ruling.book.situation.get("dark", 0)),) if dark(state) else ()
    beyond = tuple(reason for reason in reasons if reason.value)
    skill = skill_of(ruling, "shooting")
    roll = yield from ruling.check(skill, actor=by, against=at, why="shooting", situation=night, beyond=beyond)
    if aimed:
        yield from ready(state, by, "aim", 0, "aimed")
    if worked(roll.band):
        yield from hit(ruling, by, at, weapon, roll.band)


def strike(ruling: Ruling, by: str, at: str) -> Iterator[Event]:
    """Fists or a blade: an opposed check of fighting; the better one hurts."""
    state = ruling.state
    wanted = ruling.intent.item if by == state.pc else ""
    armed = weapon_for(state, ruling.book, by, melee=True, wanted=wanted)
    if armed is None or not at:
        return
    if at != state.pc and state.condition(at) in FALLEN:
        yield from hit(ruling, by, at, armed[1], "success")
        return
    skill = skill_of(ruling, "fighting")
    mine = yield from ruling.check(skill, actor=by, against=at, why="fighting")
    theirs = ruling.check_roll(skill, actor=at, against=by, why="fighting")
    yield DiceRolled(turn=state.turn, roll=theirs)
    if worked(mine.band) and better(mine, theirs) is mine:
        yield from hit(ruling, by, at, armed[1], mine.band)


def answer_fire(ruling: Ruling, npc: str) -> Iterator[Event]:
    """What an NPC does in a fight: a friend or the unarmed get away, the badly hurt who fear something yield, others fight."""
    state, book = ruling.state, ruling.book
    gun = weapon_for(state, book, npc, melee=False)
    person = state.pack.npcs[npc]
    if person.fears and state.boxes(npc) >= FRIEND:
        yield from ready(state, npc, "fight", 0, f"yielded:{npc}")
        return
    if state.attitude(npc) >= FRIEND or (gun is None and ruling.intent.verb != "strike"):
        way = next(iter(ways(state, state.here)), None)
        yield from ready(state, npc, "fight", 0, f"fled:{npc}")
        if way is not None:
            yield from move_to(state, npc, way.to, f"fled:{npc}")
        return
    if gun is None or (ruling.intent.verb == "strike" and state.readiness.get(f"{npc}/{gun[0]}", 0) == 0 and state.attitude(npc) > HOSTILE):
        yield from strike(ruling, npc, state.pc)
        return
    yield from ready(state, npc, gun[0], 1, f"draw:{state.pc}")
    if gun[1].chambers and not loaded(state, npc, *gun):
        yield from reload(state, npc, *gun)
        return
    yield from spend(state, npc, *gun, f"shot:{state.pc}")
    yield from shot(ruling, npc, state.pc, gun[1])


def leave(ruling: Ruling) -> Iterator[Event]:
    """Gets away: to the place that was named, else by the first way out."""
    state = ruling.state
    way = next(iter(ways(state, state.here)), None)
    place = ruling.intent.place or (way.to if way else "")
    yield from travel(Ruling(state, ruling.draw, ruling.first, ruling.intent.model_copy(update={"place": place})))
