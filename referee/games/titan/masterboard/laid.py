"""What lies on a Land, on a legion or on the whole game, and how it follows the legions."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Path, nearest
from referee.core.documents.problems import listed
from referee.core.game.game import StateProblems
from referee.core.game.recorder import Recorder

from ..rules import TitanRules
from .legion import Legion
from .position import MasterboardPosition
from .state import LaidState, MasterboardState

# the field of a state that says where an effect lies, by what its row says it lies on
PLACES = {"land": "land", "legion": "legion", "game": None}


def follow_split(position: MasterboardPosition, recorder: Recorder, stem: Legion, part: Legion) -> None:
    """Leave what a split legion carries with the part that keeps its marker, or as the row of the effect says."""
    for laid in [one for one in position.effects if one.legion == stem.id]:
        effect = position.rules.effects[laid.effect]
        if effect.split == "both":
            position.effects.append(LaidState(effect=laid.effect, legion=part.id, by=laid.by))
            text = f"{effect.title} lies on {stem.id} and on {part.id}"
        elif effect.split == "ends":
            position.effects.remove(laid)
            text = f"{effect.title} ends as {stem.id} is split"
        else:
            text = f"{effect.title} stays with {stem.id}"
        cites = [*_cites(position.rules, laid), *position.rules.cite("split")]
        recorder.write(text, cites=cites, seen_by=[stem.player], by_referee=True)


def follow_union(position: MasterboardPosition, recorder: Recorder, stem: Legion, part: Legion) -> None:
    """Lay what a part carries on the legion it becomes one with again; the same effect lies there once."""
    for laid in [one for one in position.effects if one.legion == part.id]:
        position.effects.remove(laid)
        moved = LaidState(effect=laid.effect, legion=stem.id, by=laid.by)
        if moved not in position.effects:
            position.effects.append(moved)
            text = f"{position.rules.effects[laid.effect].title} lies on {stem.id}"
            cites = [*_cites(position.rules, laid), *position.rules.cite("recombined")]
            recorder.write(text, cites=cites, seen_by=[stem.player], by_referee=True)


def write_fallen(position: MasterboardPosition, recorder: Recorder) -> None:
    """Write that what lay on legions has ended, as they have left the board."""
    for laid in position.fallen_effects:
        title = position.rules.effects[laid.effect].title
        cites = [*_cites(position.rules, laid), *position.rules.cite("own_markers")]
        text = f"{title} ends, as {laid.legion} is off the board"
        # the legion is off the board, so that what it carried is no secret any more
        recorder.write(text, cites=cites, by_referee=True)
    position.fallen_effects = []


def _cites(rules: TitanRules, laid: LaidState) -> tuple[str, ...]:
    """Return the rules of an effect: its own, or those of its rows."""
    effect = rules.effects[laid.effect]
    if effect.cite is not None:
        return (effect.cite,)
    sections = (getattr(effect, section) for section in effect.MOMENTS)
    return tuple(dict.fromkeys(cite for rows in sections for row in rows.values() for cite in row.cites))


def unknown_effects(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return every unknown effect on a Masterboard, with its path."""
    return [
        (_path(number, "effect"), f"'{laid.effect}' is no effect{nearest(laid.effect, rules.effects)}")
        for number, laid in enumerate(board.effects)
        if laid.effect not in rules.effects
    ]


def misplaced(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return where an effect lies on what it cannot lie on, or on a legion that is not there."""
    out = [fault for number, laid in enumerate(board.effects) for fault in _misplaced(number, laid, board, rules)]
    seen: dict[tuple[str, str, str], int] = {}
    for number, laid in enumerate(board.effects):
        place = (laid.effect, str(laid.land), str(laid.legion))
        if place in seen and laid.effect in rules.effects:
            title = rules.effects[laid.effect].title
            out.append((("masterboard", "effects", number), f"{title} lies there already, as effect {seen[place] + 1}"))
        seen.setdefault(place, number)
    return out


def _misplaced(number: int, laid: LaidState, board: MasterboardState, rules: TitanRules) -> Iterator[tuple[Path, str]]:
    legions = [legion.id for legion in board.legions]
    if laid.legion is not None and laid.legion not in legions:
        yield _path(number, "legion"), f"'{laid.legion}' is no legion on the board{nearest(laid.legion, legions)}"
    players = board.players or list(dict.fromkeys(legion.player for legion in board.legions))
    if laid.by is not None and laid.by not in players:
        yield _path(number, "by"), f"'{laid.by}' is no player of this game{nearest(laid.by, players)}"
    effect = rules.effects.get(laid.effect)
    if effect is None:
        return
    if effect.lies not in PLACES:
        able = [name for name, one in rules.effects.items() if one.lies in PLACES]
        there = f"; there {'lies' if len(able) == 1 else 'lie'} {listed(able, 'and')}" if able else ""
        yield _path(number, "effect"), f"{effect.title} lies on a {effect.lies}, not on the Masterboard{there}"
        return
    wanted = PLACES[effect.lies]
    for field in ("land", "legion"):
        if field != wanted and getattr(laid, field) is not None:
            whole = "the whole game" if wanted is None else f"a {wanted}"
            yield _path(number, field), f"{effect.title} lies on {whole}, not on a {field}; leave '{field}' out"
    if wanted is not None and getattr(laid, wanted) is None:
        yield ("masterboard", "effects", number), f"'{wanted}' is missing: {effect.title} lies on a {wanted}"


def _path(number: int, field: str) -> Path:
    return ("masterboard", "effects", number, field)
