"""Exact odds of a Movement Roll: where each face leads, and the chance to reach each Land (LoT 6.2, 7)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.core.asking import opened_for
from referee.core.game.chances import chance_of
from referee.core.game.game import Game
from referee.core.game.odds import NoOdds, Refused
from referee.core.game.orders import Objection

from ..masterboard.position import MasterboardPosition
from ..masterboard.questions import AskTravel
from ..masterboard.supposing import TravelFacts
from ..state import State


def march_odds(
    game: Game[Any, Any], state: State, position: MasterboardPosition, question: AskTravel
) -> dict[str, Any]:
    """Return where each face leads and the chance to reach each Land; raises Refused, NoOdds and Unanswerable.

    A roll that has been made leads where it does. For a legion that does not move now, the roll is that of its
    player's next Movement Phase, with the Masterboard as it is now.
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
    faces = [rolled] if rolled is not None else list(position.rules.masterplay.faces)
    answers: dict[int, dict[str, Any]] = {}
    why: dict[str, Objection] = {}
    notes: dict[str, None] = {}
    for face in faces:
        opened, asked = opened_for(game, position.rules, state, replace(question, roll=face))
        assert isinstance(opened, MasterboardPosition)
        found = asked.answer(opened)
        answers[face] = found.answer
        why |= {
            row["message"]: Objection(row["message"], tuple(row["cite"])) for row in found.answer.get("because", ())
        }
        notes |= dict.fromkeys(found.notes)
    if all("because" in one for one in answers.values()):
        raise Refused([("", None, one) for one in why.values()])
    out = _shape(position, answers)
    return {**out, **({"notes": list(notes)} if notes else {}), **({"assumed": assumed} if assumed else {})}


def _is_later(state: State, position: MasterboardPosition, player: str) -> bool:
    """Return whether a legion of a game in play moves in a later Movement Phase only."""
    board = state.masterboard
    if board is None or not board.is_complete:
        return False
    return position.mover != player or board.phase not in ("commencement", "movement")


def _shape(position: MasterboardPosition, answers: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """Return the odds as `odds --json` prints them."""
    outcomes, reached = [], dict[str, list[int]]()
    for face, answer in answers.items():
        ways = {name: answer[name] for name in ("destinations", "teleports")}
        outcomes.append({"roll": face, **ways, **chance_of(1, len(answers))})
        for land in dict.fromkeys([*ways["destinations"], *ways["teleports"]]):
            reached.setdefault(land, []).append(face)
    lands = {
        land: {"name": position.graph.titled(land), "rolls": rolls, **chance_of(len(rolls), len(answers))}
        for land, rolls in sorted(reached.items(), key=lambda item: (-len(item[1]), len(item[0]), item[0]))
    }
    return {"exact": True, "outcomes": outcomes, "lands": lands}
