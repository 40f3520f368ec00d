"""The strict forms of questions about Spells that a legion draws, and about abilities that it uses."""

from __future__ import annotations

from .account import Account

_WON = ("score", "points", "kill", "victory")


def drawn(account: Account, legion: str) -> str:
    """Return the question how many Spells a legion draws: for the terrain it has moved to, or for a victory."""
    said = [account.items.text(place) for place in account.items.places("causes")]
    account.take("causes")
    victory = account.won is not None or account.has(*_WON) or any("terrain" not in text for text in said)
    if victory and any("terrain" in text for text in said):
        account.faults.append("for the terrain, or for a victory: ask of one")
    if not victory:
        return f"draw {legion} for terrain"
    points = account.won if account.won is not None else account.had
    if account.has("kill") and len(account.groups) > 1:
        account.faults.append("characters of several players: ask of one legion at a time")
    if points is None:
        account.faults.append("how many points are won is not said")
    account.had = None
    return f"draw {legion} for victory points {points or 0}"


def used(account: Account, legion: str, to: str | None) -> str:
    """Return the question whether a legion may use an ability on the Masterboard."""
    places = account.items.places("ability")
    account.terms.use(*places)
    names = list(dict.fromkeys(str(account.items.value(place)) for place in places))
    if len(names) > 1:
        account.faults.append(f"{' and '.join(names)}: ask of one ability at a time")
    return f"invoke {names[0]} by {legion}" + (f" at {to}" if to is not None else "")
