"""Check what Spells alone bring about in a battle: who was brought by whom, who left, how many Spells there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from referee.core.documents import Path
from referee.core.game.game import Fault

from ..battle.spells import stilled
from ..battle.state import BattleState, PieceState
from ..masterboard.check_standing import mage_fault
from ..masterboard.state import MasterboardState, type_of
from ..profiles import CASTERS
from ..rules import TitanRules
from ..state import State
from .cup import all_intrinsic, intrinsic


def impossible_by_spells(state: State, rules: TitanRules) -> Iterator[Fault]:
    """Yield what no Spell can have brought about, each with its rule."""
    if state.masterboard is not None:
        yield from _on_board(state.masterboard, rules)
    if state.battle is not None:
        yield from _brought(state.battle, rules)
        yield from _moved_farther(state.battle, rules)
        yield from _gone(state.battle, rules)
        yield from _number(state.battle, rules)
        yield from _stacks(state.battle, rules)
        yield from _in_use(state.battle, (state.masterboard or state.battle).cup or (), rules)
        yield from _through(state.battle, rules)
        yield from impossible_casts(state.battle, rules)
        if state.masterboard is None:
            yield from _too_many(state.battle, rules)


def _brought(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield pieces that were brought by nobody who can have done so (MM 16.5, 17.0)."""
    casters = {piece.id: piece for piece in battle.pieces}
    for number, piece in enumerate(battle.pieces):
        path = ("battle", "pieces", number)
        if piece.banished and piece.by is None:
            yield Fault(
                (*path, "banished"), rules.citing("only a piece that a Spell brought can be banished", "banished")
            )
        caster = casters.get(piece.by or "")
        evoking = [spell for spell in rules.spells.values() if spell.evokes == piece.character]
        if evoking and piece.by is None and battle.players is not None:
            message = f"{piece.id} comes by the Spell of a Mage that is there: give 'by'"
            yield Fault((*path, "by"), rules.citing(message, "evoked_leave"))
        barred = [stilled(battle, rules, spell)[:1] for spell in evoking]
        if barred and all(barred):
            row = barred[0][0]
            yield Fault(path, f"{piece.id} cannot have been evoked: {row.why} ({', '.join(row.cites)})")
        if piece.by is None:
            continue
        if caster is None:
            message = f"{piece.by} has left the battle, and the pieces that its Spells brought leave with it"
            yield Fault((*path, "by"), rules.citing(message, "evoked_leave"))
        elif message := _not_brought(piece, caster, rules):
            yield Fault((*path, "by"), rules.citing(message, "casters"))
        elif caster.held is not None and not _evokes(caster.held, piece, rules):
            # of a battle alone, not every stack need be given in full
            message = f"{caster.id} holds no Spell by which {piece.id} can have come"
            yield Fault((*path, "by"), rules.citing(message, "casters"), odd=True)


def _moved_farther(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield pieces that have moved farther in a phase than they can have (MM 14.2).

    What lets a piece do so may have ended in the same phase, so its absence is odd alone.
    """
    lets = {
        name: row
        for name, effect in rules.effects.items()
        for row in effect.profile.values()
        if row.extra is not None and (isinstance(row.extra, int) or row.extra.add is not None)
    }
    able = {spell.on for spell in battle.spells if rules.laid_by_spells.get(spell.spell) in lets}
    cites = ", ".join(dict.fromkeys(cite for row in lets.values() for cite in row.cites))
    # one who has cast in this phase, and nothing that is in effect, may have dispelled it
    told = {spell.by for spell in battle.spells if spell.fresh}
    dispelled = any(one.cast and one.id not in told for one in battle.pieces)
    for number, piece in enumerate(battle.pieces):
        path = ("battle", "pieces", number, "farther")
        if not piece.farther or battle.round is None:
            continue
        if not piece.moved or battle.phase != "maneuver" or piece.side != battle.active:
            message = f"{piece.id} moves farther in a Maneuver Phase of its own alone, when it has moved"
            yield Fault(path, f"{message} ({cites})")
        elif piece.id not in able and not dispelled:
            yield Fault(path, f"no Spell in effect lets {piece.id} move farther ({cites})", odd=True)


def _not_brought(piece: PieceState, caster: PieceState, rules: TitanRules) -> str:
    """Return why a piece was not brought by a caster, an empty text if it may have been."""
    profile = rules.profile(caster.character)
    if not CASTERS & profile.traits:
        return f"{profile.named} casts no Spells"
    if not {piece.side, piece.owner or piece.side} & {caster.side, caster.owner or caster.side}:
        return f"{caster.id} fights for the {caster.side}, and {piece.id} for the {piece.side}"
    return ""


def _evokes(held: Iterable[str], piece: PieceState, rules: TitanRules) -> bool:
    """Return whether one of some counters can have brought a piece."""
    spells = [rules.spells.get(rules.spell_types.get(counter) or "") for counter in held]
    return any(spell is not None and spell.evokes == piece.character for spell in spells)


def _gone(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield who has left the battle as nobody does (MM 17.1, 18.4)."""
    for number, one in enumerate(battle.left):
        evoked = one.by is not None
        if evoked and one.to is not None:
            message = f"{one.id} was brought by a Spell, and goes to no legion: leave 'to' out"
            yield Fault(("battle", "left", number, "to"), rules.citing(message, "gate_nobody"))
        elif not evoked and one.to is None:
            message = f"{one.id} leaves unslain for another legion alone: give it in 'to'"
            yield Fault(("battle", "left", number), rules.citing(message, "gate_exit"))


def _number(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield more Spells in effect than there are counters, and gates that nobody can use (MM 2.2, 18.4)."""
    there, cast = Counter[str](), dict[str, int]()
    for number, row in enumerate(battle.spells):
        path = ("battle", "spells", number)
        name = rules.spell_types.get(row.spell)
        spell = rules.spells.get(name or "")
        if name is None or spell is None:
            continue
        there[name] += 1
        if row.spell != name and cast.setdefault(row.spell, number) != number:
            message = f"{row.spell} is in effect already, as Spell {cast[row.spell] + 1}"
            yield Fault((*path, "spell"), rules.citing(message, "stacks_of_spells"))
        elif there[name] == spell.spell.count + 1:
            message = f"there are {spell.spell.count} counters of {spell.title}, and more are in effect"
            yield Fault((*path, "spell"), rules.citing(message, "stacks_of_spells"))
        if row.shut and not spell.connects:
            yield Fault((*path, "shut"), rules.citing(f"{spell.title} leads nowhere", "gate"))
        elif row.shut and row.fresh:
            message = f"nobody goes through {spell.title} in the phase of its cast"
            yield Fault((*path, "shut"), rules.citing(message, "gate"))
        elif spell.connects and row.gate is None and battle.round is not None:
            message = f"{spell.title} leads to no legion, and nobody can use it: give 'gate'"
            yield Fault(path, rules.citing(message, "gate_legion"), odd=True)
    for number, gate in enumerate(battle.gates):
        for place, name in enumerate(gate.characters):
            if name in rules.characters and name not in rules.stacked:
                message = f"{rules.characters[name].title} comes by a Spell in a battle, and is in no legion"
                at = ("battle", "gates", number, "characters", place)
                yield Fault(at, rules.citing(message, "gate_nobody"))


def _stacks(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield Spells that a piece cannot hold: those of one Mage alone, and those of no battle (MM 4.2.5, 6.0)."""
    for number, piece in enumerate(battle.pieces):
        path = ("battle", "pieces", number)
        traits = rules.profile(piece.character).traits
        keeps, kind = "keeps_spells" in traits, type_of(piece.id)
        if kind in rules.keeping_spells and kind != piece.character and mage_fault(piece.id, rules) is None:
            whose, others = (rules.characters[name].one for name in (kind, piece.character))
            message = f"'{piece.id}' is the name of {whose}, not of {others}"
            yield Fault((*path, "id"), rules.citing(message, "keeping_spells"))
            continue
        if (piece.used or piece.barred or piece.cast) and not CASTERS & traits:
            field = "used" if piece.used else "barred" if piece.barred else "cast"
            message = f"{rules.profile(piece.character).named} casts no Spells"
            yield Fault((*path, field), rules.citing(message, "casters"))
        if piece.held and not (keeps or piece.drew) and battle.players is not None:
            message = f"{piece.id} has drawn its Spells for the battle: give 'drew'"
            yield Fault((*path, "drew"), rules.citing(message, "battle_draw"))
        own = keeps and kind == piece.character and mage_fault(piece.id, rules) is None
        for place, counter in enumerate(piece.held or ()):
            spell = rules.spells.get(rules.spell_types.get(counter) or "")
            if counter in all_intrinsic(rules) and (not keeps or (own and counter not in intrinsic(rules, piece.id))):
                message = f"{counter} belongs to one Mage alone, and not to {piece.id}"
                yield Fault((*path, "held", place), rules.citing(message, "stacks_of_spells"), odd=True)
            elif spell is not None and not keeps and not spell.phases:
                message = f"{piece.id} draws a Spell for battles, and {spell.title} is none"
                yield Fault((*path, "held", place), rules.citing(message, "battle_draw"))


def _too_many(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield who holds more Spells than they may, and who cannot have been kept aside (MM 7.5, 22.1)."""
    for number, piece in enumerate(battle.pieces):
        most = rules.spell_limit(piece.character) if piece.character in rules.keeping_spells else None
        if most is not None and len(piece.held or ()) > most:
            message = f"{piece.id} holds {most} Spells at most, not {len(piece.held or ())}"
            yield Fault(("battle", "pieces", number, "held"), rules.citing(message, "spell_limit"))
    for side, names in battle.reserves.items():
        left = Counter(rules.reserve)
        for place, name in enumerate(names):
            left[name] -= 1
            if left[name] < 0:
                message = f"no such {name} is kept aside by the {side}"
                yield Fault(("battle", "reserves", side, place), rules.citing(message, "reserve"))


def _in_use(battle: BattleState, cup: Collection[str], rules: TitanRules) -> Iterator[Fault]:
    """Yield Spells in use that their casters do not hold, or that are in the Cup (MM 6.0, 11.0).

    As a battle ends, what was drawn for it goes back. Where nobody says what one holds, a name may be of a type.
    """
    casters = {piece.id: piece for piece in battle.pieces if piece.held is not None and battle.result is None}
    uses: list[tuple[Path, str | None, str]] = [
        (("battle", "spells", number, "spell"), row.by, row.spell) for number, row in enumerate(battle.spells)
    ]
    for number, piece in enumerate(battle.pieces):
        uses.append((("battle", "pieces", number, "id"), piece.by, piece.id))
        uses += [(("battle", "pieces", number, "used", place), piece.id, name) for place, name in enumerate(piece.used)]
    for path, by, name in uses:
        caster, kind = casters.get(by or ""), rules.spell_types.get(name)
        if caster is None or kind is None:
            continue
        if name in cup:
            message = f"{name} is in use by {caster.id}, and in the Cup"
            yield Fault(path, rules.citing(message, "stacks_of_spells"))
        held = [one for one in caster.held or () if rules.spell_types.get(one) == kind]
        if path[-1] != "id" and not (held if name == kind else {name, kind} & set(held)):
            # of a battle alone, not every stack need be given in full
            yield Fault(path, rules.citing(f"{caster.id} holds no {name}", "counter_held"), odd=True)


def _through(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield pieces that came by a gate from a legion of their enemy (MM 18.4)."""
    whose = {gate.legion: gate.side for gate in battle.gates}
    for field, pieces in (("pieces", battle.pieces), ("slain", battle.slain)):
        for number, piece in enumerate(pieces):
            side = piece.owner or piece.side
            if piece.through is not None and (owner := whose.setdefault(piece.through, side)) != side:
                message = f"{piece.through} is a legion of the {owner}, and {piece.id} belongs to the {side}"
                yield Fault(("battle", field, number, "through"), rules.citing(message, "gate"))


def _captured(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield a capture of a legion that is too large for it; one may have grown smaller since the cast (MM 9.4.1)."""
    now = board.engagement
    if now is None or now.capture is None:
        return
    heights = {x.id: x.height if x.contents is None else len(x.contents) for x in board.legions}
    own, enemy = heights.get(now.attacker), heights.get(now.defender)
    shares = [spell.spell.captures.share for spell in rules.spells.values() if spell.spell.captures is not None]
    if own is not None and enemy is not None and shares and min(shares) * enemy > own:
        message = f"{now.defender} has {enemy}, and {now.attacker} {own}; {min(shares)} times as many are needed"
        yield Fault(("masterboard", "engagement", "capture"), rules.citing(message, "captured_share"), odd=True)


def _on_board(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield more Storms than counters, Spells of one Mage with another, and gifts that nobody can make (MM 8.1)."""
    over = Counter[str]()
    for number, storm in enumerate(board.storms):
        over[storm.spell] += 1
        spell = next((one for one in rules.spells.values() if one.lays == storm.spell or one.name == storm.spell), None)
        if spell is not None and over[storm.spell] == spell.spell.count + 1:
            message = f"there are {spell.spell.count} counters of {spell.title}, and more lie on the board"
            yield Fault(("masterboard", "storms", number), rules.citing(message, "stacks_of_spells"))
    yield from _captured(board, rules)
    for place, legion in enumerate(board.legions):
        there = [stack.id for stack in legion.magi]
        for row, stack in enumerate(legion.magi):
            path = ("masterboard", "legions", place, "magi", row)
            for number, counter in enumerate(stack.held or ()):
                if counter in all_intrinsic(rules) and counter not in intrinsic(rules, stack.id):
                    message = f"{counter} belongs to one Mage alone, and not to {stack.id}"
                    odd = board.cup is None
                    yield Fault((*path, "held", number), rules.citing(message, "stacks_of_spells"), odd)
            for number, giver in enumerate(stack.gifts):
                if giver == stack.id or giver not in there:
                    message = f"{giver} is no other Mage of {legion.id}, and gives {stack.id} nothing"
                    yield Fault((*path, "gifts", number), rules.citing(message, "gift"))


def impossible_casts(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield more casts than a Mage has had phases for, and Spells on those who are not on the map."""
    outside = {piece.id for piece in battle.pieces if piece.hex is None}
    cites = ", ".join(rules.cite("cast_deploying"))
    brought = Counter(piece.by for piece in (*battle.pieces, *battle.slain))
    fresh = Counter[str | None]()
    for number, spell in enumerate(battle.spells):
        path = ("battle", "spells", number)
        brought[spell.by] += 1
        if spell.on in outside:
            message = f"{spell.on} is not on the map, and nothing is cast at those who are not"
            yield Fault((*path, "on"), f"{message} ({cites})")
        fresh[spell.by] += spell.fresh
        if spell.by is not None and spell.fresh and fresh[spell.by] == 2:
            yield Fault((*path, "fresh"), rules.citing(f"{spell.by} casts one Spell in a phase", "cast_once"))
    for number, piece in enumerate(battle.pieces):
        most = _phases(battle, piece, rules)
        casts = max(len(piece.used), brought[piece.id])
        if most is not None and casts > most:
            had = f"has had {most} phase{'' if most == 1 else 's'}" if most else "has had no phase"
            message = f"{piece.id} {had} to cast a Spell in, and has cast {casts}"
            yield Fault(("battle", "pieces", number), f"{message} ({cites})")
        if piece.cast and piece.moved and battle.phase == "maneuver":
            message = f"{piece.id} either moves or casts in a Maneuver Phase"
            yield Fault(("battle", "pieces", number, "cast"), rules.citing(message, "cast_or_move"), True)


def _phases(battle: BattleState, piece: PieceState, rules: TitanRules) -> int | None:
    """Return in how many phases of its side a piece can have cast a Spell by now, None where that is not known.

    It enters in the first Maneuver Phase of its side, and its side's phases are its Maneuver and Strike Phases.
    """
    if battle.round is None or battle.phase is None or battle.active is None or battle.result is not None:
        return None
    if piece.owner not in (None, piece.side) or rules.options.get("tower_rounds") == "attacker_first":
        return None
    # the defender has its part of each round first
    begun = piece.side == "defender" or battle.active == "attacker"
    now = battle.active == piece.side and battle.phase == "maneuver"
    return max(2 * (battle.round - (not begun)) - now - 1, 0)
