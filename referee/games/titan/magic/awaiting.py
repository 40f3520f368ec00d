"""What a player who is awaited may order of Spells: each order in short, with who may be its subject."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle.position import BattlePosition
from ..masterboard.awaiting import subjects
from ..masterboard.orders.base import MasterOrder
from ..masterboard.position import MasterboardPosition
from ..masterboard.rulings.judge import over_objections
from .gates import comings, due_objections, gate_spells, reachable
from .orders.cast_on_board import CastOnBoard
from .orders.discard import Discard
from .orders.drawing import DrawForTerrain
from .orders.give import Give
from .orders.passing import AskPassage
from .orders.rejoin import Rejoin
from .orders.retreat import Consent, Retreat, RetreatFromBattle
from .orders.victory_draw import DrawForVictory
from .rulings.giving import pairs, period_objections, tradable
from .rulings.strategic import mages_of


def open_on_board(position: MasterboardPosition, player: str) -> list[str]:
    """Return what a player may order of Spells on the Masterboard, such as `cast witch-2`; only that player sees it."""
    if not position.rules.spells or position.position_unknown or position.viewer not in (None, player):
        return []
    out = []
    if not position.in_battle:
        out += _line("cast", _casters(position, player))
        for kind in _KINDS:
            out += _line(kind.verb, subjects(position, player, kind, kind.verb.replace("-", "_")))
    out += _line("discard", subjects(position, player, Discard, "discard"))
    out += _line("give from", subjects(position, player, Give, "from_"))
    return out + _line("trade between", _traders(position, player))


_KINDS: tuple[type[MasterOrder], ...] = (DrawForTerrain, DrawForVictory, Rejoin, AskPassage, Retreat, Consent)


def _line(verb: str, subjects: list[str]) -> list[str]:
    return [f"{verb} {', '.join(subjects)}"] if subjects else []


def _casters(position: MasterboardPosition, player: str) -> list[str]:
    """Return the Magi that may cast some Spell on the Masterboard now."""
    if player not in position.acting():
        return []
    names = [mage.stack.id for mage in mages_of(position, player)]
    return [name for name in names if _may(position, player, CastOnBoard.candidates(position, player, name))]


def _may(position: MasterboardPosition, player: str, found: Iterator) -> bool:  # type: ignore[type-arg]
    return any(one.checked or not one.order.check(position, player) for one in found)


def _traders(position: MasterboardPosition, player: str) -> list[str]:
    """Return the Magi that may trade with another now."""
    if not position.rules.keeping_spells or period_objections(position, player) or over_objections(position, player):
        return []
    able = [pair for pair in pairs(position, player) if all(tradable(position, mage) for mage in pair)]
    return list(dict.fromkeys(mage.stack.id for pair in able for mage in pair))


def open_in_battle(position: BattlePosition, player: str) -> list[str]:
    """Return what a player may order in a battle beyond casts: who goes or comes through a gate, and a retreat."""
    if position.over or position.fight.striking_phase or position.player(position.ordering) != player:
        return []
    out = list[str]()
    for row in gate_spells(position):
        if not due_objections(position, player, row) and not position.drawing:
            out += [piece.id for piece in reachable(position, row)]
    out += [f"enter {ident}" for ident, _, _ in comings(position, player)] if not position.drawing else []
    if position.rules.retreats is not None:
        kinds = RetreatFromBattle.candidates(position, player)
        out += ["retreat battle" for one in kinds if not one.order.check(position, player)]
    return list(dict.fromkeys(out))
