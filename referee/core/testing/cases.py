"""Cases: given, orders or a question, and what is expected; how the rules are tested and users script checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from ..adjudication.adjudicate import adjudicate, carry_out, next_state
from ..adjudication.submitted import Submitted
from ..adjudication.verdicts import Adjudication
from ..asking import ask_document, put_to
from ..documents import Document, Part, Unreadable
from ..documents.plain import builtins
from ..documents.problems import nearest, written
from ..game.dice_sources import make_dice
from ..game.game import Game
from ..game.odds import GameOdds, NoOdds, Refused, WrongPolicy, game_odds
from ..game.orders import Objection
from ..game.position import Position
from ..game.reading import read_orders
from ..game.state import State
from ..game.submissions import Submission
from ..game.trace import Step
from ..rules.index import OptionValue
from ..rules.rulesets import Ruleset
from .case_format import Case, Expect, Play, case_problems, given_state
from .partial_match import below, ids_in, matches, names_in, uncited_rules, unlike, whole

Reader = Callable[[Game, Document, Case, Position], Sequence[Submission]]


def odds_differences(game: Game, ruleset: Ruleset, document: Document, case: Case, read: Reader) -> list[str]:
    """Return how the odds of a case differ from those expected; `read` reads its orders. Raises Unreadable."""
    if not case.expect.odds:
        return []
    try:
        found = _found(game, game_odds(game), ruleset, document, case, read)
    except WrongPolicy as error:
        raise Unreadable([document.problem(("play", "policies"), str(error))]) from None
    except NoOdds as error:
        raise Unreadable([document.problem(("expect", "odds"), str(error))]) from None
    except Refused as error:
        return [f"odds: refused: {objection.with_cites()}" for _, _, objection in error.rows]
    return below(case.expect.odds, with_names(found), "odds")


def with_names(found: dict[str, Any]) -> dict[str, Any]:
    """Return odds of a battle with `win` and `lose`: the chances that its first side and its second side win."""
    sides = list(found.get("policies", ()))
    if len(sides) != 2:
        return found
    return {**found, "win": found[sides[0]]["wins"]["p"], "lose": found[sides[1]]["wins"]["p"]}


def _found(
    game: Game, odds: GameOdds, ruleset: Ruleset, document: Document, case: Case, read: Reader
) -> dict[str, Any]:
    if case.ask is not None:
        part = Part(document, ("given",), {**case.situation, "ask": case.ask})
        with put_to(game, ruleset, part) as asked:
            return odds.asked(asked.position, asked.question)
    state = given_state(game, ruleset, document, case)
    rules = game.compile(ruleset, state.options)
    position = game.open(state, rules)
    if case.orders is not None:
        return odds.ordered(position, read(game, document, case, position))
    play = case.play or Play()
    playing = odds.playing(state, rules, play.policies, True)
    sizes = (min(playing.size, play.playouts - start) for start in range(0, play.playouts, playing.size))
    total, *rest = (playing.play(play.seed, chunk, size) for chunk, size in enumerate(sizes))
    for tally in rest:
        total.add(tally)
    return {"policies": playing.policies(), **total.answer()}


class CaseResult(msgspec.Struct):
    """The result of a case: the differences, the rules that the result cites, and the rules that it claims to prove.

    `options` are those in force, and those expected under `otherwise`. The case begins at `line`, and took so many
    `seconds`.
    """

    case: str
    file: str
    differences: list[str]
    cites: list[str]
    ruleset: str
    declares: list[str] = []
    options: list[tuple[str, OptionValue]] = []
    line: int = 0
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether nothing differs from what the case expects."""
        return not self.differences


def run(game: Game, ruleset: Ruleset, document: Document, case: Case) -> CaseResult:
    """Run one case; raises Unreadable if it is malformed."""
    problems = case_problems(game, ruleset, document, case)
    if problems:
        raise Unreadable(problems)
    begun = perf_counter()
    try:
        differences, cites = list[str](), list[str]()
        if case.ask is not None:
            differences, cites = _asked(game, ruleset, document, case)
        elif case.orders is not None and not (case.expect.odds and set(builtins(case.expect)) == {"odds"}):
            differences, cites = _played(game, ruleset, document, case)
        differences += odds_differences(game, ruleset, document, case, _submissions)
    except Unreadable as error:
        said = [p.message for p in error.problems]
        wanted = case.expect.unreadable
        differences = [f"no problem says {written(text)}" for text in wanted if not any(text in s for s in said)]
        if not wanted:
            differences = [str(p) for p in error.problems]
        cites = []
    else:
        if case.expect.unreadable:
            differences = ["this was read and adjudicated; it should have been unreadable"]
    passed = not differences and not case.expect.unreadable
    options = _options(ruleset, case) if passed else []
    line, _ = document.place(())
    seconds = perf_counter() - begun
    return CaseResult(case.case, document.file, differences, cites, case.ruleset, case.cites, options, line, seconds)


def _options(ruleset: Ruleset, case: Case) -> list[tuple[str, OptionValue]]:
    """Return every option with the value in force, and the alternatives expected under `otherwise`."""
    out = list(ruleset.resolve(case.given.get("options") or {}).items())
    expected = case.expect.otherwise or ()
    return out + [(row.option, row.value) for row in expected if row.option is not UNSET and row.value is not UNSET]


def _asked(game: Game, ruleset: Ruleset, document: Document, case: Case) -> tuple[list[str], list[str]]:
    answer = ask_document(game, ruleset, Part(document, ("given",), {**case.situation, "ask": case.ask}))
    expect = case.expect
    out = below(expect.answer, answer.answer, "answer")
    out += below(expect.exactly, answer.answer, "answer", exactly=True)
    if expect.otherwise is not UNSET:
        out += unlike(builtins(expect.otherwise), answer.otherwise, "otherwise")
    out += below(expect.assumed, answer.assumed, "assumed")
    if expect.cannot_be is not UNSET:
        out += _said(expect.cannot_be, answer.cannot_be, "cannot_be", "impossibility")
    if expect.warnings is not UNSET:
        out += _said(expect.warnings, answer.warnings, "warnings", "warning")
    if expect.notes is not UNSET:
        out += _said(expect.notes, answer.notes, "notes", "note")
    if out and (because := answer.answer.get("because")):
        out += [f"because {row['message']} ({', '.join(row['cite'])})" for row in because]
    return out + uncited_rules(expect.trace, answer.cites), answer.cites


def _said(expected: list[str], found: list[str], field: str, noun: str) -> list[str]:
    """Return how reported sentences differ from the words expected in them."""
    if not expected:
        return [f"{field}: expected nothing, found {written(said)}" for said in found]
    return [f"no {noun} says {written(text)}" for text in expected if not any(text in said for said in found)]


def _played(game: Game, ruleset: Ruleset, document: Document, case: Case) -> tuple[list[str], list[str]]:
    state = given_state(game, ruleset, document, case)
    rules = game.compile(ruleset, state.options)
    position = game.open(state, rules)
    submissions = _submissions(game, document, case, position)
    secret = case.seed.encode() if case.seed is not None else None
    dice = make_dice(state.game or "", state.dice, secret=secret, supplied=case.dice)
    # the digests of a chain take longer than many an order, and few cases expect them
    if any("chain" in expected for expected in (case.expect.state, *case.expect.view.values())):
        outcome = adjudicate(game, rules, state, submissions, dice, case.skip_illegal)
    else:
        given = Submitted(game, rules, state, submissions, dice, case.skip_illegal)
        outcome = carry_out(given.prepared(position), position)
    refusals = _refusals(outcome)
    cites = [cite for row in refusals for cite in row["because"]]
    differences = []
    if case.expect.refused is not UNSET:
        differences += unlike(builtins(case.expect.refused), refusals, "refused")
    if outcome.reached is None:
        return differences + _not_adjudicated(case.expect, outcome, refusals), cites
    cites += [cite for step in outcome.steps for cite in step.cites]
    if case.expect.state or case.expect.gone or case.expect.view:
        after = outcome.state or next_state(game, rules, outcome.reached)
        differences += _states(game, case.expect, state, after, outcome.steps)
    differences += _judged(case.expect, outcome.steps)
    return differences + uncited_rules(case.expect.trace, cites), cites


def _submissions(game: Game, document: Document, case: Case, position: Position) -> list[Submission]:
    """Return the orders of a case: documents, or a list of orders of the player that the game awaits."""
    given = case.orders or []
    if all(isinstance(one, dict) and "orders" in one for one in given):
        values = [{"format": 1, "ruleset": case.ruleset, **one} for one in given]
    else:
        phase = position.phase()
        player = phase.players[0] if phase is not None else next(iter(position.players), "")
        values = [{"format": 1, "ruleset": case.ruleset, "player": player, "orders": given}]
    if given and values[0]["orders"] is given:
        return [read_orders(game, Part(document, (), values[0]))]
    return [read_orders(game, Part(document, ("orders", n), value)) for n, value in enumerate(values)]


def _not_adjudicated(expect: Expect, outcome: Adjudication, refusals: list[dict[str, Any]]) -> list[str]:
    """Return why orders were not adjudicated, if that is not expected, and the results that are therefore missing."""
    out = []
    if expect.refused is UNSET:
        out += [_told(row) for row in refusals]
    if not expect.refused:
        out += outcome.general + [f"no dice for {throw.event}" for throw in outcome.missing]
    if builtins(expect).keys() - {"refused"}:
        out.append("nothing was adjudicated, so there is no state and no trace")
    return out


def _told(row: dict[str, Any]) -> str:
    """Return an objection in words."""
    whose = f"order {row['order']}" if row["order"] is not None else f"what {row['player']} ordered"
    cites = f" ({', '.join(row['because'])})" if row["because"] else ""
    return f"{whose} was refused: {row['message']}{cites}"


def _judged(expect: Expect, steps: list[Step]) -> list[str]:
    """Return how the steps of orders differ from what is expected."""
    out = [f"no step says {written(text)}" for text in expect.what if not any(_says(step, text) for step in steps)]
    for text, players in expect.seen_by.items():
        out += _seen([step for step in steps if _says(step, text)], text, players)
    for status, rows in (("overtaken", expect.overtaken), ("passed over", expect.passed_over)):
        if rows is UNSET:
            continue
        late = [
            {"order": s.order.number, "player": s.order.player, "because": s.cites, "message": s.what}
            for s in steps
            if s.status == status and s.order is not None
        ]
        out += unlike(builtins(rows), late, status)
    return out


def _states(game: Game, expect: Expect, before: State, after: State, steps: list[Step]) -> list[str]:
    """Return how the state after orders, and what players see of it, differ from what is expected."""
    out = _unlike_state(expect.state, after, "state", before)
    if expect.gone:
        left = set(ids_in(whole(after)))
        known = {*left, *ids_in(whole(before)), *(change.what for step in steps for change in step.changes)}
        out += [f"{ident} is still there" for ident in expect.gone if ident in left]
        out += [f"{ident} never existed{nearest(ident, known)}" for ident in expect.gone if ident not in known]
    for player, expected in expect.view.items():
        out += _unlike_state(expected, game.view(after, player), f"view.{player}", before)
    return out


def _unlike_state(expected: dict[str, Any], found: State, path: str, before: State) -> list[str]:
    """Return how a state differs from what is expected; what a name of the state `before` held may be gone."""
    if not expected or not matches(expected, whole(found, expected), path):
        return []
    return matches(expected, whole(found), path, names=set(names_in(whole(before))))


def _says(step: Step, text: str) -> bool:
    return any(text in said for said in (step.what, *step.notes, *(change.says for change in step.changes)))


def _seen(steps: list[Step], text: str, players: Literal["all"] | list[str]) -> list[str]:
    """Return the steps with some words that are not seen by exactly those players."""
    if not steps:
        return [f"no step says {written(text)}"]
    return [
        f"{written(step.what)} is seen by {_all_or(step.seen_by)}, not by {_all_or(players)}"
        for step in steps
        if {*players} != {*step.seen_by} or (players == "all") != (step.seen_by == "all")
    ]


def _all_or(players: Literal["all"] | list[str]) -> str:
    return players if isinstance(players, str) else written(players)


def _refusals(outcome: Adjudication) -> list[dict[str, Any]]:
    """Return a row for every objection, including those to phases that are left over."""
    told: list[tuple[int | None, str, Objection]]
    told = [(v.given.number, v.submission.player, o) for v in outcome.refused for o in v.objections]
    told += [(None, player, objection) for player, objection in outcome.against]
    rows = [
        {"order": number, "player": player, "because": list(o.cite), "message": o.message, "field": o.field}
        for number, player, o in told
    ]
    return rows + (_refusals(outcome.unplayed) if outcome.unplayed is not None else [])


def proofs(ruleset: Ruleset, verdicts: Iterable[CaseResult]) -> dict[str, list[str]]:
    """Return the cases that prove each rule: they passed, name it under `cites`, and their result cites it.

    A case of a ruleset that this one extends proves the rules that this one leaves unchanged.
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


def proofs_of_choices(ruleset: Ruleset, verdicts: Iterable[CaseResult]) -> dict[str, dict[str, list[str]]]:
    """Return the cases that prove each choice of each ruling.

    They passed, name the ruling under `cites`, and used the choice or expect it under `otherwise`.
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
