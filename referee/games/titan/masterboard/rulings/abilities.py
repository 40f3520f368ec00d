"""Abilities on the Masterboard: which a legion has, and when and at what it may use one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.core.documents import nearest
from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.rules.rows import Fact, holds, wanted_said

from ...carriers import Carrying
from ...rows import BoardAbility
from ..effects import full, placed
from ..legion import Legion
from ..position import MasterboardPosition
from ..state import LaidState
from .judge import in_engagement, own_objections, turn_objections
from .rows import carriers_for, laid_by, land_facts, legion_facts


class Held(NamedTuple):
    """An ability that a legion has, by its name, what carries it, and the character that is shown for it, if any."""

    name: str
    ability: BoardAbility
    carrier: Carrying
    shown: str | None


class Use(NamedTuple):
    """An ability used by a legion at a Land, and at a legion if it is used at one."""

    held: Held
    user: Legion
    land: str
    target: Legion | None

    def laid(self, position: MasterboardPosition) -> LaidState | None:
        """Return the effect that it lays, where it comes to lie; None if it lays none."""
        name = self.held.ability.lays
        if name is None:
            return None
        return placed(position, name, self.land, self.target, self.user, self.held.shown)


def abilities_of(position: MasterboardPosition, legion: Legion) -> list[Held]:
    """Return what a legion may use, as far as it is known what it holds; a name may stand for several characters."""
    if not position.rules.board_abilities:
        return []
    return [
        Held(name, ability, carrier, character)
        for carrier, _, character in carriers_for(position, legion, {"here": legion.land}, all_members=True)
        for name, ability in carrier.table.board_abilities.items()
    ]


def held_by(position: MasterboardPosition, legion: Legion, name: str, shown: str | None) -> Held | Objection:
    """Return the ability of a legion by its name, shown by a character; else the objection to it."""
    known = abilities_of(position, legion)
    named = [one for one in known if one.name == name]
    if not named:
        if legion.contents is None:
            return Objection(f"what {position.named(legion)} holds is not known here", (), "by")
        names = list(dict.fromkeys(one.name for one in known))
        has = f"; it has {listed(names, 'and')}" if names else ""
        return Objection(f"{position.named(legion)} has no ability '{name}'{nearest(name, names) or has}", (), "use")
    if shown is not None:
        found = next((one for one in named if one.shown == shown), None)
        able = [one.shown for one in named if one.shown is not None]
        who = f"; {listed(able)} is" if able else ""
        cites = named[0].ability.cites
        return found or Objection(f"'{shown}' is not shown for {named[0].ability.title}{who}", cites, "show")
    if named[0].shown is not None and len(named) > 1 and all(one.shown is not None for one in named):
        who = listed([one.shown for one in named if one.shown is not None])
        return Objection(f"name the character to show, in 'show': {who}", named[0].ability.cites)
    return next((one for one in named if one.shown is None), named[0])


def user_objections(position: MasterboardPosition, player: str, user: Legion, held: Held) -> list[Objection]:
    """Return why a player may not use an ability of a legion now, whatever it is used at."""
    ability = held.ability
    stage = next((one for one in ability.phases if one == position.stage), ability.phases[0])
    out = turn_objections(position, player, stage, f"using {ability.title}")
    out = out or own_objections(position, player, user, "by")
    if not position.may_use(user, held.name, uses := ability.uses):
        times = "once" if uses.times == 1 else f"{uses.times} times"
        time = "Game-Turn" if uses.per == "turn" else uses.per
        message = (
            f"{position.counted(user, uses.per)} has used {ability.title} {times} in this {time}, as often as it may"
        )
        out.append(Objection(message, ability.cites, "use"))
    return out


def uses_of(position: MasterboardPosition, player: str, user: Legion) -> Iterator[Use]:
    """Yield every way in which a legion may use an ability now."""
    for held in abilities_of(position, user):
        if not user_objections(position, player, user, held):
            for use in _candidates(position, held, user):
                if not target_objections(position, use):
                    yield use


def _candidates(position: MasterboardPosition, held: Held, user: Legion) -> Iterator[Use]:
    near = position.graph.within(user.land, held.ability.range[1] - 1)
    match held.ability.at:
        case "land":
            yield from (Use(held, user, land, None) for land in near)
        case "legion":
            yield from (Use(held, user, one.land, one) for one in position.legions.values() if one.land in near)
        case "own_legion":
            yield Use(held, user, user.land, user)
        case _:
            yield Use(held, user, user.land, None)


def target_objections(position: MasterboardPosition, use: Use) -> list[Objection]:
    """Return every objection to what an ability is used at: how far it is, its conditions, and what lies there."""
    ability, (least, most) = use.held.ability, use.held.ability.range
    if ability.at in ("land", "legion"):
        distance = distance_of(position, use)
        if not least <= distance <= most:
            reaches = f"{least}" if least == most else f"{least} to {most}"
            where = position.graph.titled(use.land)
            message = f"the range to {where} is {distance} Lands, both ends counted; {ability.title} reaches {reaches}"
            return [Objection(message, ability.cites, "at" if ability.at == "land" else "on")]
    if lacking := _lacking(position, use):
        return [Objection(f"{ability.title} needs {listed(lacking, 'and')}", ability.cites)]
    laid = use.laid(position)
    why = full(position, laid) if laid is not None else ""
    return [Objection(f"{ability.title}: {why}", ability.cites, "use")] if why else []


def distance_of(position: MasterboardPosition, use: Use) -> int:
    """Return the range of an ability in Lands, from border to border, both ends counted."""
    steps = range(len(position.graph.lands))
    return next(one for one in steps if use.land in position.graph.within(use.user.land, one)) + 1


def _lacking(position: MasterboardPosition, use: Use) -> list[str]:
    """Return the conditions of an ability that do not hold, in words."""
    rules, ability, user = position.rules, use.held.ability, use.user
    facts: dict[str, Fact] = {
        **legion_facts(position, user),
        **land_facts(position, use.land, "to_"),
        **laid_by(use.held.carrier, user),
        "phase": position.stage,
        "moved": user.moved,
        "engaged": in_engagement(position, user),
    }
    if ability.at in ("land", "legion") and "range" in ability.when:
        facts["range"] = distance_of(position, use)
    if use.target is not None:
        facts["target"] = "own" if use.target.player == user.player else "other"
    if list(rules.ruled([ability], facts)):
        return []
    known = {**rules.options, **facts}
    wrong = [name for name, wanted in ability.when.items() if not holds(((name, wanted),), known)]
    return [f"{name} {wanted_said(ability.when[name])}" for name in wrong]
