"""Report where a battle disagrees with the Engagement it belongs to."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents.problems import listed
from referee.core.game.game import Fault

from ..masterboard.graph import graph_of
from ..rules import TitanRules
from ..state import State


def disagreements(state: State, rules: TitanRules) -> Iterator[Fault]:
    """Yield what the battle of a game and its Masterboard say differently, naming both places."""
    board, battle = state.masterboard, state.battle
    assert board is not None
    assert battle is not None
    now = board.engagement
    known = {legion.id for legion in board.legions}
    if now is None or now.stage != "battle" or not {now.attacker, now.defender} <= known:
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
    if battle.may_muster or battle.may_summon:
        yield from _newcomers(state, rules)
    if battle.summoned and not board.summoned:
        message = "masterboard.summoned: nobody has been summoned in this Engagement Phase"
        yield Fault(("battle", "summoned"), f"{message} ({', '.join(rules.cite('summons_once'))})")


def _newcomers(state: State, rules: TitanRules) -> Iterator[Fault]:
    """Yield who may be mustered or summoned by the battle alone, or by the Masterboard alone (LoT 14.0, 15.0)."""
    from .battles import newcomers
    from .position import Campaign

    game, battle = Campaign(state, rules), state.battle
    if game.battle is None or battle is None or state.view is not None:
        return
    musters, summons = newcomers(game, game.battle)
    number = next(n for n, legion in enumerate(game.legions, 1) if legion == game.battle.legions[1])
    if battle.may_muster and musters is not None and set(battle.may_muster) != set(musters):
        message = f"masterboard.legions[{number}].contents: the defender may muster {listed(musters) or 'nobody'}"
        yield Fault(("battle", "may_muster"), f"{message} ({', '.join(rules.cite('reinforcement'))})")
    told = {(one.character, one.legion) for one in battle.may_summon}
    if battle.may_summon and summons is not None and told != {(one.character, one.legion) for one in summons}:
        able = listed([f"{one.character} from {one.legion}" for one in summons]) or "nobody"
        message = f"masterboard.legions: the attacker may summon {able}"
        yield Fault(("battle", "may_summon"), f"{message} ({', '.join(rules.cite('summons'))})")
