"""Does anything leave that the table has not been told? Every road × every secret and every unmet name of every campaign that ships.

    python benchmarks/roads.py [--names 400] [--campaign red_mesa]

A road is a route of the REST API or of the chat protocol, a tool or a resource over MCP, a page of the table, or what a command of the
shell prints or exports. Each is walked as a player walks it, before the first turn and after some turns, and asked for each hidden
name where it takes one. What comes back is searched for every truth, clue and by-name that is not out, for every name and id of somebody
or something that was neither met nor named, and for every line that only somebody who knows a secret would say. What is hidden is
reckoned here from the pack and the words of the turns alone. A name that was asked for may stand in the answer that nobody bears it;
that answer must be the one that any made-up name gets. Prints roads × secrets, and what leaked. Exit 1 where anything did.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from hashlib import blake2b
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zipfile import ZipFile

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import anyio
from fastapi.testclient import TestClient
from mcp import Client

from gm_engine.authoring import campaign_names, find_pack, load_pack
from gm_engine.bootstrap import ARCHIVES, EXPORTS, begin_saved, open_store, resume_game
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.interfaces.cli import main
from gm_engine.interfaces.cli.pages import PAGES, page
from gm_engine.interfaces.mcp.server import make_server
from gm_engine.interfaces.serve.app import make_app
from gm_engine.interfaces.serve.server_limits import Limits
from gm_engine.play.game import Game
from gm_engine.play.views import VIEWS
from gm_engine.state import StoryState

CAMPAIGN = "evening"
GM_TOKEN = "the-token-of-the-game-master"
NOBODY = "Zebulon Quillfeather"
WORD = re.compile(r"\w+")
ESCAPED = re.compile(r"\\u([0-9a-f]{4})|\\(.)")
NEAREST = re.compile(r"Nearest: .*?\. (?=All of them: )")
"""Names that the table knows and that are written like the one that was asked for: those of a made-up name differ."""
BREAKS = {"n": "\n", "r": "\n", "t": "\t"}
LINES = ("I look around.", "I ask what is going on here.", "I wait for an hour.", "I ask about the town.", "I look around.")
"""What is played in every campaign before the roads are walked the second time."""


@dataclass
class Found:
    """What was walked: ``roads`` by name, pairs ``tried`` of an answer and a hidden thing, ``leaks``: road, hidden thing, words."""

    roads: set[str] = field(default_factory=set)
    hidden: int = 0
    tried: int = 0
    leaks: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Hidden:
    """Something that must not be said: what it is, its first word, and the pattern of it in words with one blank between two."""

    what: str
    first: str
    pattern: re.Pattern[str]


class Search:
    """Looks for all hidden things in a text at once: only those are tried whose first word stands in it, and no text twice."""

    def __init__(self, hidden: list[Hidden]) -> None:
        self._by_first: dict[str, list[Hidden]] = {}
        for one in hidden:
            self._by_first.setdefault(one.first, []).append(one)
        self._found: dict[bytes, list[tuple[str, str]]] = {}

    def found(self, text: str) -> list[tuple[str, str]]:
        """Each hidden thing that stands in a text, with the words around it."""
        key = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if key not in self._found:
            words = " ".join(text.split())
            maybe = [one for first in self._by_first.keys() & set(WORD.findall(words)) for one in self._by_first[first]]
            hits = [(one.what, hit) for one in maybe if (hit := one.pattern.search(words))]
            self._found[key] = sorted((what, words[max(0, hit.start() - 80) : hit.end() + 40]) for what, hit in hits)
        return self._found[key]


def shown(state: StoryState) -> str:
    """Every word that was put before the table: the campaign's own head, the turns, what was found out."""
    pack = state.pack
    turns = [turn.reply for turn in state.turns.values()]
    out = [secret.truth for id, secret in pack.secrets.items() if state.secret(id) == "revealed"]
    return "\n".join([pack.title, pack.summary, *turns, *out, *(key.partition("/")[2] for key in state.clues.keys())])  # noqa: SIM118


def hidden_in(state: StoryState) -> list[Hidden]:
    """What the table has not been told, from the pack and the words of the turns."""
    pack, told = state.pack, " ".join(shown(state).split())
    texts: list[tuple[str, str]] = []
    for id, secret in pack.secrets.items():
        if state.secret(id) != "revealed":
            texts += [("truth", secret.truth), *(("says", words) for words in secret.says.values())]
            texts += [("clue", clue.text) for clue in secret.clues if clue.text not in told]
            texts.append(("id", id))
    near = {state.pc, state.here, *state.visits, *state.met, *state.carried(state.pc), *state.companions(), *_around(state)}
    sections = (pack.characters, pack.npcs, pack.locations, pack.factions, pack.items)
    for id, one in ((id, one) for section in sections for id, one in section.items()):
        texts += [("by-name", alias) for alias, hides in one.secret_aliases.items() if state.secret(hides) != "revealed"]
        name = re.sub(r"^(the|a|an) ", "", one.name, flags=re.IGNORECASE)
        called = (name, *(alias for alias in one.aliases if any(map(str.istitle, alias.split()))))
        if id not in near and not any(re.search(rf"\b{re.escape(word)}\b", told) for word in called):
            texts += [("name", name), ("id", id)] if not name.islower() else [("id", id)]
    unseen = (entry.text for entry in pack.lore.values() if entry.visibility == "gm")
    texts += [("lore", text) for text in unseen]
    return [
        Hidden(f"{kind}: {text[:60]}", WORD.findall(text)[0], pattern_of(kind, text)) for kind, text in dict.fromkeys(texts) if text.strip()
    ]


def pattern_of(kind: str, text: str) -> re.Pattern[str]:
    words = re.escape(" ".join(text.split()))
    if kind == "id" and "_" not in text:  # an id that is a word may be said; as a value of data it may not
        return re.compile(rf'"{words}"|\b[a-z]+[:.]{words}\b')
    return re.compile(rf"(?<!\w){words}(?!\w)")


def _around(state: StoryState) -> Iterator[str]:
    """Where the ways lead from where one was, and what these places lie in: the map shows that."""
    places = state.pack.locations
    been = {state.here, *state.visits}
    for id, place in places.items():
        for way in place.exits:
            if {id, way.to} & been:
                yield from (end for end in (id, way.to) if places[end].visibility == "table")
    for id in been:
        while id := places[id].within if id in places else "":
            yield id


def as_read(text: str) -> str:
    """A text as it was before JSON or a page escaped its signs: the first word of a line stands right behind an "n" there."""
    plain = ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else BREAKS.get(found[2], found[2]), text)
    return unescape(plain) if "&" in plain else plain


class Form(dict[str, Any]):
    """What is sent as a form, its files apart."""


def _card(name: str) -> Form:
    """A card of somebody who is called so, brought under the name of the campaign that there is: nothing comes of it."""
    card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": name, "description": "{{char}} is here."}}
    return Form(files={"files": (f"{name}.json", json.dumps(card))}, data={"name": CAMPAIGN})


def _as_sent(body: Any) -> dict[str, Any]:
    """A request's body, as the client takes it."""
    return {} if body is None else body if isinstance(body, Form) else {"json": body}


class Walk:
    """One campaign, its roads walked at one moment."""

    def __init__(self, home: Path, state: StoryState, most: int, found: Found) -> None:
        self.home, self.found, self.state, self.most = home, found, state, most
        self.hidden = hidden_in(state)
        self.search = Search(self.hidden)
        found.hidden = max(found.hidden, len(self.hidden))
        names = [one.what.partition(": ")[2] for one in self.hidden if one.what.startswith(("name", "by-name", "id"))]
        by_names = [one for one in names if any(hit.what == f"by-name: {one}" for hit in self.hidden)]
        self.names = list(dict.fromkeys((*by_names, *names)))[:most]
        self.known = [state.pc, state.here]

    def heard(self, road: str, text: str, asked: str = "") -> None:
        """Look through an answer. ``asked`` is a name that stood in the question."""
        self.found.roads.add(road)
        words = as_read(text)
        if asked:
            words = words.replace(asked, NOBODY).replace(quote(asked, safe=""), NOBODY)
        self.found.tried += len(self.hidden)
        self.found.leaks += [(f"{road} {asked}".strip(), what, around) for what, around in self.search.found(words)]

    def alike(self, road: str, asked: str, answer: str, nobody: str) -> None:
        """The answer for a hidden name must be the one for a made-up name, but for the name."""
        if NEAREST.sub("", answer.replace(asked, NOBODY)) != NEAREST.sub("", nobody):
            self.found.leaks.append((f"{road} {asked}", "it answers otherwise than for a name that nobody bears", answer[:200]))

    # --- HTTP

    def http(self) -> None:
        """Every operation of the OpenAPI schema."""
        app = make_app(Settings(self.home), limits=Limits(rate=10_000_000), gm_token=GM_TOKEN, hosts=())
        with TestClient(app) as client:
            there = client.get("/openapi.json").json()["paths"]
            todo = {(method, path) for path, operations in there.items() for method in operations}
            walks = [(method, path, *one) for (method, path), ask in self._requests().items() for one in ask]
            todo -= self._requests().keys()
            # First the requests that name nobody: the last of them changes something, so that the campaign is open for all that follow,
            # and is not opened anew for each of two thousand names.
            for method, path, url, body, asked in sorted(walks, key=lambda walk: bool(walk[-1])):
                answer = client.request(method, url, **_as_sent(body))
                assert answer.status_code < 500, answer.text
                self.heard(f"{method.upper()} {path}", answer.text, asked)
                if "gm_notes" in str(there[path][method].get("parameters")):
                    joint = "&" if "?" in url else "?"
                    refused = client.request(method, f"{url}{joint}gm_notes=true")
                    assert refused.status_code == 401, refused.text
            assert not todo, f"roads that nobody walks: {todo}"

    def _requests(self) -> dict[tuple[str, str], list[tuple[str, Any, str]]]:
        base, known, names = f"/api/campaigns/{CAMPAIGN}", self.known[0], [*self.names, *self.known]
        last = self.state.turn

        def by(path: str, *asked: str) -> list[tuple[str, Any, str]]:
            return [(path.replace("NAME", quote(one, safe="")), None, one) for one in asked or names]

        def plain(path: str, body: Any = None) -> list[tuple[str, Any, str]]:
            return [(path, body, "")]

        chat = {"model": CAMPAIGN, "messages": [{"role": "user", "content": "/recap"}]}
        summary = {"model": CAMPAIGN, "messages": [{"role": "user", "content": "### Task:\nGenerate a summary."}]}
        pages = [(f"{base}/pages/{one}", None, "") for one in ("sheet", "time", "map", "recap", "threads", "timeline", "lore")] + by(
            f"{base}/pages/lore?about=NAME"
        )
        c = "/api/campaigns/{name}"
        return {
            ("get", "/healthz"): plain("/healthz"),
            ("get", "/api/campaigns"): plain("/api/campaigns"),
            ("post", "/api/campaigns"): [("/api/campaigns", {"pack": one}, one) for one in self.names[:20]],
            ("post", "/api/imports"): [("/api/imports", _card(one), one) for one in self.names[:20]],
            ("get", c): plain(base),
            ("get", f"{c}/opening"): plain(f"{base}/opening"),
            ("get", f"{c}/turns"): plain(f"{base}/turns"),
            ("get", f"{c}/branches"): plain(f"{base}/branches"),
            ("get", f"{c}/tellings"): [*plain(f"{base}/tellings"), *plain(f"{base}/tellings?turn=1")],
            ("get", f"{c}/lore"): plain(f"{base}/lore"),
            ("get", f"{c}/lore/{{entity}}"): by(f"{base}/lore/NAME"),
            ("get", f"{c}/lore/{{entity}}/ties/{{other}}"): [*by(f"{base}/lore/{known}/ties/NAME"), *by(f"{base}/lore/NAME/ties/{known}")],
            ("get", f"{c}/conflicts"): plain(f"{base}/conflicts?status=all&near=true"),
            ("get", f"{c}/edits"): plain(f"{base}/edits"),
            ("get", f"{c}/why/{{turn}}"): [(f"{base}/why/{turn}", None, "") for turn in range(last + 1)],
            ("get", f"{c}/why/{{turn}}/not"): by(f"{base}/why/{last}/not?text=NAME", *self.names[:4] if last else "x"),
            ("get", f"{c}/recall"): by(f"{base}/recall?query=NAME"),
            ("get", f"{c}/recap"): plain(f"{base}/recap"),
            ("get", f"{c}/pages/{{page}}"): pages,
            ("get", f"{c}/summaries"): plain(f"{base}/summaries"),
            ("get", f"{c}/sessions"): plain(f"{base}/sessions"),
            ("get", f"{c}/sessions/{{number}}"): plain(f"{base}/sessions/0"),
            ("get", "/debug/session/{id}"): plain(f"/debug/session/{CAMPAIGN}/1"),
            ("get", f"{c}/cost"): plain(f"{base}/cost"),
            ("get", "/v1/models"): plain("/v1/models"),
            ("get", "/v1/models/{name}"): plain(f"/v1/models/{CAMPAIGN}"),
            ("post", f"{c}/worded"): [(f"{base}/worded", {"what": "card", "about": one}, one) for one in self.names[:20]],
            ("post", f"{c}/conflicts/{{id}}"): [
                (f"{base}/conflicts/1.1", {"resolution": "lie", "by": one}, one) for one in self.names[:20]
            ],
            ("post", f"{c}/edits"): [(f"{base}/edits", {"act": "pin", "what": one}, one) for one in self.names],
            ("delete", f"{c}/edits/{{id}}"): [(f"{base}/edits/{quote(one, safe='')[:40]}", None, one) for one in self.names[:20]],
            ("post", "/v1/chat/completions"): [("/v1/chat/completions", chat, ""), ("/v1/chat/completions", summary, "")],
            ("post", f"{c}/turns"): plain(f"{base}/turns", {"said": "/recap"}),
            ("post", f"{c}/stop"): plain(f"{base}/stop", {}),
            ("post", f"{c}/retry"): plain(f"{base}/retry", {}) if not last else [],
            ("post", f"{c}/edit"): plain(f"{base}/edit", {"turn": 900, "said": "I wait."}),
            ("post", f"{c}/undo"): plain(f"{base}/undo", {"turns": 900}),
            ("post", f"{c}/switch"): plain(f"{base}/switch", {"branch": "nowhere"}),
            ("post", f"{c}/branches"): plain(f"{base}/branches", {"name": "main"}),
        }  # fmt: skip

    # --- MCP

    def mcp(self) -> None:
        """Every tool and every resource."""

        async def walk() -> None:
            async with Client(make_server(Settings(self.home))) as client:
                todo = {tool.name for tool in (await client.list_tools()).tools}
                for tool, asked, given in self._calls():
                    todo.discard(tool)
                    result = await client.call_tool(tool, given)
                    said = "\n".join(block.text for block in result.content if block.type == "text")
                    self.heard(f"MCP {tool}", said + json.dumps(result.structured_content, ensure_ascii=False), asked)
                assert not todo, f"tools that nobody calls: {todo}"
                for prompt in (await client.list_prompts()).prompts:
                    self.heard(f"MCP prompt {prompt.name}", str(await client.get_prompt(prompt.name, {"campaign": CAMPAIGN})))
                for template in (await client.list_resource_templates()).resource_templates:
                    for name in self.names[:40] if "{entity}" in template.uri_template else [""]:
                        uri = template.uri_template.replace("{name}", CAMPAIGN).replace("{entity}", quote(name or self.known[0], safe=""))
                        try:
                            words = str(await client.read_resource(uri))
                        except Exception as error:
                            words = f"{error} {getattr(error, 'data', '')}"
                        self.heard(f"MCP {template.uri_template}", words, name)

        anyio.run(walk)

    def _calls(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        at = {"campaign": CAMPAIGN}
        for tool in ("recap", "conflicts", "edits", "lore", "sheet", "tellings"):
            yield tool, "", at
        yield "campaigns", "", {}
        for name in (*self.names, *self.known):
            yield "lore", name, {**at, "entity": name}
            yield "recall", name, {**at, "query": name}
            yield "ties", name, {**at, "one": name, "other": self.known[0]}
            yield "edit_memory", name, {**at, "act": "pin", "what": name}
            yield "take_up", name, {**at, "telling": name[:40]}
            yield "switch", name, {**at, "branch": name[:80]}
        yield "undo", "", {**at, "turns": 900}
        yield "why", "", at
        for tool, more in (
            ("begin", {"pack": NOBODY}), ("play", {**at, "said": "/recap"}), ("record", {**at, "text": " "}),
            ("roll", {**at, "what": NOBODY}), ("settle", {**at, "conflict": "1.1", "resolution": "keep"}),
        ):  # fmt: skip
            yield tool, "", more

    # --- the shell and the table

    def shell(self) -> None:
        """What the commands print, and every export that is no GM's."""
        pages = [[*words, CAMPAIGN, *json_too] for words in (["lore"], ["recap"], ["sheet"], ["map"], ["timeline"], ["edits"], ["branch"],
                 ["cost"], ["why"], ["replay"]) for json_too in ([], ["--format", "json"])]  # fmt: skip
        if not self.state.turn:
            pages = [words for words in pages if words[0] != "why"]
        drawn = {"map": "--svg", "replay": "--html", **({"why": "--html"} if self.state.turn else {})}
        files = [(command, option, self.home / f"{command}.drawn") for command, option in drawn.items()]
        fixed = [
            ["list"], *pages, *([command, CAMPAIGN, option, str(file)] for command, option, file in files),
            *(["graph", CAMPAIGN, "--format", one] for one in ("svg", "html", "graphml", "mermaid", "json")),
            *(["export", CAMPAIGN, "--to", one] for one in EXPORTS if one != "jsonl" and one not in ARCHIVES),
            *(["conflicts", CAMPAIGN, "--status", "all", "--near", "--format", one] for one in ("text", "json", "html", "md")),
        ]  # fmt: skip
        for words in fixed:
            self._gm(words)
        for command, option, file in files:
            self.heard(f"gm {command} {option}", file.read_text(encoding="utf-8"))
        self._archives()
        for name in self.names[: min(12, self.most)]:
            for words in (["lore", CAMPAIGN, name], ["lore", CAMPAIGN, name, "--format", "json"], ["graph", CAMPAIGN, name],
                          ["recall", CAMPAIGN, name], ["lore", CAMPAIGN, name, self.known[0]]):  # fmt: skip
                self._gm(words, name)

    def _archives(self) -> None:
        """The exports that are files: what each is called, and what stands in it."""
        for to in ARCHIVES:
            file = self.home / f"{to}.zip"
            self._gm(["export", CAMPAIGN, "--to", to, "-o", str(file)])
            with ZipFile(file) as archive:
                texts = [f"{name}\n{unescape(archive.read(name).decode())}" for name in archive.namelist()]
            self.heard(f"gm export --to {to}", "\n".join(texts))

    def _gm(self, words: list[str], asked: str = "") -> None:
        out = StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            main([*words, "--home", str(self.home)])
        road = " ".join(["gm", words[0], *(word for word in words[2:] if word.startswith("--") or word in ("svg", "html", "json", "md"))])
        self.heard(road, out.getvalue(), asked)

    def table(self, game: Game) -> None:
        """What is looked up at the table, for each hidden name where it takes one."""
        for view in VIEWS:
            self.heard(f"table {view}", game.view(view) or "")
        for command, name in ((command, name) for command in PAGES for name in ("", *self.names)):
            words = f'not "{name}"' if command == "/why" else name
            if (command == "/why" and (not game.state.turn or name in self.names[8:])) or command == "/settle":
                continue
            try:
                text = page(f"{command} {words}" if name else command, game) or ""
            except Exception as error:
                text = str(error)
            self.heard(f"table {command}", text, name)
            if command == "/why" and not name:
                self.heard("table /why all", page("/why all", game) or "")
                self.heard("table /why --session", page("/why --session", game) or "")

    def unknown(self, game: Game) -> None:
        """A hidden name answers as one that nobody bears."""

        def answer(name: str) -> str:
            try:
                return page(f'/lore "{name}"', game) or ""
            except Exception as error:
                return str(error)

        for name in self.names:
            self.alike("table /lore", name, answer(name), answer(NOBODY))


def walked(
    campaign: str, home: Path, found: Found, *, most: int = 400, shell_once: bool = False, on_step: Callable[[str], None] = lambda _: None
) -> None:
    """Walk every road of a campaign before its first turn, and again after some turns; with ``shell_once`` the shell's only then."""
    path, given = find_pack(campaign), Settings(home)
    store = open_store(given)
    begin_saved(store, load_pack(path), CAMPAIGN, pack_path=path, seed=3, given=given).close()
    for lines in ((), LINES):
        game = resume_game(store.open(CAMPAIGN), given=given)
        for line in lines:
            game.play(line)
        walk = Walk(home, game.state, most, found)
        on_step(f"{campaign}, turn {game.state.turn}: {len(walk.hidden)} hidden things")
        walk.table(game)
        walk.unknown(game)
        game.close()
        for step in (walk.http, walk.mcp, *((walk.shell,) if lines or not shell_once else ())):
            step()
    store.close()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--names", type=int, default=400)
    arguments.add_argument("--campaign", default="")
    asked = arguments.parse_args()
    total = Found()
    for name in (asked.campaign,) if asked.campaign else campaign_names():
        with tempfile.TemporaryDirectory() as folder:
            walked(name, Path(folder), total, most=asked.names, on_step=print)
    for road, what, around in total.leaks:
        print(f"LEAK {road}\n     {what}\n     … {around} …")
    print(f"{len(total.roads)} roads, {total.tried:,} answers × secrets and unmet names tried, {len(total.leaks)} out")
    sys.exit(1 if total.leaks else 0)
