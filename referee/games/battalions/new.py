"""New games: a skirmish of two battalions, or armies on an over-world."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta

from referee.core.documents import Problem, Unreadable, builtins
from referee.core.notation.field_specs import Name
from referee.core.rules.index import OptionValue
from referee.core.rules.rulesets import Ruleset

from .board.grid import too_large, within
from .rules import compile_rules
from .rulings.army import fitted, offences
from .state import (
    BattalionState,
    BoardState,
    CombatState,
    Count,
    Direction,
    MemberState,
    Mode,
    Place,
    Size,
    State,
    UnitState,
)
from .tables import Body, Start

# what a situation has no need of
_NOT_LAID = ("format", "ruleset", "game", "step", "points")
# the way each player faces from their edge of the board
_FACING: tuple[Direction, ...] = ("E", "W", "N", "S")


class Parameters(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a new game is made of; the ruleset's table `start` holds the defaults.

    `fields` and `field_size` are width and height; `battalions` and `units` are the numbers for each
    player and for each battalion, its leader counted. `options` are the options that the game is played with.
    """

    game: Name = "battalions"
    mode: Mode | None = None
    players: Annotated[list[Name], Meta(min_length=2, max_length=4)] | None = None
    points: Count | None = None
    fields: tuple[Size, Size] | None = None
    field_size: tuple[Size, Size] | None = None
    battalions: Annotated[int, Meta(ge=1, le=20)] | None = None
    units: Annotated[int, Meta(ge=1, le=200)] | None = None
    options: dict[str, OptionValue | None] = {}


def new(chosen: Parameters, ruleset: Ruleset) -> State:
    """Return a game before its first turn; raises Unreadable where the request is impossible."""
    try:
        rules = compile_rules(ruleset, chosen.options)
    except ValueError as error:
        raise _refusal([str(error)]) from None
    start = ruleset.typed("start", Start)
    mode = chosen.mode or start.mode
    players = chosen.players or start.players
    fields = chosen.fields or start.fields[mode]
    size = chosen.field_size or start.field_size
    battalions = chosen.battalions or start.battalions[mode]
    points = start.points if chosen.points is None else chosen.points
    count = chosen.units or start.units
    wrong = []
    if len(set(players)) < len(players):
        wrong.append("the players need different names")
    if mode == "skirmish" and (len(players) != 2 or battalions != 1):
        wrong.append("a skirmish is fought by two players with one battalion each")
    if mode == "skirmish" and fields[0] * fields[1] < 2:
        wrong.append("a skirmish needs two Fields beside each other")
    if large := too_large(fields, size):
        wrong.append(large)
    if count > size[0] * size[1]:
        wrong.append(f"{count} units do not fit into a Field of {size[0]} x {size[1]} Spaces")
    if wrong:
        raise _refusal(wrong)
    state = State(
        format=1,
        ruleset=ruleset.name,
        game=chosen.game,
        step=0,
        mode=mode,
        options=chosen.options,
        points=points,
        board=BoardState(fields=fields, field_size=size),
        players=list(players),
    )
    leader, unit = fitted(rules, start.leader, start.unit, alone=count == 1)
    taken: set[Place] = set()
    for index, player in enumerate(players):
        for number in range(1, battalions + 1):
            field, facing = _beginning(mode, index, fields, taken)
            taken.add(field)
            name = f"{player}-{number}"
            state.battalions.append(
                BattalionState(id=name, player=player, field=field, facing=facing, leader=f"{name}.1")
            )
            bodies = [leader, *[unit] * (count - 1)]
            for place, (body, space) in enumerate(zip(bodies, _spaces(field, size, facing), strict=False), 1):
                state.units.append(_unit(f"{name}.{place}", name, body, space))
    if mode == "skirmish":
        members = [MemberState(id=b.id, joined_at=0, from_=b.field) for b in state.battalions if b.field is not None]
        used = [member.from_ for member in members]
        state.combats.append(CombatState(id="k1", turn=0, hold_banned=False, used=used, battalions=members))
    else:
        state = msgspec.structs.replace(state, round=1, phase="move", to_move=players[0])
    found = offences(state, rules)
    if found:
        raise _refusal(dict.fromkeys(offence.objection.message for offence in found))
    return state


def blanks(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """Return the smallest situation of each mode: a battalion of one unit for each player."""
    modes: tuple[Mode, ...] = get_args(Mode)
    games = {mode: builtins(new(Parameters(mode=mode, units=1), ruleset)) for mode in modes}
    for unit in games["overworld"]["units"]:
        # where they stand is asked for once there is a combat
        del unit["at"]
    return {
        mode: {key: one for key, one in game.items() if key not in _NOT_LAID and one not in (None, {})}
        for mode, game in games.items()
    }


def _refusal(messages: list[str] | dict[str, None]) -> Unreadable:
    return Unreadable([Problem("", 0, 0, "", message) for message in messages])


def _beginning(mode: Mode, index: int, fields: Place, taken: set[Place]) -> tuple[Place, Direction]:
    """Return the Field in which a player's next battalion begins, along the player's edge from its middle."""
    if mode == "skirmish":
        across = fields[0] > 1
        first: Direction = "E" if across else "N"
        second: Direction = "W" if across else "S"
        return ((0, 0), first) if index == 0 else ((1, 0) if across else (0, 1), second)
    facing = _FACING[index]
    for deep in range(max(fields)):
        for along in _middle_out(fields[1] if facing in "EW" else fields[0]):
            place = _on_edge(facing, deep, along, fields)
            if within(place, fields) and place not in taken:
                return place, facing
    raise _refusal(["the board has not enough Fields for so many battalions"])


def _on_edge(facing: Direction, deep: int, along: int, fields: Place) -> Place:
    return {
        "E": (deep, along),
        "W": (fields[0] - 1 - deep, along),
        "N": (along, deep),
        "S": (along, fields[1] - 1 - deep),
    }[facing]


def _middle_out(length: int) -> Iterator[int]:
    return iter(sorted(range(length), key=lambda n: (abs(2 * n - length + 1), n)))


def _spaces(field: Place, size: Place, facing: Direction) -> Iterator[Place]:
    """Yield the Spaces of a Field rank by rank from the middle one back, each rank from its middle outward."""
    deep, wide = size if facing in "EW" else (size[1], size[0])
    ranks = [*range(deep // 2, deep), *range(deep // 2 - 1, -1, -1)] if deep > 1 else [0]
    for rank in ranks:
        for along in _middle_out(wide):
            # a rank counts from the front edge of the Field, which lies where the battalion faces
            ahead = deep - 1 - rank if facing in "EN" else rank
            x, y = (ahead, along) if facing in "EW" else (along, ahead)
            yield field[0] * size[0] + x, field[1] * size[1] + y


def _unit(ident: str, battalion: str, body: Body, space: Place) -> UnitState:
    return UnitState(id=ident, battalion=battalion, s=body.s, d=body.d, i=body.i, c=body.c, at=space)
