"""The position of a whole game: a Masterboard, and the battle of the Engagement being resolved."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from referee.core.documents.problems import alike, known_name
from referee.core.game.orders import Objection
from referee.core.game.position import Phase, Position
from referee.core.game.recorder import Recorder
from referee.core.game.submissions import SubmittedOrder
from referee.core.game.trace import Awaiting
from referee.core.notation.field_specs import field_specs

from ..battle.phases import awaiting as awaiting_in_battle
from ..battle.position import BattlePosition
from ..magic.stacks import end_gifts, enroll, give_back
from ..masterboard.awaiting import awaiting
from ..masterboard.effects import end_sourceless
from ..masterboard.laid import write_fallen
from ..masterboard.phases import close_if_no_gains
from ..masterboard.position import MasterboardPosition
from ..masterboard.rulings.judge import travel
from ..rules import TitanRules
from ..state import State
from ..words import BATTLE, MASTERBOARD
from .battles import apply_result, keep_in_step, lose_titans, open_battle, refresh, resume


class Campaign(MasterboardPosition, Position):
    """A game: an Engagement opens a battle, and the end of the battle closes it."""

    rules: TitanRules
    changes_scope: ClassVar[bool] = True

    def __init__(self, state: State, rules: TitanRules) -> None:
        assert state.masterboard is not None
        super().__init__(state.masterboard, rules, state.view)
        self.source: State = state
        if self.cup is not None:
            enroll(self)
        self.battle: BattlePosition | None = resume(self, state.battle) if state.battle is not None else None

    # the battle

    def scope(self) -> str:
        return MASTERBOARD if self.battle is None else BATTLE

    def scope_of(self, given: SubmittedOrder) -> str:
        """Return the scope of an order: by the word after its verb or the legion it names, else the current scope."""
        if len(given.scopes) == 1 or field_specs(type(given.order))[given.verb].choices:
            return next(scope for scope in given.scopes if given.means(scope))
        if given.means(MASTERBOARD) and self.battle is not None:
            word = getattr(given.reading(MASTERBOARD), given.verb)
            # during a battle, a legion can be named by its marker only
            if known_name(word, self.legions) in self.legions and word not in self.battle.fight.pieces:
                return MASTERBOARD
        return self.scope()

    def board(self, scope: str) -> MasterboardPosition | BattlePosition | None:
        return self.battle if scope == BATTLE else self

    def no_board(self, scope: str, verb: str) -> list[Objection]:
        if self.position_unknown:
            return []
        message, now = "there is no battle now", self.engagement
        if now is not None:
            reached = "is decided" if now.stage == "gains" else "has not reached its battle"
            message += f"; the Engagement in {self.graph.titled(str(now.land))} {reached}"
        return [Objection(message, self.rules.cite("sequence"))]

    @property
    def in_battle(self) -> bool:
        return self.battle is not None

    def fighting(self) -> tuple[str, ...]:
        return tuple(self.battle.fight.pieces) if self.battle is not None else ()

    def settle(self, scope: str, recorder: Recorder) -> None:
        """Open the battle of an Engagement, keep the legions in step with it, and apply its result."""
        now = self.engagement
        if self.rules.keeping_spells and scope == MASTERBOARD:
            end_gifts(self, recorder.source.player if recorder.source is not None else None)
        if scope == MASTERBOARD:
            if self.battle is None and now is not None and now.stage == "battle":
                self.battle = open_battle(self, recorder)
                if self.battle.over:
                    self.settle(BATTLE, recorder)
        elif scope == BATTLE and self.battle is not None:
            keep_in_step(self, self.battle)
            if self.battle.titan_lost:
                lose_titans(self, self.battle, recorder)
            if self.battle.over:
                battle, self.battle = self.battle, None
                apply_result(self, battle, recorder)
                close_if_no_gains(self, recorder)
            else:
                refresh(self, self.battle)
        if self.returned:
            give_back(self, recorder)
        if self.fallen_effects:
            write_fallen(self, recorder)
        if self.effects:
            end_sourceless(self, recorder)

    def prospects(self, player: str) -> dict[str, dict[int, list[str]]]:
        """Return the Lands in which each legion could end its move, for each Movement Roll of a turn that begins."""
        if self.stage != "commencement" or self.battle is not None or player != self.mover:
            return {}
        return {
            legion.id: {
                roll: [str(land) for land in travel(self, legion, roll)] for roll in self.rules.masterplay.faces
            }
            for legion in self.own(player)
        }

    # the phase

    def acting(self) -> list[str]:
        if self.battle is None or self.stage == "setup":
            return super().acting()
        phase = self.battle.phase()
        return list(phase.players) if phase is not None else []

    def phase(self) -> Phase | None:
        battle_phase = self.battle.phase() if self.battle is not None and self.outcome is None else None
        if battle_phase is None:
            return super().phase()
        return Phase(battle_phase.name, battle_phase.players, title=f"{self.title_of_phase()}, {battle_phase.title}")

    def lasts(self) -> str:
        return self.battle.lasts() if self.battle is not None else ""

    def winners(self) -> list[str] | None:
        return None if self.outcome is None else self.outcome.winners

    def awaiting(self) -> list[Awaiting]:
        if self.outcome is not None:
            return []
        found = awaiting(self) if self.battle is None else awaiting_in_battle(self.battle)
        if not self.rules.spells:
            return found
        from ..magic.awaiting import open_on_board

        return [msgspec.structs.replace(one, may=[*one.may, *open_on_board(self, one.player)]) for one in found]

    # names

    def pieces_called(self, word: str, whose: str, player: str | None, subject: str | None) -> list[tuple[str, str]]:
        """Return the legions that a word may name, by marker or Land; in a battle, the pieces."""
        if self.battle is None:
            return super().pieces_called(word, whose, player, subject)
        same = alike(word, self.legions)
        if same == [word]:
            return [(word, "")]
        fighting = self.battle.pieces_called(word, whose, player, subject)
        return [(ident, "") for ident in same] if same and fighting != [(word, "")] else fighting

    def state(self) -> State:
        """Return the state after the orders, one step later."""
        return msgspec.structs.replace(
            self.source,
            step=(self.source.step or 0) + 1,
            masterboard=self.written(),
            battle=self.battle.written() if self.battle is not None else None,
        )
