"""Questions on a table: attacks, moves, contacts, ranges, prices, combats where they stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from referee.core import documents
from referee.core.ledger import Ledger
from referee.core.orders import Answer, Objection, Question, Unanswerable
from referee.core.shapes import piece

from ..clashes import clash_of
from ..command import activation_cost, desorcell_cost, move_cost, spell_cost
from ..course import defeats
from ..endings import Parties, Rehearsal, standing_on
from ..field import Element, Field, Keep
from ..geometry import Base
from ..groups import formation_objections
from ..orders.arrive import Activate, Desorcell
from ..orders.base import faces, pips_said
from ..orders.move import Attack, Bonus, BreakOff, Group, Move, Moving, Path
from ..orders.ranged import Bespell
from ..placing import CornerName
from ..sights import kind_of, ranged_cites, ranged_objections, sight
from ..state import Corner, DieFace, Edge, Kind
from ..steps import StepList
from ..work import HordesWork
from .combat import asked, odds_answer, result_answer
from .impossible import impossible, refusal


def _table(work: HordesWork) -> Field:
    if not work.source.elements:
        raise Unanswerable("'elements' is missing: this question is about a table")
    return work.field


def _side(work: HordesWork, ident: str, field: str) -> Element | Keep:
    _table(work)
    found = work.find_side(ident, field)
    if isinstance(found, Objection):
        raise Unanswerable(found.message, ("ask", field))
    return found


def _element(work: HordesWork, ident: str, field: str) -> Element:
    found = _side(work, ident, field)
    if isinstance(found, Keep):
        raise Unanswerable(f"'{ident}' is a Stronghold", ("ask", field))
    return found


def _on_board(side: Element | Keep, field: str) -> None:
    if isinstance(side, Element) and not side.stands:
        raise Unanswerable(f"'{side.id}' is not on the board", ("ask", field))


def _pose(base: Base) -> dict[str, float]:
    x, y, facing = (round(value, 2) + 0.0 for value in (*base.front, base.facing))
    return {"x": x, "y": y, "facing": facing % 360}


def _broken(objections: Iterable[Objection]) -> list[str]:
    """Return the rules broken, the first cited of each objection, once."""
    return list(dict.fromkeys(o.cite[0] for o in objections if o.cite))


def _sentence(objection: Objection) -> str:
    return f"{objection.message} ({', '.join(objection.cite)})" if objection.cite else objection.message


def _answer(
    work: HordesWork,
    answer: dict[str, Any],
    objections: list[Objection],
    ledgers: list[Ledger],
    turns: set[str],
    cites: Iterable[str],
) -> Answer:
    rules = work.rules
    cited = dict.fromkeys(
        [*cites, *(c for ledger in ledgers for c in ledger.cites), *(c for o in objections for c in o.cite)]
    )
    found = Answer(
        answer,
        [*cited, *(r for r in rules.decided(turns) if r not in cited)],
        [ledger.plain() for ledger in ledgers],
        notes=[*(_sentence(o) for o in objections), *rules.said(turns)],
    )
    found.turned = {option: rules.options[option] for option in sorted(turns)}
    return found


def _move_answer(work: HordesWork, order: Moving) -> Answer:
    """Judge a move as an order would be, whosever turn it is and whatever PIPs are left."""
    _table(work)
    plan = order.planned(work, None)
    if isinstance(plan, list):
        raise Unanswerable(plan[0].message, ("ask", plan[0].field or order.verb))
    course = plan.course
    cites = [*order.cites(work), *plan.cites]
    if course is None:
        empty: dict[str, Any] = {"legal": False, "cost": None, "allowance": None, "rules": _broken(plan.objections)}
        empty["pose" if isinstance(order, Attack) else "poses"] = None if isinstance(order, Attack) else {}
        return _answer(work, empty, plan.objections, [], plan.turns, cites)
    answer: dict[str, Any] = {"legal": not plan.objections}
    poses = {ident: _pose(base) for ident, base in plan.poses.items()}
    if isinstance(order, Attack):
        answer["pose"] = poses[order.attack]
    answer |= {"cost": course.cost, "allowance": course.allowance}
    if not isinstance(order, Attack):
        answer["poses"] = poses
    answer["rules"] = _broken(plan.objections)
    found = _answer(work, answer, plan.objections, [course.ledger], plan.turns, cites)
    found.notes += plan.notes
    return found


class AskAttack(Question, kw_only=True):
    """May an attack be made, and where does it end: `{attack: r1, target: b1, edge: left, path: []}`."""

    verb: ClassVar[str] = "attack"
    attack: Annotated[str, piece("own")]
    target: Annotated[str, piece("enemy")]
    edge: Edge = "front"
    path: Path = []
    corner: CornerName | None = None
    at: Corner | None = None
    side: Annotated[int, Meta(ge=1, le=100)] | None = None

    def answer(self, work: HordesWork) -> Answer:
        return _move_answer(work, Attack(**msgspec.structs.asdict(self)))


class AskMove(Question, kw_only=True):
    """May a single element move so, and at what cost: `{move: r1, path: [{x: 540, y: 700, facing: 0}]}`."""

    verb: ClassVar[str] = "move"
    move: Annotated[str, piece("own")]
    path: Path
    road_bonus: Bonus = 0

    def answer(self, work: HordesWork) -> Answer:
        return _move_answer(work, Move(**msgspec.structs.asdict(self)))


class AskGroup(Question, kw_only=True):
    """May a group move so, and at what cost: `{group: [r7, r8], steps: [{advance: 40}]}`."""

    verb: ClassVar[str] = "group"
    group: Annotated[list[str], Meta(min_length=1, max_length=100), piece("own")]
    steps: StepList
    road_bonus: Bonus = 0

    def answer(self, work: HordesWork) -> Answer:
        return _move_answer(work, Group(**msgspec.structs.asdict(self)))


class AskBreakOff(Question, kw_only=True):
    """May an element leave contact: `{break_off: r2, paces: 200}`."""

    verb: ClassVar[str] = "break_off"
    break_off: Annotated[str, piece("own")]
    paces: Annotated[float, Meta(ge=0, le=5000)]

    def answer(self, work: HordesWork) -> Answer:
        return _move_answer(work, BreakOff(**msgspec.structs.asdict(self)))


class AskContacts(Question, kw_only=True):
    """Who is in contact with whom, and how: `{contacts: true}` (P-2)."""

    verb: ClassVar[str] = "contacts"
    contacts: bool

    def answer(self, work: HordesWork) -> Answer:
        asked(self)
        found = _table(work).contacts()

        def named(pairs: list[tuple[Element, Element]]) -> list[list[str]]:
            return sorted([a.id, b.id] for a, b in pairs)

        answer = {
            "front": sorted(sorted((a.id, b.id)) for a, b in found.front),
            "left_flank": named(found.left),
            "right_flank": named(found.right),
            "rear": named(found.rear),
            "stronghold": sorted([e.id, k.id] for e, k in found.keep),
            "overlap": named(found.overlap),
            "engaged": sorted(found.engaged),
        }
        return Answer(answer, list(work.rules.cite("contacts_told")), [])


class AskRange(Question, kw_only=True):
    """May one shoot at, or bespell, another: `{range: r1, at: b1}`."""

    verb: ClassVar[str] = "range"
    range: Annotated[str, piece("own")]
    at: Annotated[str, piece("enemy")]

    def answer(self, work: HordesWork) -> Answer:
        field = _table(work)
        element, target = _element(work, self.range, "range"), _side(work, self.at, "at")
        _on_board(element, "range")
        _on_board(target, "at")
        turns: set[str] = set()
        seen = sight(field, element, target, turns)
        own_turn = element.army == work.active
        objections = ranged_objections(field, element, target, own_turn, turns)
        answer = {
            "distance": round(seen.distance, 2),
            "in_range": seen.in_range and kind_of(element) is not None,
            "in_arc": seen.in_arc,
            "allowed": not objections,
            "rules": _broken(objections),
        }
        return _answer(work, answer, objections, [], turns, ranged_cites(field, element, target, own_turn))


class AskCombat(Question, kw_only=True):
    """How a combat ends where the two stand: `{combat: r2, against: b1}`; with `dice`, the result, else the odds.

    `kind` is close, shoot or bespell; by itself it is close where they are in contact, else what `combat` does.
    """

    verb: ClassVar[str] = "combat"
    combat: Annotated[str, piece("own")]
    against: Annotated[str, piece("enemy")]
    kind: Kind | None = None
    aided_by: Annotated[list[str], Meta(max_length=300)] = []
    dice: dict[str, DieFace] = {}

    def answer(self, work: HordesWork) -> Answer:
        field = _table(work)
        a, b = _side(work, self.combat, "combat"), _side(work, self.against, "against")
        _on_board(a, "combat")
        _on_board(b, "against")
        if a.army == b.army:
            raise Unanswerable(f"'{a.id}' and '{b.id}' are of one army", ("ask", "against"))
        for ident in self.aided_by:
            _on_board(_element(work, ident, "aided_by"), "aided_by")
        kind = self.kind or _kind_between(field, a, b)
        turns: set[str] = set()
        objections = self._objections(work, a, b, kind, turns)
        if objections:
            return refusal(objections, work.rules, turns)
        clash = clash_of(field, a, b, kind, turns, aiding=len(self.aided_by), active=work.active)
        ones = a.spell_ones if isinstance(a, Element) else 0
        helpers = [_element(work, ident, "aided_by") for ident in self.aided_by]
        parties = Parties(a, b, helpers)
        stood_on = standing_on(field, clash, parties, work.active, turns)
        table = Rehearsal(field, clash, parties)
        if not self.dice:
            found = odds_answer(clash, work.rules, table)
        elif set(self.dice) != {a.id, b.id}:
            raise Unanswerable(f"'dice' names a die for '{a.id}' and one for '{b.id}'", ("ask", "dice"))
        else:
            found = result_answer(clash, (self.dice[a.id], self.dice[b.id]), ones, work.rules, table)
        found.turned |= {option: work.rules.options[option] for option in sorted(turns)}
        found.notes += [n for n in work.rules.said(turns) if n not in found.notes]
        known = [*stood_on, *work.rules.decided(turns)]
        found.cites += [r for r in dict.fromkeys(known) if r not in found.cites]
        return found

    def remarks(self, work: HordesWork, answer: Answer) -> list[str]:
        """Tell those who aid in close combat that they do not."""
        a, b = _side(work, self.combat, "combat"), _side(work, self.against, "against")
        if not self.aided_by or (self.kind or _kind_between(work.field, a, b)) != "close":
            return []
        cite = ", ".join(work.rules.cite("aid"))
        return [f"aided_by counts for nothing here: it counts in shooting and bespelling ({cite})"]

    def _objections(
        self, work: HordesWork, a: Element | Keep, b: Element | Keep, kind: Kind, turns: set[str]
    ) -> list[Objection]:
        """Return why the two cannot fight so where they stand, nor those who aid."""
        field, rules = work.field, work.rules
        if kind == "close":
            out = impossible(kind, a.kind, b.kind, rules, turns)
            if not out and not _touching(field, a, b):
                out.append(Objection(f"{a.named} and {b.named} are not in contact", rules.cite("contact")))
            return out
        out = []
        for one in (a, *(_element(work, ident, "aided_by") for ident in self.aided_by)):
            wrong = impossible(kind, one.kind, b.kind, rules, turns)
            if not wrong and isinstance(one, Element):
                wrong = ranged_objections(field, one, b, one.army == work.active, turns)
            out += wrong
        return out


def _touching(field: Field, a: Element | Keep, b: Element | Keep) -> bool:
    return frozenset((a.id, b.id)) in field.contacts().touching


def _kind_between(field: Field, a: Element | Keep, b: Element | Keep) -> Kind:
    if _touching(field, a, b) or isinstance(a, Keep):
        return "close"
    return kind_of(a) or "close"


class AskPips(Question, kw_only=True):
    """What actions cost, and what is left: `{pips: [{move: r1, path: [...]}, {activate: r6}], die: 4}`.

    Each action stands alone: one that cannot be paid for costs nothing.
    """

    verb: ClassVar[str] = "pips"
    pips: list[dict[str, Any]]
    die: Annotated[int, Meta(ge=0, le=100)] | None = None

    def answer(self, work: HordesWork) -> Answer:
        field = _table(work)
        most = faces(work)
        if self.die is not None and self.die > most:
            cite = work.rules.rulings_by_option["pip_die"]
            raise Unanswerable(f"the PIP die shows at most {most}, not {self.die} ({cite})", ("ask", "die"))
        left = self.die if self.die is not None else work.pips or 0
        costs: list[int] = []
        ledgers: list[Ledger] = []
        objections: list[Objection] = []
        turns: set[str] = set()
        cites = list(work.rules.cite("pip_roll"))
        for number, action in enumerate(self.pips):
            price, wrong = self._price(work, field, action, number, turns, cites)
            costs.append(price.total)
            ledgers.append(price)
            if not wrong and price.total > left:
                message = f"{pips_said(price.total)} needed for action {number + 1}, {left or 'none'} left"
                wrong = [Objection(message, tuple(price.cites))]
            objections += wrong
            left -= 0 if wrong else price.total
        known = work.rules.ruleset.rules
        broken = dict.fromkeys(c for o in objections for c in o.cite if c in known)
        answer = {"costs": costs, "left": left, "rules": list(broken)}
        return _answer(work, answer, objections, ledgers, turns, cites)

    def _price(
        self, work: HordesWork, field: Field, action: dict[str, Any], number: int, turns: set[str], cites: list[str]
    ) -> tuple[Ledger, list[Objection]]:
        where = ("ask", "pips", number)
        kinds = {k.verb: k for k in (Move, Attack, Group, BreakOff, Activate, Desorcell, Bespell)}
        verb, wrong = documents.verb_of(action, kinds, "an action")
        if verb is None:
            raise Unanswerable(wrong, where)
        named = action[verb]
        ids = named if isinstance(named, list) else [named]
        elements = [_element(work, str(ident), verb) for ident in ids]
        if not elements:
            raise Unanswerable("nobody is named", where)
        if verb == "bespell":
            aiding = action.get("aided_by", [])
            return spell_cost(field, len(aiding) if isinstance(aiding, list) else 0), []
        if verb == "desorcell":
            return desorcell_cost(field), []
        if verb == "activate":
            price = activation_cost(elements[0])
            if price is None:
                none = work.rules.cite("no_activation")
                return Ledger("PIPs", []), [Objection(f"{elements[0].named} cannot be activated again", none)]
            return price, []
        for element in elements:
            _on_board(element, verb)
        bonus = action.get("road_bonus", 0)
        price = move_cost(field, elements, turns, bonus if isinstance(bonus, int) else 0, cites)
        return price, formation_objections(field, elements) if verb == "group" else []


class AskVictory(Question, kw_only=True):
    """Who has won as things stand: `{victory: true}` (P-14)."""

    verb: ClassVar[str] = "victory"
    victory: bool

    def answer(self, work: HordesWork) -> Answer:
        asked(self)
        _table(work)
        found = {army: defeats(work, army) for army in work.players}
        ledgers = [ledger for _, lost in found.values() for ledger in lost]
        answer = {
            "lost_ap": {army: sum(ledger.total for ledger in lost) for army, (_, lost) in found.items()},
            "beaten": {army: [by[0] for by in rules] for army, (rules, _) in found.items() if rules},
        }
        cites = [*work.rules.cite("victory"), *(c for rules, _ in found.values() for by in rules for c in by)]
        return _answer(work, answer, [], ledgers, set(), cites)
