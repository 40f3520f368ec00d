"""The odds of a strike in sentences: how many hits, who is slain, what carries over, and the strike back."""

from __future__ import annotations

from typing import Any

from referee.core.game.questions import Sentence

from .answer_sentences import attack, percent, shown
from .pieces import Piece
from .position import BattlePosition
from .rulings.chances import at_least


def of_strike(position: BattlePosition, striker: str, target: str, given: dict[str, Any]) -> list[Sentence]:
    """Return the odds of a strike; none if it is not allowed."""
    if not given["allowed"]:
        return []
    pieces = position.fight.pieces
    one, other = pieces[striker], pieces[target]
    out = of_roll(position, given, other)
    faces, left = position.rules.combat.die.faces, other.remaining
    carrying = [option for option in given["options"] if option["carry"]]
    for option in carrying:
        for ident in option["carry"]:
            second = at_least(option["dice"], option["strike_number"], left + pieces[ident].remaining, faces)
            if not shown(second):
                continue
            told = f"{_way(given, option)}, it slays {position.named(other)} and {position.named(pieces[ident])} both: "
            out.append(Sentence(f"{told}{percent(second)} of all rolls."))
    out += _wishes(position, given, other, carrying)
    out += _back(position, one, other)
    return out


def of_roll(position: BattlePosition, given: dict[str, Any], target: Piece) -> list[Sentence]:
    """Return how often each number of hits is rolled, and from which on the target is slain."""
    dice, number = given["dice"], given["strike_number"]
    faces = position.rules.combat.die.faces
    if not dice or number > faces:
        return []
    parts = []
    for hits in range(dice + 1):
        chance = at_least(dice, number, hits, faces) - at_least(dice, number, hits + 1, faces)
        if shown(chance):
            parts.append(f"{hits or 'none'} {percent(chance)}")
    slain = f"; it is slain on {target.remaining}{' or more' if target.remaining < dice else ''}"
    slain = slain if target.remaining <= dice else ""
    return [Sentence(f"Hits with {dice} dice at {number}, in all rolls: {', '.join(parts)}{slain}.")]


def _way(given: dict[str, Any], option: dict[str, Any]) -> str:
    """Return how a strike is declared, in words."""
    if option is given["options"][0]:
        return "Plainly"
    return "With the gain forgone" if option.get("forgo") else f"With {option['strike_number']} declared"


def _wishes(
    position: BattlePosition, given: dict[str, Any], target: Piece, carrying: list[dict[str, Any]]
) -> list[Sentence]:
    """Return which strike is the best for each wish, where several may be declared."""
    if len(given["options"]) < 2 or not carrying:
        return []
    kills = max(given["options"], key=lambda option: option["kill_probability"])
    spills = max(carrying, key=lambda option: option["carry_probability"])
    text = f"Best to slay {position.named(target)}: {_lower(_way(given, kills))}, {percent(kills['kill_probability'])}"
    text += f"; best to carry over: {_lower(_way(given, spills))}, {percent(spills['carry_probability'])}."
    return [Sentence(text)]


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


def _back(position: BattlePosition, striker: Piece, target: Piece) -> list[Sentence]:
    """Return the strike with which the target answers, slain or not (LoT 10.6)."""
    ruling = position.fight.strike(target, striker)
    faces = position.rules.combat.die.faces
    chance = at_least(ruling.dice, ruling.number, striker.remaining, faces)
    roll = attack(position, {"dice": ruling.dice, "strike_number": ruling.number})
    name = position.named(striker)
    slays = f": it cannot slay {name}" if not chance else f": {percent(chance)} to slay {name}" if shown(chance) else ""
    text = f"{position.named(target)} may strike back with {roll}{slays}."
    return [Sentence(text, position.rules.cite("mutual_strikes"))]
