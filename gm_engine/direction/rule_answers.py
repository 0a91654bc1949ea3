"""What the player may ask about the game itself: how an act would be decided, how the dice fall, how one types, what it is all about."""

from collections.abc import Callable

from gm_engine.direction.notebook import Notebook
from gm_engine.rules.choice import standing
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.ruling import chance, chips_of
from gm_engine.stemming import stem
from gm_engine.story.counting import in_words
from gm_engine.story.intent import Intent

HOW_TO_TYPE = (
    "Say what you do in plain words, and put what you say aloud in quotation marks. /roll SKILL rolls a check, /ask puts a question "
    "to chance, /sheet shows your character, /map the ways, /recap what happened, /undo takes the last turn back, /help every command."
)
TAKING_BACK = "Yes: /undo takes the last turn back, with all that came of it, and /retry has it told again. What you did before stays."
KEEPING = "Every turn is kept as it is played. /quit leaves the table, and the story goes on from here when you come back."
ENDING = "Nobody keeps score. The story ends where what it is about is settled, one way or another, or where you are."
FREE_TO = "Nothing is rolled for that, nor stands in its way: say that you do it, and it is done."


def rolled_for(book: Notebook, intent: Intent) -> str:
    """How the act that is asked about would be decided: by which skill, with what chance, and what hangs on it."""
    if not intent.skill:
        return FREE_TO
    name = intent.skill.replace("_", " ")
    hard = "" if intent.difficulty == "fair" else f", and {intent.difficulty}"
    said = f"That is {name}{hard}: {chance(book.state, intent.skill, intent.difficulty)} in a hundred."
    return f"{said} If it goes well: {intent.stakes.success} If not: {intent.stakes.failure}" if intent.stakes else said


def _dice(book: Notebook) -> str:
    rules = rulebook_of(book.state.pack)
    best = max(sorted(rules.skills), key=lambda skill: chance(book.state, skill), default="")
    own = f" Your best is {best.replace('_', ' ')}, {chance(book.state, best)}." if best else ""
    return (
        "The table rolls for you, and only where an act may fail and it matters: a number from one to a hundred, which must not be above "
        f"your chance in the skill.{own} What is easier or harder, wounds and the place move that. /roll SKILL rolls by hand, and the "
        "chance stands beside each roll."
    )


def _aim(book: Notebook) -> str:
    person = book.state.person(book.state.pc)
    drive = person.drive.strip().rstrip(".") if person else ""
    drive = f" {person.name} wants to {drive[:1].lower()}{drive[1:]}." if person and drive else ""
    ways = [option.text.strip().rstrip(".") for made in standing(book.state) for option in made.options]
    first = f" What lies open now: {'; '.join(ways)}." if ways else ""
    return f"{ENDING}{drive}{first}"


def _typing(_: Notebook) -> str:
    return HOW_TO_TYPE


def _undoing(_: Notebook) -> str:
    return TAKING_BACK


def _keeping(_: Notebook) -> str:
    return KEEPING


def _wounds(book: Notebook) -> str:
    rules = rulebook_of(book.state.pack)
    return (
        f"Each wound takes {in_words(rules.limits.box)} from every chance until it has healed. Who is shot down falls, and somebody finds "
        "them, or nobody does; what then happens is a scene with ways out of it."
    )


def _chips(book: Notebook) -> str:
    rules = rulebook_of(book.state.pack)
    return (
        f"You hold {in_words(chips_of(book.state, book.state.pc, rules))} of them. One pays for a small true detail (/declare, and say "
        "what is so), or for an edge in a fight (say that you spend a chip)."
    )


PAGES: tuple[tuple[frozenset[str], Callable[[Notebook], str]], ...] = tuple(
    (frozenset(map(stem, words.split())), page)
    for words, page in (
        ("undo retry mistake redo", _undoing),
        ("chip", _chips),
        ("dice roll chance percent luck number random skill check", _dice),
        ("save load quit stop pause leave", _keeping),
        ("win lose score goal point end finish object aim game story play", _aim),
        ("hurt wound wounded die death kill health heal", _wounds),
        ("type write say command sentence word talk speak help explain normally rule player", _typing),
    )
)
"""What the game is asked about, by the words of the question: the first page that has one of them."""


def page_for(book: Notebook, words: frozenset[str]) -> str:
    """What the game's own page says of what is asked, by the stems of the question's ``words``; empty where none is about it."""
    return next((page(book) for about, page in PAGES if about & words), "")
