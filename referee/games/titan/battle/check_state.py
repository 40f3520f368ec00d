"""Check the battle of a state against the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.core.documents import Path, nearest
from referee.core.game.game import StateProblems

from ..profiles import CASTERS
from ..rules import TitanRules
from ..sides import SIDES, Side
from .board import Board, board_of
from .control import grips
from .rulings.reach import forbidding_row
from .spells import spell_faults
from .state import BattleState, PieceState


def left_faults(battle: BattleState, rules: TitanRules) -> StateProblems:
    """Return every problem of who has left, of gates, of draws and of Spirits, each with its path."""
    out: StateProblems = []
    there: dict[str, str] = {}
    if battle.left:
        there |= {piece.id: "the pieces" for piece in battle.pieces}
        there |= {piece.id: "the slain" for piece in battle.slain}
    for number, one in enumerate(battle.left):
        path: Path = ("battle", "left", number, "id")
        if one.id in there:
            out.append((path, f"'{one.id}' is among {there[one.id]} too"))
        there[one.id] = "those who have left"
    return out + _gates(battle, rules) + _spirits(battle, rules) + _draws(battle, rules)


def _gates(battle: BattleState, rules: TitanRules) -> StateProblems:
    """Return every legion at the end of a gate that is given twice, too large, an enemy's, or not among the others."""
    out: StateProblems = []
    side_of: dict[str, Side] = {}
    most, cites = rules.combat.legion_most, ", ".join(rules.cite("gate_legion"))
    for number, gate in enumerate(battle.gates):
        path: Path = ("battle", "gates", number)
        if gate.legion in side_of:
            out.append(((*path, "legion"), f"'{gate.legion}' is given twice"))
        side_of[gate.legion] = gate.side
        if len(gate.characters) > most:
            message = f"{gate.legion} holds {len(gate.characters)} characters; a legion has {most} at most"
            out.append(((*path, "characters"), rules.citing(message, "full")))
    cast_by = {piece.id: piece.owner or piece.side for piece in (*battle.pieces, *battle.slain)}
    for number, spell in enumerate(battle.spells):
        path, kind = ("battle", "spells", number, "gate"), rules.spells.get(rules.spell_types.get(spell.spell) or "")
        side = spell.side or cast_by.get(spell.by or "")
        if spell.gate is None or kind is None:
            continue
        if not kind.connects:
            out.append((path, f"{kind.title} leads to no legion; leave 'gate' out ({cites})"))
        elif side_of and spell.gate not in side_of:
            out.append((path, f"'{spell.gate}' is no legion of 'gates'{nearest(spell.gate, side_of)}"))
        elif side is not None and side_of.get(spell.gate, side) != side:
            whose = [getattr(battle.players, one, one) for one in (side_of[spell.gate], side)]
            message = f"{spell.gate} is a legion of {whose[0]}, and a {kind.title} of {whose[1]} does not lead to it"
            out.append((path, f"{message} ({cites})"))
    return out


def _spirits(battle: BattleState, rules: TitanRules) -> StateProblems:
    out: StateProblems = []
    able = [str(spell.id) for spell in battle.spells if _is_spirit(spell.spell, rules)] if battle.spirits else []
    for number, ident in enumerate(battle.spirits):
        path: Path = ("battle", "spirits", number)
        if ident not in able:
            out.append((path, f"'{ident}' is no Spirit among the 'spells'{nearest(ident, able)}"))
        elif battle.phase == "maneuver":
            out.append((path, "a Spirit chooses at the start of a Strike Phase"))
    return out


def _is_spirit(spell: str, rules: TitanRules) -> bool:
    name = rules.laid_by_spells.get(spell)
    return name is not None and rules.effects[name].spirit is not None


def _draws(battle: BattleState, rules: TitanRules) -> StateProblems:
    """Return who can have drawn nothing in a battle, and who has drawn and is not on the map."""
    out: StateProblems = []
    for number, piece in enumerate(battle.pieces):
        if not (piece.drew or piece.came) or piece.character not in rules.characters:
            continue
        path: Path = ("battle", "pieces", number)
        if "draws_battle_spell" not in rules.profile(piece.character).traits:
            title = rules.profile(piece.character).named
            field = "drew" if piece.drew else "came"
            out.append(((*path, field), f"no Spell is drawn for {title} in a battle"))
        elif piece.came and piece.hex is None:
            out.append(((*path, "came"), f"{piece.id} is not on the map"))
    return out


def control_faults(battle: BattleState, rules: TitanRules) -> StateProblems:
    """Return every piece that fights for another side than its owner's or that of the one who controls it."""
    return [*_on_the_map(battle, rules), *_sides(battle, rules)]


def _on_the_map(battle: BattleState, rules: TitanRules) -> Iterator[tuple[Path, str]]:
    off = [piece.id for piece in battle.pieces if piece.hex is None] if battle.effects else []
    for number, effect in enumerate(battle.effects):
        table, path = rules.effects.get(effect.effect), ("battle", "effects", number)
        if table is None or table.control is None:
            continue
        if effect.by is None:
            yield path, f"'by' is missing: {table.title} makes a piece fight for the side of the one who laid it"
        if effect.piece in off:
            yield (*path, "piece"), f"'{effect.piece}' is not on the map, where nobody is controlled"


def _sides(battle: BattleState, rules: TitanRules) -> Iterator[tuple[Path, str]]:
    known = [effect for effect in battle.effects if effect.effect in rules.effects]
    held = grips(rules, known, battle.spells)
    if not held and all(piece.owner is None for piece in battle.pieces):
        return
    pieces = {piece.id: piece for piece in battle.pieces}
    # one that two have charmed may fight for its own side again
    casts = Counter(spell.on for spell in battle.spells if rules.laid_by_spells.get(spell.spell) in rules.controlling)
    for number, piece in enumerate(battle.pieces):
        grip, path = held.get(piece.id), ("battle", "pieces", number)
        if grip is None:
            if _away(piece) and not _lingers(rules):
                yield (*path, "owner"), f"nothing that lies on {piece.id} makes it fight for the {piece.side}"
            continue
        source = pieces.get(grip.by or "")
        side = source.side if source is not None else SIDES[grip.side] if grip.side is not None else piece.side
        if side != piece.side:
            whose = f"the side of {source.id}" if source is not None else f"the {side}"
            message = f"{grip.table.title} makes {piece.id} fight for {whose}"
            yield (*path, "side"), f"{message}; write side: {side}, owner: {piece.owner or piece.side}"
        elif grip.spell and casts[piece.id] == 1 and not _away(piece) and battle.players is not None:
            other = next(one for one in SIDES if one != side)
            yield (*path, "owner"), f"{grip.table.title} is cast at an enemy: write owner: {other}"


def _lingers(rules: TitanRules) -> bool:
    """Return whether control may last beyond the effect that gave it."""
    return any(effect.control and effect.reverts == "phase_ends" for effect in rules.effects.values())


def _away(piece: PieceState) -> bool:
    return piece.owner not in (None, piece.side)


def validate_battle(battle: BattleState, rules: TitanRules, playing: bool, known: bool) -> StateProblems:
    """Return every problem of a battle, each with its path.

    `playing` requires all that a battle in play needs; `known` says that every name in it is known.
    """
    out: StateProblems = []
    seen: dict[str, int] = {}
    where: dict[str, str] = {}
    path: Path
    for number, piece in enumerate(battle.pieces):
        ident, hex_ = piece.id, piece.hex
        if ident in seen:
            path = ("battle", "pieces", number, "id")
            out.append((path, f"'{ident}' is the name of piece {seen[ident] + 1} already"))
        seen[ident] = number
        if (piece.hits or piece.held or piece.power is not None) and (wrong := _piece(piece, rules)):
            out += [(("battle", "pieces", number, field), message) for field, message in wrong]
        if hex_ is not None:
            if hex_ in where:
                out.append((("battle", "pieces", number, "hex"), f"{hex_} is taken by '{where[hex_]}'"))
            where[hex_] = ident
    for number, piece in enumerate(battle.slain):
        if piece.id in seen:
            out.append((("battle", "slain", number, "id"), f"'{piece.id}' is among the pieces too"))
        out += [(("battle", "slain", number, field), message) for field, message in _piece(piece, rules)]
    out += _unknown_pieces(battle)
    if battle.effects or battle.uses:
        from .check_laid import laid_faults

        out += laid_faults(battle, rules)
    if rules.controlling or any(piece.owner is not None for piece in battle.pieces):
        out += control_faults(battle, rules)
    if battle.spells or any(piece.by is not None for piece in (*battle.pieces, *battle.slain)):
        out += spell_faults(battle, rules)
    if rules.spells or battle.left or battle.gates or battle.spirits:
        out += left_faults(battle, rules)
    rounds = rules.combat.rounds
    if battle.storm is not None or (battle.storm_rounds and battle.storm_rounds >= rules.magic.storm.rounds):
        rounds += rules.magic.storm.more
    if battle.round is not None and battle.round > rounds:
        message = rules.citing(f"must be {rounds} at most, the last round", "time_loss")
        out.append((("battle", "round"), message))
    if known and not out and rules.powers_change:
        from .check_laid import too_many_hits

        out += too_many_hits(battle, rules)
    if playing and known:
        out += _in_play(battle, board_of(rules, battle.battleland))
    return out


def _unknown_pieces(battle: BattleState) -> StateProblems:
    """Return every name of a piece that is not in the battle."""
    pieces = [piece.id for piece in battle.pieces]
    named: list[tuple[Path, str]] = [(("slain_by_hazard", n), name) for n, name in enumerate(battle.slain_by_hazard)]
    for field, listed in (("pieces", battle.pieces), ("slain", battle.slain)):
        named += [((field, n, "slayer"), one.slayer) for n, one in enumerate(listed) if one.slayer is not None]
    if battle.result is not None:
        named += [(("result", "survivors", n), name) for n, name in enumerate(battle.result.survivors)]
    anybody = [*pieces, *(piece.id for piece in battle.slain)]
    known = {"slain_by_hazard": anybody, "pieces": anybody, "slain": anybody, "result": pieces}
    return [
        (("battle", *path), f"'{name}' is no piece of this battle{nearest(name, known[str(path[0])])}")
        for path, name in named
        if name not in known[str(path[0])]
    ]


def _piece(piece: PieceState, rules: TitanRules) -> list[tuple[str, str]]:
    """Return every problem of a piece's Power, hits and Spells; none if its character is unknown."""
    out: list[tuple[str, str]] = []
    if piece.character not in rules.characters:
        return out
    chart = rules.characters[piece.character]
    if piece.power is not None and chart.grows is None and piece.power != chart.power:
        out.append(("power", f"the Power-factor of {chart.title} is {chart.power} and does not change"))
    elif piece.power is not None and piece.power < chart.power:
        out.append(("power", f"the Power-factor of {chart.title} is at least {chart.power}"))
    power = chart.power if piece.power is None else piece.power
    if piece.hits > power and not rules.powers_change:
        out.append(("hits", f"{piece.hits} hits are more than its Power-factor of {power}"))
    traits = rules.profile(piece.character).traits
    if piece.held and not CASTERS & traits:
        out.append(("held", rules.citing(f"{chart.one} holds no Spells", "casters")))
    elif len(piece.held or ()) > 1 and "keeps_spells" not in traits:
        cites = ", ".join(rules.cite("battle_draw"))
        out.append(("held", f"{chart.one} holds the one Spell that was drawn for it ({cites})"))
    return out


def _in_play(battle: BattleState, board: Board) -> StateProblems:
    """Return what a battle in play lacks or cannot hold."""
    out: StateProblems = [
        (("battle",), f"'{field}' is missing: a battle in play needs it")
        for field in ("round", "phase", "active", "players")
        if getattr(battle, field) is None
    ]
    if battle.attacker_side is None and board.printed.attacker_side is None:
        out.append((("battle",), "'attacker_side' is missing: a battle in play needs it"))
    return out


def forbidden_hex(piece: PieceState, rules: TitanRules, board: Board) -> str:
    """Return why a piece cannot be on its hex, or an empty string (LoT 11.7).

    Where something that is gone may have switched its ground off, it has stayed (REF magi-106).
    """
    if piece.hex is None:
        return ""
    hex_ = board.index[piece.hex]
    row = forbidding_row(board, rules.profile(piece.character, piece.power), hex_)
    if row is None or any(one.name in rules.switched_off for one in board.borne[hex_]):
        return ""
    return f"{piece.id} cannot stand on {piece.hex}: {row.why} ({', '.join(row.cites)})"
