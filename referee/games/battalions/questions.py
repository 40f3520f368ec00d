"""Questions: whether an army is legal, and which units would be hit."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from referee.core import documents
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable
from referee.core.notation.supposed_facts import SupposedFacts

from .board.battlefield import Battalion, Combat, Unit, on_grid
from .check_state import places
from .orders.command import Command
from .position import BattalionsPosition
from .rules import BattalionsRules
from .rulings.aim import UnitSpaces, aim_of, reach_of
from .rulings.army import offences, totals
from .rulings.bearing import bearing
from .state import CombatState, Direction, MemberState, State
from .words import BattalionWord, UnitWord


class AskArmy(Question[BattalionsPosition], kw_only=True):
    """Whether every army of the state is legal, and what it costs: `{army: true}`."""

    verb: ClassVar[str] = "army"
    army: Literal[True]

    def answer(self, position: BattalionsPosition) -> Answer:
        state, rules = position.source, position.rules
        found = offences(state, rules)
        sums = totals(state, rules)
        rows = [{"rule": o.rule, "battalion": o.battalion, "unit": o.unit} for o in found]
        problems = [row for number, row in enumerate(rows) if row not in rows[:number]]
        reasons = list(sums.values())
        for battalion in position.theatre.battalions.values():
            others = [unit.cost for unit in battalion.units if unit.id != battalion.leader]
            if others and battalion.leader is not None:
                reasons.append(rules.leader_least(max(others), battalion.leader))
        cites = dict.fromkeys([*rules.cite("points", "stat_range", "leader", "unit_cost")])
        if any(0 in unit.stats.values() for unit in position.theatre.units.values()):
            cites.update(dict.fromkeys(rules.cite("stat_min")))
        if any(len(b.units) == 1 for b in position.theatre.battalions.values()):
            cites.update(dict.fromkeys(rules.cite("leader_alone")))
        return Answer(
            {
                "legal": not found,
                "total": {player: ledger.total for player, ledger in sums.items()},
                "problems": problems,
            },
            list(cites),
            [ledger.plain() for ledger in reasons],
            notes=[f"{offence.objection.message} ({offence.rule})" for offence in found],
        )

    def say(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        found = offences(position.source, position.rules)
        if found:
            return [Sentence(offence.objection.message, offence.objection.cite) for offence in found]
        spent = ", ".join(f"{player} spends {points}" for player, points in answer.answer["total"].items())
        limit = f" of {position.source.points} points" if position.source.points is not None else " points"
        return [Sentence(f"every army is legal: {spent}{limit}", position.rules.cite("points", "stat_range", "leader"))]


class CommandFacts(SupposedFacts):
    """Whether a combat turn or an over-world move is awaited, and whether every battalion held in the last turn."""

    phase: Literal["move", "combat"] | None = None
    hold_banned: bool | None = None


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
        unit, combat = self._unit(position)
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
        cites = (*cites, *(cite for cite in command.cites if command.range and cite not in cites))
        hit = [target.id for target in aim.targets]
        answer |= {"targets": hit, "distance": aim.distance if hit else None, "reach": aim.reach}
        reasons = [reach_of(rules, unit, command).plain()] if command.range else []
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

    def say(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        if "because" in answer.answer:
            return [Sentence(f"No: {b['message']}", tuple(b["cite"])) for b in answer.answer["because"]]
        title = position.rules.commands[self.command].title
        given = answer.answer
        way = f" {given['direction']}" if "direction" in given else ""
        hit = " and ".join(given["targets"])
        far = f"{given['distance']} Space{'' if given['distance'] == 1 else 's'} away"
        told = f"hits {hit}, {far}" if hit else "hits nobody"
        return [
            Sentence(
                f"{self.attack} with {title}{way} {told}, within its reach of {given['reach']}", tuple(answer.cites)
            )
        ]

    def _unit(self, position: BattalionsPosition) -> tuple[Unit, Combat]:
        unit = position.theatre.units.get(self.attack)
        if unit is None:
            near = documents.nearest(self.attack, position.theatre.units)
            raise Unanswerable(f"'{self.attack}' is no unit of this game{near}", ("ask", "attack"))
        combat = position.theatre.combat_of(position.theatre.battalions[unit.battalion])
        if combat is None or combat.ended or unit.at is None:
            raise Unanswerable(f"{self.attack} is on the grid of no combat", ("ask", "attack"))
        return unit, combat


QUESTIONS = {kind.verb: kind for kind in (AskArmy, AskAttack)}


def assume(state: State, question: Question, rules: BattalionsRules) -> tuple[State, dict[str, Any]]:
    """Fill in what a situation leaves out: one combat of all battalions in it."""
    assumed: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    if question.verb == "attack" and not state.combats:
        members = [MemberState(id=b.id, from_=b.field) for b in state.battalions if b.field is not None]
        used = [member.from_ for member in members]
        changes["combats"] = [CombatState(id="k1", used=used, battalions=members)]
        assumed["combat"] = f"all battalions fight in one combat on {used}"
    return msgspec.structs.replace(state, **changes), assumed


def impossibilities(state: State, question: Question, rules: BattalionsRules) -> list[str]:
    """Return what is impossible on a board, as far as a question is about it."""
    if state.board is None or question.verb != "attack":
        return []
    return [message for _, message in places(state)]


def suppose(state: State, question: Question, rules: BattalionsRules) -> tuple[State, dict[str, Any]]:
    """Return a state in which the facts hold that a question supposes, and what else that sets aside: nothing."""
    facts = question.supposed()
    if not isinstance(facts, CommandFacts):
        return state, {}
    if facts.phase is not None:
        state = msgspec.structs.replace(state, phase=facts.phase, to_move=None)
    if facts.hold_banned is None:
        return state, {}
    home = next((unit.battalion for unit in state.units if unit.id == getattr(question, "attack", None)), None)
    combats = [
        msgspec.structs.replace(c, hold_banned=facts.hold_banned) if home in {m.id for m in c.battalions} else c
        for c in state.combats
    ]
    return msgspec.structs.replace(state, combats=combats), {}
