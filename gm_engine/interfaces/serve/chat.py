"""OpenAI's chat protocol in front of a campaign: a front-end sets its base URL, and gets memory, context and conflict notes."""

import json
from collections.abc import Callable
from dataclasses import replace
from secrets import token_hex
from time import time
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Request, Response
from fastapi.responses import StreamingResponse

from gm_engine.continuity.report import Matter, matter_of
from gm_engine.continuity.report_known import matter_known
from gm_engine.errors import GameError, UnknownName
from gm_engine.interfaces.serve import shapes
from gm_engine.interfaces.serve.chat_history import ChatRequest, Heard, heard, looked_up
from gm_engine.interfaces.serve.error_answers import mended, told_openai
from gm_engine.interfaces.serve.front_ends import is_task
from gm_engine.interfaces.serve.house import House, OnItem, Seat
from gm_engine.interfaces.serve.house import heard as told_as_items
from gm_engine.interfaces.serve.openapi_schema import failures
from gm_engine.interfaces.serve.request_shapes import LONGEST_LINE
from gm_engine.interfaces.serve.streams import HEADERS, first_items, stream, whole
from gm_engine.interfaces.serve.telling import NOTHING, notes_of, playable, shown, usage_of
from gm_engine.play.first_page import HEAD_ENDS, first_page
from gm_engine.play.following import Followed, aside, follow
from gm_engine.play.game import Game
from gm_engine.play.placing import History
from gm_engine.play.same_words import NAMED, unnamed
from gm_engine.play.views import VIEWS
from gm_engine.state.table_lore import TableLore
from gm_engine.story.completion import Completion
from gm_engine.story.noun import as_shown

FINISH = {"stop": "stop", "length": "length", "refusal": "content_filter", "tool_calls": "stop"}
LONGEST_HEADER = 500
ANYBODY = ("you", "user", "player")
"""What front-ends call the player where nobody has told them a name."""


def routes(house: House, *, footnotes: bool) -> APIRouter:
    """The OpenAI-compatible routes of a house. ``footnotes``: a conflict is noted behind the reply."""
    api = APIRouter(tags=["openai"], responses=failures(shapes.OpenAIFailed))

    @api.get("/v1/models", summary="Campaigns as models", response_model=shapes.Models)
    async def models() -> dict[str, Any]:
        """The saved campaigns, and the packs that are begun when they are first spoken to."""
        return {"object": "list", "data": [_model(name) for name in _names(house)]}

    @api.get("/v1/models/{name:path}", summary="One campaign as a model", response_model=shapes.Model)
    async def model(name: Annotated[str, Path(max_length=300)]) -> dict[str, Any]:
        """A campaign as a model."""
        campaign, _ = resolved(house, name)
        return _model(campaign)

    @api.post(
        "/v1/chat/completions",
        summary="Play a turn by OpenAI's protocol",
        response_model=shapes.ChatCompletion,
        responses={200: {"content": {"text/event-stream": {}}}},
    )
    async def chat(
        asked: ChatRequest, request: Request, x_gm_footnotes: Annotated[str | None, Header(description="on or off")] = None
    ) -> Response:
        """A turn for a front-end. Its history is laid beside the record: a new line is a turn, the same line again a reroll, an
        edited one a branch; nothing is recorded twice. What is no turn (titles, summaries) is answered and not recorded."""
        asked.must_be_possible()
        name, upstream = resolved(house, asked.model)
        said = heard(asked.messages)
        said = replace(said, aside=said.aside or asked.is_task, streamed=asked.stream, sampling=asked.sampling, left_aside=asked.left_aside)
        noted = footnotes if x_gm_footnotes is None else x_gm_footnotes.casefold() in ("on", "true", "1", "yes")
        if len(said.history.said) > LONGEST_LINE:
            raise GameError("messages", f"the last one is longer than {LONGEST_LINE:,} letters.", "Say it in fewer words.", "too-large")
        telling = house.tell(
            name, lambda game, seat, item: _answer(game, seat, item, said, noted), model=upstream, begin=True, lost=_remember
        )  # fmt: skip
        answer = Answer(asked.model, asked.stream_options is not None and asked.stream_options.include_usage)
        if not asked.stream:
            outcome = await whole(telling, request)
            if telling.wanted:
                _delivered(house, name, outcome)
            return Response(json.dumps(answer.whole(outcome), ensure_ascii=False), media_type="application/json", headers=outcome.headers)
        first = await first_items(telling, "text", request)
        known: dict[str, str] = next((value for kind, value in first if kind == "place"), {})
        lines = stream(telling, first, answer.chunk, answer.end, answer.failed, lambda outcome: _delivered(house, name, outcome))
        return StreamingResponse(lines, media_type="text/event-stream", headers={**HEADERS, **known})

    return api


class Outcome:
    """What a chat request came to."""

    def __init__(self, text: str, *, followed: Followed | None = None, finish: str = "stop", usage: dict[str, int] | None = None) -> None:
        self.text, self.finish, self.followed = text, finish, followed
        self.usage = usage or NOTHING
        self.campaign = ""
        self.left_aside: tuple[str, ...] = ()
        self.matters: tuple[Matter, ...] = ()

    @property
    def notes(self) -> dict[str, Any]:
        """What happened to the record, and what clashed."""
        place = self.followed
        found: dict[str, Any] = {"campaign": self.campaign, "did": place.place.did if place else "aside"}
        if self.left_aside:
            found["left_aside"] = list(self.left_aside)
        if place:
            found |= {"branch": place.branch, "turn": place.turn, "known": place.place.known}
            found["conflicts"] = [
                {
                    "id": one.id, "severity": one.severity, "a": {"turn": one.a.turn, "quote": as_shown(one.a.quote)},
                    "b": {"turn": one.b.turn, "quote": as_shown(one.b.quote)}, "why": one.why,
                }
                for one in self.matters
            ]  # fmt: skip
        if place and place.played and (notes := notes_of(place.played)):
            found["notes"] = notes
        return found

    @property
    def headers(self) -> dict[str, str]:
        """The same in brief, as response headers."""
        found = {"X-GM-Campaign": _ascii(self.campaign), "X-GM-Did": self.followed.place.did if self.followed else "aside"}
        if self.followed:
            found |= {"X-GM-Branch": _ascii(self.followed.branch), "X-GM-Turn": str(self.followed.turn)}
            found["X-GM-Conflicts"] = " ".join(one.id for one in self.matters)
        return found | told_aside(self.left_aside)


class Answer:
    """Writes outcomes in OpenAI's form. ``counted``: the last chunk of a stream tells the usage."""

    def __init__(self, model: str, counted: bool) -> None:
        self.model, self.counted = model, counted
        self.id = f"chatcmpl-{token_hex(12)}"
        self.created = int(time())
        self.begun = False

    def whole(self, outcome: Outcome) -> dict[str, Any]:
        """A chat completion."""
        message = {"role": "assistant", "content": outcome.text}
        choice = {"index": 0, "message": message, "finish_reason": outcome.finish, "logprobs": None}
        return {**self._head("chat.completion"), "choices": [choice], "usage": outcome.usage, "gm": outcome.notes}

    def chunk(self, kind: str, value: Any) -> str:
        """A piece of the prose; nothing for what else happens meanwhile."""
        return self._delta({"content": value}) if kind == "text" else ""

    def end(self, outcome: Outcome) -> str:
        """The last chunks: why it ended, what happened to the record, and the usage where it was asked for."""
        ended = self._delta({}, finish=outcome.finish, gm=outcome.notes)
        counted = {**self._head("chat.completion.chunk"), "choices": [], "usage": outcome.usage}
        return f"{ended}{_data(counted) if self.counted else ''}data: [DONE]\n\n"

    def failed(self, error: Exception) -> str:
        """An error in the middle of a stream."""
        return _data(told_openai(mended(error)))

    def _delta(self, delta: dict[str, Any], finish: str | None = None, **more: Any) -> str:
        opening = "" if self.begun else _data(self._chunk({"role": "assistant", "content": ""}, None))
        self.begun = True
        return opening + _data({**self._chunk(delta, finish), **more})

    def _chunk(self, delta: dict[str, Any], finish: str | None) -> dict[str, Any]:
        return {**self._head("chat.completion.chunk"), "choices": [{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}]}

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}


def resolved(house: House, model: str) -> tuple[str, str]:
    """The campaign that a model's name means, and the model that it asks for behind it: ``redemption:MODEL``. Raises UnknownName where
    no campaign and no pack is called so."""
    names = _names(house)
    if model in names:
        return model, ""
    if not model.isprintable():
        raise UnknownName(
            "model", "there are signs in its name that are no letters.", f"There are: {', '.join(names)}.", "unknown-campaign"
        )
    for at in range(len(model) - 1, 0, -1):
        if model[at] == ":" and model[:at] in names:
            return model[:at], model[at + 1 :].strip()
    raise UnknownName("model", f'no campaign is called "{model}".', f"There are: {', '.join(names)}.", "unknown-campaign")


def _names(house: House) -> list[str]:
    return list(dict.fromkeys((*house.saved(), *house.to_begin())))


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "gm-engine"}


def _answer(game: Game, seat: Seat, item: OnItem, said: Heard, footnotes: bool) -> Outcome:
    """Called in a thread: what a front-end's messages come to."""
    beside = looked_up(said.history.said) or said.aside or not _is_turn(game, seat, said)
    outcome = _aside(game, item, said) if beside else _turn(game, seat, item, said)
    outcome.campaign = game.journal.name
    held = said.sampling is not None and bool(said.sampling.form) and not beside
    outcome.left_aside = tuple(sorted((*said.left_aside, *(["response_format"] if held else []))))
    played = outcome.followed.played if outcome.followed else None
    table = TableLore(game.state)
    outcome.matters = tuple(matter_known(matter_of(one, game.state), table) for one in (played.conflicts if played else ()))
    if footnotes and (note := "".join(f"\n*{_footnote(one)}*" for one in outcome.matters)):
        outcome.text += f"\n\n---{note}"
        item("text", f"\n\n---{note}")
    return outcome


def _is_turn(game: Game, seat: Seat, said: Heard) -> bool:
    """Whether the player's line is one, for all that a front-end has put behind it."""
    state = game.state
    return seat.behind.is_turn(said.history.said, said.behind, streamed=said.streamed, begun=bool(state.turn), note=state.note)


def told_aside(names: tuple[str, ...]) -> dict[str, str]:
    """What was asked for and not given, as a response header."""
    return {"X-GM-Left-Aside": _ascii(", ".join(names))[:LONGEST_HEADER]} if names else {}


def _turn(game: Game, seat: Seat, item: OnItem, said: Heard) -> Outcome:
    history = _as_the_table_says(game, said.history)
    playable(history.said)
    on_text, on_event = told_as_items(item)
    head = first_page(game.state).words + HEAD_ENDS if opens_here(game, history) else ""
    if head:
        on_text = _headed(head, on_text)
    followed = follow(
        game, history, seat.lines, note=said.note, unheard=seat.unheard, sampling=said.sampling, on_text=on_text, on_event=on_event,
        on_place=lambda place: item(
            "place", {"X-GM-Campaign": _ascii(game.journal.name), "X-GM-Did": place.did, **told_aside(said.left_aside)}
        ),
    )  # fmt: skip
    if followed.played:
        seat.unheard = {(branch, turn) for branch, turn in seat.unheard if branch != followed.branch}
    completion = followed.played.completion if followed.played else None
    finish = FINISH[completion.finish if completion else "stop"]
    return Outcome(head + followed.reply, followed=followed, finish=finish, usage=usage_of(followed.played))


def opens_here(game: Game, history: History) -> bool:
    """True for the first line of a story that has not begun, in a window in which nothing stands: whoever wrote it has read nothing yet."""
    return not game.state.turn and not history.exchanges and not history.lead


def _headed(head: str, on_text: Callable[[str], None]) -> Callable[[str], None]:
    """The same listener, which hears the head before the first piece."""
    waiting = [head]

    def heard(piece: str) -> None:
        while waiting:
            on_text(waiting.pop())
        on_text(piece)

    return heard


def _aside(game: Game, item: OnItem, said: Heard) -> Outcome:
    """What is no turn: a page of the table's, or something that the front-end asks for itself. It is not recorded."""
    text = shown(game, unnamed(said.history.said).strip() if looked_up(said.history.said) else "")
    if text is None:
        on_text, _ = told_as_items(item)
        completion: Completion | None = aside(game, said.messages, on_text, said.sampling)
        if completion:
            read, wrote = completion.usage.prompt, completion.usage.completion
            usage = {"prompt_tokens": read, "completion_tokens": wrote, "total_tokens": read + wrote}
            return Outcome(completion.text, finish=FINISH[completion.finish], usage=usage)
        text = _answered(game, said)
    item("text", text)
    return Outcome(text)


def _answered(game: Game, said: Heard) -> str:
    """What a GM that can only tell stories says to a front-end: a title in the form that is asked for, the recap for a summary.

    Raises GameError for anything else: it would be taken for a piece of the story.
    """
    alone = not said.history.exchanges and not said.history.lead
    told = [text for role, text in said.messages if role != "assistant"]
    asked = "" if said.messages[-1][0] == "assistant" else "\n".join(told if alone else told[-1:]).casefold()
    if any(sign in asked for sign in ("json", "### task", "available tools:")):
        known: dict[str, Any] = {"title": game.state.title, "tags": [], "follow_ups": [], "queries": [], "text": "", "tool_calls": []}
        return json.dumps(known, ensure_ascii=False)
    if "title" in asked or (is_task(asked) and "name" in asked):
        return game.state.title
    if "summar" in asked:
        return VIEWS["/recap"](game.state, "")
    then = "Let the last message be what the player says or does."
    raise GameError("messages", "there is no new line, and this game master can only tell the story.", then, "no-new-line")


def _as_the_table_says(game: Game, history: History) -> History:
    """The history without the name of the player's character before its lines."""
    hero = game.state.person(game.state.pc)
    names = {name.casefold() for name in (*ANYBODY, *((hero.name, hero.name.split()[0], *hero.aliases) if hero else ()))}

    def bare(text: str) -> str:
        found = NAMED.match(text)
        return unnamed(text) if found and found[0].strip().rstrip(":").casefold() in names else text

    pairs = tuple(replace(one, said=bare(one.said)) for one in history.exchanges)
    return replace(history, exchanges=pairs, said=bare(history.said))


def _footnote(matter: Matter) -> str:
    where = f"turn {matter.a.turn}" if matter.a.turn else matter.a.page or "before play"
    old, new = as_shown(matter.a.quote), as_shown(matter.b.quote)
    return f"▲ Conflict {matter.id} ({matter.severity}): “{new}” stands against {where}: “{old}”"


def _remember(seat: Seat, outcome: Outcome) -> None:
    """Whoever asked did not hear the end: asked again, the turn is told as it is on record."""
    if outcome.followed:
        seat.unheard.add((outcome.followed.branch, outcome.followed.turn))


def _delivered(house: House, name: str, outcome: Outcome) -> None:
    """The words have arrived: the same line again asks for others."""
    if outcome.followed and (seat := house.seats.get(name)):
        seat.unheard.discard((outcome.followed.branch, outcome.followed.turn))


def _data(value: Any) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"


def _ascii(text: str) -> str:
    """A name as a header may carry it."""
    return text.encode("ascii", "backslashreplace").decode()
