"""The question where a legion may end its move, with one roll or with each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import piece

from ..numbers import Face
from ..words import LegionWord
from . import answer_sentences
from .graph import Travel
from .legion import Legion
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
