"""Giving up the game (LoT 20.4)."""

from __future__ import annotations

from typing import ClassVar, Literal

from referee.core.game.forecast import Forecast
from referee.core.game.orders import Objection, Order
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...battle.rulings.ending import fallen_sides, forfeit
from ...masterboard.legion import Legion
from ...masterboard.orders.base import MasterForecast
from ...masterboard.phases import clear_away, close_if_no_gains, next_engagement, next_turn
from ...masterboard.rulings.engagements import open_at, set_aside, sides, titan_alone, won
from ...masterboard.rulings.judge import in_engagement, over_objections
from ...masterboard.rulings.scoring import add_score
from ...masterboard.rulings.victory import fall
from ...masterboard.state import Won
from ...words import BATTLE
from ..battles import break_off
from ..position import Campaign


def titan_engaged(campaign: Campaign, player: str) -> Legion | None:
    """Return the player's engaged legion that holds the Titan, even if the Titan was slain in its battle."""
    if campaign.battle is not None:
        for side in fallen_sides(campaign.battle):
            if campaign.battle.player(side) == player:
                return sides(campaign)[side]
    early = campaign.stage == "movement" and (
        player == campaign.mover or campaign.rules.options["giving_up_engaged"] == "at_once"
    )
    lands = campaign.engaged() if early or campaign.stage == "engagement" else []
    return next((x for x in campaign.own(player) if x.land in lands and campaign.vital(x)), None)


def give_up(campaign: Campaign, recorder: Recorder, player: str) -> None:
    """Remove a player who gives up: an engaged Titan counts as slain, otherwise nobody scores (LoT 20.4)."""
    legion = titan_engaged(campaign, player)
    cites = campaign.rules.cite("giving_up" if legion is None else "game_conceded")
    recorder.write(f"{player} gives up the game", cites=cites, changes=[Change(player, "fallen", None, True)])
    if legion is None or _pending(campaign, legion):
        _leave(campaign, recorder, player, legion)
        return
    campaign.go_to("engagement")
    if campaign.engagement is None:
        open_at(campaign, recorder, legion.land)
    assert campaign.engagement is not None
    campaign.engagement.resigned = [*campaign.engagement.resigned, player]
    if campaign.battle is not None:
        forfeit(campaign.battle, recorder, campaign.battle.players.index(player))
        campaign.settle(BATTLE, recorder)
    else:
        _forfeit_titan(campaign, recorder, legion)


def _pending(campaign: Campaign, legion: Legion) -> bool:
    """Return whether a Titan counts as slain though its Engagement is not being resolved (REF titan-64)."""
    now = campaign.engagement
    resolved = campaign.stage == "engagement" and (now is None or legion in sides(campaign))
    return not resolved and campaign.rules.chosen("giving_up_engaged", "at_once")


def _leave(campaign: Campaign, recorder: Recorder, player: str, titan: Legion | None) -> None:
    """Remove the legions of a Mover whose Titan nobody has slain, or of a player whose engaged `titan` is as if slain.

    What another has slain in a battle that ends with this has no slayer (REF titan-54, titan-64).
    """
    lost: list[str] = []
    now = campaign.engagement
    if now is not None and player in [legion.player for legion in sides(campaign)]:
        if campaign.battle is not None:
            battle, campaign.battle = campaign.battle, None
            lost = break_off(campaign, battle, recorder, player)
        clear_away(campaign, recorder)
    slayer: str | None = None
    rest = 0
    if titan is not None:
        slayer, rest = _slain_at_once(campaign, recorder, titan)
        if slayer in lost:
            slayer, rest = None, 0
    elif campaign.rules.options["giving_up"] == "nothing":
        for legion in campaign.own(player):
            campaign.bury(legion.contents or [])
            campaign.remove(legion)
    fall(campaign, recorder, [player, *lost], slayer, rest, resigned=[player], unslain=lost)
    if campaign.outcome is not None:
        return
    if player == campaign.mover:
        next_turn(campaign, recorder)
    elif campaign.stage == "engagement" and campaign.engagement is None:
        next_engagement(campaign, recorder)


def _slain_at_once(campaign: Campaign, recorder: Recorder, legion: Legion) -> tuple[str, int]:
    """Score a Titan for the player engaged with it; return that player and the value of the rest of its legion."""
    slayer = next(one.player for one in campaign.at(legion.land) if one.player != legion.player)
    points, rest = titan_alone(campaign, legion)
    campaign.bury(legion.contents or [])
    campaign.remove(legion)
    recorder.write(
        f"the Titan of {legion.player} counts as slain; {slayer} scores {points.total}, and gains nothing else by it",
        reasons=[points],
        cites=campaign.rules.cite("giving_up_later"),
        changes=[add_score(campaign, slayer, points)],
        by_referee=True,
    )
    return slayer, rest


def _forfeit_titan(campaign: Campaign, recorder: Recorder, legion: Legion) -> None:
    """Count a Titan as slain because its owner gives up before the battle of its Engagement (LoT 20.4)."""
    attacker, defender = sides(campaign)
    winner = defender if legion is attacker else attacker
    points = set_aside(campaign, legion)
    text = f"{legion.player} has given up the game, and the Titan counts as slain"
    cites = campaign.rules.cite("game_conceded")
    by: Won = "concession-before-battle"
    summons = winner is attacker
    won(campaign, recorder, winner, legion, points, text, muster=False, summon=summons, by=by, cites=cites)
    close_if_no_gains(campaign, recorder)


class GiveUp(Order[Campaign], kw_only=True):
    """Give up the game, in the player's own Game-Turn or while their Titan is engaged: `{concede: game}`."""

    verb: ClassVar[str] = "concede"
    irrevocable: ClassVar[bool] = True
    forecast: ClassVar[Forecast] = MasterForecast()
    out_of_turn: ClassVar[bool] = True
    concede: Literal["game"]

    def judge(self, position: Campaign, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        cite, now = position.rules.cite("giving_up"), position.engagement
        if position.stage == "setup":
            return [Objection("the game has not begun", cite)]
        if now is not None and now.stage == "gains":
            return [Objection("the Engagement must be closed first", cite)]
        legion = titan_engaged(position, player)
        at_once = position.rules.options["giving_up_engaged"] == "at_once"
        if at_once and position.battle is not None and player not in position.battle.players:
            where = position.graph.titled(str(now.land)) if now is not None else ""
            return [Objection(f"the battle in {where} must be fought first", position.rules.cite("giving_up_later"))]
        if not at_once and now is not None and legion is not None and legion not in sides(position):
            where = position.graph.titled(str(now.land))
            when = position.rules.cite("giving_up_later")
            return [Objection(f"the Engagement in {where} must be resolved first", when)]
        if player != position.mover and legion is None:
            message = f"it is {position.mover}'s Game-Turn, and {player}'s Titan is in no Engagement"
            if position.stage == "movement" and any(
                in_engagement(position, x) for x in position.own(player) if position.vital(x)
            ):
                message = f"the Engagement of {player}'s Titan begins when {position.mover}'s Movement Phase is over"
                cite = position.rules.cite("giving_up_later")
            out.append(Objection(message, cite))
        return out

    def secret(self) -> bool:
        return True

    def apply(self, position: Campaign, player: str, recorder: Recorder) -> None:
        if not position.position_unknown:
            give_up(position, recorder, player)
