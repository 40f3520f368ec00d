"""Characters of a legion that a text names twice: beside the verb, or with `the`, and again in a list."""

from __future__ import annotations

from typing import Any

from .items import Items

# what a text names for each player: lists of characters, and Lands
Told = dict[str | None, list[tuple[str, Any]]]


def forget_mover(items: Items, by_owner: Told) -> None:
    """Forget one who is named beside the verb, and again in the legion: my titan teleports."""
    for told in by_owner.values():
        groups = [what for kind, what in told if kind == "group"]
        for one in groups:
            others = [name for other in groups if other is not one for name in other.names]
            beside = {items.kind(items.after(one.last)), items.kind(items.before(one.first))}
            if len(one.names) == 1 and one.names[0] in others and beside & {"teleport", "move"}:
                told.remove(("group", one))
                break


def forget_its_own(items: Items, by_owner: Told) -> None:
    """Forget one who is named with `the` and again in a list: the ranger in my legion of 2 trolls and a ranger."""
    for told in by_owner.values():
        groups = [what for kind, what in told if kind == "group"]
        for one in groups:
            others = [other for other in groups if other is not one and len(other.names) > 1]
            again = one.lone and items.text(one.first - 1) == "the"
            if again and any(one.names[0] in other.names for other in others):
                told.remove(("group", one))
