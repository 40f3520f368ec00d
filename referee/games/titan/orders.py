"""Every order of a Titan game by its verb; the Masterboard's are loaded when one of them is given.

A battle's order goes to the battle, alone or inside a game. Where the Masterboard has the same verb (moving,
mustering, summoning, ending, conceding) what stands on the table decides which is meant.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta

from referee.core.desk import Desk
from referee.core.dice import Throw
from referee.core.orders import Objection, Order
from referee.core.shapes import DICE, Name, piece
from referee.core.shapes import piece as called

from .battle.orders import arrive, end, move, rangestrike, strike
from .sides import MapSide
from .state import PhaseName
from .work import TitanWork

if TYPE_CHECKING:
    from .masterboard.work import MasterWork

Work = Any  # a TitanWork, or a MasterWork with or without a battle in it


def battle_of(work: Work) -> TitanWork | None:
    """Return the battle being fought: all there is, or the one inside a game."""
    found: TitanWork | None = work if isinstance(work, TitanWork) else work.battle
    return found


def settle(work: Work, desk: Desk, gone: int) -> None:
    """Let a game take account of what an order has done in its battle, which so many had left before."""
    if not isinstance(work, TitanWork):
        from .masterboard.battles import settle as settle_battle

        settle_battle(work, desk, gone)


def _no_battle(work: MasterWork) -> list[Objection]:
    return [] if work.adrift else [Objection("there is no battle now", work.rules.cite("sequence"))]


class InBattle(Order):
    """An order of a battle, given in one that stands alone or inside a game."""

    def check(self, work: Work, player: str) -> list[Objection]:
        battle = battle_of(work)
        if battle is None:
            return _no_battle(work)
        if battle is not work and player not in battle.players:
            who = " and ".join(battle.players)
            return [Objection(f"only {who} are in this battle", battle.rules.cite("battle_players"))]
        return super().check(battle, player)

    def throws(self, work: Work, player: str) -> list[Throw]:
        battle = battle_of(work)
        return super().throws(battle, player) if battle is not None else []

    def dice_objections(self, work: Work, throw: Throw, dice: list[int]) -> list[Objection]:
        return super().dice_objections(battle_of(work), throw, dice)

    def concerns(self, work: Work) -> Iterable[str]:
        battle = battle_of(work)
        return super().concerns(battle) if battle is not None else ()

    def leads_surely(self, work: Work) -> bool:
        battle = battle_of(work)
        return battle is not None and super().leads_surely(battle)

    def makes(self, work: Work, player: str) -> Iterable[str]:
        battle = battle_of(work)
        return super().makes(battle, player) if battle is not None else ()

    def suppose(self, work: Work, player: str, desk: Desk) -> None:
        battle = battle_of(work)
        if battle is not None:
            gone = len(battle.fight.gone)
            super().suppose(battle, player, desk)
            settle(work, desk, gone)

    def suppose_open(self, work: Work, player: str, desk: Desk) -> None:
        battle = battle_of(work)
        if battle is not None:
            gone = len(battle.fight.gone)
            super().suppose_open(battle, player, desk)
            settle(work, desk, gone)

    def apply(self, work: Work, player: str, desk: Desk) -> None:
        battle = battle_of(work)
        assert battle is not None
        gone = len(battle.fight.gone)
        super().apply(battle, player, desk)
        settle(work, desk, gone)


class Enter(InBattle, move.Enter, kw_only=True):
    __doc__ = move.Enter.__doc__


class Strike(InBattle, strike.Strike, kw_only=True):
    __doc__ = strike.Strike.__doc__


class Rangestrike(InBattle, rangestrike.Rangestrike, kw_only=True):
    __doc__ = rangestrike.Rangestrike.__doc__


class BattleMove(InBattle, move.Move, kw_only=True):
    pass


class Reinforce(InBattle, arrive.Muster, kw_only=True):
    def apply(self, work: Work, player: str, desk: Desk) -> None:
        battle = battle_of(work)
        assert battle is not None
        arrive.Muster.apply(self, battle, player, desk)
        if not isinstance(work, TitanWork):
            from .masterboard.battles import reinforced

            reinforced(work, self.muster)
        settle(work, desk, len(battle.fight.gone))

    suppose = apply


class BattleSummon(InBattle, arrive.Summon, kw_only=True):
    def apply(self, work: Work, player: str, desk: Desk) -> None:
        battle = battle_of(work)
        assert battle is not None
        arrive.Summon.apply(self, battle, player, desk)
        if not isinstance(work, TitanWork):
            from .masterboard.battles import called

            called(work, self.summon, self.from_)
        settle(work, desk, len(battle.fight.gone))

    suppose = apply


class EndBattlePhase(InBattle, end.End):
    pass


class ConcedeBattle(InBattle, end.Concede):
    pass


class Shared(Order):
    """An order whose verb battle and Masterboard share: it becomes the one that is meant."""

    def meant(self, work: Work) -> Order:
        raise NotImplementedError

    def misplaced(self, work: Work) -> list[Objection]:
        """Return an objection for every field that means nothing where the order is given."""
        meant = self.meant(work)
        known = set(meant.__struct_fields__)
        strange = [
            encoded
            for name, encoded in zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True)
            if name not in known and getattr(self, name) not in (None, False)
        ]
        where = "in a battle" if isinstance(meant, InBattle) else "on the Masterboard"
        return [Objection(f"'{field}' means nothing {where}", (), field) for field in strange]

    def _as(self, kind: type[Order], **fixed: Any) -> Order:
        """Return the order meant, with every field it has in common with this one."""
        given = {n: getattr(self, n) for n in kind.__struct_fields__ if hasattr(self, n)}
        return kind(**{**given, **fixed})

    def check(self, work: Work, player: str) -> list[Objection]:
        return self.misplaced(work) or self.meant(work).check(work, player)

    def throws(self, work: Work, player: str) -> list[Throw]:
        return self.meant(work).throws(work, player)

    def dice_objections(self, work: Work, throw: Throw, dice: list[int]) -> list[Objection]:
        return self.meant(work).dice_objections(work, throw, dice)

    def concerns(self, work: Work) -> Iterable[str]:
        return self.meant(work).concerns(work)

    def makes(self, work: Work, player: str) -> Iterable[str]:
        return self.meant(work).makes(work, player)

    def secret(self) -> bool:
        return True

    def foreseen(self, work: Work) -> bool:
        return self.meant(work).foreseen(work)

    def leads_surely(self, work: Work) -> bool:
        return self.meant(work).leads_surely(work)

    def suppose(self, work: Work, player: str, desk: Desk) -> None:
        self.meant(work).suppose(work, player, desk)

    def suppose_open(self, work: Work, player: str, desk: Desk) -> None:
        self.meant(work).suppose_open(work, player, desk)

    def apply(self, work: Work, player: str, desk: Desk) -> None:
        self.meant(work).apply(work, player, desk)


class Move(Shared, kw_only=True):
    """Move a character in battle, `{move: lion-1, to: C3}`, or a legion, `{move: bk01, to: 38, side: left}`.

    `path: [B2, C3]` gives the way of a character; `side` is where a legion enters the battle.
    """

    verb: ClassVar[str] = "move"
    move: Annotated[str, called("own")]
    to: str | int
    path: list[str] | None = None
    side: MapSide | None = None

    def meant(self, work: Work) -> Order:
        if isinstance(work, TitanWork) or (work.battle is not None and self.move not in work.legions):
            return self._as(BattleMove, to=str(self.to))
        from .masterboard.orders.movement import March

        return self._as(March)


class Muster(Shared, kw_only=True, rename={"as_": "as", "in_": "in"}):
    """Muster: in battle `{muster: troll, to: D6}`, else `{muster: troll, in: bk01, show: [ogre, ogre]}`."""

    verb: ClassVar[str] = "muster"
    muster: str
    to: str | None = None
    as_: Name | None = None
    in_: Annotated[Name, piece("own")] | None = None
    show: Annotated[list[str], Meta(max_length=20)] | None = None

    def meant(self, work: Work) -> Order:
        if battle_of(work) is not None:
            return self._as(Reinforce)
        from .masterboard.orders.gains import Recruit

        return self._as(Recruit)


class Summon(Shared, kw_only=True, rename={"as_": "as", "from_": "from"}):
    """Summon from another legion: in battle `{summon: angel, from: bk03, to: A1}`, after it without `to`."""

    verb: ClassVar[str] = "summon"
    summon: str
    from_: Annotated[str, piece("own")]
    to: str | None = None
    as_: Name | None = None

    def meant(self, work: Work) -> Order:
        if battle_of(work) is not None:
            return self._as(BattleSummon)
        from .masterboard.orders.gains import Call

        return self._as(Call)


class End(Shared, kw_only=True):
    """End a phase: `{end: maneuver}`, `{end: strike}`; on the Masterboard `{end: commencement}` and so on.

    Ending the Commencement Phase rolls for movement; `{end: engagement}` closes an Engagement that is won.
    """

    verb: ClassVar[str] = "end"
    end: PhaseName | Literal["commencement", "movement", "engagement", "enlistment"]
    dice: Annotated[list[int], DICE] | None = None

    def meant(self, work: Work) -> Order:
        if isinstance(work, TitanWork) or self.end in ("maneuver", "strike"):
            return self._as(EndBattlePhase)
        from .masterboard.orders.end import EndPhase

        return self._as(EndPhase)

    def given_dice(self) -> list[int] | None:
        return self.dice


class Concede(Shared, kw_only=True):
    """Concede: `{concede: battle}`, `{concede: engagement}` before its battle, or the whole `{concede: game}`."""

    verb: ClassVar[str] = "concede"
    concede: Literal["battle", "engagement", "game"]

    def meant(self, work: Work) -> Order:
        if isinstance(work, TitanWork) or self.concede == "battle":
            return self._as(ConcedeBattle)
        from .masterboard.orders.engagements import Yield
        from .masterboard.orders.surrender import GiveUp

        return self._as(GiveUp if self.concede == "game" else Yield)


BATTLE = {kind.verb: kind for kind in (Move, Enter, Strike, Rangestrike, Muster, Summon, End, Concede)}
_MASTERBOARD = {
    "roll": ("setup", "RollTower"),
    "start": ("setup", "Start"),
    "split": ("splits", "Split"),
    "teleport": ("movement", "Teleport"),
    "mulligan": ("movement", "Mulligan"),
    "engage": ("engagements", "Engage"),
    "flee": ("engagements", "Flee"),
    "stand": ("engagements", "Stand"),
    "agree": ("engagements", "Agree"),
    "fight": ("engagements", "Fight"),
    "acquire": ("gains", "Acquire"),
    "reduce": ("table", "Reduce"),
    "disturb": ("table", "Disturb"),
    "look": ("table", "Look"),
    "clock": ("table", "Clock"),
    "stop": ("table", "Stop"),
}


class _Verbs(Mapping[str, type[Order]]):
    """The orders by verb, those of the Masterboard imported when they are asked for."""

    def __getitem__(self, verb: str) -> type[Order]:
        if verb in BATTLE:
            return BATTLE[verb]
        room, name = _MASTERBOARD[verb]
        kind: type[Order] = getattr(importlib.import_module(f"{__package__}.masterboard.orders.{room}"), name)
        return kind

    def __contains__(self, verb: object) -> bool:
        return verb in BATTLE or verb in _MASTERBOARD

    def __iter__(self) -> Iterator[str]:
        return iter((*BATTLE, *_MASTERBOARD))

    def __len__(self) -> int:
        return len(BATTLE) + len(_MASTERBOARD)


ORDERS: Mapping[str, type[Order]] = _Verbs()
