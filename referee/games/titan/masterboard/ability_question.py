"""The question whether a legion may use an ability on the Masterboard."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Sentence
from referee.core.notation.field_specs import piece

from ..rules import TitanRules
from ..words import CHARACTER, LandWord, LegionWord
from . import answer_sentences
from .orders.use import UseBoardAbility
from .position import MasterboardPosition
from .rulings.abilities import Held, held_by
from .state import MasterPhase
from .supposing import MasterFacts, MasterQuestion


class InvokeFacts(MasterFacts):
    """The phase, the Mover, and whether the legion has moved in this Game-Turn."""

    moved: bool | None = None


class AskInvoke(MasterQuestion, kw_only=True):
    """May a legion use an ability on the Masterboard: `{invoke: storm, by: bk01}`.

    `at` names a Land, `on` a legion, `show` the character. `supposing: {moved: true}` replaces what the state says.
    """

    verb: ClassVar[str] = "invoke"
    invoke: str
    by: Annotated[LegionWord, piece("any")]
    at: LandWord | None = None
    on: Annotated[LegionWord, piece("any")] | None = None
    show: Annotated[str, CHARACTER] | None = None
    supposing: InvokeFacts | None = None

    subject_field: ClassVar[str] = "by"

    def phase_under(self, rules: TitanRules) -> MasterPhase | None:
        ability = rules.board_abilities.get(self.invoke)
        return ability.phases[0] if ability is not None else "commencement"

    def answer(self, position: MasterboardPosition) -> Answer:
        legion = self.legion(position)
        order = UseBoardAbility(use=self.invoke, by=legion.id, at=self.at, on=self.on, show=self.show)
        if objections := order.check(position, legion.player):
            cites = dict.fromkeys(cite for one in objections for cite in one.cite)
            return Answer({"allowed": False, "because": [one.plain() for one in objections]}, list(cites), [])
        held = held_by(position, legion, self.invoke, self.show)
        assert isinstance(held, Held)
        ability = held.ability
        answer: dict[str, Any] = {"allowed": True}
        answer |= {"shows": held.shown} if held.shown is not None else {}
        answer |= {"lays": ability.lays} if ability.lays is not None else {}
        answer |= {"ends": ability.ends} if ability.ends else {}
        return Answer(answer, list(ability.cites), [])

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        given, effects = answer.answer, position.rules.effects
        if not given["allowed"]:
            return answer_sentences.refused(position, answer)
        title, does = position.rules.board_abilities[self.invoke].title, list[str]()
        does += [f"shows {position.title([given['shows']])}"] if "shows" in given else []
        does += [f"lays {effects[given['lays']].title}"] if "lays" in given else []
        does += [f"ends {listed([effects[one].title for one in given['ends']], 'and')}"] if "ends" in given else []
        name = position.named(position.legions[self.by])
        return [Sentence(f"{name} may use {title}: it {' and '.join(does)}.", tuple(answer.cites))]
