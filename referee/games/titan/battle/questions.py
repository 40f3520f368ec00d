"""Questions about strikes and rangestrikes, answered by the rulings that judge orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta
from msgspec.structs import replace

from referee.core.documents.problems import listed, percent
from referee.core.game.orders import Objection, merge_objections
from referee.core.game.questions import Answer, Sentence
from referee.core.notation.field_specs import SHORT
from referee.core.notation.field_specs import piece as called

from . import answer_sentences
from .attack_question import AskAttack
from .orders.rangestrike import Rangestrike
from .orders.strike import Strike
from .pieces import OFF, Piece
from .position import BattlePosition
from .rulings.carrying import Carry, DeclaredStrike, declarable, declared_ledgers, declared_strike
from .rulings.chances import at_least, counting, expected
from .rulings.judge import (
    blocked,
    carries,
    chosen_line,
    declared_objections,
    exempt_cites,
    shot_objections,
    strike_objections,
)
from .rulings.rangestrikes import Aim
from .rulings.strikes import RollRuling, StrikeRuling
from .rulings.volleys import volley, volley_objections
from .supposing import refusal, ruling_answer


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

    def fits(self, position: BattlePosition) -> bool:
        return self.beside(position) is True

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
        cites += [*board.laid_cites((striker.hex, target.hex)), *target.profile.power_cites]
        ledgers = declared_ledgers(board, found.ruling, plain.dice, plain.number, self.forgo)
        ledgers += counting(plain.dice, plain.number, plain.faces, plain.changes)
        out = ruling_answer(found.answer, ledgers, cites)
        if any(len(o.carry) > 1 and o.most - target.remaining > 1 for o in [plain, *found.options]):
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
            "expected_hits": expected(plain.dice, plain.number, plain.faces, plain.changes),
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
        """Return whether a number that was said is right, and whether hits carry over as was asked."""
        from .carry_question import AskCarry

        out: list[Sentence] = []
        for word in further.get("carry", []):
            found = position.pieces_called(word, "enemy", None, self.strike)
            if len(found) != 1 or found[0][0] == self.at:
                continue
            asked = AskCarry(carry=self.strike, from_=self.at, to=found[0][0], number=self.number, forgo=self.forgo)
            out += asked.say(position, asked.answer(position))[:1]
        if {"also_slays", "also_hits"} & further.keys():
            out += self._chances(position, self.answer(position).answer, further, bool(out))
        if told := further.get("told"):
            number, faces = self.answer(position).answer.get("strike_number"), position.rules.combat.die.faces
            if number is not None:
                right = f"{number}{' or more' if number < faces else ''}"
                low, high = ([str(n) for n in told if n < number], [str(n) for n in told if n > number])
                text = (
                    f"No, on {right}, not on {listed(low)}." if low else f"Yes, on {right}, so on {listed(high)} too."
                )
                text = f"Yes, on {right}." if number in told else text
                text = f"No, a die shows {faces} at most." if max(told) > faces else text
                out.append(Sentence(text, (position.rules.combat.strike_chart.cite,)))
        return out

    def _chances(
        self, position: BattlePosition, given: Mapping[str, Any], further: Mapping[str, Any], beside: bool
    ) -> Iterator[Sentence]:
        """Yield whether the target can be slain, or will be, and how many hits the dice score on average.

        `beside` says that the question is about more, which has been answered.
        """
        chance, cite = given.get("kill_probability"), position.rules.cite("slain")
        if chance is None:
            return
        if "also_hits" in further:
            faces = position.rules.combat.die.faces
            hit = at_least(given["dice"], given["strike_number"], 1, faces, self.order().changes(position))
            text = f"{given['expected_hits']:.1f} hits on average; the chance of one or more is {percent(hit)}."
            if "also_will" in further:
                text = "Yes." if hit == 1 else f"Perhaps: the chance of a hit is {percent(hit)}."
            yield Sentence(text, (position.rules.combat.strike_chart.cite,))
        elif beside:
            yield Sentence(f"The chance that it is slain is {percent(chance)}.", cite)
        elif not chance:
            yield Sentence("No, not by one strike.", cite)
        elif "also_can" in further:
            yield Sentence("Yes, it can.", cite)
        else:
            yield Sentence("Yes." if chance == 1 else f"Perhaps: the chance is {percent(chance)}.", cite)

    def odds_told(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.of_strike(position, self.strike, self.at, answer.answer)

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

    def fits(self, position: BattlePosition) -> bool:
        striker = position.fight.pieces.get(self.subject())
        return striker is not None and striker.profile.rangestrikes and self.beside(position) is False

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
            **_chances_of(position, line.aim.dice, line.aim, target),
        }
        others = [o for o in shot.lines if o is not line]
        if others:
            answer["other_paths"] = [
                {"path": [labels[h] for h in o.path], "dice": o.aim.dice, "strike_number": o.aim.number}
                | ({"because": [b.plain() for b in bars]} if (bars := blocked(position, o)) else {})
                for o in others
            ]
        exempt = exempt_cites(position, striker, target)
        laid = fight.board.laid_cites((striker.hex, *line.path, target.hex))
        faces = position.rules.combat.die.faces
        ledgers = [*line.aim.ledgers, *counting(line.aim.dice, line.aim.number, faces, line.aim.changes)]
        grown = target.profile.power_cites
        return ruling_answer(answer, ledgers, [*cite("range"), *cite("line"), *exempt, *laid, *grown])

    def odds_told(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        given = answer.answer
        if not given["allowed"]:
            return []
        return answer_sentences.of_roll(position, given, position.fight.pieces[self.at], self.order().changes(position))

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
        answer = {
            "allowed": True,
            "dice": roll.dice,
            "strike_number": roll.number,
            **_chances_of(position, roll.dice, roll, target),
        }
        faces = position.rules.combat.die.faces
        ledgers = [*roll.ledgers, *counting(roll.dice, roll.number, faces, roll.changes)]
        return ruling_answer(answer, ledgers, [*position.rules.cite("unified")])

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        named = [self.rangestrike] if isinstance(self.rangestrike, str) else self.rangestrike
        return answer_sentences.rangestrike(position, named, self.at, answer, self.harm_note(position))


def _chances_of(position: BattlePosition, dice: int, roll: Aim | RollRuling, target: Piece) -> dict[str, float]:
    """Return the hits that a rangestrike can be expected to do, and its chance to slay."""
    faces, changes = position.rules.combat.die.faces, roll.changes
    return {
        "expected_hits": expected(dice, roll.number, faces, changes),
        "kill_probability": at_least(dice, roll.number, target.remaining, faces, changes),
    }
