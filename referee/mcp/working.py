"""The one thread that does the work of calls, in their order, while the server goes on listening."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


class Abandoned(Exception):
    """Nobody waits for this work any more."""


class Work:
    """A piece of work that may be abandoned while it is done."""

    def __init__(self) -> None:
        self.abandoned = False

    def go_on(self) -> None:
        """Raise Abandoned if nobody waits for this work any more; long work calls it now and then."""
        if self.abandoned:
            raise Abandoned


class Worker:
    """A thread that ends with the program; what the rules cache is used by one job at a time."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="referee", daemon=True).start()

    async def done(self, job: Callable[[Work], T]) -> T:
        """Return what a job returns, or raise what it raises; if the caller is cancelled, the job is abandoned."""
        loop, work = asyncio.get_running_loop(), Work()
        waiting: asyncio.Future[T] = loop.create_future()

        def settle(found: T | None, error: BaseException | None) -> None:
            if waiting.done():
                return
            if error is not None:
                waiting.set_exception(error)
            else:
                waiting.set_result(found)  # type: ignore[arg-type]

        def run() -> None:
            found, error = None, None
            try:
                work.go_on()
                found = job(work)
            except BaseException as raised:
                # the thread goes on whatever happens
                error = raised if isinstance(raised, Exception) else RuntimeError(repr(raised))
            # the loop may have ended
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, found, error)

        self._jobs.put(run)
        try:
            return await waiting
        finally:
            work.abandoned = True

    def _run(self) -> None:
        while True:
            self._jobs.get()()
