"""Work in chunks on several processes or machines, with the results in the order of the chunks.

A function and what it is given must be importable and picklable. A worker that dies loses nothing: its chunks are given
to another. Where workers die over the same chunk again and again, or the scheduler of a cluster goes, Unreadable is
raised.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from referee.core.documents import Problem, Unreadable
from referee.core.documents.problems import Argument

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
R = TypeVar("R")

# so many chunks for each worker are on the way at once
_AHEAD = 4
# so often a chunk is given to new workers where workers die over it
_TRIES = 4


def ordered(function: Callable[[T], R], given: Iterable[T], jobs: int = 1, cluster: str | None = None) -> Iterator[R]:
    """Yield what a function makes of each thing given, in their order, by so many processes or by a dask cluster."""
    if cluster is not None:
        yield from _on_cluster(function, given, cluster)
    elif jobs <= 1:
        yield from map(function, given)
    else:
        yield from _on_processes(function, given, jobs)


def _on_processes(function: Callable[[T], R], given: Iterable[T], jobs: int) -> Iterator[R]:
    """Keep a window of chunks on the way; after a death the chunks without a result are begun again."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    waiting = iter(given)
    window: deque[tuple[T, Future[R] | None]] = deque()
    pool = ProcessPoolExecutor(jobs)
    deaths = 0
    try:
        while True:
            window.extend((one, None) for one in islice(waiting, jobs * _AHEAD - len(window)))
            if not window:
                return
            try:
                for place, (one, future) in enumerate(window):
                    if future is None:
                        window[place] = (one, pool.submit(function, one))
                first = window[0][1]
                assert first is not None
                found = first.result()
            except BrokenProcessPool:
                deaths += 1
                if deaths >= _TRIES:
                    message = (
                        f"workers died {deaths} times over the same work, perhaps for want of memory; ask for fewer"
                    )
                    raise Unreadable([Problem(Argument("jobs"), 0, 0, "", message)]) from None
                pool.shutdown(wait=False, cancel_futures=True)
                pool = ProcessPoolExecutor(jobs)
                window = deque((one, future if _finished(future) else None) for one, future in window)
                continue
            deaths = 0
            window.popleft()
            yield found
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _finished(future: Future[Any] | None) -> bool:
    return future is not None and future.done() and not future.cancelled() and future.exception() is None


def _on_cluster(function: Callable[[T], R], given: Iterable[T], address: str) -> Iterator[R]:
    """Keep a window of chunks on a dask.distributed cluster, which gives those of a dead worker to another."""
    try:
        from distributed import Client, KilledWorker
        from distributed.client import FutureCancelledError
    except ImportError:
        message = "needs dask.distributed: pip install 'tabletop-referee[cluster]'"
        raise Unreadable([Problem(Argument("cluster"), 0, 0, "", message)]) from None
    import logging

    for name in ("distributed", "distributed.client"):
        # what goes wrong is said once, in a line
        logging.getLogger(name).setLevel(logging.CRITICAL)
    # the library is typed in part
    connect: Any = Client
    try:
        client = connect(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        message = f"no cluster answers at {address}: {error}"
        raise Unreadable([Problem(Argument("cluster"), 0, 0, "", message)]) from None
    with client:
        waiting = iter(given)
        window: deque[Any] = deque()
        ahead = max(sum(client.nthreads().values()), 1) * _AHEAD
        while True:
            for one in islice(waiting, ahead - len(window)):
                window.append(client.submit(function, one, pure=False, retries=_TRIES))
            if not window:
                return
            try:
                found = window.popleft().result()
            except FutureCancelledError:
                message = f"the scheduler at {address} has gone; start it again, and ask again"
                raise Unreadable([Problem(Argument("cluster"), 0, 0, "", message)]) from None
            except KilledWorker as error:
                message = f"workers of {address} died over the same work again and again: {error}"
                raise Unreadable([Problem(Argument("cluster"), 0, 0, "", message)]) from None
            yield found
