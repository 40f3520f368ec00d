"""Using an ability that the tables give a character: its own, its class's, or of what lies on it or on its hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from referee.core.game.dice import Roll, Throw
from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import piece
from referee.core.rules.ledger import Ledger

from ..effects import end_named, hexside_name, lay, place_effect, shift
from ..events import done_of, hits_change, send_beside, send_out, send_there, settle, was_hit
from ..pieces import OFF, Piece
from ..position import BattlePosition
from ..rulings.abilities import Aimed, Held, Use, aim, fixed, held_by, user_objections, uses_of
from ..rulings.places import lying_on, nearer, one_way, own_laid
from ..rulings.strikes import RollRuling
from .base import Rolling


class _UseForecast(Forecast["UseAbility", BattlePosition]):
    """A supposed use counts as made; what its roll does to the target is uncertain."""

    def concerns(self, order: UseAbility, position: BattlePosition) -> Iterable[str]:
        return [order.by, *order.at_stake(position)]

    def stakes(self, order: UseAbility, position: BattlePosition) -> Iterable[str]:
        return order.at_stake(position)

    def suppose(
        self, order: UseAbility, position: BattlePosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        use, aimed = order.aimed(position)
        if aimed.roll is None:
            order.apply(position, player, recorder)
            return
        order.mark(position, use)
        unknown.uncertain |= set(order.at_stake(position))
        ability = use.held.ability
        # what its hits bring about may change everything, or who is on the map
        unknown.beyond |= (
            bool(ability.lays or ability.shifts or ability.ends or ability.sends) or ability.phase == "maneuver"
        )


class UseAbility(Rolling, kw_only=True, rename={"from_": "from"}):
    """Use an ability: `{use: breath, by: dragon-1, at: lion-2}`; `at` names a piece, a hex or a hexside, as in C3>C4.

    `from` says where the effect lies that it moves, if its user has laid several.
    """

    verb: ClassVar[str] = "use"
    forecast: ClassVar[Forecast] = _UseForecast()
    use: str
    by: Annotated[str, piece("own")]
    at: Annotated[str, piece("any")] | None = None
    from_: Annotated[str, piece("any")] | None = None

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if not position.rules.abilities or position.over or position.player(position.ordering) != player:
            return
        for user in position.fight.of(position.ordering):
            if piece in (None, user.id):
                for use, aimed in uses_of(position, user):
                    at = None if use.held.ability.at in ("self", "none") else _target_name(position, use)
                    several = use.shifted is not None and len(own_laid(position, user, use.shifted.effect)) > 1
                    from_ = lying_on(use.shifted) if use.shifted is not None and several else None
                    roll = aimed.roll
                    remarks: Remarks = {"dice": roll.dice, "number": roll.number} if roll is not None else {}
                    yield Candidate(cls(use=use.held.name, by=user.id, at=at, from_=from_), remarks)

    def at_stake(self, position: BattlePosition) -> list[str]:
        """Return the ids of the pieces to which the ability may do something."""
        user = position.fight.pieces.get(self.by)
        found = self.found(position, user) if user is not None else None
        return [found.piece.id] if isinstance(found, Use) and found.piece is not None else []

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        user = position.find(self.by, "by")
        if isinstance(user, Objection):
            return [user]
        held = held_by(position, user, self.use)
        if isinstance(held, Objection):
            return [held]
        out = user_objections(position, player, user, held)
        if out:
            return out
        use = self.found(position, user)
        if isinstance(use, Objection):
            return [use]
        aimed = aim(position, use)
        if not isinstance(aimed, Aimed):
            return aimed
        if aimed.roll is None and (self.dice is not None or self.reroll is not None):
            out.append(Objection(f"{held.ability.title} rolls no dice", held.ability.cites, "dice"))
        out += self.idle_objections(position, aimed.roll.dice) if aimed.roll is not None else []
        return out + self.reroll_objections(position)

    def found(self, position: BattlePosition, user: Piece) -> Use | Objection:
        """Return what is used by whom at what, or the objection that the order does not name it."""
        held = held_by(position, user, self.use)
        if isinstance(held, Objection):
            return held
        ability = held.ability
        if ability.at in ("self", "none"):
            own = self.at in (None, user.id)
            if not own:
                return Objection(f"{ability.title} is used at nobody else; leave 'at' out", ability.cites, "at")
            return self._shifting(position, Use(held, user, user if ability.at == "self" else None, user.hex))
        if self.at is None:
            return Objection(
                f"no target is named; {ability.title} is used at {_TARGETS[ability.at]}", ability.cites, "at"
            )
        if ability.at == "hex":
            use = self._hex(position, held, user, self.at)
        elif ability.at == "hexside":
            use = self._hexside(position, held, user, self.at)
        else:
            target = position.find(self.at, "at")
            use = target if isinstance(target, Objection) else Use(held, user, target, target.hex)
        return use if isinstance(use, Objection) else self._shifting(position, use)

    def _shifting(self, position: BattlePosition, use: Use) -> Use | Objection:
        """Return a use with the effect that it moves: the one that the order means, or the user's only one."""
        name, ability = use.held.ability.shifts, use.held.ability
        if name is None:
            if self.from_ is not None:
                return Objection(f"{ability.title} moves nothing; leave 'from' out", ability.cites, "from")
            return use
        title, own = position.rules.effects[name].title, own_laid(position, use.user, name)
        if not own:
            return Objection(f"{position.named(use.user)} has laid no {title} that it could move", ability.cites, "use")
        lying = " or ".join(lying_on(effect) for effect in own)
        if self.from_ is None:
            if len(own) > 1:
                return Objection(f"say which {title} is moved: 'from' is {lying}", ability.cites)
            return use._replace(shifted=own[0])
        piece = position.fight.pieces.get(self.from_)
        words = [
            self.from_,
            *([position.fight.board.labels[piece.hex]] if piece is not None and piece.hex != OFF else []),
        ]
        found = next((effect for effect in own if lying_on(effect) in words), None)
        if found is None:
            message = f"no {title} of {position.named(use.user)} lies on {self.from_}; it is {lying}"
            return Objection(message, ability.cites, "from")
        return use._replace(shifted=found)

    def _hex(self, position: BattlePosition, held: Held, user: Piece, at: str) -> Use | Objection:
        """Return an ability used at a hex, named itself or by the piece on it."""
        piece = position.fight.pieces.get(at)
        if piece is not None:
            return Use(held, user, None, piece.hex)
        hex_ = position.hex(at, "at")
        return hex_ if isinstance(hex_, Objection) else Use(held, user, None, hex_)

    def _hexside(self, position: BattlePosition, held: Held, user: Piece, at: str) -> Use | Objection:
        """Return an ability used at a hexside, named by its two hexes."""
        ability, found = held.ability, list[int]()
        for label in at.split(">") if ">" in at else ():
            hex_ = position.hex(label, "at")
            if isinstance(hex_, Objection):
                return hex_
            found.append(hex_)
        if len(found) != 2 or found[1] not in position.fight.board.neighbours[found[0]]:
            message = f"'{at}' is no hexside; two neighbours are named, the high one first, as in C3>C4"
            return Objection(message, ability.cites, "at", always=True)
        side = one_way(position, ability, (found[0], found[1]))
        return Use(held, user, None, nearer(position, user, side), side)

    def aimed(self, position: BattlePosition) -> tuple[Use, Aimed]:
        """Return the use with its path and roll; the order is legal."""
        use = self.found(position, position.fight.pieces[self.by])
        assert isinstance(use, Use)
        aimed = aim(position, use)
        assert isinstance(aimed, Aimed)
        return use, aimed

    def _event(self, position: BattlePosition, use: Use) -> str:
        """Return the name of the roll: the piece's own of this phase, or where it may act beside, that of this use."""
        event = position.event(use.user)
        if use.held.ability.instead_of != "nothing":
            return event
        return f"{event}/{use.held.name}-{position.uses_of(use.user, use.held.name, use.held.ability.uses.per) + 1}"

    def throws(self, position: BattlePosition, player: str) -> list[Throw]:
        use, aimed = self.aimed(position)
        if aimed.roll is None or not aimed.roll.dice:
            return []
        return [self._throw(position, self._event(position, use), player, aimed.roll)]

    def _throw(self, position: BattlePosition, event: str, player: str, roll: RollRuling) -> Throw:
        return position.throw(event, player, roll.dice, roll.number, roll.changes)

    def mark(self, position: BattlePosition, use: Use) -> None:
        """Count the use, and what it takes the place of."""
        position.note_use(use.user, use.held.name, use.held.ability.uses.per)
        if use.held.ability.instead_of == "move":
            position.note_move(use.user)
        elif use.held.ability.instead_of != "nothing":
            use.user.struck = True

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        use, aimed = self.aimed(position)
        ability, target = use.held.ability, use.piece
        # the name of the roll counts the uses before this one
        event = self._event(position, use)
        self.mark(position, use)
        rolled, reasons, changes = list[Roll](), list[Ledger](), list[Change]()
        scored = 0
        text = f"{position.named(use.user)} uses {ability.title}{_at(position, use)}"
        if aimed.roll is not None:
            rolled = self.rolled(recorder, self._throw(position, event, player, aimed.roll))
            hits = self.hits(position, rolled, aimed.roll.number, aimed.roll.changes)
            reasons = [*aimed.roll.ledgers, hits]
            scored = hits.total
        cites, notes = list(ability.cites), list[str]()
        if target is not None:
            struck = 0 if ability.harmless else scored
            # what is done without a roll beside a harmless one happens only where that hits
            if scored or not ability.harmless:
                healed, hits = done_without_roll(position, use)
                reasons += [told for told in (healed, hits) if told.total]
                changes += _harm(position, target, healed.total, hits.total + struck)
            cites += position.rules.cite("slain") if target.slain else ()
        if aimed.roll is None or scored:
            by = use.user.id
            standing = target if target is not None else use.user if ability.at == "none" else None
            changes += end_named(position, ability.ends, standing, use.hex, use.side)
            if ability.lays is not None and (
                effect := place_effect(position, ability.lays, standing, use.hex, by, use.side)
            ):
                laid, notes = lay(position, effect)
                changes += laid
            if use.shifted is not None and use.shifted in position.effects:
                target_place = place_effect(position, use.shifted.effect, standing, use.hex, by, use.side)
                changes += shift(position, use.shifted, target_place) if target_place is not None else []
        elif ability.lays or ability.ends or ability.sends or ability.shifts:
            notes.append("no hit: it has no further effect")
        recorder.write(text, reasons=reasons, rolled=rolled, changes=changes, notes=notes, cites=cites)
        was_hit(position, recorder, use.user, changes)
        self._send(position, recorder, use, bool(aimed.roll is None or scored))
        settle(position, recorder)

    def _send(self, position: BattlePosition, recorder: Recorder, use: Use, hit: bool) -> None:
        """Send the target away, if the ability does and the target still lives."""
        ability, target = use.held.ability, use.piece
        if ability.sends == "there" and hit and use.user.id in position.fight.pieces:
            send_there(position, recorder, use.user, use.hex, ability.title, ability.cites)
            return
        if not ability.sends or not hit or target is None or target.slain or target.id not in position.fight.pieces:
            return
        send = send_out if ability.sends == "out" else send_beside
        send(position, recorder, target, ability.title, ability.cites)


def done_without_roll(position: BattlePosition, use: Use) -> tuple[Ledger, Ledger]:
    """Return what an ability heals and does to its target without a roll, no more than that has taken or can take."""
    target = use.piece
    assert target is not None
    healed, hits = fixed(position, use, "heals"), fixed(position, use, "hits")
    heals = min(healed.total, target.hits)
    return done_of(position, healed, heals), done_of(position, hits, min(hits.total, target.remaining + heals))


def _harm(position: BattlePosition, target: Piece, heals: int, hits: int) -> list[Change]:
    """Heal and then hurt the target; return the change of its hits."""
    was = target.hits
    target.hits -= min(heals, target.hits)
    position.fight.hit(target, hits)
    return [hits_change(position, target, target.hits - was)] if target.hits != was or hits else []


def _at(position: BattlePosition, use: Use) -> str:
    if use.held.ability.at in ("self", "none"):
        return ""
    return f" at {_target_name(position, use) if use.piece is None else position.named(use.piece)}"


_TARGETS = {"enemy": "an enemy", "friend": "a friend", "hex": "a hex", "hexside": "a hexside"}


def _target_name(position: BattlePosition, use: Use) -> str:
    if use.side is not None:
        return hexside_name(position, use.side)
    return use.piece.id if use.piece is not None else position.fight.board.labels[use.hex]
