"""Exact odds of strikes and rangestrikes, one or a sequence of one Strike Phase (LoT 12, 13).

Each order is judged, aimed and scored by itself, for every number of hits that can be rolled. What it does depends only
on the hits of those it names and of those beside its strikers, so it is asked once for each combination of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from referee.core.adjudication.every_roll import every_outcome
from referee.core.game.chances import hit_weights, hits_answer
from referee.core.game.game import Game
from referee.core.game.odds import NoOdds, Refused
from referee.core.game.orders import Objection
from referee.core.game.submissions import Submission

from ..battle.alone import BattleAlone
from ..battle.orders.base import BattleOrder
from ..battle.orders.end import End
from ..battle.orders.strike import Attack
from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..battle.rulings.chances import scored, special_faces
from ..state import State


def wider_odds(
    game: Game[Any, Any], position: BattleAlone, submissions: Sequence[Submission], named: Sequence[Attack]
) -> dict[str, Any]:
    """Return the hits of those named in attacks and of all others that change; raises Refused and NoOdds.

    One that has left has the hits of its Power.
    """
    found = every_outcome(game, position.rules, position.source, submissions)
    powers = {piece.id: piece.profile.power for piece in position.fight.pieces.values()}
    before = {piece.id: piece.hits for piece in position.fight.pieces.values()}
    rows: list[tuple[dict[str, int], int]] = []
    for state, weight in found.states:
        assert isinstance(state, State)
        assert state.battle is not None
        hits = dict(powers)
        hits |= {piece.id: piece.hits for piece in state.battle.pieces if piece.id in powers}
        rows.append((hits, weight))
    staked = [ident for order in named for ident in order.at_stake()]
    changed = [ident for ident, was in before.items() if any(row[ident] != was for row, _ in rows)]
    ids = [ident for ident in dict.fromkeys([*staked, *changed]) if ident in powers]
    if not ids:
        raise NoOdds("these orders do no hits, whatever is rolled; `referee ask` tells the chance of a cast")
    weights: dict[tuple[int, ...], int] = {}
    for row, weight in rows:
        key = tuple(row[ident] for ident in ids)
        weights[key] = weights.get(key, 0) + weight
    return hits_answer({ident: powers[ident] for ident in ids}, weights, found.total)


# more combinations of hits than these are not enumerated
MOST = 2_000_000


class Given(NamedTuple):
    """An order with its player and its number in the player's document, None for a question."""

    player: str
    number: int | None
    order: BattleOrder


class Moment(NamedTuple):
    """Where a Strike Phase may be: the hits of those at stake, who has struck, and whose part it is."""

    hits: tuple[int, ...]
    struck: frozenset[str]
    striking: int


# what an order may do: the moment after it, with its weight
After = list[tuple[Moment, int]]


class StrikePhase:
    """The orders of one Strike Phase, and the distribution of the hits they do."""

    def __init__(self, position: BattlePosition, orders: Sequence[Given]) -> None:
        """Take orders whose pieces are named by their ids; raises NoOdds for what cannot be enumerated."""
        self.position = position
        self.fight = position.fight
        self.orders = orders
        self.faces = position.rules.combat.die.faces
        if "hit" in position.rules.occasions:
            raise NoOdds(f"rows of {position.rules.ruleset.name} do more to those who are hit than hits alone")
        strange = [one.order.verb for one in orders if not isinstance(one.order, (Attack, End))]
        if strange:
            verb = strange[0]
            raise NoOdds(f"'{verb}' is not enumerated: exact odds are those of strikes and rangestrikes of one phase")
        staked = [ident for one in orders if isinstance(one.order, Attack) for ident in one.order.at_stake()]
        self.at_stake = [self.fight.pieces[i] for i in dict.fromkeys(staked) if i in self.fight.pieces]
        self.index = {piece.id: number for number, piece in enumerate(self.at_stake)}
        self.start = Moment(
            tuple(piece.hits for piece in self.at_stake),
            frozenset(piece.id for piece in self.fight.pieces.values() if piece.struck),
            self.fight.striking,
        )
        self.doomed = {piece.id for piece in self.at_stake if piece.slain}

    def distribution(self) -> tuple[dict[tuple[int, ...], int], int]:
        """Return the weight of each combination of hits in the end, and their sum; raises Refused and NoOdds."""
        self._judge_all()
        moments, total = {self.start: 1}, 1
        for given in self.orders:
            if isinstance(given.order, Attack):
                moments, scale = self._carried_out(given, given.order, moments)
                total *= scale
            else:
                moments = self._ended(given, moments)
            if len(moments) > MOST:
                raise NoOdds(f"more than {MOST} combinations of hits; ask for fewer orders at once")
        found: dict[tuple[int, ...], int] = {}
        for moment, weight in moments.items():
            found[moment.hits] = found.get(moment.hits, 0) + weight
        self._set(self.start)
        return found, total

    def powers(self) -> dict[str, int]:
        """Return the Power of each piece at stake."""
        return {piece.id: piece.profile.power for piece in self.at_stake}

    def _set(self, moment: Moment) -> None:
        fight = self.fight
        for piece, hits in zip(self.at_stake, moment.hits, strict=True):
            piece.hits = hits
        for piece in fight.pieces.values():
            piece.struck = piece.id in moment.struck
        fight.striking = moment.striking

    def _judge_all(self) -> None:
        """Raise Refused if an order is illegal whatever is rolled before it."""
        out: list[tuple[str, int | None, Objection]] = []
        now, uncertain = self.start, set(self.doomed)
        for given in self.orders:
            now = self._turned(given, now)
            self._set(now)
            order = given.order
            objections = order.check(self.position, given.player)
            if isinstance(order, Attack) and order.dice is not None and not objections:
                for throw in order.throws(self.position, given.player):
                    objections += order.dice_objections(self.position, throw, order.dice)
                    further = throw.further(order.counting_dice(throw) or [])
                    if further is not None and order.again is not None:
                        objections += order.dice_objections(self.position, further, order.again)
            pointless = isinstance(order, Attack) and self._all_slain(order)
            wrong = [one for one in objections if one.always or not uncertain & set(one.hangs_on)]
            if wrong and not pointless:
                out += [(given.player, given.number, one) for one in wrong]
            if isinstance(order, Attack):
                struck = () if pointless else order.strikers()
                now = now._replace(struck=now.struck | frozenset(struck))
                uncertain |= set(order.at_stake())
            elif self.fight.striking == self.fight.active:
                now = now._replace(striking=1 - self.fight.active)
            elif given is not self.orders[-1]:
                raise NoOdds("these orders go on after the Strike Phase; exact odds end with it")
        self._set(self.start)
        if out:
            raise Refused(out)

    def _all_slain(self, order: Attack) -> bool:
        """Return whether every target of an order is slain already."""
        pieces = [self.fight.pieces.get(ident) for ident in order.named_targets()]
        return bool(pieces) and all(piece is not None and piece.slain for piece in pieces)

    def _turned(self, given: Given, moment: Moment) -> Moment:
        """Return the moment after the mover's part is over, if an order of the other player says so by coming now."""
        fight = self.fight
        later = 1 - fight.active
        if not fight.striking_phase or moment.striking == later or self.position.player(later) != given.player:
            return moment
        return moment._replace(striking=later)

    def _ended(self, given: Given, moments: dict[Moment, int]) -> dict[Moment, int]:
        """Return the moments after the end of a part, which fails where somebody must still strike."""
        out: dict[Moment, int] = {}
        for moment, weight in moments.items():
            self._set(moment)
            ends = moment.striking == self.fight.active and not given.order.check(self.position, given.player)
            after = moment._replace(striking=1 - moment.striking) if ends else moment
            out[after] = out.get(after, 0) + weight
        return out

    def _carried_out(self, given: Given, order: Attack, moments: dict[Moment, int]) -> tuple[dict[Moment, int], int]:
        """Return the moments after an attack, with how many throws its roll has at most."""
        near = self._concerned(order)
        known: dict[tuple[object, ...], tuple[int, After]] = {}
        found: list[tuple[Moment, int, tuple[int, After]]] = []
        for before, weight in moments.items():
            moment = self._turned(given, before)
            key = (tuple(moment.hits[n] for n in near), moment.struck, moment.striking)
            if key not in known:
                self._set(moment)
                known[key] = self._scored(given.player, order, moment, near)
            found.append((moment, weight, known[key]))
        most = max(throws for throws, _ in known.values())
        out: dict[Moment, int] = {}
        for moment, weight, (throws, after) in found:
            weight *= most // throws
            hits = list(moment.hits)
            for then, ways in after:
                for place, number in zip(near, then.hits, strict=True):
                    hits[place] = number
                moved = Moment(tuple(hits), then.struck, then.striking)
                out[moved] = out.get(moved, 0) + weight * ways
        return out, most

    def _concerned(self, order: Attack) -> list[int]:
        """Return the places of those at stake on whose hits an attack depends, or whom it may hit."""
        fight = self.fight
        strikers = [piece for ident in order.strikers() if (piece := fight.pieces.get(ident)) is not None]
        named: Iterable[Piece] = (*strikers, *(enemy for one in strikers for enemy in fight.enemies_beside(one)))
        ids = dict.fromkeys([*order.at_stake(), *(piece.id for piece in named)])
        return sorted(self.index[ident] for ident in ids if ident in self.index)

    def _scored(self, player: str, order: Attack, moment: Moment, near: list[int]) -> tuple[int, After]:
        """Return how many throws an attack has now, and the moments after it, of which only the hits of some count.

        One that is not legal at this moment lapses.
        """
        before = tuple(moment.hits[n] for n in near)
        if order.check(self.position, player):
            return 1, [(moment._replace(hits=before), 1)]
        target, dice, number = order.aimed(self.position)
        changes = order.changes(self.position) if dice else ()
        struck = moment.struck | frozenset(order.strikers())
        weights: Sequence[int] = hit_weights(dice, number, self.faces, special_faces(changes))
        throws = sum(weights)
        if order.dice is not None:
            (throw,) = order.throws(self.position, player)
            known, left, most = order.counted(self.position, throw, changes)
            plain = tuple(face._replace(again=False) for face in throw.special if face.hits != 1)
            weights = [0] * known + [*hit_weights(left, number, self.faces, plain)]
            weights = weights if most is None else [*weights[:most], sum(weights[most:])]
            throws = sum(weights)
        after: After = []
        for hits, weight in enumerate(weights):
            if weight:
                for n, taken in zip(near, before, strict=True):
                    self.at_stake[n].hits = taken
                order.score(self.position, target, scored(hits, changes))
                then = tuple(self.at_stake[n].hits for n in near)
                after.append((Moment(then, struck, moment.striking), weight))
        return throws, after
