"""Replay: the same state, orders and dice give the same next state, or the first difference is reported.

State, dice, changes, citations, status and order of a trace are its proof and are compared strictly. Another version
may word titles, sentences, notes, reasons and `awaiting` differently. That is a note, not a difference.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from .. import documents
from ..documents import Document
from ..documents.problems import written
from ..game.dice import USED_ONCE, Dice, Roll
from ..game.dice_sources import Record
from ..game.drawing import DiceTerms, bare_digest, commits, draw, draw_by_step, weakness
from ..game.game import Game
from ..game.reading import read_orders
from ..game.state_reading import read_state
from ..game.trace import Trace
from ..rules.rulesets import Ruleset
from . import chain
from .adjudicate import adjudicate
from .chain import Origin
from .differences import first_difference

_PROOF = ("game", "step", "edit", "previous", "state", "after", "steps", "rolls", "awaiting")
_OF_RULES = ("rules", "options", "rulings", "accepted")
_WORDS = {"what", "reasons", "notes"}
# the versions that used older names for some events
_OLDER_NAMES = {None, "referee 0.1.0"}


class Replayed(NamedTuple):
    """The differences between a trace and its repetition, and notes on words that differ."""

    differences: list[str]
    notes: list[str] = []


def replay(game: Game, ruleset: Ruleset, trace: Trace, secret: bytes | None = None) -> Replayed:
    """Adjudicate a trace again with its own dice, and compare; with the secret, drawn dice are proved too."""
    state = read_state(game, ruleset, _document("before", trace.before), trace.state_before, playing=True)
    submissions = [read_orders(game, _document(f"documents[{n + 1}]", d)) for n, d in enumerate(trace.documents)]
    recorded = {roll.event: roll for roll in trace.rolls}
    renamed = trace.program in _OLDER_NAMES
    record = Record(recorded, older=trace.dice is None, renamed=renamed)
    dice = Dice(_terms(state.dice, trace), [record])
    rules = game.compile(ruleset, state.options)
    origin = Origin(trace.before, trace.edit)
    outcome = adjudicate(game, rules, state, submissions, dice, trace.skip_illegal, origin)
    if outcome.trace is None:
        said = [str(p) for verdict in outcome.refused for p in verdict.problems()]
        missing = [f"no dice are recorded for {throw.event}" for throw in outcome.missing]
        return Replayed(said + outcome.general + missing)
    differences, notes = _compared(game, trace, outcome.trace)
    return Replayed(differences + _unproved(trace, secret), notes)


def _terms(terms: DiceTerms | None, trace: Trace) -> DiceTerms:
    """Return the dice terms of a state, with `in_orders` as the trace records it."""
    terms = terms or DiceTerms()
    refused = trace.dice is not None and trace.dice.in_orders == "refuse"
    return msgspec.structs.replace(terms, in_orders="refuse") if refused else terms


def _document(name: str, value: Any) -> Document:
    return documents.make_document(value, name)


def _compared(game: Game, trace: Trace, made: Trace) -> Replayed:
    one, other = documents.builtins(trace), documents.builtins(made)
    for path in game.newer_fields if trace.state is None else ():
        _as_recorded(one["after"], other["after"], path)
    same_rules = trace.rules.digest == made.rules.digest
    # a key that an older version did not write cannot differ
    proof = [key for key in _PROOF if trace.state is not None or key not in ("previous", "state")]
    same_program = trace.program == made.program
    if trace.dice is not None or "dice" in trace.before:
        proof.append("dice")
    recorded, again = (_proof(value, same_rules, same_program) for value in (one, other))
    found = [_first(recorded, again, key) for key in proof]
    found += [_first(one, other, key) for key in (_OF_RULES if same_rules else ())]
    found.append(_of_secret(trace, made))
    if len(trace.submitted) != len(trace.documents) and trace.state is not None:
        found.append(f"submitted: {len(trace.submitted)} digests are recorded for {len(trace.documents)} documents")
    said_by = [{**value, "steps": [_placeless(step) for step in value["steps"]]} for value in (one, other)]
    worded = [said for key in ("title", "steps", "awaiting") if (said := _first(said_by[0], said_by[1], key))]
    differences = [difference for difference in found if difference]
    return Replayed(differences, [] if differences else [f"{_worded(trace)}: {said}" for said in worded[:1]])


def _as_recorded(recorded: Any, made: Any, path: tuple[str, ...]) -> None:
    """Take a field out of a state that was made if the one that is recorded has its mapping without the field."""
    for step in path[:-1]:
        recorded, made = (one.get(step) if isinstance(one, dict) else None for one in (recorded, made))
    if isinstance(recorded, dict) and isinstance(made, dict) and path[-1] not in recorded:
        made.pop(path[-1], None)


def _worded(trace: Trace) -> str:
    return f"worded differently by {trace.program or 'an older version'}"


def _of_secret(trace: Trace, made: Trace) -> str:
    """Return the problem of the commitment that a trace records, or an empty text."""
    drawn = any(roll.source == "drawn" for roll in made.rolls)
    committed = made.dice.commitment if made.dice is not None else None
    if drawn != (trace.secret is not None):
        return f"secret: {written(trace.secret)} is recorded, and {'' if drawn else 'no '}dice were drawn"
    if drawn and committed not in (None, trace.secret):
        return f"secret: {written(trace.secret)} is recorded, and the game is committed to {committed}"
    if drawn and trace.state is not None and trace.nonce is None:
        return "nonce: none is recorded, and dice were drawn"
    return ""


def _first(one: dict[str, Any], other: dict[str, Any], key: str) -> str:
    recorded, made = ({key: value[key]} if key in value else {} for value in (one, other))
    return first_difference(recorded, made)


def _placeless(step: dict[str, Any]) -> dict[str, Any]:
    """Return a step without the place of what its order reacted to: a file is renamed without any harm."""
    if "reacted" not in (step.get("order") or {}):
        return step
    line = {key: value for key, value in step["order"]["reacted"].items() if key not in ("file", "at")}
    return {**step, "order": {**step["order"], "reacted": line}}


def _proof(trace: dict[str, Any], same_rules: bool, same_program: bool) -> dict[str, Any]:
    """Return the part of a trace that is compared strictly, its proof.

    Citations belong to it under the same rules only, and mere remarks of the referee in the same version only.
    """
    words = _WORDS if same_rules else _WORDS | {"cites"}
    steps = [
        {key: value for key, value in step.items() if key not in words}
        for step in trace["steps"]
        if same_program or step.get("status") != "referee" or step.get("changes") or step.get("rolled")
    ]
    for step in steps:
        step.update(_placeless(step))
        if "changes" in step:
            step["changes"] = [{k: v for k, v in change.items() if k != "says"} for change in step["changes"]]
    left_out = {"chain"} if same_rules else {"chain", "rules"}
    # older versions did not write `format`
    after = {"format": 1, **{key: value for key, value in trace["after"].items() if key not in left_out}}
    if isinstance(after.get("awaiting"), list):
        after["awaiting"] = [_who(awaited) for awaited in after["awaiting"]]
    return {**trace, "steps": steps, "after": after, "awaiting": [_who(awaited) for awaited in trace["awaiting"]]}


def _who(awaited: Any) -> Any:
    """Return the players awaited and their phases, without the words for what they may do."""
    if not isinstance(awaited, dict):
        return awaited  # a state in a trace may be forged, so it can have any type
    return {key: value for key, value in awaited.items() if key not in ("must", "may")}


def _unproved(trace: Trace, secret: bytes | None) -> list[str]:
    """Return the drawn dice that the secret does not give, or why it is not the secret of this trace."""
    if secret is None:
        return []
    if trace.secret == USED_ONCE:
        return ["the dice were drawn from a secret used once, which nobody kept: they cannot be proved"]
    told = trace.secret if trace.dice is None else trace.dice.commitment or trace.secret
    own = told == bare_digest(secret) if trace.dice is None else told is not None and commits(told, secret)
    if told is not None and not own:
        return ["this is not the secret of this trace: its SHA-256 differs"]
    out = [
        f"{roll.event}: the dice {written(roll.dice)} are not what the secret gives"
        for roll in trace.rolls
        if roll.source == "drawn" and _drawn(trace, roll, secret) != roll.dice
    ]
    if trace.dice is not None and trace.dice.commitment is not None and (weak := weakness(secret)):
        out.append(f"the secret of this game could be guessed: it {weak}")
    if told is not None and trace.nonce not in (None, chain.nonce(secret, trace.game, trace.state or "")):
        out.append(f"nonce: {written(trace.nonce)} is recorded, and is not what the secret gives")
    return out


def _drawn(trace: Trace, roll: Roll, secret: bytes) -> list[int]:
    """Return the dice that the secret gives for a roll of a trace."""
    count, faces = len(roll.dice), roll.faces
    if trace.dice is None:
        return draw_by_step(secret, trace.game, trace.step, roll.event, count, faces)
    return draw(secret, trace.game, trace.dice, roll.event, count, faces)
