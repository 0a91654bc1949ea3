"""Reads the messages of a chat front-end: what is history, what is new, what is a note, and what is no turn at all."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gm_engine.errors import GameError
from gm_engine.interfaces.serve.front_ends import is_task, nudges, opens, orders, says_nothing, unwrapped
from gm_engine.play.placing import History
from gm_engine.play.same_words import NAMED, Exchange, unnamed
from gm_engine.play.views import VIEWS
from gm_engine.story.prompt import Role
from gm_engine.story.sampling import Sampling

MOST_MESSAGES = 4000
MOST_STOPS, LONGEST_STOP = 4, 200
MOST_TOKENS = 1_000_000
Number = Annotated[float, Field(allow_inf_nan=False)]
PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")
PLAIN_CALLS = (None, "auto", "none")
"""Choices of a tool that leave it to the model to call none."""
OF_NO_ACCOUNT = frozenset({
    "function_call", "metadata", "parallel_tool_calls", "prompt_cache_key", "safety_identifier", "service_tier", "store", "tool_choice",
    "user",
})  # fmt: skip
"""Parameters that change nothing of the words."""


class ChatMessage(BaseModel):
    """One message of OpenAI's protocol; parts of it that are no text are left out."""

    model_config = ConfigDict(extra="allow")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[dict[str, Any]] | None = None
    name: str | None = None

    @property
    def text(self) -> str:
        """Its words."""
        if isinstance(self.content, str):
            return self.content.strip()
        return "\n".join(str(part["text"]) for part in self.content or () if part.get("type") == "text" and part.get("text")).strip()


class StreamOptions(BaseModel):
    """Whether the last chunk tells the usage."""

    model_config = ConfigDict(extra="allow")

    include_usage: bool = False


class ChatRequest(BaseModel):
    """A chat completion that is asked for. How words are to be chosen is passed on to the campaign's model; what is left aside (tools,
    logprobs and the like) is said in the answer."""

    model_config = ConfigDict(extra="allow")

    model: str = Field(max_length=300, description='A campaign ("redemption"), or one and a model ("redemption:MODEL").')
    messages: list[ChatMessage] = Field(min_length=1, max_length=MOST_MESSAGES)
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: int | None = None
    temperature: Number | None = None
    top_p: Number | None = None
    presence_penalty: Number | None = None
    frequency_penalty: Number | None = None
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)] | None = None
    stop: str | list[str] | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    response_format: dict[str, Any] | None = Field(None, description="For a title and the like; a turn is told in prose.")
    metadata: Any = Field(None, description="With a task in it, what is asked for is no turn.")

    @property
    def sampling(self) -> Sampling | None:
        """How words are to be chosen, within what the protocol knows; None where nothing is asked for."""
        stops = [self.stop] if isinstance(self.stop, str) else self.stop or []
        most = self.max_completion_tokens or self.max_tokens or 0
        asked = Sampling(
            temperature=_thousandths(self.temperature, 0, 2), top_p=_thousandths(self.top_p, 0.001, 1),
            presence_penalty=_thousandths(self.presence_penalty, -2, 2), frequency_penalty=_thousandths(self.frequency_penalty, -2, 2),
            seed=self.seed, most=min(max(0, most), MOST_TOKENS),
            stop=tuple(stop for stop in stops if stop.strip(" ")),
            form=json.dumps(self.response_format, sort_keys=True) if (self.response_format or {}).get("type", "text") != "text" else "",
        )  # fmt: skip
        return None if asked == Sampling() else asked

    @property
    def left_aside(self) -> tuple[str, ...]:
        """What is asked for beside the words and is not given, by its name; names of other signs are not repeated."""
        names = {name for name, value in (self.model_extra or {}).items() if value and name not in OF_NO_ACCOUNT}
        return tuple(sorted({name if PLAIN_NAME.fullmatch(name) else "others" for name in names}))

    def must_be_possible(self) -> None:
        """Raise GameError for what cannot be left aside: without it the answer would not be what was asked for."""
        if self.n not in (None, 1):
            raise GameError("n", f"{self.n} answers at once cannot be given.", "Ask for one, and again for another.", "bad-request")
        asked = self.model_extra or {}
        if asked.get("tool_choice") not in PLAIN_CALLS or asked.get("function_call") not in PLAIN_CALLS:
            what = "a tool is to be called, and a story is told here: no tool of a front-end's is called."
            raise GameError("tool_choice", what, 'Leave it out, or send "none".', "bad-request")
        stops = [self.stop] if isinstance(self.stop, str) else self.stop or []
        if len(stops) > MOST_STOPS:
            what = f"there are {len(stops)} places to stop, and {MOST_STOPS} at most."
            raise GameError("stop", what, f"Name {MOST_STOPS} of them.", "bad-request")
        if any(len(stop) > LONGEST_STOP for stop in stops):
            raise GameError("stop", f"one of them is longer than {LONGEST_STOP} letters.", "Name a shorter one.", "bad-request")

    @property
    def is_task(self) -> bool:
        """True where a front-end or a proxy says that this is something of its own."""
        return isinstance(self.metadata, dict) and bool(self.metadata.get("task"))


def _thousandths(value: float | None, least: float, most: float) -> int | None:
    return None if value is None else round(min(max(value, least), most) * 1000)


@dataclass(frozen=True)
class Heard:
    """What a front-end said: a history that ends with the player's words, or an ``aside``; its own ``note``, and how it wants the
    words chosen. ``behind`` are system messages that come after the player's line: whether it is a turn then, ``Behind`` says.
    ``left_aside`` is what it asks for and does not get."""

    history: History
    note: str
    aside: bool
    messages: tuple[tuple[Role, str], ...]
    behind: tuple[str, ...] = ()
    streamed: bool = False
    sampling: Sampling | None = None
    left_aside: tuple[str, ...] = ()


def heard(messages: Sequence[ChatMessage]) -> Heard:
    """Messages sorted out. Raises GameError where nobody says anything."""
    notes: list[str] = []
    behind: list[str] = []
    pairs: list[Exchange] = []
    lead, waiting, last = "", [], ""
    group = any(message.role in ("system", "developer") and nudges(message.text) for message in messages)
    for message in messages:
        text = message.text
        if message.role in ("tool", "function") or not text:
            continue
        if message.role in ("system", "developer"):
            said_so = [] if says_nothing(text) or nudges(text) else [text]
            notes += said_so
            behind += said_so
            continue
        behind = []
        if message.name and text.startswith(f"{message.name}:"):
            text = text[len(message.name) + 1 :].strip()
        if message.role == "user":
            text, pages = unwrapped(text)
            notes += [pages] if pages else []
            waiting.append(text)
        elif waiting and not pairs and all(map(opens, waiting)):
            lead, waiting = text, []
        elif waiting:
            pairs.append(Exchange("\n\n".join(waiting), text))
            waiting = []
        elif pairs and not group:
            pairs[-1] = replace(pairs[-1], reply=f"{pairs[-1].reply}\n\n{text}")
        elif not pairs:
            lead = text
        last = message.role
    if messages[-1].role == "user" and messages[-1].content and isinstance(messages[-1].content, list) and not messages[-1].text:
        raise GameError("messages", "there are no words in the last one, and pictures are not read.", "Say what you do.", "bad-request")
    if not waiting and not pairs and not lead and not notes:
        raise GameError("messages", "nobody says anything.", "Let the last message be the player's.", "bad-request")
    said = "\n\n".join(waiting)
    aside = last != "user" or any(map(is_task, (said, *behind))) or (not pairs and any(map(orders, notes)))
    told = tuple((_role(message.role), message.text) for message in messages if message.role not in ("tool", "function") and message.text)
    history = _without_names(History(tuple(pair for pair in pairs if not looked_up(pair.said) and not is_task(pair.said)), said, lead))
    return Heard(history, "\n\n".join(notes), aside, told, tuple(behind))


def looked_up(said: str) -> bool:
    """True for a looking command, which is no turn."""
    return unnamed(said).strip().partition(" ")[0].casefold() in VIEWS


def _role(role: str) -> Role:
    return "user" if role == "user" else "assistant" if role == "assistant" else "system"


def _without_names(history: History) -> History:
    """The same without the names that stand before all of the player's lines, and before all of the replies."""
    said = [one.said for one in history.exchanges] + [history.said]
    replies = [one.reply for one in history.exchanges]
    mine, theirs = _common(said), _common(replies)
    pairs = tuple(
        replace(one, said=unnamed(one.said) if mine else one.said, reply=unnamed(one.reply) if theirs else one.reply)
        for one in history.exchanges
    )
    return History(pairs, unnamed(history.said) if mine else history.said, history.lead)


def _common(texts: Sequence[str]) -> bool:
    """True where each of several texts begins with the same name and a colon."""
    names = {found[0].strip() if (found := NAMED.match(text)) else "" for text in texts}
    return len(texts) > 1 and len(names) == 1 and names != {""}
