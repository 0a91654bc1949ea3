"""What the player's words attempt."""

from typing import Literal

from gm_engine.story.noun import Noun, Words

Verb = Literal[
    "look", "greet", "ask", "tell", "persuade", "travel", "search", "take", "give", "buy", "sell", "use", "read", "wait", "sleep",
    "draw", "shoot", "aim", "cover", "reload", "close", "flee", "strike", "heal", "promise", "keep", "threaten", "borrow", "repay",
    "decide", "accuse", "gamble", "check", "roll", "oracle", "spark", "note", "declare", "free", "rob", "burn",
]  # fmt: skip


class Stakes(Noun):
    """What is shown before an irreversible roll: skill, difficulty, what success and failure mean."""

    skill: str
    difficulty: str = "fair"
    success: Words
    failure: Words


ASKED_BACK, UNHEARD = "which", "unheard"
"""The modes of a look by which nothing is done: the player is asked which way is meant, or told that the words were not followed."""
NOT_DONE = (ASKED_BACK, UNHEARD)
AT_THE_TABLE = "table"
"""The mode of what is rolled, drawn or noted at the table by a typed command: nobody in the story does it, no time goes by, and the
engine answers it in a line."""
ABOUT_THE_GAME = ("world", "self", "rules")
"""The modes of a look that answers what the player asks of the GM, of nobody in the story: about what is there, about their own character,
about the game."""
READY = "ready"
"""The mode of a free act that is made ready for what may come, and not done: *if he draws, I run*."""
MANNERS = (
    "yes_no", "who", "what", "where", "when", "why", "how", "how_many", "which", "opinion", "more", "same", "request",
    "thanks", "sorry", "farewell", "courtesy", "compliment", "insult", "joke", "news", "claim", "introduction", "confession", "denial",
    "lie", "refusal", "offer", "boast", "warning", "message",
)  # fmt: skip
"""What sort of thing is said: the kinds of question (``more``: tell me more; ``same``: what about her?), and of what is no question.
``request`` asks somebody to do or hand over something, ``claim`` says that something is so, ``message`` is to be passed on to ``topic``."""


class Intent(Noun):
    """One thing attempted. A turn may hold several, in order.

    ``target`` is whom or what it is done to (an entity id), ``topic`` what is spoken of (an entity or secret id, else
    empty) and ``about`` the words for it; ``place`` where to; ``amount`` cents, minutes or a count, by the verb;
    ``option`` a decision's option. ``read_as`` says aloud how unclear words were read ("I read that as a notice check").
    ``until`` is the hour of the clock to which it lasts ("20:00"), where nobody counted the minutes.
    ``free`` is an act that no rule knows: ``words`` say what it is, and dice fall only where it has a ``skill``. ``speech`` is what is
    said aloud. ``told`` is the act as a GM tells it: the player's own clause in the second person ("you lay two dollars on the anvil").
    ``manner`` says of words what sort they are (``MANNERS``). ``leaves`` is what is so where a free act succeeds ("the ditch is dammed"),
    or what is passed on ("you are back").
    ``called`` is what a target is called of whom the story did not know before: somebody of the scenery, who comes in with this act.
    """

    verb: Verb
    words: Words = ""
    skill: str = ""
    difficulty: str = "fair"
    target: str = ""
    topic: str = ""
    about: Words = ""
    place: str = ""
    item: str = ""
    mode: str = ""
    amount: int = 0
    until: str = ""
    option: str = ""
    expression: str = ""
    stakes: Stakes | None = None
    read_as: Words = ""
    speech: Words = ""
    told: Words = ""
    manner: str = ""
    leaves: Words = ""
    called: Words = ""
