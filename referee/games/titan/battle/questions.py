"""Questions about a battle, answered by the rulings that judge orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta
from msgspec.structs import replace

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection, merge_objections
from referee.core.game.questions import Answer, Sentence
from referee.core.notation.field_specs import SHORT
from referee.core.notation.field_specs import piece as called
from referee.core.rules.index import OptionValue

from ..rules import TitanRules, compile_rules
from . import answer_sentences
from .board import Board
from .orders.rangestrike import Rangestrike
from .orders.strike import Strike
from .pieces import OFF, Piece
from .position import BattlePosition
from .ruling_answers import refusal, ruling_answer
from .rulings.harm import Harm, harm, may_harm
from .rulings.judge import (
    carries,
    chosen_line,
    declared_objections,
    exempt_cites,
    shot_objections,
    strike_objections,
)
from .rulings.strikes import (
    Carry,
    DeclaredStrike,
    StrikeRuling,
    at_least,
    declarable,
    declared_ledgers,
    declared_strike,
    expected,
)
from .rulings.volleys import volley, volley_objections
from .supposing import BattleQuestion, StrikeFacts


class AskAttack(BattleQuestion):
    """What questions about a strike and a rangestrike share: the target, and hits that a hazard did it before."""

    supposing: StrikeFacts | None = None

    def target(self) -> str:
        """Return the id of the target."""
        raise NotImplementedError

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
        harmed = self._harm(position, position.fight.board, target)
        if not harmed.ledger.total:
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


class _Struck(NamedTuple):
    """A strike that is allowed: its ruling, how it is declared and else may be, and what is answered.

    `others` says whether further enemies stand in contact.
    """

    ruling: StrikeRuling
    plain: DeclaredStrike
    options: list[DeclaredStrike]
    others: bool
    answer: dict[str, Any]


class AskStrike(AskAttack, kw_only=True):
    """May one piece strike another, with how many dice at which number: `{strike: a, at: b}`.

    `number` asks for a strike declared at a higher strike-number, `forgo` for one without the gain of striking down,
    `carry` for surplus hits to those it lists, in order, and `most` for the most hits each may take.
    `supposing: {struck: false}` replaces what the state says.
    """

    verb: ClassVar[str] = "strike"
    changes_nothing: ClassVar[bool] = True
    strike: Annotated[str, called("own")]
    at: Annotated[str, called("enemy")]
    number: Annotated[int, Meta(ge=1, le=6)] | None = None
    forgo: bool = False
    carry: Annotated[list[str], SHORT, called("enemy")] = []
    most: Annotated[list[Annotated[int, Meta(ge=0, le=100)]], SHORT] | None = None

    def target(self) -> str:
        return self.at

    def order(self) -> Strike:
        """Return the order that the question is about."""
        return Strike(
            strike=self.strike, at=self.at, number=self.number, forgo=self.forgo, carry=self.carry, most=self.most
        )

    def ruling(self, position: BattlePosition) -> Answer:
        striker = self.piece(position, self.strike, "strike")
        target = self.piece(position, self.at, "at")
        if objections := self._objections(position, striker, target):
            return refusal(objections)
        found, board, cite = self._struck(position, striker, target), position.fight.board, position.rules.cite
        plain, refused = found.plain, found.answer["refused"]
        cites = [*cite("contact"), *cite("strike_number")]
        if found.others:
            cites += cite("carry")
            cites += [c for r in refused.values() for b in r["because"] for c in b["cite"]]
        if any(o.forgone for o in found.options):
            cites += cite("benefit")
        cites += board.laid_cites((striker.hex, target.hex))
        ledgers = declared_ledgers(board, found.ruling, plain.dice, plain.number, self.forgo)
        out = ruling_answer(found.answer, ledgers, cites)
        if any(len(o.carry) > 1 and o.dice - target.remaining > 1 for o in [plain, *found.options]):
            self._add_carry_readings(position, out)
        return out

    def outcome(self, position: BattlePosition) -> dict[str, Any]:
        striker = self.piece(position, self.strike, "strike")
        target = self.piece(position, self.at, "at")
        if objections := self._objections(position, striker, target):
            return refusal(objections).answer
        return self._struck(position, striker, target).answer

    def _objections(self, position: BattlePosition, striker: Piece, target: Piece) -> list[Objection]:
        """Return every reason against the strike, those that another phase would lift among them."""
        objections = self.order().check(position, position.player(striker.side))
        if not objections:
            return []
        wrong = strike_objections(position, striker, target)
        wrong = wrong or declared_objections(position, striker, target, self.number, self.forgo)
        return merge_objections(objections, wrong)

    def _struck(self, position: BattlePosition, striker: Piece, target: Piece) -> _Struck:
        """Return a strike that is allowed, with all that may be declared and the answer."""
        fight = position.fight
        ruling = fight.strike(striker, target)
        living, slain = carries(position.fight, striker, target, ruling)
        remaining = target.remaining
        options = declarable(fight.board, ruling, living, remaining)
        plain = options[0]
        declared = self.number is not None or self.forgo or bool(self.carry)
        if declared:
            least = ruling.forgone_number if self.forgo else ruling.number
            plain = declared_strike(fight.board, ruling, living, remaining, self.number or least, self.forgo)
        answer = {
            "allowed": True,
            "dice": plain.dice,
            "strike_number": plain.number,
            "expected_hits": expected(plain.dice, plain.number, plain.faces),
            "kill_probability": plain.kill(remaining),
            "options": [self._option(o, remaining) for o in options],
            "refused": self._refused(position, target, plain, living, slain),
        }
        if declared:
            named = tuple(ident for ident in plain.carry if not self.carry or ident in self.carry)
            answer["declared"] = self._option(replace(plain, carry=named), remaining)
        return _Struck(ruling, plain, options, bool(living or slain), answer)

    def _refused(
        self, position: BattlePosition, target: Piece, plain: DeclaredStrike, living: list[Carry], slain: list[Piece]
    ) -> dict[str, Any]:
        """Return those to whom the strike does not carry over, each with the reasons and what it would need."""
        board, cite = position.fight.board, position.rules.cite
        refused: dict[str, Any] = {}
        for other in living:
            if other.id not in plain.carry:
                found = other.objections(board, plain.dice, plain.number, self.forgo)
                if not found:
                    found = [Objection(f"{plain.dice} dice cannot slay {target.id} with a hit to spare", cite("carry"))]
                refused[other.id] = {
                    "because": [o.plain() for o in found],
                    "needs": {"dice": other.dice, "strike_number": other.number},
                }
        for piece in slain:
            objection = Objection(f"{piece.id} is slain already", cite("slain_target"))
            refused[piece.id] = {"because": [objection.plain()], "needs": None}
        return refused

    def _add_carry_readings(self, position: BattlePosition, out: Answer) -> None:
        """Add the readings on sharing a carry-over; the answer is the same under each (LoT 12.4)."""
        switch = "carry_targets"
        number, ruling = position.rules.ruleset.ruling_of(switch)
        out.cites += [cite for cite in position.rules.cite("carry_many") if cite not in out.cites]
        out.otherwise += [
            {"ruling": number, "option": switch, "value": value, "answer": out.answer}
            for value in (ruling.default, *ruling.alternatives)
            if value != position.rules.options[switch]
        ]

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.strike(position, self.strike, self.at, answer, self.harm_note(position))

    def foremost(self, position: BattlePosition, further: Mapping[str, Any]) -> list[Sentence]:
        """Return whether hits carry over to those of whom that was asked."""
        from .carry_question import AskCarry

        out = []
        for word in further.get("carry", []):
            found = position.pieces_called(word, "enemy", None, self.strike)
            if len(found) != 1 or found[0][0] == self.at:
                continue
            asked = AskCarry(carry=self.strike, from_=self.at, to=found[0][0], number=self.number, forgo=self.forgo)
            out += asked.say(position, asked.answer(position))[:1]
        return out

    def odds_told(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        from .odds_sentences import of_strike

        return of_strike(position, self.strike, self.at, answer.answer)

    def _option(self, one: DeclaredStrike, remaining: int) -> dict[str, Any]:
        out: dict[str, Any] = {"dice": one.dice, "strike_number": one.number}
        if one.forgone:
            out["forgo"] = True
        return out | {
            "carry": list(one.carry),
            "kill_probability": one.kill(remaining),
            "carry_probability": one.surplus(remaining),
        }


class AskRangestrike(AskAttack, kw_only=True):
    """May one piece rangestrike another, and by which path: `{rangestrike: a, at: b}`; `via` names the path.

    Several rangestrike together: `{rangestrike: [a, b], at: c}`. `supposing: {struck: false}` replaces what the state
    says.
    """

    verb: ClassVar[str] = "rangestrike"
    rangestrike: Annotated[str | Annotated[list[str], SHORT], called("own")]
    at: Annotated[str, called("enemy")]
    via: Annotated[list[str], SHORT] | None = None

    def order(self) -> Rangestrike:
        """Return the order that the question is about."""
        return Rangestrike(rangestrike=self.rangestrike, at=self.at, via=self.via)

    def subject(self) -> str:
        return self.rangestrike if isinstance(self.rangestrike, str) else next(iter(self.rangestrike), "")

    def target(self) -> str:
        return self.at

    def ruling(self, position: BattlePosition) -> Answer:
        if not isinstance(self.rangestrike, str):
            return self._together(position, self.rangestrike)
        striker = self.piece(position, self.rangestrike, "rangestrike")
        target = self.piece(position, self.at, "at")
        fight, cite = position.fight, position.rules.cite
        shot = fight.shot(striker, target) if striker.hex != OFF and target.hex != OFF else None
        objections = self.order().check(position, position.player(striker.side))
        if objections:
            objections = merge_objections(objections, shot_objections(position, striker, target))
            return refusal(objections)
        assert shot is not None
        line = chosen_line(position, shot, self.via)
        assert not isinstance(line, list)
        labels = fight.board.labels
        answer = {
            "allowed": True,
            "dice": line.aim.dice,
            "strike_number": line.aim.number,
            "path": [labels[h] for h in line.path],
            "range": len(line.path) + 2,
            "expected_hits": expected(line.aim.dice, line.aim.number, position.rules.combat.die.faces),
            "kill_probability": at_least(
                line.aim.dice, line.aim.number, target.remaining, position.rules.combat.die.faces
            ),
        }
        others = [o for o in shot.lines if o is not line]
        if others:
            answer["other_paths"] = [
                {"path": [labels[h] for h in o.path], "dice": o.aim.dice, "strike_number": o.aim.number}
                | ({"because": [b.plain() for b in blocked]} if (blocked := _blocked(position, o)) else {})
                for o in others
            ]
        exempt = exempt_cites(position, striker, target)
        laid = fight.board.laid_cites((striker.hex, *line.path, target.hex))
        return ruling_answer(answer, list(line.aim.ledgers), [*cite("range"), *cite("line"), *exempt, *laid])

    def odds_told(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        from .odds_sentences import of_roll

        given = answer.answer
        return of_roll(position, given, position.fight.pieces[self.at]) if given["allowed"] else []

    def _together(self, position: BattlePosition, named: list[str]) -> Answer:
        """Return the ruling on a rangestrike of several together (MM 4.3.3)."""
        strikers = [self.piece(position, ident, "rangestrike") for ident in named]
        target = self.piece(position, self.at, "at")
        order = Rangestrike(rangestrike=named, at=target.id)
        player = position.player(strikers[0].side) if strikers else position.players[0]
        objections = order.check(position, player)
        if objections:
            return refusal(merge_objections(objections, volley_objections(position, strikers, target)))
        roll = volley(position, strikers, target)
        faces = position.rules.combat.die.faces
        answer = {
            "allowed": True,
            "dice": roll.dice.total,
            "strike_number": roll.number,
            "expected_hits": expected(roll.dice.total, roll.number, faces),
            "kill_probability": at_least(roll.dice.total, roll.number, target.remaining, faces),
        }
        return ruling_answer(answer, list(roll.ledgers), [*position.rules.cite("unified")])

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        named = [self.rangestrike] if isinstance(self.rangestrike, str) else self.rangestrike
        return answer_sentences.rangestrike(position, named, self.at, answer, self.harm_note(position))


def _blocked(position: BattlePosition, line: Any) -> list[Objection]:
    from .rulings.judge import blocked

    return blocked(position, line)
