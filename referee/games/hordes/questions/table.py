"""Questions on a table: contacts, ranges, combats where they stand, who has won."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection, merge_objections
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import SHORT, piece

from ..field.battlefield import Field
from ..field.elements import Element, Stronghold
from ..field.geometry import stored
from ..field.line_of_sight import kind_of, ranged_cites, ranged_objections, sight
from ..orders.base import HordesOrder
from ..orders.close import Fight, fought_objections
from ..orders.ranged import Bespell, Ranged, Shoot, shot_objections, target_objections
from ..phases import defeats
from ..position import HordesPosition
from ..rulings.combat_facts import clash_of
from ..rulings.endings import Parties, Rehearsal, standing_on
from ..state import DieFace, Kind
from .combat import odds_answer, result_answer
from .shared import element_of, must_stand, refusals, rules_broken, side_of, table_of
from .supposing import CombatFacts, RangeFacts, says_all
from .unused import HordesQuestion, impossible, refusal, ruling_answer

# the kinds of contact in an answer, and what each says of two elements
_CONTACTS = {
    "front": "{0} and {1} are in contact front to front",
    "left_flank": "{0} has its front edge on the left flank of {1}",
    "right_flank": "{0} has its front edge on the right flank of {1}",
    "rear": "{0} has its front edge on the rear of {1}",
    "stronghold": "{0} attacks {1}",
    "overlap": "{0} overlaps {1}",
}


class AskContacts(HordesQuestion, kw_only=True):
    """Every contact and its kind: `{contacts: true}` (P-2)."""

    verb: ClassVar[str] = "contacts"
    contacts: Literal[True]

    def answer(self, position: HordesPosition) -> Answer:
        found = table_of(position).contacts()

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
        return Answer(answer, list(position.rules.cite("contacts_told")), [])

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        told = [
            says.format(*(position.side(ident).named for ident in pair))
            for key, says in _CONTACTS.items()
            for pair in answer.answer[key]
        ]
        return [Sentence(f"{'; '.join(told) or 'No enemies are in contact'}.", tuple(answer.cites))]


class AskRange(HordesQuestion, kw_only=True):
    """May one shoot at, or bespell, another: `{range: r1, at: b1}`.

    `supposing: {shot: false}` supposes what the state does not say.
    """

    verb: ClassVar[str] = "range"
    range: Annotated[str, piece("own")]
    at: Annotated[str, piece("enemy")]
    supposing: RangeFacts | None = None

    def answer(self, position: HordesPosition) -> Answer:
        field = table_of(position)
        element, target = element_of(position, self.range, "range"), side_of(position, self.at, "at")
        must_stand(element, "range")
        must_stand(target, "at")
        own_turn = element.army == position.active
        with position.rules.consulting() as consulted:
            seen = sight(field, element, target)
            objections = self._refusals(position)
        answer = {
            "distance": stored(seen.distance),
            "in_range": seen.in_range and kind_of(element) is not None,
            "in_arc": seen.in_arc,
            "allowed": not objections,
            "rules": rules_broken(objections),
        }
        return ruling_answer(
            position.rules, answer, objections, [], consulted, ranged_cites(field, element, target, own_turn)
        )

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        given, one, other = answer.answer, position.side(self.range), position.side(self.at)
        row = one.kind.row
        does, reach = ("bespell", row.bespells) if row.bespells is not None else ("shoot at", row.shoots)
        where = f"{other.named} is {given['distance']:g} P away"
        limit = f", within its range of {reach.range} P" if reach is not None and given["in_range"] else ""
        if not given["allowed"]:
            arc = Sentence(
                f"{where}{limit}, {'in' if given['in_arc'] else 'outside'} its arc.",
                position.rules.cite("range", "arc"),
            )
            return [*refusals(self._refusals(position)), arc]
        return [Sentence(f"Yes: {one.named} may {does} {other.named}: {where}{limit}.", tuple(answer.cites))]

    def _refusals(self, position: HordesPosition) -> list[Objection]:
        """Return why the shot or spell cannot be made now."""
        element, target = element_of(position, self.range, "range"), side_of(position, self.at, "at")
        found = ranged_objections(position.field, element, target, element.army == position.active)
        refused = _ranged(element, target, []).check(position, element.army) if kind_of(element) is not None else []
        return merge_objections(refused, found) if refused else found


def _ranged(element: Element, target: Element | Stronghold, helpers: list[str]) -> Ranged:
    """Return the order of a shot or spell, as the kind of the element has it."""
    if kind_of(element) == "bespell":
        return Bespell(bespell=element.id, target=target.id, aided_by=helpers)
    return Shoot(shoot=[element.id, *helpers], target=target.id)


class AskCombat(HordesQuestion, kw_only=True):
    """How a combat on the table ends: `{combat: r2, against: b1}`; with `dice`, the result, else the odds.

    `kind` is close, shoot or bespell; by default it is close if they are in contact, else what `combat` does.
    `supposing: {fought: false}` supposes what the state does not say.
    """

    verb: ClassVar[str] = "combat"
    combat: Annotated[str, piece("own")]
    against: Annotated[str, piece("enemy")]
    kind: Kind | None = None
    aided_by: Annotated[list[str], Meta(max_length=300)] = []
    dice: Annotated[dict[str, DieFace], SHORT] = {}
    supposing: CombatFacts | None = None

    def answer(self, position: HordesPosition) -> Answer:
        parties, kind = self._parties(position)
        a, b = parties.a, parties.b
        rules, ones = position.rules, a.spell_ones if isinstance(a, Element) else 0
        with rules.consulting() as consulted:
            objections = self._objections(position, a, b, kind)
            if objections:
                return refusal(objections, rules, consulted)
            table = self.staged(position)
            stood_on = standing_on(table.field, table.clash, parties, position.active)
        if not self.dice:
            found = odds_answer(table.clash, rules, table)
        elif set(self.dice) != {a.id, b.id}:
            raise Unanswerable(f"'dice' names a die for '{a.id}' and one for '{b.id}'", ("ask", "dice"))
        elif max(self.dice.values()) > rules.combat.die.faces:
            message = f"a die shows at most {rules.combat.die.faces}, not {max(self.dice.values())}"
            raise Unanswerable(message, ("ask", "dice"))
        else:
            found = result_answer(table.clash, (self.dice[a.id], self.dice[b.id]), ones, rules, table)
        found.notes += [n for n in position.rules.said(consulted) if n not in found.notes]
        known = [*stood_on, *position.rules.decided(consulted)]
        found.cites += [r for r in dict.fromkeys(known) if r not in found.cites]
        return found

    def remarks(self, position: HordesPosition, answer: Answer) -> list[str]:
        """Return a remark for aid named in close combat, where it has no effect."""
        a, b = side_of(position, self.combat, "combat"), side_of(position, self.against, "against")
        out = super().remarks(position, answer)
        if not self.aided_by or (self.kind or _kind_between(position.field, a, b)) != "close":
            return out
        cite = ", ".join(position.rules.cite("aid"))
        return [*out, f"aided_by has no effect here: it counts in shooting and bespelling ({cite})"]

    def _parties(self, position: HordesPosition) -> tuple[Parties, Kind]:
        """Return who fights, and how; raises Unanswerable."""
        field = table_of(position)
        a, b = side_of(position, self.combat, "combat"), side_of(position, self.against, "against")
        must_stand(a, "combat")
        must_stand(b, "against")
        if a.army == b.army:
            raise Unanswerable(f"'{a.id}' and '{b.id}' are of one army", ("ask", "against"))
        for ident in self.aided_by:
            must_stand(element_of(position, ident, "aided_by"), "aided_by")
        helpers = [element_of(position, ident, "aided_by") for ident in self.aided_by]
        return Parties(a, b, helpers), self.kind or _kind_between(field, a, b)

    def staged(self, position: HordesPosition) -> Rehearsal:
        """Return the combat as it stands on the table, to try its ends."""
        parties, kind = self._parties(position)
        aiding = len(self.aided_by)
        clash = clash_of(position.field, parties.a, parties.b, kind, aiding=aiding, active=position.active)
        return Rehearsal(position.field, clash, parties)

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        from .sentences import on_table

        names = {"a": position.side(self.combat).named, "b": position.side(self.against).named}
        return on_table(names, answer, position.rules)

    def _objections(
        self,
        position: HordesPosition,
        a: Element | Stronghold,
        b: Element | Stronghold,
        kind: Kind,
    ) -> list[Objection]:
        """Return why the two, or those who aid, do not fight in this way now."""
        field, rules = position.field, position.rules
        if kind == "close":
            out = impossible(kind, a.kind, b.kind, rules)
            if not out and not _touching(field, a, b):
                out.append(Objection(f"{a.named} and {b.named} are not in contact", rules.cite("contact")))
            return merge_objections(out, self._refused(position, a, b) or fought_objections(position, a, b))
        out = []
        for one in (a, *(element_of(position, ident, "aided_by") for ident in self.aided_by)):
            wrong = impossible(kind, one.kind, b.kind, rules)
            if not wrong and isinstance(one, Element):
                wrong = ranged_objections(field, one, b, one.army == position.active)
                wrong += shot_objections(position, one)
            out += wrong
        out += target_objections(position, b, kind)
        return merge_objections(out, self._refused(position, a, b, kind)) if isinstance(a, Element) else out

    def _refused(
        self, position: HordesPosition, a: Element | Stronghold, b: Element | Stronghold, kind: Kind = "close"
    ) -> list[Objection]:
        """Return why the order for this combat cannot be given now; empty in a situation, which sets no time."""
        if not says_all(position.source):
            return []
        mine, other = (a, b) if kind != "close" or a.army == position.active else (b, a)
        order: HordesOrder
        if kind == "close":
            order = Fight(fight=mine.id, against=other.id)
        elif kind == "shoot":
            order = Shoot(shoot=[mine.id, *self.aided_by], target=other.id)
        else:
            order = Bespell(bespell=mine.id, target=other.id, aided_by=self.aided_by)
        with position.rules.unnoted():
            return order.check(position, mine.army)


def _touching(field: Field, a: Element | Stronghold, b: Element | Stronghold) -> bool:
    return frozenset((a.id, b.id)) in field.contacts().touching


def _kind_between(field: Field, a: Element | Stronghold, b: Element | Stronghold) -> Kind:
    if _touching(field, a, b) or isinstance(a, Stronghold):
        return "close"
    return kind_of(a) or "close"


class AskVictory(HordesQuestion, kw_only=True):
    """Which side has won at present: `{victory: true}` (P-14)."""

    verb: ClassVar[str] = "victory"
    victory: Literal[True]

    def answer(self, position: HordesPosition) -> Answer:
        table_of(position)
        found = {army: defeats(position, army) for army in position.players}
        ledgers = [ledger for _, lost in found.values() for ledger in lost]
        answer = {
            "lost_ap": {army: sum(ledger.total for ledger in lost) for army, (_, lost) in found.items()},
            "beaten": {army: [by[0] for by in rules] for army, (rules, _) in found.items() if rules},
        }
        cites = [*position.rules.cite("victory"), *(c for rules, _ in found.values() for by in rules for c in by)]
        return ruling_answer(position.rules, answer, [], ledgers, (), cites)

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        given, rules = answer.answer, position.rules
        out = []
        for army, by in given["beaten"].items():
            titles = [rules.ruleset.rules[rule].summary for rule in by]
            out.append(Sentence(f"{army} is beaten: {' '.join(titles)}", tuple(by)))
        if not out:
            out.append(Sentence("Nobody has won yet.", rules.cite("victory")))
        losses = [f"{army} has lost {lost} AP" for army, lost in given["lost_ap"].items()]
        return [*out, Sentence(f"{listed(losses, 'and')}.")] if losses else out
