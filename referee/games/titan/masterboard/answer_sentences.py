"""Answers about the Masterboard in sentences and short lists that a player can read aloud."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Sentence

from .legion import Legion
from .position import MasterboardPosition
from .rulings.acquiring import barred, row_at
from .rulings.mustering import needed_for
from .supposing import LEGION


def refused(position: MasterboardPosition, answer: Answer) -> list[Sentence]:
    """Return the reasons of an answer as sentences; none if the answer has none."""
    return [Sentence(f"{_begun(position, b['message'])}.", tuple(b["cite"])) for b in answer.answer.get("because", [])]


def _begun(position: MasterboardPosition, message: str) -> str:
    """Return a message with a capital first letter, unless it begins with a legion's marker."""
    return message if message.split()[0] in position.legions else message[0].upper() + message[1:]


def travel(position: MasterboardPosition, legion: Legion, roll: int, answer: Answer) -> list[Sentence]:
    """Return in sentences where a legion may end its move or teleport, whom it engages and by which side."""
    cite, graph, given = position.rules.cite, position.graph, answer.answer
    out = refused(position, answer)
    if out:
        return out
    ways: dict[str, list[str]] = given["destinations"]
    free = [graph.titled(land) for land in ways if not position.at(land)]
    signs = (*cite("signs"), *cite("full_count"))
    if free:
        message = f"{position.named(legion)} may end its move of {roll} in {listed(free)}."
        out.append(Sentence(message, signs))
    for land, sides in ways.items():
        if enemies := _enemies(position, legion, land):
            by = f", and enters from the {listed(sides)}"
            rule = cite("tower_entry" if graph.is_tower(land) else "entry_side")
            message = f"{position.named(legion)} may attack {enemies} in {graph.titled(land)}{by}."
            out.append(Sentence(message, (*signs, *rule)))
        elif land == legion.land:
            message = f"{position.named(legion)} may end its move of {roll} where it began."
            out.append(Sentence(message, (*cite("signs"), *cite("loop"))))
    if not ways:
        out.append(Sentence(f"{position.named(legion)} has nowhere to end a move of {roll}.", signs))
    out += _teleports(position, legion, given["teleports"])
    return [replace(sentence, verdict=True) for sentence in out]


def _teleports(position: MasterboardPosition, legion: Legion, jumps: dict[str, list[str]]) -> list[Sentence]:
    cite, graph = position.rules.cite, position.graph
    out = []
    vacant = [land for land in jumps if not position.at(land)]
    towers = [land for land in graph.towers if land in vacant]
    if vacant:
        lands = [land for land in vacant if land not in towers]
        message = f"It may teleport to any of these Towers: {', '.join(towers)}; or Lands: {', '.join(lands)}."
        out.append(Sentence(message, cite("tower_teleport")))
    for land in jumps:
        if enemies := _enemies(position, legion, land):
            rule = cite("tower_entry" if graph.is_tower(land) else "titan_side")
            message = (
                f"It may teleport to {enemies} in {graph.titled(land)}, and enters from the {listed(jumps[land])}."
            )
            out.append(Sentence(message, (*cite("titan_teleport"), *rule)))
    return out


def _enemies(position: MasterboardPosition, legion: Legion, land: str) -> str:
    enemies = [x for x in position.at(land) if x.player != legion.player]
    return " and ".join(x.id if x.id == x.player else f"{x.id} of {x.player}" for x in enemies)


def muster(position: MasterboardPosition, legion: Legion, answer: Answer) -> list[Sentence]:
    """Return what a legion may muster: a line for each character, with what is shown for it."""
    cite, rules = position.rules.cite, position.rules
    out = refused(position, answer)
    if out and not answer.answer["recruits"]:
        first = answer.answer["because"][0]
        out = [Sentence(f"Nobody can be mustered: {first['message']}.", out[0].cites), *out[1:]]
    rule = cite("tower_muster" if position.graph.is_tower(legion.land) else "muster")
    recruits = answer.answer["recruits"]
    if recruits:
        out.append(Sentence(f"{_holder(position, legion)} may muster one of these:", rule))
        for name, ways in recruits.items():
            shown = listed([_shown(position, way) for way in ways])
            out.append(Sentence(f"- {rules.counted(name, 1)}, showing {shown}"))
    elif not out:
        known = "" if legion.contents is not None else ", as far as is known"
        out.append(Sentence(f"{_holder(position, legion)} can muster nobody there{known}.", rule))
    return out


def one_recruit(position: MasterboardPosition, legion: Legion, recruit: str, can: bool) -> Sentence:
    """Return whether a recruit can be mustered, and what it needs in that terrain (LoT 18.2)."""
    rules, terrain = position.rules, position.graph.lands[legion.land].terrain
    title, there = rules.counted(recruit, 1), position.graph.table.terrains[terrain].title
    ways, changed = needed_for(position, legion, recruit)
    title, cite = title[0].upper() + title[1:], tuple(dict.fromkeys([*position.rules.cite("muster"), *changed]))
    needs = listed([rules.counted(name, number) if name else "nobody" for name, number in ways])
    if can and not any(name for name, _ in ways):
        return Sentence(f"Yes. Any legion may muster {rules.counted(recruit, 1)} in {there}.", cite)
    if can:
        return Sentence(f"Yes. {title} needs {needs} in {there}.", cite)
    if not ways:
        return Sentence(f"No. {title} is not mustered in {there}.", cite)
    return Sentence(f"No. {title} needs {needs} in {there}.", cite)


def _holder(position: MasterboardPosition, legion: Legion) -> str:
    """Return a legion as an answer names it; one that is only a list of characters by what it holds."""
    if legion.id != LEGION:
        return position.named(legion)
    held = Counter(position.rules.in_chart_order(legion.contents or []))
    named = listed([position.rules.counted(name, number) for name, number in held.items()], "and")
    return f"In {position.graph.table.terrains[position.graph.lands[legion.land].terrain].title}, {named}"


def _shown(position: MasterboardPosition, way: list[Any]) -> str:
    """Return what is shown in words: so many of a kind, and who stands in for one more."""
    if not way:
        return "nobody"
    name, number, *more = way
    return " and ".join(position.rules.counted(one, many) for one, many in ((name, number), *((x, 1) for x in more)))


def at_least(answer: Answer) -> str:
    """Return the words before a value that is more where some Spells that count in it are secret."""
    return "at least " if "stacks" in answer.assumed else ""


def value(position: MasterboardPosition, legion: Legion, answer: Answer) -> list[Sentence]:
    """Return the value of a legion in sentences."""
    given, cite = answer.answer, position.rules.cite
    if given["points"] is None:
        return refused(position, answer)
    out = [Sentence(f"{position.named(legion)} is worth {at_least(answer)}{given['points']} points.", cite("scoring"))]
    if given["may_flee"]:
        message = f"If it flees, the enemy scores {at_least(answer)}{given['points_for_flight']}."
        return [*out, Sentence(message, position.rules.masterplay.shares.flight.cites)]
    if "because" in given:
        return out + [Sentence(f"It may not flee now: {b['message']}.", tuple(b["cite"])) for b in given["because"]]
    return [*out, Sentence("It cannot flee: it holds a Lord.", cite("flight"))]


def overfull(position: MasterboardPosition, legion: Legion, answer: Answer) -> list[Sentence]:
    """Return in a sentence what an overfull legion loses and keeps."""
    given, cite = answer.answer, position.rules.cite("overfull")
    if given["removed"] is None:
        return refused(position, answer)
    if not given["removed"]:
        return [Sentence(f"{position.named(legion)} holds {legion.height}, which is not too many.", cite)]
    message = (
        f"{position.named(legion)} loses {position.title(given['removed'])} and keeps {position.title(given['left'])}."
    )
    return [Sentence(message, cite)]


def acquire(position: MasterboardPosition, legion: Legion, answer: Answer) -> list[Sentence]:
    """Return the characters that may be added: a line for each multiple that a score has passed."""
    given, cite = answer.answer, position.rules.cite
    if out := refused(position, answer):
        return out
    alone = legion.id == LEGION
    score = f"{'The' if alone else legion.player + chr(39) + 's'} score comes to {given['score']}"
    if not given["multiples"]:
        every = [name for row in position.rules.acquired for name in row.names]
        if bars := barred(position, legion, every):
            why = tuple(dict.fromkeys(one for bar in bars for one in bar.cite))
            return [Sentence(f"{score}, and nobody is added: {'; '.join(bar.message for bar in bars)}.", why)]
        return [Sentence(f"{score} and passes no multiple that adds anybody.", cite("acquired"))]
    if not given["room"]:
        message = (
            f"{score}, but {'the legion' if alone else legion.id} holds {legion.height} and nobody can be added to it."
        )
        return [Sentence(message, (*cite("full"), *cite("acquired_room")))]
    due = len(given["multiples"])
    room = f"{'The legion' if alone else legion.id} has room for {given['room']} more"
    if alone and legion.contents is None and given["room"] > due:
        room = f"A legion with room may add {due}"
    out = [Sentence(f"{score}. {room}.", cite("acquired_room"))]
    for multiple, names in given["multiples"].items():
        who = (
            listed([position.rules.counted(name, 1) for name in names])
            if names
            else "nobody; the caretaker has none left"
        )
        several = len(row_at(position, legion, int(multiple)).names) > 1
        rule = cite("archangels" if several else "acquired" if names else "acquired_room")
        out.append(Sentence(f"- for {multiple}: {who}", rule))
    return out


def standing(position: MasterboardPosition, answer: Answer) -> list[Sentence]:
    """Return all totals and the leaders in sentences."""
    given, cite = answer.answer, position.rules.cite("leading")
    known = {player: total for player, total in given["totals"].items() if total is not None}
    out = [Sentence("; ".join(f"{player} {total}" for player, total in known.items()) + ".", cite)] if known else []
    if given["leaders"] is None:
        return [*out, *refused(position, answer)]
    verb = "leads"
    if len(given["leaders"]) > 1:
        verb, cite = "lead together", position.rules.cite("stopped")
    return [*out, Sentence(f"{' and '.join(given['leaders'])} {verb}.", cite)]
