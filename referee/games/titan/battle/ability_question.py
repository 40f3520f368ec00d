"""The question whether a character may use an ability, and what its roll would be."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from referee.core.documents.problems import counted, listed, percent
from referee.core.game.questions import Answer, Sentence
from referee.core.notation.field_specs import piece as called

from ..rules import TitanRules
from .answer_sentences import attack, no
from .orders.use import UseAbility, done_without_roll
from .position import BattlePosition
from .rulings.chances import at_least, counting, expected
from .state import PhaseName
from .supposing import BattleQuestion, UseFacts, refusal, ruling_answer


class AskUse(BattleQuestion, kw_only=True, rename={"from_": "from"}):
    """May a piece use an ability, and with which roll: `{use: breath, by: a, at: b}`.

    `supposing: {struck: false}` replaces what the state says.
    """

    verb: ClassVar[str] = "use"
    use: str
    by: Annotated[str, called("own")]
    at: Annotated[str, called("any")] | None = None
    from_: Annotated[str, called("any")] | None = None
    supposing: UseFacts | None = None

    def subject(self) -> str:
        return self.by

    def phase_under(self, rules: TitanRules) -> PhaseName:
        return next((ability.phase for name, ability in rules.abilities if name == self.use), "strike")

    def answer(self, position: BattlePosition) -> Answer:
        user = self.piece(position, self.by, "by")
        order = UseAbility(use=self.use, by=self.by, at=self.at, from_=self.from_)
        objections = order.check(position, position.player(user.side))
        if objections:
            return refusal(objections)
        use, aimed = order.aimed(position)
        ability, target = use.held.ability, use.piece
        answer: dict[str, Any] = {"allowed": True}
        ledgers = []
        if ability.line:
            answer["path"] = [position.fight.board.labels[h] for h in aimed.path]
        surely, healed = 0, 0
        if target is not None:
            heals, hits = done_without_roll(position, use)
            surely, healed = hits.total, heals.total
            answer |= {"hits": surely} if surely else {}
            answer |= {"heals": healed} if healed else {}
            ledgers += [ledger for ledger in (heals, hits) if ledger.total]
        if aimed.roll is not None:
            dice, number, faces = aimed.roll.dice, aimed.roll.number, position.rules.combat.die.faces
            answer |= {"dice": dice, "strike_number": number}
            if ability.harmless or target is None:
                answer["success_probability"] = at_least(dice, number, 1, faces, aimed.roll.changes)
            else:
                answer["expected_hits"] = expected(dice, number, faces, aimed.roll.changes)
                answer["kill_probability"] = at_least(
                    dice, number, target.remaining + healed - surely, faces, aimed.roll.changes
                )
            ledgers = [*aimed.roll.ledgers, *counting(dice, number, faces, aimed.roll.changes), *ledgers]
        answer |= {name: given for name in ("lays", "shifts", "sends") if (given := getattr(ability, name))}
        answer |= {"ends": ability.ends} if ability.ends else {}
        return ruling_answer(answer, ledgers, list(ability.cites))

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        given, user = answer.answer, position.fight.pieces[self.by]
        title = next((ability.title for name, ability in position.rules.abilities if name == self.use), self.use)
        what = f"use {title}{f' at {self.at}' if self.at is not None else ''}"
        name = position.named(user)
        if not given["allowed"]:
            return no(f"{name} may not {what}", given)
        cites = tuple(answer.cites[:1])
        effects, titles = [], position.rules.effects
        if "dice" in given:
            slays = "kill_probability" in given
            chance = percent(given["kill_probability" if slays else "success_probability"])
            effects.append(
                f"rolls {attack(position, given)} (the chance {'to slay' if slays else 'of a hit'} is {chance})"
            )
        effects += [f"does {counted(given['hits'], 'hit')}"] if "hits" in given else []
        effects += [f"heals {counted(given['heals'], 'hit')}"] if "heals" in given else []
        effects += [f"lays {titles[given['lays']].title}"] if "lays" in given else []
        effects += [f"moves {titles[given['shifts']].title}"] if "shifts" in given else []
        effects += [f"ends {listed([titles[one].title for one in given['ends']], 'and')}"] if "ends" in given else []
        out = [Sentence(f"{name} may {what}{': it ' + '; it '.join(effects) if effects else ''}.", cites)]
        if given.get("path"):
            out.append(Sentence(f"The line goes by way of {', '.join(given['path'])}.", position.rules.cite("line")))
        return out
