"""Replay: the same state, orders and dice give the same next state, or the first difference is told."""

from __future__ import annotations

from typing import Any

import msgspec

from . import documents
from .asking import read_state
from .dice import USED_ONCE, Dice, Roll
from .documents import Document
from .drawing import DiceTerms, bare_digest, commits, draw, draw_by_step
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
    recorded = {roll.event: roll for roll in trace.rolls}
    dice = Dice(state.game or "", _terms(state.dice, trace), recorded=recorded, older=trace.dice is None)
    rules = game.compile(ruleset, state.options)
    outcome = adjudicate(game, ruleset, rules, state, submissions, dice, trace.skip_illegal)
    if outcome.trace is None:
        said = [str(p) for verdict in outcome.refused for p in verdict.problems()]
        missing = [f"no dice are recorded for {throw.event}" for throw in outcome.missing]
        return said + outcome.general + missing
    return _differences(trace, outcome.trace) + _unproved(trace, secret)


def _terms(terms: DiceTerms | None, trace: Trace) -> DiceTerms:
    """Return the terms of a state, under which dice in orders were refused if the trace says so."""
    terms = terms or DiceTerms()
    refused = trace.dice is not None and trace.dice.in_orders == "refuse"
    return msgspec.structs.replace(terms, in_orders="refuse") if refused else terms


def _document(name: str, value: Any) -> Document:
    return documents.made(value, name)


def _differences(recorded: Trace, made: Trace) -> list[str]:
    one, other = documents.builtins(recorded), documents.builtins(made)
    compared = ["game", "step", "title", "after", "steps", "rolls", "awaiting"]
    if recorded.dice is not None or "dice" in recorded.before:
        compared.append("dice")
    if recorded.rules.digest == made.rules.digest:
        compared += ["rules", "options", "rulings", "accepted"]
    else:
        for after in (one["after"], other["after"]):
            after.pop("rules", None)
    found = [first_difference(_only(one, field), _only(other, field)) for field in compared]
    drawn = any(roll.source == "drawn" for roll in made.rolls)
    if drawn != (recorded.secret is not None):
        found.append(f"secret: {written(recorded.secret)} is recorded, and {'' if drawn else 'no '}dice were drawn")
    committed = made.dice.commitment if made.dice is not None else None
    if drawn and committed is not None and recorded.secret != committed:
        found.append(f"secret: {written(recorded.secret)} is recorded, and the game is committed to {committed}")
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


def _unproved(trace: Trace, secret: bytes | None) -> list[str]:
    """Return which drawn dice are not what a secret gives, or why it is not the secret of this trace."""
    if secret is None:
        return []
    if trace.secret == USED_ONCE:
        return ["the dice were drawn from a secret used once, which nobody kept: they cannot be proved"]
    told = trace.secret if trace.dice is None else trace.dice.commitment or trace.secret
    own = told == bare_digest(secret) if trace.dice is None else told is not None and commits(told, secret)
    if told is not None and not own:
        return ["this is not the secret of this trace: its SHA-256 is another"]
    return [
        f"{roll.event}: the dice {written(roll.dice)} are not what the secret gives"
        for roll in trace.rolls
        if roll.source == "drawn" and _drawn(trace, roll, secret) != roll.dice
    ]


def _drawn(trace: Trace, roll: Roll, secret: bytes) -> list[int]:
    """Return the dice that a secret gives for a roll of a trace."""
    count, faces = len(roll.dice), roll.faces
    if trace.dice is None:
        return draw_by_step(secret, trace.game, trace.step, roll.event, count, faces)
    return draw(secret, trace.game, trace.dice, roll.event, count, faces)
