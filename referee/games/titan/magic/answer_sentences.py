"""Answers about Spells in sentences."""

from __future__ import annotations

from typing import Any

from referee.core.documents.problems import counted, listed, percent
from referee.core.game.questions import Answer, Sentence

from ..battle.answer_sentences import attack, no
from ..battle.pieces import OFF
from ..battle.position import BattlePosition
from .spell_tables import SpellType
from .spellbooks import spell_called

_LASTS = {
    "immediate": "",
    "round": "It lasts until the end of the caster's next Maneuver Phase.",
    "enduring": "It lasts until it is dispelled, or its caster or its target leaves.",
    "until-removed": "It stays until it is killed, banished or dismissed, or its caster leaves.",
    "until-dispelled": "It lasts until it is dispelled.",
}
# what is cast at a hex goes with nobody on it
_LASTS_ON_HEX = {"enduring": "It lasts until it is dispelled, or its caster leaves."}


def cast(position: BattlePosition, ident: str, name: str, at: str | None, answer: Answer) -> list[Sentence]:
    """Return the answer to a cast: the verdict with its roll first, then what it does."""
    piece = position.fight.pieces.get(ident)
    given, spell = answer.answer, spell_called(position.rules, name)
    caster = position.named(piece) if piece is not None else ident
    title = spell.title if spell is not None else name
    on_hex = position.fight.pieces.get(at or "") if spell is not None and spell.at == "hex" else None
    if on_hex is not None and on_hex.hex != OFF:
        # a hex may be named by the piece on it
        at = position.fight.board.labels[on_hex.hex]
    what = f"cast {title}{f' at {at}' if at is not None else ''}"
    if not given["allowed"]:
        return no(f"{caster} may not {what}", given)
    cites = tuple(answer.cites)
    harms = spell is not None and spell.roll is not None and spell.roll.damage is not None
    out = [Sentence(f"{caster} may {what}: {_roll(position, given, harms)}.", cites[:2])]
    at_hex = spell is not None and spell.at == "hex"
    told = [*_done(position, given), (_LASTS_ON_HEX if at_hex else {}).get(given["lasts"], _LASTS[given["lasts"]])]
    return [*out, *(Sentence(text, cites[:1]) for text in told if text)]


def reinforcement(
    position: BattlePosition, ident: str, spell: SpellType, at: str | None, answer: Answer
) -> list[Sentence]:
    """Return the answer to a Spell that brings the reinforcement, with the hexes where it may enter."""
    caster, given = position.named(position.fight.pieces[ident]), answer.answer
    what = f"cast {spell.title}{f' at {at}' if at is not None else ''}"
    if not given["allowed"]:
        return no(f"{caster} may not {what}", given)
    cites = tuple(answer.cites)
    out = [Sentence(f"{caster} may {what}: it works without a roll.", cites)]
    hexes = given.get("hexes", [])
    return [*out, Sentence(f"It enters at {listed(hexes, 'or')}.", cites[:1])] if hexes else out


def _roll(position: BattlePosition, given: dict[str, Any], harms: bool) -> str:
    """Return what is rolled, and the chance; `harms` tells whether its dice are hits on the target."""
    chance = percent(given["chance"])
    if "charms_from" in given:
        return _sum(given, chance)
    if "plus" in given:
        more = f", and {given['plus']} more" if given["plus"] else ""
        return f"the pips of one die are its hits{more}"
    if given["strike_number"] is None:
        return "it works without a roll"
    what = "of a hit" if harms else "that it works"
    return f"it rolls {attack(position, given)}, and the chance {what} is {chance}"


def _sum(given: dict[str, Any], chance: str) -> str:
    """Return the sum with which it works, its chance, and the sum that hurts the caster."""
    least, most = given["dice"], 6 * given["dice"]
    dice = "one die" if given["dice"] == 1 else f"{given['dice']} dice"
    hurts = f"; a sum of {given['hurts_at']} is a hit on the caster" if least <= given["hurts_at"] <= most else ""
    if given["charms_from"] > most:
        return f"it works from a sum of {given['charms_from']}, which {dice} cannot reach{hurts}"
    return f"it works if the sum of {dice} is {given['charms_from']} or more, a chance of {chance}{hurts}"


def _done(position: BattlePosition, given: dict[str, Any]) -> list[str]:
    out = []
    if "heals" in given:
        out.append(f"It removes {counted(given['heals'], 'hit')}.")
    if given.get("ends"):
        out.append(f"It ends {listed(given['ends'], 'and')}.")
    if given.get("nullifies"):
        hazard = position.rules.hazards.hazards[given["nullifies"]].title
        out.append(f"The {hazard} of the hex does nothing while it lasts.")
    pieces = position.fight.pieces
    for ident, hits in given.get("harm", {}).items():
        out.append(f"If it works, {position.named(pieces[ident])} takes {counted(hits, 'hit')} at once.")
    return out


def undo(position: BattlePosition, ident: str, spell: str, answer: Answer) -> list[Sentence]:
    """Return the answer to ending a Spell of one's own."""
    mage, given = position.named(position.fight.pieces[ident]), answer.answer
    if not given["allowed"]:
        return no(f"{mage} may not end {spell}", given)
    others = [one for one in given["ends"] if one != spell]
    more = f"; {listed(others, 'and')} {'ends' if len(others) == 1 else 'end'} with it" if others else ""
    return [Sentence(f"{mage} may end {spell}{more}.", tuple(answer.cites))]


def shift(position: BattlePosition, ident: str, spell: str, to: str, answer: Answer) -> list[Sentence]:
    """Return the answer to moving a Spell of one's own."""
    mage, given = position.named(position.fight.pieces[ident]), answer.answer
    if not given["allowed"]:
        return no(f"{mage} may not move {spell} to {to}", given)
    return [Sentence(f"{mage} may move {spell} to {to}.", tuple(answer.cites))]
