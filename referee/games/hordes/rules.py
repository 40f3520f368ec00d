"""A ruleset compiled with its options: element types, tables and citations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from referee.core.rules.compiled import CompiledRules, R
from referee.core.rules.index import OptionValue, written_value
from referee.core.rules.ledger import cites_of
from referee.core.rules.memory import compiler
from referee.core.rules.moments import placed_rows
from referee.core.rules.rows import Facts
from referee.core.rules.rulesets import Ruleset

from .outcome_tables import Ends, Measure, Setting
from .tables import CombatTable, Elements, ElementType, Movement, Pips, ResultRow, Shooting, TableRules


class Kind:
    """An element type as the rulings see it."""

    def __init__(self, name: str, row: ElementType, tables: Elements) -> None:
        category = tables.categories[row.cat]
        self.name = name
        self.row = row
        self.title = row.title
        self.number = row.number
        self.cat = row.cat
        self.category = category
        self.flies = category.flies
        self.fixed = category.fixed
        self.traits = frozenset(row.traits)
        self.cites = cites_of(row.cite)
        self.fights_aerials = self.flies or "fights_aerials" in self.traits
        self.advances = "advances" in self.traits
        self.casts = "casts" in self.traits
        self.guards = "guards" in self.traits
        self.shoots_back = "shoots_back" in self.traits
        self.sure_footed = "sure_footed" in self.traits
        self.supports = "supports" in self.traits

    def may_lose_by(self, row: ResultRow) -> bool:
        """Return whether a row may hold for a loser of this type."""
        for fact, value in (("type", self.name), ("cat", self.cat)):
            wanted = row.when.get(fact, value)
            if value not in (wanted if isinstance(wanted, list) else [wanted]):
                return False
        return True

    @property
    def named(self) -> str:
        """The type with its article."""
        return f"{'an' if self.title[0] in 'AEIOU' else 'a'} {self.title}"


class HordesRules(CompiledRules):
    """The tables, options and citations of one ruleset."""

    def __init__(self, ruleset: Ruleset, chosen: Mapping[str, OptionValue | None]) -> None:
        super().__init__(ruleset, chosen)
        tables = ruleset.typed("elements", Elements)
        self.combat = ruleset.typed("combat", CombatTable)
        self.movement = ruleset.typed("movement", Movement)
        self.pips = ruleset.typed("pips", Pips)
        self.shooting = ruleset.typed("shooting", Shooting)
        self.table = ruleset.typed("table", TableRules)
        self.kinds = {name: Kind(name, row, tables) for name, row in tables.elements.items()}

    @property
    def terrains(self) -> list[str]:
        """The kinds of terrain that rows of a combat may name: those that a situation can give as a going."""
        return [name for name in self.table.terrains if name in self.table.goings]

    @cached_property
    def terrains_named(self) -> list[str]:
        """The kinds of terrain that rows of a combat do name."""
        return [name for name in self.terrains if self.asks_of(f"in_{name}")]

    def asks_of(self, fact: str) -> bool:
        """Return whether rows of a combat name a fact of an element, or of its opponent."""
        return not self._named.isdisjoint({fact, f"opponent_{fact}"})

    @cached_property
    def _named(self) -> frozenset[str]:
        """The facts that rows of a combat name."""
        rows = [*placed_rows(self.combat), *placed_rows({name: kind.row for name, kind in self.kinds.items()})]
        return frozenset(fact for placed in rows for fact in placed.row.when)

    @cached_property
    def by_margin(self) -> bool:
        """Whether any row asks by how much an element is beaten."""
        return "margin" in self._named

    @cached_property
    def fixed(self) -> Kind:
        """The type of a Stronghold on the table."""
        return next(kind for kind in self.kinds.values() if kind.fixed)

    @property
    def pip_faces(self) -> int:
        """How many sides the PIP die has (HS-G-22)."""
        return int(str(self.options["pip_die"])[1:])

    def number(self, option: str) -> float:
        """Return the value of a numeric option."""
        value = self.options[option]
        assert isinstance(value, (int, float))
        return value

    def depth(self, kind: Kind) -> float:
        """Return how deep a type's base is: by its option, else by its row (HS-G-01)."""
        option = f"base.depth.{kind.name}"
        return self.number(option) if option in self.options else kind.row.depth or self.number("base.width")

    def depth_cites(self, kind: Kind) -> tuple[str, ...]:
        """Return the ruling by which a type's base is as deep as it is (HS-G-01)."""
        number = self.rulings_by_option.get(f"base.depth.{kind.name}")
        return () if number is None else (number,)

    @property
    def ends(self) -> Ends:
        """The outcomes of ends that no row gives."""
        return self.table.ends

    @cached_property
    def defeats(self) -> frozenset[str]:
        """The outcomes that are a defeat, and so a victory of the other (HS-G-71)."""
        return frozenset(name for name, kind in self.table.outcomes.items() if kind.defeats)

    def as_winner(self, outcome: str) -> str:
        """Return the outcome that is what a winner does after its enemy's, "" where that names none."""
        steps = self.table.outcomes[outcome].winner
        return next((name for name, kind in self.table.outcomes.items() if steps and kind.does == steps), "")

    @cached_property
    def farthest_recoil(self) -> float:
        """The most paces that an element recoils by any outcome, where that is not by its own depth."""
        deeds = (deed for kind in self.table.outcomes.values() for deed in kind.deeds)
        told = [far for name, far in deeds if name == "recoil"]
        paces = [self.options[far.option] if isinstance(far, Setting) else far for far in told]
        return max((float(far) for far in paces if isinstance(far, (int, float))), default=0.0)

    def may_be_ensorcelled(self, kind: Kind) -> bool:
        """Return whether a result or a spell of its own may ensorcel an element of a type."""
        results = {name for name, outcome in self.table.outcomes.items() if "ensorcel" in outcome.does}
        rows = (*kind.row.minor.values(), *kind.row.major.values(), *self.combat.major.values())
        return kind.casts or any(row.result in results and kind.may_lose_by(row) for row in rows)

    def going(self, name: str) -> str:
        """Return a going in words, such as "bad going"."""
        facts = self.table.goings.get(name)
        return facts.title if facts is not None and facts.title else f"{name} going"

    def measure(self, told: Measure | None) -> float | str:
        """Return how far a step of an outcome goes in paces, or `depth` or `field`; an option it hangs on is noted."""
        if isinstance(told, Setting):
            value = self.option(told.option)
            return value if isinstance(value, str) else float(value)
        return told if isinstance(told, str) else float(told or 0)

    def first(self, rows: Mapping[str, R], facts: Facts) -> R | None:
        """Return the first row that holds."""
        return next(self.ruled(rows.values(), facts), None)

    def rows(self, rows: Mapping[str, R], facts: Facts) -> list[R]:
        """Return every row that holds."""
        return list(self.ruled(rows.values(), facts))

    def said(self, consulted: Iterable[str]) -> list[str]:
        """Return the ruling and the value of each option that decided, as an answer lists them."""
        return [f"{self.rulings_by_option[o]}: {o} is {written_value(self.options[o])}" for o in sorted(consulted)]


compile_rules = compiler(HordesRules)
