"""The recorder: which of a turn's events are story points."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from gm_engine.story import event as happened
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import Event
from gm_engine.story.scene import Scene
from gm_engine.story.story_point import PointKind, Significance, StoryPoint
from gm_engine.story.work import Work
from gm_engine.story.wrong import Wrong

WEIGHTS: dict[str, Significance] = {"critical": "milestone", "significant": "major", "moderate": "minor", "minor": "minor"}
SERIOUS_BOXES = 2
GRAVE = 3
"""From this weight on a wrong is a milestone."""
BEFORE = "before"
"""The cause of what was so before it was told: nothing that happens now."""
STRONG_FEELING = 2
Reached = tuple[PointKind, Significance, str, tuple[str, ...]]


def record(
    events: Iterable[Event], *, scene: Scene, minute: int, pc: str, name: Callable[[str], str], earlier: Sequence[StoryPoint]
) -> Iterator[happened.StoryPointReached]:
    """The story points that a turn's ``events`` reached, in order.

    ``name`` says how an id is called; ``earlier`` are the story points so far, of which a new one follows the last
    that shares somebody with it.
    """
    known = list(earlier)
    count = 0
    for event in events:
        reached = _reached(event, pc, name)
        if reached is None:
            continue
        kind, significance, title, people = reached
        count += 1
        others = {person for person in people if person and person != pc}
        follows = next((point.id for point in reversed(known) if others & set(point.participants)), known[-1].id if known else "")
        point = StoryPoint(
            id=f"p{event.turn}.{count}",
            kind=kind,
            title=title,
            significance=significance,
            turn=event.turn,
            scene=scene.id,
            place=scene.place,
            minute=minute,
            participants=tuple(sorted(others | {pc})),
            follows=(follows,) if follows else (),
        )
        known.append(point)
        yield happened.StoryPointReached(turn=event.turn, story_point=point)


def _reached(event: Event, pc: str, name: Callable[[str], str]) -> Reached | None:
    """What an event means to the story, or None where it is only bookkeeping."""
    if isinstance(event, happened.DecisionTaken):
        decision = event.decision
        return ("decision", WEIGHTS[decision.weight], f"Decided: {decision.choice}", decision.participants)
    if isinstance(event, happened.ConsequenceDue) and event.consequence.kind != "consequence":
        owed = event.consequence
        return ("exposition", "character", f"{owed.kind.capitalize()}: {owed.text}", (owed.debtor, owed.creditor))
    if isinstance(event, happened.ConsequencePaid):
        owed = event.consequence
        return ("resolution", "major", _outcome(owed, name), (owed.debtor, owed.creditor, *owed.participants))
    if isinstance(event, happened.SceneOpened) and event.scene.authored and event.scene.place:
        return ("exposition", "minor", event.scene.title, event.scene.present)
    if isinstance(event, happened.WorkDone):
        return _work(event.work, event.turn, name)
    if isinstance(event, happened.WrongDone):
        wrong = event.wrong
        weight: Significance = "milestone" if wrong.weight >= GRAVE else "major"
        return ("action", weight, f"{name(pc)} {wrong.done}{_before(wrong, name)}", (pc, wrong.victim, *wrong.seen))
    if isinstance(event, happened.WrongSettled):
        wrong = event.wrong
        return ("resolution", "milestone", f"{name(pc)} {SETTLED.get(wrong.settled, 'answered for')} {wrong.named}", (pc, wrong.victim))
    if isinstance(event, happened.StateChanged):
        return _change(event, pc, name)
    return None


def _work(work: Work, turn: int, name: Callable[[str], str]) -> Reached | None:
    """What a work means to the story: that it was done, that somebody came upon it, that it was undone; a lesson, when it is learned."""
    text = f"{work.text[:1].upper()}{work.text[1:]}".rstrip(".")
    people = tuple(who for who in (work.target, work.finder if work.found else "") if who)
    if work.undone == turn:
        return ("resolution", "minor", f"No longer: {work.text}", people)
    if work.found == turn:
        return ("transition", "major", f"{name(work.finder)} came upon it: {work.text}", people)
    if work.kind == "made":
        return ("action", "minor", f"Made: {work.thing}", people)
    return ("action", "major" if work.kind == "taught" else "minor", text, people) if work.whole else None


STANDS = {"custody": "was taken in by the law", "flight": "ran from the law"}
"""Where somebody comes to stand with the law."""
SETTLED = {
    "fined": "paid for", "served": "served time for", "acquitted": "was acquitted of", "hanged": "was hanged for",
}  # fmt: skip
"""What came of a wrong, by how it was answered."""


def _before(wrong: Wrong, name: Callable[[str], str]) -> str:
    """Before whose eyes."""
    saw = [name(id) for id in wrong.seen if id != wrong.victim][:2]
    return f" before the eyes of {' and '.join(saw)}" if saw else "" if wrong.victim in wrong.seen else ", and nobody saw it"


ENDED = {"kept": "kept a", "paid": "paid a", "broken": "broke a"}


def _outcome(owed: Consequence, name: Callable[[str], str]) -> str:
    """What came of what was owed, so that it can be read alone: a single word tells nobody whose it was. It repeats no words of what was
    owed, which may be taken out."""
    if owed.outcome not in ENDED or not owed.debtor:
        return owed.outcome or owed.text
    to = f" to {name(owed.creditor)}" if owed.creditor else ""
    return f"{name(owed.debtor)} {ENDED[owed.outcome]} {owed.kind}{to}"


USED: dict[str, tuple[Significance, str]] = {
    "secret-told": ("minor", "Told {who}: {truth}"),
    "secret-printed": ("major", "{who} put it in print: {truth}"),
    "secret-sold": ("major", "Sold to {who}: {truth}"),
    "secret-kept": ("character", "Promised {who} to say nothing of it: {truth}"),
    "secret-broken": ("major", "Broke the promise made to {who}: {truth}"),
}
"""What was done with a secret that is out, by the cause of the change."""
SAID: dict[str, tuple[Significance, str]] = {
    "confessed": ("character", "Owned to something before {who}"),
    "warned": ("minor", "Warned {who}"),
    "turned-down": ("minor", "Turned {who} down"),
    "lie-believed": ("minor", "{who} believed a lie"),
    "lie-caught": ("character", "{who} saw through a lie"),
    "word-carried": ("minor", "Sent word to {other} by {who}"),
}
"""What was done by saying it, by the cause of the change."""


def _change(event: happened.StateChanged, pc: str, name: Callable[[str], str]) -> Reached | None:
    """What a change of state means to the story."""
    who = name(event.key)
    number = event.new if isinstance(event.new, int) else 0
    if event.what == "condition" and event.new == "dead" and event.cause != BEFORE:
        return ("action", "milestone", f"{who} died", (event.key,))
    if event.what == "condition" and event.new in ("down", "dying"):
        return ("action", "major", f"{who} went down", (event.key,))
    if event.what == "wound" and number >= SERIOUS_BOXES:
        return ("action", "major", f"{who} was hit in the {event.detail.split(';')[0].strip()}", (event.key,))
    if event.what == "secret" and event.new == "revealed":
        return ("revelation", "milestone", f"The truth came out: {who}", ())
    if event.what == "secret" and event.new == "hinted" and event.old != "hinted":
        return ("revelation", "minor", f"A first sign: {event.detail or who}", ())
    if event.what == "flag" and (used := USED.get(event.cause.partition(":")[0])):
        whom, _, secret = event.cause.partition(":")[2].partition(":")
        weight, words = used
        return ("action", weight, words.format(who=name(whom), truth=name(secret)), (whom,))
    if event.what == "flag" and (did := SAID.get(event.cause.partition(":")[0])):
        whom, _, other = event.cause.partition(":")[2].partition(":")
        weight, words = did
        return ("action", weight, words.format(who=name(whom), other=name(other) if other else ""), tuple(filter(None, (whom, other))))
    if event.what == "clock" and event.cause == "full":
        return ("transition", "milestone", f"{who} came to its end", ())
    if event.what == "visit" and number == 1:
        return ("transition", "minor", f"Came to {who}", ())
    if event.what == "met" and number == 1:
        return ("exposition", "character", f"Met {who}", (event.key,))
    if event.what == "attitude" and abs(number) >= STRONG_FEELING:
        return ("action", "character", f"{who} is now {'a friend' if number > 0 else 'an enemy'}", (event.key,))
    if event.what == "law" and event.new is not None and event.key in STANDS:
        return ("action", "major", f"{name(pc)} {STANDS[event.key]}", (pc,))
    if event.what == "ended":
        return ("resolution", "milestone", "The story came to its end", (pc,))
    return None
