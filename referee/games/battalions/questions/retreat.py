"""Whether a unit may retreat from a combat, and where to (BN-RET, BN-CMB-4)."""

from __future__ import annotations

from typing import Any, ClassVar

from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable

from ..board.battlefield import Combat, Unit
from ..board.grid import ahead, field_of, field_said
from ..orders.command import Command
from ..position import BattalionsPosition
from ..rulings.bearing import bearing
from ..rulings.retreat import closed
from ..state import Direction, Place, UnitWord
from .supposing import owned_said, unit_on_grid

# Spaces are counted this far in a Field that has no end
_FAR = 2000


class AskRetreat(Question[BattalionsPosition], kw_only=True):
    """Whether a unit may retreat from its combat, into which Fields, and by which command: `{retreat: r1}`.

    With `towards`, only in that direction: `{retreat: r1, towards: W}`.
    """

    verb: ClassVar[str] = "retreat"
    retreat: UnitWord
    towards: Direction | None = None

    def answer(self, position: BattalionsPosition) -> Answer:
        unit, combat = unit_on_grid(position, self.retreat, "retreat")
        rules = position.rules
        ways = []
        cites: dict[str, None] = dict.fromkeys(rules.cite("leaves"))
        asked = rules.vectors if self.towards is None else {self.towards: rules.vectors[self.towards]}
        for direction, vector in asked.items():
            spaces, place = _boundary(position, combat, unit, vector)
            stop = closed(position.theatre, combat, {}, unit, place)
            commands = _commands(position, combat, unit, direction, spaces)
            row: dict[str, Any] = {"direction": direction, "field": list(place), "spaces": spaces}
            row |= {"open": stop is None, "commands": commands}
            row["this_turn"] = stop is None and bool(commands) and spaces <= max(unit.stats["d"], 0)
            if stop is not None:
                cite = list(rules.cite(*stop.keys))
                row["because"] = [{"cite": cite, "message": stop.why}]
                cites.update(dict.fromkeys(cite))
            ways.append(row)
        leads = position.theatre.battalions[unit.battalion].leader == unit.id
        if leads:
            cites.update(dict.fromkeys(rules.cite("leader_retreats")))
        answer = {"allowed": any(row["open"] for row in ways), "ways": ways, "leader": leads}
        return Answer(answer, list(cites), [])

    def _said(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        unit, _ = unit_on_grid(position, self.retreat, "retreat")
        given, own, cite = answer.answer, owned_said(unit), position.rules.cite
        ways = [row for row in given["ways"] if row["open"]]
        out = []
        if not ways:
            where = "every boundary is" if self.towards is None else f"the boundary {self.towards} is"
            out.append(Sentence(f"No: {where} closed to {own}.", tuple(answer.cites)))
        else:
            now = [row for row in ways if row["this_turn"]]
            where = listed([f"{row['direction']} into {_field(row)}" for row in now or ways], "or")
            said = "Yes, this turn" if now else "Yes, but not this turn"
            out.append(Sentence(f"{said}: {own} may retreat {where}.", cite("leaves")))
        for row in given["ways"]:
            spaces = f"{row['spaces']} Space{'' if row['spaces'] == 1 else 's'}"
            if row["open"]:
                titles = [position.rules.commands[name].title for name in row["commands"]]
                by = f" by {listed(titles, 'or')} {row['spaces']}" if titles else ""
                short = "" if row["this_turn"] or not titles else f"; its Dexterity is {unit.stats['d']}"
                out.append(Sentence(f"{row['direction']}: {spaces} to {_field(row)}{by}{short}.", cite("leaves")))
            else:
                why = "; ".join(one["message"] for one in row["because"])
                out.append(Sentence(f"Not {row['direction']}: {why}.", tuple(row["because"][0]["cite"])))
        if given["leader"]:
            said = f"It leads {unit.battalion}: if it retreats, all of {unit.battalion} goes with it."
            out.append(Sentence(said, cite("leader_retreats")))
        return out


def _field(row: dict[str, Any]) -> str:
    return field_said((row["field"][0], row["field"][1]))


def _boundary(position: BattalionsPosition, combat: Combat, unit: Unit, vector: Place) -> tuple[int, Place]:
    """Return how many steps straight ahead leave the Fields of a combat, and the Field beyond."""
    here = unit.at
    assert here is not None
    for steps in range(1, _FAR * len(combat.used)):
        place = field_of(ahead(here, vector, steps), position.theatre.size)
        if place not in combat.used:
            return steps, place
    raise Unanswerable("the boundary of the combat is too far away", ("ask", "retreat"))


def _commands(position: BattalionsPosition, combat: Combat, unit: Unit, direction: str, number: int) -> list[str]:
    """Return the commands that may be given now by which a unit goes in a direction."""
    rules, battalion = position.rules, position.theatre.battalions[unit.battalion]
    out = []
    for name, command in rules.commands.items():
        for enemy in combat.enemies(battalion):
            found = bearing(rules, combat, battalion, enemy.id, None).front
            fronts: list[Any] = [found] if found is not None else list(rules.relative)
            for front in (front for front in fronts if rules.direction(command, front) == direction):
                named = front if found is None else None
                order = Command(command=name, battalion=battalion.id, number=number, relative_to=enemy.id, front=named)
                if name not in out and not order.check(position, battalion.player):
                    out.append(name)
    return out
