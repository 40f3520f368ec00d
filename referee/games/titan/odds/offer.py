"""What Titan offers for `referee odds`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from referee.core.adjudication.meaning import interpret
from referee.core.game.chances import hits_answer
from referee.core.game.odds import GameOdds, NoOdds, Playing, Refused
from referee.core.game.orders import Objection
from referee.core.game.position import Position
from referee.core.game.questions import Question
from referee.core.game.reading import resolve_names
from referee.core.game.state import State as BaseState
from referee.core.game.submissions import Submission
from referee.core.rules.compiled import CompiledRules
from referee.version import install

from ..battle.alone import BattleAlone
from ..battle.orders.base import BattleOrder
from ..battle.orders.end import End
from ..battle.orders.strike import Attack
from ..battle.position import BattlePosition
from ..battle.questions import AskRangestrike, AskStrike
from ..campaign.battles import mustering_by_living, refresh
from ..masterboard.position import MasterboardPosition
from ..masterboard.travel_question import AskTravel
from ..rules import TitanRules
from ..scopes import BATTLE
from ..state import State
from .marches import march_odds
from .newcomers import Musters, Newcomers
from .playing import JudgePlaying
from .policies import chosen_policies
from .strikes import Given, StrikePhase, wider_odds

# the orders that may draw Spells
DRAWING = ("draw", "victory-draw", "muster", "start")


class TitanOdds(GameOdds):
    """Exact odds of strikes and rangestrikes, of Movement Rolls and of draws of Spells."""

    def asked(self, position: Position, question: Question) -> dict[str, Any]:
        if isinstance(question, AskTravel):
            assert isinstance(position, MasterboardPosition)
            return march_odds(self.game, _state(position), position, question)
        if question.verb == "draw":
            from ..magic.draw_question import AskDraw
            from .draws import draw_asked

            assert isinstance(position, MasterboardPosition)
            assert isinstance(question, AskDraw)
            return draw_asked(self.game, _state(position), position, question)
        if not isinstance(question, (AskStrike, AskRangestrike)):
            return super().asked(position, question)
        battle = _battle(position)
        order = question.order()
        striker = battle.find(order.striker(), order.verb)
        if isinstance(striker, Objection):
            raise Refused([("", None, striker)])
        return _answer(battle, [Given(battle.player(striker.side), None, order)])

    def ordered(self, position: Position, submissions: Sequence[Submission]) -> dict[str, Any]:
        if drawn := self._drawn(position, submissions):
            return drawn
        battle = _battle(position)
        given: list[Given] = []
        wrong: list[tuple[str, int | None, Objection]] = []
        for submission in submissions:
            for one in submission.orders:
                order, _, board, objections = interpret(position, one)
                if board is not None and not objections:
                    order, objections = resolve_names(order, board, submission.player)
                wrong += [(submission.player, one.number, objection) for objection in objections]
                if isinstance(order, BattleOrder):
                    given.append(Given(submission.player, one.number, order))
                elif not objections:
                    raise NoOdds(f"'{order.verb}' is no order of a Strike Phase; exact odds are those of one")
        if wrong:
            raise Refused(wrong)
        plain = all(isinstance(one.order, (Attack, End)) for one in given)
        if isinstance(battle, BattleAlone) and (not plain or battle.rules.hits_have_events):
            attacks = [one.order for one in given if isinstance(one.order, Attack)]
            return wider_odds(self.game, battle, submissions, attacks)
        return _answer(battle, given)

    def battle_of(self, state: State, rules: TitanRules) -> tuple[State, Musters | None]:
        """Return a state with its battle alone, and whom the defender of a game may muster in it; raises NoOdds.

        The other legions of a game, and its stacks, stay as they are now.
        """
        if state.battle is None:
            raise NoOdds("no battle is being fought here, and nothing but a battle is played out")
        if state.masterboard is None:
            return state, None
        opened = self.game.open(state, rules)
        battle = opened.board(BATTLE)
        assert isinstance(battle, BattlePosition)
        assert isinstance(opened, MasterboardPosition)
        refresh(opened, battle)
        summonable = [one for one in battle.may_summon if (one.character, one.legion) not in battle.summons_bars]
        alone = replace(
            battle.written(),
            land=None,
            cup=None,
            may_muster=[],
            may_muster_by=[],
            may_summon=summonable,
            call="closed",
            reserves={},
        )

        @cache
        def musters(living: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(name for name in mustering_by_living(opened, living).ways if opened.stock(name) > 0)

        return replace(state, masterboard=None, battle=alone, awaiting=[]), musters

    def _drawn(self, position: Position, submissions: Sequence[Submission]) -> dict[str, Any] | None:
        """Return the odds of draws of Spells, None if these orders are no draws."""
        rules = position.rules
        assert isinstance(rules, TitanRules)
        if not rules.keeping_spells or not any(one.verb in DRAWING for given in submissions for one in given.orders):
            return None
        from .draws import draw_ordered

        return draw_ordered(self.game, rules, _state(position), submissions)

    def playing(self, state: BaseState, rules: CompiledRules, policies: dict[str, str], fast: bool) -> Playing:
        assert isinstance(state, State)
        assert isinstance(rules, TitanRules)
        names = chosen_policies(policies)
        state, musters = self.battle_of(state, rules)
        assert state.battle is not None
        if not fast or state.battle.result is not None:
            return JudgePlaying(state, rules, names, musters)
        try:
            from .fast import FastPlaying
            from .table import Table, why_not
        except ImportError:
            why = f"the fast engine needs numpy: {install('odds')}"
        else:
            position = BattleAlone(state, rules)
            why = why_not(position)
            if not why:
                newcomers = Newcomers(position, names, musters)
                why = newcomers.why
                if not why:
                    return FastPlaying(Table(position, newcomers), names)
        return JudgePlaying(state, rules, names, musters, why)


def _state(position: Position) -> State:
    state = position.source
    assert isinstance(state, State)
    return state


def _battle(position: Position) -> BattlePosition:
    battle = position.board(BATTLE)
    if not isinstance(battle, BattlePosition):
        raise NoOdds("there is no battle here; odds are those of a battle")
    return battle


def _answer(battle: BattlePosition, given: list[Given]) -> dict[str, Any]:
    if not any(isinstance(one.order, Attack) for one in given):
        raise NoOdds("nobody strikes in these orders")
    phase = StrikePhase(battle, given)
    weights, total = phase.distribution()
    return hits_answer(phase.powers(), weights, total)
