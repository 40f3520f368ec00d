"""The questions of Titan, each with the orders it is about."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from asked import Asked, Tried, allowed

from referee.core.documents.plain import builtins
from referee.games.titan.battle.position import BattlePosition
from referee.games.titan.magic.gates import open_legions
from referee.games.titan.masterboard.rulings.mustering import recruits

SIDES = ["left", "right", "bottom"]
# the questions that ask about orders, and those that no order is about
BOUND = {"strike", "rangestrike", "use", "reach", "enter", "travel", "muster", "value", "acquire", "overfull"}
BOUND |= {"cast", "undo", "shift", "draw"}
BOUND |= {"carry", "locked", "must_strike", "summon", "reinforce", "teleport", "flee", "concede"}
FREE = {"standing", "harm", "invoke", "sees", "time_loss", "titan_slain"}


def questions(state: Any, position: Any, chance: Random) -> Iterator[Asked]:
    """Yield what may be asked of a state about orders."""
    battle: BattlePosition | None = position if isinstance(position, BattlePosition) else position.battle
    if battle is not None:
        yield from _battle(battle, chance)
    if not isinstance(position, BattlePosition):
        if battle is not None:
            for legion in position.legions.values():
                order = {"summon": "angel", "from": legion.id}
                yield Asked(order, allowed(battle.players[0], order))
        yield from _masterboard(position, chance)


def _some(chance: Random, things: Any, most: int) -> list[Any]:
    listed = list(things)
    return chance.sample(listed, min(len(listed), most))


def _battle(position: BattlePosition, chance: Random) -> Iterator[Asked]:
    pieces = list(position.fight.pieces.values())
    labels = list(position.fight.board.index)
    yield from _late(position)
    for piece in pieces:
        player = position.player(piece.side)
        near = [*position.fight.enemies_beside(piece), *position.fight.shots(piece)]
        for target in {p.id: p for p in [*near, *_some(chance, pieces, 3)]}.values():
            for verb in ("strike", "rangestrike"):
                order = {verb: piece.id, "at": target.id}
                yield Asked(order, allowed(player, order))
            for name, _ in position.rules.abilities:
                order = {"use": name, "by": piece.id, "at": target.id}
                yield Asked(order, allowed(player, order))
            order = {"strike": piece.id, "at": target.id}
            yield Asked(order, _carries(player, order, target.remaining))
            for other in _some(chance, near, 2):
                yield Asked(
                    {"carry": piece.id, "from": target.id, "to": other.id},
                    _carried(player, order, target.remaining, other.id),
                )
        yield Asked({"locked": piece.id}, _locked(player, piece, labels))
        yield Asked({"must_strike": piece.id}, _owed(player, piece, pieces))
        for name, ability in position.rules.abilities:
            at = {"at": chance.choice(labels)} if ability.at == "hex" else {}
            order = {"use": name, "by": piece.id, **at}
            yield Asked(order, allowed(player, order))
        for verb, given in (("reach", "move"), ("enter", "enter")):
            yield Asked({verb: piece.id}, _hexes(player, given, piece.id, _some(chance, labels, 12)))
            if (verb == "enter") == (piece.hex < 0):
                to = chance.choice(labels)
                yield Asked({verb: piece.id, "to": to}, allowed(player, {given: piece.id, "to": to}))


def _late(position: BattlePosition) -> Iterator[Asked]:
    """Yield what may be asked about those who join the battle late, and about conceding it."""
    attacker, defender = position.players
    for able in position.may_summon:
        order = {"summon": able.character, "from": able.legion}
        yield Asked(order, allowed(attacker, order))
    for name in dict.fromkeys([*position.may_muster, "ogre", "warlock"]):
        yield Asked({"reinforce": name}, allowed(defender, {"muster": name}))
    for side, player in (("attacker", attacker), ("defender", defender)):
        if position.alone:
            yield Asked({"concede": side}, allowed(player, {"concede": "battle"}))


def _carried(player: str, order: dict[str, Any], left: int, to: str) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        # where nothing can be left over, an order may name a carry that is idle
        if answer.get("dice", left + 1) > left:
            yield Tried(answer["allowed"], player, [{**order, "carry": [to]}])
            for way in answer.get("ways", []):
                said = {"number": way["strike_number"]} | ({"forgo": True} if way.get("forgo") else {})
                yield Tried(True, player, [{**order, **said, "carry": [to]}])

    return tried


def _locked(player: str, piece: Any, labels: list[str]) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        if answer["locked"]:
            yield Tried(False, player, [{"move": piece.id, "to": label} for label in labels])

    return tried


def _owed(player: str, piece: Any, pieces: list[Any]) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        enemies = [other.id for other in pieces if other.side != piece.side]
        yield Tried(bool(answer["must"]), player, [{"strike": piece.id, "at": ident} for ident in enemies])
        for ident in enemies:
            yield Tried(ident in answer["targets"], player, [{"strike": piece.id, "at": ident}])

    return tried


def spell_questions(position: Any, chance: Random) -> Iterator[Asked]:
    """Yield what may be asked about Spells of a position under rules that have them."""
    battle: BattlePosition | None = position if isinstance(position, BattlePosition) else position.battle
    if battle is not None:
        yield from _spells(battle, chance)
        return
    for legion in position.legions.values():
        yield Asked({"draw": legion.id, "for": "terrain"}, _draws(legion.player, [row.id for row in legion.magi]))
    now = position.engagement
    if now is not None and now.gains is not None and not now.gains.gives_back:
        won = position.legions[now.gains.legion]
        yield Asked({"draw": won.id, "for": "victory"}, _victory_draw(won.player, won.id))


def _spells(position: BattlePosition, chance: Random) -> Iterator[Asked]:
    pieces, labels = list(position.fight.pieces.values()), list(position.fight.board.labels)
    rows = [str(row.id) for row in position.spells]
    words = [*position.fight.pieces, *labels, *rows, "storm"]
    for piece in pieces:
        player = position.player(piece.side)
        for spell in dict.fromkeys(piece.held or ()):
            # without its legion, a Gateway is asked about for its place alone
            known = position.rules.spells[position.rules.spell_types.get(spell)]
            gates = [*open_legions(position, piece.side), "nobody"] if known.connects else []
            for at in _some(chance, words, 20):
                order = {"cast": piece.id, "spell": spell, "at": at}
                order |= {"gate": chance.choice(gates)} if known.connects else {}
                yield Asked(order, allowed(player, order))
        for able in position.may_muster_by if piece.id in {one.by for one in position.may_muster_by} else ():
            for counter in {*(piece.held or ()), able.spell}:
                order = {"cast": piece.id, "spell": counter, "at": able.character, "to": chance.choice(labels)}
                yield Asked(order, allowed(player, order))
        brought = [one.id for one in pieces if one.by is not None]
        for word in [*rows, *brought, *_some(chance, position.fight.pieces, 1)]:
            order = {"undo": piece.id, "spell": word}
            yield Asked(order, allowed(player, order))
        for row in rows:
            for label in _some(chance, labels, 3):
                order = {"shift": row, "by": piece.id, "to": label}
                yield Asked(order, allowed(player, order))


def _draws(player: str, magi: list[str]) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        for mage in magi:
            yield Tried(mage in answer["draws"], player, [{"draw": mage}])

    return tried


def _victory_draw(player: str, ident: str) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        yield Tried(bool(answer["count"]), player, [{"victory-draw": ident}])

    return tried


def _carries(player: str, order: dict[str, Any], remaining: int) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        for option in answer.get("options", []):
            if option["dice"] <= remaining:
                # a carry may be named, and nothing can be left over for it
                continue
            said = {"number": option["strike_number"]} if option["strike_number"] <= 6 else {}
            said |= {"forgo": True} if option.get("forgo") else {}
            for other in {*answer["refused"], *option["carry"]}:
                if answer["refused"].get(other, {"needs": 1})["needs"] is not None:
                    yield Tried(other in option["carry"], player, [{**order, **said, "carry": [other]}])

    return tried


def _hexes(player: str, verb: str, ident: str, labels: list[str]) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        for label in dict.fromkeys([*answer["hexes"][:6], *labels]):
            yield Tried(label in answer["hexes"], player, [{verb: ident, "to": label}])

    return tried


def _masterboard(position: Any, chance: Random) -> Iterator[Asked]:
    characters = list(position.rules.characters)
    now, own = position.engagement, position.own(position.mover)
    engaged = (
        [position.legions[x] for x in (now.attacker, now.defender) if x in position.legions] if now is not None else []
    )
    others = _some(chance, position.legions.values(), 2)
    for legion in {x.id: x for x in [*engaged, *_some(chance, own, 4), *others]}.values():
        player, ident = legion.player, legion.id
        if position.roll is not None or position.stage != "movement":
            yield Asked({"travel": ident}, _travel(position, legion, chance))
        yield Asked({"muster": ident}, _muster(position, legion))
        land = int(legion.land) if legion.land.isdigit() else legion.land
        yield Asked({"value": ident}, _flees(player, land))
        yield Asked({"flee": ident}, allowed(player, {"flee": land}))
        if position.battle is None and legion in engaged:
            yield Asked({"concede": ident}, allowed(player, {"concede": "engagement"}))
        if position.roll is not None:
            for to in _some(chance, position.graph.lands, 3):
                yield Asked({"teleport": ident, "to": to}, _jumps(legion, to))
            yield Asked({"teleport": ident}, _jumps_anywhere(legion, _some(chance, position.graph.lands, 5)))
        gains = now.gains if now is not None else None
        if gains is None or gains.player != player or gains.legion == ident:
            # the order names no legion
            yield Asked({"acquire": ident}, _acquire(player, _some(chance, characters, 3)))
        yield Asked({"overfull": ident}, _reduce(player, ident))


def _jumps(legion: Any, to: str) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        yield Tried(answer["allowed"], legion.player, _teleports(legion, to))

    return tried


def _jumps_anywhere(legion: Any, lands: list[str]) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        for to in lands:
            yield Tried(to in answer["to"], legion.player, _teleports(legion, to))

    return tried


def _teleports(legion: Any, to: str) -> list[dict[str, Any]]:
    kinds = list(dict.fromkeys(legion.contents or ["titan"]))
    order = {"teleport": legion.id, "to": int(to) if to.isdigit() else to}
    return [{**order, "show": kind, **side} for kind in kinds for side in ({}, *({"side": one} for one in SIDES))]


def _travel(position: Any, legion: Any, chance: Random) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        ways, jumps = answer["destinations"], answer["teleports"]
        lands = [*_some(chance, ways, 4), *_some(chance, jumps, 3), *_some(chance, position.graph.lands, 3)]
        kinds = list(dict.fromkeys(legion.contents or ["titan"]))
        for land in dict.fromkeys(lands):
            to = int(land) if land.isdigit() else land
            for side in _some(chance, SIDES, 2):
                order = {"move": legion.id, "to": to, "side": side}
                yield Tried(side in ways.get(land, []), legion.player, [order])
                jump = {"teleport": legion.id, "to": to}
                orders = [{**jump, "show": kind, "side": side} for kind in kinds]
                yield Tried(side in jumps.get(land, []), legion.player, orders)
            orders = [{**jump, "show": kind} for kind in kinds]
            free = land in jumps and not jumps[land]
            yield Tried(free or len(jumps.get(land, [])) == 1, legion.player, orders)

    return tried


def _muster(position: Any, legion: Any) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        terrain = position.graph.lands[legion.land].terrain
        could = recruits(position.rules, terrain, [*(legion.contents or ()), "ogre", "ogre"])
        for name, ways in could.items():
            for way in ways:
                told = [way[0], len(way)] if way else []
                order = {"muster": name, "in": legion.id, "show": list(way)}
                yield Tried(told in answer["recruits"].get(name, []), legion.player, [order])

    return tried


def _flees(player: str, land: Any) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        yield Tried(bool(answer["may_flee"]), player, [{"flee": land}])

    return tried


def _acquire(player: str, names: list[str]) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        due = {name for row in answer["multiples"].values() for name in row} if answer["room"] else set()
        for name in {*names, *due}:
            yield Tried(name in due, player, [{"acquire": [name]}])

    return tried


def _reduce(player: str, ident: str) -> Any:
    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        yield Tried(bool(answer["removed"]), player, [{"reduce": ident}])

    return tried


def fuzzed(state: Any, chance: Random) -> dict[str, Any]:
    """Return a state as a document with a little of what it says of phases and of who has done what turned over."""
    value: dict[str, Any] = builtins(state)
    battle, board = value.get("battle"), value.get("masterboard")
    things = [*(battle or {}).get("pieces", []), *((board or {}).get("legions", []) if battle is None else [])]
    for thing in _some(chance, things, chance.choice([1, 3, len(things)])):
        flags = ["moved", "struck"] if "character" in thing else ["moved", "mustered"]
        flag = chance.choice(flags)
        thing[flag] = not thing.get(flag, False)
        if flag == "mustered" and chance.random() < 0.5:
            thing["origin"] = thing["land"]
    if battle is not None and chance.random() < 0.5:
        battle["phase"] = chance.choice(["maneuver", "strike"])
        battle["active"] = chance.choice(["attacker", "defender"])
        battle["round"] = chance.choice([1, 2, 4])
        battle.pop("striking", None)
        if battle["phase"] == "strike" and chance.random() < 0.5:
            battle["striking"] = chance.choice(["attacker", "defender"])
    if board is not None and battle is not None:
        # the Masterboard says who may come, whatever the battle says
        battle["may_summon"], battle["may_muster"] = [], []
        if any(piece["side"] == "defender" for piece in battle.get("slain", ())):
            battle["summons"] = "open"
            board["summoned"] = chance.random() < 0.3
        for piece in battle["pieces"]:
            piece["struck"] = False
        battle |= {"phase": "maneuver", "active": chance.choice(["attacker", "defender"]), "round": 4}
        battle.pop("striking", None)
    if board is not None and battle is None and board.get("engagement") is None:
        board["teleport_used"] = chance.random() < 0.3
        if chance.random() < 0.5:
            board["phase"] = chance.choice(["movement", "movement", "engagement", "enlistment"])
            board["roll"] = chance.choice([*range(1, 7), 6])
            board["mover"] = chance.choice(board["players"])
    return value
