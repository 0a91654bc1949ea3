"""Occasions: what comes of what was done, as scenes with choices: the law, those who fall, those who are owed."""

from gm_engine.direction.notebook import Notebook
from gm_engine.direction.scenes import complexity, play
from gm_engine.rules.dunning import overdue
from gm_engine.rules.law import hunters_due
from gm_engine.state import holds
from gm_engine.state.hearsay import bounty, known_wrongs, law_of, officers_here, shuns, wanted
from gm_engine.story.event import DecisionTaken
from gm_engine.story.pack import AuthoredScene
from gm_engine.story.wrong import Wrong

MOST_ACTING = 3
FIRST_TO_ACT = ("draw", "law", "turn", "plead", "flee", "shut", "duck", "shout", "come", "look_in")
"""Whose act is told first; who is in the fight already is told of in it."""
TALK = ("greet", "ask", "tell", "persuade", "promise", "borrow", "gamble")
CIVIL = ("greet", "answer", "meet", "statement", "rumour", "ignorance", "promise")
PATIENCE = 1
"""Turns for which somebody of the law waits for an answer."""
GRAVEST = 5
STALKED = "stalked"
"""The turn in which somebody came for the bounty, until it is known how that went."""
HELD = ("custody", "seized", "taken", "trial")
"""Occasions whose question stands while the law has the player's character."""


def show_onlookers(book: Notebook) -> None:
    """What those who saw it do, each way of it once: who does the most of it first."""
    acted = [(change.cause, change.detail) for change in book.changes("law") if change.key == "acted"]
    for act in [act for act in FIRST_TO_ACT if act in {done for done, _ in acted}][:MOST_ACTING]:
        doing = [who for done, who in acted if done == act]
        others = {"others": "1"} if len(doing) > 1 else {}
        book.add("reaction", target=doing[0], slots={"telling": "onlooker", "act": act} | others)


def shun(book: Notebook) -> None:
    """Those who know of a grave wrong pass nobody the time of day who has done it: they say so once, and then they are busy. Nor does
    somebody of the law who stands there for it."""
    came = {scene.on for beat in book.beats if beat.kind == "scene" and (scene := book.state.pack.scene(beat.topic))}
    if came & {"arrest", "seized"}:
        stern = officers_here(book.state)
        book.beats = [beat for beat in book.beats if beat.kind not in CIVIL or beat.target not in stern]
    for intent in book.intents:
        who = intent.target
        fighting = intent.verb in ("greet", "ask") and bool(book.state.readiness.get(f"{who}/fight", 0))
        if intent.verb not in TALK or who not in book.present() or not (fighting or shuns(book.state, who)):
            continue
        book.beats = [beat for beat in book.beats if beat.kind not in CIVIL or beat.target != who]
        if not any(beat.target == who and beat.slots.get("telling") == "shunned" for beat in book.beats):
            book.add("reaction", target=who, slots={"telling": "shunned"} | ({"flags": "fighting"} if fighting else _why_not(book, who)))


def _why_not(book: Notebook, who: str) -> dict[str, str]:
    """What stands between them: what was done to themselves, else what they know of."""
    worst = known_wrongs(book.state, who)[0]
    return {"flags": "own"} if worst.victim == who else {"wrong": worst.named}


def hear_of_it(book: Notebook) -> None:
    """Somebody here has heard by now what they did not see: one a turn, and they think the less of whoever did it."""
    if book.has("gunfight"):
        return
    for who in book.present():
        for wrong in known_wrongs(book.state, who):
            if who not in wrong.seen and f"heard/{who}.{wrong.id}" not in book.state.law:
                _heard(book, who, wrong)
                return


def _heard(book: Notebook, who: str, wrong: Wrong) -> None:
    old = book.state.attitude(who)
    new = max(-3, old - (2 if wrong.weight >= GRAVEST else 1 if wrong.weight > 1 else 0))
    book.change("law", "heard", book.turn, detail=f"{who}.{wrong.id}", cause=f"heard:{wrong.id}")
    if new != old:
        book.change("attitude", who, new, old, cause=f"heard:{wrong.id}")
    grave = wrong.weight >= law_of(book.state.pack).shunned or wrong.victim == who
    if grave or new != old:
        book.add("reaction", target=who, slots={"telling": "has_heard", "wrong": wrong.named} | ({} if grave else {"flags": "lesser"}))


def bring_about(book: Notebook) -> None:
    """Opens the scene of the occasion that has come, if one has."""
    if not book.state.pack.occasions and not any(scene.on for scene in book.state.pack.scenes.values()):
        return
    if book.has("scene"):
        return
    found = occasion(book)
    if not found:
        return
    id = best_for(book, found)
    if not id:
        return
    if found in ("arrest", "seized"):
        book.change("law", "faced", book.turn, cause=found)
    if found == "hunted":
        book.change("law", STALKED, book.turn, cause=found)
    play(book, id)


def occasion(book: Notebook) -> str:
    """What has come, by what changed this turn and by how things stand; empty: nothing."""
    state = book.state
    changed = {change.key for change in book.changes("law") if change.new is not None}
    if state.condition(state.pc) == "dead":
        return "hanged" if state.law.get("sentence") == "hanged" else "dead"
    for key in ("fell", "sentence"):
        if key in changed:
            return str(state.law.get(key, ""))
    for key in ("trial", "custody", "flight"):
        if key in changed:
            return key
    if "caller" in changed:
        return "called"
    if "custody" in state.law:
        return "" if any(_asked(book, on) for on in HELD) else "custody"
    if any(state.readiness.get(f"{npc}/fight", 0) for npc in book.present()):
        return ""
    if _ignored(book):
        return "run_down"
    if wanted(state) and state.minute >= int(state.law.get("grace", 0)):
        if not _asked(book, "arrest"):
            return "arrest"
        return "seized" if book.turn - int(state.law.get("faced", book.turn)) >= PATIENCE else ""
    waited = book.moved or any(change.cause in ("sleep", "wait", "service") for change in book.changes("time"))
    if waited and hunters_due(state):
        return "hunted"
    return "dunned" if any(owed.creditor in book.present() for owed in overdue(state)) else ""


def _ignored(book: Notebook) -> bool:
    """True where those who came for the bounty were given no answer: they stood there in the last turn, and no way out was taken."""
    since = book.state.law.get(STALKED)
    if since is None:
        return False
    book.change("law", STALKED, None, since, cause="over")
    return bool(bounty(book.state)) and not any(isinstance(event, DecisionTaken) for event in (*book.happened, *book.events))


def _asked(book: Notebook, on: str) -> bool:
    """True where a scene of that occasion is the one that stands, its question open."""
    scene = book.state.pack.scene(book.state.scene.authored)
    return scene is not None and scene.on == on


def best_for(book: Notebook, on: str) -> str:
    """The scene of an occasion that asks most of the story; the campaign's own before the rulebook's, then the least played."""
    state = book.state

    def rank(entry: tuple[str, AuthoredScene]) -> tuple[int, int, int, str]:
        id, scene = entry
        own = id in state.pack.scenes
        return (-int(own), -complexity(scene.when) - bool(scene.at), int(state.played.get(id, 0)), id)

    every = {**state.pack.occasions, **state.pack.scenes}
    fit = [(id, scene) for id, scene in every.items() if scene.on == on and scene.at in ("", state.here) and holds(scene.when, state)]
    fit = [(id, scene) for id, scene in fit if not (scene.once and state.played.get(id, 0))]
    return min(fit, key=rank)[0] if fit else ""
