"""Check a state or a situation against the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter

from referee.core.documents import Path, nearest
from referee.core.documents.problems import listed
from referee.core.game.game import Fault, StateProblems

from .battle.check_state import validate_battle
from .battle.check_words import character_names, unknown_places
from .battle.state import BattleState
from .masterboard.graph import graph_of
from .masterboard.state import MasterboardState
from .rules import TitanRules
from .state import State


def unknown(state: State, rules: TitanRules) -> StateProblems:
    """Return every name that is in no table, with its path."""
    out: StateProblems = []
    named: list[tuple[Path, str]] = []
    if state.battle is not None:
        out += unknown_places(state.battle, rules)
        named += character_names(state.battle, rules.characters)
    if state.masterboard is not None:
        from .masterboard.check_names import character_names as legion_characters
        from .masterboard.check_names import member_names, unknown_lands
        from .masterboard.check_standing import mage_fault
        from .masterboard.laid import unknown_effects

        out += unknown_lands(state.masterboard, rules) + unknown_effects(state.masterboard, rules)
        named += legion_characters(state.masterboard)
        named += [(path, name) for path, name in member_names(state.masterboard) if mage_fault(name, rules) is not None]
        from .magic.check_counters import unknown_magic

        out += unknown_magic(state, rules)
    return out + [(path, rules.unknown(name)) for path, name in named if name not in rules.characters]


def never_mustered(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield who may be mustered by a battle alone, and by nobody on such ground, which is odd (LoT 14.0, 18.3)."""
    from .masterboard.rulings.mustering import recruits

    if rules.spells or not rules.sections["muster"].empty or battle.battleland not in rules.charts:
        return
    given = recruits(rules, battle.battleland, [name for name in rules.characters for _ in range(3)])
    for number, name in enumerate(battle.may_muster):
        if name not in given:
            message = f"nobody musters {rules.profile(name).named} in {battle.battleland}"
            yield Fault(("battle", "may_muster", number), rules.citing(message, "reinforcement"), True)


def disagreements(state: State, rules: TitanRules) -> Iterator[Fault]:
    """Yield what the battle of a game and its Masterboard say differently, naming both places."""
    board, battle = state.masterboard, state.battle
    assert board is not None
    assert battle is not None
    now = board.engagement
    known = {legion.id for legion in board.legions}
    if now is None or now.stage != "battle" or not {now.attacker, now.defender} <= known:
        return
    terrain, cites = graph_of(rules).lands[str(now.land)].terrain, ", ".join(rules.cite("engagement"))
    if battle.battleland != terrain:
        message = f"masterboard.engagement.land: {now.land} is {terrain}, not {battle.battleland} ({cites})"
        yield Fault(("battle", "battleland"), message)
    if battle.land is not None and str(battle.land) != str(now.land):
        yield Fault(("battle", "land"), f"masterboard.engagement.land: it is fought in {now.land} ({cites})")
    for number, legion in enumerate(board.legions):
        sides = (battle.attacker_side, legion.side)
        if legion.id == now.attacker and None not in sides and sides[0] != sides[1]:
            message = f"masterboard.legions[{number + 1}].side: {legion.id} has entered from the {legion.side}"
            yield Fault(("battle", "attacker_side"), rules.citing(message, "entry_side"))
    over = next((storm.spell for storm in board.storms if str(storm.land) == str(now.land)), None)
    if battle.storm is not None and battle.storm != over:
        message = rules.citing(f"masterboard.storms: {over or 'no Storm'} is over {now.land}", "storm_there")
        yield Fault(("battle", "storm"), message)
    if battle.result is not None:
        message = f"masterboard.engagement.stage: the battle is over, and the Engagement is still at '{now.stage}'"
        yield Fault(("battle", "result"), f"{message} ({cites})")
    if not rules.eventful:
        yield from _powers(board, battle, rules)
    if battle.may_muster or battle.may_summon:
        yield from _newcomers(state, rules)
    if rules.spells and state.view is None:
        yield from _stacks_and_gates(board, battle, rules)
    fallen = Counter(piece.character for piece in battle.slain if piece.by is None)
    if now.slain and fallen != Counter(now.slain):
        named = listed([f"{number} {name}" for name, number in now.slain.items()], "and") or "nobody"
        message = f"masterboard.engagement.slain: of both legions {named} is slain"
        yield Fault(("battle", "slain"), rules.citing(message, "removed"))
    elif not now.slain:
        held = board.outside_stacks()
        wrong = [said for name, number in fallen.items() if (said := rules.too_many(name, held[name] + number))]
        if wrong:
            yield Fault(("battle", "slain"), rules.citing(f"masterboard.caretaker: {wrong[0]}", "counters"))
    if battle.summoned and not board.summoned:
        message = "masterboard.summoned: nobody has been summoned in this Engagement Phase"
        yield Fault(("battle", "summoned"), rules.citing(message, "summons_once"))


def _powers(board: MasterboardState, battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield the Power-factors that grow with a score and have not (LoT 19.1)."""
    if battle.players is None:
        return
    players = {"attacker": battle.players.attacker, "defender": battle.players.defender}
    for number, piece in enumerate(battle.pieces):
        chart, score = rules.characters[piece.character], board.score.get(players[piece.owner or piece.side], 0)
        power = chart.power if piece.power is None else piece.power
        if chart.grows is not None and power != (right := chart.power + score // chart.grows):
            where = ("battle", "pieces", number) if piece.power is None else ("battle", "pieces", number, "power")
            message = f"masterboard.score: with {score} points the Power-factor is {right}: give 'power: {right}'"
            yield Fault(where, rules.citing(message, "titan_power"))


def _newcomers(state: State, rules: TitanRules) -> Iterator[Fault]:
    """Yield who may be mustered or summoned by the battle alone, or by the Masterboard alone (LoT 14.0, 15.0)."""
    from .campaign.battles import newcomers
    from .campaign.position import Campaign

    game, battle = Campaign(state, rules), state.battle
    if game.battle is None or battle is None or state.view is not None:
        return
    musters, summons = newcomers(game, game.battle)
    number = next(n for n, legion in enumerate(game.legions, 1) if legion == game.battle.legions[1])
    if battle.may_muster and musters is not None and set(battle.may_muster) != set(musters):
        message = f"masterboard.legions[{number}].contents: the defender may muster {listed(musters) or 'nobody'}"
        yield Fault(("battle", "may_muster"), rules.citing(message, "reinforcement"))
    told = {(one.character, one.legion) for one in battle.may_summon}
    if battle.may_summon and summons is not None and told != {(one.character, one.legion) for one in summons}:
        able = listed([f"{one.character} from {one.legion}" for one in summons]) or "nobody"
        message = f"masterboard.legions: the attacker may summon {able}"
        yield Fault(("battle", "may_summon"), rules.citing(message, "summons"))


def _stacks_and_gates(board: MasterboardState, battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield the Spells of Magi, the Cup and the legions at gates that the Masterboard has otherwise (MM 2.2, 18.4)."""
    places = ", ".join(rules.cite("stacks_of_spells"))
    stacks = {
        stack.id: (number, stack.held)
        for number, legion in enumerate(board.legions, 1)
        for stack in legion.magi
        if stack.held is not None
    }
    now = board.engagement
    # a legion written by hand need not say what its Magi hold
    given = {legion.id for legion in board.legions if legion.magi}
    told = {side: now is not None and getattr(now, side) in given for side in ("attacker", "defender")}
    for number, piece in enumerate(battle.pieces):
        asked = piece.character in rules.keeping_spells and told[piece.owner or piece.side]
        if asked and stacks and piece.id not in stacks:
            message = f"masterboard.legions: no stack of Spells is that of {piece.id}"
            yield Fault(("battle", "pieces", number, "id"), f"{message} ({places})")
        place, held = stacks.get(piece.id, (0, None))
        if held is not None and piece.held is not None and sorted(piece.held) != sorted(held):
            has = listed(held, "and") or "nothing"
            message = f"masterboard.legions[{place}].magi: the stack of {piece.id} holds {has}"
            yield Fault(("battle", "pieces", number, "held"), f"{message} ({places})")
    if None not in (battle.cup, board.cup) and battle.cup != board.cup:
        message = f"masterboard.cup: the Cup of the game is another ({places})"
        yield Fault(("battle", "cup"), message)
    legions, cites = {legion.id: legion for legion in board.legions}, ", ".join(rules.cite("gate_legion"))
    for number, gate in enumerate(battle.gates):
        path: Path = ("battle", "gates", number)
        legion = legions.get(gate.legion)
        if legion is None:
            message = f"masterboard.legions: there is no '{gate.legion}'{nearest(gate.legion, legions)}"
            yield Fault((*path, "legion"), f"{message} ({cites})")
        elif legion.contents is not None and sorted(legion.contents) != sorted(gate.characters):
            message = f"masterboard.legions: {gate.legion} holds {listed(legion.contents, 'and') or 'nobody'}"
            yield Fault((*path, "characters"), f"{message} ({cites})")
        elif battle.players is not None and legion.player != getattr(battle.players, gate.side):
            message = f"masterboard.legions: {gate.legion} is a legion of {legion.player}, not of the {gate.side}"
            yield Fault((*path, "side"), f"{message} ({cites})")


# what Spells alone do in a battle, to a piece in it, on the Masterboard, and to a legion
_IN_BATTLE = ("left", "gates", "storm_rounds")
_ON_PIECES = ("farther", "cast", "banished", "through", "came", "drew")
_of_piece = attrgetter(*_ON_PIECES)
_ON_BOARD = ("no_muster_lands", "titan_lost", "passage", "trading", "rerolls")
_ON_LEGIONS = ("stays", "draw_deferred", "drew_for_terrain", "drew", "came_from", "fought")
# where Spells lie, who holds them, and what they may still do
_OF_SPELLS = {
    ("battle",): (*_IN_BATTLE, "spells", "cup", "spirits", "storm", "may_muster_by"),
    ("battle", "pieces"): (*_ON_PIECES, "held", "used", "barred", "by", "turned"),
    ("masterboard",): (*_ON_BOARD, "cup", "magi", "storms"),
    ("masterboard", "legions"): (*_ON_LEGIONS, "magi"),
}


def validate_state(state: State, rules: TitanRules, playing: bool) -> StateProblems:
    """Return every problem with its path; a situation may omit what a game in play (`playing`) needs."""
    if state.masterboard is None and state.battle is None:
        # a situation may be empty: some questions need none, and the others say what is missing
        missing = "'battle' is missing, or 'masterboard': this ruleset adjudicates both"
        return [((), missing)] if playing else []
    out = unknown(state, rules)
    known = not out
    if rules.emptied:
        out.append((("options",), rules.emptied))
    if state.masterboard is not None:
        from .masterboard.check_state import validate_masterboard

        out += validate_masterboard(state, rules, playing, known)
    elif state.view is not None and state.battle is not None and state.battle.players is not None:
        both = (state.battle.players.attacker, state.battle.players.defender)
        if state.view not in both:
            out.append((("view",), f"'{state.view}' is no player of this game{nearest(state.view, both)}"))
    out += _by_spells(state, rules) if not rules.spells else []
    out += validate_battle(state.battle, rules, playing, known) if state.battle is not None else []
    if known and _has_counters(state):
        from .magic.check_counters import counter_faults

        out += counter_faults(state, rules, playing)
    return out


def unused_fields(rules: TitanRules) -> frozenset[tuple[str, ...]]:
    """Return the fields of a state that say nothing: those of Spells where there are none, hexes that no row counts."""
    gone = frozenset() if rules.asks_of_moves else frozenset({("battle", "pieces", "gone")})
    if rules.spells:
        return gone
    of_spells = frozenset((*path, field) for path, fields in _OF_SPELLS.items() for field in fields)
    return gone | (of_spells - _otherwise(rules))


def _otherwise(rules: TitanRules) -> frozenset[tuple[str, ...]]:
    """Return the fields of Spells that options use without them."""
    used = {
        ("masterboard", "titan_lost"): rules.playing_on,
        ("masterboard", "legions", "came_from"): bool(rules.options.get("attackers_retreat")),
    }
    return frozenset(path for path, is_used in used.items() if is_used)


def _by_spells(state: State, rules: TitanRules) -> StateProblems:
    """Return what only Spells bring about, for a game that has none."""
    board, battle, used = state.masterboard, state.battle, _otherwise(rules)
    of_board = [("masterboard", field) for field in _ON_BOARD if getattr(board, field, None)]
    found: list[Path] = [path for path in of_board if path not in used]
    found += [("battle", field) for field in _IN_BATTLE if getattr(battle, field, None)]
    for number, piece in enumerate(battle.pieces if battle is not None else ()):
        if any(_of_piece(piece)):
            found += [("battle", "pieces", number, field) for field in _ON_PIECES if getattr(piece, field)]
    for number, legion in enumerate(board.legions if board is not None else ()):
        fields = [field for field in _ON_LEGIONS if ("masterboard", "legions", field) not in used]
        found += [("masterboard", "legions", number, field) for field in fields if getattr(legion, field)]
    return [(path, "only a Spell does this, and this ruleset has none") for path in found]


def impossible(state: State, rules: TitanRules) -> list[Fault]:
    """Return everything that the rules make impossible in a state or situation whose names are known."""
    out: list[Fault] = []
    if state.masterboard is not None:
        from .masterboard.check_possible import impossible_on_board

        out += impossible_on_board(state.masterboard, rules)
    if state.battle is not None:
        from .battle.check_possible import impossible_in_battle

        out += impossible_in_battle(state.battle, rules, alone=state.masterboard is None)
        if state.battle.may_muster and state.masterboard is None:
            out += never_mustered(state.battle, rules)
    if state.masterboard is not None and state.battle is not None:
        out += disagreements(state, rules)
    if rules.spells:
        from .magic.check_battle import impossible_by_spells

        out += impossible_by_spells(state, rules)
    return out


def _has_counters(state: State) -> bool:
    """Return whether a state names counters of Spells that are in one place each."""
    board, battle = state.masterboard, state.battle
    if board is None:
        return battle is not None and (battle.cup is not None or any(piece.held for piece in battle.pieces))
    return board.cup is not None or any(stack.held for legion in board.legions for stack in legion.magi)
