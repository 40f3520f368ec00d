"""What is wrong with those who have left a battle, with gates and their legions, and with Spirits that choose."""

from __future__ import annotations

from referee.core.documents import Path, nearest
from referee.core.game.game import StateProblems

from ..rules import TitanRules
from .state import BattleState


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
    return out + _gates(battle) + _spirits(battle, rules) + _draws(battle, rules)


def _gates(battle: BattleState) -> StateProblems:
    """Return every legion at the end of a gate that is given twice, or is not given where others are."""
    out: StateProblems = []
    seen: list[str] = []
    for number, gate in enumerate(battle.gates):
        if gate.legion in seen:
            out.append((("battle", "gates", number, "legion"), f"'{gate.legion}' is given twice"))
        seen.append(gate.legion)
    for number, spell in enumerate(battle.spells if seen else ()):
        if spell.gate is not None and spell.gate not in seen:
            message = f"'{spell.gate}' is no legion of 'gates'{nearest(spell.gate, seen)}"
            out.append((("battle", "spells", number, "gate"), message))
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
    name = rules.laid_by_spell(spell)
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
