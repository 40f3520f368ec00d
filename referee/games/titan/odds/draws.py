"""Exact odds of blind draws from the Cup: the chance of each Spell, as its player may know it (MM 2.2, 20.1, 20.3).

A counter that the player does not see is as likely to be drawn as any other, in the Cup or in a stack of somebody else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

from referee.core.adjudication.adjudicate import check
from referee.core.adjudication.meaning import interpret
from referee.core.game.chances import chance_of, drawn_weights
from referee.core.game.dice import Dice
from referee.core.game.game import Game
from referee.core.game.odds import NoOdds, Refused
from referee.core.game.orders import Objection
from referee.core.game.reading import resolve_names
from referee.core.game.recorder import Recorder
from referee.core.game.submissions import Submission

from ..battle.position import BattlePosition
from ..magic.check_counters import whereabouts
from ..magic.cup import BlindThrow, first_cup, in_order
from ..magic.draw_question import AskDraw
from ..masterboard.position import MasterboardPosition
from ..masterboard.state import type_of
from ..rules import TitanRules
from ..state import State


def draw_asked(game: Game[Any, Any], state: State, position: MasterboardPosition, question: AskDraw) -> dict[str, Any]:
    """Return the odds of the draws of a question; raises Refused, NoOdds and Unanswerable."""
    answer = question.answer(position).answer
    if "because" in answer:
        raise Refused([("", None, Objection(row["message"], tuple(row["cite"]))) for row in answer["because"]])
    by: dict[str, int] = answer["draws"] if question.for_ == "terrain" else {question.draw: answer["count"]}
    if not sum(by.values()):
        raise NoOdds("nothing is drawn there")
    return _shape(position.rules, by, unseen(game, position.rules, state, position.legions[question.draw].player))


def draw_ordered(
    game: Game[Any, Any], rules: TitanRules, state: State, submissions: Sequence[Submission]
) -> dict[str, Any] | None:
    """Return the odds of the draws that orders of one player make, None if they draw nothing; raises Refused, NoOdds.

    Orders that roll nothing are carried out before the draws that follow them.
    """
    first = check(game, rules, state, list(submissions), Dice())
    if first.refused:
        raise Refused([(v.submission.player, v.given.number, one) for v in first.refused for one in v.objections])
    position, by, pool = game.open(state, rules), Counter[str](), set[str]()
    for submission in submissions:
        for given in submission.orders:
            order, scope, board, objections = interpret(position, given)
            if board is None or objections:
                continue
            order, _ = resolve_names(order, board, submission.player)
            for holder in (position, board):
                if isinstance(holder, (MasterboardPosition, BattlePosition)):
                    # without its Cup, a position draws nothing, and every counter may be drawn
                    holder.cup = None
            throws = order.throws(board, submission.player)
            blind = [throw for throw in throws if isinstance(throw, BlindThrow)]
            if not blind and not throws:
                order.apply(board, submission.player, Recorder(Dice()))
                position.settle(scope, Recorder(Dice()))
                continue
            if len(blind) != len(throws):
                raise NoOdds(f"'{order.verb}' rolls dice too; ask for the draws alone")
            if any(order.dice_for(throw) is not None for throw in blind):
                raise NoOdds("what is drawn is given; without 'got' the odds are those of the draw")
            own = unseen(game, rules, state, submission.player) & set(blind[0].counters)
            if by and own != pool:
                raise NoOdds("these orders draw from different counters; ask for one at a time")
            by[str(getattr(order, order.verb.replace("-", "_")))] += len(blind)
            pool = own
            order.apply(board, submission.player, Recorder(Dice()))
            position.settle(scope, Recorder(Dice()))
    return _shape(rules, by, pool) if by else None


def unseen(game: Game[Any, Any], rules: TitanRules, state: State, player: str) -> set[str]:
    """Return the counters that may be drawn as far as a player knows: all but those that the player sees elsewhere.

    Who writes a situation with a Cup knows what it holds.
    """
    board, battle = state.masterboard, state.battle
    if board is not None and board.cup is not None and not board.is_complete:
        return set(board.cup)
    assert game.view is not None
    seen = state if state.view is not None else game.view(state, player)
    elsewhere = {counter for _, counter, _ in whereabouts(seen, rules)}
    everywhere = set(first_cup(rules))
    if board is None and battle is not None and battle.cup is not None:
        everywhere &= {counter for _, counter, _ in whereabouts(state, rules)}
    return everywhere - elsewhere


def _shape(rules: TitanRules, by: Mapping[str, int], pool: set[str]) -> dict[str, Any]:
    """Return the odds as `odds --json` prints them: of each Spell, how many may come, and the chance of one or more."""
    among, draws = len(pool), min(sum(by.values()), len(pool))
    total = comb(among, draws)
    spells = {}
    for name, there in Counter(type_of(one) for one in in_order(rules, pool)).items():
        weights = drawn_weights(draws, there, among)
        spells[name] = {
            "there": there,
            **chance_of(total - weights[0], total),
            "expected": draws * there / among,
            "numbers": [{"number": n, **chance_of(weight, total)} for n, weight in enumerate(weights)],
        }
    return {"exact": True, "draws": draws, "by": dict(by), "among": among, "spells": spells}
