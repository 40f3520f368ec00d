"""Checks of the events and abilities of the Masterboard beyond their types: what can never happen or never lie."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Path

from ..carriers import Effect
from ..rows import BoardAbility, BoardEventRow, EntryRow, Uses
from ..rules import TitanRules
from .laid import PLACES

Found = Iterator[tuple[Path, str]]
# the range of a neighbour, both ends counted
_BESIDE = (2, 2)


def of_event(row: BoardEventRow, rules: TitanRules) -> Found:
    """Yield what is wrong with a row of an event."""
    if "event" not in row.when:
        yield (), "names no 'event', so it would happen at every moment; add when: {event: turn_ends} or another"
    yield from _of_uses(row.uses)
    yield from _of_laying(row.lays, row.ends, "row", rules)


def of_ability(ability: BoardAbility, rules: TitanRules) -> Found:
    """Yield what is wrong with an ability."""
    if not ability.phases or len({*ability.phases}) < len(ability.phases):
        yield ("phase",), "names no phase" if not ability.phases else "names a phase twice"
    yield from _of_uses(ability.uses)
    if ability.range[0] > ability.range[1]:
        yield ("range",), "the least is given first: range: [1, 3]"
    elif ability.range != _BESIDE and ability.at not in ("land", "legion"):
        yield ("range",), f"nothing is aimed at: the ability is used at: {ability.at}; leave it out"
    if ability.per is not None or ability.layer is not None:
        yield ("per" if ability.per is not None else "layer",), "an ability of the Masterboard counts nothing"
    if ability.forbid:
        yield ("forbid",), "an ability forbids nothing; lay an effect that does"
    for fact, wanted in (("range", ("land", "legion")), ("target", ("legion", "own_legion"))):
        if fact in ability.when and ability.at not in wanted:
            yield ("when", fact), f"is never known: the ability is used at: {ability.at}"
    if not ability.lays and not ability.ends:
        yield (), "does nothing: add lays or ends"
    for field, names in (("lays", [ability.lays]), ("ends", ability.ends)):
        for number, name in enumerate(names):
            if said := _no_place(name, ability, rules):
                yield (field, number) if field == "ends" else (field,), said
    yield from _of_laying(ability.lays, ability.ends, "ability", rules)


def of_entry(row: EntryRow) -> Found:
    """Yield what is wrong with a row that stops moves."""
    if row.stops and row.forbid:
        yield ("stops",), "nobody is stopped in a Land that cannot be entered; leave 'stops' or 'forbid' out"
    elif row.stops and row.when.get("manner", "through") not in ("through", ["through"]):
        yield ("stops",), "a move that ends in a Land is not stopped there; write when: {manner: through}"


def of_effect(effect: Effect) -> Found:
    """Yield what is wrong with how long an effect lasts, where that is counted in Game-Turns."""
    until = effect.lasts.until
    if until is not None and until.removeprefix("own_").startswith("turn_") and effect.lies not in PLACES:
        said = f"a battle has no Game-Turns, and the effect lies on a {effect.lies}; name a moment of a battle"
        yield ("lasts", "until"), said


def _no_place(name: str | None, ability: BoardAbility, rules: TitanRules) -> str:
    """Return why an effect cannot lie where an ability is used, or an empty string."""
    lies = rules.effects[name].lies if name in rules.effects else "game"
    if lies == "legion" and ability.at == "land":
        return f"{name} lies on a legion, and the ability is used at a Land; write at: legion"
    if lies in ("land", "legion") and ability.at == "none":
        return f"{name} lies on a {lies}, and the ability is used at nothing; write at: own_{lies} or at: {lies}"
    return ""


def _of_uses(uses: Uses | None) -> Found:
    """Yield a count for a time that the Masterboard does not have."""
    if uses is not None and uses.per in ("round", "battle"):
        said = f"there is no {uses.per} on the Masterboard; write per: phase, per: turn or per: game"
        yield ("uses", "per"), said


def _of_laying(lays: str | None, ends: list[str], what: str, rules: TitanRules) -> Found:
    """Yield which effects cannot lie on the Masterboard."""
    for path, name in ((("lays",), lays), *((("ends", number), one) for number, one in enumerate(ends))):
        if name in rules.effects and rules.effects[name].lies not in PLACES:
            lies = rules.effects[name].lies
            yield (
                path,
                f"{name} lies on a {lies}, not on the Masterboard; there a Land, a legion or the game can have it",
            )
    if lays is not None and lays in ends:
        yield ("ends",), f"the {what} lays and ends {lays}"
