"""Answers as cards: what is on one, in each format and of every game, and how it is written."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from running import referee

pytestmark = pytest.mark.fast

CARRY = "Can my ogre on c3 carry over onto the centaur at D3 after killing the lion (C4, 3 hits)? brush map"
ASKED = {
    "strike": ("-r", "titan", CARRY),
    "reading": (
        "-r",
        "titan",
        "mountains; attacker minotaur C3; defender gargoyle F1; rangestrike minotaur at gargoyle",
    ),
    "refusal": ("-r", "titan", "tower; attacker ranger E2; defender minotaur D4; rangestrike ranger at minotaur"),
    "move": ("-r", "titan", "mountains; attacker griffon D5; defender lion C2; reach griffon to D3"),
    "recruits": ("-r", "titan", "black 8 ogre ogre troll; muster black"),
    "magic": ("-r", "titan-magi", "ogre against lion"),
    "legions": ("tests/lines/states/legions.state.yaml", "rd01 rolls a 4"),
    "table": ("examples/hordes/ford/000.state.yaml", "range r7 at b3"),
    "odds": ("-r", "hordes", "a knight; b spear general; odds"),
    "result": ("-r", "hordes", "Knights (aggressors) with a die of 5 against Spear in wood with a die of 3. Result?"),
    "turn": (
        "-r",
        "battalions",
        "mode skirmish; players red blue; board fields [2, 1] field_size [10, 10]; "
        "battalion R red field [0, 0] facing E leader r1; battalion B blue field [1, 0] facing W leader b1; "
        "combat k1 turn 0 used [[0, 0], [1, 0]] battalions [{id: R, from: [0, 0]}, {id: B, from: [1, 0]}]; "
        "r1 R at [5, 2] s 4 d 2 i 2 c 4; b1 B at [6, 2] s 3 d 2 i 2 c 2; " + 'turn R "advance 2" B hold',
    ),
    "spaces": ("examples/battalions/ford/003.state.yaml", "attack ansel command advance"),
}


def card(tmp_path: Path, ending: str, *asked: str) -> str:
    path = tmp_path / f"card.{ending}"
    said = referee("ask", *asked, "--card", str(path), "--force")
    assert said.code == 0, said.err
    return path.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_every_card_has_the_verdict_the_rule_and_the_line_in_every_format(
    tmp_path: Path, asked: tuple[str, ...]
) -> None:
    html, text, svg = (card(tmp_path, ending, *asked) for ending in ("html", "md", "svg"))
    ElementTree.fromstring(svg)
    plain = re.sub(r"\s+", " ", " ".join(ElementTree.fromstring(svg).itertext()))
    for one in (html, text, plain):
        assert "ule, in our words" in one
        assert "referee ask " in one
    assert "<script" not in html
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", html)


def test_a_card_draws_the_line_of_the_blow_and_tells_the_other_reading(tmp_path: Path) -> None:
    html = card(tmp_path, "html", *ASKED["reading"])
    assert 'stroke="#9a2424" stroke-width="3"' in html
    assert "The other reading" in html
    assert "REF titan-7, slopes_three: both" in html
    assert "Minotaur (C3) rangestrikes Gargoyle (F1)" in html
    # the move goes along its path: four hexes are three lines
    moved = card(tmp_path, "html", *ASKED["move"])
    way = re.search(r'<path d="(M[^"]*)" fill="none" stroke="#9a2424"', moved)
    assert way is not None
    assert way[1].count("L") == 3


def test_a_card_of_a_combat_turn_draws_every_blow(tmp_path: Path) -> None:
    html = card(tmp_path, "html", *ASKED["turn"])
    assert html.count('stroke="#9a2424" stroke-width="3"') == 2
    aimed = ("-r", "battalions", "r1 int 3 stands at 3,2 and advances east, does it reach b1 at 5,2?")
    assert card(tmp_path, "html", *aimed).count('stroke="#9a2424" stroke-width="3"') == 1


@pytest.mark.parametrize(
    ("asked", "rule"),
    [("strike", "LoT 12.4"), ("odds", "HS-MAJ-1"), ("result", "HS-RES-19"), ("turn", "BN-HIT-1")],
)
def test_the_first_rule_of_a_card_is_the_one_that_the_verdict_stands_on(tmp_path: Path, asked: str, rule: str) -> None:
    rules = card(tmp_path, "md", *ASKED[asked]).partition("*The rule, in our words*")[2].split("\n- ")
    assert rules[1].splitlines()[0].endswith(f"({rule})")


@pytest.mark.parametrize("asked", ["legions", "table", "spaces"])
def test_a_card_names_no_path_of_the_machine(tmp_path: Path, asked: str) -> None:
    state, said = ASKED[asked]
    here = tmp_path / "own" / "my state.yaml"
    here.parent.mkdir()
    here.write_text(Path(state).read_text())
    for ending in ("html", "md", "svg"):
        written = card(tmp_path, ending, str(here), said)
        assert str(tmp_path) not in written
        assert "own/" not in written


def test_a_card_without_a_board_has_none(tmp_path: Path) -> None:
    assert "<svg" not in card(tmp_path, "html", *ASKED["odds"])


def test_the_line_of_a_card_asks_the_same_question(tmp_path: Path) -> None:
    text = card(tmp_path, "md", *ASKED["strike"])
    line = re.search(r"referee ask -r titan '(.*)'", text)
    assert line is not None
    assert referee("ask", "-r", "titan", line[1], "--json").out == referee("ask", *ASKED["strike"], "--json").out


@pytest.mark.slow
def test_a_card_is_short_enough_for_a_phone(tmp_path: Path) -> None:
    for asked in ASKED.values():
        svg = ElementTree.fromstring(card(tmp_path, "svg", *asked))
        assert float(svg.attrib["height"]) <= 844, asked


def test_text_of_players_is_escaped(tmp_path: Path) -> None:
    path = tmp_path / "<b>&.yaml"
    path.write_text(Path("examples/titan/slope/012.state.yaml").read_text())
    for ending in ("html", "svg"):
        written = card(tmp_path, ending, str(path), "strike ogre-1 at lion-2")
        assert "<b>" not in written
        assert "&lt;b&gt;&amp;.yaml" in written


def test_a_card_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "card.html"
    assert referee("ask", *ASKED["strike"], "--card", str(path)).code == 0
    again = referee("ask", *ASKED["strike"], "--card", str(path))
    assert again.code == 2
    assert "already exists; --force overwrites it" in again.err
    wrong = referee("ask", *ASKED["strike"], "--card", str(tmp_path / "card.pdf"))
    assert wrong.code == 2
    assert "a card is .html, .md, .svg or .png" in wrong.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["card.html"]
    refused = referee("ask", "-r", "titan", "goblin against lion", "--card", str(tmp_path / "no.html"))
    assert refused.code == 2
    assert not (tmp_path / "no.html").exists()
    assert referee("ask", *ASKED["strike"], "--vary", "defender.hits=0,1", "--card", "x.html").code == 2


def test_png_is_drawn_by_the_extra_and_says_so_where_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "card.png"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    missing = referee("ask", *ASKED["strike"], "--card", str(path))
    assert missing.code == 2
    assert "pip install 'tabletop-referee[mail]'" in missing.err
    assert not path.exists()
    drawn = SimpleNamespace(svg_to_bytes=lambda svg_string, background, zoom: f"PNG {svg_string[:4]}".encode())
    monkeypatch.setitem(sys.modules, "resvg_py", drawn)
    assert referee("ask", *ASKED["strike"], "--card", str(path)).code == 0
    assert path.read_bytes() == b"PNG <svg"


@pytest.mark.parametrize("form", ["md", "html", "svg"])
def test_a_card_says_first_what_cannot_be(tmp_path: Path, form: str) -> None:
    asked = ("-r", "titan", "plains; attacker ogre C3; defender lion C4 hits 5; locked ogre")
    shown = card(tmp_path, form, *asked)
    assert 0 < shown.index("This cannot be: lion is slain") < shown.index("locked in contact")


def test_a_card_names_its_options_and_can_be_asked_again(tmp_path: Path) -> None:
    line = "tower; attacker lion C2; defender ogre C3; strike lion at ogre"
    text = card(tmp_path, "svg", "-r", "titan", "--option", "wall_skill=up_gains", line)
    assert "Law of Titan, wall_skill up_gains: " in text
    assert "referee ask -r titan --option wall_skill=up_gains" in text
