"""The server: tools, resources and the prompt, served over standard input and output by the SDK."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast
from urllib.parse import quote, unquote

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server as Protocol
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from referee import games
from referee.core import documents
from referee.core.documents import MAX_LINE, Unreadable
from referee.core.game.finding import index_for
from referee.core.rules.search import look
from referee.judge.citing import looked_for, rule_rows
from referee.report.reports import FoundReport, RulesReport
from referee.report.writers import write_report
from referee.version import VERSION

from .given import Server
from .replies import Reply
from .tools import TOOLS, call, schema
from .working import Worker

TEMPLATE = "rule://{ruleset}/{id}"
# so many are listed at once
PAGE = 200
_SCHEME = "rule://"
_PLAIN = "text/plain"


def listed(server: Server, cursor: str | None) -> tuple[list[types.Resource], str | None]:
    """Return a page of the rules of every ruleset, and the cursor of the next; raises Unreadable for no such page."""
    number = int(cursor) if cursor is not None and cursor.isascii() and cursor.isdecimal() and len(cursor) < 9 else 0
    if cursor is not None and not number:
        raise Unreadable.of("cursor", "is none that this server gave")
    rows = [one for name in sorted(look(server.rulesets).folders) for one in _of(server, name)]
    further = number + PAGE
    return rows[number:further], str(further) if further < len(rows) else None


def _of(server: Server, ruleset: str) -> list[types.Resource]:
    try:
        game, found = games.load(ruleset, server.rulesets)
    except Unreadable:
        # `referee rulesets` says what is wrong with it
        return []
    titles = [
        *((name, rule.title) for name, rule in found.rules.items()),
        *((name, one.question) for name, one in found.rulings.items()),
        *((one.id, one.title) for one in index_for(game, found).entries() if one.kind == "sheet"),
    ]
    return [
        types.Resource(uri=address(ruleset, name), name=name, title=title, mime_type=_PLAIN) for name, title in titles
    ]


def address(ruleset: str, name: str) -> str:
    """Return the address of a rule."""
    return f"{_SCHEME}{ruleset}/{quote(name, safe='')}"


def text_of(server: Server, uri: str) -> str:
    """Return the rule or ruling at an address with what belongs to it; raises Unreadable."""
    ruleset, slash, name = uri.removeprefix(_SCHEME).partition("/")
    name = unquote(name)
    if not uri.startswith(_SCHEME) or not slash or not name.strip() or len(name) > 200:
        raise Unreadable.of("uri", f"is not written {TEMPLATE}")
    game, found = games.load(ruleset, server.rulesets)
    if rows := rule_rows(game, found, name):
        return write_report(RulesReport(rows, found.rulings), "text")
    hits, whole = looked_for(game, found, name)
    if not whole:
        near = "; these may be meant: " + ", ".join(one.id for one in hits[:3])
        raise Unreadable.of("uri", f"'{name}' is no rule, ruling or sheet of {ruleset}{near}")
    return write_report(FoundReport(hits, whole=True), "text")


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
        found, further = await worker.done(lambda _: _or_error(lambda: listed(server, cursor)))
        return types.ListResourcesResult(resources=found, next_cursor=further)

    async def list_templates(ctx: Any, params: Any) -> types.ListResourceTemplatesResult:
        told = "a rule or ruling with what belongs to it; ID as answers cite it, with %20 for a space"
        one = types.ResourceTemplate(uri_template=TEMPLATE, name="rule", description=told, mime_type=_PLAIN)
        return types.ListResourceTemplatesResult(resource_templates=[one])

    async def read_resource(ctx: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        text = await worker.done(lambda _: _or_error(lambda: text_of(server, uri)))
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=_PLAIN, text=text)])

    async def list_prompts(ctx: Any, params: Any) -> types.ListPromptsResult:
        told = {key: value for key, value in _prompt().items() if key != "text"}
        return types.ListPromptsResult(prompts=[types.Prompt.model_validate(told)])

    async def get_prompt(ctx: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        given = params.arguments or {}
        told = _prompt()
        if params.name != told["name"] or not given.get("dispute"):
            raise MCPError(
                types.INVALID_PARAMS, f"the prompt is '{told['name']}', and its argument 'dispute' is needed"
            )
        said = told["text"].format(dispute=given["dispute"], ruleset=given.get("ruleset") or "not named")
        text = types.TextContent(text=said)
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


def _tools() -> Iterator[types.Tool]:
    for name, tool in TOOLS.items():
        hints = types.ToolAnnotations(read_only_hint=tool.reads, destructive_hint=False, open_world_hint=False)
        yield types.Tool(name=name, description=tool.description, input_schema=schema(tool), annotations=hints)


@cache
def _prompt() -> dict[str, Any]:
    """Return the prompt, from `prompt.yaml` beside this file."""
    path = Path(__file__).with_name("prompt.yaml")
    found: dict[str, Any] = documents.parse(path.read_bytes(), str(path)).value
    return found


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
