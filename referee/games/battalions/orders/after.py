"""What an owner decides after a combat: the Field, and the Spaces of the units in it (BN-RET-4, BN-G-40)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from referee.core import documents
from referee.core.game.orders import Candidate, Objection, Order, Remarks
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import FEW, Name, names

from ..board.battlefield import Battalion, Theatre
from ..board.grid import field_of, field_said, space_said, spaces_of, within
from ..position import BattalionsPosition
from ..rulings.placement import undecided
from ..state import BattalionWord, Place


class ChooseField(Order[BattalionsPosition], kw_only=True):
    """Choose among Fields of equal worth: `{battalion: R3, choose_field: [1, 1]}`.

    In the heading it is written `choose_field: {R3: [1, 1]}`. With the commands of a combat turn it is
    the choice in case the turn asks for one.
    """

    verb: ClassVar[str] = "choose_field"
    choose_field: Place
    battalion: BattalionWord

    @classmethod
    def candidates(cls, position: BattalionsPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield the Fields to choose from after a combat; during one the Fields it uses, in case its next turn asks."""
        choosing = position.choosing
        for battalion in position.ordered_by(player, piece):
            combat = position.theatre.combat_of(battalion)
            for field in choosing.get(battalion.id, []):
                yield Candidate(ChooseField(choose_field=field, battalion=battalion.id))
            if position.fighting and combat is not None and not combat.ended:
                remarks: Remarks = {"if": f"{combat.id} ends with equal worth in several Fields", "or": "another Field"}
                for field in combat.used:
                    yield Candidate(ChooseField(choose_field=field, battalion=battalion.id), remarks)

    def judge(self, position: BattalionsPosition, player: str) -> list[Objection]:
        battalion = position.owned(player, self.battalion)
        if isinstance(battalion, Objection):
            return [battalion]
        cite = position.rules.cite("regroup")
        combat = position.theatre.combat_of(battalion)
        if combat is None or position.theatre.skirmish:
            return [Objection(f"no Field is to be chosen for {self.battalion}", cite, "battalion")]
        if not within(self.choose_field, position.theatre.fields):
            return [Objection(f"{field_said(self.choose_field)} is off the board", cite, "choose_field")]
        fields = undecided(position.theatre, combat).get(self.battalion, [])
        if not combat.ended and not fields:
            message = f"{combat.id} goes on: a Field is chosen with the commands of its turns, or when it has ended"
            return [] if position.fighting else [Objection(message, cite, "battalion")]
        if not fields:
            return [Objection(f"no Field is to be chosen for {self.battalion}", cite, "battalion")]
        if self.choose_field not in fields:
            those = " or ".join(field_said(f) for f in fields)
            return [Objection(f"{self.battalion} may regroup in {those}", cite, "choose_field")]
        return []

    def apply(self, position: BattalionsPosition, player: str, recorder: Recorder) -> None:
        combat = position.theatre.combat_of(position.theatre.battalions[self.battalion])
        assert combat is not None
        combat.members[self.battalion].chose = self.choose_field
        text = f"{player} chooses {field_said(self.choose_field)} for {self.battalion}"
        recorder.write(text, cites=position.rules.cite("regroup"))


class Arrange(Order[BattalionsPosition], kw_only=True):
    """Set out the units of a battalion again: `{battalion: R3, arrange: {r31: [6, 7], r32: [7, 7]}}`.

    In the heading it is written `arrange: {R3: {r31: [6, 7], r32: [7, 7]}}`. A unit that is not named keeps its Space.
    """

    verb: ClassVar[str] = "arrange"
    arrange: Annotated[dict[Name, Place], names("unit"), FEW]
    battalion: BattalionWord

    @classmethod
    def candidates(cls, position: BattalionsPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield one way to set out each battalion that is not arranged, where its owner orders now (BN-G-40)."""
        for battalion in position.ordered_by(player, piece):
            combat = position.theatre.combat_of(battalion)
            due = position.fighting if combat is not None else position.moving
            if battalion.arranged or battalion.field is None or not due or (combat is not None and combat.ended):
                continue
            spaces = _some_spaces(position.theatre, battalion, battalion.field)
            remarks: Remarks = {"or": f"on other Spaces of {field_said(battalion.field)}"}
            if combat is not None and any(unit.at is None for unit in battalion.present):
                remarks["due"] = f"before {combat.id} goes on"
            yield Candidate(Arrange(arrange=spaces, battalion=battalion.id), remarks)

    def judge(self, position: BattalionsPosition, player: str) -> list[Objection]:
        battalion = position.owned(player, self.battalion)
        if isinstance(battalion, Objection):
            return [battalion]
        cite = position.rules.cite("arrange")
        if battalion.arranged:
            return [
                Objection(
                    f"{self.battalion} is arranged already; it is set out again only after a combat",
                    cite,
                    "battalion",
                )
            ]
        combat = position.theatre.combat_of(battalion)
        fought = combat is not None and not combat.ended and combat.members[battalion.id].joined_at < combat.turn
        if combat is not None and fought and all(unit.at is not None for unit in battalion.present):
            message = f"{self.battalion} has fought in {combat.id}, and is set out again only after that combat"
            return [Objection(message, cite, "battalion")]
        if (combat is not None and combat.ended) or battalion.field is None:
            return [Objection(f"{self.battalion} has no Field yet to be set out in", cite, "battalion")]
        return self._spaces(position, battalion)

    def apply(self, position: BattalionsPosition, player: str, recorder: Recorder) -> None:
        battalion = position.theatre.battalions[self.battalion]
        changes = []
        for unit in battalion.present:
            if unit.id in self.arrange:
                place = self.arrange[unit.id]
                changes.append(Change(unit.id, "at", unit.at, place, f"on {space_said(place)}"))
                unit.at = place
        battalion.arranged = True
        recorder.write(f"{player} sets out {battalion.id}", changes=changes, cites=position.rules.cite("arrange"))

    def _spaces(self, position: BattalionsPosition, battalion: Battalion) -> list[Objection]:
        theatre, cite = position.theatre, position.rules.cite("arrange")
        out = []
        present = {unit.id: unit for unit in battalion.present}
        for ident, place in self.arrange.items():
            if ident not in present:
                near = documents.nearest(ident, present)
                message = f"'{ident}' is no living unit of {self.battalion} on the grid{near}"
                out.append(Objection(message, cite, "arrange"))
            elif field_of(place, theatre.size) != battalion.field:
                assert battalion.field is not None
                where = f"{field_said(battalion.field)}, the Field of {self.battalion}"
                message = f"{ident}: {space_said(place)} is not in {where}"
                out.append(Objection(message, cite, "arrange"))
        others = {u.at: u.id for b in theatre.battalions.values() if b is not battalion for u in b.present if u.at}
        taken: dict[Place, str] = {}
        for ident, unit in present.items():
            space = self.arrange.get(ident, unit.at)
            if space is None:
                out.append(Objection(f"{ident} has no Space", cite, "arrange"))
                continue
            holder = taken.get(space) or others.get(space)
            if holder is not None:
                out.append(Objection(f"{ident}: {holder} stands on {space_said(space)}", cite, "arrange"))
            taken[space] = ident
        return out


def _some_spaces(theatre: Theatre, battalion: Battalion, field: Place) -> dict[str, Place]:
    """Return Spaces in a Field for the units of a battalion on the grid, as long as there are any.

    A unit that stands in the Field keeps its Space.
    """
    kept = {u.id: u.at for u in battalion.present if u.at is not None and field_of(u.at, theatre.size) == field}
    others = {u.at for other in theatre.battalions.values() if other is not battalion for u in other.present}
    taken = others | set(kept.values())
    free = (space for space in spaces_of(field, theatre.size) if space not in taken)
    given = dict(zip([unit.id for unit in battalion.present if unit.id not in kept], free, strict=False))
    return {unit.id: place for unit in battalion.present if (place := kept.get(unit.id) or given.get(unit.id))}
