"""Turns given together: which documents answer the phase, what conflicts, what is missing, and their resolution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.core import documents
from referee.core.documents.problems import known_name
from referee.core.game.orders import Objection
from referee.core.game.position import SimultaneousPosition
from referee.core.game.recorder import Recorder
from referee.core.game.submissions import Submission, SubmittedOrder

from .board.battlefield import Battalion, Combat, Unit
from .board.grid import field_said, space_said
from .phases import resolve
from .position import BattalionsPosition
from .state import Place

Conflict = tuple[SubmittedOrder, Objection]


class Own(NamedTuple):
    """An order for a battalion by its owner, with its document."""

    given: SubmittedOrder
    order: Any
    battalion: Battalion
    submission: Submission


class SimultaneousTurns(BattalionsPosition, SimultaneousPosition):
    """A game whose players all order before a phase is resolved."""

    @property
    def forgiving(self) -> bool:
        """Whether a battalion with an illegal command does something else instead (BN-G-10)."""
        return self.fighting and self.rules.chosen("missing_order", "hold")

    def answering(self, submission: Submission) -> list[SubmittedOrder] | Objection:
        """Return the orders of a document that answer the current phase, or why none can."""
        choosing = self.choosing
        if self.result is not None:
            return Objection("the game is over", self.rules.cite("over"))
        if _mixes(submission) or self._foreign_to_skirmish(submission):
            # no later phase can change that, so it is refused at once, at its place
            return submission.orders
        if choosing:
            chosen = [g for g in submission.orders if g.order.verb == "choose_field"]
            if chosen:
                return chosen
            return Objection(
                f"a Field is to be chosen for {', '.join(choosing)}", self.rules.cite("regroup"), None, ("choice",)
            )
        return self._combat_turn(submission) if self.fighting else self._round(submission)

    def _foreign_to_skirmish(self, submission: Submission) -> bool:
        """Return whether a document has orders for an over-world where there is none."""
        return self.theatre.skirmish and any(g.order.verb in ("path", "choose_field") for g in submission.orders)

    def _combat_turn(self, submission: Submission) -> list[SubmittedOrder] | Objection:
        header: Any = submission.header
        paths = [g for g in submission.orders if g.order.verb == "path"]
        if self.theatre.skirmish and header.round is not None:
            return Objection("a skirmish has no rounds on an over-world", self.rules.cite("skirmish_ends"), "round")
        if header.round is not None or (paths and header.combat is None and header.turn is None):
            return Objection(
                "these are over-world moves, and a combat turn is awaited",
                self.rules.cite("turns"),
                "round" if header.round is not None else "orders",
                ("combat",),
            )
        running = {combat.id: combat for combat in self.theatre.running}
        if header.combat is None:
            return self._combats_meant(submission, header.turn)
        combat = running.get(known_name(header.combat, running))
        if combat is None:
            near = documents.nearest(header.combat, running)
            return Objection(f"no combat '{header.combat}' is fought now{near}", self.rules.cite("commands"), "combat")
        return self._turn(submission, combat, header.turn)

    def _combats_meant(self, submission: Submission, turn: int | None) -> list[SubmittedOrder] | Objection:
        """Return the orders of a document that names no combat: each is for the combat of its battalion."""
        known = self.theatre.battalions
        orders: list[Any] = [given.order for given in submission.orders]
        named = {known_name(order.battalion, known) for order in orders}
        meant = [one for one in self.theatre.running if named & one.members.keys()] or self.theatre.running
        if turn is not None and len({combat.turn for combat in meant}) > 1:
            names = " or ".join(combat.id for combat in meant)
            return Objection(f"'combat' is missing: turn {turn} of {names}?", self.rules.cite("commands"))
        return self._turn(submission, meant[0], turn)

    def _turn(self, submission: Submission, combat: Combat, turn: int | None) -> list[SubmittedOrder] | Objection:
        due = combat.turn + 1
        if turn is None or turn == due:
            return submission.orders
        if turn < due:
            return Objection(
                f"turn {turn} of {combat.id} has been fought; turn {due} is awaited",
                self.rules.cite("commands"),
                "turn",
            )
        message = f"for turn {turn}; turn {due} of {combat.id} is awaited"
        return Objection(message, self.rules.cite("commands"), "turn", ("turn",))

    def _round(self, submission: Submission) -> list[SubmittedOrder] | Objection:
        header: Any = submission.header
        cite = self.rules.cite("turns")
        if header.combat is not None or header.turn is not None:
            message = f"it is {self.to_move}'s turn to move on the over-world; no combat turn is awaited"
            return Objection(message, cite, "combat" if header.combat is not None else "turn", ("move",))
        if header.round is not None and header.round != self.round:
            later = ("round",) if header.round > self.round else ()
            return Objection(f"round {self.round} is played, not {header.round}", cite, "round", later)
        if submission.player != self.to_move:
            assert self.to_move is not None
            order = self.players
            to_come = submission.player in order and order.index(submission.player) > order.index(self.to_move)
            message = f"it is {self.to_move}'s turn to move on the over-world, not {submission.player}'s"
            return Objection(message, cite, "player", ("turn",) if to_come else ())
        return submission.orders

    def conflicts(self, submissions: list[Submission]) -> list[Conflict]:
        """Return what is wrong with orders taken together; all that conflict are refused, the first one included.

        An order for another player's battalion is refused for that alone: it neither conflicts with its owner's orders
        nor reveals them.
        """
        owned = [own for submission in submissions for own in _own(self, submission)]
        mixed = [conflict for submission in submissions for conflict in _mixed(self, submission)]
        return mixed + _twice(self, owned) + _same_space(self, owned) + _strays(self, owned)

    def lacking(self, submissions: list[Submission]) -> list[tuple[str, Objection]]:
        """Return the battalions without a command or an arrangement, and the choices not made."""
        given: list[Any] = [g.order for s in submissions for g in s.orders]
        out = []
        if self.choosing:
            chosen = {order.battalion for order in given}
            for ident, fields in self.choosing.items():
                if ident not in chosen:
                    message = f"{' or '.join(map(field_said, fields))} is to be chosen for {ident}"
                    out.append((self.theatre.battalions[ident].player, Objection(message, self.rules.cite("regroup"))))
        elif self.fighting:
            for combat in self.theatre.running:
                arranged = {order.battalion for order in given if order.verb == "arrange"}
                for battalion in self.unarranged(combat):
                    if battalion.id not in arranged:
                        message = f"{battalion.id} is to be set out before {combat.id} goes on"
                        out.append((battalion.player, Objection(message, self.rules.cite("arrange"))))
                for battalion in combat.fighting if not self.forgiving else []:
                    for unit in self._uncommanded(battalion, given):
                        who = battalion.id if unit is None else f"{unit.id} of {battalion.id}"
                        message = f"no command for {who} in turn {combat.turn + 1} of {combat.id}"
                        out.append((battalion.player, Objection(message, self.rules.cite("missing"))))
        return out

    def unordered(self, submissions: list[Submission]) -> list[tuple[str, Objection]]:
        """Return what is missing, and every battalion that holds or stays because it has no order."""
        given: list[Any] = [g.order for s in submissions for g in s.orders]
        if self.moving:
            moved = {order.battalion for order in given if order.verb == "path"}
            idle = [battalion for battalion in self.free(self.to_move) if battalion.id not in moved]
            cite = self.rules.cite("stays")
            return [(b.player, Objection(f"{b.id} has no order; it stays where it is", cite)) for b in idle]
        return [*self.lacking(submissions), *(self._without_command(given) if self.forgiving else [])]

    def _without_command(self, given: list[Any]) -> list[tuple[str, Objection]]:
        return [
            (battalion.player, Objection(f"no command for {battalion.id if unit is None else unit.id}", cite))
            for combat in self.theatre.running
            for battalion in combat.fighting
            for unit in self._uncommanded(battalion, given)
            for cite in (self.rules.cite("missing"),)
        ]

    def _uncommanded(self, battalion: Battalion, given: list[Any]) -> list[Unit | None]:
        """Return the units without a command, or None once for a battalion that has none at all."""
        mine = [order for order in given if order.verb == "command" and order.battalion == battalion.id]
        if any(order.unit is None for order in mine):
            return []
        named = {order.unit for order in mine}
        return [unit for unit in battalion.present if unit.id not in named] if mine else [None]

    def resolve(self, submissions: list[Submission], recorder: Recorder) -> None:
        """Resolve the current choices, combat turn or over-world turn."""
        resolve(self, submissions, recorder)
        self.step += 1


def _mixes(submission: Submission) -> bool:
    """Return whether a document has commands and paths, which no phase can answer together."""
    return {"command", "path"} <= {given.order.verb for given in submission.orders}


def _own(position: BattalionsPosition, submission: Submission) -> Iterator[Own]:
    for given in submission.orders:
        order: Any = given.order
        battalion = position.theatre.battalions.get(order.battalion)
        if battalion is not None and battalion.player == submission.player:
            yield Own(given, order, battalion, submission)


def _mixed(position: BattalionsPosition, submission: Submission) -> Iterator[Conflict]:
    if _mixes(submission):
        wrong = "path" if position.fighting else "command"
        message = "commands and paths cannot stand in one document"
        for given in submission.orders:
            if given.order.verb == wrong:
                yield given, Objection(message, position.rules.cite("commands", "turns"), wrong)


def _twice(position: BattalionsPosition, owned: list[Own]) -> list[Conflict]:
    """Return every order of a type that a battalion, or its unit, has more than once."""
    same: dict[tuple[str, str, str | None], list[Own]] = {}
    for own in owned:
        same.setdefault((own.order.verb, own.battalion.id, getattr(own.order, "unit", None)), []).append(own)
    out = []
    for group in same.values():
        for own in group if len(group) > 1 else []:
            other = next(one for one in group if one is not own)
            where = "" if own.submission.document is other.submission.document else " of another document"
            message = f"{own.battalion.id} already has an order (order {other.given.number}{where})"
            out.append((own.given, Objection(message, position.rules.cite("one_order"), "battalion")))
    return out


def _same_space(position: BattalionsPosition, owned: list[Own]) -> list[Conflict]:
    """Return the arrangements that set two battalions out on one Space."""
    taken: dict[Place, dict[str, Own]] = {}
    for own in owned:
        if own.order.verb == "arrange":
            for place in own.order.arrange.values():
                taken.setdefault(place, {})[own.battalion.id] = own
    out = []
    for place, there in taken.items():
        for ident, own in there.items() if len(there) > 1 else ():
            other = next(one for one in there if one != ident)
            unit = next(unit for unit, space in own.order.arrange.items() if space == place)
            message = f"{unit}: {other} is set out on {space_said(place)} too"
            out.append((own.given, Objection(message, position.rules.cite("arrange"), "arrange")))
    return out


def _strays(position: BattalionsPosition, owned: list[Own]) -> list[Conflict]:
    """Return the commands under the heading of a combat that their battalion is not in."""
    out = []
    for own in owned:
        header: Any = own.submission.header
        combat = position.theatre.combat_of(own.battalion)
        if own.order.verb != "command" or combat is None or header.combat is None:
            continue
        if known_name(header.combat, [one.id for one in position.theatre.combats]) != combat.id:
            message = f"{own.battalion.id} is in {combat.id}, not in {header.combat}"
            out.append((own.given, Objection(message, position.rules.cite("commands"), "battalion")))
    return out
