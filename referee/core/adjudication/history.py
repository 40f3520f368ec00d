"""Compare the files of a game: each trace must follow the one before it, and every file must be what was played.

Traces are compared with each other by their digests, and with the states and orders beside them. `replay` tests whether
each trace gives the same result by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .. import documents
from ..documents import Document
from ..documents.digests import digest
from ..documents.problems import written
from ..game.dice import Roll
from ..game.trace import PROGRAM, Trace
from . import chain
from .differences import WRITTEN, first_difference, some_differences
from .submitted_files import compare_order_files, number_of


def compare_dice_files(
    traces: Sequence[Trace], files: Sequence[Document], others: Sequence[Document] = ()
) -> tuple[list[str], list[str]]:
    """Return the differences between the master's dice files and the rolls, and notes.

    If the dice of a roll are in no file, every event in the files that was not rolled is a difference.
    """
    rolls = {roll.event: roll for trace in traces for roll in trace.rolls}
    found = {event for document in files for event in document.value}
    missing = [roll for roll in rolls.values() if roll.source == "file" and roll.event not in found]
    differences: list[str] = []
    notes: list[str] = []
    for document in files:
        of_game = bool(missing) or any(event in rolls for event in document.value)
        for event, dice in document.value.items():
            roll = rolls.get(event)
            if roll is None and ("/" in event or of_game):
                told = f"{document.file}: no trace here rolls '{event}'{_named(missing)}"
                (differences if of_game else notes).append(told)
            elif roll is not None and dice != roll.dice:
                said = f"{written(roll.dice)} were rolled, {written(dice)} are here"
                differences.append(f"{document.file}: {event}: {said}")
    for document in others:
        values = list(document.value.values()) if isinstance(document.value, dict) else []
        for roll in missing:
            if roll.dice in values:
                differences.append(f"{document.file}: names no roll{_named([roll])}")
    return differences, notes


def _named(missing: Sequence[Roll]) -> str:
    """Return in words the first roll that is in no file, or an empty text."""
    return f", and the dice of '{missing[0].event}' are in no file here" if missing else ""


@dataclass(frozen=True)
class Played:
    """A trace, with its file and its actual digest."""

    file: str
    value: dict[str, Any]
    trace: Trace
    digest: str

    @property
    def named(self) -> str:
        """The digest of it that its own state names; it differs from the actual one if the trace was changed."""
        chain = self.value["after"].get("chain")
        return str(chain.get("trace", self.digest)) if isinstance(chain, dict) else self.digest

    @property
    def begins(self) -> int:
        """The step of the state before it."""
        return self.trace.step

    @property
    def ends(self) -> int:
        """The step of the state after it."""
        return _step(self.trace.after)

    @property
    def sound(self) -> bool:
        """Whether the state it made fits its own digest; true for older traces, which have none."""
        older = self.trace.state is None and "chain" not in self.trace.after
        return older or chain.is_sealed(self.trace.after)


@dataclass
class History:
    """The traces of a game in the order of play, the differences found in its files, and notes.

    `changed` are the traces whose actual digest differs from the one that their state names.
    """

    played: list[Played]
    differences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    changed: list[Played] = field(default_factory=list)


def read_trace(document: Document) -> Played:
    """Read a trace; raises Unreadable."""
    trace = documents.convert(document, Trace)
    return Played(document.file, document.value, trace, chain.trace_digest(document.value))


def verify(
    traces: Sequence[Played],
    states: Sequence[Document] = (),
    orders: Sequence[Document] = (),
    dice: Sequence[Document] = (),
    others: Sequence[Document] = (),
    *,
    as_given: bool = True,
) -> History:
    """Compare the traces of a game with each other, and with the files beside them.

    The traces are in the order given, or they are the whole game and are sorted by the digests they name.
    """
    found = History(list(traces) if as_given else _in_order(traces))
    found.changed = [one for one in found.played if one.named != one.digest]
    for one in found.played:
        if one.trace.state not in (None, digest(one.trace.before)):
            found.differences.append(f"{one.file}: before: changed: does not match the digest in 'state'")
        if not one.sound:
            said = "changed: does not match the digest in 'content' of its chain"
            found.differences.append(f"{one.file}: after: {said}")
    _begin(found, whole=not as_given)
    for earlier, later in zip(found.played, found.played[1:], strict=False):
        _link(found, earlier, later)
    found.differences += _rolled_again(found.played)
    for document in states:
        _state(found, document)
    differences, notes = compare_dice_files([one.trace for one in found.played], dice, others)
    found.differences += differences
    found.notes += notes
    if not as_given:
        found.differences += _misnumbered([one.file for one in found.played])
        of_game = sorted(states, key=lambda document: _step(document.value))
        found.differences += _misnumbered([document.file for document in of_game])
        found.differences += _hidden(found.played, states, others)
    differences, notes = compare_order_files([(one.file, one.trace) for one in found.played], orders, others)
    found.differences += differences
    found.notes += notes
    return found


def _in_order(traces: Sequence[Played]) -> list[Played]:
    """Return traces, each after the one it names. Those that name none of the others come first, by step."""
    names = {name for one in traces for name in (one.named, one.digest)}
    rest = sorted(traces, key=lambda one: (one.begins, one.ends))
    out: list[Played] = []
    while rest:
        last = {out[-1].named, out[-1].digest} if out else set()
        following = [one for one in rest if one.trace.previous in last]
        beginning = [one for one in rest if one.trace.previous not in names]
        out.append((following or beginning or rest)[0])
        rest.remove(out[-1])
    return out


def _begin(found: History, whole: bool) -> None:
    """Report missing traces at the beginning: a difference in a whole game, and otherwise a note."""
    first = found.played[0] if found.played else None
    if first is None or first.trace.previous is None:
        return
    if any(first.trace.previous in (one.named, one.digest) for one in found.played):
        return
    before = f"what was played before step {first.begins} is not proved"
    if whole:
        found.differences.append(f"{first.file}: previous: names a trace that is not here; {before}")
    elif len(found.played) > 1:
        found.notes.append(f"{first.file} is not the first trace of its game: {before}")


def _step(state: dict[str, Any]) -> int:
    """Return the step of a state, 0 if it has no valid one."""
    step = state.get("step")
    return step if isinstance(step, int) else 0


def _rolled_again(traces: Sequence[Played]) -> Iterator[str]:
    """Yield a problem for every event rolled in two traces of a game; in the oldest traces, in two of a step."""
    rolled: dict[tuple[str, int | str, str], str] = {}
    for one in traces:
        terms = one.trace.dice
        events = {roll.event: roll for roll in one.trace.rolls} if terms is not None else {}
        again = {e: rolled[key] for e in events if (key := (one.trace.game, terms.era if terms else 0, e)) in rolled}
        if again:
            event, file = next(iter(again.items()))
            more = f", and so {'was' if len(again) == 2 else 'were'} {len(again) - 1} more" if len(again) > 1 else ""
            yield f"{one.file}: rolls: '{event}' was rolled in {file}{more}; an event is rolled once in a game"
        rolled |= {(one.trace.game, terms.era if terms else 0, event): one.file for event in events}


def _hidden(played: Sequence[Played], states: Sequence[Document], others: Sequence[Document]) -> Iterator[str]:
    """Yield the files that are not states but may have been, if a state that was played is missing."""
    here = {_step(document.value) for document in states}
    steps = [played[0].begins, *(one.ends for one in played)] if played else []
    lacking = [step for step in dict.fromkeys(steps) if step not in here]
    for document in others if here and lacking else ():
        if isinstance(document.value, dict):
            which = " and ".join(map(str, lacking))
            yield f"{document.file}: is no state of this game, and that of step {which} is in no file here"


def _misnumbered(files: Sequence[str]) -> list[str]:
    """Return the files, given in the order of play, whose names have numbers in another order."""
    numbers = [number_of(file) for file in files]
    pairs = zip(files, numbers, files[1:], numbers[1:], strict=False)
    return [
        f"{later}: comes after {earlier} in the game, and before it by its number"
        for earlier, one, later, other in pairs
        if one is not None and other is not None and other < one
    ]


def _link(found: History, earlier: Played, later: Played) -> None:
    """Report a trace that does not follow the one before it, or begins with another state than that one made."""
    one, other = earlier.trace, later.trace
    if (one.game, one.ruleset) != (other.game, other.ruleset):
        found.differences.append(f"{later.file}: is of another game than {earlier.file}")
        return
    names = {earlier.named, earlier.digest}
    if other.previous in names:
        _edits(found, earlier, later)
        return
    twin = next((t for t in found.played if t is not later and t.trace.previous == other.previous), None)
    origin = next((t for t in found.played if other.previous in (t.named, t.digest)), None)
    same_state = not first_difference(_bare(one.after), _bare(other.before))
    if other.previous is not None and origin is not None and twin is not None:
        found.differences.append(f"{later.file}: previous: follows {origin.file}, and so does {twin.file}")
    elif other.previous is not None and origin is not None:
        found.differences.append(f"{later.file}: previous: follows {origin.file}, but comes after {earlier.file} here")
    elif other.previous is None and same_state and "chain" not in one.after:
        found.notes.append(f"{later.file} follows {earlier.file} by its state alone: they are older than digests")
    elif same_state:
        found.differences.append(
            f"{later.file}: previous: names another trace than {earlier.file}, whose state it begins with"
        )
    elif other.previous is None:
        found.differences.append(f"{later.file}: begins with a state that names no trace, after {earlier.file}")
        _edits(found, earlier, later)
    else:
        found.differences.append(
            f"{later.file}: previous: names a trace that is not here; {earlier.file} ends at step {earlier.ends}, "
            f"this one begins at step {later.begins}"
        )


def _edits(found: History, earlier: Played, later: Played) -> None:
    """Report edits by hand between two traces, the terms of the dice first."""
    left, now = _bare(earlier.trace.after), _bare(later.trace.before)
    terms, new = _terms(left), _terms(now)
    if "commitment" in new and "commitment" not in terms:
        _committed(found, earlier, str(new["commitment"]))
        # a commitment made during the game writes all the terms
        new = {key: value for key, value in new.items() if key not in ("commitment", "in_orders") or key in terms}
        terms = {"era": 0, "salts": {}, **terms}
    edit = some_differences({**left, "dice": terms}, {**now, "dice": new}, WRITTEN)
    between = f"the state between {earlier.file} and {later.file} was edited by hand"
    if edit and later.trace.edit is not None:
        found.notes.append(f"{between}, openly, '{later.trace.edit}': {edit}")
    elif edit:
        found.differences.append(f"{between}: {edit}")
    elif later.trace.edit is not None:
        found.differences.append(f"{later.file}: edit: records an edit, but its state is as {earlier.file} left it")


def _committed(found: History, last: Played, commitment: str) -> None:
    """Report that a game was committed to a secret after a trace, and the dice that were drawn before."""
    found.notes.append(f"after {last.file} the game was committed to the secret of its dice, {commitment}")
    before = found.played[: found.played.index(last) + 1]
    drawn = next(((one, roll) for one in before for roll in one.trace.rolls if roll.source == "drawn"), None)
    if drawn is not None:
        one, roll = drawn
        said = f"was drawn before the game was committed to the secret of its dice, after {last.file}"
        found.differences.append(f"{one.file}: rolls: {roll.event} {said}")


def _terms(state: dict[str, Any]) -> dict[str, Any]:
    """Return the dice terms of a state as a mapping, empty if they are not a mapping."""
    terms = state.get("dice")
    return terms if isinstance(terms, dict) else {}


def _bare(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state without its chain, the terms of its dice first."""
    return {"dice": {}, **{key: value for key, value in state.items() if key != "chain"}}


def _state(found: History, document: Document) -> None:
    """Report a state that differs from the one that a trace made or began with."""
    value, file = document.value, document.file
    named = (value.get("chain") or {}).get("trace") if isinstance(value.get("chain"), dict) else None
    maker = next((one for one in found.played if named in (one.named, one.digest)), None)
    if any(one.trace.state == digest(value) for one in found.played):
        return
    if maker is not None and not maker.sound and chain.is_sealed(value):
        # the state inside the trace was changed, which is reported for the trace
        return
    step = _step(value)
    maker = maker or next((one for one in found.played if one.ends == step), None)
    if maker is not None:
        _told(found, document, first_difference(maker.trace.after, value, WRITTEN), f"as {maker.file} wrote it")
        return
    starter = next((one for one in found.played if one.begins == step), None)
    if starter is not None:
        # traces without digests hold their first state as it was read, without defaults
        read = starter.trace.state is None
        difference = first_difference(starter.trace.before, value, WRITTEN, shared=read)
        _told(found, document, difference, f"as {starter.file} found it")
    elif any((value.get("game") or "") == one.trace.game for one in found.played):
        found.differences.append(f"{file}: is a state of this game that no trace here made or began with")
    else:
        found.notes.append(f"{file}: is a state of another game")


def _told(found: History, document: Document, difference: str, then: str) -> None:
    if difference:
        found.differences.append(f"{document.file}: is not {then}: {difference}")


def rewritten_files(found: History, read: Sequence[Document]) -> Iterator[str]:
    """Yield the states and traces with the same content as was written, in other bytes than the referee's."""
    program = {one.trace.program for one in found.played}
    for document in read if program == {PROGRAM} else ():
        made = "chain" in document.value or "steps" in document.value
        if made and document.raw is not None and document.raw != documents.dump(document.value).encode():
            yield f"{document.file}: says what was written, in other bytes than the referee's"
