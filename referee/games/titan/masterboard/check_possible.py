"""Report what on a Masterboard the rules make impossible: counters, places, and what cannot have happened by now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from referee.core.documents.problems import listed
from referee.core.game.game import Fault

from ..rules import TitanRules
from .check_players import (
    fallen,
    fault_of,
    impossible_gains,
    impossible_terms,
    markers,
    playing_on,
    setup_over,
    starting,
    still_to_play,
)
from .check_standing import impossible_standing, sharing
from .check_state import misplaced_counters
from .graph import graph_of
from .state import MasterboardState, MasterPhase

_PHASES = get_args(MasterPhase)
_Fields = dict[str, tuple[str, str]]
# from which phase on a field of the board, or of one of the Mover's legions, can be set, and what says so
_FROM: _Fields = {
    "roll": ("movement", "movement_roll"),
    "mulligan": ("movement", "mulligan"),
    "teleport_used": ("movement", "one_teleport"),
    "summoned": ("engagement", "sequence"),
    "engagement": ("engagement", "sequence"),
}
_OF_MOVER: _Fields = {
    "moved": ("movement", "one_march"),
    "mustered": ("enlistment", "one_muster"),
    "won": ("engagement", "sequence"),
}
_OF_OTHERS: _Fields = {"mustered": ("engagement", "one_muster"), "won": ("engagement", "sequence")}


def impossible_on_board(board: MasterboardState, rules: TitanRules) -> list[Fault]:
    """Return everything on a Masterboard that is impossible, each with its rules."""
    out = [*_counters(board, rules), *_overfull(board, rules)]
    if board.is_complete:
        places = [*misplaced_counters(board, rules), *impossible_standing(board, rules)]
        return [*out, *(Fault(*found) for found in places), *_course(board, rules)]
    owners: dict[str, dict[str, int]] = {}
    for number, legion in enumerate(board.legions):
        owners.setdefault(str(legion.land), {})[legion.player] = number
    for land, players in owners.items():
        if len(players) > 2:
            message = f"{listed(sorted(players))} stand in {graph_of(rules).titled(land)}; an Engagement is between two"
            out.append(fault_of(("legions", max(players.values()), "land"), message, rules, "engagement"))
    return [*out, *(Fault(*found) for found in sharing(board, rules))]


def _counters(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield more counters than there are, and slain characters that have gone back to their stacks (LoT 2.3, 12.6)."""
    for name in board.slain:
        if (
            name in rules.characters
            and "returns_to_stack" in rules.profile(name).traits
            and not rules.profile(name).vital
        ):
            message = f"{rules.profile(name).named} that is slain goes back to the stack as its Engagement is closed"
            yield fault_of(("slain", name), message, rules, "removed")
    for name, number in board.outside_stacks().items():
        if name in rules.characters and (message := rules.too_many(name, number)):
            last = [n for n, legion in enumerate(board.legions) if name in (legion.contents or ())][-1:]
            yield fault_of(("legions", last[0], "contents") if last else (), message, rules, "counters")


def _overfull(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield legions that are too large: they are reduced when that is found (LoT 4.1).

    One too many may come about where nobody counts; more cannot, since nobody joins a legion that is full.
    """
    most, now = rules.combat.legion_most, board.engagement
    shown = {now.attacker, now.defender} if now is not None and now.stage != "consider" else set[str]()
    for number, legion in enumerate(board.legions):
        height = legion.height if legion.contents is None else len(legion.contents)
        # one that has captured or merged gives back, and the battle says who is in it
        left = now is not None and now.stage in ("battle", "gains") and legion.id in shown
        if height is not None and height > most and board.is_complete and not left:
            when = "was reduced to {} as it was shown" if legion.id in shown else "is reduced to {} when that is found"
            message = f"{legion.id} holds {height} characters, and {when.format(most)}"
            odd = legion.id not in shown and height <= most + 1
            if not odd and legion.id not in shown:
                message = f"{legion.id} holds {height} characters, and nobody joins a legion that holds {most}"
            yield fault_of(("legions", number, "contents"), message, rules, "overfull", odd)


def _course(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield what cannot have happened by now in a game: splits, a mulligan, teleports, markers, players who are out."""
    yield from _too_early(board, rules)
    least, first = rules.masterplay.split_least, rules.masterplay.first_split
    for number, legion in enumerate(board.legions):
        height = legion.height if legion.contents is None else len(legion.contents)
        if legion.split_from is None or board.phase not in ("commencement", "movement"):
            continue
        # a Spell may split a legion after the roll
        if (board.phase == "commencement" or not rules.spells) and board.turn is not None and board.turn < first:
            message = f"no legion is split before Game-Turn {first}"
            yield fault_of(("legions", number, "split_from"), message, rules, "first_split")
        # and one may carry a Mage out of a part (MM 9.4.12)
        elif height is not None and height < least and not rules.spells:
            message = f"{legion.id} holds {height}, and each part of a split at least {least}"
            yield fault_of(("legions", number, "split_from"), message, rules, "split")
    if board.phase in ("commencement", "movement"):
        yield from _parted(board, rules)
    play = rules.masterplay
    if board.mulligan and board.turn not in play.mulligan_turns:
        yield fault_of(("mulligan",), f"a mulligan is taken {play.mulligans}", rules, "mulligan")
    # moves made on the first roll may stay when it is repeated
    kept = board.mulligan and rules.options["mulligan"] != "before_moving"
    rolls = {teleport.roll for teleport in (rules.masterplay.teleports.tower, rules.masterplay.teleports.titan)}
    if board.teleport_used and board.roll is not None and board.roll not in rolls and not (rules.spells or kept):
        message = f"nobody teleports after a Movement Roll of {board.roll}, but of {listed([str(n) for n in rolls])}"
        yield fault_of(("teleport_used",), message, rules, "tower_teleport")
    resting = not any(legion.moved for legion in board.legions if legion.player == board.mover)
    if board.teleport_used and board.phase == "movement" and resting and not (rules.spells or board.outcome):
        message = "no legion has moved, and so none has been teleported"
        yield fault_of(("teleport_used",), message, rules, "one_teleport")
    yield from _too_far(board, rules)
    yield from markers(board, rules)
    if board.outcome is None:
        yield from fallen(board, rules)
    for player in still_to_play(board, rules):
        yield from starting(board, rules, player)
    for number, seen in enumerate(board.revealed):
        if seen.turn > (board.turn or seen.turn):
            message = f"it is Game-Turn {board.turn}, and this has been seen in {seen.turn}"
            yield fault_of(("revealed", number, "turn"), message, rules, "sequence")
    for number, one in enumerate(board.offences):
        if one.offender == one.offended:
            yield fault_of(
                ("offences", number), f"{one.offender} disturbs a stack of another player", rules, "disturbed"
            )
    out = {fallen.player for fallen in board.fallen}
    if board.outcome is None and board.engagement is None and {*board.players} - out <= {*board.stopping}:
        yield fault_of(("stopping",), "all have agreed to stop, and the game is over", rules, "stopped")
    if board.phase == "setup":
        if board.turn != 1:
            yield fault_of(("turn",), "the setup comes before Game-Turn 1 is played", rules, "starting_legions")
        yield from setup_over(board, rules)
    elif board.outcome is None:
        yield from playing_on(board, rules)
    elif board.outcome.how == "stopped":
        yield from _stopped(board, rules)
    elif board.outcome.how == "last Titan" and not rules.playing_on:
        out = {fallen.player for fallen in board.fallen}
        if {player for player in board.players if player not in out} != set(board.outcome.winners):
            message = "the winner has the last Titan: all others stand under 'fallen'"
            yield fault_of(("outcome", "winners"), message, rules, "victory")


def _too_far(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield legions of the Mover that have come farther than their roll and the one teleport take them (LoT 7.1, 8.0).

    Enemies who have ended a move on its way may be gone since.
    """
    kept = board.mulligan and rules.options["mulligan"] != "before_moving"
    changed = rules.spells or rules.eventful or rules.abilities or board.roll is None or kept
    if changed or not (rules.sections["travel"].empty and rules.sections["entry"].empty):
        return
    graph, teleports = graph_of(rules), int(board.teleport_used)
    for number, legion in enumerate(board.legions):
        if not legion.moved or legion.origin is None or legion.player != board.mover:
            continue
        start, land = str(legion.origin), str(legion.land)
        ways = (graph.travel(start, lands, frozenset(), frozenset()) for lands in range(1, (board.roll or 0) + 1))
        if any(land in way for way in ways):
            continue
        if teleports:
            teleports -= 1
            continue
        message = f"with a {board.roll} nobody moves from {graph.titled(start)} to {graph.titled(land)}"
        yield fault_of(("legions", number, "origin"), message, rules, "full_count")


def _stopped(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield winners of a game that was stopped who do not have the highest total (LoT 20.5)."""
    from .position import MasterboardPosition
    from .rulings.victory import leaders, total_of

    if board.outcome is None or any(legion.contents is None for legion in board.legions):
        return
    position = MasterboardPosition(board, rules)
    first = leaders({player: total_of(position, player).total for player in position.living})
    if set(board.outcome.winners) != set(first):
        message = f"{listed(first, 'and')} {'has' if len(first) == 1 else 'have'} the highest total"
        yield fault_of(("outcome", "winners"), message, rules, "stopped")


def _parted(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield legions that were too large to be split, or are too small after it, before any part moves (LoT 4.3)."""
    least, most = rules.masterplay.split_least, rules.combat.legion_most
    heights = {x.id: x.height if x.contents is None else len(x.contents) for x in board.legions}
    stems = dict.fromkeys(legion.split_from for legion in board.legions if legion.split_from in heights)
    for stem in filter(None, stems):
        number = next(n for n, legion in enumerate(board.legions) if legion.id == stem)
        split = [legion for legion in board.legions if legion.split_from == stem]
        if any(legion.moved for legion in (board.legions[number], *split)):
            # on its way a part may have lost some, by a hazard or an event
            continue
        parts, height = [heights[legion.id] or 0 for legion in split], heights[stem]
        if height is not None and height < least and not rules.spells:
            message = f"{stem} holds {height}, and each part of a split at least {least}"
            yield fault_of(("legions", number, "contents"), message, rules, "split")
        elif height is not None and board.legions[number].split_from is None and height + sum(parts) > most:
            message = f"{stem} and what was split off it hold {height + sum(parts)}, and a legion {most} at most"
            yield fault_of(("legions", number, "contents"), message, rules, "full")


def _too_early(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield what belongs to a later phase of the Game-Turn than the one that stands (LoT 6.0)."""
    now = _PHASES.index(board.phase)
    found: list[tuple[tuple[str | int, ...], object, _Fields]] = [((), board, _FROM)]
    for number, legion in enumerate(board.legions):
        own = legion.player == board.mover
        found.append((("legions", number), legion, _OF_MOVER if own else _OF_OTHERS))
        for field in ("moved", "split_from") if not (own or rules.spells) else ():
            if getattr(legion, field):
                message = f"{legion.id} belongs to {legion.player}, and it is the Game-Turn of {board.mover}"
                yield fault_of(("legions", number, field), message, rules, "mover")
    for path, of, fields in found:
        for field, (first, cite) in fields.items():
            if field == "mustered" and rules.keeping_spells:
                # a victory may bring the Mage of a Land (MM 5.3)
                first = "engagement"
            if getattr(of, field) and now < _PHASES.index(first):
                message = f"'{field}' belongs to a later phase: the {first.capitalize()} Phase at the earliest"
                yield fault_of((*path, field), message, rules, cite)
    # Spells and abilities let one muster that has not moved
    if not (rules.spells or rules.abilities or rules.eventful):
        for number, legion in enumerate(board.legions):
            if legion.mustered and not legion.moved and legion.player == board.mover:
                message = f"{legion.id} has mustered and has not moved: give 'moved'"
                yield fault_of(("legions", number, "mustered"), message, rules, "eligible", odd=True)
    at = board.engagement
    if at is not None and board.phase == "enlistment":
        yield fault_of(("engagement",), "the Engagement Phase is over", rules, "sequence")
    if at is not None and at.stage != "gains":
        message = f"nobody has fallen at the stage '{at.stage}'"
        slain = ("slain",) if at.stage != "battle" else ()
        for field in ("fallen", "resigned", "slayer", "set_aside", *slain):
            if getattr(at, field):
                yield fault_of(("engagement", field), message, rules, "engagement")
    met = {str(legion.land) for legion in board.legions if legion.player == board.mover}
    # one that a Titan has joined may have been beaten by a defender who mustered then (REF titan-39)
    for number, legion in enumerate(board.legions) if rules.options["titan_joins"] != "allowed" else ():
        decided = at is not None and at.stage == "gains" and legion.id == at.defender
        if legion.mustered and legion.player != board.mover and str(legion.land) in met and not decided:
            message = f"{legion.id} is reinforced in its battle alone: give 'reinforced' there"
            yield fault_of(("legions", number, "mustered"), message, rules, "one_muster")
    yield from impossible_terms(board, rules)
    yield from impossible_gains(board, rules)
