"""What is a wrong in a campaign, who asks after it, and what is done about it: the rulebook's ``law``; and ``fallen``, who falls."""

from gm_engine.story.noun import Noun


class WrongKind(Noun):
    """``weight``: 1 (hard words) to 5 (a life). ``named`` completes "wanted for …", ``done`` "you …"; both may hold ``{victim}`` and
    ``{thing}``."""

    weight: int
    named: str
    done: str


class Law(Noun):
    """Where ``wrongs`` is empty nothing is a wrong, and nobody comes.

    ``officers`` and ``courts`` are words of the roles whose holders are the law (a person's own ``office`` goes before them);
    ``outside`` those of people whom the law does not protect. ``cells`` are kinds of places where somebody is held. From the weight
    ``warrant`` on an officer who knows of a wrong acts on it. ``fines`` (cents), ``days`` and ``bounties`` (cents) are by weight;
    ``gallows`` is the weight from which one dies for it before two witnesses (0: never). ``hunters`` come after so many minutes,
    for a bounty. ``shunned`` is the weight from which those who know will not trade or pass the time of day.
    """

    wrongs: dict[str, WrongKind] = {}
    officers: tuple[str, ...] = ()
    courts: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    warrant: int = 2
    fines: dict[int, int] = {}
    days: dict[int, int] = {}
    bounties: dict[int, int] = {}
    gallows: int = 0
    hunters: int = 1440
    shunned: int = 3


class Fallen(Noun):
    """What becomes of somebody who is shot down. ``healers`` are words of the roles of those who mend people.

    ``tended`` and ``alone`` are the minutes until they come to themselves, with help and without; ``care`` what it costs in cents,
    and ``bill`` what for.
    Where ``alone`` is 0 nothing of this is played.
    """

    healers: tuple[str, ...] = ()
    tended: int = 180
    alone: int = 0
    care: int = 300
    bill: str = "the bandages and the bed"
