"""The question whether the winner of an Engagement may summon, in a game on the Masterboard."""

from __future__ import annotations

from typing import Annotated, ClassVar

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection, merge_objections
from referee.core.game.questions import Answer, Sentence
from referee.core.notation.field_specs import piece

from ..masterboard.orders.gains import Summon
from ..masterboard.position import MasterboardPosition
from ..masterboard.supposing import MasterQuestion, refused
from ..words import CHARACTER, LegionWord


class AskSummonAfter(MasterQuestion, kw_only=True, rename={"from_": "from"}):
    """May the winner of an Engagement summon a character, and from where: `{summon: angel, from: bk03}`."""

    verb: ClassVar[str] = "summon"
    summon: Annotated[str, CHARACTER]
    from_: Annotated[LegionWord, piece("any")] | None = None

    def subject(self) -> str | None:
        return None

    def answer(self, position: MasterboardPosition) -> Answer:
        cite, now = position.rules.cite, position.engagement
        gains = now.gains if now is not None else None
        player = gains.player if gains is not None else position.mover
        donors = [self.from_] if self.from_ is not None else []
        if not donors:
            own = position.own(player)
            winner = gains.legion if gains is not None else ""
            donors = [one.id for one in own if one.id != winner and self.summon in (one.contents or ())]
        found = {donor: Summon(summon=self.summon, from_=donor).check(position, player) for donor in donors}
        able = [donor for donor, objections in found.items() if not objections]
        if able:
            return Answer({"allowed": True, "from": able}, [*cite("summons_after"), *cite("summons")], [])
        nobody = Objection(f"no other legion of {player} is known to hold {self.summon}", cite("summons"))
        objections = merge_objections([] if found else [nobody], *found.values())
        return refused({"allowed": False, "from": []}, objections)

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        given, title = answer.answer, position.rules.counted(self.summon, 1)
        if given["allowed"]:
            text = f"Yes, the winner may summon {title} from {listed(given['from'])} now."
            return [Sentence(text, position.rules.cite("summons_after"))]
        reasons = given["because"]
        text = f"No, {title} cannot be summoned now: {'; '.join(reason['message'] for reason in reasons)}."
        return [Sentence(text, tuple(dict.fromkeys(one for reason in reasons for one in reason["cite"])))]
