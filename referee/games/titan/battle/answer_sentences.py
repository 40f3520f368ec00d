"""Answers about a battle in sentences, as one player reads them to the other."""

from __future__ import annotations

from typing import Any

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer

from .position import BattlePosition


def strike(position: BattlePosition, striker: str, target: str, answer: Answer, counted: str = "") -> list[Objection]:
    """Say what a strike is worth, what carries over, and what does not."""
    given, cite = answer.answer, position.rules.cite
    who, whom = _named(position, striker), _named(position, target)
    if not given["allowed"]:
        return _no(f"{who} may not strike {whom}", given)
    chosen = given.get("declared", given["options"][0])
    out = [Objection(f"{who} strikes {whom} with {_attack(given)}.", (*cite("dice"), *cite("strike_number")))]
    left = position.fight.pieces[target].remaining
    chance = percent(given["kill_probability"])
    out.append(Objection(_slaying(whom, left, given, chance, counted), cite("slain")))
    if chosen["carry"]:
        out.append(_carry(position, chosen, left, "What is left over may "))
    for option in given["options"]:
        if option == chosen:
            continue
        plainly = option is given["options"][0]
        how = f"Plainly, with {option['dice']} dice at {option['strike_number']}"
        if option.get("forgo"):
            how = f"With the gain forgone, at {option['strike_number']} with {option['dice']} dice"
        elif not plainly:
            how = f"With {option['strike_number']} declared before the roll"
        rule = cite("carry") if plainly else cite("benefit") if option.get("forgo") else cite("higher_number")
        if not option["carry"]:
            out.append(Objection(f"{how}: {percent(option['kill_probability'])} to slay it.", rule))
            continue
        said = f"{how}: {percent(option['kill_probability'])} to slay it, and what is left over may "
        out.append(_carry(position, option, left, said))
    for ident, refused in given["refused"].items():
        out += [
            Objection(f"Nothing carries over to {_named(position, ident)}: {b['message']}.", tuple(b["cite"]))
            for b in refused["because"]
        ]
    return out


def rangestrike(
    position: BattlePosition, striker: str, target: str, answer: Answer, counted: str = ""
) -> list[Objection]:
    """Say what a rangestrike is worth, and by which path."""
    given, cite = answer.answer, position.rules.cite
    who, whom = _named(position, striker), _named(position, target)
    if not given["allowed"]:
        return _no(f"{who} may not rangestrike {whom}", given)
    through = f" by way of {', '.join(given['path'])}" if given["path"] else ""
    exempt = answer.cites if cite("immune")[0] in answer.cites else []
    out = [Objection(f"{who} rangestrikes {whom}{through} with {_attack(given)}.", (*cite("range"), *cite("line")))]
    if exempt:
        out.append(Objection("No hazard, character or rank of the target hinders it.", cite("immune")))
    left = position.fight.pieces[target].remaining
    chance = percent(given["kill_probability"])
    out.append(Objection(_slaying(whom, left, given, chance, counted), cite("slain")))
    for other in given.get("other_paths", []):
        way = ", ".join(other["path"])
        if "because" in other:
            out += [Objection(f"Not {b['message']}.", tuple(b["cite"])) for b in other["because"]]
        else:
            said = f"It may as well go by way of {way}: {other['dice']} dice at {other['strike_number']}."
            out.append(Objection(said, cite("line")))
    return out


def going(position: BattlePosition, ident: str, to: str | None, answer: Answer) -> list[Objection]:
    """Say where a character may go, or by which way it goes there."""
    given, cite = answer.answer, position.rules.cite
    who = _named(position, ident)
    if not given["allowed"] and given.get("because"):
        return _no(f"{who} may not go {'anywhere' if to is None else f'to {to}'}", given)
    if to is None:
        hexes = given["hexes"]
        said = f"{who} may end on {', '.join(hexes)}." if hexes else f"{who} has nowhere to go."
        return [Objection(said, tuple(answer.cites))]
    way = given["path"][:-1]
    through = f" by way of {', '.join(way)}" if way else ""
    said = f"{who} may go to {to}{through}: {given['cost']} of its {given['allowance']} hexes of movement."
    return [Objection(said, cite("allowance"))]


def percent(chance: float) -> str:
    """Return a chance in per cent, never rounded to certain or impossible."""
    if 0 < chance < 0.0005:
        return "less than 0.1 %"
    if 0.9995 < chance < 1:
        return "more than 99.9 %"
    return f"{chance * 100:.1f} %"


def _slaying(whom: str, left: int, given: dict[str, Any], chance: str, counted: str) -> str:
    more = f"{whom} can take {_hits(left)} more" + (f", {counted}" if counted else "")
    if given["dice"] < left:
        return f"{more}, so {given['dice']} dice cannot slay it; {given['expected_hits']:.1f} hits are to be expected."
    return f"{more}; the chance to slay it is {chance}."


def _no(what: str, given: dict[str, Any]) -> list[Objection]:
    reasons = given["because"]
    if len(reasons) == 1:
        return [Objection(f"No, {what}: {reasons[0]['message']}.", tuple(reasons[0]["cite"]))]
    return [Objection(f"No, {what}:"), *(Objection(f"- {b['message']}.", tuple(b["cite"])) for b in reasons)]


def _attack(given: dict[str, Any]) -> str:
    dice, number = given["dice"], given["strike_number"]
    dies = f"{dice} {'die' if dice == 1 else 'dice'}"
    if number > 6:
        return f"{dies}, none of which can hit"
    return f"{dies}, each hitting on {number}{' or more' if number < 6 else ''}"


def _carry(position: BattlePosition, option: dict[str, Any], left: int, said: str) -> Objection:
    chance, cite = percent(option["carry_probability"]), position.rules.cite
    several = len(option["carry"]) > 1 and option["dice"] - left > 1
    names = [_named(position, ident) for ident in option["carry"]]
    to = f"go to {' or '.join(names)}"
    if several and position.rules.options["carry_targets"] == "several":
        to = f"be shared among {listed(names, 'and')}"
    elif several:
        to = f"go to one of {listed(names, 'and')}"
    return Objection(f"{said}{to} ({chance} for at least one hit).", cite("carry_many" if several else "carry"))


def _named(position: BattlePosition, ident: str) -> str:
    return position.named(position.fight.pieces[ident])


def _hits(number: int) -> str:
    return f"{number} hit{'' if number == 1 else 's'}"
