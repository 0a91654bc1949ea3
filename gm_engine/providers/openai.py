"""A language model behind any OpenAI-compatible endpoint."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from gm_engine.errors import ProviderError
from gm_engine.story.completion import Completion, Usage
from gm_engine.story.prompt import Prompt

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam

SILENT_AFTER = 60.0


class OpenAIGM:
    """Asks ``model`` at ``OPENAI_BASE_URL`` (else OpenAI itself) with ``OPENAI_API_KEY``."""

    name = "openai"
    repeatable = False

    def __init__(self, model: str, *, base_url: str | None = None, api_key: str | None = None) -> None:
        self.model = model
        self.version = f"openai/{model}"
        self.base_url = base_url or os.environ.get("OPENAI_BASE_URL")
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
        import openai

        client = openai.OpenAI(api_key=self._key, base_url=self.base_url, timeout=SILENT_AFTER, max_retries=1)
        messages = cast("list[ChatCompletionMessageParam]", [{"role": role, "content": text} for role, text in prompt.messages])
        pieces: list[str] = []
        usage = Usage(prompt=prompt.tokens)
        try:
            with client.chat.completions.create(
                model=self.model, messages=messages, stream=True, stream_options={"include_usage": True}
            ) as stream:
                for chunk in stream:
                    if chunk.usage:
                        usage = Usage(prompt=chunk.usage.prompt_tokens, completion=chunk.usage.completion_tokens)
                    text = chunk.choices[0].delta.content if chunk.choices else None
                    if text:
                        pieces.append(text)
                        if on_text:
                            on_text(text)
        except openai.OpenAIError as error:
            raise ProviderError(
                f"turn {prompt.draw.turn}",
                f'"{self.model}" at {self.base_url or "OpenAI"} did not answer: {error}',
                "Nothing was written and your words are kept. Try again: gm play --again, or another voice: --gm embedded.",
            ) from error
        reply = "".join(pieces).strip()
        if not reply:
            raise ProviderError(
                f"turn {prompt.draw.turn}", f'"{self.model}" answered with nothing.', "Try again, or name another model.", "empty-reply"
            )
        return Completion(text=reply, model=self.model, usage=usage)
