"""The question who scores what when a Titan is slain."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import SHORT, Name
from referee.core.rules.ledger import Entry, Ledger

from ..masterboard.graph import graph_of
from ..masterboard.legion import Legion
from ..masterboard.position import MasterboardPosition
from ..masterboard.rulings.scoring import points_for
from ..masterboard.rulings.victory import ASIDE, clear, half_of, playing_on
from ..masterboard.state import LegionState, MasterboardState, Owed
from ..masterboard.supposing import LEGION, MasterQuestion, of_creatures
from ..rules import TitanRules
from ..state import State
from ..words import CHARACTER, land_name

# the players of a question that names none
OWNER, SLAYER, THIRD = "owner", "slayer", "third"
Characters = Annotated[list[str], SHORT, CHARACTER]


class AskTitanSlain(MasterQuestion, kw_only=True):
    """Who scores what when a Titan is slain: `{titan_slain: [titan, ogre], alive: [lion], others: [troll, troll]}`.

    It lists those slain in that legion, the Titan among them; `alive` are the rest of it, `others` the player's other
    legions, and `engaged` those of them that a third player is engaged with. `score` is that of the Titan's owner, and
    `survivor` says whether the slayer has anybody left in the battle. On a Masterboard it names the player who loses
    the Titan, `slain` lists who fell with it, and `by` names the slayer.
    """

    verb: ClassVar[str] = "titan_slain"
    alone: ClassVar[bool] = True
    titan_slain: str | Annotated[list[str], SHORT]
    alive: Characters = []
    others: Characters = []
    engaged: Characters = []
    slain: Characters = []
    by: Name | None = None
    score: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    survivor: bool = True

    def subject(self) -> str | None:
        return None

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return a state with the legions of the question, and what was assumed."""
        board, word = state.masterboard, self.titan_slain
        if board is not None and isinstance(word, str) and word not in rules.characters:
            self._none_of("alive", "others", "engaged", because="the Masterboard says who is in the legions")
            if self.score is not None:
                board = replace(board, score={**board.score, word: self.score})
            return replace(state, masterboard=board, battle=None), {}
        self._none_of("slain", because="'titan_slain' lists all who fell, as there is no Masterboard")
        vital = next(name for name in rules.characters if rules.profile(name).vital)
        for field in ("alive", "others", "engaged"):
            if vital in of_creatures(rules, getattr(self, field), field):
                raise Unanswerable(f"the {vital} is slain, and is not among '{field}'", ("ask", field))
        slain = of_creatures(rules, word, "titan_slain")
        slain = slain if vital in slain else [vital, *slain]
        lands = iter(graph_of(rules).lands)
        here = next(lands)
        legions = [_legion(LEGION, OWNER, here, [*slain, *self.alive]), _legion(SLAYER, SLAYER, here, None)]
        if self.others:
            legions.append(_legion("others", OWNER, next(lands), list(self.others)))
        if self.engaged:
            there = next(lands)
            legions += [_legion("engaged", OWNER, there, list(self.engaged)), _legion(THIRD, THIRD, there, None)]
        score = {OWNER: self.score} if self.score is not None else {}
        made = MasterboardState(legions=legions, players=[OWNER, SLAYER, THIRD], score=score)
        return replace(state, masterboard=made, battle=None), {} if score else {"score": {OWNER: 0}}

    def _none_of(self, *fields: str, because: str) -> None:
        """Raise Unanswerable for a field that is given and would say nothing."""
        for field in fields:
            if getattr(self, field):
                raise Unanswerable(f"'{field}' is not asked for here: {because}", ("ask", field))

    def answer(self, position: MasterboardPosition) -> Answer:
        rules, cite = position.rules, position.rules.cite
        legion = self._titan(position)
        loser, slayer = legion.player, self._slayer(position, legion)
        slain, living = self._parted(position, legion)
        cites = [*cite("titan_slain"), *cite("titan_rest"), *cite("half_points")]
        points = points_for(position, legion, slain, "battle")
        receives: str | None = slayer
        if not self.survivor:
            points = points.plus(Entry("set", 0, "nobody of the slayer's legion is left", cite("titan_and_slayer")))
            cites += cite("slayer_eliminated")
            receives = slayer if rules.chosen("slayer_eliminated", "half_and_markers") else None
        rest = points_for(position, legion, living, "battle").total
        parts = [Owed(player=receives, why=ASIDE, points=rest)] if receives is not None and living else []
        if rules.playing_on.intersection(living):
            # the battle goes on, and its points wait (MM 19.5)
            legion.contents, parts = living, []
            if not rules.chosen("titan_value_always", True):
                points = points.plus(Entry("set", 0, "nothing, unless its side loses the battle", cite("plays_on")))
        else:
            position.remove(legion)
        kept = [one.id for one in playing_on(position, loser)]
        parts += clear(position, loser, [loser], receives, spared=bool(kept))
        due: dict[str, list[Owed]] = {}
        for part in parts:
            due.setdefault(part.player, []).append(part)
        halves = {player: half_of(position, owed) for player, owed in due.items()}
        answer: dict[str, Any] = {
            "points": {slayer: points.total},
            "half_points": {player: ledger.total for player, ledger in halves.items()},
            "markers": loser if kept else receives,
            "out": None if kept else loser,
        }
        if kept:
            answer["plays_on"] = kept
        cites += cite("plays_on" if kept else "markers_pass")
        ledgers: list[Ledger] = [points, *halves.values()]
        cites += [one for ledger in ledgers for one in ledger.cites]
        return Answer(answer, list(dict.fromkeys(cites)), [ledger.plain() for ledger in ledgers])

    def _titan(self, position: MasterboardPosition) -> Legion:
        """Return the legion with the Titan; raises Unanswerable."""
        if LEGION in position.legions:
            return position.legions[LEGION]
        word = self.titan_slain
        found = [one for one in position.legions.values() if one.player == word and position.vital(one)]
        if len(found) != 1:
            message = f"no legion of '{word}' is known to hold a Titan"
            raise Unanswerable(message, ("ask", "titan_slain"))
        return found[0]

    def _slayer(self, position: MasterboardPosition, legion: Legion) -> str:
        """Return the player who slays the Titan; raises Unanswerable."""
        beside = [one.player for one in position.at(legion.land) if one.player != legion.player]
        if self.by is None and len(beside) != 1:
            raise Unanswerable("'by' is missing: who slays the Titan?", ("ask",))
        if self.by is not None and self.by not in position.players:
            raise Unanswerable(f"'{self.by}' is no player of this game", ("ask", "by"))
        return self.by or beside[0]

    def _parted(self, position: MasterboardPosition, legion: Legion) -> tuple[list[str], list[str]]:
        """Return who is slain with the Titan, and who lives; raises Unanswerable."""
        held = list(legion.contents or ())
        if legion.id == LEGION:
            gone = Counter(self.alive)
            return list((Counter(held) - gone).elements()), list(self.alive)
        slain = [name for name in dict.fromkeys(held) if position.rules.profile(name).vital] + list(self.slain)
        if not Counter(slain) <= Counter(held):
            raise Unanswerable(f"{legion.id} holds {position.title(held)}, and not all of these", ("ask", "slain"))
        return slain, list((Counter(held) - Counter(slain)).elements())

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        given, cite = answer.answer, position.rules.cite
        points = dict(given["points"])
        slayer, full = next(iter(points.items()))
        own = given["half_points"].get(slayer, 0)
        out = [
            Sentence(
                f"{_who(slayer)} scores {full} for the Titan and those slain with it"
                + (f", and {own} in half points." if own else "."),
                tuple(dict.fromkeys((*cite("titan_slain"), *cite("titan_rest")))),
            )
        ]
        if "plays_on" in given and not full:
            text = f"{_who(slayer)} scores for the Titan and those slain with it only if their side loses the battle"
            out[0] = Sentence(text + (f", and {own} in half points as it ends." if own else "."), cite("plays_on"))
        elif not full:
            text = f"{_who(slayer)} scores nothing for the battle: nobody of the legion that slew the Titan is left."
            out[0] = Sentence(text + (f" It scores {own} in half points." if own else ""), cite("titan_and_slayer"))
        for player, half in given["half_points"].items():
            if player != slayer:
                loser = given["out"] or given["markers"]
                whose = "the fallen player" if loser == OWNER else loser
                text = f"{_who(player)}, engaged with another legion of {whose}, scores {half}, half of its value."
                out.append(Sentence(text, cite("titan_rest")))
        text = "Half points add to scores, and so to the Power of Titans, but they bring no Angel and no muster."
        out.append(Sentence(text, cite("half_points")))
        if "plays_on" in given:
            kept = listed(given["plays_on"], "and")
            text = f"{_who(given['markers'])} plays on with {kept}, and keeps the Legion Markers."
            return [*out, Sentence(text, cite("plays_on"))]
        takes = (
            f"{_who(given['markers'])} takes the Legion Markers"
            if given["markers"]
            else "The Legion Markers leave the game"
        )
        lost = _who(given["out"])
        out.append(Sentence(f"{lost} is out of the game. {takes}.", cite("markers_pass")))
        return out


def _legion(ident: str, player: str, land: str, contents: list[str] | None) -> LegionState:
    height = 1 if contents is None else None
    return LegionState(id=ident, player=player, land=land_name(land), contents=contents, height=height)


def _who(player: str) -> str:
    named = {OWNER: "The Titan's owner", SLAYER: "The slayer", THIRD: "The third player"}
    return named.get(player, player)
