"""The questions of Battalions, each with the orders it is about."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from asked import Asked, Tried

from referee import api, games
from referee.core.adjudication.legal import legal_rows
from referee.core.documents.plain import builtins
from referee.games.battalions.position import BattalionsPosition

# the questions that ask about orders, and those that no order is about
BOUND = {"attack", "turn", "move", "join", "retreat"}
FREE = {"army", "placement"}


def questions(state: Any, position: BattalionsPosition, chance: Random) -> Iterator[Asked]:
    """Yield what may be asked of a state about orders."""
    for battalion in position.theatre.battalions.values():
        combat = position.theatre.combat_of(battalion)
        for unit in battalion.present if combat is not None and not combat.ended else ():
            for name, command in position.rules.commands.items():
                order: dict[str, Any] = {"command": name, "battalion": battalion.id}
                if command.moves is not None:
                    order["number"] = position.rules.number("min_number")
                yield Asked({"attack": unit.id, "command": name}, _commanded(battalion.player, order))
            yield Asked({"retreat": unit.id}, _retreated(battalion.player, battalion.id))
        yield from _ordered(battalion, position, combat, chance)


def _ordered(battalion: Any, position: BattalionsPosition, combat: Any, chance: Random) -> Iterator[Asked]:
    """Yield what may be asked of a battalion as a whole: its command with those of all others, and its moves."""
    commands = position.rules.commands
    if (
        combat is not None
        and not combat.ended
        and battalion.present
        and all(u.at for b in combat.fighting for u in b.present)
    ):
        name = chance.choice(list(commands))
        holds = commands[name].holds
        order = {"command": name, "battalion": battalion.id, **({} if holds else {"number": 2})}
        others = {b.id: "advance 1" for b in combat.fighting if b is not battalion}
        others = {} if any(position.routed(b) for b in combat.fighting if b is not battalion) else others
        if others:
            said = name if holds else f"{name} 2"
            yield Asked({"turn": {battalion.id: said, **others}}, _commanded(battalion.player, order))
    if battalion.field is not None:
        path = [chance.choice("NESW") for _ in range(chance.randrange(1, 3))]
        moved = {"path": path, "battalion": battalion.id}
        yield Asked({"move": battalion.id, "path": path}, _commanded(battalion.player, moved))
        yield Asked({"join": battalion.id}, _joined(battalion.player, battalion.id))


def _retreated(player: str, battalion: str) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        for way in answer["ways"]:
            for name in way["commands"]:
                yield Tried(True, player, [{"command": name, "battalion": battalion, "number": way["spaces"]}])

    return tried


def _joined(player: str, battalion: str) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        for row in (*answer["joins"], *answer["attacks"]):
            yield Tried(True, player, [{"path": row["path"], "battalion": battalion}])
        yield Tried("because" not in answer, player, [{"path": [], "battalion": battalion}])

    return tried


def _commanded(player: str, order: dict[str, Any]) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        yield Tried("because" not in answer, player, [order])

    return tried


def played(chance: Random) -> Iterator[Any]:
    """Yield the states of a skirmish in which everybody is commanded at random."""
    game, ruleset = games.load("battalions")
    options = {"leader_loss": chance.choice(["rout", "none"])}
    size = chance.choice([(3, 3), (4, 2)])
    value = builtins(game.new(game.parameters(field_size=size, units=3, options=options), ruleset))
    for _ in range(8):
        session = api.open_session(api.document_of(value, "state"))
        yield session.state
        rows = legal_rows(game, game.open(session.state, session.rules))
        sheets = []
        for player in value["players"] if rows else ():
            homes = [b["id"] for b in value["battalions"] if b["player"] == player]
            row = chance.choice([row for row in rows if row.get("battalion") in homes and "command" in row])
            order = {key: given for key, given in row.items() if key != "told"}
            sheets.append({"format": 1, "ruleset": "battalions", "player": player, "orders": [order]})
        outcome = api.adjudicate(value, sheets) if sheets else {}
        if "state" not in outcome:
            return
        value = builtins(outcome["state"])


def fuzzed(state: Any, chance: Random) -> dict[str, Any]:
    """Return a state as a document with a little of what it says of phases and of who has done what turned over."""
    value: dict[str, Any] = builtins(state)
    for combat in value["combats"]:
        combat["hold_banned"] = bool(combat.get("turn")) and chance.random() < 0.5
    for battalion in value["battalions"]:
        leader = next(unit for unit in value["units"] if unit["id"] == battalion.get("leader"))
        if chance.random() < 0.4:
            leader["status"] = "destroyed"
    if chance.random() < 0.4:
        value |= {"mode": "overworld", "round": 1, "phase": chance.choice(["move", "combat"])}
    return value
