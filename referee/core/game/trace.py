"""What was decided, why, what was rolled, what changed, and who may see it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from referee.version import VERSION

from ..documents.problems import as_known
from ..notation.field_specs import MANY
from ..rules.ledger import PlainLedger
from ..rules.rulesets import OptionValue
from ..rules.stamps import RulesStamp
from .dice import Roll
from .drawing import DiceTerms, Digest

PROGRAM = f"referee {VERSION}"
Status = Literal["done", "refused", "overtaken", "open", "referee"]


class Change(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that is now otherwise: the piece, what of it, before and after, and in words."""

    what: str
    field: str
    was: Any = None
    now: Any = None
    says: str = ""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order a step answers: its player, its number in the document, and its words."""

    player: str
    number: int
    order: dict[str, Any]


class Step(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One decision of the referee."""

    what: str
    status: Status = "done"
    order: Source | None = None
    reasons: list[PlainLedger] = []
    rolled: list[Roll] = []
    changes: list[Change] = []
    notes: list[str] = []
    cites: list[str] = []
    seen_by: Literal["all"] | list[str] = "all"


class Awaiting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player the game waits for: what they must do before the phase ends, and what they may do."""

    player: str
    phase: str
    must: Annotated[list[str], MANY] = []
    may: Annotated[list[str], MANY] = []


class Trace(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One adjudication, whole: enough to explain it, replay it and prove its dice.

    `rulings` holds every ruling cited, with its option and the value in force; `accepted` the rows that had
    changed since the state was written, where the game goes on under the rules as they are now. `dice` holds the terms
    by which dice were drawn, and is missing in traces of an older way of drawing. `secret` is the SHA-256 of the secret
    that dice were drawn from, or "used once" where nobody kept it.

    `previous` is the digest of the trace that made the state `before`, `state` that of this state, `submitted` those
    of the documents as they were handed in: of a file, of its bytes. `edit` says why the state was edited by hand.
    `nonce` keeps what is hidden from being guessed from the trace's own digest. `program` is the version that wrote it.
    """

    format: Literal[1]
    program: str | None = None
    ruleset: str
    rules: RulesStamp
    game: str
    step: int
    title: str
    options: dict[str, OptionValue]
    rulings: dict[str, str]
    previous: Digest | None = None
    state: Digest | None = None
    edit: str | None = None
    before: dict[str, Any]
    documents: list[dict[str, Any]]
    submitted: list[Digest] = []
    steps: list[Step]
    rolls: list[Roll]
    after: dict[str, Any]
    awaiting: list[Awaiting]
    dice: DiceTerms | None = None
    secret: str | None = None
    nonce: Digest | None = None
    accepted: list[str] = []
    skip_illegal: bool = False

    @property
    def state_before(self) -> dict[str, Any]:
        """The state before it as it is read: format 1 was once written without its number."""
        return {"format": 1, **self.before}

    def for_player(self, player: str | None) -> Trace:
        """Return what one player may see of it (everything for None, the game master): no state, no other's orders.

        The digests go too, except those of the player's own orders: they would confirm guesses at what is hidden.
        """
        if player is None:
            return self
        seen = [step for step in self.steps if step.seen_by == "all" or player in step.seen_by]
        # the number of another player's order would reveal how many of their orders are hidden
        count: dict[str, dict[int, int]] = {}
        for place, step in enumerate(seen):
            if step.order is not None and step.order.player != player:
                numbers = count.setdefault(step.order.player, {})
                number = numbers.setdefault(step.order.number, len(numbers) + 1)
                seen[place] = msgspec.structs.replace(step, order=msgspec.structs.replace(step.order, number=number))
        # a document stands as it was handed in, its player in any letters
        players = {player, *(s.order.player for s in self.steps if s.order is not None), *(r.by for r in self.rolls)}
        mine = [as_known(str(document.get("player")), players) == player for document in self.documents]
        own = [document for document, is_own in zip(self.documents, mine, strict=True) if is_own]
        handed_in = [digest for digest, is_own in zip(self.submitted, mine, strict=False) if is_own]
        waited = [a if a.player == player else Awaiting(a.player, a.phase) for a in self.awaiting]
        return msgspec.structs.replace(
            self,
            steps=seen,
            documents=own,
            submitted=handed_in,
            awaiting=waited,
            before={},
            after={},
            previous=None,
            state=None,
            nonce=None,
        )
