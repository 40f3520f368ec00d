"""Questions about contact: who holds whom, and who must strike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import piece as called

from .pieces import OFF, Piece
from .position import BattlePosition
from .rulings.lines import blocking
from .rulings.rangestrikes import paths
from .state import PhaseName
from .supposing import BattleFacts, BattleQuestion, StrikeFacts


class AskSees(BattleQuestion, kw_only=True):
    """Is the line between two hexes or pieces open, how far is it, and what blocks it: `{sees: B3, at: D4}`.

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

    def foremost(self, position: BattlePosition, further: Mapping[str, Any]) -> list[Sentence]:
        """Return whether the line is as was asked, `open` or `blocked`."""
        if "also_sight" not in further:
            return []
        found = "open" if self.answer(position).answer["sees"] else "blocked"
        return [
            Sentence(
                f"{'Yes' if found == further['also_sight'] else 'No'}, it is {found}.", position.rules.cite("line")
            )
        ]

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        given, cite = answer.answer, position.rules.cite
        one, other = self._named(position, self.sees), self._named(position, self.at)
        length = f"{given['range']} hexes, both ends counted"
        if not given["paths"]:
            return [Sentence(f"{one} and {other} are neighbours: the line crosses no other hex.", cite("range"))]
        clear = [row["path"] for row in given["paths"] if row["open"]]
        if clear:
            text = f"The line from {one} to {other} is open by way of {', '.join(clear[0])}: {length}."
            out = [Sentence(text, (*cite("range"), *cite("line")))]
        else:
            text = f"The line from {one} to {other} is blocked: {length}."
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


class AskLocked(BattleQuestion, kw_only=True):
    """Does an enemy in contact keep a piece from moving, and whom does it hold: `{locked: a}`."""

    verb: ClassVar[str] = "locked"
    phase: ClassVar[PhaseName] = "maneuver"
    locked: Annotated[str, called("any")]
    supposing: BattleFacts | None = None

    def answer(self, position: BattlePosition) -> Answer:
        fight, piece, cite = position.fight, self.piece(position, self.locked, "locked"), position.rules.cite
        beside = fight.enemies_beside(piece)
        holders = fight.holders(piece) if piece.hex != OFF else []
        held = [enemy for enemy in beside if piece in fight.holders(enemy)]
        answer = {
            "locked": bool(holders),
            "by": [enemy.id for enemy in holders],
            "holds": [enemy.id for enemy in held],
        }
        cites = [*cite("locked"), *(c for row in fight.released_by(piece) for c in row.cites)]
        objections = self._apart(position, piece)
        if objections and not holders:
            answer["because"] = [o.plain() for o in objections]
            cites += [one for o in objections for one in o.cite]
        return Answer(answer, list(dict.fromkeys(cites)), [])

    def foremost(self, position: BattlePosition, further: Mapping[str, Any]) -> list[Sentence]:
        """Return whether the one that was asked for is among those who hold the piece."""
        by, touching = further.get("also_by"), further.get("also_touching")
        if by is None and touching is None:
            return []
        piece, other = (position.fight.pieces[str(ident)] for ident in (self.locked, by or touching))
        name, whom, cite = position.named(piece), position.named(other), position.rules.cite("locked")
        if by is None:
            found = other in position.fight.enemies_beside(piece)
            said = f"{name} is {'' if found else 'not '}in contact with {whom}"
        else:
            found = other in position.fight.holders(piece)
            said = f"{whom} {'keeps' if found else 'does not keep'} {name} from moving"
        return [Sentence(f"{'Yes' if found else 'No'}, {said}.", cite)]

    def _apart(self, position: BattlePosition, piece: Piece) -> list[Objection]:
        """Return why enemies on neighbouring hexes do not hold a piece."""
        fight = position.fight
        if piece.hex == OFF:
            return [Objection(f"{position.named(piece)} is not on the map", position.rules.cite("locked"))]
        out = [Objection(row.why, row.cites) for row in fight.released_by(piece)]
        for hex_ in fight.board.neighbours[piece.hex]:
            other = fight.at[hex_]
            if other is None or other.side == piece.side or other in fight.enemies_beside(piece):
                continue
            rows = [*fight.board.separating_rows(piece.hex, hex_), *fight.apart(piece, other)]
            out += [Objection(f"{position.named(other)}: {row.why}", row.cites) for row in rows]
        return out

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        fight, given, cite = position.fight, answer.answer, position.rules.cite("locked")
        name = position.named(fight.pieces[self.locked])
        by = [position.named(fight.pieces[ident]) for ident in given["by"]]
        if by:
            out = [Sentence(f"Yes, {name} is locked in contact with {listed(by, 'and')} and may not move.", cite)]
        else:
            reasons = given.get("because", [])
            why = f": {'; '.join(reason['message'] for reason in reasons)}" if reasons else ": no enemy is in contact"
            cites = tuple(dict.fromkeys(one for reason in reasons for one in reason["cite"])) or cite
            out = [Sentence(f"No, nobody keeps {name} from moving{why}.", cites)]
        held = [position.named(fight.pieces[ident]) for ident in given["holds"]]
        if held:
            out.append(Sentence(f"It holds {listed(held, 'and')}.", cite))
        return out


class AskMustStrike(BattleQuestion, kw_only=True):
    """Must a piece strike in this phase, and whom may it choose: `{must_strike: a}`."""

    verb: ClassVar[str] = "must_strike"
    must_strike: Annotated[str, called("own")]
    supposing: StrikeFacts | None = None

    def answer(self, position: BattlePosition) -> Answer:
        from .orders.strike import Strike

        fight, cite = position.fight, position.rules.cite
        piece = self.piece(position, self.must_strike, "must_strike")
        targets = fight.targets(piece)
        if piece in position.must_strike():
            return Answer({"must": True, "targets": [p.id for p in targets]}, [*cite("must_strike")], [])
        beside = fight.enemies_beside(piece)
        objections: list[Objection] = []
        if targets:
            objections = Strike(strike=piece.id, at=targets[0].id).check(position, position.player(piece.side))
        elif beside:
            names = listed([position.named(p) for p in beside], "and")
            objections = [Objection(f"every enemy beside it is slain already: {names}", cite("must_strike"))]
        else:
            objections = [Objection(f"{position.named(piece)} is in contact with no enemy", cite("must_strike"))]
        cites = dict.fromkeys([*cite("must_strike"), *(one for o in objections for one in o.cite)])
        return Answer({"must": False, "targets": [], "because": [o.plain() for o in objections]}, list(cites), [])

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        pieces, given, cite = position.fight.pieces, answer.answer, position.rules.cite("must_strike")
        name = position.named(pieces[self.must_strike])
        if given["must"]:
            names = [position.named(pieces[ident]) for ident in given["targets"]]
            choice = f"{names[0]}" if len(names) == 1 else f"one of these, at its choice: {listed(names, 'and')}"
            return [Sentence(f"Yes, {name} must strike {choice}.", cite)]
        reasons = given["because"]
        why = "; ".join(reason["message"] for reason in reasons)
        return [Sentence(f"No, {name} need not strike: {why}.", tuple(one for r in reasons for one in r["cite"]))]
