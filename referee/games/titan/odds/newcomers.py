"""Whom the policies of a battle may muster or summon, found by asking the judge (LoT 14.0, 15.0)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from msgspec.structs import replace

from ..battle.alone import BattleAlone
from ..battle.orders.arrive import Muster, Summon
from ..battle.pieces import ATTACKER, DEFENDER
from ..battle.state import BattleState
from ..sides import SIDES
from .policies import policies, preference

# whom a legion of which these characters are left may muster
Musters = Callable[[tuple[str, ...]], Sequence[str]]

# each set of so many defenders is asked about
MOST_DEFENDERS = 10
MOST_KINDS = 11


class Newcomers:
    """The characters that may join a battle: `kinds` of each side, the best of its policy first.

    `mustered` lists who may be mustered by which of the `defenders` live, the first of whom is the lowest bit; it has
    one entry if that makes no difference. `why` says what cannot be found out.
    """

    def __init__(self, position: BattleAlone, names: tuple[str, str], musters: Musters | None = None) -> None:
        """Find those of the named policies; without `musters`, the defender may muster those whom the state lists."""
        self.position = position
        self.why = ""
        fight = position.fight
        self.defenders = [n for n, piece in enumerate(fight.pieces.values()) if piece.side == DEFENDER]
        self.mustered: list[frozenset[str]] = []
        found: tuple[list[str], list[str]] = ([], [])
        wanted = [policies()[name] for name in names]
        if wanted[ATTACKER].newcomer:
            found[ATTACKER].extend(self._summoned())
        if wanted[DEFENDER].newcomer and self._musters_later():
            able = self._qualified(musters)
            found[DEFENDER].extend(self._mustered(able))
        for policy, kinds in zip(wanted, found, strict=True):
            kinds.sort(key=lambda name: preference(policy, position.rules.profile(name)))
        self.kinds = found
        if len(found[ATTACKER]) + len(found[DEFENDER]) > MOST_KINDS:
            self.why = f"there are more than {MOST_KINDS} kinds of characters that may join the battle"

    def _supposed(self, side: int, **changes: object) -> BattleAlone:
        """Return the battle in a Maneuver Phase in which a side may bring somebody, with nobody in it."""
        begun: BattleState = self.position.written()
        supposed = replace(
            begun,
            pieces=[],
            slain=[],
            slain_by_hazard=[],
            phase="maneuver",
            active=SIDES[side],
            striking=None,
            round=self.position.rules.combat.reinforcement_round,
            **changes,
        )
        return BattleAlone(replace(self.position.source, battle=supposed), self.position.rules)

    def _summoned(self) -> list[str]:
        """Return the characters that the attacker may summon sooner or later."""
        if self.position.summons == "past" or not self.position.may_summon:
            return []
        supposed = self._supposed(ATTACKER, summons="open")
        orders = Summon.open(supposed, supposed.player(ATTACKER))
        return list(dict.fromkeys(order.character() for order in orders))

    def _musters_later(self) -> bool:
        """Return whether the Maneuver Phase of the reinforcement is still to end."""
        fight, round_ = self.position.fight, self.position.rules.combat.reinforcement_round
        if fight.round != round_:
            return fight.round < round_
        return fight.active == DEFENDER and not fight.striking_phase

    def _qualified(self, musters: Musters | None) -> set[str]:
        """Note who qualifies by which of the defenders live; return all of them."""
        if musters is None:
            able = frozenset(self.position.may_muster)
            self.mustered = [able]
            return set(able)
        if len(self.defenders) > MOST_DEFENDERS:
            self.why = f"whom more than {MOST_DEFENDERS} defenders may muster hangs on too many of them"
            return set()
        pieces = list(self.position.fight.pieces.values())
        names = [pieces[n].profile.name for n in reversed(self.defenders)]
        for there in product((False, True), repeat=len(names)):
            living = tuple(sorted(name for name, lives in zip(names, there, strict=True) if lives))
            self.mustered.append(frozenset(musters(living)))
        return set().union(*self.mustered)

    def _mustered(self, able: set[str]) -> list[str]:
        """Return those that the defender may muster if they qualify."""
        supposed = self._supposed(DEFENDER, may_muster=sorted(able))
        orders = Muster.open(supposed, supposed.player(DEFENDER))
        return [order.character() for order in orders]
