"""What becomes of every unit in a combat turn, with the commands of all battalions (BN-CMB-6)."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta

from referee.core import documents
from referee.core.documents.problems import known_name, listed
from referee.core.game.orders import Objection, merge_objections
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable, refusal_said
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change, Source, Step
from referee.core.notation.field_specs import FEW, Name

from ..board.battlefield import Combat, Unit
from ..board.grid import field_said, space_said
from ..orders.command import Command
from ..phases import combat_turn
from ..position import BattalionsPosition
from ..rulings.ending import outcome, place_ended
from ..rulings.placement import undecided
from ..state import Result
from .supposing import CommandFacts, capital, cites_of, refused, unit_said

# a command on a line: its name, a number, and what its directions refer to
_COMMAND = re.compile(
    r"\s*(?P<name>[a-z]+(?:[ _-][a-z]+)??)"
    r"(?:\s+(?P<number>-?\d{1,9}))?"
    r"(?:\s+(?:towards|relative_to)\s+(?P<enemy>\S+))?"
    r"(?:\s+front\s+(?P<front>[nesw]))?\s*\Z",
    re.IGNORECASE,
)


class Played(NamedTuple):
    """A combat turn as it was played on a copy of the position."""

    position: BattalionsPosition
    combats: list[Combat]
    steps: list[Step]
    after: list[Step]
    result: Result | None
    choose: dict[str, list[tuple[int, int]]]


class AskTurn(Question[BattalionsPosition], kw_only=True):
    """What becomes of the units in a combat turn: `{turn: {R: advance 2, B: hold}}`.

    Each battalion of the combat has its command, with a number unless it holds, and where it is needed
    `towards B` and `front E`. A unit may have one of its own where commands go to units (BN-G-11).
    """

    verb: ClassVar[str] = "turn"
    turn: Annotated[dict[Name, Annotated[str, Meta(min_length=1, max_length=80)]], FEW]
    supposing: CommandFacts | None = None

    def answer(self, position: BattalionsPosition) -> Answer:
        orders = self._orders(position)
        objections: list[Objection] = []
        for order, player in orders:
            objections = merge_objections(objections, order.check(position, player))
        if objections:
            return refused(objections)
        played = self._played(position, orders)
        units = {u.id: _fate(u, played) for combat in played.combats for u in _units(position, combat)}
        over = all(combat.ended for combat in played.combats)
        answer: dict[str, Any] = {"allowed": True, "units": units, "over": over}
        answer["hold_banned"] = any(combat.hold_banned for combat in played.combats) and not over
        if played.result is not None:
            answer |= {"winner": played.result.winner, "draw": played.result.draw}
        if over and not position.theatre.skirmish:
            homes = [i for combat in played.combats for i in combat.members]
            theatre = played.position.theatre
            answer["fields"] = {i: list(f) if (f := theatre.battalions[i].field) is not None else None for i in homes}
            if played.choose:
                answer["choose"] = {ident: [list(f) for f in fields] for ident, fields in played.choose.items()}
        every = [*played.steps, *played.after]
        reasons = [ledger for step in every for ledger in step.reasons if ledger["quantity"] != "combat turns left"]
        return Answer(answer, cites_of(every), reasons)

    def _said(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        given = answer.answer
        if "because" in given:
            return refusal_said(given)
        orders = self._orders(position)
        played = self._played(position, orders)
        units = {unit.id: unit for combat in played.combats for unit in _units(position, combat)}
        worst = sorted(given["units"].items(), key=lambda pair: (_ORDER.index(pair[1]["fate"]), pair[0]))
        told = listed([_fate_said(unit_said(units[ident]), fate) for ident, fate in worst], "and")
        decided = [step for step in played.steps if any(map(_decides, step.changes))]
        # what settles a fate is the last that its step cites
        settled = dict.fromkeys(cite for step in sorted(decided, key=_worst) for cite in reversed(step.cites))
        out = [Sentence(f"{capital(told)}.", tuple(settled) or tuple(cites_of(played.steps)))]
        rules = position.rules
        out.append(Sentence("No die is rolled: with these commands it always ends so.", rules.cite("together")))
        for step in [*played.steps, *played.after]:
            if step.status == "referee" and (text := _told(step, [combat.id for combat in played.combats])):
                out.append(Sentence(text, tuple(step.cites)))
        return out

    def lines(self, position: BattalionsPosition, answer: Answer) -> list[list[str]] | None:
        """Return every blow of the turn: from the Space of who strikes it to that of the target."""
        if "because" in answer.answer:
            return None
        blows = [blow for combat in self._played(position, self._orders(position)).combats for blow in combat.blows]
        return [[f"{x},{y}" for x, y in (start, place)] for _, start, _, place in blows]

    def _orders(self, position: BattalionsPosition) -> list[tuple[Command, str]]:
        """Return the commands as orders, each with its player; raises Unanswerable."""
        theatre = position.theatre
        out = []
        named = set()
        for word, text in self.turn.items():
            ident = known_name(word, [*theatre.battalions, *theatre.units])
            unit = theatre.units.get(ident)
            home = theatre.battalions.get(unit.battalion if unit is not None else ident)
            if home is None:
                near = documents.nearest(word, [*theatre.battalions, *theatre.units])
                raise Unanswerable(f"'{word}' is no battalion and no unit of this game{near}", ("ask", "turn"))
            alone = len(home.present) == 1 and unit is not None
            order = _read(text, home.id, ident if unit is not None and not alone else None, position)
            out.append((order, home.player))
            named.add((home.id, order.unit))
        if not out:
            raise Unanswerable('no command is said, as in turn R "advance 2" B hold', ("ask", "turn"))
        for combat in self._combats(position, {ident for ident, _ in named}):
            wanting = [b for b in combat.fighting if not any(b.id == ident for ident, _ in named)]
            if wanting and not position.rules.chosen("missing_order", "hold"):
                those = listed([f"{b.id} of {b.player}" for b in wanting], "and")
                raise Unanswerable(f"the command of {those} is not said", ("ask", "turn"))
            for battalion in position.unarranged(combat):
                raise Unanswerable(f"{battalion.id} is to be set out first: a unit has no Space", ("ask", "turn"))
        return out

    def _combats(self, position: BattalionsPosition, homes: set[str]) -> list[Combat]:
        return [combat for combat in position.theatre.running if homes & combat.members.keys()]

    def _played(self, position: BattalionsPosition, orders: list[tuple[Command, str]]) -> Played:
        """Return the turn as it is played on a copy; the units of other combats hold their ground."""
        copy = type(position)(position.source, position.rules)
        homes = {order.battalion for order, _ in orders}
        combats = self._combats(copy, homes)
        holding = next(name for name, command in position.rules.commands.items() if command.holds)
        others = [c for c in copy.theatre.running if c not in combats]
        # another one that is not set out yet waits
        waiting = [c for c in others if not c.fighting or copy.unarranged(c)]
        for combat in waiting:
            combat.ended = True
        idle = [(Command(command=holding, battalion=b.id), b.player) for c in others if not c.ended for b in c.fighting]
        recorder = Recorder(None)
        given = [(order, Source(player, n, {})) for n, (order, player) in enumerate([*orders, *idle], 1)]
        combat_turn(copy, given, recorder)
        for combat in waiting:
            combat.ended = False
        mine = [step for step in recorder.steps if not any(step.what.startswith(f"{c.id}") for c in others)]
        ended = [] if copy.theatre.skirmish else [combat for combat in combats if combat.ended]
        choose = {ident: fields for combat in ended for ident, fields in undecided(copy.theatre, combat).items()}
        later = Recorder(None)
        place_ended(copy.theatre, later)
        return Played(copy, combats, mine, later.steps, outcome(copy.theatre, later), choose)


# what may become of a unit, the worst first
_ORDER = ("destroyed", "lost", "worn", "retreats", "stands")


def _units(position: BattalionsPosition, combat: Combat) -> list[Unit]:
    """Return the units that were on the grid of a combat before its turn, as they were."""
    return [unit for ident in sorted(combat.members) for unit in position.theatre.battalions[ident].present]


def _fate(unit: Unit, played: Played) -> dict[str, Any]:
    """Return what has become of a unit: its fate, where it stands or has gone, and its Constitution."""
    changes = [c for step in played.steps for c in step.changes if c.what == unit.id]
    worn = [c.now for c in changes if c.field == "con" and c.now < c.was]
    if any(c.field == "status" and c.now == "destroyed" for c in changes):
        return {"fate": "destroyed", "at": None, "con": worn[-1] if worn else unit.con}
    con = worn[-1] if worn else unit.con
    gone = [c.now for c in changes if c.field == "field"]
    if gone:
        return {"fate": "retreats", "at": None, "con": con, "field": list(gone[-1])}
    if any(c.what == unit.id and c.field == "status" for step in played.after for c in step.changes):
        return {"fate": "lost", "at": None, "con": con}
    at = next((c.now for c in reversed(changes) if c.field == "at"), unit.at)
    return {"fate": "worn" if worn else "stands", "at": list(at) if at is not None else None, "con": con}


def _worst(step: Step) -> int:
    """Return the rank of the worst fate that a step tells."""
    return min(("status", "con", "field").index(change.field) for change in step.changes if _decides(change))


def _decides(change: Change) -> bool:
    """Return whether a change is the fate of a unit, not its Constitution restored."""
    return change.field in ("status", "field") or (change.field == "con" and change.now < change.was)


def _fate_said(name: str, fate: dict[str, Any]) -> str:
    at = f" on {space_said((fate['at'][0], fate['at'][1]))}" if fate["at"] is not None else ""
    match fate["fate"]:
        case "destroyed":
            return f"{name} is destroyed"
        case "lost":
            return f"{name} is lost"
        case "worn":
            return f"{name} withstands{at}, worn to Constitution {fate['con']}"
        case "retreats":
            return f"{name} retreats into {field_said((fate['field'][0], fate['field'][1]))}"
        case _:
            return f"{name} stands{at}, untouched"


def _told(step: Step, combats: list[str]) -> str:
    """Return a step of the referee as a sentence; empty for one that says nothing of this turn."""
    if "all commands are carried out at once" in step.what or "and it goes on" in step.what:
        return ""
    text = step.what
    for ident in combats:
        text = text.removeprefix(f"{ident}: ").replace(f"{ident}, march: ", "March: ").removeprefix(f"{ident}, ")
        text = f"the combat{text.removeprefix(ident)}" if text.startswith(f"{ident} ends") else text
    head = text.partition(": ")[0]
    says = [f"{c.what} {c.says}" for c in step.changes if c.says]
    told = f"{text}: {'; '.join(says)}" if says else text
    # an id keeps its letters
    return f"{capital(told) if head in _HEADS or told.startswith(_WORDS) else told}."


# what a sentence may begin with that is no id
_HEADS = ("March", "first batch", "second batch")
_WORDS = ("the ", "every ", "both ", "no ")


def _read(text: str, battalion: str, unit: str | None, position: BattalionsPosition) -> Command:
    """Return a command as an order; raises Unanswerable."""
    match = _COMMAND.match(text)
    commands = position.rules.commands
    titles = {row.title.lower().replace(" ", "_"): name for name, row in commands.items()}
    name = re.sub(r"[ -]", "_", match["name"].lower()) if match is not None else text
    name = titles.get(name, name)
    if match is None or name not in commands:
        near = documents.nearest(name, commands)
        raise Unanswerable(f"'{text}' is no command{near}: write advance 2, or hold", ("ask", "turn"))
    number = int(match["number"]) if match["number"] is not None else None
    front: Any = match["front"].upper() if match["front"] is not None else None
    enemy = match["enemy"]
    if enemy is not None:
        enemy = position.words_called("battalion", [enemy])[0]
    return Command(command=name, battalion=battalion, number=number, relative_to=enemy, front=front, unit=unit)
