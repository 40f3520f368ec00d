"""The position of a Battalions game: whose orders it waits for, and which documents answer it."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.core import documents
from referee.core.documents.problems import as_known
from referee.core.game.orders import Objection
from referee.core.game.position import Phase, SimultaneousPosition
from referee.core.game.recorder import Recorder
from referee.core.game.submissions import Given, Submission
from referee.core.game.trace import Awaiting

from .board.battlefield import Battalion, Combat, Theatre, Unit
from .board.grid import field_said
from .rules import BattalionsRules
from .rulings.order_conflicts import mixes
from .rulings.placement import undecided
from .state import BattalionState, CombatState, MemberState, Place, Result, State, UnitState


class BattalionsPosition(SimultaneousPosition):
    """A game being adjudicated: combat turns for all players at once, over-world turns one player at a time."""

    source: State
    rules: BattalionsRules

    def __init__(self, state: State, rules: BattalionsRules) -> None:
        self.source = state
        self.rules = rules
        self.theatre = theatre = Theatre(state, rules)
        self.players = list(state.players)
        self.step = state.step or 0
        self.round = state.round or 1
        self.result = state.result
        # a state that gives neither a player to move nor a phase is in the combats it has
        combat = state.phase == "combat" or (state.phase is None and state.to_move is None)
        self.in_combat = theatre.skirmish or (combat and bool(theatre.combats))
        first = next(iter(theatre.survivors() or self.players), None)
        self.to_move = None if self.in_combat else state.to_move or first

    # what stands

    @property
    def choosing(self) -> dict[str, list[Place]]:
        """The battalions for which a Field is to be chosen after a combat, with the Fields."""
        out: dict[str, list[Place]] = {}
        for combat in self.theatre.combats:
            if combat.ended and not self.theatre.skirmish:
                out |= undecided(self.theatre, combat)
        return out

    @property
    def fighting(self) -> bool:
        """Whether a combat turn is awaited."""
        return self.result is None and not self.choosing and self.in_combat and bool(self.theatre.running)

    @property
    def moving(self) -> bool:
        """Whether a player's over-world turn is awaited."""
        return self.result is None and not self.choosing and not self.in_combat

    @property
    def forgiving(self) -> bool:
        """Whether a battalion with an illegal command does something else instead (BN-G-10)."""
        return self.fighting and self.rules.chosen("missing_order", "hold")

    def phase(self) -> Phase | None:
        """Return the current phase, None when the game is over."""
        choosing = self.choosing
        if self.result is not None:
            return None
        if choosing:
            owners = {self.theatre.battalions[ident].player for ident in choosing}
            players = tuple(player for player in self.players if player in owners)
            return Phase("choice of Fields", players, together=True, title="choice of Fields after a combat")
        if self.fighting:
            ready = {side for combat in self.theatre.running for side in combat.sides}
            consulted = ", ".join(f"{combat.id} combat turn {combat.turn + 1}" for combat in self.theatre.running)
            players = tuple(player for player in self.players if player in ready)
            return Phase("combat turn", players, together=True, title=consulted)
        if self.in_combat or self.to_move is None:
            return None
        title = f"round {self.round}, {self.to_move} moves on the over-world"
        return Phase("over-world turn", (self.to_move,), together=True, title=title)

    def routed(self, battalion: Battalion) -> bool:
        """Return whether a battalion has lost its leader and is routed for it (BN-G-30)."""
        led = battalion.leader is not None and battalion.leads() is not None
        return not led and battalion.leader is not None and self.rules.chosen("leader_loss", "rout")

    def unarranged(self, combat: Combat) -> list[Battalion]:
        """Return the battalions of a combat that must be set out before its next turn (BN-G-40)."""
        return [b for b in combat.fighting if any(unit.at is None for unit in b.present)]

    def awaiting(self) -> list[Awaiting]:
        """Return the players the game waits for, and for which battalions."""
        phase = self.phase()
        if phase is None:
            return []
        out = []
        for player in phase.players:
            must: list[str] = []
            may: list[str] = []
            if self.fighting:
                for combat in self.theatre.running:
                    mine = [b for b in combat.fighting if b.player == player]
                    must += [f"arrange {b.id}" for b in self.unarranged(combat) if b.player == player]
                    must += [f"{combat.id} turn {combat.turn + 1}: {b.id}" for b in mine]
            elif self.moving:
                free = self.free(player)
                may += [b.id for b in free]
                may += [f"arrange {b.id}" for b in free if not b.arranged]
            else:
                for ident, fields in self.choosing.items():
                    if self.theatre.battalions[ident].player == player:
                        must.append(f"choose_field {ident}: {' or '.join(map(field_said, fields))}")
            out.append(Awaiting(player, phase.name, must, may))
        return out

    def free(self, player: str | None) -> list[Battalion]:
        """Return a player's battalions that are in no combat, and so may move on the over-world (BN-CMB-5)."""
        own = [b for b in self.theatre.battalions.values() if b.player == player and b.living]
        return [b for b in own if self.theatre.combat_of(b) is None]

    def pieces_called(self, word: str, whose: str, player: str | None, subject: str | None) -> list[tuple[str, str]]:
        """Return the battalion a player may mean by a word: its own id, or that of one of its units."""
        ident = as_known(word, [*self.theatre.battalions, *self.theatre.units])
        unit = self.theatre.units.get(ident)
        ident = unit.battalion if unit is not None else ident
        return [(ident, "")] if ident in self.theatre.battalions else []

    def words_called(self, what: str, words: list[str]) -> list[str]:
        """Return battalions, or units, by their ids for words in any letters; the unknown as they are."""
        known = self.theatre.battalions if what == "battalion" else self.theatre.units
        return [as_known(word, known) for word in words]

    def legal(self, piece: str | None = None) -> list[dict[str, Any]]:
        """Return what may be ordered now, for one battalion or for all."""
        from .legal import legal

        return legal(self, piece)

    # which documents answer it

    def answering(self, submission: Submission) -> list[Given] | Objection:
        """Return the orders of a document that answer the current phase, or why none can."""
        choosing = self.choosing
        if self.result is not None:
            return Objection("the game is over", self.rules.cite("over"))
        if mixes(submission) or self._foreign_to_skirmish(submission):
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

    def _combat_turn(self, submission: Submission) -> list[Given] | Objection:
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
        if header.combat is None and len(running) > 1:
            return Objection(f"'combat' is missing: {' or '.join(running)}?", self.rules.cite("commands"))
        named = next(iter(running)) if header.combat is None else as_known(header.combat, running)
        combat = running.get(named)
        if combat is None:
            near = documents.nearest(header.combat, running)
            return Objection(f"no combat '{header.combat}' is fought now{near}", self.rules.cite("commands"), "combat")
        return self._turn(submission, combat, header.turn)

    def _turn(self, submission: Submission, combat: Combat, turn: int | None) -> list[Given] | Objection:
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

    def _round(self, submission: Submission) -> list[Given] | Objection:
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

    def clashes(self, submissions: list[Submission]) -> list[tuple[Given, Objection]]:
        """Return orders given twice, and orders under the heading of another combat."""
        from .rulings.order_conflicts import clashes

        return clashes(self, submissions)

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

    def _uncommanded(self, battalion: Battalion, given: list[Any]) -> list[Unit | None]:
        """Return the units without a command, or None once for a battalion that has none at all."""
        mine = [order for order in given if order.verb == "command" and order.battalion == battalion.id]
        if any(order.unit is None for order in mine):
            return []
        named = {order.unit for order in mine}
        return [unit for unit in battalion.present if unit.id not in named] if mine else [None]

    def resolve(self, submissions: list[Submission], recorder: Recorder) -> None:
        """Resolve the current choices, combat turn or over-world turn."""
        from .phases import resolve

        resolve(self, submissions, recorder)
        self.step += 1

    # writing it down

    def state(self) -> State:
        """Return the present state; every turn resolved is a step."""
        theatre = self.theatre
        overworld = not theatre.skirmish
        return msgspec.structs.replace(
            self.source,
            step=self.step,
            mode="overworld" if overworld else "skirmish",
            round=self.round if overworld else None,
            phase=("combat" if self.in_combat else "move") if overworld else None,
            to_move=self.to_move if overworld and self.result is None else None,
            battalions=[self._battalion(theatre.battalions[b.id], b) for b in self.source.battalions],
            units=[self._unit(theatre.units[u.id], u) for u in self.source.units],
            combats=[_combat(combat) for combat in theatre.combats],
            result=self.result,
            awaiting=self.awaiting(),
        )

    def _battalion(self, battalion: Battalion, given: BattalionState) -> BattalionState:
        return msgspec.structs.replace(
            given, field=battalion.field, facing=battalion.facing, arranged=battalion.arranged
        )

    def _unit(self, unit: Unit, given: UnitState) -> UnitState:
        return msgspec.structs.replace(given, con=unit.con, at=unit.at, status=unit.status, field=unit.field)

    def finish(self, result: Result | None) -> None:
        """End the game, if there is a result."""
        self.result = result


def _combat(combat: Combat) -> CombatState:
    members = [
        MemberState(id=ident, joined_at=m.joined_at, from_=m.origin, chose=m.chose)
        for ident, m in combat.members.items()
    ]
    return CombatState(
        id=combat.id,
        turn=combat.turn,
        hold_banned=combat.hold_banned,
        used=combat.used,
        battalions=members,
        ended=combat.ended or None,
    )
