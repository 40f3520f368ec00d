"""Check the stacks of Spells that legions hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.core.documents import Path
from referee.core.game.game import StateProblems

from ..rules import TitanRules
from .state import MageState, MasterboardState, number_of, type_of


def impossible_stacks(board: MasterboardState, rules: TitanRules, playing: bool) -> StateProblems:
    """Return every stack of Spells that is with nobody or holds too many, and who in a legion comes by a Spell.

    In a game in play a stack may be too large: an order reduces it (MM 7.5).
    """
    out: StateProblems = []
    owner: dict[str, str] = {}
    for number, legion in enumerate(board.legions):
        path: Path = ("masterboard", "legions", number)
        for place, name in enumerate(legion.contents or ()):
            if name in rules.characters and name not in rules.stacked:
                message = f"{rules.characters[name].title} comes by a Spell in a battle, and is in no legion"
                out.append(((*path, "contents", place), message))
        if legion.contents is None:
            continue
        held = Counter(legion.contents)
        for name, number_drawn in legion.drew.items():
            if number_drawn > held[name]:
                out.append(((*path, "drew", name), f"{legion.id} holds {held[name]} of {name}, not {number_drawn}"))
        for row, stack in enumerate(legion.magi):
            at = (*path, "magi", row)
            if stack.id in owner:
                out.append(((*at, "id"), f"the stack of {stack.id} is with {owner[stack.id]} already"))
            owner.setdefault(stack.id, legion.id)
            out += [((*at, *inner), said) for inner, said in _of_stack(stack, held, rules, playing)]
            held[type_of(stack.id)] -= 1
    now = board.engagement
    for row, stack in enumerate(now.stacks if now is not None else ()):
        if stack.id in owner:
            at = ("masterboard", "engagement", "stacks", row, "id")
            out.append((at, f"the stack of {stack.id} is with {owner[stack.id]} already"))
        owner.setdefault(stack.id, "the slain")
    return out


def mage_fault(ident: str, rules: TitanRules) -> str | None:
    """Return why an id names no Mage of the game, None if it names one."""
    name, number = type_of(ident), number_of(ident)
    if name not in rules.keeping_spells:
        known = [f"{one}-1" for one in rules.characters if one in rules.keeping_spells]
        return f"'{ident}' is no Mage, such as {known[0]}" if known else "nobody keeps Spells in this game"
    most = rules.characters[name].number
    if number is None or not 1 <= number <= most:
        return f"'{ident}' is no Mage: there are {name}-1 to {name}-{most}"
    return None


def _of_stack(stack: MageState, held: Counter[str], rules: TitanRules, playing: bool) -> Iterator[tuple[Path, str]]:
    """Yield why a legion cannot have such a stack of Spells."""
    name, wrong = type_of(stack.id), mage_fault(stack.id, rules)
    if wrong is not None:
        yield ("id",), wrong
    if name not in rules.keeping_spells:
        return
    chart = rules.characters[name]
    if wrong is None and held[name] < 1:
        yield ("id",), f"the legion holds no {chart.title} for the stack of {stack.id}"
    number_held = stack.number
    if number_held is None:
        return
    if stack.spells is not None and stack.held is not None and stack.spells != len(stack.held):
        yield ("spells",), f"{stack.id} holds {len(stack.held)} Spells by name, not {stack.spells}"
    if number_held > (most := rules.spell_limit(name)) and not (playing and stack.held is not None):
        cites = ", ".join(rules.cite("spell_limit"))
        yield ("spells",), f"{chart.one} holds {most} Spells at most, not {number_held} ({cites})"
    lost = len(stack.evoked_killed) + len(stack.evoked_banished)
    if lost > number_held:
        yield ("spells",), f"{stack.id} holds {number_held} Spells, and {lost} of Evoked Characters are lost"
