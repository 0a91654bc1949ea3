"""A small endpoint on the loopback that speaks chat completions, well or badly, as it is told."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

PIECES = ("The pump ", "drips, and ", "nobody minds.")
MODELS = ("frontier-large", "frontier-small")


@dataclass
class Endpoint:
    """How the server behaves, and what it was asked."""

    url: str = ""
    status: int = 200
    pieces: tuple[str, ...] = PIECES
    usage: dict[str, int] | None = field(default_factory=lambda: {"prompt_tokens": 321, "completion_tokens": 9, "total_tokens": 330})
    ends: bool = True
    """False: the stream stops in the middle, in good order."""
    cut: bool = False
    """True: the line is cut in the middle of a chunk."""
    raw: str = ""
    """Sent instead of a stream."""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    """A server on a free port, for as long as the block lasts."""
    told = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

        def do_GET(self) -> None:
            self.send(
                200, json.dumps({"object": "list", "data": [{"id": id, "object": "model", "created": 0, "owned_by": "x"} for id in MODELS]})
            )

        def do_POST(self) -> None:
            told.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            told.keys.append(self.headers.get("Authorization", ""))
            if told.status != 200:
                self.send(told.status, json.dumps({"error": {"message": f"no luck, {told.status}", "type": "test"}}))
            elif told.raw:
                self.send(200, told.raw, "text/event-stream")
            else:
                self.stream()

        def send(self, status: int, body: str, kind: str = "application/json") -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode())

        def stream(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.chunk({"role": "assistant", "content": ""})
            for piece in told.pieces:
                self.chunk({"content": piece})
            if told.cut:
                self.wfile.write(b"ff\r\ndata: {")
                self.close_connection = True
                return
            if told.ends:
                self.chunk({}, finish="stop")
                if told.usage:
                    self.line(json.dumps({**self.head(), "choices": [], "usage": told.usage}))
                self.line("[DONE]")
            self.wfile.write(b"0\r\n\r\n")

        def head(self) -> dict[str, Any]:
            return {"id": "c1", "object": "chat.completion.chunk", "created": 0, "model": "frontier-large"}

        def chunk(self, delta: dict[str, str], finish: str | None = None) -> None:
            self.line(json.dumps({**self.head(), "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}))

        def line(self, data: str) -> None:
            sent = f"data: {data}\n\n".encode()
            self.wfile.write(f"{len(sent):x}\r\n".encode() + sent + b"\r\n")
            self.wfile.flush()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
