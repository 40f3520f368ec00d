"""Packages of third parties: a ruleset and a game, built, installed into a fresh environment, and used there."""

from __future__ import annotations

import filecmp
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import fresh_environment
import pytest
from documents_run import PACKAGED, blocks, run_document, write_file
from fresh_environment import PACKAGES, run
from running import Said, referee

from referee import games
from referee.core.adjudication.adjudicate import next_state
from referee.core.adjudication.turn_order import awaited_players
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import look
from referee.version import VERSION

LEFT = "player: left\nstep: 0\n\ntake 3 dice 2\n"
RIGHT = "player: right\nstep: 0\n\ntake 3\n"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    own = tmp_path_factory.mktemp("own")
    assert referee("game", "new", "hex-war", "--title", "Hex War", "-o", str(own)).code == 0
    return fresh_environment.make(tmp_path_factory.mktemp("fresh"), *PACKAGED, "desert-rules", str(own / "hex-war"))


@pytest.mark.slow
def test_a_ruleset_of_a_package_is_there_without_being_told_of(python: str, here: Path) -> None:
    def installed(*words: str) -> Said:
        result = run(python, "-m", "referee", *words, cwd=here)
        return Said(result.returncode, result.stdout, result.stderr)

    assert installed("--version").out == f"referee, version {VERSION}\n"
    rows = json.loads(installed("rulesets", "--json").out)["rulesets"]
    folders = {row["ruleset"]: row["folder"] for row in rows}
    assert folders["deep-sand"].endswith("site-packages/desert_rules/deep-sand")
    assert folders["dice-nim"].endswith("site-packages/dice_nim/rulesets/dice-nim")
    # a game that `game new` has begun
    begun = PACKAGES / "dice-nim" / "cases" / "dice-nim.yaml"
    (here / "cases.yaml").write_text(begun.read_text().replace("dice-nim", "hex-war").replace("DN ", "HEX-WAR "))
    assert installed("test", "cases.yaml").out.endswith("4 passed, 0 failed\n")
    assert installed("new", "hex-war").code == 0
    assert installed("game", "new", "another").code == 0
    assert installed("lint", "deep-sand").out.startswith("deep-sand is sound: ")
    assert installed("test", str(PACKAGES / "desert-rules" / "cases")).out.endswith("1 passed, 0 failed\n")
    asked = installed("ask", "-r", "deep-sand", "desert; attacker ranger B1; reach ranger to A1")
    assert "2 of its 4 hexes" in asked.out
    # an overlay of a user's over the package's, and one that takes its place
    (here / "mine" / "deeper").mkdir(parents=True)
    (here / "mine" / "deeper" / "manifest.yml").write_text(
        "format: 1\nruleset: deeper\ntitle: Deeper\nextends: [deep-sand, titan-valley]\n"
    )
    assert installed("lint", "mine/deeper").code == 0
    (here / "mine" / "deep-sand").mkdir()
    (here / "mine" / "deep-sand" / "manifest.yml").write_text(
        "format: 1\nruleset: deep-sand\ntitle: Mine\nextends: titan\n"
    )
    rows = json.loads(installed("rulesets", "--rulesets", "mine", "--json").out)["rulesets"]
    assert [row["title"] for row in rows if row["ruleset"] == "deep-sand"] == ["Mine"]


@pytest.mark.slow
def test_every_command_works_for_a_game_of_a_package(python: str, here: Path) -> None:
    (here / "dice-nim").mkdir()
    (here / "left.txt").write_text(LEFT)
    (here / "right.txt").write_text(RIGHT)
    (here / "o.yaml").write_text("format: 1\nruleset: dice-nim\nplayer: left\nstep: 0\norders: [{take: 4}]\n")
    commands = [
        (0, "lint dice-nim", "dice-nim is sound"),  # though a folder is called so too
        (0, "new dice-nim --game g --counters 9 --secret s.secret -o 0.yaml", ""),
        (0, "legal 0.yaml", "take 1\n  take 2\n  take 3\n"),
        (0, "check 0.yaml left.txt", "legal    take 3"),
        (1, "check 0.yaml o.yaml", "o.yaml:5:17: orders[1].take: announce 1 to 3 counters, not 4 (DN 1)"),
        (
            0,
            "adjudicate 0.yaml left.txt right.txt --secret s.secret -o 1.yaml --trace t.yaml",
            "Awaiting left: turn. Must: take.",
        ),
        (0, "replay t.yaml --secret s.secret", "the same: 2 steps, 2 rolls"),
        (0, "explain t.yaml --player left", "<=2   the die"),
        (0, "explain t.yaml --format csv", "turn/1/left"),
        (0, "ask 0.yaml wins\u00a03", ""),
        (0, "ask -r dice-nim 3;\u00a0wins\u00a03", "faces             4"),
        (
            0,
            "odds -r hex-raid r1\u00a0red\u00a0scout\u00a0C3;\u00a0b1\u00a0blue\u00a0guard\u00a0D2;"
            "\u00a0hits\u00a0r1\u00a0at\u00a0b1 --vary r1.hex=C3,D3",
            "b1 1",
        ),
        (0, "show 0.yaml", "o o o o"),
        (0, "show 0.yaml --list", "o o o o"),
        (0, "show 0.yaml --svg 0.svg --html 0.html", ""),
        (0, "view 0.yaml --player right", "heap: {counters: 9, turn: 1}"),
        (2, "view 0.yaml --player nobody", "'nobody' is no player"),
        (0, "rules dice-nim", "DN 3"),
        (0, "rules dice-nim --facts", "no table of dice-nim has rows with conditions"),
        (0, "schema orders dice-nim", '"take"'),
        (0, "schema table dice-nim numbers", '"faces"'),
        (0, f"test {PACKAGES / 'dice-nim' / 'cases'}", "4 passed, 0 failed"),
        (0, f"rules dice-nim --coverage --cases {PACKAGES / 'dice-nim' / 'cases'}", "3 adjudicated rules, 0 without"),
    ]
    for code, line, said in commands:
        result = run(python, "-m", "referee", *(word.replace("\u00a0", " ") for word in line.split(" ")), cwd=here)
        assert result.returncode == code, (line, result.stdout, result.stderr)
        assert said in result.stdout + result.stderr, (line, result.stdout, result.stderr)
    assert "<svg" in (here / "0.html").read_text()
    line = '{"id": 1, "format": 1, "ruleset": "dice-nim", "heap": {"counters": 2}, "ask": {"wins": 2}}'
    script = f"import referee; print(referee.ask({line!r})['answer'], len(referee.legal(open('0.yaml').read()).legal))"
    found = run(python, "-c", script, cwd=here)
    assert found.stdout == "{'faces': 5, 'of': 6} 3\n", found.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most"), [("dice-nim", 151), ("hex-raid", 700)])
def test_a_documented_game_is_the_example_and_does_what_the_page_shows(
    name: str, most: int, python: str, here: Path
) -> None:
    for block in blocks(PACKAGED[name]):
        write_file(block, here)
    written = {path.relative_to(here / name) for path in (here / name).rglob("*") if path.is_file()}
    example = PACKAGES / name
    shipped = {path.relative_to(example) for path in example.rglob("*") if path.suffix in (".py", ".yaml", ".toml")}
    assert written == shipped
    assert [str(path) for path in sorted(written) if not filecmp.cmp(here / name / path, example / path, False)] == []
    assert sum(len(path.read_text().splitlines()) for path in example.rglob("*.py")) < most
    (here / "page").mkdir()
    wrong = run_document(PACKAGED[name], here / "page", python)
    assert not wrong, "\n\n".join(wrong)


def test_a_written_state_awaits_whom_legal_serves_whatever_the_game_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PACKAGES / "dice-nim"))
    from dice_nim.game import GAME  # type: ignore[import-not-found]

    ruleset = Ruleset("dice-nim", [PACKAGES / "dice-nim" / "dice_nim" / "rulesets"])
    rules = GAME.compile(ruleset, {})
    state = GAME.new(GAME.parameters(counters=9), ruleset)
    for player, other in (("left", "right"), ("right", "left"), ("left", "right")):
        position = GAME.open(state, rules)
        position.heap.turn += 1
        state = next_state(GAME, rules, position)
        assert [one.player for one in state.awaiting] == [other], player
        assert awaited_players(GAME.open(state, rules)) == (other,)
    position.heap.counters = 0
    assert next_state(GAME, rules, position).awaiting == []


class Offering:
    """A folder on the path with packages that offer something, as pip would leave them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def package(self, name: str, offers: str, files: dict[str, str]) -> None:
        """Write a package: its entry points, and its files by path."""
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        own = {f"{name}-1.0.dist-info/METADATA": metadata, f"{name}-1.0.dist-info/entry_points.txt": offers}
        for path, text in {**own, **files}.items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text)


@pytest.fixture
def offering(here: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Offering]:
    folder = here / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    before = set(sys.modules)
    yield Offering(folder)
    for name in [name for name in sys.modules if name not in before and not name.startswith("referee")]:
        del sys.modules[name]


def manifest(name: str, game: str) -> str:
    return f"format: 1\nruleset: {name}\ntitle: {name}\n{game}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entry", "code", "said"),
    [
        (
            "g_imports:GAME",
            "import no_such_module",
            "cannot be imported: ModuleNotFoundError: No module named 'no_such_module'",
        ),
        ("g_raises:GAME", "raise ValueError('a\\nb')", "cannot be imported: ValueError: a\\nb"),
        ("g_exits:GAME", "raise SystemExit(3)", "cannot be imported: SystemExit: 3"),
        ("g_syntax:GAME", "def", "cannot be imported: SyntaxError: "),
        ("g_absent:GAME", "", "cannot be imported: AttributeError: module 'g_absent' has no attribute 'GAME'"),
        ("g_dict:GAME", "GAME = {}", "is no game: it must point to a referee.core.game.game.Game, not dict"),
        ("g_module", "", "is no game: it must point to a referee.core.game.game.Game, not module"),
        (
            "g_newer:GAME",
            "import msgspec; from referee.games.battalions import GAME; GAME = msgspec.structs.replace(GAME, api=2)",
            "is written for version 2 of the interface, and this is 1: install a newer referee",
        ),
        ("g_named:GAME", "from referee.games.battalions import GAME", "is called 'battalions': give both one name"),
        (
            "g_verb:GAME",
            "import msgspec; from referee.games.battalions import GAME as B; KINDS = dict(B.orders['board'])\n"
            "GAME = msgspec.structs.replace(B, name='g-verb', orders={'board': {'comand': KINDS['command']}})",
            "has 'comand' in the orders of 'board', and the verb of Command is 'command': give both one name",
        ),
        (
            "g_wrong:GAME",
            "from referee.core.game.game import Game; GAME = Game(name='g')",
            "cannot be imported: TypeError: ",
        ),
    ],
)
def test_a_game_that_cannot_be_used_is_named_with_the_reason(
    offering: Offering, entry: str, code: str, said: str
) -> None:
    module = entry.partition(":")[0]
    name = module.replace("_", "-")
    files = {f"{module}.py": code, f"{module}_rules/{name}/manifest.yaml": manifest(name, f"game: {name}")}
    offers = f"[referee.games]\n{name} = {entry}\n[referee.rulesets]\nx = {module}_rules\n"
    offering.package(f"pack-{name}", offers, files)
    for command in (["rules", name], ["lint", name], ["new", name]):
        found = referee(*command)
        assert (found.code, found.out) == (2, "")
        assert f"the package pack-{name} (entry point referee.games: {name} = {entry}) {said}" in found.err
        assert "manifest.yaml:4:7: game: " in found.err
        assert len(found.err.splitlines()) == 1
    assert referee("rules", "titan", "LoT 12.4").code == 0
    listed = referee("rulesets")
    assert listed.code == 2
    assert name in listed.out
    assert f"manifest.yaml:4:7: game: the package pack-{name} (entry point referee.games: {name} = {entry}) {said}" in (
        listed.err
    )


def test_a_game_without_rulesets_that_cannot_be_used_is_named(offering: Offering) -> None:
    offering.package("pack", "[referee.games]\ng-alone = g_alone:GAME\n", {"g_alone.py": "import no_such_module"})
    found = referee("rulesets")
    assert found.code == 2
    assert found.err.startswith("the package pack (entry point referee.games: g-alone = g_alone:GAME) cannot be"), (
        found.err
    )
    assert "titan-valley" in found.out


@pytest.mark.parametrize(
    ("entry", "files", "said"),
    [
        ("r_missing", {}, "names no Python package: there is no 'r_missing'"),
        ("r_module", {"r_module.py": ""}, "must name a Python package that is a folder of rulesets"),
        ("r_inner.rules", {"r_inner/__init__.py": ""}, "names no Python package: there is no 'r_inner.rules'"),
        ("r_raises.rules", {"r_raises/__init__.py": "1/0"}, "cannot be imported: ZeroDivisionError: division by zero"),
        ("r_object:THING", {}, "must name a Python package that is a folder of rulesets, without ':'"),
    ],
)
def test_rulesets_that_cannot_be_found_are_named_and_break_no_others(
    offering: Offering, entry: str, files: dict[str, str], said: str
) -> None:
    offering.package("pack", f"[referee.rulesets]\nhouse = {entry}\n", files)
    message = f"the package pack (entry point referee.rulesets: house = {entry}) {said}"
    found = referee("rulesets")
    assert found.code == 2
    assert message in found.err
    assert "titan-valley" in found.out
    assert referee("rules", "titan", "LoT 12.4").code == 0
    wanted = referee("rules", "my-house")
    assert wanted.code == 2
    assert "'my-house' is not a ruleset here" in wanted.err
    assert message in wanted.err


def test_what_two_packages_offer_by_one_name_is_not_guessed(offering: Offering, tmp_path: Path) -> None:
    for number, words in ((1, "extends: titan"), (2, "extends: hordes")):
        files = {f"twin{number}/twins/manifest.yaml": manifest("twins", words)}
        offering.package(f"pack-{number}", f"[referee.rulesets]\nx = twin{number}\n", files)
    assert look().contested == {"twins": "the packages pack-1 and pack-2 both offer it"}
    found = referee("rules", "twins")
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert "the packages pack-1 and pack-2 both offer it; uninstall one of them" in found.err
    # a user's own of that name is meant
    (tmp_path / "own" / "twins").mkdir(parents=True)
    (tmp_path / "own" / "twins" / "manifest.yaml").write_text(manifest("twins", "extends: titan-valley"))
    assert referee("rules", "twins", "VG Striking 6", "--rulesets", "own").code == 0


def test_two_packages_with_one_game_are_refused(offering: Offering) -> None:
    for number in (1, 2):
        offering.package(f"pack-{number}", "[referee.games]\nchess-twice = nowhere:GAME\n", {})
    (Path("own") / "chess-twice").mkdir(parents=True)
    (Path("own") / "chess-twice" / "manifest.yaml").write_text(manifest("chess-twice", "game: chess-twice"))
    found = referee("lint", "own/chess-twice")
    assert found.err == (
        "own/chess-twice/manifest.yaml:4:7: game: the packages pack-1 and pack-2 offer a game 'chess-twice'; "
        "uninstall one of them\n"
    )


def test_a_game_that_nobody_offers_is_told_with_those_there_are(here: Path) -> None:
    (here / "own" / "go").mkdir(parents=True)
    (here / "own" / "go" / "manifest.yaml").write_text(manifest("go", "game: titn"))
    assert "manifest.yaml:4:7: game: no game is called 'titn' (did you mean 'titan'?)" in referee("lint", "own/go").err
    (here / "own" / "go" / "manifest.yaml").write_text(manifest("go", "game: 围棋"))
    assert "there are battalions, hordes, titan" in referee("lint", "own/go").err


def test_a_game_that_two_packages_offer_is_listed_once(offering: Offering) -> None:
    for number in (1, 2):
        offering.package(f"pack-{number}", "[referee.games]\nchess-twice = nowhere:GAME\n", {})
    (Path("own") / "go").mkdir(parents=True)
    (Path("own") / "go" / "manifest.yaml").write_text(manifest("go", "game: 围棋"))
    assert "; there are battalions, hordes, titan, chess-twice\n" in referee("lint", "own/go").err


def test_a_package_cannot_take_the_place_of_a_game_of_the_referee(offering: Offering) -> None:
    offering.package("pack", "[referee.games]\nhordes = nowhere:GAME\n", {})
    games.find.cache_clear()
    assert games.find("hordes").title == "Paces and Hordes"


@pytest.mark.slow
def test_a_bug_of_a_package_is_not_called_the_referees(python: str, here: Path) -> None:
    new = run(python, "-m", "referee", "new", "dice-nim", "--game", "g", "-o", "0.yaml", cwd=here)
    assert new.returncode == 0
    broken = """\
import sys
import dice_nim.game
exec("def check(self, position, player):\\n    return 1 / 0", vars(dice_nim.game))
dice_nim.game.Take.check = dice_nim.game.check
from referee.__main__ import main
sys.argv = ["referee", "legal", "0.yaml"]
main()
"""
    (here / "broken.py").write_text(broken)
    found = run(python, "broken.py", cwd=here)
    assert found.returncode == 70
    assert (
        "this is a bug in the package dice-nim, not in your files: ZeroDivisionError: division by zero" in found.stderr
    )
    assert "please report it to the authors of the package dice-nim" in found.stderr
    # so is a roll that `throws` does not name
    (here / "o.yaml").write_text("format: 1\nruleset: dice-nim\nplayer: left\norders: [{take: 3}]\n")
    (here / "d.yaml").write_text("{turn/1/left: [3]}\n")
    hidden = """\
import sys
import dice_nim.game
due = dice_nim.game.Take.throws
dice_nim.game.Take.throws = lambda order, position, player: []
exec("def roll(self, at, player, recorder):\\n    recorder.roll(due(self, at, player)[0])", vars(dice_nim.game))
dice_nim.game.due, dice_nim.game.Take.apply = due, dice_nim.game.roll
from referee.__main__ import main
sys.argv = ["referee", "check", "0.yaml", "o.yaml", "--dice", "d.yaml"]
main()
"""
    (here / "hidden.py").write_text(hidden)
    found = run(python, "hidden.py", cwd=here)
    assert found.returncode == 70
    assert "a bug in the package dice-nim, not in your files: RuntimeError: an order rolls turn/1/left" in found.stderr


def test_a_game_of_ones_own_begins_under_its_own_names(here: Path) -> None:
    said = referee("game", "new", "hex-war", "--title", "Hex War")
    written = [Path(line) for line in said.out.splitlines() if line.startswith("hex-war/")]
    assert Path("hex-war/hex_war/rulesets/hex-war/manifest.yaml") in written
    text = "".join(path.read_text() for path in written)
    assert "HEX-WAR 1" in text
    assert not any(old in text for old in ("dice-nim", "dice_nim", "DN 1", "Nim with a die"))
    compile(Path("hex-war/hex_war/game.py").read_text(), "game.py", "exec")
    assert "already exists" in referee("game", "new", "hex-war").err
    assert "--title: " in referee("game", "new", "other", "--title", 'a"b').err
    assert "is no name for a ruleset" in referee("game", "new", "Hex War!").err
