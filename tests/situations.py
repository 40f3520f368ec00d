"""Games by mail whose next mail has a page to try: from the examples, each with a player whose turn it is."""

from __future__ import annotations

import json
import re
from email import message_from_bytes
from pathlib import Path
from typing import Any, NamedTuple

from running import referee as run_referee

import referee
from referee.core import documents

EXAMPLES = Path(__file__).parent.parent / "examples"
NOW = "2026-11-20T20:00+01:00"


class Situation(NamedTuple):
    """An example up to a step, the orders mailed then, and the player whose page is taken."""

    folder: str
    before: int
    mailed: dict[str, list[Any]]
    player: str


def orders_of(folder: str, *names: str) -> list[Any]:
    return [documents.parse((EXAMPLES / folder / f"{name}.yaml").read_bytes(), name).value for name in names]


def given(folder: str, name: str, most: int = 99) -> dict[str, list[Any]]:
    (document,) = orders_of(folder, name)
    return {document["player"]: document["orders"][:most]}


ALL = {
    "maneuver": Situation("titan/battle", 3, given("titan/battle", "004.red"), "red"),
    "strike": Situation("titan/battle", 5, given("titan/battle", "006.red"), "black"),
    "over": Situation("titan/battle", 5, {"red": ["concede battle"]}, "black"),
    "setup": Situation("titan/masterboard", 2, given("titan/masterboard", "003.red"), "black"),
    "masterboard": Situation("titan/masterboard", 20, given("titan/masterboard", "021.red"), "red"),
    "magi-battle": Situation("titan-magi/battle", 4, given("titan-magi/battle", "005.red"), "black"),
    "magi-masterboard": Situation(
        "titan-magi/tower-to-victory", 13, given("titan-magi/tower-to-victory", "014.black", 1), "black"
    ),
    "hordes-movement": Situation("hordes/ford", 0, given("hordes/ford", "001.red", 1), "red"),
    "hordes-shots": Situation("hordes/ford", 0, given("hordes/ford", "001.red", 5), "red"),
    "battalions": Situation(
        "battalions/ford", 3, given("battalions/ford", "004.red") | given("battalions/ford", "004.blue"), "red"
    ),
}
# those in which somebody may order
SITUATIONS = {name: one for name, one in ALL.items() if name != "over"}


class Page(NamedTuple):
    """A page with the player for whom it is, and the state of the game at that moment."""

    path: Path
    html: str
    player: str
    state: dict[str, Any]

    @property
    def data(self) -> dict[str, Any]:
        """What the page holds for its form."""
        found: dict[str, Any] = json.loads(re.search(r'id="data">(.*?)</script>', self.html, re.S)[1])  # type: ignore[index]
        return found

    def verdicts(self, *lines: str) -> list[str]:
        """Return what `check` says to lines that are mailed together."""
        orders = {"format": 1, "ruleset": self.state["ruleset"], "player": self.player, "orders": list(lines)}
        return [row["verdict"] for row in referee.check(self.state, orders).orders]


def before(situation: Situation) -> dict[str, Any]:
    """Return the state of an example after its first orders."""
    folder = EXAMPLES / situation.folder
    (state,) = orders_of(situation.folder, "000.state")
    names = [
        path.stem
        for path in sorted(folder.glob("*.yaml"))
        if re.fullmatch(r"\d{3}\.(?!state|dice|trace)\w+", path.stem)
    ]
    names = [name for name in names if 0 < int(name[:3]) <= situation.before]
    if names:
        found = referee.adjudicate(state, orders_of(situation.folder, *names), secret=b"s" * 32, accept_rules=True)
        assert found.state is not None, found
        state = found.state
    return {key: value for key, value in state.items() if key not in ("chain", "dice")}


def after(situation: Situation) -> dict[str, Any]:
    """Return the state of an example with the orders that were mailed carried out."""
    state = before(situation)
    heading = {"format": 1, "ruleset": state["ruleset"]}
    sheets = [{**heading, "player": player, "orders": orders} for player, orders in situation.mailed.items()]
    found = referee.adjudicate(state, sheets, secret=b"s" * 32, accept_rules=True)
    assert found.state is not None, found
    return {key: value for key, value in found.state.items() if key not in ("chain", "dice")}


def make(name: str, folder: Path) -> Page:
    """Play a situation by mail, and return the page that its player gets."""
    situation = ALL[name]
    state = before(situation)
    path = folder / "state.yaml"
    path.write_text(documents.dump(state), encoding="utf-8")
    desk = folder / "desk"
    players = [word for player in players_of(situation) for word in ("--player", f"{player}={player}@x.org")]
    said = run_referee(
        *("desk", "new", str(desk), state["ruleset"], "--state", str(path), "--now", NOW),
        *("--deadline", "72h", "--dice-in-orders", "take", *players),
    )
    assert said.code == 0, said.all
    for player, orders in situation.mailed.items():
        heading = {"turn": 2, "combat": "k1"} if "battalions" in situation.folder else {}
        sheet = {"format": 1, "ruleset": state["ruleset"], "player": player, **heading, "orders": orders}
        (desk / "inbox" / f"{player}.yaml").write_text(documents.dump(sheet), encoding="utf-8")
    said = run_referee("desk", "run", str(desk), "--now", NOW, "--json")
    assert said.code == 0, said.all
    run = json.loads(said.out)
    assert run["adjudicated"] or situation.player in run["awaiting"][0].values(), run
    return page_of(desk, situation.player, folder)


def players_of(situation: Situation) -> list[str]:
    return sorted(
        {path.stem[4:] for path in (EXAMPLES / situation.folder).glob("0*.*.yaml")} & {"black", "red", "blue"}
    )


def page_of(desk: Path, player: str, folder: Path) -> Page:
    """Return the page of the newest mail to a player."""
    mail = max((desk / "out").glob(f"*-{player}*.eml"), key=lambda path: path.stat().st_mtime_ns)
    parts = message_from_bytes(mail.read_bytes()).walk()
    html = next(bytes(part.get_payload(decode=True)) for part in parts if part.get_filename() == "report.html")
    path = folder / "report.html"
    path.write_bytes(html)
    states = sorted(desk.glob("record/*/state.yaml"))
    return Page(path, html.decode(), player, documents.parse(states[-1].read_bytes(), "state").value)
