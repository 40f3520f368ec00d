"""Orders whose verb battle and Masterboard share: each has the fields of both, and becomes the one that is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import msgspec

from referee.core.desk import Desk
from referee.core.dice import Throw
from referee.core.orders import Objection, Order
from referee.core.shapes import TITLED, piece

from ..masterboard.orders import clock, end, engagements, gains, movement, surrender
from ..words import LegionWord, PlaceWord
from ..work import TitanWork
from . import in_battle
from .in_battle import InBattle, Work, battle_of


class Shared(Order):
    """What every shared order has: its kinds, the battle's first, and how the one that is meant is told."""

    kinds: ClassVar[tuple[type[Order], ...]]
    chosen: ClassVar[Callable[[Any, Work], type[Order]]]

    def meant(self, work: Work) -> Order:
        """Return the order that is meant as things stand, with every field it has in common with this one."""
        kind = self.chosen(work)
        return kind(**{name: getattr(self, name) for name in kind.__struct_fields__})

    def misplaced(self, work: Work) -> list[Objection]:
        """Return an objection for everything said that means nothing where the order is given."""
        meant, verb = type(self.meant(work)), self.verb
        strange = [
            (encoded, encoded)
            for name, encoded in zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True)
            if name not in meant.__struct_fields__ and getattr(self, name) not in (None, False)
        ]
        words = _words(meant)
        strange += [(verb, getattr(self, verb))] if words and getattr(self, verb) not in words else []
        where = "in a battle" if issubclass(meant, InBattle) else "on the Masterboard"
        return [Objection(f"'{what}' means nothing {where}", (), field) for field, what in strange]

    def given_dice(self) -> list[int] | None:
        return getattr(self, "dice", None)

    def check(self, work: Work, player: str) -> list[Objection]:
        found = self.misplaced(work) or self.meant(work).check(work, player)
        if isinstance(work, TitanWork):
            return found
        # where dice decide whether a battle is fought, they decide which order is meant
        return [msgspec.structs.replace(o, always=False, alone=False) for o in found]

    def throws(self, work: Work, player: str) -> list[Throw]:
        return self.meant(work).throws(work, player)

    def dice_objections(self, work: Work, throw: Throw, dice: list[int]) -> list[Objection]:
        return self.meant(work).dice_objections(work, throw, dice)

    def concerns(self, work: Work) -> Iterable[str]:
        return self.meant(work).concerns(work)

    def last_word(self, work: Work) -> bool:
        return self.meant(work).last_word(work)

    def stakes(self, work: Work) -> Iterable[str]:
        return self.meant(work).stakes(work)

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


def _words(kind: type[Order]) -> tuple[Any, ...]:
    """Return the words that may follow the verb of a kind, where there are so few."""
    hint = get_type_hints(kind)[kind.verb]
    return get_args(hint) if get_origin(hint) is Literal else ()


def _by_place(order: Shared, work: Work) -> type[Order]:
    """Choose by where things stand: in a battle the battle's."""
    return order.kinds[0] if battle_of(work) is not None else order.kinds[1]


def _by_piece(order: Shared, work: Work) -> type[Order]:
    """Choose by who is named: in a battle a legion is moved only by its marker."""
    known = not isinstance(work, TitanWork) and getattr(order, order.verb) in work.legions
    return order.kinds[1] if known else _by_place(order, work)


def _by_word(order: Shared, work: Work) -> type[Order]:
    """Choose by the word that follows the verb; where a battle stands alone nothing else can be meant."""
    fits = (kind for kind in order.kinds if getattr(order, order.verb) in _words(kind))
    return order.kinds[0] if isinstance(work, TitanWork) else next(fits)


def _shared(chosen: Callable[[Any, Work], type[Order]], *kinds: type[Order], doc: str, **types: Any) -> type[Shared]:
    """Return the order that has the fields of all these kinds; `types` are those of fields that differ."""
    verb = kinds[0].verb
    fields: dict[str, tuple[Any, ...]] = {}
    names: dict[str, str] = {}
    words = tuple(word for kind in kinds for word in _words(kind))
    if words:
        types[verb] = Literal[words]
    for kind in kinds:
        hints = get_type_hints(kind, include_extras=True)
        for field in msgspec.structs.fields(kind):
            told = (field.name, types.get(field.name, hints[field.name]))
            fields.setdefault(field.name, told if field.required else (*told, field.default))
            names[field.name] = field.encode_name
    made = msgspec.defstruct(
        verb.title(),
        fields.values(),
        bases=(Shared,),
        namespace={"__doc__": doc, "verb": verb, "kinds": kinds, "chosen": chosen},
        module=__name__,
        kw_only=True,
        rename=names,
    )
    assert issubclass(made, Shared)
    return made


MOVE = _shared(
    _by_piece,
    in_battle.Move,
    movement.Move,
    move=Annotated[str, piece("own"), TITLED],
    to=PlaceWord,
    doc="""Move a character in battle, `{move: lion-1, to: C3}`, or a legion, `{move: bk01, to: 38, side: left}`.

    `path: [B2, C3]` gives the way of a character; `side` is where a legion enters the battle.
    """,
)
MUSTER = _shared(
    _by_place,
    in_battle.Muster,
    gains.Muster,
    doc="Muster: in battle `{muster: troll, to: D6}`, else `{muster: troll, in: bk01, show: [ogre, ogre]}`.",
)
SUMMON = _shared(
    _by_place,
    in_battle.Summon,
    gains.Summon,
    from_=Annotated[LegionWord, piece("own")],
    doc="Summon from another legion: in battle `{summon: angel, from: bk03, to: A1}`, after it without `to`.",
)
END = _shared(
    _by_word,
    in_battle.End,
    end.End,
    doc="""End a phase: `{end: maneuver}`, `{end: strike}`; on the Masterboard `{end: commencement}` and so on.

    Ending the Commencement Phase rolls for movement; `{end: engagement}` closes an Engagement that is won.
    """,
)
CONCEDE = _shared(
    _by_word,
    in_battle.Concede,
    engagements.Yield,
    surrender.GiveUp,
    doc="Concede: `{concede: battle}`, `{concede: engagement}` before its battle, or the whole `{concede: game}`.",
)
CLOCK = _shared(
    _by_word,
    in_battle.Clock,
    clock.Clock,
    doc="""Call time, where a clock is played with: `{clock: movement}`, or `{clock: battle}` on a Maneuver Phase.

    On the Masterboard it may be `commencement`, `movement`, `engagement` for a winner's gains, or `enlistment`.
    """,
)
