"""Cases: given, orders or a question, and what is expected; how the rules are tested and users script checks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from .asking import ask_document, read_state
from .dice import Dice
from .documents import Document, Part, Unreadable
from .game import Game
from .orders import Objection, Submission, read_orders
from .phases import adjudicate
from .rulesets import Ruleset
from .verdicts import Outcome

TOLERANCE = 1e-9


class Expect(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What must come out: a partial match on everything that is given here."""

    state: Any = None
    answer: dict[str, Any] | None = None
    otherwise: list[dict[str, Any]] | None = None
    trace: list[str] = []
    what: list[str] = []
    refused: list[dict[str, Any]] = []
    overtaken: list[dict[str, Any]] = []
    unreadable: list[str] = []


class Case(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One rule put to the test, readable by a player."""

    case: str
    ruleset: str
    given: dict[str, Any]
    expect: Expect
    format: Literal[1] = 1
    cites: list[str] = []
    ask: dict[str, Any] | None = None
    orders: list[Any] | None = None
    dice: dict[str, list[int]] = {}
    seed: str | None = None
    skip_illegal: bool = False
    note: str = ""


class Verdict(msgspec.Struct):
    """How a case went: what differs, and every rule that its trace or answer cites."""

    case: str
    file: str
    differences: list[str]
    cites: list[str]
    ruleset: str

    @property
    def passed(self) -> bool:
        return not self.differences


def run(game: Game, ruleset: Ruleset, document: Document, case: Case) -> Verdict:
    """Run one case."""
    base = {"format": 1, "ruleset": case.ruleset, **case.given}
    try:
        if case.ask is not None:
            differences, cites = _asked(game, ruleset, document, case, base)
        else:
            differences, cites = _played(game, ruleset, document, case, base)
    except Unreadable as error:
        said = [p.message for p in error.problems]
        wanted = case.expect.unreadable
        differences = [f"no problem says {text!r}" for text in wanted if not any(text in s for s in said)]
        if not wanted:
            differences = [str(p) for p in error.problems]
        cites = []
    else:
        if case.expect.unreadable:
            differences = ["this was read and adjudicated; it should have been unreadable"]
    return Verdict(case.case, document.file, differences, cites, case.ruleset)


def _asked(
    game: Game, ruleset: Ruleset, document: Document, case: Case, base: dict[str, Any]
) -> tuple[list[str], list[str]]:
    value = {**base, "ask": case.ask}
    answer = ask_document(game, ruleset, Part(document, ("given",), value))
    expect = case.expect
    out = matches(expect.answer, answer.answer, "answer") if expect.answer is not None else []
    if expect.otherwise is not None:
        out += _rows(expect.otherwise, answer.otherwise, "otherwise")
    return out + _uncited([*expect.trace], answer.cites), answer.cites


def _played(
    game: Game, ruleset: Ruleset, document: Document, case: Case, base: dict[str, Any]
) -> tuple[list[str], list[str]]:
    state = read_state(game, ruleset, Part(document, ("given",), base), base, playing=True)
    rules = game.compile(ruleset, state.options)
    submissions = _submissions(game, document, case, game.open(state, rules))
    secret = case.seed.encode() if case.seed is not None else None
    dice = Dice(state.game or "", state.step or 0, secret=secret, supplied=case.dice)
    outcome = adjudicate(game, ruleset, rules, state, submissions, dice, case.skip_illegal)
    return _judged(case.expect, outcome)


def _submissions(game: Game, document: Document, case: Case, work: Any) -> list[Submission]:
    """Return the orders of a case: documents, or a bare list for whoever the game waits for."""
    given = case.orders or []
    if all(isinstance(one, dict) and "orders" in one for one in given):
        values = [{"format": 1, "ruleset": case.ruleset, **one} for one in given]
    else:
        phase = work.phase()
        player = phase.players[0] if phase is not None else next(iter(getattr(work, "players", [""])))
        values = [{"format": 1, "ruleset": case.ruleset, "player": player, "orders": given}]
    if given and values[0]["orders"] is given:
        return [read_orders(game, Part(document, (), values[0]))]
    return [read_orders(game, Part(document, ("orders", n), value)) for n, value in enumerate(values)]


def _judged(expect: Expect, outcome: Outcome) -> tuple[list[str], list[str]]:
    out = []
    refusals = _refusals(outcome)
    cites = [cite for row in refusals for cite in row["because"]]
    out += _rows(expect.refused, refusals, "refused")
    if outcome.trace is None:
        if not expect.refused:
            out += [f"order {r['order']} was refused: {r['message']} ({', '.join(r['because'])})" for r in refusals]
            out += outcome.general + [f"no dice for {throw.event}" for throw in outcome.missing]
        if expect.state is not None or expect.trace or expect.what:
            out.append("nothing was adjudicated, so there is no state and no trace")
        return out, cites
    steps = outcome.trace.steps
    cites += [cite for step in steps for cite in step.cites]
    if expect.state is not None:
        out += matches(expect.state, whole(outcome.state), "state")
    out += _uncited(expect.trace, cites)
    said = [step.what for step in steps]
    said += [text for step in steps for text in [*step.notes, *(change.says for change in step.changes)]]
    out += [f"no step says {text!r}" for text in expect.what if not any(text in s for s in said)]
    late = [
        {"order": s.order.number, "player": s.order.player, "because": s.cites, "message": s.what}
        for s in steps
        if s.status == "overtaken" and s.order is not None
    ]
    return out + _rows(expect.overtaken, late, "overtaken"), cites


def _refusals(outcome: Outcome) -> list[dict[str, Any]]:
    """Return a row for every objection, those to phases left over too."""
    told: list[tuple[int | None, str, Objection]]
    told = [(v.given.number, v.submission.player, o) for v in outcome.refused for o in v.objections]
    told += [(None, player, objection) for player, objection in outcome.against]
    rows = [
        {"order": number, "player": player, "because": list(o.cite), "message": o.message, "field": o.field}
        for number, player, o in told
    ]
    return rows + (_refusals(outcome.unplayed) if outcome.unplayed is not None else [])


def _rows(expected: list[dict[str, Any]], found: list[dict[str, Any]], what: str) -> list[str]:
    """Each expected row must match some row found, on the keys it gives."""
    out = []
    for row in expected:
        if not any(all(_row_matches(value, one.get(key)) for key, value in row.items()) for one in found):
            shown = "; ".join(str(one) for one in found) or "none"
            out.append(f"{what}: no row is like {row}; there are: {shown}")
    return out


def _row_matches(expected: Any, actual: Any) -> bool:
    if isinstance(actual, list) and not isinstance(expected, (list, dict)):
        return any(one == expected or str(one).startswith(f"{expected} ") for one in actual)
    if isinstance(expected, str) and isinstance(actual, str):
        return expected in actual
    return not matches(expected, actual, "")


def _uncited(expected: list[str], cites: list[str]) -> list[str]:
    return [
        f"{cite} is not cited" for cite in expected if not any(c == cite or c.startswith(f"{cite} ") for c in cites)
    ]


def matches(expected: Any, actual: Any, path: str) -> list[str]:
    """Return how a value differs from what is expected of it.

    Mappings are matched by key, lists of things with an `id` by id, everything else exactly.
    """
    if isinstance(expected, dict) and isinstance(actual, dict):
        return [
            difference
            for key, value in expected.items()
            for difference in matches(value, actual.get(key), f"{path}.{key}")
        ]
    if isinstance(expected, list) and isinstance(actual, list):
        if expected and all(isinstance(one, dict) and "id" in one for one in expected):
            by_id = {one.get("id"): one for one in actual if isinstance(one, dict)}
            return [d for one in expected for d in matches(one, by_id.get(one["id"]), f"{path}[{one['id']}]")]
        if len(expected) == len(actual):
            pairs = zip(expected, actual, strict=True)
            return [d for n, (one, other) in enumerate(pairs) for d in matches(one, other, f"{path}[{n + 1}]")]
    number = isinstance(expected, (int, float)) and isinstance(actual, (int, float))
    if number and not isinstance(expected, bool) and not isinstance(actual, bool):
        return [] if abs(expected - actual) <= TOLERANCE else [f"{path}: expected {expected}, found {actual}"]
    if expected == actual and type(expected) is type(actual):
        return []
    return [f"{path}: expected {expected!r}, found {actual!r}"]


def whole(value: Any) -> Any:
    """Return a value as plain data with every field in it, defaults too."""
    if isinstance(value, msgspec.Struct):
        fields = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        return {encoded: whole(getattr(value, name)) for name, encoded in fields}
    if isinstance(value, dict):
        return {key: whole(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [whole(inner) for inner in value]
    return value


def proofs(ruleset: Ruleset, verdicts: Iterable[Verdict]) -> dict[str, list[str]]:
    """Return for every rule the cases that prove it: passed, and citing it in their trace or answer.

    A case of a ruleset that this one lies over proves the rules which this one leaves as they are there.
    """
    own = ruleset.own_rules
    out: dict[str, list[str]] = {name: [] for name in ruleset.rules}
    for verdict in verdicts:
        if not verdict.passed or verdict.ruleset not in ruleset.chain:
            continue
        for rule in dict.fromkeys(ruleset.rule_of(cite) for cite in verdict.cites):
            if rule in out and (verdict.ruleset == ruleset.name or rule not in own):
                out[rule].append(verdict.case)
    return out
