"""Compares orders given in one run with the same orders given one by one, all with the same dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate, check
from referee.core.documents import Document
from referee.core.game.dice import Dice, Roll, Throw
from referee.core.game.dice_sources import Record, Secret
from referee.core.game.game import Game
from referee.core.game.reading import mapping_of, read_orders
from referee.core.game.submissions import Submission
from referee.core.rules.rulesets import Ruleset

Given = tuple[str, dict[str, Any]]


@dataclass
class Told:
    """What came of orders: for each its words, its verdict and why; the state; every roll by its event."""

    verdicts: list[tuple[str, dict[str, Any], str, list[str]]] = field(default_factory=list)
    state: Any = None
    rolls: dict[str, Roll] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """Return the state as a document, without the number of its step and the traces that led to it."""
        value: dict[str, Any] = documents.builtins(self.state)
        return {key: told for key, told in value.items() if key not in ("step", "rules", "chain")}


class Seen(Dice):
    """Dice whose every roll is known before it is made."""

    def foretold(self, throw: Throw) -> bool:
        return True

    def known_only(self) -> Dice:
        return Dice(self.terms, self.sources)


@dataclass
class Table:
    """A game with its rules, and dice that show the same for an event whenever it is rolled."""

    game: Game
    ruleset: Ruleset
    rules: Any
    secret: bytes
    rolls: dict[str, Roll]

    def submissions(self, given: Iterable[Given], files: Sequence[str] = ()) -> list[Submission]:
        """Return a document for each player, with his orders as they come; those of `files` first, in that order."""
        by_player: dict[str, list[dict[str, Any]]] = {player: [] for player in files}
        for player, order in given:
            by_player.setdefault(player, []).append(order)
        out = []
        for player, orders in by_player.items():
            value = {"format": 1, "ruleset": self.ruleset.name, "player": player, "orders": orders}
            out.append(read_orders(self.game, Document(documents.dump(value), f"{player}.yaml", value)))
        return out

    def dice(self, known: bool) -> Dice:
        """Return the dice of the table, which all players have seen already if they are `known`."""
        rolls = {event: msgspec.structs.replace(roll, source="drawn") for event, roll in self.rolls.items()}
        return (Seen if known else Dice)(sources=[Record(rolls), Secret(self.secret, "batch")])

    def whole(self, state: Any, given: list[Given], known: bool, files: Sequence[str] = ()) -> Told:
        """Return what comes of orders that are given in one run, where the illegal are left out."""
        submissions = self.submissions(given, files)
        found = check(self.game, self.rules, state, submissions, self.dice(known), skip_illegal=True)
        assert not found.general, found.general
        told = Told()
        for v in found.verdicts:
            why = [o.message for o in v.objections]
            # one by one it is refused, as the dice have been rolled before it is given
            status = "refused" if v.status == "overtaken" else v.status
            told.verdicts.append((v.submission.player, mapping_of(v.given.order), status, why))
        dice = self.dice(known)
        out = adjudicate(self.game, self.rules, state, submissions, dice, skip_illegal=True)
        assert out.state is not None, (out.general, out.missing)
        told.state = out.state
        told.rolls = {roll.event: roll for roll in dice.rolls}
        return told

    def singly(self, state: Any, given: list[Given]) -> Told:
        """Return what comes of orders that are given one by one, where the illegal change nothing."""
        told = Told(state=state)
        for player, order in given:
            submissions = self.submissions([(player, order)])
            dice = self.dice(known=False)
            out = adjudicate(self.game, self.rules, told.state, submissions, dice)
            assert not out.general, out.general
            why = [o.message for v in out.refused for o in v.objections]
            words = mapping_of(submissions[0].orders[0].order)
            told.verdicts.append((player, words, "refused" if out.state is None else "done", why))
            if out.state is not None:
                told.state = out.state
                told.rolls |= {roll.event: roll for roll in dice.rolls}
        return told
