"""What questions about a strike and a rangestrike share: the hits that hazards did the target before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.documents.problems import listed
from referee.core.game.questions import Answer
from referee.core.rules.index import OptionValue

from ..rules import TitanRules, compile_rules
from .board import Board
from .pieces import OFF, Piece
from .position import BattlePosition
from .rulings.harm import Harm, harm, may_harm
from .supposing import BattleQuestion, StrikeFacts


class AskAttack(BattleQuestion):
    """What questions about a strike and a rangestrike share: the target, and hits that a hazard did it before."""

    supposing: StrikeFacts | None = None

    def target(self) -> str:
        """Return the id of the target."""
        raise NotImplementedError

    def beside(self, position: BattlePosition) -> bool | None:
        """Return whether the two stand on neighbouring hexes, None where one is not on the map."""
        one, other = (position.fight.pieces.get(ident) for ident in (self.subject(), self.target()))
        if one is None or other is None or OFF in (one.hex, other.hex):
            return None
        return position.fight.board.steps(one.hex, other.hex) == 1

    def ruling(self, position: BattlePosition) -> Answer:
        """Return the ruling for the hits the target has."""
        raise NotImplementedError

    def answer(self, position: BattlePosition) -> Answer:
        out = self.ruling(position)
        target = position.fight.pieces[self.target()]
        board = position.fight.board
        if out.answer["allowed"] and target.hex != OFF and may_harm(board, target.profile, target.hex):
            # the readings of hits by hazards are added here, each with its own number of hits
            with position.rules.unnoted():
                self._add_harm(position, target, out)
        return out

    def outcome(self, position: BattlePosition) -> dict[str, Any]:
        # hits of hazards add other readings, and nothing to the answer
        return self.ruling(position).answer

    def _add_harm(self, position: BattlePosition, target: Piece, out: Answer) -> None:
        """Add to a ruling the hits of hazards on the target at the start of this phase, and their other readings."""
        if target.hex == OFF:
            return
        harmed = self._harm(position, position.fight.board, target)
        readings = list(self._readings(position, target))
        out.cites += [c for c in harmed.ledger.cites if c not in out.cites]
        if readings and (text := self.harm_note(position)):
            out.notes.append(f"{readings[0][0]}: {text}")
        for number, switch, value, rules in readings:
            if self._harm_counted(target, harmed):
                self._add_reading(position, target, harmed, out, (number, switch, value, rules))

    def _harm(self, position: BattlePosition, board: Board, target: Piece) -> Harm:
        """Return the hits of hazards on the target at the start of this Strike Phase."""
        given = position.fight.given("damage", 1 << target.hex, occupant=target)
        return harm(board, target.profile, target.hex, target.side == position.fight.active, given)

    def _harm_counted(self, target: Piece, harmed: Harm) -> bool:
        """Return whether the hits of hazards at the start of this phase are among the target's hits."""
        begun = self.supposing is None or self.supposing.phase is None
        return begun and target.hits >= harmed.ledger.total

    def harm_note(self, position: BattlePosition) -> str:
        """Return whether the hits of hazards at the start of this phase are counted; empty if there are none."""
        target = position.fight.pieces[self.target()]
        harmed = self._harm(position, position.fight.board, target) if target.hex != OFF else None
        if harmed is None or not harmed.ledger.total:
            return ""
        hits = "hit" if harmed.ledger.total == 1 else f"{harmed.ledger.total} hits"
        done = "counted"
        if not self._harm_counted(target, harmed):
            done = f"not counted{self._other_harm(position, target, harmed)}"
        return f"the {hits} of {listed(list(harmed.hazards), 'and')} at the start of this Strike Phase {done}"

    def _other_harm(self, position: BattlePosition, target: Piece, harmed: Harm) -> str:
        """Return by which other readings hazards do other hits at the start of this phase."""
        texts = []
        for number, switch, value, rules in self._readings(position, target):
            other = self._harm(position, position.board_under(rules), target).ledger.total
            if other != harmed.ledger.total:
                texts.append(f"{other or 'none'} by {number}, {switch}: {value}")
        return f" ({'; '.join(texts)})" if texts else ""

    def _readings(self, position: BattlePosition, target: Piece) -> Iterator[tuple[str, str, OptionValue, TitanRules]]:
        """Yield the other choices of the rulings that decide the hits of hazards on the target.

        Each is (ruling, option, value, rules under that value).
        """
        with position.rules.consulting() as consulted:
            self._harm(position, position.fight.board, target)
        for switch in sorted(consulted):
            number, ruling = position.rules.ruleset.ruling_of(switch)
            for value in dict.fromkeys([ruling.default, *ruling.alternatives]):
                if value is not None and value != position.rules.options[switch]:
                    rules = _with(position.rules, switch, value)
                    yield number, switch, value, rules

    def reread(self, position: BattlePosition, original: BattlePosition) -> None:
        """Set the target's hits as if the hazards had been read so at the start of the phase."""
        target = position.fight.pieces[self.target()]
        if target.hex == OFF:
            return
        harmed = self._harm(original, original.fight.board, target)
        if self._harm_counted(target, harmed):
            other = target.hits - harmed.ledger.total + self._harm(position, position.fight.board, target).ledger.total
            target.hits = min(max(other, 0), target.profile.power)

    def _add_reading(
        self,
        position: BattlePosition,
        target: Piece,
        harmed: Harm,
        out: Answer,
        reading: tuple[str, str, OptionValue, TitanRules],
    ) -> None:
        """Add the answer under another reading of the hazards' hits, if it differs."""
        number, switch, value, rules = reading
        hits = target.hits
        other = hits - harmed.ledger.total
        other += self._harm(position, position.board_under(rules), target).ledger.total
        target.hits = min(max(other, 0), target.profile.power)
        found = self.ruling(position).answer
        target.hits = hits
        if found != out.answer:
            out.otherwise.append({"ruling": number, "option": switch, "value": value, "answer": found})
            out.cites += [number] if number not in out.cites else []


def _with(rules: TitanRules, option: str, value: OptionValue) -> TitanRules:
    """Return the rules with another value of one option, compiled once."""
    key = ("under", option, repr(value))
    return rules.remember(key, lambda: compile_rules(rules.ruleset, {**rules.options, option: value}))
