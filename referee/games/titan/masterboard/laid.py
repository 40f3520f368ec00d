"""What lies on a Land, on a legion or on the whole game, and how it follows the legions."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.core.documents import Path, nearest
from referee.core.documents.problems import listed
from referee.core.game.game import StateProblems
from referee.core.game.recorder import Recorder

from ..rules import TitanRules
from .effects import place_of
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
            position.effects.append(replace(laid, legion=part.id))
            text = f"{effect.title} lies on {stem.id} and on {part.id}"
        elif effect.split == "ends":
            position.effects.remove(laid)
            text = f"{effect.title} ends as {stem.id} is split"
        else:
            text = f"{effect.title} stays with {stem.id}"
        cites = [*_cites(position.rules, laid), *position.rules.cite("split")]
        recorder.write(text, cites=cites, seen_by=[stem.player], by_referee=True)
    # each part has used what the whole legion had used
    position.uses |= {(part.id, name): times for (by, name), times in position.uses.items() if by == stem.id}
    follow_source(position, stem, part)


def follow_source(position: MasterboardPosition, giver: Legion, taker: Legion) -> None:
    """Let what a character has laid hang on the legion that it has gone to, if no such character is left in its own."""
    for number, laid in enumerate(position.effects):
        gone = laid.source == giver.id and laid.character is not None
        if gone and laid.character not in (giver.contents or ()) and laid.character in (taker.contents or ()):
            position.effects[number] = replace(laid, source=taker.id)


def follow_union(position: MasterboardPosition, recorder: Recorder, stem: Legion, part: Legion) -> None:
    """Lay what a part carries on the legion it becomes one with again; the same effect lies there once."""
    used = {name: times for (by, name), times in position.uses.items() if by == part.id}
    position.uses |= {
        (stem.id, name): max(times, position.uses.get((stem.id, name), 0)) for name, times in used.items()
    }
    position.effects = [replace(one, source=stem.id) if one.source == part.id else one for one in position.effects]
    for laid in [one for one in position.effects if one.legion == part.id]:
        position.effects.remove(laid)
        moved = replace(laid, legion=stem.id)
        if all(place_of(moved) != place_of(one) for one in position.effects):
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
    """Return every unknown effect and Storm on a Masterboard, with its path."""
    none = "; this game is played without Spells" if rules.without_spells else ""
    out: StateProblems = [
        (_path(number, "effect"), f"'{laid.effect}' is no effect{nearest(laid.effect, rules.effects)}")
        for number, laid in enumerate(board.effects)
        if laid.effect not in rules.effects
    ] + [
        (
            ("masterboard", "storms", number, "spell"),
            f"'{storm.spell}' is no Storm{none or nearest(storm.spell, rules.storms)}",
        )
        for number, storm in enumerate(board.storms)
        if storm.spell not in rules.storms
    ]
    return out + [
        (("masterboard", "storms", number, "counter"), f"'{storm.counter}' is no counter of {storm.spell}")
        for number, storm in enumerate(board.storms)
        if storm.counter is not None
        and (rules.spell_types.get(storm.counter) != storm.spell or storm.counter == storm.spell)
    ]


def misplaced(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return where an effect lies on what it cannot lie on, or on a legion that is not there."""
    out = [fault for number, laid in enumerate(board.effects) for fault in _misplaced(number, laid, board, rules)]
    over: dict[str, int] = {}
    for number, storm in enumerate(board.storms):
        if str(storm.land) in over:
            message = f"a Storm is over {storm.land} already, as storm {over[str(storm.land)] + 1}"
            out.append((("masterboard", "storms", number), message))
        over.setdefault(str(storm.land), number)
    seen: dict[tuple[str, str, str], int] = {}
    groups: dict[tuple[str, ...], int] = {}
    for number, laid in enumerate(board.effects):
        place = place_of(laid)
        if place in seen and laid.effect in rules.effects:
            title = rules.effects[laid.effect].title
            out.append((("masterboard", "effects", number), f"{title} lies there already, as effect {seen[place] + 1}"))
        seen.setdefault(place, number)
        group = rules.effects[laid.effect].group if laid.effect in rules.effects else None
        if group is not None and groups.setdefault((group, *place[1:]), number) != number:
            other = groups[group, *place[1:]] + 1
            out.append((("masterboard", "effects", number), f"of {group} one lies in a place, and effect {other} does"))
    return out + _uses(board, rules)


def _uses(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return every problem of the uses that are counted on a Masterboard."""
    out: StateProblems = []
    most = {name: uses.times for name, uses in rules.limits}
    most |= {name: uses.times for name, uses in rules.board_limits.items()}
    legions, players = [legion.id for legion in board.legions], _players(board)
    seen: set[tuple[str, str]] = set()
    for number, used in enumerate(board.uses):
        path: Path = ("masterboard", "uses", number)
        per = rules.counted_per.get(used.ability)
        if per is None:
            known = [*rules.counted_per]
            said = f"'{used.ability}' is no ability that is counted here{nearest(used.ability, known)}"
            out.append(((*path, "ability"), said))
            continue
        who, there = ("player of this game", players) if per == "game" else ("legion on the board", legions)
        if used.by not in there:
            out.append(((*path, "by"), f"'{used.by}' is no {who}{nearest(used.by, there)}"))
        if used.times > most[used.ability]:
            out.append(((*path, "times"), f"must be {most[used.ability]} at most, as often as it may be used"))
        if (used.by, used.ability) in seen:
            out.append((path, f"the uses of {used.ability} by {used.by} are here twice"))
        seen.add((used.by, used.ability))
    return out


def _players(board: MasterboardState) -> list[str]:
    return board.players or list(dict.fromkeys(legion.player for legion in board.legions))


def _misplaced(number: int, laid: LaidState, board: MasterboardState, rules: TitanRules) -> Iterator[tuple[Path, str]]:
    legions = [legion.id for legion in board.legions]
    if laid.legion is not None and laid.legion not in legions:
        yield _path(number, "legion"), f"'{laid.legion}' is no legion on the board{nearest(laid.legion, legions)}"
    players = _players(board)
    if laid.by is not None and laid.by not in players:
        yield _path(number, "by"), f"'{laid.by}' is no player of this game{nearest(laid.by, players)}"
    if laid.source is not None and laid.source not in legions:
        yield _path(number, "source"), f"'{laid.source}' is no legion on the board{nearest(laid.source, legions)}"
    if laid.character is not None and laid.source is None:
        yield _path(number, "character"), "is in a legion: 'source' is missing"
    effect = rules.effects.get(laid.effect)
    if effect is None:
        return
    if laid.left is not None and laid.left > (times := effect.lasts.times if effect.lasts.until is not None else 0):
        ends = f"must be {times} at most, as often as {effect.title} lasts"
        none = f"{effect.title} does not end at a moment, so none is left to come"
        yield _path(number, "left"), ends if times else none
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
