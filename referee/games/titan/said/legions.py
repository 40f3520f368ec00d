"""The legions that a reading means: on the Masterboard where its question needs one, else as the question's fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.line.mentions import MORE, Open
from referee.core.line.reading import Layout, Meaning
from referee.core.line.things import ALSO

from ..masterboard.graph import graph_of
from ..rules import TitanRules

# whose a legion is where no player is named
_PLAYER = "black"
_PLAYERS = {"mine": "black", "theirs": "red"}
# questions in which other legions stand about
_AMONG = ("travel", "standing")
# questions of one legion, and those whose answer does not hang on its Land
_OF_ONE = ("travel", "value", "teleport")
_ANYWHERE = ("value", "standing")


def situations(meaning: Meaning, kind: type[Any], rules: TitanRules) -> Iterator[Layout]:
    """Yield the document of a reading; raises Open."""
    also = {name: value for name, value in meaning.facts.items() if name.startswith(ALSO)}
    left = meaning.facts.keys() - also.keys() - {"legions", "score", "further", "fallen", "scorer", "alone"}
    if left:
        raise Open(MORE)
    legions = [*meaning.facts.get("legions", ())]
    asked: dict[str, Any] = {}
    for name, value in meaning.fields.items():
        if isinstance(value, dict):
            legions.append(value)
        asked[name] = value
    if meaning.verb not in asked and len(legions) == 1 and meaning.verb in _OF_ONE:
        asked[meaning.verb] = legions[0]
    if meaning.verb not in _AMONG and any(all(one is not value for value in asked.values()) for one in legions):
        raise Open(MORE)
    if any(rules.profile(name).vital for name in _names(meaning.facts.get("fallen"))):
        raise Open("a battle ends when such a character is slain, and nobody enters it any more")
    if meaning.verb == "titan_slain" and _fell_alone(asked, rules):
        raise Open("that question is who scores what when a Titan is slain, and here that is not so")
    if meaning.verb not in asked or (meaning.verb == "standing" and not legions):
        raise Open("of which legions is not said")
    if meaning.verb == "reinforce" and "round" not in asked:
        raise Open("in which round is not said")
    if meaning.verb == "reinforce" and "holds" in asked and "in" not in asked:
        raise Open("in which Land the battle is fought is not said")
    player = next(iter(meaning.acting - _PLAYERS.keys()), None)
    if player is not None and meaning.verb in ("summon", "reinforce") and "side" not in asked:
        raise Open(f"whether {player} attacks or defends is not said")
    if not _gives_way_to(meaning.facts.get("scorer"), meaning.acting, asked.get("side")):
        raise Open("who gives way scores nothing: say whose legion it is, and who scores")
    if meaning.verb == "concede" and "points" in meaning.wants and asked.get("side") == "attacker":
        # before the defender has answered, the attacker may not
        asked.setdefault("answered", True)
    # "with an ogre" need not be all that is in it
    alone = "alone" in meaning.facts or any("alone" in one for one in legions if isinstance(one, Mapping))
    assumed = {"legion": "nobody else is in it"} if alone else {}
    named = {name for one in legions if isinstance(one, Mapping) for name in _names(one.get("holds"))}
    if (named | {*_names(meaning.fields.get(meaning.verb))}) & rules.keeping_spells:
        assumed["spells"] = "nobody has drawn a Spell"
    if kind.alone and not legions:
        further = {"recruit": meaning.facts["further"]} if "further" in meaning.facts else {}
        yield Layout({"ask": asked}, assumed, {**further, **also})
        return
    placed = [_legion(one, rules, meaning.verb in _ANYWHERE) for one in legions]
    for number, one in enumerate(placed):
        owner = one["player"]
        alone = sum(other["player"] == owner for other in placed) == 1
        placed[number] = {"id": owner if alone else f"{owner}-{number + 1}", **one}
    traveller = asked[meaning.verb]
    others = [one for one in legions if one is not traveller] if meaning.verb == "travel" else []
    if others and (any(_owner(one) == _owner(traveller) for one in others) or not _acts(traveller, meaning.acting)):
        raise Open("which of the legions travels is not said")
    score = {_owner(one): one["points"] for one in legions if "points" in one}
    if "score" in meaning.facts:
        owners = {_owner(one) for one in legions}
        scores = {_PLAYERS.get(who, who) for who in meaning.acting} or owners
        if len(scores) > 1 or not scores <= owners:
            raise Open("whose score that is is not said")
        score.setdefault(next(iter(scores)), meaning.facts["score"])
    for name, value in asked.items():
        if isinstance(value, dict):
            asked[name] = str(placed[next(number for number, one in enumerate(legions) if one is value)]["land"])
    yield Layout(
        {"masterboard": {**({"score": score} if score else {}), "legions": placed}, "ask": asked}, assumed, also
    )


def _gives_way_to(scorer: str | None, acting: frozenset[str], side: str | None) -> bool:
    """Return whether the one who is said to score is the other player than the one who gives way; so is nobody."""
    if scorer in ("mine", "theirs"):
        return acting == {"theirs" if scorer == "mine" else "mine"}
    return scorer in (None, "enemy") or scorer != (side or "defender")


def _fell_alone(asked: Mapping[str, Any], rules: TitanRules) -> bool:
    """Return whether no Titan is among those slain, or one is among those who live."""
    vital = {name for name in rules.characters if rules.profile(name).vital}
    slain = {*_names(asked.get("titan_slain"))}
    living = {name for field in ("alive", "others", "engaged") for name in _names(asked.get(field))}
    return (slain <= rules.characters.keys() and not slain & vital) or bool(living & vital)


def _names(value: Any) -> Sequence[str]:
    """Return the names of a fact that has one, several or none."""
    return [value] if isinstance(value, str) else value or ()


def _owner(one: Any) -> str | None:
    """Return the player of a legion, None where it is no legion but the id of one."""
    if not isinstance(one, Mapping):
        return None
    return str(one.get("player", _PLAYERS.get(one.get("whose", ""), _PLAYER)))


def _acts(legion: Any, acting: frozenset[str]) -> bool:
    """Return whether those who act are the owner of a legion; nobody who is named is the one who asks."""
    said = {legion.get("player"), legion.get("whose")} if isinstance(legion, Mapping) else set()
    return bool(said & (acting or {"mine"}))


def _legion(one: Mapping[str, Any], rules: TitanRules, anywhere: bool) -> dict[str, Any]:
    """Return a legion as a document has it; raises Open where its Land or its characters are not said."""
    if "holds" not in one:
        raise Open("who is in the legion is not said")
    graph = graph_of(rules)
    land = one.get("number")
    if land is not None and str(land) not in graph.lands:
        raise Open(f"there is no Land {land}")
    terrain = one.get("land")
    if land is None:
        fitting = [name for name, found in graph.lands.items() if terrain in (None, found.terrain)]
        if not anywhere and len(fitting) > 1:
            raise Open("in which Land the legion stands is not said")
        land = fitting[0]
    elif terrain is not None and graph.lands[str(land)].terrain != terrain:
        raise Open(f"Land {land} is {graph.lands[str(land)].terrain}, not {terrain}")
    return {"player": _owner(one), "land": int(land), "contents": one["holds"]}
