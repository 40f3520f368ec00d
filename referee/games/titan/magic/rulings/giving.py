"""Who may give or trade which Spells, and when (MM 8.0 to 8.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from referee.core.documents import nearest
from referee.core.documents.problems import counted, listed
from referee.core.game.orders import Objection

from ...masterboard.legion import Legion
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.judge import in_engagement
from ...masterboard.rulings.stacks import stacks_of
from ...masterboard.state import MageState, type_of
from ..cup import all_intrinsic
from .strategic import Mage, mages_of


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


def held_by(mage: Mage) -> list[str] | None:
    """Return the counters of a Mage, None where they are not known."""
    row = next((row for row in mage.legion.magi if row.id == mage.stack.id), None)
    return None if row is None else row.held


def counter_of(
    position: MasterboardPosition, held: list[str] | None, who: str, word: str, field: str
) -> str | list[Objection]:
    """Return the counter that a word names among those that somebody has, or why it names none.

    What a draw still to be rolled brings may lift the objection.
    """
    rules, cite = position.rules, position.rules.cite("counter_held")
    kind = rules.spell_types.get(word)
    if kind is None:
        return [Objection(f"'{word}' is no Spell", (), field, always=True)]
    same = [one for one in held or () if word in (one, rules.spell_types.get(one))]
    if not same:
        has = f"; it has {listed(held, 'and')}" if held else ""
        return [Objection(f"{who} has no {word}{has}", cite, field, (who,))]
    if len(same) > 1:
        return [Objection(f"{who} has {listed(same, 'and')}; say which", cite, field)]
    return same[0]


def own_bars(position: MasterboardPosition, who: str, counter: str, field: str) -> list[Objection]:
    """Return the objection that a counter is intrinsic, and stays with its Mage (MM 8.1, 8.2)."""
    if counter not in all_intrinsic(position.rules):
        return []
    return [Objection(f"{counter} is an intrinsic Spell of {who}", position.rules.cite("intrinsic_stays"), field)]


def tradable(position: MasterboardPosition, mage: Mage) -> list[str]:
    """Return the counters that a Mage may trade."""
    return [counter for counter in held_by(mage) or () if counter not in all_intrinsic(position.rules)]


# trading


def period_objections(position: MasterboardPosition, player: str) -> list[Objection]:
    """Return why a player does not trade now: it is their own Game-Turn, or the game has not begun (MM 8.3)."""
    cite = position.rules.cite("trade_period")
    if position.stage == "setup":
        return [Objection("nobody trades before the first Game-Turn", cite)]
    order = position.players
    if position.turn == 1 and order.index(player) > order.index(position.mover):
        return [Objection(f"{player} trades after the first Game-Turn of their own", cite)]
    if position.mover == player:
        return [Objection("a player trades between two Game-Turns of their own", cite)]
    now = position.engagement
    if now is not None and player in (*now.fallen, *now.resigned):
        return [Objection(f"{player} has fallen, and trades no more", (*cite, *position.rules.cite("titan_lost")))]
    return []


def bonds(position: MasterboardPosition, player: str, one: Mage, other: Mage) -> list[str]:
    """Return within what two Magi of a player may trade: their legion, or the type of their Coven (MM 8.2)."""
    out = list[str]()
    if one.legion is other.legion and not in_engagement(position, one.legion):
        out.append(one.legion.id)
    kind = one.stack.character
    if kind == other.stack.character:
        members = {mage.stack.id for mage in coven(position, player, kind)}
        if {one.stack.id, other.stack.id} <= members:
            out.append(kind)
    return out


def coven(position: MasterboardPosition, player: str, kind: str) -> list[Mage]:
    """Return a player's Coven of Magi of a type, of those that are not engaged; nobody where they are under three."""
    free = [
        m for m in mages_of(position, player) if m.stack.character == kind and not in_engagement(position, m.legion)
    ]
    return free if len(free) >= position.rules.magic.coven else []


def bond_objections(position: MasterboardPosition, player: str, one: Mage, other: Mage) -> list[Objection]:
    """Return why two Magi of a player do not trade with each other (MM 8.2, 8.4)."""
    cite, found = position.rules.cite, bonds(position, player, one, other)
    committed = position.trading.get(player)
    if found and committed is not None and all(within != committed for within in found):
        message = f"{player} trades within {_told(position, committed)} until the next Game-Turn of their own"
        return [Objection(message, cite("trade_once"), "between")]
    if found:
        return []
    out = [
        Objection(f"{mage.stack.id} is engaged", cite("trade_engaged"), "between")
        for mage in (one, other)
        if in_engagement(position, mage.legion)
    ]
    if out:
        return out
    kind, least = one.stack.character, position.rules.magic.coven
    if kind == other.stack.character:
        chart = position.rules.characters[kind]
        message = f"a Coven is {least} {chart.many} or more that are not engaged"
        return [Objection(message, cite("trade"), "between")]
    message = f"{one.stack.id} and {other.stack.id} are neither in one legion nor in a Coven"
    return [Objection(message, cite("trade"), "between")]


def within(position: MasterboardPosition, player: str, one: Mage, other: Mage) -> str:
    """Return the name of that within which two Magi trade: what the player is committed to, or their legion first."""
    names = bonds(position, player, one, other)
    committed = position.trading.get(player)
    return committed if committed in names else names[0]


def pairs(position: MasterboardPosition, player: str) -> Iterator[tuple[Mage, Mage]]:
    """Yield each two Magi of a player that may trade with each other now."""
    own = mages_of(position, player)
    for number, one in enumerate(own):
        for other in own[number + 1 :]:
            if not bond_objections(position, player, one, other):
                yield one, other


def _told(position: MasterboardPosition, committed: str) -> str:
    if committed in position.rules.characters:
        return f"the Coven of {position.rules.characters[committed].many}"
    return committed


# gifts


def gift_objections(position: MasterboardPosition, giver: Mage, taker: Mage) -> list[Objection]:
    """Return why a Mage gives another no Spell: only those give that were there as it was mustered, once (MM 8.1)."""
    row = next((row for row in taker.legion.magi if row.id == taker.stack.id), MageState(id=taker.stack.id))
    cite = position.rules.cite("gift")
    if giver.stack.id in row.gifts and giver.legion is taker.legion:
        return []
    now = position.engagement
    if now is not None and now.stage == "battle":
        return [Objection("no Spells are given during a battle", cite, "to")]
    if not row.gifts:
        message = f"{taker.stack.id} has not just been mustered, or has got a Spell from each; nothing comes between"
        return [Objection(message, cite, "to")]
    message = f"{giver.stack.id} has given a Spell, or was not there as {taker.stack.id} was mustered"
    return [Objection(message, cite, "from")]


def room_objections(position: MasterboardPosition, taker: Mage) -> list[Objection]:
    """Return the objection that a Mage has no room for one Spell more (MM 7.5)."""
    if taker.stack.room:
        return []
    limit = position.rules.spell_limit(taker.stack.character)
    message = f"{taker.stack.id} holds {limit} Spells, and that is the most"
    return [Objection(message, position.rules.limits_spells(taker.stack.character), "to")]
