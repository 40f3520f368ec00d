"""What one more clause changes in a situation that has been asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# facts about the one who acts; the others are about the one who is struck, if there is one
_OF_ACTOR = ("power",)


def changed(value: Mapping[str, Any], verb: str, facts: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a situation of a battle with facts changed; None where there is no place for one of them."""
    battle = value.get("battle")
    if battle is None:
        return None
    ask, rest = value["ask"], dict(facts)
    if "land" in rest:
        battle = {**battle, "battleland": rest.pop("land")}
    pieces = []
    for piece in battle["pieces"]:
        mine = {name: inner for name, inner in rest.items() if piece["id"] == _whose(ask, verb, name)}
        pieces.append({**piece, **mine})
    return {**value, "battle": {**battle, "pieces": pieces}}


def _whose(ask: Mapping[str, Any], verb: str, fact: str) -> Any:
    return ask[verb] if fact in _OF_ACTOR else ask.get("at", ask[verb])
