"""A move on the over-world (BN-MOV)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.orders import Candidate, Objection, Order
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..board.battlefield import Battalion
from ..board.grid import field_said
from ..position import BattalionsPosition
from ..rulings.overworld import engage, journey, journey_said, move, paths
from ..state import BattalionWord, Direction, Place


class Path(Order[BattalionsPosition], kw_only=True):
    """Move a battalion over the board, a Field a step: `{battalion: R1, path: ["E", "N"]}`."""

    verb: ClassVar[str] = "path"
    path: Annotated[list[Direction], Meta(max_length=1000)]
    battalion: BattalionWord

    @classmethod
    def candidates(cls, position: BattalionsPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield a shortest path to every Field a battalion can end in, and to every combat it can begin or join."""
        if position.moving:
            for battalion in position.ordered_by(player, piece):
                if position.theatre.binding(battalion) is None and battalion.field is not None:
                    for way, leads in paths(position.theatre, battalion):
                        yield Candidate(Path(path=way, battalion=battalion.id), leads)

    def judge(self, position: BattalionsPosition, player: str) -> list[Objection]:
        battalion = position.owned(player, self.battalion)
        if isinstance(battalion, Objection):
            return [battalion]
        cite = position.rules.cite
        if position.theatre.skirmish:
            return [Objection("a skirmish has no over-world to move on", cite("skirmish_ends"), "path")]
        if not position.moving:
            return [Objection("no over-world turn is under way", cite("turns"), "path")]
        combat = position.theatre.binding(battalion)
        if combat is not None:
            message = f"{self.battalion} is in the combat {combat.id} and does not move"
            return [Objection(message, cite("in_combat"), "battalion")]
        if not battalion.living or battalion.field is None:
            return [Objection(f"{self.battalion} has no unit left", cite("wiped_out"), "battalion")]
        return []

    def apply(self, position: BattalionsPosition, player: str, recorder: Recorder) -> None:
        """Move the battalion, and begin or join the combat that its path runs into."""
        theatre, rules = position.theatre, position.rules
        battalion = theatre.battalions[self.battalion]
        combat = theatre.binding(battalion)
        if combat is not None:
            text = f"{battalion.id} was drawn into {combat.id} and does not move"
            recorder.write(text, cites=rules.cite("in_combat"))
            return
        found = journey(theatre, battalion, self.path)
        was, facing = battalion.station, battalion.facing
        assert was is not None
        move(theatre, battalion, found)
        changes = []
        if found.ends != was:
            says = f"{field_said(was)} to {field_said(found.ends)}"
            changes.append(Change(battalion.id, "field", was, found.ends, says))
        if found.facing != facing:
            changes.append(Change(battalion.id, "facing", facing, found.facing, f"faces {found.facing}"))
        notes = list(found.notes)
        if not battalion.arranged and found.ends != was:
            notes.append("its owner sets it out again")
        recorder.write(
            journey_said(battalion, self.path, found),
            reasons=[found.steps],
            changes=changes,
            notes=notes,
            cites=rules.cite("turns", "faces", *found.keys),
        )
        if found.target is not None:
            self._fights(position, battalion, found.target, recorder)

    def _fights(self, position: BattalionsPosition, battalion: Battalion, target: Place, recorder: Recorder) -> None:
        combat, new = engage(position.theatre, battalion, target)
        used = " and ".join(map(field_said, combat.used))
        if new:
            against = " and ".join(i for i in combat.members if combat.members[i].origin == target)
            text = f"{battalion.id} attacks {against}: the combat {combat.id} begins on {used}"
            recorder.write(text, cites=position.rules.cite("attacks"))
        else:
            text = f"{battalion.id} joins {combat.id} after {combat.turn} of its turns; it is fought on {used}"
            recorder.write(text, cites=position.rules.cite("joins"))
