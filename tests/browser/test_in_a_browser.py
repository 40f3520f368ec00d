"""Pages opened in Chromium: wide and narrow, by tap and by keyboard, without JavaScript, with hostile texts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from running import referee as run_referee
from seeds import part, sampled
from situations import NOW, SITUATIONS, Page, page_of
from test_offered_orders import _HOSTILE, hostile_page

from referee.desk.out import page as pages
from referee.desk.out.form import Offer, Offers

NARROW, WIDE = (390, 844), (1280, 900)
Opener = Callable[..., Any]


@contextmanager
def opened(chromium: Any, found: Page, size: tuple[int, int] = WIDE, **given: Any) -> Iterator[Any]:
    """Open a page; nothing may be loaded, reported on the console, or wider than the window."""
    narrow = size == NARROW
    width, height = size
    context = chromium.new_context(
        viewport={"width": width, "height": height}, has_touch=narrow, is_mobile=narrow, offline=True, **given
    )
    wrong: list[str] = []
    tab = context.new_page()
    tab.set_default_timeout(5000)
    tab.on("console", lambda message: wrong.append(message.text))
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("request", lambda request: wrong.append(request.url) if request.url != found.path.as_uri() else None)
    tab.goto(found.path.as_uri())
    try:
        yield tab
        if given.get("java_script_enabled", True):
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert wrong == []
    finally:
        context.close()


def mail(tab: Any) -> list[str]:
    """Return the lines of the mail as the page shows them; the link holds the same."""
    lines = tab.locator("#mail").inner_text().strip().split("\n")
    link = unquote(tab.locator("#send").get_attribute("href"))
    assert link.split("&body=")[1].split() == " ".join(lines).split()
    return [line for line in lines if line]


@pytest.mark.slow
@pytest.mark.parametrize("name", part(SITUATIONS, 2))
def test_every_page_fits_a_phone_and_a_screen(name: str, page_for: Callable[[str], Page], chromium: Any) -> None:
    found = page_for(name)
    for size in (NARROW, WIDE):
        with opened(chromium, found, size) as tab:
            assert tab.locator("#form").is_visible()
            assert tab.locator("#pieces button, #others button").count() > 0
            # what unfolds is no wider
            tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
            for chip in tab.locator("#pieces button").all()[:3]:
                chip.click()
                assert tab.locator("#panel").is_visible()
                assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", part(SITUATIONS, 2))
def test_every_line_that_the_form_can_write_is_accepted(
    name: str, page_for: Callable[[str], Page], chromium: Any
) -> None:
    """Each piece, each of its orders, each of the choices of some, and all the boxes that may be ticked."""
    found = page_for(name)
    with opened(chromium, found) as tab:
        written = tab.evaluate(_EVERY_LINE)
    assert {row["line"] for row in found.data["rows"]} <= set(written)
    lines = [line for line in dict.fromkeys(written) if line not in found.data["later"]]
    step = max(1, len(lines) // 80)
    for line in lines[::step]:
        assert found.verdicts(line) in (["legal"], ["open"]), line


_EVERY_LINE = """() => {
  const out = [];
  for (const chip of document.querySelectorAll("#others [data-line]")) out.push(chip.dataset.line);
  const keys = [...document.querySelectorAll("[data-group]")].map((chip) => chip.dataset.group);
  for (const key of keys) {
    document.querySelector(`[data-group="${CSS.escape(key)}"]`).click();
    for (const more of document.querySelectorAll("#choices > button:not([data-line])")) more.click();
    for (const one of document.querySelectorAll("#choices [data-line]")) out.push(one.dataset.line);
    for (const row of document.querySelectorAll("#choices .row")) {
      const said = row.querySelector("[data-line]");
      const changed = (control) => {
        control.dispatchEvent(new Event("change", { bubbles: true }));
        out.push(said.dataset.line);
      };
      for (const select of row.querySelectorAll("select")) {
        for (const option of select.options) {
          if (!select.disabled && !option.disabled) { select.value = option.value; changed(select); }
        }
      }
      for (const box of row.querySelectorAll("input[type=checkbox]")) {
        if (!box.disabled) { box.checked = true; changed(box); }
      }
    }
    document.getElementById("close").click();
  }
  return out;
}"""


def test_an_order_is_composed_by_tapping_the_board(page_for: Callable[[str], Page], chromium: Any) -> None:
    found = page_for("strike")
    with opened(chromium, found, NARROW) as tab:
        tab.locator("#boards g[data-names~='ogre-1']").tap()
        panel = tab.locator("#panel")
        assert panel.is_visible()
        assert "dice 6" in panel.inner_text()
        assert "slain" in panel.inner_text()
        # two ways to strike the Lion, one with a choice to strike the Centaur
        tab.locator("#boards g[data-names~='lion-1']").tap()
        assert "lion-1" in tab.locator("#panel-title").inner_text()
        panel.get_by_role("button", name="strike ogre-1 at lion-1", exact=True).tap()
        assert mail(tab) == ["strike ogre-1 at lion-1"]
        assert "Added" in tab.locator("#said").inner_text()


@pytest.mark.slow
def test_a_move_is_composed_by_tapping_piece_and_hex(page_for: Callable[[str], Page], chromium: Any) -> None:
    with opened(chromium, page_for("maneuver"), NARROW) as tab:
        rows = page_for("maneuver").data["rows"]
        row = next(row for row in rows if row["line"].startswith("move ") and not row.get("choices"))
        place = row["names"][-1]
        tab.locator(f"#boards g[data-names~='{row['pieces'][0]}']").tap()
        tab.locator(f"#boards polygon[data-names~='{place}']").dispatch_event("click")
        assert mail(tab) == [row["line"]]
        assert page_for("maneuver").verdicts(row["line"]) == ["legal"]
        # the same again takes it back
        tab.locator(f"#boards polygon[data-names~='{place}']").dispatch_event("click")
        assert tab.locator("#lines li").count() == 0


@pytest.mark.slow
def test_orders_are_composed_ordered_and_removed_by_keyboard(page_for: Callable[[str], Page], chromium: Any) -> None:
    found = page_for("maneuver")
    with opened(chromium, found) as tab:
        chip = tab.locator("#pieces button").first
        chip.focus()
        tab.keyboard.press("Enter")
        assert tab.evaluate("document.activeElement.id") == "panel"
        tab.keyboard.press("Tab")
        assert tab.evaluate("document.activeElement.id") == "close"
        tab.keyboard.press("Tab")
        first = tab.evaluate("document.activeElement.dataset.line")
        tab.keyboard.press("Space")
        assert tab.evaluate("document.activeElement.dataset.line") == first
        assert tab.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
        tab.keyboard.press("Escape")
        assert not tab.locator("#panel").is_visible()
        assert tab.evaluate("document.activeElement.dataset.group").startswith("piece ")
        end = tab.get_by_role("button", name="end maneuver")
        end.focus()
        tab.keyboard.press("Enter")
        own = tab.get_by_label("A line of your own")
        own.focus()
        tab.keyboard.type("press to black: well met")
        tab.keyboard.press("Enter")
        assert mail(tab) == [first, "end maneuver", "press to black: well met"]
        assert found.verdicts(first, "end maneuver") == ["legal", "legal"]
        tab.get_by_role("button", name="Move up line 3").focus()
        tab.keyboard.press("Enter")
        assert tab.evaluate("document.activeElement.dataset.act") == "Move up 1"
        assert mail(tab)[1] == "press to black: well met"
        tab.get_by_label("Line 2", exact=True).fill("salt sea")
        tab.get_by_role("button", name="Remove line 1").focus()
        tab.keyboard.press("Enter")
        assert mail(tab) == ["salt sea", "end maneuver"]
        assert tab.evaluate("document.activeElement.getAttribute('aria-label')") == "Line 1"
        tab.get_by_label("Find an order").fill("end man")
        assert tab.locator("#choices [data-line]").count() >= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["masterboard", "battalions", "hordes-movement"])
def test_what_the_form_wrote_is_taken_by_the_desk(
    name: str, page_for: Callable[[str], Page], chromium: Any, tmp_path: Path
) -> None:
    found = page_for(name)
    with opened(chromium, found) as tab:
        piece = next(row["pieces"][0] for row in found.data["rows"] if row.get("pieces"))
        tab.locator(f"[data-group='piece {piece}']").click()
        tab.locator("#choices [data-line]").first.click()
        lines = mail(tab)
        link = unquote(tab.locator("#send").get_attribute("href"))
    subject = re.search(r"subject=([^&]*)", link)
    assert subject is not None
    text = (
        f"From: {found.player}@x.org\nSubject: Re: {subject[1]} to order\n\n" + "\n".join(lines) + "\n\nCheers\n> end\n"
    )
    path = tmp_path / "answer.eml"
    path.write_text(text)
    said = run_referee("desk", "run", str(found.path.parent / "desk"), str(path), "--preview", "--json", "--now", NOW)
    assert said.code == 0, said.all
    (taken,) = json.loads(said.out)["taken"]
    assert (taken["player"], taken["problems"], len(taken["understood"])) == (found.player, [], len(lines))


@pytest.mark.slow
def test_a_point_of_the_table_is_tapped(page_for: Callable[[str], Page], chromium: Any) -> None:
    found = page_for("hordes-movement")
    row = next(row for row in found.data["rows"] if row["line"].startswith("move "))
    for size in (NARROW, WIDE):
        with opened(chromium, found, size) as tab:
            tab.locator(f"[data-group='piece {row['pieces'][0]}']").click()
            add = tab.locator("#choices .row [data-line]").first
            board = tab.locator("#boards svg[data-paces]")
            outline = board.locator("polygon").first.bounding_box()
            # three quarters from the left, a quarter from the top, of a table of 2400 paces
            position = {"x": outline["width"] * 3 / 4, "y": outline["height"] / 4}
            board.locator("polygon").first.click(position=position, force=True)
            line = add.get_attribute("data-line")
            # where it goes and how far it may go is drawn, and what that takes is said
            assert board.locator(".marks .planned").count() == 1
            assert board.locator(".marks circle.reach").count() > 1
            assert "paces in straight lines" in tab.locator("#said").inner_text()
            x, y = (float(re.search(rf"{name} ([\d.]+)", line)[1]) for name in "xy")  # type: ignore[index]
            assert abs(x - 1800) < 15
            assert abs(y - 1800) < 15
            tab.locator("#choices input[aria-label$='facing']").first.fill("45")
            add.click()
            assert "facing 45" in mail(tab)[0]
            assert found.verdicts(mail(tab)[0]) in (["legal"], ["refused"])


@pytest.mark.slow
def test_without_javascript_the_page_is_still_the_report(page_for: Callable[[str], Page], chromium: Any) -> None:
    found = page_for("strike")
    for size in (NARROW, WIDE):
        with opened(chromium, found, size, java_script_enabled=False) as tab:
            assert not tab.locator("#form").is_visible()
            assert "strike ogre-1 at lion-1" in tab.locator("#all pre").inner_text()
            reasons = tab.locator("#story details").first
            reasons.locator("summary").click()
            cite = reasons.locator("a.cite").first
            cite.click()
            assert tab.locator(cite.get_attribute("href")).is_visible()


@pytest.mark.slow
def test_a_game_that_is_over_has_no_form(page_for: Callable[[str], Page], chromium: Any) -> None:
    with opened(chromium, page_for("over"), NARROW) as tab:
        assert "The game is over." in tab.locator("header").inner_text()
        assert not tab.locator("#orders").is_visible()
        assert tab.locator("#story li").count() > 0


@pytest.mark.slow
def test_rules_are_shown_on_hover_on_focus_and_on_tap(page_for: Callable[[str], Page], chromium: Any) -> None:
    found = page_for("strike")
    with opened(chromium, found) as tab:
        tab.locator("#story summary").first.click()
        cite, box = tab.locator("#story a.cite").first, tab.locator("#rule")
        cite.hover()
        assert cite.inner_text() in box.inner_text()
        assert tab.locator(f"#{cite.get_attribute('aria-describedby')}").text_content() in box.inner_text()
        tab.mouse.move(0, 0)
        assert not box.is_visible()
        cite.focus()
        assert box.is_visible()
        tab.keyboard.press("Escape")
        assert not box.is_visible()
        assert "rolled" in tab.locator("#story .dice").first.get_attribute("aria-label")
    with opened(chromium, found, NARROW) as tab:
        tab.locator("#story summary").first.tap()
        tab.locator("#story a.cite").first.tap()
        assert tab.locator("#rule").is_visible()


@pytest.mark.slow
def test_a_draft_outlives_the_page_and_the_page_lives_without_one(
    page_for: Callable[[str], Page], chromium: Any
) -> None:
    found = page_for("maneuver")
    with opened(chromium, found) as tab:
        tab.get_by_role("button", name="end maneuver").click()
        tab.reload()
        assert mail(tab) == ["end maneuver"]
        tab.get_by_role("button", name="Clear all").click()
        tab.reload()
        assert tab.locator("#lines li").count() == 0
    with opened(chromium, found) as tab:
        tab.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })")
        tab.reload()
        tab.get_by_role("button", name="end maneuver").click()
        assert mail(tab) == ["end maneuver"]


@pytest.mark.slow
def test_the_lines_are_copied(page_for: Callable[[str], Page], chromium: Any) -> None:
    with opened(chromium, page_for("maneuver"), permissions=["clipboard-read", "clipboard-write"]) as tab:
        tab.get_by_role("button", name="end maneuver").click()
        tab.get_by_role("button", name="Copy the lines").click()
        tab.wait_for_function("document.getElementById('said').textContent.startsWith('Copied')")
        assert tab.evaluate("navigator.clipboard.readText()") == "end maneuver\n"


@pytest.mark.slow
def test_the_word_agreed_with_the_master_stands_in_the_mail_and_in_no_draft(tmp_path: Path, chromium: Any) -> None:
    said = run_referee(
        *("desk", "new", str(tmp_path / "duel"), "titan", "--game", "duel", "--battleland", "plains", "--now", NOW),
        *("--attacking", "ogre", "--defending", "lion", "--player", "black=a@x.org", "--player", "red=b@x.org"),
        *("--word", "red=plover"),
    )
    assert said.code == 0, said.all
    found = page_of(tmp_path / "duel", "red", tmp_path)
    assert "plover" not in found.html
    with opened(chromium, found, NARROW) as tab:
        tab.locator("[data-group='piece lion-1']").click()
        tab.locator("#choices [data-line]").first.click()
        tab.get_by_label("The word agreed with the master").fill("plover")
        assert mail(tab)[0] == "word plover"
        assert "plover" not in tab.evaluate("JSON.stringify(localStorage)")


@pytest.mark.parametrize("width", sampled(["narrow", "wide"], 2))
def test_hostile_texts_stay_texts_in_a_browser(
    width: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chromium: Any
) -> None:
    found = hostile_page(monkeypatch, tmp_path)
    with opened(chromium, found, NARROW if width == "narrow" else WIDE) as tab:
        for chip in tab.locator("#pieces button").all():
            chip.click()
            tab.locator("#choices [data-line]").first.click()
        tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        for cite in tab.locator("#story a.cite").all()[-3:]:
            cite.focus()
        assert [line.removeprefix("move ") for line in mail(tab)] == list(_HOSTILE)
        assert tab.evaluate("window.broken") is None
        assert tab.locator("main img, main script").count() == 0


@pytest.mark.slow
def test_thousands_of_orders_are_found_quickly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chromium: Any) -> None:
    from situations import make

    rows = [Offer({"move": f"p{n % 90}"}, f"move p{n % 90} to {n}", [f"p{n % 90}"], [str(n)]) for n in range(5000)]
    monkeypatch.setattr(pages, "offers_of", lambda *_: Offers(rows))
    found = make("strike", tmp_path)
    # a page stays small, and says how many it has left out
    assert len(found.html.encode()) < pages.LARGEST
    held = len(found.data["rows"])
    assert 300 < held < 5000
    assert f"There are {5000 - held} more" in found.html
    with opened(chromium, found, NARROW) as tab:
        tab.get_by_label("Find an order").fill("move p7 to 97")
        assert "with “move p7 to 97”" in tab.locator("#panel-title").inner_text()
        tab.get_by_label("Find an order").fill("move")
        assert tab.locator("#choices [data-line]").count() == 60
        took = tab.evaluate("""() => { const from = performance.now();
            document.querySelector("[data-group='piece p7']").click(); return performance.now() - from }""")
        assert took < 1000


_LABELS = """() => [...document.querySelectorAll("#boards .board > svg")].map((svg) => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return Math.min(...[...svg.querySelectorAll(":scope > text, :scope > g:not(.marks) text")]
    .map((text) => text.getAttribute("font-size") * scale));
})"""


@pytest.mark.slow
def test_the_masterboard_opens_readable_on_the_players_own_legions(
    page_for: Callable[[str], Page], chromium: Any
) -> None:
    found = page_for("masterboard")
    with opened(chromium, found, NARROW) as tab:
        assert min(tab.evaluate(_LABELS)) >= 10.99
        frame = tab.locator("#boards .board").bounding_box()
        seen = [tab.locator(f"#boards g[data-names~='{name}']").bounding_box() for name in found.data["own"]]
        assert any(
            frame["x"] <= box["x"] <= frame["x"] + frame["width"]
            and frame["y"] <= box["y"] <= frame["y"] + frame["height"]
            for box in seen
        )
        # the whole board fits its frame, and a Land says its name
        tab.get_by_role("button", name="Show the whole board").tap()
        assert tab.locator("#boards .board > svg").bounding_box()["width"] <= frame["width"]
        tab.locator("#boards polygon >> nth=0").dispatch_event("click")
        assert re.match(r"\w+ \d+: nothing to order", tab.locator("#said").inner_text())
        # a legion that is chosen in the list comes into sight
        tab.get_by_role("button", name="Larger").tap()
        tab.locator("[data-group='piece rd03']").tap()
        box, frame = (
            tab.locator("#boards g[data-names~='rd03']").bounding_box(),
            tab.locator("#boards .board").bounding_box(),
        )
        assert frame["x"] <= box["x"] <= frame["x"] + frame["width"]


@pytest.mark.slow
def test_one_place_for_a_piece_and_one_piece_for_a_place(page_for: Callable[[str], Page], chromium: Any) -> None:
    rows = page_for("maneuver").data["rows"]
    moves = [row for row in rows if row.get("stands")]
    first = moves[0]
    other = next(row for row in moves if row["pieces"] != first["pieces"] and row["stands"] == first["stands"])
    again = next(row for row in moves if row["pieces"] == first["pieces"] and row["stands"] != first["stands"])

    def choose(tab: Any, row: dict[str, Any]) -> None:
        chip = tab.locator(f"[data-group='piece {row['pieces'][0]}']")
        if chip.get_attribute("aria-expanded") != "true":
            chip.click()
        tab.locator(f"#choices [data-line='{row['line']}']").click()

    with opened(chromium, page_for("maneuver")) as tab:
        choose(tab, first)
        # the counter itself is drawn where it goes
        assert tab.locator(".marks .planned text").text_content() == first["pieces"][0]
        choose(tab, other)
        assert f"{first['stands']} is taken" in tab.locator("#said").inner_text()
        assert mail(tab) == [first["line"]]
        choose(tab, again)
        assert mail(tab) == [again["line"]]
        assert "Instead of" in tab.locator("#said").inner_text()


@pytest.mark.slow
def test_a_unit_selects_its_battalion_and_a_number_is_written(page_for: Callable[[str], Page], chromium: Any) -> None:
    found = page_for("battalions")
    with opened(chromium, found) as tab:
        tab.locator("#boards g[data-names~='dora'], #boards g[data-names~='oak']").first.click()
        assert tab.locator("#panel-title").inner_text() == "oak"
        row = tab.locator("#choices .row", has_text="advance").first
        row.locator("summary").click()
        row.locator("input[type=number]").fill("3")
        row.locator("[data-line]").click()
        assert mail(tab) == ["command advance battalion oak number 3 relative_to kite"]
        assert found.verdicts(*mail(tab)) == ["legal"]


@pytest.mark.slow
def test_spells_are_listed_under_their_printed_names_and_kinds(page_for: Callable[[str], Page], chromium: Any) -> None:
    with opened(chromium, page_for("magi-battle")) as tab:
        tab.locator("[data-group='piece sorcerer-1']").click()
        assert "Blaze (" in tab.locator("#choices h5").first.inner_text()
        tab.get_by_label("Find an order").fill("blaze (")
        assert tab.locator("#choices [data-line]").count() > 3


@pytest.mark.slow
def test_a_page_for_somebody_who_is_not_awaited_says_so(page_for: Callable[[str], Page]) -> None:
    found = page_for("masterboard")
    other = page_of(found.path.parent / "desk", "black", found.path.parent)
    assert "Nothing is awaited from you now." in other.html
    assert "Nothing is awaited from you now." not in found.html
