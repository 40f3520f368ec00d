"""What rows of events do at a moment of the battle: hits, heals, effects laid and ended, pieces sent away.

Of one moment the pieces are taken in the order of their hexes, then those off the map; for each piece the rows on its
hex come first, then those on the hexside crossed, on its class, itself and what lies on it, then those that hold
everywhere. Of one piece heals come before hits, then effects end, then others are laid, then it is sent away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from referee.core.documents.problems import counted
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, ledger

from ..carriers import Carrying
from ..rows import EventRow
from ..sides import SIDES
from .effects import (
    at,
    drop,
    effect_key,
    end_named,
    expire,
    hexside_of,
    lay,
    left_behind,
    place_effect,
    place_of,
)
from .pieces import DEFENDER, OFF, Piece
from .position import BattlePosition
from .rulings.costs import BARRED
from .rulings.ending import end_if_decided
from .rulings.harm import prevented

# how many events may follow one from another
MOST_CHAINED = 20

Found = list[tuple[Carrying, EventRow]]


class Happening(NamedTuple):
    """What happens to a piece: the event, the hex that it is about, the hexes between which it goes, and who hit it."""

    event: str
    piece: Piece
    hex: int
    crossed: Sequence[int]
    striker: Piece | None

    @property
    def pieces(self) -> dict[str, Piece]:
        """The pieces that take part, by their roles."""
        return {"subject": self.piece} | ({"striker": self.striker} if self.striker is not None else {})


def begin(position: BattlePosition, recorder: Recorder) -> None:
    """Do what rows do as a battle, its first round and its first Maneuver Phase begin."""
    for event in ("battle_begins", "round_begins", "maneuver_begins"):
        moment(position, recorder, event)


def moment(position: BattlePosition, recorder: Recorder, event: str, removing: bool = True) -> bool:
    """Do what rows do to every piece at a moment, and end what lasts until then; return whether the battle is over.

    Who is slain by it is removed at once, unless it is not yet `removing`.
    """
    if not position.rules.eventful and not position.effects:
        return position.over
    if position.rules.eventful:
        fight = position.fight
        pieces = [piece for piece in fight.pieces.values() if not piece.slain]
        for piece in sorted(pieces, key=lambda piece: (piece.hex == OFF, piece.hex)):
            if piece.id in fight.pieces and not piece.slain:
                happens(position, recorder, event, piece, piece.hex)
    over = settle(position, recorder) if removing else False
    if not over:
        expire(position, recorder, event)
        over = settle(position, recorder) if removing else False
    return over


def on_the_way(position: BattlePosition, recorder: Recorder, piece: Piece, start: int, path: Sequence[int]) -> None:
    """Do what rows do along a move that has been made: on leaving and entering hexes, and on landing in the last.

    A flyer leaves its first hex and enters its last. Without a `start` the piece comes from off the map.
    """
    if not position.rules.eventful:
        if position.effects:
            settle(position, recorder)
        return
    steps = [start, *path] if start != OFF else [OFF, *path]
    if piece.profile.flies:
        steps = [steps[0], steps[-1]]
    _along(position, recorder, piece, steps, 0)
    settle(position, recorder)


def hits_on_the_way(position: BattlePosition, ident: str, path: Sequence[int]) -> int:
    """Return the hits that a piece takes from rows along a path that it may go, less what heals it; at least none."""
    trial = BattlePosition(position.written(), position.rules)
    piece = trial.fight.pieces[ident]
    start, before = piece.hex, piece.hits
    trial.fight.place(piece, path[-1])
    if start == OFF:
        piece.come_on()
    on_the_way(trial, Recorder(None), piece, start, path)
    return max(piece.hits - before, 0)


def _along(position: BattlePosition, recorder: Recorder, piece: Piece, steps: Sequence[int], depth: int) -> None:
    last = steps[-1]
    for before, now in pairwise(steps):
        for event, h in (("leaves", before), ("enters", now)):
            if h != OFF and _stands(position, piece, last):
                happens(position, recorder, event, piece, h, (before, now), depth)
    if _stands(position, piece, last):
        happens(position, recorder, "lands", piece, last, (), depth)


def _stands(position: BattlePosition, piece: Piece, hex_: int) -> bool:
    """Return whether a piece is alive and stands on a hex."""
    return piece.id in position.fight.pieces and not piece.slain and piece.hex == hex_


def was_hit(position: BattlePosition, recorder: Recorder, striker: Piece, changes: Iterable[Change]) -> None:
    """Do what rows do to those whom a roll has hit, by the changes of their hits, and note whom it has slain."""
    rules = position.rules
    if not ("hit" in rules.occasions or "slain" in rules.occasions):
        return
    for change in changes:
        piece = position.fight.pieces.get(change.what)
        if change.field == "hits" and piece is not None and change.now > change.was:
            if "slain" in rules.occasions and piece.slain:
                piece.slayer = striker.id
            happens(position, recorder, "hit", piece, piece.hex, striker=striker)


def settle(position: BattlePosition, recorder: Recorder) -> bool:
    """Remove the slain, and whom the rows of their deaths slay; return whether the battle is over.

    In a Strike Phase the slain stay until it ends (LoT 12.6).
    """
    if position.over or position.fight.striking_phase:
        return position.over
    removed = remove_slain(position, recorder)
    drop(position, recorder)
    return bool(removed or position.turned) and end_if_decided(position, recorder)


def remove_slain(
    position: BattlePosition, recorder: Recorder, which: Callable[[Piece], bool] | None = None
) -> list[Piece]:
    """Remove the slain, and those whom the rows of their deaths slay in turn; return all of them (LoT 12.6).

    Only those leave of whom `which` holds.
    """
    fight, removed = position.fight, list[Piece]()
    while slain := [
        piece
        for piece in fight.pieces.values()
        if piece.hits >= piece.profile.power and (which is None or which(piece))
    ]:
        places = {piece.id: piece.hex for piece in slain}
        changes = [_gone(position, piece) for piece in slain]
        fight.take_out(slain)
        recorder.write(
            f"removed: {', '.join(f'{p.profile.title} {p.id}' for p in slain)}",
            cites=position.rules.cite("removed"),
            changes=changes,
            by_referee=True,
        )
        removed += slain
        if position.rules.eventful:
            for piece in slain:
                slayer = next((p for p in (*fight.pieces.values(), *fight.gone) if p.id == piece.slayer), None)
                happens(position, recorder, "slain", piece, places[piece.id], striker=slayer)
        position.upkeep.removed(position, recorder, slain)
    if position.summons == "closed" and any(_opens_summons(piece) for piece in removed):
        position.summons = "due"
    return removed


def _opens_summons(piece: Piece) -> bool:
    """Return whether the death of a piece opens a summons: it fought for the defender, and no Spell had brought it."""
    return piece.side == DEFENDER and piece.by is None


def _gone(position: BattlePosition, piece: Piece) -> Change:
    return Change(piece.id, "hex", position.fight.board.labels[piece.hex] if piece.hex != OFF else None, None)


def happens(
    position: BattlePosition,
    recorder: Recorder,
    event: str,
    piece: Piece,
    hex_: int,
    crossed: Sequence[int] = (),
    depth: int = 0,
    striker: Piece | None = None,
    further: Mapping[str, Fact] | None = None,
) -> None:
    """Do what the rows of an event do to one piece, of which `hex_` is the hex that the event is about.

    `further` are facts of the event itself.
    """
    if not position.rules.eventful:
        return
    now = Happening(event, piece, hex_, crossed, striker)
    found = list(_rows(position, now, further or {}))
    if not found:
        return
    if depth > MOST_CHAINED:
        rows = ", ".join(dict.fromkeys(row.why or carrier.title or carrier.name for carrier, row in found))
        text = f"stopped: {MOST_CHAINED} events have followed one from another, and the next would be of {rows}"
        recorder.write(text, cites=[cite for _, row in found for cite in row.cites], by_referee=True)
        return
    said = _WHEN[event].format(round=position.fight.round, hex=_label(position, hex_))
    _harm(position, recorder, now, found, said)
    _laying(position, recorder, now, found, said)
    if sent := next((row for _, row in found if row.sends), None):
        _send(position, recorder, piece, sent, said, depth)


_WHEN = {
    "battle_begins": "as the battle begins",
    "round_begins": "at the beginning of round {round}",
    "maneuver_begins": "at the beginning of the Maneuver Phase",
    "maneuver_ends": "at the end of the Maneuver Phase",
    "strike_begins": "at the beginning of the Strike Phase",
    "strike_ends": "at the end of the Strike Phase",
    "round_ends": "at the end of round {round}",
    "leaves": "on leaving {hex}",
    "enters": "on entering {hex}",
    "lands": "on landing in {hex}",
    "hit": "on being hit",
    "slain": "on being slain",
    "reinforced": "on being mustered",
    "summoned": "on being summoned",
    "casts": "on casting",
}


def _label(position: BattlePosition, hex_: int) -> str:
    return position.fight.board.labels[hex_] if hex_ != OFF else ""


def _rows(position: BattlePosition, now: Happening, further: Mapping[str, Fact]) -> Iterator[tuple[Carrying, EventRow]]:
    """Yield the rows that hold for a piece at an event, with their carriers, in the order in which they apply.

    Those with `uses` are counted, and hold no more when they have held as often as they may.
    """
    fight, rules, piece, pieces = position.fight, position.rules, now.piece, now.pieces
    section, people = rules.sections["events"], {role: one.profile for role, one in pieces.items()}
    facts: dict[str, Fact] = {"event": now.event, "active": piece.side == fight.active, **section.facts(people)}
    facts |= dict(fight.given("events", **pieces)) | {**further}
    board = fight.board
    on_hex = board.borne[now.hex] if now.hex != OFF else ()
    between = board.sides.get((now.crossed[0], now.crossed[1]), ()) if len(now.crossed) == 2 else ()
    where: list[tuple[Carrying, dict[str, Fact], Piece]] = [(carrier, facts, piece) for carrier in on_hex]
    where += [(carrier, {**facts, "crossing": crossing}, piece) for carrier, crossing in between]
    for role, profile in people.items():
        where += [(carrier, {**facts, "as": role}, pieces[role]) for carrier in profile.carriers]
    where += [(carrier, facts, piece) for carrier in board.around]
    for carrier, known, bearer in where:
        rows = carrier.table.events
        if rows:
            for row in rules.ruled(rows.values(), section.facts_on(carrier, known, people)):
                if row.uses is not None:
                    name = next(name for name, one in rows.items() if one is row)
                    if position.uses_of(bearer, name, row.uses.per) >= row.uses.times:
                        continue
                    position.note_use(bearer, name, row.uses.per)
                yield carrier, row


def _harm(position: BattlePosition, recorder: Recorder, now: Happening, found: Found, said: str) -> None:
    """Heal and hurt those whom the rows name, the subject first."""
    fight, piece = position.fight, now.piece
    taking: dict[str, Found] = {}
    for carrier, row in found:
        if row.hits is not None or row.heals is not None:
            for one in _whom(position, now, carrier, row):
                taking.setdefault(one.id, []).append((carrier, row))
    victims = {one.id: one for one in (piece, *fight.pieces.values())}
    for ident, rows in taking.items():
        one, least = victims[ident], Entry("at_least", 0, "no fewer than none", position.rules.cite("damage_stays"))
        facts = dict(fight.given("events", **now.pieces))
        facts |= position.rules.sections["events"].facts({role: p.profile for role, p in now.pieces.items()})
        healed = ledger("heals", (), [row for _, row in rows], facts, least=least, shown="healed")
        hits = ledger("hits", (), [row for _, row in rows], facts, least=least)
        before, was_slain = one.hits, one.slain
        heals = min(healed.total, before) if not was_slain else 0
        one.hits -= heals
        takes = fight.hit(one, hits.total)
        spared = prevented(hits)
        healed, hits = done_of(position, healed, heals), done_of(position, hits, takes)
        if not heals and not takes and not spared:
            continue
        enemy = SIDES[1 - one.side]
        if one.slain and piece.side == one.side and all(carrier.side != enemy for carrier, _ in rows):
            fight.by_hazard.add(one.id)
        done = [f"heals {counted(heals, 'hit')}"] if heals else []
        done += [f"takes {counted(takes, 'hit')}"] if takes else []
        done += ["takes no hits"] if spared else []
        about = said if one is piece else f"{said} ({position.named(piece)})"
        recorder.write(
            f"{position.named(one)} {' and '.join(done)} {about}",
            reasons=[told for told in (healed, hits) if told.total or (spared and told is hits)],
            changes=[hits_change(position, one, one.hits - before)] if heals or takes else [],
            by_referee=True,
        )


def done_of(position: BattlePosition, found: Ledger, done: int) -> Ledger:
    """Return the ledger of hits or heals with what is left of them: none beyond the slain, or beyond what was taken."""
    if done >= found.total:
        return found
    if found.quantity == "healed":
        return found.plus(Entry("at_most", done, "no more than it has taken", position.rules.cite("damage_stays")))
    return found.plus(Entry("at_most", done, "no more than it can still take", position.rules.cite("slain")))


def _whom(position: BattlePosition, now: Happening, carrier: Carrying, row: EventRow) -> Iterable[Piece]:
    """Return those on whom a row does its hits and heals; none who is not on the map."""
    fight, piece, striker = position.fight, now.piece, now.striker
    match row.whom:
        case "subject":
            return [piece] if piece.id in fight.pieces and piece.hex != OFF else []
        case "striker":
            return [striker] if striker is not None and striker.id in fight.pieces else []
        case "source":
            source = fight.pieces.get(carrier.source) if carrier.source is not None else None
            return [source] if source is not None and not source.slain else []
    if now.hex == OFF:
        return []
    near = fight.board.contact[now.hex]
    side = 1 - piece.side if row.whom == "enemies_in_contact" else piece.side
    return [p for p in fight.pieces.values() if p.side == side and p.hex != OFF and near >> p.hex & 1 and not p.slain]


def _laying(position: BattlePosition, recorder: Recorder, now: Happening, found: Found, said: str) -> None:
    """End the effects that rows end where the piece is or has just crossed, and lay those that they lay there."""
    piece, side = now.piece, hexside_of(position, now.crossed)
    on_board = piece if piece.id in position.fight.pieces else None
    for _, row in found:
        if changes := end_named(position, row.ends, on_board, now.hex, side):
            text = f"{position.named(piece)}: {row.why} {said}"
            recorder.write(text, changes=changes, cites=row.cites, by_referee=True)
    for carrier, row in found:
        if row.lays is None:
            continue
        bearer = next(
            (one for one in (piece, now.striker) if one is not None and carrier in one.profile.carriers), None
        )
        own = bearer.id if bearer is not None and bearer.id in position.fight.pieces else None
        # a legion is there when one of it is slain
        whose_legion = position.rules.effects[row.lays].lies == "legion"
        effect = place_effect(
            position, row.lays, piece if whose_legion else on_board, now.hex, carrier.source or own, side
        )
        # what many pieces lay at one moment is laid once
        if effect is None or effect_key(position, effect) == (when := at(position, now.event)):
            continue
        position.laid[place_of(effect)] = when
        changes, notes = lay(position, effect)
        placeless = (effect.hex, effect.hexside, effect.piece, effect.side) == (None,) * 4
        whose = "" if placeless else f"{position.named(piece)}: "
        recorder.write(f"{whose}{row.why} {said}", changes=changes, notes=notes, cites=row.cites, by_referee=True)


def _send(position: BattlePosition, recorder: Recorder, piece: Piece, row: EventRow, said: str, depth: int) -> None:
    """Send a piece away: out of the battle as slain, or to a free hex beside its own."""
    if piece.id not in position.fight.pieces or piece.slain:
        return
    if row.sends == "out":
        send_out(position, recorder, piece, f"{row.why} {said}".strip(), row.cites)
        return
    send_beside(position, recorder, piece, f"{row.why} {said}".strip(), row.cites, depth)


def send_out(position: BattlePosition, recorder: Recorder, piece: Piece, why: str, cites: tuple[str, ...]) -> None:
    """Take a piece out of the battle; it counts as slain."""
    fight = position.fight
    text, change, place = f"{position.named(piece)} leaves the battle: {why}", _gone(position, piece), piece.hex
    fight.take_out([piece])
    recorder.write(text, cites=[*cites, *position.rules.cite("removed")], changes=[change], by_referee=True)
    if position.summons == "closed" and _opens_summons(piece):
        position.summons = "due"
    happens(position, recorder, "slain", piece, place)
    position.upkeep.removed(position, recorder, [piece])
    drop(position, recorder)
    if not fight.striking_phase:
        end_if_decided(position, recorder)


def send_beside(
    position: BattlePosition, recorder: Recorder, piece: Piece, why: str, cites: tuple[str, ...], depth: int = 0
) -> None:
    """Move a piece to the first free hex beside its own, by name, that it may enter."""
    fight, board = position.fight, position.fight.board
    if piece.hex == OFF:
        return
    start, into = piece.hex, fight.moves(piece).into
    free = [h for h in board.neighbours[start] if not fight.occupied >> h & 1 and into[h] < BARRED]
    name = position.named(piece)
    if not free:
        recorder.write(f"{name} stays, as no hex beside it is free: {why}", cites=cites, by_referee=True)
        return
    target = min(free, key=lambda h: board.labels[h])
    was, now = board.labels[start], board.labels[target]
    fight.place(piece, target)
    change = Change(piece.id, "hex", was, now, f"{was} to {now}")
    recorder.write(f"{name} is sent to {now}: {why}", cites=cites, changes=[change], by_referee=True)
    if position.rules.eventful:
        _along(position, recorder, piece, (start, target), depth + 1)


def send_there(
    position: BattlePosition, recorder: Recorder, piece: Piece, target: int, why: str, cites: tuple[str, ...]
) -> None:
    """Move a piece to a hex that it names itself."""
    board, start, name = position.fight.board, piece.hex, position.named(piece)
    was, now = board.labels[start], board.labels[target]
    position.fight.place(piece, target)
    recorder.write(
        f"{name} goes to {now}: {why}", cites=cites, changes=[Change(piece.id, "hex", was, now, f"{was} to {now}")]
    )
    left_behind(position, recorder, piece)
    if position.rules.eventful:
        _along(position, recorder, piece, (start, target), 0)


def hits_change(position: BattlePosition, piece: Piece, taken: int) -> Change:
    """Return the change of a piece's hits; `taken` is what it has just taken."""
    was = piece.hits - taken
    fate = "slain" if piece.slain else f"slain at {piece.profile.power} hits"
    text = f"{counted(piece.hits, 'hit')} (was {was}), {fate}"
    return Change(piece.id, "hits", was, piece.hits, text)
