"""Objections to moves, strikes and rangestrikes: every reason at once, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

import msgspec

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection, merge_objections
from referee.core.rules.ledger import cites_of

from ..board import bits
from ..fight import Fight
from ..pieces import DEFENDER, OFF, Piece
from ..position import BattlePosition
from .carrying import Carry
from .chances import most_hits
from .rangestrikes import LineOfFire, Shot
from .reach import Way
from .routes import Route, allowance_of, route
from .strikes import StrikeRuling


def strike_objections(position: BattlePosition, striker: Piece, target: Piece, field: str = "at") -> list[Objection]:
    """Return why one piece may not strike another (LoT 12.0, 12.1, 11.7)."""
    fight, cite = position.fight, position.rules.cite
    board = fight.board
    out = []
    if target.side == striker.side:
        return [Objection(f"{target.id} is of the same side as {striker.id}", cite("own_characters"), field)]
    for piece, key in ((striker, ""), (target, field)):
        if piece.hex == OFF:
            out.append(Objection(f"{piece.id} is not on the map", cite("contact"), key or None))
    if out:
        return out
    if not board.contact[striker.hex] >> target.hex & 1:
        rows = board.separating_rows(striker.hex, target.hex) if target.hex in board.neighbours[striker.hex] else []
        where = f"{position.named(striker)} and {position.named(target)}"
        if rows:
            out += [Objection(f"{where}: {row.why}", row.cites, field) for row in rows]
        else:
            out.append(Objection(f"{where} are not adjacent", cite("contact"), field))
    elif rows := fight.apart(striker, target):
        where = f"{position.named(striker)} and {position.named(target)}"
        out += [Objection(f"{where}: {row.why}", row.cites, field) for row in rows]
    if target.slain:
        message = f"{position.named(target)} is slain already; strike a character that is not"
        out.append(Objection(message, cite("slain_target"), field, (target.id,)))
    return out


def declared_objections(
    position: BattlePosition, striker: Piece, target: Piece, number: int | None, forgo: bool
) -> list[Objection]:
    """Return what is wrong with a declared strike-number or a forgone gain (LoT 12.4, 12.5)."""
    if number is None and not forgo:
        return []
    cite = position.rules.cite
    ruling = position.fight.strike(striker, target)
    least = ruling.forgone_number if forgo else ruling.number
    out = []
    die = position.rules.combat.die
    if number is not None and number > die.faces:
        message = f"must be {die.faces} at most, the highest face of the die"
        out.append(Objection(message, cites_of(die.cite), "number", always=True))
    if number is not None and number < least:
        message = f"the strike-number against {position.named(target)} is {least}; only a higher one may be declared"
        out.append(Objection(message, cite("carry"), "number"))
    if forgo and not ruling.gains:
        message = f"there is no gain to forgo: {position.named(striker)} gains nothing by striking down at {target.id}"
        out.append(Objection(message, cite("benefit"), "forgo"))
    if number is not None and number > least and position.rules.chosen("higher_number", "to_carry"):
        needed = max((c.number for c in carries(position.fight, striker, target)[0]), default=least)
        if number > needed:
            out.append(Objection(f"a number above {needed} serves no carry-over", cite("higher_number"), "number"))
    return out


def carries(
    fight: Fight, striker: Piece, target: Piece, first: StrikeRuling | None = None
) -> tuple[list[Carry], list[Piece]]:
    """Return the other enemies in contact: the living, with what a carry-over to each needs, and the slain.

    `first` is the ruling on the strike, where it is known.
    """
    others = [p for p in fight.enemies_beside(striker) if p is not target]
    if not others:
        return [], []
    first = first or fight.strike(striker, target)
    return [carry_to(fight, striker, target, p, first) for p in others if not p.slain], [p for p in others if p.slain]


def carry_to(fight: Fight, striker: Piece, target: Piece, other: Piece, first: StrikeRuling) -> Carry:
    """Return what a carry-over to one other enemy in contact needs; `first` is the ruling on the strike (LoT 12.4)."""
    return Carry(other.id, first, fight.strike(striker, other), fight.carry_bars(striker, target, other, first.up))


def shot_objections(position: BattlePosition, striker: Piece, target: Piece, field: str = "at") -> list[Objection]:
    """Return why one piece may not rangestrike another, with a reason for each path of the line (LoT 13)."""
    fight, cite = position.fight, position.rules.cite
    out = []
    if target.side == striker.side:
        return [Objection(f"{target.id} is of the same side as {striker.id}", cite("own_characters"), field)]
    if fight.active != striker.side:
        out.append(Objection("only the player who has just maneuvered rangestrikes", cite("ranged_mover_only")))
    for piece, key in ((striker, ""), (target, field)):
        if piece.hex == OFF:
            return [*out, Objection(f"{piece.id} is not on the map", cite("line"), key or None)]
    if fight.engaged(striker):
        beside = fight.enemies_beside(striker)
        key = "in_contact" if any(not p.slain for p in beside) else "beside_slain"
        names = ", ".join(position.named(p) for p in beside)
        message = f"{position.named(striker)} is in contact with {names}; a character in contact does not rangestrike"
        out.append(Objection(message, cite(key), None, tuple(p.id for p in beside)))
    if target.slain:
        message = f"{position.named(target)} is slain already"
        out.append(Objection(message, cite("slain_target"), field, (target.id,)))
    shot = fight.shot(striker, target)
    out += [Objection(o.message, o.cite, field) for o in shot.objections]
    if not shot.objections and shot.best(fight.occupied) is None:
        for line in shot.lines:
            out += blocked(position, line)
    return out


def exempt_cites(position: BattlePosition, striker: Piece, target: Piece) -> list[str]:
    """Return the rules by which a rangestrike hits one who is immune to others, and is hindered by nothing."""
    cite = position.rules.cite
    immune = cite("immune_to_others") if target.profile.immune else ()
    return list(dict.fromkeys([*immune, *(cite("unhindered") if striker.profile.unhindered else ())]))


def blocked(position: BattlePosition, line: LineOfFire) -> list[Objection]:
    """Return what blocks one path of a rangestrike."""
    fight = position.fight
    through = ", ".join(fight.board.labels[h] for h in line.path) or "the hexside between"
    out = [Objection(f"by way of {through}: {o.message}", o.cite) for o in line.aim.objections]
    for h in bits(line.blockers & fight.occupied):
        piece = fight.at[h]
        assert piece is not None
        message = f"by way of {through}: {position.named(piece)} stands in the line"
        out.append(Objection(message, position.rules.cite("blocked_by_character"), None, (piece.id,)))
    return out


def chosen_line(position: BattlePosition, shot: Shot, via: list[str] | None) -> LineOfFire | list[Objection]:
    """Return the path given by `via`, or the best open path; else the objections to it (LoT 13.3).

    Without `via`, one path at least must be open.
    """
    fight = position.fight
    if via is None:
        best = shot.best(fight.occupied)
        assert best is not None
        return best
    for line in shot.lines:
        if [fight.board.labels[h] for h in line.path] == via:
            return blocked(position, line) or line
    paths = " or ".join(" ".join(fight.board.labels[h] for h in line.path) for line in shot.lines)
    message = f"{' '.join(via) or 'nothing'} is not a path of this line; 'via' lists the hexes between: {paths}"
    return [Objection(message, position.rules.cite("line"), "via")]


def leaving_objections(position: BattlePosition, piece: Piece) -> list[Objection]:
    """Return why a piece on the map may not leave its hex (LoT 11.3, 10.2)."""
    fight, cite = position.fight, position.rules.cite
    out = []
    if piece.slain:
        out.append(Objection(f"{position.named(piece)} is slain", cite("slain"), None, (piece.id,)))
    if piece.cast:
        message = f"{position.named(piece)} has cast in this phase, and does not move in it"
        # what the dice of the cast show makes no difference
        out.append(Objection(message, cite("cast_or_move"), alone=True))
    free = (piece.moved and piece.farther_left) or piece.profile.frees
    if not free and (beside := fight.holders(piece)):
        message = f"{position.named(piece)} is locked in contact with {', '.join(position.named(p) for p in beside)}"
        out.append(Objection(message, cite("locked"), None, tuple(p.id for p in beside)))
    if fight.deploying and piece.side == DEFENDER:
        out.append(
            Objection(
                "a character set up in the tower does not move in its owner's first Maneuver Phase", cite("tower_entry")
            )
        )
    return out


def entry_cites(position: BattlePosition, set_up: bool = False) -> tuple[str, ...]:
    """Return the citations for entering the map; a tower has its own rule (LoT 10.1, 10.2)."""
    cite = position.rules.cite
    if set_up:
        return cite("tower_entry")
    return cite("entry") + (cite("tower_entry") if position.fight.board.deploy else ())


def route_to(position: BattlePosition, piece: Piece, target: int, path: list[int] | None = None) -> Route:
    """Return the route of a piece to a hex, or the objections to it; a piece off the map enters (LoT 10.1, 11.2)."""
    fight, cite = position.fight, position.rules.cite
    board = fight.board
    if piece.hex == OFF and fight.deploying and piece.side == DEFENDER:
        if not board.deploy >> target & 1:
            return Route(objections=[Objection(f"{board.labels[target]} is not inside the walls", cite("tower_entry"))])
        if fight.occupied >> target & 1:
            objection = Objection(f"{board.labels[target]} is occupied", cite("occupied"))
            return Route(objections=[objection], blockers=1 << target)
        return Route([target], 0)
    if piece.hex == OFF and not fight.sides[piece.side]:
        return Route(
            objections=[
                Objection(
                    "'attacker_side' is missing: it says by which side of the map each player enters", cite("entry")
                )
            ]
        )
    if piece.hex == target:
        return Route(objections=[Objection(f"{piece.id} stands on {board.labels[target]} already", cite("allowance"))])
    start = None if piece.hex == OFF else piece.hex
    ways = fight.ways(piece) or [Way(fight.moves(piece), piece.profile.allowance)]
    found = [(route(w, piece.profile, start, fight.sides[piece.side], target, fight.occupied, path), w) for w in ways]
    out, way = next((one for one in found if not one[0].objections), found[0])
    if out.objections:
        out.objections = merge_objections(*(one.objections for one, _ in found))
    out.within = way.allowance
    out.allowance = allowance_of(board, piece.profile, way, piece.moved)
    if start is None and out.objections and out.objections[-1].cite != cite("occupied"):
        entry = f"{position.player(piece.side)} enters by {listed(board.names(fight.sides[piece.side]))}"
        last = out.objections[-1]
        message, cites = f"{last.message}; {entry}", (*last.cite, *entry_cites(position))
        out.objections = [*out.objections[:-1], msgspec.structs.replace(last, message=message, cite=cites)]
    blockers = tuple(p.id for h in bits(out.blockers) if (p := fight.at[h]) is not None)
    if blockers:
        out.objections = [msgspec.structs.replace(o, hangs_on=blockers) for o in out.objections]
    return out


def turn_objections(
    position: BattlePosition, player: str, phase: str, what: str, closing: bool = False
) -> list[Objection]:
    """Return why a player may not give such an order now: the phase is wrong, or another player's.

    Once a Spell has been drawn at the end of a Maneuver Phase, only what is `closing` it is still ordered.
    """
    fight, cite = position.fight, position.rules.cite
    if position.over:
        return [Objection("the battle is over", cite("battle_over"))]
    if position.spirits:
        return between_objections(position, what)
    if (phase == "strike") == fight.striking_phase and position.player(position.ordering) == player:
        return [] if closing else between_objections(position, what)
    now = position.phase()
    assert now is not None
    now_is = f"it is {now.title}"
    if (phase == "strike") != fight.striking_phase:
        return [
            Objection(
                f"{what} belongs to a {'Strike' if phase == 'strike' else 'Maneuver'} Phase; {now_is}", cite("phases")
            )
        ]
    if fight.striking_phase:
        striker = position.player(position.ordering)
        return [Objection(f"{striker} strikes now; {now_is}", cite("strikes_first"))]
    cites = cite("mover_only")
    if fight.active == position.first == DEFENDER:
        cites += cite("defender_first")
    return [Objection(f"only {now.players[0]} moves now; {now_is}", cites)]


def between_objections(position: BattlePosition, what: str) -> list[Objection]:
    """Return why an order must wait for what begins a Strike Phase, or is too late for a Maneuver Phase that ends."""
    cite = position.rules.cite
    if position.spirits:
        spirit, chooser = position.spirits[0], position.player(position.ordering)
        return [Objection(f"before that {spirit} chooses whom it hits; {chooser} orders it", cite("spirits_first"))]
    if not position.fight.striking_phase and position.drawing:
        message = f"{what} comes before a Spell is drawn, as the Maneuver Phase ends"
        return [Objection(message, cite("battle_draw"))]
    return []


def moved_objection(position: BattlePosition, piece: Piece, field: str) -> Objection:
    """Return the objection that a piece does not move any more in this phase: it has, or was brought over in it."""
    name, cite = position.named(piece), position.rules.cite
    if piece.id in position.gripped_now():
        return Objection(
            f"{name} has come over by a Spell in this phase, and does not move in it", cite("gripped"), field
        )
    return Objection(f"{name} has moved in this phase already", cite("one_move"), field)


def own_objections(position: BattlePosition, player: str, piece: Piece, field: str) -> list[Objection]:
    """Return the objection that a piece belongs to the other player, if it does."""
    if position.player(piece.side) == player:
        return []
    verb = "fights for" if piece.controlled else "belongs to"
    message = f"{position.named(piece)} {verb} {position.player(piece.side)}"
    key = "own_characters" if position.fight.striking_phase else "mover_only"
    # in a game, the next battle may have other pieces of the same names; and dice may give control of one
    always = position.alone and not position.rules.controlling
    return [Objection(message, position.rules.cite(key), field, always=always)]


class Declaration(msgspec.Struct, frozen=True):
    """Strikes at one target with the same dice, whose surplus hits may go to the same enemies.

    `numbers` are the strike-numbers, ascending, of which the first is `declared` if it is higher than needed. `carry`
    holds the ids of those who may take surplus hits, at most `surplus` in all: none where the target can take all dice.
    """

    dice: int
    numbers: tuple[int, ...]
    declared: bool
    forgo: bool
    carry: tuple[str, ...]
    surplus: int


def declarations(position: BattlePosition, striker: Piece, target: Piece) -> Iterator[Declaration]:
    """Yield what may be declared with a strike in contact: first with its gain, then, where it has one, without."""
    fight = position.fight
    ruling = fight.strike(striker, target)
    others = carries(fight, striker, target)[0] if len(fight.enemies_beside(striker)) > 1 else []
    for forgo in (False, True) if ruling.gains else (False,):
        dice = ruling.forgone_dice if forgo else ruling.dice
        least = ruling.forgone_number if forgo else ruling.number
        highest = position.rules.combat.die.faces
        if position.rules.chosen("higher_number", "to_carry"):
            highest = min(highest, max((other.number for other in others), default=least))
        surplus = max(most_hits(dice, least, position.rules.combat.die.faces, ruling.changes) - target.remaining, 0)
        takers = others if surplus else []
        grid = [
            (number, tuple(one.id for one in takers if not one.objections(fight.board, dice, number, forgo)))
            for number in (least, *range(max(least + 1, 1), highest + 1))
        ]
        for carry, same in groupby(grid, itemgetter(1)):
            numbers = tuple(number for number, _ in same)
            yield Declaration(dice, numbers, numbers[0] > least, forgo, carry, surplus)
