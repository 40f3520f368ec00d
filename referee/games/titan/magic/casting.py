"""Who may cast which Spell now, and at what: every reason against a cast, each with its rule (MM 11)."""

from __future__ import annotations

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.rules.ledger import cites_of
from referee.core.rules.rows import Fact

from ..battle.pieces import DEFENDER, OFF, Piece
from ..battle.position import BattlePosition
from ..battle.rulings.costs import BARRED
from ..battle.rulings.judge import between_objections, own_objections
from ..battle.rulings.lines import blocking
from ..battle.rulings.rangestrikes import paths
from ..profiles import CASTERS
from ..rows import TitanRow
from .cast_rolls import CastRoll, roll_of
from .casts import Cast, beside_enemy, mode_of, near
from .grounds import ground_objections
from .spell_tables import Most
from .spellbooks import spell_called

# a path of a cast, both ends included, with its roll
Aimed = tuple[tuple[int, ...], CastRoll]


def caster_objections(position: BattlePosition, player: str, caster: Piece, what: str) -> list[Objection]:
    """Return why a piece may not cast now, whatever it casts: MM 11.0 to 11.1.3.

    `what` is the act in words: casting a Spell, ending one, moving one.
    """
    fight, cite, name = position.fight, position.rules.cite, position.named(caster)
    if position.over:
        return [Objection("the battle is over", cite("battle_over"))]
    out = [*between_objections(position, what), *own_objections(position, player, caster, "cast")]
    if not CASTERS & caster.profile.traits:
        return [*out, Objection(f"{caster.profile.named} casts no Spells", cite("casters"), "cast")]
    if fight.active != caster.side:
        message = f"{what} belongs to a player's own Maneuver Phase and the Strike Phase after it"
        out.append(Objection(message, cite("cast_phases"), "cast"))
    if caster.hex == OFF:
        return [*out, Objection(f"{name} is not on the map", cite("cast_on_map"), "cast")]
    if caster.cast:
        out.append(Objection(f"{name} has cast in this phase already", cite("cast_once"), "cast", alone=True))
    if caster.slain and not position.rules.chosen("slain_may_cast", True):
        out.append(Objection(f"{name} is slain", cite("cast_slain"), "cast", (caster.id,)))
    if fight.striking_phase:
        if fight.striking != fight.active:
            message = f"{position.player(fight.striking)} strikes now; {what} comes before"
            out.append(Objection(message, cite("cast_phases"), "cast"))
        if caster.struck:
            message = f"{name} has struck in this phase; {what} takes the place of a strike"
            out.append(Objection(message, cite("cast_for_strike"), "cast"))
    else:
        if caster.moved:
            message = f"{name} has moved in this phase; {what} takes the place of a move"
            out.append(Objection(message, cite("cast_for_move"), "cast"))
        if fight.deploying and caster.side == DEFENDER:
            message = f"{name} is set up in this phase, and that is its move"
            out.append(Objection(message, cite("cast_deploying"), "cast"))
        holders = fight.holders(caster)
        if holders:
            names = listed([position.named(p) for p in holders], "and")
            message = f"{name} is in contact with {names} in a Maneuver Phase"
            out.append(Objection(message, cite("cast_in_contact"), "cast", tuple(p.id for p in holders)))
    return out


def barring_rows(
    position: BattlePosition, caster: Piece, facts: dict[str, Fact], target: Piece | None = None
) -> list[TitanRow]:
    """Return the rows on the caster, on its hex and on the whole battle that forbid a cast (MM 10.6, 14.4, 18)."""
    rules, board = position.rules, position.fight.board
    section = rules.sections["casting"]
    if section.empty:
        return []
    pieces = {"caster": caster, **({"target": target} if target is not None else {})}
    people = {role: piece.profile for role, piece in pieces.items()}
    known = {**facts, **section.facts(people), **dict(position.fight.given("casting", **pieces))}
    carriers = (*caster.profile.carriers, *board.borne[caster.hex], *board.around)
    return [row for row in rules.rows_on(section, carriers, known, people) if row.forbid]


def bars_of(position: BattlePosition, caster: Piece, name: str, kind: str) -> list[Objection]:
    """Return the objections of rows to casting a Spell of a kind."""
    rows = barring_rows(position, caster, {"spell": name, "spell_kind": kind})
    return [Objection(f"{position.named(caster)}: {row.why}", row.cites, "cast") for row in rows]


def _bars_of_target(position: BattlePosition, cast: Cast, target: Piece) -> list[Objection]:
    """Return the objections of the rows about whom a Spell is cast at."""
    rules, kind = position.rules, cast.spell.spell.kind
    if not any(fact.startswith("target") for fact in rules.sections["casting"].named):
        return []
    lying = [row for row in position.spells if row.on == target.id]
    called = [spell_called(rules, row.spell) for row in lying]
    alike = sum(one is not None and one.spell.kind == kind for one in called)
    facts: dict[str, Fact] = {"spell": cast.spell.name, "spell_kind": kind, "target_spells": alike}
    rows = barring_rows(position, cast.caster, facts, target)
    about = [row for row in rows if any(fact.startswith("target") for fact in row.when)]
    return [Objection(f"{position.named(target)}: {row.why}", row.cites, "at") for row in about]


def target_objections(position: BattlePosition, cast: Cast) -> list[Objection]:
    """Return why a Spell is not cast at such a target at all: what it is, whose it is, where it is."""
    if cast.storm:
        return _storm_objections(position, cast)
    out = []
    if cast.piece is not None:
        out = [*_piece_objections(position, cast), *_bars_of_target(position, cast, cast.piece)]
    if cast.hex == OFF:
        return [*out, Objection("what it is cast at is not on the map", position.rules.cite("cast_on_map"), "at")]
    out += _contact_objections(position, cast)
    if cast.spell.creates:
        out += _front_objections(position, cast)
    if cast.spell.at == "hex":
        out += _hex_objections(position, cast)
    return out


def _piece_objections(position: BattlePosition, cast: Cast) -> list[Objection]:
    spell, piece, cite = cast.spell, cast.piece, position.rules.cite
    assert piece is not None
    out, name = [], position.named(piece)
    if spell.at in ("friend", "enemy") and (piece.side == cast.caster.side) != (spell.at == "friend"):
        whose = "a friend" if spell.at == "friend" else "an enemy"
        out.append(Objection(f"{name} is not {whose}; {spell.title} is cast at {whose}", spell.cites, "at"))
    cls = piece.profile.chart.cls
    if spell.classes and cls not in spell.classes:
        title = position.rules.classes[cls].title
        out.append(
            Objection(f"{spell.title} cannot be cast at a {title}, such as {piece.profile.named}", spell.cites, "at")
        )
    if piece.slain and not spell.slain:
        out.append(Objection(f"{name} is slain", cite("slain_target"), "at", (piece.id,)))
    return out + _kept_objections(position, cast, spell.most) if spell.most is not None else out


def _kept_objections(position: BattlePosition, cast: Cast, most: Most) -> list[Objection]:
    """Return why a caster may keep no such Spell more, or none on that piece."""
    spell, piece, caster, cites = cast.spell, cast.piece, cast.caster, cites_of(most.cite)
    assert piece is not None
    same, out = [row for row in position.spells if position.rules.spell_types.get(row.spell) == spell.name], []
    kept = sum(row.by == caster.id for row in same)
    if kept >= most.number:
        message = f"{position.named(caster)} keeps {kept} {spell.title} in effect, and may keep no more"
        out.append(Objection(message, cites, "cast"))
    if any(row.on == piece.id for row in same):
        out.append(Objection(f"{position.named(piece)} is under {spell.title} already", cites, "at"))
    room = position.rules.combat.legion_most
    count = sum("evoked" not in p.profile.traits for p in position.fight.members(caster.side)) if most.legion else 0
    if count >= room:
        message = f"{position.player(caster.side)}'s legion has {count} characters, and {room} is the most"
        out.append(Objection(message, cites, "at"))
    return out


def _storm_objections(position: BattlePosition, cast: Cast) -> list[Objection]:
    fight, caster = position.fight, cast.caster
    if position.storm is None:
        return [Objection("no Storm is over this battle", position.rules.cite("dispel_storm"), "at")]
    if fight.in_contact(caster) if fight.striking_phase else fight.holders(caster):
        message = f"{position.named(caster)} is in contact, and can dispel no Storm"
        return [Objection(message, position.rules.cite("dispel_storm"), "at")]
    return []


def _contact_objections(position: BattlePosition, cast: Cast) -> list[Objection]:
    """Return why one beside an enemy cannot cast at that target (MM 11.1.3, 11.2.2)."""
    fight, caster, cite = position.fight, cast.caster, position.rules.cite
    if not beside_enemy(fight, caster):
        return []
    name = position.named(caster)
    if mode_of(fight.board, cast) == "ranged":
        message = f"{name} stands beside an enemy, and can cast no Spell at what is farther away"
        return [Objection(message, cite("rangespell_beside"), "at")]
    if not fight.striking_phase:
        return []
    enemies = fight.board.contact[caster.hex] & fight.on[1 - caster.side]
    if cast.hex == caster.hex or enemies >> cast.hex & 1:
        return []
    message = f"{name} stands beside an enemy: it casts only at itself, at an enemy beside it, and on their hexes"
    return [Objection(message, cite("cast_in_contact"), "at")]


def _front_objections(position: BattlePosition, cast: Cast) -> list[Objection]:
    """Return why nothing may be created near the attacker's side of the map in the first Strike Phase (MM 11.1.2)."""
    fight, rules = position.fight, position.rules
    first = fight.striking_phase and fight.round == 1 and fight.active == DEFENDER
    side = fight.board.side_of(position.attacker_side, True)
    if not first or cast.caster.side != fight.active:
        return []
    label = fight.board.labels[cast.hex]
    if side is None:
        near = any(label in rules.spell_table.near_attacker(one) for one in rules.battlelands.facing)
        message = f"'attacker_side' is missing: {label} may be in the first two rows of the attacker's side"
        return [Objection(message, rules.cite("cast_front"), "at")] if near else []
    if label not in rules.spell_table.near_attacker(side):
        return []
    message = f"{label} is in the first two rows of the attacker's side; nothing may be created there yet"
    return [Objection(message, rules.cite("cast_front"), "at")]


def _hex_objections(position: BattlePosition, cast: Cast) -> list[Objection]:
    fight, spell = position.fight, cast.spell
    label = fight.board.labels[cast.hex]
    out = []
    occupant = fight.at[cast.hex]
    if spell.occupied == "never" and occupant is not None:
        out.append(Objection(f"{label} is occupied by {position.named(occupant)}", spell.cites, "at", (occupant.id,)))
    if spell.evokes is not None:
        profile = position.rules.profile(spell.evokes)
        there = sum(piece.profile.name == spell.evokes for piece in (*fight.pieces.values(), *fight.gone))
        if message := position.rules.too_many(spell.evokes, there + 1):
            out.append(Objection(message, position.rules.cite("counters"), "cast"))
        newcomer = position.newcomer(spell.evokes, cast.caster.side)
        cites = (*spell.cites, *position.rules.cite("evoked_natives"))
        if fight.moves(newcomer).into[cast.hex] >= BARRED:
            out.append(Objection(f"{profile.named} cannot stand on {label}", cites, "at"))
        return out
    return out + ground_objections(position, cast)


def lines_of(position: BattlePosition, cast: Cast, via: list[str] | None) -> list[Aimed] | list[Objection]:
    """Return the open paths of a cast with their rolls, or every objection to its distance and its line (MM 11.2)."""
    fight, spell, caster = position.fight, cast.spell, cast.caster
    board, cite = fight.board, position.rules.cite
    if near(board, caster, cast.hex):
        if not spell.proximal:
            return [Objection(f"{spell.title} is not cast at what is adjacent", spell.cites, "at")]
        whole: tuple[int, ...] = (caster.hex,) if cast.hex == caster.hex else (caster.hex, cast.hex)
        return [(whole, roll_of(position, cast, "proximal", whole))]
    distance = board.steps(caster.hex, cast.hex) + 1
    if distance < spell.nearest:
        message = f"the range is {distance} hexes; {spell.title} needs {spell.nearest}, as a rangestrike does"
        return [Objection(message, spell.cites, "at")]
    if spell.range != "any":
        reach = caster.profile.skill if spell.range == "skill" else spell.strike_skill or 0
        most = min(reach, position.rules.spell_table.most_range)
        if distance > most:
            message = f"the range is {distance} hexes, both ends counted; {spell.title} reaches {most}"
            return [Objection(message, (*spell.cites, *cite("rangespell")), "at")]
    return _open(position, cast, via)


def _open(position: BattlePosition, cast: Cast, via: list[str] | None) -> list[Aimed] | list[Objection]:
    board = position.fight.board
    found = paths(board, cast.caster.hex, cast.hex)
    if via is not None:
        named = [path for path in found if [board.labels[h] for h in path] == via]
        if not named:
            known = " or ".join(" ".join(board.labels[h] for h in path) for path in found)
            message = f"{' '.join(via) or 'nothing'} is not a path of this line; 'via' lists the hexes between: {known}"
            return [Objection(message, position.rules.cite("line"), "via")]
        found = named
    aimed: list[Aimed] = []
    bars: list[Objection] = []
    for path in found:
        whole = (cast.caster.hex, *path, cast.hex)
        blocked = _blocked(position, cast, whole)
        bars += blocked
        if not blocked:
            aimed.append((whole, roll_of(position, cast, "ranged", whole)))
    return aimed or bars


def _blocked(position: BattlePosition, cast: Cast, whole: tuple[int, ...]) -> list[Objection]:
    """Return what blocks one path: what stops any rangespell, or also what stops a rangestrike (MM 11.2.2, 12.1)."""
    if cast.spell.line == "nothing":
        return []
    pieces = {"striker": cast.caster} | ({"target": cast.piece} if cast.piece is not None else {})
    people = {role: piece.profile for role, piece in pieces.items()}
    given = position.fight.given("sight", **pieces)
    return blocking(position, people, whole, given, "rangespell", cast.spell.line == "rangespell")
