"""The results of the API: dicts, as `--json` prints them, whose keys are also typed attributes.

An empty key is absent, as in the JSON; its attribute is None or empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

_NONE = object()


class _Key(property):
    """A typed attribute: the value of the key of its name, a copy where it is a list."""

    def __init__(self, says: str, make: Callable[[Any], Any] | None, default: Any) -> None:
        super().__init__(self._read)
        # a property would take the docstring of `_read`
        self.__doc__ = says
        self._make, self._default = make, default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def _read(self, result: Result) -> Any:
        value = result[self._name] if self._default is _NONE else result.get(self._name, self._default)
        return value if self._make is None else self._make(value)


def _key(says: str, make: Callable[[Any], Any] | None = None, default: Any = _NONE) -> Any:
    """Return an attribute that makes something of the value of its key; without a default, the key is always there."""
    return _Key(says, make, default)


def _each(kind: type[Result]) -> Callable[[Iterable[Mapping[str, Any]]], list[Any]]:
    return lambda rows: [kind(row) for row in rows]


class Result(dict[str, Any]):
    """A dict of plain data with typed attributes; it is compared, copied and written as JSON like any dict."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return the value of a key that only some games have."""
            try:
                return self[name]
            except KeyError:
                raise AttributeError(f"{type(self).__name__} has no attribute or key {name!r}") from None


class Reason(Result):
    """A reason why something is not allowed: a message and the rules behind it."""

    message: str = _key("The reason in words.", str)
    cite: list[str] = _key("The rules and rulings behind it.", list)


class Found(Result):
    """What a search has found: a rule, a ruling, a row in words or a sheet."""

    id: str = _key("Its citation, or the name of the sheet.", str)
    kind: str = _key("What it is: rule, ruling, row or sheet.", str)
    title: str = _key("Its title; of a ruling, the question.", str)
    text: str = _key("What it says, in full.", str)


class Answer(Result):
    """The answer to a question."""

    answer: dict[str, Any] = _key("The ruling, with the keys of the game.")

    @property
    def allowed(self) -> bool | None:
        """Whether the action in the question is allowed; None if the question is not about one."""
        found: bool | None = self.answer.get("allowed", self.answer.get("legal"))
        return found

    @property
    def because(self) -> list[Reason]:
        """Why it is not allowed."""
        return [Reason(row) for row in self.answer.get("because", ())]

    cites: list[str] = _key("The rules and rulings behind the answer.", list)
    reasons: list[dict[str, Any]] = _key("The ledgers, `{quantity, total, entries}`, behind each number.", list)
    assumed: dict[str, Any] = _key("The values assumed for what the situation leaves out.", dict, {})
    notes: list[str] = _key("Remarks on the situation.", list, ())
    otherwise: list[dict[str, Any]] = _key(
        "The answers under other rulings, `{ruling, option, value, answer}`.", list, ()
    )
    cannot_be: list[str] = _key("What is impossible in the situation by the rules, in words.", list, ())
    warnings: list[str] = _key(
        "What in the situation cannot come about in play, though play can go on, in words.", list, ()
    )


class Odds(Result):
    """The odds of a question, of orders or of a battle played out."""

    exact: bool = _key("Whether every outcome is enumerated.", bool, False)
    outcomes: list[dict[str, Any]] = _key(
        "The outcomes of exact odds, each with its chance `p`; none of battles played out.", list, ()
    )
    slain: dict[str, float] = _key("The chance of each piece to be slain, of exact odds of strikes.", dict, {})
    expected: dict[str, float] = _key(
        "The hits that each piece has in the end on average, of exact odds of strikes.", dict, {}
    )
    playouts: int = _key("How often a battle was played out, 0 for exact odds.", int, 0)
    refused: list[dict[str, Any]] = _key(
        "Why the odds of something illegal are not known: `{player, order, because, message}`.", list, ()
    )


class OrderVerdict(Result):
    """The verdict on one order."""

    player: str = _key("The player who gave the order.", str)
    order: int = _key("Its number in its document, from 1.", int)
    verdict: Literal["legal", "open", "overtaken", "passed over", "refused"] = _key(
        "The verdict: open means that it depends on unknown dice, overtaken that the dice given forbid it."
    )
    because: list[Reason] = _key("Why it is refused or open.", _each(Reason), ())
    rolls: list[dict[str, Any]] = _key(
        "The rolls it needs, `{event, dice, number}`: `dice` is how many, `number` the least face that hits.", list, ()
    )
    hangs_on: list[str] = _key("The ids of the pieces on whose dice it depends.", list, ())
    legal_with: list[str] = _key("The dice with which it is legal.", list, ())


class Checked(Result):
    """The result of a check: a verdict on each order, and problems of the documents."""

    legal: bool = _key("Whether nothing is refused.", bool)
    orders: list[OrderVerdict] = _key("The verdict on each order.", _each(OrderVerdict), ())
    standing: list[dict[str, Any]] = _key("The standing orders that are taken up, `{player, order, line}`.", list, ())
    problems: list[str] = _key("The problems of the documents as a whole, each with its place.", list, ())
    unordered: list[dict[str, Any]] = _key(
        "The pieces without an order, of the players who gave documents, `{player, message, cite}`.", list, ()
    )
    stops: list[dict[str, Any]] = _key("The reasons why a phase of simultaneous orders stops.", list, ())
    missing: list[dict[str, Any]] = _key("The rolls that have no dice, `{event, dice}`, with how many.", list, ())


class Adjudicated(Checked):
    """An adjudication: the next state and its trace, or the reasons why nothing was done."""

    @property
    def done(self) -> bool:
        """Whether the orders were carried out."""
        return "state" in self

    state: dict[str, Any] | None = _key("The next state; None if nothing was done.", default=None)
    trace: dict[str, Any] | None = _key(
        "The trace, or the last of several; None if it was not requested or nothing was done.", default=None
    )

    @property
    def traces(self) -> list[dict[str, Any]]:
        """The traces of all adjudications, in the order of play."""
        return list(self["traces"]) if "traces" in self else [self["trace"]] if "trace" in self else []

    left: list[str] = _key(
        "The orders left over of several phases given together, and whose orders stopped them, in words.", list, ()
    )


class Legal(Result):
    """The orders that may be given now."""

    phase: str | None = _key("The phase that stands, None when the game is over.", default=None)
    players: list[str] = _key("The players who may order now.", list)
    legal: list[dict[str, Any]] = _key(
        "The orders as mappings, the verb first, with remarks under `told`, also those that are given out of turn.\n\n"
        "`told.by` is the player who gives an order, unless that is the only one who is awaited.",
        list,
    )

    @property
    def orders(self) -> list[dict[str, Any]]:
        """The orders of the players who are awaited, as mappings without the remarks; `of` has those of one player."""
        return [_order(row) for row in self["legal"] if self._by(row) in self["players"]]

    def of(self, player: str) -> list[dict[str, Any]]:
        """Return the orders of one player, also out of turn, as mappings without the remarks."""
        return [_order(row) for row in self["legal"] if self._by(row) == player]

    def _by(self, row: Mapping[str, Any]) -> str:
        by: str = row.get("told", {}).get("by", self["players"][0])
        return by


def _order(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "told"}


class Replayed(Result):
    """The result of a replay."""

    same: bool = _key("Whether nothing differs.", bool)
    differences: list[str] = _key("The differences, each with its place.", list)
    notes: list[str] = _key("Notes that are not differences.", list, ())
    traces: list[dict[str, Any]] = _key(
        "The traces in the order of play, `{file, step, digest}`, if there are several.", list, ()
    )
