"""A language model behind any OpenAI-compatible endpoint."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, cast

from gm_engine.errors import ProviderError
from gm_engine.story.completion import Completion, Usage
from gm_engine.story.prompt import Prompt

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.types.chat import ChatCompletionMessageParam

SILENT_AFTER = 60.0
"""Seconds without a word after which the endpoint counts as silent."""
KEPT = "Nothing was written and your words are kept."
OTHERWISE = "Try again: gm play NAME --again, or with another voice: gm play NAME --again --gm embedded"


class OpenAIGM:
    """Asks ``model`` at ``OPENAI_BASE_URL`` (else OpenAI itself) with ``OPENAI_API_KEY``. ``retries``: how often a call is repeated."""

    name = "openai"
    repeatable = False

    def __init__(self, model: str, *, base_url: str | None = None, api_key: str | None = None, retries: int = 1) -> None:
        self.model = model
        self.version = f"openai/{model}"
        self.base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        self.retries = retries
        key = api_key or os.environ.get("OPENAI_API_KEY") or ("none" if self.base_url else "")
        if not key:
            raise ProviderError(
                "openai",
                "there is neither a key nor another endpoint.",
                "Set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own, or play with --gm embedded.",
                slug="no-key",
            )
        self._key = key

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """The model's answer, streamed to ``on_text``; ProviderError says what to set where there is none."""
        messages = cast("list[ChatCompletionMessageParam]", [{"role": role, "content": text} for role, text in prompt.messages])
        pieces: list[str] = []
        usage, ended = Usage(prompt=prompt.tokens), False
        with (
            self._asked(prompt, pieces) as client,
            client.chat.completions.create(
                model=self.model, messages=messages, stream=True, stream_options={"include_usage": True}
            ) as stream,
        ):
            for chunk in stream:
                if chunk.usage:
                    usage = Usage(prompt=chunk.usage.prompt_tokens, completion=chunk.usage.completion_tokens)
                for choice in chunk.choices[:1]:
                    ended = ended or choice.finish_reason is not None
                    if choice.delta.content:
                        pieces.append(choice.delta.content)
                        if on_text:
                            on_text(choice.delta.content)
        reply, where, who = "".join(pieces).strip(), f"turn {prompt.draw.turn}", f'"{self.model}" at {self._address}'
        if reply and not ended:
            what, then = self._broken(pieces)
            raise ProviderError(where, f"{who} {what}", f"{KEPT} {then} {OTHERWISE}")
        if not reply:
            raise ProviderError(
                where, f"{who} answered with nothing.", f"{KEPT} Try again, or name another model: --model MODEL.", "empty-reply"
            )
        return Completion(text=reply, model=self.model, usage=usage)

    @property
    def _address(self) -> str:
        return self.base_url or "OpenAI"

    @contextmanager
    def _asked(self, prompt: Prompt, heard: list[str]) -> Iterator["OpenAI"]:
        """A client. What goes wrong with it, when some pieces may have been ``heard``, becomes a ProviderError."""
        import httpx
        import openai

        with openai.OpenAI(api_key=self._key, base_url=self.base_url, timeout=SILENT_AFTER, max_retries=self.retries) as client:
            try:
                yield client
            except (openai.OpenAIError, httpx.HTTPError, json.JSONDecodeError) as error:
                what, then = self._broken(heard) if heard else self._explained(error, client)
                raise ProviderError(
                    f"turn {prompt.draw.turn}", f'"{self.model}" at {self._address} {what}', f"{KEPT} {then} {OTHERWISE}"
                ) from error

    @staticmethod
    def _broken(heard: list[str]) -> tuple[str, str]:
        return (f'broke off after "{"".join(heard).strip()[-40:]}".', "Is the connection good?")

    def _explained(self, error: Exception, client: "OpenAI") -> tuple[str, str]:
        """What happened, and what to set."""
        import openai

        if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
            return (f"refused the key: {_said(error)}", "Set OPENAI_API_KEY to a key that this endpoint takes.")
        if isinstance(error, openai.NotFoundError):
            return (f"is not there: {_said(error)}", f"{self._models(client)}Does OPENAI_BASE_URL end where it should (/v1)?")
        if isinstance(error, openai.APITimeoutError):
            return (f"did not answer within {SILENT_AFTER:g} seconds.", "Is the endpoint busy?")
        if isinstance(error, openai.APIConnectionError):
            return ("cannot be reached.", "Does the server run? Set OPENAI_BASE_URL to its address.")
        if isinstance(error, openai.APIStatusError):
            return (f"failed: {_said(error)}", "Wait a little.")
        return (f"cannot be understood: {_said(error)}", "Is OPENAI_BASE_URL a chat endpoint?")

    def _models(self, client: "OpenAI") -> str:
        """The models that the endpoint has, the nearest first; nothing where it does not say."""
        import openai

        try:
            there = sorted(model.id for model in client.models.list())
        except (openai.OpenAIError, ValueError):
            return ""
        near = get_close_matches(self.model, there, 3, 0.5)
        shown = ", ".join(near or there[:5])
        return f"Name one that it has: --model {shown}. " if shown else ""


def _said(error: Exception) -> str:
    """What an endpoint said, in one line and not too long."""
    return " ".join(str(error).split())[:160]
