"""Whether elements are supported, which are in command, and what it costs to move each (HS-MIS-7, HS-PIP-4)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Question, Sentence
from referee.core.notation.field_specs import piece

from ..field.battlefield import Field
from ..field.contacts import rear_contact
from ..field.elements import Element
from ..field.geometry import dot, minus, stored
from ..position import HordesPosition
from ..rules import HordesRules
from ..rulings.combat_facts import attacked, standing
from ..rulings.pip_costs import in_command, move_cost, sees
from ..rulings.totals import Clash, Fighter, tactical
from ..state import State
from .shared import element_of, must_stand, table_of
from .unused import HordesQuestion

# so many of an element's depths behind it a friend is near enough to be named
_NEAR = 1


class AskSupport(HordesQuestion, kw_only=True):
    """Who supports an element, or each of several or of an army, from behind, and why not: `{support: [r1]}`."""

    verb: ClassVar[str] = "support"
    support: Annotated[str | Annotated[list[str], Meta(min_length=1, max_length=100)], piece("own")]

    def meant(self, state: Any) -> Question[Any]:
        return msgspec.structs.replace(self, support=of_army(state, self.support))

    def answer(self, position: HordesPosition) -> Answer:
        field, rules = table_of(position), position.rules
        rows, cites = [], dict.fromkeys(rules.combat.facts["spear_behind"].cites)
        with rules.consulting() as consulted:
            for ident in listing(self.support):
                element = element_of(position, ident, "support")
                must_stand(element, "support")
                row = _row(field, element, cites)
                rows.append(row)
                cites.update(dict.fromkeys(c for one in row["because"] for c in one["cite"]))
        answer = {"supported": any(row["supported"] for row in rows), "elements": rows}
        return Answer(answer, [*cites, *(c for c in rules.decided(consulted) if c not in cites)], [])

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        field = table_of(position)
        rows = sorted(answer.answer["elements"], key=lambda row: not row["supported"])
        out = []
        for row in rows:
            me = field.elements[row["element"]]
            if row["supported"]:
                by = listed([field.elements[ident].named for ident in row["by"]], "and")
                said = f"Yes: {by} supports {me.named}, which adds {row['bonus']} to its total in close combat."
                out.append(Sentence(said, tuple(row["rules"])))
            why = "; ".join(one["message"] for one in row["because"])
            rules = tuple(dict.fromkeys(cite for one in row["because"] for cite in one["cite"]))
            if why:
                head = "" if row["supported"] else f"No: {me.named} has no support: "
                out.append(Sentence(f"{head}{why}.", rules))
            if row["general_behind"]:
                said = f"The General is directly behind {me.named}, which adds to its total."
                out.append(Sentence(said, tuple(row["general_rules"])))
        return out


def listing(words: str | list[str]) -> list[str]:
    """Return one word or several as a list."""
    return [words] if isinstance(words, str) else words


def of_army(state: State, named: str | list[str]) -> list[str]:
    """Return the ids that words name: an army stands for its elements on the board."""
    out: list[str] = []
    words = listing(named)
    ids = {e.id for e in state.elements}
    for word in words:
        own = [e.id for e in state.elements if e.army == word and e.status == "on_board"]
        out += own if own and word not in ids else [word]
    return list(dict.fromkeys(out))


def _row(field: Field, me: Element, cites: dict[str, None]) -> dict[str, Any]:
    """Return who is behind an element, who of them counts, and why the others do not."""
    rules = field.rules
    bad = standing(field, me)[0]
    behind = [f for f in field.friends(me.army) if f is not me and rear_contact(field.slack, f.base, me.base)]
    why: list[Objection] = []
    by = []
    bonus, found = 0, tuple[str, ...]()
    for friend in behind:
        if not me.kind.supports or not friend.kind.supports:
            why.append(_no_spears(rules, me, friend))
            continue
        told = Fighter(kind=me.kind, bad=bad, spear_behind=True, behind_bad=standing(field, friend)[0])
        told.behind_attacked = attacked(field, friend)
        value, row_cites = _bonus(rules, told)
        if value:
            by.append(friend.id)
            bonus, found = value, row_cites
            continue
        reasons = [(bad, f"{me.named} is in bad going"), (told.behind_bad, f"{friend.named} is in bad going")]
        reasons.append((told.behind_attacked, f"{friend.named} is itself attacked"))
        message = listed([said for holds, said in reasons if holds], "and")
        why.append(Objection(message or f"{friend.named} does not count", rules.combat.facts["spear_behind"].cites))
    if not behind:
        why += _near(field, me)
    general = field.general(me.army)
    led = general is not None and general in behind
    with_general = _general(rules, me.kind) if led else ()
    cites.update(dict.fromkeys([*found, *with_general]))
    return {
        "element": me.id,
        "supported": bool(by),
        "by": by,
        "bonus": bonus,
        "rules": list(found),
        "behind": [friend.id for friend in behind],
        "general_behind": led,
        "general_rules": list(with_general),
        "because": [one.plain() for one in why],
    }


def _no_spears(rules: HordesRules, me: Element, friend: Element) -> Objection:
    who = friend if me.kind.supports else me
    says = "gives" if me.kind.supports else "takes"
    cites = rules.combat.facts["spear_behind"].cites
    return Objection(f"{who.named} {says} none: only {_supporters(rules)} supports, and only its like", cites)


def _near(field: Field, me: Element) -> list[Objection]:
    """Return why nobody supports an element that has no friend directly behind it."""
    cites = field.rules.combat.facts["spear_behind"].cites
    if not me.kind.supports:
        return [Objection(f"only {_supporters(field.rules)} is supported from behind", cites)]
    near = [f for f in field.friends(me.army) if f is not me and f.kind.supports and _behind(me, f)]
    if not near:
        return [Objection("nobody stands directly behind it", cites)]
    return [Objection(f"{f.named} does not stand squarely behind it, front edge to rear edge", cites) for f in near]


def _behind(me: Element, friend: Element) -> bool:
    """Return whether a friend is near the rear of an element, though perhaps not squarely."""
    away = minus(friend.base.front, me.base.rear)
    back, aside = -dot(away, me.base.ahead), abs(dot(away, me.base.right))
    return -_NEAR * me.depth / 2 <= back <= _NEAR * me.depth and aside <= (me.width + friend.width) / 2


def _supporters(rules: HordesRules) -> str:
    """Return in words the types that support each other."""
    return listed(sorted(kind.title for kind in rules.kinds.values() if kind.supports), "and")


def _bonus(rules: HordesRules, told: Fighter) -> tuple[int, tuple[str, ...]]:
    """Return what support adds to a total, and its rules."""
    foe = Fighter(kind=told.kind)
    without = msgspec.structs.replace(told, spear_behind=False)
    more, _ = tactical(Clash(told, foe, "close"), rules)
    less, _ = tactical(Clash(without, foe, "close"), rules)
    cites = [c for entry in more if entry not in less for c in entry.cite]
    return sum(e.value for e in more) - sum(e.value for e in less), tuple(dict.fromkeys(cites))


def _general(rules: HordesRules, kind: Any) -> tuple[str, ...]:
    foe = Fighter(kind=kind)
    more, _ = tactical(Clash(Fighter(kind=kind, general_behind=True), foe, "close"), rules)
    less, _ = tactical(Clash(Fighter(kind=kind), foe, "close"), rules)
    return tuple(dict.fromkeys(c for entry in more if entry not in less for c in entry.cite))


class AskInCommand(HordesQuestion, kw_only=True):
    """Which of some elements, or of an army, are in their General's command: `{in_command: [r2, r9]}`."""

    verb: ClassVar[str] = "in_command"
    in_command: Annotated[str | Annotated[list[str], Meta(min_length=1, max_length=300)], piece("own")]

    def meant(self, state: Any) -> Question[Any]:
        return msgspec.structs.replace(self, in_command=of_army(state, self.in_command))

    def answer(self, position: HordesPosition) -> Answer:
        field, rules = table_of(position), position.rules
        rows, cites = [], list[str]()
        reasons = []
        with rules.consulting() as consulted:
            for ident in listing(self.in_command):
                element = element_of(position, ident, "in_command")
                must_stand(element, "in_command")
                general = field.general(element.army)
                found = in_command(field, [element], cites)
                price = move_cost(field, [element])
                reasons.append(price.plain())
                cites += price.cites
                row: dict[str, Any] = {"element": ident, "in_command": found, "general": None, "distance": None}
                if general is not None:
                    far = stored(field.distance(element, general))
                    seen = general is element or sees(field, element, general)
                    row |= {"general": general.id, "distance": far, "sees": seen}
                rows.append({**row, "pips": price.total})
        answer = {"all": all(row["in_command"] for row in rows), "elements": rows}
        known = list(dict.fromkeys([*cites, *rules.decided(consulted)]))
        return Answer(answer, known, reasons, notes=rules.said(consulted))

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        field, rules = table_of(position), position.rules
        rows = answer.answer["elements"]
        inside = [field.elements[row["element"]].named for row in rows if row["in_command"]]
        outside = [field.elements[row["element"]].named for row in rows if not row["in_command"]]
        out = []
        cites = tuple(c for c in answer.cites if c not in rules.said(()))
        if len(rows) == 1:
            yes = "Yes" if inside else "No"
            where = "in" if inside else "out of"
            out.append(Sentence(f"{yes}: {(inside or outside)[0]} is {where} command.", cites))
        elif not outside:
            out.append(Sentence(f"All are in command: {listed(inside, 'and')}.", cites))
        else:
            told = f"In command {'is' if len(inside) == 1 else 'are'} {listed(inside, 'and')}" if inside else ""
            rest = f"out of command {'is' if len(outside) == 1 else 'are'} {listed(outside, 'and')}"
            out.append(Sentence(f"{told}; {rest}." if told else f"O{rest[1:]}.", cites))
        table = rules.pips
        for row in rows:
            me = field.elements[row["element"]].named
            pips = f"{row['pips']} PIP{'' if row['pips'] == 1 else 's'}"
            if row["general"] is None:
                out.append(
                    Sentence(
                        f"{me}: there is no General on the board; a move costs {pips}.", rules.cite("nobody_commands")
                    )
                )
            elif row["general"] == row["element"]:
                out.append(Sentence(f"{me} is the General; a move costs {pips}.", rules.cite("commands_self")))
            else:
                seen = "in sight" if row["sees"] else "out of sight"
                near = row["distance"] <= table.near
                limit = (
                    f"within {table.near:g} P"
                    if near
                    else f"{seen}, {'within' if row['distance'] <= table.sight else 'beyond'} {table.sight:g} P"
                )
                said = f"{me} is {row['distance']:g} P from the General ({limit}); a move costs {pips}."
                out.append(Sentence(said, rules.cite("command")))
        return out
