"""What one player sees: their own legions, what has been revealed to them, and public facts (LoT 4.5, 9.1).

What lies on a Land or on the whole game is public. What a legion carries is part of what it holds. The Cup, even how
many Spells it holds, and the stacks of others are secret (MM 20.1, 20.3); which Magi are in play is not (MM 2.3).
"""

from __future__ import annotations

import msgspec

from referee.core.game.trace import Awaiting

from ..state import State
from .state import EngagementState, LaidState, LegionState, MageState, MasterboardState


def view(state: State, player: str) -> State:
    """Return a state as a player sees it: other legions have a height but no contents."""
    board = state.masterboard
    assert board is not None
    legions = [_seen(legion, board, player) for legion in board.legions]
    own = {player, *(legion.id for legion in board.legions if legion.player == player)}
    seen_legions = {legion.id for legion in board.legions if _open(legion, board, player)}
    seen = msgspec.structs.replace(
        board,
        legions=legions,
        # what a legion carries is as secret as what it holds; what lies on a Land or the game is there for all to see
        effects=[
            _laid(laid, player) for laid in board.effects if laid.legion in {None, *seen_legions} or laid.by == player
        ],
        revealed=[reveal for reveal in board.revealed if reveal.to == "all" or player in reveal.to],
        engagement=_engagement(board, player),
        # a row that has held may tell what a legion holds
        uses=[used for used in board.uses if used.by in own],
        cup=None,
        magi=sorted(
            {row.id for legion in board.legions if legion.player != player for row in legion.magi} | {*board.magi}
        ),
        trading={name: within for name, within in board.trading.items() if name == player},
    )
    battle = state.battle
    if battle is not None and (battle.players is None or battle.players.attacker != player):
        battle = msgspec.structs.replace(battle, may_summon=[])
    return msgspec.structs.replace(
        state,
        view=player,
        masterboard=seen,
        battle=battle,
        awaiting=[a if a.player == player else Awaiting(a.player, a.phase) for a in state.awaiting],
    )


def _seen(legion: LegionState, board: MasterboardState, player: str) -> LegionState:
    """Return a legion as a player sees it."""
    if not _open(legion, board, player):
        return _closed(legion)
    if legion.player == player or not legion.magi:
        return legion
    return msgspec.structs.replace(legion, magi=[_hidden(stack) for stack in legion.magi])


def _hidden(stack: MageState) -> MageState:
    """Return what others see of a stack: whose it is, and what has been cast openly."""
    return msgspec.structs.replace(stack, spells=None, held=None, drew=False, gifts=[])


def _open(legion: LegionState, board: MasterboardState, player: str) -> bool:
    """Return whether a player sees the contents of a legion: their own, or one in an Engagement they may look at."""
    if legion.player == player:
        return True
    now = board.engagement
    if now is None or legion.id not in (now.attacker, now.defender):
        return False
    return now.stage == "battle" or (now.stage != "consider" and player in _sides(now, board))


def _laid(laid: LaidState, player: str) -> LaidState:
    """Return an effect as a player sees it: who of a legion has laid it is as secret as what the legion holds."""
    return laid if laid.by == player else msgspec.structs.replace(laid, source=None, character=None)


def _closed(legion: LegionState) -> LegionState:
    height = legion.height if legion.contents is None else len(legion.contents)
    return msgspec.structs.replace(legion, contents=None, height=height, magi=[], drew={})


def _sides(now: EngagementState, board: MasterboardState) -> list[str]:
    return [legion.player for legion in board.legions if legion.id in (now.attacker, now.defender)]


def _engagement(board: MasterboardState, player: str) -> EngagementState | None:
    """Return the Engagement in progress; only its two players see proposed terms, and the winner the Spells drawn."""
    now = board.engagement
    if now is None:
        return None
    if now.stacks:
        now = msgspec.structs.replace(now, stacks=[_hidden(stack) for stack in now.stacks])
    if now.gains is not None and now.gains.drawn and now.gains.player != player:
        now = msgspec.structs.replace(now, gains=msgspec.structs.replace(now.gains, drawn=[]))
    return now if player in _sides(now, board) else msgspec.structs.replace(now, proposals=[])
