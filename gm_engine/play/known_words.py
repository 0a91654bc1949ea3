"""The words that a player may begin and have completed: names that the table knows, commands, skills, conflicts, branches."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, get_args

from gm_engine.play.commands import COMMANDS, TURNS
from gm_engine.play.views import VIEWS
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state import StoryState
from gm_engine.state.seen import as_seen, hidden
from gm_engine.story.conflict import Resolution

if TYPE_CHECKING:
    from gm_engine.play.game import Game

ARTICLES = ("the ", "a ", "an ")
LONGEST_NAME = 4
"""So many words before the cursor may be the beginning of one name."""
AGAINST = "vs"


def known_names(state: StoryState) -> tuple[str, ...]:
    """What people, places and things are called that the table knows, without their articles; who is here first."""
    here = {state.here, *state.present()}
    seen = [as_seen(one, state) for one in state.lore.entities() if not hidden(one.id, state)]
    seen.sort(key=lambda one: (one.id not in here, one.name.casefold()))
    return tuple(dict.fromkeys(bare(name) for one in seen for name in (one.name, *one.aliases) if name.strip()))


def bare(name: str) -> str:
    """A name without its article.

    >>> bare("the main street"), bare("Ben Oakes")
    ('main street', 'Ben Oakes')
    """
    article = next((article for article in ARTICLES if name.startswith(article)), "")
    return name.removeprefix(article).strip()


def commands(more: Iterable[str] = ()) -> tuple[str, ...]:
    """Everything that may follow a slash."""
    return tuple(sorted({*COMMANDS, *VIEWS, *TURNS, *more}))


def completions(line: str, game: "Game", more: Iterable[str] = ()) -> tuple[tuple[str, int], ...]:
    """What the words before the cursor may become: each with how many letters of them it takes the place of. ``more`` are the
    commands that only this table has.
    """
    name, space, rest = line.partition(" ")
    if name.startswith("/"):
        if not space:
            return tuple((command, len(name)) for command in commands(more) if command.startswith(name.casefold()))
        if name in ARGUMENTS:
            return ARGUMENTS[name](rest, game)
    return names_begun(rest if name.startswith("/") else line, game.state)


def names_begun(line: str, state: StoryState) -> tuple[tuple[str, int], ...]:
    """The names that the last words of a line begin, the longest beginning first; a name is also found by any one of its words."""
    words = line.split(" ")
    if not words[-1]:
        return ()
    names, found = known_names(state), dict[str, int]()
    for count in range(min(LONGEST_NAME, len(words)), 0, -1):
        begun = " ".join(words[-count:])
        for name in names:
            if name.casefold().startswith(begun.casefold()) and name != begun:
                found.setdefault(name, len(begun))
    last = words[-1].casefold()
    for name in names:
        if any(word.startswith(last) for word in name.casefold().split()[1:]) and name.casefold() != last:
            found.setdefault(name, len(last))
    return tuple(found.items())


def _of(words: Iterable[str], begun: str) -> tuple[tuple[str, int], ...]:
    return tuple((word, len(begun)) for word in words if word.casefold().startswith(begun.casefold()) and word != begun)


def _roll(rest: str, game: "Game") -> tuple[tuple[str, int], ...]:
    book = rulebook_of(game.state.pack)
    skill, against, begun = rest.partition(f" {AGAINST} ")
    if against:
        return _of(book.difficulty, begun)
    if skill.strip() in (*book.skills, *book.attributes) and rest.endswith(" "):
        return ((AGAINST, 0),)
    return _of((*book.skills, *book.attributes), rest)


def _ask(rest: str, game: "Game") -> tuple[tuple[str, int], ...]:
    odds = rulebook_of(game.state.pack).oracle.odds
    return _of(odds, rest) if " " not in rest else names_begun(rest, game.state)


def _settle(rest: str, game: "Game") -> tuple[tuple[str, int], ...]:
    id, space, begun = rest.partition(" ")
    if space:
        return _of(get_args(Resolution), begun) if " " not in begun else ()
    return _of([one.id for one in game.state.conflicts.values() if one.status == "open"], id)


def _switch(rest: str, game: "Game") -> tuple[tuple[str, int], ...]:
    return _of([point.name for point in game.journal.branches()], rest)


ARGUMENTS: dict[str, Callable[[str, "Game"], tuple[tuple[str, int], ...]]] = {
    "/roll": _roll, "/check": _roll, "/ask": _ask, "/oracle": _ask, "/settle": _settle, "/switch": _switch,
}  # fmt: skip
