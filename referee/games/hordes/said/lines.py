"""What this game gives the reader of lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.line.mentions import MORE, Mention, Open
from referee.core.line.reader import Lines
from referee.core.line.reading import Layout, Meaning
from referee.core.line.things import Thing
from referee.core.line.tokens import Figures
from referee.core.line.vocabulary import Name

from ..rules import HordesRules, Kind
from ..state import State


def things(state: State, rules: HordesRules) -> list[Thing]:
    """Return the elements of a state with the facts by which they are named."""
    return [
        Thing(one.id, one.army, {"name": one.type, "army": one.army, "never": _never(rules.kinds[one.type])})
        for one in state.elements or ()
    ]


def _never(kind: Kind) -> dict[str, str]:
    """Return what an element of a type is said to do and never does, with why."""
    does = {"shoots": "does not shoot", "bespells": "casts no spells"}
    del does["shoots" if kind.row.shoots is not None else "bespells"]
    return {act: f"{kind.named} {said}; ask what it does" for act, said in does.items()}


FIGURES = (
    Figures("score", re.compile(r"([1-6])\s?[-–:]\s?([1-6])(?![\w-])"), lambda match: (int(match[1]), int(match[2]))),
)


def names(rules: HordesRules) -> Iterator[Name]:
    """Yield every name of a table that a text may hold."""
    for name, kind in rules.kinds.items():
        yield Name("type", name, kind.row.title)
    for name in rules.table.goings:
        yield Name("going", name, name)


# where the first element stands, in paces; the other faces it straight ahead
_X, _Y = 1000, 1000
_ARMIES = ("red", "blue")
# the facts of a mention that belong to no element of a combat
_NOT_OF_COMBAT = {"name", "whose", "count"}
# of a clause, used by a combat or a table
_FACTS = {
    "a",
    "b",
    "both",
    "also",
    "rolled",
    "kind",
    "score",
    "die_mine",
    "die_theirs",
    "both_die",
    "going",
    "odds",
    "settled",
    "charges",
    "paces",
    "enemy",
    "perhaps",
    "does",
}


def situations(meaning: Meaning, kind: type[Any], rules: HordesRules) -> Iterator[Layout]:
    """Yield each document that a reading may mean, the likeliest first; raises Open for what is not said."""
    of_types = meaning.verb in ("army", "general")
    if meaning.facts.keys() - (set() if of_types else _FACTS):
        raise Open(MORE)
    if of_types and meaning.verb not in meaning.fields:
        raise Open("which elements are meant is not said")
    if meaning.verb == "army":
        yield Layout({"ask": {"army": dict(Counter(meaning.fields["army"]))}})
    elif meaning.verb == "general":
        yield Layout({"ask": dict(meaning.fields)})
    elif meaning.verb == "result":
        # whether it is shooting is guessed, and counts where that one can shoot
        value = _combat(meaning, rules)
        yield Layout(value, tentative="perhaps" in meaning.facts)
        if value["combat"].get("kind") == "shoot" and rules.kinds[value["combat"]["b"]["type"]].shoots_back:
            # whether it can is not said
            yield Layout({**value, "combat": {**value["combat"], "can_shoot_back": True}})
    else:
        # out of the General's command some moves cost more
        yield Layout(
            _table(meaning, rules), {"general": "no General is on the table"} if meaning.verb == "charge" else {}
        )


def _combat(meaning: Meaning, rules: HordesRules) -> dict[str, Any]:
    """Return a combat of two elements, with the result asked for if both dice are known, else its odds."""
    facts = meaning.facts
    if len(meaning.things) != 2:
        raise Open("a combat has two elements, each named once" if meaning.things else "who fights is not said")
    first = facts.get("a", meaning.things[0])
    second = facts.get("b", next(one for one in meaning.things if one is not first))
    if first is second:
        raise Open("who fights whom is not said")
    if first.facts.get("whose", 1) == second.facts.get("whose", 2):
        raise Open("both are of one army")
    if "a" not in facts and "holds_bank" in first.facts:
        # the one that holds a bank is attacked
        first, second = second, first
    if "charges" in facts:
        first.facts["aggressor"] = True
    sides = {"a": first, "b": second}
    if "kind" in facts and any("aggressor" in one.facts for one in sides.values()):
        raise Open("who charges is in close combat; say which of the two it is")
    out: dict[str, Any] = {"kind": facts["kind"]} if "kind" in facts else {}
    dice = _dice(sides, facts, meaning.things)
    for name, one in sides.items():
        if one.facts.get("count", 1) > 1:
            raise Open("a combat is between two elements; say how many help them")
        out[name] = {"type": one.name, **{key: value for key, value in one.facts.items() if key not in _NOT_OF_COMBAT}}
        if "going" in facts:
            if "holds_bank" in one.facts or any("going" in other.facts for other in sides.values()):
                raise Open("on which ground each of them stands is not said; say it of each")
            out[name]["going"] = facts["going"]
        _check_ground(rules.kinds[one.name], out[name].get("going"))
        if name in dice and out[name].setdefault("die", dice[name]) != dice[name]:
            raise Open(f"two rolls of {one.name} are said")
    _check_charge(sides, rules)
    known = [name for name in sides if "die" in out[name]]
    if len(known) == 1:
        raise Open(f"what {sides['a' if known == ['b'] else 'b'].name} rolls is not said")
    if not known and "settled" in facts:
        raise Open("what they roll is not said; ask for the odds, or say both dice")
    if known and "odds" in facts:
        raise Open("odds are of a combat before its dice")
    return {"combat": out, "ask": {"result" if known else "odds": True}}


def _check_ground(kind: Kind, going: Any) -> None:
    """Raise Open for ground on which an element of a type cannot stand, since it never moves there."""
    if not kind.fixed and getattr(kind.row.move, str(going), None) == 0:
        raise Open(f"{kind.named} cannot be in {going}; say of which type it is")


def _check_charge(sides: Mapping[str, Mention], rules: HordesRules) -> None:
    """Raise Open for one that charges and cannot: it never moves, or may not attack those who fly."""
    for one, other in ((sides["a"], sides["b"]), (sides["b"], sides["a"])):
        kind, enemy = rules.kinds[one.name], rules.kinds[other.name]
        if one.facts.get("aggressor") and (kind.fixed or (enemy.flies and not kind.fights_aerials)):
            raise Open(f"{kind.named} does not charge {enemy.named}; say what they do")


def _dice(sides: Mapping[str, Mention], facts: Mapping[str, Any], things: Sequence[Mention]) -> dict[str, int]:
    """Return the dice that a text gives for a player, for both, or as a score in the order of names; raises Open."""
    if "score" in facts and sides["a"] is not things[0]:
        raise Open("which die is whose is not said")
    if "score" in facts:
        # which of the two is named first is the order of the score
        return dict(zip(sides, facts["score"], strict=True))
    if "both_die" in facts:
        return dict.fromkeys(sides, facts["both_die"])
    out: dict[str, int] = {}
    for mark, die in (("mine", facts.get("die_mine")), ("theirs", facts.get("die_theirs"))):
        if die is None:
            continue
        owners = [name for name, one in sides.items() if one.facts.get("whose") == mark]
        others = [name for name, one in sides.items() if one.facts.get("whose") not in (None, mark)]
        if not owners and not others:
            # the player who asks speaks of the one who acts
            owners = ["a" if mark == "mine" else "b"]
        if len(owners) != 1 and len(others) == 1:
            owners = [name for name in sides if name not in others]
        if len(owners) != 1:
            raise Open(f"who rolls {die} is not said")
        out[owners[0]] = die
    return out


def _table(meaning: Meaning, rules: HordesRules) -> dict[str, Any]:
    """Return two elements that face each other on an empty table, the one that acts first."""
    actor, fields = meaning.fields.get(meaning.verb), dict(meaning.fields)
    other = next((one for one in meaning.things if one is not actor), None)
    if not isinstance(actor, Mention) or other is None or len(meaning.things) > 2:
        raise Open("this is asked of one element, with one enemy in front of it")
    for one in (actor, other):
        if one.facts.keys() - {"name", "whose"}:
            raise Open(f"the facts about {one.name} need a table: write its file")
    if meaning.facts.keys() - {"paces", "enemy", "going", "does"}:
        raise Open(MORE)
    if wrong := _never(rules.kinds[actor.name]).get(meaning.facts.get("does", "")):
        raise Open(wrong)
    if "going" in meaning.facts:
        raise Open("where that ground lies is not said: write the table")
    away = meaning.facts.get("paces")
    names = {id(actor): "r1", id(other): "b1"}
    if meaning.verb == "break_off":
        away, actor, other, names = 0, other, actor, {id(actor): "b1", id(other): "r1"}
    if away is None:
        raise Open("how far apart they are is not said")
    fields = {name: names.get(id(value), value) for name, value in fields.items()}
    owners = [one.facts.get("whose") for one in (actor, other)]
    second = _ARMIES[0] if owners[0] is not None and owners[0] == owners[1] else _ARMIES[1]
    return {
        "elements": [
            {"id": "r1", "army": _ARMIES[0], "type": actor.name, "x": _X, "y": _Y, "facing": 0},
            {"id": "b1", "army": second, "type": other.name, "x": _X, "y": _Y + away, "facing": 180},
        ],
        "ask": fields,
    }


def changed(value: Mapping[str, Any], verb: str, facts: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a combat with the dice of both, or with other ground for both; None where there is no place for a fact."""
    combat, rest = value.get("combat"), dict(facts)
    if combat is None or verb not in ("odds", "result"):
        return None
    sides, ask = {name: {**combat[name]} for name in ("a", "b")}, value["ask"]
    if "score" in rest:
        sides["a"]["die"], sides["b"]["die"] = rest.pop("score")
        ask = {"result": True}
    if "going" in rest:
        going = rest.pop("going")
        for one in sides.values():
            one["going"] = going
    return None if rest else {**value, "combat": {**combat, **sides}, "ask": ask}


LINES = Lines(names, FIGURES, situations, things, changed, ordered=frozenset(("type",)))
