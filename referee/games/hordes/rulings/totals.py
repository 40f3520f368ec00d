"""Combat totals: die, factor of the table, and every tactical row that holds (P-9)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, entries

from ..rules import HordesRules, Kind
from ..state import CombatElement, CombatSituation
from ..state import Kind as CombatKind
from ..tables import TotalRow

# the facts of a fighter that hold of no Stronghold, and those that count in close combat alone
OF_GROUND = ("uphill", "holds_bank")
OF_CONTACT = ("aggressor", "spear_behind", "behind_bad", "behind_attacked")
# the facts that a document gives of a fighter as they are
_TOLD = (
    *("general", "general_behind", "uphill", "holds_bank", "flank_enemies", "extra_attackers"),
    *("aggressor", "guarded", "across_water", "near_own_stronghold", "moved", "friends_touching"),
)
# the facts that rows name as they are: of a fighter, and of its opponent
_OPPONENTS = ("bad", "cover", "general", "moved", "friends_touching")
_OWN = (*_OPPONENTS, "good", "flank_enemies", "extra_attackers", "ground_aid", "distance")


class Fighter(msgspec.Struct, kw_only=True):
    """One side of a combat: its type and every fact that a row may ask about."""

    kind: Kind
    name: str = ""
    bad: bool = False
    cover: bool = False
    good: bool = True
    general: bool = False
    general_behind: bool = False
    uphill: bool = False
    holds_bank: bool = False
    flank_enemies: int = 0
    extra_attackers: int = 0
    aggressor: bool = False
    spear_behind: bool = False
    behind_bad: bool = False
    behind_attacked: bool = False
    guarded: bool = False
    across_water: bool = False
    near_own_stronghold: bool = False
    ground_aid: bool = False
    moved: bool = False
    friends_touching: int = 0
    # to its opponent, in whole paces, 0 in close combat
    distance: int = 0
    flankers: list[Kind] = []
    # for each kind of terrain that rows name, whether it stands in it
    terrains: dict[str, bool] = {}
    # the rulings that found these facts on a table
    cites: list[str] = []


class Clash(NamedTuple):
    """Two fighters and how they fight: close, shoot or bespell; `shoots_back` is ruled on, not only claimed."""

    a: Fighter
    b: Fighter
    kind: CombatKind
    shoots_back: bool = False

    @property
    def contact(self) -> bool:
        """Whether it is close combat."""
        return self.kind == "close"

    @property
    def roles(self) -> tuple[str, str]:
        """The kind of combat for each of the two; a shooter that is shot back at is itself shot at (HS-NOT-1)."""
        if self.kind == "close":
            return "close", "close"
        if self.kind == "shoot":
            return ("shot_at" if self.shoots_back else "shooting"), "shot_at"
        return "bespelling", "bespelled"


def fighter(told: CombatElement, rules: HordesRules) -> Fighter:
    """Return a fighter from the facts that a document gives."""
    ground = rules.table.goings[told.going]
    behind = told.spear_behind
    return Fighter(
        kind=rules.kinds[told.type],
        name=told.type,
        bad=ground.bad,
        cover=ground.cover,
        good=ground.good,
        spear_behind=behind is not None,
        behind_bad=behind is not None and rules.table.goings[behind.going].bad,
        behind_attacked=behind is not None and behind.attacked,
        ground_aid=told.extra_attackers > 0,
        terrains={name: name == told.going for name in rules.terrains_named},
        **{name: getattr(told, name) for name in _TOLD},
    )


def can_shoot_back(claimed: bool, shooter: Kind, target: Kind) -> bool:
    """Return whether a target that could reach a shooter shoots back: only Shooters, at Shooters (HS-NOT-1)."""
    return claimed and shooter.shoots_back and target.shoots_back


def clash_told(combat: CombatSituation, rules: HordesRules) -> Clash:
    """Return the combat that a document describes."""
    a, b = fighter(combat.a, rules), fighter(combat.b, rules)
    a.name, b.name = f"{a.kind.title} (a)", f"{b.kind.title} (b)"
    back = combat.kind == "shoot" and can_shoot_back(combat.can_shoot_back, a.kind, b.kind)
    a.distance = b.distance = combat.distance if combat.kind != "close" else 0
    return Clash(a, b, combat.kind, back)


def fighter_facts(me: Fighter, role: str, foe: Fighter) -> dict[str, Fact]:
    """Return the facts of one fighter against another that the rows of a combat may name."""
    contact = role == "close"
    return {
        **{name: contact and getattr(me, name) for name in OF_CONTACT},
        # a Stronghold is on no hill, and defends no bank
        **{name: not me.kind.fixed and getattr(me, name) for name in OF_GROUND},
        **{name: getattr(me, name) for name in _OWN},
        **{f"opponent_{name}": getattr(foe, name) for name in _OPPONENTS},
        "role": role,
        "type": me.kind.name,
        "cat": me.kind.cat,
        "contact": contact,
        "sure_footed": me.kind.sure_footed,
        "hampered": me.bad and not me.kind.sure_footed,
        "led": me.general or me.general_behind,
        "across_water": me.across_water and role == "bespelled",
        "guarded": me.guarded and me.kind.casts,
        "near_stronghold": me.near_own_stronghold,
        "opponent": foe.kind.name,
        "opponent_cat": foe.kind.cat,
        "opponent_aggressor": foe.aggressor and contact,
        "opponent_guarded": foe.guarded and foe.kind.casts,
        "opponent_near_stronghold": foe.near_own_stronghold,
        **{f"in_{name}": stands for name, stands in me.terrains.items()},
        **{f"opponent_in_{name}": foe.terrains.get(name, False) for name in me.terrains},
    }


def tactical(clash: Clash, rules: HordesRules) -> tuple[list[Entry], list[Entry]]:
    """Return the tactical entries of both fighters."""
    a, b = (_tactical(rows, facts) for rows, facts in _rows(clash, rules))
    return a, b


def _rows(clash: Clash, rules: HordesRules) -> list[tuple[list[TotalRow], dict[str, Fact]]]:
    """Return the tactical rows that hold for each of the two, with the facts they hold by."""
    out = []
    for (me, foe), role in zip(((clash.a, clash.b), (clash.b, clash.a)), clash.roles, strict=True):
        facts = fighter_facts(me, role, foe)
        out.append((list(rules.ruled(rules.combat.tactical.values(), facts)), facts))
    return out


def _tactical(rows: list[TotalRow], facts: dict[str, Fact]) -> list[Entry]:
    values = ((row, (row.value or 0) * (int(facts[row.per]) if row.per else 1)) for row in rows)
    return [Entry("add", value, row.why, row.cites) for row, value in values if value]


def factor(me: Kind, foe: Kind, rules: HordesRules) -> Entry:
    """Return the factor of the element table against an opponent's type (HS-TAB-3)."""
    factors = me.row.factors
    why = f"{me.title} against {foe.category.title}"
    cites = (*rules.cite("factors"), *me.cites)
    if foe.category.column == "sf":
        return Entry("add", factors.sf, why, cites)
    if factors.ma_option is None:
        return Entry("add", factors.ma, why, cites)
    rules.note((factors.ma_option,))
    cites = (*cites, rules.rulings_by_option[factors.ma_option])
    return Entry("add", int(rules.number(factors.ma_option)), why, cites)


def ledgers(clash: Clash, dice: tuple[int, int] | None, rules: HordesRules) -> tuple[Ledger, Ledger]:
    """Return both totals with their reasons; without dice they hold everything but the roll."""
    out = []
    for index, ((me, foe), (rows, facts)) in enumerate(
        zip(((clash.a, clash.b), (clash.b, clash.a)), _rows(clash, rules), strict=True)
    ):
        rolled = [Entry("add", dice[index], "rolled", rules.combat.die.cites)] if dice is not None else []
        base = [factor(me.kind, foe.kind, rules)]
        if changes := entries(rows, facts, "factor"):
            # what changes the factor does not change the die, so that comes after it
            base, rolled = [*base, *changes, *rolled], []
        out.append(Ledger(f"total of {me.name or me.kind.name}", [*rolled, *base, *_tactical(rows, facts)]))
    return out[0], out[1]


def rows_of(modifiers: list[Entry]) -> list[list[str | int]]:
    """Return one row of rule and value for each rule, summed, in the order of the sheet."""
    out: dict[str, int] = {}
    for entry in modifiers:
        rule = entry.cite[0]
        out[rule] = out.get(rule, 0) + entry.value
    return [[rule, value] for rule, value in out.items() if value]
