"""Effects of the Masterboard as they are laid, renewed and ended: where one lies, and how long it lasts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..carriers import Effect
from ..words import land_name
from .legion import Legion
from .position import MasterboardPosition
from .state import MOST_LAID, LaidState

Noted = tuple[list[Change], list[str]]


def placed(
    position: MasterboardPosition, name: str, land: str, legion: Legion | None, by: Legion, character: str | None = None
) -> LaidState | None:
    """Return an effect where it comes to lie, by what it lies on: a Land, a legion, else the whole game.

    `by` is the legion that lays it, and `character` the one in it that does. None where no legion is meant.
    """
    effect = position.rules.effects[name]
    laid = LaidState(effect=name, by=by.player)
    if effect.lasts.while_ is not None:
        laid = replace(laid, source=by.id, character=character)
    if effect.lies == "land":
        return replace(laid, land=land_name(land))
    if effect.lies == "legion":
        return replace(laid, legion=legion.id) if legion is not None else None
    return laid


def place_of(laid: LaidState) -> tuple[str, str, str]:
    """Return an effect with what it lies on, without who laid it and how long it lasts."""
    return laid.effect, str(laid.land), str(laid.legion)


def where(position: MasterboardPosition, laid: LaidState) -> str:
    """Return in words where an effect lies: Brush 3, a legion by its marker, or the whole game."""
    if laid.land is not None:
        return position.graph.titled(str(laid.land))
    return laid.legion if laid.legion is not None else "the whole game"


def described(position: MasterboardPosition, laid: LaidState) -> str:
    """Return an effect in words: where it lies, who laid it, and when it ends."""
    effect, left = _table(position, laid), laid.left or _table(position, laid).lasts.times
    by = f", laid by {laid.by}" if laid.by is not None else ""
    until = _ENDINGS.get(effect.lasts.until or "", "")
    again = f", {left} times more" if until and left > 1 else ""
    source = laid.character or laid.source
    held = f" of {laid.source}" if laid.character is not None else ""
    stays = "stays" if effect.lasts.while_ == "source_stays" else "lives"
    while_ = f", while {source}{held} {stays}" if laid.source is not None else ""
    return f"{effect.title} lies on {where(position, laid)}{by}{until}{again}{while_}"


_ENDINGS = {
    "turn_begins": ", until a Game-Turn begins",
    "own_turn_begins": ", until the Game-Turn of its player begins",
    "turn_ends": ", until a Game-Turn ends",
    "own_turn_ends": ", until the Game-Turn of its player ends",
}


def full(position: MasterboardPosition, laid: LaidState) -> str:
    """Return why an effect cannot be laid beside those that lie, or an empty string."""
    lying = position.effects
    if any(place_of(laid) == place_of(other) for other in lying):
        return ""
    effect = _table(position, laid)
    for other in lying if effect.group is not None else ():
        one = _table(position, other)
        if one.group == effect.group and place_of(other)[1:] == place_of(laid)[1:]:
            return f"{one.title} lies there already, and of {effect.group} one lies in a place"
    number = sum(other.effect == laid.effect for other in lying)
    if effect.most is not None and number >= effect.most:
        return f"{effect.title} lies {number} times already, and {effect.most} is the most"
    if len(lying) >= MOST_LAID:
        return f"{MOST_LAID} effects lie on the Masterboard, and no more may"
    return ""


def lay(position: MasterboardPosition, laid: LaidState) -> Noted:
    """Lay an effect, or renew it where it lies already; return the change, or a note why it cannot be laid."""
    if why := full(position, laid):
        return [], [f"{_table(position, laid).title} is not laid: {why}"]
    others = [other for other in position.effects if place_of(other) != place_of(laid)]
    renewed = len(others) < len(position.effects)
    position.effects = [*others, laid]
    place = where(position, laid)
    says = f"{'lies longer' if renewed else 'now lies'} on {place}"
    return [Change(laid.effect, "effect", place if renewed else None, place, says)], []


def end(position: MasterboardPosition, ended: Sequence[LaidState]) -> list[Change]:
    """End effects; return the changes."""
    position.effects = [laid for laid in position.effects if laid not in ended]
    places = ((laid, where(position, laid)) for laid in ended)
    return [Change(laid.effect, "effect", place, None, f"no longer lies on {place}") for laid, place in places]


def end_named(position: MasterboardPosition, names: Iterable[str], land: str, legion: Legion | None) -> list[Change]:
    """End effects of these names that lie on a Land, on a legion or on the game."""

    def there(laid: LaidState) -> bool:
        if laid.land is not None:
            return str(laid.land) == land
        return laid.legion is None or (legion is not None and laid.legion == legion.id)

    wanted = {*names}
    return end(position, [laid for laid in position.effects if laid.effect in wanted and there(laid)])


def expire(position: MasterboardPosition, recorder: Recorder, moment: str) -> None:
    """End the effects that last until this moment; where it is to come more often, it is counted."""
    kept, over = list[LaidState](), list[LaidState]()
    for laid in position.effects:
        lasts = _table(position, laid).lasts
        until = lasts.until or ""
        owner = owner_of(position, laid)
        # of a player who is out of the game, every Game-Turn counts
        own = owner == position.mover or owner not in position.living
        if until != moment and not (until == f"own_{moment}" and own):
            kept.append(laid)
        elif (left := (laid.left or lasts.times) - 1) > 0:
            kept.append(replace(laid, left=left))
        else:
            over.append(laid)
    if over or kept != position.effects:
        position.effects = [*kept, *over]
        for laid in over:
            _end(position, recorder, laid, "ends")


def end_sourceless(position: MasterboardPosition, recorder: Recorder) -> None:
    """End what lasts only while the one who laid it lives, or stays in the Land where it lies."""
    for laid in [one for one in position.effects if one.source is not None]:
        legion = position.legions.get(laid.source or "")
        if legion is None:
            _end(position, recorder, laid, f"ends: {laid.source} is off the board")
        elif laid.character is not None and legion.contents is not None and laid.character not in legion.contents:
            title = position.title([laid.character])
            _end(position, recorder, laid, f"ends: {title} that laid it is no longer in {legion.id}")
        elif _table(position, laid).lasts.while_ == "source_stays" and laid.land not in (None, land_name(legion.land)):
            _end(position, recorder, laid, f"ends: {legion.id} has left {where(position, laid)}")


def owner_of(position: MasterboardPosition, laid: LaidState) -> str | None:
    """Return the player whose effect it is: who laid it, else the owner of the legion that carries it."""
    legion = position.legions.get(laid.legion or "")
    return laid.by or (legion.player if legion is not None else None)


def _end(position: MasterboardPosition, recorder: Recorder, laid: LaidState, why: str) -> None:
    """End an effect with a step of the trace, which the owner of the legion that carries it sees alone."""
    effect = _table(position, laid)
    legion = position.legions.get(laid.legion or "")
    cites = (effect.cite,) if effect.cite is not None else ()
    text = f"{effect.title} on {where(position, laid)} {why}"
    seen_by = list(dict.fromkeys([legion.player, laid.by or legion.player])) if legion is not None else None
    recorder.write(text, changes=end(position, [laid]), cites=cites, seen_by=seen_by, by_referee=True)


def _table(position: MasterboardPosition, laid: LaidState) -> Effect:
    return position.rules.effects[laid.effect]
