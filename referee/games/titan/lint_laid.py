"""Checks of effects, events and abilities beyond their types: what never happens, never ends, or changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.documents import Path, Problem
from referee.core.documents.problems import listed, nearest_or_all
from referee.core.rules.moments import Placed
from referee.core.rules.rows import Operation, Row

from .carriers import EVERYWHERE, Carrier, Effect
from .lint_rows import InTable
from .masterboard import lint_laid as board
from .rows import Ability, BoardAbility, BoardEventRow, BoardRow, EventRow, Per, ProfileRow, TitanRow
from .rules import TitanRules

Found = Iterator[tuple[Path, str]]
# where hits and heals begin at 0 and never fall below
_FROM_NONE = ("damage", "event", "ability")
# the events that follow from being sent to another hex
_AFTER_SENDING = ("leaves", "enters", "lands")
# the range of a neighbour, both ends counted
_BESIDE = (2, 2)


def lint_laid(rules: TitanRules) -> list[Problem]:
    """Return every problem of the effects, events and abilities of a ruleset, each at its place."""
    ruleset = rules.ruleset
    out: list[Problem] = []
    counted: dict[str, Per] = {}
    for table, path, carrier in _carriers(rules):
        found = (
            [*_of_effect(str(path[-1]), carrier, rules), *board.of_effect(carrier)]
            if isinstance(carrier, Effect)
            else []
        )
        for name, row in carrier.events.items():
            found += [(("events", name, *inner), said) for inner, said in _of_event(row, carrier, path, rules)]
        for name, ability in carrier.abilities.items():
            found += [(("abilities", name, *inner), said) for inner, said in _of_ability(ability, rules)]
        for name, entry in carrier.entry.items():
            found += [(("entry", name, *inner), said) for inner, said in board.of_entry(entry)]
        for name, board_row in carrier.board_events.items():
            found += [(("board_events", name, *inner), said) for inner, said in board.of_event(board_row, rules)]
        for name, board_ability in carrier.board_abilities.items():
            found += [
                (("board_abilities", name, *inner), said) for inner, said in board.of_ability(board_ability, rules)
            ]
        found += _of_counting(carrier, counted)
        out += [ruleset.problem_at(table, (*path, *inner), said) for inner, said in found]
    return out


def _of_counting(carrier: Carrier, counted: dict[str, Per]) -> Found:
    """Yield what is counted for another time than what has the same name before."""
    sections: dict[str, Mapping[str, Ability | BoardAbility | EventRow | BoardEventRow]] = {
        "abilities": carrier.abilities,
        "board_abilities": carrier.board_abilities,
        "events": carrier.events,
        "board_events": carrier.board_events,
    }
    for section, rows in sections.items():
        for name, row in rows.items():
            if row.uses is None:
                continue
            per = counted.setdefault(name, row.uses.per)
            if per != row.uses.per:
                noun = "row" if section.endswith("events") else "ability"
                said = f"another {noun} '{name}' is counted per {per}; count both alike, or give this another name"
                yield (section, name, "uses"), said


def _carriers(rules: TitanRules) -> Iterator[tuple[str, Path, Carrier]]:
    """Yield everything that carries rows of a battle, with its table and its path there."""
    yield "always", (), rules.always
    named = (
        ("characters", "classes", rules.classes),
        ("characters", "characters", rules.characters),
        ("hazards", "hazards", rules.hazards.hazards),
        ("battlelands", "battlelands", rules.battlelands.battlelands),
        ("masterboard", "terrains", rules.masterboard.terrains),
        ("masterboard", "lands", rules.masterboard.lands),
        ("effects", "effects", rules.effects),
    )
    for table, key, carriers in named:
        for name, carrier in carriers.items():
            yield table, (key, name), carrier


def _of_effect(ident: str, effect: Effect, rules: TitanRules) -> Found:
    hazards = rules.hazards.hazards
    if effect.cite is None and effect.lasts.until is not None:
        yield (), "'cite' is missing: the trace cites it when the effect ends"
    if effect.lasts.times > 1 and effect.lasts.until is None:
        yield ("lasts", "times"), "counts how often a moment comes, and none is named; add until: round_ends or another"
    if effect.split != "stays" and effect.lies != "legion":
        yield ("split",), f"is about what lies on a legion, and the effect lies on a {effect.lies}"
    yield from _of_control(effect, rules.ruleset.raw("effects")["effects"][ident])
    if effect.lies != "hex":
        for field in ("bears", "instead", "keeps", "needs", "raises", "ring", "beside", "spirit"):
            if getattr(effect, field):
                yield (field,), f"changes the ground, and the effect lies on a {effect.lies}; 'lies: hex' would"
    if effect.also and effect.lies not in ("battle", "land", "game"):
        yield ("also",), f"is about the whole map, and the effect lies on a {effect.lies}"
    if effect.keeps and not effect.instead:
        yield ("keeps",), "without 'instead', all that lies beneath works; leave it out"
    yield from _unknown_hazards(effect, rules)
    for number, name in enumerate(effect.bears):
        if name not in hazards:
            yield ("bears", number), f"'{name}' is no hazard{nearest_or_all(name, hazards)}"
        elif hazards[name].lies != "hex":
            yield ("bears", number), f"{name} does not lie in a hex"
    if effect.ring is not None and effect.ring not in hazards:
        yield ("ring",), f"'{effect.ring}' is no hazard{nearest_or_all(effect.ring, hazards)}"
    elif effect.ring is not None and hazards[effect.ring].lies != "hexside":
        yield ("ring",), f"{effect.ring} does not lie on a hexside"


def _of_control(effect: Effect, written: Mapping[str, object]) -> Found:
    """Yield what an effect says about control though it gives none, or that cannot give it."""
    if effect.control is None:
        for field in ("reverts", "at_end", "stranded", "scores"):
            if field in written:
                yield (field,), "is about who controls a piece, and the effect gives no control; add control: source"
        return
    if effect.lies != "piece":
        yield ("control",), f"gives control of a piece, and the effect lies on a {effect.lies}; 'lies: piece' would"
    if effect.cite is None:
        yield (), "'cite' is missing: the trace cites it when a piece that was controlled fights for its owner again"


def _unknown_hazards(effect: Effect, rules: TitanRules) -> Found:
    """Yield the names of hazards that there are not."""
    hazards = rules.hazards.hazards
    beneath = [*hazards, *(name for name, other in rules.effects.items() if other.lies == "hex")]
    named: list[tuple[Path, str, list[str]]] = [(("keeps", n), name, beneath) for n, name in enumerate(effect.keeps)]
    named += [(("needs",), effect.needs, beneath)] if effect.needs is not None else []
    for field, known in (("beside", beneath), ("also", [*hazards])):
        for name, further in getattr(effect, field).items():
            named.append(((field, name), name, known))
            named += [((field, name, number), more, [*hazards]) for number, more in enumerate(further)]
    for path, name, known in named:
        if name not in known:
            yield path, f"'{name}' is no hazard{nearest_or_all(name, known)}"


_STRUCK = "only who is hit, or slain by a roll, has a striker"


def _of_event(row: EventRow, carrier: Carrier, path: Path, rules: TitanRules) -> Found:
    if "event" not in row.when:
        yield (), "names no 'event', so it would happen at every moment; add when: {event: round_ends} or another"
    if row.whom == "source" and not isinstance(carrier, Effect):
        yield ("whom",), "nobody lays what carries this row; 'source' is for rows of effects"
    if row.whom != "subject" and row.hits is None and row.heals is None:
        yield ("whom",), "says who takes hits or heals, and the row does neither"
    given = row.when.get("event")
    events = given if isinstance(given, list) else [given]
    if not {"hit", "slain"}.intersection(events):
        if row.whom == "striker":
            yield ("whom",), f"{_STRUCK}; add when: {{event: hit}}"
        for name in row.when:
            if name.startswith("striker_") or (name == "as" and row.when[name] == "striker"):
                yield ("when", name), f"{_STRUCK}; add when: {{event: hit}}"
    if row.lays is not None and row.lays in row.ends:
        yield ("ends",), f"the row lays and ends {row.lays}"
    if row.lays is not None and _lies(row.lays, rules) == "hexside" and not set(events) <= {"leaves", "enters"}:
        yield (
            ("lays",),
            f"{row.lays} lies on a hexside, which is only crossed on leaving and entering; name these events",
        )
    if row.lays is not None and _lies(row.lays, rules) == "piece" and set(events) == {"slain"}:
        yield (
            ("lays",),
            f"{row.lays} lies on a piece, and one that is slain is gone; 'lies: legion' or 'lies: hex' would",
        )
    effect = rules.effects.get(row.lays or "")
    if effect is not None and effect.control is not None and not _has_source(carrier):
        message = f"{row.lays} gives control to the one who lays it, and nobody lays what carries this row"
        yield ("lays",), f"{message}; put it on a character, a class or an effect"
    anywhere = carrier.carrier in ("characters", *EVERYWHERE) or path[-1:] == (rules.battlelands.ground,)
    if row.sends == "beside" and set(row.when) == {"event"} and anywhere and set(events) & set(_AFTER_SENDING):
        yield ("sends",), "never ends: who is sent to another hex is sent on from there; add a condition"


def _lies(name: str | None, rules: TitanRules) -> str:
    """Return on what an effect lies, "" where there is no such effect."""
    return rules.effects[name].lies if name in rules.effects else ""


def _has_source(carrier: Carrier) -> bool:
    """Return whether what the rows of a carrier lay has one who lays it."""
    return carrier.carrier == "characters" or isinstance(carrier, Effect)


def _of_ability(ability: Ability, rules: TitanRules) -> Found:
    phases = {"strike": "strike", "rangestrike": "strike", "move": "maneuver"}
    needed = phases.get(ability.instead_of, ability.phase)
    if needed != ability.phase:
        other = "move" if ability.phase == "maneuver" else "strike"
        said = f"it takes the place of a {ability.instead_of}, which is made in the {needed} phase"
        yield (
            ("phase",),
            f"{said}; write phase: {needed}, or instead_of: {other}",
        )
    if ability.range[0] > ability.range[1]:
        yield ("range",), "the least is given first: range: [2, 4]"
    elif ability.range != _BESIDE and ability.at in ("self", "none"):
        yield ("range",), f"nothing is aimed at: the ability is used at: {ability.at}; leave it out"
    elif ability.range[1] < _BESIDE[0] and ability.at == "enemy":
        yield ("range",), "both ends count, and no enemy is in the user's own hex; a neighbour is range: [2, 2]"
    elif said := _never_at_range(ability):
        yield ("when", "range"), said
    at_place = ability.at in ("hex", "hexside")
    at_piece = ability.at in ("enemy", "friend", "self")
    if ability.roll and not at_place and ability.at not in ("enemy", "friend"):
        yield ("roll",), "a roll needs somebody to hit: at: enemy, at: friend, at: hex, or at: hexside"
    if ability.roll and at_place and ability.target_skill is None:
        yield ("roll",), f"a {ability.at} has no Skill to roll against; add target_skill: {{set: 4}} or another number"
    if ability.harmless and not ability.roll:
        yield ("harmless",), "nothing is rolled that could do hits"
    for field in ("dice", "skill", "target_skill", "number"):
        if getattr(ability, field) is not None and not ability.roll:
            yield (field,), "nothing is rolled; add roll: strike, rangestrike or ability"
    if ability.per is not None:
        yield ("per",), "an ability counts nothing; put the change into a row of 'modifiers' that names the ability"
    if ability.sends == "there" and ability.at != "hex":
        yield ("sends",), "the user goes to the hex that is named: at: hex"
    for field in ("hits", "heals", "sends"):
        if getattr(ability, field) not in (None, "", "there") and not at_piece:
            yield (field,), f"there is nobody to whom it is done: the ability is used at: {ability.at}"
    for name in ability.when:
        if name.startswith("target_") and not at_piece:
            yield ("when", name), f"is never known: the ability is used at: {ability.at}"
    if ability.at == "hexside" and not {_lies(one, rules) for one in (ability.lays, ability.shifts, *ability.ends)} - {
        ""
    }:
        yield ("at",), "nothing is laid on the hexside, moved to it or ended on it; add lays, shifts or ends"
    does = ability.roll or ability.hits is not None or ability.heals is not None
    if not (does or ability.lays or ability.shifts or ability.ends or ability.sends):
        yield (), "does nothing: add roll, hits, heals, lays, shifts, ends or sends"
    further = ability.hits is not None or ability.heals is not None or ability.sends
    if ability.roll and ability.harmless and not (further or ability.lays or ability.shifts or ability.ends):
        yield ("harmless",), "does nothing: the roll does no hits, and nothing follows it; add lays, ends or sends"
    for field in ("lays", "shifts"):
        name = getattr(ability, field)
        for said in _no_place(name, ability.at, _lies(name, rules)):
            yield (field,), said
        laid = rules.effects.get(name or "")
        if laid is not None and laid.control is not None and ability.at in ("self", "friend", "none"):
            yield (field,), f"{name} gives control of a piece, and the ability is used at: {ability.at}"
    if ability.lays is not None and ability.lays == ability.shifts:
        yield ("shifts",), f"the ability lays and moves {ability.lays}"
    if ability.shifts is not None and _lies(ability.shifts, rules) not in ("", "hex", "hexside", "piece"):
        said = f"lies on a {_lies(ability.shifts, rules)}; what lies on a hex, a hexside or a piece can be moved"
        yield ("shifts",), f"{ability.shifts} {said}"
    if ability.lays is not None and ability.lays in ability.ends:
        yield ("ends",), f"the ability lays and ends {ability.lays}"


def _no_place(name: str | None, at: str, lies: str) -> Iterator[str]:
    """Yield why an effect cannot lie where an ability is used."""
    if at in ("hex", "hexside") and lies in ("piece", "legion"):
        yield f"{name} lies on a {lies}, and the ability is used at a {at}"
    elif at == "hex" and lies == "hexside":
        yield f"{name} lies on a hexside, and the ability is used at a hex; write at: hexside"
    elif at == "hexside" and lies == "hex":
        yield f"{name} lies on a hex, and the ability is used at a hexside; write at: hex"
    elif lies == "hexside" and at != "hexside":
        yield f"{name} lies on a hexside, and the ability is used at: {at}; write at: hexside"


def _never_at_range(ability: Ability) -> str:
    """Return why the range that an ability asks for never occurs, "" where it does."""
    given = ability.when.get("range")
    wanted = given if isinstance(given, list) else [] if given is None else [given]
    least, most = ability.range
    if not wanted or any(isinstance(one, int) and least <= one <= most for one in wanted):
        return ""
    if ability.at in ("self", "none"):
        return f"is never known: the ability is used at: {ability.at}"
    return f"never holds: the ability is used at a range of {least} to {most}"


def lint_idle(rules: TitanRules, rows: Sequence[InTable]) -> list[Problem]:
    """Return what of the rows and effects of a ruleset changes nothing, each at its place."""
    profiles = [placed.row for _, placed in rows if isinstance(placed.row, ProfileRow)]
    out: list[tuple[str, Path, str]] = []
    for table, placed in rows:
        at = placed.path
        if isinstance(placed.row, ProfileRow) and (table, at[0]) == ("characters", "characters"):
            out += [(table, (*at, *path), said) for path, said in _printed(placed, rules, profiles)]
        out += [(table, (*at, *path), said) for path, said in _idle_in(placed, [one for _, one in rows])]
        out += [(table, (*at, *path), said) for path, said in _special(placed.row, rules.combat.die.faces)]
    return rules.ruleset.problems_at(out)


def _special(row: Row, highest: int) -> Iterator[tuple[Path, str]]:
    """Yield what is wrong with the faces that a row lets count otherwise."""
    special = row.faces if isinstance(row, TitanRow) else None
    if special is None:
        return
    if special.hits == 1 and not special.again:
        yield ("faces",), "changes nothing: a die that hits counts one; write 'hits: 2', or 'again: beside'"
    for number, face in enumerate(special.of):
        if face > highest:
            yield ("faces", "of", number), f"no die shows a {face}: it has {highest} faces"
        elif face in special.of[:number]:
            yield ("faces", "of", number), f"{face} is there twice"


def _idle_in(placed: Placed, rows: list[Placed]) -> Iterator[tuple[Path, str]]:
    row = placed.row
    if isinstance(row, TitanRow) and row.stops and row.when.get("manner") in ("land", "over", ["land"], ["over"]):
        yield ("stops",), "changes nothing: a flyer passes over all, and its move ends where it lands; it is for a walk"
    mustering = placed.moment == "muster" and isinstance(row, BoardRow) and row.needed is not None
    if mustering and row.when.get("way") in ("free", ["free"]):
        yield ("needed",), "changes nothing: where the way is free, nobody is shown"
    if isinstance(row, EventRow) and row.when.get("event") in ("slain", ["slain"]) and row.whom == "subject":
        for field in ("heals", "sends"):
            if getattr(row, field):
                yield (field,), "changes nothing: who is slain leaves the battle, and nobody comes back"
    if placed.moment not in _FROM_NONE:
        return
    for quantity in ("hits", "heals"):
        added = _added(row, quantity)
        if added is None or added >= 0:
            continue
        others = [one.row for one in rows if one.moment == placed.moment and one.row is not row]
        if placed.moment == "ability" or not any(_gives(one, quantity) for one in others):
            yield (quantity,), f"changes nothing: {quantity} begin at 0 and are never fewer"


def _added(row: Row, quantity: str) -> int | None:
    """Return what a row adds to a quantity where it does nothing else with it."""
    change = row.change(quantity)
    if isinstance(change, Operation):
        return change.add if change.given == ["add"] else None
    return change


def _gives(row: Row, quantity: str) -> bool:
    change = row.change(quantity)
    if isinstance(change, Operation):
        return any((value or 0) > 0 for value in (change.add, change.set, change.at_least))
    return change is not None and change > 0


def _printed(placed: Placed, rules: TitanRules, profiles: list[ProfileRow]) -> Iterator[tuple[Path, str]]:
    """Yield what a row of a character repeats of its print, or changes of what the character never does."""
    row, chart = placed.row, rules.all_characters[str(placed.path[1])]
    assert isinstance(row, ProfileRow)
    who = chart.title
    for field, does, has in (("flies", "flies", chart.flies), ("rangestrikes", "rangestrikes", chart.rangestrikes)):
        given = getattr(row, field)
        others = [getattr(one, field) for one in profiles if one is not row]
        if given is not None and given is has and not any(one is not None and one is not has for one in others):
            yield (field,), f"changes nothing: {who} {does if has else f'never {does}'} by its print already"
    if row.native_to and {*row.native_to} <= {*chart.native_to}:
        yield ("native_to",), f"changes nothing: {who} is native to {listed(row.native_to, 'and')} by its print already"
    shoots = chart.rangestrikes or any(one.rangestrikes for one in profiles)
    if row.range is not None and not shoots:
        yield ("range",), f"changes nothing: {who} makes no rangestrike; write 'rangestrikes: true' too"
    flies = chart.flies or any(one.flies or one.frees is not None for one in profiles)
    if row.flight is not None and not flies:
        yield ("flight",), f"changes nothing: {who} does not fly; write 'flies: true' too"
