"""The Spells in effect in a battle: their names, and what is wrong with them as a document gives them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from referee.core.documents import Path, nearest
from referee.core.game.game import StateProblems

from ..profiles import CASTERS
from ..rules import TitanRules
from .state import BattleState, PieceState, SpellState


def named_spells(spells: Iterable[SpellState]) -> list[SpellState]:
    """Return Spells in effect, each with an id: the one given, or else the Spell's name, counted from the second on."""
    given = list(spells)
    if None not in [spell.id for spell in given]:
        return given
    taken = {spell.id for spell in given}
    out: list[SpellState] = []
    for spell in given:
        name, number = spell.id or spell.spell, 1
        while spell.id is None and name in taken:
            number += 1
            name = f"{spell.spell}-{number}"
        taken.add(name)
        out.append(spell if spell.id is not None else replace(spell, id=name))
    return out


def describe_spell(rules: TitanRules, spell: SpellState) -> str:
    """Return a Spell in effect in words: its name, where it lies, and who cast it."""
    name = rules.laid_by_spell(spell.spell)
    title = rules.effects[name].title if name is not None else spell.spell
    whose = spell.by or f"the {spell.side}"
    return f"{spell.id}: {title} on {spell.hex or spell.on}, cast by {whose}{' in this phase' if spell.fresh else ''}"


def spell_faults(battle: BattleState, rules: TitanRules) -> StateProblems:
    """Return every problem of the Spells in effect and of who brought which piece, each with its path."""
    pieces = {piece.id: piece for piece in battle.pieces}
    anybody: Collection[str] = pieces
    if battle.slain or battle.left:
        anybody = [*pieces, *(piece.id for piece in battle.slain), *(one.id for one in battle.left)]
    out: StateProblems = []
    path: Path
    for field, members in (("pieces", battle.pieces), ("slain", battle.slain)):
        for number, piece in enumerate(members):
            if piece.by is not None and piece.by not in anybody:
                path = ("battle", field, number, "by")
                out.append((path, f"'{piece.by}' is no piece of this battle{nearest(piece.by, anybody)}"))
    seen: dict[str, int] = {}
    for number, spell in enumerate(battle.spells):
        path = ("battle", "spells", number)
        if spell.id is not None and spell.id in seen:
            out.append(((*path, "id"), f"'{spell.id}' is the name of Spell {seen[spell.id] + 1} already"))
        elif spell.id is not None:
            seen[spell.id] = number
            if spell.id in pieces:
                out.append(((*path, "id"), f"'{spell.id}' is the name of a piece"))
        if spell.on is not None and spell.on not in pieces:
            out.append(((*path, "on"), f"'{spell.on}' is no piece of this battle{nearest(spell.on, pieces)}"))
        if spell.by is not None and spell.by not in anybody:
            out.append(((*path, "by"), f"'{spell.by}' is no piece of this battle{nearest(spell.by, anybody)}"))
        out += [((*path, *inner), message) for inner, message in _misplaced(spell, rules)]
        out += [((*path, field), message) for field, message in _miscast(spell, pieces, rules)]
    return out


def layer_faults(battle: BattleState, rules: TitanRules) -> StateProblems:
    """Return where an effect of a Spell cannot lie on what is beneath it, each with its path."""
    out: StateProblems = []
    beneath: dict[str, list[str]] = {}
    laid, effects = rules.laid_by_spells, rules.effects
    for number, spell in enumerate(battle.spells):
        if spell.hex is None or spell.spell not in laid:
            continue
        name = laid[spell.spell]
        table, lower = effects[name], beneath.get(spell.hex)
        if table.lies == "hex":
            if lower or table.needs is not None:
                path: Path = ("battle", "spells", number, "hex")
                out += [(path, message) for message in _unsupported(battle, rules, name, spell, lower or [])]
            beneath[spell.hex] = [name] if lower is None else [*lower, name]
    return out


def _misplaced(spell: SpellState, rules: TitanRules) -> list[tuple[Path, str]]:
    """Return what is wrong with where a Spell lies and who cast it."""
    out: list[tuple[Path, str]] = []
    name = rules.laid_by_spells.get(spell.spell)
    if name is not None:
        effect = rules.effects[name]
        at_hex = effect.lies == "hex"
        lies_well = (spell.on is None) is at_hex is (spell.hex is not None) and (at_hex or effect.lies == "piece")
        if lies_well and (spell.by is None) is not (spell.side is None):
            return out
        needed, other = ("hex", "on") if at_hex else ("on", "hex")
        if not at_hex and effect.lies != "piece":
            field = "storm" if name in rules.storms else "effects"
            message = f"{effect.title} lies on a {effect.lies}; write it under '{field}'"
            out.append((("spell",), message))
        else:
            lies = "on a hex" if at_hex else "on a piece"
            given, further = (spell.hex, spell.on) if at_hex else (spell.on, spell.hex)
            if given is None:
                out.append(((), f"'{needed}' is missing: {effect.title} lies {lies}"))
            if further is not None:
                out.append(((other,), f"{effect.title} lies {lies}: leave '{other}' out"))
    if spell.by is None and spell.side is None:
        out.append(((), "'by' is missing, the piece that cast the Spell; if nobody here did, give the 'side' that did"))
    elif spell.by is not None and spell.side is not None:
        out.append((("side",), "the side is that of the piece in 'by': leave one of the two out"))
    return out


def _miscast(spell: SpellState, pieces: Mapping[str, PieceState], rules: TitanRules) -> Iterator[tuple[str, str]]:
    """Yield why nobody casts such a Spell on that piece, and that its caster casts none (MM 11, 15).

    One who has come under control counts for either side, since it may have been before or after the cast.
    """
    kind = rules.spells.get(rules.spell_type(spell.spell) or "")
    target, caster = (pieces.get(name or "") for name in (spell.on, spell.by))
    by = rules.profile(caster.character) if caster is not None and caster.character in rules.characters else None
    if by is not None and rules.keeping_spells and not CASTERS & by.traits:
        yield "by", f"{by.named} casts no Spells ({', '.join(rules.cite('casters'))})"
    if kind is None or target is None or target.character not in rules.characters:
        return
    chart, cites = rules.characters[target.character], ", ".join(kind.cites)
    if kind.classes and chart.cls not in kind.classes:
        yield "on", f"{kind.title} lies on no {rules.classes[chart.cls].title}, such as {chart.one} ({cites})"
    if kind.lays in rules.controlling:
        return
    sides = {target.side, target.owner or target.side}
    casting = {spell.side} if caster is None else {caster.side, caster.owner or caster.side}
    friends, enemies = bool(sides & casting), len(sides | casting) > 1
    if None not in casting and ((kind.at == "friend" and not friends) or (kind.at == "enemy" and not enemies)):
        yield "on", f"{kind.title} is cast at {'a friend' if kind.at == 'friend' else 'an enemy'} ({cites})"


def _unsupported(battle: BattleState, rules: TitanRules, name: str, spell: SpellState, lower: list[str]) -> list[str]:
    """Return why an effect cannot lie on what is beneath it, of which the `lower` were laid before."""
    table = rules.effects[name]
    land = rules.battlelands.battlelands[battle.battleland]
    printed = [hazard for hazard, hexes in land.hexes.items() if spell.hex in hexes]
    under = [lower[-1], *rules.effects[lower[-1]].bears] if lower else printed
    if table.needs is not None and table.needs not in under:
        needed = rules.hazards.hazards[table.needs].title
        return [f"{table.title} lies on a {needed} alone, and there is none on {spell.hex}"]
    if lower and table.instead and not {*under} & {*table.keeps}:
        below = rules.effects[lower[-1]].title
        return [f"{table.title} on {spell.hex} would have ended the {below} there ({table.cite})"]
    spell_type = rules.spells.get(rules.spell_type(spell.spell) or "")
    over = dict(spell_type.spell.over) if spell_type is not None else {}
    # "any" is every Hazard that is not named
    ended = [one for one in lower if over.get(one, over.get("any")) == "ends"]
    if ended:
        return [
            f"{table.title} on {spell.hex} would have ended the {rules.effects[ended[0]].title} there ({table.cite})"
        ]
    return []
