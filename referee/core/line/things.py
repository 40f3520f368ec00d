"""Which things of a state a reading means: each mention by its name and its facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..documents.problems import listed
from ..notation.field_specs import FieldSpec
from .mentions import MORE, Mention, Open
from .reading import Layout, Meaning
from .vocabulary import Words

# facts of clauses that only name things again, and those that must hold of some thing
_AGAIN = ("pieces", "units", "of_state")
_HOLDS = ("land", "round")
# what the answer begins with beside its own verdict
_FURTHER = ("told",)


class Thing(NamedTuple):
    """A piece, legion, element or unit of a state: its id, whose it is, and the facts by which a text may name it."""

    id: str
    player: str
    facts: Mapping[str, Any]


# begins the names of facts that a text asks or says beside its question, and that the question answers first
ALSO = "also_"


def of_things(
    meaning: Meaning,
    specs: Mapping[str, FieldSpec],
    things: Sequence[Thing],
    player: str | None,
    words: Words,
) -> Iterator[Layout]:
    """Yield the question of a reading about things of a state; raises Open for one that is not there.

    A question about numbers may suppose the phase that it needs, and leave open who is struck.
    """
    legions = meaning.facts.get("legions", [])
    if len(legions) == 1 and meaning.verb not in meaning.fields:
        meaning.fields[meaning.verb] = meaning.facts.pop("legions")[0]
    _check_facts(meaning, things)
    known = _known(meaning, specs, things, player)
    if meaning.verb not in meaning.fields and specs[meaning.verb].default is not False:
        raise Open("who is meant is not said")
    _check_idle(meaning)

    def named(value: Any) -> Any:
        if isinstance(value, list):
            return [named(one) if isinstance(one, Mention) else one for one in value]
        if isinstance(value, Mention):
            return known[id(value)].id
        if isinstance(value, Mapping):
            return _found(Mention(value), things, player, False, None).id
        return value

    asked = {name: named(value) for name, value in meaning.fields.items()}
    carried = [named(one) for one in meaning.facts.get("carried", ())]
    further: dict[str, Any] = {"carry": carried} if carried else {}
    further |= {"recruit": meaning.facts["further"]} if "further" in meaning.facts else {}
    further |= {name: named(value) for name, value in meaning.facts.items() if name.startswith((ALSO, *_FURTHER))}
    acts = known.get(id(meaning.fields.get(meaning.verb)))
    if acts is not None:
        _check_actor(acts, meaning, words)
    if "side" in specs and "side" not in asked and meaning.acting:
        asked |= _side_of(meaning.acting, player, things)
    supposing = words.supposing.get(meaning.verb, {})
    facts = {name: acts.facts.get(value, value) if acts is not None else value for name, value in supposing.items()}
    numbers = {"dice", "odds"} & set(meaning.wants) or "told" in meaning.facts
    supposed = {"supposing": facts} if facts and numbers else None
    if facts and meaning.verb not in words.wants.get("dice", ()):
        # it is about that phase, whichever is now
        asked |= {"supposing": facts}
    targets: list[str | None] = [None]
    if acts is not None and "at" in specs and specs["at"].piece is not None and "at" not in asked:
        targets = [thing.id for thing in things if thing.player != acts.player]
    for target in targets:
        ask = asked if target is None else {**asked, "at": target}
        also = {"ask": {**ask, **supposed}} if supposed is not None else None
        yield Layout({"ask": ask}, {}, further, also, target is not None)


def _check_facts(meaning: Meaning, things: Sequence[Thing]) -> None:
    """Raise Open where a reading says what no question about things takes, or what is not so of any of them."""
    strange = {name for name in meaning.facts if not name.startswith(ALSO)}
    strange -= {*_AGAIN, *_HOLDS, *_FURTHER, "carried", "further", "does"}
    if strange:
        raise Open(MORE)
    for name in _HOLDS:
        if name in meaning.facts and not any(_fits(thing, name, meaning.facts[name]) for thing in things):
            raise Open(f"this is not {meaning.facts[name]}")


def _known(
    meaning: Meaning, specs: Mapping[str, FieldSpec], things: Sequence[Thing], player: str | None
) -> dict[int, Thing]:
    """Return the thing that each mention names, by the identity of the mention; raises Open."""
    actor = meaning.fields.get(meaning.verb)
    known: dict[int, Thing] = {}
    for one in meaning.things:
        enemy = any(one is value and specs[name].piece == "enemy" for name, value in meaning.fields.items())
        known[id(one)] = _found(one, things, player, enemy, known.get(id(actor)))
    if len({thing.id for thing in known.values()}) < len(known):
        raise Open("two that are named are one and the same here")
    _check_owners(meaning.things, known)
    return known


def _check_idle(meaning: Meaning) -> None:
    """Raise Open where something is named that no field or fact of the question takes."""
    used = {id(one) for value in meaning.fields.values() for one in (value if isinstance(value, list) else [value])}
    used |= {id(one) for one in (*meaning.facts.get("carried", ()), *meaning.facts.values())}
    idle = [one for one in meaning.things if id(one) not in used]
    if idle:
        raise Open(f"what {idle[0].name} has to do with it is not said")


def _check_actor(acts: Thing, meaning: Meaning, words: Words) -> None:
    """Raise Open where the one who acts is not where the verb needs it, or never does that."""
    stands = words.stands.get(meaning.verb)
    if stands is not None and (acts.facts.get("hex") is not None) != stands:
        raise Open(f"{acts.id} {'is not on the map' if stands else 'is on the map already'}")
    if wrong := acts.facts.get("never", {}).get(meaning.facts.get("does", meaning.verb)):
        raise Open(wrong)


def _check_owners(mentions: Sequence[Mention], known: Mapping[int, Thing]) -> None:
    """Raise Open where a text says `my` of what belongs to two players, or `his` of what is of the same one."""
    mine, theirs = (
        {known[id(one)].player for one in mentions if one.facts.get("whose") == whose} for whose in ("mine", "theirs")
    )
    if len(mine) > 1 or mine & theirs or (mine and len(theirs) > 1):
        raise Open("it says of two players that they are one, or of one that they are two; leave out whose they are")


def _side_of(acting: frozenset[str], player: str | None, things: Sequence[Thing]) -> dict[str, str]:
    """Return the side in a battle of those who act, named or seen by a player, as a field; raises Open."""
    named = acting - {"mine", "theirs"}
    if player is None and not named:
        if "theirs" in acting:
            raise Open("who is meant is not said")
        return {}
    own = next(iter(named), player)
    other = not named and "theirs" in acting
    sides = {side for thing in things if (side := thing.facts.get("side")) and (thing.player == own) != other}
    if len(sides) != 1 and named:
        raise Open(f"{own} has no side in this battle")
    return {"side": sides.pop()} if len(sides) == 1 else {}


def _found(one: Mention, things: Sequence[Thing], player: str | None, enemy: bool, actor: Thing | None) -> Thing:
    """Return the one thing that a mention means; raises Open."""
    facts = {name: value for name, value in one.facts.items() if name != "whose"}
    whose = one.facts.get("whose")
    fitting = [thing for thing in things if all(_fits(thing, name, value) for name, value in facts.items())]
    owner = player or (actor.player if actor is not None and whose == "theirs" else None)
    if whose == "own" and actor is not None:
        fitting = [thing for thing in fitting if thing.player == actor.player]
    elif whose is not None and owner is not None:
        fitting = [thing for thing in fitting if (thing.player == owner) == (whose in ("mine", "own"))]
    if len(fitting) > 1 and enemy and whose is None and actor is not None:
        fitting = [thing for thing in fitting if thing.player != actor.player]
    if not fitting:
        raise Open(f"there is no such {one.name} here")
    if len(fitting) > 1:
        raise Open(f"{one.name} may be {listed([thing.id for thing in fitting], 'or')}; name one")
    return fitting[0]


def _fits(thing: Thing, name: str, value: Any) -> bool:
    return value == thing.id if name == "id" else bool(thing.facts.get(name) == value)
