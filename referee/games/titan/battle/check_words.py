"""Check the names in a battle against the tables."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping

from referee.core.documents import Path, nearest
from referee.core.game.game import StateProblems

from ..rules import TitanRules
from .state import BattleState


def unknown_places(battle: BattleState, rules: TitanRules) -> StateProblems:
    """Return every unknown Battleland and hex of a battle, each with its path."""
    lands = rules.battlelands.battlelands
    out: StateProblems = []
    if battle.battleland not in lands:
        near = nearest(battle.battleland, lands)
        message = f"'{battle.battleland}' is no battleland{near}; they are {', '.join(lands)}"
        out.append((("battle", "battleland"), message))
    if battle.land is not None:
        from ..masterboard.graph import graph_of

        graph, where = graph_of(rules), str(battle.land)
        if where not in graph.lands:
            out.append((("battle", "land"), graph.unknown(where)))
        elif battle.battleland in lands and graph.lands[where].terrain != battle.battleland:
            title = graph.titled(where)
            out.append((("battle", "land"), f"{title} is not fought on the Battleland {battle.battleland}"))
    # the hexes of all Battlelands have the same names
    hexes = rules.hex_numbers
    for field, pieces in (("pieces", battle.pieces), ("slain", battle.slain)):
        for number, piece in enumerate(pieces):
            if piece.hex is not None and piece.hex not in hexes:
                near = nearest(piece.hex.upper(), hexes)
                path: Path = ("battle", field, number, "hex")
                out.append((path, f"'{piece.hex}' is no hex of a Battleland{near}"))
    return out + _unknown_effects(battle, rules, hexes)


def _unknown_effects(battle: BattleState, rules: TitanRules, hexes: Mapping[str, int]) -> StateProblems:
    """Return every effect, hex and hexside of what is laid, and every ability, that no table knows."""
    out: StateProblems = []
    for number, effect in enumerate(battle.effects):
        path: Path = ("battle", "effects", number)
        if effect.effect not in rules.effects:
            near = nearest(effect.effect, rules.effects) or _those(rules.effects)
            out.append(((*path, "effect"), f"'{effect.effect}' is no effect{near}"))
        if effect.hex is not None and effect.hex not in hexes:
            out.append(((*path, "hex"), f"'{effect.hex}' is no hex{nearest(effect.hex.upper(), hexes)}"))
        if effect.hexside is not None and not is_hexside(effect.hexside, rules):
            message = f"'{effect.hexside}' is no hexside; it is written high>low, two neighbours, as in B1>B2"
            out.append(((*path, "hexside"), message))
    out += _unknown_spells(battle, rules, hexes)
    limited = [name for name, _ in rules.limits] if battle.uses else []
    for number, used in enumerate(battle.uses):
        if used.ability not in limited:
            message = f"'{used.ability}' is no ability{nearest(used.ability, limited)}"
            out.append((("battle", "uses", number, "ability"), message))
    return out


def _unknown_spells(battle: BattleState, rules: TitanRules, hexes: Mapping[str, int]) -> StateProblems:
    """Return every Storm, Spell in effect and hex of one that no table knows."""
    out: StateProblems = []
    none = "; this game is played without Spells" if rules.without_spells else ""
    if battle.storm is not None and battle.storm not in rules.storms:
        near = none or nearest(battle.storm, rules.storms) or _those(rules.storms)
        out.append((("battle", "storm"), f"'{battle.storm}' is no Storm{near}"))
    for field, pieces in (("pieces", battle.pieces), ("slain", battle.slain)):
        for number, piece in enumerate(pieces):
            if not (piece.held or piece.used or piece.barred):
                continue
            for stack, names in (("held", piece.held), ("used", piece.used), ("barred", piece.barred)):
                for place, name in enumerate(names or ()):
                    if rules.spell_types.get(name) is None:
                        near = none or nearest(name, rules.spells) or ("" if rules.spells else _those(()))
                        out.append((("battle", field, number, stack, place), f"'{name}' is no Spell{near}"))
    laid = rules.laid_by_spells
    for number, spell in enumerate(battle.spells):
        if spell.spell in laid and (spell.hex is None or spell.hex in hexes):
            continue
        path: Path = ("battle", "spells", number)
        if rules.laid_by_spells.get(spell.spell) is None:
            near = none or nearest(spell.spell, rules.effects) or ("" if rules.effects else _those(()))
            out.append(((*path, "spell"), f"'{spell.spell}' is no Spell that lies anywhere{near}"))
        if spell.hex is not None and spell.hex not in hexes:
            out.append(((*path, "hex"), f"'{spell.hex}' is no hex{nearest(spell.hex.upper(), hexes)}"))
    return out


def _those(known: Collection[str]) -> str:
    return f"; there are {', '.join(known)}" if known else "; this ruleset has none"


def is_hexside(word: str, rules: TitanRules) -> bool:
    """Return whether a word names the hexside between two neighbours, high>low."""
    high, _, low = word.partition(">")
    places = rules.battlelands.coordinates
    if high not in places or low not in places:
        return False
    (q, r), (s, t) = places[high], places[low]
    return (s - q, t - r) in rules.battlelands.directions.values()


def character_names(battle: BattleState, known: Container[str] = ()) -> Iterator[tuple[Path, str]]:
    """Yield the name of every character in a battle, with its path; of the pieces only those that are not `known`."""
    for field, pieces in (("pieces", battle.pieces), ("slain", battle.slain)):
        for number, piece in enumerate(pieces):
            if piece.character not in known:
                yield ("battle", field, number, "character"), piece.character
    for number, name in enumerate(battle.may_muster):
        yield ("battle", "may_muster", number), name
    for number, by_spell in enumerate(battle.may_muster_by):
        yield ("battle", "may_muster_by", number, "character"), by_spell.character
    for side, kept in battle.reserves.items():
        for place, name in enumerate(kept):
            yield ("battle", "reserves", side, place), name
    for number, left in enumerate(battle.left):
        yield ("battle", "left", number, "character"), left.character
    for number, gate in enumerate(battle.gates):
        for place, name in enumerate(gate.characters):
            yield ("battle", "gates", number, "characters", place), name
    for number, able in enumerate(battle.may_summon):
        yield ("battle", "may_summon", number, "character"), able.character
