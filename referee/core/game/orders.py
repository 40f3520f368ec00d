"""Orders, the objections to them, and the candidates that `legal` chooses from."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypedDict, final

import msgspec

from ..notation.field_specs import field_specs
from .boards import OnBoard
from .dice import Throw
from .forecast import Forecast
from .recorder import Recorder

# keys that are no names in Python: in words, on which condition the order counts, and what else is legal
_Words = TypedDict("_Words", {"if": str, "or": str}, total=False)


class Remarks(_Words, total=False):
    """Remarks on an order, each of which may be left out."""

    # the player, if several may order
    by: str
    # whether the order must be given before the phase can end
    must: bool
    # what else the fields may hold, and at most how many entries of a list
    values: dict[str, list[Any]]
    at_most: dict[str, int]
    # how many such orders are not listed: a number, or "over 197"
    more: int | str
    # what is rolled, and the least face that hits or the least number that may be named
    dice: int
    number: int | str
    # what the piece takes on its way
    hits: int
    # who leaves the game for good by it, though the player could prevent that
    lost: list[str]
    # what it costs: PIPs, and paces of movement
    pips: int
    cost: float
    # how far the piece may go over each kind of going
    allowance: dict[str, int]
    # where a move leads: to a place, against one, into a combat, or in a direction
    to: list[int]
    attacks: list[int]
    joins: str
    towards: str
    # before what the order counts
    due: str
    # an offer: whose it accepts, or whether it repeats the player's own
    accepts: str
    repeats: bool
    # what has happened that the order would do
    already: str


MOST_ORDERS = 10_000


class Objection(msgspec.Struct, frozen=True, gc=False):
    """One reason why an order is illegal, with the rules behind it and the field it is about.

    `hangs_on` names the pieces whose fate could lift it; with `alone`, nothing else can, not even another phase. With
    `always`, no dice can lift it. `follows` names the pieces whose own orders would lift it; the objection is not
    reported if those orders are refused themselves.
    """

    message: str
    cite: tuple[str, ...] = ()
    field: str | None = None
    hangs_on: tuple[str, ...] = ()
    always: bool = False
    follows: tuple[str, ...] = ()
    alone: bool = False

    def liftable(self, uncertain: set[str], anyhow: bool) -> bool:
        """Return whether dice may lift it: those of uncertain pieces, or with `anyhow` those that decide the phase."""
        return not self.always and (bool(set(self.hangs_on) & uncertain) or (anyhow and not self.alone))

    def with_cites(self) -> str:
        """Return the message, with the rules behind it in brackets."""
        return f"{self.message} ({', '.join(self.cite)})" if self.cite else self.message

    def plain(self) -> dict[str, Any]:
        """Return the objection as answers and traces print it."""
        return {"cite": list(self.cite), "message": self.message}


class Candidate(msgspec.Struct, frozen=True, gc=False):
    """An order that a player might give as it is, and remarks on it: dice, cost, the player and so on.

    `remarks["values"]` lists what else the fields can hold, `{number: [5, 6], carry: [lion-1]}`: one of the values, or
    in a list field up to `remarks["at_most"]` of them. If the order is legal, every combination is too. With
    `checked`, the order's own `check` has already accepted it, so `legal` does not call it again.
    """

    order: "Order"
    remarks: Remarks = {}
    checked: bool = False


class Order(msgspec.Struct, Generic[OnBoard], kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """An order of a player; a game has a subclass of `Order[ItsPosition]` for each kind of order.

    Core resolves the names of pieces, calls `check`, and then `apply` if there is no objection. A subclass implements
    `candidates`, `judge` and `apply`, or leaves `apply` to a position that resolves its orders together. No subclass
    overrides `check`.
    """

    verb: ClassVar[str] = ""
    forecast: ClassVar[Forecast] = Forecast()
    # whether players who are not awaited may give it too, and those who are while another scope has its turn
    out_of_turn: ClassVar[bool] = False
    # whether playing on cannot take it back, so that a mail is answered before it is carried out
    irrevocable: ClassVar[bool] = False
    # the field that names the place where the piece stands after it, alone of its side
    stands: ClassVar[str] = ""
    # fields that only its player sees: a step for all is recorded without them
    hidden: ClassVar[tuple[str, ...]] = ()

    def names_piece(self, position: OnBoard, field: str) -> bool:
        """Return whether a field in which a piece may be named names one here, and no place or other thing."""
        return True

    def listed_under(self, position: OnBoard) -> str:
        """Return the heading under which a form lists it, such as the printed name of a Spell; empty if it has none."""
        return ""

    @classmethod
    def candidates(cls, position: OnBoard, player: str, piece: str | None = None) -> Iterable[Candidate]:
        """Return the orders of this kind that a player might give now; some of them may be illegal.

        With `piece`, an id, only orders that name it are needed. `legal` keeps those that `check` accepts and, with a
        piece, those that name it. By default it is the one order of a kind that has only one.
        """
        choices = field_specs(cls)[cls.verb].choices
        return [Candidate(cls(**{cls.verb: choices[0]}))] if len(choices) == 1 else []

    @final
    def check(self, position: OnBoard, player: str) -> list[Objection]:
        """Return every objection to this order of a player, now, on its board; empty if it is legal."""
        return self.player_objections(position, player) or self.judge(position, player)

    def player_objections(self, position: OnBoard, player: str) -> list[Objection]:
        """Return why a player can give no order of this kind here; if there is a reason, `judge` is not called."""
        return []

    def judge(self, position: OnBoard, player: str) -> list[Objection]:
        """Return every objection to this order: phase, turn, pieces and fields, each with its rule."""
        raise NotImplementedError

    def apply(self, position: OnBoard, player: str, recorder: Recorder) -> None:
        """Carry out the order on the position: roll dice, change it, and write steps of the trace."""
        raise NotImplementedError

    def remarked(self, position: OnBoard, player: str) -> Remarks:
        """Return what `check` remarks on this order, which is legal: what it does that its line does not say."""
        return {}

    def throws(self, position: OnBoard, player: str) -> list[Throw]:
        """Return the rolls that this order needs now."""
        return []

    def alike(self, position: OnBoard, player: str, dice: Mapping[str, list[int]]) -> Hashable:
        """Return a key of the dice of its rolls, by event: throws with the same key do the same.

        By default each throw is by itself.
        """
        return tuple((event, tuple(faces)) for event, faces in dice.items())

    def given_dice(self) -> list[int] | None:
        """Return the dice in the order itself, its field `dice` if it has one, None if there are none."""
        found = getattr(self, "dice", None)
        return found if isinstance(found, list) else None

    def dice_for(self, throw: Throw) -> list[int] | None:
        """Return the order's own dice for one of its rolls; an order with several rolls overrides this."""
        return self.given_dice()

    def counting_dice(self, throw: Throw) -> list[int] | None:
        """Return those of its own dice for a roll that count; an order that may replace dice overrides this."""
        return self.dice_for(throw)

    def dice_objections(self, position: OnBoard, throw: Throw, dice: list[int]) -> list[Objection]:
        """Return the objections to dice supplied for a roll."""
        return dice_objections(throw, dice)

    def secret(self) -> bool:
        """Return whether this order, if the dice overtake it, is reported to its player and the master only."""
        return False

    def measure(self, position: OnBoard, name: str) -> float:
        """Return a measure by which a policy chooses among legal orders; raises KeyError for a name that has none."""
        raise KeyError(name)

    def last_word(self, position: OnBoard) -> bool:
        """Return whether this order ends a phase of several players, so that their other orders come first."""
        return False


def merge_objections(*objections: Iterable[Objection]) -> list[Objection]:
    """Return the objections of several lists, without duplicates."""
    return list({(o.message, o.cite): o for found in objections for o in found}.values())


def dice_objections(throw: Throw, dice: list[int], cite: tuple[str, ...] = ()) -> list[Objection]:
    """Return the objections to the number and the faces of supplied dice."""
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
    """Return the value of a field with its words replaced."""
    if isinstance(value, dict):
        return dict(zip(words, value.values(), strict=True))
    return words if isinstance(value, list) else words[0]
