"""Exact odds of a Movement Roll: where each face leads, and the chance to reach each Land (LoT 6.2, 7)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.core.asking import opened_for
from referee.core.game.chances import chance_of
from referee.core.game.game import Game
from referee.core.game.odds import NoOdds, Refused
from referee.core.game.orders import Objection

from ..masterboard.orders.movement import Mulligan
from ..masterboard.position import MasterboardPosition
from ..masterboard.supposing import TravelFacts
from ..masterboard.travel_question import AskTravel
from ..state import State


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
        opened, asked = opened_for(game, position.rules, state, replace(question, roll=face))
        assert isinstance(opened, MasterboardPosition)
        found = asked.answer(opened)
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
        return turn == position.rules.masterplay.mulligan_turn
    if position.stage == "movement" and position.roll is not None:
        return not Mulligan(mulligan="movement").judge(position, player)
    return position.turn == position.rules.masterplay.mulligan_turn and not position.mulligan


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
