"""The source of the dice of a submission, and the terms on which a game draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from referee.core import documents
from referee.core.adjudication import chain
from referee.core.documents import Document, Unreadable
from referee.core.game.dice import Dice, DiceSource
from referee.core.game.dice_sources import DiceFile, Secret
from referee.core.game.drawing import DiceTerms, InOrders, commits
from referee.core.game.submissions import Submission

from .states import Opened


def brings_dice(submissions: Sequence[Submission], supplied: Mapping[str, list[int]] | None = None) -> bool:
    """Return whether dice are supplied, in orders or in a file; if so, every roll needs supplied dice."""
    return supplied is not None or any(g.order.given_dice() is not None for s in submissions for g in s.orders)


def dice_for(
    opened: Opened,
    supplied: Mapping[str, list[int]] | None = None,
    secret: bytes | None = None,
    *,
    kept: str | None = None,
    once: bool = False,
    in_orders: InOrders = "take",
    spare: bool = False,
) -> Dice:
    """Return the source of dice for a submission to this state.

    A secret used `once` is not stored. With `spare`, supplied dice may be for rolls of later submissions. A game
    committed to a secret draws from that secret only. Raises Unreadable for another secret, and for a secret `kept` in
    a file if the game is committed to none.
    """
    terms: DiceTerms = opened.state.dice or DiceTerms()
    if in_orders == "refuse":
        terms = msgspec.structs.replace(terms, in_orders=in_orders)
    if terms.commitment is not None and once:
        secret, once = None, False
    if kept is not None and terms.commitment is None:
        message = "this game is committed to no secret; `referee commit STATE --secret FILE` commits it to a new one"
        raise Unreadable.of(kept, message)
    if secret is not None and terms.commitment is not None and not commits(terms.commitment, secret):
        message = f"is not the secret that this game is committed to; the SHA-256 of that is {terms.commitment}"
        raise Unreadable.of(kept or "secret", message)
    sources: list[DiceSource] = [DiceFile(supplied, spare)] if supplied else []
    if secret is not None:
        sources.append(Secret(secret, opened.state.game or "", terms, once))
    return Dice(terms, sources)


def with_terms(document: Document, terms: DiceTerms) -> str:
    """Return the text of a state with the terms of its dice added and nothing else changed."""
    value = chain.reseal(document.value, {**document.value, "dice": documents.builtins(terms)})
    added = documents.dump({"dice": value["dice"]})
    text = f"{document.text.rstrip()}\n{added}"
    text = text.replace("\r\n", "\n").replace("\n", "\r\n") if "\r\n" in text else text
    try:
        # comments are kept if the terms can be appended to the text
        return text if documents.parse(text, document.file).value == value else documents.dump(value)
    except Unreadable:
        return documents.dump(value)
