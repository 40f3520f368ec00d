"""Cases: given, orders or a question, and what is expected; how the rules are tested and users script checks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from .asking import ask_document, read_state
from .dice import Dice
from .documents import Document, Part, Unreadable
from .game import Game
from .matching import ids_in, matches, uncited, unlike, whole
from .orders import Objection, Submission, read_orders
from .phases import adjudicate
from .rulesets import OptionValue, Ruleset
from .trace import Step
from .verdicts import Outcome

Rows = list[dict[str, Any]]


def _field(text: str) -> Meta:
    return Meta(description=text)


class Expect(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What must come out: a partial match on everything that is given here."""

    answer: Annotated[dict[str, Any] | None, _field("the answer to a question, on the keys given")] = None
    exactly: Annotated[
        dict[str, Any], _field("like answer, but nothing else may stand below the keys given, however deep")
    ] = {}
    otherwise: Annotated[Rows | None, _field("the answers under other options that must be told")] = None
    state: Annotated[Any, _field("the state after the orders, on the keys given")] = None
    gone: Annotated[list[str], _field("ids that must not be left in the state")] = []
    view: Annotated[dict[str, Any], _field("for a player, what he sees of that state, on the keys given")] = {}
    seen_by: Annotated[
        dict[str, Literal["all"] | list[str]],
        _field("for words of a step, which players see it: all, or exactly those listed"),
    ] = {}
    trace: Annotated[list[str], _field("rules that must be cited")] = []
    what: Annotated[list[str], _field("words that some step must say")] = []
    refused: Annotated[Rows, _field("each must match some objection on the keys given; orders count from 1")] = []
    overtaken: Annotated[Rows, _field("each must match some order that the dice made pointless")] = []
    unreadable: Annotated[list[str], _field("words of the problems for which nothing can be read")] = []


# what is expected of a question, and of orders
_ASKED = ("answer", "exactly", "otherwise")
_PLAYED = ("state", "gone", "view", "seen_by", "what", "refused", "overtaken")


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
    """How a case went: what differs, every rule that its trace or answer cites, and what it says it proves.

    `options` are those in force and those that it expects under `otherwise`.
    """

    case: str
    file: str
    differences: list[str]
    cites: list[str]
    ruleset: str
    declares: list[str] = []
    options: list[tuple[str, OptionValue]] = []

    @property
    def passed(self) -> bool:
        return not self.differences


def run(game: Game, ruleset: Ruleset, document: Document, case: Case) -> Verdict:
    """Run one case."""
    base = {"format": 1, "ruleset": case.ruleset, **case.given}
    misplaced = [name for name in (_PLAYED if case.ask is not None else _ASKED) if getattr(case.expect, name)]
    if misplaced:
        of = "orders" if case.ask is not None else "a question"
        raise Unreadable([document.problem(("expect", name), f"this is expected of {of}") for name in misplaced])
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
    passed = not differences and not case.expect.unreadable
    options = _options(ruleset, case) if passed else []
    return Verdict(case.case, document.file, differences, cites, case.ruleset, case.cites, options)


def _options(ruleset: Ruleset, case: Case) -> list[tuple[str, OptionValue]]:
    """Return every option with the value in force, and the alternatives that were expected to be told."""
    out = list(ruleset.resolve(case.given.get("options") or {}).items())
    return out + [(row["option"], row["value"]) for row in case.expect.otherwise or () if {"option", "value"} <= {*row}]


def _asked(
    game: Game, ruleset: Ruleset, document: Document, case: Case, base: dict[str, Any]
) -> tuple[list[str], list[str]]:
    value = {**base, "ask": case.ask}
    answer = ask_document(game, ruleset, Part(document, ("given",), value))
    expect = case.expect
    out = matches(expect.answer, answer.answer, "answer") if expect.answer is not None else []
    for key, value in expect.exactly.items():
        out += matches(value, answer.answer.get(key), f"answer.{key}", exactly=True)
    if expect.otherwise is not None:
        out += unlike(expect.otherwise, answer.otherwise, "otherwise")
    return out + uncited(expect.trace, answer.cites), answer.cites


def _played(
    game: Game, ruleset: Ruleset, document: Document, case: Case, base: dict[str, Any]
) -> tuple[list[str], list[str]]:
    state = read_state(game, ruleset, Part(document, ("given",), base), base, playing=True)
    rules = game.compile(ruleset, state.options)
    submissions = _submissions(game, document, case, game.open(state, rules))
    secret = case.seed.encode() if case.seed is not None else None
    dice = Dice(state.game or "", state.step or 0, secret=secret, supplied=case.dice)
    outcome = adjudicate(game, ruleset, rules, state, submissions, dice, case.skip_illegal)
    differences, cites = _judged(case.expect, outcome)
    if outcome.trace is not None:
        for player, expected in case.expect.view.items():
            differences += matches(expected, whole(game.view(outcome.state, player)), f"view.{player}")
    return differences, cites


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
    out += unlike(expect.refused, refusals, "refused")
    if outcome.trace is None:
        if not expect.refused:
            out += [f"order {r['order']} was refused: {r['message']} ({', '.join(r['because'])})" for r in refusals]
            out += outcome.general + [f"no dice for {throw.event}" for throw in outcome.missing]
        if any(getattr(expect, name) for name in ("state", "trace", "what", "gone", "view", "seen_by")):
            out.append("nothing was adjudicated, so there is no state and no trace")
        return out, cites
    steps = outcome.trace.steps
    cites += [cite for step in steps for cite in step.cites]
    if expect.state is not None:
        out += matches(expect.state, whole(outcome.state), "state")
    left = set(ids_in(whole(outcome.state)))
    out += [f"{ident} is still there" for ident in expect.gone if ident in left]
    out += uncited(expect.trace, cites)
    out += [f"no step says {text!r}" for text in expect.what if not any(_says(step, text) for step in steps)]
    for text, players in expect.seen_by.items():
        out += _seen([step for step in steps if _says(step, text)], text, players)
    late = [
        {"order": s.order.number, "player": s.order.player, "because": s.cites, "message": s.what}
        for s in steps
        if s.status == "overtaken" and s.order is not None
    ]
    return out + unlike(expect.overtaken, late, "overtaken"), cites


def _says(step: Step, text: str) -> bool:
    return any(text in said for said in (step.what, *step.notes, *(change.says for change in step.changes)))


def _seen(steps: list[Step], text: str, players: Literal["all"] | list[str]) -> list[str]:
    """Return which steps that say something are not seen by just those players."""
    if not steps:
        return [f"no step says {text!r}"]
    return [
        f"{step.what!r} is seen by {step.seen_by}, not by {players}"
        for step in steps
        if {*players} != {*step.seen_by} or (players == "all") != (step.seen_by == "all")
    ]


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


def proofs(ruleset: Ruleset, verdicts: Iterable[Verdict]) -> dict[str, list[str]]:
    """Return for every rule the cases that prove it: passed, naming it under `cites`, and citing it in what came out.

    A case of a ruleset that this one lies over proves the rules which this one leaves as they are there.
    """
    own = ruleset.own_rules
    out: dict[str, list[str]] = {name: [] for name in ruleset.rules}
    for verdict in verdicts:
        if not verdict.passed or verdict.ruleset not in ruleset.chain:
            continue
        cited = {ruleset.rule_of(cite) for cite in verdict.cites}
        for rule in dict.fromkeys(ruleset.rule_of(cite) for cite in verdict.declares):
            if rule in out and rule in cited and (verdict.ruleset == ruleset.name or rule not in own):
                out[rule].append(verdict.case)
    return out


def choices_proved(ruleset: Ruleset, verdicts: Iterable[Verdict]) -> dict[str, dict[str, list[str]]]:
    """Return for every ruling with choices, choice by choice, the cases that prove it.

    They passed, name the ruling under `cites`, and were played by the choice or expect it under `otherwise`.
    """
    out: dict[str, dict[str, list[str]]] = {
        number: {word: [] for word in ruling.words} for number, ruling in ruleset.rulings.items() if ruling.words
    }
    for verdict in verdicts:
        if not verdict.passed or verdict.ruleset not in ruleset.chain:
            continue
        for number in dict.fromkeys(cite for cite in verdict.declares if cite in out):
            ruling = ruleset.rulings[number]
            chosen = [ruling.word_of(value) for option, value in verdict.options if option == ruling.option]
            for word in dict.fromkeys(chosen):
                out[number][word].append(verdict.case)
    return out
