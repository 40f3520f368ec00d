"""The working copy of the Masterboard: legions, stacks, scores, turn and phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from referee.core import documents
from referee.core.documents.problems import alike, known_name
from referee.core.game.orders import Objection
from referee.core.game.position import Phase

from ..profiles import Profile
from ..rows import Per, Uses
from ..rules import TitanRules
from ..words import LandName, land_name
from .graph import Graph, graph_of
from .legion import Legion, markers_of
from .state import (
    EngagementState,
    Fallen,
    Gains,
    GameResult,
    LaidState,
    LegionUse,
    MageState,
    MasterboardState,
    MasterPhase,
    Offence,
    Reveal,
)

# the uncertainty before a Movement Roll or a roll for a Tower has been made
ROLL = "the roll"
TITLES = {
    "setup": "before the first Game-Turn",
    "commencement": "Commencement Phase",
    "movement": "Movement Phase",
    "engagement": "Engagement Phase",
    "enlistment": "Enlistment Phase",
}


class MasterboardPosition:
    """A game, or a situation, on the Masterboard.

    `gifted` is the new Mage to which the order that is carried out has opened or made a gift (MM 8.1).
    """

    gifted: str | None = None

    def __init__(self, board: MasterboardState, rules: TitanRules, viewer: str | None = None) -> None:
        self.rules = rules
        self.graph: Graph = graph_of(rules)
        self.viewer = viewer
        # whether the state gives all that a game in play needs, and whether it gives the phase
        self.in_play = board.is_complete
        self.phase_given = board.phase is not None
        self.legions = {given.id: Legion.read(given) for given in board.legions}
        named = [given.player for given in board.legions]
        self.players: Sequence[str] = tuple(
            board.players or dict.fromkeys([*([board.mover] if board.mover else []), *named])
        )
        self.towers = {player: str(land) for player, land in board.towers.items()}
        self.rolled = dict(board.rolled)
        self.rolls = board.rolls
        self.rerolls = board.rerolls
        self.turn = board.turn or 1
        self.mover = board.mover or (self.players[0] if self.players else "")
        self.stage: MasterPhase = board.phase or "movement"
        self.roll = board.roll
        self.mulligan = board.mulligan
        self.clock = board.clock
        self.teleport_used = board.teleport_used
        self.summoned = board.summoned
        self.score = dict(board.score)
        self.markers = {player: list(free) for player, free in board.markers.items()}
        if self.in_play and self.stage == "setup":
            for player, own in markers_of(self.players, rules).items():
                self.markers.setdefault(player, [marker for marker in own if marker not in self.legions])
        self.caretaker = self._stacks(board)
        # the stacks that are not given while legions are not known hold nobody knows how many
        hidden = any(legion.contents is None for legion in board.legions)
        self.untold = self.caretaker.keys() - board.caretaker.keys() if hidden else frozenset[str]()
        slain = Counter(board.slain) + Counter(board.dead) if board.dead else board.slain
        self.slain = {name: number for name, number in slain.items() if number}
        self.passage = board.passage
        self.engagement: EngagementState | None = _copy_of(board.engagement)
        if self.engagement is not None and self.engagement.attacker in self.legions:
            # who attacks has come in this Game-Turn
            self.legions[self.engagement.attacker].moved = True
        gains = self.gains
        if self.stage == "engagement" and self.rules.keeping_spells:
            # who has come to an enemy draws for the terrain when that is decided (MM 7.3)
            lands = [*self.engaged(), *([str(self.engagement.land)] if self.engagement is not None else ())]
            for legion in self.own(self.mover):
                legion.draw_deferred |= legion.moved and not legion.drew_for_terrain and legion.land in lands
        if gains is not None and gains.multiples:
            # a score that is not given has passed them
            self.score.setdefault(gains.player, max(gains.multiples))
        self.effects = list(board.effects)
        # how often each ability has been used, by the legion or the player that is counted
        self.uses = {(used.by, used.ability): used.times for used in board.uses}
        self.storms = list(board.storms)
        self.no_muster_lands = list(board.no_muster_lands)
        self.titan_lost = list(board.titan_lost)
        self.reserves = {player: list(kept) for player, kept in board.reserves.items()}
        # the Spells in the Cup, None where they are not known, and within what each player trades
        self.cup = None if board.cup is None else list(board.cup)
        self.trading = dict(board.trading)
        # in a view, the Magi of others that are in play
        self.others_magi = list(board.magi)
        # the stacks of Magi that have gone back to the caretaker since the last order was settled
        self.returned: list[MageState] = []
        # what lay on legions that have left the board since the last order was settled
        self.fallen_effects: list[LaidState] = []
        self.revealed: list[Reveal] = list(board.revealed)
        self.fallen: list[Fallen] = list(board.fallen)
        self.offences: list[Offence] = list(board.offences)
        self.stopping = list(board.stopping)
        self.outcome: GameResult | None = board.outcome
        # the player whose Engagement has just closed by itself, with nothing more to gain
        self.shut = board.shut
        # and, where it has closed since the state was written, what it could gain
        self.closed: Gains | None = None
        # whether everything from here on depends on dice that have not been rolled
        self.position_unknown = False

    def _stacks(self, board: MasterboardState) -> dict[str, int]:
        """Return the caretaker's stacks; a stack that is not given holds what is not known to be elsewhere."""
        characters = self.rules.stacked
        if board.caretaker.keys() >= characters.keys():
            return dict(board.caretaker)
        elsewhere = board.outside_stacks()
        return {
            name: board.caretaker.get(name, max(chart.number - elsewhere[name], 0))
            for name, chart in characters.items()
        }

    # what stands on the board

    @property
    def living(self) -> list[str]:
        """The players still in the game, in turn order."""
        out = {fallen.player for fallen in self.fallen}
        return [player for player in self.players if player not in out]

    def own(self, player: str) -> list[Legion]:
        """Return a player's legions."""
        return [legion for legion in self.legions.values() if legion.player == player]

    def at(self, land: str) -> list[Legion]:
        """Return the legions in a Land."""
        return [legion for legion in self.legions.values() if legion.land == land]

    def score_of(self, player: str) -> int:
        """Return a player's score."""
        return self.score.get(player, 0)

    def stock(self, name: str) -> int:
        """Return how many of a character the caretaker has."""
        return self.caretaker.get(name, self.rules.characters[name].number)

    def take(self, name: str) -> None:
        """Take a character from the caretaker's stack."""
        self.caretaker[name] = self.stock(name) - 1

    def bury(self, names: Iterable[str]) -> list[str]:
        """Put slain characters where they belong: Lords and Demi-Lords in their stacks, others out of the game.

        Return the characters that go back to the stacks (LoT 9.5, 12.6).
        """
        back = []
        for name in names:
            traits = self.rules.profile(name).traits
            if "returns_to_stack" in traits and "keeps_player_alive" not in traits:
                self.caretaker[name] = self.stock(name) + 1
                back.append(name)
            else:
                self.slain[name] = self.slain.get(name, 0) + 1
        return back

    def profile(self, name: str, player: str) -> Profile:
        """Return a character's profile for a player; some grow with the player's score (LoT 19.1)."""
        chart = self.rules.characters[name]
        if chart.grows is None:
            return self.rules.profile(name)
        return self.rules.profile(name, chart.power + self.score_of(player) // chart.grows)

    def vital(self, legion: Legion) -> bool:
        """Return whether a legion is known to hold the Titan."""
        return any(self.rules.profile(name).vital for name in legion.contents or ())

    def engaged(self) -> list[str]:
        """Return the Lands that a legion of the Mover shares with an enemy, in the order of the board."""
        own = {legion.land for legion in self.own(self.mover)}
        both = {legion.land for legion in self.legions.values() if legion.player != self.mover} & own
        return [land for land in self.graph.lands if land in both]

    def reveal(
        self,
        legion: str,
        how: Any,
        characters: list[str],
        to: Literal["all"] | list[str] = "all",
        of: str | None = None,
    ) -> None:
        """Record what players have seen of a legion; if all players see all of it, earlier records are dropped."""
        characters = self.rules.in_chart_order(characters)
        if how in ("battle", "reduced", "counted"):
            self.forget(legion)
        elif how in ("examined", "looked"):
            self.revealed = [r for r in self.revealed if (r.legion, r.how, r.to) != (legion, how, to)]
        self.revealed.append(
            Reveal(legion=legion, how=how, turn=self.turn, mover=self.mover, characters=characters, of=of, to=to)
        )

    def forget(self, legion: str) -> None:
        """Drop the records of a legion that was seen whole or is gone; what describes another legion too is kept."""
        kept = []
        for seen in self.revealed:
            others = {ident for ident in (seen.legion, seen.of) if ident in self.legions} - {legion, *seen.over}
            if legion not in (seen.legion, seen.of):
                kept.append(seen)
            elif others:
                kept.append(msgspec.structs.replace(seen, over=list(dict.fromkeys([*seen.over, legion]))))
        self.revealed = kept

    def remove(self, legion: Legion) -> None:
        """Take a legion off the board; its marker goes back to its owner (LoT 4.4)."""
        del self.legions[legion.id]
        parts = [other for other in self.legions.values() if other.split_from == legion.id]
        for other in parts:
            # what was split off one that is gone is split off what else was
            other.split_from = parts[0].id if other is not parts[0] else None
        if self.passage is not None and (legion.id == self.passage.legion or legion.land == str(self.passage.land)):
            # nobody asks any more, or nobody is asked
            self.passage = None
        if legion.contents is None or any(stack.held is None for stack in legion.magi):
            # nobody knows which Spells go back to the Cup
            self.cup = None
        self.returned += legion.magi
        self.fallen_effects += [laid for laid in self.effects if laid.legion == legion.id]
        self.effects = [laid for laid in self.effects if laid.legion != legion.id]
        if self.uses:
            per = self.rules.counted_per
            self.uses = {
                key: times for key, times in self.uses.items() if key[0] != legion.id or per.get(key[1]) == "game"
            }
        self.forget(legion.id)
        self.markers[legion.player] = sorted([*self.markers.get(legion.player, []), legion.id])

    def _charted(self, counts: dict[str, int]) -> dict[str, int]:
        """Return counts in the order of the chart."""
        return {name: counts[name] for name in self.rules.in_chart_order(counts) if counts[name]}

    # the time

    def go_to(self, stage: MasterPhase) -> None:
        """Go on to a phase; what is counted for each phase is counted from none."""
        if stage != self.stage:
            self.forget_uses("phase")
        self.stage = stage

    def counted(self, legion: Legion, per: Per) -> str:
        """Return who is counted as a legion uses an ability: itself, in a whole game its player."""
        return legion.player if per == "game" else legion.id

    def may_use(self, legion: Legion, name: str, uses: Uses) -> bool:
        """Return whether something has not been done as often as it may be, counted for a legion or its player."""
        return self.uses.get((self.counted(legion, uses.per), name), 0) < uses.times

    def note_use(self, legion: Legion, name: str, per: Per) -> None:
        """Count that something has been done."""
        key = self.counted(legion, per), name
        self.uses[key] = self.uses.get(key, 0) + 1

    def forget_uses(self, per: Per) -> None:
        """Forget the uses of abilities that are counted for each phase, or for each Game-Turn."""
        if self.uses:
            self.uses = {key: times for key, times in self.uses.items() if self.rules.counted_per.get(key[1]) != per}

    # names

    def named(self, legion: Legion) -> str:
        """Return a legion as messages name it: marker and Land."""
        return f"{legion.id} ({self.graph.titled(legion.land)})"

    def title(self, names: Iterable[str]) -> str:
        """Return characters in words, such as "2 Ogres, an Angel"."""
        held = Counter(self.rules.in_chart_order(names))
        return ", ".join(self.rules.counted(name, number) for name, number in held.items()) or "nobody"

    def find(self, ident: str, field: str) -> Legion | Objection:
        """Return a legion by its marker, or the objection that there is none."""
        found = self.legions.get(ident)
        if found is not None:
            return found
        # while everything depends on dice, any free marker may become a legion
        to_come = self.position_unknown and (not self.markers or any(ident in free for free in self.markers.values()))
        hangs = (ROLL,) if to_come else self.fighting()
        return Objection(self.nobody_called(ident), (), field, hangs, alone=not self.in_battle)

    def nobody_called(self, word: str) -> str:
        """Return the message for a word that names no legion."""
        land = self.graph.called(word)
        if land is not None:
            return f"no legion that this order could name is in {self.graph.titled(land)}"
        if " " in word.strip():
            return self.graph.unknown(word)
        return f"'{word}' is no legion on the board{documents.nearest(word, self.legions)}"

    def land(self, name: LandName, field: str) -> str | Objection:
        """Return a Land by its number, or the objection that there is none."""
        if str(name) in self.graph.lands:
            return str(name)
        said = self.graph.unknown(str(name))
        if str(name) in self.legions:
            said = f"'{name}' is a legion; a Land is named here, as that of {self.named(self.legions[str(name)])}"
        return Objection(said, (), field, always=True)

    @property
    def in_battle(self) -> bool:
        """Whether the battle of the Engagement is being fought."""
        return self.engagement is not None and self.engagement.stage == "battle"

    def fighting(self) -> tuple[str, ...]:
        """Return the ids of the pieces in the battle, whose fate decides what the legions hold."""
        return ()

    def event(self, what: str) -> str:
        """Return the name of a roll in this Game-Turn."""
        return f"turn/{self.turn}/{self.mover}/{what}"

    def pieces_called(self, word: str, whose: str, player: str | None, subject: str | None) -> list[tuple[str, str]]:
        """Return the legions that a word may name, each as (marker, place), for a marker, a Land or a player."""
        same = alike(word, self.legions)
        if same:
            return [(ident, "") for ident in same]
        land, players = self.graph.called(word), alike(word, self.players)
        found = [legion for legion in self.legions.values() if legion.land == land or legion.player in players]
        if player is not None and whose != "any":
            found = [legion for legion in found if (legion.player == player) == (whose == "own")]
        return [(legion.id, self.graph.titled(legion.land)) for legion in found]

    def words_called(self, what: str, words: list[str]) -> list[Any]:
        """Return the names of characters, Spells, markers or Lands for printed words; other words as they are."""
        if what in ("character", "spell"):
            return self.rules.words_called(what, words)
        if what == "marker":
            free = (marker for markers in self.markers.values() for marker in markers)
            known = [*self.legions, *free]
            return [known_name(word, known) for word in words]
        # a legion's marker names its Land
        markers = [known_name(word, self.legions) for word in words]
        lands = [
            (self.legions[m].land if m in self.legions else self.graph.called(w), w)
            for m, w in zip(markers, words, strict=True)
        ]
        return [word if land is None else land_name(land) for land, word in lands]

    @property
    def resolving(self) -> EngagementState:
        """The Engagement that is being resolved, where there must be one."""
        assert self.engagement is not None
        return self.engagement

    @property
    def gains(self) -> Gains | None:
        """What the winner of the Engagement gains, None where none is decided."""
        return self.engagement.gains if self.engagement is not None else None

    # the phase

    def acting(self) -> list[str]:
        """Return the players whose orders are awaited."""
        if self.stage == "setup":
            return self.starters()
        now = self.engagement
        if self.passage is not None:
            return [legion.player for legion in self.at(str(self.passage.land)) if legion.player != self.mover]
        if now is None:
            return [self.mover]
        if now.stage == "gains" and now.gains is not None:
            return [now.gains.player]
        sides = [self.legions[ident].player for ident in (now.defender, now.attacker)]
        if now.stage == "consider":
            return sides[:1] if sides[1] in now.exposed or now.capture is not None else sides[1:]
        return sides[:1] if now.stage == "answer" else sides

    def starters(self) -> list[str]:
        """Return the players who have not yet rolled for a Tower or placed their legions on it (LoT 5).

        Where each begins with one more of their choice, they choose, and draw, one after the other (MM 22.2).
        """
        placed = {legion.player for legion in self.legions.values()}
        rolling = [p for p in self.players if p not in self.towers]
        if rolling:
            return [p for p in rolling if p not in self.rolled]
        left = [p for p in self.players if p not in placed]
        return left if self.rules.starting_more is None else left[:1]

    def phase(self) -> Phase | None:
        """Return the current phase, None after the end."""
        if self.outcome is not None:
            return None
        acting = tuple(self.acting())
        # a defender who stands lets the attacker speak (LoT 9.2)
        talks = self.engagement is not None and self.engagement.stage == "talks"
        return Phase(self.stage, acting, title=self.title_of_phase(), sequence=acting[::-1] if talks else ())

    def title_of_phase(self) -> str:
        """Return the phase in words, with the Engagement that is being resolved."""
        if self.stage == "setup":
            return TITLES["setup"]
        where = f"Game-Turn {self.turn} of {self.mover}, {TITLES[self.stage]}"
        return where if self.engagement is None else f"{where}, {self.graph.titled(str(self.engagement.land))}"

    def written(self) -> MasterboardState:
        """Return the Masterboard as the state holds it."""
        now = self.engagement
        # the dead are counted with the slain, and a position sees all Magi that are in play
        written: dict[str, Any] = {
            "players": list(self.players),
            "towers": {player: land_name(land) for player, land in self.towers.items()},
            "phase": self.stage,
            "clock": self.clock if self.clock in self.legions else None,
            "score": {player: self.score_of(player) for player in self.players},
            "legions": [legion.written() for legion in self.legions.values()],
            "uses": [LegionUse(by=by, ability=name, times=times) for (by, name), times in self.uses.items()],
            "dead": {},
            "magi": [],
            "caretaker": {name: self.stock(name) for name in self.rules.stacked if name not in self.untold},
            "slain": self._charted(self.slain),
            "engagement": now and msgspec.structs.replace(now, slain=self._charted(now.slain)),
        }
        return MasterboardState(
            **{name: getattr(self, name) for name in MasterboardState.__struct_fields__ if name not in written},
            **written,
        )


def _copy_of(now: EngagementState | None) -> EngagementState | None:
    """Return a copy of an Engagement that may be changed; its lists are replaced, never changed in place."""
    return now and msgspec.structs.replace(now, gains=now.gains and msgspec.structs.replace(now.gains))
