"""Chapters: each closed scene in a few sentences, every one of which is a record that can be looked up."""

from typing import TYPE_CHECKING

from gm_engine.story.noun import Noun, Words
from gm_engine.story.scene import Scene

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

MOST = 5
RANK = {"milestone": 0, "major": 1, "character": 2, "minor": 3, "background": 4}


class Chapter(Noun):
    """What came of a scene. ``turns`` are the turns that its sentences rest on."""

    scene: str
    title: Words
    place: str
    minute: int
    sentences: tuple[Words, ...]
    turns: tuple[int, ...]
    participants: tuple[str, ...] = ()


def chapters(state: "StoryState") -> tuple[Chapter, ...]:
    """Every scene that has ended and in which something happened, the oldest first."""
    happened: dict[str, list[tuple[int, int, str, str, tuple[str, ...]]]] = {}
    for point in state.story_points.values():
        happened.setdefault(point.scene, []).append((RANK[point.significance], point.turn, point.id, point.title, point.participants))
    for decision in state.decisions.values():
        if decision.taken is not None:
            words = f"{decision.question.rstrip('?.')}: {decision.choice}"
            happened.setdefault(decision.scene, []).append((1, decision.turn, decision.id, words, decision.participants))
    closed = [scene for scene in state.scenes.values() if scene.id != state.scene.id and scene.id in happened]
    return tuple(_chapter(scene, happened[scene.id]) for scene in closed)


def _chapter(scene: Scene, records: list[tuple[int, int, str, str, tuple[str, ...]]]) -> Chapter:
    kept = sorted(sorted(records)[:MOST], key=lambda record: (record[1], record[2]))
    return Chapter(
        scene=scene.id,
        title=scene.title,
        place=scene.place,
        minute=scene.opened,
        sentences=tuple(record[3][:1].upper() + record[3][1:].rstrip(".") + "." for record in kept),
        turns=tuple(sorted({record[1] for record in kept})),
        participants=tuple(sorted({id for record in kept for id in record[4]})),
    )
