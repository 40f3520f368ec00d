"""Report what of the players and their Engagement is impossible: how they begin, markers, terms, the fallen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.core.documents.problems import listed
from referee.core.game.game import Fault

from ..rules import TitanRules
from .graph import graph_of
from .state import EngagementState, MasterboardState, type_of


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


def fault_of(path: tuple[str | int, ...], message: str, rules: TitanRules, key: str, odd: bool = False) -> Fault:
    """Return a fault of the Masterboard, with the rules of a citation."""
    return Fault(("masterboard", *path), rules.citing(message, key), odd)


def impossible_terms(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
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
                yield fault_of((*path, "eliminate", place), message, rules, "agreement")
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
                yield fault_of((*path, "losses", place), message, rules, "agreement")


def impossible_gains(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield a loser who is still in the Land of a decided Engagement, and gains of the other side (LoT 14.0, 15.0)."""
    at = board.engagement
    if at is None or at.gains is None:
        return
    for field in ("fallen", "resigned"):
        named = getattr(at, field)
        if twice := [n for n, player in enumerate(named) if player in named[:n]]:
            message = f"{named[twice[0]]} falls once"
            yield fault_of(("engagement", field, twice[0]), message, rules, "titan_lost")
    yield from _worth(board, at, rules)
    there = [legion.id for legion in board.legions if str(legion.land) == str(at.land)]
    if at.attacker in there and at.defender in there:
        message = f"{at.attacker} and {at.defender} are both in {at.land}, and the Engagement is decided"
        yield fault_of(("engagement", "stage"), message, rules, "engagement")
    if at.gains.summon and at.gains.legion != at.attacker:
        yield fault_of(
            ("engagement", "gains", "summon"), f"only {at.attacker}, the attacker, summons", rules, "summons"
        )
    if at.gains.muster and at.gains.legion != at.defender:
        message = f"only {at.defender}, the defender, takes a reinforcement"
        yield fault_of(("engagement", "gains", "muster"), message, rules, "reinforcement_limit")


def _worth(board: MasterboardState, at: EngagementState, rules: TitanRules) -> Iterator[Fault]:
    """Yield what a decided Engagement cannot have brought with those slain in it (LoT 17.0, 19.3)."""
    slain = [name for name, number in at.slain.items() for _ in range(number) if name in rules.characters]
    titans = sum(rules.profile(name).vital for name in slain)
    if len(at.fallen) != titans and not rules.playing_on:
        message = f"{titans or 'no'} Titan{'' if titans == 1 else 's'} slain in it, and {len(at.fallen)} players fallen"
        yield fault_of(("engagement", "fallen"), message, rules, "titan_lost")
    # a situation need not say who is slain
    if not slain or rules.spells or at.gains is None or not rules.sections["score"].empty:
        return
    most = max(board.score.values(), default=0)
    charts = [rules.characters[name] for name in slain]
    worth = [row.skill * (row.power + (most // row.grows if row.grows is not None else 0)) for row in charts]
    if at.set_aside > sum(worth):
        message = f"{at.set_aside} is more than all who are slain in it are worth, {sum(worth)}"
        yield fault_of(("engagement", "set_aside"), message, rules, "titan_rest")
    score = board.score.get(at.gains.player)
    for number, multiple in enumerate(at.gains.multiples if rules.sections["acquire"].empty else ()):
        if score is not None and multiple <= score - sum(worth):
            message = f"{at.gains.player} cannot have attained {multiple} by it: with {score}, and {sum(worth)} slain"
            yield fault_of(("engagement", "gains", "multiples", number), message, rules, "acquired")
