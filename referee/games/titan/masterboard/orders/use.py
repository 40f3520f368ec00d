"""Using an ability that the tables give a legion: of what it holds or carries, of its Land, or of all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import piece

from ...words import CHARACTER, LandWord, LegionWord, land_name
from ..effects import end_named, lay
from ..position import MasterboardPosition
from ..rulings.abilities import Held, Use, held_by, target_objections, user_objections, uses_of
from .base import MasterOrder


class UseBoardAbility(MasterOrder, kw_only=True):
    """Use an ability on the Masterboard: `{use: storm, by: bk01}`, with `at: 38` for a Land or `on: rd01` for a legion.

    `show: warlock` names the character that has it, if several kinds in the legion do.
    """

    verb: ClassVar[str] = "use"
    use: str
    by: Annotated[LegionWord, piece("own")]
    at: LandWord | None = None
    on: Annotated[LegionWord, piece("any")] | None = None
    show: Annotated[str, CHARACTER] | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if not position.rules.board_abilities or player != position.mover:
            return
        for legion in position.own(player):
            if piece in (None, legion.id):
                found = list(uses_of(position, player, legion))
                for use in found:
                    several = sum(other[1:] == use[1:] and other.held.name == use.held.name for other in found) > 1
                    yield Candidate(cls.of(use, several))

    @classmethod
    def of(cls, use: Use, several: bool) -> UseBoardAbility:
        """Return the order for a use; it names the character that is shown if `several` may be."""
        at, on = use.held.ability.at, use.target
        return cls(
            use=use.held.name,
            by=use.user.id,
            at=land_name(use.land) if at == "land" else None,
            on=on.id if at == "legion" and on is not None else None,
            show=use.held.shown if several else None,
        )

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        if position.position_unknown:
            return []
        user = position.find(self.by, "by")
        if isinstance(user, Objection):
            return [user]
        held = held_by(position, user, self.use, self.show)
        if isinstance(held, Objection):
            return [held]
        out = user_objections(position, player, user, held)
        use = self.found(position, held)
        return out or ([use] if isinstance(use, Objection) else target_objections(position, use))

    def found(self, position: MasterboardPosition, held: Held) -> Use | Objection:
        """Return what is used by whom at what, or the objection that the order does not name it."""
        user, ability = position.legions[self.by], held.ability
        for field, value, wanted in (("at", self.at, "land"), ("on", self.on, "legion")):
            if value is not None and ability.at != wanted:
                message = f"{ability.title} is used at no {wanted} that is named; leave '{field}' out"
                return Objection(message, ability.cites, field)
            if value is None and ability.at == wanted:
                return Objection(f"'{field}' is missing: {ability.title} is used at a {wanted}", ability.cites, field)
        if ability.at == "land" and self.at is not None:
            land = position.land(self.at, "at")
            return land if isinstance(land, Objection) else Use(held, user, land, None)
        if ability.at == "legion" and self.on is not None:
            target = position.find(self.on, "on")
            return target if isinstance(target, Objection) else Use(held, user, target.land, target)
        return Use(held, user, user.land, user if ability.at == "own_legion" else None)

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        user = position.legions[self.by]
        held = held_by(position, user, self.use, self.show)
        assert isinstance(held, Held)
        use = self.found(position, held)
        assert isinstance(use, Use)
        ability = held.ability
        position.note_use(user, held.name, ability.uses.per)
        changes = end_named(position, ability.ends, use.land, use.target or user)
        notes = list[str]()
        if (laid := use.laid(position)) is not None:
            more, notes = lay(position, laid)
            changes += more
        shows = ""
        if held.shown is not None:
            position.reveal(user.id, "shown", [held.shown])
            shows = f", showing {position.title([held.shown])}"
        at = {"land": f" at {position.graph.titled(use.land)}", "legion": f" on {self.on}"}.get(ability.at, "")
        text = f"{position.named(user)} uses {ability.title}{at}{shows}"
        recorder.write(text, changes=changes, notes=notes, cites=ability.cites)
