"""The server: real HTTP on the loopback, a script of behaviours, and the list of what was asked."""

import base64
import json
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

from gm_engine import tokens
from tests.endpoint.behaviour import Answers, Embeds, Fails, Sends
from tests.endpoint.validity import invalid

PIECES = ("The pump ", "drips, and ", "nobody minds.")
MODELS = ("frontier-large", "frontier-small")
HEAD = {"id": "c1", "created": 0, "model": "frontier-large"}
Behaviour = Answers | Fails | Sends


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]


@dataclass
class Endpoint:
    """How the server behaves, and what it was asked.

    ``script`` holds a behaviour for each request to come; when it is through, ``always`` is what it does, or what ``answer`` says
    to a request's body. ``refuses`` are names of parameters that it takes no requests with: ``tools``, ``stream``,
    ``stream_options``, ``max_tokens``, ``json_schema``, ``json_object`` …
    """

    url: str = ""
    script: list[Behaviour] = field(default_factory=list)
    always: Behaviour = field(default_factory=lambda: Answers(PIECES))
    answer: Callable[[dict[str, Any]], Behaviour] | None = None
    refuses: set[str] = field(default_factory=set)
    wordless: bool = False
    """True: what it refuses, it does not name."""
    models: list[dict[str, Any]] = field(default_factory=lambda: [{"id": id} for id in MODELS])
    models_fail: int = 0
    asked: list[Asked] = field(default_factory=list)
    embedding: list[Embeds | Fails | Sends] = field(default_factory=list)
    """A behaviour for each request for vectors to come; then they are given as they are asked for."""
    vectors: Callable[[str], list[float]] = lambda text: [float(len(text)), 1.0]
    lines: list[int] = field(default_factory=list)
    """The caller's port of each request: one for each connection."""
    invalid: list[str] = field(default_factory=list)
    """Tools and forms that no server takes: kept to the end, where it is a fault, since a client that steps down hides it."""
    hung_up: int = 0
    """Streams whose listener went away before they were told to the end."""
    over: Event = field(default_factory=Event)
    lock: Any = field(default_factory=Lock)

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """What was asked for chat completions."""
        return [asked.body for asked in self.asked if asked.path.endswith("/chat/completions")]

    @property
    def embedded(self) -> list[dict[str, Any]]:
        """What was asked for vectors."""
        return [asked.body for asked in self.asked if asked.path.endswith("/embeddings")]

    @property
    def keys(self) -> list[str]:
        """The Authorization of each request."""
        return [asked.headers.get("authorization", "") for asked in self.asked]

    def again(self) -> "Endpoint":
        """In good order, with nothing asked yet."""
        fresh = Endpoint(url=self.url)
        vars(self).update({name: value for name, value in vars(fresh).items() if name not in ("over", "lock", "invalid")})
        return self

    def next(self, body: dict[str, Any]) -> Behaviour:
        """What to do with a request."""
        for name in sorted(self.refuses):
            if name in body or name == (body.get("response_format") or {}).get("type"):
                said = "response_format" if name.startswith("json") else name
                return Fails(400, "bad request" if self.wordless else f"this model does not support '{said}' ({name})")
        if wrong := invalid(body):
            self.invalid.append(wrong)
        if wrong := wrong or calls_unanswered(body["messages"]):
            return Fails(400, wrong)
        with self.lock:
            if self.script:
                return self.script.pop(0)
        return self.answer(body) if self.answer else self.always


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    """A server on a free port, for as long as the block lasts."""
    told = Endpoint()

    class Handler(Speaker):
        there = told

    server = Server(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        told.over.set()
        server.shutdown()
        server.server_close()
        thread.join()
    assert told.invalid == []


class Server(ThreadingHTTPServer):
    """Takes a hundred at once, and is not upset by those who hang up."""

    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: somebody hung up."""


class Speaker(BaseHTTPRequestHandler):
    """One connection."""

    there: Endpoint
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""

    def do_GET(self) -> None:
        self.note({})
        if self.there.models_fail or not self.path.endswith("/models"):
            self.fail(Fails(self.there.models_fail or 404))
            return
        data = [{"object": "model", "created": 0, "owned_by": "x", **model} for model in self.there.models]
        self.send(200, json.dumps({"object": "list", "data": data}))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.note(body)
        if self.path.endswith("/embeddings"):
            self.embed(body)
            return
        does = self.there.next(body)
        if isinstance(does, Fails):
            self.fail(does)
        elif isinstance(does, Sends):
            self.send(200, does.body, does.kind, written=does.written)
        elif body.get("stream") and does.streams:
            try:
                self.stream(does, body)
            except OSError:
                self.there.hung_up += 1
        else:
            self.wait(does.first)
            self.send(200, json.dumps(whole(does, body)))

    def embed(self, body: dict[str, Any]) -> None:
        with self.there.lock:
            does = self.there.embedding.pop(0) if self.there.embedding else Embeds()
        if isinstance(does, Fails):
            self.fail(does)
        elif isinstance(does, Sends):
            self.send(200, does.body, does.kind)
        elif "encoding_format" in self.there.refuses and body.get("encoding_format") == "base64":
            self.fail(Fails(400, "encoding_format must be float"))
        else:
            self.wait(does.first)
            self.send(200, json.dumps(vectors_of(does, body, self.there.vectors)))

    def note(self, body: dict[str, Any]) -> None:
        self.there.lines.append(self.client_address[1])
        self.there.asked.append(Asked(self.path, body, {name.lower(): value for name, value in self.headers.items()}))

    def wait(self, seconds: float) -> None:
        if seconds:
            self.there.over.wait(seconds)

    def fail(self, does: Fails) -> None:
        error = {"message": does.message or f"no luck, {does.status}", "type": "test", "code": does.code or None}
        self.send(does.status, json.dumps({"error": error}), retry_after=does.retry_after)

    def send(self, status: int, body: str, kind: str = "application/json", retry_after: str = "", written: str = "utf-8") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body.encode(written))))
        if retry_after:
            self.send_header("Retry-After", retry_after)
        self.end_headers()
        self.wfile.write(body.encode(written))

    def stream(self, does: Answers, body: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.chunk({"role": "assistant", "content": ""})
        self.idle(does, does.first)
        deltas = deltas_of(does)
        for n, delta in enumerate(deltas):
            if n:
                self.idle(does, does.between)
            self.chunk(delta)
        if does.breaks == "cut":
            self.wfile.write(b"ff\r\ndata: {")
            self.close_connection = True
            return
        if not does.breaks:
            self.chunk({}, finish=does.finished)
            usage = usage_of(does, body)
            if usage and (body.get("stream_options") or {}).get("include_usage"):
                self.line(json.dumps({**HEAD, "object": "chat.completion.chunk", "choices": [], "usage": usage}))
            self.line("[DONE]")
        self.wfile.write(b"0\r\n\r\n")

    def idle(self, does: Answers, seconds: float) -> None:
        until = time.monotonic() + seconds
        while does.alive and time.monotonic() < until and not self.there.over.is_set():
            self.write(b": still here\n\n")
            self.wait(0.02)
        self.wait(max(0.0, until - time.monotonic()))

    def chunk(self, delta: dict[str, Any], finish: str | None = None) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        self.line(json.dumps({**HEAD, "object": "chat.completion.chunk", "choices": [choice]}))

    def line(self, data: str) -> None:
        self.write(f"data: {data}\n\n".encode())

    def write(self, sent: bytes) -> None:
        self.wfile.write(f"{len(sent):x}\r\n".encode() + sent + b"\r\n")
        self.wfile.flush()


def deltas_of(does: Answers) -> list[dict[str, Any]]:
    """The reply as a stream says it."""
    deltas: list[dict[str, Any]] = [{does.reasoning_key: piece} for piece in does.reasoning]
    deltas += [{"content": piece} for piece in does.pieces]
    deltas += [{"refusal": piece} for piece in does.refusal]
    for index, (id, name, arguments) in enumerate(does.calls):
        step = -(-len(arguments) // does.call_pieces) or 1
        parts = [arguments[at : at + step] for at in range(0, len(arguments), step)] or [""]
        head = {"index": index, "id": id, "type": "function", "function": {"name": name, "arguments": parts[0]}}
        deltas.append({"tool_calls": [head]})
        deltas += [{"tool_calls": [{"index": index, "function": {"arguments": part}}]} for part in parts[1:]]
    return deltas


def calls_unanswered(messages: list[dict[str, Any]]) -> str:
    """What OpenAI says where calls are not followed by their answers at once; empty where they are."""
    for n, message in enumerate(messages):
        ids = [call["id"] for call in message.get("tool_calls", ())]
        if ids != [answer.get("tool_call_id") for answer in messages[n + 1 : n + 1 + len(ids)]]:
            return "An assistant message with 'tool_calls' must be followed by messages with the role 'tool' that respond to each."
    return ""


def whole(does: Answers, body: dict[str, Any]) -> dict[str, Any]:
    """The reply in one piece."""
    message: dict[str, Any] = {"role": "assistant", "content": "".join(does.pieces) or None}
    if does.reasoning:
        message[does.reasoning_key] = "".join(does.reasoning)
    if does.refusal:
        message["refusal"] = "".join(does.refusal)
    if does.calls:
        message["tool_calls"] = [
            {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}} for id, name, arguments in does.calls
        ]
    choice = {"index": 0, "message": message, "finish_reason": does.finished}
    usage = usage_of(does, body)
    return {**HEAD, "object": "chat.completion", "choices": [choice]} | ({"usage": usage} if usage else {})


def vectors_of(does: Embeds, body: dict[str, Any], vectors: Callable[[str], list[float]]) -> dict[str, Any]:
    """The vectors of what was asked, in order."""
    texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
    packed = does.encoding == "asked" and body.get("encoding_format") == "base64"
    rows: list[dict[str, Any]] = []
    for n, text in enumerate(texts):
        numbers = vectors(text)
        vector = base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode() if packed else numbers
        rows.append({"object": "embedding", "index": n, "embedding": vector})
    read = sum(tokens.count(text) for text in texts)
    usage = {"usage": {"prompt_tokens": read, "total_tokens": read}} if does.usage == "right" else {}
    return {"object": "list", "data": does.wrong(rows) if does.wrong else rows, "model": body["model"], **usage}


def usage_of(does: Answers, body: dict[str, Any]) -> dict[str, Any] | None:
    """What the server says it has read and written."""
    if does.usage == "none":
        return None
    if isinstance(does.usage, dict):
        return does.usage
    read = sum(tokens.count(str(message.get("content") or "")) + 4 for message in body["messages"])
    read = min(read, does.reads) if does.reads else read
    thought = sum(map(tokens.count, does.reasoning))
    written = sum(map(tokens.count, does.pieces)) + thought
    told: dict[str, Any] = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    return told | ({"completion_tokens_details": {"reasoning_tokens": thought}} if thought else {})
