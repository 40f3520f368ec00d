"""What a legion may muster, and what it must show for it (LoT 18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, ledger

from ...carriers import BoardRow
from ...rules import TitanRules
from ..legion import Legion
from ..position import MasterboardPosition
from .rows import has_rows, legion_facts, rows_for

# one way to qualify: the characters to show, empty if none are needed
Way = tuple[str, ...]
Recruits = dict[str, list[Way]]
During = Literal["enlistment", "battle", "victory"]


class Offer(NamedTuple):
    """A way of the Masterchart to muster a recruit: by showing so many of one kind, or nobody."""

    recruit: str
    way: Literal["free", "ladder", "same", "alike", "one"]
    shown: str | None = None
    number: int = 0
    # whether it needs the option by which any kind of character counts as alike (LoT 18.5)
    of_other_class: bool = False


class Mustering(NamedTuple):
    """What a legion may muster, and the rows that bear on it.

    `ledgers` are the numbers to show that a row changes, for each recruit and way; `short` those that are more than the
    legion holds, and `bars` the rows that forbid, for each recruit.
    """

    ways: Recruits
    ledgers: dict[tuple[str, Way], Ledger]
    short: dict[str, list[Ledger]]
    bars: dict[str, list[BoardRow]]


def recruits(rules: TitanRules, terrain: str, contents: Iterable[str]) -> Recruits:
    """Return every character that a legion is qualified to muster in a terrain, with all ways to qualify (LoT 18).

    The stacks are not considered, nor any row on the Masterboard.
    """
    held = tuple(sorted(contents))
    return rules.remember(("recruits", terrain, held), lambda: _recruits(rules, terrain, Counter(held)))


def mustering(
    position: MasterboardPosition,
    legion: Legion,
    contents: Sequence[str] | None = None,
    during: During = "enlistment",
) -> Mustering:
    """Return what a legion may muster where it stands, by the Masterchart and the rows that bear on it.

    `contents` are those that can be shown, where these are not all that it holds.
    """
    rules, terrain = position.rules, position.graph.lands[legion.land].terrain
    held = (legion.contents or ()) if contents is None else contents
    out = Mustering({}, {}, {}, {})
    if not has_rows(rules, "muster"):
        return out._replace(ways=recruits(rules, terrain, held))
    has = Counter(held)
    for offer in _offers(rules, terrain, has):
        roles = {"recruit": offer.recruit} | ({"shown": offer.shown} if offer.shown is not None else {})
        facts = {"way": offer.way, "during": during}
        rows = rows_for(position, "muster", legion, facts, {"here": legion.land}, roles)
        needed = _needed(rules, offer, rows, legion_facts(position, legion))
        if not _qualifies(rules, offer, has, needed.total):
            if needed.total > offer.number and _qualifies(rules, offer, has, offer.number):
                out.short.setdefault(offer.recruit, []).append(needed)
            continue
        if bars := [row for row in rows if row.forbid]:
            out.bars.setdefault(offer.recruit, []).extend(row for row in bars)
            continue
        way = () if offer.shown is None else (offer.shown,) * needed.total
        if way not in out.ways.setdefault(offer.recruit, []):
            out.ways[offer.recruit].append(way)
        if len(needed.entries) > 1:
            out.ledgers[offer.recruit, way] = needed
    return out


def barring(position: MasterboardPosition, found: Mustering, recruit: str) -> list[Objection]:
    """Return why rows keep a recruit from being mustered, where the Masterchart alone would give it."""
    title = position.title([recruit])
    bars = {
        row.why: Objection(f"{title} cannot be mustered: {row.why}", row.cites) for row in found.bars.get(recruit, ())
    }
    short = {
        needed.total: Objection(f"{needed.total} must be shown for {title}: {_told(needed)}", tuple(needed.cites))
        for needed in found.short.get(recruit, ())
    }
    return [*bars.values(), *short.values()]


def _told(needed: Ledger) -> str:
    """Return the changes of a number in words."""
    return "; ".join(entry.why for entry in needed.entries[1:])


def _needed(rules: TitanRules, offer: Offer, rows: Sequence[BoardRow], facts: Mapping[str, Fact]) -> Ledger:
    """Return the ledger of how many must be shown; nobody where the Masterchart asks for nobody."""
    cite = rules.cite("muster")
    title = rules.characters[offer.recruit].title
    printed = Entry("add", offer.number, title, cite)
    if offer.shown is None:
        return Ledger("needed", [printed])
    least = Entry("at_least", 1, "one at least", cite)
    return ledger("needed", [printed], rows, facts, least=least, shown="to be shown")


def _qualifies(rules: TitanRules, offer: Offer, has: Counter[str], number: int) -> bool:
    """Return whether a legion holds what an offer asks for."""
    if offer.shown is None:
        return True
    if has[offer.shown] < number:
        return False
    return not offer.of_other_class or rules.chosen("alike_for_demi_lord", "any")


def _recruits(rules: TitanRules, terrain: str, has: Counter[str]) -> Recruits:
    out: Recruits = {}
    for offer in _offers(rules, terrain, has):
        if _qualifies(rules, offer, has, offer.number):
            out.setdefault(offer.recruit, []).append(() if offer.shown is None else (offer.shown,) * offer.number)
    return out


def _offers(rules: TitanRules, terrain: str, has: Counter[str]) -> Iterator[Offer]:
    """Yield the ways of the Masterchart to muster in a terrain, of those who are there (LoT 18.2, 18.5)."""
    chart = rules.masterchart.masterchart[terrain]
    for name in chart.free:
        yield Offer(name, "free")
    ladder = rules.ladders[terrain]
    for number, name in enumerate(ladder):
        below = ladder[number - 1] if number else name
        needed = chart.ladder[below].next
        if number and needed is not None and has[below]:
            yield Offer(name, "ladder", below, needed)
        for other in ladder[number:]:
            if has[other]:
                yield Offer(name, "same", other, 1)
    for name, shown in chart.shown.items():
        if shown.alike is not None:
            of_class = sorted(kind for kind in has if rules.characters[kind].cls == shown.alike.cls)
            others = sorted(set(has) - set(of_class))
            yield from (Offer(name, "alike", kind, shown.alike.number) for kind in of_class)
            yield from (Offer(name, "alike", kind, shown.alike.number, of_other_class=True) for kind in others)
        for kind in shown.one:
            if has[kind]:
                yield Offer(name, "one", kind, 1)


def way_in_words(way: Way, rules: TitanRules) -> str:
    """Return a way to qualify in words, such as "2 Ogres" or "nothing"."""
    return ", ".join(rules.counted(name, number) for name, number in Counter(way).items()) or "nothing"
