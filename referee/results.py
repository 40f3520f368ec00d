"""The results of the API: dicts, as `--json` prints them, whose keys are also typed attributes.

An empty key is absent, as in the JSON; its attribute is None or empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar

R = TypeVar("R", bound="Result")


class Result(dict[str, Any]):
    """A dict of plain data with typed attributes; it is compared, copied and written as JSON like any dict."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"

    def _all(self, key: str, kind: type[R]) -> list[R]:
        return [kind(row) for row in self.get(key, ())]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return the value of a key that only some games have."""
            try:
                return self[name]
            except KeyError:
                raise AttributeError(f"{type(self).__name__} has no attribute or key {name!r}") from None


class Reason(Result):
    """A reason why something is not allowed: a message and the rules behind it."""

    @property
    def message(self) -> str:
        """The reason in words."""
        return str(self["message"])

    @property
    def cite(self) -> list[str]:
        """The rules and rulings behind it."""
        return list(self["cite"])


class Found(Result):
    """What a search has found: a rule, a ruling, a row in words or a sheet."""

    @property
    def id(self) -> str:
        """Its citation, or the name of the sheet."""
        return str(self["id"])

    @property
    def kind(self) -> str:
        """What it is: rule, ruling, row or sheet."""
        return str(self["kind"])

    @property
    def title(self) -> str:
        """Its title; of a ruling, the question."""
        return str(self["title"])

    @property
    def text(self) -> str:
        """What it says, in full."""
        return str(self["text"])


class Answer(Result):
    """The answer to a question."""

    @property
    def answer(self) -> dict[str, Any]:
        """The ruling, with the keys of the game."""
        found: dict[str, Any] = self["answer"]
        return found

    @property
    def allowed(self) -> bool | None:
        """Whether the action in the question is allowed; None if the question is not about one."""
        found: bool | None = self.answer.get("allowed", self.answer.get("legal"))
        return found

    @property
    def because(self) -> list[Reason]:
        """Why it is not allowed."""
        return [Reason(row) for row in self.answer.get("because", ())]

    @property
    def cites(self) -> list[str]:
        """The rules and rulings behind the answer."""
        return list(self["cites"])

    @property
    def reasons(self) -> list[dict[str, Any]]:
        """The ledgers, `{quantity, total, entries}`, behind each number."""
        return list(self["reasons"])

    @property
    def assumed(self) -> dict[str, Any]:
        """The values assumed for what the situation leaves out."""
        return dict(self.get("assumed", {}))

    @property
    def notes(self) -> list[str]:
        """Remarks on the situation."""
        return list(self.get("notes", ()))

    @property
    def otherwise(self) -> list[dict[str, Any]]:
        """The answers under other rulings, `{ruling, option, value, answer}`."""
        return list(self.get("otherwise", ()))

    @property
    def cannot_be(self) -> list[str]:
        """What is impossible in the situation by the rules, in words."""
        return list(self.get("cannot_be", ()))

    @property
    def warnings(self) -> list[str]:
        """What in the situation cannot come about in play, though play can go on, in words."""
        return list(self.get("warnings", ()))


class Odds(Result):
    """The odds of a question, of orders or of a battle played out."""

    @property
    def exact(self) -> bool:
        """Whether every outcome is enumerated."""
        return bool(self.get("exact", False))

    @property
    def outcomes(self) -> list[dict[str, Any]]:
        """The outcomes of exact odds, each with its chance `p`; none of battles played out."""
        return list(self.get("outcomes", ()))

    @property
    def slain(self) -> dict[str, float]:
        """The chance of each piece to be slain, of exact odds of strikes."""
        return dict(self.get("slain", {}))

    @property
    def expected(self) -> dict[str, float]:
        """The hits that each piece has in the end on average, of exact odds of strikes."""
        return dict(self.get("expected", {}))

    @property
    def playouts(self) -> int:
        """How often a battle was played out, 0 for exact odds."""
        return int(self.get("playouts", 0))

    @property
    def refused(self) -> list[dict[str, Any]]:
        """Why the odds of something illegal are not known: `{player, order, because, message}`."""
        return list(self.get("refused", ()))


class OrderVerdict(Result):
    """The verdict on one order."""

    @property
    def player(self) -> str:
        """The player who gave the order."""
        return str(self["player"])

    @property
    def order(self) -> int:
        """Its number in its document, from 1."""
        return int(self["order"])

    @property
    def verdict(self) -> Literal["legal", "open", "overtaken", "passed over", "refused"]:
        """The verdict: open means that it depends on unknown dice, overtaken that the dice given forbid it."""
        found: Literal["legal", "open", "overtaken", "passed over", "refused"] = self["verdict"]
        return found

    @property
    def because(self) -> list[Reason]:
        """Why it is refused or open."""
        return self._all("because", Reason)

    @property
    def rolls(self) -> list[dict[str, Any]]:
        """The rolls it needs, `{event, dice, number}`: `dice` is how many, `number` the least face that hits."""
        return list(self.get("rolls", ()))

    @property
    def hangs_on(self) -> list[str]:
        """The ids of the pieces on whose dice it depends."""
        return list(self.get("hangs_on", ()))

    @property
    def legal_with(self) -> list[str]:
        """The dice with which it is legal."""
        return list(self.get("legal_with", ()))


class Checked(Result):
    """The result of a check: a verdict on each order, and problems of the documents."""

    @property
    def legal(self) -> bool:
        """Whether nothing is refused."""
        return bool(self["legal"])

    @property
    def orders(self) -> list[OrderVerdict]:
        """The verdict on each order."""
        return self._all("orders", OrderVerdict)

    @property
    def standing(self) -> list[dict[str, Any]]:
        """The standing orders that are taken up, `{player, order, line}`."""
        return list(self.get("standing", ()))

    @property
    def problems(self) -> list[str]:
        """The problems of the documents as a whole, each with its place."""
        return list(self.get("problems", ()))

    @property
    def unordered(self) -> list[dict[str, Any]]:
        """The pieces without an order, of the players who gave documents, `{player, message, cite}`."""
        return list(self.get("unordered", ()))

    @property
    def stops(self) -> list[dict[str, Any]]:
        """The reasons why a phase of simultaneous orders stops."""
        return list(self.get("stops", ()))

    @property
    def missing(self) -> list[dict[str, Any]]:
        """The rolls that have no dice, `{event, dice}`, with how many."""
        return list(self.get("missing", ()))


class Adjudicated(Checked):
    """An adjudication: the next state and its trace, or the reasons why nothing was done."""

    @property
    def done(self) -> bool:
        """Whether the orders were carried out."""
        return "state" in self

    @property
    def state(self) -> dict[str, Any] | None:
        """The next state; None if nothing was done."""
        return self.get("state")

    @property
    def trace(self) -> dict[str, Any] | None:
        """The trace, or the last of several; None if it was not requested or nothing was done."""
        return self.get("trace")

    @property
    def traces(self) -> list[dict[str, Any]]:
        """The traces of all adjudications, in the order of play."""
        return list(self["traces"]) if "traces" in self else [self["trace"]] if "trace" in self else []

    @property
    def left(self) -> list[str]:
        """The orders left over of several phases given together, and whose orders stopped them, in words."""
        return list(self.get("left", ()))


class Legal(Result):
    """The orders that may be given now."""

    @property
    def phase(self) -> str | None:
        """The phase that stands, None when the game is over."""
        return self.get("phase")

    @property
    def players(self) -> list[str]:
        """The players who may order now."""
        return list(self["players"])

    @property
    def legal(self) -> list[dict[str, Any]]:
        """The orders as mappings, the verb first, with remarks under `told`, also those that are given out of turn.

        `told.by` is the player who gives an order, unless that is the only one who is awaited.
        """
        return list(self["legal"])

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

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return bool(self["same"])

    @property
    def differences(self) -> list[str]:
        """The differences, each with its place."""
        return list(self["differences"])

    @property
    def notes(self) -> list[str]:
        """Notes that are not differences."""
        return list(self.get("notes", ()))

    @property
    def traces(self) -> list[dict[str, Any]]:
        """The traces in the order of play, `{file, step, digest}`, if there are several."""
        return list(self.get("traces", ()))
