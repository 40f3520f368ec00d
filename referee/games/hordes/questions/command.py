"""Which elements are in their General's command, and what it costs to move each (HS-PIP-4)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Question, Sentence
from referee.core.notation.field_specs import piece

from ..field.geometry import stored
from ..position import HordesPosition
from ..rulings.pip_costs import in_command, move_cost, sees
from .shared import element_of, must_stand, table_of
from .support import listing, of_army
from .unused import HordesQuestion


class AskInCommand(HordesQuestion, kw_only=True):
    """Which of some elements, or of an army, are in their General's command: `{in_command: [r2, r3]}`."""

    verb: ClassVar[str] = "in_command"
    about: ClassVar[str] = "table"
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
