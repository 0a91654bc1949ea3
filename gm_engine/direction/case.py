"""The case against the player's character, in words: what the scenes of an occasion may speak of."""

from collections.abc import Mapping
from functools import lru_cache

from gm_engine.rules.called import caller_of
from gm_engine.rules.dunning import asked_for
from gm_engine.rules.law import answered_for, cell_of, fine_of
from gm_engine.rules.wrongs import filled
from gm_engine.state.hearsay import bounty, fallen_of, holders, known_wrongs, law_of, officers_here, tellers
from gm_engine.state.story_state import StoryState
from gm_engine.story.condition import Condition
from gm_engine.story.consequence import Consequence
from gm_engine.story.counting import in_words
from gm_engine.story.listing import listed
from gm_engine.story.numbers import sum_in_words
from gm_engine.story.pack import AuthoredScene, Choice
from gm_engine.story.wrong import Wrong

OF_THE_LAW = ("wanted", "bounty", "custody", "witnesses", "wronged")
"""Paths of a condition by which a scene's author has thought of what the player's character may have done."""
PRONOUNS = {"he": ("he", "him", "his"), "she": ("she", "her", "her"), "they": ("they", "them", "their"), "it": ("it", "it", "its")}


def told_now(scene: AuthoredScene, state: StoryState) -> AuthoredScene:
    """A scene of an occasion with its slots filled from the state; any other as it is."""
    if not scene.on:
        return scene
    slots = slots_of(state)
    choices = tuple(
        choice.model_copy(
            update={"text": filled(choice.text, slots), "result": filled(choice.result, slots), "failed": filled(choice.failed, slots)}
        )
        for choice in scene.choices
        if payable(choice, state)
    )
    texts = {"beat": filled(scene.beat, slots), "question": filled(scene.question, slots), "title": filled(scene.title, slots)}
    return scene.model_copy(update={"choices": choices, **texts})


def payable(choice: Choice, state: StoryState) -> bool:
    """False for a way that costs money which the player's character has not got."""
    steps = [effect.target for effect in choice.effects if effect.verb == "law"]
    owed = asked_for(state)
    if "fine" in steps and not 0 < fine_of(state) <= state.purse(state.pc):
        return False
    return "repay" not in steps or owed is None or (bool(owed.amount) and state.purse(state.pc) >= owed.amount)


def slots_of(state: StoryState) -> Mapping[str, str]:
    """Who is here for the law, what it is about, what it costs; who helped; who is owed: each by the name that the table has for it."""
    judged = judged_now(state)
    worst = judged[0] if judged else None
    officer = next(iter(officers_here(state)), "") or str(state.law.get("officer", "")) or next(iter(holders(state, "law")), "")
    judge = next(iter(holders(state, "court")), "") or officer
    helper, money = str(state.law.get("helper", "")), state.pack.currency
    swearing = tellers(state, worst) if worst else ()
    owed = asked_for(state)
    he, him, his = PRONOUNS[state.pack.npcs[officer].pronouns if officer in state.pack.npcs else "they"]
    return {
        "officer": _named(state, officer, "the law"),
        "he": he, "him": him, "his": his,
        "judge": _named(state, judge, "the court"),
        "helper": _named(state, helper, "somebody"),
        "wrong": worst.named if worst else "what you did",
        "victim": _named(state, worst.victim if worst else "", "somebody"),
        "witnesses": listed([state.name(id) for id in swearing[:3]]) or "nobody",
        "fine": sum_in_words(money.say(int(state.law.get("fine", 0)) or fine_of(state))),
        "days": in_words(int(state.law.get("days", 0))) if state.law.get("days") else "some",
        "bounty": sum_in_words(money.say(bounty(state))),
        "care": sum_in_words(money.say(fallen_of(state.pack).care)),
        "bill": _bill(state, helper),
        "cell": state.name(cell_of(state)),
        "place": state.name(state.here),
        "creditor": _named(state, owed.creditor if owed else "", "somebody"),
        "caller": _named(state, caller_of(state), "somebody"),
        "day": _day_of(state, owed),
        "debt": (sum_in_words(money.say(owed.amount)) if owed.amount else owed.text.rstrip(".")) if owed else "what you owe",
    }  # fmt: skip


def _day_of(state: StoryState, owed: Consequence | None) -> str:
    """The day on which a debt was to be paid, as it is said now."""
    due = state.law.get(f"late/{owed.id}") if owed else None
    return state.pack.calendar.day(int(due), state.minute) if due is not None else "by now"


def _bill(state: StoryState, helper: str) -> str:
    """What is owed for having been seen to, and what for; a friend asks nothing."""
    fallen = fallen_of(state.pack)
    owed = [one for one in state.owed() if one.creditor == helper and one.turn == state.turn and one.text == fallen.bill]
    return f"{sum_in_words(state.pack.currency.say(owed[0].amount))}, {fallen.bill}" if owed else "nothing"


def judged_now(state: StoryState) -> tuple[Wrong, ...]:
    """What is on the table: what the law knows of and is open, else what was settled last."""
    if left := answered_for(state):
        return left
    settled = [wrong for wrong in state.wrongs.values() if wrong.settled]
    return tuple(sorted(settled, key=lambda wrong: (-wrong.weight, wrong.id))[:1])


def _named(state: StoryState, id: str, otherwise: str) -> str:
    return state.name(id) if id else otherwise


def unfit_now(scene: AuthoredScene, state: StoryState) -> bool:
    """True where a scene would open as if nothing had happened: while the law has the player's character or stands before them; with
    somebody in it who knows of a grave wrong; where somebody who keeps its place is told of in it, and is dead by now. An ending tells
    of anybody, wherever they belong.

    Whoever wrote of it in its condition has thought of it.
    """
    if not state.wrongs and not state.conditions:
        return False
    if state.wrongs and not asks(scene.when, OF_THE_LAW):
        least = law_of(state.pack).shunned
        if "custody" in state.law or any(
            one.weight >= least for npc in (*scene.cast, *_told_of(scene, state)) for one in known_wrongs(state, npc)
        ):
            return True
    return any(not asks(scene.when, (f"alive.{npc}",)) for npc in _told_of(scene, state) if state.condition(npc) != "alive")


def _told_of(scene: AuthoredScene, state: StoryState) -> tuple[str, ...]:
    """Those who belong where a scene plays, and are named in it; everybody who is named in an ending."""
    at = scene.at or state.here
    here = [id for id in sorted(state.pack.npcs) if scene.ends or state.pack.npcs[id].at == at]
    return tuple(
        id
        for id in here
        if any(f" {name} " in f" {_bare(scene.beat)} " for name in (state.pack.npcs[id].name, *state.pack.npcs[id].aliases))
    )


@lru_cache(maxsize=4096)
def _bare(text: str) -> str:
    return " ".join(word.strip(".,;:!?\"'") for word in text.replace("'s", " ").split())


def asks(condition: Condition | None, paths: tuple[str, ...]) -> bool:
    """True where a condition asks for one of these paths, or for what they hold (``wronged.ID``)."""
    if condition is None:
        return False
    if condition.op == "is":
        return condition.path in paths or condition.path.partition(".")[0] in paths
    return any(asks(part, paths) for part in condition.parts)
