"""What Titan offers for `referee odds`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from referee.core.adjudication.meaning import interpret
from referee.core.asking import open_question
from referee.core.game.chances import chance_of, hits_answer
from referee.core.game.game import Game
from referee.core.game.odds import GameOdds, NoOdds, Playing, Refused, chosen_policies
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
from ..masterboard.orders.movement import Mulligan
from ..masterboard.position import MasterboardPosition
from ..masterboard.supposing import TravelFacts
from ..masterboard.travel_question import AskTravel
from ..rules import TitanRules
from ..sides import SIDES
from ..state import State
from ..words import BATTLE
from .newcomers import Musters, Newcomers
from .playing import JudgePlaying
from .policies import policies as known_policies
from .strikes import Given, StrikePhase, wider_odds


def march_odds(
    game: Game[Any, Any], state: State, position: MasterboardPosition, question: AskTravel
) -> dict[str, Any]:
    """Return where each face leads and the chance to reach each Land; raises Refused, NoOdds and Unanswerable.

    A roll that has been made leads where it does. For a legion that does not move now, the roll is that of its
    player's next Movement Phase, with the Masterboard as it is now. Where the roll may be repeated, there is a
    `second_roll`.
    """
    if question.roll is not None:
        raise NoOdds("with 'roll' nothing is left to chance; leave it out, or ask where it leads with `referee ask`")
    legion = question.legion(position)
    assumed: dict[str, Any] = {}
    if question.supposing is None and _is_later(state, position, legion.player):
        question = replace(
            question, supposing=TravelFacts(phase="movement", mover=legion.player, moved=False, teleport_used=False)
        )
        assumed = {"phase": "movement", "mover": legion.player}
    rolled = position.roll if not assumed and position.stage == "movement" else None
    again = _may_repeat(state, position, legion.player, bool(assumed))
    every = list(position.rules.masterplay.faces)
    answers: dict[int, dict[str, Any]] = {}
    why: dict[str, Objection] = {}
    notes: dict[str, None] = {}
    for face in every if again or rolled is None else [rolled]:
        asked = open_question(game, position.rules, state, replace(question, roll=face))
        found = asked.question.answer(asked.position)
        answers[face] = found.answer
        if rolled in (None, face):
            why |= {
                row["message"]: Objection(row["message"], tuple(row["cite"])) for row in found.answer.get("because", ())
            }
            notes |= dict.fromkeys(found.notes)
    first = answers if rolled is None else {rolled: answers[rolled]}
    if all("because" in one for one in first.values()):
        raise Refused([("", None, one) for one in why.values()])
    out = _shape(position, first)
    if again:
        out["second_roll"] = _repeated(position, first, answers)
    return {**out, **({"notes": list(notes)} if notes else {}), **({"assumed": assumed} if assumed else {})}


def _may_repeat(state: State, position: MasterboardPosition, player: str, later: bool) -> bool:
    """Return whether a player may repeat their Movement Roll (LoT 7.6); not where the Game-Turn is not given."""
    board = state.masterboard
    if board is None or board.turn is None:
        return False
    if later:
        players = position.players
        turn = position.turn + (players.index(player) <= players.index(position.mover))
        return turn in position.rules.masterplay.mulligan_turns
    if position.stage == "movement" and position.roll is not None:
        return not Mulligan(mulligan="movement").judge(position, player)
    return position.turn in position.rules.masterplay.mulligan_turns and not position.mulligan


def _is_later(state: State, position: MasterboardPosition, player: str) -> bool:
    """Return whether a legion of a game in play moves in a later Movement Phase only."""
    board = state.masterboard
    if board is None or not board.is_complete:
        return False
    return position.mover != player or board.phase not in ("commencement", "movement")


def _shape(position: MasterboardPosition, answers: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """Return the odds as `odds --json` prints them."""
    outcomes = []
    for face, answer in answers.items():
        ways = {name: answer[name] for name in ("destinations", "teleports")}
        outcomes.append({"roll": face, **ways, **chance_of(1, len(answers))})
    reached = _reached(answers)
    lands = {land: len(rolls) for land, rolls in reached.items()}
    return {"exact": True, "outcomes": outcomes, "lands": _rows(position, reached, lands, len(answers))}


def _repeated(
    position: MasterboardPosition, first: dict[int, dict[str, Any]], second: dict[int, dict[str, Any]]
) -> dict[str, Any]:
    """Return the chance to reach each Land if each first roll that does not lead there is repeated."""
    at_once, reached = _reached(first), _reached(second)
    weights = {}
    for land, rolls in reached.items():
        there = len(at_once.get(land, ()))
        weights[land] = there * len(second) + (len(first) - there) * len(rolls)
    cites = position.rules.cite("mulligan")
    return {"cites": list(cites), "lands": _rows(position, reached, weights, len(first) * len(second))}


def _reached(answers: dict[int, dict[str, Any]]) -> dict[str, list[int]]:
    """Return the faces that lead to each Land."""
    out: dict[str, list[int]] = {}
    for face, answer in answers.items():
        for land in dict.fromkeys([*answer["destinations"], *answer["teleports"]]):
            out.setdefault(land, []).append(face)
    return out


def _rows(
    position: MasterboardPosition, reached: dict[str, list[int]], weights: dict[str, int], total: int
) -> dict[str, dict[str, Any]]:
    """Return the name of each Land, the faces that lead there, and its chance, the likeliest first."""
    return {
        land: {"name": position.graph.titled(land), "rolls": rolls, **chance_of(weights[land], total)}
        for land, rolls in sorted(reached.items(), key=lambda item: (-weights[item[0]], len(item[0]), item[0]))
    }


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
        if isinstance(battle, BattleAlone) and (not plain or "hit" in battle.rules.occasions):
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
        chosen = chosen_policies(policies, SIDES, known_policies(), "side")
        names = chosen[SIDES[0]], chosen[SIDES[1]]
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
