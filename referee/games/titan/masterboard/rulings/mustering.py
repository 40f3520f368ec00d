"""What a legion may muster, and what it must show for it (LoT 18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, ledger

from ...rows import BoardRow
from ...rules import TitanRules
from ..legion import Legion
from ..position import MasterboardPosition
from ..tables import Chart, Shown
from .rows import Bearing, has_rows, victory_facts

# one way to qualify: the characters to show, empty if none are needed
Way = tuple[str, ...]
Recruits = dict[str, list[Way]]
Cited = dict[tuple[str, Way], tuple[str, ...]]
During = Literal["enlistment", "battle", "victory"]


class Offer(NamedTuple):
    """A way of the Masterchart to muster a recruit: by showing so many of one kind, or nobody."""

    recruit: str
    way: Literal["free", "ladder", "same", "alike", "one", "victory"]
    shown: str | None = None
    number: int = 0
    # the rules behind this way, in addition to those of mustering
    cites: tuple[str, ...] = ()
    # whether it needs the option by which any kind of character counts as alike (LoT 18.5)
    of_other_class: bool = False


class Mustering(NamedTuple):
    """What a legion may muster, and the rows that bear on it.

    `cites` are the rules behind a recruit and way, in addition to those of mustering. `ledgers` are the numbers to show
    that a row changes, for each recruit and way; `short` those that are more than the legion holds, and `bars` the rows
    that forbid, for each recruit.
    """

    ways: Recruits
    cites: Cited
    ledgers: dict[tuple[str, Way], Ledger]
    short: dict[str, list[Ledger]]
    bars: dict[str, list[BoardRow]]


def recruits(rules: TitanRules, terrain: str, contents: Iterable[str]) -> Recruits:
    """Return every character that a legion is qualified to muster in a terrain, with all ways to qualify (LoT 18).

    The stacks are not considered, nor any row on the Masterboard.
    """
    return _charted(rules, terrain, contents)[0]


def _charted(rules: TitanRules, terrain: str, contents: Iterable[str]) -> tuple[Recruits, Cited]:
    """Return what the Masterchart alone gives, and the rules behind each way."""
    held = tuple(sorted(contents))
    return rules.remember(("recruits", terrain, held), lambda: _recruits(rules, terrain, Counter(held)))


def mustering(
    position: MasterboardPosition,
    legion: Legion,
    contents: Sequence[str] | None = None,
    during: During = "enlistment",
    spell: str | None = None,
) -> Mustering:
    """Return what a legion may muster where it stands, by the Masterchart and the rows that bear on it.

    `contents` are those that can be shown, where these are not all that it holds, and `spell` lets it do so.
    """
    rules, terrain = position.rules, position.graph.lands[legion.land].terrain
    held = (legion.contents or ()) if contents is None else contents
    if not has_rows(rules, "muster"):
        return Mustering(*_charted(rules, terrain, held), {}, {}, {})
    has = Counter(held)
    facts = {"during": during} | ({"spell": spell} if spell is not None else {})
    return offered(position, legion, _offers(rules, terrain, has, legion.won is not None), has, facts)


def offered(
    position: MasterboardPosition, legion: Legion, offers: Iterable[Offer], has: Counter[str], facts: Mapping[str, Fact]
) -> Mustering:
    """Return which offers a legion is qualified for, by what it has to show and the rows that bear on them."""
    rules, terrain = position.rules, position.graph.lands[legion.land].terrain
    out = Mustering({}, {}, {}, {}, {})
    given = {**facts, **victory_facts(position, legion)}
    given["drew_here"] = legion.drew_for_terrain and rules.charts[terrain].draw_or_muster
    bearing = Bearing(position, "muster", legion, given, {"here": legion.land})
    for offer in offers:
        roles = {"recruit": offer.recruit} | ({"shown": offer.shown} if offer.shown is not None else {})
        rows = bearing.rows({"way": offer.way}, roles)
        needed = _needed(rules, offer, rows, bearing.facts)
        way = _way(rules, offer, has, needed.total)
        if way is None:
            if needed.total > offer.number and _way(rules, offer, has, offer.number) is not None:
                out.short.setdefault(offer.recruit, []).append(needed)
            continue
        if bars := [row for row in rows if row.forbid]:
            out.bars.setdefault(offer.recruit, []).extend(row for row in bars)
            continue
        _add(rules, offer, way, out.ways, out.cites)
        if len(needed.entries) > 1:
            out.ledgers[offer.recruit, way] = needed
    return out


def needed_for(position: MasterboardPosition, legion: Legion, recruit: str) -> tuple[list[tuple[str, int]], list[str]]:
    """Return each kind of character by which a recruit is given where a legion stands, and how many of it.

    One that needs nobody gives `("", 0)`. With them come the rules of the rows that change how many.
    """
    rules, terrain = position.rules, position.graph.lands[legion.land].terrain
    everybody = Counter(dict.fromkeys(rules.characters, rules.combat.legion_most))
    offers = [one for one in _offers(rules, terrain, everybody) if one.recruit == recruit and not one.of_other_class]
    if not has_rows(rules, "muster"):
        return list(dict.fromkeys((one.shown or "", one.number) for one in offers)), []
    found = offered(position, legion, offers, everybody, {"during": "enlistment"})
    ways = [(way[0], len(way)) if way else ("", 0) for way in found.ways.get(recruit, ())]
    changed = (entry for way in found.ledgers.values() for entry in way.entries[1:])
    return list(dict.fromkeys(ways)), [cite for entry in changed for cite in entry.cite]


def won_alone(position: MasterboardPosition, legion: Legion, found: Mustering) -> Mustering:
    """Return of what a legion may muster only what the victory brings: an attacker musters all else later (MM 5.3)."""
    shown = position.rules.charts[position.graph.lands[legion.land].terrain].shown
    brought = [name for name, one in shown.items() if one.victory]
    ways: Recruits = {name: [()] for name in brought if () in found.ways.get(name, ())}
    bars = {name: rows for name, rows in found.bars.items() if name in brought}
    return found._replace(ways=ways, bars=bars, short={})


def none_left(position: MasterboardPosition, recruit: str, *keys: str) -> list[Objection]:
    """Return the objection that the caretaker has none left of a recruit, which cites the rules `keys` too."""
    if position.stock(recruit):
        return []
    message = f"the caretaker has no {position.rules.characters[recruit].title} left"
    return [Objection(message, position.rules.cite(*keys, "stacks"), "muster")]


def barring(position: MasterboardPosition, found: Mustering, recruit: str, land: str) -> list[Objection]:
    """Return why rows keep a recruit from being mustered in a Land, where the Masterchart alone would give it."""
    if recruit not in found.bars and recruit not in found.short:
        return []
    title, there = position.title([recruit]), position.graph.titled(land)
    bars = {
        row.why: Objection(f"{title} cannot be mustered in {there}: {row.why}", row.cites)
        for row in found.bars.get(recruit, ())
    }
    short = {
        needed.total: Objection(f"{needed.total} must be shown for {title}: {_told(needed)}", tuple(needed.cites))
        for needed in found.short.get(recruit, ())
    }
    return [*bars.values(), *short.values()]


def barring_all(found: Mustering) -> list[BoardRow]:
    """Return the rows that keep everybody from being mustered whom the Masterchart would give, one for each reason."""
    if found.ways:
        return []
    return list({row.why: row for rows in found.bars.values() for row in rows}.values())


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


def _way(rules: TitanRules, offer: Offer, has: Counter[str], number: int) -> Way | None:
    """Return the characters that a legion shows for an offer, None if it does not hold what the offer asks for.

    Where exactly one is missing, and one at least is there, another may stand in for it (MM 4.2.3).
    """
    if offer.shown is None:
        return ()
    missing = number - has[offer.shown]
    if missing > 1 or (missing == 1 and (number < 2 or not rules.standing_in)):
        return None
    if offer.of_other_class and not rules.chosen("alike_for_demi_lord", "any"):
        return None
    if missing < 1:
        return (offer.shown,) * number
    standing_in = next((name for name in rules.standing_in if has[name] and name != offer.shown), None)
    return None if standing_in is None else (*(offer.shown,) * (number - 1), standing_in)


def _recruits(rules: TitanRules, terrain: str, has: Counter[str]) -> tuple[Recruits, Cited]:
    ways: Recruits = {}
    cites: Cited = {}
    for offer in _offers(rules, terrain, has):
        way = _way(rules, offer, has, offer.number)
        if way is not None:
            _add(rules, offer, way, ways, cites)
    return ways, cites


def _add(rules: TitanRules, offer: Offer, way: Way, ways: Recruits, cites: Cited) -> None:
    """Add a way to muster a recruit, once, with the rules behind it."""
    if way not in ways.setdefault(offer.recruit, []):
        ways[offer.recruit].append(way)
        if more := (*offer.cites, *(rules.cite("standing_in") if len(set(way)) > 1 else ())):
            cites[offer.recruit, way] = more


def _offers(rules: TitanRules, terrain: str, has: Counter[str], won: bool = False) -> Iterator[Offer]:
    """Yield the ways of the Masterchart to muster in a terrain, of those who are there (LoT 18.2, 18.5)."""
    chart = rules.charts[terrain]
    for name in chart.free:
        yield Offer(name, "free")
    ladder = list(chart.ladder)
    for number, name in enumerate(ladder):
        below = ladder[number - 1] if number else name
        needed = chart.ladder[below].next
        if number and needed is not None and has[below]:
            yield Offer(name, "ladder", below, needed, (*chart.ladder[below].cites, *chart.ladder[name].cites))
        for lesser, several in chart.branches.get(name, {}).items():
            if has[lesser]:
                yield Offer(name, "ladder", lesser, several, rules.cite("branch"))
        for other in ladder[number:]:
            if has[other]:
                yield Offer(name, "same", other, 1, chart.ladder[name].cites)
        for other in _sides_above(chart, ladder[number:]):
            if has[other]:
                yield Offer(name, "same", other, 1, rules.cite("beside_ladder"))
    for name, ways in chart.sides.items():
        for lesser, several in ways.items():
            if has[lesser]:
                yield Offer(name, "ladder", lesser, several, rules.cite("branch", "beside_ladder"))
        if has[name]:
            yield Offer(name, "same", name, 1, rules.cite("beside_ladder"))
    for name, shown in chart.shown.items():
        yield from _shown(rules, chart, name, shown, has)
        if won and shown.victory:
            yield Offer(name, "victory", cites=(*rules.cite("victory_mage"), *shown.cites))


def _sides_above(chart: Chart, rungs: Sequence[str]) -> list[str]:
    """Return the Creatures beside a ladder that come from one of some rungs, so that these are its lessers (MM 4.4)."""
    return [name for name, ways in chart.sides.items() if any(rung in ways for rung in rungs)]


def _shown(rules: TitanRules, chart: Chart, name: str, shown: Shown, has: Counter[str]) -> Iterator[Offer]:
    """Yield the ways to muster a character outside the ladder (LoT 18.5, MM 5.2)."""
    if shown.alike is not None:
        of_class = sorted(kind for kind in has if rules.characters[kind].cls == shown.alike.cls)
        others = sorted(set(has) - set(of_class))
        asked = shown.alike.number
        yield from (Offer(name, "alike", kind, asked, shown.cites) for kind in of_class)
        yield from (Offer(name, "alike", kind, asked, shown.cites, of_other_class=True) for kind in others)
    for kinds, number in ((chart.least, shown.least), (chart.others, shown.other)):
        if number is not None:
            cites = (*rules.cite("shown_mage"), *shown.cites)
            yield from (Offer(name, "alike", kind, number, cites) for kind in kinds if has[kind])
    yield from (Offer(name, "alike", kind, number, shown.cites) for kind, number in shown.several.items() if has[kind])
    yield from (Offer(name, "one", kind, 1, shown.cites) for kind in shown.one if has[kind])


def way_in_words(way: Way, rules: TitanRules) -> str:
    """Return a way to qualify in words, such as "2 Ogres" or "nothing"."""
    return ", ".join(rules.counted(name, number) for name, number in Counter(way).items()) or "nothing"
