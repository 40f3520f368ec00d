"""Traces: what happened and why, what was rolled, what changed, and who may see it."""

from typing import Annotated, Any, Literal

import msgspec

from referee.version import VERSION

from ..documents.problems import known_name
from ..notation.field_specs import MANY
from ..rules.index import OptionValue
from ..rules.ledger import PlainLedger
from ..rules.stamps import RulesStamp
from .dice import Roll
from .drawing import DiceTerms, Digest

PROGRAM = f"referee {VERSION}"
Status = Literal["done", "refused", "overtaken", "passed over", "open", "referee"]


class Change(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One change: the piece, its field, the value before and after, and the change in words."""

    what: str
    field: str
    was: Any = None
    now: Any = None
    says: str = ""


class Reacted(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an order reacted to: its line as a player writes it, what its conditions `found`, and where it stands."""

    line: str
    found: list[str] = []
    file: str = ""
    at: int = 0


class Source(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The order that a step answers: its player, its number in the document, and the order itself.

    Only the player sees to what an order `reacted`. `by: default` marks one that stood in for a player who was late.
    """

    player: str
    number: int
    order: dict[str, Any]
    reacted: Reacted | None = None
    by: Literal["default"] | None = None


class Step(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
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
    """A player that the game awaits: what they must do before the phase ends, and what they may do."""

    player: str
    phase: str
    must: Annotated[list[str], MANY] = []
    may: Annotated[list[str], MANY] = []


class Trace(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One adjudication, complete: it can be explained, replayed, and its dice proved.

    `rulings` holds every ruling cited, with its option and value. `accepted` lists the rows that had changed since the
    state was written, if the change was accepted. `dice` holds the terms for drawing dice; older traces have none.
    `secret` is the SHA-256 of the secret from which dice were drawn, or "used once" if it was not kept.

    `previous` is the digest of the trace that made the state `before`, `state` that of this state, and `submitted`
    those of the documents as submitted; for a file, of its bytes. `edit` is the reason for a hand edit of the state.
    `nonce` prevents guessing hidden data from the digest of the trace. `program` is the version that wrote it.
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
        """The state before it, with `format` added, which older versions did not write."""
        return {"format": 1, **self.before}

    def for_player(self, player: str | None) -> "Trace":
        """Return what a player may see of the trace, without states and orders of others; for None, all of it.

        The rolls of steps that they do not see are left out. Digests are removed, except those of the player's own
        orders, since they would confirm guesses at hidden data.
        """
        if player is None:
            return self
        seen = [step for step in self.steps if step.seen_by == "all" or player in step.seen_by]
        hidden = {roll.event for step in self.steps for roll in step.rolled}
        hidden -= {roll.event for step in seen for roll in step.rolled}
        # the number of another player's order would reveal how many of their orders are hidden
        count: dict[str, dict[int, int]] = {}
        for place, step in enumerate(seen):
            if step.order is not None and step.order.player != player:
                numbers = count.setdefault(step.order.player, {})
                number = numbers.setdefault(step.order.number, len(numbers) + 1)
                source = msgspec.structs.replace(step.order, number=number, reacted=None)
                seen[place] = msgspec.structs.replace(step, order=source)
        # a document is kept as submitted, so the case of its player may differ
        players = {player, *(s.order.player for s in self.steps if s.order is not None), *(r.by for r in self.rolls)}
        mine = [known_name(str(document.get("player")), players) == player for document in self.documents]
        own = [document for document, is_own in zip(self.documents, mine, strict=True) if is_own]
        handed_in = [digest for digest, is_own in zip(self.submitted, mine, strict=False) if is_own]
        waited = [a if a.player == player else Awaiting(a.player, a.phase) for a in self.awaiting]
        return msgspec.structs.replace(
            self,
            steps=seen,
            rolls=[roll for roll in self.rolls if roll.event not in hidden],
            documents=own,
            submitted=handed_in,
            awaiting=waited,
            before={},
            after={},
            previous=None,
            state=None,
            nonce=None,
        )
