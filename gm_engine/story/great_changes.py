"""Changes so great that the GM asks first whether they are meant: the rulebook's ``turning``."""

from gm_engine.story.noun import Noun


class Turning(Noun):
    """``ask``: whether it is asked at the table. ``journey`` and ``wait`` are the fewest minutes that are asked about.

    ``leaving`` are phrases of going off to a place that is on no map ("leave for Mexico"), ``beyond`` what such a place may be
    called without a name of its own, ``parting`` phrases that need no place ("for good"). ``yes`` and ``no`` settle it.
    ``question`` is asked, with the player's words for ``{words}``; ``stays`` is said after a no. ``which`` is asked where two of the ways
    that a scene offers may be meant, and ``this`` where one may be. ``unheard`` is
    said where nothing was made of the player's words, with two things that could be done. ``no_way`` is said in a story of passages to
    words that take none of its ways, ``no_more`` to what is asked there, both with the ways that lie open.
    """

    ask: bool = True
    journey: int = 1440
    wait: int = 10080
    leaving: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    parting: tuple[str, ...] = ()
    yes: tuple[str, ...] = ("yes",)
    no: tuple[str, ...] = ("no",)
    question: str = "“{words}” After that, little will be as it was. Is it meant: yes, or no?"
    stays: str = "Then it stays as it is."
    which: str = "Do you mean to {one}, or to {other}? Say which of the two."
    unheard: str = "I did not follow that. You could {one}, or {other}."
    no_way: str = "That is no way from here. You could {ways}."
    no_more: str = "The story says no more of that here. You could {ways}."
    this: str = "Do you mean to {one}? Say so, and it is done."
