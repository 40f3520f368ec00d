"""Report impossible positions of legions: shared Lands, splits, sides of entry, two Titans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.core.documents import Path
from referee.core.documents.problems import listed, nearest
from referee.core.game.game import StateProblems

from ..rules import TitanRules
from .graph import graph_of
from .state import LegionState, MageState, MasterboardState, number_of, type_of


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


Numbered = list[tuple[int, LegionState]]


def impossible_standing(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return what is impossible of where the legions of a game in play stand, with the rule that forbids it."""
    lands: dict[str, Numbered] = {}
    for number, legion in enumerate(board.legions):
        lands.setdefault(str(legion.land), []).append((number, legion))
    out = _sources(board, rules)
    for land, legions in lands.items():
        out += _sides(rules, land, legions)
        owners = list(dict.fromkeys(legion.player for _, legion in legions))
        for player in owners:
            own = [(n, x) for n, x in legions if x.player == player]
            if not (player == board.mover and _joined(board, rules, own)):
                out += _sharing(board, rules, land, own, alone=len(owners) == 1)
        if len(owners) > 1:
            out += _enemies(board, rules, land, legions, owners)
    return out


def _fault(number: int, field: str, message: str, rules: TitanRules, key: str) -> StateProblems:
    path = ("masterboard", "legions", number, field)
    return [(path, rules.citing(message, key))]


def several_vital(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Check that no player has two Titans."""
    out: StateProblems = []
    held: dict[str, str] = {}
    for number, legion in enumerate(board.legions):
        for name in legion.contents or ():
            if not rules.profile(name).vital:
                continue
            if legion.player in held:
                title = rules.profile(name).title
                where = "" if held[legion.player] == legion.id else f" in {held[legion.player]}"
                message = f"{legion.player} has a {title}{where} already; a player has one"
                out += _fault(number, "contents", message, rules, "one_titan")
            held[legion.player] = legion.id
    return out


def _sources(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Check that each part of a split comes from a legion of the same player (LoT 4.2)."""
    owner = {legion.id: legion.player for legion in board.legions}
    stems = {legion.id: legion.split_from for legion in board.legions}
    lands = {legion.id: str(legion.land) for legion in board.legions}
    out: StateProblems = []
    for number, legion in enumerate(board.legions):
        stem = legion.split_from
        if stem is None:
            continue
        if stem not in owner:
            out += _fault(
                number, "split_from", f"'{stem}' is no legion on the board{nearest(stem, owner)}", rules, "split"
            )
        elif _in_circle(legion.id, stems) or owner.get(stem, legion.player) != legion.player:
            out += _fault(number, "split_from", f"{legion.id} cannot have been split off {stem}", rules, "split")
        elif board.phase == "commencement" and lands[stem] != lands[legion.id]:
            message = f"{legion.id} is split off in {lands[stem]}, where {stem} stands, and has not moved yet"
            out += _fault(number, "land", message, rules, "split")
    return out


def _in_circle(ident: str, stems: dict[str, str | None]) -> bool:
    """Return whether a legion comes from itself by way of those that were split off each other."""
    seen = {ident}
    stem = stems.get(ident)
    while stem is not None and stem not in seen:
        seen.add(stem)
        stem = stems.get(stem)
    return stem is not None


def _sides(rules: TitanRules, land: str, legions: Numbered) -> StateProblems:
    """Check that legions entered by a side of entry of their Land (LoT 10.2)."""
    open_sides = graph_of(rules).all_sides(land)
    out: StateProblems = []
    for number, legion in legions:
        if legion.side is not None and legion.side not in open_sides:
            message = f"{graph_of(rules).titled(land)} is not entered from the {legion.side}"
            message += f", but from the {' or the '.join(open_sides)}"
            out += _fault(number, "side", message, rules, "tower_entry")
    return out


def _sharing(board: MasterboardState, rules: TitanRules, land: str, own: Numbered, alone: bool) -> StateProblems:
    """Check that legions of one player share a Land only before they move apart (LoT 4.0, 4.3, 5.2).

    `alone` says that no enemy is there, who would keep starting legions from parting.
    """
    legions = [legion for _, legion in own]
    if len(legions) == 1:
        return []
    player, phase = legions[0].player, board.phase
    # one who gave up the game need not part those split off
    resigned = board.engagement is not None and player in board.engagement.resigned
    moving = player == board.mover and (resigned or phase in ("commencement", "movement"))
    resting = not any(legion.moved for legion in legions)
    whole = sum(legion.split_from is None for legion in legions)
    if moving and resting and whole <= 1:
        return []
    yet_to_come = board.players.index(player) > board.players.index(board.mover or "")
    starting = board.turn == 1 and (phase == "setup" or (moving and alone) or yet_to_come)
    if (
        starting
        and resting
        and whole == len(rules.masterplay.start.lords)
        and (moving or len(legions) == whole)
        and graph_of(rules).is_tower(land)
    ):
        return []
    names = " and ".join(legion.id for legion in legions)
    message = f"{names} of {player} stand together in {graph_of(rules).titled(land)}"
    if moving and resting:
        message += "; give 'split_from' for each legion that was split off"
    return _fault(own[-1][0], "land", message, rules, "one_legion")


def sharing(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Check that a player's legions share no Land in a situation, which need not give splits (LoT 4.0).

    They may share one before they move; two in a Tower may be their owner's starting legions (LoT 5.2).
    """
    if board.phase in (None, "setup"):
        return []
    found: dict[tuple[str, str], Numbered] = {}
    for number, legion in enumerate(board.legions):
        found.setdefault((str(legion.land), legion.player), []).append((number, legion))
    out: StateProblems = []
    for (land, player), own in found.items():
        resting = not any(legion.moved for _, legion in own)
        moving = player == board.mover and board.phase in ("commencement", "movement")
        starting = player != board.mover and board.turn in (None, 1) and graph_of(rules).is_tower(land)
        if len(own) == 1 or (resting and (moving or (starting and len(own) == len(rules.masterplay.start.lords)))):
            continue
        names = listed([legion.id for _, legion in own], "and")
        message = f"{names} of {player} stand together in {graph_of(rules).titled(land)}"
        out += _fault(own[-1][0], "land", message, rules, "one_legion")
    return out


def _joined(board: MasterboardState, rules: TitanRules, own: Numbered) -> bool:
    """Return whether a Titan can have joined a legion of its player in an Engagement (REF titan-39)."""
    engaging = board.phase in ("movement", "engagement") and all(legion.moved for _, legion in own)
    return engaging and len(own) == 2 and rules.chosen("titan_joins", "allowed")


def _enemies(
    board: MasterboardState, rules: TitanRules, land: str, legions: Numbered, owners: list[str]
) -> StateProblems:
    """Check that enemies share a Land only in an Engagement with the Mover, and the side of entry (LoT 9.0)."""
    last, where = legions[-1][0], graph_of(rules).titled(land)
    who = " and ".join(owners)
    if len(owners) > 2:
        return _fault(last, "land", f"{who} stand in {where}; an Engagement is between two", rules, "engagement")
    if board.phase not in ("movement", "engagement"):
        message = f"{who} stand in {where}, and there are no Engagements in this phase"
        return _fault(last, "land", message, rules, "engagement")
    if board.mover not in owners:
        message = f"{who} stand in {where}; an Engagement is with the Mover, {board.mover}"
        return _fault(last, "land", message, rules, "engagement")
    number, attacker = next((n, x) for n, x in legions if x.player == board.mover)
    printed = rules.battlelands.battlelands[graph_of(rules).lands[land].terrain].attacker_side
    if attacker.side is None and printed is None:
        message = f"'side' is missing: from where has {attacker.id} entered {where}?"
        return _fault(number, "side", message, rules, "entry_side")
    return []
