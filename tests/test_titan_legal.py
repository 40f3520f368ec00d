"""What `legal` lists in Titan, where a case cannot say it."""

from __future__ import annotations

from typing import Any

from referee import api
from referee.core.adjudication.legal import legal_rows


def test_a_reinforcement_is_listed_though_its_entry_hexes_are_full_at_the_moment() -> None:
    own = {"D1": "ogre", "E1": "lion", "F1": "lion"}
    pieces: list[dict[str, Any]] = [{"id": "lion-9", "character": "lion", "side": "attacker", "hex": "B4"}]
    pieces += [
        {"id": f"{kind}-{hex_}", "character": kind, "side": "defender", "hex": hex_} for hex_, kind in own.items()
    ]
    battle = {
        "battleland": "hills",
        "attacker_side": "left",
        "round": 4,
        "phase": "maneuver",
        "active": "defender",
        "players": {"attacker": "black", "defender": "red"},
        "may_muster": ["ogre"],
        "attacker_entered": True,
        "pieces": pieces,
    }
    head = {"format": 1, "ruleset": "titan"}
    state = {**head, "battle": battle}
    session = api.open_session(api.document_of(state, "state"))
    listed = legal_rows(session.game, session.game.open(session.state, session.rules))
    assert {"muster": "ogre"} in listed
    orders: list[Any] = [{"muster": "ogre"}, {"move": "lion-F1", "to": "F3"}, {"enter": "ogre-1", "to": "F1"}]
    assert api.check(state, [{**head, "player": "red", "orders": orders}])["legal"]
