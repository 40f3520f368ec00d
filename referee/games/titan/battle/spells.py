"""The Spells in effect in a battle: their names, and what is wrong with them as a document gives them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.core.documents import Path, nearest
from referee.core.game.game import Fault, StateProblems
from referee.core.rules.ledger import cites_of

from ..profiles import CASTERS
from ..rows import TitanRow
from ..rules import TitanRules
from .board import board_of
from .layers import Laid
from .rulings.reach import forbidding_row
from .state import BattleState, PieceState, SpellState

if TYPE_CHECKING:
    from ..magic.spell_tables import SpellType


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
    name = rules.laid_by_spells.get(spell.spell)
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


def layer_faults(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield where nobody can have cast a Spell: by what is beneath it, the Storm, and what its caster keeps."""
    beneath: dict[str, list[str]] = {}
    kept = Counter[tuple[str, str]]()
    for number, spell in enumerate(battle.spells):
        name = rules.spell_types.get(spell.spell)
        kind = rules.spells.get(name or "")
        path: Path = ("battle", "spells", number)
        if name is None or kind is None:
            continue
        for row in stilled(battle, rules, kind):
            yield Fault(path, f"{kind.title} cannot have been cast: {row.why} ({', '.join(row.cites)})")
        most = kind.most
        if most is not None and spell.by is not None:
            kept[name, spell.by] += 1
            if kept[name, spell.by] > most.number:
                message = f"{spell.by} keeps {most.number} {kind.title} in effect, and may keep no more"
                yield Fault((*path, "by"), f"{message} ({', '.join(cites_of(most.cite))})")
        if spell.hex is not None:
            lower = beneath.setdefault(spell.hex, [])
            cites = ", ".join(rules.cite("casting_chart"))
            for message, odd in _unsupported(battle, rules, kind, spell.hex, lower):
                yield Fault((*path, "hex"), f"{message} ({cites})", odd)
            lower.append(name)
            yield from (Fault((*path, "hex"), message) for message in _trapped(battle, rules, kind, spell))


def _trapped(battle: BattleState, rules: TitanRules, kind: SpellType, spell: SpellState) -> Iterator[str]:
    """Yield that somebody stands where a Spell lies that is cast on nobody but natives, and whose Hazard bars them.

    Who has come through a gate stands on it.
    """
    label = str(spell.hex)
    there = [
        piece
        for piece in battle.pieces
        if piece.hex == label and kind.occupied != "always" and not (kind.connects and piece.through == spell.gate)
    ]
    if not there or (lays := rules.laid_by_spells.get(kind.name)) is None:
        return
    hex_ = rules.hex_numbers[label]
    board = board_of(rules, battle.battleland, (Laid(rules.carrying("effect", lays), hex_),))
    for piece in there:
        row = forbidding_row(board, rules.profile(piece.character, piece.power), hex_)
        if row is not None:
            yield f"{piece.id} cannot stand on {label} under {kind.title}: {row.why} ({', '.join(row.cites)})"


def stilled(battle: BattleState, rules: TitanRules, kind: SpellType) -> list[TitanRow]:
    """Return the rows of the Storm over a battle, which has been there from the first, that forbid a cast."""
    if battle.storm is None:
        return []
    facts = {"spell": kind.name, "spell_kind": kind.spell.kind}
    carriers = (rules.carrying("effect", battle.storm),)
    return [row for row in rules.rows_on(rules.sections["casting"], carriers, facts, {}) if row.forbid]


def _unsupported(
    battle: BattleState, rules: TitanRules, kind: SpellType, label: str, lower: list[str]
) -> Iterator[tuple[str, bool]]:
    """Yield why the chart keeps a Hazard off a hex with the `lower` ones laid before, and whether it is odd alone.

    Those that have lain between have ended with what was on them, so what is beneath is what it was cast on.
    """
    if lower:
        over, below = rules.cast_over(kind, lower[-1]), rules.spells[lower[-1]].title
        if over == "bars":
            yield f"{below} lies on {label}, and {kind.title} is not cast on it", False
        elif over == "ends":
            yield f"{kind.title} on {label} would have ended the {below} there", False
        return
    land = rules.battlelands.battlelands[battle.battleland]
    printed = [hazard for hazard, hexes in land.hexes.items() if label in hexes] or [rules.battlelands.ground]
    for hazard in printed:
        if kind.spell.ground and hazard not in kind.spell.ground:
            title = rules.hazards.hazards[hazard].title
            yield f"{label} is {title}, and {kind.title} is not cast on it", False
    # one beside it that was raised, and is no longer, may have levelled what is between them
    sides = chain.from_iterable(land.hexsides.values())
    if not kind.spell.elevated and any(side.startswith(f"{label}>") for side in sides):
        yield f"{label} is raised above a hex beside it, and {kind.title} raises no such hex", True


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
    kind = rules.spells.get(rules.spell_types.get(spell.spell) or "")
    target, caster = (pieces.get(name or "") for name in (spell.on, spell.by))
    by = rules.profile(caster.character) if caster is not None and caster.character in rules.characters else None
    if by is not None and rules.keeping_spells and not CASTERS & by.traits:
        yield "by", rules.citing(f"{by.named} casts no Spells", "casters")
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
