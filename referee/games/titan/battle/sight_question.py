"""The question about the line between two hexes: its length, its paths, and what blocks them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import piece as called

from .pieces import OFF, Piece
from .position import BattlePosition
from .rulings.lines import blocking
from .rulings.rangestrikes import paths
from .supposing import BattleQuestion


class AskSees(BattleQuestion, kw_only=True):
    """How far is it between two hexes or pieces, and what blocks the line: `{sees: B3, at: D4}`.

    Whether somebody may rangestrike along it is another question: `rangestrike`.
    """

    verb: ClassVar[str] = "sees"
    sees: Annotated[str, called("any")]
    at: Annotated[str, called("any")]

    def answer(self, position: BattlePosition) -> Answer:
        fight, cite = position.fight, position.rules.cite
        board = fight.board
        (source, one), (target, other) = self._end(position, self.sees, "sees"), self._end(position, self.at, "at")
        if source == target:
            raise Unanswerable("a line has two ends; these are the same hex", ("ask", "at"))
        found = []
        cites = [*cite("range"), *cite("line")]
        # who looks is not given: a character without special traits stands in
        profile = position.rules.profile(self._anybody(position))
        people = {"striker": one.profile if one else profile, "target": other.profile if other else profile}
        unhindered = one is not None and one.profile.unhindered
        for path in paths(board, source, target):
            whole = (source, *path, target)
            objections = blocking(position, people, whole, (), "rangestrike", unhindered)
            row: dict[str, Any] = {"path": [board.labels[h] for h in path], "open": not objections}
            if objections:
                row["because"] = [o.plain() for o in objections]
                cites += [c for o in objections for c in o.cite]
            found.append(row)
        adjacent = board.steps(source, target) == 1
        answer = {
            "sees": any(row["open"] for row in found) or adjacent,
            "range": board.steps(source, target) + 1,
            "paths": [] if adjacent else found,
        }
        cites += board.laid_cites((source, target))
        return Answer(answer, list(dict.fromkeys(cites)), [])

    def _end(self, position: BattlePosition, word: str, field: str) -> tuple[int, Piece | None]:
        """Return the hex that a word names, or that of its piece, with the piece on it; raises Unanswerable."""
        piece = position.fight.pieces.get(word)
        if piece is None:
            found = position.hex(word.upper(), field)
            if isinstance(found, Objection):
                self.piece(position, word, field)
                raise Unanswerable(found.message, ("ask", field))
            return found, position.fight.at[found]
        if piece.hex == OFF:
            raise Unanswerable(f"{position.named(piece)} is not on the map", ("ask", field))
        return piece.hex, piece

    def _anybody(self, position: BattlePosition) -> str:
        rules = position.rules
        return next(name for name in rules.characters if not rules.profile(name).unhindered)

    def subject(self) -> str:
        return self.sees

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        given, cite = answer.answer, position.rules.cite
        one, other = self._named(position, self.sees), self._named(position, self.at)
        length = f"{given['range']} hexes, both ends counted"
        if not given["paths"]:
            return [Sentence(f"{one} and {other} are neighbours: the line crosses no other hex.", cite("range"))]
        clear = [row["path"] for row in given["paths"] if row["open"]]
        if clear:
            text = f"Yes, the line from {one} to {other} is open by way of {', '.join(clear[0])}: {length}."
            out = [Sentence(text, (*cite("range"), *cite("line")))]
        else:
            text = f"No, the line from {one} to {other} is blocked: {length}."
            out = [Sentence(text, (*cite("range"), *cite("line")))]
        for row in given["paths"]:
            if row["open"] and row["path"] != clear[0]:
                out.append(Sentence(f"It is open by way of {', '.join(row['path'])} too.", cite("line")))
            for reason in row.get("because", []):
                out.append(Sentence(f"Not {reason['message']}.", tuple(reason["cite"])))
        return out

    def _named(self, position: BattlePosition, word: str) -> str:
        piece = position.fight.pieces.get(word)
        return position.named(piece) if piece is not None else word.upper()
