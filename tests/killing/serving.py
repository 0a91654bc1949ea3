"""``gm serve`` and ``gm mcp`` killed while somebody talks with them: what was answered whole is on record afterwards."""

import json
import os
import random
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from tests.killing.dying import Fatal, Process
from tests.killing.killing import Lost
from tests.killing.shelf import Found, Place

LINES = ("I look around.", "I wait for ten minutes.", "I ask Ortega about the wagon.", "I walk to the street.", "I walk to the livery.")
ADDRESS = re.compile(r"http://\S+")
WAIT = 60.0


class Talk:
    """Somebody who plays over HTTP, and notes what was answered whole: the last turn, branches, edits, the campaign begun."""

    def __init__(self, url: str, dice: random.Random) -> None:
        self.http = httpx.Client(base_url=url, timeout=WAIT, trust_env=False)
        self.dice = dice
        self.base = "/api/campaigns/evening"
        self.told: dict[str, str] = {}
        self.branches: set[str] = set()
        self.edits: set[str] = set()
        self.begun: set[str] = set()
        self.chat: list[dict[str, str]] = []
        self.number = 0

    def go_on(self) -> None:
        """One thing after the other until the server is gone; raises httpx.TransportError then."""
        while self.number < 40:
            self.one_thing()

    def one_thing(self) -> None:
        """A turn most often; else a branch, an edit, another campaign."""
        self.number += 1
        often = (self.turn, self.streamed, self.chatted) * 3
        self.dice.choice((*often, self.branch, self.edit, self.retry, self.begin, self.look))()

    def post(self, path: str, **body: Any) -> Any:
        """What is answered; nothing where it is refused."""
        answer = self.http.post(path, json=body)
        self.no_fault(answer.status_code, answer.text)
        return answer.json() if answer.status_code < 300 else None

    def no_fault(self, status: int, text: str) -> None:
        """Raises AssertionError where the server says that something is wrong with it."""
        assert status < 500, text

    def _told(self, turn: Any) -> None:
        if turn:
            self.told[turn["reply"]] = "evening"

    def turn(self) -> None:
        self._told(self.post(f"{self.base}/turns", said=self.dice.choice(LINES)))

    def retry(self) -> None:
        self._told(self.post(f"{self.base}/retry"))

    def streamed(self) -> None:
        with self.http.stream("POST", f"{self.base}/turns", json={"said": self.dice.choice(LINES), "stream": True}) as answer:
            whole = "".join(answer.iter_text())
            self.no_fault(answer.status_code, whole)
        for block in whole.split("\n\n"):
            if block.startswith("event: turn\n"):
                self._told(json.loads(block.split("\n")[1][6:]))

    def chatted(self) -> None:
        said = {"role": "user", "content": self.dice.choice(LINES)}
        body = {"model": "other", "messages": [*self.chat, said], "stream": self.dice.random() < 0.6}
        with self.http.stream("POST", "/v1/chat/completions", json=body) as answer:
            whole = "".join(answer.iter_text())
            if answer.status_code >= 300:
                self.no_fault(answer.status_code, whole)
                self.chat = []
                return
        if body["stream"]:
            if "data: [DONE]" not in whole:
                return
            data = (json.loads(line[6:]) for line in whole.splitlines() if line.startswith("data: {"))
            reply = "".join(row["choices"][0]["delta"].get("content") or "" for row in data if row.get("choices"))
        else:
            reply = json.loads(whole)["choices"][0]["message"]["content"]
        self.chat += [said, {"role": "assistant", "content": reply}]
        self.told[reply] = "other"

    def branch(self) -> None:
        name = f"way {self.number}"
        if self.post(f"{self.base}/branches", name=name):
            self.branches.add(name)

    def edit(self) -> None:
        done = self.post(f"{self.base}/edits", act="remember", words=f"The pump has {self.number} handles.", what="")
        if done:
            self.edits.add(f"The pump has {self.number} handles.")

    def begin(self) -> None:
        done = self.post("/api/campaigns", pack="livery", name=f"new {self.number}")
        if done:
            self.begun.add(done["campaign"])

    def look(self) -> None:
        answer = self.http.get(self.base)
        assert answer.status_code == 200, answer.text


def addressed(process: Process) -> str:
    """Where it serves; empty where it died before it said so."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        if found := ADDRESS.search(process.shown()):
            return found[0]
        if not process.alive():
            return ""
        time.sleep(0.02)
    raise AssertionError(f"the server does not come up: {process.shown()}")


def kill_server(base: Place, folder: Path, seed: int, steps: int) -> tuple[bool, list[Lost]]:
    """Kill a server at one of its steps, while somebody plays: whether it was alive until then, and what was wrong."""
    dice = random.Random(f"serve|{seed}")
    fatal = Fatal(dice.randint(1, steps), dice.choice((0.0, dice.random() * 0.006 + 1e-6)))
    words = ["serve", "--port", "0", "--pack", "livery", "--rate", "100000"]
    with base.copy(folder / "served") as place:
        process = place.start(words, "", fatal)
        talk = None
        wrong: list[str] = []
        if url := addressed(process):
            talk = Talk(url, dice)
            try:
                talk.go_on()
            except httpx.TransportError:
                pass
            except AssertionError as error:
                wrong.append(f"a fault: {error}")
            talk.http.close()
        process.kill()
        ended = process.wait()
        with caught(wrong):
            wrong += lost_of(talk, place.look(), words_of(place))
            again = place.gm("play", "evening", typed="I look around.\n")
            if again.code:
                wrong.append(f"the game does not go on: {again.err}")
            wrong += [f"{name} is left over" for name in place.look().files if name.endswith((".lock", "-wal", "-shm", ".part"))]
        return ended.killed, [Lost(tuple(words), fatal, what) for what in wrong]


class caught:  # noqa: N801  (it is used as a word)
    """What is raised within is noted."""

    def __init__(self, into: list[str]) -> None:
        self.into = into

    def __enter__(self) -> None:
        """Nothing."""

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        if isinstance(error, Exception):
            self.into.append(f"{type(error).__name__}: {error}")
            return True
        return False


def words_of(place: Place) -> dict[str, str]:
    """All that stands in each journal, as text."""
    from gm_engine.journal import write_lines
    from gm_engine.storage import Store

    store, found = Store(place.home), {}
    for name in store.names():
        journal = store.open(name, readonly=True)
        found[name] = "\n".join(write_lines(journal))
        journal.close()
    store.close()
    return found


def lost_of(talk: Talk | None, found: Found, words: dict[str, str]) -> Iterator[str]:
    """What was answered and is not on record."""
    for name in ("evening", "other"):
        if name not in found.campaigns:
            yield f"{name} is gone"
    if talk is None:
        return
    for reply, name in talk.told.items():
        if json.dumps(reply, ensure_ascii=False)[1:-1] not in words.get(name, ""):
            yield f"a reply in {name} was told whole and is lost: {reply[:100]}"
    here = {name for name, _ in found.campaigns["evening"].heads}
    yield from (f"the branch {name} is lost" for name in sorted(talk.branches - here))
    yield from (f"the edit {text!r} is lost" for text in sorted(talk.edits) if text not in words["evening"])
    yield from (f"the campaign {name} is lost" for name in sorted(talk.begun - found.campaigns.keys()))


def kill_mcp(base: Place, folder: Path, seed: int, steps: int) -> tuple[bool, list[Lost]]:
    """The same with ``gm mcp`` and its tool ``play``."""
    dice = random.Random(f"mcp|{seed}")
    fatal = Fatal(dice.randint(1, steps), dice.choice((0.0, dice.random() * 0.006 + 1e-6)))
    words = ["mcp", "--pack", "livery"]
    with base.copy(folder / "spoken") as place:
        process = place.start(words, None, fatal)
        told: list[str] = []
        with suppress(OSError, EOFError):
            for reply in _spoken(process, dice):
                told.append(reply)  # noqa: PERF402  (what was told before it died counts)
        process.kill()
        ended = process.wait()
        wrong: list[str] = []
        with caught(wrong):
            place.look()
            held = words_of(place)["evening"]
            wrong += [
                f"a reply was told whole and is lost: {one[:100]}" for one in told if json.dumps(one, ensure_ascii=False)[1:-1] not in held
            ]
        return ended.killed, [Lost(tuple(words), fatal, what) for what in wrong]


def _spoken(process: Process, dice: random.Random) -> Iterator[str]:
    """The replies that came, one turn after the other, until it is gone."""
    assert process.typing is not None
    ids = iter(range(1, 1000))

    def ask(method: str, **params: Any) -> dict[str, Any]:
        number = next(ids)
        os.write(
            process.typing.fileno(), (json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n").encode()
        )
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            for line in process.shown().splitlines(keepends=True):
                if line.endswith("\n") and (row := json.loads(line)).get("id") == number:
                    return dict(row)
            if not process.alive():
                raise EOFError
            time.sleep(0.02)
        raise AssertionError("it does not answer")

    ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "killer", "version": "1"})
    os.write(process.typing.fileno(), b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
    for _ in range(12):
        answer = ask("tools/call", name="play", arguments={"campaign": "evening", "said": dice.choice(LINES)})
        reply = (answer.get("result", {}).get("structuredContent") or {}).get("reply")
        if reply:
            yield reply
