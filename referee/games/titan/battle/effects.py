"""Effects as they are laid, renewed and ended: where one lies, how long it lasts, and what falls with its source."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..carriers import Effect
from ..sides import SIDES
from .control import Grip, grips
from .pieces import OFF, Piece
from .position import BattlePosition
from .state import MOST_EFFECTS, EffectState

Noted = tuple[list[Change], list[str]]


# the two hexes of a hexside, the high one first
Hexside = tuple[int, int]


def place_effect(
    position: BattlePosition, name: str, piece: Piece | None, hex_: int, by: str | None, side: Hexside | None = None
) -> EffectState | None:
    """Return an effect where it comes to lie, by what it lies on: a hex, a hexside, a piece, its legion, or everywhere.

    None where there is no such place: nobody stands there, the piece is not on the map, or no hexside is meant.
    """
    table = position.rules.effects[name]
    lies = table.lies
    if table.control is not None and (piece is None or piece.hex == OFF):
        return None
    if lies == "hex":
        return EffectState(effect=name, hex=position.fight.board.labels[hex_], by=by) if hex_ != OFF else None
    if lies == "hexside":
        return EffectState(effect=name, hexside=hexside_name(position, side), by=by) if side is not None else None
    if lies == "piece":
        return EffectState(effect=name, piece=piece.id, by=by) if piece is not None else None
    if lies == "legion":
        return EffectState(effect=name, side=SIDES[piece.side], by=by) if piece is not None else None
    return EffectState(effect=name, by=by)


def hexside_of(position: BattlePosition, crossed: Sequence[int]) -> Hexside | None:
    """Return the hexside between a hex that was left and one entered; None where they are no neighbours.

    The higher hex comes first, of two alike the one that was left.
    """
    board = position.fight.board
    if len(crossed) != 2 or OFF in crossed or crossed[1] not in board.neighbours[crossed[0]]:
        return None
    left, entered = crossed
    return (left, entered) if board.elevation[left] >= board.elevation[entered] else (entered, left)


def hexside_name(position: BattlePosition, side: Hexside) -> str:
    """Return a hexside as documents write it: high>low."""
    return ">".join(position.fight.board.labels[h] for h in side)


def place_of(effect: EffectState) -> tuple[str | None, ...]:
    """Return an effect with what it lies on, without who laid it and how long it lasts.

    A hexside is the same place whichever of its hexes is the high one.
    """
    between = effect.hexside and ">".join(sorted(effect.hexside.split(">")))
    return effect.effect, effect.hex, between, effect.piece, effect.side


def same_place(one: EffectState, other: EffectState) -> bool:
    """Return whether two are the same effect on the same place, no matter who laid them."""
    return place_of(one) == place_of(other)


def at(position: BattlePosition, event: str) -> tuple[str | int, ...]:
    """Return a moment of the battle as a value to compare: an event in its phase."""
    fight = position.fight
    return event, fight.round, fight.striking_phase, fight.active


def effect_key(position: BattlePosition, effect: EffectState) -> tuple[str | int, ...] | None:
    """Return the moment at which rows laid an effect last, as far as these orders have done it."""
    return position.laid.get(place_of(effect))


def where(position: BattlePosition, effect: EffectState) -> str:
    """Return in words where an effect lies: on C3, on lion-1, on the attacker's legion, everywhere."""
    if effect.side is not None:
        return f"on the {effect.side}'s legion"
    place = effect.hex or effect.hexside or effect.piece
    return f"on {place}" if place is not None else "everywhere"


def describe_effect(position: BattlePosition, effect: EffectState) -> str:
    """Return an effect in words: where it lies, who laid it, and when it ends."""
    table = _table(position, effect)
    by = f", laid by {effect.by}" if effect.by is not None else ""
    lasts = table.lasts
    left = effect.left or lasts.times
    ends = (
        f", until {_ENDINGS[lasts.until]}{f' for the {_ordinal(left)} time' if left > 1 else ''}" if lasts.until else ""
    )
    while_ = f", while {effect.by} {lasts.while_.removeprefix('source_')}" if lasts.while_ and effect.by else ""
    return f"{table.title} {where(position, effect)}{by}{ends}{while_}"


_ENDINGS = {
    "maneuver_begins": "a Maneuver Phase begins",
    "own_maneuver_begins": "the Maneuver Phase of its side begins",
    "maneuver_ends": "the Maneuver Phase ends",
    "own_maneuver_ends": "the Maneuver Phase of its side ends",
    "strike_begins": "a Strike Phase begins",
    "own_strike_begins": "the Strike Phase of its side begins",
    "strike_ends": "the Strike Phase ends",
    "own_strike_ends": "the Strike Phase of its side ends",
    "round_begins": "a round begins",
    "round_ends": "the round ends",
}


def _ordinal(number: int) -> str:
    """Return a number as an ordinal in figures: 2nd, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def full(position: BattlePosition, effect: EffectState, moved: EffectState | None = None) -> str:
    """Return why an effect cannot be laid beside those that lie, or ""; `moved` would lie there instead."""
    if why := _crowded(position, effect, moved):
        return why
    lying = [other for other in position.effects if other is not moved]
    if any(same_place(effect, other) for other in lying):
        return "" if moved is None else f"{position.rules.effects[effect.effect].title} lies there already"
    table, place = position.rules.effects[effect.effect], place_of(effect)[1:]
    for other in lying if table.group is not None else ():
        one = position.rules.effects[other.effect]
        if one.group == table.group and place_of(other)[1:] == place:
            return f"{one.title} lies there already, and of {table.group} one lies in a place"
    number = sum(other.effect == effect.effect for other in lying)
    if table.most is not None and number >= table.most:
        return f"{table.title} lies {number} times already, and {table.most} is the most"
    if len(lying) >= MOST_EFFECTS:
        return f"{MOST_EFFECTS} effects lie in this battle, and no more may"
    return ""


def _crowded(position: BattlePosition, effect: EffectState, moved: EffectState | None) -> str:
    """Return that the legion which would take control of a piece has no room for it, or an empty string (LoT 4.1)."""
    piece, by = position.fight.pieces.get(effect.piece or ""), position.laid_by(effect.by)
    if _table(position, effect).control is None or piece is None:
        return ""
    if by is None:
        return "nobody lays it, whose side could control it"
    side, most = SIDES.index(by), position.rules.combat.legion_most
    left = moved.piece if moved is not None else None
    holding = [one for one in position.fight.holding(side) if one.id != left or one.owner == side]
    if piece in holding or len(holding) < most:
        return ""
    return f"the {by}'s legion has {most} living characters, and controlled ones count"


def lay(position: BattlePosition, effect: EffectState) -> Noted:
    """Lay an effect, or renew it where it lies already; return the change, or a note why it cannot be laid."""
    if why := full(position, effect):
        return [], [f"{position.rules.effects[effect.effect].title} is not laid: {why}"]
    others = [other for other in position.effects if not same_place(effect, other)]
    renewed = len(others) < len(position.effects)
    turned = change_effects(position, [*others, effect])
    place = where(position, effect)
    says = f"{'lies longer' if renewed else 'now lies'} {place}"
    return [Change(effect.effect, "effect", place if renewed else None, place, says), *turned], []


def shift(position: BattlePosition, effect: EffectState, target: EffectState) -> list[Change]:
    """Move an effect to another place, where it lasts as long as it would have; return the changes."""
    was, now = where(position, effect), where(position, target)
    moved = replace(effect, hex=target.hex, hexside=target.hexside, piece=target.piece)
    turned = change_effects(position, [moved if one is effect else one for one in position.effects])
    return [Change(effect.effect, "effect", was, now, f"now lies {now}, no longer {was}"), *turned]


def end(position: BattlePosition, ended: Sequence[EffectState]) -> list[Change]:
    """End effects; return the changes."""
    turned = change_effects(position, [effect for effect in position.effects if effect not in ended])
    gone = [Change(e.effect, "effect", where(position, e), None, f"no longer lies {where(position, e)}") for e in ended]
    return [*gone, *turned]


def change_effects(
    position: BattlePosition, effects: list[EffectState], released: Collection[str] = ()
) -> list[Change]:
    """Change what is laid; return the changes of those who fight for another side by it, or for their owner again."""
    if not position.rules.controlling:
        position.set_effects(effects)
        return []
    return turned_by(position, lambda: position.set_effects(effects, released))


def turned_by(position: BattlePosition, change: Callable[[], None]) -> list[Change]:
    """Make a change of what is laid; return the changes of those who change sides by it."""
    pieces = position.fight.pieces.values()
    before = {piece.id: piece.side for piece in pieces}
    change()
    return [
        Change(piece.id, "side", SIDES[was], SIDES[piece.side], f"fights for {position.player(piece.side)}")
        for piece in pieces
        if (was := before[piece.id]) != piece.side
    ]


def end_named(
    position: BattlePosition, names: Iterable[str], piece: Piece | None, hex_: int, side: Hexside | None = None
) -> list[Change]:
    """End effects of these names where they would be laid for a piece, a hex or a hexside."""
    places = [found for name in names if (found := place_effect(position, name, piece, hex_, None, side)) is not None]
    return end(position, [e for e in position.effects if any(same_place(e, place) for place in places)])


def expire(position: BattlePosition, recorder: Recorder, moment: str) -> None:
    """End the effects that last until this moment; where it is to come more often, it is counted."""
    if not position.effects:
        return
    lying, over = list[EffectState](), list[EffectState]()
    for effect in position.effects:
        lasts = position.rules.effects[effect.effect].lasts
        # what is laid at this moment lasts until it comes again
        just_laid = effect_key(position, effect) == at(position, moment)
        if just_laid or not _is_moment(position, effect, lasts.until, moment):
            lying.append(effect)
            continue
        left = (effect.left or lasts.times) - 1
        if left:
            effect = replace(effect, left=left)
        else:
            over.append(effect)
        lying.append(effect)
    position.set_effects(lying)
    _end_each(position, recorder, over, lambda effect: "ends")


def _is_moment(position: BattlePosition, effect: EffectState, until: str | None, moment: str) -> bool:
    if until is None or until.removeprefix("own_") != moment:
        return False
    return until == moment or _side_of(position, effect) in (None, position.fight.active)


def _side_of(position: BattlePosition, effect: EffectState) -> int | None:
    """Return the side whose effect it is: of the piece that laid it, else the side it lies on."""
    side = position.laid_by(effect.by) or effect.side or position.laid_by(effect.piece)
    return SIDES.index(side) if side is not None else None


def drop(position: BattlePosition, recorder: Recorder) -> None:
    """End what lies on pieces that have left the battle, and what lasts only while its source is in it."""
    if not position.effects:
        return
    pieces = position.fight.pieces
    fallen = [
        effect
        for effect in position.effects
        if (effect.piece is not None and effect.piece not in pieces)
        or (_needs_source(position, effect) and effect.by not in pieces)
    ]

    reckon(position, grips(position.rules, fallen))

    def why(effect: EffectState) -> str:
        return f"ends: {effect.piece if effect.piece not in (None, *pieces) else effect.by} has left the battle"

    _end_each(position, recorder, fallen, why)


def reckon(position: BattlePosition, held: Mapping[str, Grip]) -> None:
    """Count the slain as of their owners' legions, where what controlled them, by their ids, says so."""
    for piece in position.fight.gone if held else ():
        if piece.id in held and held[piece.id].table.scores == "owner":
            piece.side = piece.owner


def left_behind(position: BattlePosition, recorder: Recorder, source: Piece) -> None:
    """End the effects that last only while the piece that laid them stays where it is."""
    if not position.effects:
        return
    found = [
        effect
        for effect in position.effects
        if effect.by == source.id and _table(position, effect).lasts.while_ == "source_stays"
    ]
    _end_each(position, recorder, found, lambda effect: f"ends: {effect.by} has left its hex")


def _needs_source(position: BattlePosition, effect: EffectState) -> bool:
    return effect.by is not None and _table(position, effect).lasts.while_ is not None


def _table(position: BattlePosition, effect: EffectState) -> Effect:
    return position.rules.effects[effect.effect]


def _end_each(
    position: BattlePosition, recorder: Recorder, ended: Sequence[EffectState], why: Callable[[EffectState], str]
) -> None:
    """End effects, each with a step of the trace that says why."""
    for effect in ended:
        table, text = _table(position, effect), f"{where(position, effect)} {why(effect)}"
        cites = (table.cite,) if table.cite is not None else ()
        recorder.write(f"{table.title} {text}", changes=end(position, [effect]), cites=cites, by_referee=True)
