"""What each step costs a character, and where walks and flights at these costs end (LoT 11.1 to 11.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from referee.core.rules.ledger import Entry
from referee.core.rules.memory import Memory
from referee.core.rules.rows import Fact

from ...profiles import Profile
from ...rows import TitanRow
from ...sections import GivenFacts
from ..board import Board, bits
from .costs import BARRED, FREE, LEAST, StepRuling, step_of
from .rows import further_rows

_MOST_LANDINGS = 10_000
# into how many parts a map falls, for each of which it is known where all its sets of hexes lead
_PARTS = 3
_MOST_SETS = 4_096
# the hexes of a part all of whose sets are worked out at once
_FEW = 9


class _Leading(Memory[int, int]):
    """Where the sets of hexes of one part of the map lead; of a large part, each worked out when it is first met.

    It is a set for each cost from 1, `width` bits each; `each` says the same of a single hex.
    """

    def __init__(self, each: Sequence[int]) -> None:
        super().__init__(_MOST_SETS)
        self._each = each
        if len(each) <= _FEW:
            found = [0]
            for one in each:
                found += [one | other for other in found]
            self.update(enumerate(found))

    def __missing__(self, hexes: int) -> int:
        out = 0
        for h in bits(hexes):
            out |= self._each[h]
        self[hexes] = out
        return out


class Moves:
    """What each step costs the characters of a kind that fly or walk and are native to the same hazards.

    `given` are the facts that a row of this ruleset names and that neither the kind nor the ground settles. They fly
    if such characters do, unless `flies` says otherwise. What is laid on the board changes some steps: the others are
    those of `bare`, the same on the board on which nothing is.
    """

    def __init__(
        self,
        board: Board,
        profile: Profile,
        given: GivenFacts = (),
        flies: bool | None = None,
        bare: Moves | None = None,
    ) -> None:
        self.board = board
        self.bare = bare
        self.profile = profile
        self.flies = profile.flies if flies is None else flies
        self._people = {"mover": profile}
        section = board.rules.sections["move"]
        self._facts: dict[str, Fact] = {"flying": self.flies, **section.facts(self._people), **dict(given)}
        # what a step depends on beside the ground, where the same on other boards
        kind = ("steps", board.rules.mover_key(profile), given, self.flies, board.around)
        self._kind = board.rules.number_of(kind)
        self._steps: dict[tuple[int | None, int, str, bool], StepRuling] = {}
        self._landings: Memory[tuple[int, int, int], int] = Memory(_MOST_LANDINGS)
        self._all = board.all
        self._width = len(board.labels)
        self._onto: dict[int, int] = {}

    @cached_property
    def into(self) -> list[int]:
        """The cost of each hex as the first or the last of a move."""
        return self._by_hex(None if self.bare is None else self.bare.into, "land" if self.flies else "enter")

    def _by_hex(self, bare: list[int] | None, manner: str) -> list[int]:
        """Return the cost of each hex, whichever way one comes; those of hexes that nothing covers are `bare`."""
        if bare is None:
            return [self.cost(None, h, manner) for h in range(len(self.board.labels))]
        out = list(bare)
        for h in self.board.covered:
            out[h] = self.cost(None, h, manner)
        return out

    @cached_property
    def entering(self) -> list[list[int]]:
        """For each hex of a bare board the costs at which one who walks enters its neighbours from it."""
        # with nothing between two hexes, it does not matter from where one comes
        into, sides = self.into, self.board.sides
        return [
            [self.cost(h, n, "enter") if (h, n) in sides else into[n] for n in near]
            for h, near in enumerate(self.board.neighbours)
        ]

    @cached_property
    def steps(self) -> list[list[tuple[int, int]]]:
        """For each hex the neighbours that one who walks may enter from it, by what they cost."""
        near = self.board.neighbours
        if self.bare is None:
            return [_by_cost(zip(costs, near[h], strict=True)) for h, costs in enumerate(self.entering)]
        return [self.steps_from(h) for h in range(len(near))]

    def steps_from(self, hex_: int) -> list[tuple[int, int]]:
        """Return the neighbours that one who walks may enter from a hex, by what they cost."""
        board = self.board
        if self.bare is None or "steps" in self.__dict__:
            return self.steps[hex_]
        if not board.touched >> hex_ & 1:
            return self.bare.steps[hex_]
        near = board.neighbours[hex_]
        costs = [
            self.cost(hex_, n, "enter") if board.altered(hex_, n) else cost
            for n, cost in zip(near, self.bare.entering[hex_], strict=True)
        ]
        return _by_cost(zip(costs, near, strict=True))

    def stops_among(self, hexes: int) -> int:
        """Return those of a set of hexes that end the move of one who walks into them."""
        if self.bare is None or "stopping" in self.__dict__:
            return self.stopping & hexes
        if not self.board.rules.sections["move"].stops or self.flies:
            return 0
        found = self.bare.stopping & hexes
        for h in bits(hexes & self.board.covering):
            found = found & ~(1 << h) | bool(self.step(None, h, "enter").stops) << h
        return found

    def leaves(self, hex_: int) -> bool:
        """Return whether a move begins in a hex at another cost."""
        if self.bare is None or "leaving" in self.__dict__:
            return bool(self.leaving >> hex_ & 1)
        if self.board.covering >> hex_ & 1:
            return bool(self._leave_rows(hex_))
        return bool(self.bare.leaving >> hex_ & 1)

    @cached_property
    def _each(self) -> list[int]:
        """Where each hex leads one who walks: a set of hexes for each cost from 1, as one number."""
        return [self._ahead(steps) >> LEAST * self._width for steps in self.steps]

    @cached_property
    def _walking(self) -> tuple[_Leading, _Leading, _Leading, int, int, int]:
        """What each walk needs: where the sets of hexes of each part of the map lead, and how many hexes a part has.

        And the number of all hexes, and the set of those that do not end a move.
        """
        part, each = -(-self._width // _PARTS), self._each
        first, second, third = (_Leading(each[n * part : (n + 1) * part]) for n in range(_PARTS))
        return first, second, third, part, self._width, self._all & ~self.stopping

    def _ahead(self, by_cost: Iterable[tuple[int, int]]) -> int:
        """Return sets of hexes by what is spent when one comes there, as one number."""
        return sum([mask << spent * self._width for spent, mask in by_cost])

    def onto(self, side: int, occupied: int) -> int:
        """Return the hexes of `side`, by what it costs to enter the map there, as one number for `walk`.

        Those that are occupied may be left out, since nobody enters there.
        """
        if self.bare is not None:
            return self._ahead(_by_cost((self.into[h], h) for h in bits(side & ~occupied)))
        found = self._onto.get(side)
        if found is None:
            found = self._onto[side] = self._ahead(_by_cost((self.into[h], h) for h in bits(side)))
        return found

    def walk_onto(self, side: int, allowance: int, occupied: int) -> int:
        """Return the set of hexes that a character on foot reaches from off the map by a side, as `walk` does."""
        onto = self.onto(side, occupied)
        if self.bare is not None:
            return self._walk_laid(onto, allowance, occupied)
        return self._walk_on(onto >> self._width, allowance, occupied)

    @cached_property
    def overhead(self) -> list[int]:
        """The cost of flying over each hex, whichever way one comes."""
        return self._by_hex(None if self.bare is None else self.bare.overhead, "over")

    @cached_property
    def over(self) -> int:
        """The set of hexes that a flyer may fly over."""
        if self.bare is None:
            return sum([1 << h for h, cost in enumerate(self.overhead) if cost < BARRED])
        found = self.bare.over & ~self.board.covering
        for h in self.board.covered:
            found |= (self.cost(None, h, "over") < BARRED) << h
        return found

    @cached_property
    def landing(self) -> list[tuple[int, int]]:
        """The sets of hexes where a flyer may land, by what they cost."""
        if self.bare is None:
            return _by_cost((cost, h) for h, cost in enumerate(self.into))
        return self._relaid(self.bare.landing, "land")

    def _relaid(self, bare: list[tuple[int, int]], manner: str) -> list[tuple[int, int]]:
        """Return the sets of hexes by what they cost, whichever way one comes; those that nothing covers are `bare`."""
        found = dict(bare)
        for h in self.board.covered:
            for cost in found:
                found[cost] &= ~(1 << h)
            now = self.cost(None, h, manner)
            if now < BARRED:
                found[now] = found.get(now, 0) | 1 << h
        return sorted([(cost, mask) for cost, mask in found.items() if mask])

    @cached_property
    def even(self) -> bool:
        """Whether a flyer pays one hex for each but the last, whichever way it comes."""
        if self.bare is not None and self.bare.even and not self.uneven:
            return all(self.cost(None, h, "over") in (1, BARRED) for h in self.board.covered)
        return not self.uneven and all(cost in (1, BARRED) for cost in self.overhead)

    @cached_property
    def uneven(self) -> frozenset[tuple[int, int]]:
        """The pairs of neighbours with something between them over which it matters to a flyer where it comes from."""
        sides = self.board.sides
        if not self.board.rules.hexsides_hinder_flight:
            return frozenset()
        if self.bare is None:
            return frozenset([(h, n) for h, n in sides if self._is_uneven(h, n)])
        altered = self.board.altered
        changed = [pair for pair in self.bare.uneven if altered(*pair)]
        now = [pair for pair in self.board.sides if altered(*pair) and self._is_uneven(*pair)]
        return self.bare.uneven.difference(changed).union(now)

    def _is_uneven(self, source: int, target: int) -> bool:
        over = self.cost(source, target, "over") != self.overhead[target]
        return over or self.cost(source, target, "land") != self.cost(None, target, "land")

    @cached_property
    def stopping(self) -> int:
        """The set of hexes that end the move of one who walks into them."""
        if self.bare is not None:
            return self.stops_among(self._all)
        if not self.board.rules.sections["move"].stops or self.flies:
            return 0
        return sum([1 << h for h in range(self._width) if self.step(None, h, "enter").stops])

    @cached_property
    def leaving(self) -> int:
        """The set of hexes in which a move begins at another cost."""
        if not self.board.rules.sections["move"].leaves:
            return 0
        begins = self._leave_rows if self.bare is None else self.leaves
        return sum([1 << h for h in range(self._width) if begins(h)])

    def complete(self) -> Moves:
        """Work out every cost now, so that a cache records every option that they depend on."""
        _ = (self.into, self.over, self.landing, self.even) if self.flies else (self.into, self.steps)
        _ = (self.stopping, self.leaving)
        return self

    def step(self, source: int | None, target: int, manner: str, first: bool = False) -> StepRuling:
        """Return the ruling on one step; source None is a step onto the map, and the `first` step leaves its hex."""
        board = self.board
        if source is not None and not first and (source, target) not in board.sides:
            # with nothing between them, it does not matter from where
            source = None
        key = (source, target, manner, first)
        found = self._steps.get(key)
        if found is None:
            crossed = board.sides.get((source, target), ()) if source is not None else ()
            left = board.borne[source] if first and source is not None else None
            ground = (manner, board.borne[target], crossed, left)
            found = board.rules.share(("step", self._kind, *ground), lambda: self._ruled(source, target, manner, first))
            self._steps[key] = found
        return found

    def _ruled(self, source: int | None, target: int, manner: str, first: bool) -> StepRuling:
        granted = self._granted(source, target) if self.profile.granted else ()
        rows = self._rows(source, target, manner)
        if first and source is not None:
            rows += self._leave_rows(source)
        facts = {**self._facts, "manner": manner}
        return step_of(self.board, rows, facts, granted) if rows or granted else FREE

    def _rows(self, source: int | None, target: int, manner: str) -> list[TitanRow]:
        """Return the rows that bear on entering a hex, landing on it or flying over it."""
        board, rules = self.board, self.board.rules
        section = rules.sections["move"]
        facts = {**self._facts, "manner": manner}
        found = rules.rows_on(section, board.borne[target], facts, self._people)
        if source is not None:
            for carrier, crossing in board.sides.get((source, target), ()):
                found += rules.rows_on(section, (carrier,), {**facts, "crossing": crossing}, self._people)
        return found + further_rows(board, section, facts, self._people)

    def _leave_rows(self, hex_: int) -> list[TitanRow]:
        """Return the rows that bear on leaving the hex in which a move begins."""
        section = self.board.rules.sections["move"]
        if not section.leaves:
            return []
        if not any(carrier.table.move for carrier in self.board.borne[hex_]):
            return []
        facts = {**self._facts, "manner": "leave"}
        found = self.board.rules.rows_on(section, self.board.borne[hex_], facts, self._people)
        return [row for row in found if "manner" in row.when]

    def _granted(self, source: int | None, target: int) -> tuple[Entry, ...]:
        crossed = self.board.sides.get((source, target), ()) if source is not None else ()
        ground = (*self.board.borne[target], *(carrier for carrier, _ in crossed))
        return tuple(self.board.rules.sections["move"].granted(ground, self._people))

    def cost(self, source: int | None, target: int, manner: str, first: bool = False) -> int:
        """Return what one step costs in hexes of movement, BARRED where it is forbidden."""
        return self.step(source, target, manner, first).cost

    def away(self, start: int, allowance: int, occupied: int) -> int:
        """Return where a character may end a move that begins at another cost, in the hex `start`."""
        found, reached = 0, {0: 0}
        for n in self.board.neighbours[start]:
            if self.flies:
                found |= (self.cost(start, n, "land", True) <= allowance) << n
            elif occupied >> n & 1:
                continue
            cost = self.cost(start, n, "over" if self.flies else "enter", True)
            reached[cost] = reached.get(cost, 0) | 1 << n
        if self.flies:
            return (found | self._fly(reached, allowance)) & ~(occupied | 1 << start)
        return self.walk(self._ahead(reached.items()), allowance, occupied) & ~(1 << start)

    def landings(self, start: int, onto: int, allowance: int) -> int:
        """Return where a flyer may land on an empty map.

        Hexes flown over cost 1 each, the last its own cost. The flyer starts from the set of hexes `start`, or enters
        the map by the set `onto`; the other is 0.
        """
        key = (start, onto, allowance)
        found = self._landings.get(key)
        if found is None:
            make = self._landings_even if self.even else self._landings_uneven
            found = self._landings[key] = make(start, onto, allowance)
        return found

    def _landings_even(self, start: int, onto: int, allowance: int) -> int:
        """Fly where every hex but the last costs 1, and the last its own cost."""
        near, landing, passed = self.board.beside, self.landing, self.over
        found, over, fresh, beside = 0, start, start, onto
        for left in range(allowance, 0, -1):
            for h in bits(fresh):
                beside |= near[h]
            for cost, mask in landing:
                if cost <= left:
                    found |= beside & mask
            # those that are beside hexes flown over before could be landed on with more left
            fresh = beside & passed & ~over
            over |= fresh
            beside = 0
        return found

    def _landings_uneven(self, start: int, onto: int, allowance: int) -> int:
        """Fly where what a hex costs hangs on the way, or more than 1 is paid to fly over it."""
        found = 0
        reached: dict[int, int] = {0: start}
        for h in bits(onto):
            found |= (self.into[h] <= allowance) << h
            cost = self.cost(None, h, "over")
            reached[cost] = reached.get(cost, 0) | 1 << h
        return found | self._fly(reached, allowance)

    def _fly(self, reached: dict[int, int], allowance: int) -> int:
        """Fly on from the sets of hexes flown over, by the movement spent so far."""
        found = seen = 0
        for spent in range(allowance):
            fresh = reached.get(spent, 0) & ~seen
            seen |= fresh
            for h in bits(fresh):
                for n in self.board.neighbours[h]:
                    found |= (spent + self.cost(h, n, "land") <= allowance) << n
                    cost = spent + self.cost(h, n, "over")
                    reached[cost] = reached.get(cost, 0) | 1 << n
        return found

    def walk(self, begun: int, allowance: int, occupied: int) -> int:
        """Return the set of hexes that a character on foot reaches within an allowance.

        `begun` is the set of hexes from which it starts, and after it those where it may be after spending 1, 2 and so
        on. Occupied hexes are not passed.
        """
        if self.bare is not None:
            return self._walk_laid(begun, allowance, occupied)
        starts, ahead = begun & self._all, begun >> self._width
        for h in bits(starts):
            ahead |= self._each[h]
        return self._walk_on(ahead, allowance, occupied) | starts

    def walk_from(self, start: int, allowance: int, occupied: int) -> int:
        """Return the set of other hexes that a character on foot reaches from a hex, as `walk` does."""
        if self.bare is not None:
            return self._walk_laid(1 << start, allowance, occupied) & ~(1 << start)
        return self._walk_on(self._each[start], allowance, occupied) & ~(1 << start)

    def _walk_on(self, ahead: int, allowance: int, occupied: int) -> int:
        """Return where a walk leads; `ahead` are the sets of hexes where it may be after spending 1, 2 and so on."""
        if not allowance:
            return 0
        first, second, third, part, width, onward = self._walking
        free = unseen = self._all & ~occupied
        within, last = (1 << part) - 1, part + part
        while True:
            fresh = ahead & unseen
            unseen ^= fresh
            allowance -= 1
            if not allowance:
                return free ^ unseen
            fresh &= onward
            ahead = ahead >> width | first[fresh & within] | second[fresh >> part & within] | third[fresh >> last]

    def _walk_laid(self, begun: int, allowance: int, occupied: int) -> int:
        """Walk on a board on which something is laid: where it is, each step that the move may make is worked out."""
        unseen, width, ahead = self._all, self._width, begun
        for spent in range(allowance):
            fresh = ahead & unseen
            ahead >>= width
            unseen ^= fresh
            fresh &= ~self.stops_among(fresh) if spent else fresh
            for h in bits(fresh):
                for cost, mask in self.steps_from(h):
                    if spent + cost > allowance:
                        break
                    ahead |= (mask & ~occupied) << (cost - LEAST) * width
        return self._all & (ahead | ~unseen)


def _by_cost(steps: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return (cost, set of hexes) for each cost that can be paid."""
    found: dict[int, int] = {}
    for cost, h in steps:
        if cost < BARRED:
            found[cost] = found.get(cost, 0) | 1 << h
    return sorted(found.items())


def moves_for(board: Board, profile: Profile, given: GivenFacts = (), flies: bool | None = None) -> Moves:
    """Return the step costs for a character, made once for all who pay the same."""
    flies = profile.flies if flies is None else flies
    key = ("moves", board, board.rules.mover_key(profile), given, flies)

    def make() -> Moves:
        bare = moves_for(board.bare, profile, given, flies) if board.bare is not None else None
        return Moves(board, profile, given, flies, bare).complete()

    return board.rules.remember(key, make)
