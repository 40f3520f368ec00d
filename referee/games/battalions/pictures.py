"""The grid as a picture: the Spaces of a combat, or the Fields of the over-world."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.documents.problems import listed
from referee.core.game.picture import Edge, GroundStyle, Picture, Shape, Tint, Token

from .board.battlefield import Battalion, Combat, Theatre, Unit
from .board.grid import spaces_of
from .position import BattalionsPosition
from .rules import BattalionsRules
from .state import Place, State

_ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<", None: ""}
# the side of a Space and of a Field, on which several battalions may stand
_SPACE, _FIELD = 1.5, 2.2
# the most letters in a square
_LETTERS = 11
_TERRAIN: Tint = "leaf"
_TINTS: tuple[Tint, ...] = ("paper", "grass", "straw", "water", "dusk", "moss")


def draw(state: State, rules: BattalionsRules) -> dict[str, Picture]:
    """Return the Spaces of every combat that is fought, and the Fields of the board unless it is a skirmish."""
    theatre = Theatre(state, rules)
    boards = {}
    shown = [combat for combat in theatre.combats if not combat.ended or theatre.skirmish]
    shown = [combat for combat in shown if _drawn(theatre, combat)]
    moment = _moment(state, rules)
    if shown and (theatre.skirmish or state.phase == "combat"):
        boards["spaces"] = _spaces(theatre, shown, moment)
    if not boards or not theatre.skirmish:
        boards["fields"] = _fields(theatre, moment)
    return boards


def _drawn(theatre: Theatre, combat: Combat) -> list[Place]:
    """Return the Fields of a combat; a state that is only shown may name some that are off the board."""
    return [(x, y) for x, y in combat.used if x < theatre.fields[0] and y < theatre.fields[1]]


def _moment(state: State, rules: BattalionsRules) -> str:
    """Return the game with its step, and the current phase, as far as they are known."""
    about = [f"{state.game}, step {state.step or 0}"] if state.game is not None else []
    if state.result is not None:
        about.append("a draw" if state.result.winner is None else f"{state.result.winner} has won")
    elif state.phase is not None or state.round is not None:
        phase = BattalionsPosition(state, rules).phase()
        about += [phase.title] if phase is not None else []
    return "; ".join(about)


def _marks(players: list[str]) -> tuple[str, ...]:
    """Return a letter for each player, or a number where two begin with the same letter."""
    letters = tuple(player[0] for player in players)
    return letters if len(set(letters)) == len(letters) else tuple(str(n) for n in range(1, len(players) + 1))


def _square(place: Place, side: float, label: str, tokens: list[Token], title: str, fill: str) -> Shape:
    """Return a square; where letters draw it, a counter is its name and its words in one."""
    x, y, half = place[0] * side, -place[1] * side, side / 2
    outline = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    lines = tuple(token.name + token.words for token in tokens)
    owner = tokens[0].owner if tokens else None
    return Shape(outline, (x, y), fill, label, lines, owner, title, tuple(tokens))


def _spaces(theatre: Theatre, combats: list[Combat], moment: str) -> Picture:
    standing = {unit.at: unit for unit in theatre.units.values() if unit.at is not None and unit.status == "alive"}
    shapes, edges = [], []
    grounds: dict[str, GroundStyle] = {}
    width, height = theatre.size
    for combat in combats:
        for field in _drawn(theatre, combat):
            kind = f"Field {field[0]},{field[1]}"
            grounds[kind] = GroundStyle(_TINTS[len(grounds) % len(_TINTS)], title=kind)
            for space in spaces_of(field, theatre.size):
                here = [theatre.rules.modifiers.terrains[one] for one in sorted(theatre.terrain.get(space, ()))]
                ground, mark = listed([one.title for one in here], "and") or kind, "".join(one.mark for one in here)
                if here:
                    grounds.setdefault(ground, GroundStyle(_TERRAIN, title=ground))
                shapes.append(replace(_space(theatre, space, standing.get(space), ground), mark=mark))
            left, low = (field[0] * width - 0.5) * _SPACE, (0.5 - field[1] * height) * _SPACE
            right, high = left + width * _SPACE, low - height * _SPACE
            corners = [(left, low), (right, low), (right, high), (left, high)]
            edges += [Edge((corners[k], corners[(k + 1) % 4]), "boundary of a Field") for k in range(4)]
    legend = [_told_combat(combat) for combat in combats]
    there = {name for names in theatre.terrain.values() for name in names}
    legend += [f"{one.mark}: {one.title}" for name, one in theatre.rules.modifiers.terrains.items() if name in there]
    legend += [_told_units(theatre, battalion) for combat in combats for battalion in combat.battalions]
    return Picture(
        f"Combat{'s' if len(combats) > 1 else ''} {listed([combat.id for combat in combats], 'and')}",
        tuple(shapes),
        tuple(edges),
        tuple(legend),
        (_SPACE, _SPACE),
        tuple(theatre.players),
        _marks(theatre.players),
        tuple(theatre.players),
        grounds,
        room=_room(shapes),
        subtitle=moment,
    )


def _space(theatre: Theatre, space: Place, unit: Unit | None, kind: str) -> Shape:
    label = f"{space[0]},{space[1]}"
    if unit is None:
        return _square(space, _SPACE, label, [], kind, kind)
    token = Token(unit.id, "", theatre.players.index(unit.player), of=unit.battalion)
    return _square(space, _SPACE, label, [token], f"{unit.id} of {unit.battalion}", kind)


def _room(shapes: list[Shape]) -> tuple[int, int]:
    """Return how many letters a square has: enough for what stands there with the mark of its owner, up to a limit."""
    widest = max(max(len(shape.label), *(len(line) + 2 for line in shape.lines), 4) for shape in shapes)
    return min(widest, _LETTERS) + 1, max(2, *(len(shape.lines) + 1 for shape in shapes))


def _told_combat(combat: Combat) -> str:
    used = " and ".join(f"[{x},{y}]" for x, y in combat.used)
    ban = "; none may hold" if combat.hold_banned else ""
    return f"{combat.id}: {combat.turn} combat turn{'' if combat.turn == 1 else 's'} fought on {used}{ban}"


def _told_units(theatre: Theatre, battalion: Battalion) -> str:
    """Return a battalion with its Field and facing, and of every living unit its stats and where it stands."""
    units = ", ".join(_told_unit(theatre, battalion, unit) for unit in battalion.living) or "no unit is left"
    where = f" on [{battalion.station[0]},{battalion.station[1]}]" if battalion.station is not None else ""
    facing = f" facing {battalion.facing}" if battalion.facing is not None else ""
    return f"{battalion.id} of {battalion.player}{where}{facing}: {units}"


def _told_unit(theatre: Theatre, battalion: Battalion, unit: Unit) -> str:
    stats = "-".join(str(unit.stats[stat]) for stat in theatre.rules.constants.stats)
    worn = f" con {unit.con}" if unit.con != unit.stats["c"] else ""
    lead = " leads" if unit.id == battalion.leader else ""
    fled = f" fled to [{unit.field[0]},{unit.field[1]}]" if unit.status == "retreated" and unit.field else ""
    at = f" at {unit.at[0]},{unit.at[1]}" if unit.status == "alive" and unit.at is not None else ""
    return f"{unit.id} {stats}{worn}{lead}{fled}{at}"


def _fields(theatre: Theatre, moment: str) -> Picture:
    shapes = []
    grounds = {"Field": GroundStyle()}
    using = {place: combat for combat in theatre.combats for place in combat.used}
    for y in range(theatre.fields[1]):
        for x in range(theatre.fields[0]):
            here = [b for b in theatre.battalions.values() if b.station == (x, y) and b.living]
            fled = [unit for unit in theatre.units.values() if unit.status == "retreated" and unit.field == (x, y)]
            tokens = [Token(b.id, _ARROWS[b.facing], theatre.players.index(b.player)) for b in here]
            tokens += [Token(unit.id, "", theatre.players.index(unit.player)) for unit in fled]
            combat = using.get((x, y))
            label = f"{x},{y}" + (f" {combat.id}" if combat is not None else "")
            kind = f"combat {combat.id}" if combat is not None else "Field"
            if combat is not None:
                grounds[kind] = GroundStyle(_TINTS[1 + theatre.combats.index(combat) % (len(_TINTS) - 1)], title=kind)
            shapes.append(_square((x, y), _FIELD, label, tokens, kind, kind))
    legend = [_told_combat(combat) for combat in theatre.combats]
    legend += [_told_units(theatre, battalion) for battalion in theatre.battalions.values() if battalion.living]
    return Picture(
        "The Fields",
        tuple(shapes),
        (),
        tuple(legend),
        (_FIELD, _FIELD),
        tuple(theatre.players),
        _marks(theatre.players),
        tuple(theatre.players),
        grounds,
        room=_room(shapes),
        subtitle=moment,
    )
