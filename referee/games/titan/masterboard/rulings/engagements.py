"""Engagements: opening them, and deciding them by a battle or without one (LoT 9, 14 to 17, 19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Ledger

from ...words import land_name
from ..events import happens
from ..legion import Legion
from ..position import MasterboardPosition
from ..state import EngagementState, Gains, MageState, Won
from .acquiring import Summoning, changed_steps, choices_at, multiples, summons_bars, withheld
from .mustering import mustering, won_alone
from .rows import has_rows
from .scoring import How, add_score, flight_points, points_for
from .splitting import reduce
from .stacks import named_in
from .victory import playing_on

# what rows see of how an Engagement was won
_HOW: Mapping[Won, How] = {"battle": "battle", "concession": "battle", "flight": "flight"}


def open_at(position: MasterboardPosition, recorder: Recorder, land: str) -> None:
    """Open an Engagement: its players see each other's legion, and all players see an overfull one (LoT 9.1, 4.1).

    Where Spells are cast before anything is shown, it is considered first (MM 9.4.1).
    """
    legions = position.at(land)
    # a Titan that has joined is engaged after the legion that was there (REF titan-39)
    attacker = min((x for x in legions if x.player == position.mover), key=position.vital)
    defender = next(legion for legion in legions if legion.player != position.mover)
    position.shut = None
    considered = position.rules.considers_engagements
    position.engagement = EngagementState(
        land=land_name(land),
        attacker=attacker.id,
        defender=defender.id,
        stage="consider" if considered else "answer",
    )
    recorder.write(
        f"Engagement in {position.graph.titled(land)}: {attacker.id} of {attacker.player} attacks "
        f"{defender.id} of {defender.player}",
        cites=position.rules.cite("engagement"),
        by_referee=True,
    )
    if not considered:
        show_both(position, recorder)


def show_both(position: MasterboardPosition, recorder: Recorder) -> None:
    """Show the legions of an Engagement to its players, who may then flee or stand (LoT 9.1)."""
    now = position.resolving
    attacker, defender = sides(position)
    now.stage = "answer"
    now.exposed, now.capture = [], None
    pair = [attacker.player, defender.player]
    for legion in (attacker, defender):
        reduce(position, recorder, legion, by_referee=True)
        sort_contents(position, legion)
        position.reveal(legion.id, "examined", list(legion.contents or []), pair)
    recorder.write(
        f"the two see each other's legion: {attacker.id} holds {position.title(attacker.contents or [])}; "
        f"{defender.id} holds {position.title(defender.contents or [])}",
        cites=position.rules.cite("examined"),
        seen_by=pair,
        by_referee=True,
    )


def begin_battle(position: MasterboardPosition) -> None:
    """Move an Engagement on to its battle; if its contents are not known, the position becomes unknown."""
    now = position.resolving
    if any(legion.contents is None for legion in sides(position)):
        position.position_unknown = True
        return
    now.stage = "battle"
    now.proposals, now.retreat = [], False


def sort_contents(position: MasterboardPosition, legion: Legion) -> None:
    """Sort a legion in the order of the chart, so that the order in which it was formed stays secret."""
    if legion.contents is not None:
        legion.contents = position.rules.in_chart_order(legion.contents)


def sides(position: MasterboardPosition) -> tuple[Legion, Legion]:
    """Return the attacking and the defending legion of the Engagement in progress."""
    now = position.resolving
    return position.legions[now.attacker], position.legions[now.defender]


def lay_aside(position: MasterboardPosition, names: list[str], stacks: Sequence[MageState] = ()) -> None:
    """Add characters, and stacks of Magi, to the slain of this Engagement until it is closed (LoT 12.6, MM 20.8)."""
    now = position.resolving
    if names:
        now.slain = dict(Counter(now.slain) + Counter(names))
    now.stacks = [*now.stacks, *stacks]


def eliminate(position: MasterboardPosition, legion: Legion) -> None:
    """Eliminate a legion of this Engagement; its characters join the slain of the Engagement."""
    now = position.resolving
    lay_aside(position, legion.contents or [], legion.magi)
    legion.magi = []
    if position.vital(legion) or _last_to_play_on(position, legion):
        now.fallen = list(dict.fromkeys([*now.fallen, legion.player]))
    position.remove(legion)


def _last_to_play_on(position: MasterboardPosition, legion: Legion) -> bool:
    """Return whether a player who has lost the Titan had the last of those by whom they play on in a legion."""
    return legion.player in position.titan_lost and playing_on(position, legion.player) == [legion]


def lose(position: MasterboardPosition, legion: Legion, names: list[str], magi: Collection[str] = ()) -> None:
    """Remove slain characters from a legion that survives; of several Magi of a type, those given by id."""
    lay_aside(position, names, legion.release(names, magi))


def restore_slain(position: MasterboardPosition, legion: Legion, names: list[str], magi: Collection[str] = ()) -> None:
    """Return slain characters, some Magi by id, to their legion, to be scored or removed with it."""
    now = position.resolving
    if legion.contents is not None:
        found = Counter(names) & Counter(now.slain)
        now.slain = dict(Counter(now.slain) - found)
        legion.contents += found.elements()
        back = [row for row in now.stacks if row.id in magi]
        legion.magi = [*legion.magi, *back]
        now.stacks = [row for row in now.stacks if row not in back]


def won(
    position: MasterboardPosition,
    recorder: Recorder,
    winner: Legion,
    loser: Legion,
    points: Ledger,
    said: str,
    *,
    muster: bool,
    summon: bool,
    by: Won,
    slays: bool = True,
    cites: tuple[str, ...] | list[str] = (),
) -> None:
    """Eliminate the loser, score the points, and open the winner's gains (LoT 9, 14 to 17).

    `by` is how the Engagement was won, and `slays` says whether the winner counts as the slayer of a Titan that falls
    here.
    """
    now = position.resolving
    lost = _lost(position, loser)
    eliminate(position, loser)
    slayer = winner.player
    now.slayer = slayer if now.fallen and slays else None
    scored = add_score(position, slayer, points)
    recorder.write(
        f"{said}; {slayer} scores {points.total}",
        reasons=[points],
        cites=[*cites, *position.rules.cite("after_engagement"), *position.rules.cite("running_score")],
        changes=[lost, scored],
        by_referee=True,
    )
    happens(position, recorder, "engagement_won", winner, {"how": _HOW.get(by, "peace")})
    _open_gains(position, recorder, winner, scored.was, muster, summon)
    if position.rules.keeping_spells and now.gains is not None:
        winner.won, now.gains.points = by, points.total
        now.gains.mage = winner.player == position.mover and not winner.mustered and _brings_mage(position, winner)


def withdraw(
    position: MasterboardPosition, recorder: Recorder, points: Ledger, lost: list[str], said: str, cites: Iterable[str]
) -> None:
    """Let the attacker go back to the Land from which it came; the defender scores the points (MM 22.4)."""
    attacker, defender = sides(position)
    assert attacker.came_from is not None
    if lost:
        lose(position, attacker, lost)
    came, attacker.land = attacker.land, attacker.came_from
    attacker.side = attacker.came_from = None
    # its move ended in the Land that it leaves (MM 7.3)
    attacker.draw_deferred = False
    scored = add_score(position, defender.player, points)
    recorder.write(
        f"{said}; {attacker.id} goes back to {position.graph.titled(attacker.land)}, and {defender.player} scores "
        f"{points.total}",
        reasons=[points],
        cites=[*cites, *position.rules.cite("running_score")],
        changes=[Change(attacker.id, "land", land_name(came), land_name(attacker.land)), scored],
        by_referee=True,
    )
    _open_gains(position, recorder, defender, scored.was, muster=False, summon=False)


def _open_gains(
    position: MasterboardPosition, recorder: Recorder, winner: Legion, was: int, muster: bool, summon: bool
) -> None:
    """Open what a legion may gain after its player's score `was` raised (LoT 14, 15, 17)."""
    now, slayer = position.resolving, winner.player
    found = multiples(position, winner, was, position.score_of(slayer))
    if found:
        changed = [every for _, every, bars in changed_steps(position, winner) if not bars]
        recorder.write(
            f"{slayer}'s score attains {', '.join(map(str, found))}",
            reasons=changed,
            cites=list(
                dict.fromkeys([*position.rules.cite("acquired"), *(c for every in changed for c in every.cites)])
            ),
            by_referee=True,
        )
    for bar in withheld(position, winner, was, position.score_of(slayer)):
        # the reason may be what the legion holds
        recorder.write(f"{winner.id}: {bar.message}", cites=bar.cite, seen_by=[slayer], by_referee=True)
    position.shut = None
    now.gains = Gains(player=slayer, legion=winner.id, multiples=found, muster=muster, summon=summon)
    _settled(now)


def _brings_mage(position: MasterboardPosition, winner: Legion) -> bool:
    """Return whether an attacker may muster the Mage of a Land that it has just won (MM 5.3, REF magi-27)."""
    found = won_alone(position, winner, mustering(position, winner, during="victory"))
    return any(position.stock(name) for name in found.ways)


def _settled(now: EngagementState) -> None:
    """Open the gains of an Engagement; what was proposed or asked for in it no longer stands."""
    now.stage = "gains"
    now.proposals, now.retreat = [], False


def _lost(position: MasterboardPosition, legion: Legion) -> Change:
    """Return the change of an eliminated legion, with the characters it still held."""
    held = f": {position.title(legion.contents)}" if legion.contents else ""
    return Change(legion.id, "contents", None, None, f"eliminated{held}")


def open_gains(position: MasterboardPosition) -> list[str]:
    """Return what the winner of an Engagement may still gain, as far as all players can see."""
    gains = position.gains
    if gains is not None and gains.gives_back:
        return ["give-back"]
    spells = _spells_open(position, gains) if gains is not None and position.rules.keeping_spells else []
    if gains is None or position.legions[gains.legion].height >= position.rules.combat.legion_most:
        return spells
    due = [str(m) for m in gains.multiples if choices_at(position, position.legions[gains.legion], m)]
    out = [f"acquire for {' and '.join(due)}"] if due else []
    if gains.summon and not position.summoned and _may_be_summoned_from(position, position.legions[gains.legion]):
        out.append("summon")
    return [*out, *(["muster"] if gains.muster or gains.mage else []), *spells]


def _spells_open(position: MasterboardPosition, gains: Gains) -> list[str]:
    """Return what a victory may still bring of Spells, as far as all players can see (MM 7.4, 8.1).

    What holds after an agreement only its two players know, so that it stays open for any legion.
    """
    legion = position.legions[gains.legion]
    hidden = legion.won == "agreement"
    keeping = [name for name in legion.contents or () if name in position.rules.keeping_spells]
    fought = len(keeping) - (gains.newcomer is not None)
    due = position.rules.magic.drawn_for(gains.points) and legion.won in ("battle", "concession", "agreement")
    out = ["victory-draw"] if due and not gains.drew and (hidden or fought > 0) else []
    return [*out, "give"] if gains.drawn or (gains.newcomer is not None and (hidden or fought > 0)) else out


def _may_be_summoned_from(position: MasterboardPosition, legion: Legion) -> list[Legion]:
    """Return the legions from which, as far as all players can see, some character may be summoned."""
    if not has_rows(position.rules, "summons"):
        return donors(position, legion)
    names = [name for name in position.rules.characters if position.rules.profile(name).summonable]
    return [
        donor
        for donor in donors(position, legion)
        if any(not summons_bars(position, legion, donor, name, "victory", publicly=True) for name in names)
    ]


def donors(position: MasterboardPosition, legion: Legion) -> list[Legion]:
    """Return the legions from which a character may be summoned: the player's others, not engaged (LoT 15.0)."""
    return [
        other
        for other in position.own(legion.player)
        if other is not legion and other.height and not _engaged(position, other)
    ]


def _engaged(position: MasterboardPosition, legion: Legion) -> bool:
    """Return whether a legion is in an Engagement with a player who still has a Titan (LoT 19.4)."""
    fallen = position.engagement.fallen if position.engagement is not None else []
    return any(other.player != legion.player and other.player not in fallen for other in position.at(legion.land))


def summons(
    position: MasterboardPosition, legion: Legion, during: Summoning = "victory"
) -> dict[tuple[str, str], list[Objection]]:
    """Return whom a legion could summon, each with the legion that it leaves, and why rows alone keep it from it."""
    return {
        (name, donor.id): summons_bars(position, legion, donor, name, during)
        for donor in donors(position, legion)
        for name in dict.fromkeys(donor.contents or ())
        if position.rules.profile(name).summonable
    }


def both_eliminated(
    position: MasterboardPosition,
    recorder: Recorder,
    said: str,
    cites: list[str],
    slays: bool = True,
    points: Mapping[str, Ledger] = MappingProxyType({}),
) -> None:
    """Eliminate both legions and score only `points` (LoT 16.1, 19.3).

    `slays` says whether the other player counts as the slayer if one Titan falls.
    """
    now = position.resolving
    attacker, defender = sides(position)
    lost = [_lost(position, legion) for legion in (attacker, defender)]
    for legion in (attacker, defender):
        eliminate(position, legion)
    if len(now.fallen) == 1:
        other = defender.player if now.fallen[0] == attacker.player else attacker.player
        now.slayer = other if slays and position.rules.options["slayer_eliminated"] == "half_and_markers" else None
        cites = [*cites, *position.rules.cite("slayer_eliminated")]
    scores = [f"{player} scores {ledger.total}" for player, ledger in points.items()]
    recorder.write(
        f"{said}; {'; '.join(scores) or 'nobody scores'}",
        reasons=list(points.values()),
        cites=[*cites, *position.rules.cite("mutual")],
        changes=[*lost, *(add_score(position, player, ledger) for player, ledger in points.items())],
        by_referee=True,
    )
    _settled(now)


def flee(position: MasterboardPosition, recorder: Recorder) -> None:
    """Resolve an Engagement by flight: half the value, and no summons (LoT 9.2, 15.2, 16.1)."""
    attacker, defender = sides(position)
    points, cites = flight_points(position, defender), position.rules.cite("flight")
    said = f"{defender.id} has fled and is eliminated"
    won(position, recorder, attacker, defender, points, said, muster=False, summon=False, by="flight", cites=cites)


def concede(position: MasterboardPosition, recorder: Recorder, loser: Legion) -> None:
    """Resolve an Engagement by concession before a battle: full value (LoT 9.4, 14.2, 15.2)."""
    attacker, defender = sides(position)
    winner = defender if loser is attacker else attacker
    cite = position.rules.cite
    points = points_for(position, loser, loser.contents or [], "peace")
    attacking = winner is attacker
    said = f"{loser.player} has conceded and {loser.id} is eliminated"
    cites = [*cite("concession"), *(cite("no_reinforcement") if winner is defender else cite("summons_after"))]
    if position.vital(loser):
        cites += cite("titan_concession")
        if position.rules.options["titan_concession"] == "as_slain":
            points = set_aside(position, loser)
    won(
        position,
        recorder,
        winner,
        loser,
        points,
        said,
        muster=False,
        summon=attacking,
        by="concession-before-battle",
        cites=cites,
    )


def set_aside(position: MasterboardPosition, legion: Legion) -> Ledger:
    """Return the points for a Titan alone, and store the value of the rest of its legion (LoT 19.3)."""
    now = position.resolving
    points, now.set_aside = titan_alone(position, legion)
    return points


def titan_alone(position: MasterboardPosition, legion: Legion) -> tuple[Ledger, int]:
    """Return the points for the Titan of a legion, and the value of the rest of it (LoT 19.3)."""
    vital = [name for name in legion.contents or () if position.rules.profile(name).vital]
    rest = [name for name in legion.contents or () if name not in vital]
    return points_for(position, legion, vital, "peace"), points_for(position, legion, rest, "peace").total


def agree(position: MasterboardPosition, recorder: Recorder, eliminated: list[str], losses: list[str]) -> None:
    """Resolve an Engagement by agreement (LoT 9.3, 14.2, 15.2)."""
    attacker, defender = sides(position)
    cite = position.rules.cite
    if len(eliminated) == 2:
        both_eliminated(position, recorder, "it is agreed that both legions are eliminated", [*cite("agreement")])
        return
    loser = position.legions[eliminated[0]]
    winner = defender if loser is attacker else attacker
    attacking = winner is attacker
    said = f"it is agreed that {loser.id} is eliminated"
    if losses:
        names, magi = named_in(winner, losses)
        said += f" and {winner.id} loses {position.title(names)}"
        lose(position, winner, names, magi)
    points = points_for(position, loser, loser.contents or [], "peace")
    muster = winner is defender and position.rules.options["muster_after_agreement"] == "allowed"
    cites = [*cite("agreement"), *(cite("summons_after") if winner is attacker else cite("agreement_muster"))]
    won(position, recorder, winner, loser, points, said, muster=muster, summon=attacking, by="agreement", cites=cites)
