"""The working copy of a battle: its pieces, players, phase and result."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import ClassVar

from referee.core import documents
from referee.core.documents.problems import alike
from referee.core.game.dice import Throw
from referee.core.game.orders import Objection
from referee.core.game.position import Phase
from referee.core.rules.rows import Fact

from ..carriers import Carrying
from ..profiles import Profile
from ..rows import Per
from ..rules import TitanRules
from ..sides import SIDES, Side
from ..words import land_name
from .board import Board, board_of
from .control import follow, grip_on, grips
from .decision import Decision
from .fight import ATTACKER, DEFENDER, FRESH, OFF, ChangingPiece, Fight, Piece
from .layers import Laid
from .spells import named_spells
from .state import BattleState, EffectState, PieceState, Players, Result, SpellState, Summonable, UseState
from .upkeep import Upkeep

PHASE_TITLES = {False: "Maneuver Phase", True: "Strike Phase"}


class BattlePosition:
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
    # whether anybody has changed sides since it was last looked whether the battle is over
    turned: bool = False
    # those that stay with the winner who controlled them
    kept: Sequence[Piece] = ()
    # what lay in the battle as it ended
    left_lying: Sequence[EffectState] = ()
    # what a supplement does between the orders
    upkeep: Upkeep[BattlePosition] = Upkeep()

    def __init__(self, battle: BattleState, rules: TitanRules) -> None:
        self.rules = rules
        self.battleland = battle.battleland
        self.attacker_side = battle.attacker_side
        # the Land of the Masterboard on which it is fought, where that is known
        self.land = None if battle.land is None else str(battle.land)
        self.effects = list(battle.effects)
        # the Storm over the Land, and the Spells in effect, each with an id
        self.storm = battle.storm
        self.spells = named_spells(battle.spells) if battle.spells else []
        # the Spells in the Cup, None where they are not known; in a game, the list that the Masterboard holds
        self.cup = None if battle.cup is None else list(battle.cup)
        laid = battle.effects or battle.spells
        self._side_of = {p.id: p.side for p in (*battle.pieces, *battle.slain)} if laid else {}
        # how often each ability has been used, by who is counted: a piece, a legion or a player
        self.uses = {(used.by, used.ability): used.times for used in battle.uses}
        # when rows laid what lies, by its place
        self.laid: dict[tuple[str | None, ...], tuple[str | int, ...]] = {}
        board = self.board_under(rules)
        self.fight = fight = Fight(rules, board)
        named = battle.players
        self.players: Sequence[str] = (named.attacker, named.defender) if named is not None else SIDES
        fight.players, fight.land = self.players, self.land
        fight.round = battle.round or 1
        self.may_muster = list(battle.may_muster)
        self.may_summon = list(battle.may_summon)
        self.reinforced = battle.reinforced
        self.declined = battle.declined
        self.summons = battle.summons
        self.summoned = battle.summoned
        self.summoned_from = battle.summoned_from
        self.attacker_entered = battle.attacker_entered
        self.conceded = battle.conceded
        self.result = battle.result
        # what controls each piece, by its id
        self.held = grips(rules, self.effects, self.spells)
        for piece in battle.pieces:
            fight.add(self.piece_of(piece))
        fight.gone = [self.piece_of(piece) for piece in battle.slain]
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
        for side in (ATTACKER, DEFENDER):
            name = board.side_of(battle.attacker_side, side == ATTACKER)
            fight.sides[side] = board.entry_hexes(name) if name is not None else 0

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

    def board_under(self, rules: TitanRules) -> Board:
        """Return the battleland with what is laid on it under rules, which may be others than those of the battle."""
        land = rules.on_land("land", self.land)
        if self.storm is not None:
            land = (*land, rules.carrying("effect", self.storm))
        if not self.effects and not self.spells:
            return board_of(rules, self.battleland, around=land)
        around = list(land)
        laid: list[Laid] = []
        index = rules.hex_numbers
        for effect in self.effects:
            carrier = self._carrying(effect, rules)
            if effect.hex is not None:
                laid.append(Laid(carrier, index[effect.hex]))
            elif effect.hexside is not None:
                high, low = effect.hexside.split(">")
                laid.append(Laid(carrier, index[high], index[low]))
            elif effect.piece is None and effect.side is None:
                around.append(carrier)
        laid += [Laid(self._carrying_of(spell, rules), index[spell.hex]) for spell in self.spells if spell.hex]
        return board_of(rules, self.battleland, tuple(laid), tuple(around))

    def _carrying(self, effect: EffectState, rules: TitanRules) -> Carrying:
        return rules.carrying("effect", effect.effect, effect.by, self.laid_by(effect.by))

    def _carrying_of(self, spell: SpellState, rules: TitanRules) -> Carrying:
        name = rules.laid_by_spell(spell.spell)
        assert name is not None
        side = spell.side or self.laid_by(spell.by)
        return rules.carrying("effect", name, spell.by, side, spell.fresh and spell.on is not None)

    def laid_by(self, ident: str | None) -> Side | None:
        """Return the side of a piece that is or was in the battle, None for nobody."""
        if ident is None or ident in self._side_of:
            return self._side_of[ident] if ident is not None else None
        piece = next((p for p in (*self.fight.pieces.values(), *self.fight.gone) if p.id == ident), None)
        return SIDES[piece.side] if piece is not None else None

    def set_effects(self, effects: list[EffectState], released: Collection[str] = ()) -> None:
        """Change what is laid, and with it the board, what every piece is, and the side for which it fights.

        `released` are the ids of pieces that fight for their owners again unless something controls them still.
        """
        if effects == self.effects and not released:
            return
        self.effects = effects
        self._relaid(released)

    def set_spells(self, spells: list[SpellState], storm: str | None = None) -> None:
        """Change which Spells are in effect and which Storm there is; it changes what `set_effects` does."""
        if (spells, storm) != (self.spells, self.storm):
            self.spells, self.storm = spells, storm
            self._relaid()

    @contextmanager
    def supposing_spells(self, spells: list[SpellState]) -> Iterator[None]:
        """Have other Spells in effect for as long as the block runs."""
        before = self.spells
        self.set_spells(spells, self.storm)
        try:
            yield
        finally:
            self.set_spells(before, self.storm)

    def _relaid(self, released: Collection[str] = ()) -> None:
        if self.rules.gives_control:
            before, self.held = self.held, grips(self.rules, self.effects, self.spells)
            for piece in follow(self.fight, before, self.held, released):
                self._side_of[piece.id] = SIDES[piece.side]
                self.turned = True
        self.fight.board = self.board_under(self.rules)
        self._renew_profiles()

    def set_round(self, number: int) -> None:
        """Go on to a round, and with it to what every piece is in it."""
        self.fight.round = number
        if "round" in self.rules.profiles_change:
            self._renew_profiles()

    def _renew_profiles(self) -> None:
        for piece in self.fight.pieces.values():
            printed = self.rules.profile(piece.profile.name, piece.profile.own_power)
            piece.profile = self.profile_of(printed, piece.id, piece.side, piece.owner, piece.hits, piece.moved)
            piece.hits = min(piece.hits, piece.profile.power)

    def counted(self, piece: Piece, per: Per) -> str:
        """Return who is counted as a piece uses an ability: itself, in a Game-Turn its legion, in a game its player."""
        if per == "turn":
            return self.legions[piece.side]
        return self.player(piece.side) if per == "game" else piece.id

    def uses_beyond(self) -> dict[tuple[str, str], int]:
        """Return the uses that are counted for longer than a battle."""
        return {key: times for key, times in self.uses.items() if key[1] in self.rules.used_beyond_battles}

    def forget_uses(self, per: str) -> None:
        """Forget the uses of abilities that are counted for each phase, or for each round, as one ends."""
        if self.uses:
            counted = {name for name, ability in self.rules.abilities if ability.uses.per == per}
            self.uses = {key: times for key, times in self.uses.items() if key[1] not in counted}

    def profile_of(
        self, profile: Profile, ident: str, number: int, owner: int, hits: int = 0, moved: bool = False
    ) -> Profile:
        """Return what a character is in this battle: with what is laid on it and the changes of rows that hold.

        `number` is the side for which it fights, `owner` the side it belongs to.
        """
        side = SIDES[number]
        laid = tuple(
            [self._carrying(one, self.rules) for one in self.effects if one.piece == ident or one.side == side]
            + [self._carrying_of(one, self.rules) for one in self.spells if one.on == ident]
        )
        fight = self.fight
        if not laid and not self._profiled(profile):
            return profile
        facts: dict[str, Fact] = {"side": side, "owner": self.players[owner], "controlled": number != owner}
        facts["moved"] = moved
        facts |= {"battleland": self.battleland, "terrain": self.battleland}
        facts |= {"land": self.land} if self.land is not None else {}
        if self.rules.profiles_change:
            facts |= {"hits": hits, "round": fight.round}
        return self.rules.derived(profile, laid, fight.board.around, facts)

    def _profiled(self, profile: Profile) -> bool:
        """Return whether rows may change what a character is on which nothing lies."""
        return any(one.table.profile for one in (*profile.carriers, *self.fight.board.around))

    def _piece(
        self, profile: Profile, ident: str, whose: tuple[int, int], hex_: int = OFF, was: PieceState = FRESH
    ) -> Piece:
        """Return a character with its profile in this battle; `whose` is its side and its owner."""
        side, owner = whose
        if "hits" not in self.rules.profiles_change:
            now = self.profile_of(profile, ident, side, owner, was.hits, was.moved)
            return Piece(ident, now, side, hex_, was.hits, owner, was)

        def profile_at(side: int, owner: int, taken: int) -> Profile:
            return self.profile_of(profile, ident, side, owner, taken, was.moved)

        return ChangingPiece(ident, profile_at, side, hex_, was.hits, owner, was)

    def piece_of(self, given: PieceState) -> Piece:
        """Return the piece that a document describes."""
        side = ATTACKER if given.side == "attacker" else DEFENDER
        owner = side if given.owner is None else SIDES.index(given.owner)
        hex_ = OFF if given.hex is None else self.fight.board.index[given.hex]
        profile = self.rules.profile(given.character, given.power)
        if not self.effects and not self.spells and self.rules.sections["profile"].empty:
            return Piece(given.id, profile, side, hex_, given.hits, owner, given)
        if given.owner is None and given.id in self.held:
            # one that is controlled belongs to the other side, unless the state says to which
            owner = 1 - side
        piece = self._piece(profile, given.id, (side, owner), hex_, given)
        grip_on(piece, self.held.get(given.id))
        return piece

    def newcomer(self, character: str, side: int, ident: str = "") -> Piece:
        """Return a character that may come into the battle, off the map."""
        return self._piece(self.rules.profile(character), ident, (side, side))

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
        """The side that orders in this phase."""
        return self.fight.striking if self.fight.striking_phase else self.fight.active

    def phase(self) -> Phase | None:
        """Return the current phase, None after the end."""
        if self.over:
            return None
        name = "strike" if self.fight.striking_phase else "maneuver"
        side = SIDES[self.fight.active]
        title = f"round {self.fight.round}, {PHASE_TITLES[self.fight.striking_phase]} after the {side}'s maneuver"
        if not self.fight.striking_phase:
            title = f"round {self.fight.round}, {side}'s Maneuver Phase"
        return Phase(name, (self.players[self.ordering],), title=title)

    def event(self, piece: Piece) -> str:
        """Return the name of a piece's roll in this phase; it does not depend on what the player chooses."""
        phase = "strike" if self.fight.striking_phase else "maneuver"
        return f"{self.event_prefix}/{self.fight.round}/{phase}/{SIDES[self.fight.active]}/{piece.id}"

    def throw(self, event: str, player: str, dice: int, number: int | None = None) -> Throw:
        """Return a throw of the dice of strikes; `number` is the least face that hits (LoT 2.5)."""
        return Throw(event, player, dice, self.rules.combat.die.faces, number)

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
        return any(piece.id == ident for piece in self.fight.gone)

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
        ids = [*fight.pieces, *(p.id for p in fight.gone), *(s.legion for s in self.may_summon)]
        same = alike(word, ids)
        if same == [word] or (same and word not in fight.board.index and word not in self.rules.characters):
            return [(ident, "") for ident in same]
        side = self.players.index(player) if player in self.players else None
        known = fight.pieces.get(subject) if subject is not None else None
        if whose == "enemy":
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
        """Return the names of characters for printed words; other words are returned unchanged."""
        return self.rules.characters_called(words) if what == "character" else words

    def hex(self, label: str, field: str) -> int | Objection:
        """Return the hex with a label, or the objection that there is none."""
        found = self.fight.board.index.get(label)
        if found is not None:
            return found
        near = documents.nearest(label.upper(), self.fight.board.index)
        if label.isdigit():
            meant = [name for name in self.fight.board.index if name.endswith(label)]
            near = f": is it {', '.join(meant)}?" if meant else ""
        return Objection(f"'{label}' is no hex of a Battleland{near}", (), field, always=self.alone)

    def must_strike(self) -> list[Piece]:
        """Return the pieces of the striking side that must still strike (LoT 12.0)."""
        if not self.fight.striking_phase or self.over:
            return []
        return [p for p in self.fight.of(self.fight.striking) if self.fight.must_strike(p)]

    def may_rangestrike(self) -> list[Piece]:
        """Return the pieces that may rangestrike now (LoT 13.0)."""
        fight = self.fight
        if not fight.striking_phase or self.over or fight.striking != fight.active:
            return []
        return [p for p in fight.of(fight.active) if not (p.struck or p.cast or p.slain) and fight.shots(p)]

    def may_move(self) -> list[Piece]:
        """Return the pieces that may move or enter now."""
        fight = self.fight
        if fight.striking_phase or self.over:
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
            reinforced=self.reinforced,
            declined=self.declined,
            may_summon=[Summonable(character=s.character, legion=s.legion) for s in self.may_summon],
            effects=self.effects,
            storm=self.storm,
            spells=self.spells,
            cup=self.cup if self.alone else None,
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
            held=piece.held,
            used=piece.used,
            cast=piece.cast and not gone,
            farther=0 if gone else piece.farther,
        )

    def finish(self, result: Result) -> None:
        """End the battle; survivors are healed (LoT 12.3), and nothing lies any more."""
        self.left_lying = self.effects
        self.set_effects([])
        self.set_spells([], self.storm)
        self.uses = self.uses_beyond()
        for piece in self.fight.pieces.values():
            piece.hits = 0
            piece.moved = piece.struck = piece.cast = False
        result.survivors = [p.id for p in self.fight.pieces.values()]
        self.result = result
