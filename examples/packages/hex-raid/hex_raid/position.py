"""The position: the working copy of a state, which orders change."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from referee.core.documents.problems import known_name
from referee.core.game.facts import Facts
from referee.core.game.position import Phase, Position
from referee.core.game.trace import Awaiting
from referee.core.rules.ledger import Ledger
from referee.core.rules.rows import Fact

from .board import Rules
from .state import State, Unit


class Table(Position):
    """The working copy of a state; `units` are those that are left, by id."""

    source: State
    rules: Rules

    def __init__(self, source: State, rules: Rules) -> None:
        self.source, self.rules = source, rules
        self.players, self.turn = source.raid.players, source.raid.turn
        self.units: dict[str, Unit] = {unit.id: replace(unit) for unit in source.raid.units}

    @property
    def mover(self) -> str:
        """The player whose turn it is."""
        return self.players[(self.turn - 1) % len(self.players)]

    def own(self, player: str) -> list[Unit]:
        """Return the units of a player."""
        return [unit for unit in self.units.values() if unit.player == player]

    def winners(self) -> Sequence[str] | None:
        left = [player for player in self.players if self.own(player)]
        return left if len(left) < len(self.players) else None

    def phase(self) -> Phase | None:
        return Phase("turn", (self.mover,), title=f"turn {self.turn}") if self.winners() is None else None

    def awaiting(self) -> list[Awaiting]:
        return [Awaiting(self.mover, "turn", ["end turn"])] if self.winners() is None else []

    def state(self) -> State:
        raid = replace(self.source.raid, turn=self.turn, units=[replace(unit) for unit in self.units.values()])
        return replace(self.source, step=(self.source.step or 0) + 1, raid=raid)

    def pieces_called(self, word: str, whose: str, player: str | None, subject: str | None) -> list[tuple[str, str]]:
        allowed = {
            unit.id: f"in {unit.hex}"
            for unit in self.units.values()
            if whose == "any" or player is None or (unit.player == player) == (whose == "own")
        }
        found = known_name(word, allowed)
        return [(found, allowed[found])] if found in allowed else []

    def words_called(self, what: str, words: list[str]) -> list[Any]:
        return [known_name(word, self.rules.hexes) for word in words]

    def standing(self, name: str) -> Unit | None:
        """Return the unit on a hex."""
        return next((unit for unit in self.units.values() if unit.hex == name), None)

    def reach(self, unit: Unit) -> Mapping[str, int]:
        """Return what it costs a unit to go to each hex that it can reach (HR 2)."""
        speed = self.rules.units.units[unit.kind].speed if unit.kind is not None else 0
        costs, found = {unit.hex: 0}, [unit.hex]
        for name in found:
            for beside in self.rules.beside(name):
                cost = self.rules.grounds[self.rules.hexes[beside]].cost
                total = costs[name] + (cost or 0)
                if cost is None or total > speed or self.standing(beside) or total >= costs.get(beside, total + 1):
                    continue
                costs[beside] = total
                found.append(beside)
        del costs[unit.hex]
        return costs

    def attack_facts(self, unit: Unit, target: Unit) -> dict[str, Fact]:
        """Return the facts of an attack, for the rows of the tables."""
        near = list(self.rules.beside(target.hex))
        kinds = {"unit": unit.kind, "target_unit": target.kind}
        return {
            **{name: kind for name, kind in kinds.items() if kind is not None},
            "ground": self.rules.hexes[unit.hex],
            "target_ground": self.rules.hexes[target.hex],
            "friends": sum(one.hex in near and one.id != unit.id for one in self.own(unit.player)),
        }

    def needed(self, unit: Unit, target: Unit) -> Ledger:
        """Return the number that an attack must roll; the kind of the attacker is known."""
        assert unit.kind is not None
        return self.rules.needed(unit.kind, self.attack_facts(unit, target))


def facts(position: Table, player: str) -> Facts:
    """Return what the conditions of a player's orders may ask for."""
    return Facts(
        round=position.turn,
        phase="turn",
        places={unit.id: unit.hex for unit in position.units.values()},
        hits={unit.id: unit.hits for unit in position.units.values()},
    )
