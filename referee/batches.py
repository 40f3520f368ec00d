"""Submissions, one on each line, for `check --jsonl` and `adjudicate --jsonl`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate, check
from referee.core.adjudication.chain import Origin
from referee.core.documents import Document
from referee.core.game.drawing import InOrders, new_secret
from referee.report.check_json import adjudicated, judged

from .opening.dice import brings_dice, dice_for
from .opening.given import document_of
from .opening.orders import each_document, sit_with
from .opening.states import seen


class BatchLine(msgspec.Struct, forbid_unknown_fields=True):
    """One submission of a batch."""

    state: dict[str, Any]
    orders: list[dict[str, Any]] | dict[str, Any]
    id: Any = None
    dice: dict[str, list[int]] | None = None
    seed: str | None = None
    skip_illegal: bool = False
    accept_edit: str | None = None


def check_line(
    document: Document, folders: Sequence[Path] = (), player: str | None = None, dice_in_orders: InOrders = "take"
) -> dict[str, Any]:
    """Judge one submission of a batch as `check` does; raises Unreadable."""
    line = documents.convert(document, BatchLine)
    opened, submissions = sit_with(
        lambda: seen(document_of(line.state, "state"), player, folders), each_document(line.orders), folders
    )
    source = dice_for(opened, line.dice, in_orders=dice_in_orders)
    return judged(check(opened.game, opened.rules, opened.state, submissions, source))


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
    opened, submissions = sit_with(lambda: document_of(line.state, "state"), each_document(line.orders), folders)
    key, once = secret, False
    if line.seed is not None:
        key, kept = line.seed.encode(), None
    elif brings_dice(submissions, line.dice):
        key = None
    elif secret is None:
        key, once = new_secret(), True
    source = dice_for(opened, line.dice, key, kept=kept, once=once, in_orders=dice_in_orders)
    origin = Origin(opened.document.value, line.accept_edit)
    outcome = adjudicate(opened.game, opened.rules, opened.state, submissions, source, line.skip_illegal, origin)
    return judged(outcome) if outcome.trace is None else adjudicated(outcome)
