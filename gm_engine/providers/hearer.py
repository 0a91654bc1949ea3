"""Who is asked what a player means and what was told: the GM's own endpoint, or another one, in less time than a telling may take."""

from gm_engine.errors import OTHERWISE, ProviderError
from gm_engine.providers.endpoint import HEARING, Endpoint
from gm_engine.providers.endpoint_line import Clockwork, Line
from gm_engine.providers.failures import KEPT
from gm_engine.providers.openai import WORKS, OpenAIGM
from gm_engine.providers.rate_limits import Purse
from gm_engine.story.completion import Completion
from gm_engine.story.question import Question

TRIES_MORE = 1
"""The player waits: a question is repeated once at most."""
NEARLY = 0.9
"""Who fails after so much of the time has failed for want of it, whatever the line says: it is one reason, and is told once."""
SETTINGS = (
    ("--model MODEL", "model under [hearing] in settings.toml"),
    ("--provider NAME", "provider under [hearing] in settings.toml"),
    ("first_word", "time_out under [hearing]"),
    (f"[providers.{HEARING}]", "[hearing]"),
)
"""What to set, in the place of what would help a GM."""


class Hearer:
    """Asks ``endpoint``; a question takes ``seconds`` at most, with its repetition. What it costs is paid beside the GM's ``purse``."""

    def __init__(self, endpoint: Endpoint, seconds: float, *, purse: Purse | None = None, works: Clockwork = WORKS) -> None:
        self.seconds = seconds
        self._asker = OpenAIGM(endpoint=in_time(endpoint, seconds), beside=purse, within=seconds, works=works)

    @property
    def model(self) -> str:
        """The model that hears."""
        return self._asker.model

    @property
    def endpoint(self) -> Endpoint:
        """Where it is, and how long is waited there."""
        return self._asker.endpoint

    @property
    def line(self) -> Line:
        """The way there."""
        return self._asker.line

    @property
    def purse(self) -> Purse:
        """What it is paid from."""
        return self._asker.purse

    def ask(self, question: Question) -> Completion:
        """The answer to a question. Raises ProviderError where there is none in time; it says what to set under ``[hearing]``."""
        clock = self.line.works.clock
        began = clock()
        try:
            return self._asker.ask(question)
        except ProviderError as error:
            late = error.slug == "provider-silent" and clock() - began >= self.seconds * NEARLY
            what = f'"{self.model}" at {self.line.address} did not answer within {self.seconds:g} seconds.' if late else error.what
            told = ProviderError(error.where, what, _then(error), error.slug)
            told.spent = error.spent
            raise told from error

    def close(self) -> None:
        """Let go of the connections that are kept between questions."""
        self._asker.close()


def in_time(endpoint: Endpoint, seconds: float) -> Endpoint:
    """The endpoint as a hearer asks it: no wait is longer than ``seconds``, and where it is told how to choose its words, soberly."""
    waits = {name: min(seconds, getattr(endpoint, name)) for name in ("connect", "first_word", "between_words")}
    sober = {"temperature": None if endpoint.temperature is None else 0.0, "top_p": None}
    often = {"retries": min(TRIES_MORE, endpoint.retries), "patience": min(seconds, endpoint.patience)}
    return endpoint.model_copy(update={**waits, **sober, **often, "whole": seconds})


def _then(error: ProviderError) -> str:
    then = error.then.removeprefix(KEPT).removesuffix(OTHERWISE).strip()
    for gms, hearers in SETTINGS:
        then = then.replace(gms, hearers)
    return then
