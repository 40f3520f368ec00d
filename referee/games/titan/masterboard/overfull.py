"""The legion found with more than seven characters (LoT 4.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..rules import TitanRules


def surplus(rules: TitanRules, contents: Iterable[str]) -> list[str]:
    """Return whom an overfull legion loses, in order: by the table, and within it the most valuable first."""
    left = list(contents)
    out: list[str] = []
    for kind in rules.masterplay.overfull:
        found = [name for name in left if kind in (name, rules.characters[name].cls)]
        # equal values fall in the order of the alphabet (REF titan-45)
        for name in sorted(found, key=lambda n: (-rules.profile(n).value, n)):
            if len(left) > rules.combat.legion_most:
                left.remove(name)
                out.append(name)
    return out
