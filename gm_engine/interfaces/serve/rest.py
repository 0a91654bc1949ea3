"""The REST API: each route asks the game and hands on what it says."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from gm_engine.context import WhyNot
from gm_engine.context.explain import reasons_known, why_not_known
from gm_engine.continuity.report import report_of
from gm_engine.continuity.report_json import reports_json
from gm_engine.continuity.report_known import report_known
from gm_engine.errors import GameError, UnknownName
from gm_engine.interfaces.cli.conflicts import minute_of
from gm_engine.interfaces.cli.looks import lore_json, lore_text, recall_line, whom
from gm_engine.interfaces.cli.seams import by_seam
from gm_engine.interfaces.cli.spending import known_prices, spending
from gm_engine.interfaces.cli.ties import ties_json
from gm_engine.interfaces.serve import request_shapes as requests
from gm_engine.interfaces.serve import shapes
from gm_engine.interfaces.serve.doors import GMS
from gm_engine.interfaces.serve.error_answers import mended, told
from gm_engine.interfaces.serve.house import House, OnItem, Seat, heard
from gm_engine.interfaces.serve.openapi_schema import failures
from gm_engine.interfaces.serve.streams import HEADERS, first_items, stream
from gm_engine.interfaces.serve.telling import branches_json, event_json, playable, played_json, sse, standing_json, turn_json
from gm_engine.journal import Ledger
from gm_engine.memory.recap import recap as recap_lines
from gm_engine.play.commands import REOPEN
from gm_engine.play.edit_words import say_edit
from gm_engine.play.first_page import first_page
from gm_engine.play.game import Game, Played
from gm_engine.play.sitting import Sitting, session_id, sitting_known
from gm_engine.play.taking_up import take_up, tellings_json
from gm_engine.play.views import VIEWS
from gm_engine.play.worded_when_asked import worded
from gm_engine.state.table_lore import TableLore
from gm_engine.story.conflict import Settlement
from gm_engine.story.edit import Edit

Name = Annotated[str, Path(max_length=80, description="A saved campaign.")]
Who = Annotated[str, Path(max_length=200, description="An id or a name.")]
STREAMED: dict[int | str, dict[str, Any]] = {
    200: {"model": shapes.TurnTold, "content": {"text/event-stream": {}}, "description": "The turn; or events, with stream."}
}
PAGES = Literal["sheet", "time", "map", "recap", "threads", "timeline", "lore"]


def gms_notes(
    request: Request,
    gm_notes: Annotated[bool, Query(description="With what the table does not know: asks for the GM's token, if there is one.")] = False,
) -> bool:
    """Whether the GM's notes are asked for. Raises GameError where whoever asks is not the GM."""
    if gm_notes and not request.scope[GMS]:
        then = "Send the header Authorization: Bearer TOKEN with the GM's token, or ask without gm_notes."
        raise GameError("gm_notes", "these are the GM's notes.", then, "no-entry")
    return gm_notes


Notes = Annotated[bool, Depends(gms_notes)]


def written(text: str) -> Response:
    """JSON that is written already, as the terminal prints it."""
    return Response(text, media_type="application/json")


def plain(data: Any) -> Response:
    """Plain data as JSON."""
    return written(json.dumps(data, ensure_ascii=False))


def routes(house: House) -> APIRouter:
    """The routes of a house."""
    api = APIRouter(responses=failures(shapes.Failed))

    async def play(name: str, act: Callable[[Game, OnItem], Played], streamed: bool, request: Request) -> Response:
        """Play a turn, and answer with it whole or as it comes."""

        def acted(game: Game, _: Seat, item: OnItem) -> dict[str, Any]:
            def watched(kind: str, value: Any) -> None:
                if kind == "event":
                    if seen := event_json(value, game.state):
                        item(*seen)
                else:
                    item(kind, {"text": value})

            return played_json(game, act(game, watched))

        telling = house.tell(name, acted)
        if not streamed:
            return plain(await telling.outcome())
        first = await first_items(telling, "text", request)
        lines = stream(telling, first, sse, lambda turn: sse("turn", turn), lambda error: sse("error", told(mended(error))["error"]))
        return StreamingResponse(lines, media_type="text/event-stream", headers=HEADERS)

    @api.get("/api/campaigns", response_model=shapes.Shelf, tags=["campaigns"])
    async def campaigns() -> Response:
        """The saved campaigns, and the packs that may be begun."""
        return plain({"campaigns": [one._asdict() for one in house.store.shelf()], "packs": house.beginnings()})

    @api.post("/api/campaigns", response_model=shapes.Standing, status_code=201, tags=["campaigns"])
    async def begin(asked: requests.Begin) -> Response:
        """Begin a campaign from a pack. A name that is taken gets a number."""
        name = await house.begin(
            asked.pack, asked.name or asked.pack, gm=asked.gm, model=asked.model, seed=asked.seed, opening=asked.opening
        )
        found = await house.look(name, standing_json)
        return Response(json.dumps(found, ensure_ascii=False), status_code=201, media_type="application/json")

    @api.get("/api/campaigns/{name}", response_model=shapes.Standing, tags=["campaigns"])
    async def standing(name: Name) -> Response:
        """A campaign as it stands: where, when, who is there, what is unsettled."""
        return plain(await house.look(name, standing_json))

    @api.get("/api/campaigns/{name}/opening", response_model=shapes.Opening, tags=["campaigns"])
    async def opening(name: Name) -> Response:
        """The first page: what the story is about, how it opens, whom one plays. It can be read at any time."""

        def ask(game: Game) -> dict[str, Any]:
            return {"campaign": name, **first_page(game.state).model_dump()}

        return plain(await house.look(name, ask))

    @api.get("/api/campaigns/{name}/turns", response_model=shapes.Transcript, tags=["turns"])
    async def turns(name: Name, since: Annotated[int, Query(ge=0)] = 0, until: Annotated[int | None, Query(ge=0)] = None) -> Response:
        """The turns of the current branch, from ``since`` to ``until``."""

        def ask(game: Game) -> dict[str, Any]:
            state = game.state
            brought: dict[int, list[Any]] = {}
            for conflict in state.conflicts.values():
                brought.setdefault(conflict.incoming.turn, []).append(conflict)
            told = [turn for turn in state.turns.values() if since <= turn.number <= (state.turn if until is None else until)]
            rows = [turn_json(game, turn, brought.get(turn.number, ())) for turn in told]
            return {"campaign": game.journal.name, "branch": game.journal.branch, "turns": rows}

        return plain(await house.look(name, ask))

    @api.post("/api/campaigns/{name}/turns", response_model=shapes.TurnTold, responses=STREAMED, tags=["turns"])
    async def say(name: Name, asked: requests.Say, request: Request) -> Response:
        """Play a turn. It is on record when the whole of it has been sent; if anything fails, nothing is."""
        said = playable(asked.said)
        return await play(name, lambda game, item: game.play(said, *heard(item)), asked.stream, request)

    @api.post("/api/campaigns/{name}/retry", response_model=shapes.TurnTold, responses=STREAMED, tags=["turns"])
    async def retry(name: Name, asked: requests.Again, request: Request) -> Response:
        """Tell the last turn again: other words, the same dice."""
        return await play(name, lambda game, item: game.retry(*heard(item)), asked.stream, request)

    @api.post("/api/campaigns/{name}/edit", response_model=shapes.TurnTold, responses=STREAMED, tags=["turns"])
    async def edit(name: Name, asked: requests.Edit, request: Request) -> Response:
        """Play an earlier turn otherwise, on a branch of its own."""
        said = playable(asked.said)
        return await play(name, lambda game, item: game.edit(asked.turn, said, *heard(item)), asked.stream, request)

    @api.post("/api/campaigns/{name}/stop", response_model=shapes.StoppedTelling, tags=["turns"])
    async def stop(name: Name) -> Response:
        """Stop what is being told: the model is hung up on, nothing of it is recorded, and whoever waits for it is told so."""
        return plain({"campaign": name, "stopped": house.stop(name)})

    @api.post("/api/campaigns/{name}/undo", response_model=shapes.Undone, tags=["turns"])
    async def undo(name: Name, asked: requests.Undo) -> Response:
        """Take back the last turns. The record keeps them."""

        def act(game: Game) -> dict[str, Any]:
            last = game.undo(asked.turns)
            return {
                "campaign": game.journal.name, "branch": game.journal.branch, "turn": last, "unsettled": list(game.unsettled),
            }  # fmt: skip

        return plain(await house.change(name, act))

    @api.get("/api/campaigns/{name}/branches", response_model=shapes.Branches, tags=["branches"])
    async def branches(name: Name) -> Response:
        """The branches of a campaign."""
        return plain(await house.look(name, branches_json))

    @api.post("/api/campaigns/{name}/branches", response_model=shapes.Branches, tags=["branches"])
    async def branch(name: Name, asked: requests.Branch) -> Response:
        """Leave the story along a new branch, and go on there: behind a turn, or behind what was told in the place of one."""
        if asked.telling and (asked.turn is not None or asked.reseed):
            raise GameError(name, "`telling` says already where the branch leaves.", "Leave out `turn` and `reseed`.", "bad-request")

        def act(game: Game) -> dict[str, Any]:
            if asked.telling:
                take_up(game, asked.telling, asked.name)
            else:
                game.branch(asked.name, turn=asked.turn, reseed=asked.reseed)
            return branches_json(game)

        return plain(await house.change(name, act))

    @api.get("/api/campaigns/{name}/tellings", response_model=shapes.Tellings, tags=["branches"])
    async def tellings(name: Name, turn: Annotated[int | None, Query(ge=1)] = None) -> Response:
        """All tellings of each turn that was told more than once, or of one turn: what was retried, undone, or brought beside a line."""
        return plain(await house.look(name, lambda game: tellings_json(game, turn)))

    @api.post("/api/campaigns/{name}/switch", response_model=shapes.Branches, tags=["branches"])
    async def switch(name: Name, asked: requests.Switch) -> Response:
        """Go on along another branch."""

        def act(game: Game) -> dict[str, Any]:
            game.switch(asked.branch)
            return branches_json(game)

        return plain(await house.change(name, act))

    @api.get("/api/campaigns/{name}/lore", response_model=shapes.LoreList, tags=["lore"])
    async def lore(name: Name, notes: Notes) -> Response:
        """Everyone and everything that the table knows: who was met or named."""
        return written(await house.look(name, lambda game: lore_json(game.state, "", gm_notes=notes)))

    @api.get("/api/campaigns/{name}/lore/{entity}", response_model=shapes.LorePage, tags=["lore"])
    async def lore_of(name: Name, entity: Who, notes: Notes) -> Response:
        """What is known of one: facts with who told them and since when."""
        return written(await house.look(name, lambda game: lore_json(game.state, entity, gm_notes=notes)))

    @api.get("/api/campaigns/{name}/lore/{entity}/ties/{other}", response_model=shapes.TiesPage, tags=["lore"])
    async def ties_of(name: Name, entity: Who, other: Who, notes: Notes) -> Response:
        """How two are tied: the shortest ways, each step in a sentence with the telling that it comes from."""
        return written(await house.look(name, lambda game: ties_json(game.state, entity, other, gm_notes=notes)))

    @api.get("/api/campaigns/{name}/conflicts", response_model=shapes.Conflicts, tags=["conflicts"])
    async def conflicts(
        name: Name,
        notes: Notes,
        status: Literal["open", "settled", "all"] = "open",
        near: Annotated[bool, Query(description="The look-alikes too, and why they were not flagged.")] = False,
        min_confidence: Annotated[float | None, Query(ge=0, le=1)] = None,
    ) -> Response:
        """What was told twice and cannot both be true, with both quotes."""
        least = round((house.given.min_confidence if min_confidence is None else min_confidence) * 100)

        def ask(game: Game) -> dict[str, Any]:
            report = report_of(game.state, show=status, min_confidence=least, near=near).model_copy(update={"campaign": name})
            return reports_json([report_known(report, TableLore(game.state, gm_notes=notes))])

        return plain(await house.look(name, ask))

    @api.post("/api/campaigns/{name}/conflicts/{id}", response_model=shapes.Conflicts, tags=["conflicts"])
    async def settle(name: Name, id: str, asked: requests.Settle) -> Response:
        """Settle a conflict, or open it again; what is left open."""

        def act(game: Game) -> dict[str, Any]:
            if asked.resolution == REOPEN:
                game.reopen(id)
            else:
                since = minute_of(asked.since, game.state.pack.calendar) if asked.since else None
                by = whom(game.state, asked.by) if asked.by else None
                game.settle(id, Settlement(resolution=asked.resolution, because=asked.because, since=since, by=by, turn=asked.turn))
            report = report_of(game.state, show="open").model_copy(update={"campaign": name})
            return reports_json([report_known(report, TableLore(game.state))])

        return plain(await house.change(name, act))

    @api.get("/api/campaigns/{name}/edits", response_model=shapes.Edits, tags=["memory"])
    async def edits(name: Name) -> Response:
        """What was edited by hand of what is remembered, by whom and when."""
        return plain(await house.look(name, lambda game: {"campaign": name, "edits": dumped(game.by_hand.edits)}))

    @api.post("/api/campaigns/{name}/edits", response_model=shapes.Edited, tags=["memory"])
    async def edit_by_hand(name: Name, asked: requests.EditByHand) -> Response:
        """Remember, forget, pin, unpin, hide, correct, merge, split; or take an edit back (``undo``). Two that are close are asked back."""

        def act(game: Game) -> dict[str, Any]:
            return edited(game, game.by_hand.do(asked.act, asked.what, asked.words, asked.other, asked.records, asked.by, asked.because))

        return plain(await house.change(name, act))

    @api.delete("/api/campaigns/{name}/edits/{id}", response_model=shapes.Edited, tags=["memory"])
    async def undo_edit(name: Name, id: Annotated[str, Path(max_length=40, description="An edit's id; or last.")]) -> Response:
        """Take back one edit; what was told since stays."""
        return plain(await house.change(name, lambda game: edited(game, game.by_hand.undo(id))))

    @api.get("/api/campaigns/{name}/why/{turn}", response_model=list[shapes.Reason], tags=["memory"])
    async def why(name: Name, turn: Annotated[int, Path(ge=0)], notes: Notes) -> Response:
        """Why each thing that the table knows was in a turn's prompt, with its score split."""

        def ask(game: Game) -> list[dict[str, Any]]:
            known = reasons_known(game.why(turn), TableLore(game.state, gm_notes=notes))
            return [one.model_dump(mode="json") for one in known]

        return plain(await house.look(name, ask))

    @api.get("/api/campaigns/{name}/why/{turn}/not", response_model=WhyNot, tags=["memory"])
    async def why_not(
        name: Name, turn: Annotated[int, Path(ge=0)], text: Annotated[str, Query(min_length=1, max_length=500)], notes: Notes
    ) -> Response:
        """Why something was not in it, and what would have brought it in: that is tried."""

        def ask(game: Game) -> str:
            return why_not_known(game.why_not(turn, text), text, TableLore(game.state, gm_notes=notes)).model_dump_json()

        return written(await house.look(name, ask))

    @api.get("/api/campaigns/{name}/recall", response_model=shapes.Recalled, tags=["memory"])
    async def recall(
        name: Name,
        query: Annotated[str, Query(min_length=1, max_length=2000)],
        notes: Notes,
        budget: Annotated[int, Query(ge=1, le=32_000)] = 2000,
    ) -> Response:
        """What the memory would bring up for these words of what the table knows, best first."""

        def ask(game: Game) -> str:
            return recall_line("q1", TableLore(game.state, gm_notes=notes).elements(game.recall(query, budget)))

        return written(await house.look(name, ask))

    @api.get("/api/campaigns/{name}/recap", response_model=shapes.Recap, tags=["memory"])
    async def recap(name: Name) -> Response:
        """Previously on this story, each line with its turn."""
        return plain(
            await house.look(
                name, lambda game: {"campaign": name, "lines": [line.model_dump(mode="json") for line in recap_lines(game.state)]}
            )
        )

    @api.get("/api/campaigns/{name}/pages/{page}", response_model=shapes.Shown, tags=["memory"])
    async def page(
        name: Name, page: PAGES, about: Annotated[str, Query(max_length=200, description="For lore: an id or a name.")] = ""
    ) -> Response:
        """What a looking command shows at the table; ``lore`` as ``gm lore`` prints it."""
        show = lore_text if page == "lore" else VIEWS[f"/{page}"]
        return plain({"page": page, "text": await house.look(name, lambda game: show(game.state, about))})

    @api.get("/api/campaigns/{name}/summaries", response_model=shapes.Summaries, tags=["memory"])
    async def summaries(name: Name) -> Response:
        """The chapters and evenings that are over, in a few sentences: in a model's words, where the table's rules ask one for them."""

        def ask(game: Game) -> list[dict[str, Any]]:
            return [
                {"id": one.id, "level": one.level, "title": one.title, "place": one.place,
                 "lines": [{"text": line.text, "turns": list(line.turns)} for line in one.lines]}
                for one in game.summaries()
            ]  # fmt: skip

        return plain({"campaign": name, "summaries": await house.look(name, ask)})

    @api.post("/api/campaigns/{name}/worded", response_model=shapes.Worded, tags=["memory"])
    async def in_words(name: Name, asked: requests.Word) -> Response:
        """The recap or a card in a language model's words, where the record bears them out. What was worded before costs nothing."""
        if asked.what == "card" and not asked.about:
            raise GameError("about", "a card is somebody's or something's.", "Name one: an id or a name.", "bad-request")

        def act(game: Game) -> dict[str, Any]:
            about = whom(game.state, asked.about) if asked.what == "card" else ""
            return {"campaign": name, "what": asked.what, "about": about, **asdict(worded(game, asked.what, about))}

        return plain(await house.change(name, act))

    @api.get("/api/campaigns/{name}/sessions", response_model=shapes.Sessions, tags=["sessions"])
    async def sessions(name: Name) -> Response:
        """The evenings of the current branch."""
        return plain(await house.look(name, _sessions))

    @api.get("/api/campaigns/{name}/sessions/{number}", response_model=Sitting, tags=["sessions"])
    async def session(name: Name, number: Annotated[int, Path(ge=0, description="0: the last.")], notes: Notes) -> Response:
        """The state of a session: its anchor, topics and pins, what its prompts held and what they left out."""
        return written(await house.look(name, lambda game: _session(game, number, notes)))

    @api.get("/debug/session/{id:path}", response_model=Sitting, tags=["sessions"])
    async def debug_session(
        id: Annotated[str, Path(max_length=100, description="CAMPAIGN/NUMBER; the last one of a campaign by its name.")],
        notes: Notes,
    ) -> Response:
        """The same by the session's id."""
        name, slash, number = id.rpartition("/")
        if not slash:
            name, number = id, "0"
        if not number.isdecimal() or len(number) > 6:
            raise UnknownName(
                "", f'"{id}" is no session.', f"Write CAMPAIGN/NUMBER, such as {session_id('first_ride', 3)}.", "no-such-session"
            )
        return written(await house.look(name, lambda game: _session(game, int(number), notes)))

    @api.get("/api/campaigns/{name}/cost", response_model=shapes.Cost, tags=["memory"])
    async def cost(name: Name) -> Response:
        """Tokens and money by session and model, and by what was asked for."""

        def ask(game: Game) -> dict[str, Any]:
            if not isinstance(game.journal, Ledger):
                raise GameError(name, "its journal keeps no account.", "Save the campaign.", "no-journal")
            prices = known_prices(house.given)
            rows, seams = spending(game.journal, prices), by_seam(game.journal, prices)
            return {"campaign": name, "sessions": [asdict(row) for row in rows], "seams": [asdict(row) for row in seams]}

        return plain(await house.look(name, ask))

    @api.get("/healthz", response_model=shapes.Health, tags=["server"])
    async def health(request: Request) -> Response:
        """That the server is up."""
        return plain({"status": "up", "version": request.app.version})

    return api


def dumped(edits: Iterable[Edit]) -> list[dict[str, Any]]:
    """Edits as plain data."""
    return [edit.model_dump(mode="json") for edit in edits]


def edited(game: Game, edit: Edit) -> dict[str, Any]:
    """An edit that was made, with what it did in words."""
    return {"campaign": game.journal.name, "edit": dumped((edit,))[0], "text": say_edit(edit, game.state)}


def _session(game: Game, number: int, gm_notes: bool) -> str:
    return sitting_known(game.session(number), TableLore(game.state, gm_notes=gm_notes)).model_dump_json()


def _sessions(game: Game) -> dict[str, Any]:
    turns: dict[int, list[int]] = {number: [] for number in range(1, game.state.session + 1)}
    for turn in game.state.turns.values():
        turns.setdefault(turn.session, []).append(turn.number)
    rows = [
        {"id": session_id(game.journal.name, number), "number": number, "first": min(played, default=0), "last": max(played, default=0)}
        for number, played in turns.items()
    ]
    return {"campaign": game.journal.name, "sessions": rows}
