"""What goes wrong, told to the program that asked: where, what, then and slug, as text and as data. Never a traceback."""

import os
import re
import sys
import traceback
from collections.abc import Iterable
from typing import Any

from mcp.server import MCPServer
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError, UnexpectedToolError
from mcp.server.mcpserver.resources.templates import ResourceSecurityError
from mcp.shared.exceptions import MCPError
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult, InputRequiredResult, TextContent, Tool
from pydantic import ValidationError

from gm_engine.errors import GameError, UnknownName
from gm_engine.interfaces.serve.error_answers import mended, place_of, told

LONGEST = 600
"""Letters of each part of an error: what was asked for may be of any length."""
HERE = (
    (re.compile(r"See: gm list\b"), "The tool campaigns lists them."),
    (re.compile(r"All of them: gm lore NAME"), "All of them: the tool lore, with no entity."),
    (re.compile(r"gm settle NAME (\S+) (\w+)"), r"the tool settle, conflict \1, resolution \2"),
    (re.compile(r" --(since|by|turn) (?=[A-Z0-9])"), r", \1 "),
    (re.compile(r"Try again: gm play NAME --again, or with another voice: .*$"), "Call it again."),
    (re.compile(r"gm play NAME --again\b"), "call it again"),
    (re.compile(r"gm undo NAME \(at the table: /undo\)"), "gm undo NAME"),
    (re.compile(r" What is looked up or taken back has an address of its own: /openapi\.json"), ""),
    (re.compile(r"--(since|by|turn)\b"), r"\1"),
)
"""What the terminal says to type, and what there is to call here."""


class Plain(MCPServer[None]):
    """A server whose errors a person, and a model, can act on."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """What a tool gives; where it fails, a result that says so: an error of the tool, which a model may mend."""
        there = {tool.name: tool for tool in await self.list_tools()}
        try:
            if found := _misnamed(there.get(name), arguments):
                return _failed(found)
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            return _failed(_mended(error, name[:80], f'there is no tool "{name[:80]}".', f"There are: {', '.join(there)}."))

    async def list_tools(self) -> list[Tool]:
        """The tools; each takes what its schema names and nothing else."""
        return [
            tool.model_copy(update={"input_schema": {**tool.input_schema, "additionalProperties": False}})
            for tool in await super().list_tools()
        ]

    async def read_resource(
        self, uri: Any, context: Context[None, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """What a resource holds. Raises MCPError with where, what, then and slug as its data."""
        try:
            return await super().read_resource(uri, context)
        except ResourceError as error:
            where = str(uri)[:200]
            found = _mended(error, where, "there is nothing here.", "The list of resources and of their templates says what there is.")
            missing = isinstance(error, ResourceNotFoundError) or isinstance(found, UnknownName)
            raise MCPError(INVALID_PARAMS if missing else INTERNAL_ERROR, str(found), told(found)["error"] | {"uri": where}) from None


def _failed(error: GameError) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=str(error))], structured_content=told(error), is_error=True)


def _misnamed(tool: Tool | None, arguments: dict[str, Any]) -> GameError | None:
    """What is wrong with the names of a tool's arguments: a model that misspells one would be served as if it had left it out."""
    takes = tool.input_schema["properties"] if tool else arguments
    odd = next((name for name in arguments if name not in takes), None)
    if tool is None or odd is None:
        return None
    then = f"It takes: {', '.join(takes)}." if takes else "It takes nothing."
    return GameError(f"{tool.name}.{odd[:80]}", f"{tool.name} takes no such thing.", then, "bad-request")


def said_here(error: GameError) -> GameError:
    """An error as it is said to another program: no folder of this machine is named, what to do next is a tool, and it is short."""
    parts = (place_of(error), error.what, error.then)
    for typed, here in HERE:
        parts = (typed.sub(here, parts[0]), typed.sub(here, parts[1]), typed.sub(here, parts[2]))
    where, what, then = (clipped(part) for part in parts)
    return (UnknownName if isinstance(error, UnknownName) else GameError)(where, what, then, error.slug)


def clipped(words: str) -> str:
    """Words that are not too long to be said.

    >>> len(clipped("a" * 9000))
    600
    """
    return words if len(words) <= LONGEST else words[: LONGEST - 2] + " …"


def _mended(error: Exception, where: str, nothing: str, then: str) -> GameError:
    """The error behind the SDK's own."""
    cause = error.__cause__
    while isinstance(cause, ToolError | ResourceError) and cause.__cause__:
        cause = cause.__cause__
    if isinstance(cause, ValidationError) and not isinstance(error, UnexpectedToolError):
        first = cause.errors(include_url=False, include_input=False)[0]
        path = ".".join((where, *(str(part) for part in first["loc"])))
        return GameError(path, f"{first['msg']}.", "The tool's input schema says what it takes.", "bad-request")
    if cause is None or isinstance(cause, ToolError | ResourceError | ResourceSecurityError):
        return UnknownName(where, nothing, then, "not-found")
    if os.environ.get("GM_DEBUG") and not isinstance(cause, GameError):
        traceback.print_exception(cause, file=sys.stderr)
    return said_here(mended(cause)) if isinstance(cause, Exception) else GameError(where, nothing, then, "fault")
