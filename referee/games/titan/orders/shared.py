"""Orders whose verb battle and Masterboard share: each has the fields of both, and becomes the one that is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import msgspec

from referee.core.game.dice import Throw
from referee.core.game.orders import Objection, Order
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import TITLED, piece

from ..battle.position import BattlePosition
from ..masterboard.orders import clock, end, engagements, gains, movement, surrender
from ..words import LegionWord, PlaceWord
from . import in_battle
from .in_battle import InBattle, Position, battle_of


class Shared(Order):
    """What every shared order has: its kinds, the battle's first, and how the one that is meant is told."""

    kinds: ClassVar[tuple[type[Order], ...]]
    chosen: ClassVar[Callable[[Any, Position], type[Order]]]

    def meant(self, position: Position) -> Order:
        """Return the order that is meant as things stand, with every field it has in common with this one."""
        kind = self.chosen(position)
        return kind(**{name: getattr(self, name) for name in kind.__struct_fields__})

    def misplaced(self, position: Position) -> list[Objection]:
        """Return an objection for everything said that means nothing where the order is given."""
        meant, verb = type(self.meant(position)), self.verb
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

    def check(self, position: Position, player: str) -> list[Objection]:
        found = self.misplaced(position) or self.meant(position).check(position, player)
        if isinstance(position, BattlePosition):
            return found
        # where dice decide whether a battle is fought, they decide which order is meant
        return [msgspec.structs.replace(o, always=False, alone=False) for o in found]

    def throws(self, position: Position, player: str) -> list[Throw]:
        return self.meant(position).throws(position, player)

    def dice_objections(self, position: Position, throw: Throw, dice: list[int]) -> list[Objection]:
        return self.meant(position).dice_objections(position, throw, dice)

    def concerns(self, position: Position) -> Iterable[str]:
        return self.meant(position).concerns(position)

    def last_word(self, position: Position) -> bool:
        return self.meant(position).last_word(position)

    def stakes(self, position: Position) -> Iterable[str]:
        return self.meant(position).stakes(position)

    def makes(self, position: Position, player: str) -> Iterable[str]:
        return self.meant(position).makes(position, player)

    def secret(self) -> bool:
        return True

    def foreseen(self, position: Position) -> bool:
        return self.meant(position).foreseen(position)

    def leads_surely(self, position: Position) -> bool:
        return self.meant(position).leads_surely(position)

    def suppose(self, position: Position, player: str, recorder: Recorder) -> None:
        self.meant(position).suppose(position, player, recorder)

    def suppose_open(self, position: Position, player: str, recorder: Recorder) -> None:
        self.meant(position).suppose_open(position, player, recorder)

    def apply(self, position: Position, player: str, recorder: Recorder) -> None:
        self.meant(position).apply(position, player, recorder)


def _words(kind: type[Order]) -> tuple[Any, ...]:
    """Return the words that may follow the verb of a kind, where there are so few."""
    hint = get_type_hints(kind)[kind.verb]
    return get_args(hint) if get_origin(hint) is Literal else ()


def _by_place(order: Shared, position: Position) -> type[Order]:
    """Choose by where things stand: in a battle the battle's."""
    return order.kinds[0] if battle_of(position) is not None else order.kinds[1]


def _by_piece(order: Shared, position: Position) -> type[Order]:
    """Choose by who is named: in a battle a legion is moved only by its marker."""
    known = not isinstance(position, BattlePosition) and getattr(order, order.verb) in position.legions
    return order.kinds[1] if known else _by_place(order, position)


def _by_word(order: Shared, position: Position) -> type[Order]:
    """Choose by the word that follows the verb; where a battle stands alone nothing else can be meant."""
    fits = (kind for kind in order.kinds if getattr(order, order.verb) in _words(kind))
    return order.kinds[0] if isinstance(position, BattlePosition) else next(fits)


def _shared(
    chosen: Callable[[Any, Position], type[Order]], *kinds: type[Order], doc: str, **types: Any
) -> type[Shared]:
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
