"""Report what on a Masterboard the rules make impossible: counters, places, and what cannot have happened by now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

from referee.core.documents.problems import listed
from referee.core.game.game import Fault

from ..counters import too_many
from ..rules import TitanRules
from .check_standing import impossible_standing, sharing
from .check_state import misplaced_counters
from .graph import graph_of
from .state import EngagementState, MasterboardState, MasterPhase, type_of

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
            out.append(_fault(("legions", max(players.values()), "land"), message, rules, "engagement"))
    return [*out, *(Fault(*found) for found in sharing(board, rules))]


def _fault(path: tuple[str | int, ...], message: str, rules: TitanRules, key: str, odd: bool = False) -> Fault:
    return Fault(("masterboard", *path), f"{message} ({', '.join(rules.cite(key))})", odd)


def _counters(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield more counters than there are, and slain characters that have gone back to their stacks (LoT 2.3, 12.6)."""
    for name in board.slain:
        if name in rules.characters and "returns_to_stack" in rules.profile(name).traits and not _vital(name, rules):
            message = f"{rules.profile(name).named} that is slain goes back to the stack as its Engagement is closed"
            yield _fault(("slain", name), message, rules, "removed")
    for name, number in board.outside_stacks().items():
        if name in rules.characters and (message := too_many(name, number, rules)):
            last = [n for n, legion in enumerate(board.legions) if name in (legion.contents or ())][-1:]
            yield _fault(("legions", last[0], "contents") if last else (), message, rules, "counters")


def _vital(name: str, rules: TitanRules) -> bool:
    return rules.profile(name).vital


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
            yield _fault(("legions", number, "contents"), message, rules, "overfull", odd)


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
            yield _fault(("legions", number, "split_from"), message, rules, "first_split")
        # and one may carry a Mage out of a part (MM 9.4.12)
        elif height is not None and height < least and not rules.spells:
            message = f"{legion.id} holds {height}, and each part of a split at least {least}"
            yield _fault(("legions", number, "split_from"), message, rules, "split")
    if board.phase in ("commencement", "movement"):
        yield from _parted(board, rules)
    mulligans = rules.masterplay.mulligan_turn
    if board.mulligan and board.turn != mulligans:
        yield _fault(("mulligan",), f"a mulligan is taken in Game-Turn {mulligans} only", rules, "mulligan")
    # moves made on the first roll may stay when it is repeated
    kept = board.mulligan and rules.options["mulligan"] != "before_moving"
    rolls = {teleport.roll for teleport in (rules.masterplay.teleports.tower, rules.masterplay.teleports.titan)}
    if board.teleport_used and board.roll is not None and board.roll not in rolls and not (rules.spells or kept):
        message = f"nobody teleports after a Movement Roll of {board.roll}, but of {listed([str(n) for n in rolls])}"
        yield _fault(("teleport_used",), message, rules, "tower_teleport")
    resting = not any(legion.moved for legion in board.legions if legion.player == board.mover)
    if board.teleport_used and board.phase == "movement" and resting and not (rules.spells or board.outcome):
        message = "no legion has moved, and so none has been teleported"
        yield _fault(("teleport_used",), message, rules, "one_teleport")
    yield from _too_far(board, rules)
    yield from _markers(board, rules)
    if board.outcome is None:
        yield from _fallen(board, rules)
    for player in _still_to_play(board, rules):
        yield from _starting(board, rules, player)
    for number, seen in enumerate(board.revealed):
        if seen.turn > (board.turn or seen.turn):
            message = f"it is Game-Turn {board.turn}, and this has been seen in {seen.turn}"
            yield _fault(("revealed", number, "turn"), message, rules, "sequence")
    for number, one in enumerate(board.offences):
        if one.offender == one.offended:
            yield _fault(("offences", number), f"{one.offender} disturbs a stack of another player", rules, "disturbed")
    out = {fallen.player for fallen in board.fallen}
    if board.outcome is None and board.engagement is None and {*board.players} - out <= {*board.stopping}:
        yield _fault(("stopping",), "all have agreed to stop, and the game is over", rules, "stopped")
    if board.phase == "setup":
        if board.turn != 1:
            yield _fault(("turn",), "the setup comes before Game-Turn 1 is played", rules, "starting_legions")
        yield from _setup_over(board, rules)
    elif board.outcome is None:
        yield from _playing_on(board, rules)
    elif board.outcome.how == "stopped":
        yield from _stopped(board, rules)
    elif board.outcome.how == "last Titan" and not rules.playing_on:
        out = {fallen.player for fallen in board.fallen}
        if {player for player in board.players if player not in out} != set(board.outcome.winners):
            message = "the winner has the last Titan: all others stand under 'fallen'"
            yield _fault(("outcome", "winners"), message, rules, "victory")


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
        yield _fault(("legions", number, "origin"), message, rules, "full_count")


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
        yield _fault(("outcome", "winners"), message, rules, "stopped")


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
            yield _fault(("legions", number, "contents"), message, rules, "split")
        elif height is not None and board.legions[number].split_from is None and height + sum(parts) > most:
            message = f"{stem} and what was split off it hold {height + sum(parts)}, and a legion {most} at most"
            yield _fault(("legions", number, "contents"), message, rules, "full")


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
                yield _fault(("legions", number, field), message, rules, "mover")
    for path, of, fields in found:
        for field, (first, cite) in fields.items():
            if field == "mustered" and rules.keeping_spells:
                # a victory may bring the Mage of a Land (MM 5.3)
                first = "engagement"
            if getattr(of, field) and now < _PHASES.index(first):
                message = f"'{field}' belongs to a later phase: the {first.capitalize()} Phase at the earliest"
                yield _fault((*path, field), message, rules, cite)
    # Spells and abilities let one muster that has not moved
    if not (rules.spells or rules.abilities or rules.eventful):
        for number, legion in enumerate(board.legions):
            if legion.mustered and not legion.moved and legion.player == board.mover:
                message = f"{legion.id} has mustered and has not moved: give 'moved'"
                yield _fault(("legions", number, "mustered"), message, rules, "eligible", odd=True)
    at = board.engagement
    if at is not None and board.phase == "enlistment":
        yield _fault(("engagement",), "the Engagement Phase is over", rules, "sequence")
    if at is not None and at.stage != "gains":
        message = f"nobody has fallen at the stage '{at.stage}'"
        slain = ("slain",) if at.stage != "battle" else ()
        for field in ("fallen", "resigned", "slayer", "set_aside", *slain):
            if getattr(at, field):
                yield _fault(("engagement", field), message, rules, "engagement")
    met = {str(legion.land) for legion in board.legions if legion.player == board.mover}
    # one that a Titan has joined may have been beaten by a defender who mustered then (REF titan-39)
    for number, legion in enumerate(board.legions) if rules.options["titan_joins"] != "allowed" else ():
        decided = at is not None and at.stage == "gains" and legion.id == at.defender
        if legion.mustered and legion.player != board.mover and str(legion.land) in met and not decided:
            message = f"{legion.id} is reinforced in its battle alone: give 'reinforced' there"
            yield _fault(("legions", number, "mustered"), message, rules, "one_muster")
    yield from _proposals(board, rules)
    yield from _gains(board, rules)


def _proposals(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield terms by which a legion loses whom it does not hold, or one is eliminated that is not engaged (LoT 9.3)."""
    now = board.engagement
    if now is None or now.stage == "gains":
        return
    held = {legion.id: legion.contents for legion in board.legions if legion.id in (now.attacker, now.defender)}
    for number, proposal in enumerate(now.proposals):
        path = ("engagement", "proposals", number)
        for place, name in enumerate(proposal.eliminate):
            if name not in held:
                message = f"{name} is not engaged in {now.land}"
                yield _fault((*path, "eliminate", place), message, rules, "agreement")
        winners = [name for name in held if name not in proposal.eliminate]
        contents = held[winners[0]] if len(winners) == 1 else None
        if contents is None:
            continue
        left = Counter(contents)
        for place, name in enumerate(proposal.losses):
            kind = name if name in rules.characters else type_of(name)
            left[kind] -= 1
            if left[kind] < 0:
                message = f"{winners[0]} holds {contents.count(kind) or 'no'} {kind}, and loses more by these terms"
                yield _fault((*path, "losses", place), message, rules, "agreement")


def _gains(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield a loser who is still in the Land of a decided Engagement, and gains of the other side (LoT 14.0, 15.0)."""
    at = board.engagement
    if at is None or at.gains is None:
        return
    for field in ("fallen", "resigned"):
        named = getattr(at, field)
        if twice := [n for n, player in enumerate(named) if player in named[:n]]:
            message = f"{named[twice[0]]} falls once"
            yield _fault(("engagement", field, twice[0]), message, rules, "titan_lost")
    yield from _worth(board, at, rules)
    there = [legion.id for legion in board.legions if str(legion.land) == str(at.land)]
    if at.attacker in there and at.defender in there:
        message = f"{at.attacker} and {at.defender} are both in {at.land}, and the Engagement is decided"
        yield _fault(("engagement", "stage"), message, rules, "engagement")
    if at.gains.summon and at.gains.legion != at.attacker:
        yield _fault(("engagement", "gains", "summon"), f"only {at.attacker}, the attacker, summons", rules, "summons")
    if at.gains.muster and at.gains.legion != at.defender:
        message = f"only {at.defender}, the defender, takes a reinforcement"
        yield _fault(("engagement", "gains", "muster"), message, rules, "reinforcement_limit")


def _worth(board: MasterboardState, at: EngagementState, rules: TitanRules) -> Iterator[Fault]:
    """Yield what a decided Engagement cannot have brought with those slain in it (LoT 17.0, 19.3)."""
    slain = [name for name, number in at.slain.items() for _ in range(number) if name in rules.characters]
    titans = sum(_vital(name, rules) for name in slain)
    if len(at.fallen) != titans and not rules.playing_on:
        message = f"{titans or 'no'} Titan{'' if titans == 1 else 's'} slain in it, and {len(at.fallen)} players fallen"
        yield _fault(("engagement", "fallen"), message, rules, "titan_lost")
    # a situation need not say who is slain
    if not slain or rules.spells or at.gains is None or not rules.sections["score"].empty:
        return
    most = max(board.score.values(), default=0)
    charts = [rules.characters[name] for name in slain]
    worth = [row.skill * (row.power + (most // row.grows if row.grows is not None else 0)) for row in charts]
    if at.set_aside > sum(worth):
        message = f"{at.set_aside} is more than all who are slain in it are worth, {sum(worth)}"
        yield _fault(("engagement", "set_aside"), message, rules, "titan_rest")
    score = board.score.get(at.gains.player)
    for number, multiple in enumerate(at.gains.multiples if rules.sections["acquire"].empty else ()):
        if score is not None and multiple <= score - sum(worth):
            message = f"{at.gains.player} cannot have attained {multiple} by it: with {score}, and {sum(worth)} slain"
            yield _fault(("engagement", "gains", "multiples", number), message, rules, "acquired")


def _setup_over(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield a setup in which all players have begun (LoT 5.2)."""
    if all(any(legion.player == player for legion in board.legions) for player in board.players):
        from .position import MasterboardPosition

        if not MasterboardPosition(board, rules).acting():
            yield _fault(("phase",), "every player has begun, and the setup is over", rules, "starting_legions")


def _still_to_play(board: MasterboardState, rules: TitanRules) -> list[str]:
    """Return the players whose legions are as they began: in Game-Turn 1, those who have not played it yet."""
    if board.phase == "setup":
        return [*board.players]
    happened = board.slain or board.dead or board.fallen or board.engagement is not None
    if board.turn != 1 or board.mover not in board.players or happened or rules.spells or rules.eventful:
        return []
    met = {str(legion.land) for legion in board.legions if legion.player == board.mover}
    # before the Mover's first move nothing has changed
    own = [legion for legion in board.legions if legion.player == board.mover]
    begun = board.phase != "commencement" and (board.phase != "movement" or any(legion.moved for legion in own))
    later = board.players[board.players.index(board.mover) + begun :]
    return [one for one in later if not met & {str(x.land) for x in board.legions if x.player == one != board.mover}]


def _starting(board: MasterboardState, rules: TitanRules, player: str) -> Iterator[Fault]:
    """Yield starting legions that no player begins with (LoT 5.2).

    After the setup what is only left out is merely odd.
    """
    force = rules.masterplay.start
    more = rules.starting_more
    # in addition a player begins with characters of the supplement, and may have chosen one more
    whole = Counter([*force.lords, *force.creatures, *(more.characters if more is not None else ())])
    own = [number for number, legion in enumerate(board.legions) if legion.player == player]
    contents = [board.legions[number].contents for number in own]
    if not own or None in contents:
        return
    held = [list(found or ()) for found in contents]
    total = Counter(name for found in held for name in found)
    led = all(sum(name in force.lords for name in found) == 1 for found in held)
    # those who come in addition go where their owner wants
    even = more is not None or len({len(found) for found in held}) == 1
    chosen = (total - whole).total()
    tower = board.towers.get(player)
    for number, legion in ((number, board.legions[number]) for number in own):
        if tower is not None and str(legion.land) != str(tower):
            message = f"{legion.id} begins in the Tower of {player}, not in {graph_of(rules).titled(str(legion.land))}"
            yield _fault(("legions", number, "land"), message, rules, "starting_legions")
    beyond = len(own) > len(force.lords) or chosen > (more is not None)
    short = bool(len(own) < len(force.lords) or whole - total)
    path = ("legions", own[-1], "contents")
    if beyond or short:
        message = f"{player} does not begin with {listed([legion for n in held for legion in n], 'and')}"
        yield _fault(path, message, rules, "starting_legions", not beyond and board.phase != "setup")
    elif not (led and even):
        message = f"{player} begins with {len(own)} legions of equal size, one Lord in each"
        yield _fault(path, message, rules, "starting_legions")


def _markers(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield players with more markers than their own and those of the players they have eliminated (LoT 4.2, 19.4)."""
    heir = {fallen.player: fallen.by for fallen in board.fallen}
    for player in board.players:
        won = sum(_inherits(player, other, heir) for other in heir)
        most = rules.masterplay.markers * (1 + won)
        number = len(board.markers.get(player, ())) + sum(legion.player == player for legion in board.legions)
        if number > most:
            message = f"{player} has {most} Legion Markers at most, not {number}"
            path = ("markers", player) if player in board.markers else ("legions",)
            yield _fault(path, message, rules, "markers")
    colours = rules.masterplay.colours
    whose = {prefix: player for player, prefix in colours.items() if player in board.players and player not in heir}
    for player, free in board.markers.items():
        for number, marker in enumerate(free):
            prefix = next((one for one in colours.values() if marker.startswith(one)), None)
            if prefix is not None and whose.setdefault(prefix, player) != player:
                message = f"'{marker}' is a marker of {whose[prefix]}, who plays on"
                yield _fault(("markers", player, number), message, rules, "markers")


def _inherits(player: str, other: str, heir: dict[str, str | None]) -> bool:
    """Return whether the markers of a fallen player have come to another, by way of others who fell later too."""
    passed = [other]
    while (to := heir.get(passed[-1])) is not None and to not in passed:
        passed.append(to)
    return player in passed[1:]


def _fallen(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield fallen players who are on the board or whose turn it is, and slain Titans of players who play on."""
    seen: set[str] = set()
    for number, fallen in enumerate(board.fallen):
        if fallen.player in seen or fallen.player == fallen.by or fallen.turn > (board.turn or fallen.turn):
            message = f"{fallen.player} falls once, by another player, and not after Game-Turn {board.turn}"
            yield _fault(("fallen", number), message, rules, "titan_lost")
        seen.add(fallen.player)
    for number, legion in enumerate(board.legions):
        if legion.player in seen:
            message = f"{legion.player} is out of the game, and has no legions"
            yield _fault(("legions", number, "player"), message, rules, "titan_lost")
    if board.mover in seen:
        yield _fault(("mover",), f"{board.mover} is out of the game, and has no Game-Turns", rules, "titan_lost")
    for name in ("slain", "dead"):
        titans = sum(number for one, number in getattr(board, name).items() if rules.profile(one).vital)
        if titans > len(seen) + len(board.titan_lost):
            message = f"more Titans are slain ({titans}) than players are out of the game ({len(seen)})"
            yield _fault((name,), f"{message}; give them under 'fallen'", rules, "titan_lost")


def _playing_on(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield players who are out of the game by the rules, and play on; and a game with one player left."""
    out = {fallen.player for fallen in board.fallen}
    playing = [player for player in board.players if player not in out]
    now = board.engagement
    # in an Engagement the Titans that fell in it are settled when it is closed
    falling = {*now.fallen, *now.resigned} if now is not None else set[str]()
    titans = sum(n for name, n in now.slain.items() if rules.profile(name).vital) if now is not None else 0
    lost = now is not None and titans > len(now.fallen)
    if len(playing) < 2 and now is None:
        message = f"{listed(playing) if playing else 'nobody'} is left, and the game is over: give its 'outcome'"
        yield _fault(("players",), message, rules, "leading")
    if board.mover in out and board.outcome is None:
        yield _fault(("mover",), f"{board.mover} is out of the game, and has no Game-Turn", rules, "titan_lost")
    for player in playing:
        own = [legion for legion in board.legions if legion.player == player]
        fighting = now is not None and any(legion.id in (now.attacker, now.defender) for legion in own)
        if any(legion.contents is None for legion in own) or player in falling or (fighting and lost):
            continue
        held = {name for legion in own for name in legion.contents or ()}
        path = ("legions", board.legions.index(own[0])) if own else ("players", board.players.index(player))
        vital, titan = any(rules.profile(name).vital for name in held), rules.having("keeps_player_alive")
        if vital and player in board.titan_lost:
            at = ("titan_lost", board.titan_lost.index(player))
            yield _fault(at, f"{player} has a {titan}, and has not lost it", rules, "plays_on")
        elif not vital and not held.intersection(rules.playing_on):
            message = (
                f"{player} has no {titan} and plays on: a player who is out stands under 'fallen', with no legions"
            )
            yield _fault(path, message, rules, "titan_lost")
        elif not vital and player not in board.titan_lost:
            message = (
                f"{player} has no {titan} and plays on with a {rules.having('plays_on')}: name {player} in 'titan_lost'"
            )
            yield _fault(path, message, rules, "plays_on")
