"""The course of a turn: phases, turning to face, victory (P-8, P-11, P-14)."""

from __future__ import annotations

from referee.core.game.facts import Facts
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry, Ledger

from .field.ground import outline
from .field.placing import attack_base
from .position import HordesPosition, place_of
from .rulings.combat_facts import pairs
from .rulings.reports import Report, pose_said
from .state import Result


def turn_to_face(position: HordesPosition, recorder: Recorder) -> None:
    """Turn each element that is hit in flank or rear, and not engaged in front, to an attacker (HS-MIS-3b)."""
    field = position.field
    contacts = field.contacts()
    victims = [e for e in field.standing() if contacts.flanking(e) and e.id not in contacts.front_engaged]
    order = {pair: number for number, pair in enumerate(field.attacks)}
    for victim in victims:
        attackers = contacts.flanking(victim)
        attackers.sort(key=lambda a: (order.get((a.id, victim.id), len(order)), a.id))
        report = Report()
        report.cite(field.rules.cite("turn_to_face"))
        for attacker in attackers:
            report.cite(field.rules.cite("unequal") if victim.width != attacker.width else ())
            base = attack_base(victim.base, attacker.base, "front").rounded()
            met = field.overlaps_any(base, {victim.id})
            if met:
                report.notes.append(f"{victim.id} has no room to face {attacker.id}: {met[0]} is in the way")
                continue
            if not field.ground.inside_board(outline(base)):
                report.notes.append(f"{victim.id} has no room to face {attacker.id}: the table ends there")
                report.cite((*field.rules.cite("off_board"), *field.edge_cites))
                continue
            report.move(victim, base, f"turns to face {attacker.id}: {pose_said(base)}")
            break
        recorder.write(
            f"{victim.named} {'turns to face its attacker' if report.changes else 'cannot turn to face'}",
            changes=report.changes,
            notes=report.notes,
            cites=[*report.cites, *field.rules.decided({"turn_to_face"})],
            by_referee=True,
        )


def enter_long_range(position: HordesPosition, recorder: Recorder) -> None:
    """End the movement: elements hit in flank or rear turn, and the active side begins the shooting."""
    turn_to_face(position, recorder)
    position.in_contact = position.field.contacts().touching
    position.phase_name = "long_range"
    position.shooting = position.active


def end_long_range(position: HordesPosition, recorder: Recorder) -> None:
    """Let the other side shoot, or begin close combat if it cannot or has done so (HS-G-35, HS-G-42)."""
    other = position.other(position.active)
    if position.shooting == position.active and position.may_shoot(other):
        position.shooting = other
        return
    position.shooting = None
    position.phase_name = "close_combat"
    found = [(a.id, b.id) for a, b in pairs(position.field)]
    known = position.in_contact
    position.fights = [pair for pair in found if known is None or frozenset(pair) in known]
    position.in_contact = None
    for one, other in found:
        if (one, other) not in position.fights:
            what = f"{one} and {other} came into contact after the movement: they fight from the next turn on"
            recorder.write(what, cites=position.rules.cite("later_contacts"), by_referee=True)


def lost_ap(position: HordesPosition, army: str) -> Ledger:
    """Return the AP an army has lost, element by element (HS-G-76)."""
    rules = position.rules
    counted = {"destroyed", "fled"}
    if rules.options["ensorcelled_counts_lost"]:
        counted.add("ensorcelled")
    own = [e for e in position.field.elements.values() if e.army == army]
    cites = dict.fromkeys(counted, rules.table.defeat.cites)
    cites["ensorcelled"] = (*rules.table.defeat.cites, *rules.cite("ensorcelled"))
    entries = [
        Entry("add", e.kind.row.ap or 0, f"{e.named} {e.status}", cites[e.status]) for e in own if e.status in counted
    ]
    # one that waits off the table and cannot be activated again is lost as well
    spent = (*rules.table.defeat.cites, *rules.cite("no_activation"))
    entries += [
        Entry("add", e.kind.row.ap or 0, f"{e.named} not activated again", spent)
        for e in own
        if e.status == "off_board" and e.spent
    ]
    return Ledger(f"AP lost by {army}", entries)


def defeats(position: HordesPosition, army: str) -> tuple[list[tuple[str, ...]], list[Ledger]]:
    """Return the rules by which an army has lost, and the count of its lost AP (HS-WIN)."""
    rules, field = position.rules, position.field
    out: list[tuple[str, ...]] = []
    general = field.elements.get(field.generals.get(army) or "")
    if general is not None and general.status in str(rules.options["general_lost"]).split("_"):
        out.append(rules.cite("general_killed"))
    lost = lost_ap(position, army)
    over, under = rules.table.defeat.share
    told = position.source.armies[army].start_ap if army in position.source.armies else None
    start = told if told is not None else sum(e.kind.row.ap or 0 for e in field.elements.values() if e.army == army)
    if lost.total and under * lost.total >= over * start:
        out.append((*rules.table.defeat.cites, *(rules.cite("set_up") if told is not None else ())))
    if any(keep.army == army and not keep.held for keep in field.keeps.values()):
        out.append(rules.cite("stronghold_captured"))
    return out, [lost] if lost.entries else []


def test_victory(position: HordesPosition, recorder: Recorder) -> bool:
    """Return whether the battle is decided, and record its result if it is (P-14)."""
    rules = position.rules
    found = {army: defeats(position, army) for army in position.players}
    beaten = [army for army in position.players if found[army][0]]
    if not beaten:
        return False
    ledgers = [ledger for army in position.players for ledger in found[army][1]]
    cites = list(dict.fromkeys(c for army in beaten for by in found[army][0] for c in by))
    consulted = {"victory_check"}
    winner: str | None = position.other(beaten[0])
    if len(beaten) == len(position.players):
        consulted.add("both_lose")
        winner = position.active if rules.options["both_lose"] == "active_wins" else None
    if rules.cite("general_killed")[0] in cites:
        consulted.add("general_lost")
    by = list(dict.fromkeys(rule[0] for army in beaten for rule in found[army][0]))
    position.result = Result(winner=winner, by=by)
    what = f"{winner} has won" if winner else "the battle is drawn: both sides have won"
    recorder.write(what, reasons=ledgers, cites=[*cites, *rules.decided(consulted)], by_referee=True)
    return True


def end_turn(position: HordesPosition, recorder: Recorder) -> None:
    """Test for victory; otherwise the other side's turn begins and what held for one turn is cleared (P-14)."""
    if test_victory(position, recorder):
        return
    field = position.field
    lost = [lost_ap(position, army) for army in position.players]
    next_army = position.other(position.active)
    was = position.active
    position.active = next_army
    position.turn += 1
    field.turn = position.turn
    position.phase_name = "pips"
    position.pips = None
    position.fights = []
    field.attacks.clear()
    for element in field.elements.values():
        element.moved = 0
        element.shot = element.shot_at = element.bespelled = element.fought = False
    for keep in field.keeps.values():
        keep.fought = False
    field.met_pairs = [(a.id, b.id) for a, b in field.contacts().front]
    field.met = {ident for pair in field.met_pairs for ident in pair}
    recorder.write(
        f"no side has won; turn {position.turn} is {position.active}'s",
        reasons=[ledger for ledger in lost if ledger.entries],
        changes=[Change("active", "army", was, position.active)],
        cites=position.rules.cite("victory"),
        by_referee=True,
    )


def facts_of(position: HordesPosition, player: str) -> Facts:
    """Return what a player knows of a battle for the conditions of orders that react: everything stands on the table.

    `roll` is the number of PIPs left, `score` the AP that the enemy has lost.
    """
    standing = {element.id: f"[{place_of(element)}]" for element in position.field.standing()}
    return Facts(
        round=position.turn,
        roll=position.pips or 0,
        score={army: lost_ap(position, position.other(army)).total for army in position.players},
        places=standing,
    )
