"""Every question of a Titan game by its verb, each imported when it is first asked."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.core.game.lazy_types import LazyTypes

from .rules import TitanRules
from .state import State

QUESTIONS = LazyTypes(
    __package__,
    {
        "strike": "battle.questions:AskStrike",
        "carry": "battle.carry_question:AskCarry",
        "rangestrike": "battle.questions:AskRangestrike",
        "cast": "magic.questions:AskCast",
        "undo": "magic.questions:AskUndo",
        "shift": "magic.questions:AskShift",
        "use": "battle.ability_question:AskUse",
        "reach": "battle.move_questions:AskReach",
        "enter": "battle.move_questions:AskEnter",
        "locked": "battle.contact_questions:AskLocked",
        "must_strike": "battle.contact_questions:AskMustStrike",
        "sees": "battle.contact_questions:AskSees",
        "summon": "campaign.late_questions:AskSummon",
        "reinforce": "campaign.late_questions:AskReinforce",
        "time_loss": "battle.time_question:AskTimeLoss",
        "harm": "battle.time_question:AskHarm",
        "travel": "magic.strategic_question:AskTravel",
        "muster": "magic.strategic_question:AskMuster",
        "draw": "magic.draw_question:AskDraw",
        "value": "masterboard.questions:AskValue",
        "overfull": "masterboard.questions:AskOverfull",
        "acquire": "masterboard.questions:AskAcquire",
        "teleport": "masterboard.travel_question:AskTeleport",
        "flee": "campaign.giving_way_questions:AskFlee",
        "concede": "campaign.giving_way_questions:AskConcede",
        "titan_slain": "campaign.titan_question:AskTitanSlain",
        "invoke": "masterboard.questions:AskInvoke",
        "standing": "masterboard.questions:AskStanding",
    },
)


def assume(state: State, question: Any, rules: TitanRules) -> tuple[State, dict[str, Any]]:
    """Reduce a state to the board of a question and fill in what it omits; return it, and what was assumed by name.

    The facts that a question itself gives are put in first.
    """
    found, told = question.set_up(state, rules)
    if state.battle is None and found.battle is not None:
        # a battle that the question supposes is no Engagement of the game
        found = replace(found, masterboard=None)
    if question.about != "masterboard" and None not in (found.battle, found.masterboard) and rules.spells:
        from .campaign.battles import with_stacks

        found = with_stacks(found, rules)
    found, assumed = question.assumed(found, rules)
    return found, {**told, **assumed}


def asked_of(state: State, question: Any, rules: TitanRules) -> State:
    """Return the board that a question is about, with the phase that it asks about."""
    found: State = question.asked_of(state, rules)
    return found


def suppose(state: State, question: Any, rules: TitanRules) -> tuple[State, dict[str, Any]]:
    """Return the state with what a question supposes put in, and a remark on what is set aside for it."""
    found: tuple[State, dict[str, Any]] = question.supposing_in(state, rules)
    return found
