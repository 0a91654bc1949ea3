"""The network of the judge of pairs, and how it is trained: a small encoder with a head that says clash or none, and of which class.

Everything is a plain function of numbers and a seed: the same lessons in the same order give the same weights.
"""

import zipfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from math import cos, pi
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental.layout import Layout, with_layout_constraint
from safetensors.numpy import load

from gm_engine.judging import MOST_TOKENS, Encoded
from training.lessons import BASE

LAYERS, HEADS, SIZE, POOLED, CLASSES = 6, 12, 384, 192, 12
MARKS = 6
LENGTHS = (32, 48, 64, 80, 96, 112, MOST_TOKENS)
"""What a batch is filled up to: a step is compiled once for each."""
FIXED = "words"
"""The vectors of the vocabulary's words stay as they are: a story has too few words to move them."""
Params = dict[str, Any]


class Batch(NamedTuple):
    """Pairs of one step, filled up to one length. ``clash`` is 1 where they clash; ``kinds`` is the class, -1 where none is known;
    ``groups`` are alike where pairs are to be ranked against each other; ``weights`` say how much each counts.
    """

    ids: np.ndarray
    segments: np.ndarray
    marks: np.ndarray
    seen: np.ndarray
    clash: np.ndarray
    kinds: np.ndarray
    groups: np.ndarray
    weights: np.ndarray


class Manner(NamedTuple):
    """How is trained: the steepest step, how much of what is learnt is dropped out, how much ranking and classes count beside the verdict,
    how slowly the kept average follows."""

    rate: float = 1e-4
    drop: float = 0.1
    rank: float = 0.5
    kinds: float = 0.2
    decay: float = 0.01
    average: float = 0.999
    warm: float = 0.08


def base(seed: int) -> Params:
    """The encoder as it comes, with a new head on it; what is new is drawn from ``seed``."""
    found = find_spec(BASE)
    [folder] = (found.submodule_search_locations or ()) if found else ()
    with zipfile.ZipFile(Path(folder) / "model.zip") as packed:
        came = load(packed.read("model.safetensors"))
    drawn = np.random.default_rng(seed)

    def fresh(*shape: int) -> np.ndarray:
        return drawn.normal(0, 0.02, shape).astype(np.float32)

    def none(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.float32)

    return {
        FIXED: came["embeddings.word_embeddings.weight"],
        "places": came["embeddings.position_embeddings.weight"][:MOST_TOKENS],
        "sides": came["embeddings.token_type_embeddings.weight"],
        "marks": none(MARKS, SIZE),
        "norm": _norm(came, "embeddings.LayerNorm"),
        "layers": [_layer(came, f"encoder.layer.{number}") for number in range(LAYERS)],
        "pool": {"w": fresh(3 * SIZE, POOLED), "b": none(POOLED)},
        "verdict": {"w": fresh(POOLED, 1), "b": none(1)},
        "kinds": {"w": fresh(POOLED, CLASSES), "b": none(CLASSES)},
    }


def _norm(came: Mapping[str, np.ndarray], name: str) -> Params:
    return {"w": came[f"{name}.weight"], "b": came[f"{name}.bias"]}


def _dense(came: Mapping[str, np.ndarray], *names: str) -> Params:
    """Several layers as one: their weights side by side, inputs first."""
    return {
        "w": np.ascontiguousarray(np.concatenate([came[f"{name}.weight"].T for name in names], axis=1)),
        "b": np.concatenate([came[f"{name}.bias"] for name in names]),
    }


def _layer(came: Mapping[str, np.ndarray], name: str) -> Params:
    return {
        "asked": _dense(came, *(f"{name}.attention.self.{part}" for part in ("query", "key", "value"))),
        "heard": _dense(came, f"{name}.attention.output.dense"),
        "norm1": _norm(came, f"{name}.attention.output.LayerNorm"),
        "wide": _dense(came, f"{name}.intermediate.dense"),
        "narrow": _dense(came, f"{name}.output.dense"),
        "norm2": _norm(came, f"{name}.output.LayerNorm"),
    }


def _dot(one: jax.Array, two: jax.Array, sides: tuple[int, int]) -> jax.Array:
    """A product of two tables over one side of each, in short numbers that are summed up in long ones: several times as fast."""
    short = one.astype(jnp.bfloat16), two.astype(jnp.bfloat16)
    return jax.lax.dot_general(*short, (((sides[0],), (sides[1],)), ((), ())), preferred_element_type=jnp.float32)


@jax.custom_vjp
def _times(values: jax.Array, weights: jax.Array) -> jax.Array:
    return _dot(values, weights, (1, 0))


def _times_there(values: jax.Array, weights: jax.Array) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    return _times(values, weights), (values, weights)


def _times_back(kept: tuple[jax.Array, jax.Array], slope: jax.Array) -> tuple[jax.Array, jax.Array]:
    values, weights = kept
    return _dot(slope, weights, (1, 1)), _dot(_turned(values), slope, (1, 0))


def _turned(values: jax.Array) -> jax.Array:
    """A table turned over and laid down anew: products along its rows are far faster."""
    return with_layout_constraint(values.astype(jnp.bfloat16).T, Layout((0, 1)))


_times.defvjp(_times_there, _times_back)


def _linear(layer: Params, values: jax.Array) -> jax.Array:
    if values.ndim == 2:
        return values @ layer["w"] + layer["b"]
    found = _times(values.reshape(-1, values.shape[-1]), layer["w"])
    return found.reshape(*values.shape[:-1], -1) + layer["b"]


def _row(table: jax.Array, at: jax.Array) -> jax.Array:
    """Rows of a small table, by a product: its slope is found far faster than that of a look-up."""
    return jax.nn.one_hot(at, len(table)) @ table


def _normed(layer: Params, values: jax.Array) -> jax.Array:
    values = values - values.mean(-1, keepdims=True)
    return values * jax.lax.rsqrt((values * values).mean(-1, keepdims=True) + 1e-12) * layer["w"] + layer["b"]


def _dropped(values: jax.Array, key: jax.Array | None, share: float) -> jax.Array:
    """Values of which each pair loses a share, the same ones in all its words."""
    if key is None or not share:
        return values
    kept = jax.random.bernoulli(key, 1 - share, (len(values), *(1 for _ in values.shape[2:]), values.shape[-1]))
    return jnp.where(kept, values / (1 - share), 0.0)


def forward(params: Params, batch: Batch, key: jax.Array | None = None, drop: float = 0.0) -> tuple[jax.Array, jax.Array]:
    """Each pair's verdict and its twelve classes. With a ``key`` a part of what is learnt is dropped out."""
    count, length = batch.ids.shape
    keys: Sequence[Any] = jax.random.split(key, 2 * LAYERS + 2) if key is not None else [None] * (2 * LAYERS + 2)
    values = (
        params[FIXED][batch.ids] + params["places"][:length] + _row(params["sides"], batch.segments) + _row(params["marks"], batch.marks)
    )
    values = _dropped(_normed(params["norm"], values), keys[0], drop)
    hidden = jnp.where(batch.seen[:, None, None, :] > 0, 0.0, -1e9)
    for number, layer in enumerate(params["layers"]):
        asks, has, gives = (
            part.reshape(count, length, HEADS, SIZE // HEADS).transpose(0, 2, 1, 3)
            for part in jnp.split(_linear(layer["asked"], values), 3, -1)
        )
        near = jax.nn.softmax(asks @ has.swapaxes(-1, -2) * (SIZE // HEADS) ** -0.5 + hidden, axis=-1)
        heard = (near @ gives).transpose(0, 2, 1, 3).reshape(count, length, SIZE)
        values = _normed(layer["norm1"], values + _dropped(_linear(layer["heard"], heard), keys[2 * number + 1], drop))
        wide = jax.nn.gelu(_linear(layer["wide"], values), approximate=True)
        values = _normed(layer["norm2"], values + _dropped(_linear(layer["narrow"], wide), keys[2 * number + 2], drop))
    seen = batch.seen[:, :, None]
    mean = (values * seen).sum(1) / seen.sum(1)
    most = jnp.where(seen > 0, values, -1e9).max(1)
    pooled = jnp.tanh(_linear(params["pool"], _dropped(jnp.concatenate([mean, most, values[:, 0]], -1), keys[-1], drop)))
    return _linear(params["verdict"], pooled)[:, 0], _linear(params["kinds"], pooled)


def loss(params: Params, batch: Batch, key: jax.Array | None, manner: Manner) -> jax.Array:
    """How wrong the network is on a batch: its verdicts, the ranking of each clash above its group's others, the classes of clashes."""
    logits, kinds = forward(params, batch, key, manner.drop)
    verdict = (jax.nn.softplus(logits) - batch.clash * logits) * batch.weights
    others = (batch.groups[:, None] == batch.groups[None, :]) & (batch.clash[None, :] < 0.5) & (batch.weights[None, :] > 0)
    among = others | jnp.eye(len(batch.clash), dtype=bool)
    rank = (jax.nn.logsumexp(jnp.where(among, logits[None, :], -1e9), axis=1) - logits) * batch.weights * batch.clash
    named = (batch.kinds >= 0) * batch.weights
    kind = -jnp.take_along_axis(jax.nn.log_softmax(kinds), jnp.maximum(batch.kinds, 0)[:, None], 1)[:, 0] * named
    whole = batch.weights.sum()
    return (verdict.sum() + manner.rank * rank.sum() + manner.kinds * kind.sum()) / whole


def _split(params: Params) -> tuple[Params, Any]:
    return {name: part for name, part in params.items() if name != FIXED}, params[FIXED]


class Trainer:
    """Takes steps: ``params`` are the weights as they stand, ``kept`` their running average."""

    def __init__(self, params: Params, manner: Manner, steps: int, seed: int) -> None:
        self._manner, self._steps, self._at = manner, steps, 0
        learnt, fixed = _split(jax.tree.map(jnp.asarray, params))
        self._learnt, self._fixed = learnt, fixed
        self._first, self._second = jax.tree.map(jnp.zeros_like, learnt), jax.tree.map(jnp.zeros_like, learnt)
        self._kept = jax.tree.map(jnp.copy, learnt)
        self._key = jax.random.key(seed, impl="rbg")
        self._step = jax.jit(self._stepped, donate_argnums=(0, 2, 3, 4))

    @property
    def kept(self) -> Params:
        """The running average of the weights: what is to be used."""
        return jax.tree.map(np.asarray, {**self._kept, FIXED: self._fixed})

    def step(self, batch: Batch) -> jax.Array:
        """Learns from a batch; how wrong it was before is given back."""
        self._at += 1
        warm = max(1.0, self._manner.warm * self._steps)
        along = min(1.0, (self._at - warm) / max(1.0, self._steps - warm))
        rate = self._manner.rate * (self._at / warm if self._at < warm else 0.02 + 0.98 * (1 + cos(pi * along)) / 2)
        average = min(self._manner.average, self._at / (self._at + 9.0))
        numbers = jnp.array([rate, self._at, average], jnp.float32)
        key = jax.random.fold_in(self._key, self._at)
        self._learnt, self._first, self._second, self._kept, wrong = self._step(
            self._learnt, self._fixed, self._first, self._second, self._kept, batch, key, numbers
        )
        return wrong

    def _stepped(
        self, learnt: Params, fixed: Any, first: Params, second: Params, kept: Params, batch: Batch, key: jax.Array, numbers: jax.Array
    ) -> tuple[Params, Params, Params, Params, jax.Array]:  # fmt: skip
        rate, at, average = numbers
        wrong, slopes = jax.value_and_grad(lambda part: loss({**part, FIXED: fixed}, batch, key, self._manner))(learnt)
        length = jnp.sqrt(sum(jnp.vdot(slope, slope) for slope in jax.tree.leaves(slopes)))
        slopes = jax.tree.map(lambda slope: slope * jnp.minimum(1.0, 1.0 / (length + 1e-6)), slopes)
        first = jax.tree.map(lambda old, slope: 0.9 * old + 0.1 * slope, first, slopes)
        second = jax.tree.map(lambda old, slope: 0.98 * old + 0.02 * slope * slope, second, slopes)

        def moved(weight: jax.Array, one: jax.Array, two: jax.Array) -> jax.Array:
            way = one / (1 - 0.9**at) / (jnp.sqrt(two / (1 - 0.98**at)) + 1e-8)
            return weight - rate * (way + (self._manner.decay * weight if weight.ndim > 1 else 0.0))

        learnt = jax.tree.map(moved, learnt, first, second)
        kept = jax.tree.map(lambda old, new: average * old + (1 - average) * new, kept, learnt)
        return learnt, first, second, kept, wrong


def filled(
    encoded: Sequence[Encoded], clash: Sequence[float], kinds: Sequence[int], groups: Sequence[int], weights: Sequence[float]
) -> Batch:
    """Pairs as a batch, filled up to the next of ``LENGTHS``."""
    longest = max(len(one.ids) for one in encoded)
    length = next(length for length in LENGTHS if length >= longest)
    shape = (len(encoded), length)
    ids, segments, marks, seen = (
        np.zeros(shape, np.int32),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.float32),
    )
    for row, one in enumerate(encoded):
        end = len(one.ids)
        ids[row, :end], segments[row, :end], marks[row, :end], seen[row, :end] = *one, 1
    return Batch(
        ids, segments, marks, seen, np.array(clash, np.float32), np.array(kinds, np.int32), np.array(groups, np.int32),
        np.array(weights, np.float32),
    )  # fmt: skip


_forward = jax.jit(lambda params, batch: forward(params, batch))


def scores(params: Params, encoded: Sequence[Encoded], rows: int = 32) -> np.ndarray:
    """The verdict on each pair, in their order."""
    found = np.zeros(len(encoded), np.float32)
    params = jax.tree.map(jnp.asarray, params)
    order = sorted(range(len(encoded)), key=lambda at: (len(encoded[at].ids), at))
    for start in range(0, len(order), rows):
        places = order[start : start + rows]
        pairs = [encoded[at] for at in places]
        pairs += [pairs[-1]] * (rows - len(pairs))
        blank = [0] * rows
        found[places] = np.asarray(_forward(params, filled(pairs, blank, blank, blank, blank))[0])[: len(places)]
    return found
