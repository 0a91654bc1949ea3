"""What another campaign of the same world has left behind."""

from typing import Literal

from gm_engine.story.noun import Noun, Words


class Memoir(Noun):
    """One piece of it, as its own table knew it. ``id`` is ``CAMPAIGN/KIND:ID``, ``title`` the other campaign's, ``when`` its date there.

    ``about`` are ids that mean the same here and there.
    """

    id: str
    kind: Literal["lore", "story_point", "decision"]
    campaign: str
    title: Words
    text: Words
    when: Words = ""
    about: tuple[str, ...] = ()
    importance: int = 3
