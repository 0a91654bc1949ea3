"""What came of each file that is brought, one after the other: what fails stops no other. The shell and the server share it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from typing import Any

from gm_engine.bootstrap.in_and_out import Imported
from gm_engine.bootstrap.reader_faults import as_fault_of
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.bootstrap.taking_in import OnLine, Part, Plan, made_of, on_record, plans_of, take_in
from gm_engine.errors import GameError, JournalError
from gm_engine.storage import Store
from gm_engine.story.counting import counted

KNOWN = "on record already"


@dataclass(frozen=True)
class Asked:
    """What whoever brings files asks for: ``name``, what the campaign is called, the first of several, and with a number behind it each
    other; ``strict``, what the option is called by which nothing may be lost (empty: it was not given), and ``rather``, what to do where
    something would be; ``player``, whom the player plays. ``another`` says how another name is asked for."""

    another: Callable[[str], str]
    name: str = ""
    strict: str = ""
    rather: str = ""
    player: str = ""


@dataclass(frozen=True)
class Came:
    """What came of the files of one plan, or of one of which none was made: the ``campaign`` that has them now, which would have been
    called ``wanted``; or why none has. ``known``: it had them before."""

    parts: tuple[Part, ...]
    campaign: str = ""
    wanted: str = ""
    found: str = ""
    remarks: tuple[str, ...] = ()
    known: bool = False
    error: GameError | None = None

    def rows(self) -> list[dict[str, Any]]:
        """Each file with what became of it, as plain data. What is to be known of the campaign stands with the first."""
        error = self.error
        return [
            {
                "file": part.file,
                "kind": part.kind,
                "holds": part.holds,
                "campaign": self.campaign or None,
                "found": self.found,
                "losses": [loss._asdict() for loss in part.losses],
                "remarks": [*part.remarks, *(() if number else self.remarks)],
                "error": None if error is None else {"slug": error.slug, "what": error.what, "then": error.then},
            }
            for number, part in enumerate(self.parts)
        ]


def refused(parts: Sequence[Part], asked: Asked) -> Iterator[Came]:
    """The files that cannot be read, then those of which something would be lost, where nothing may be."""
    yield from (Came((part,), error=part.error) for part in parts if part.error is not None)
    for part in parts:
        if asked.strict and part.losses:
            what = f"{counted(len(part.losses), 'loss', 'losses')}, and {asked.strict} allows none."
            yield Came((part,), error=GameError(part.file, what, asked.rather, "would-lose"))


def taken(
    store: Store, parts: Sequence[Part], asked: Asked, reading: Callable[[Plan], AbstractContextManager[OnLine]], given: Settings
) -> Iterator[Came]:
    """Makes a campaign of each plan of the other files, and says what came of it. What is on record is not taken in again, unless another
    name is asked for; of several that are asked for under one name, each behind the first has a number behind it, and so has the first
    where the name is taken. ``reading`` surrounds each that is read, and gives what is told how far it is."""
    there = on_record(store)
    plans = list(_allowed(plans_of(parts, asked.name), asked))
    several = len(plans) > 1
    for plan in plans:
        if known := made_of(plan, there, asked.name, numbered=several):
            yield Came(plan.parts, known, found=KNOWN, known=True)
            continue
        wanted = asked.name or plan.name
        try:
            with as_fault_of(plan.parts[0].file):
                name, done = _taken(store, plan, wanted, asked, reading, given, numbered=several)
        except GameError as error:
            yield Came(plan.parts, wanted=wanted, error=error)
        else:
            parts = plan.parts if plan.tree is None else tuple(replace(part, timeless=True) for part in plan.parts)
            yield Came(parts, name, wanted, done.found, done.remarks)


def _allowed(plans: Sequence[Plan], asked: Asked) -> Iterator[Plan]:
    """The plans without the files of which something would be lost, where nothing may be. What went with such a chat goes with no other:
    it is a world of its own."""
    for plan in plans:
        kept = [part for part in plan.parts if not (asked.strict and part.losses)]
        yield from [plan] if len(kept) == len(plan.parts) else plans_of(kept, asked.name) if kept else []


def _taken(
    store: Store,
    plan: Plan,
    wanted: str,
    asked: Asked,
    reading: Callable[[Plan], AbstractContextManager[OnLine]],
    given: Settings,
    *,
    numbered: bool,
) -> tuple[str, Imported]:
    # Held from here on, so that nobody else takes the name meanwhile.
    with closing(store.create_next(wanted)) as journal:
        if asked.name and not numbered and journal.name != wanted:
            then = f"Take another: {asked.another(journal.name)}"
            raise JournalError(wanted, "a campaign of this name is saved already.", then, "name-taken")
        with reading(plan) as on_line:
            done = take_in(journal, plan, on_line, given, asked.player)
        return journal.name, done
