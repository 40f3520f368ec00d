"""How the parts of the program import each other: downwards, and never in a circle.

Every import counts: in a function, for a type checker alone, and by name, as in "strike:Strike" of a registry.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "referee"
TEXT = re.compile(r"[\"']([^\"']+)[\"']")
NAMED = re.compile(r"([A-Za-z_][\w.]*):[A-Za-z_]\w*\Z")
# from above to below: a module may import those below it, and those in its own set
LAYERS = [
    {"referee.pytest_plugin"},
    {"referee.cli", "referee.__main__", "referee.interrupts"},
    {"referee.site"},
    {"referee.desk", "referee.mcp"},
    {
        "referee",
        "referee.api",
        "referee.judge.citing",
        "referee.sessions",
        "referee.running.batches",
        "referee.judge.wanted",
        "referee.judge.proofs",
        "referee.judge.showing",
    },
    {"referee.authoring"},
    {"referee.chances"},
    {"referee.running.workers"},
    {"referee.judge.judging", "referee.opening", "referee.results"},
    {"referee.report"},
    {"referee.games"},
    {"referee.core"},
    {"referee.version", "referee.interrupts", "referee.judge", "referee.running"},
]
ROOMS = [
    {"referee.core.testing"},
    {"referee.core.adjudication", "referee.core.asking"},
    {"referee.core.game"},
    {"referee.core.line"},
    {"referee.core.rules", "referee.core.notation"},
    {"referee.core.documents"},
]

HORDES = [
    {"referee.games.hordes.said"},
    {"referee.games.hordes.questions"},
    {"referee.games.hordes.orders"},
    {"referee.games.hordes.phases"},
    {"referee.games.hordes.position"},
    {"referee.games.hordes.rulings"},
    {"referee.games.hordes.field"},
    {"referee.games.hordes.rules"},
    {"referee.games.hordes.tables"},
    {"referee.games.hordes.state"},
]

TITAN = [
    {"referee.games.titan"},
    {"referee.games.titan.campaign"},
    {"referee.games.titan.magic"},
    {"referee.games.titan.battle", "referee.games.titan.masterboard"},
    {
        *(
            f"referee.games.titan.{name}"
            for name in ("state", "rules", "rules_tables", "points", "profiles", "carriers")
        ),
        *(
            f"referee.games.titan.{name}"
            for name in (
                "tables",
                "rows",
                "sections",
                "sides",
                "steps",
                "words",
                "parameters",
                "kin",
            )
        ),
        *(f"referee.games.titan.masterboard.{name}" for name in ("graph", "state", "tables")),
        *(f"referee.games.titan.magic.{name}" for name in ("tables", "spell_tables", "deed_tables")),
        "referee.games.titan.battle.state",
    },
]
# a campaign links these two, and neither imports the other; what the ruleset says of Lands is below both
PEERS = ("referee.games.titan.battle", "referee.games.titan.masterboard")
SHARED = {"referee.games.titan.masterboard.graph", "referee.games.titan.masterboard.tables"}

BATTALIONS = [
    {"referee.games.battalions"},
    {"referee.games.battalions.said"},
    {"referee.games.battalions.questions"},
    {f"referee.games.battalions.{name}" for name in ("check_state", "orders", "turns")},
    {"referee.games.battalions.phases"},
    {"referee.games.battalions.position", "referee.games.battalions.rulings"},
    {"referee.games.battalions.board"},
    {"referee.games.battalions.rules"},
    {"referee.games.battalions.tables"},
    {"referee.games.battalions.state"},
]


def modules() -> dict[str, Path]:
    """Return every module of the program by its name."""
    out = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        out[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return out


def statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield all statements, those inside others too, but no expressions."""
    for node in body:
        yield node
        for inner in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from statements(getattr(node, inner, ()))


def imports(name: str, path: Path) -> Iterator[tuple[str, int]]:
    """Yield what a module imports, with the line."""
    home = name if path.name == "__init__.py" else name.rpartition(".")[0]
    source_text = path.read_text()
    for number, line in enumerate(source_text.split("\n"), 1):
        for said in TEXT.findall(line):
            # a module named in a text is imported from there later
            if found := NAMED.match(said):
                yield from ((inner, number) for inner in (found[1], f"{home}.{found[1]}") if inner in MODULES)
    for node in statements(ast.parse(source_text).body):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = home
            for _ in range(node.level - 1):
                package = package.rpartition(".")[0]
            source = ".".join(part for part in (package if node.level else "", node.module or "") if part)
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield (inner if inner in MODULES else source), node.lineno


MODULES = modules()


@cache
def imported() -> dict[str, set[tuple[str, int]]]:
    """Return what each module imports of the program, with the lines."""
    return {
        name: {(target, line) for target, line in imports(name, path) if target in MODULES and target != name}
        for name, path in MODULES.items()
    }


def place(name: str, order: list[set[str]]) -> int | None:
    """Return how deep a module is: that of the longest name in an order that it begins with."""
    begun = [
        (len(prefix), depth)
        for depth, prefixes in enumerate(order)
        for prefix in prefixes
        if name == prefix or (name.startswith(prefix + ".") and prefix != "referee")
    ]
    return max(begun)[1] if begun else None


@pytest.mark.parametrize(
    "order",
    [LAYERS, ROOMS, TITAN, HORDES, BATTALIONS],
    ids=["storeys", "rooms of core", "rooms of titan", "rooms of hordes", "rooms of battalions"],
)
def test_imports_go_down(order: list[set[str]]) -> None:
    depth = {name: place(name, order) for name in MODULES}
    up = [
        f"{MODULES[name].relative_to(ROOT.parent)}:{line}: imports {target}, which is above it"
        for name, targets in imported().items()
        for target, line in sorted(targets)
        if (here := depth[name]) is not None and (there := depth[target]) is not None and there < here
    ]
    assert not up, "\n".join(up)


def test_a_battle_and_the_masterboard_import_nothing_of_each_other() -> None:
    across = [
        f"{name}:{line}: imports {target}"
        for name, targets in imported().items()
        for target, line in sorted(targets)
        for one, other in (PEERS, PEERS[::-1])
        if name.startswith(one) and target.startswith(other) and not {name, target} & SHARED
    ]
    assert not across, "\n".join(across)


def test_modules_that_are_named_in_texts_count() -> None:
    assert "referee.report.csv_text" in {target for target, _ in imported()["referee.report.writers"]}
    assert "referee.games.titan.battle.questions" in {
        target for target, _ in imported()["referee.games.titan.questions"]
    }


def test_the_documentation_lists_the_storeys() -> None:
    text = (ROOT.parent / "docs" / "architecture.md").read_text()
    listed = [
        re.findall(r"`([\w/.]+)`", line) for line in re.findall(r"(?m)^\d+\. (`[\w/.]+`.*)$", text.split("## Where")[0])
    ]
    said = [{f"referee.{name.removesuffix('.py').rstrip('/')}".replace("/", ".") for name in names} for names in listed]
    unsaid = {"referee", "referee.pytest_plugin", "referee.__main__", "referee.interrupts", "referee.version"}
    unsaid |= {"referee.judge", "referee.running"}
    assert said == [left for layer in LAYERS if (left := layer - unsaid)]


def test_every_module_has_a_storey() -> None:
    assert [name for name in MODULES if place(name, LAYERS) is None] == []
    core = [name for name in MODULES if name.startswith("referee.core.")]
    assert [name for name in core if place(name, ROOMS) is None] == []


def test_a_game_imports_no_other_and_core_names_none() -> None:
    names = [path.parent.name for path in (ROOT / "games").glob("*/__init__.py")]
    across = [
        f"{name}:{line}: imports {target}"
        for name, targets in imported().items()
        for target, line in sorted(targets)
        for game in names
        if name.startswith(f"referee.games.{game}")
        and target.startswith("referee.games.")
        and not target.startswith(f"referee.games.{game}")
    ]
    assert not across, "\n".join(across)


def circles() -> list[list[str]]:
    """Return the groups of modules that import each other in a circle."""
    depth: dict[str, int] = {}
    least: dict[str, int] = {}
    stack: list[str] = []
    out: list[list[str]] = []

    def visit(name: str) -> None:
        depth[name] = least[name] = len(depth)
        stack.append(name)
        for target, _ in sorted(imported()[name]):
            if target not in depth:
                visit(target)
                least[name] = min(least[name], least[target])
            elif target in stack:
                least[name] = min(least[name], depth[target])
        if least[name] == depth[name]:
            found = stack[stack.index(name) :]
            del stack[-len(found) :]
            if len(found) > 1:
                out.append(sorted(found))

    for name in MODULES:
        if name not in depth:
            visit(name)
    return out


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles() == []
