"""Splitting a legion in two, and making one of two again (LoT 4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...rules import TitanRules
from ..laid import follow_split
from ..legion import Legion
from ..position import MasterboardPosition
from .judge import holds
from .stacks import named_in


def surplus(rules: TitanRules, contents: Iterable[str]) -> list[str]:
    """Return what an overfull legion loses, in order: by the table, the most valuable first within a row (LoT 4.1)."""
    left = list(contents)
    out: list[str] = []
    for row in rules.masterplay.overfull:
        kinds = [row] if isinstance(row, str) else row
        found = [name for name in left if name in kinds or rules.characters[name].cls in kinds]
        # of equal values, the first in the alphabet is lost first (REF titan-45)
        for name in sorted(found, key=lambda n: (-rules.least_value(n), n)):
            if len(left) > rules.combat.legion_most:
                left.remove(name)
                out.append(name)
    return out


def kept(rules: TitanRules, contents: list[str]) -> list[str]:
    """Return what a legion keeps when it is reduced to as many as it may hold (LoT 4.1)."""
    left = list(contents)
    for name in surplus(rules, contents):
        left.remove(name)
    return left


def giving_back(position: MasterboardPosition, legion: Legion) -> int:
    """Return how many of a legion go back by its player's choice, as it has captured another (MM 9.4.1)."""
    gains = position.gains
    return gains.gives_back if gains is not None and gains.legion == legion.id else 0


def reduce(position: MasterboardPosition, recorder: Recorder, legion: Legion, by_referee: bool = False) -> None:
    """Show an overfull legion to all players and remove what it loses; one that gives back is not (LoT 4.1)."""
    if giving_back(position, legion):
        return
    if legion.contents is None:
        legion.count = min(legion.count, position.rules.combat.legion_most)
        return
    was, lost = list(legion.contents), surplus(position.rules, legion.contents)
    if not lost:
        return
    position.returned += legion.release(lost)
    position.bury(lost)
    position.reveal(legion.id, "reduced", list(legion.contents))
    recorder.write(
        f"{position.named(legion)} is found to hold {position.title(was)}, and loses {position.title(lost)}",
        cites=position.rules.cite("overfull"),
        changes=[Change(legion.id, "contents", None, None, f"now {legion.height} high")],
        by_referee=by_referee,
    )


def parting_objections(position: MasterboardPosition, legion: Legion, off: list[str]) -> list[Objection]:
    """Return why some characters cannot be split off a legion: not there, or too few in a part."""
    cite, numbers = position.rules.cite, position.rules.masterplay
    out = holds(position, legion, off, "off")
    if legion.height > (most := position.rules.combat.legion_most):
        message = f"{legion.id} holds {legion.height}, and loses what is above {most} before it is split"
        out.append(Objection(message, cite("overfull")))
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
