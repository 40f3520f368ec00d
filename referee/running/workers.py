"""Work in chunks on several processes or machines, with the results in the order of the chunks.

A function and what it is given must be importable and picklable. A worker that dies loses nothing: its chunks are given
to another. Where workers die over the same chunk again and again, the scheduler of a cluster goes, or none of its
workers is left, NoMoreWork is raised; the results before it are good.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from referee.core.documents import Unreadable
from referee.core.documents.problems import Argument
from referee.version import install

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


T = TypeVar("T")
R = TypeVar("R")

# so many chunks for each worker are on the way at once
_AHEAD = 4
# seconds until a cluster that says nothing is taken for none
_GREETING = 10.0
# seconds between two looks at the workers of a cluster, and how long there may be none
_LOOK = 2.0
_PATIENCE = 30.0
# so many workers may die over a chunk
_TRIES = 6


class NoMoreWork(Unreadable):
    """The workers of a run, or of a cluster, have gone: the work that is left is not done."""


def ordered(function: Callable[[T], R], given: Iterable[T], jobs: int = 1, cluster: str | None = None) -> Iterator[R]:
    """Yield what a function makes of each thing given, in their order, by so many processes or by a dask cluster."""
    if cluster is not None:
        yield from _on_cluster(function, given, cluster)
    elif jobs <= 1:
        yield from map(function, given)
    else:
        yield from _on_processes(function, given, jobs)


def _on_processes(function: Callable[[T], R], given: Iterable[T], jobs: int) -> Iterator[R]:
    """Keep a window of chunks on the way; the chunk of a worker that dies is given to a new one."""
    waiting = enumerate(given)
    window: dict[int, T] = {}
    todo: deque[int] = deque()
    found: dict[int, _Ended] = {}
    deaths: Counter[int] = Counter()
    workers = _Workers(function)
    try:
        for number in count():
            while number not in found:
                # those with a result that waits for an earlier one count too
                for place, one in islice(waiting, max(jobs * _AHEAD - len(window) - len(found), 0)):
                    window[place] = one
                    todo.append(place)
                if number not in window:
                    return
                while todo and len(workers.busy) < jobs:
                    workers.begin(todo[0], window[todo[0]])
                    todo.popleft()
                for place, ended in workers.ended():
                    if ended is not None:
                        del window[place]
                        found[place] = ended
                        continue
                    deaths[place] += 1
                    if deaths[place] >= _TRIES:
                        often = f"workers died {_TRIES} times over the same work"
                        raise NoMoreWork.of(Argument("jobs"), f"{often}, perhaps for want of memory; ask for fewer")
                    todo.appendleft(place)
            yield found.pop(number).value()
    finally:
        workers.stop()


class _Ended(NamedTuple):
    """What a chunk came to, or the exception that it raised."""

    result: Any
    error: BaseException | None = None

    def value(self) -> Any:
        """Return the result, or raise the exception."""
        if self.error is not None:
            raise self.error
        return self.result


class _Workers:
    """Processes that each do one chunk at a time; `busy` has the chunk of each by its end of the pipe."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        from multiprocessing.process import BaseProcess

        self.function = function
        self.busy: dict[Connection[Any, Any], int] = {}
        self._free: list[Connection[Any, Any]] = []
        self._processes: dict[Connection[Any, Any], BaseProcess] = {}

    def begin(self, place: int, one: Any) -> None:
        """Give a chunk to a worker that is free, or to a new one."""
        while self._free:
            worker = self._free.pop()
            try:
                worker.send(one)
            except OSError:
                # it died while it was free
                self._bury(worker)
                continue
            self.busy[worker] = place
            return
        self._free.append(self._new())
        self.begin(place, one)

    def _new(self) -> Connection[Any, Any]:
        from multiprocessing import Pipe, Process

        here, there = Pipe()
        process = Process(target=_serve, args=(there, here, self.function), daemon=True)
        process.start()
        # so that its death ends the pipe
        there.close()
        self._processes[here] = process
        return here

    def ended(self) -> list[tuple[int, _Ended | None]]:
        """Wait; return the chunks that have ended, each with None if its worker died."""
        from multiprocessing.connection import Connection, wait

        out: list[tuple[int, _Ended | None]] = []
        for worker in wait(list(self.busy)):
            assert isinstance(worker, Connection)
            place = self.busy.pop(worker)
            try:
                out.append((place, worker.recv()))
            except (EOFError, OSError):
                self._bury(worker)
                out.append((place, None))
            else:
                self._free.append(worker)
        return out

    def _bury(self, worker: Connection[Any, Any]) -> None:
        worker.close()
        self._processes.pop(worker).join()

    def stop(self) -> None:
        """End all of them, whatever they are at."""
        for process in self._processes.values():
            process.kill()
        for worker in list(self._processes):
            self._bury(worker)


def _serve(here: Connection[Any, Any], there: Connection[Any, Any], function: Callable[[Any], Any]) -> None:
    """Do one chunk after another until the pipe ends; an interrupt is for the process that gives them."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # so that the death of the process that gives them ends the pipe
    there.close()
    while True:
        try:
            one = here.recv()
        except (EOFError, OSError):
            return
        try:
            ended = _Ended(function(one))
        except Exception as error:
            ended = _Ended(None, error)
        try:
            here.send(ended)
        except OSError:
            return


def _on_cluster(function: Callable[[T], R], given: Iterable[T], address: str) -> Iterator[R]:
    """Keep a window of chunks on a dask.distributed cluster, which gives those of a dead worker to another."""
    try:
        from distributed import Client, KilledWorker
        from distributed.client import FutureCancelledError
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise Unreadable.of(Argument("cluster"), f"needs dask.distributed: {install('cluster')}") from None
    import logging

    for name in ("distributed", "distributed.client"):
        # what goes wrong is said once, in a line
        logging.getLogger(name).setLevel(logging.CRITICAL)
    # the library is typed in part
    connect: Any = Client
    try:
        client = connect(address, timeout=_GREETING, set_as_default=False)
        ahead = max(sum(client.nthreads().values()), 1) * _AHEAD
    except (OSError, ValueError) as error:
        raise Unreadable.of(Argument("cluster"), f"no cluster answers at {address}: {error}") from None
    with client:
        waiting = iter(given)
        window: deque[Any] = deque()
        while True:
            for one in islice(waiting, ahead - len(window)):
                window.append(client.submit(function, one, pure=False, retries=_TRIES))
            if not window:
                return
            try:
                found = _result(client, window.popleft(), address)
            except (FutureCancelledError, CommClosedError, OSError):
                # a connection breaks at whichever call comes next
                message = f"the scheduler at {address} has gone; start it again, and ask again"
                raise NoMoreWork.of(Argument("cluster"), message) from None
            except KilledWorker as error:
                message = f"workers of {address} died over the same work again and again: {error}"
                raise NoMoreWork.of(Argument("cluster"), message) from None
            yield found


def _result(client: Any, future: Any, address: str) -> Any:
    """Return the result of a chunk; raises NoMoreWork if there is nobody to work at it."""
    without = 0.0
    while True:
        try:
            return future.result(timeout=_LOOK)
        except TimeoutError:
            without = 0.0 if client.nthreads() else without + _LOOK
            if without >= _PATIENCE:
                message = f"no worker of {address} is left; start some, and ask again"
                raise NoMoreWork.of(Argument("cluster"), message) from None
