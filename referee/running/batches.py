"""Submissions, one on each line, for `check --jsonl` and `adjudicate --jsonl`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from referee.core import documents
from referee.core.asking import ask_document
from referee.core.documents import Document, Part, Unreadable
from referee.core.documents.problems import Argument
from referee.core.game.drawing import InOrders, new_secret
from referee.core.game.questions import Answer
from referee.judge.judging import Terms, judge, play
from referee.opening.dice import brings_dice
from referee.opening.given import ruleset_of
from referee.opening.orders import each_document, open_with_orders
from referee.opening.questions import spoken_answer, spoken_question
from referee.opening.states import as_seen_by, offences


class StateLine(msgspec.Struct, forbid_unknown_fields=True):
    """A state of a batch that is judged by itself."""

    state: dict[str, Any]
    id: Any = None


class BatchLine(msgspec.Struct, forbid_unknown_fields=True):
    """One submission of a batch."""

    state: dict[str, Any]
    orders: list[dict[str, Any]] | dict[str, Any]
    id: Any = None
    dice: dict[str, list[int]] | None = None
    seed: str | None = None
    skip_illegal: bool = False
    accept_edit: str | None = None


def ask_line(document: Document, folders: Sequence[Path] = (), player: str | None = None) -> Answer | dict[str, Any]:
    """Answer one question of a batch, spoken or as a player sees its state; raises Unreadable.

    With `vary: {PATH: [VALUES]}` it is asked with each combination of values, and the answers are under `rows`.
    """
    told = document.value if isinstance(document.value, dict) else {}
    if "vary" in told:
        return _varied_line(document, folders, player)
    if "say" in told:
        return spoken_answer(document, folders, player)
    seen = as_seen_by(document, player, folders) if player is not None else document
    game, ruleset = ruleset_of(seen, folders)
    return ask_document(game, ruleset, seen)


def _varied_line(document: Document, folders: Sequence[Path], player: str | None) -> dict[str, Any]:
    """Return the answers to a question with other values in it, as `ask --vary` does."""
    from referee.opening.variants import changed
    from referee.opening.varying import Varied, variants

    given = documents.convert(document, dict[str, list[bool | int | str | None]], document.value["vary"], ("vary",))
    told = {key: value for key, value in document.value.items() if key not in ("vary", "id")}
    rest = Part(document, (), told)
    asked = spoken_question(rest, folders, player) if "say" in told else as_seen_by(rest, player, folders)
    rows = []
    try:
        for values, value in variants(asked.value, [Varied(path, tuple(ones)) for path, ones in given.items()]):
            one = changed(asked, value)
            rows.append({"given": values, "answer": ask_document(*ruleset_of(one, folders), one).answer})
    except Unreadable as error:
        raise Unreadable(
            [
                document.problem(("vary",), one.message) if isinstance(one.file, Argument) else one
                for one in error.problems
            ]
        ) from None
    return {"rows": rows}


class Picked(dict[str, Any]):
    """What is wanted of a result that was not refused, by its paths."""


def picked(found: dict[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """Return what is wanted of a result, by dotted paths from the result or its state; all of it if it was refused."""
    if not wanted or found.get("legal") is False or not found.keys() & {"state", "legal"}:
        return found
    roots = [found, found.get("state")]
    values = {path: [_at(root, path.split(".")) for root in roots] for path in wanted}
    return Picked({path: next((one for one in ones if one is not None), None) for path, ones in values.items()})


def _at(value: Any, steps: Sequence[str]) -> Any:
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _headed(document: Document, line: BatchLine) -> list[Document]:
    """Return the documents of orders of a line; where they name no format and ruleset, those are of the state."""
    head: dict[str, Any] = {key: line.state[key] for key in ("format", "ruleset") if key in line.state}
    if isinstance(line.orders, dict):
        return [Part(document, ("orders",), {**head, **line.orders})]
    return [Part(document, ("orders", number), {**head, **one}) for number, one in enumerate(line.orders)]


def check_line(
    document: Document, folders: Sequence[Path] = (), player: str | None = None, dice_in_orders: InOrders = "take"
) -> dict[str, Any]:
    """Judge one submission of a batch as `check` does, or a state where there are no orders; raises Unreadable."""
    if isinstance(document.value, dict) and "orders" not in document.value:
        alone = documents.convert(document, StateLine)
        found = offences(as_seen_by(Part(document, ("state",), alone.state), player, folders), folders)
        warnings = {"warnings": list(map(str, found.warnings))} if found.warnings else {}
        return {"legal": not found.problems, "problems": list(map(str, found.problems)), **warnings}
    line = documents.convert(document, BatchLine)
    opened, submissions = open_with_orders(
        lambda: as_seen_by(Part(document, ("state",), line.state), player, folders),
        each_document(_headed(document, line)),
        folders,
    )
    return judge(opened, submissions, Terms(line.dice, dice_in_orders=dice_in_orders)).plain()


def adjudicate_line(
    document: Document,
    secret: bytes | None,
    folders: Sequence[Path] = (),
    *,
    kept: str | None = None,
    dice_in_orders: InOrders = "take",
) -> dict[str, Any]:
    """Adjudicate one submission of a batch; raises Unreadable.

    Dice are drawn from its seed. Without a seed and dice of its own, they are drawn from the secret, or from one used
    once.
    """
    line = documents.convert(document, BatchLine)
    opened, submissions = open_with_orders(
        lambda: Part(document, ("state",), line.state), each_document(_headed(document, line)), folders
    )
    key, once = secret, False
    if line.seed is not None:
        key, kept = line.seed.encode(), None
    elif brings_dice(submissions, line.dice):
        key = None
    elif secret is None:
        key, once = new_secret(), True
    terms = Terms(line.dice, key, kept, once, line.skip_illegal, dice_in_orders, line.accept_edit)
    return play(opened, submissions, terms).plain()
