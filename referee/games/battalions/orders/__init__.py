"""The orders of the game, one class each."""

from referee.core.game.lazy_verbs import LazyVerbs

ORDERS = LazyVerbs(
    __name__,
    {
        "command": "command:Command",
        "path": "path:Path",
        "choose_field": "after:ChooseField",
        "arrange": "after:Arrange",
    },
)
