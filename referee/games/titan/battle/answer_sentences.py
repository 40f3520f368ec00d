"""Answers about a battle in sentences that a player can read aloud."""

from __future__ import annotations

from typing import Any

from referee.core.documents.problems import counted, listed, percent
from referee.core.game.questions import Answer, Sentence
from referee.core.rules.ledger import Entry

from .pieces import Piece
from .position import BattlePosition
from .rulings.chances import at_least, most_hits


def strike(position: BattlePosition, striker: str, target: str, answer: Answer, harm_note: str = "") -> list[Sentence]:
    """Return a strike in sentences: dice, chances, what carries over and what does not.

    `harm_note` says whether hits by hazards are counted.
    """
    given, cite = answer.answer, position.rules.cite
    name, target_name = _named(position, striker), _named(position, target)
    if not given["allowed"]:
        return no(f"{name} may not strike {target_name}", given)
    chosen = given.get("declared", given["options"][0])
    out = [
        Sentence(
            f"{name} strikes {target_name} with {attack(position, given)}.", (*cite("dice"), *cite("strike_number"))
        )
    ]
    left = position.fight.pieces[target].remaining
    chance = percent(given["kill_probability"])
    out.append(Sentence(_chance_to_slay(target_name, left, given, chance, harm_note), cite("slain")))
    out += _counting(answer)
    if chosen["carry"]:
        out.append(_carry(position, chosen, left, "What is left over may "))
    for ident, refused in given["refused"].items():
        out += [
            Sentence(f"Nothing carries over to {_named(position, ident)}: {b['message']}.", tuple(b["cite"]))
            for b in refused["because"]
        ]
    for option in given["options"]:
        if option == chosen:
            continue
        plainly = option is given["options"][0]
        how = f"Plainly, with {dice_said(option['dice'])} at {option['strike_number']}"
        if option.get("forgo"):
            how = f"With the gain forgone, at {option['strike_number']} with {option['dice']} dice"
        elif not plainly:
            how = f"With {option['strike_number']} declared before the roll"
        rule = cite("carry") if plainly else cite("benefit") if option.get("forgo") else cite("higher_number")
        if not option["carry"]:
            out.append(Sentence(f"{how}: {percent(option['kill_probability'])} to slay it.", rule))
            continue
        text = f"{how}: {percent(option['kill_probability'])} to slay it, and what is left over may "
        out.append(_carry(position, option, left, text))
    return out


def rangestrike(
    position: BattlePosition, strikers: list[str], target: str, answer: Answer, harm_note: str = ""
) -> list[Sentence]:
    """Return a rangestrike of one or of several together in sentences: path, dice, chances and other paths."""
    given, cite = answer.answer, position.rules.cite
    name = listed([_named(position, striker) for striker in strikers], "and")
    target_name = _named(position, target)
    if not given["allowed"]:
        return no(f"{name} may not rangestrike {target_name}", given)
    does = "rangestrikes" if len(strikers) == 1 else "together rangestrike"
    through = f" by way of {', '.join(given['path'])}" if given.get("path") else ""
    out = [
        Sentence(
            f"{name} {does} {target_name}{through} with {attack(position, given)}.",
            (*cite("range"), *cite("line")),
        )
    ]
    if position.fight.pieces[strikers[0]].profile.unhindered:
        out.append(Sentence("No hazard, character or rank of the target hinders it.", cite("unhindered")))
    left = position.fight.pieces[target].remaining
    chance = percent(given["kill_probability"])
    out.append(Sentence(_chance_to_slay(target_name, left, given, chance, harm_note), cite("slain")))
    out += _counting(answer)
    for other in given.get("other_paths", []):
        way = ", ".join(other["path"])
        if "because" in other:
            out += [Sentence(f"Not {b['message']}.", tuple(b["cite"])) for b in other["because"]]
        else:
            text = f"It may as well go by way of {way}: {dice_said(other['dice'])} at {other['strike_number']}."
            out.append(Sentence(text, cite("line")))
    return out


def _counting(answer: Answer) -> list[Sentence]:
    """Return what rows make of the hits that dice show."""
    rows = [row for told in answer.reasons if told["quantity"] == "hits" for row in told["entries"][1:]]
    changes = [Entry(row["op"], row["value"], row["why"], tuple(row["cite"])) for row in rows]
    return [Sentence(_counted_so(change), change.cite) for change in changes]


def _counted_so(change: Entry) -> str:
    # a change by nothing says which dice are rolled again
    again = change.op == "add" and not change.value
    return f"Of its dice, {change.why}." if again else f"Of its hits count {change.words.removeprefix('+')}."


def going(position: BattlePosition, ident: str, to: str | None, answer: Answer) -> list[Sentence]:
    """Return in sentences where a character may go, or by which path it goes there."""
    given, cite = answer.answer, position.rules.cite
    name = _named(position, ident)
    if not given["allowed"] and given.get("because"):
        return no(f"{name} may not go {'anywhere' if to is None else f'to {to}'}", given)
    if to is None:
        hexes = given["hexes"]
        text = f"{name} may end on {', '.join(hexes)}." if hexes else f"{name} has nowhere to go."
        told = given.get("told", {}).get("hits", {}).items()
        hurt = [
            Sentence(f"On its way to {label} it takes {counted(hits, 'hit')}.", verdict=True) for label, hits in told
        ]
        return [Sentence(text, tuple(answer.cites)), *hurt]
    way = given["path"][:-1]
    through = f" by way of {', '.join(way)}" if way else ""
    text = f"{name} may go to {to}{through}: {given['cost']} of its {given['allowance']} hexes of movement."
    hits = given.get("told", {}).get("hits")
    hurt = [Sentence(f"On its way it takes {counted(hits, 'hit')}.", verdict=True)] if hits else []
    return [Sentence(text, cite("allowance")), *hurt]


def dice_said(number: int) -> str:
    """Return a number of dice in words."""
    return "1 die" if number == 1 else f"{number} dice"


def shown(chance: float) -> bool:
    """Return whether a chance is worth a word."""
    return chance >= 0.001


def _chance_to_slay(target_name: str, left: int, given: dict[str, Any], chance: str, harm_note: str) -> str:
    more = f"{target_name} can take {counted(left, 'more hit')}" + (f", {harm_note}" if harm_note else "")
    if not given["dice"]:
        return f"{more}, and takes none."
    if not given["kill_probability"] and (given["expected_hits"] or given["dice"] < left):
        return f"{more}, so {dice_said(given['dice'])} cannot slay it: {given['expected_hits']:.1f} hits on average."
    if not given["kill_probability"]:
        return f"{more}."
    return f"{more}; the chance to slay it is {chance if shown(given['kill_probability']) else 'less than 0.1 %'}."


def no(what: str, given: dict[str, Any]) -> list[Sentence]:
    """Return a refusal in sentences, with every reason."""
    reasons = given["because"]
    if len(reasons) == 1:
        return [Sentence(f"No, {what}: {reasons[0]['message']}.", tuple(reasons[0]["cite"]))]
    return [Sentence(f"No, {what}:"), *(Sentence(f"- {b['message']}.", tuple(b["cite"])) for b in reasons)]


def attack(position: BattlePosition, given: dict[str, Any]) -> str:
    """Return dice and strike-number in words."""
    dice, number = given["dice"], given["strike_number"]
    if not dice:
        return "no dice: nothing is rolled"
    number_of_dice = f"{dice} {'die' if dice == 1 else 'dice'}"
    faces = position.rules.combat.die.faces
    if number > faces:
        return f"{number_of_dice}, none of which can hit"
    if number <= 1:
        return f"{number_of_dice}, {'which' if dice == 1 else 'each of which'} hits whatever it shows"
    return f"{number_of_dice}, each hitting on {number}{' or more' if number < faces else ''}"


def _carry(position: BattlePosition, option: dict[str, Any], left: int, text: str) -> Sentence:
    chance, cite = percent(option["carry_probability"]), position.rules.cite
    several = len(option["carry"]) > 1 and option["dice"] - left > 1
    names = [_named(position, ident) for ident in option["carry"]]
    to = f"go to {' or '.join(names)}"
    if several and position.rules.options["carry_targets"] == "several":
        to = f"be shared among {listed(names, 'and')}"
    elif several:
        to = f"go to one of {listed(names, 'and')}"
    often = f" ({chance} for at least one hit)" if shown(option["carry_probability"]) else ""
    return Sentence(f"{text}{to}{often}.", cite("carry_many" if several else "carry"))


def _named(position: BattlePosition, ident: str) -> str:
    return position.named(position.fight.pieces[ident])


def of_strike(position: BattlePosition, striker: str, target: str, given: dict[str, Any]) -> list[Sentence]:
    """Return the odds of a strike; none if it is not allowed."""
    if not given["allowed"]:
        return []
    pieces = position.fight.pieces
    one, other = pieces[striker], pieces[target]
    changes = position.fight.strike(one, other).changes
    out = of_roll(position, given, other, changes)
    faces, left = position.rules.combat.die.faces, other.remaining
    carrying = [option for option in given["options"] if option["carry"]]
    for option in carrying:
        for ident in option["carry"]:
            second = at_least(option["dice"], option["strike_number"], left + pieces[ident].remaining, faces, changes)
            if not shown(second):
                continue
            told = f"{_way(given, option)}, it slays {position.named(other)} and {position.named(pieces[ident])} both: "
            out.append(Sentence(f"{told}{percent(second)} of all rolls."))
    out += _wishes(position, given, other, carrying)
    out += _back(position, one, other, given, changes)
    return out


def of_roll(
    position: BattlePosition, given: dict[str, Any], target: Piece, changes: tuple[Entry, ...]
) -> list[Sentence]:
    """Return how often each number of hits is rolled, and from which on the target is slain."""
    dice, number = given["dice"], given["strike_number"]
    faces = position.rules.combat.die.faces
    if not dice or number > faces:
        return []
    parts = []
    most = most_hits(dice, number, faces, changes)
    for hits in range(most + 1):
        chance = at_least(dice, number, hits, faces, changes) - at_least(dice, number, hits + 1, faces, changes)
        if shown(chance):
            parts.append(f"{hits or 'none'} {percent(chance)}")
    slain = f"; it is slain on {target.remaining}{' or more' if target.remaining < most else ''}"
    slain = slain if target.remaining <= most else ""
    return [Sentence(f"Hits with {dice_said(dice)} at {number}, in all rolls: {', '.join(parts)}{slain}.")]


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


def _back(
    position: BattlePosition, striker: Piece, target: Piece, given: dict[str, Any], changes: tuple[Entry, ...]
) -> list[Sentence]:
    """Return the strike with which the target answers, slain or not, with the hits that it then has (LoT 10.6)."""
    rules, fight, faces = position.rules, position.fight, position.rules.combat.die.faces
    if fight.striking_phase and striker.owner != fight.active:
        # the strike is itself one of those that answer
        return []
    depends = any("hits" in fact for fact in (*rules.sections["modifiers"].named, *rules.profiles_change))
    most = most_hits(given["dice"], given["strike_number"], faces, changes) if depends else 0
    most = min(most, target.remaining)
    rolls, before, chance = list[str](), target.hits, 0.0
    for hits in range(most + 1):
        target.hits = before + hits
        ruling = fight.strike(target, striker)
        rolls.append(attack(position, {"dice": ruling.dice, "strike_number": ruling.number}))
        done = [at_least(given["dice"], given["strike_number"], n, faces, changes) for n in (hits, hits + 1)]
        taken = done[0] - (done[1] if hits < most else 0.0)
        chance += taken * at_least(ruling.dice, ruling.number, striker.remaining, faces, ruling.changes)
    target.hits = before
    name = position.named(striker)
    slays = f": it cannot slay {name}" if not chance else f": {percent(chance)} to slay {name}" if shown(chance) else ""
    # what rows do to those who are hit is not in these chances
    slays = "" if "hit" in rules.occasions else slays
    roll = rolls[0] if len(set(rolls)) == 1 else f"{rolls[0]}, and after {most} hits with {rolls[-1]}"
    return [Sentence(f"{position.named(target)} may strike back with {roll}{slays}.", rules.cite("mutual_strikes"))]
