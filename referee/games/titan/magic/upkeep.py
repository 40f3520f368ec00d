"""What Spells do at the turns of a battle: when they end, who leaves, who may cast (MM 10.5, 11.4, 16.5, 17.1)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.core.game.recorder import Recorder
from referee.core.rules.ledger import cites_of

from ..battle.events import remove_slain
from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..battle.state import SpellState
from ..battle.upkeep import Upkeep
from ..points import Worth
from ..sides import SIDES
from .awaiting import open_in_battle
from .carrying_out import lasts_of_row
from .casting import barring_rows, caster_objections
from .grounds import fallen_with, with_dependent
from .in_effect import end_spells, reverted
from .leaving import dismiss, dismiss_all, drawers, give_back, leave_banished
from .reinforcing import end_call, note_slain, open_call
from .spellbooks import casts, note_cast, spell_called


def _settle_fresh(position: BattlePosition) -> None:
    """Let the Spells that were cast in a phase be fresh no longer as it ends."""
    if any(row.fresh for row in position.spells):
        position.set_spells([replace(row, fresh=False) for row in position.spells], position.storm)


def _end(position: BattlePosition, recorder: Recorder, rows: Sequence[SpellState], why: str, key: str) -> None:
    """End Spells and what depends on them, each with a step of the trace."""
    named = {row.id for row in rows}
    for row in with_dependent(position, list(rows)):
        if row not in position.spells:
            continue
        spell = spell_called(position.rules, row.spell)
        assert spell is not None
        because = why if row.id in named else "what it lay on is gone"
        changes = end_spells(position, [row])
        cites = [*position.rules.cite(key if row.id in named else "ground_gone"), *spell.cites]
        cites += reverted(position, changes)
        recorder.write(f"{spell.title} ({row.id}) ends: {because}", changes=changes, cites=cites, by_referee=True)


class SpellUpkeep(Upkeep[BattlePosition]):
    """What happens between the orders of a battle under Spells."""

    def opened(self, position: BattlePosition) -> None:
        note_cast(position)

    def maneuver_begins(self, position: BattlePosition, recorder: Recorder) -> None:
        open_call(position)

    def maneuver_ends(self, position: BattlePosition, recorder: Recorder) -> None:
        end_call(position)
        # the one-round Spells of the side whose phase ends, except those cast in it (MM 11.4.2)
        side = SIDES[position.fight.active]
        settled = [row for row in position.spells if not row.fresh and (row.side or position.laid_by(row.by)) == side]
        due = [row for row in settled if lasts_of_row(position, row) == "round"]
        _end(position, recorder, due, "the round for which it lasts is over", "one_round")
        leave_banished(position, recorder)
        remove_slain(position, recorder, lambda piece: piece.by is not None)
        _settle_fresh(position)

    def strikes_over(self, position: BattlePosition, recorder: Recorder) -> None:
        leave_banished(position, recorder)

    def strike_ends(self, position: BattlePosition, recorder: Recorder) -> None:
        _settle_fresh(position)

    def round_ends(self, position: BattlePosition, recorder: Recorder) -> None:
        """Count a round under the Storm, and tell of a further round after the last (MM 10.5)."""
        if position.storm is not None:
            position.storm_rounds = position.fight.round
        if self.further_rounds(position) and position.fight.round == position.rules.combat.rounds:
            text = f"the Storm has lasted {position.storm_rounds} rounds: the battle goes on for a round more"
            recorder.write(text, cites=cites_of(position.rules.magic.storm.cite), by_referee=True)

    def battle_ends(self, position: BattlePosition, recorder: Recorder) -> None:
        dismiss_all(position, recorder)
        give_back(position, (*position.fight.pieces.values(), *position.fight.gone))

    def removed(self, position: BattlePosition, recorder: Recorder, pieces: Sequence[Piece]) -> None:
        """End the Spells of pieces that have left the battle, and those that lie on them (MM 11.4.1, 16.5)."""
        for piece in pieces:
            cast = [row for row in position.spells if row.by == piece.id]
            gone = [*cast, *(row for row in fallen_with(position, piece.id) if row not in cast)]
            _end(position, recorder, gone, f"{piece.id} has left the battle", "falls_with")
        note_slain(position, pieces)
        dismiss(position, recorder, pieces)

    def worth(self, position: BattlePosition, piece: Piece) -> Worth:
        """Return what a piece is scored as: a Mage with its Spells, less those of Evoked Characters that it has lost.

        A Mage whose Spells are not given holds its intrinsic ones.
        """
        name, cites = f"{piece.profile.title} {piece.id}", position.rules.cite("mage_value")
        if piece.by is not None:
            return Worth(name, piece.profile, cites=cites)
        if piece.profile.name not in position.rules.keeping_spells:
            charmed = position.rules.cite("charmed_points") if piece.controlled else ()
            return Worth(name, piece.profile, cites=charmed, drew=piece.drew)
        held = len(piece.held if piece.held is not None else piece.profile.chart.intrinsic)
        killed = sum(one.by == piece.id for one in position.fight.gone)
        banished = sum(one.by == piece.id and one.banished for one in position.left)
        return Worth(name, piece.profile, spells=max(held - killed - banished, 0), cites=cites)

    def further_rounds(self, position: BattlePosition) -> int:
        table = position.rules.magic.storm
        return table.more if position.storm_rounds >= table.rounds else 0

    def able(self, position: BattlePosition) -> list[str]:
        """Return who of the ordering side may cast now, whatever Spells they hold, which is secret, or may draw one."""
        fight, player = position.fight, position.player(position.fight.active)
        orders = not position.over and position.ordering == fight.active
        casters = [
            piece
            for piece in (fight.of(fight.active) if orders else ())
            if casts(piece)
            and not caster_objections(position, player, piece, "")
            and not barring_rows(position, piece, {})
        ]
        return list(dict.fromkeys(piece.id for piece in (*casters, *drawers(position))))

    def open(self, position: BattlePosition, player: str) -> list[str]:
        return open_in_battle(position, player)
