"""A scene: one place, those present, a stretch of story time."""

from gm_engine.story.noun import Noun, Words


class Scene(Noun):
    """``id`` is ``s1``, ``s2`` …; ``authored`` names the pack's scene, where it is one. Times are story minutes.

    ``set_at`` differs from ``opened`` in a flashback. ``session`` is the evening's number.
    """

    id: str
    title: Words
    place: str
    present: tuple[str, ...] = ()
    opened: int = 0
    closed: int | None = None
    set_at: int = 0
    session: int = 1
    turn: int = 0
    authored: str = ""
