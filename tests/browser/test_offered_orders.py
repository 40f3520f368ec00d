"""What the order form offers is what `legal` lists, and each of its lines is accepted by `check`."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import situations
from running import referee as run_referee
from seeds import sampled
from situations import NOW, SITUATIONS, Page

import referee
from referee.core.game.trace import Step, Trace
from referee.desk.out import form, page
from referee.desk.out.form import Choice, Offer, Offers

# so many lines of a page are tried
_MOST = 60
_HOSTILE = (
    '<img src=x onerror="window.broken = 1">',
    "</script><script>window.broken = 1</script>",
    "\"'&<!--{{ 7 * 7 }}",
)


def legal_rows(found: Page) -> list[dict[str, object]]:
    """Return the rows of `legal` that playing on can take back."""
    rows: list[dict[str, object]] = json.loads(json.dumps(list(referee.legal(found.state, player=found.player).legal)))
    return [row for row in rows if not {"concede", "stop", "disturb"} & row.keys()]


@pytest.mark.parametrize("name", sampled(SITUATIONS, 5))
def test_the_form_offers_the_rows_of_legal_as_lines_that_read_back_as_them(
    name: str, page_for: Callable[[str], Page]
) -> None:
    found = page_for(name)
    rows = found.data["rows"]
    assert [row["row"] for row in rows] == legal_rows(found)
    for row in random.Random(name).sample(rows, min(len(rows), _MOST)):
        order = {key: value for key, value in row["row"].items() if key != "told"}
        first = {"format": 1, "ruleset": found.state["ruleset"], "player": found.player}
        by_line = referee.check(found.state, {**first, "orders": [row["line"]]})
        by_row = referee.check(found.state, {**first, "orders": [order]})
        assert by_line.legal, (row["line"], by_line)
        assert by_line == by_row


@pytest.mark.parametrize("name", sampled(SITUATIONS, 5))
def test_a_page_without_javascript_holds_every_line(name: str, page_for: Callable[[str], Page]) -> None:
    found = page_for(name)
    listed = re.search(r'<details id="all" open>.*?<pre>(.*?)</pre>', found.html, re.S)
    assert listed is not None
    lines = [line.partition("  # ")[0] for line in listed[1].strip().split("\n")]
    assert lines == [page_text(row["line"]) for row in found.data["rows"]]
    assert "<details><summary>" in found.html


def page_text(line: str) -> str:
    from markupsafe import escape

    return str(escape(line))


@pytest.mark.slow
def test_odds_are_told_where_dice_are_rolled(page_for: Callable[[str], Page]) -> None:
    assert {
        row["note"].partition("; ")[0] for row in page_for("strike").data["rows"] if "slain" in row.get("note", "")
    } == {"dice 6"}
    assert any("gone" in row.get("note", "") for row in page_for("hordes-shots").data["rows"])


def test_the_piece_that_acts_is_known(page_for: Callable[[str], Page]) -> None:
    rows = {row["line"]: row for row in page_for("strike").data["rows"]}
    assert rows["strike ogre-1 at lion-1"]["pieces"] == ["ogre-1"]
    assert not any(line.startswith("concede") for line in rows)
    assert page_for("strike").data["places"]["ogre-1"] == "E5"
    commands = page_for("battalions").data["rows"]
    assert {tuple(row["pieces"]) for row in commands} == {("oak",)}


@pytest.mark.slow
def test_a_phase_that_cannot_end_yet_may_end_after_other_lines(page_for: Callable[[str], Page]) -> None:
    later = {name: page_for(name).data["later"] for name in SITUATIONS}
    assert later["strike"] == ["end strike"]
    assert later["masterboard"] == ["end movement"]
    assert later["maneuver"] == later["setup"] == later["battalions"] == []
    assert page_for("strike").verdicts("end strike") == ["refused"]
    assert page_for("strike").verdicts("strike ogre-1 at lion-1", "end strike")[0] == "legal"
    moves = [row["line"] for row in page_for("masterboard").data["rows"] if "move" in row["row"]]
    assert any(page_for("masterboard").verdicts(line, "end movement") == ["legal", "legal"] for line in moves)


def test_choices_that_go_together_or_apart_are_known_from_check(page_for: Callable[[str], Page]) -> None:
    starts = [row for row in page_for("setup").data["rows"] if "start" in row["row"]]
    assert starts
    for row in starts:
        ties = {one["field"]: (one.get("needs", ""), one.get("apart", "")) for one in row["choices"]}
        assert ties == {"as": ("", ""), "other": ("", "as")}


def hostile_page(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Page:
    """Return a page in which lines, names, remarks, reasons and rules are hostile."""
    said = " ".join(_HOSTILE)
    rows = [
        Offer(
            {"move": text, "told": {"must": True}},
            f"move {text}",
            [text],
            [text, said],
            said,
            [Choice(text, "", [text, said], [text, said], most)],
        )
        for most, text in enumerate(_HOSTILE, 1)
    ]
    monkeypatch.setattr(page, "offers_of", lambda *_: Offers(rows, 3, together=True))
    told = page.story

    def story(trace: Trace, rules: object) -> dict[str, object]:
        steps = [Step(text, notes=[said], cites=[text]) for text in _HOSTILE]
        return told(msgspec.structs.replace(trace, steps=[*trace.steps, *steps], title=said), rules)  # type: ignore[arg-type]

    monkeypatch.setattr(page, "story", story)
    return situations.make("strike", folder)


def test_hostile_texts_stay_texts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = hostile_page(monkeypatch, tmp_path)
    assert "<img" not in found.html
    assert found.html.count("<script") == found.html.count("</script>") == 2
    assert "{{" not in found.html.replace("{{ 7 * 7 }}", "")
    assert [row["line"] for row in found.data["rows"]] == [f"move {text}" for text in _HOSTILE]


def test_a_page_holds_no_more_than_so_many_orders_and_says_how_many_there_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(form, "MOST", 10)
    found = situations.make("maneuver", tmp_path)
    assert [row["row"] for row in found.data["rows"]] == legal_rows(found)[:10]
    assert f"There are {len(legal_rows(found)) - 10} more" in found.html


def test_a_master_lays_a_block_over_the_page(tmp_path: Path) -> None:
    said = run_referee(
        *("desk", "new", str(tmp_path / "duel"), "titan", "--game", "duel", "--battleland", "plains"),
        *(
            "--attacking",
            "ogre",
            "--defending",
            "lion",
            "--player",
            "black=a@x.org",
            "--player",
            "red=b@x.org",
            "--now",
            NOW,
        ),
    )
    assert said.code == 0, said.all
    own = tmp_path / "duel" / "templates"
    own.mkdir()
    (own / "page.html.j2").write_text(
        '{% extends "desk/page.html.j2" %}{% block top %}'
        "<h1>Hello {{ player }} <{{ subject }}></h1>{{ super() }}{% endblock %}"
    )
    (tmp_path / "duel" / "inbox" / "red.txt").write_text("enter lion-1 to D6\n")
    said = run_referee("desk", "run", str(tmp_path / "duel"), "--now", NOW)
    assert said.code == 0, said.all
    found = situations.page_of(tmp_path / "duel", "red", tmp_path)
    assert "<h1>Hello red <[duel 1]" in found.html
    assert 'id="story-title"' in found.html
