"""Report where a battle disagrees with the Engagement it belongs to."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.game.game import Fault

from ..battle.state import BattleState
from ..masterboard.graph import graph_of
from ..masterboard.state import MasterboardState
from ..rules import TitanRules


def disagreements(board: MasterboardState, battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield what the battle of a game and its Masterboard say differently, naming both places."""
    now = board.engagement
    if now is None or str(now.land) not in graph_of(rules).lands:
        return
    terrain, cites = graph_of(rules).lands[str(now.land)].terrain, ", ".join(rules.cite("engagement"))
    if battle.battleland != terrain:
        message = f"masterboard.engagement.land: {now.land} is {terrain}, not {battle.battleland} ({cites})"
        yield Fault(("battle", "battleland"), message)
    if battle.land is not None and str(battle.land) != str(now.land):
        yield Fault(("battle", "land"), f"masterboard.engagement.land: it is fought in {now.land} ({cites})")
    for number, legion in enumerate(board.legions):
        sides = (battle.attacker_side, legion.side)
        if legion.id == now.attacker and None not in sides and sides[0] != sides[1]:
            message = f"masterboard.legions[{number + 1}].side: {legion.id} has entered from the {legion.side}"
            yield Fault(("battle", "attacker_side"), f"{message} ({', '.join(rules.cite('entry_side'))})")
    if battle.summoned and not board.summoned:
        message = "masterboard.summoned: nobody has been summoned in this Engagement Phase"
        yield Fault(("battle", "summoned"), f"{message} ({', '.join(rules.cite('summons_once'))})")
