"""The format of a case. A case is malformed if it proves nothing or names something unknown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..documents import Document, Part, Path, Problem, Unreadable, nearest
from ..documents.plain import builtins
from ..documents.problems import stranger
from ..game.game import Game
from ..game.state import State
from ..game.state_reading import read_state
from ..rules.index import OptionValue
from ..rules.rulesets import Ruleset

Text = Annotated[str, Meta(min_length=1)]


def _field(text: str, least: int | None = 1) -> Meta:
    return Meta(description=text, min_length=least)


class _Row(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    player: Text | UnsetType = UNSET
    because: Text | Annotated[list[Text], Meta(min_length=1)] | UnsetType = UNSET
    message: Text | UnsetType = UNSET


class ExpectedObjection(_Row, forbid_unknown_fields=True, kw_only=True):
    """An expected objection; `order` is null if it belongs to no single order."""

    order: Annotated[int, Meta(ge=1)] | UnsetType | None = UNSET
    field: Text | UnsetType | None = UNSET


class Overtaken(_Row, forbid_unknown_fields=True, kw_only=True):
    """An expected order that the dice made pointless."""

    order: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


class Otherwise(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An expected answer under another option."""

    ruling: Text | UnsetType = UNSET
    option: Text | UnsetType = UNSET
    value: OptionValue | UnsetType = UNSET
    answer: dict[str, Any] | UnsetType = UNSET


class Expect(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The expected result: a partial match on every key given here."""

    answer: Annotated[dict[str, Any], _field("the answer to a question, on the keys given")] = {}
    exactly: Annotated[
        dict[str, Any], _field("like answer, but nothing else is allowed below the keys given, at any depth")
    ] = {}
    otherwise: Annotated[list[Otherwise] | UnsetType, _field("the answers under other options; [] for none", None)] = (
        UNSET
    )
    assumed: Annotated[dict[str, Any], _field("what an answer assumes or supposes, on the keys given")] = {}
    cannot_be: Annotated[
        list[Text] | UnsetType,
        _field("words of what is impossible in a situation; [] for nothing", None),
    ] = UNSET
    warnings: Annotated[
        list[Text] | UnsetType,
        _field("words of what in a situation cannot come about in play; [] for nothing", None),
    ] = UNSET
    notes: Annotated[list[Text] | UnsetType, _field("words of notes beside an answer; [] for none", None)] = UNSET
    state: Annotated[dict[str, Any], _field("the state after the orders, on the keys given")] = {}
    gone: Annotated[list[Text], _field("ids that existed and are no longer in the state")] = []
    view: Annotated[
        dict[str, dict[str, Any]], _field("for each player, what they see of that state, on the keys given")
    ] = {}
    seen_by: Annotated[
        dict[str, Literal["all"] | list[str]],
        _field("for words of a step, which players see it: all, or exactly those listed"),
    ] = {}
    trace: Annotated[list[Text], _field("rules that must be cited")] = []
    what: Annotated[list[Text], _field("words that some step must say")] = []
    refused: Annotated[
        list[ExpectedObjection] | UnsetType,
        _field("each must match some objection on the keys given, orders count from 1; [] for none", None),
    ] = UNSET
    overtaken: Annotated[
        list[Overtaken] | UnsetType,
        _field("each must match some order that the dice made pointless; [] for none", None),
    ] = UNSET
    passed_over: Annotated[
        list[Overtaken] | UnsetType,
        _field("each must match some order that its condition passed over; [] for none", None),
    ] = UNSET
    odds: Annotated[
        dict[str, Any],
        _field("what `odds --json` prints of the question, the orders or the battle, on the keys given"),
    ] = {}
    unreadable: Annotated[list[Text], _field("words of the problems that make the document unreadable")] = []


# the keys for a question, and for orders
_ASKED = ("answer", "exactly", "otherwise", "assumed", "cannot_be", "warnings", "notes")
_PLAYED = ("state", "gone", "view", "seen_by", "what", "refused", "overtaken", "passed_over")
_BESIDE_ORDERS = ("dice", "seed", "skip_illegal")


class Play(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How the battle of a case is played out: how often, by which policy of each side, and from which seed."""

    playouts: Annotated[int, Meta(ge=1, le=1_000_000)] = 2000
    policies: dict[str, str] = {}
    seed: str = "0"


class Case(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One test of a rule, readable by a player."""

    case: str
    ruleset: str
    given: dict[str, Any]
    expect: Expect
    format: Literal[1] = 1
    cites: list[str] = []
    # expanded before a case is read; here for editors
    each: dict[str, list[Any]] = {}
    ask: dict[str, Any] | None = None
    orders: list[Any] | None = None
    play: Play | None = None
    dice: dict[str, list[int]] = {}
    seed: str | None = None
    skip_illegal: bool = False
    note: str = ""

    @property
    def situation(self) -> dict[str, Any]:
        """The given situation or state as a separate document."""
        return {"format": 1, "ruleset": self.ruleset, **self.given}


def given_state(game: Game, ruleset: Ruleset, document: Document, case: Case) -> State:
    """Return the state that orders are given for; raises Unreadable."""
    return read_state(game, ruleset, Part(document, ("given",), case.situation), case.situation, playing=True)


def case_problems(game: Game, ruleset: Ruleset, document: Document, case: Case) -> list[Problem]:
    """Return why a case cannot prove what it claims, each problem at its place."""
    expected = builtins(case.expect)
    out = list(_mixed(document, case, expected))
    out += _unknown_rules(ruleset, document, case, expected)
    if case.orders is not None:
        out += _strangers(game, ruleset, document, case, expected)
    return out


def _mixed(document: Document, case: Case, expected: dict[str, Any]) -> Iterator[Problem]:
    """Yield the problems of keys that exclude each other or are empty."""
    asked = [name for name in ("ask", "orders", "play") if getattr(case, name) is not None]
    if len(asked) > 1 or (not asked and set(expected) != {"odds"}):
        many = ", not both" if asked[:2] == ["ask", "orders"] else ", one of them" if asked else ""
        yield document.problem((), f"a case has 'orders' or 'ask'{many}")
        return
    if case.ask is not None:
        for name in _BESIDE_ORDERS:
            if name in document.value:
                yield document.problem((), f"'{name}' goes with orders, and this case asks a question", name)
    of = "orders" if case.ask is not None else "a question"
    if case.ask is None and case.orders is None:
        for name in expected:
            if name not in ("odds", "unreadable"):
                yield document.problem(("expect", name), "a battle that is played out has only odds")
    for name in _PLAYED if case.ask is not None else _ASKED:
        if name in expected and (case.ask is not None or case.orders is not None):
            yield document.problem(("expect", name), f"this is expected only of {of}")
    if not expected:
        yield document.problem(("expect",), "nothing is expected here; give a result, as in {trace: [RULE]}")
    for name in expected if "unreadable" in expected else ():
        if name != "unreadable":
            yield document.problem(
                ("expect", name), "an unreadable document has no result; leave this or 'unreadable' out"
            )
    for path, row in _rows(expected):
        if not row:
            yield document.problem(path, "must not be empty")


def _rows(expected: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield every row that is expected, with its place."""
    for name in ("refused", "overtaken", "passed_over", "otherwise"):
        for number, row in enumerate(expected.get(name, ())):
            yield ("expect", name, number), row


def _unknown_rules(ruleset: Ruleset, document: Document, case: Case, expected: dict[str, Any]) -> Iterator[Problem]:
    named: list[tuple[Path, str]] = [(("cites", n), cite) for n, cite in enumerate(case.cites)]
    named += [(("expect", "trace", n), cite) for n, cite in enumerate(expected.get("trace", ()))]
    for path, row in _rows(expected):
        because = row.get("because", [])
        named += [((*path, "because"), cite) for cite in ([because] if isinstance(because, str) else because)]
    for path, cite in named:
        if not ruleset.knows(cite):
            near = nearest(cite, [*ruleset.rules, *ruleset.rulings])
            yield document.problem(path, f"'{cite}' is not a rule or ruling of {ruleset.name}{near}")


def _strangers(
    game: Game, ruleset: Ruleset, document: Document, case: Case, expected: dict[str, Any]
) -> Iterator[Problem]:
    """Yield the problem of each expected viewer who does not play."""
    named: list[tuple[Path, str]] = [(("expect", "view", player), player) for player in expected.get("view", ())]
    for text, players in expected.get("seen_by", {}).items():
        if not text:
            yield document.problem(("expect", "seen_by"), "the words of a step must not be empty", text)
        if players != "all":
            named += [(("expect", "seen_by", text, n), player) for n, player in enumerate(players)]
    players = _players(game, ruleset, document, case) if named else []
    for path, player in named:
        if players and player not in players:
            yield document.problem(path, stranger(player, players))


def _players(game: Game, ruleset: Ruleset, document: Document, case: Case) -> list[str]:
    """Return the players, none if the given document cannot be read."""
    try:
        state = given_state(game, ruleset, document, case)
    except Unreadable:
        return []
    return list(game.open(state, game.compile(ruleset, state.options)).players)
