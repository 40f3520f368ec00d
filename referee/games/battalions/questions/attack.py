"""Which units a command would hit from the present Spaces (BN-CMD-3, -4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from referee.core import documents
from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable, refusal_said

from ..board.battlefield import Battalion, on_grid
from ..orders.command import Command
from ..position import BattalionsPosition
from ..rulings.aim import UnitSpaces, aim_of
from ..rulings.bearing import bearing
from ..rulings.unit_rows import reach_of
from ..state import BattalionWord, Direction, UnitWord
from .supposing import CommandFacts, capital, owned_said, unit_on_grid


class AskAttack(Question[BattalionsPosition], kw_only=True):
    """The units hit from the present Spaces: `{attack: r1, command: advance}`.

    A command that cannot be given now hits none; `supposing: {hold_banned: false}` supposes that it can.
    """

    verb: ClassVar[str] = "attack"
    attack: UnitWord
    command: str
    relative_to: BattalionWord | None = None
    front: Direction | None = None
    supposing: CommandFacts | None = None

    def answer(self, position: BattalionsPosition) -> Answer:
        unit, combat = unit_on_grid(position, self.attack, "attack")
        rules = position.rules
        command = rules.commands.get(self.command)
        if command is None:
            near = documents.nearest(self.command, rules.commands)
            raise Unanswerable(f"'{self.command}' is no command{near}", ("ask", "command"))
        battalion = position.theatre.battalions[unit.battalion]
        holds = command.holds
        found = bearing(rules, combat, battalion, self.relative_to, self.front)
        if not holds and found.front is None:
            raise Unanswerable(found.objections[0].message, ("ask",))
        refused = self._order(position, battalion, holds).check(position, battalion.player)
        if refused:
            answer: dict[str, Any] = {"allowed": False, "targets": [], "distance": None}
            answer["reach"] = reach_of(rules, unit, command).total
            answer["because"] = [o.plain() for o in refused]
            return Answer(answer, list(dict.fromkeys(cite for o in refused for cite in o.cite)), [])
        ground = UnitSpaces({u.id: (u.at,) for u in on_grid(combat) if u.at is not None}, on_grid(combat))
        direction = rules.direction(command, found.front)
        aim = aim_of(rules, ground, unit, command, direction)
        answer = {"direction": direction} if direction is not None else {}
        keys = ("hold_attack",) if command.strikes == "around" else ("line_attack", "shape")
        cites = rules.cite(*keys, *(() if command.holds else ("front",)), *aim.keys)
        reach = reach_of(rules, unit, command)
        changed = len(reach.entries) > 1
        cites = tuple(dict.fromkeys([*cites, *(reach.cites if changed else ())]))
        hit = [target.id for target in aim.targets]
        answer |= {"targets": hit, "distance": aim.distance if hit else None, "reach": aim.reach}
        reasons = [reach.plain()] if changed else []
        return Answer(answer, list(cites), reasons, notes=[aim.tie] if aim.tie else [])

    def _order(self, position: BattalionsPosition, battalion: Battalion, holds: bool) -> Command:
        """Return the command that is asked about, with the least number it may have."""
        number = None if holds else position.rules.number("min_number")
        return Command(
            command=self.command,
            battalion=battalion.id,
            number=number,
            relative_to=self.relative_to,
            front=self.front,
        )

    def foremost(self, position: BattalionsPosition, further: Mapping[str, Any]) -> list[Sentence]:
        """Return whether those are hit that the question names."""
        found, named = self.answer(position), further.get("struck", ())
        hit = [ident in found.answer["targets"] for ident in named]
        if not hit:
            return []
        units = position.theatre.units
        who = listed([owned_said(units[ident]) for ident in named], "and")
        verb = "is" if len(hit) == 1 else "are"
        text = f"Yes: {who} {verb} hit." if all(hit) else f"No: {who} {verb} not{' all' if any(hit) else ''} hit."
        return [Sentence(text, tuple(found.cites))]

    def lines(self, position: BattalionsPosition, answer: Answer) -> list[list[str]] | None:
        """Return a line to each target."""
        return [[self.attack, target] for target in answer.answer["targets"]] or None

    def _said(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        if "because" in answer.answer:
            return refusal_said(answer.answer)
        command = position.rules.commands[self.command]
        title, given = command.title, answer.answer
        way = f" {given['direction']}" if "direction" in given else ""
        units = position.theatre.units
        if not command.holds and (at := units[self.attack].at) is not None:
            # units move before they attack, and who asks may have counted from where it begins
            way += f", from Space {at[0]},{at[1]} where it stands after its movement"
        own = capital(owned_said(units[self.attack]))
        if command.strikes is None:
            return [Sentence(f"{own} hits nobody by {title}: it strikes nobody.", tuple(answer.cites))]
        if not given["targets"]:
            said = f"{own} hits nobody by {title}{way}: no enemy there is within its reach of {given['reach']}."
            return [Sentence(said, tuple(answer.cites))]
        hit = listed([owned_said(units[ident]) for ident in given["targets"]], "and")
        far = f"{given['distance']} Space{'' if given['distance'] == 1 else 's'} away"
        return [
            Sentence(f"{own} hits {hit}, {far}, by {title}{way}; it reaches {given['reach']}.", tuple(answer.cites))
        ]
