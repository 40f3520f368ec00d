"""Crowded tables: elements of both armies in contact, behind and beside each other, at edges, hills and woods."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from hordes_play import GAME, RULESET

from referee.core.game.state_reading import faults
from referee.games.hordes.field.battlefield import Field
from referee.games.hordes.field.geometry import Base, along
from referee.games.hordes.field.ground import outline
from referee.games.hordes.field.placing import attack_base
from referee.games.hordes.rulings.combat_facts import pairs
from referee.games.hordes.state import State

RULES = GAME.compile(RULESET, {})
KINDS = [name for name, kind in RULES.kinds.items() if not kind.fixed]
PHASES = ("movement", "long_range", "close_combat")


def crowded(seed: int, phase: str = "close_combat", options: dict[str, Any] | None = None) -> State:
    """Return a readable state of a crowded table, in close combat with every fight due."""
    rng = Random(seed)
    value: dict[str, Any] = {
        "format": 1,
        "ruleset": "hordes",
        "options": options or {},
        "game": "crowd",
        "turn": rng.randint(1, 9),
        "active": rng.choice(["red", "blue"]),
        "phase": phase,
        "pips": rng.randint(0, 6),
        "board": {"width": 2400, "height": 2400, "edges": {"red": "south", "blue": "north"}},
        "armies": {"red": {"start_ap": 200}, "blue": {"start_ap": 200}},
        "elements": [],
        "terrain": _terrain(rng),
    }
    if rng.random() < 0.3:
        value["strongholds"] = [{"id": "keep", "army": "blue", "polygon": [[0, 0], [300, 0], [300, 200], [0, 200]]}]
    facing = rng.choice([0, 90, 180, 270, rng.uniform(0, 360)])
    spot = rng.choice([80, 160, 400, 1200, 2240, 2300]), rng.choice([80, 120, 400, 1200, 2240, 2320])
    _add(value, rng, "red", Base(*spot, facing, 160, 80))
    for _ in range(rng.randint(2, 9)):
        if value["elements"]:
            (_before_somebody if phase == "long_range" else _beside_somebody)(value, rng)
    if len({e["army"] for e in value["elements"]}) < 2:
        return crowded(seed + 1_000_003, phase, options)
    for army in ("red", "blue"):
        if rng.random() < 0.4:
            led = [e for e in value["elements"] if e["army"] == army and _may_lead(e["type"])]
            if led:
                value["armies"][army]["general"] = rng.choice(led)["id"]
    state = msgspec.convert(value, State)
    fights = [(a.id, b.id) for a, b in pairs(Field(state, RULES))]
    if phase == "close_combat":
        state.memory = msgspec.convert({"fights": fights, "attacks": [f for f in fights if rng.random() < 0.4]}, Any)
        state = msgspec.convert(msgspec.to_builtins(state), State)
    return state


def unreadable(state: State, rules: Any = RULES) -> list[str]:
    """Return why a written state could not be read again."""
    again = msgspec.convert(msgspec.to_builtins(state), State)
    return [message for _, message in faults(GAME, again, rules, True)]


def _may_lead(name: str) -> bool:
    return name not in RULES.table.army.general_forbidden


def _terrain(rng: Random) -> list[dict[str, Any]]:
    out = []
    for number in range(rng.choice([0, 0, 1, 2])):
        x, y = rng.uniform(0, 2000), rng.uniform(0, 2000)
        square = [[x, y], [x + 400, y], [x + 400, y + 300], [x, y + 300]]
        out.append(
            {"id": f"f{number}", "kind": rng.choice(["wood", "rough", "lake", "town", "hill"]), "polygon": square}
        )
    return out


def _add(value: dict[str, Any], rng: Random, army: str, base: Base, kinds: list[str] = KINDS) -> None:
    name = rng.choice(kinds)
    depth = RULES.depth(RULES.kinds[name])
    told: dict[str, Any] = {"type": name, "army": army, "id": f"{army[0]}{len(value['elements']) + 1}"}
    if base.width != 160:
        told["width"] = base.width
    place = Base(*base.front, base.facing, base.width, depth).rounded()
    state = msgspec.convert(value, State)
    field = Field(state, RULES)
    if field.ground.inside_board(outline(place)) and not field.overlaps_any(place, set()):
        (x, y), facing = place.front, place.facing
        value["elements"].append(told | {"x": x, "y": y, "facing": facing})


def _before_somebody(value: dict[str, Any], rng: Random) -> None:
    """Add an element at some distance before another, most likely one that shoots or bespells."""
    field = Field(msgspec.convert(value, State), RULES)
    other = rng.choice(field.standing())
    base = other.base
    spot = along(
        along(base.front, base.ahead, rng.choice([60, 150, 200, 400])), base.right, rng.choice([0, 0, 40, 160])
    )
    army = "blue" if (other.army == "red") == (rng.random() < 0.8) else "red"
    kinds = rng.choice([KINDS, ["shooter"], ["shooter", "artillery"], ["magician", "shooter"]])
    _add(value, rng, army, Base(*spot, base.facing + 180, 160, 80), kinds)


def _beside_somebody(value: dict[str, Any], rng: Random) -> None:
    """Add an element against another: an enemy on one of its edges, a friend behind or beside it."""
    field = Field(msgspec.convert(value, State), RULES)
    other = rng.choice(field.standing())
    base, army = other.base, other.army
    width = rng.choice([160, 160, 160, 80])
    mine = Base(*base.front, base.facing, width, 80)
    how = rng.choice(
        ["front", "front", "left", "right", "rear", "behind", "behind", "behind", "behind", "beside", "overlap"]
    )
    foe = "blue" if army == "red" else "red"
    if how in ("front", "left", "right", "rear"):
        _add(value, rng, foe, attack_base(mine, base, how, rng.choice([None, "left", "right"])))  # type: ignore[arg-type]
    elif how == "behind":
        gap = rng.choice([0, 0, 0, 30, 100])
        facing = base.facing + rng.choice([0, 0, 0, 180, 90])
        spot = along(base.rear, base.ahead, -gap - (0 if facing == base.facing else 160))
        _add(value, rng, army, Base(*along(spot, base.right, rng.choice([0, 0, 40, -80])), facing, width, 80))
    elif how == "beside":
        _add(value, rng, army, Base(*along(base.front, base.right, rng.choice([160, -160])), base.facing, 160, 80))
    else:
        _add(value, rng, foe, Base(*along(base.front, base.right, rng.choice([160, -160])), base.facing + 180, 160, 80))
