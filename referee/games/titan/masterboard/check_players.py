"""Report what of the players the rules make impossible: how they begin, their markers, and who has fallen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.core.documents.problems import listed
from referee.core.game.game import Fault

from ..rules import TitanRules
from .check_engagement import fault_of
from .graph import graph_of
from .state import MasterboardState


def setup_over(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield a setup in which all players have begun (LoT 5.2)."""
    if all(any(legion.player == player for legion in board.legions) for player in board.players):
        from .position import MasterboardPosition

        if not MasterboardPosition(board, rules).acting():
            yield fault_of(("phase",), "every player has begun, and the setup is over", rules, "starting_legions")


def still_to_play(board: MasterboardState, rules: TitanRules) -> list[str]:
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


def starting(board: MasterboardState, rules: TitanRules, player: str) -> Iterator[Fault]:
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
            yield fault_of(("legions", number, "land"), message, rules, "starting_legions")
    beyond = len(own) > len(force.lords) or chosen > (more is not None)
    short = bool(len(own) < len(force.lords) or whole - total)
    path = ("legions", own[-1], "contents")
    if beyond or short:
        message = f"{player} does not begin with {listed([legion for n in held for legion in n], 'and')}"
        yield fault_of(path, message, rules, "starting_legions", not beyond and board.phase != "setup")
    elif not (led and even):
        message = f"{player} begins with {len(own)} legions of equal size, one Lord in each"
        yield fault_of(path, message, rules, "starting_legions")


def markers(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield players with more markers than their own and those of the players they have eliminated (LoT 4.2, 19.4)."""
    heir = {fallen.player: fallen.by for fallen in board.fallen}
    for player in board.players:
        won = sum(_inherits(player, other, heir) for other in heir)
        most = rules.masterplay.markers * (1 + won)
        number = len(board.markers.get(player, ())) + sum(legion.player == player for legion in board.legions)
        if number > most:
            message = f"{player} has {most} Legion Markers at most, not {number}"
            path = ("markers", player) if player in board.markers else ("legions",)
            yield fault_of(path, message, rules, "markers")
    colours = rules.masterplay.colours
    whose = {prefix: player for player, prefix in colours.items() if player in board.players and player not in heir}
    for player, free in board.markers.items():
        for number, marker in enumerate(free):
            prefix = next((one for one in colours.values() if marker.startswith(one)), None)
            if prefix is not None and whose.setdefault(prefix, player) != player:
                message = f"'{marker}' is a marker of {whose[prefix]}, who plays on"
                yield fault_of(("markers", player, number), message, rules, "markers")


def _inherits(player: str, other: str, heir: dict[str, str | None]) -> bool:
    """Return whether the markers of a fallen player have come to another, by way of others who fell later too."""
    passed = [other]
    while (to := heir.get(passed[-1])) is not None and to not in passed:
        passed.append(to)
    return player in passed[1:]


def fallen(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield fallen players who are on the board or whose turn it is, and slain Titans of players who play on."""
    seen: set[str] = set()
    for number, fallen in enumerate(board.fallen):
        if fallen.player in seen or fallen.player == fallen.by or fallen.turn > (board.turn or fallen.turn):
            message = f"{fallen.player} falls once, by another player, and not after Game-Turn {board.turn}"
            yield fault_of(("fallen", number), message, rules, "titan_lost")
        seen.add(fallen.player)
    for number, legion in enumerate(board.legions):
        if legion.player in seen:
            message = f"{legion.player} is out of the game, and has no legions"
            yield fault_of(("legions", number, "player"), message, rules, "titan_lost")
    if board.mover in seen:
        yield fault_of(("mover",), f"{board.mover} is out of the game, and has no Game-Turns", rules, "titan_lost")
    for name in ("slain", "dead"):
        titans = sum(number for one, number in getattr(board, name).items() if rules.profile(one).vital)
        if titans > len(seen) + len(board.titan_lost):
            message = f"more Titans are slain ({titans}) than players are out of the game ({len(seen)})"
            yield fault_of((name,), f"{message}; give them under 'fallen'", rules, "titan_lost")


def playing_on(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
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
        yield fault_of(("players",), message, rules, "leading")
    if board.mover in out and board.outcome is None:
        yield fault_of(("mover",), f"{board.mover} is out of the game, and has no Game-Turn", rules, "titan_lost")
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
            yield fault_of(at, f"{player} has a {titan}, and has not lost it", rules, "plays_on")
        elif not vital and not held.intersection(rules.playing_on):
            message = (
                f"{player} has no {titan} and plays on: a player who is out stands under 'fallen', with no legions"
            )
            yield fault_of(path, message, rules, "titan_lost")
        elif not vital and player not in board.titan_lost:
            message = (
                f"{player} has no {titan} and plays on with a {rules.having('plays_on')}: name {player} in 'titan_lost'"
            )
            yield fault_of(path, message, rules, "plays_on")
