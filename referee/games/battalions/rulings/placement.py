"""Places after a combat (BN-END, BN-RET-4): claims, disputes, and the way back."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..board.battlefield import Battalion, Combat, Member, Theatre, Unit
from ..board.grid import field_of, field_said, outward
from ..state import Place


class Claim(NamedTuple):
    """The Field of a battalion after a combat, or several of equal worth among which its owner chooses."""

    fields: list[Place]
    why: str
    keys: tuple[str, ...]


def claim(theatre: Theatre, combat: Combat, member: Member) -> Claim:
    """Return where a battalion comes out of a combat (BN-END-1, BN-RET-3, -4)."""
    battalion = member.battalion
    leader = battalion.leads()
    place = theatre.field_at(leader) if leader is not None else None
    # a position by hand may leave out where it is
    if leader is not None and place is not None:
        key = "leader_field" if leader.status == "alive" else "leader_retreats"
        return Claim([place], f"its leader {leader.id} is there", (key,))
    on_grid = battalion.present
    counted = on_grid or battalion.living
    fields = richest(theatre, counted)
    if on_grid:
        return Claim(fields, "its leader is lost and most of its worth is there", ("leaderless_field",))
    return Claim(fields, "all of it has left, and most of its worth is there", ("regroup",))


def richest(theatre: Theatre, units: list[Unit]) -> list[Place]:
    """Return the Field with most worth of some units, or all that share the most."""
    worth: dict[Place, int] = {}
    for unit in units:
        place = theatre.field_at(unit)
        if place is not None:
            worth[place] = worth.get(place, 0) + unit.cost
    most = max(worth.values(), default=0)
    return sorted(place for place, value in worth.items() if value == most)


def undecided(theatre: Theatre, combat: Combat) -> dict[str, list[Place]]:
    """Return the battalions whose owner must choose a Field, with the Fields: after a combat, or when all has left."""
    out = {}
    for ident in sorted(combat.members):
        member = combat.members[ident]
        if member.battalion.living and (combat.ended or not member.battalion.present):
            fields = claim(theatre, combat, member).fields
            if len(fields) > 1 and member.chose not in fields:
                out[ident] = fields
    return out


def _decided(theatre: Theatre, combat: Combat, member: Member) -> tuple[Place, str, tuple[str, ...]]:
    """Return the Field of a battalion for which there is one or its owner has chosen, with why and the rules."""
    found = claim(theatre, combat, member)
    if len(found.fields) == 1 or member.chose is None:
        return found.fields[0], found.why, found.keys
    return member.chose, "its owner chose among Fields of equal worth", found.keys


def regroup(theatre: Theatre, combat: Combat, recorder: Recorder) -> None:
    """Bring together, in a combat that goes on, each battalion whose units have all left it (BN-RET-3, -4)."""
    waiting = undecided(theatre, combat)
    for ident in sorted(combat.members.keys() - waiting.keys()):
        member = combat.members[ident]
        living = member.battalion.living
        if not living or member.battalion.present or member.battalion.refuge is not None:
            continue
        place, why, keys = _decided(theatre, combat, member)
        changes = []
        for unit in living:
            if unit.field != place:
                changes.append(Change(unit.id, "field", unit.field, place, f"regroups in {field_said(place)}"))
                unit.field = place
        said = f"{combat.id}: {ident} regroups in {field_said(place)}: {why}"
        recorder.write(said, changes=changes, cites=theatre.rules.cite(*keys), by_referee=True)
        member.chose = None


def place_all(theatre: Theatre, combat: Combat, recorder: Recorder) -> None:
    """Place every battalion of a combat that has ended, and take the combat off the board (BN-END)."""
    rules = theatre.rules
    claims: dict[Place, list[Battalion]] = {}
    for ident in sorted(combat.members):
        member = combat.members[ident]
        battalion = member.battalion
        if not battalion.living:
            battalion.field = None
            recorder.write(f"{ident} has no unit left", cites=rules.cite("wiped_out"), by_referee=True)
            continue
        place, why, keys = _decided(theatre, combat, member)
        claims.setdefault(place, []).append(battalion)
        recorder.write(f"{ident} comes out in {field_said(place)}: {why}", cites=rules.cite(*keys), by_referee=True)
    theatre.combats.remove(combat)
    stay: dict[str, Place] = {}
    barred: set[Place] = set()
    home: list[tuple[Battalion, Place]] = []
    away: list[tuple[Battalion, Place]] = []
    for place in sorted(claims):
        keeper = _keeper(theatre, combat, place, claims[place], recorder)
        if keeper is None:
            barred.add(place)
        mine = [b for b in claims[place] if b.player == keeper]
        home += [(b, place) for b in claims[place] if b.player != keeper]
        if rules.chosen("stacking", True):
            stay |= {b.id: place for b in mine}
        elif mine:
            stay[mine[0].id] = place
            away += [(b, place) for b in mine[1:]]
    for battalion in (combat.members[ident].battalion for ident in combat.members):
        battalion.field = stay.get(battalion.id)
        for unit in battalion.living:
            unit.status, unit.field = "alive", None
    for battalion, place in sorted(home, key=lambda pair: pair[0].id):
        origin = combat.members[battalion.id].origin
        if origin not in barred and theatre.free(origin):
            battalion.field = origin
            recorder.write(
                f"{battalion.id} goes back to its starting Field {field_said(origin)}",
                cites=rules.cite("goes_back"),
                by_referee=True,
            )
        else:
            away.append((battalion, place))
    for battalion, place in sorted(away, key=lambda pair: pair[0].id):
        _send_away(theatre, battalion, place, barred, recorder)
    _settle_in(theatre, combat, recorder)


def _keeper(
    theatre: Theatre, combat: Combat, place: Place, battalions: list[Battalion], recorder: Recorder
) -> str | None:
    """Return the player who keeps a Field that several armies come out in, None if none does (BN-END-2, -3)."""
    rules = theatre.rules
    players = list(dict.fromkeys(b.player for b in battalions))
    if len(players) == 1:
        return players[0]
    named = field_said(place)
    defender = next((m.battalion.player for m in combat.members.values() if m.origin == place), None)
    if defender in players:
        recorder.write(
            f"{named} stays with {defender}, who was defending it", cites=rules.cite("defended"), by_referee=True
        )
        return defender
    worth = {player: sum(b.worth for b in battalions if b.player == player) for player in players}
    told = " and ".join(f"{player} {worth[player]}" for player in players)
    best = [player for player in players if worth[player] == max(worth.values())]
    if len(best) == 1:
        said = f"no player there was defending {named}: it goes to {best[0]}, by worth {told}"
        recorder.write(said, cites=rules.cite("most_worth"), by_referee=True)
        return best[0]
    said = f"no player there was defending {named}, and by worth {told} none gets it"
    recorder.write(said, cites=rules.cite("equal_worth"), by_referee=True)
    return None


def _send_away(theatre: Theatre, battalion: Battalion, place: Place, barred: set[Place], recorder: Recorder) -> None:
    """Send a battalion to the free Field nearest to the one in dispute; its units are lost where there is none."""
    rules = theatre.rules
    vectors = list(rules.vectors.values())
    for onto in outward(place, theatre.fields, vectors):
        if onto not in barred and theatre.free(onto):
            battalion.field = onto
            said = f"{battalion.id} goes to {field_said(onto)}, the free Field nearest to {field_said(place)}"
            recorder.write(said, cites=rules.cite("nearest_free"), by_referee=True)
            return
    changes = [Change(u.id, "status", "alive", "destroyed", "is lost") for u in battalion.living]
    for unit in battalion.living:
        unit.status, unit.at = "destroyed", None
    said = f"no Field is free for {battalion.id}, and its units are lost"
    recorder.write(said, changes=changes, cites=rules.cite("nearest_free"), by_referee=True)


def _settle_in(theatre: Theatre, combat: Combat, recorder: Recorder) -> None:
    """Mark every battalion for arranging; units in its Field keep their Spaces until then (BN-G-40)."""
    placed = [m.battalion for m in combat.members.values() if m.battalion.living]
    for battalion in placed:
        battalion.arranged = False
        for unit in battalion.living:
            if unit.at is not None and field_of(unit.at, theatre.size) != battalion.field:
                unit.at = None
    if placed:
        names = " and ".join(sorted(b.id for b in placed))
        each = "its owner sets its" if len(placed) == 1 else "each owner sets the"
        said = f"{names}: {each} units out again in {'its Field' if len(placed) == 1 else 'their Fields'}"
        recorder.write(said, cites=theatre.rules.cite("arrange"), by_referee=True)
