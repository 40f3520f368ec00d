"""The game: everything put together, and the picture of its map."""

from collections.abc import Mapping
from math import sqrt

from referee.core.game.game import Game
from referee.core.game.picture import GroundStyle, Picture, Shape, Token
from referee.core.notation.situation_forms import SituationForm
from referee.core.rules.memory import compiler

from .board import TABLES, Rules, lint, moments, place
from .orders import Attack, End, Move
from .position import Table, facts
from .questions import AskHits, RaidOdds
from .state import Parameters, State, impossible, new, unknown, validate, view

STYLES = {"field": GroundStyle("grass"), "wood": GroundStyle("leaf", "trees"), "hill": GroundStyle("straw", "hills")}


def draw(state: State, rules: Rules) -> Mapping[str, Picture]:
    """Return the map with its units."""
    position = Table(state, rules)
    shapes = tuple(shape(position, name, ground) for name, ground in rules.hexes.items())
    letters = tuple(f"{ground.mark} {ground.title}" for ground in rules.grounds.values())
    legend = tuple(f"{one.id} of {one.player}, {one.kind or 'unseen'}, in {one.hex}" for one in position.units.values())
    styles = {name: STYLES.get(name, GroundStyle("water", "waves")) for name in rules.grounds}
    players, marks = tuple(position.players), tuple(player[0] for player in position.players)
    about = {"owners": players, "marks": marks, "colours": players, "styles": styles}
    return {"map": Picture("The raid", shapes, legend=legend, letters=letters, **about)}


def shape(position: Table, name: str, kind: str) -> Shape:
    """Return a hex of the map, and the unit on it."""
    x, y = place(name)
    across, down = 1.5 * x, sqrt(3) * (y + x % 2 / 2)
    corners = ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
    outline = tuple((across + dx, down + dy * sqrt(3) / 2) for dx, dy in corners)
    ground, unit = position.rules.grounds[kind], position.standing(name)
    if unit is None:
        return Shape(outline, (across, down), kind, name, title=ground.title, mark=ground.mark)
    owner = position.players.index(unit.player)
    token = Token(unit.id, unit.kind or "?", owner, unit.attacked, unit.hits)
    return Shape(
        outline, (across, down), kind, name, (token.name, token.words), owner, ground.title, (token,), mark=ground.mark
    )


GAME: Game[State, Rules] = Game(
    name="hex-raid",
    title="A raid on hexes",
    api=1,
    state=State,
    parameters=Parameters,
    compile=compiler(Rules),
    tables=TABLES,
    moments=moments,
    lint=lint,
    orders={"raid": {"move": Move, "attack": Attack, "end": End}},
    questions={"hits": AskHits},
    open=Table,
    new=new,
    view=view,
    unknown=unknown,
    validate_state=validate,
    impossible=impossible,
    facts=facts,
    draw=draw,
    odds=lambda: RaidOdds(GAME),
    situation_forms=(SituationForm("raid", items="units", item=("id", "player", "kind", "hex")),),
)
