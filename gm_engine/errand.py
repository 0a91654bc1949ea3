"""What an answer is fetched for: whoever sent for it may call it off from another thread, and keeps no place while it is waited for."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from threading import Event, Lock

from gm_engine.errors import Stopped

_running: ContextVar["Errand | None"] = ContextVar("errand", default=None)


class Errand:
    """One thing that is done for somebody. ``resting`` is entered for as long as an endpoint is waited for."""

    def __init__(self, resting: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
        self._resting = resting
        self._off = Event()
        self._lock = Lock()
        self._cuts: list[Callable[[], None]] = []

    @property
    def off(self) -> bool:
        """True once it was called off."""
        return self._off.is_set()

    def call_off(self) -> None:
        """Nobody wants it any more: the line that is listened to is cut, and whoever asks next is told. From any thread."""
        with self._lock:
            self._off.set()
            cuts = list(self._cuts)
        for cut in cuts:
            cut()

    def must_be_wanted(self) -> None:
        """Raise Stopped where it was called off."""
        if self.off:
            raise Stopped

    def wait(self, seconds: float) -> None:
        """Wait so long, or until it is called off, which raises Stopped."""
        with self._resting():
            self._off.wait(seconds)
        self.must_be_wanted()

    @contextmanager
    def listening(self, cut: Callable[[], None]) -> Iterator[None]:
        """Within this an endpoint is listened to, and ``cut`` shuts its line."""
        with self._lock:
            self._cuts.append(cut)
        try:
            self.must_be_wanted()
            with self._resting():
                yield
        finally:
            with self._lock:
                self._cuts.remove(cut)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Within this, whatever this thread asks of an endpoint is asked for this errand."""
        token = _running.set(self)
        try:
            yield
        finally:
            _running.reset(token)


def errand() -> Errand:
    """What this thread is about; one that nobody calls off where nobody sent it."""
    return _running.get() or Errand()
