"""Where a character may go in one Maneuver Phase, at what cost and by which path (LoT 11.1 to 11.5)."""

from __future__ import annotations

from heapq import heappop, heappush

import msgspec

from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.memory import Memory
from referee.core.rules.modifiers import Fact

from ...rules import Profile
from ...tables import TitanRow
from ..board import Board, bits, rows_for

# the cost of a forbidden step, above any allowance
BARRED = 99
_MOST_LANDINGS = 10_000


def _rows(
    board: Board, flies: bool, natives: frozenset[str], source: int | None, target: int, manner: str
) -> list[TitanRow]:
    """Return the rows that apply to one step; with source None, to entering the map."""
    facts: dict[str, Fact] = {"manner": manner, "flying": flies}
    found: list[TitanRow] = []
    for hazard in board.hazards[target] or [board.rules.battlelands.ground]:
        facts["mover"] = "native" if hazard in natives else "other"
        found += rows_for(board, hazard, "move", facts)
    if source is not None:
        for hazard, crossing in board.crossings.get((source, target), ()):
            facts["mover"] = "native" if hazard in natives else "other"
            facts["crossing"] = crossing
            found += rows_for(board, hazard, "move", facts)
    return found


def forbidding_row(board: Board, profile: Profile, hex_: int) -> TitanRow | None:
    """Return the row that forbids a hex to a character, None where it may end a move there."""

    def find() -> TitanRow | None:
        rows = _rows(board, profile.flies, profile.natives, None, hex_, "land" if profile.flies else "enter")
        return next((row for row in rows if row.forbid), None)

    return board.rules.remember(("forbidding row", board.name, profile.key, hex_), find)


class Moves:
    """The cost of every step for one kind of mover: flying or on foot, native to the same hazards."""

    def __init__(self, board: Board, flies: bool, natives: frozenset[str]) -> None:
        self.board = board
        self.flies = flies
        self.natives = natives
        self._costs: dict[tuple[int | None, int, str], int] = {}
        size = len(board.labels)
        manner = "land" if flies else "enter"
        self.into: list[int] = [self.cost(None, h, manner) for h in range(size)]
        if flies:
            self.over = sum(1 << h for h in range(size) if self.cost(None, h, "over") < BARRED)
            self.landing = _by_cost([(cost, h) for h, cost in enumerate(self.into)])
            self.near = [sum(1 << n for n in near) for near in board.neighbours]
        else:
            self.steps = [
                _by_cost([(self.cost(h, n, "enter"), n) for n in near]) for h, near in enumerate(board.neighbours)
            ]
        self._landings: Memory[tuple[int, int, int], int] = Memory(_MOST_LANDINGS)
        self._walks: Memory[tuple[tuple[tuple[int, int], ...], int, int], int] = Memory(_MOST_LANDINGS)

    def rows(self, source: int | None, target: int, manner: str) -> list[TitanRow]:
        """Return the rows that apply to one step; with source None, to entering the map."""
        return _rows(self.board, self.flies, self.natives, source, target, manner)

    def cost(self, source: int | None, target: int, manner: str) -> int:
        """Return the cost of one step in hexes of movement; BARRED if it is forbidden."""
        key = (source, target, manner)
        found = self._costs.get(key)
        if found is None:
            rows = self.rows(source, target, manner)
            forbidden = any(row.forbid for row in rows)
            found = self._costs[key] = BARRED if forbidden else max([1, *(row.cost or 1 for row in rows)])
        return found

    def landings(self, start: int, onto: int, allowance: int) -> int:
        """Return the set of hexes where a flyer may land on an empty map (LoT 11.5).

        Hexes flown over cost 1 each, the last its own cost. The flyer starts from the set of hexes `start`, or enters
        the map by the set `onto`; the other is 0.
        """
        key = (start, onto, allowance)
        found = self._landings.get(key)
        if found is None:
            found = 0
            over = start
            first = onto
            for left in range(allowance, 0, -1):
                beside = first
                for h in bits(over):
                    beside |= self.near[h]
                found |= beside & sum(mask for cost, mask in self.landing if cost <= left)
                over |= beside & self.over
                first = 0
            self._landings[key] = found
        return found

    def walk(self, reached: dict[int, int], allowance: int, occupied: int) -> int:
        """Return the set of hexes that a character on foot reaches within an allowance.

        `reached` holds the sets of hexes it starts from, by the movement spent so far. Occupied hexes are not passed.
        """
        key = (tuple(reached.items()), allowance, occupied)
        found = self._walks.get(key)
        if found is None:
            found = self._walks[key] = self._walk(dict(reached), allowance, ~occupied)
        return found

    def _walk(self, reached: dict[int, int], allowance: int, free: int) -> int:
        """Spread over the set of free hexes, cheapest first."""
        seen = 0
        for spent in range(allowance + 1):
            fresh = reached.get(spent, 0) & ~seen
            if not fresh:
                continue
            seen |= fresh
            while fresh:
                low = fresh & -fresh
                fresh ^= low
                for cost, mask in self.steps[low.bit_length() - 1]:
                    total = spent + cost
                    if total <= allowance:
                        reached[total] = reached.get(total, 0) | mask & free
        return seen


def _by_cost(steps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return (cost, set of hexes) for each cost that can be paid."""
    found: dict[int, int] = {}
    for cost, h in steps:
        if cost < BARRED:
            found[cost] = found.get(cost, 0) | 1 << h
    return sorted(found.items())


def moves_for(board: Board, profile: Profile) -> Moves:
    """Return the step costs for a character; characters that move alike share them."""
    return board.rules.remember(
        ("moves", board.name, profile.key), lambda: Moves(board, profile.flies, profile.natives)
    )


def reach(board: Board, profile: Profile, start: int, occupied: int) -> int:
    """Return the set of hexes where a character may end its move, without its own hex (LoT 11.2 to 11.5)."""
    moves = moves_for(board, profile)
    if moves.flies:
        return moves.landings(1 << start, 0, profile.skill) & ~(occupied | 1 << start)
    return moves.walk({0: 1 << start}, profile.skill, occupied) & ~(1 << start)


def entry(board: Board, profile: Profile, side: int, occupied: int) -> int:
    """Return the set of hexes where a character may end its move that enters by the hexes `side` (LoT 11.1)."""
    moves = moves_for(board, profile)
    if moves.flies:
        return moves.landings(0, side, profile.skill) & ~occupied
    reached: dict[int, int] = {}
    for h in bits(side & ~occupied):
        if moves.into[h] <= profile.skill:
            reached[moves.into[h]] = reached.get(moves.into[h], 0) | 1 << h
    return moves.walk(reached, profile.skill, occupied)


class Route(msgspec.Struct):
    """The cheapest path to a hex, or the objections to it; `blockers` is the set of occupied hexes in the way."""

    path: list[int] = []
    cost: int = 0
    objections: list[Objection] = []
    blockers: int = 0
    ledger: Ledger | None = None


def route(
    board: Board,
    profile: Profile,
    starts: list[int | None],
    side: int,
    target: int,
    occupied: int,
    path: list[int] | None = None,
) -> Route:
    """Return the cheapest path to a hex, or the objections to it (LoT 11.1 to 11.5).

    `starts` is [hex] for a character on the map and [None] for one that enters by the set of hexes `side`.
    Where the player gives a `path`, that one is judged.
    """
    start = starts[0]
    moves = moves_for(board, profile)
    rules = board.rules
    if occupied >> target & 1:
        return Route(
            objections=[Objection(f"{board.labels[target]} is occupied", rules.cite("occupied"))], blockers=1 << target
        )
    last = "land" if moves.flies else "enter"
    barred = [row for row in moves.rows(None, target, last) if row.forbid]
    if barred:
        return Route(objections=[_barred(board, target, row) for row in barred])
    if path is not None:
        return _judge_path(board, profile, moves, start, side, path, occupied)
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
    ledger = ledger_of(board, moves, start, cheapest)
    if ledger.total <= profile.skill:
        return Route(cheapest, ledger.total, ledger=ledger)
    slow = [cite for entry in ledger.entries for cite in entry.cite]
    cites = tuple(dict.fromkeys([*rules.cite("allowance"), *rules.cite("one_hex"), *slow]))
    message = f"{label} costs {ledger.total} hexes of movement; {profile.named} has {profile.skill}"
    if ledger_of(board, moves, start, free).total > profile.skill:
        return Route(cheapest, ledger.total, [Objection(message, cites)], ledger=ledger)
    message += f" (the shorter way is barred by who stands on {names})"
    return Route(cheapest, ledger.total, [Objection(message, (*cites, *rules.cite("occupied")))], blockers, ledger)


def ledger_of(board: Board, moves: Moves, start: int | None, path: list[int]) -> Ledger:
    """Return the cost of a path: an entry for each hex entered and one for each that slows (LoT 11.2)."""
    entries = []
    previous = start
    for number, h in enumerate(path):
        final = number == len(path) - 1
        manner = ("land" if final else "over") if moves.flies else "enter"
        rows = [row for row in moves.rows(previous, h, manner) if (row.cost or 1) > 1]
        entries.append(
            Entry("add", 1, f"{'onto' if previous is None else 'to'} {board.labels[h]}", board.rules.cite("allowance"))
        )
        if rows:
            worst = max(rows, key=lambda row: row.cost or 1)
            entries.append(
                Entry(
                    "add",
                    (worst.cost or 1) - 1,
                    f"{worst.why} ({board.labels[h]})",
                    (*worst.cites, *board.rules.cite("slowed")),
                )
            )
        previous = h
    return Ledger("movement", entries)


def _cheapest(moves: Moves, start: int | None, side: int, target: int, occupied: int) -> list[int] | None:
    queue: list[tuple[int, int, list[int]]] = []
    if start is None:
        for h in bits(side):
            _push(moves, queue, 0, [], None, h, target, occupied)
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
        for n in moves.board.neighbours[here]:
            if n not in done:
                _push(moves, queue, spent, path, here, n, target, occupied)
    return None


def _push(
    moves: Moves,
    queue: list[tuple[int, int, list[int]]],
    spent: int,
    path: list[int],
    here: int | None,
    to: int,
    target: int,
    occupied: int,
) -> None:
    if moves.flies:
        cost = moves.into[to] if to == target else moves.cost(None, to, "over")
    else:
        cost = BARRED if occupied >> to & 1 else moves.cost(here, to, "enter")
    if cost < BARRED:
        heappush(queue, (spent + cost, to, [*path, to]))


def _judge_path(
    board: Board, profile: Profile, moves: Moves, start: int | None, side: int, path: list[int], occupied: int
) -> Route:
    """Judge the path that the player gave."""
    rules = board.rules
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
        objections += [_barred(board, h, row) for row in moves.rows(previous, h, manner) if row.forbid]
        if not moves.flies and occupied >> h & 1:
            objections.append(Objection(f"{label} is occupied", rules.cite("occupied")))
            blockers |= 1 << h
        previous = h
    ledger = ledger_of(board, moves, start, path)
    if not objections and ledger.total > profile.skill:
        message = f"this path costs {ledger.total} hexes of movement; {profile.named} has {profile.skill}"
        objections.append(Objection(message, rules.cite("allowance")))
    return Route(path, ledger.total, objections, blockers, ledger)


def _barred(board: Board, hex_: int, row: TitanRow) -> Objection:
    return Objection(f"{board.labels[hex_]}: {row.why}", row.cites)


def _walled_in(board: Board, moves: Moves, target: int) -> list[Objection]:
    """Return what forbids each step into a hex that no path reaches on an empty map."""
    reasons = {
        (row.why, row.cites)
        for n in board.neighbours[target]
        for row in moves.rows(n, target, "land" if moves.flies else "enter")
        if row.forbid
    }
    label = board.labels[target]
    return [Objection(f"no path leads to {label}: {why}", cites) for why, cites in sorted(reasons)] or [
        Objection(f"no path leads to {label}", board.rules.cite("allowance"))
    ]
