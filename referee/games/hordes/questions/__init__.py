"""The questions of Hordes, one class each, with what they suppose and what they assume of a situation."""

from referee.core.game.lazy_types import LazyTypes

from .supposing import assume, suppose

__all__ = ["QUESTIONS", "assume", "suppose"]

QUESTIONS = LazyTypes(
    __name__,
    {
        "result": "combat:AskResult",
        "odds": "combat:AskOdds",
        "combat": "table:AskCombat",
        "attack": "moves:AskAttack",
        "move": "moves:AskMove",
        "group": "moves:AskGroup",
        "break_off": "moves:AskBreakOff",
        "contacts": "table:AskContacts",
        "range": "table:AskRange",
        "pips": "pips:AskPips",
        "army": "army:AskArmy",
        "general": "army:AskGeneral",
        "victory": "table:AskVictory",
        "support": "command:AskSupport",
        "turn_to_face": "facing:AskTurnToFace",
        "charge": "charge:AskCharge",
        "in_command": "command:AskInCommand",
        "course": "course:AskCourse",
    },
)
