"""The questions of Battalions, one class each, with what they suppose and what they assume of a situation."""

from referee.core.game.lazy_types import LazyTypes

from .supposing import asked_of, assume, suppose

__all__ = ["QUESTIONS", "asked_of", "assume", "suppose"]

QUESTIONS = LazyTypes(
    __name__,
    {
        "army": "army:AskArmy",
        "attack": "attack:AskAttack",
        "turn": "turn:AskTurn",
        "move": "moves:AskMove",
        "join": "moves:AskJoin",
        "retreat": "retreat:AskRetreat",
        "placement": "placement:AskPlacement",
    },
)
