"""The house: campaigns that are open, one change at a time in each, all of them in threads of their own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import BoundedSemaphore
from time import monotonic
from typing import Any, Generic, TypeVar

from gm_engine.authoring import campaign_names, find_pack, load_pack
from gm_engine.bootstrap import (
    begin_saved,
    budget_of,
    closing_of,
    lay_table,
    make_provider,
    minutes_since,
    next_opening,
    open_store,
    reader,
    resume_game,
)
from gm_engine.bootstrap.gms import GMS, endpoint_of, who_tells
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.errand import Errand
from gm_engine.errors import CampaignBusy, GameError, UnknownName
from gm_engine.interfaces.serve.front_ends import Behind
from gm_engine.interfaces.serve.server_limits import ALONE, Crowded, Limits, Place
from gm_engine.play.game import Game
from gm_engine.play.placing import Lines
from gm_engine.story.event import Event
from gm_engine.story.pack import Pack

T = TypeVar("T")
OnItem = Callable[[str, Any], None]
SWEEP = 15.0
"""Seconds between two looks for campaigns that nobody plays."""


@dataclass
class Seat:
    """A campaign that is open, or about to be. ``unheard`` are the branches and turns whose words did not arrive, ``behind`` what a
    front-end put behind the player's line when it last asked, ``errand`` what is being told."""

    name: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    game: Game | None = None
    waiting: int = 0
    used: float = 0.0
    lines: Lines = field(default_factory=Lines)
    unheard: set[tuple[str, int]] = field(default_factory=set)
    behind: Behind = field(default_factory=Behind)
    errand: Errand | None = None


class Telling(Generic[T]):
    """Something that is being done in a campaign: what it tells as it comes, then its outcome."""

    def __init__(self, errand: Errand, lost: Callable[[T], None] | None = None) -> None:
        self.errand = errand
        self._lost = lost
        self.items: asyncio.Queue[tuple[str, Any] | None] = asyncio.Queue()
        self.task: asyncio.Task[T]
        self.wanted = True

    async def __aiter__(self) -> AsyncIterator[tuple[str, Any]]:
        while (item := await self.items.get()) is not None:
            yield item

    def leave(self) -> None:
        """Nobody listens any more: what has not begun is not done, and what comes of the rest is told to ``lost``."""
        if self.wanted and self.task.done() and not self.task.cancelled() and self.task.exception() is None:
            self.lose(self.task.result())
        self.wanted = False

    def stop(self) -> None:
        """Whoever listened has hung up: it ends at once, and nothing of it is on record, unless all of it is."""
        self.leave()
        self.errand.call_off()

    def lose(self, outcome: T) -> None:
        """What came of it reaches nobody."""
        if self._lost:
            self._lost(outcome)

    async def outcome(self) -> T:
        """What came of it; what it raised is raised here. Whoever stops waiting does not stop it, once it has begun."""
        try:
            return await asyncio.shield(self.task)
        except asyncio.CancelledError:
            self.leave()
            raise


class House:
    """Opens campaigns of one home and lets requests at them: changes one at a time, in the order in which they came."""

    def __init__(
        self, given: Settings, limits: Limits, packs: dict[str, Path] | None = None, place: Place = ALONE
    ) -> None:  # fmt: skip
        self.given, self.limits = given, limits
        self.packs, self.place = packs or {}, place
        self.store = open_store(given)
        self.seats: dict[str, Seat] = {}
        self.closing = self.closed = False
        self._turns = ThreadPoolExecutor(limits.tables, "turn")
        self._busy = BoundedSemaphore(limits.turns)
        self._looks = ThreadPoolExecutor(4, "look")
        self._imports = ThreadPoolExecutor(2, "import")
        self._brought = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    # --- opening and closing

    async def open(self) -> None:
        """Begin to look after campaigns; the reader is loaded meanwhile."""
        self._sweeper = asyncio.create_task(self._sweep())
        self._keep(asyncio.create_task(self._run(self._looks, reader)))

    async def close(self) -> None:
        """Let what was begun come to its end, then close every campaign with a snapshot."""
        self.closing = True
        if self._sweeper:
            self._sweeper.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=self.limits.grace)
        self.closed = True
        for seat in list(self.seats.values()):
            if not seat.lock.locked():
                await self._let_go(seat)
        self._imports.shutdown(wait=False, cancel_futures=True)
        self._turns.shutdown(wait=False, cancel_futures=True)
        self._looks.shutdown(wait=False, cancel_futures=True)
        self.store.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self.limits.idle))
            since = monotonic() - self.limits.idle
            for seat in list(self.seats.values()):
                if seat.used < since and not seat.waiting:
                    await self._let_go(seat)

    async def _let_go(self, seat: Seat) -> None:
        async with seat.lock:
            game, seat.game = seat.game, None
            if game:
                with suppress(GameError):
                    await self._run(self._looks, game.close)
            if not seat.waiting and self.seats.get(seat.name) is seat:
                del self.seats[seat.name]

    # --- what is there

    def saved(self) -> tuple[str, ...]:
        """The names of all saved campaigns."""
        return self.store.names()

    def beginnings(self) -> tuple[str, ...]:
        """The names of the packs that may be begun here. No path is one."""
        return tuple(sorted({*campaign_names(), *self.packs}))

    def to_begin(self) -> dict[str, str]:
        """For each pack the name under which it is begun next, as ``begin`` takes it, and the pack: ``redemption``; where that is saved,
        ``redemption-2``."""
        saved = {name.casefold() for name in self.saved()}
        found: dict[str, str] = {}
        for pack in self.beginnings():
            names = (pack if n == 1 else f"{pack}-{n}" for n in count(1))
            found[next(name for name in names if name.casefold() not in saved)] = pack
        return found

    def pack(self, name: str) -> tuple[Pack, Path]:
        """The pack of that name, and where it lies; a path is no name. Raises UnknownName for what may not be begun here."""
        if name not in self.beginnings():
            there = ", ".join(self.beginnings())
            raise UnknownName("", f'there is no campaign to begin that is called "{name}".', f"There are: {there}.", "unknown-campaign")
        path = self.packs.get(name) or find_pack(name)
        return load_pack(path), path

    # --- letting requests at a campaign

    async def look(self, name: str, ask: Callable[[Game], T]) -> T:
        """What ``ask`` finds in a campaign. One that is open is asked itself; while something is being told in it, what is on record is
        read beside it, as of one that is not open. Raises UnknownName where none is saved under that name, and what ``ask`` raises."""
        seat = self.seats.get(name)
        if seat is None or seat.waiting:
            return await self._run(self._looks, self._asked, name, ask)
        async with seat.lock:
            if seat.game:
                return await self._run(self._looks, ask, seat.game)
        return await self._run(self._looks, self._asked, name, ask)

    def _asked(self, name: str, ask: Callable[[Game], T]) -> T:
        journal = self.store.open(name, readonly=True)
        try:
            return ask(resume_game(journal, given=self.given))
        finally:
            journal.close()

    def tell(
        self, name: str, act: Callable[[Game, Seat, OnItem], T], *, model: str = "", begin: bool = False,
        lost: Callable[[Seat, T], None] | None = None,
    ) -> Telling[T]:  # fmt: skip
        """Do something in a campaign as soon as its turn comes; ``act`` is called in a thread and may tell items as it goes.

        ``model`` asks another model for this once; ``begin`` begins the campaign from the pack of that name where none is saved;
        ``lost`` hears what came of it where whoever asked went away.
        Raises ``Crowded`` where too many wait already, ``Elsewhere`` where another worker plays it.
        """
        self.place.must_play(name)
        if self.closing:
            raise Crowded(name, "the server is being stopped.", "Ask again when it is back.", 10)
        seat = self.seats.get(name)
        if seat is None:
            self._make_room(name)
            seat = self.seats[name] = Seat(name)
        if seat.waiting >= self.limits.queue:
            raise Crowded(name, f"{seat.waiting} changes of this campaign are waiting already.", "Try again in a moment.")
        here = seat
        errand = Errand(self._resting)
        telling: Telling[T] = Telling(errand, (lambda outcome: lost(here, outcome)) if lost else None)
        loop = asyncio.get_running_loop()

        def item(kind: str, value: Any) -> None:
            errand.must_be_wanted()
            loop.call_soon_threadsafe(telling.items.put_nowait, (kind, value))

        seat.waiting += 1
        telling.task = asyncio.create_task(self._told(seat, act, item, telling, model, begin))
        self._keep(telling.task)
        return telling

    def stop(self, name: str) -> bool:
        """Stop what is being told in a campaign, of which nothing goes on record; whether anything was."""
        seat = self.seats.get(name)
        if seat is None or seat.errand is None:
            return False
        seat.errand.call_off()
        return True

    async def change(self, name: str, act: Callable[[Game], T]) -> T:
        """Change a campaign, when its turn comes; what ``act`` gives. Raises as ``tell`` does, and what ``act`` raises."""
        return await self.tell(name, lambda game, _seat, _item: act(game)).outcome()

    async def _told(
        self, seat: Seat, act: Callable[[Game, Seat, OnItem], T], item: OnItem, telling: Telling[T], model: str, begin: bool
    ) -> T:
        try:
            async with seat.lock:
                if not telling.wanted:
                    raise Crowded(seat.name, "whoever asked went away before its turn came.", "Ask again.")
                seat.errand = telling.errand
                if seat.game is None:
                    seat.game = await self._run(self._turns, self._opened, seat.name, begin)
                outcome: T = await self._run(self._turns, self._acted, seat, act, item, model, telling.errand)
                if not telling.wanted:
                    telling.lose(outcome)
                return outcome
        finally:
            if seat.errand is telling.errand:
                seat.errand = None
            seat.waiting -= 1
            seat.used = monotonic()
            if seat.game is None and not seat.waiting:
                self.seats.pop(seat.name, None)
            telling.items.put_nowait(None)

    def _opened(self, name: str, begin: bool) -> Game:
        if begin and name not in self.saved():
            return self.begun(self.to_begin().get(name, name), name)
        journal = self.store.open(name)
        try:
            game = resume_game(journal, given=self.given)
            minutes = minutes_since(journal.written)
            if game.state.turn and (minutes is None or minutes >= self.limits.pause):
                game.sit_down(minutes)
            return game
        except BaseException:
            journal.close()
            raise

    def begun(
        self, pack_name: str, name: str, *, gm: str = "", model: str = "", seed: int | None = None, opening: str = ""
    ) -> Game:  # fmt: skip
        """A campaign begun from a pack and saved; its game is open. Where neither an opening nor a seed is named, it begins with the next
        opening in turn, so that a second campaign of a pack differs."""
        pack, path = self.pack(pack_name)
        gm, model = who_tells(self.given, gm, model)
        budget = budget_of(pack, model=model, given=self.given, endpoint=endpoint_of(gm, self.given, model))
        start = opening or (next_opening(self.store, pack) if seed is None else "")
        return begin_saved(
            self.store, pack, name, pack_path=path, gm=gm, model=model, seed=seed, budget=budget, given=self.given, opening=start
        )

    async def begin(self, pack_name: str, name: str, **options: Any) -> str:
        """Begin a campaign, and take its game in, unless another worker is to play it; the name that it was saved under."""
        self._make_room("")
        game: Game = await self._run(self._turns, lambda: self.begun(pack_name, name, **options))
        if not self.place.plays(game.journal.name):
            await self._run(self._turns, game.close)
            return game.journal.name
        seat = self.seats.setdefault(game.journal.name, Seat(game.journal.name))
        seat.game, seat.used = game, monotonic()
        return game.journal.name

    # --- bringing files

    @contextmanager
    def bringing(self) -> Iterator[None]:
        """Within this files come in. Raises ``Crowded`` where so many do already, or the server is being stopped."""
        if self.closing:
            raise Crowded("", "the server is being stopped.", "Ask again when it is back.", 10)
        if self._brought >= self.limits.imports:
            raise Crowded("", f"{self._brought} calls with files are being taken in already.", "Try again in a moment.", 5)
        self._brought += 1
        try:
            yield
        finally:
            self._brought -= 1

    async def bring(self, act: Callable[[], T]) -> T:
        """What ``act`` gives, which takes files in: in a thread of its own, so that no turn waits. Whoever goes away stops nothing."""
        task = asyncio.create_task(self._run(self._imports, act))
        self._keep(task)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            # Only a server that is being stopped, and has waited for its grace, ends a request from outside.
            self.closed = True
            raise _stopped() from None

    def must_go_on(self) -> None:
        """Raises ``Crowded`` once the server is stopped, and what takes files in has had its time: what is not whole is left out."""
        if self.closed:
            raise _stopped()

    @contextmanager
    def _resting(self) -> Iterator[None]:
        """Within this a turn waits for a model, and another may use the processor."""
        self._busy.release()
        try:
            yield
        finally:
            self._busy.acquire()

    def _acted(self, seat: Seat, act: Callable[[Game, Seat, OnItem], T], item: OnItem, model: str, errand: Errand) -> T:
        with self._busy, errand.running():
            errand.must_be_wanted()
            return self._done_by(seat, act, item, model)

    def _done_by(self, seat: Seat, act: Callable[[Game, Seat, OnItem], T], item: OnItem, model: str) -> T:
        game = seat.game
        assert game is not None
        own, rules = game.tools.provider, game.tools.table
        if model and model not in (own.name, getattr(own, "model", "")):
            self._give_voice(game, model)
        try:
            return act(game, seat, item)
        finally:
            for let_go in closing_of(game.tools.provider if game.tools.provider is not own else None):
                let_go()
            game.tools.provider, game.tools.table = own, rules
            if game.adrift:
                seat.game = None
                with suppress(GameError):
                    game.close()

    def _give_voice(self, game: Game, model: str) -> None:
        """Put the GM of that name into the chair; else the campaign's own endpoint, or ``openai``, with that model."""
        own = game.tools.provider.name
        named = model in (*GMS, *self.given.providers)
        gm = model if named else own if own in self.given.providers else "openai"
        asked = self.given.model if named else model
        game.tools.provider = make_provider(gm, game.state.pack, model=asked, journal=game.journal, given=self.given)
        lay_table(game, self.given.table, self.given.hearing)

    def _make_room(self, name: str) -> None:
        """Let go of the campaign that was used longest ago, where as many are open as may be."""
        if len(self.seats) < self.limits.tables:
            return
        free = [seat for seat in self.seats.values() if not seat.waiting and not seat.lock.locked()]
        if not free:
            raise Crowded(
                name, f"{len(self.seats)} campaigns are being played, as many as this server opens at once.", "Try again soon.", 5
            )
        self._keep(asyncio.create_task(self._let_go(min(free, key=lambda seat: seat.used))))

    def _keep(self, task: asyncio.Task[Any]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # it was told to whoever waited for it

    @staticmethod
    async def _run(pool: ThreadPoolExecutor, act: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, act, *given)


def _stopped() -> Crowded:
    return Crowded("", "the server was stopped.", "Send the same again: what is on record is known.", 10)


def heard(item: OnItem) -> tuple[Callable[[str], None], Callable[[Event], None]]:
    """``on_text`` and ``on_event`` for a game, told as items of a telling."""
    return (lambda piece: item("text", piece)), (lambda event: item("event", event))


__all__ = ["CampaignBusy", "House", "Seat", "Telling", "heard"]
