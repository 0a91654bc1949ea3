"""What goes wrong, told to the program that asked: where, what, then and slug, as text and as data. Never a traceback."""

import os
import sys
import traceback
from collections.abc import Callable, Iterable
from inspect import cleandoc
from typing import Any

from mcp.server import MCPServer
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError, UnexpectedToolError
from mcp.server.mcpserver.resources.templates import ResourceSecurityError
from mcp.shared.exceptions import MCPError
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult, InputRequiredResult, TextContent
from pydantic import ValidationError

from gm_engine.errors import GameError, UnknownName
from gm_engine.interfaces.serve.faults import mended, told


class Plain(MCPServer[None]):
    """A server whose errors a person, and a model, can act on."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """What a tool gives; where it fails, a result that says so: an error of the tool, which a model may mend."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            there = [tool.name for tool in await self.list_tools()]
            found = _mended(error, name, f'there is no tool "{name[:80]}".', f"There are: {', '.join(there)}.")
            return CallToolResult(content=[TextContent(type="text", text=str(found))], structured_content=told(found), is_error=True)

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
    return mended(cause) if isinstance(cause, Exception) else GameError(where, nothing, then, "fault")


def readable(act: Callable[..., Any]) -> str:
    """What a tool or a resource is for, as its docstring says."""
    return cleandoc(act.__doc__ or "")
