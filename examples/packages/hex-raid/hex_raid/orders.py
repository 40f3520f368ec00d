"""The orders: moving, attacking and ending a turn."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from referee.core.game.dice import Throw
from referee.core.game.forecast import EachFace, Forecast
from referee.core.game.orders import Candidate, Objection, Order, Remarks
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import DICE, names, piece

from .position import Table
from .state import Unit

Hex = Annotated[str, names("hex")]
Own = Annotated[str, piece("own")]
Enemy = Annotated[str, piece("enemy")]


def common(position: Table, player: str, unit: str | None = None) -> list[Objection]:
    """Return why a player may give no order now, to a unit if it is about one."""
    if position.phase() is None:
        return [Objection("the game is over", position.rules.cite("loss"))]
    out = [] if player == position.mover else [Objection(f"it is {position.mover}'s turn", position.rules.cite("turn"))]
    if unit is not None and unit not in position.units:
        out.append(Objection(f"there is no '{unit}'", position.rules.cite("loss")))
    return out


class Move(Order[Table], kw_only=True):
    """Move a unit: `{move: red-1, to: B2}` (HR 2)."""

    verb: ClassVar[str] = "move"
    stands: ClassVar[str] = "to"
    move: Own
    to: Hex

    @classmethod
    def candidates(cls, position: Table, player: str, piece: str | None = None) -> Iterator[Candidate]:
        for unit in position.own(player):
            if piece in (None, unit.id):
                yield from (Candidate(cls(move=unit.id, to=name)) for name in position.reach(unit))

    def judge(self, position: Table, player: str) -> list[Objection]:
        out, cite = common(position, player, self.move), position.rules.cite("move")
        if out:
            return out
        unit = position.units[self.move]
        if unit.moved or unit.attacked:
            did = "moved" if unit.moved else "attacked"
            out.append(Objection(f"{unit.id} has {did} in this turn", position.rules.cite("turn"), "move"))
        if self.to not in position.rules.hexes:
            return [*out, Objection(f"'{self.to}' is no hex of the map", cite, "to")]
        if (other := position.standing(self.to)) is not None:
            out.append(Objection(f"{other.id} is in {self.to}", cite, "to", hangs_on=(other.id,)))
        elif self.to not in position.reach(unit):
            out.append(Objection(f"{unit.id} does not reach {self.to}", cite, "to"))
        return out

    def apply(self, position: Table, player: str, recorder: Recorder) -> None:
        unit = position.units[self.move]
        cost, was = position.reach(unit)[self.to], unit.hex
        unit.hex, unit.moved = self.to, True
        said = f"{unit.id} moves from {was} to {unit.hex}, which costs {cost}"
        recorder.write(said, changes=[Change(unit.id, "hex", was, unit.hex)], cites=position.rules.cite("move"))


class Attack(Order[Table], kw_only=True):
    """Attack an enemy beside a unit: `{attack: red-1, at: blue-2}`, or with your own die `dice: [5]` (HR 3)."""

    verb: ClassVar[str] = "attack"
    forecast: ClassVar[Forecast] = EachFace()
    attack: Own
    at: Enemy
    dice: Annotated[list[int], DICE] | None = None

    @classmethod
    def candidates(cls, position: Table, player: str, piece: str | None = None) -> Iterator[Candidate]:
        for unit in position.own(player):
            for target in position.units.values():
                if target.player != player and piece in (None, unit.id, target.id):
                    yield Candidate(cls(attack=unit.id, at=target.id))

    def judge(self, position: Table, player: str) -> list[Objection]:
        out = common(position, player, self.attack)
        return out or attack_objections(position, position.units[self.attack], self.at)

    def remarked(self, position: Table, player: str) -> Remarks:
        return {"dice": 1, "number": position.needed(position.units[self.attack], position.units[self.at]).total}

    def throws(self, position: Table, player: str) -> list[Throw]:
        return [Throw(f"turn/{position.turn}/{self.attack}", player, 1, position.rules.combat.faces)]

    def apply(self, position: Table, player: str, recorder: Recorder) -> None:
        unit, target = position.units[self.attack], position.units[self.at]
        needed = position.needed(unit, target)
        roll = recorder.roll(self.throws(position, player)[0], self.dice)
        unit.attacked = True
        hit = roll.dice[0] >= needed.total
        changes = [change for one in (unit, target) for change in _shown(one)]
        said = f"{unit.id} {'hits' if hit else 'misses'} {target.id}"
        recorder.write(said, reasons=[needed], rolled=[roll], changes=changes, cites=_cites(position, changes))
        if hit:
            _lose(position, target, recorder)


def attack_objections(position: Table, unit: Unit, at: str) -> list[Objection]:
    """Return why a unit may not attack another (HR 1, 3)."""
    out, cite = [], position.rules.cite("attack")
    if unit.attacked:
        out.append(Objection(f"{unit.id} has attacked in this turn", position.rules.cite("turn"), "attack"))
    target = position.units.get(at)
    if target is None or target.player == unit.player:
        out.append(Objection(f"'{at}' is no enemy of {unit.id}", cite, "at"))
    elif target.hex not in position.rules.beside(unit.hex):
        out.append(Objection(f"{at} in {target.hex} is not beside {unit.id} in {unit.hex}", cite, "at"))
    return out


def _shown(unit: Unit) -> list[Change]:
    """Show a unit to the enemy, and return the change if it was hidden (HR 5)."""
    was, unit.seen = unit.seen, True
    return [] if was else [Change(unit.id, "seen", False, True, f"is a {unit.kind}")]


def _cites(position: Table, changes: list[Change]) -> tuple[str, ...]:
    return position.rules.cite("hidden") if changes else ()


def _lose(position: Table, unit: Unit, recorder: Recorder) -> None:
    """Give a unit a hit, and remove it with the last one (HR 6); a player who looks ahead may not know which is."""
    cites, was = position.rules.cite("loss"), unit.hits
    steps = position.rules.units.units[unit.kind].steps if unit.kind is not None else None
    unit.hits += 1
    changes, said = [Change(unit.id, "hits", was, unit.hits)], f"{unit.id} has {unit.hits} of {steps} hits"
    if steps is not None and unit.hits >= steps:
        del position.units[unit.id]
        said += " and is lost"
        changes.append(Change(unit.id, "hex", unit.hex, None))
    recorder.write(said, changes=changes, cites=cites, by_referee=True)
    if (left := position.winners()) is not None:
        recorder.write(f"{left[0]} wins: {unit.player} has no unit left", cites=cites, by_referee=True)


class End(Order[Table], kw_only=True):
    """End the turn: `{end: turn}` (HR 1)."""

    verb: ClassVar[str] = "end"
    end: Literal["turn"]

    def judge(self, position: Table, player: str) -> list[Objection]:
        return common(position, player)

    def apply(self, position: Table, player: str, recorder: Recorder) -> None:
        position.turn += 1
        for unit in position.units.values():
            unit.moved = unit.attacked = False
        recorder.write(f"turn {position.turn} of {position.mover} begins", cites=position.rules.cite("turn"))
