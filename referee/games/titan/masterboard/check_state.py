"""Check the Masterboard of a state against the tables."""

from __future__ import annotations

from collections import Counter

from referee.core import documents
from referee.core.documents.problems import listed
from referee.core.game.game import StateProblems

from ..rules import TitanRules
from ..state import State
from .check_names import unknown_names
from .check_standing import impossible_stacks, several_vital
from .graph import graph_of
from .laid import misplaced
from .state import LegionState, MasterboardState, type_of

BOARD = "masterboard"


def validate_masterboard(state: State, rules: TitanRules, playing: bool, known: bool) -> StateProblems:
    """Return every problem with its path.

    `playing` requires all that a game in play needs; `known` says that every name in the state is known.
    """
    board = state.masterboard
    assert board is not None
    out = _legions(board, playing) + impossible_stacks(board, rules, playing)
    out += unknown_names(state, board, rules) + misplaced(board, rules)
    if known and not out:
        out = several_vital(board, rules)
    for table, counts in (("caretaker", board.caretaker), ("slain", board.slain), ("dead", board.dead)):
        for name, number in counts.items():
            if name in rules.characters and (message := rules.too_many(name, number)):
                out.append(((BOARD, table, name), message))
    if board.magi and state.view is None:
        out.append(
            ((BOARD, "magi"), "a view alone lists the Magi of others; a state has a row in 'magi' of a legion for each")
        )
    if board.roll is not None and board.roll not in rules.masterplay.faces:
        most = rules.masterplay.movement_die
        out.append(((BOARD, "roll"), f"a Movement Roll is from 1 to {most}, not {board.roll}"))
    if known and not out:
        out += _engagement(state, board, rules, playing)
    if playing and known and not out:
        out += _in_play(state, board, rules)
    return out


def _legions(board: MasterboardState, playing: bool) -> StateProblems:
    out: StateProblems = []
    seen: dict[str, int] = {}
    for number, legion in enumerate(board.legions):
        path = (BOARD, "legions", number)
        if legion.id in seen:
            out.append(((*path, "id"), f"'{legion.id}' is the marker of legion {seen[legion.id] + 1} already"))
        seen[legion.id] = number
        if legion.contents is not None and legion.height not in (None, len(legion.contents)):
            out.append(((*path, "height"), f"{len(legion.contents)} characters are named, not {legion.height}"))
        if board.players and legion.player not in board.players:
            near = documents.nearest(legion.player, board.players)
            out.append(((*path, "player"), f"'{legion.player}' is no player of this game{near}"))
        # during an Engagement a legion may be empty: all slain, or the last character summoned
        if legion.contents == [] and board.engagement is None:
            out.append(
                (path, f"a legion holds at least one character; remove {legion.id} from the board when it is empty")
            )
        if playing and legion.contents is None and legion.height is None:
            out.append((path, "'contents' is missing: a game in play needs it"))
    return out


def _in_play(state: State, board: MasterboardState, rules: TitanRules) -> StateProblems:
    out: StateProblems = [
        ((BOARD,), f"'{field}' is missing: a game in play needs it")
        for field in ("players", "turn", "mover", "phase")
        if not getattr(board, field)
    ]
    if out:
        return out
    numbers = rules.masterplay.players
    if not numbers.least <= len(board.players) <= numbers.most:
        out.append(
            ((BOARD, "players"), f"a game has {numbers.least} to {numbers.most} players, not {len(board.players)}")
        )
    if len(set(board.players)) != len(board.players):
        out.append(((BOARD, "players"), "a player is named twice"))
    if state.view is not None and state.view not in board.players:
        message = f"'{state.view}' is no player of this game{documents.nearest(state.view, board.players)}"
        out.append((("view",), message))
    if board.phase == "movement" and board.roll is None:
        out.append(((BOARD,), "'roll' is missing: the Movement Phase begins with it"))
    return out


def misplaced_counters(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return what is wrong with Towers, markers and stacks of a game in play."""
    return _towers(board, rules) + _markers(board) + _counts(board, rules)


def _towers(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Check that each player began in a Tower of their own (LoT 5.1)."""
    out: StateProblems = []
    owner: dict[str, str] = {}
    for player, land in board.towers.items():
        own = graph_of(rules).table.starting_towers.values()
        if str(land) not in own:
            message = f"'{land}' is no starting Tower; they are {', '.join(own)}"
            out.append(((BOARD, "towers", player), message))
        elif str(land) in owner:
            out.append(((BOARD, "towers", player), f"{owner[str(land)]} has begun in Tower {land}"))
        owner.setdefault(str(land), player)
    return out


def _markers(board: MasterboardState) -> StateProblems:
    """Check that each marker is in one place."""
    out: StateProblems = []
    where = {legion.id: "on the board" for legion in board.legions}
    for player, free in board.markers.items():
        for marker in free:
            if marker in where:
                out.append(((BOARD, "markers", player), f"'{marker}' is {where[marker]} already"))
            where[marker] = f"with {player}"
    return out


def _engagement(state: State, board: MasterboardState, rules: TitanRules, playing: bool) -> StateProblems:
    """Check that both legions of an Engagement are in its Land and, in a game in play, that they match its battle."""
    now = board.engagement
    out: StateProblems = []
    # a situation need not tell the battle of its Engagement, but it tells none of another stage
    apart = (state.battle is not None) != (now is not None and now.stage == "battle")
    if apart and (playing or (now is not None and state.battle is not None)):
        out.append((("battle",), "a game holds a battle if and only if its Engagement is at the stage 'battle'"))
    if now is None:
        return out
    found = {legion.id: legion for legion in board.legions}
    cite = ", ".join(rules.cite("engagement"))
    path = (BOARD, "engagement")
    if now.stage == "consider" and not rules.considers_engagements:
        message = "no Engagement is considered in this game, since nothing is cast before the legions are shown"
        out.append(((*path, "stage"), f"{message} ({cite})"))
    if now.stage == "consider" and now.capture is not None:
        out += _capturing(now.capture, found.get(now.attacker), rules)
    for field, ident in (("attacker", now.attacker), ("defender", now.defender)):
        legion = found.get(ident)
        if legion is None:
            if now.stage != "gains":
                out.append(((*path, field), f"'{ident}' is no legion on the board"))
            continue
        retreated = now.stage == "gains" and field == "attacker"
        if str(legion.land) != str(now.land) and not retreated:
            out.append(
                ((*path, field), f"{ident} stands in {legion.land}, and the Engagement is in {now.land} ({cite})")
            )
        if board.mover is not None and (legion.player == board.mover) != (field == "attacker"):
            message = f"{ident} belongs to {legion.player}; the Mover, {board.mover}, is the attacker ({cite})"
            out.append(((*path, field), message))
        named = state.battle.players if state.battle is not None else None
        if named is not None and (fighter := getattr(named, field)) != legion.player:
            message = f"{ident} belongs to {legion.player}, not to '{fighter}' ({cite})"
            out.append((("battle", "players", field), message))
        if playing and state.battle is not None and legion.contents is not None:
            # those whom a Spell brought are of no legion
            own = [p for p in state.battle.pieces if (p.owner or p.side) == field and p.by is None]
            fighting = Counter(piece.character for piece in own)
            if fighting != Counter(legion.contents):
                message = f"{ident} does not hold the characters that fight for the {field}"
                out.append(((*path, field), message))
    acquired = [row.every for row in rules.acquired]
    given = now.gains.multiples if now.gains is not None and rules.sections["acquire"].empty else ()
    for number, multiple in enumerate(given):
        if multiple < 1 or all(multiple % every for every in acquired):
            gives = listed([f"a multiple of {every}" for every in acquired])
            message = f"{multiple} points give nobody: {gives} does"
            cites = ", ".join(rules.cite("acquired"))
            out.append(((*path, "gains", "multiples", number), f"{message} ({cites})"))
        elif now.gains is not None and multiple > (score := board.score.get(now.gains.player, multiple)):
            message = f"{now.gains.player} has not attained {multiple}, with {score}"
            cites = ", ".join(rules.cite("acquired"))
            out.append(((*path, "gains", "multiples", number), f"{message} ({cites})"))
    if now.stage != "gains":
        return out
    if now.gains is None or now.gains.legion not in found:
        out.append(((*path, "gains"), "the legion that gains is not on the board"))
    elif now.gains.legion not in (now.attacker, now.defender):
        out.append(((*path, "gains", "legion"), f"{now.gains.legion} has not been in this Engagement ({cite})"))
    elif found[now.gains.legion].player != now.gains.player:
        owner = found[now.gains.legion].player
        out.append(((*path, "gains", "player"), f"{now.gains.legion} belongs to {owner}, not to {now.gains.player}"))
    elif now.gains.gives_back or now.gains.captor is not None:
        out += _given_back(found[now.gains.legion], now.gains.gives_back, rules)
    return out


def _capturing(mage: str, legion: LegionState | None, rules: TitanRules) -> StateProblems:
    """Check that the Mage whose Spell captures the defending legion is in the attacking one (MM 9.4.1)."""
    if legion is None or legion.contents is None or not rules.considers_engagements:
        return []
    stacks = {stack.id for stack in legion.magi}
    if mage in stacks or (type_of(mage) in legion.contents and not stacks):
        return []
    message = f"'{mage}' is not in {legion.id}, which captures"
    cites = ", ".join(rules.cite("captured_share"))
    return [((BOARD, "engagement", "capture"), f"{message} ({cites})")]


def _given_back(legion: LegionState, number: int, rules: TitanRules) -> StateProblems:
    """Check that a legion gives back as many as it has above the most (MM 9.4.1)."""
    height = legion.height if legion.contents is None else len(legion.contents)
    if height is None or number == max(height - rules.combat.legion_most, 0):
        return []
    message = f"{legion.id} holds {height}, and gives back what is above {rules.combat.legion_most}"
    cites = rules.citing("", "given_back") if rules.spells else ""
    return [((BOARD, "engagement", "gains", "gives_back"), f"{message}{cites}")]


def _counts(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Check that legions, stacks and slain together hold every character of the game, as far as contents are known."""
    elsewhere = board.outside_stacks()
    hidden = sum((legion.height or 0) for legion in board.legions if legion.contents is None)
    out: StateProblems = []
    short: Counter[str] = Counter()
    for name, chart in rules.stacked.items():
        there = elsewhere[name] + board.caretaker.get(name, 0)
        if there > chart.number:
            message = f"there are {chart.number} of {name} in the game; legions, stacks and slain hold {there}"
            out.append(((BOARD, "caretaker"), message))
        elif name in board.caretaker:
            short[name] = chart.number - there
    # a situation may give a low stack without saying where the other characters are
    if not out and board.phase is not None and short.total() > hidden:
        lost = ", ".join(f"{number} {name}" for name, number in short.items() if number)
        message = f"neither in a legion nor in a stack nor slain: {lost}"
        out.append(((BOARD, "caretaker"), message + (f"; the hidden legions have room for {hidden}" if hidden else "")))
    if not out and len(board.caretaker) == len(rules.stacked) and short.total() < hidden:
        message = f"hidden legions hold {hidden} characters, and only {short.total()} are neither in a stack nor slain"
        out.append(((BOARD, "caretaker"), message))
    return out
