"""What an element is tied by to somebody who is present or spoken of: one tie of the way there, in words."""

from gm_engine.story.noun import Noun, Words


class TiedBy(Noun):
    """``text`` is the tie in a sentence, ``id`` the element id of the record that it comes from, ``turns`` where that was told."""

    id: str
    text: Words
    turns: tuple[int, ...] = ()
