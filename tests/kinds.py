"""Every kind of order and question of every game."""

from typing import Any

from referee import games


def kinds() -> list[tuple[str, str, Any, Any]]:
    """Return (name, noun, type, verbs) of each."""
    out: list[tuple[str, str, Any, Any]] = []
    for game in map(games.find, [n for n in games.names() if n != "hordes"]):
        for noun, verbs in (("an order", game.verbs), ("a question", game.questions)):
            out += [(f"{game.name}-{noun.split()[1]}-{verb}", noun, kind, verbs) for verb, kind in verbs.items()]
    return out
