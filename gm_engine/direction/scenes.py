"""Scenes: which of the pack's comes now, what it offers, what was chosen."""

from gm_engine.direction.accounts import account
from gm_engine.direction.case import told_now, unfit_now
from gm_engine.direction.notebook import BARE, Notebook
from gm_engine.rules.choice import TRIED
from gm_engine.rules.skill_check import worked
from gm_engine.state import StoryState, holds
from gm_engine.story.condition import Condition
from gm_engine.story.decision import Decision, Option
from gm_engine.story.event import DecisionOffered, DecisionTaken, DiceRolled, Event, SceneOpened
from gm_engine.story.intent import Intent
from gm_engine.story.pack import AuthoredScene
from gm_engine.story.scene import Scene

REST_AFTER_SCENE = 2


def open_scenes(book: Notebook) -> None:
    """Opens the authored scene that fits best, else a plain one where the place has changed. No story ends on a question."""
    if book.has("scene"):
        return
    id = next(iter(following(book)), "") or best_scene(book)
    if id:
        play(book, id)
    elif book.moved:
        _open(book, book.name(book.state.here))


def _open(book: Notebook, title: str, authored: str = "") -> None:
    state = book.state
    last = state.scene.id.removeprefix("s")
    scene = Scene(
        id=f"s{int(last) + 1 if last.isdigit() else 1}",
        title=title,
        place=state.here,
        present=state.present(),
        opened=state.minute,
        set_at=state.minute,
        session=state.session,
        turn=book.turn,
        authored=authored,
    )
    book.events.append(SceneOpened(turn=book.turn, scene=scene))


def best_scene(book: Notebook) -> str:
    """An ending whose time has come; else the eligible scene that asks most of the story, touches its drive, and has waited longest."""
    state = book.state
    pc = state.person(state.pc)
    drive = set((pc.drive if pc else "").lower().split())
    tense = state.tension[-2:]
    only_asks = bool(book.intents) and all(intent.verb == "ask" for intent in book.intents)
    ranked = []
    for id, scene in state.pack.scenes.items():
        if (scene.ends and only_asks) or not eligible(book, id, scene):
            continue
        link = sum(word in drive for word in f"{scene.hook} {scene.beat}".lower().split() if len(word) > 4)
        lull = -2 * (scene.tension >= 4 and len(tense) == 2 and min(tense) >= 4)
        ranked.append(
            (
                scene.ends,
                complexity(scene.when) * 3 + bool(scene.at) + min(link, 3) + scene.tension // 2 + lull,
                -state.played.get(id, 0),
                id,
            )
        )
    if not ranked:
        return ""
    top = max(ranked)[:3]
    return book.draws.pick(sorted(id for *rank, id in ranked if tuple(rank) == top))


def scenes_told(book: Notebook) -> list[AuthoredScene]:
    """The authored scenes that this turn tells, the campaign's and the rulebook's."""
    found = (book.state.pack.scene(beat.topic) for beat in book.beats if beat.kind == "scene")
    return [scene for scene in found if scene is not None]


def eligible(book: Notebook, id: str, scene: AuthoredScene) -> bool:
    """True when a scene may be played now. A scene with nothing but its place waits until the last one has settled."""
    state = book.state
    if scene.on or (scene.once and state.played.get(id, 0)) or not fits(book, scene) or unfit_now(scene, state):
        return False
    if scene.when is None and not scene.at and not scene.cast:
        return False
    starting = complexity(scene.when) == 1 and scene.when is not None and scene.when.path == "start"
    if not starting and not scene.ends and book.turn - int(state.used.get("scene", -9)) < REST_AFTER_SCENE:
        return False
    return holds(scene.when, state)


def following(book: Notebook) -> tuple[str, ...]:
    """The scenes that something led to (``goto``) and whose place and people are here: the longest awaited first."""
    state = book.state
    waiting = [
        (int(since), id)
        for key, since in state.used.items()
        if (id := key.removeprefix("next/")) != key and id in state.pack.scenes and fits(book, state.pack.scenes[id])
    ]
    return tuple(id for _, id in sorted(waiting) if not (state.pack.scenes[id].once and state.played.get(id, 0)))


def fits(book: Notebook, scene: AuthoredScene) -> bool:
    """True where a scene's place is this one, and all of its cast are here on their feet."""
    state = book.state
    if scene.at and scene.at != state.here:
        return False
    return not any(state.where(npc) != state.here or state.condition(npc) != "alive" for npc in scene.cast if npc != state.pc)


def complexity(condition: Condition | None) -> int:
    """How many things a condition asks."""
    if condition is None:
        return 0
    return 1 if condition.op == "is" else sum(complexity(part) for part in condition.parts)


def play(book: Notebook, id: str) -> None:
    """Tells a scene of the pack, does what it does, offers what it offers."""
    scene = book.state.pack.scene(id)
    if scene is None:
        return
    scene = told_now(scene, book.state)
    named = scene.title or ("" if book.told_alone else id.replace("_", " "))
    _open(book, named, id)
    book.change("played", id, int(book.state.played.get(id, 0)) + 1, int(book.state.played.get(id, 0)), cause=f"scene:{id}")
    book.change("used", "scene", book.turn, cause=f"scene:{id}")
    present = [npc for npc in scene.cast if npc in book.state.pack.npcs]
    book.add(
        "scene",
        topic=id,
        target=present[0] if present else "",
        text=scene.beat,
        slots={"topic_name": named} | ({"flags": BARE} if book.told_alone else {}),
    )
    for npc in present:
        if not book.state.met.get(npc, 0):
            book.change("met", npc, 1, 0, cause=f"scene:{id}")
    if scene.choices:
        offer(book, id, scene)
    if f"next/{id}" in book.state.used:
        book.change("used", "next", None, detail=id, cause=f"scene:{id}")
    book.apply(scene.effects, f"scene:{id}")
    if scene.goto and not scene.choices:
        book.change("used", "next", book.turn, detail=scene.goto, cause=f"scene:{id}")
    if scene.ends:
        book.change("ended", "", 1, 0, cause=f"scene:{id}")


def first_scene(id: str, state: StoryState) -> tuple[Event, ...]:
    """What a scene does that is read before the first line: it opens, it happens, its ways lie open."""
    book = Notebook((), (), state, state.draw(0))
    play(book, id)
    return tuple(book.events)


def offer(book: Notebook, id: str, scene: AuthoredScene) -> None:
    """Offers a scene's choices as a decision."""
    state = book.state
    options = tuple(Option(id=choice.id, text=choice.text) for choice in scene.choices)
    opened = next((event.scene.id for event in reversed(book.events) if isinstance(event, SceneOpened)), state.scene.id)
    decision = Decision(
        id=id,
        question=scene.question or scene.title,
        options=options,
        weight=scene.weight,
        turn=book.turn,
        scene=opened,
        place=state.here,
        minute=state.minute,
        participants=(state.pc, *scene.cast),
    )
    book.events.append(DecisionOffered(turn=book.turn, decision=decision))
    open_choice(book, decision)


def open_choice(book: Notebook, decision: Decision) -> None:
    """A beat that shows what is open."""
    texts = [option.text.strip().rstrip(".") for option in decision.options]
    joined = texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])}, or {texts[-1]}"
    slots = {"options": joined, "question": decision.question, "topic_name": decision.question}
    book.add("choice", topic=decision.id, slots=slots | ({"flags": BARE} if book.told_alone else {}))


def take_decisions(book: Notebook, intent: Intent | None = None) -> None:
    """What was decided this turn (by ``intent``, where one is given), as the rules say; a choice may lead into another scene."""
    told = {beat.topic for beat in book.beats if beat.kind == "decision"}
    for event in book.happened:
        if not isinstance(event, DecisionTaken) or event.decision.id in told:
            continue
        if intent and event.decision.taken != intent.option and event.decision.id != intent.target:
            continue
        decision = event.decision
        scene = book.state.pack.scene(decision.id)
        scene = told_now(scene, book.state) if scene else None
        choice = next((one for one in scene.choices if one.id == decision.taken), None) if scene else None
        text = (choice.failed if failed(book) and choice.skill else choice.result) if choice else ""
        refused = "; ".join(option.text for option in decision.refused)
        slots = {"chosen": decision.choice, "topic_name": decision.question} | ({"refused": refused} if refused else {})
        leads = [effect.target or effect.value for effect in choice.effects if effect.verb == "goto"] if choice else []
        if leads and book.told_alone:
            slots["flags"] = BARE
        book.add("decision", topic=decision.id, text=text, slots=slots)
        account(book, book.happened, f"{decision.choice} {text}", f"decision:{decision.id}")
        if leads and leads[0] in book.state.pack.scenes:
            play(book, leads[0])
        elif scene and scene.goto:
            lead_on(book, scene.goto, f"scene:{decision.id}")


def failed(book: Notebook) -> bool:
    """True where the dice went against the way that was taken."""
    rolls = [event.roll for event in book.happened if isinstance(event, DiceRolled) and event.roll.why in (TRIED, "reroll")]
    return bool(rolls) and not any(worked(roll.band) for roll in rolls)


def lead_on(book: Notebook, id: str, cause: str) -> None:
    """The scene that follows: at once, where its place and people are here, else as soon as they are."""
    scene = book.state.pack.scenes.get(id)
    if scene is None or (scene.once and book.state.played.get(id, 0)):
        return
    if fits(book, scene):
        play(book, id)
    else:
        book.change("used", "next", book.turn, detail=id, cause=cause)
