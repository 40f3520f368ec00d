"""What a picture shows can be read: counters hide nothing, pages fit a phone, lists stay on short lines."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple, get_args
from xml.etree import ElementTree

import pytest
import yaml
from running import referee
from seeds import part

from referee.games.titan.masterboard.state import Stage

ROOT = Path(__file__).parent.parent
FORD = str(ROOT / "examples/battalions/ford/003.state.yaml")
TABLE = str(ROOT / "examples/hordes/ford/000.state.yaml")
SLOPE = str(ROOT / "examples/titan/slope/012.state.yaml")
MASTERBOARD = str(ROOT / "examples/titan/masterboard/000.state.yaml")
STATES = [FORD, TABLE, SLOPE, MASTERBOARD]
MAGE = {"id": "witch-2", "held": ["bats-2", "heal-2", "vision-1"], "cast": True}
LANDS = sorted(int(land) for land in yaml.safe_load((ROOT / "rulesets/titan/masterboard.yaml").read_text())["lands"])
_SVG = "{http://www.w3.org/2000/svg}"


class Rect(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Rect) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def crowded(lands: list[int], each: int, name: str = "bk") -> str:
    """Return a situation with so many legions in each of these Lands."""
    legions = [
        {"id": f"{name}{n:03d}", "player": ("black", "red")[n % 2], "land": land, "contents": ["ogre"] * (1 + n % 7)}
        for n, land in enumerate(land for land in lands for _ in range(each))
    ]
    return json.dumps({"format": 1, "ruleset": "titan", "masterboard": {"legions": legions}})


def drawn(state: str) -> tuple[list[tuple[str, Rect]], list[Rect], list[Rect], dict[str, Rect]]:
    """Return the counters of a board with their titles, the numbers of its Lands, its Signs, and its Lands."""
    said = referee("show", "-", "--svg", "-", stdin=state)
    assert said.code == 0, said.err
    root = ElementTree.fromstring(said.out)
    counters, numbers, signs, lands = [], [], [], {}
    for child in root:
        title = child.find(f"{_SVG}title")
        if child.tag == f"{_SVG}g" and title is not None:
            plate = child.find(f"{_SVG}rect")
            assert plate is not None
            x, y, wide, high = (float(plate.get(key, "")) for key in ("x", "y", "width", "height"))
            counters.append((title.text or "", Rect(x, y, x + wide, y + high)))
        elif child.tag == f"{_SVG}text" and child.get("font-weight") == "bold" and (child.text or "").isdigit():
            # digits of a bold face of 13: never wider than 7, with no part below the line
            x, y, half = float(child.get("x", "")), float(child.get("y", "")), len(child.text or "") * 3.5
            numbers.append(Rect(x - half, y - 9.3, x + half, y))
        elif child.tag == f"{_SVG}path" and "rotate" in child.get("transform", ""):
            signs.append(_sign(child.get("d", ""), child.get("transform", "")))
        elif child.tag == f"{_SVG}polygon" and title is not None:
            points = [tuple(map(float, point.split(","))) for point in child.get("points", "").split()]
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            lands[title.text or ""] = Rect(min(xs), min(ys), max(xs), max(ys))
    return counters, numbers, signs, lands


def _sign(path: str, transform: str) -> Rect:
    """Return the rectangle of a sign drawn with straight lines, turned as it is."""
    from math import cos, radians, sin

    match = re.match(r"translate\(([-\d.]+) ([-\d.]+)\) rotate\(([-\d.]+)\)", transform)
    assert match is not None
    x, y, turn = float(match[1]), float(match[2]), radians(float(match[3]))
    pairs, here = [], (0.0, 0.0)
    for letter, numbers in re.findall(r"([MLHVA])([^MLHVAZ]*)", path):
        values = [float(number) for number in numbers.split()]
        if letter == "H":
            here = (values[0], here[1])
        elif letter == "V":
            here = (here[0], values[0])
        elif letter == "A":
            pairs.append((values[0] - 1, 0.0))
            here = (values[5], values[6])
        elif letter == "M" or letter == "L":
            here = (values[0], values[1])
            pairs += [(a, b) for a, b in zip(values[2::2], values[3::2], strict=True)]
        pairs.append(here)
    turned = [(x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn)) for a, b in pairs]
    xs, ys = [p[0] for p in turned], [p[1] for p in turned]
    return Rect(min(xs), min(ys), max(xs), max(ys))


@pytest.mark.slow
@pytest.mark.parametrize("each", part([1, 2, 3, 6], 2))
def test_no_counter_covers_a_number_a_sign_or_another_counter(each: int) -> None:
    share = 200 // each
    some = LANDS if each < 6 else LANDS[::5]
    for lands in (some[n : n + share] for n in range(0, len(some), share)):
        counters, numbers, signs, _ = drawn(crowded(lands, each))
        assert sum(len(title.split(", ")) for title, _ in counters) == len(lands) * each
        assert each > 3 or len(counters) == len(lands) * each
        assert len(numbers) == len(LANDS)
        assert len(signs) > len(LANDS)
        for n, (title, counter) in enumerate(counters):
            assert not [number for number in numbers if counter.meets(number)], title
            assert not [sign for sign in signs if counter.meets(sign)], title
            assert not [other for other, rect in counters[:n] if counter.meets(rect)], title


@pytest.mark.slow
def test_a_counter_lies_on_its_own_land() -> None:
    for land in LANDS[::7]:
        counters, _, _, places = drawn(crowded([land], 3))
        place = next(rect for title, rect in places.items() if title.endswith(f" {land}"))
        for title, counter in counters:
            assert place.left <= counter.left, title
            assert counter.right <= place.right, title
            assert place.top <= counter.top, title
            assert counter.bottom <= place.bottom, title


def test_where_counters_have_no_room_one_names_the_rest() -> None:
    counters, numbers, signs, _ = drawn(crowded([1000], 60))
    shown = [name.split()[0] for title, _ in counters for name in title.split(", ")]
    assert sorted(shown) == [f"bk{n:03d}" for n in range(60)]
    assert len(counters) < 60
    assert not [counter for _, counter in counters if any(counter.meets(rect) for rect in (*numbers, *signs))]


def test_long_names_of_legions_find_room() -> None:
    counters, numbers, signs, _ = drawn(crowded(LANDS[:20], 1, "Wolfgang-Amadeus-of-the-north-"))
    assert len(counters) == 20
    assert not [counter for _, counter in counters if any(counter.meets(rect) for rect in (*numbers, *signs))]


@pytest.mark.parametrize("state", STATES, ids=lambda path: Path(path).parts[-3])
def test_a_board_tells_game_and_step_and_whose_colour_is_whose(state: str) -> None:
    value = yaml.safe_load(Path(state).read_text())
    for name, board in json.loads(referee("show", state, "--json").out).items():
        assert board["subtitle"].startswith(f"{value['game']}, step {value['step']}"), name
    drawn = referee("show", state, "--svg", "-").out
    assert f"{value['game']}, step {value['step']}" in drawn
    page = referee("show", state, "--html", "-").out
    owners = {
        token.get("owner")
        for board in json.loads(referee("show", state, "--json").out).values()
        for shape in board["shapes"]
        for token in (shape, *shape.get("tokens", []))
    } - {None}
    assert all(f"<i>{board_owner}</i>" in page for board_owner in _owners(state, owners))


def _owners(state: str, numbers: set[int | None]) -> list[str]:
    first = next(iter(json.loads(referee("show", state, "--json").out).values()))
    return [first["owners"][number] for number in numbers if number is not None]


def test_players_have_the_colours_they_are_named_after(tmp_path: Path) -> None:
    # the first colour of those that stand for nobody is red
    text = Path(FORD).read_text().replace("[red, blue]", "[blue, red]")
    (tmp_path / "s.yaml").write_text(text)
    page = referee("show", str(tmp_path / "s.yaml"), "--html", "-").out
    assert re.search(r'fill="#27488f"[^>]*/>.{0,300}?<i>blue</i>', page)


def masterboard(**fields: object) -> str:
    """Return a game with Magi, with two legions in one Land."""
    board: dict[str, object] = {
        "turn": 3,
        "mover": "black",
        "phase": "engagement",
        "players": ["black", "red"],
        "legions": [
            {"id": "bk01", "player": "black", "land": 1, "side": "left", "contents": ["titan", "witch"]},
            {"id": "rd01", "player": "red", "land": 1, "contents": ["titan", "ogre"]},
        ],
    }
    return json.dumps({"format": 1, "ruleset": "titan-magi", "game": "g", "step": 1, "masterboard": board | fields})


@pytest.mark.parametrize("stage", [stage for stage in get_args(Stage) if stage not in ("battle", "gains")])
def test_every_stage_of_an_engagement_has_words(stage: str) -> None:
    engagement = {"land": 1, "attacker": "bk01", "defender": "rd01", "stage": stage}
    said = referee("show", "-", "--list", stdin=masterboard(engagement=engagement))
    assert said.code == 0, said.err
    assert "Engagement in Plains 1: bk01 of black attacks rd01 of red" in said.out


def test_storms_are_drawn_on_their_lands_and_listed() -> None:
    storms = [{"land": 1, "spell": "fog"}, {"land": 14, "spell": "blizzard"}, {"land": 100, "spell": "thunderstorm"}]
    state = masterboard(storms=storms)
    text, listed = referee("show", "-", stdin=state).out, referee("show", "-", "--list", stdin=state).out
    for storm in ("Fo Fog over Plains 1", "Bl Blizzard over Swamp 14", "Th Thunderstorm over Tower 100"):
        assert storm in text
        assert storm in listed
    # a mark that has no room behind the terrain is below it
    assert "1 Pl Fo" in text
    assert " 14 Sw " in text
    svg = referee("show", "-", "--svg", "-", stdin=state).out
    assert {"Fog", "Blizzard", "Thunderstorm"} <= set(re.findall(r"<text[^>]*>([^<]*)</text>", svg))
    assert "lies on the Land" in svg
    assert "lies on the Land" not in referee("show", "-", "--svg", "-", stdin=masterboard()).out


def test_stacks_of_spells_are_listed_as_far_as_they_are_known() -> None:
    legions = [
        {"id": "bk01", "player": "black", "land": 1, "contents": ["titan", "witch"], "magi": [MAGE]},
        {"id": "rd01", "player": "red", "land": 2, "contents": ["titan", "ogre"]},
    ]
    state = masterboard(phase="movement", roll=3, legions=legions)
    assert "witch-2, 3 Spells: bats-2, heal-2, vision-1; has cast a Strategic Spell" in (
        " ".join(referee("show", "-", "--list", stdin=state).out.split())
    )


@pytest.mark.parametrize("state", STATES, ids=lambda path: Path(path).parts[-3])
def test_what_stands_where_is_told_on_short_lines(state: str) -> None:
    said = referee("show", state, "--list")
    assert said.code == 0
    assert max(map(len, said.out.split("\n"))) <= 72
    text = Path(state).read_text()
    ids = set(re.findall(r"\bid: ([\w-]+)", text))
    assert not [ident for ident in ids if ident not in said.out]


@pytest.mark.parametrize("state", STATES, ids=lambda path: Path(path).parts[-3])
def test_a_board_too_wide_for_a_mail_says_so(state: str) -> None:
    said = referee("show", state).out
    wide = max(map(len, said.split("\n")))
    assert (f"this board is {wide} columns wide; --list prints" in said) == (wide > 72)


@pytest.mark.parametrize("state", STATES, ids=lambda path: Path(path).parts[-3])
def test_a_page_fits_a_phone(state: str) -> None:
    page = referee("show", state, "--html", "-").out
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in page
    # a board keeps its size and moves in a frame of its own; what stands where is text of the page
    assert re.search(r"\.board, \.table \{ overflow-x: auto \}", page)
    assert "<svg " in page
    assert not re.search(r"<svg [^>]*role=[^>]* width=", page)
    outside = re.sub(r"<svg.*?</svg>", "", page, flags=re.S)
    ids = set(re.findall(r"\bid: ([\w-]+)", Path(state).read_text()))
    assert not [ident for ident in ids if ident not in outside]


def test_a_trace_as_a_page_fits_a_phone() -> None:
    trace = str(ROOT / "examples/battalions/ford/004.trace.yaml")
    assert '<meta name="viewport"' in referee("explain", trace, "--format", "html").out


@pytest.mark.parametrize(
    ("option", "name", "kind", "right"),
    [
        ("--svg", "x.png", "SVG", "x.svg"),
        ("--svg", "x.PDF", "SVG", "x.svg"),
        ("--svg", "x.html", "SVG", "x.svg"),
        ("--html", "x.svg", "HTML", "x.html"),
    ],
)
def test_a_file_is_what_its_ending_says(option: str, name: str, kind: str, right: str, here: Path) -> None:
    said = referee("show", SLOPE, option, name)
    assert said.code == 2
    assert f"{name}: ends in {Path(name).suffix}, but the output is {kind}; name it {right}" in said.err
    assert not list(here.iterdir())
    assert referee("show", SLOPE, option, "plain").code == 0
    assert referee("show", SLOPE, option, right).code == 0


def test_states_and_traces_are_yaml(here: Path) -> None:
    for arguments in (
        ("new", "titan", "--players", "black,red", "-o", "s.json"),
        ("adjudicate", SLOPE, str(ROOT / "examples/titan/slope/013.black.yaml"), "--trace", "t.json"),
    ):
        said = referee(*arguments)
        assert said.code == 2
        assert "the output is YAML; name it" in said.err
    assert not list(here.iterdir())


def test_the_text_of_a_battleland_names_the_hexsides_in_force(tmp_path: Path) -> None:
    """A raised hex takes the Dunes that face it away, and is surrounded by Slopes (MM 18.1.2)."""
    state = tmp_path / "state.yaml"
    piece = {"id": "lion-1", "character": "lion", "side": "defender", "hex": "D4"}
    battle = {"battleland": "desert", "attacker_side": "left", "pieces": [piece]}
    spells = [{"id": "hill-1", "spell": "hill-1", "hex": "E3", "side": "attacker"}]
    for laid in ([], spells):
        value = {"format": 1, "ruleset": "titan-magi", "battle": {**battle, "spells": laid}}
        state.write_text(yaml.safe_dump(value))
        said = " ".join(referee("show", str(state)).out.split())
        assert ("D4>E3" in said) == (not laid)
        assert ("Slope, the higher hex named first: E3>" in said) == bool(laid)
