"""The state of a game: its types are its schema."""

from typing import Annotated

import msgspec

from referee.core.documents.problems import nearest
from referee.core.game import state
from referee.core.game.game import Fault, StateProblems
from referee.core.notation.field_specs import FEW, Name
from referee.core.rules.rulesets import Ruleset

from .board import Rules, Units


class Unit(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit: its kind is unknown in a view of the enemy until it is `seen`."""

    id: Name
    player: Name
    kind: str | None = None
    hex: str
    hits: Annotated[int, msgspec.Meta(ge=0)] = 0
    seen: bool = False
    moved: bool = False
    attacked: bool = False


class Raid(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The players in the order of their turns, the number of the turn, and the units that are left."""

    players: Annotated[list[Name], msgspec.Meta(min_length=2, max_length=2)] = msgspec.field(
        default_factory=lambda: ["red", "blue"]
    )
    turn: Annotated[int, msgspec.Meta(ge=1)] = 1
    units: Annotated[list[Unit], FEW] = []


class State(state.State, kw_only=True):
    """The state of a game: its heading, and the raid."""

    raid: Raid


class Parameters(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What `referee new` takes: the name of the game."""

    game: str = "raid"


def new(given: Parameters, ruleset: Ruleset) -> State:
    """Return a new game, with the units on their hexes."""
    start = ruleset.typed("units", Units).start
    units = [
        Unit(id=f"{player}-{number}", player=player, kind=kind, hex=name)
        for player, placed in start.items()
        for number, (name, kind) in enumerate(placed.items(), 1)
    ]
    raid = Raid(players=list(start), units=units)
    return State(format=1, ruleset=ruleset.name, game=given.game, step=0, raid=raid)


def view(state: State, player: str) -> State:
    """Return what a player sees: the kinds of the own units, and of the enemy's that were seen (HR 5)."""
    units = [
        unit if unit.player == player or unit.seen else msgspec.structs.replace(unit, kind=None)
        for unit in state.raid.units
    ]
    return msgspec.structs.replace(state, view=player, raid=msgspec.structs.replace(state.raid, units=units))


def unknown(state: State, rules: Rules) -> StateProblems:
    """Return the words of a state that are in no table."""
    out: StateProblems = []
    for number, unit in enumerate(state.raid.units):
        if unit.hex not in rules.hexes:
            out.append((("raid", "units", number, "hex"), f"'{unit.hex}' is no hex of the map"))
        if unit.kind is not None and unit.kind not in rules.units.units:
            out.append(
                (("raid", "units", number, "kind"), f"'{unit.kind}' is no unit{nearest(unit.kind, rules.units.units)}")
            )
    return out


def validate(state: State, rules: Rules, playing: bool) -> StateProblems:
    """Return what is wrong with a state: unknown words, two units that are one, strangers, and missing kinds."""
    out = unknown(state, rules)
    for number, unit in enumerate(state.raid.units):
        if unit.id in [other.id for other in state.raid.units[:number]]:
            out.append((("raid", "units", number, "id"), f"'{unit.id}' is there already"))
        if unit.player not in state.raid.players:
            out.append((("raid", "units", number, "player"), f"'{unit.player}' is no player"))
        if unit.kind is None and (state.view in (None, unit.player) or unit.seen):
            out.append((("raid", "units", number), f"the kind of {unit.id} is missing; only a view hides the enemy's"))
    return out


def impossible(state: State, rules: Rules) -> list[Fault]:
    """Return what the rules make impossible in a state."""
    out = []
    for number, unit in enumerate(state.raid.units):
        path = ("raid", "units", number)
        ground = rules.grounds[rules.hexes[unit.hex]]
        if ground.cost is None:
            out.append(Fault((*path, "hex"), f"nobody enters {unit.hex}, a {ground.title} (HR 2)"))
        if unit.hex in [other.hex for other in state.raid.units[:number]]:
            out.append(Fault((*path, "hex"), f"another unit is on {unit.hex} (HR 2)"))
        if unit.kind is not None and unit.hits >= (steps := rules.units.units[unit.kind].steps):
            out.append(Fault((*path, "hits"), f"with {steps} hits {unit.id} is lost (HR 6)"))
    return out
