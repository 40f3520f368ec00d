"""The questions where a legion may end its move, and where it may teleport."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection, merge_objections
from referee.core.game.questions import Answer, Sentence, Unanswerable, reasons_said
from referee.core.notation.field_specs import piece

from ..rules import TitanRules
from ..sides import MapSide
from ..state import State
from ..words import CHARACTER, Face, LandWord, LegionWord, land_name
from . import answer_sentences
from .graph import Travel
from .legion import Legion
from .orders.teleport import Teleport
from .position import MasterboardPosition
from .rulings.judge import (
    barred_ends,
    hidden_lands,
    in_engagement,
    lands_of,
    march_objections,
    stops,
    travel,
    turn_objections,
)
from .rulings.teleports import (
    able,
    barred_teleports,
    enemy_seekers,
    hidden_teleports,
    teleport_used,
    teleports,
    tower_lords,
)
from .state import MasterPhase
from .supposing import MasterQuestion, TravelFacts, refused, unknown


class AskTravel(MasterQuestion, kw_only=True):
    """Where may a legion end its move, and by which sides does it enter: `{travel: bk01, roll: 5}`.

    `supposing: {moved: false}` replaces what the state says.
    """

    verb: ClassVar[str] = "travel"
    phase: ClassVar[MasterPhase | None] = "movement"
    travel: Annotated[LegionWord, piece("any")]
    roll: Face | None = None
    supposing: TravelFacts | None = None

    def rolled(self) -> int | None:
        return self.roll

    def foremost(self, position: MasterboardPosition, further: Mapping[str, Any]) -> list[Sentence]:
        """Return whether the legion may teleport, where that was asked (LoT 8.0)."""
        if "also_teleport" not in further:
            return []
        jumps, cite = self.answer(position).answer["teleports"], position.rules.cite("tower_teleport")
        legion = self.legion(position)
        if not jumps and hidden_teleports(position, legion, self.face(position)):
            return [Sentence(f"Perhaps: {unknown(position, legion).message}.", cite)]
        return [Sentence("Yes, it may teleport." if jumps else "No, it may not teleport.", cite)]

    def answer(self, position: MasterboardPosition) -> Answer:
        legion, cite = self.legion(position), position.rules.cite
        objections = turn_objections(position, legion.player, "movement", "moving a legion")
        if in_engagement(position, legion):
            objections.append(Objection(f"{position.named(legion)} stands in an Engagement", cite("one_march")))
        objections += march_objections(position, legion)
        if objections:
            return refused({"destinations": {}, "teleports": {}}, objections)
        roll = self.face(position)
        found, lands = travel(position, legion, roll), lands_of(position, legion, roll)
        jumps = teleports(position, legion, roll)
        answer = {
            "destinations": {land: position.graph.by_side(sides.keys()) for land, sides in found.items()},
            "teleports": jumps,
        }
        cites = [*cite("signs"), *cite("full_count"), *(cite("entry_side") if found else ())]
        cites += cite("tower_entry") if any(position.graph.is_tower(land) for land in found) else ()
        if any(jumps.values()):
            cites += [*cite("titan_teleport"), *cite("titan_side")]
        if any(not sides for sides in jumps.values()):
            cites += cite("tower_teleport")
        changed = len(lands.entries) > 1
        cites += lands.cites if changed else ()
        out = Answer(answer, cites, [lands.plain()] if changed else [])
        self._note_stops(position, legion, found, out)
        self._note_bars(position, legion, roll, out)
        if hidden_teleports(position, legion, roll):
            out.notes.append(f"{unknown(position, legion).message}, so it may teleport or not")
        self._note(position, legion, roll, out)
        return out

    def face(self, position: MasterboardPosition) -> int:
        """Return the Movement Roll of the question, or of the state; raises Unanswerable if there is none."""
        roll = position.roll
        if roll is None:
            raise Unanswerable("'roll' is missing: what was rolled for the move?", ("ask",))
        if roll > position.rules.masterplay.movement_die:
            raise Unanswerable(f"must be at most {position.rules.masterplay.movement_die}, not {roll}", ("ask", "roll"))
        return roll

    def _note_stops(self, position: MasterboardPosition, legion: Legion, found: Travel, out: Answer) -> None:
        """Note the rows by which a move ends where it enters a Land."""
        own = [other.land for other in position.own(legion.player)]
        for land, row in stops(position, legion, position.roll or 0):
            if land in found:
                said = f"a move ends in {position.graph.titled(land)}: {row.why}"
            elif land in own:
                said = (
                    f"no way leads through {position.graph.titled(land)}, where a legion of one's own stands: {row.why}"
                )
            else:
                continue
            out.notes.append(f"{said} ({', '.join(row.cites)})")
            out.cites += row.cites
        for land, row in hidden_lands(position, legion, position.roll or 0):
            if land not in found and any(other.player != legion.player for other in position.at(land)):
                out.notes.append(f"{position.graph.titled(land)}: {row.why} ({', '.join(row.cites)})")
                out.cites += row.cites

    def _note_bars(self, position: MasterboardPosition, legion: Legion, roll: int, out: Answer) -> None:
        """Note the rows that close Lands or bar teleports, and whether rows on an unknown character may bear on it."""
        bars = [*barred_ends(position, legion, roll), *barred_teleports(position, legion, roll)]
        for land, row in bars:
            out.notes.append(f"{position.graph.titled(land)} is closed: {row.why} ({', '.join(row.cites)})")
            out.cites += row.cites
        sections = (position.rules.sections[name] for name in ("travel", "entry", "teleport"))
        if legion.contents is None and any(section.on_characters for section in sections):
            out.notes.append(f"{unknown(position, legion).message}, and rows on characters may bear on it")

    def _note(self, position: MasterboardPosition, legion: Legion, roll: int, out: Answer) -> None:
        """Note why a legion that can teleport at other times cannot now."""
        cite, numbers = position.rules.cite, position.rules.masterplay.teleports
        seekers = enemy_seekers(position, legion)
        if (
            teleport_used(position, legion)
            and roll == numbers.titan.roll
            and (tower_lords(position, legion) or seekers)
        ):
            out.notes.append(f"the one teleport of this Movement Phase is used ({', '.join(cite('one_teleport'))})")
            out.cites += cite("one_teleport")
        elif (
            seekers
            and roll == numbers.titan.roll
            and position.score_of(legion.player) < (score := position.rules.titan_teleport_score)
        ):
            least = f"{score} points; {legion.player} has {position.score_of(legion.player)}"
            rules = ", ".join(cite("titan_earned"))
            out.notes.append(f"{position.title(seekers[:1])} teleports to an enemy from {least} ({rules})")

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.travel(position, position.legions[self.travel], position.roll or 0, answer)


class AskTeleport(MasterQuestion, kw_only=True):
    """May a legion teleport, and where: `{teleport: bk01, roll: 6}`; to one Land: `{teleport: bk01, to: 300, roll: 6}`.

    Without `roll`, the state's Movement Roll counts, in a situation a roll that teleports. `show` is the character that
    takes the legion there.
    """

    verb: ClassVar[str] = "teleport"
    phase: ClassVar[MasterPhase | None] = "movement"
    teleport: Annotated[LegionWord, piece("any")]
    to: LandWord | None = None
    show: Annotated[str, CHARACTER] | None = None
    roll: Face | None = None
    supposing: TravelFacts | None = None

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return the state with a roll that teleports, where a situation gives none."""
        board = state.masterboard
        if board is None or board.is_complete or self.roll is not None or board.roll is not None:
            return state, {}
        roll = rules.masterplay.teleports.tower.roll
        return replace(state, masterboard=replace(board, roll=roll)), {"roll": roll}

    def rolled(self) -> int | None:
        return self.roll

    def answer(self, position: MasterboardPosition) -> Answer:
        legion = self.legion(position)
        if position.roll is None:
            raise Unanswerable("'roll' is missing: what was rolled for the move?", ("ask",))
        objections = turn_objections(position, legion.player, "movement", "teleporting a legion")
        objections += march_objections(position, legion)
        hidden = hidden_teleports(position, legion, position.roll) if not objections else []
        if hidden and self._target(position) in (None, *hidden):
            return refused({"allowed": None, "to": {}}, [unknown(position, legion)])
        if self.to is not None:
            return self._to(position, legion)
        found = {} if objections else teleports(position, legion, position.roll)
        if not found:
            objections = objections or self._nowhere(position, legion)
            return refused({"allowed": False, "to": {}}, objections)
        cite = position.rules.cite
        cites = [*cite("one_teleport")]
        cites += cite("tower_teleport") if any(not sides for sides in found.values()) else ()
        cites += [*cite("titan_teleport"), *cite("titan_side")] if any(found.values()) else ()
        return Answer({"allowed": True, "to": found}, list(dict.fromkeys(cites)), [])

    def _to(self, position: MasterboardPosition, legion: Legion) -> Answer:
        """Return whether the legion may teleport to one Land, by which side and showing whom."""
        target = position.land(str(self.to), "to")
        if isinstance(target, Objection):
            raise Unanswerable(target.message, ("ask", "to"))
        found = teleports(position, legion, position.roll or 0).get(target)
        kinds: list[str | None] = [self.show] if self.show is not None else [*able(position, legion, target)] or [None]
        sides: list[MapSide | None] = [*found] if found else [None]
        orders = [
            Teleport(teleport=legion.id, to=land_name(target), show=kind, side=side) for kind in kinds for side in sides
        ]
        tried = [order.check(position, legion.player) for order in orders]
        if all(tried):
            return refused({"allowed": False, "to": {}}, merge_objections(*tried))
        cite = position.rules.cite
        shows = [kind for kind in kinds if kind is not None]
        cites = [*cite("titan_teleport"), *cite("titan_side")] if found else [*cite("tower_teleport")]
        return Answer({"allowed": True, "to": {target: found or []}, "shows": shows}, list(dict.fromkeys(cites)), [])

    def _nowhere(self, position: MasterboardPosition, legion: Legion) -> list[Objection]:
        """Return why a legion can teleport nowhere."""
        cite, numbers, roll = position.rules.cite, position.rules.masterplay.teleports, position.roll
        if in_engagement(position, legion):
            return [Objection(f"{position.named(legion)} stands in an Engagement", cite("one_march"))]
        if teleport_used(position, legion):
            return [Objection("a legion has teleported in this phase already", cite("one_teleport"))]
        if roll not in (numbers.tower.roll, numbers.titan.roll):
            message = f"a legion teleports on a roll of {numbers.tower.roll}; it is {roll}"
            return [Objection(message, (*cite("tower_teleport"), *cite("titan_teleport")))]
        # the reasons for a vacant Land, and for the Land of an enemy
        graph = position.graph
        vacant = next(land for land in graph.lands if not position.at(land))
        enemies = [other.land for other in position.legions.values() if other.player != legion.player]
        tried = [Teleport(teleport=legion.id, to=land_name(land)) for land in [vacant, *enemies[:1]]]
        out = merge_objections(*(order.check(position, legion.player) for order in tried))
        lords = position.rules.having("teleports_from_towers")
        if not out:
            out = [Objection(f"{legion.id} holds no {lords}", cite("tower_teleport"))]
        if not enemies:
            out.append(Objection("no enemy legion is on the board", cite("titan_teleport")))
        return out

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        given, cite, graph = answer.answer, position.rules.cite, position.graph
        legion = position.legions[self.teleport]
        name = position.named(legion)
        if not given["allowed"]:
            reasons, cites = reasons_said(given["because"])
            where = f" to {graph.titled(str(target))}" if (target := self._target(position)) is not None else ""
            head = f"No, {name} may not teleport" if given["allowed"] is False else f"{name} may teleport or not"
            return [Sentence(f"{head}{where}: {reasons}.", cites)]
        out: list[Sentence] = []
        vacant = [land for land, sides in given["to"].items() if not sides]
        towers = [land for land in vacant if graph.is_tower(land)]
        lands = [land for land in vacant if land not in towers]
        shown = f", showing {position.title(given['shows'][:1])}" if given.get("shows") else ""
        if len(vacant) == 1:
            out.append(
                Sentence(f"Yes, {name} may teleport to {graph.titled(vacant[0])}{shown}.", cite("tower_teleport"))
            )
        elif vacant:
            where = f"any of these Towers: {', '.join(towers)}; or Lands: {', '.join(lands)}"
            out.append(Sentence(f"Yes, {name} may teleport to {where}.", cite("tower_teleport")))
        for land, sides in given["to"].items():
            if sides:
                enemy = next(other for other in position.at(land) if other.player != legion.player)
                head = "It" if out else f"Yes, {name}"
                where = f"{enemy.id} in {graph.titled(land)}{shown}, must engage it"
                text = f"{head} may teleport to {where}, and enters from the {listed(sides)}."
                out.append(Sentence(text, (*cite("titan_teleport"), *cite("titan_side"))))
        return out

    def _target(self, position: MasterboardPosition) -> str | None:
        found = position.land(str(self.to), "to") if self.to is not None else None
        return None if isinstance(found, Objection) else found
