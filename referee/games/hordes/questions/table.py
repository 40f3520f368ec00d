"""Questions on a table: contacts, ranges, combats where they stand, who has won."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.orders import Answer, Objection, Question, Unanswerable, gathered
from referee.core.shapes import SHORT, piece

from ..clashes import clash_of
from ..course import defeats
from ..endings import Parties, Rehearsal, standing_on
from ..field import Element, Field, Keep
from ..geometry import stored
from ..orders.close import Fight, fought_objections
from ..orders.ranged import Bespell, Ranged, Shoot, shot_objections, target_objections
from ..sights import kind_of, ranged_cites, ranged_objections, sight
from ..state import DieFace, Kind
from ..work import HordesWork
from .combat import asked, odds_answer, result_answer
from .impossible import impossible, refusal
from .shared import element_of, must_stand, ruled, rules_broken, side_of, table_of
from .supposing import CombatFacts, RangeFacts, says_all


class AskContacts(Question, kw_only=True):
    """Who is in contact with whom, and how: `{contacts: true}` (P-2)."""

    verb: ClassVar[str] = "contacts"
    contacts: bool

    def answer(self, work: HordesWork) -> Answer:
        asked(self)
        found = table_of(work).contacts()

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
    """May one shoot at, or bespell, another: `{range: r1, at: b1}`.

    `supposing: {shot: false}` asks against what the state says.
    """

    verb: ClassVar[str] = "range"
    range: Annotated[str, piece("own")]
    at: Annotated[str, piece("enemy")]
    supposing: RangeFacts | None = None

    def answer(self, work: HordesWork) -> Answer:
        field = table_of(work)
        element, target = element_of(work, self.range, "range"), side_of(work, self.at, "at")
        must_stand(element, "range")
        must_stand(target, "at")
        turns: set[str] = set()
        seen = sight(field, element, target, turns)
        own_turn = element.army == work.active
        objections = ranged_objections(field, element, target, own_turn, turns)
        refused = _ranged(element, target, []).check(work, element.army) if kind_of(element) is not None else []
        objections = gathered(refused, objections) if refused else objections
        answer = {
            "distance": stored(seen.distance),
            "in_range": seen.in_range and kind_of(element) is not None,
            "in_arc": seen.in_arc,
            "allowed": not objections,
            "rules": rules_broken(objections),
        }
        return ruled(work, answer, objections, [], turns, ranged_cites(field, element, target, own_turn))


def _ranged(element: Element, target: Element | Keep, helpers: list[str]) -> Ranged:
    """Return the order of a shot or spell, as the kind of the element has it."""
    if kind_of(element) == "bespell":
        return Bespell(bespell=element.id, target=target.id, aided_by=helpers)
    return Shoot(shoot=[element.id, *helpers], target=target.id)


class AskCombat(Question, kw_only=True):
    """How a combat ends where the two stand: `{combat: r2, against: b1}`; with `dice`, the result, else the odds.

    `kind` is close, shoot or bespell; by itself it is close where they are in contact, else what `combat` does.
    `supposing: {fought: false}` asks against what the state says.
    """

    verb: ClassVar[str] = "combat"
    combat: Annotated[str, piece("own")]
    against: Annotated[str, piece("enemy")]
    kind: Kind | None = None
    aided_by: Annotated[list[str], Meta(max_length=300)] = []
    dice: Annotated[dict[str, DieFace], SHORT] = {}
    supposing: CombatFacts | None = None

    def answer(self, work: HordesWork) -> Answer:
        field = table_of(work)
        a, b = side_of(work, self.combat, "combat"), side_of(work, self.against, "against")
        must_stand(a, "combat")
        must_stand(b, "against")
        if a.army == b.army:
            raise Unanswerable(f"'{a.id}' and '{b.id}' are of one army", ("ask", "against"))
        for ident in self.aided_by:
            must_stand(element_of(work, ident, "aided_by"), "aided_by")
        kind = self.kind or _kind_between(field, a, b)
        turns: set[str] = set()
        objections = self._objections(work, a, b, kind, turns)
        if objections:
            return refusal(objections, work.rules, turns)
        clash = clash_of(field, a, b, kind, turns, aiding=len(self.aided_by), active=work.active)
        ones = a.spell_ones if isinstance(a, Element) else 0
        helpers = [element_of(work, ident, "aided_by") for ident in self.aided_by]
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
        a, b = side_of(work, self.combat, "combat"), side_of(work, self.against, "against")
        if not self.aided_by or (self.kind or _kind_between(work.field, a, b)) != "close":
            return []
        cite = ", ".join(work.rules.cite("aid"))
        return [f"aided_by counts for nothing here: it counts in shooting and bespelling ({cite})"]

    def _objections(
        self, work: HordesWork, a: Element | Keep, b: Element | Keep, kind: Kind, turns: set[str]
    ) -> list[Objection]:
        """Return why the two do not fight so now where they stand, nor those who aid."""
        field, rules = work.field, work.rules
        if kind == "close":
            out = impossible(kind, a.kind, b.kind, rules, turns)
            if not out and not _touching(field, a, b):
                out.append(Objection(f"{a.named} and {b.named} are not in contact", rules.cite("contact")))
            return gathered(out, self._refused(work, a, b) or fought_objections(work, a, b))
        out = []
        for one in (a, *(element_of(work, ident, "aided_by") for ident in self.aided_by)):
            wrong = impossible(kind, one.kind, b.kind, rules, turns)
            if not wrong and isinstance(one, Element):
                wrong = ranged_objections(field, one, b, one.army == work.active, turns)
                wrong += shot_objections(work, one)
            out += wrong
        out += target_objections(work, b, kind)
        return gathered(out, self._refused(work, a, b, kind)) if isinstance(a, Element) else out

    def _refused(self, work: HordesWork, a: Element | Keep, b: Element | Keep, kind: Kind = "close") -> list[Objection]:
        """Return why the order for this combat may not be given now; in a situation nothing, as the time is open."""
        if not says_all(work.source):
            return []
        if kind == "close":
            mine, other = (a, b) if a.army == work.active else (b, a)
            return Fight(fight=mine.id, against=other.id).check(work, mine.army)
        order = Bespell(bespell=a.id, target=b.id, aided_by=self.aided_by)
        shot = Shoot(shoot=[a.id, *self.aided_by], target=b.id)
        return (shot if kind == "shoot" else order).check(work, a.army)


def _touching(field: Field, a: Element | Keep, b: Element | Keep) -> bool:
    return frozenset((a.id, b.id)) in field.contacts().touching


def _kind_between(field: Field, a: Element | Keep, b: Element | Keep) -> Kind:
    if _touching(field, a, b) or isinstance(a, Keep):
        return "close"
    return kind_of(a) or "close"


class AskVictory(Question, kw_only=True):
    """Who has won as things stand: `{victory: true}` (P-14)."""

    verb: ClassVar[str] = "victory"
    victory: bool

    def answer(self, work: HordesWork) -> Answer:
        asked(self)
        table_of(work)
        found = {army: defeats(work, army) for army in work.players}
        ledgers = [ledger for _, lost in found.values() for ledger in lost]
        answer = {
            "lost_ap": {army: sum(ledger.total for ledger in lost) for army, (_, lost) in found.items()},
            "beaten": {army: [by[0] for by in rules] for army, (rules, _) in found.items() if rules},
        }
        cites = [*work.rules.cite("victory"), *(c for rules, _ in found.values() for by in rules for c in by)]
        return ruled(work, answer, [], ledgers, set(), cites)
