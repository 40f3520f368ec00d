"""Questions about the attacker's summons, in a battle or after it, and about the defender's reinforcement."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from referee.core.documents.problems import counted, listed, nearest
from referee.core.game.orders import Objection, merge_objections
from referee.core.game.position import Position
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable, reasons_said
from referee.core.notation.field_specs import SHORT, Name, piece

from ..battle.orders.arrive import Muster, Summon
from ..battle.pieces import ATTACKER, DEFENDER
from ..battle.position import BattlePosition
from ..battle.state import BattleState, PhaseName, Summonable
from ..battle.supposing import BattleQuestion, battle_of, is_complete, refusal, side_pieces, someone
from ..masterboard.orders.gains import Summon as SummonAfter
from ..masterboard.position import MasterboardPosition
from ..masterboard.rulings.mustering import recruits
from ..masterboard.supposing import MasterQuestion, refused
from ..rules import TitanRules
from ..sides import Side
from ..state import State
from ..words import ANY_CHARACTER, BATTLE, CHARACTER, LegionWord

# how many of a legion are alive
Alive = Annotated[int, Meta(ge=0, le=100)]
# the legion of an answer where none is named
ANOTHER = "another-legion"


class AskSummon(BattleQuestion, kw_only=True, rename={"from_": "from"}):
    """May the attacker summon a character now, and from where: `{summon: angel, lost: last, alive: 6}`.

    `lost` says when a defender was slain: in the `last` Strike Phase, in an `earlier` one, or `none` yet. `alive` are
    the living of the attacker's legion. `summoned` says that somebody has been summoned in this Engagement Phase,
    `engaged` that the legion to be left stands in an Engagement, and `won` how the attacker has won. What is given
    replaces what a state says.
    """

    verb: ClassVar[str] = "summon"
    alone: ClassVar[bool] = True
    of_game: ClassVar[bool] = True
    phase: ClassVar[PhaseName] = "maneuver"
    summon: Annotated[str, CHARACTER]
    from_: Name | None = None
    lost: Literal["last", "earlier", "none"] | None = None
    alive: Alive | None = None
    summoned: bool | None = None
    engaged: bool | None = None
    won: Literal["battle", "agreement", "concession", "flight"] | None = None
    side: Side | None = None

    def subject(self) -> str:
        return ""

    def meant(self, state: State) -> Question[Any]:
        if state.battle is None and state.masterboard is not None and state.masterboard.is_complete:
            return AskSummonAfter(summon=self.summon, from_=self.from_)
        return self

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return the state with what the question says, and what was assumed."""
        known = state.battle is not None and is_complete(state.battle, rules)
        battle, assumed = battle_of(state.battle, rules, 6 if self.alive is None else self.alive, 1)
        changes: dict[str, Any] = {}
        if not known:
            changes = {"phase": battle.phase or "maneuver", "active": battle.active or "attacker"}
            if not battle.may_summon:
                donor = self.from_ or ANOTHER
                changes["may_summon"] = [Summonable(character=self.summon, legion=donor)]
            if state.battle is None and self.alive is None:
                assumed["alive"] = "six or fewer of the attacker's legion are alive"
            if self.lost is None and self.won is None and battle.summons == "closed":
                message = (
                    "'lost' is missing: when was a defender slain (in the last Strike Phase, in an earlier one, none)?"
                )
                raise Unanswerable(message, ("ask",))
        if self.lost is not None:
            changes["summons"] = {"last": "open", "earlier": "past", "none": "closed"}[self.lost]
        if self.summoned is not None:
            changes["summoned"] = self.summoned
        if self.alive is not None and state.battle is not None:
            changes["pieces"] = _with_living(battle, rules, "attacker", self.alive)
        return replace(state, battle=replace(battle, **changes)), assumed

    def answer(self, position: BattlePosition) -> Answer:
        position = _battle(position)
        cite = position.rules.cite
        profile = position.rules.profile(self.summon) if self.summon in position.rules.characters else None
        if profile is None:
            raise Unanswerable(f"'{self.summon}' is no character", ("ask", "summon"))
        if self.won is not None:
            return self._after(position)
        donors = [one.legion for one in position.may_summon if one.character == self.summon]
        donors = [one for one in donors if self.from_ in (None, one)] or [self.from_ or ANOTHER]
        further: list[Objection] = []
        if self.side == "defender":
            further.append(Objection("only the attacker summons", cite("summons")))
        if self.engaged:
            further.append(Objection("the legion to be left stands in an Engagement itself", cite("summons")))
        player = position.player(ATTACKER)
        found = {donor: Summon(summon=self.summon, from_=donor).check(position, player) for donor in donors}
        able = [donor for donor, objections in found.items() if not objections and not further]
        if not able:
            return refusal(merge_objections(further, *found.values()), {"from": []})
        cites = [*cite("summons"), *cite("summoned"), *cite("summons_once")]
        return Answer({"allowed": True, "from": able}, list(dict.fromkeys(cites)), [])

    def _after(self, position: BattlePosition) -> Answer:
        """Return whether a victorious attacker may summon at once (LoT 15.2, 15.3)."""
        cite, most = position.rules.cite, position.rules.combat.legion_most
        out = []
        if self.side == "defender":
            out.append(Objection("only the attacker summons", cite("summons")))
        if self.won == "flight":
            out.append(Objection("the defender has fled, and no summons follows a flight", cite("summons_after")))
        if position.summoned:
            out.append(Objection("the one summons of this Engagement Phase is used", cite("summons")))
        if len(position.fight.holding(ATTACKER)) >= most:
            out.append(Objection(f"the legion has {most} living characters", cite("full")))
        if self.engaged:
            out.append(Objection("the legion to be left stands in an Engagement itself", cite("summons")))
        if not position.rules.profile(self.summon).summonable:
            title = position.rules.profile(self.summon).named
            out.append(Objection(f"{title} cannot be summoned", cite("summons")))
        if out:
            return refusal(out, {"from": []})
        return Answer(
            {"allowed": True, "from": [self.from_ or ANOTHER]}, [*cite("summons_after"), *cite("summons")], []
        )

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        position = _battle(position)
        given, cite = answer.answer, position.rules.cite
        title = position.rules.counted(self.summon, 1)
        if given["allowed"]:
            where = [one for one in given["from"] if one != ANOTHER]
            source = (
                f"from {listed(where)}" if where else "from another legion of the attacker that awaits no Engagement"
            )
            if self.won is not None:
                return [
                    Sentence(
                        f"Yes, the victorious attacker may at once summon {title} {source}.", cite("summons_after")
                    )
                ]
            out = [Sentence(f"Yes, the attacker may summon {title} now, {source}.", cite("summons"))]
            text = "It enters by the attacker's side in this phase; the chance does not come again in this battle."
            return [*out, Sentence(text, (*cite("summoned"), *cite("summons_once")))]
        reasons, cites = reasons_said(given["because"])
        who = self.side or "attacker"
        out = [Sentence(f"No, the {who} may not summon {title} now: {reasons}.", cites)]
        if self.won is None and self.side != "defender" and not position.summoned:
            text = "After a victory the attacker may still summon, if the legion then has room for one."
            if self.lost == "last" and len(position.fight.holding(ATTACKER)) >= position.rules.combat.legion_most:
                text = f"That chance does not come again in this battle. {text}"
            out.append(Sentence(text, (*cite("summons_once"), *cite("summons_after"))))
        return out


class AskSummonAfter(MasterQuestion, kw_only=True, rename={"from_": "from"}):
    """May the winner of an Engagement summon a character, and from where: `{summon: angel, from: bk03}`."""

    verb: ClassVar[str] = "summon"
    summon: Annotated[str, CHARACTER]
    from_: Annotated[LegionWord, piece("any")] | None = None

    def subject(self) -> str | None:
        return None

    def answer(self, position: MasterboardPosition) -> Answer:
        cite, gains = position.rules.cite, position.gains
        player = gains.player if gains is not None else position.mover
        donors = [self.from_] if self.from_ is not None else []
        if not donors:
            own = position.own(player)
            winner = gains.legion if gains is not None else ""
            donors = [one.id for one in own if one.id != winner and self.summon in (one.contents or ())]
        found = {donor: SummonAfter(summon=self.summon, from_=donor).check(position, player) for donor in donors}
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
        reasons, cites = reasons_said(given["because"])
        return [Sentence(f"No, {title} cannot be summoned now: {reasons}.", cites)]


class AskReinforce(BattleQuestion, kw_only=True, rename={"in_": "in"}):
    """May the defender take a reinforcement now, and whom: `{reinforce: troll, holds: [ogre, ogre], in: marsh}`.

    `reinforce` is a character, or `anybody`. `holds` are the living of the legion, or `alive` says how many these are.
    `round` is the round of the defender's Maneuver Phase, and `reinforced` says that one has come in this battle. What
    is given replaces what a state says.
    """

    verb: ClassVar[str] = "reinforce"
    alone: ClassVar[bool] = True
    of_game: ClassVar[bool] = True
    phase: ClassVar[PhaseName] = "maneuver"
    reinforce: Annotated[str, ANY_CHARACTER]
    holds: Annotated[list[str], SHORT, CHARACTER] | None = None
    in_: str | None = None
    alive: Alive | None = None
    round: Annotated[int, Meta(ge=1, le=1000)] | None = None
    reinforced: bool | None = None
    side: Side | None = None

    def subject(self) -> str:
        return ""

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return the state with what the question says, and what was assumed."""
        known = state.battle is not None and is_complete(state.battle, rules)
        held = self.holds or []
        asked = [] if self._anybody(rules) else [("reinforce", self.reinforce)]
        for field, name in [*asked, *(("holds", name) for name in held)]:
            if name not in rules.characters:
                raise Unanswerable(f"'{name}' is no character{nearest(name, rules.characters)}", ("ask", field))
        number = self.alive if self.alive is not None else len(held) or rules.combat.legion_most - 1
        battle, assumed = battle_of(state.battle, rules, 1, number)
        changes: dict[str, Any] = {}
        terrain = self._terrain(rules, battle if state.battle is not None else None)
        if not known:
            changes = {"phase": battle.phase or "maneuver", "active": battle.active or "defender"}
            if battle.round is None and self.round is None:
                changes["round"] = assumed["round"] = rules.combat.reinforcement_round
            if state.battle is None:
                changes |= {
                    "battleland": terrain or battle.battleland,
                    "pieces": [
                        *side_pieces(rules, "attacker", 1),
                        *side_pieces(rules, "defender", number, held[:number]),
                    ],
                }
                if self.alive is None and not held:
                    assumed["alive"] = "six or fewer of the defender's legion are alive"
            if not battle.may_muster:
                changes["may_muster"] = self._able(rules, terrain, held or _names(battle, "defender"), assumed)
        if self.round is not None:
            changes |= {"round": self.round, "phase": self.phase, "active": "defender", "striking": None}
        if self.reinforced is not None:
            changes["reinforced"] = self.reinforced
        if self.alive is not None and state.battle is not None:
            changes["pieces"] = _with_living(battle, rules, "defender", self.alive)
        return replace(state, battle=replace(battle, **changes)), assumed

    def _terrain(self, rules: TitanRules, battle: BattleState | None) -> str | None:
        if self.in_ is None:
            return battle.battleland if battle is not None else None
        if self.in_ not in rules.battlelands.battlelands:
            raise Unanswerable(
                f"'{self.in_}' is no terrain{nearest(self.in_, rules.battlelands.battlelands)}", ("ask", "in")
            )
        return self.in_

    def _able(self, rules: TitanRules, terrain: str | None, held: list[str], assumed: dict[str, Any]) -> list[str]:
        """Return whom the legion qualifies for; the one asked about, where its terrain or contents are not said."""
        if terrain is not None and held:
            return list(recruits(rules, terrain, held))
        if self._anybody(rules):
            assumed["qualified"] = "the legion qualifies for somebody where it stands"
            return [someone(rules)]
        assumed["qualified"] = f"the legion qualifies for {rules.counted(self.reinforce, 1)} where it stands"
        return [self.reinforce]

    def _anybody(self, rules: TitanRules) -> bool:
        return self.reinforce in ("anybody", "anyone", "somebody", "now")

    def answer(self, position: BattlePosition) -> Answer:
        position = _battle(position)
        cite, player = position.rules.cite, position.player(DEFENDER)
        if not self._anybody(position.rules) and self.reinforce not in position.rules.characters:
            raise Unanswerable(f"'{self.reinforce}' is no character", ("ask", "reinforce"))
        asked = list(dict.fromkeys(position.may_muster)) if self._anybody(position.rules) else [self.reinforce]
        further = []
        if self.side == "attacker":
            further.append(Objection("only the defender takes a reinforcement", cite("reinforcement_limit")))
        found = {name: Muster(muster=name).check(position, player) for name in asked}
        able = [name for name, objections in found.items() if not objections and not further]
        if not able:
            nobody = [] if asked else [Objection("the legion is qualified for nobody there", cite("reinforcement"))]
            return refusal(merge_objections(further, nobody, *found.values()), {"who": []})
        cites = [*cite("reinforcement"), *cite("reinforcement_limit")]
        return Answer({"allowed": True, "who": able}, list(dict.fromkeys(cites)), [])

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        given, cite, rules = answer.answer, position.rules.cite, position.rules
        if given["allowed"]:
            who = listed([rules.counted(name, 1) for name in given["who"]])
            if self._anybody(rules) and self.holds is None and given["who"] == [someone(rules)]:
                who = "a reinforcement"
            out = [
                Sentence(
                    f"Yes, the defender may muster {who} now, at the start of this Maneuver Phase or during it.",
                    cite("reinforcement"),
                )
            ]
            return [
                *out,
                Sentence("It must enter by the defender's side in this phase, or goes back.", cite("reinforcement")),
            ]
        reasons, cites = reasons_said(given["because"])
        what = "a reinforcement" if self._anybody(rules) else f"{rules.counted(self.reinforce, 1)} as reinforcement"
        return [Sentence(f"No, the {self.side or 'defender'} may not take {what} now: {reasons}.", cites)]


def _battle(position: BattlePosition | Position) -> BattlePosition:
    """Return the battle of a position, which may be a whole game."""
    found = position.board(BATTLE) if isinstance(position, Position) else position
    assert isinstance(found, BattlePosition)
    return found


def _names(battle: BattleState, side: Side) -> list[str]:
    return [piece.character for piece in battle.pieces if piece.side == side]


def _with_living(battle: BattleState, rules: TitanRules, side: Side, number: int) -> list[Any]:
    """Return the pieces of a battle with so many of one side; raises Unanswerable if more are on the map."""
    own = [piece for piece in battle.pieces if piece.side == side]
    if len(own) > number:
        message = f"{counted(len(own), 'character')} of the {side} are in the situation; 'alive' is no less"
        raise Unanswerable(message, ("ask", "alive"))
    more = side_pieces(rules, side, number - len(own))
    taken = {piece.id for piece in battle.pieces}
    return [*battle.pieces, *(replace(one, id=f"further-{one.id}") if one.id in taken else one for one in more)]
