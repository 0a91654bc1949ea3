"""How the conversation is shown: how many exchanges at least, and by which words a line leans on the one before."""

from gm_engine.story.noun import Noun


class Conversing(Noun):
    """``fewest`` exchanges are always shown, ``leaning`` where the player's line leans on what was just said.

    At a scene's end the conversation is cut back once it fills ``soft`` per cent of its share. A line leans that begins with
    one of ``onward``, that has one of ``persons`` and names nobody, or one of ``things`` and names nothing; and a question of
    at most ``brief`` words. ``lacking`` are phrases by which a reply owns that it does not know what the table knows.
    """

    fewest: int = 3
    leaning: int = 6
    soft: int = 80
    brief: int = 4
    onward: tuple[str, ...] = ()
    persons: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
