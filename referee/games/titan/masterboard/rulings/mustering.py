"""What a legion may muster, and what it must show for it (LoT 18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...rules import TitanRules

# one way to qualify: the characters to show, empty if none are needed
Way = tuple[str, ...]
Recruits = dict[str, list[Way]]


def recruits(rules: TitanRules, terrain: str, contents: Iterable[str]) -> Recruits:
    """Return every character that a legion is qualified to muster in a terrain, with all ways to qualify (LoT 18).

    The stacks are not considered.
    """
    held = tuple(sorted(contents))
    return rules.remember(("recruits", terrain, held), lambda: _recruits(rules, terrain, Counter(held)))


def _recruits(rules: TitanRules, terrain: str, has: Counter[str]) -> Recruits:
    chart = rules.masterchart.masterchart[terrain]
    out: Recruits = {name: [()] for name in chart.free}
    ladder = rules.ladders[terrain]
    for number, name in enumerate(ladder):
        ways: list[Way] = []
        below = ladder[number - 1] if number else name
        needed = chart.ladder[below].next
        if number and needed is not None and has[below] >= needed:
            ways.append((below,) * needed)
        ways += [(other,) for other in ladder[number:] if has[other]]
        if ways:
            out[name] = ways
    for name, shown in chart.shown.items():
        ways = []
        if shown.alike is not None:
            creatures, others = _alike(rules, has, shown.alike.number, shown.alike.cls)
            any_kind = bool(others) and rules.chosen("alike_for_demi_lord", "any")
            ways += [(kind,) * shown.alike.number for kind in [*creatures, *(others if any_kind else ())]]
        ways += [(kind,) for kind in shown.one if has[kind]]
        if ways:
            out[name] = ways
    return out


def _alike(rules: TitanRules, has: Counter[str], number: int, cls: str) -> tuple[list[str], list[str]]:
    """Return the kinds of which the legion holds enough: those of the class, and the others (LoT 18.5)."""
    enough = [kind for kind, count in has.items() if count >= number]
    of_class = [kind for kind in enough if rules.characters[kind].cls == cls]
    return sorted(of_class), sorted(set(enough) - set(of_class))


def way_in_words(way: Way, rules: TitanRules) -> str:
    """Return a way to qualify in words, such as "2 Ogres" or "nothing"."""
    return ", ".join(rules.counted(name, number) for name, number in Counter(way).items()) or "nothing"
