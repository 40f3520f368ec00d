"""Orders, questions and objections: what a player asks for, and why it may not be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic

import msgspec

from .boards import OnBoard
from .dice import Throw
from .forecast import Forecast
from .recorder import Recorder

MOST_ORDERS = 10_000


class Objection(msgspec.Struct, frozen=True):
    """One reason why an order may not be.

    `hangs_on` names the pieces whose fate could lift it, and `alone` says that nothing else can, not even another
    phase; one that holds `always` no dice can lift. `follows` names the pieces whose own orders would lift it, so
    that it is not told beside what is wrong with those.
    """

    message: str
    cite: tuple[str, ...] = ()
    field: str | None = None
    hangs_on: tuple[str, ...] = ()
    always: bool = False
    follows: tuple[str, ...] = ()
    alone: bool = False

    def liftable(self, uncertain: set[str], anyhow: bool) -> bool:
        """Return whether dice may lift it: those of its uncertain pieces, or `anyhow` those the phase hangs on."""
        return not self.always and (bool(set(self.hangs_on) & uncertain) or (anyhow and not self.alone))

    def plain(self) -> dict[str, Any]:
        """Return the objection as answers and traces print it."""
        return {"cite": list(self.cite), "message": self.message}


class Option(msgspec.Struct, frozen=True):
    """An order that may be given as it stands, with what is worth knowing beside it: dice, cost, whose it is.

    `checked` says that the order's own `check` has accepted it already, so that `legal` does not ask again.
    """

    order: Order
    told: dict[str, Any] = {}
    checked: bool = False


class Order(msgspec.Struct, Generic[OnBoard], kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player wants done; a game makes one class for each kind of order, `Order[...]` of its position."""

    verb: ClassVar[str] = ""
    forecast: ClassVar[Forecast] = Forecast()

    @classmethod
    def candidates(cls, position: OnBoard, player: str, piece: str | None = None) -> Iterable[Option]:
        """Return the orders of this kind that a player might give as things stand, some perhaps not allowed.

        Of a `piece` only those that name it are wanted. `legal` keeps what `check` accepts, and of each piece what
        names it.
        """
        return ()

    def check(self, position: OnBoard, player: str) -> list[Objection]:
        """Return every objection to a player's giving this order as things stand, on a board of its own."""
        raise NotImplementedError

    def apply(self, position: OnBoard, player: str, recorder: Recorder) -> None:
        """Carry the order out on the working copy: roll, change, write the trace."""
        raise NotImplementedError

    def throws(self, position: OnBoard, player: str) -> list[Throw]:
        """Return the rolls this order needs as things stand."""
        return []

    def given_dice(self) -> list[int] | None:
        """Return the dice that stand in the order itself."""
        return None

    def dice_for(self, throw: Throw) -> list[int] | None:
        """Return the order's own dice for one of its rolls; an order with several rolls tells them apart."""
        return self.given_dice()

    def dice_objections(self, position: OnBoard, throw: Throw, dice: list[int]) -> list[Objection]:
        """Return what is wrong with dice supplied for a roll."""
        return dice_objections(throw, dice)

    def secret(self) -> bool:
        """Return whether an order that the dice have overtaken stays between its player and the referee."""
        return False

    def last_word(self, position: OnBoard) -> bool:
        """Return whether, where several may order, this ends it, so that the others' orders come first."""
        return False


def gathered(*objections: Iterable[Objection]) -> list[Objection]:
    """Return objections that were found in several ways, each once."""
    return list({(o.message, o.cite): o for found in objections for o in found}.values())


def dice_objections(throw: Throw, dice: list[int], cite: tuple[str, ...] = ()) -> list[Objection]:
    """Return what is wrong with the number and the faces of supplied dice."""
    out = []
    wrong = sorted({die for die in dice if not 1 <= die <= throw.faces})
    if wrong:
        faces = " and ".join(map(str, wrong))
        out.append(Objection(f"a die shows 1 to {throw.faces}; {faces} cannot be rolled", cite, "dice"))
    if len(dice) != throw.count:
        amount = "too few" if len(dice) < throw.count else "too many"
        out.append(
            Objection(f"{amount} dice: {throw.count} are due for {throw.event}, {len(dice)} given", cite, "dice")
        )
    return out


def _words(value: Any) -> list[str]:
    """Return the words of a field: one, those of a list, or the keys of a mapping."""
    return [] if value is None else list(value) if isinstance(value, (list, dict)) else [value]


def _with_words(value: Any, words: list[Any]) -> Any:
    """Return the value of a field with other words in the place of its own."""
    if isinstance(value, dict):
        return dict(zip(words, value.values(), strict=True))
    return words if isinstance(value, list) else words[0]
