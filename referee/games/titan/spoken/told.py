"""Questions that are asked with facts as tables know them: summons, reinforcements, flight, time and Titans."""

from __future__ import annotations

from typing import Any

from .account import Account
from .fates import Fates, actor, take_sides

_ENDS = ("flee", "concede", "agree")
_HELPING = ("have", "has", "had", "did", "was", "were", "is", "are")
_WON = {"flee": "flight", "concede": "concession", "agree": "agreement"}


def summon(account: Account, assumed: dict[str, Any]) -> str:
    """Return the line that asks whether somebody may be summoned."""
    rules, items, faults = account.rules, account.items, account.faults
    places = items.places("summon")
    told = [place for place in places if _is_past(account, place)]
    asked = [place for place in places if place not in told]
    _called(account, told)
    who = _called(account, asked or places)
    fates = Fates(account)
    who = who or _left_to_call(account)
    if who is None:
        who = next(name for name in rules.characters if rules.profile(name).summonable)
        assumed["summon"] = f"{rules.counted(who, 1)} is meant"
    account.take("summon", "had", "lost", "kill", "taken", "theirs", "another", "get", "call")
    if account.has("another") and not told and len(places) < 2:
        faults.append("another one: whether somebody has been summoned in this Engagement Phase is not said")
    side = actor(account, (asked or places)[0]) if places else None
    parts = ["summon", who, *_end(account, fates, side, bool(told), assumed)]
    alive = len(fates.of("alive"))
    if account.size is not None or alive:
        parts.append(f"alive {account.size or alive}")
        if alive and account.size not in (None, alive):
            faults.append(f"{account.size} and {alive}: how many of the legion are alive?")
    if told:
        parts.append("summoned")
    if account.take("engaged"):
        parts.append("engaged")
    if side == "defender":
        parts.append("side defender")
    take_sides(account)
    account.take("round" if account.round is not None else "phase", "alive", "left")
    _needless(account, "points", "places")
    return " ".join(parts)


def _is_past(account: Account, place: int) -> bool:
    """Return whether a summons is one that has been: I already summoned, an angel has been summoned."""
    items = account.items
    if items.text(place) not in ("summoned",):
        return False
    before = [items.text(step) for step in range(max(0, place - 4), place)]
    asks = any(text in ("can", "may", "could", "might", "able to", "allowed to") for text in before)
    return not (asks and "be" in before) and not (asks and len(items.places("summon")) == 1)


def _called(account: Account, places: list[int]) -> str | None:
    """Return whom a summons is about, right before or after it."""
    items = account.items
    for place in places:
        near = [
            items.after(place, "another", "mine", "in"),
            items.before(place, "me", "person", "attacker", "defender"),
        ]
        for step in near:
            group = items.group_at(step)
            if group is not None and group.tag is None and len(group.names) == 1:
                group.tag = "called"
                return group.names[0]
    return None


def _left_to_call(account: Account) -> str | None:
    """Return the one of whom nothing else is said, and who may be summoned: is there an angel for me?"""
    for group in account.groups:
        if group.tag is None and len(group.names) == 1 and account.rules.profile(group.names[0]).summonable:
            group.tag = "called"
            return group.names[0]
    return None


def _end(account: Account, fates: Fates, side: str | None, summoned: bool, assumed: dict[str, Any]) -> list[str]:
    """Return how the battle has ended, or when somebody was slain; what is wanting is a fault."""
    faults, has, items = account.faults, account.has, account.items
    ends = [kind for kind in _ENDS if has(kind)]
    slain = has("kill", "lost") or any(
        items.text(p).endswith(("slain", "killed", "died")) for p in items.places("nobody")
    )
    none = account.take("nobody") or _denied(account)
    account.take(*_ENDS)
    when = _when(account)
    loose = fates.of(None)
    if loose:
        faults.append(f"{', '.join(loose)}: what is this said about?")
    if none:
        if fates.of("slain"):
            faults.append("nobody, and somebody: who was slain?")
        if not slain or ends:
            faults.append("nobody: of what is this said?")
        return ["lost none"]
    if len(ends) > 1:
        faults.append("how the battle ended is said twice")
    if ends:
        return [f"won {_WON[ends[0]]}"]
    if account.take("score", "victory"):
        return ["won battle"]
    if "own" in fates.losers:
        faults.append("it is no defender who is slain; a summons follows the loss of a defender")
    if slain:
        if when is None:
            faults.append("when the defender lost somebody is not said: in the last Strike Phase, or earlier")
        return [f"lost {when or 'last'}"]
    if side != "defender" and not summoned:
        faults.append("whether a defender was slain is not said: in the last Strike Phase, earlier, or none")
    else:
        assumed["lost"] = "the answer does not hang on whether a defender was slain"
    return ["lost last"]


def _denied(account: Account) -> bool:
    """Return whether a text denies that somebody was slain: we have not killed a defender."""
    items = account.items
    for place in items.places("denial"):
        near = [step for step in items.places("kill", "lost") if place < step <= place + 3]
        helped = items.text(place - 1) in _HELPING or items.text(place).startswith(_HELPING)
        if near and helped and str(items.value(place)) in ("not", "never"):
            account.terms.use(place)
            return True
    return False


def _when(account: Account) -> str | None:
    items = account.items
    said = [kind for kind in ("last", "earlier") if account.take(kind)]
    if len(said) > 1:
        account.faults.append("in the last Strike Phase, or earlier: which is it?")
    if not said and account.has("kill", "lost"):
        just = [place for place in range(len(account.terms)) if items.text(place) in ("just", "has just", "have just")]
        return "last" if just else None
    return said[0] if said else None


def reinforce(account: Account, assumed: dict[str, Any]) -> str:
    """Return the line that asks whether the defender may take a reinforcement."""
    items, faults = account.items, account.faults
    fates, places = Fates(account), items.places("reinforce")
    account.take("reinforce", "recruit", "get", "taken", "theirs", "cantake", "call")
    asked = None
    for group in account.groups:
        near = {items.kind(items.before(group.first, "with", "by", "me", "person", "another", "cantake", "taken"))}
        near |= {items.kind(items.after(group.last, "by", "be", "with"))}
        lead = items.before(group.first)
        takes = items.kind(lead) in ("cantake", "taken", "recruit", "get", "call")
        if group.lone and asked is None and (near & {"reinforce", "recruit", "get"} or takes):
            asked, group.asked = group.names[0], True
    held = [name for one in account.groups if not one.asked and one.tag in (None, "alive") for name in one.names]
    faults += [f"how many {text} is not said" for one in account.groups if not one.asked for text in one.vague]
    terrain = _terrain(account)
    parts = ["reinforce", asked or "anybody"]
    if account.round is None and not held and account.size is None:
        faults.append("which round it is, and what the legion holds, is not said")
    if held:
        parts += ["holds", *held]
        if terrain is None:
            faults.append("in which terrain is not said")
        else:
            parts += ["in", terrain]
    if account.size is not None and account.size != len(held):
        parts.append(f"alive {account.size}")
    if account.round is not None:
        parts.append(f"round {account.round}")
    if len([place for place in places if items.text(place) == "reinforced"]) and len(places) > 1:
        parts.append("reinforced")
    if actor(account, (places or items.places("recruit"))[0]) == "attacker":
        parts.append("side attacker")
    take_sides(account)
    account.take("alive", "left")
    wrong = [name for tag in ("slain", "others", "engaged", "slayer") for name in fates.of(tag)]
    faults += [f"{', '.join(wrong)}: what is this said about?"] if wrong else []
    _needless(account, "points", "roll", *(() if held else ("places",)))
    return " ".join(parts)


def _terrain(account: Account) -> str | None:
    found = {one.terrain if one.land is None else account.graph.lands[one.land].terrain for one in account.where} - {
        None
    }
    if len(found) > 1:
        account.faults.append(f"{' and '.join(sorted(map(str, found)))}: a legion stands in one Land")
    return str(min(map(str, found))) if found else None


def flee(account: Account, assumed: dict[str, Any]) -> str:
    """Return the line that asks whether a legion may flee, and for how many points."""
    return _give_way(account, "flee")


def concede(account: Account, assumed: dict[str, Any]) -> str:
    """Return the line that asks what a concession costs."""
    return _give_way(account, "concede")


def _give_way(account: Account, verb: str) -> str:
    faults, items, rules = account.faults, account.items, account.rules
    if any(one.owner for one in account.groups):
        faults.append("whose characters these are matters to the question")
    held = [name for one in account.groups for name in one.names]
    faults += [f"how many {text} is not said" for one in account.groups for text in one.vague]
    if not held:
        faults.append("what the legion holds is not said")
        held = [next(name for name in rules.characters if not rules.profile(name).traits)]
    place = items.places(verb)[0]
    parts = [verb, *held]
    account.take("whole", *(["half"] if verb == "flee" else []))
    if account.take("answered"):
        parts.append("answered")
    if verb == "concede" and account.take("fighting"):
        parts.append("fighting")
    if _yields(account, place) == "attacker":
        parts.append("side attacker")
    grown = any(rules.characters[name].grows is not None for name in held)
    if account.had is not None and grown:
        parts.append(f"score {account.had}")
    account.take(verb, "lost", "score", "points", "get", "theirs", "worth", "kill", "had", "left", "alive")
    take_sides(account)
    if account.size not in (None, len(held)):
        faults.append(f"{account.size} characters, and {len(held)} are named")
    _needless(account, "places", "roll", "won", "round", *(() if grown else ("points",)))
    return " ".join(parts)


def _yields(account: Account, place: int) -> str | None:
    """Return the side that gives way: the one named as its subject, or the other than the one that scores."""
    items = account.items
    for side, other in (("attacker", "defender"), ("defender", "attacker")):
        for step in items.places(side):
            after, before = items.kind(items.after(step)), items.before(step)
            led = (
                items.text(step - 1) == "for" or items.text(step - 2) == "for" or items.kind(before) in ("to", "points")
            )
            if after in ("score", "get", "points") or led:
                account.terms.use(step)
                return other
    return actor(account, place)


def time_loss(account: Account, assumed: dict[str, Any]) -> str:
    """Return the line that asks who loses a battle that lasts too long."""
    rules, faults = account.rules, account.faults
    names = [name for group in account.groups for name in group.names]
    vital = [name for name in names if rules.profile(name).vital]
    if len(vital) < len(names):
        faults.append(f"{', '.join(n for n in names if n not in vital)}: who else is left makes no difference")
    if account.round is None:
        faults.append("which round it is is not said")
    account.take("timeloss", "attacker", "defender", "lost", "kill", "nobody", "score", "round", "after", "theirs")
    account.take("alive", "left", "having", "more", "round", "ahead")
    last = account.round if account.round is not None else rules.combat.rounds
    _needless(account, "points", "places", "roll", "size")
    return " ".join(["time_loss now", f"round {last}", *(["titan"] if vital else [])])


def titan_slain(account: Account, assumed: dict[str, Any]) -> str:
    """Return the line that asks who scores what when a Titan is slain."""
    rules, faults = account.rules, account.faults
    fates = Fates(account)
    vital = next(name for name in rules.characters if rules.profile(name).vital)
    slain, loose = fates.of("slain"), fates.of(None)
    said = any(vital in account.items.text(place) for place in account.items.places("whoscores"))
    if vital not in slain and (said or vital not in loose):
        slain = [vital, *slain] if said else slain
    if vital not in slain and vital in loose and not slain and not fates.of("slayer"):
        slain, loose = loose, []
    if loose:
        faults.append(f"{', '.join(loose)}: slain, alive or elsewhere is not said")
    if vital not in slain:
        faults.append("whose Titan is slain is not said")
        slain = [vital, *slain]
    faults += [f"how many {text} is not said" for one in account.groups for text in one.vague]
    parts = ["titan_slain", *slain]
    for tag in ("alive", "others", "engaged"):
        if fates.of(tag):
            parts += [tag, *fates.of(tag)]
    if account.had is not None or account.won is not None:
        parts.append(f"score {account.had if account.had is not None else account.won}")
    if account.had is not None and account.won is not None:
        faults.append(f"{account.had} and {account.won} points: which is the score of the Titan's owner?")
    if account.take("nobody"):
        parts.append("survivor no")
    account.take("whoscores", "kill", "lost", "alive", "left", "elsewhere", "engaged", "score", "points", "theirs")
    account.take("get", "had", "having", "colour")
    take_sides(account)
    _needless(account, "places", "roll", "round", "size")
    return " ".join(parts)


def _needless(account: Account, *fields: str) -> None:
    """Report facts that a question makes nothing of."""
    given: dict[str, list[Any]] = {
        "points": [n.value for n in account.points],
        "places": [one.land or one.terrain for one in account.where],
        "roll": [account.roll] if account.roll is not None else [],
        "round": [account.round] if account.round is not None else [],
        "won": [account.won] if account.won is not None else [],
        "size": [account.size] if account.size is not None else [],
    }
    for field in fields:
        account.faults += [f"{value}: what is this said about?" for value in given[field]]
