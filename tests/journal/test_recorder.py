"""The recorder: what a turn's events mean to the story, each kind of story point, and what it follows."""

import pytest

from gm_engine.journal.recorder import record
from gm_engine.story import event as happened
from gm_engine.story.consequence import Consequence
from gm_engine.story.decision import Decision, Option
from gm_engine.story.event import Event
from gm_engine.story.scene import Scene
from gm_engine.story.story_point import StoryPoint
from gm_engine.story.work import Work

SCENE = Scene(id="s4", title="The ford", place="ford", present=("pete",))
NAMES = {"pete": "Peter Lund", "ortega": "Luis Ortega", "ford": "Miller's Ford", "wagon": "The wagon founders", "late_wagon": "late wagon"}
DECIDED = Decision(
    id="d1", question="What now?", options=(Option(id="a", text="cross"), Option(id="b", text="wait")), taken="a", weight="critical",
    turn=7, scene="s4", minute=90, participants=("cal", "pete"),
)  # fmt: skip


def owed(**changes: object) -> Consequence:
    values = {
        "id": "c1",
        "kind": "promise",
        "text": "to bring the wagon home",
        "debtor": "cal",
        "creditor": "ortega",
        "turn": 3,
        "scene": "s1",
        "minute": 5,
    }
    return Consequence.model_validate(values | changes)


def change(what: str, **values: object) -> Event:
    return happened.StateChanged.model_validate({"turn": 7, "what": what, **values})


def done(**changes: object) -> Event:
    values = {"id": "w7.1", "kind": "altered", "thing": "the ditch", "text": "the ditch is dammed", "place": "ford", "turn": 7}
    return happened.WorkDone(turn=7, work=Work.model_validate(values | changes))


def points(*events: Event, earlier: tuple[StoryPoint, ...] = ()) -> list[StoryPoint]:
    found = record(events, scene=SCENE, minute=90, pc="cal", name=lambda id: NAMES.get(id, id), earlier=earlier)
    return [event.story_point for event in found]


REACHED: list[tuple[str, Event, tuple[object, ...]]] = [
    ("decision", happened.DecisionTaken(turn=7, decision=DECIDED), ("decision", "milestone", "Decided: cross", ("cal", "pete"))),
    (
        "promise",
        happened.ConsequenceDue(turn=7, consequence=owed()),
        ("exposition", "character", "Promise: to bring the wagon home", ("cal", "ortega")),
    ),
    (
        "debt",
        happened.ConsequenceDue(turn=7, consequence=owed(kind="debt")),
        ("exposition", "character", "Debt: to bring the wagon home", ("cal", "ortega")),
    ),
    (
        "paid",
        happened.ConsequencePaid(turn=7, consequence=owed(outcome="The wagon is home.")),
        ("resolution", "major", "The wagon is home.", ("cal", "ortega")),
    ),
    (
        "scene",
        happened.SceneOpened(turn=7, scene=SCENE.model_copy(update={"authored": "crossing"})),
        ("exposition", "minor", "The ford", ("cal", "pete")),
    ),
    ("death", change("condition", key="pete", new="dead"), ("action", "milestone", "Peter Lund died", ("cal", "pete"))),
    ("down", change("condition", key="pete", new="dying"), ("action", "major", "Peter Lund went down", ("cal", "pete"))),
    (
        "wound",
        change("wound", key="pete", new=2, detail="left arm; a bullet; 99"),
        ("action", "major", "Peter Lund was hit in the left arm", ("cal", "pete")),
    ),
    (
        "secret",
        change("secret", key="late_wagon", old="hinted", new="revealed"),
        ("revelation", "milestone", "The truth came out: late wagon", ("cal",)),
    ),
    (
        "clue",
        change("secret", key="late_wagon", old="hidden", new="hinted", detail="A cut rope."),
        ("revelation", "minor", "A first sign: A cut rope.", ("cal",)),
    ),
    (
        "clock",
        change("clock", key="wagon", new=4, cause="full"),
        ("transition", "milestone", "The wagon founders came to its end", ("cal",)),
    ),
    ("visit", change("visit", key="ford", new=1), ("transition", "minor", "Came to Miller's Ford", ("cal",))),
    ("met", change("met", key="pete", old=0, new=1), ("exposition", "character", "Met Peter Lund", ("cal", "pete"))),
    ("friend", change("attitude", key="pete", old=1, new=2), ("action", "character", "Peter Lund is now a friend", ("cal", "pete"))),
    ("enemy", change("attitude", key="pete", old=-1, new=-2), ("action", "character", "Peter Lund is now an enemy", ("cal", "pete"))),
    ("made", done(kind="made", thing="the false map", item="map"), ("action", "minor", "Made: the false map", ("cal",))),
    ("altered", done(), ("action", "minor", "The ditch is dammed", ("cal",))),
    (
        "found",
        done(turn=3, finder="pete", found=7),
        ("transition", "major", "Peter Lund came upon it: the ditch is dammed", ("cal", "pete")),
    ),
    ("undone", done(turn=3, undone=7), ("resolution", "minor", "No longer: the ditch is dammed", ("cal",))),
    (
        "learned",
        done(kind="taught", thing="the dog", text="the dog has learned to fetch", size=4, filled=4),
        ("action", "major", "The dog has learned to fetch", ("cal",)),
    ),
    ("ended", change("ended", new=1), ("resolution", "milestone", "The story came to its end", ("cal",))),
]


@pytest.mark.parametrize(("event", "wanted"), [case[1:] for case in REACHED], ids=[case[0] for case in REACHED])
def test_what_is_irreversible_is_a_story_point(event: Event, wanted: tuple[object, ...]) -> None:
    [point] = points(event)
    assert (point.kind, point.significance, point.title, point.participants) == wanted
    assert (point.id, point.turn, point.scene, point.place, point.minute) == ("p7.1", 7, "s4", "ford", 90)


BOOKKEEPING = [
    done(kind="taught", thing="the dog", text="the dog has learned to fetch", size=4, filled=3),
    change("time", new=95),
    change("wound", key="pete", new=1, detail="left arm; a bullet; 99"),
    change("visit", key="ford", new=2),
    change("attitude", key="pete", old=0, new=1),
    change("clock", key="wagon", new=2, cause="day"),
    change("secret", key="late_wagon", old="hinted", new="hinted", detail="A wet coil."),
    change("condition", key="pete", new="alive"),
    happened.ConsequenceDue(turn=7, consequence=owed(kind="consequence")),
    happened.SceneOpened(turn=7, scene=SCENE),
    happened.TurnClosed(turn=7, digest=""),
]


def test_bookkeeping_is_none() -> None:
    assert points(*BOOKKEEPING) == []


def test_points_are_numbered_within_their_turn() -> None:
    assert [point.id for point in points(BOOKKEEPING[0], REACHED[5][1], BOOKKEEPING[1], REACHED[11][1])] == ["p7.1", "p7.2"]


def earlier(id: str, *people: str) -> StoryPoint:
    return StoryPoint(id=id, kind="action", title=id, turn=1, scene="s1", minute=0, participants=("cal", *people))


def test_a_point_follows_the_last_that_shares_somebody_with_it() -> None:
    before = (earlier("p1.1", "pete"), earlier("p2.1", "pete"), earlier("p3.1", "ortega"))
    [point] = points(REACHED[5][1], earlier=before)
    assert point.follows == ("p2.1",)


def test_a_point_of_nobody_else_follows_the_last_and_the_first_follows_nothing() -> None:
    [point] = points(REACHED[11][1], earlier=(earlier("p1.1", "pete"), earlier("p2.1", "ortega")))
    assert point.follows == ("p2.1",)
    [first] = points(REACHED[11][1])
    assert first.follows == ()


def test_within_a_turn_a_point_follows_the_one_before_it() -> None:
    one, two = points(REACHED[12][1], REACHED[5][1])
    assert two.follows == (one.id,)
