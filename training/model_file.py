"""The trained network as a file that onnxruntime runs: its tables in bytes."""

from collections.abc import Sequence
from math import pi
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from training.network import CLASSES, FIXED, HEADS, SIZE, Params

OPSET = 17


class _Graph:
    """A graph as it is written: every call adds a node and gives the name of what comes out."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.tables: dict[str, onnx.TensorProto] = {}

    def table(self, name: str, values: Any) -> str:
        if name not in self.tables:
            self.tables[name] = numpy_helper.from_array(np.array(values, order="C"), name)
        return name

    def whole(self, *values: int) -> str:
        return self.table("n" + "_".join(map(str, values)), np.array(values, np.int64))

    def number(self, value: float) -> str:
        return self.table(f"f{value:g}", np.array(value, np.float32))

    def node(self, kind: str, *inputs: str, **how: Any) -> str:
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **how))
        return name

    def rows(self, table: np.ndarray) -> str:
        """The rows of the words, from a table that is kept in bytes, each row with a measure of its own."""
        most = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-9).astype(np.float32)
        short = np.rint(table * (127 / most)).astype(np.int8)
        values = self.node("Cast", self.node("Gather", self.table(FIXED, short), "ids"), to=TensorProto.FLOAT)
        return self.node("Mul", values, self.node("Gather", self.table("most", most / 127), "ids"))

    def linear(self, name: str, layer: Params, values: str) -> str:
        product = self.node("MatMul", values, self.table(f"{name}.w", layer["w"]))
        return self.node("Add", product, self.table(f"{name}.b", layer["b"]))

    def normed(self, name: str, layer: Params, values: str) -> str:
        tables = self.table(f"{name}.w", layer["w"]), self.table(f"{name}.b", layer["b"])
        return self.node("LayerNormalization", values, *tables, axis=-1, epsilon=1e-12)

    def gelu(self, values: str) -> str:
        cube = self.node("Mul", self.node("Mul", values, values), values)
        inner = self.node("Add", values, self.node("Mul", cube, self.number(0.044715)))
        half = self.node("Tanh", self.node("Mul", inner, self.number((2 / pi) ** 0.5)))
        return self.node("Mul", self.node("Mul", values, self.number(0.5)), self.node("Add", half, self.number(1.0)))

    def heads(self, values: str, turn: Sequence[int]) -> str:
        split = self.node("Reshape", values, self.whole(0, 0, HEADS, SIZE // HEADS))
        return self.node("Transpose", split, perm=list(turn))


def _written(params: Params) -> onnx.ModelProto:
    graph = _Graph()
    length = graph.node("Shape", "ids")
    places = graph.node("Slice", graph.table("places", params["places"]), graph.whole(0), graph.node("Gather", length, graph.whole(1)))
    values = graph.rows(params[FIXED])
    for name in ("segments", "marks"):
        values = graph.node(
            "Add", values, graph.node("Gather", graph.table(f"{name}.w", params["sides" if name == "segments" else name]), name)
        )
    values = graph.normed("norm", params["norm"], graph.node("Add", values, places))
    for number, layer in enumerate(params["layers"]):
        values = _layer(graph, f"layer{number}", layer, values)
    mean = graph.node("ReduceMean", values, axes=[1], keepdims=0)
    most = graph.node("ReduceMax", values, axes=[1], keepdims=0)
    first = graph.node("Gather", values, graph.table("first", np.array(0, np.int64)), axis=1)
    pooled = graph.node("Tanh", graph.linear("pool", params["pool"], graph.node("Concat", mean, most, first, axis=-1)))
    logit = graph.node("Squeeze", graph.linear("verdict", params["verdict"], pooled), graph.whole(1))
    classes = graph.linear("kinds", params["kinds"], pooled)
    graph.nodes += [helper.make_node("Identity", [logit], ["logit"]), helper.make_node("Identity", [classes], ["classes"])]
    given = [helper.make_tensor_value_info(name, TensorProto.INT64, [1, "length"]) for name in ("ids", "segments", "marks")]
    gives = [
        helper.make_tensor_value_info("logit", TensorProto.FLOAT, [1]),
        helper.make_tensor_value_info("classes", TensorProto.FLOAT, [1, CLASSES]),
    ]
    made = helper.make_graph(graph.nodes, "judge", given, gives, list(graph.tables.values()))
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="gm_engine", ir_version=9)


def _layer(graph: _Graph, name: str, layer: Params, values: str) -> str:
    asks, has, gives = (
        graph.linear(
            f"{name}.{part}", {"w": layer["asked"]["w"][:, start : start + SIZE], "b": layer["asked"]["b"][start : start + SIZE]}, values
        )
        for part, start in (("asks", 0), ("has", SIZE), ("gives", 2 * SIZE))
    )
    near = graph.node("MatMul", graph.heads(asks, (0, 2, 1, 3)), graph.heads(has, (0, 2, 3, 1)))
    near = graph.node("Softmax", graph.node("Mul", near, graph.number((SIZE // HEADS) ** -0.5)), axis=-1)
    heard = graph.node("Transpose", graph.node("MatMul", near, graph.heads(gives, (0, 2, 1, 3))), perm=[0, 2, 1, 3])
    heard = graph.linear(f"{name}.heard", layer["heard"], graph.node("Reshape", heard, graph.whole(0, 0, SIZE)))
    values = graph.normed(f"{name}.norm1", layer["norm1"], graph.node("Add", values, heard))
    wide = graph.gelu(graph.linear(f"{name}.wide", layer["wide"], values))
    narrow = graph.linear(f"{name}.narrow", layer["narrow"], wide)
    return graph.normed(f"{name}.norm2", layer["norm2"], graph.node("Add", values, narrow))


def write(params: Params, path: Path, full: Path) -> None:
    """Writes the network to ``path``, and with the tables of its products in full numbers to ``full``. The same weights give the same
    bytes.

    Of the bytes of those tables seven bits are used: on every processor the sums of their products are then exact.
    """
    model = _written(params)
    onnx.checker.check_model(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    full.write_bytes(model.SerializeToString(deterministic=True))
    quantize_dynamic(full, path, per_channel=True, reduce_range=True, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul"])
    path.write_bytes(onnx.load(path).SerializeToString(deterministic=True))
