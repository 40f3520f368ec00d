"""The state of a new battle."""

from __future__ import annotations

from random import Random
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.core.documents import Unreadable
from referee.core.notation.field_specs import Name
from referee.core.rules.rulesets import Ruleset

from .rules import compile_rules
from .state import ArmyState, BoardState, ElementState, Feature, State, StrongholdState
from .tables import Start

_SIZE = Meta(ge=1000, le=20_000)
# how far apart the armies of a game at random may stand, in paces
_GAPS = (300, 450, 700)


class Parameters(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a new battle is made of; the armies and the terrain stand in the ruleset's table `start`."""

    game: Name = "battle"
    first: Name | None = None
    second: Name | None = None
    begins: Literal["first", "second"] = "first"
    width: Annotated[int, _SIZE] | Annotated[float, _SIZE] | None = None
    height: Annotated[int, _SIZE] | Annotated[float, _SIZE] | None = None


def new(chosen: Parameters, ruleset: Ruleset) -> State:
    """Return the state before the first PIP roll; raises Unreadable where the armies would share a name."""
    rules = compile_rules(ruleset, {})
    start = ruleset.typed("start", Start)
    names = [chosen.first or start.armies[0].name, chosen.second or start.armies[1].name]
    if names[0] == names[1]:
        raise Unreadable.of("", "the two armies need different names")
    armies: dict[str, ArmyState] = {}
    elements: list[ElementState] = []
    strongholds: list[StrongholdState] = []
    edges = {}
    for name, army in zip(names, start.armies, strict=True):
        ids: list[str] = []
        general = None
        for told in army.elements:
            ident = f"{name[0]}{len(ids) + 1}" if names[0][0] != names[1][0] else f"{name}-{len(ids) + 1}"
            ids.append(ident)
            general = ident if told.general else general
            pose = told.pose
            elements.append(
                ElementState(
                    id=ident,
                    army=name,
                    type=told.type,
                    status="off_board" if pose is None else "on_board",
                    x=pose.x if pose else None,
                    y=pose.y if pose else None,
                    facing=pose.facing if pose else None,
                )
            )
        worth = sum(rules.kinds[told.type].row.ap or 0 for told in army.elements)
        armies[name] = ArmyState(general=general, start_ap=worth)
        edges[name] = army.edge
        strongholds.append(StrongholdState(id=f"keep-{name}", army=name, polygon=army.stronghold))
    size = rules.table.board
    board = BoardState(width=chosen.width or size.width, height=chosen.height or size.height, edges=edges)
    return State(
        format=1,
        ruleset=ruleset.name,
        game=chosen.game,
        step=0,
        turn=1,
        active=names[0 if chosen.begins == "first" else 1],
        phase="pips",
        board=board,
        terrain=[Feature(id=ident, **msgspec.structs.asdict(row)) for ident, row in start.terrain.items()],
        strongholds=strongholds,
        armies=armies,
        elements=elements,
    )


def trial(ruleset: Ruleset, chance: Random) -> State:
    """Return a new battle of which the second army has come nearer, so that games at random soon meet the rows."""
    state = new(Parameters(game="trial"), ruleset)
    first, second = state.armies or {}
    front = {
        army: [one.y for one in state.elements if one.army == army and one.y is not None] for army in (first, second)
    }
    if front[first] and front[second]:
        nearer = min(front[second]) - max(front[first]) - chance.choice(_GAPS)
        for one in state.elements:
            if one.army == second and one.y is not None:
                one.y -= max(nearer, 0)
    return state
