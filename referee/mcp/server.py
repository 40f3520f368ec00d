"""The server: tools, resources and the prompt, served over standard input and output by the SDK."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeVar, cast

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server as Protocol
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from referee.core.documents import MAX_LINE, Unreadable
from referee.version import VERSION

from . import prompts, resources
from .given import Server
from .replies import Reply
from .tools import TOOLS, call, schema
from .working import Worker

# arguments have their own limit; around them are a few words
_LONGEST = MAX_LINE + (1 << 16)
_NEAR = 400
_ID = re.compile(rb'"id"\s*:\s*(\d{1,15}|"[\w-]{1,80}")\s*[,}]')


class BoundedLines:
    """A text stream of lines; a line that is too long is read to its end and not kept."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    def readline(self) -> str:
        """Return the next line, an empty text at the end; in place of one that is too long, a request that fails."""
        line = self._source.readline(_LONGEST)
        if len(line) < _LONGEST or line.endswith(b"\n"):
            return line.decode("utf-8", "replace")
        head = tail = line
        while line and not line.endswith(b"\n"):
            line = self._source.readline(_LONGEST)
            tail = (tail[-_NEAR:] + line)[-_NEAR:]
        named = _ID.search(head[:_NEAR]) or _ID.search(tail[-_NEAR:])
        number = named[1].decode() if named else "null"
        return f'{{"jsonrpc": "2.0", "id": {number}, "method": "line-too-long"}}\n'


T = TypeVar("T")

INSTRUCTIONS = (
    "A referee for tabletop wargames. It answers questions, judges orders and carries them out by the rules, and cites "
    "the rule behind every number. Translate what the players say into the forms that `help` gives; do not rule from "
    "memory. A path in an error counts list items from 1."
)


def serve(server: Server) -> None:
    """Serve one client until it closes standard input, or goes."""
    try:
        anyio.run(_serve, _protocol(server))
    except BaseExceptionGroup as error:
        # a client that goes leaves a broken pipe
        _, other = error.split(OSError)
        if other is not None:
            raise


async def _serve(protocol: Protocol[Any]) -> None:
    stdin = anyio.wrap_file(cast(Any, BoundedLines(sys.stdin.buffer)))
    async with stdio_server(stdin=stdin) as (reads, writes):
        await protocol.run(reads, writes, protocol.create_initialization_options())


def _protocol(server: Server) -> Protocol[Any]:
    """Return what answers each kind of request."""
    worker = Worker()

    async def list_tools(ctx: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=list(_tools()))

    async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        return _result(await worker.done(lambda work: call(server, params.name, params.arguments or {}, work)))

    async def list_resources(ctx: Any, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        cursor = params.cursor if params is not None else None
        rows, further = await worker.done(lambda _: _or_error(lambda: resources.listed(server, cursor)))
        found = [types.Resource(uri=one.uri, name=one.name, title=one.title, mime_type=_PLAIN) for one in rows]
        return types.ListResourcesResult(resources=found, next_cursor=further)

    async def list_templates(ctx: Any, params: Any) -> types.ListResourceTemplatesResult:
        told = "a rule or ruling with what belongs to it; ID as answers cite it, with %20 for a space"
        one = types.ResourceTemplate(uri_template=resources.TEMPLATE, name="rule", description=told, mime_type=_PLAIN)
        return types.ListResourceTemplatesResult(resource_templates=[one])

    async def read_resource(ctx: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        text = await worker.done(lambda _: _or_error(lambda: resources.text_of(server, uri)))
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=_PLAIN, text=text)])

    async def list_prompts(ctx: Any, params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_prompt()])

    async def get_prompt(ctx: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        given = params.arguments or {}
        if params.name != prompts.NAME or not given.get("dispute"):
            raise MCPError(
                types.INVALID_PARAMS, f"the prompt is '{prompts.NAME}', and its argument 'dispute' is needed"
            )
        text = types.TextContent(text=prompts.text(given["dispute"], given.get("ruleset")))
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=text)])

    return Protocol(
        "referee",
        version=VERSION,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


_PLAIN = "text/plain"


def _tools() -> Iterator[types.Tool]:
    for name, tool in TOOLS.items():
        hints = types.ToolAnnotations(read_only_hint=tool.reads, destructive_hint=False, open_world_hint=False)
        yield types.Tool(name=name, description=tool.description, input_schema=schema(tool), annotations=hints)


def _prompt() -> types.Prompt:
    needed = [types.PromptArgument(name=n, description=told, required=must) for n, told, must in prompts.ARGUMENTS]
    return types.Prompt(name=prompts.NAME, title=prompts.TITLE, description=prompts.DESCRIPTION, arguments=needed)


def _result(reply: Reply) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(text=reply.text)]
    return types.CallToolResult(content=content, structured_content=reply.data, is_error=reply.wrong)


def _or_error(found: Callable[[], T]) -> T:
    """Return what a function returns; raises MCPError with every problem."""
    try:
        return found()
    except Unreadable as error:
        message = "; ".join(one.message for one in error.problems)
        raise MCPError(types.INVALID_PARAMS, message) from None
