"""A client of `referee mcp` by the SDK, in a process of its own, for the tests."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from mcp.client.stdio import StdioServerParameters

ROOT = Path(__file__).parent.parent
T = TypeVar("T")


class Said(NamedTuple):
    """What a tool replied."""

    data: Any
    text: str
    wrong: bool

    @property
    def raw(self) -> str:
        return json.dumps(self.data) + self.text

    @property
    def paths(self) -> list[str]:
        return [row["path"] for row in self.data["error"]]


class Session:
    """A session with a server."""

    def __init__(self, client: Any) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> Said:
        found = await self.client.call_tool(tool, arguments)
        return Said(found.structured_content, found.content[0].text, found.is_error)


def parameters(*words: str) -> StdioServerParameters:
    from mcp.client.stdio import StdioServerParameters

    environment = {"PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    return StdioServerParameters(command=sys.executable, args=["-m", "referee", "mcp", *words], env=environment)


@asynccontextmanager
async def connected(*words: str, mode: str = "auto") -> AsyncIterator[Session]:
    from mcp.client.client import Client

    async with Client(parameters(*words), mode=mode) as client:
        yield Session(client)


def of_own_loop(conversation: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: in that of the tests, Playwright may have left a loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, conversation).result()


def talk(what: Callable[[Session], Awaitable[T]], *words: str, mode: str = "auto") -> T:
    """Run one conversation with a new server."""

    async def run() -> tuple[T | None, BaseException | None]:
        async with connected(*words, mode=mode) as session:
            try:
                return await what(session), None
            except Exception as error:
                # outside of the groups of tasks, it is shown as what it is
                return None, error

    found, error = of_own_loop(run())
    if error is not None:
        raise error
    return found  # type: ignore[return-value]
