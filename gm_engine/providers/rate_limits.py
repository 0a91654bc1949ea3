"""Limits: how many calls a minute, and how much money a campaign."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from gm_engine.errors import ProviderError
from gm_engine.providers.endpoint import Endpoint
from gm_engine.story.completion import Completion, Usage

MINUTE = 60.0


class Pace:
    """At most so many requests and tokens in any minute, for all who share it. ``clock`` counts seconds, ``sleep`` waits."""

    def __init__(self, requests: int, tokens: int, *, clock: Callable[[], float], sleep: Callable[[float], None]) -> None:
        self.requests, self.tokens = requests, tokens
        self._clock, self._sleep = clock, sleep
        self._sent: deque[tuple[float, int]] = deque()
        self._lock = Lock()

    def take(self, tokens: int, on_wait: Callable[[float], None] = lambda _: None) -> float:
        """Wait until ``tokens`` more may be sent; the seconds that were waited. ``on_wait`` hears them before each wait."""
        waited = 0.0
        while left := self._left(tokens):
            on_wait(left)
            self._sleep(left)
            waited += left
        return waited

    def _left(self, tokens: int) -> float:
        """Seconds until there is room; 0 where there is, and then it is taken."""
        if not self.requests and not self.tokens:
            return 0.0
        with self._lock:
            now = self._clock()
            while self._sent and self._sent[0][0] <= now - MINUTE:
                self._sent.popleft()
            free = 0.0
            if self.requests and len(self._sent) >= self.requests:
                free = self._sent[len(self._sent) - self.requests][0] + MINUTE
            if self.tokens:
                held = sum(sent for _, sent in self._sent)
                for at, sent in self._sent:
                    if held + tokens <= self.tokens:
                        break
                    held -= sent
                    free = max(free, at + MINUTE)
            if free > now:
                return free - now
            self._sent.append((now, tokens))
            return 0.0


class Purse:
    """What a campaign has spent, and how much it may. All in millionths of a dollar; a ``limit`` of 0 is none.

    ``beside`` is another purse of the same campaign: what one pays, the other has spent, too.
    """

    def __init__(self, endpoint: Endpoint, spent: int = 0, beside: "Purse | None" = None) -> None:
        self.endpoint = endpoint
        self.limit = round(endpoint.dollars_a_campaign * 1_000_000)
        self._paid: list[int] = beside._paid if beside else [spent]

    @property
    def spent(self) -> int:
        """What was spent so far."""
        return self._paid[0]

    def check(self, where: str, tokens: int) -> None:
        """Raise ProviderError, before anything is sent, where reading so many tokens would go beyond the limit."""
        wanted = self.endpoint.dollars(tokens, 0)
        if self.limit and self.spent + wanted > self.limit:
            spent, limit = money(self.spent), money(self.limit)
            what = f"this campaign has spent {spent} of the {limit} that it may, and this prompt costs {money(wanted)} more."
            then = (
                "Nothing was sent, and your words are kept. "
                f"Raise dollars_a_campaign under [providers.{self.endpoint.name}] in settings.toml, "
                "or go on with: gm play NAME --again --gm embedded"
            )
            raise ProviderError(where, what, then, "spending-limit")

    def pay(self, cost: int) -> None:
        """Note what was spent."""
        self._paid[0] += cost


class Bill:
    """What one answer takes, with all the calls that it needs; it is paid from ``purse`` at once."""

    def __init__(self, purse: Purse) -> None:
        self._purse = purse
        self.usage = Usage()
        self.cost = 0

    def pay(self, usage: Usage) -> None:
        """Add a call."""
        cost = self._purse.endpoint.dollars(usage.prompt, usage.completion, usage.cached)
        self._purse.pay(cost)
        self.usage = Usage(**{name: value + getattr(usage, name) for name, value in self.usage})
        self.cost += cost

    @contextmanager
    def noted(self, model: str) -> Iterator[None]:
        """Within this, whatever ends an answer (Ctrl-C, too) says as ``spent`` what it took all the same."""
        try:
            yield
        except BaseException as error:
            if self.usage != Usage():
                vars(error)["spent"] = Completion(text="", model=model, usage=self.usage, cost=self.cost)
            raise


def money(millionths: int) -> str:
    """Dollars, with as many places as are needed to see something.

    >>> money(1_500_000), money(420)
    ('$1.50', '$0.0004')
    """
    dollars = millionths / 1_000_000
    return f"${dollars:,.2f}" if dollars >= 0.1 or not millionths else f"${dollars:,.4f}"
