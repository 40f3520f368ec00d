"""The rows that keep a character from being summoned (LoT 15)."""

from __future__ import annotations

from typing import Literal

from referee.core.game.orders import Objection

from ..legion import Legion
from ..position import MasterboardPosition
from .rows import has_rows, land_facts, rows_for

Summoning = Literal["battle", "victory"]


def summons_bars(
    position: MasterboardPosition,
    legion: Legion,
    donor: Legion,
    name: str,
    during: Summoning = "victory",
    publicly: bool = False,
) -> list[Objection]:
    """Return why rows keep a character from being summoned out of one legion into another.

    `publicly` leaves out the rows on what the legion holds and carries, which not all players can see.
    """
    if not has_rows(position.rules, "summons"):
        return []
    facts = {
        "during": during,
        "legion": legion.id,
        "from_legion": donor.id,
        **land_facts(position, donor.land, "from_"),
    }
    lands = {"to": legion.land, "from": donor.land}
    asked = legion
    if publicly:
        asked = Legion("", legion.player, legion.land, None)
        asked.count = legion.height
    rows = rows_for(position, "summons", asked, facts, lands, {"summoned": name})
    title, where = position.title([name]), position.named(donor)
    found = {row.why: row for row in rows if row.forbid}
    return [Objection(f"{title} cannot be summoned from {where}: {why}", row.cites) for why, row in found.items()]
