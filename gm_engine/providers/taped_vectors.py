"""Vectors on a cassette: a line for each, by the hash of its text, among the answers of the same evening."""

import base64
import json
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path

from gm_engine.errors import GameError, ProviderError
from gm_engine.providers.cassette import write_on

Embed = Callable[[Iterable[str]], list[bytes]]


class TapedVectors:
    """The vectors of ``mark`` from the cassette at ``path``; what it does not hold is made by ``embed``, and put on it.

    Without ``embed`` nobody is asked: ProviderError (``no-recording``) says that there is none. Without ``path`` nothing is held.
    """

    def __init__(self, path: Path | None, mark: str, embed: Embed | None) -> None:
        self._path, self._mark, self._embed = path, mark, embed
        self._taped = dict(_read(path, mark)) if path and path.exists() else {}

    def embed(self, texts: Iterable[str]) -> list[bytes]:
        """Each text's vector."""
        wanted = list(texts)
        missing = [text for text in dict.fromkeys(wanted) if _key(text) not in self._taped]
        if missing and self._embed is None:
            then = "Nobody is asked with --gm recorded. To have it, play live with --cassette."
            raise ProviderError("memory", f"no vector of {self._mark} was recorded for these words.", then, "no-recording")
        if missing and self._embed is not None:
            made = dict(zip(map(_key, missing), self._embed(missing), strict=True))
            if self._path:
                write_on(self._path, [_line(self._mark, key, vector) for key, vector in made.items()])
            self._taped |= made
        return [self._taped[_key(text)] for text in wanted]


def _key(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _line(mark: str, key: str, vector: bytes) -> str:
    return json.dumps({"mark": mark, "text": key, "vector": base64.b64encode(vector).decode()}, sort_keys=True, ensure_ascii=False)


def _read(path: Path, mark: str) -> Iterable[tuple[str, bytes]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            kept = json.loads(line) if line.strip() else {}
            if kept.get("mark") == mark and "vector" in kept:
                yield str(kept["text"]), base64.b64decode(kept["vector"], validate=True)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            then = "Take the line out, or record the cassette anew."
            raise GameError(f"{path}:{number}", "this line holds no recorded vector.", then, "broken-cassette") from error
