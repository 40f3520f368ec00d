"""Abilities: who has which, when and at whom it may be used, and what its roll is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import msgspec

from referee.core.documents import nearest
from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, Facts, holds, ledger, wanted_said

from ...carriers import Carrying
from ...profiles import Profile
from ...rows import Ability, TitanRow
from ...sections import GivenFacts
from ..board import Board, bits
from ..effects import Hexside, full, place_effect
from ..pieces import OFF, Piece
from ..position import BattlePosition
from ..state import EffectState
from .costs import BARRED
from .judge import moved_objection, own_objections, turn_objections
from .lines import blocking
from .places import cannot_shift, hexsides, nearer, own_laid
from .rangestrikes import crossed, no_rangestriker, paths
from .rows import counted_once, further_rows, own_rows
from .strikes import RollRuling, dice_ledger, hit_changes, number_ledgers


class Held(NamedTuple):
    """An ability that a piece has, by its name, and what carries it."""

    name: str
    ability: Ability
    carrier: Carrying


class Use(NamedTuple):
    """An ability used by a piece at another piece, at a hex or at the hexside `side`, of which `hex` is the nearer hex.

    `piece` is None where it is used at nobody. `shifted` is the effect that it moves there.
    """

    held: Held
    user: Piece
    piece: Piece | None
    hex: int
    side: Hexside | None = None
    shifted: EffectState | None = None


class Aimed(NamedTuple):
    """The path of an ability, the hexes between, with its roll; no roll where nothing is rolled."""

    path: tuple[int, ...]
    roll: RollRuling | None


def abilities_of(position: BattlePosition, piece: Piece) -> dict[str, Held]:
    """Return the abilities of a piece by name: of itself and its class, of its hex, of what is laid on it, of all."""
    if not position.rules.abilities:
        return {}
    board = position.fight.board
    here = board.borne[piece.hex] if piece.hex != OFF else ()
    out: dict[str, Held] = {}
    for carrier in (*piece.profile.carriers, *here, *board.around):
        for name, ability in carrier.table.abilities.items():
            out.setdefault(name, Held(name, ability, carrier))
    return out


def able_pieces(position: BattlePosition) -> list[Piece]:
    """Return the pieces of the side that orders now which may use an ability on something."""
    if position.over:
        return []
    return [piece for piece in position.fight.of(position.ordering) if any(uses_of(position, piece))]


def uses_of(position: BattlePosition, piece: Piece) -> Iterator[tuple[Use, Aimed]]:
    """Yield every way in which a piece may use an ability now."""
    player = position.player(piece.side)
    for held in abilities_of(position, piece).values():
        if user_objections(position, player, piece, held):
            continue
        for use in _candidates(position, held, piece):
            found = aim(position, use)
            if isinstance(found, Aimed):
                yield use, found


def _candidates(position: BattlePosition, held: Held, user: Piece) -> Iterator[Use]:
    board = position.fight.board
    if held.ability.at in ("self", "none"):
        yield Use(held, user, user if held.ability.at == "self" else None, user.hex)
        return
    shifted = own_laid(position, user, held.ability.shifts) if held.ability.shifts is not None else [None]
    for h in bits(board.within(user.hex, held.ability.range[1] - 1)):
        piece = position.fight.at[h]
        for effect in shifted:
            if held.ability.at == "hex":
                yield Use(held, user, None, h, None, effect)
            elif held.ability.at == "hexside":
                for side in hexsides(position, held.ability, h):
                    if nearer(position, user, side) == h:
                        yield Use(held, user, None, h, side, effect)
            elif piece is not None:
                yield Use(held, user, piece, h, None, effect)


def held_by(position: BattlePosition, user: Piece, name: str) -> Held | Objection:
    """Return the ability of a piece by its name, or the objection that it has none such."""
    known = abilities_of(position, user)
    if name in known:
        return known[name]
    has = f"; it has {listed(list(known), 'and')}" if known else ""
    return Objection(f"{position.named(user)} has no ability '{name}'{nearest(name, known) or has}", (), "use")


def user_objections(position: BattlePosition, player: str, user: Piece, held: Held) -> list[Objection]:
    """Return why a player may not use an ability of a piece now, whatever it is used at."""
    ability, cite, fight = held.ability, position.rules.cite, position.fight
    out = turn_objections(position, player, ability.phase, f"using {ability.title}")
    if out:
        return out
    out = own_objections(position, player, user, "by")
    if user.hex == OFF:
        return [*out, Objection(f"{position.named(user)} is not on the map", ability.cites, "by")]
    name = position.named(user)
    if ability.instead_of in ("strike", "rangestrike") and user.struck:
        out.append(Objection(f"{name} has struck in this phase already", cite("one_strike"), "by"))
    if ability.instead_of == "move" and user.moved:
        out.append(moved_objection(position, user, "by"))
    if ability.instead_of == "rangestrike":
        if not user.profile.rangestrikes:
            instead = f"; {ability.title} takes the place of a rangestrike"
            out.append(no_rangestriker(fight.board, user.profile, instead, ability.cites))
        if fight.active != user.side:
            out.append(Objection("only the player who has just maneuvered rangestrikes", cite("ranged_mover_only")))
        if fight.engaged(user):
            beside = fight.enemies_beside(user)
            names = ", ".join(position.named(p) for p in beside)
            message = f"{name} is in contact with {names}; {ability.title} takes the place of a rangestrike"
            out.append(Objection(message, (*cite("in_contact"), *ability.cites), None, tuple(p.id for p in beside)))
    counted, uses = position.counted(user, ability.uses.per), ability.uses
    if position.uses_of(user, held.name, uses.per) >= uses.times:
        times = "once" if uses.times == 1 else f"{uses.times} times"
        who = name if counted == user.id else f"the legion of {name}" if uses.per == "turn" else counted
        message = f"{who} has used {ability.title} {times} in this {_TIMES[uses.per]}, as often as it may"
        out.append(Objection(message, ability.cites, "use"))
    return out


_TIMES = {"phase": "phase", "round": "round", "battle": "battle", "turn": "Game-Turn", "game": "game"}


def aim(position: BattlePosition, use: Use) -> Aimed | list[Objection]:
    """Return the path and the roll of an ability at its target, or every objection to that target."""
    ability, fight = use.held.ability, position.fight
    out = _wrong_target(position, use)
    if out:
        return out
    lacking = _lacking(position, use)
    if lacking:
        message = f"{ability.title} needs {listed(lacking, 'and')}"
        about = tuple(p.id for p in (use.user, use.piece) if p is not None)
        return [Objection(message, ability.cites, None, about)]
    if why := _cannot_lie(position, use):
        return [Objection(f"{ability.title}: {why}", ability.cites, "at")]
    if ability.sends == "there" and (why := _cannot_go(position, use)):
        return [Objection(f"{ability.title}: {why}", (*ability.cites, *position.rules.cite("occupied")), "at")]
    board, target = fight.board, use.piece
    found = paths(board, use.user.hex, use.hex) if ability.line and use.hex != use.user.hex else [()]
    given: GivenFacts = ()
    if target is not None:
        given = fight.given("modifiers", striker=use.user, target=target)
        given += fight.given("sight", striker=use.user, target=target)
    elif ability.line or ability.roll:
        given = fight.given("modifiers", striker=use.user) + fight.given("sight", striker=use.user)
    open_ = []
    for path in found:
        blocked = _blocked(position, use, path, given) if ability.line else []
        out += blocked
        if not blocked:
            open_.append(path)
    if not open_:
        return out
    if not ability.roll:
        return Aimed(min(open_), None)
    aimed = [Aimed(path, roll_of(board, use, path, given)) for path in open_]
    return min(aimed, key=lambda one: (one.roll.number if one.roll is not None else 0, one.path))


def _wrong_target(position: BattlePosition, use: Use) -> list[Objection]:
    """Return why an ability is not used at such a target at all: whose it is, that it is slain, how far it is."""
    ability, piece, cite = use.held.ability, use.piece, position.rules.cite
    if ability.at in ("self", "none"):
        return []
    if piece is not None:
        friend = piece.side == use.user.side
        if (ability.at == "friend") != friend:
            side = "an enemy" if ability.at == "enemy" else "a friend"
            message = f"{position.named(piece)} is no {side.split()[1]}; {ability.title} is used at {side}"
            return [Objection(message, ability.cites, "at")]
        if piece.hex == OFF:
            return [Objection(f"{piece.id} is not on the map", ability.cites, "at")]
        if piece.slain:
            return [Objection(f"{position.named(piece)} is slain already", cite("slain_target"), "at", (piece.id,))]
        immune = piece.profile.immune and "rangestrikes_lords" not in use.user.profile.traits
        if ability.roll == "rangestrike" and immune:
            message = f"{piece.profile.named} is immune to the rangestrike of {use.user.profile.named}"
            return [Objection(message, cite("immune"), "at")]
    least, most = ability.range
    distance = position.fight.board.steps(use.user.hex, use.hex) + 1
    if not least <= distance <= most:
        reaches = f"{least}" if least == most else f"{least} to {most}"
        message = f"the range is {distance} hexes, both ends counted; {ability.title} reaches {reaches}"
        return [Objection(message, ability.cites, "at")]
    return []


def _facts(position: BattlePosition, use: Use) -> tuple[Facts, dict[str, Profile]]:
    fight, section = position.fight, position.rules.sections["abilities"]
    pieces = {"user": use.user} | ({"target": use.piece} if use.piece is not None else {})
    people = {role: piece.profile for role, piece in pieces.items()}
    facts: dict[str, Fact] = {"active": use.user.side == fight.active, **section.facts(people)}
    if use.held.ability.at not in ("self", "none"):
        facts["range"] = fight.board.steps(use.user.hex, use.hex) + 1
    return {**facts, **dict(fight.given("abilities", **pieces))}, people


def _lacking(position: BattlePosition, use: Use) -> list[str]:
    """Return the conditions of an ability that do not hold, in words; the options they turn on are noted."""
    rules, ability, carrier = position.rules, use.held.ability, use.held.carrier
    facts, people = _facts(position, use)
    facts = rules.sections["abilities"].facts_on(carrier, facts, people)
    if list(rules.ruled([ability], facts)):
        return []
    known = {**rules.options, **facts}
    wrong = [name for name, wanted in ability.when.items() if not holds(((name, wanted),), known)]
    return [f"{name} {wanted_said(ability.when[name])}" for name in wrong]


def _cannot_lie(position: BattlePosition, use: Use) -> str:
    """Return why the effect of an ability cannot be laid there, or an empty string."""
    name, ability = use.held.ability.lays, use.held.ability
    if use.shifted is not None:
        target = place_effect(position, use.shifted.effect, use.piece, use.hex, use.user.id, use.side)
        why = cannot_shift(position, use.user, ability, use.shifted, target)
        if why or name is None:
            return why
    if name is None:
        return ""
    effect = place_effect(position, name, use.piece or _standing_for(use), use.hex, use.user.id, use.side)
    if effect is None:
        return f"nobody is there on whom {position.rules.effects[name].title} could lie"
    return full(position, effect)


def _cannot_go(position: BattlePosition, use: Use) -> str:
    """Return why the user cannot be on the hex to which an ability sends it, or an empty string."""
    fight, label = position.fight, position.fight.board.labels[use.hex]
    if fight.occupied >> use.hex & 1:
        return f"{label} is occupied"
    if fight.moves(use.user).into[use.hex] >= BARRED:
        return f"{use.user.profile.named} cannot enter {label}"
    return ""


def _standing_for(use: Use) -> Piece | None:
    """Return whose legion an effect lies on that is used at nobody: the user's own."""
    return use.user if use.held.ability.at == "none" else None


def _blocked(position: BattlePosition, use: Use, path: tuple[int, ...], given: GivenFacts) -> list[Objection]:
    """Return what blocks one path of an ability."""
    user = use.user.profile
    whole = (use.user.hex, *path, use.hex) if use.hex != use.user.hex else (use.hex,)
    people = {"striker": user} | ({"target": use.piece.profile} if use.piece is not None else {})
    return blocking(position, people, whole, given, "rangestrike", user.unhindered)


def roll_of(board: Board, use: Use, path: tuple[int, ...], given: GivenFacts) -> RollRuling:
    """Return the roll of an ability along a path: its own changes are collected with the rows of the moment."""
    held, user, target = use.held, use.user, use.piece
    whole = (user.hex, *path, use.hex)
    people = {"striker": user.profile} | ({"target": target.profile} if target is not None else {})
    numbers = tuple(profile.number for profile in people.values())
    key = ("ability", held.name, held.ability, *numbers, board.grounds[whole], given)
    return board.rules.remember(key, lambda: _rule(board, held, people, whole, given))


def _rule(
    board: Board, held: Held, people: dict[str, Profile], whole: tuple[int, ...], given: GivenFacts
) -> RollRuling:
    rules, ability = board.rules, held.ability
    section, striker, target = rules.sections["modifiers"], people["striker"], people.get("target")
    facts: dict[str, Fact] = {"roll": ability.roll, "ability": held.name, "unhindered": striker.unhindered}
    if ability.roll != "strike":
        facts |= {"range": board.steps(whole[0], whole[-1]) + 1, **crossed(board, whole)}
    facts |= {**section.facts(people), **dict(given)}
    rows: list[TitanRow] = []
    for h in whole:
        where = "striker" if h == whole[0] else "target" if h == whole[-1] else "between"
        rows += rules.rows_on(section, board.borne[h], {**facts, "at": where}, people)
    for pair in pairwise(whole):
        for carrier, crossing in board.sides.get(pair, ()):
            rows += rules.rows_on(section, (carrier,), {**facts, "crossing": crossing}, people)
    if ability.roll == "rangestrike":
        rows += rules.ruled(rules.combat.rangestrikes.modifiers.values(), facts)
    rows += further_rows(board, section, facts, people)
    rows.append(_own_row(ability))
    cite = rules.cite("range_strength" if ability.roll == "rangestrike" else "dice")
    printed = striker.printed("Power", cite)
    strength = rules.combat.rangestrikes.strength if ability.roll == "rangestrike" else None
    own = own_rows(board, section, facts, people)
    dice = dice_ledger(board, [printed, *striker.changes["power"]], counted_once(rows, section), facts, own, strength)
    number, ledgers = number_ledgers(board, striker, target, rows, facts)
    return RollRuling(dice.total, number.total, (dice, *ledgers), hit_changes(counted_once(rows, section), facts))


def _own_row(ability: Ability) -> TitanRow:
    """Return the changes that an ability makes to its own roll, as a row among the others."""
    return TitanRow(
        cite=ability.cite,
        why=ability.why or ability.title,
        layer=ability.layer,
        dice=ability.dice,
        skill=ability.skill,
        target_skill=ability.target_skill,
        number=ability.number,
    )


def fixed(position: BattlePosition, use: Use, quantity: str) -> Ledger:
    """Return the ledger of the hits or heals that an ability does without a roll."""
    ability = use.held.ability
    facts, _ = _facts(position, use)
    row = msgspec.structs.replace(ability, why=ability.why or ability.title)
    least = Entry("at_least", 0, "no fewer than none", ability.cites)
    return ledger(quantity, (), [row], facts, least=least, shown="healed" if quantity == "heals" else None)
