"""Questions about giving way in an Engagement: flight before it, and concession before or in its battle."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable, reasons_said
from referee.core.notation.field_specs import SHORT, piece

from ..battle.orders.end import Concede as ConcedeBattle
from ..battle.position import BattlePosition
from ..battle.rulings.ending import scored
from ..battle.supposing import BattleQuestion, refusal
from ..masterboard.answer_sentences import at_least
from ..masterboard.legion import Legion
from ..masterboard.orders.engagements import Concede, Flee
from ..masterboard.position import MasterboardPosition
from ..masterboard.rulings.scoring import bound, flight_points, points_for
from ..masterboard.rulings.stacks import unseen
from ..masterboard.state import EngagementState, LegionState, MasterboardState
from ..masterboard.supposing import LEGION, MasterQuestion, alone, land_of, of_creatures, refused
from ..points import hidden_stacks
from ..rules import TitanRules
from ..sides import SIDES, Side
from ..state import State
from ..words import LegionWord, land_name

# the enemy of the legion of a question
ENEMY = "enemy"
Score = Annotated[int, Meta(ge=0, le=1_000_000)]


class _GivingWay(MasterQuestion, kw_only=True):
    """A question about a legion in an Engagement, or about characters that are in one.

    `answered` says that the defender has proposed terms or accepted battle, `side` which side the legion is, and
    `score` is its owner's. They replace what a state says.
    """

    alone: ClassVar[bool] = True
    answered: bool | None = None
    side: Side | None = None
    score: Score | None = None

    def words(self) -> str | list[str]:
        """Return the legion, or the characters, of the question."""
        found: str | list[str] = getattr(self, self.verb)
        return found

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return a state in which the legion is in an Engagement, and what was assumed."""
        board, ident, land = state.masterboard, self.words(), land_of(rules, None)
        if board is None or not isinstance(ident, str):
            board = alone(
                rules, of_creatures(rules, ident, self.verb), land, player=self.side or "defender", among=board
            )
            ident = LEGION
        elif board.is_complete and (self.answered, self.side, self.score) == (None, None, None):
            return state, {}
        board, assumed = self._engaged(board, ident)
        return replace(state, masterboard=board, battle=None), assumed

    def _engaged(self, board: MasterboardState, ident: str) -> tuple[MasterboardState, dict[str, Any]]:
        asked = next((one for one in board.legions if one.id == ident), None)
        if asked is None:
            return board, {}
        assumed: dict[str, Any] = {}
        beside = [one for one in board.legions if str(one.land) == str(asked.land) and one.player != asked.player]
        side = self.side or ("attacker" if board.mover == asked.player else "defender")
        if self.side is None and board.mover is None:
            assumed["side"] = side
        if not beside:
            assumed["enemy"] = "a legion that is not given stands in its Land"
        other = next(name for name in (*SIDES, ENEMY) if name not in (asked.player, side))
        enemy = beside[0] if beside else LegionState(id=ENEMY, player=other, land=asked.land, height=1)
        attacker, defender = (asked, enemy) if side == "attacker" else (enemy, asked)
        stage = board.engagement.stage if board.engagement is not None else "answer"
        if board.engagement is None and self.answered is None and side == SIDES[0]:
            assumed["answered"] = "the defender has not yet said whether it flees"
        stage = stage if self.answered is None else "talks" if self.answered else "answer"
        changes: dict[str, Any] = {
            "legions": board.legions if beside else [*board.legions, enemy],
            "mover": attacker.player,
            "phase": "engagement",
            "engagement": EngagementState(
                land=land_name(str(asked.land)), attacker=attacker.id, defender=defender.id, stage=stage
            ),
        }
        if self.score is not None:
            changes["score"] = {**board.score, asked.player: self.score}
        return replace(board, **changes), assumed

    def subject(self) -> str | None:
        found = self.words()
        return found if isinstance(found, str) else LEGION

    def legion(self, position: MasterboardPosition) -> Legion:
        """Return the legion of the question; raises Unanswerable."""
        if LEGION in position.legions and ENEMY in position.legions:
            return position.legions[LEGION]
        return super().legion(position)

    def unopposed(self, position: MasterboardPosition, legion: Legion) -> list[Objection]:
        """Return why there is no Engagement to give way in, in a game."""
        now = position.engagement
        if (now is not None and legion.id in (now.attacker, now.defender)) or not position.in_play:
            return []
        return [Objection(f"{position.named(legion)} is in no Engagement now", position.rules.cite("engagement"))]

    def named(self, position: MasterboardPosition, legion: Legion) -> str:
        """Return the legion as an answer names it."""
        if legion.id != LEGION:
            return position.named(legion)
        held = Counter(position.rules.in_chart_order(legion.contents or []))
        return f"a legion of {listed([position.rules.counted(name, number) for name, number in held.items()], 'and')}"


def _begun(name: str) -> str:
    """Return the name of a legion as it begins a sentence; the id of a marker stays as it is."""
    return f"A{name[1:]}" if name.startswith("a legion") else name


def _share(points: int, value: int) -> str:
    """Return points with the part that they are of the value of a legion."""
    if points == value:
        return f"its full value, {points}"
    return f"{points}, half of its value" if points == value // 2 else f"{points} for its value of {value}"


class AskFlee(_GivingWay, kw_only=True):
    """May a legion flee from an Engagement, and for how many points: `{flee: bk01}`, `{flee: [ogre, ogre, troll]}`.

    `answered` says that the defender has proposed terms or accepted battle, `side` which side it is, and `score` is the
    owner's. They replace what a state says.
    """

    verb: ClassVar[str] = "flee"
    flee: Annotated[LegionWord | Annotated[list[str], SHORT], piece("any")]

    def answer(self, position: MasterboardPosition) -> Answer:
        legion, cite = self.legion(position), position.rules.cite
        objections = self.unopposed(position, legion)
        if not objections:
            objections = Flee(flee=land_name(legion.land)).check(position, legion.player)
        if objections:
            return refused({"allowed": False, "points": None}, objections)
        half = flight_points(position, legion)
        cites = [*cite("flight"), *cite("first_word"), *half.cites]
        secret = hidden_stacks(unseen(position, legion))
        return Answer({"allowed": True, "points": half.total}, list(dict.fromkeys(cites)), [half.plain()], secret)

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        given, cite, legion = answer.answer, position.rules.cite, self.legion(position)
        name = self.named(position, legion)
        if given["allowed"]:
            value = points_for(position, legion, legion.contents or [], "peace").total
            half = f"the attacker scores {at_least(answer)}{_share(given['points'], value)}"
            out = [Sentence(f"{_begun(name)} may flee: it is eliminated, and {half}.", cite("flight"))]
            return [
                *out,
                Sentence(
                    "The defender must say so before anything else; terms or a battle accepted end the right to flee.",
                    cite("first_word"),
                ),
            ]
        reasons, cites = reasons_said(given["because"])
        out = [Sentence(f"No, {name} may not flee: {reasons}.", cites)]
        if bound(position, legion):
            full = points_for(position, legion, legion.contents or [], "peace").total
            out.append(
                Sentence(f"It may fight, come to terms, or concede for its full value, {full}.", cite("concession"))
            )
        return out


class AskConcede(_GivingWay, kw_only=True):
    """May a legion concede its Engagement or battle, and what does the enemy score: `{concede: bk01}`.

    `answered` says that the defender has declined to flee, `fighting` that the battle has begun, `side` which side it
    is, and `score` is the owner's. They replace what a state says. In a battle, it names a side or its player.
    """

    verb: ClassVar[str] = "concede"
    further_about: ClassVar[tuple[str, ...]] = ("battle",)
    concede: Annotated[LegionWord | Annotated[list[str], SHORT], piece("any")]
    fighting: bool = False

    def meant(self, state: State) -> Question[Any]:
        if state.battle is not None and isinstance(self.concede, str):
            return AskConcedeBattle(concede=self.concede)
        return self

    def answer(self, position: MasterboardPosition) -> Answer:
        legion, cite = self.legion(position), position.rules.cite
        objections = self.unopposed(position, legion)
        if not self.fighting:
            objections = objections or Concede(concede="engagement").check(position, legion.player)
        if objections:
            return refused({"allowed": False, "points": None}, objections)
        full = points_for(position, legion, legion.contents or [], "peace")
        answer: dict[str, Any] = {"allowed": True, "points": full.total}
        cites = [*cite("concession"), *full.cites]
        now = position.engagement
        winner_attacks = now is not None and now.defender == legion.id
        answer["winner"] = "attacker" if winner_attacks else "defender"
        late = cite("reinforcement_after_concession") if self.fighting else cite("no_reinforcement")
        cites += cite("summons_after") if winner_attacks else late
        if position.vital(legion):
            cites += cite("titan_concession")
            if position.rules.chosen("titan_concession", "as_slain"):
                vital = [name for name in legion.contents or () if position.rules.profile(name).vital]
                answer["points"] = points_for(position, legion, vital, "peace").total
            answer["out"] = True
        return Answer(answer, list(dict.fromkeys(cites)), [full.plain()], hidden_stacks(unseen(position, legion)))

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        given, cite, legion = answer.answer, position.rules.cite, self.legion(position)
        name = self.named(position, legion)
        if not given["allowed"]:
            reasons, cites = reasons_said(given["because"])
            return [Sentence(f"No, {name} cannot be conceded now: {reasons}.", cites)]
        enemy = f"the enemy scores {at_least(answer)}{given['points']} and loses nothing further"
        out = [Sentence(f"{_begun(name)} may be conceded: it is eliminated, and {enemy}.", cite("concession"))]
        if given.get("out"):
            out.append(Sentence("Its owner loses the Titan with it and is out of the game.", cite("titan_concession")))
        if given["winner"] == "attacker":
            text = "The attacker who wins so may summon at once, if nobody has been summoned in this Engagement Phase."
            out.append(Sentence(text, cite("summons_after")))
        elif self.fighting:
            text = "The defender may still muster, unless the attacker had no character on the map yet."
            out.append(Sentence(text, cite("reinforcement_after_concession")))
        else:
            text = "The defender musters nobody for it if the attacker concedes before the battle."
            out.append(Sentence(text, cite("no_reinforcement")))
        return out


class AskConcedeBattle(BattleQuestion, kw_only=True):
    """May a side concede its battle, and what does the enemy score: `{concede: attacker}`."""

    verb: ClassVar[str] = "concede"
    concede: str

    def subject(self) -> str:
        return ""

    def _side(self, position: BattlePosition) -> int:
        """Return the side that a word names: itself, its player, its legion or a piece of it; raises Unanswerable."""
        known = [*zip(SIDES, (0, 1), strict=True), *zip(position.players, (0, 1), strict=True)]
        known += zip(position.legions, (0, 1), strict=True)
        piece = position.fight.pieces.get(self.concede)
        found = {side for name, side in known if name == self.concede} or ({piece.side} if piece is not None else set())
        if len(found) != 1:
            names = " or ".join(dict.fromkeys(name for name, _ in known))
            raise Unanswerable(f"'{self.concede}' is no side of this battle; name {names}", ("ask", "concede"))
        return found.pop()

    def answer(self, position: BattlePosition) -> Answer:
        side, cite = self._side(position), position.rules.cite
        objections = ConcedeBattle(concede="battle").check(position, position.player(side))
        if objections:
            return refusal(objections, {"points": None})
        fight = position.fight
        own = [*fight.gone, *fight.of(side)]
        points = scored(position, own, side)
        answer: dict[str, Any] = {"allowed": True, "points": points.total, "winner": SIDES[1 - side]}
        cites = [*cite("concession"), *points.cites]
        if any(piece.profile.vital for piece in own if piece.owner == side):
            answer["out"] = True
            cites += cite("titan_concession")
            if position.rules.chosen("titan_concession", "as_slain"):
                kept = [p for p in own if p.profile.vital or p.slain or p in fight.gone]
                points = scored(position, kept, side)
                answer["points"] = points.total
        if fight.striking_phase and any(piece.slain for piece in fight.of(1 - side)):
            fate = position.rules.option("concession_in_strikes")
            answer["winner_loses"] = [p.id for p in fight.of(1 - side) if p.slain] if fate != "spared" else []
            cites += cite("concession_in_strikes")
        return Answer(answer, list(dict.fromkeys(cites)), [points.plain()])

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        given, cite = answer.answer, position.rules.cite
        side = self._side(position)
        if not given["allowed"]:
            reasons, cites = reasons_said(given["because"])
            return [Sentence(f"No, the {SIDES[side]} may not concede: {reasons}.", cites)]
        scores = f"the {given['winner']} scores {given['points']}"
        text = f"Yes, the {SIDES[side]} may concede at any time: the whole legion is eliminated, and {scores}."
        out = [Sentence(text, cite("concession"))]
        if given.get("out"):
            spared = f", unless a {position.rules.having('plays_on')} is elsewhere" if position.rules.playing_on else ""
            text = f"Its owner loses the Titan with it and is out of the game{spared}."
            out.append(Sentence(text, cite("titan_concession")))
        if "winner_loses" in given:
            names = [position.named(position.fight.pieces[one]) for one in given["winner_loses"]]
            text = (
                f"Slain already, and not saved by it: {', '.join(names)}."
                if names
                else "The winner's wounded are spared."
            )
            out.append(Sentence(text, cite("concession_in_strikes")))
        return out
