"""Reads the messages of a chat front-end: what is history, what is new, what is a note, and what is no turn at all."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gm_engine.errors import GameError
from gm_engine.interfaces.serve.front_ends import is_task, opens, orders, says_nothing, unwrapped
from gm_engine.play.likeness import NAMED, Exchange, unnamed
from gm_engine.play.placing import History
from gm_engine.play.views import VIEWS
from gm_engine.story.prompt import Role
from gm_engine.story.sampling import Sampling

MOST_MESSAGES = 4000
MOST_STOPS, LONGEST_STOP = 4, 200
MOST_TOKENS = 1_000_000
Number = Annotated[float, Field(allow_inf_nan=False)]


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
    """A chat completion that is asked for. How words are to be chosen is passed on to the campaign's model; tools, logprobs and the
    like are left aside."""

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
            stop=tuple(stop[:LONGEST_STOP] for stop in stops if stop.strip(" "))[:MOST_STOPS],
            form=json.dumps(self.response_format, sort_keys=True) if (self.response_format or {}).get("type", "text") != "text" else "",
        )  # fmt: skip
        return None if asked == Sampling() else asked

    @property
    def is_task(self) -> bool:
        """True where a front-end or a proxy says that this is something of its own."""
        return isinstance(self.metadata, dict) and bool(self.metadata.get("task"))


def _thousandths(value: float | None, least: float, most: float) -> int | None:
    return None if value is None else round(min(max(value, least), most) * 1000)


@dataclass(frozen=True)
class Heard:
    """What a front-end said: a history that ends with the player's words, or an ``aside``; its own ``note``, and how it wants the
    words chosen."""

    history: History
    note: str
    aside: bool
    messages: tuple[tuple[Role, str], ...]
    sampling: Sampling | None = None


def heard(messages: Sequence[ChatMessage]) -> Heard:
    """Messages sorted out. Raises GameError where nobody says anything."""
    notes: list[str] = []
    pairs: list[Exchange] = []
    lead, waiting, last = "", [], ""
    for message in messages:
        text = message.text
        if message.role in ("tool", "function") or not text:
            continue
        if message.role in ("system", "developer"):
            notes += [] if says_nothing(text) else [text]
            last = "note after a reply" if last in ("assistant", "note after a reply") else last
            continue
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
        elif pairs:
            pairs[-1] = replace(pairs[-1], reply=f"{pairs[-1].reply}\n\n{text}")
        else:
            lead = text
        last = message.role
    if messages[-1].role == "user" and messages[-1].content and isinstance(messages[-1].content, list) and not messages[-1].text:
        raise GameError("messages", "there are no words in the last one, and pictures are not read.", "Say what you do.", "bad-request")
    if not waiting and not pairs and not lead and not notes:
        raise GameError("messages", "nobody says anything.", "Let the last message be the player's.", "bad-request")
    said = "\n\n".join(waiting)
    aside = last != "user" or is_task(said) or (not pairs and any(map(orders, notes)))
    told = tuple((_role(message.role), message.text) for message in messages if message.role not in ("tool", "function") and message.text)
    history = _without_names(History(tuple(pair for pair in pairs if not looked_up(pair.said) and not is_task(pair.said)), said, lead))
    return Heard(history, "\n\n".join(notes), aside, told)


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
