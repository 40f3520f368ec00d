"""The orders of the game, one class each."""

from referee.core.game.lazy_types import LazyTypes

ORDERS = LazyTypes(
    __name__,
    {
        "command": "command:Command",
        "path": "path:Path",
        "choose_field": "after:ChooseField",
        "arrange": "after:Arrange",
    },
)
