"""Splitting a legion in two, and making one of two again (LoT 4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..laid import follow_split
from ..legion import Legion
from ..position import MasterboardPosition
from .judge import holds
from .stacks import named_in


def parting_objections(position: MasterboardPosition, legion: Legion, off: list[str]) -> list[Objection]:
    """Return why some characters cannot be split off a legion: not there, or too few in a part."""
    cite, numbers = position.rules.cite, position.rules.masterplay
    out = holds(position, legion, off, "off")
    stay = legion.height - len(off)
    if not out and (len(off) < numbers.split_least or stay < numbers.split_least):
        message = f"each part keeps at least {numbers.split_least}; here {len(off)} leave and {max(stay, 0)} stay"
        out.append(Objection(message, cite("split"), "off"))
    return out


def split_off(
    position: MasterboardPosition, recorder: Recorder, legion: Legion, off: list[str], marker: str, cites: list[str]
) -> None:
    """Split characters off a legion as a new one under a marker; `cites` are the rules of the time at which it is."""
    assert legion.contents is not None
    player = legion.player
    names, magi = named_in(legion, off)
    stacks = legion.release(names, magi)
    new = Legion(marker, player, legion.land, names)
    new.magi = stacks
    # a part of a part comes from the same legion
    new.split_from = legion.split_from or legion.id
    position.legions[marker] = new
    position.markers[player].remove(marker)
    position.reveal(marker, "split", [], of=legion.id)
    rule = position.rules.cite("split")
    recorder.write(
        f"{player} splits {position.title(names)} off {legion.id} as {marker}; {position.title(legion.contents)} stay",
        cites=rule,
        seen_by=[player],
    )
    recorder.write(
        f"{marker} is split off {position.named(legion)}, {new.height} high; {legion.height} stay",
        cites=[*rule, *cites],
        changes=[Change(marker, "land", None, legion.land)],
        by_referee=True,
    )
    follow_split(position, recorder, legion, new)


def parts(contents: list[str], least: int) -> Iterator[list[str]]:
    """Yield every part that can be split off a legion, equal parts once."""
    held = sorted(contents)
    for size in range(least, len(held) - least + 1):
        for part in dict.fromkeys(combinations(held, size)):
            yield list(part)
