"""Compare the master's dice files with the traces that used them."""

from __future__ import annotations

from collections.abc import Sequence

from ..documents import Document
from ..documents.problems import written
from ..game.dice import Roll
from ..game.trace import Trace


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
