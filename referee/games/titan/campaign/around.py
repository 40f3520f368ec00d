"""What surrounds a battle under Spells: a Storm over its Land, gates, and stacks of Magi (MM 10, 18.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from ..battle.pieces import DEFENDER, Piece
from ..battle.position import BattlePosition
from ..battle.state import EffectState, GateState, MusterableBySpell
from ..magic.cup import intrinsic, put_back
from ..magic.rulings.mustering import mustering_by
from ..magic.stacks import everywhere, follow, put
from ..masterboard.check_standing import mage_fault
from ..masterboard.effects import place_of
from ..masterboard.laid import PLACES
from ..masterboard.legion import Legion
from ..masterboard.position import MasterboardPosition
from ..masterboard.rulings.engagements import sides
from ..masterboard.state import LaidState, MageState, type_of
from ..sides import SIDES, Side
from ..words import land_name


def in_battle(board: MasterboardPosition, land: str, sides: Iterable[Legion]) -> list[EffectState]:
    """Return what lies in a battle as it begins: all that lies on its Land, on both legions and on the game.

    Of what may lie so many times in a battle only, no more are taken over.
    """
    side_of: dict[str, Side] = {legion.id: side for legion, side in zip(sides, SIDES, strict=True)}
    out: list[EffectState] = []
    for laid in board.effects:
        effect = EffectState(effect=laid.effect, side=side_of.get(laid.legion or ""))
        most = board.rules.effects[laid.effect].most
        full = most is not None and sum(other.effect == laid.effect for other in out) >= most
        if _reaches(laid, land, side_of) and not full:
            out.append(effect)
    return out


def bring_back(
    board: MasterboardPosition,
    battle: BattlePosition,
    land: str,
    sides: Iterable[Legion],
    left: Iterable[EffectState],
) -> None:
    """Take back from a battle what lies there still of what a Land, a legion or the game can carry."""
    legions = list(sides)
    side_of: dict[str, Side] = {legion.id: side for legion, side in zip(legions, SIDES, strict=True)}
    marker = {side: ident for ident, side in side_of.items()}
    there = [
        replace(
            _laid_in_battle(board, battle, effect, legions),
            land=land_name(land) if board.rules.effects[effect.effect].lies == "land" else None,
            legion=marker.get(effect.side) if effect.side is not None else None,
        )
        for effect in left
        if board.rules.effects[effect.effect].lies in PLACES
    ]
    places = [place_of(laid) for laid in there]
    kept = [laid for laid in board.effects if not _reaches(laid, land, side_of) or place_of(laid) in places]
    known = [place_of(laid) for laid in kept]
    board.effects = [*kept, *(laid for laid in there if place_of(laid) not in known)]


def _laid_in_battle(
    board: MasterboardPosition, battle: BattlePosition, effect: EffectState, sides: Sequence[Legion]
) -> LaidState:
    """Return an effect with the player who laid it in a battle, and with its source where it lasts no longer."""
    side, piece = battle.laid_by(effect.by), battle.fight.pieces.get(effect.by or "")
    if side is None:
        return LaidState(effect=effect.effect)
    legion = sides[SIDES.index(side)]
    if board.rules.effects[effect.effect].lasts.while_ is None or piece is None:
        return LaidState(effect=effect.effect, by=legion.player)
    return LaidState(effect=effect.effect, by=legion.player, source=legion.id, character=piece.profile.name)


def _reaches(laid: LaidState, land: str, side_of: dict[str, Side]) -> bool:
    """Return whether what is laid lies in a battle on a Land between legions."""
    if laid.legion is not None:
        return laid.legion in side_of
    return laid.land is None or str(laid.land) == land


def storm_over(board: MasterboardPosition, land: str) -> str | None:
    """Return the Storm over a Land, None where there is none."""
    return next((storm.spell for storm in board.storms if str(storm.land) == land), None)


def settle_storm(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Take a Storm off the board that was dispelled in the battle; its counter goes back to the Cup (REF magi-87)."""
    if battle.storm is not None or battle.over:
        return
    over = [storm for storm in board.storms if str(storm.land) == battle.land]
    if over:
        board.storms = [storm for storm in board.storms if storm not in over]
        put_back(board, [storm.counter for storm in over if storm.counter is not None])


def call_up(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Count those who were summoned out of the reserve among their legions (MM 22.1)."""
    legions = sides(board)
    for name, side in battle.called_up:
        board.reserves[legions[side].player].remove(name)
        contents = legions[side].contents
        if contents is not None:
            contents.append(name)
    battle.called_up = ()


def connect(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Tell the battle to which legions gates may lead, and whom they hold, as far as that is known (MM 18.4.2)."""
    fighting, engaged = sides(board), board.engaged()
    others = [x for x in board.legions.values() if x not in fighting and x.player in battle.players and x.height]
    battle.gates = {
        x.id: GateState(
            legion=x.id,
            side=SIDES[battle.players.index(x.player)],
            characters=list(x.contents or ()),
            fought=x.land in engaged or x.won is not None or bool(x.fought),
            storm=storm_over(board, x.land) is not None,
        )
        for x in others
    }
    battle.enrolled = {x.id: [(row.id, row.held) for row in x.magi] for x in others if x.magi}


def musters_by_spell(board: MasterboardPosition, battle: BattlePosition) -> list[MusterableBySpell]:
    """Return whom the defender's Magi could bring as the reinforcement by a Spell now (MM 11.1.4)."""
    fight, rules = battle.fight, board.rules
    if fight.striking_phase or fight.active != DEFENDER or fight.round != rules.combat.reinforcement_round:
        return []
    out = []
    _, defender = sides(board)
    for row in defender.magi:
        able = row.id in fight.pieces and not row.cast
        kinds = dict.fromkeys(rules.spell_types.get(counter) for counter in row.held or ()) if able else ()
        for kind in kinds:
            if kind is None or kind not in rules.magic.musters:
                continue
            raises = rules.magic.musters[kind].slain is not None
            for name in mustering_by(board, defender, kind, "battle", type_of(row.id)).ways:
                if raises or board.stock(name) > 0:
                    out.append(MusterableBySpell(by=row.id, spell=kind, character=name))
    return out


def note_strategists(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Count the one Strategic Spell of the Game-Turn of those who have cast one in the battle (MM 11.1.4)."""
    _, defender = sides(board)
    defender.magi = [replace(row, cast=True) if row.id in battle.strategists else row for row in defender.magi]
    battle.strategists = ()


def pass_through(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Move those who have gone through gates between their legions; one that is emptied leaves the board."""
    legions = sides(board)
    for piece, gate, came_in in battle.passed:
        own, other = legions[piece.owner], board.legions[gate]
        _move(board, piece.profile.name, piece.id, *((other, own) if came_in else (own, other)))
        if not other.height:
            board.remove(other)
    battle.passed = ()


def _move(board: MasterboardPosition, name: str, ident: str, giver: Legion, taker: Legion) -> None:
    """Move a character from one legion to another, with its Spells; all players have seen it go."""
    if giver.contents is not None and name in giver.contents:
        giver.contents.remove(name)
    if taker.contents is not None:
        taker.contents.append(name)
    else:
        taker.count += 1
    follow(giver, taker, [ident])
    board.reveal(giver.id, "summoned", [name], of=taker.id)


def take_over(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Give the pieces of Magi the Spells of their stacks, and the battle the Cup of the game."""
    battle.cup = board.cup
    rows = {row.id: row for _, row in everywhere(board)}
    battle.stacked = frozenset(rows)
    for piece in (*battle.fight.pieces.values(), *battle.fight.gone):
        row = rows.get(piece.id)
        if row is not None and row.held is not None:
            piece.held, piece.barred = list(row.held), list(row.barred)
    settle_stackless(board, battle)


def settle_stackless(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Give those who have no stack what they hold: a Mage its intrinsic Spells, others nothing until they draw."""
    seen = SIDES if board.viewer is None else [SIDES[n] for n, one in enumerate(battle.players) if one == board.viewer]
    for piece in battle.fight.pieces.values():
        if piece.held is not None or piece.id in battle.stacked or SIDES[piece.owner] not in seen:
            continue
        if piece.profile.name in board.rules.keeping_spells:
            # a state may name a Mage by an id of its own: which intrinsic counters it holds is not known then
            if mage_fault(piece.id, board.rules) is None:
                piece.held = intrinsic(board.rules, piece.id)
        elif "draws_battle_spell" in piece.profile.traits and not piece.drew:
            piece.held = []


def give_back_stacks(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Bring the stacks of the Masterboard in step with the Spells of the pieces, with those of new Magi."""
    now = board.resolving
    for legion, piece, row in _pieces(board, battle):
        if piece.held is None or (row is not None and row.held == piece.held):
            continue
        if row is None and legion is not None:
            put(legion, MageState(id=piece.id, held=list(piece.held)))
        elif row is None:
            continue
        elif legion is not None:
            put(legion, replace(row, held=list(piece.held)))
        else:
            new = replace(row, held=list(piece.held))
            now.stacks = [new if one.id == new.id else one for one in now.stacks]
    battle.stacked = frozenset(row.id for _, row in everywhere(board))
    settle_stackless(board, battle)


def _pieces(
    board: MasterboardPosition, battle: BattlePosition
) -> Iterator[tuple[Legion | None, Piece, MageState | None]]:
    """Yield the pieces of Magi, each with its legion, None for the slain, and with its stack."""
    now = board.engagement
    keeping = board.rules.keeping_spells
    for piece in battle.fight.pieces.values():
        if piece.profile.name in keeping:
            legion = sides(board)[piece.owner]
            yield legion, piece, next((row for row in legion.magi if row.id == piece.id), None)
    for piece in battle.fight.gone if now is not None else ():
        if piece.profile.name in keeping:
            yield None, piece, next((row for row in now.stacks if row.id == piece.id), None) if now else None
