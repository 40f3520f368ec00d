"""Report impossible positions of legions: shared Lands, splits, sides of entry, two Titans."""

from __future__ import annotations

from referee.core.documents.problems import listed, nearest
from referee.core.game.game import StateProblems

from ..rules import TitanRules
from .graph import graph_of
from .state import LegionState, MasterboardState

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
            out += _sharing(board, rules, land, own, alone=len(owners) == 1)
        if len(owners) > 1:
            out += _enemies(board, rules, land, legions, owners)
    return out


def _fault(number: int, field: str, message: str, rules: TitanRules, key: str) -> StateProblems:
    path = ("masterboard", "legions", number, field)
    return [(path, f"{message} ({', '.join(rules.cite(key))})")]


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
        parting = board.phase in ("commencement", "movement")
        if stem is None:
            continue
        if stem not in owner and parting:
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
    moving = player == board.mover and phase in ("commencement", "movement")
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
