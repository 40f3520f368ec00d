"""The route of a character to a hex: the cheapest path, or the one named; its cost, and what bars it (LoT 11)."""

from __future__ import annotations

from heapq import heappop, heappush

import msgspec

from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger

from ...profiles import Profile
from ...rows import TitanRow
from ..board import Board, bits
from .costs import BARRED
from .moves import Moves
from .reach import Way


class Route(msgspec.Struct):
    """The cheapest path to a hex, or the objections to it; `blockers` is the set of occupied hexes in the way.

    `within` is how far the character goes by this way.
    """

    path: list[int] = []
    cost: int = 0
    objections: list[Objection] = []
    blockers: int = 0
    ledger: Ledger | None = None
    allowance: Ledger | None = None
    within: int = 0

    @property
    def ledgers(self) -> list[Ledger]:
        """What the path costs, and the allowance of the character where that is not the printed one."""
        return [one for one in (self.ledger, self.allowance) if one is not None]


def route(
    way: Way,
    profile: Profile,
    start: int | None,
    side: int,
    target: int,
    occupied: int,
    path: list[int] | None = None,
) -> Route:
    """Return the cheapest path to a hex, or the objections to it (LoT 11.1 to 11.5).

    `start` is the hex of a character on the map, and None for one that enters by the hexes `side`.
    A `path` given by the player is followed instead of the cheapest.
    """
    moves, allowance = way.moves, way.allowance
    board, rules = moves.board, moves.board.rules
    if occupied >> target & 1:
        return Route(
            objections=[Objection(f"{board.labels[target]} is occupied", rules.cite("occupied"))], blockers=1 << target
        )
    bars = moves.step(None, target, "land" if moves.flies else "enter").bars
    if bars:
        return Route(objections=[_barred(board, target, row) for row in bars])
    if path is not None:
        return _judge_path(profile, way, start, side, path, occupied)
    label = board.labels[target]
    cheapest = _cheapest(moves, start, side, target, occupied)
    free = _cheapest(moves, start, side, target, 0)
    if free is None:
        return Route(objections=_walled_in(board, moves, target))
    blockers = sum(1 << h for h in free if occupied >> h & 1)
    names = ", ".join(board.names(blockers))
    if cheapest is None:
        objection = Objection(
            f"every path to {label} is blocked; characters stand on {names} in the shortest", rules.cite("occupied")
        )
        return Route(objections=[objection], blockers=blockers)
    ledger = ledger_of(moves, start, cheapest)
    if ledger.total <= allowance:
        return Route(cheapest, ledger.total, ledger=ledger)
    slow = [cite for entry in ledger.entries for cite in entry.cite]
    cites = tuple(dict.fromkeys([*rules.cite("allowance"), *rules.cite("one_hex"), *slow, *_slowed(profile, way)]))
    message = f"{label} costs {_hexes(ledger.total)} of movement; {_has(board, profile, way)}"
    if ledger_of(moves, start, free).total > allowance:
        return Route(cheapest, ledger.total, [Objection(message, cites)], ledger=ledger)
    message += f" (the shorter way is barred by who stands on {names})"
    return Route(cheapest, ledger.total, [Objection(message, (*cites, *rules.cite("occupied")))], blockers, ledger)


def allowance_of(board: Board, profile: Profile, way: Way, moved: bool) -> Ledger | None:
    """Return the ledger of how far a character goes by a way, None where that is its printed allowance."""
    cite = board.rules.cite("allowance")
    printed = profile.printed("Skill", cite)
    changes = profile.changes["allowance"]
    if moved:
        extra = profile.changes.get("extra", ())
        found = Ledger("allowance", extra)
        if found.total > way.allowance:
            found = found.plus(Entry("add", way.allowance - found.total, "moved farther already", cite))
        return found
    if way.moves.flies and profile.flight != profile.allowance:
        changes = (*profile.changes["flight"], *changes)
    if way.borrowed:
        changes = (*changes, *profile.changes["frees"])
    if not changes:
        return None
    found = Ledger("allowance", [printed, *changes])
    return found.plus(Entry("at_least", 0, "no fewer than none", cite)) if found.total < 0 else found


def _has(board: Board, profile: Profile, way: Way) -> str:
    """Return how far a character goes by a way, with the reasons where that is not its printed allowance."""
    found = allowance_of(board, profile, way, moved=False)
    because = f" ({found.words})" if found is not None and found.total == way.allowance else ""
    return f"{profile.named} has {way.allowance}{because}"


def _hexes(number: int) -> str:
    return f"{number} {'hex' if number == 1 else 'hexes'}"


def _slowed(profile: Profile, way: Way) -> list[str]:
    """Return the rules by which a character's allowance is not that of the chart."""
    flown = profile.changes.get("flight", ()) if way.moves.flies else ()
    return [*profile.cites, *(cite for entry in (*flown, *profile.changes["allowance"]) for cite in entry.cite)]


def ledger_of(moves: Moves, start: int | None, path: list[int]) -> Ledger:
    """Return the cost of a path, a line for each hex entered and one for each row that changes its cost."""
    board = moves.board
    entries = []
    previous = start
    for number, h in enumerate(path):
        final = number == len(path) - 1
        manner = ("land" if final else "over") if moves.flies else "enter"
        label = board.labels[h]
        entries.append(
            Entry("add", 1, f"{'onto' if previous is None else 'to'} {label}", board.rules.cite("allowance"))
        )
        entries += moves.step(previous, h, manner, not number).entries(board, label)
        previous = h
    return Ledger("movement", [*entries, *moves.profile.changes["flies"]])


def _cheapest(moves: Moves, start: int | None, side: int, target: int, occupied: int) -> list[int] | None:
    queue: list[tuple[int, int, list[int]]] = []

    def push(spent: int, path: list[int], here: int | None, to: int) -> None:
        first = not path and here is not None and bool(moves.leaving >> here & 1)
        if moves.flies:
            source = None if moves.even and not first else here
            cost = moves.cost(source, to, "land" if to == target else "over", first)
        else:
            cost = BARRED if occupied >> to & 1 else moves.cost(here, to, "enter", first)
        if cost < BARRED:
            heappush(queue, (spent + cost, to, [*path, to]))

    if start is None:
        for h in bits(side):
            push(0, [], None, h)
    else:
        heappush(queue, (0, start, []))
    done: set[int] = set()
    while queue:
        spent, here, path = heappop(queue)
        if here == target and path:
            return path
        if here in done:
            continue
        done.add(here)
        if path and moves.stopping >> here & 1:
            continue
        for n in moves.board.neighbours[here]:
            if n not in done:
                push(spent, path, here, n)
    return None


def _judge_path(profile: Profile, way: Way, start: int | None, side: int, path: list[int], occupied: int) -> Route:
    """Judge the path that the player gave."""
    moves = way.moves
    board, rules = moves.board, moves.board.rules
    objections = []
    blockers = 0
    previous = start
    for number, h in enumerate(path):
        label = board.labels[h]
        if previous is None:
            if not side >> h & 1:
                objections.append(Objection(f"{label} is not on the side of entry", rules.cite("entry")))
        elif h not in board.neighbours[previous]:
            objections.append(
                Objection(f"{label} is not adjacent to {board.labels[previous]}", rules.cite("allowance"), "path")
            )
        manner = ("land" if number == len(path) - 1 else "over") if moves.flies else "enter"
        objections += [_barred(board, h, row) for row in moves.step(previous, h, manner).bars]
        if moves.stopping >> h & 1 and number < len(path) - 1:
            rows = moves.step(previous, h, manner).stops
            objections += [Objection(f"the move ends on {label}: {row.why}", row.cites, "path") for row in rows]
        if not moves.flies and occupied >> h & 1:
            objections.append(Objection(f"{label} is occupied", rules.cite("occupied")))
            blockers |= 1 << h
        previous = h
    ledger = ledger_of(moves, start, path)
    if not objections and ledger.total > way.allowance:
        message = f"this path costs {_hexes(ledger.total)} of movement; {_has(board, profile, way)}"
        cites = dict.fromkeys([*rules.cite("allowance"), *ledger.cites, *_slowed(profile, way)])
        objections.append(Objection(message, (*cites,)))
    return Route(path, ledger.total, objections, blockers, ledger)


def _barred(board: Board, hex_: int, row: TitanRow) -> Objection:
    return Objection(f"{board.labels[hex_]}: {row.why}", row.cites)


def _walled_in(board: Board, moves: Moves, target: int) -> list[Objection]:
    """Return what forbids each step into a hex that no path reaches on an empty map."""
    reasons = {
        (row.why, row.cites)
        for n in board.neighbours[target]
        for row in moves.step(n, target, "land" if moves.flies else "enter").bars
    }
    label = board.labels[target]
    return [Objection(f"no path leads to {label}: {why}", cites) for why, cites in sorted(reasons)] or [
        Objection(f"no path leads to {label}", board.rules.cite("allowance"))
    ]
