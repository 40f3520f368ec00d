"""The working copy of a battle: its pieces, players, phase and result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from referee.core import documents
from referee.core.documents.problems import alike
from referee.core.game.dice import Throw
from referee.core.game.orders import Objection
from referee.core.game.position import Phase
from referee.core.rules.ledger import Entry

from ..rows import Per
from ..rules import TitanRules
from ..sides import SIDES
from ..words import land_name
from .pieces import ATTACKER, DEFENDER, OFF, Decision, Piece
from .rulings.chances import special_faces
from .state import BattleState, EffectState, PieceState, Players, Result, Summonable, UseState
from .under_effects import UnderEffects
from .upkeep import Upkeep

PHASE_TITLES = {False: "Maneuver Phase", True: "Strike Phase"}


class BattlePosition(UnderEffects):
    """A battle being adjudicated, single or part of a game."""

    # whether this is a single battle, whose result no game carries out
    alone: ClassVar[bool] = False

    # what few battles have, or only a game sets, with its default
    # the first part of the names of events; a game has many battles
    event_prefix: str = "battle"
    # the legions of the two sides, by which uses in a Game-Turn are counted; in a game, by their markers
    legions: tuple[str, str] = SIDES
    # why a game keeps some from being mustered
    muster_bars: Mapping[str, list[Objection]] = MappingProxyType({})
    # why a game keeps some from being summoned, by character and the legion that it would leave
    summons_bars: Mapping[tuple[str, str], list[Objection]] = MappingProxyType({})
    # whether the battle ends because its loser concedes the game
    forfeited: bool = False
    decision: Decision | None = None
    # the sides whose Titans are lost while the players play on, and those who have somebody elsewhere to play on with
    titan_lost: frozenset[int] = frozenset()
    playing_on: frozenset[int] = frozenset()
    # those that stay with the winner who controlled them
    kept: Sequence[Piece] = ()
    # the Magi whose stacks of Spells the Masterboard of a game holds
    stacked: frozenset[str] = frozenset()
    # what lay in the battle as it ended
    left_lying: Sequence[EffectState] = ()
    # those who have gone through gates since a game has last moved them: the legion there, and whether they came in
    passed: Sequence[tuple[Piece, str, bool]] = ()
    # those summoned out of the reserve since a game has last counted them, with their sides
    called_up: Sequence[tuple[str, int]] = ()
    # why a game keeps the attacker from retreating
    retreat_bars: Sequence[Objection] = ()
    # the Magi of the legions to which gates may lead, each with its Spells, None where these are not known
    enrolled: Mapping[str, list[tuple[str, list[str] | None]]] = MappingProxyType({})
    # the character that a Spell has just brought from the dead, and who has just cast a Spell of the Masterboard
    raised: str | None = None
    strategists: tuple[str, ...] = ()
    # what a supplement does between the orders
    upkeep: Upkeep[BattlePosition] = Upkeep()

    def __init__(self, battle: BattleState, rules: TitanRules) -> None:
        super().__init__(battle, rules)
        fight, board = self.fight, self.fight.board
        self.attacker_side = battle.attacker_side
        # the Spells in the Cup, None where they are not known; in a game, the list that the Masterboard holds
        self.cup = None if battle.cup is None else list(battle.cup)
        # a Storm that is still there has lasted from the first round
        self.storm_rounds = battle.storm_rounds if battle.storm is None else fight.round - 1
        # the Spells that are still to choose whom they hit, those who have left unslain, and where gates may lead
        self.spirits = list(battle.spirits)
        self.left = list(battle.left)
        self.gates = {gate.legion: gate for gate in battle.gates}
        # whom each side keeps aside, and when the defender may summon one of them
        self.reserves = {side: list(kept) for side, kept in battle.reserves.items()}
        self.call = battle.call
        self.retreat = battle.retreat
        # how often each ability was used and each limited row held, by who is counted: a piece, a legion or a player
        self.uses = {(used.by, used.ability): used.times for used in battle.uses}
        self.may_muster = list(battle.may_muster)
        self.may_muster_by = list(battle.may_muster_by)
        self.may_summon = list(battle.may_summon)
        self.reinforced = battle.reinforced
        self.declined = battle.declined
        self.summons = battle.summons
        self.summoned = battle.summoned
        self.summoned_from = battle.summoned_from
        self.attacker_entered = battle.attacker_entered
        self.conceded = battle.conceded
        self.result = battle.result
        if fight.gone:
            self.titan_lost = self._without_titan()
        # how many of `fight.gone` a game has removed from its legions
        self.gone_settled = len(fight.gone)
        fight.striking_phase = battle.phase == "strike"
        fight.active = ATTACKER if battle.active == "attacker" else DEFENDER
        fight.striking = fight.active if battle.striking is None else SIDES.index(battle.striking)
        fight.by_hazard = set(battle.slain_by_hazard)
        attacker_first = rules.options.get("tower_rounds") == "attacker_first"
        self.first = ATTACKER if board.deploy and attacker_first else DEFENDER
        self.set_deploying()
        if self.spells:
            for ident in self.gripped_now():
                fight.pieces[ident].moved = True
        for side in (ATTACKER, DEFENDER):
            name = board.side_of(battle.attacker_side, side == ATTACKER)
            fight.sides[side] = board.entry_hexes(name) if name is not None else 0

    def note_move(self, piece: Piece, hexes: int = 1) -> None:
        """Note that a piece has moved in this Maneuver Phase, by so many hexes."""
        piece.moved = True
        piece.gone += hexes if self.rules.asks_of_moves else 0

    def gripped_now(self) -> list[str]:
        """Return the pieces that a Spell of this Maneuver Phase has brought over, which do not move in it (MM 15.1)."""
        if self.fight.striking_phase:
            return []
        laid, controlling = self.rules.laid_by_spells, self.rules.controlling
        gripped = (str(one.on) for one in self.spells if one.fresh and laid.get(one.spell) in controlling)
        pieces = self.fight.pieces
        return [ident for ident in gripped if ident in pieces and pieces[ident].side == self.fight.active]

    def _without_titan(self) -> frozenset[int]:
        """Return the sides that fight on without their Titan, as one beside it plays on (MM 19.5)."""
        lost = {piece.owner for piece in self.fight.gone if piece.profile.vital}
        return frozenset(
            p.owner for p in self.fight.pieces.values() if p.owner in lost and "plays_on" in p.profile.traits
        )

    def set_deploying(self) -> None:
        """Set whether this is the Maneuver Phase in which the defender sets up in a tower (LoT 10.2)."""
        fight = self.fight
        started = self.first == ATTACKER and self.attacker_entered
        fight.deploying = bool(fight.board.deploy) and fight.round == 1 and not started

    @property
    def setting_up(self) -> bool:
        """Whether the defender sets up before a first round that the attacker begins (REF titan-24)."""
        return self.fight.deploying and self.first == ATTACKER and self.fight.active == DEFENDER

    def counted(self, piece: Piece, per: Per) -> str:
        """Return who is counted as a piece uses an ability: itself, in a Game-Turn its legion, in a game its player."""
        if per == "turn":
            return self.legions[piece.side]
        return self.player(piece.side) if per == "game" else piece.id

    def uses_of(self, piece: Piece, name: str, per: Per) -> int:
        """Return how often something has been done, counted for a piece, its legion or its player."""
        return self.uses.get((self.counted(piece, per), name), 0)

    def note_use(self, piece: Piece, name: str, per: Per) -> None:
        """Count that something has been done."""
        self.uses[self.counted(piece, per), name] = self.uses_of(piece, name, per) + 1

    def uses_beyond(self) -> dict[tuple[str, str], int]:
        """Return the uses that are counted for longer than a battle."""
        return {key: times for key, times in self.uses.items() if key[1] in self.rules.used_beyond_battles}

    def forget_uses(self, per: str) -> None:
        """Forget the uses that are counted for each phase, or for each round, as one ends."""
        if self.uses:
            counted = {name for name, uses in self.rules.limits if uses.per == per}
            self.uses = {key: times for key, times in self.uses.items() if key[1] not in counted}

    @property
    def forgone(self) -> bool:
        """Whether the defender declined the reinforcement and cannot take it later (REF titan-65)."""
        return self.declined and self.rules.options["declined_reinforcement"] == "lost"

    @property
    def rounds(self) -> int:
        """How many rounds it lasts at most (LoT 10.5)."""
        return self.rules.combat.rounds + self.upkeep.further_rounds(self)

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.result is not None

    @property
    def ordering(self) -> int:
        """The side that orders in this phase; that of the Spirit which is to choose before all else."""
        if self.spirits:
            return SIDES.index(self.caster_side(self.spirits[0]))
        return self.fight.striking if self.fight.striking_phase else self.fight.active

    @property
    def drawing(self) -> bool:
        """Whether the Maneuver Phase is at its end: a Spell has been drawn for one that came in it (MM 4.2.5)."""
        return bool(self.rules.spells) and any(p.came and p.drew for p in self.fight.of(self.fight.active))

    def lasts(self) -> str:
        """Return which round it is of how many (LoT 10.5)."""
        return "" if self.over else f"It is round {self.fight.round} of {self.rules.combat.rounds}."

    def phase(self) -> Phase | None:
        """Return the current phase, None after the end."""
        if self.over:
            return None
        name = "strike" if self.fight.striking_phase else "maneuver"
        side = SIDES[self.fight.active]
        title = f"round {self.fight.round}, {PHASE_TITLES[self.fight.striking_phase]} after the {side}'s maneuver"
        title += ", before the strikes" if self.spirits else ""
        if not self.fight.striking_phase:
            title = f"round {self.fight.round}, {side}'s Maneuver Phase"
        return Phase(name, (self.players[self.ordering],), title=title)

    def event(self, piece: Piece) -> str:
        """Return the name of a piece's roll in this phase; it does not depend on what the player chooses."""
        phase = "strike" if self.fight.striking_phase else "maneuver"
        return f"{self.event_prefix}/{self.fight.round}/{phase}/{SIDES[self.fight.active]}/{piece.id}"

    def throw(
        self, event: str, player: str, dice: int, number: int | None = None, changes: Sequence[Entry] = ()
    ) -> Throw:
        """Return a throw of the dice of strikes; `number` is the least face that hits (LoT 2.5).

        `changes` say which faces count otherwise.
        """
        return Throw(event, player, dice, self.rules.combat.die.faces, number, special=special_faces(changes))

    def player(self, side: int) -> str:
        """Return the player of a side."""
        return self.players[side]

    def named(self, piece: Piece) -> str:
        """Return a piece as messages name it: character, id and hex."""
        where = f" ({self.fight.board.labels[piece.hex]})" if piece.hex != OFF else ""
        ident = "" if piece.id == piece.profile.name else f" {piece.id}"
        return f"{piece.profile.title}{ident}{where}"

    def removed(self, ident: str) -> bool:
        """Return whether a piece has left the battle."""
        return any(piece.id == ident for piece in self.fight.gone) or any(one.id == ident for one in self.left)

    def ids(self) -> list[str]:
        """Return the ids of all who are or were in the battle."""
        return [*self.fight.pieces, *(p.id for p in self.fight.gone), *(one.id for one in self.left)]

    def find(self, ident: str, field: str) -> Piece | Objection:
        """Return the piece with an id, or the objection that there is none."""
        piece = self.fight.pieces.get(ident)
        if piece is not None:
            return piece
        if self.removed(ident):
            return Objection(f"{ident} has been removed from this battle", self.rules.cite("removed"), field, (ident,))
        if ident.upper() in self.fight.board.index:
            return Objection(f"no piece that this order could name is on {ident.upper()}", (), field)
        near = documents.nearest(ident, self.fight.pieces)
        # in a game, the next battle has other pieces
        return Objection(f"'{ident}' is no piece of this battle{near}", (), field, (ident,), alone=self.alone)

    def pieces_called(self, word: str, whose: str, player: str | None, subject: str | None) -> list[tuple[str, str]]:
        """Return the pieces that a word may name, each as (id, place); the word is an id, a hex or a character."""
        fight = self.fight
        if word in fight.pieces:
            return [(word, "")]
        labels = fight.board.labels
        ids = [*self.ids(), *(s.legion for s in self.may_summon)]
        same = alike(word, ids)
        if same == [word] or (same and word not in fight.board.index and word not in self.rules.characters):
            return [(ident, "") for ident in same]
        side = self.players.index(player) if player in self.players else None
        known = fight.pieces.get(subject) if subject is not None else None
        if whose == "any":
            side = None
        elif whose == "enemy":
            side = 1 - known.side if known is not None else 1 - side if side is not None else None
        pool = [p for p in fight.pieces.values() if side is None or p.side == side]
        hex_ = fight.board.index.get(word.upper())
        if hex_ is not None:
            found = [p for p in pool if p.hex == hex_]
        else:
            kind = self.rules.characters_called([word])
            of_kind = [p for p in pool if [p.profile.name] == kind]
            found = [p for p in of_kind if whose != "enemy" or not p.slain] or of_kind
        return [(p.id, labels[p.hex] if p.hex != OFF else "off the map") for p in found]

    def words_called(self, what: str, words: list[str]) -> list[str]:
        """Return the names of characters or Spells for printed words; other words are returned unchanged."""
        return self.rules.words_called(what, words)

    def hex(self, label: str, field: str) -> int | Objection:
        """Return the hex with a label, or the objection that there is none."""
        index = self.fight.board.index
        found = index.get(label, index.get(label.upper()))
        if found is not None:
            return found
        near = documents.nearest(label.upper(), self.fight.board.index)
        if label.isdigit():
            meant = [name for name in self.fight.board.index if name.endswith(label)]
            near = f": is it {', '.join(meant)}?" if meant else ""
        return Objection(f"'{label}' is no hex of a Battleland{near}", (), field, always=self.alone)

    def must_strike(self) -> list[Piece]:
        """Return the pieces of the striking side that must still strike (LoT 12.0)."""
        if not self.fight.striking_phase or self.over or self.spirits:
            return []
        return [p for p in self.fight.of(self.fight.striking) if self.fight.must_strike(p)]

    def may_rangestrike(self) -> list[Piece]:
        """Return the pieces that may rangestrike now, those that a hazard has slain too (LoT 12.0, 13.0)."""
        return list(self.rangestrikers())

    def rangestrikers(self) -> Iterator[Piece]:
        """Yield the pieces that may rangestrike now, each when it is found."""
        fight = self.fight
        if not fight.striking_phase or self.over or self.spirits or fight.striking != fight.active:
            return
        for piece in fight.of(fight.active):
            if piece.profile.rangestrikes and not (piece.struck or piece.cast) and fight.shots(piece):
                yield piece

    def may_move(self) -> list[Piece]:
        """Return the pieces that may move or enter now."""
        fight = self.fight
        if fight.striking_phase or self.over or self.drawing:
            return []
        pieces = (p for p in fight.of(fight.active) if (not p.moved or p.farther_left) and not p.slain)
        return [p for p in pieces if fight.destinations(p)]

    def written(self) -> BattleState:
        """Return the battle as the state document holds it."""
        fight = self.fight
        return BattleState(
            battleland=self.battleland,
            # in a game, the Engagement says it
            land=land_name(self.land) if self.alone and self.land is not None else None,
            attacker_side=self.attacker_side,
            round=min(fight.round, self.rounds),
            phase="strike" if fight.striking_phase else "maneuver",
            active=SIDES[fight.active],
            striking=SIDES[fight.striking] if fight.striking_phase and fight.striking != fight.active else None,
            players=Players(attacker=self.players[ATTACKER], defender=self.players[DEFENDER]),
            pieces=[self._written(p) for p in fight.pieces.values()],
            slain=[self._written(p, gone=True) for p in fight.gone],
            slain_by_hazard=sorted(fight.by_hazard),
            may_muster=self.may_muster,
            # in a game, the stacks of the Masterboard say it
            may_muster_by=self.may_muster_by if self.alone else [],
            reinforced=self.reinforced,
            declined=self.declined,
            may_summon=[Summonable(character=s.character, legion=s.legion) for s in self.may_summon],
            effects=self.effects,
            storm=self.storm,
            spells=self.spells,
            cup=self.cup if self.alone else None,
            storm_rounds=self.storm_rounds,
            spirits=self.spirits,
            left=self.left,
            # in a game, the Masterboard says it
            gates=list(self.gates.values()) if self.alone else [],
            reserves=self.reserves if self.alone else {},
            call=self.call,
            retreat=self.retreat,
            uses=self._written_uses(),
            summons=self.summons,
            summoned=self.summoned,
            summoned_from=self.summoned_from,
            attacker_entered=self.attacker_entered,
            conceded=self.conceded,
            result=self.result,
        )

    def _written_uses(self) -> list[UseState]:
        """Return the uses of pieces that live; in a game, the Masterboard holds those counted for longer."""
        beyond = self.uses_beyond()
        return [
            UseState(by=by, ability=name, times=times)
            for (by, name), times in self.uses.items()
            if (self.alone if (by, name) in beyond else by in self.fight.pieces)
        ]

    def _written(self, piece: Piece, gone: bool = False) -> PieceState:
        profile = piece.profile
        held = piece.controller is not None and not gone
        return PieceState(
            id=piece.id,
            character=profile.name,
            side=SIDES[piece.side],
            owner=SIDES[piece.owner] if piece.controlled or held else None,
            hex=None if gone or piece.hex == OFF else self.fight.board.labels[piece.hex],
            hits=piece.hits,
            power=profile.own_power if profile.grows else None,
            moved=piece.moved and not gone,
            struck=piece.struck and not gone,
            by=piece.by,
            held=None if piece.id in self.stacked else piece.held,
            barred=[] if piece.id in self.stacked else piece.barred,
            used=piece.used,
            cast=piece.cast and not gone,
            farther=0 if gone else piece.farther,
            banished=piece.banished and not gone,
            through=piece.through,
            came=piece.came and not gone,
            drew=piece.drew,
            slayer=None if gone else piece.slayer,
            turned=piece.turned and not gone,
            gone=0 if gone else piece.gone,
        )

    def finish(self, result: Result) -> None:
        """End the battle; survivors are healed (LoT 12.3), and nothing lies any more."""
        self.left_lying = self.effects
        self.set_effects([])
        self.spirits = []
        self.set_spells([], self.storm)
        self.uses = self.uses_beyond()
        for piece in self.fight.pieces.values():
            piece.hits = 0
            piece.moved = piece.struck = piece.cast = piece.came = piece.turned = False
            piece.gone = 0
        result.survivors = [p.id for p in self.fight.pieces.values()]
        self.result = result
