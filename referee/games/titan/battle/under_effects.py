"""The board and the pieces of a battle under what lies on them: effects, Spells, a Storm."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from ..carriers import Carrying
from ..profiles import Profile
from ..rules import TitanRules
from ..sides import SIDES, Side
from .board import Board, board_of
from .control import follow, grip_on, grips
from .fight import Fight
from .layers import Laid
from .pieces import ATTACKER, DEFENDER, FRESH, OFF, ChangingPiece, LaidPiece, Piece, Surroundings
from .spells import named_spells
from .state import BattleState, EffectState, PieceState, SpellState


class UnderEffects:
    """A battle whose board and pieces are what they are by what lies on them."""

    # whether anybody has changed sides since it was last looked whether the battle is over
    turned: bool = False

    def __init__(self, battle: BattleState, rules: TitanRules) -> None:
        self.rules = rules
        self.battleland = battle.battleland
        # the Land of the Masterboard on which it is fought, where that is known
        self.land = None if battle.land is None else str(battle.land)
        self.effects = list(battle.effects)
        # the Storm over the Land, and the Spells in effect, each with an id
        self.storm = battle.storm
        self.spells: list[SpellState] = []
        if battle.spells:
            self.spells = named_spells(battle.spells)
        self._side_of: dict[str, Side] = {}
        if battle.effects or battle.spells:
            self._side_of = {p.id: p.side for p in battle.pieces}
            self._side_of |= {p.id: p.side for p in battle.slain}
        self._spells_on = self._by_piece()
        # when rows laid what lies, by its place
        self.laid: dict[tuple[str | None, ...], tuple[str | int, ...]] = {}
        self.fight = fight = Fight(rules, self.board_under(rules))
        named = battle.players
        self.players: Sequence[str] = (named.attacker, named.defender) if named is not None else SIDES
        fight.players, fight.land = self.players, self.land
        fight.round = battle.round or 1
        # what controls each piece, by its id
        self.held = grips(rules, self.effects, self.spells)
        self._add(battle.pieces)
        fight.gone = [self.piece_of(piece) for piece in battle.slain]

    def _add(self, pieces: Sequence[PieceState]) -> None:
        """Add the pieces that a document describes to the battle."""
        fight, rules, hexes, laid = self.fight, self.rules, self.rules.hex_numbers, self._spells_on
        # those that are what is printed, or lie under Spells alone, are made here, since there are many
        changing = bool(self.effects or fight.board.changes_profiles or rules.profiles_change)
        surroundings = self._surroundings()
        for given in pieces:
            ident = given.id
            profile = rules.profile(given.character, given.power)
            if changing or profile.varies or ident in self.held:
                fight.add(self.piece_of(given))
                continue
            side = ATTACKER if given.side == "attacker" else DEFENDER
            owner = side if given.owner is None else SIDES.index(given.owner)
            hex_ = OFF if given.hex is None else hexes[given.hex]
            if ident in laid:
                piece: Piece = LaidPiece(surroundings, profile, laid[ident], side, hex_, owner, given)
            else:
                piece = Piece(ident, profile, side, hex_, given.hits, owner, given)
            fight.add(piece)

    def _surroundings(self) -> Surroundings:
        return Surroundings(self.rules, self.fight.board.around, self.players, self.battleland, self.land)

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
        return rules.laid(effect.effect, effect.by, self.laid_by(effect.by))

    def _carrying_of(self, spell: SpellState, rules: TitanRules) -> Carrying:
        name = rules.laid_by_spells.get(spell.spell)
        assert name is not None
        fresh = spell.fresh and spell.on is not None
        if name not in rules.sourced_effects:
            return rules.carrying("effect", name, None, None, fresh)
        return rules.laid(name, spell.by, spell.side or self.laid_by(spell.by), fresh)

    def _by_piece(self) -> dict[str, tuple[Carrying, ...]]:
        """Return the Spells in effect on each piece, by its id, as carriers of rows."""
        out: dict[str, tuple[Carrying, ...]] = {}
        for spell in self.spells:
            if (on := spell.on) is not None:
                carrier = self._carrying_of(spell, self.rules)
                out[on] = (*out[on], carrier) if on in out else (carrier,)
        return out

    def laid_by(self, ident: str | None) -> Side | None:
        """Return the side of a piece that is or was in the battle, None for nobody."""
        if ident is None or ident in self._side_of:
            return self._side_of[ident] if ident is not None else None
        piece = next((p for p in (*self.fight.pieces.values(), *self.fight.gone) if p.id == ident), None)
        return SIDES[piece.side] if piece is not None else None

    def caster_side(self, spell: str) -> Side:
        """Return the side that cast a Spell in effect."""
        row = next(row for row in self.spells if row.id == spell)
        side = row.side or self.laid_by(row.by)
        assert side is not None
        return side

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
        if self.rules.controlling:
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
        self._spells_on = self._by_piece()
        for piece in self.fight.pieces.values():
            printed = self.rules.profile(piece.profile.name, piece.profile.own_power)
            piece.profile = self.profile_of(printed, piece.id, piece.side, piece.owner, piece.hits, piece.moved)
            piece.hits = min(piece.hits, piece.profile.power)

    def profile_of(
        self, profile: Profile, ident: str, number: int, owner: int, hits: int = 0, moved: bool = False
    ) -> Profile:
        """Return what a character is in this battle: with what is laid on it and the changes of rows that hold.

        `number` is the side for which it fights, `owner` the side it belongs to.
        """
        side, fight = SIDES[number], self.fight
        laid = self._spells_on.get(ident, ())
        if self.effects:
            own = (self._carrying(one, self.rules) for one in self.effects if one.piece == ident or one.side == side)
            laid = (*own, *laid)
        if not laid and not profile.varies and not fight.board.changes_profiles:
            return profile
        facts = self._surroundings().facts(number, owner, moved)
        if self.rules.profiles_change:
            facts |= {"hits": hits, "round": fight.round}
        return self.rules.derived(profile, laid, fight.board.around, facts)

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
        rules = self.rules
        side = ATTACKER if given.side == "attacker" else DEFENDER
        owner = side if given.owner is None else SIDES.index(given.owner)
        hex_ = OFF if given.hex is None else rules.hex_numbers[given.hex]
        profile = rules.profile(given.character, given.power)
        changing = profile.varies or self.effects or self.fight.board.changes_profiles or rules.profiles_change
        if not changing and given.id not in self._spells_on and given.id not in self.held:
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
