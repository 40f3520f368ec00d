"""Replay: the same state, orders and dice give the same next state, or the first difference is told."""

from __future__ import annotations

from typing import Any

from . import documents
from .asking import read_state
from .dice import USED_ONCE, Dice, secret_digest
from .documents import Document
from .game import Game
from .orders import read_orders
from .phases import adjudicate
from .problems import written
from .rulesets import Ruleset
from .trace import Trace


def replay(game: Game, ruleset: Ruleset, trace: Trace, secret: bytes | None = None) -> list[str]:
    """Return how an adjudication made anew from a trace differs from it; empty where it is the same.

    Given the secret, drawn dice are proved too.
    """
    before = _document("before", trace.before)
    state = read_state(game, ruleset, before, trace.before, playing=True)
    submissions = [read_orders(game, _document(f"documents[{n + 1}]", d)) for n, d in enumerate(trace.documents)]
    dice = Dice(trace.game, trace.step, recorded={roll.event: roll for roll in trace.rolls})
    rules = game.compile(ruleset, state.options)
    outcome = adjudicate(game, ruleset, rules, state, submissions, dice, trace.skip_illegal)
    if outcome.trace is None:
        said = [str(p) for verdict in outcome.refused for p in verdict.problems()]
        missing = [f"no dice are recorded for {throw.event}" for throw in outcome.missing]
        return said + outcome.general + missing
    return _differences(trace, outcome.trace) + _unproved(trace, dice, secret)


def _document(name: str, value: Any) -> Document:
    return Document(documents.dump(value), name, value)


def _differences(recorded: Trace, made: Trace) -> list[str]:
    one, other = documents.builtins(recorded), documents.builtins(made)
    compared = ["game", "step", "title", "after", "steps", "rolls", "awaiting"]
    if recorded.rules.digest == made.rules.digest:
        compared += ["rules", "options", "rulings", "accepted"]
    else:
        for after in (one["after"], other["after"]):
            after.pop("rules", None)
    found = [first_difference(_only(one, field), _only(other, field)) for field in compared]
    drawn = any(roll.source == "drawn" for roll in made.rolls)
    if drawn != (recorded.secret is not None):
        found.append(f"secret: {written(recorded.secret)} is recorded, and {'' if drawn else 'no '}dice were drawn")
    return [difference for difference in found if difference]


def _only(value: dict[str, Any], field: str) -> dict[str, Any]:
    return {field: value[field]} if field in value else {}


def first_difference(recorded: Any, made: Any, path: str = "") -> str:
    """Return where two values first differ, in words, or nothing."""
    if isinstance(recorded, dict) and isinstance(made, dict):
        for key in [*recorded, *(k for k in made if k not in recorded)]:
            where = f"{path}.{key}" if path else key
            if key not in made:
                return f"{where}: {written(recorded[key])} is recorded, nothing comes out"
            if key not in recorded:
                return f"{where}: nothing is recorded, {written(made[key])} comes out"
            found = first_difference(recorded[key], made[key], where)
            if found:
                return found
        return ""
    if isinstance(recorded, list) and isinstance(made, list):
        for number, (one, other) in enumerate(zip(recorded, made, strict=False)):
            found = first_difference(one, other, f"{path}[{number + 1}]")
            if found:
                return found
        if len(recorded) != len(made):
            return f"{path}: {len(recorded)} are recorded, {len(made)} come out"
        return ""
    return "" if recorded == made else f"{path}: {written(recorded)} is recorded, {written(made)} comes out"


def _unproved(trace: Trace, dice: Dice, secret: bytes | None) -> list[str]:
    if secret is None:
        return []
    if trace.secret == USED_ONCE:
        return ["the dice were drawn from a secret used once, which nobody kept: they cannot be proved"]
    if trace.secret is not None and secret_digest(secret) != trace.secret:
        return ["this is not the secret of this trace: its SHA-256 is another"]
    return [
        f"{roll.event}: the dice {written(roll.dice)} are not what the secret gives"
        for roll in trace.rolls
        if roll.source == "drawn" and not dice.proves(roll, secret)
    ]
