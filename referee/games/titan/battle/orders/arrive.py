"""Characters that join a battle later: the defender's reinforcement and the attacker's summons (LoT 14, 15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace

from referee.core import documents
from referee.core.documents.problems import alike
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import Name, piece

from ...words import CHARACTER
from ..events import happens, on_the_way, settle
from ..pieces import ATTACKER, DEFENDER, OFF
from ..position import BattlePosition
from ..rulings.judge import entry_cites, route_to, turn_objections
from .base import BattleOrder


class ArrivalForecast(Forecast["_Arrival", BattlePosition]):
    """A mustered or summoned character is a new piece."""

    def makes(self, order: _Arrival, position: BattlePosition, player: str) -> Iterable[str]:
        return (order.ident(position),)


class _Arrival(BattleOrder, kw_only=True, rename={"as_": "as"}):
    """What mustering and summoning share: a new piece, its id, and where it enters."""

    forecast: ClassVar[Forecast] = ArrivalForecast()

    to: str | None = None
    as_: Name | None = None

    @classmethod
    def open(cls, position: BattlePosition, player: str) -> list[Self]:
        """Return the orders of this kind that a player may give now, each without a hex."""
        raise NotImplementedError

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        fight = position.fight
        for order in cls.open(position, player):
            yield Candidate(order)
            new = position.newcomer(order.character(), fight.active)
            for label in fight.board.names(fight.destinations(new)):
                yield Candidate(replace(order, to=label))

    def secret(self) -> bool:
        return True

    def character(self) -> str:
        """Return the name of the character."""
        raise NotImplementedError

    def ident(self, position: BattlePosition) -> str:
        """Return the id of the new piece: the one given, or the character with the first free number."""
        if self.as_ is not None:
            return self.as_
        taken = set(position.ids())
        return next(name for n in range(1, 1000) if (name := f"{self.character()}-{n}") not in taken)

    def arriving(self, position: BattlePosition, side: int) -> list[Objection]:
        """Judge what mustering and summoning share: room in the legion, the id, and the entry (LoT 14, 15)."""
        fight, cite = position.fight, position.rules.cite
        out = []
        most = position.rules.combat.legion_most
        living = fight.holding(side)
        if len(living) >= most:
            message = f"the legion has {most} living characters"
            limit = cite("reinforcement_limit" if side else "summons")
            out.append(Objection(message, limit, None, tuple(p.id for p in living)))
        if self.as_ is not None and alike(self.as_, position.ids()):
            out.append(Objection(f"'{self.as_}' is taken; give another id", (), "as"))
        if self.as_ is not None and self.as_.upper() in fight.board.index:
            out.append(Objection(f"'{self.as_}' is the name of a hex; give another id", (), "as", always=True))
        if self.as_ in position.rules.characters:
            out.append(
                Objection(
                    f"'{self.as_}' is the name of a character; give an id such as '{self.as_}-1'", (), "as", always=True
                )
            )
        if self.to is not None and not out:
            target = position.hex(self.to, "to")
            if isinstance(target, Objection):
                return [target]
            piece = position.newcomer(self.character(), side)
            out += route_to(position, piece, target).objections
        return out

    def arrive(
        self, position: BattlePosition, side: int, recorder: Recorder, text: str, cites: tuple[str, ...]
    ) -> None:
        """Add the new piece to the battle and, if the order names a hex, to the map."""
        fight = position.fight
        piece = position.newcomer(self.character(), side, self.ident(position))
        reasons, route_path = [], [OFF]
        if self.to is not None:
            target = fight.board.index[self.to]
            route = route_to(position, piece, target)
            reasons, route_path = route.ledgers, route.path
            piece.hex = target
            position.note_move(piece, len(route_path))
            piece.come_on()
            cites += entry_cites(position)
        fight.add(piece)
        where = f" and enters at {self.to}" if self.to is not None else "; it must enter in this phase"
        change = Change(
            piece.id, "hex", None, self.to, f"joins the battle{'' if piece.hex == OFF else f' at {self.to}'}"
        )
        recorder.write(f"{text} as {piece.id}{where}", reasons=reasons, cites=cites, changes=[change])
        happens(position, recorder, "reinforced" if side == DEFENDER else "summoned", piece, piece.hex)
        if piece.hex != OFF:
            on_the_way(position, recorder, piece, OFF, route_path)
        settle(position, recorder)


class Muster(_Arrival, kw_only=True):
    """Take the defender's reinforcement in the fourth Maneuver Phase: `{muster: troll, to: D6}`."""

    verb: ClassVar[str] = "muster"
    muster: Annotated[str, CHARACTER]

    @classmethod
    def open(cls, position: BattlePosition, player: str) -> list[Self]:
        orders = [cls(muster=character) for character in dict.fromkeys(position.may_muster)]
        return [order for order in orders if not order.check(position, player)]

    def character(self) -> str:
        """Return the name of the character that is mustered."""
        return self.muster

    def qualified(self, position: BattlePosition) -> list[str]:
        """Return the characters that the legion is qualified to muster."""
        return position.may_muster

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        cite, qualified = position.rules.cite, self.qualified(position)
        if player == position.player(ATTACKER) and not position.over:
            message = f"only the defender, {position.player(DEFENDER)}, takes a reinforcement"
            return [Objection(message, cite("reinforcement_limit"))]
        out = turn_objections(position, player, "maneuver", "mustering a reinforcement")
        if out:
            return out
        number = position.rules.combat.reinforcement_round
        if position.fight.round != number:
            message = f"a reinforcement comes in the defender's Maneuver of round {number}, not {position.fight.round}"
            out.append(Objection(message, cite("reinforcement")))
        if position.reinforced:
            out.append(Objection("a reinforcement has been taken in this battle", cite("reinforcement_limit")))
        if self.muster not in qualified and self.muster in position.muster_bars:
            return [*out, *position.muster_bars[self.muster]]
        if self.muster not in qualified:
            able = ", ".join(qualified) or "nobody"
            near = documents.nearest(self.muster, qualified)
            message = f"the legion is not qualified to muster '{self.muster}'{near}; the state allows {able}"
            return [*out, Objection(message, cite("reinforcement"), "muster")]
        profile = position.rules.profile(self.muster)
        if profile.vital or "acquired" in profile.traits:
            return [*out, Objection(f"{profile.named} is never mustered", cite("reinforcement"), "muster")]
        return out + self.arriving(position, DEFENDER)

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        title = position.rules.profile(self.muster).named
        self.arrive(position, DEFENDER, recorder, f"{player} musters {title}", position.rules.cite("reinforcement"))
        position.reinforced = True


class Summon(_Arrival, kw_only=True, rename={"as_": "as", "from_": "from"}):
    """Summon a character from another legion: `{summon: angel, from: bk03, to: A1}`."""

    verb: ClassVar[str] = "summon"
    summon: Annotated[str, CHARACTER]
    from_: Annotated[Name, piece("own")]

    @classmethod
    def open(cls, position: BattlePosition, player: str) -> list[Self]:
        orders = [cls(summon=able.character, from_=able.legion) for able in position.may_summon]
        return [order for order in orders if not order.check(position, player)]

    def character(self) -> str:
        """Return the name of the character that is summoned."""
        return self.summon

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        cite = position.rules.cite
        if player == position.player(DEFENDER) and not position.over:
            return [Objection(f"only the attacker, {position.player(ATTACKER)}, summons", cite("summons"))]
        out = turn_objections(position, player, "maneuver", "summoning")
        if out:
            return out
        if position.summoned:
            out.append(Objection("the one summons of this Engagement Phase is used", cite("summons")))
        elif position.summons == "closed" or position.summons == "due":
            message = (
                "summoning begins with the attacker's Maneuver Phase after a Strike Phase in which a defender is slain"
            )
            defenders = tuple(p.id for p in position.fight.of(DEFENDER))
            out.append(Objection(message, cite("summons"), None, defenders))
        elif position.summons == "past":
            out.append(Objection("the one Maneuver Phase for summoning is over", cite("summons_once")))
        if bars := position.summons_bars.get((self.summon, self.from_)):
            return [*out, *bars]
        if not any(s.character == self.summon and s.legion == self.from_ for s in position.may_summon):
            able = ", ".join(f"{s.character} from {s.legion}" for s in position.may_summon) or "nobody"
            message = f"no {self.summon} may be summoned from '{self.from_}'; the state allows {able}"
            return [*out, Objection(message, cite("summons"), "summon")]
        if not position.rules.profile(self.summon).summonable:
            return [
                *out,
                Objection(f"{position.rules.profile(self.summon).named} cannot be summoned", cite("summons"), "summon"),
            ]
        return out + self.arriving(position, ATTACKER)

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        text = f"{player} summons {position.rules.profile(self.summon).named} from {self.from_}"
        self.arrive(
            position, ATTACKER, recorder, text, (*position.rules.cite("summons"), *position.rules.cite("summoned"))
        )
        position.summoned = True
        position.summoned_from = self.from_
        position.may_summon = [
            s for s in position.may_summon if not (s.character == self.summon and s.legion == self.from_)
        ]
