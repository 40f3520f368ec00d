"""States played out in chunks, each drawn from the seed and its number, until there are enough of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import ceil
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from referee.core import documents
from referee.core.documents import Document, Part, Problem, Unreadable
from referee.core.documents.problems import Argument
from referee.core.game.odds import NoOdds, Playing, Tally, WrongPolicy, game_odds
from referee.opening.states import Opened, open_session
from referee.running.workers import NoMoreWork, ordered

from .exact import odds_of_line

Engine = Literal["fast", "judge"]

# with `within`, no more than these
MOST = 100_000_000


class Plan(NamedTuple):
    """How a state is played out: so many playouts, or until every interval is so narrow, on so many workers.

    `line` is the document that names the policies, if the command does not.
    """

    playouts: int | None = None
    within: float | None = None
    policies: Mapping[str, str] = {}
    seed: str = "0"
    engine: Engine = "fast"
    jobs: int = 1
    cluster: str | None = None
    line: Document | None = None

    def most(self, default: int) -> int:
        """Return how many playouts there are at most; `default` if nothing is said."""
        if self.playouts is not None:
            return self.playouts
        return MOST if self.within is not None else default


class PlayedOut(NamedTuple):
    """The summary of playouts, who played them, why the fast engine did not, and what ended them too early."""

    answer: dict[str, Any]
    engine: str
    why: str = ""
    ended: KeyboardInterrupt | NoMoreWork | None = None


def play_out(
    document: Document,
    plan: Plan,
    folders: Sequence[Path] = (),
    tell: Callable[[int, int], None] = lambda done, most: None,
    *,
    partly: bool = False,
) -> PlayedOut:
    """Play a state out; raises Unreadable. `tell` is called with how many playouts are done, of about how many.

    With `partly`, an interrupt, or workers that go, end it with the playouts made so far, if there are any.
    """
    opened = open_session(document, folders)
    playing = _playing(opened, plan.policies, plan.engine == "fast", plan.line)
    most = plan.most(playing.default)
    state = msgspec.json.encode(documents.builtins(opened.state))
    total: Tally | None = None
    ended: KeyboardInterrupt | NoMoreWork | None = None
    try:
        if plan.jobs <= 1 and plan.cluster is None:
            chunks: Iterator[Tally] = (playing.play(plan.seed, chunk, n) for chunk, n in _chunks(playing.size, most))
        else:
            how = tuple(folders), tuple(plan.policies.items()), plan.engine == "fast", plan.seed
            chunks = ordered(partial(_work, state, *how), _chunks(playing.size, most), plan.jobs, plan.cluster)
        for found in chunks:
            if total is None:
                total = found
            else:
                total.add(found)
            widest = total.widest() if plan.within is not None else 0.0
            # the width of an interval falls as the root of the number
            share = (widest / plan.within) ** 2 if plan.within is not None else most / total.playouts
            tell(total.playouts, min(most, ceil(total.playouts * share)))
            if plan.within is not None and widest <= plan.within:
                break
    except (KeyboardInterrupt, NoMoreWork) as error:
        if total is None or not partly:
            raise
        ended = error
    assert total is not None
    names = playing.policies()
    answer = total.answer()
    head = {"exact": False, "playouts": total.playouts, "seed": plan.seed, "policies": names}
    return PlayedOut({**head, **answer}, playing.engine, playing.why, ended)


def slower(why: str) -> str:
    """Return the note that the judge plays instead of the fast engine, and why."""
    return f"the judge plays this, slower: {why}"


class Noted(dict[str, Any]):
    """An answer, with a `note` that is none of it."""

    note: str = ""


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """A line that has a state played out, with what it says of how."""

    state: dict[str, Any]
    id: Any = None
    playouts: Annotated[int, msgspec.Meta(ge=1, le=MOST)] | None = None
    within: Annotated[float, msgspec.Meta(gt=0, lt=1)] | None = None
    seed: str | int | None = None
    policies: dict[str, str] | None = None


def play_line(document: Document, plan: Plan, folders: Sequence[Path] = ()) -> dict[str, Any]:
    """Play the state of a line out; what the line does not say of how is in the plan. Raises Unreadable."""
    line = documents.convert(document, _Line)
    said = {name: getattr(line, name) for name in ("playouts", "within", "policies") if getattr(line, name) is not None}
    if line.seed is not None:
        said["seed"] = str(line.seed)
    if line.policies is not None:
        said["line"] = document
    state = Part(document, ("state",), line.state)
    found = play_out(state, plan._replace(**said), folders)
    answer = Noted(found.answer)
    answer.note = slower(found.why) if found.why and plan.engine == "fast" else ""
    return answer


def odds_line(document: Document, plan: Plan, folders: Sequence[Path] = ()) -> dict[str, Any]:
    """Return the odds of a line: of its question or its orders, or of its state played out in this process."""
    if isinstance(document.value, dict) and document.value.keys() & {"ask", "orders", "say"}:
        return odds_of_line(document, folders)
    return play_line(document, plan._replace(jobs=1, cluster=None), folders)


def _chunks(size: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the number and the playouts of each chunk; the last may be smaller."""
    for chunk, start in enumerate(range(0, most, size)):
        yield chunk, min(size, most - start)


def _playing(opened: Opened, policies: Mapping[str, str], fast: bool, line: Document | None = None) -> Playing:
    try:
        return game_odds(opened.game).playing(opened.state, opened.rules, dict(policies), fast)
    except WrongPolicy as error:
        said = (
            Problem(Argument("policy"), 0, 0, "", str(error))
            if line is None
            else line.problem(("policies",), str(error))
        )
        raise Unreadable([said]) from None
    except NoOdds as error:
        raise Unreadable([opened.document.problem((), str(error))]) from None


def _work(
    state: bytes,
    folders: tuple[Path, ...],
    policies: tuple[tuple[str, str], ...],
    fast: bool,
    seed: str,
    chunk: tuple[int, int],
) -> Tally:
    """Play one chunk out, in any process, of a state as JSON, which is opened once in each."""
    return _opened(state, folders, policies, fast).play(seed, *chunk)


@lru_cache(maxsize=4)
def _opened(state: bytes, folders: tuple[Path, ...], policies: tuple[tuple[str, str], ...], fast: bool) -> Playing:
    document = documents.make_document(msgspec.json.decode(state), "state")
    return _playing(open_session(document, folders), dict(policies), fast)
