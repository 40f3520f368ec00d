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
    out = []
    written = ("game", "step", "title", "after", "steps", "rolls", "awaiting")
    same_rules = recorded.rules.digest == made.rules.digest
    if not same_rules:
        for after in (one.get("after"), other.get("after")):
            if isinstance(after, dict):
                after.pop("rules", None)
    for field in (*written, "options", "rulings") if same_rules else written:
        found = first_difference(one.get(field), other.get(field), field)
        if found:
            out.append(found)
    return out


def first_difference(recorded: Any, made: Any, path: str) -> str:
    """Return where two values first differ, in words, or nothing."""
    if isinstance(recorded, dict) and isinstance(made, dict):
        for key in [*recorded, *(k for k in made if k not in recorded)]:
            found = first_difference(recorded.get(key), made.get(key), f"{path}.{key}")
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
    return "" if recorded == made else f"{path}: {recorded!r} is recorded, {made!r} comes out"


def _unproved(trace: Trace, dice: Dice, secret: bytes | None) -> list[str]:
    if secret is None:
        return []
    if trace.secret == USED_ONCE:
        return ["the dice were drawn from a secret used once, which nobody kept: they cannot be proved"]
    if trace.secret is not None and secret_digest(secret) != trace.secret:
        return ["this is not the secret of this trace: its SHA-256 is another"]
    return [
        f"{roll.event}: the dice {roll.dice} are not what the secret gives"
        for roll in trace.rolls
        if roll.source == "drawn" and not dice.proves(roll, secret)
    ]
