"""Asking an enemy for passage, and the enemy's answer (MM 22.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from referee.core.documents.problems import listed
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import piece

from ...masterboard.events import happens
from ...masterboard.orders.base import MasterOrder, find_own
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.judge import arrive, march_objections, over_objections, turn_objections
from ...masterboard.state import Passage
from ...sides import MapSide
from ...words import LandWord, LegionWord, land_name
from ..rulings.passages import passages


class AskPassage(MasterOrder, kw_only=True, rename={"ask_passage": "ask-passage"}):
    """Ask to pass the enemy in a Land on the way to another: `{ask-passage: bk01, through: 12, to: 15}`.

    `side` names the side from which the legion comes to the enemy, where there are several.
    """

    verb: ClassVar[str] = "ask-passage"
    ask_passage: Annotated[LegionWord, piece("own")]
    through: LandWord
    to: LandWord
    side: MapSide | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.stage != "movement" or position.passage is not None or not _open(position):
            return
        for legion in position.own(player):
            if piece in (None, legion.id):
                for land, end, side in passages(position, legion):
                    order = cls(ask_passage=legion.id, through=land_name(land), to=land_name(end), side=side)
                    yield Candidate(order)

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        cite = position.rules.cite("passage")
        if not _open(position):
            return [Objection("nobody asks to pass in this game; the option 'passage' allows it", cite)]
        out = turn_objections(position, player, "movement", "asking to pass")
        if out or position.position_unknown:
            return out
        legion = find_own(position, player, self.ask_passage, self.verb)
        lands = [position.land(self.through, "through"), position.land(self.to, "to")]
        out += legion if isinstance(legion, list) else march_objections(position, legion, self.verb)
        out += [one for one in lands if isinstance(one, Objection)]
        if out or isinstance(legion, list):
            return out
        sides = self._sides(position)
        if not sides:
            way = f"passes one enemy alone, in {self.through}, and ends in {self.to}"
            message = f"no move of {position.named(legion)} {way}"
            return [Objection(message, cite, "to")]
        if self.side is None and len(sides) > 1:
            return [Objection(f"the enemy is met from the {listed(sides)}; name the side", cite, "side")]
        if self.side is not None and self.side not in sides:
            return [Objection(f"the enemy is not met from the {self.side} but from the {listed(sides)}", cite, "side")]
        return []

    def _sides(self, position: MasterboardPosition) -> list[MapSide]:
        found = passages(position, position.legions[self.ask_passage])
        ends = (str(self.through), str(self.to))
        return position.graph.by_side({side for land, end, side in found if (land, end) == ends})

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        side = self.side or self._sides(position)[0]
        position.passage = Passage(legion=self.ask_passage, land=self.through, to=self.to, side=side)
        recorder.write(
            f"{self.ask_passage} asks to pass {position.graph.titled(str(self.through))} on its way to "
            f"{position.graph.titled(str(self.to))}",
            cites=position.rules.cite("passage"),
        )


class _Answer(MasterOrder):
    """What both answers share: their verb names the legion that asks."""

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.passage is not None:
            yield Candidate(cls(**{cls.verb: position.passage.legion}))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        cite, asking = position.rules.cite("passage"), position.passage
        if asking is None:
            return [Objection("no legion asks to pass now", cite)]
        if player not in position.acting():
            return [Objection(f"only {' or '.join(position.acting())} says whether {asking.legion} may pass", cite)]
        if getattr(self, self.verb) != asking.legion:
            return [Objection(f"it is {asking.legion} that asks to pass", cite, self.verb)]
        return []

    def go(
        self,
        position: MasterboardPosition,
        recorder: Recorder,
        target: str,
        side: MapSide | None,
        said: str,
        before: str | None = None,
    ) -> None:
        """Move the legion, as the answer has it; `before` is the Land from which it enters."""
        asking = position.passage
        assert asking is not None
        legion = position.legions[asking.legion]
        came, position.passage = legion.land, None
        arrive(position, legion, target, side, before)
        recorder.write(
            said.format(legion=legion.id, land=position.graph.titled(target)),
            cites=[*position.rules.cite("passage"), *position.rules.cite("signs")],
            changes=[Change(legion.id, "land", land_name(came), land_name(target))],
        )
        happens(position, recorder, "enters", legion, {"manner": "move"})


class Grant(_Answer, kw_only=True):
    """Let a legion pass that asks for it: `{grant: bk01}`."""

    verb: ClassVar[str] = "grant"
    grant: Annotated[LegionWord, piece("enemy")]

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.passage is not None:
            target = str(position.passage.to)
            self.go(position, recorder, target, None, f"{player} lets {{legion}} pass, which moves to {{land}}")


class Refuse(_Answer, kw_only=True):
    """Engage a legion that asks to pass: `{refuse: bk01}`."""

    verb: ClassVar[str] = "refuse"
    refuse: Annotated[LegionWord, piece("enemy")]

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        asking = position.passage
        if asking is not None:
            said = f"{player} does not let {{legion}} pass, which engages in {{land}} from the {asking.side}"
            legion, met = position.legions[asking.legion], str(asking.land)
            way = [legion.land, *passages(position, legion)[met, str(asking.to), asking.side]]
            self.go(position, recorder, met, asking.side, said, way[way.index(met, 1) - 1])


def _open(position: MasterboardPosition) -> bool:
    """Return whether the option is taken by which legions ask to pass."""
    return bool(position.rules.options.get("passage", False))
