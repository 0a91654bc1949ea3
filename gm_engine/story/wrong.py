"""A wrong that the player's character has done: to whom, where, and before whose eyes."""

from gm_engine.story.noun import Noun, Words


class Wrong(Noun):
    """``id`` is ``wTURN.N``, ``kind`` a key of the rulebook's ``law.wrongs``, ``weight`` how grave it is there, 1 to 5.
    ``named`` is what one is wanted for ("the killing of Pete"), ``done`` what one did ("killed Pete").

    ``victim`` is whom it was done to, or whose thing it was; ``thing`` what was taken or burnt, in words. ``seen`` are those who
    saw who did it, by id: nobody knows it of themselves but they. ``settled`` is empty while it is open, and then says how it was
    answered: ``fined``, ``served``, ``acquitted``, ``forgiven``, ``hanged``.
    """

    id: str
    kind: str
    weight: int
    named: Words = ""
    done: Words = ""
    victim: str = ""
    thing: Words = ""
    place: str = ""
    minute: int = 0
    turn: int = 0
    seen: tuple[str, ...] = ()
    settled: str = ""
