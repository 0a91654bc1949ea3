"""What a server says it has read and written, and whether that can be."""

from collections.abc import Mapping
from typing import Any

from gm_engine.story.completion import Usage
from gm_engine.tokens import STANDARD, missing

MOST = 1 << 40
"""No server reads more tokens than this: a larger number is a slip."""
LEAST_SHARE, LEAST_OVERCOUNTED = 78, 38
"""Per cent of the tokens sent that any tokenizer reads them as: the widest vocabularies read about a seventh fewer than we count.
Where we can only over-count, about half of that."""
SMALL = 400
"""A prompt of fewer tokens is cut by nobody."""
WINDOWS = (512, 1024, 2048, 4096, 8192, 16384, 32768)
NEAR_WINDOW, NEAR_SHARE = 8, 92
"""So near below a usual window, a smaller gap is enough."""

SETTINGS = {
    "Ollama": "num_ctx of the model, or OLLAMA_CONTEXT_LENGTH",
    "llama.cpp": "--ctx-size",
    "LM Studio": "the model's context length",
    "vLLM": "--max-model-len",
}
PORTS = {":11434": "Ollama", ":8080": "llama.cpp", ":1234": "LM Studio", ":8000": "vLLM"}


def part(of: Any, name: str) -> Any:
    """A part of what a server sent, whether it was read as an object or as a mapping; None where it is not there."""
    return of.get(name) if isinstance(of, Mapping) else getattr(of, name, None)


def usage_said(usage: Any) -> Usage | None:
    """The tokens that a server says it has read and written, as far as they can be believed; None where it says nothing of use."""
    read, written = _whole(part(usage, "prompt_tokens")), _whole(part(usage, "completion_tokens"))
    if read is None and written is None:
        return None
    cached = _whole(part(part(usage, "prompt_tokens_details"), "cached_tokens")) or 0
    thought = _whole(part(part(usage, "completion_tokens_details"), "reasoning_tokens")) or 0
    read, written = read or 0, written or 0
    return Usage(prompt=read, completion=written, cached=min(cached, read), reasoning=min(thought, written))


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST else None


def cut_short(sent: int, read: int, encoding: str = STANDARD) -> bool:
    """True when a server cannot have read the whole prompt: it names clearly fewer tokens than were sent.

    >>> cut_short(5000, 4096), cut_short(5000, 4600), cut_short(4400, 4096), cut_short(300, 20), cut_short(5000, 0)
    (True, False, False, False, False)
    """
    if sent < SMALL or not read:
        return False
    over = bool(missing(encoding))
    if not over and any(window - NEAR_WINDOW <= read <= window for window in WINDOWS):
        return read * 100 < sent * NEAR_SHARE
    return read * 100 < sent * (LEAST_OVERCOUNTED if over else LEAST_SHARE)


def cut_note(sent: int, read: int, base_url: str) -> str:
    """The prompt was cut: by how much, and what to raise."""
    server = next((name for port, name in PORTS.items() if port in base_url), "")
    raised = f"{SETTINGS[server]} ({server})" if server else "; ".join(f"{name}: {setting}" for name, setting in SETTINGS.items())
    return (
        f"The server read {read:,} of about {sent:,} tokens: it cut the prompt silently, so the GM does not know all that it should. "
        f"Raise its context length ({raised}), or lower total under [budget] in settings.toml."
    )
