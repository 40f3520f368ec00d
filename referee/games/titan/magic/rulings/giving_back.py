"""Who goes back to the caretaker where legions become one that is above the most (MM 9.4.1, 9.4.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from referee.core.documents import nearest
from referee.core.documents.problems import counted, listed
from referee.core.game.orders import Objection

from ...masterboard.legion import Legion
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.stacks import stacks_of
from ...masterboard.state import type_of


def give_back_objections(
    position: MasterboardPosition, legions: Sequence[Legion], named: Iterable[str], number: int, caster: str, field: str
) -> list[Objection]:
    """Return what is wrong with those whom a `field` sends back: so many of some legions, each there, not the caster.

    A Mage is named by its id, or by its type where it is the only one that may go.
    """
    rules, words = position.rules, list(named)
    cite = rules.cite("given_back")
    if len(words) != number:
        message = f"{counted(number, 'character')} above {rules.combat.legion_most} must go back"
        return [Objection(f"{message}; '{field}' names {len(words) or 'none'}", cite, field)]
    out = []
    if caster in words:
        out.append(Objection(f"{caster} casts the Spell and stays", cite, field))
    magi = _magi(position, legions, caster)
    held = Counter(name for legion in legions for name in legion.contents or ())
    held[type_of(caster)] -= 1
    for word, times in Counter(word for word in words if word != caster).items():
        if word in rules.characters and rules.profile(word).vital:
            out.append(Objection(f"the {rules.characters[word].title} does not go back", cite, field))
            continue
        if word in magi:
            wrong = times > 1
            kind = type_of(word)
            held[kind] -= 1
        elif word not in rules.characters:
            out.append(Objection(f"'{word}' is nobody there{nearest(word, [*held, *magi])}", cite, field))
            continue
        else:
            same = [mage for mage in magi if type_of(mage) == word and mage not in words]
            if word in rules.keeping_spells and len(same) > times:
                out.append(Objection(f"name the Mage that goes back: {listed(same)}", cite, field))
            wrong = times > held[word]
        if wrong and word == type_of(caster) and held[word] < 1:
            out.append(Objection(f"{caster} casts the Spell and stays", cite, field))
        elif wrong:
            out.append(Objection(f"{max(held[word], 0)} of '{word}' may go back, and {times} are named", cite, field))
    return out


def returnable(position: MasterboardPosition, legions: Sequence[Legion], number: int, caster: str) -> list[list[str]]:
    """Return every choice of those who may go back, those alike once."""
    magi = _magi(position, legions, caster)
    rules = position.rules
    others = [
        name
        for legion in legions
        for name in legion.contents or ()
        if name not in rules.keeping_spells and not rules.profile(name).vital
    ]
    return [list(choice) for choice in dict.fromkeys(combinations(sorted([*others, *magi]), number))]


def magi_named(
    position: MasterboardPosition, legions: Sequence[Legion], named: Iterable[str], caster: str
) -> list[str]:
    """Return the ids of the Magi among those who go back."""
    magi = _magi(position, legions, caster)
    out = list[str]()
    for word in named:
        ident = word if word in magi else next((m for m in magi if type_of(m) == word and m not in out), None)
        out += [ident] if ident is not None else []
    return out


def _magi(position: MasterboardPosition, legions: Sequence[Legion], caster: str) -> list[str]:
    """Return the ids of the Magi of some legions, without the caster."""
    return [stack.id for legion in legions for stack in stacks_of(position, legion) if stack.id != caster]
