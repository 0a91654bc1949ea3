"""Pages that the shell prints and the table shows alike: ``/why``, ``/lore``, ``/conflicts``, ``/settle``."""

from collections.abc import Callable
from shlex import split
from typing import TYPE_CHECKING, cast

from gm_engine.errors import GameError, UnknownName

if TYPE_CHECKING:
    from gm_engine.continuity.report import Report
    from gm_engine.play.game import Game
    from gm_engine.story.conflict import Resolution

WIDTH = 80


def page(said: str, game: "Game") -> str | None:
    """The page that a command at the table asks for; None where it asks for none."""
    name, _, words = said.partition(" ")
    show = PAGES.get(name.casefold())
    return show(game, words.strip()) if show else None


def _why(game: "Game", words: str) -> str:
    from gm_engine.context.explain import why_not_known
    from gm_engine.interfaces.cli.reasons import forgotten_text, session_text, why_in_short, why_not_text, why_text
    from gm_engine.play.sitting import sitting_known
    from gm_engine.state.table_lore import TableLore

    turn, _, rest = words.partition(" ")
    number = int(turn) if turn.isdecimal() else game.state.turn
    rest = (rest if turn.isdecimal() else words).strip()
    if rest == "--session":
        return session_text(sitting_known(game.session(), TableLore(game.state)), game)
    if rest == "--forgotten":
        table = TableLore(game.state)
        return forgotten_text(tuple(one for one in game.forgotten() if table.places(one.id) and table.opens(one.text)))
    if rest.startswith(("--not ", "not ")):
        text = rest.partition(" ")[2].strip().strip('"')
        return why_not_text(why_not_known(game.why_not(number, text), text, TableLore(game.state)), number)
    if rest == "all":
        return why_text(game, number)
    if rest:
        then = 'Write: /why, /why 7, /why 7 all, /why 7 not "the padlock", or /why --session'
        raise GameError("", f'"{words}" is no turn.', then, "bad-usage")
    return why_in_short(game, number)


def _lore(game: "Game", words: str) -> str:
    """Whom or what; of two, how they are tied. A name of several words stands as it is where it means somebody."""
    from gm_engine.interfaces.cli.looks import lore_text, who_and_what, whom
    from gm_engine.interfaces.cli.ties import ties_text

    if not words:
        return who_and_what(game.state)
    try:
        return lore_text(game.state, whom(game.state, words.strip('"')))
    except UnknownName:
        for one, other in two_names(words):
            try:
                return ties_text(game.state, whom(game.state, one), whom(game.state, other))
            except UnknownName:
                continue
        raise


def two_names(words: str) -> list[tuple[str, str]]:
    """Every way in which the words can be two names; as they are quoted, where they are.

    >>> two_names("Ben Oakes Cade")
    [('Ben', 'Oakes Cade'), ('Ben Oakes', 'Cade')]
    >>> two_names('"Ben Oakes" "Hollis Cade"')
    [('Ben Oakes', 'Hollis Cade')]
    """
    try:
        parts = split(words)
    except ValueError:  # an apostrophe is no quotation mark
        parts = words.split()
    if len(parts) == 2:
        return [(parts[0], parts[1])]
    return [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]


def _conflicts(game: "Game", _: str) -> str:
    from gm_engine.continuity.report import report_of
    from gm_engine.continuity.report_known import report_known
    from gm_engine.state.table_lore import TableLore

    return conflicts_page(report_known(report_of(game.state), TableLore(game.state)), settle="/settle").rstrip("\n")


def conflicts_page(report: "Report", *, settle: str, width: int = WIDTH) -> str:
    """The report, with the command that settles as it is typed here."""
    from gm_engine.exchange.conflict_text import conflicts_text

    return conflicts_text(report, width=width, settle=settle)


def _settle(game: "Game", words: str) -> str:
    from gm_engine.play.commands import resolution_in

    id, _, rest = words.partition(" ")
    resolution, _, because = rest.strip().partition(" ")
    return settled(game, id, resolution_in(words, resolution), because=because.strip().removeprefix("--because").strip().strip('"'))


def settled(
    game: "Game", id: str, resolution: str, *, because: str = "", since: int | None = None, by: str | None = None, turn: int | None = None
) -> str:  # fmt: skip
    """Settle a conflict, or open it again; what that came to, and what is left open."""
    from gm_engine.play.commands import REOPEN
    from gm_engine.story.conflict import Settlement

    if resolution == REOPEN:
        return f"Conflict {game.reopen(id).id} is open again."
    chosen = cast("Resolution", resolution)
    done = game.settle(id, Settlement(resolution=chosen, because=because, since=since, by=by, turn=turn))
    left = sum(one.status == "open" for one in game.state.conflicts.values())
    return f"Conflict {done.id} is settled: {resolution}.\n" + (f"{left} left open." if left else "Nothing is left open.")


PAGES: dict[str, Callable[["Game", str], str]] = {"/why": _why, "/lore": _lore, "/conflicts": _conflicts, "/settle": _settle}
"""The commands of this table, besides those of every table."""
