"""Reads the messages of a chat front-end: what is history, what is new, what is a note, and what is no turn at all."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gm_engine.errors import GameError
from gm_engine.play.placing import NAMED, Exchange, History, unnamed
from gm_engine.play.views import VIEWS
from gm_engine.story.prompt import Role

MOST_MESSAGES = 4000
TASK = re.compile(r"\A\s*(?:###\s*Task:|<task>|\[?(?:system|ooc) note: (?:generate|summari[sz]e))", re.IGNORECASE)
"""How front-ends begin what they ask for themselves: a title, tags, follow-up questions, a query."""
MARKER = re.compile(r"\A\s*\[[^\]\n]*\bchat\b[^\]\n]*\]\s*\Z", re.IGNORECASE)
"""``[Start a new Chat]`` and the like: they say nothing."""
LONGEST_MARKER = 200
"""Letters of the longest: what is longer is not looked at, for that would take the longer the more of it there is."""


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
    """A chat completion that is asked for. What the campaign's own settings decide (temperature and the like) is left aside."""

    model_config = ConfigDict(extra="allow")

    model: str = Field(max_length=300, description='A campaign ("redemption"), or one and a model ("redemption:MODEL").')
    messages: list[ChatMessage] = Field(min_length=1, max_length=MOST_MESSAGES)
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: int | None = None


@dataclass(frozen=True)
class Heard:
    """What a front-end said: a history that ends with the player's words, or an ``aside``; and its own ``note``."""

    history: History
    note: str
    aside: bool
    messages: tuple[tuple[Role, str], ...]


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
            notes += [] if len(text) <= LONGEST_MARKER and MARKER.match(text) else [text]
            last = "note after a reply" if last in ("assistant", "note after a reply") else last
            continue
        if message.name and text.startswith(f"{message.name}:"):
            text = text[len(message.name) + 1 :].strip()
        if message.role == "user":
            waiting.append(text)
        elif waiting:
            pairs.append(Exchange("\n\n".join(waiting), text))
            waiting = []
        elif pairs:
            pairs[-1] = replace(pairs[-1], reply=f"{pairs[-1].reply}\n\n{text}")
        else:
            lead = text
        last = message.role
    if not waiting and not pairs and not lead and not notes:
        raise GameError("messages", "nobody says anything.", "Let the last message be the player's.", "bad-request")
    said = "\n\n".join(waiting)
    aside = last != "user" or is_task(said)
    told = tuple((_role(message.role), message.text) for message in messages if message.role not in ("tool", "function") and message.text)
    history = _without_names(History(tuple(pair for pair in pairs if not looked_up(pair.said)), said, lead))
    return Heard(history, "\n\n".join(notes), aside, told)


def is_task(said: str) -> bool:
    """True for what a front-end asks for itself."""
    return bool(TASK.match(said))


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
