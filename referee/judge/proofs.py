"""Replay traces, one or a whole game, with the rulesets that they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.core.adjudication import history
from referee.core.adjudication.chain import bound
from referee.core.adjudication.history import Played
from referee.core.adjudication.replay import Replayed, replay
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents.plain import builtins
from referee.core.game.trace import Trace
from referee.opening.given import expect, ruleset_of
from referee.opening.states import StaleRules


@dataclass(frozen=True)
class Proof:
    """The result of a replay: the traces in the order of play, the differences, and notes.

    `unreadable` is true if a file among them could not be read.
    """

    played: list[Played]
    differences: list[str]
    notes: list[str]
    unreadable: bool = False

    @property
    def traces(self) -> list[Trace]:
        """The traces replayed, in the order of play."""
        return [one.trace for one in self.played]

    @property
    def state(self) -> dict[str, Any]:
        """The state after the last trace, with its chain; for a trace older than digests, the chain is computed."""
        last = self.played[-1]
        if "chain" in last.trace.after:
            return last.trace.after
        return {**last.trace.after, "chain": builtins(bound(last.trace.after, last.digest))}

    def plain(self) -> dict[str, Any]:
        """Return the result as `--json` prints it: `{same, differences}`, any `notes`, and `traces` if several."""
        out: dict[str, Any] = {"same": not self.differences, "differences": self.differences}
        if self.notes:
            out["notes"] = self.notes
        if len(self.played) > 1:
            out["traces"] = [{"file": one.file, "step": one.begins, "digest": one.digest} for one in self.played]
        return out


def prove(
    traces: Sequence[Document],
    states: Sequence[Document] = (),
    orders: Sequence[Document] = (),
    dice: Sequence[Document] = (),
    others: Sequence[Document] = (),
    *,
    as_given: bool = True,
    secret: bytes | None = None,
    folders: Sequence[Path] = (),
    accept_rules: bool = False,
) -> Proof:
    """Replay traces, and compare them with each other and with the files beside them; raises Unreadable and StaleRules.

    Of several traces, one that cannot be read or whose tables have changed is listed among the differences.
    """
    alone = len(traces) == 1
    read, problems = _read(traces)
    if problems and (alone or not read):
        raise Unreadable(problems)
    found = history.verify(read, states, orders, dice, others, as_given=as_given)
    differences, notes = [str(problem) for problem in problems], []
    for document, one in _documents(traces, found.played):
        before = "" if alone else f"{one.file}: "
        try:
            again = _replayed(document, one, secret, folders, accept_rules)
        except StaleRules as error:
            if alone:
                raise
            again = Replayed(
                [f"{error}; --accept-rules (in Python accept_rules=True) replays it by the rules as they are now"]
            )
        except Unreadable as error:
            again = Replayed([str(problem) for problem in error.problems])
        told, noted = _changed(one, again, alone) if one in found.changed else again
        differences += [before + said for said in told]
        notes += [before + said for said in noted]
    differences += found.differences
    notes += found.notes
    if not differences:
        notes += history.rewritten_files(found, [*traces, *states])
    return Proof(found.played, differences, notes, bool(problems))


def _read(traces: Sequence[Document]) -> tuple[list[Played], list[Problem]]:
    out, problems = [], []
    for document in traces:
        try:
            expect(document, "a trace")
            out.append(history.read_trace(document))
        except Unreadable as error:
            problems += error.problems
    return out, problems


def _documents(traces: Sequence[Document], played: Sequence[Played]) -> Iterator[tuple[Document, Played]]:
    for one in played:
        yield next(document for document in traces if document.value is one.value), one


def _replayed(
    document: Document, one: Played, secret: bytes | None, folders: Sequence[Path], accept_rules: bool
) -> Replayed:
    game, ruleset = ruleset_of(document, folders)
    changed = ruleset.deciding.told_since(one.trace.rules)
    if changed and not accept_rules:
        raise StaleRules(ruleset.name, changed)
    return replay(game, ruleset, one.trace, secret)


def _changed(one: Played, again: Replayed, alone: bool) -> Replayed:
    """Add to the result of a replay that the trace was changed since it was written.

    If only words differ, they were changed; for a single trace that is a note, not a difference.
    """
    said = f"was changed since it was written: its own state calls it {one.named[:12]}, its digest is {one.digest[:12]}"
    if alone and not again.differences and again.notes:
        return Replayed([], [*again.notes, said])
    return Replayed([*again.differences, said, *again.notes])
