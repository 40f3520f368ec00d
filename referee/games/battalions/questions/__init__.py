"""The questions of Battalions, one class each, with what they suppose and what they assume of a situation."""

from referee.core.game.lazy_types import LazyTypes

from .supposing import assume, impossibilities, suppose

__all__ = ["QUESTIONS", "assume", "impossibilities", "suppose"]

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
