"""Questions about the Masterboard, answered by the rulings that judge orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import SHORT, piece

from ..points import hidden_stacks
from ..rules import TitanRules
from ..state import State
from ..words import CHARACTER, LandWord, LegionWord, land_name
from . import answer_sentences
from .graph import graph_of
from .legion import Legion
from .orders.engagements import Flee
from .orders.gains import current_gains
from .orders.muster import Muster, barred, winner_barred
from .orders.use import UseBoardAbility
from .position import MasterboardPosition
from .rulings.abilities import Held, held_by
from .rulings.mustering import During, Mustering, Way, barring, mustering, won_alone
from .rulings.rows import has_rows
from .state import Gains, MasterPhase
from .supposing import (
    LEGION,
    FlightFacts,
    MasterFacts,
    MasterQuestion,
    MusterFacts,
    alone,
    elsewhere,
    land_of,
    learn,
    of_creatures,
    refused,
    unknown,
)


class InvokeFacts(MasterFacts):
    """The phase, the Mover, and whether the legion has moved in this Game-Turn."""

    moved: bool | None = None


class AskInvoke(MasterQuestion, kw_only=True):
    """May a legion use an ability on the Masterboard: `{invoke: storm, by: bk01}`.

    `at` names a Land, `on` a legion, `show` the character. `supposing: {moved: true}` replaces what the state says.
    """

    verb: ClassVar[str] = "invoke"
    invoke: str
    by: Annotated[LegionWord, piece("any")]
    at: LandWord | None = None
    on: Annotated[LegionWord, piece("any")] | None = None
    show: Annotated[str, CHARACTER] | None = None
    supposing: InvokeFacts | None = None

    subject_field: ClassVar[str] = "by"

    def phase_under(self, rules: TitanRules) -> MasterPhase | None:
        ability = rules.board_abilities.get(self.invoke)
        return ability.phases[0] if ability is not None else "commencement"

    def answer(self, position: MasterboardPosition) -> Answer:
        legion = self.legion(position)
        order = UseBoardAbility(use=self.invoke, by=legion.id, at=self.at, on=self.on, show=self.show)
        if objections := order.check(position, legion.player):
            cites = dict.fromkeys(cite for one in objections for cite in one.cite)
            return Answer({"allowed": False, "because": [one.plain() for one in objections]}, list(cites), [])
        held = held_by(position, legion, self.invoke, self.show)
        assert isinstance(held, Held)
        ability = held.ability
        answer: dict[str, Any] = {"allowed": True}
        answer |= {"shows": held.shown} if held.shown is not None else {}
        answer |= {"lays": ability.lays} if ability.lays is not None else {}
        answer |= {"ends": ability.ends} if ability.ends else {}
        return Answer(answer, list(ability.cites), [])

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        given, effects = answer.answer, position.rules.effects
        if not given["allowed"]:
            return answer_sentences.refused(position, answer)
        title, does = position.rules.board_abilities[self.invoke].title, list[str]()
        does += [f"shows {position.title([given['shows']])}"] if "shows" in given else []
        does += [f"lays {effects[given['lays']].title}"] if "lays" in given else []
        does += [f"ends {listed([effects[one].title for one in given['ends']], 'and')}"] if "ends" in given else []
        name = position.named(position.legions[self.by])
        return [Sentence(f"{name} may use {title}: it {' and '.join(does)}.", tuple(answer.cites))]


def _has_won(position: MasterboardPosition, legion: Legion) -> bool:
    """Return whether a situation says that a legion has just won an Engagement: its defender, or in that phase."""
    at_once = legion.player != position.mover or position.stage == "engagement"
    return position.engagement is None and legion.won is not None and at_once


def _counted(way: Way) -> list[Any]:
    """Return a way to qualify as answers give it: [character, number, who stands in for one more], or an empty list."""
    number = way.count(way[0]) if way else 0
    return [way[0], number, *way[number:]] if way else []


class AskMuster(MasterQuestion, kw_only=True, rename={"in_": "in"}):
    """What may a legion that has moved muster where it stands, and by showing what: `{muster: bk01}`.

    In another Land, or by characters alone: `{muster: bk01, in: 136}`, `{muster: [ogre, ogre, troll], in: marsh}`.
    `supposing: {moved: true}` replaces what the state says.
    """

    verb: ClassVar[str] = "muster"
    alone: ClassVar[bool] = True
    phase: ClassVar[MasterPhase | None] = "enlistment"
    muster: Annotated[LegionWord | Annotated[list[str], SHORT], piece("any")]
    in_: LandWord | None = None
    supposing: MusterFacts | None = None

    def subject(self) -> str | None:
        return LEGION if self.in_ is not None or not isinstance(self.muster, str) else self.muster

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return a state in which the legion or the characters of the question stand there, and what was assumed."""
        if self.subject() != LEGION:
            return state, {}
        if self.in_ is None:
            raise Unanswerable("'in' is missing: in which terrain?", ("ask",))
        land = land_of(rules, str(self.in_))
        assumed = {} if str(self.in_) == land else {"land": f"any {graph_of(rules).lands[land].terrain} will do"}
        board = elsewhere(state.masterboard, self.muster, land)
        if board is None:
            board = alone(rules, of_creatures(rules, self.muster, "muster"), land, among=state.masterboard)
            board = replace(board, mover=LEGION, phase="enlistment", legions=[replace(board.legions[0], moved=True)])
        return replace(state, masterboard=board, battle=None), assumed

    def answer(self, position: MasterboardPosition) -> Answer:
        legion = self.legion(position)
        objections = self.objections(position, legion)
        return refused({"recruits": {}}, objections) if objections else self._qualified(position, legion)

    def mustering(self, position: MasterboardPosition, legion: Legion) -> Mustering:
        """Return what the legion is qualified to muster."""
        found = mustering(position, legion, during=self.during(position, legion))
        by_victory_alone = _has_won(position, legion) and legion.player == position.mover
        return won_alone(position, legion, found) if by_victory_alone else found

    def during(self, position: MasterboardPosition, legion: Legion) -> During:
        """Return when the legion musters: in the Enlistment Phase, or right after it has won."""
        at_once = position.engagement is not None or _has_won(position, legion)
        return "victory" if at_once else "enlistment"

    def left(self, position: MasterboardPosition, name: str) -> bool:
        """Return whether there is one of a character to be mustered."""
        return position.stock(name) > 0

    def _qualified(self, position: MasterboardPosition, legion: Legion) -> Answer:
        cite = position.rules.cite
        qualified = self.mustering(position, legion)
        found = qualified.ways
        gone = [name for name in found if not self.left(position, name)]
        answer: dict[str, Any] = {
            "recruits": {name: [_counted(way) for way in ways] for name, ways in found.items() if name not in gone}
        }
        cites = list(cite("tower_muster" if position.graph.is_tower(legion.land) else "muster"))
        cites += cite("several_ways") if any(len(ways) > 1 for ways in answer["recruits"].values()) else ()
        cites += position.rules.left_out
        objections = [
            Objection(f"the caretaker has no {position.rules.characters[n].title} left", cite("stacks")) for n in gone
        ]
        for name in dict.fromkeys([*qualified.bars, *qualified.short]):
            objections += barring(position, qualified, name, legion.land) if name not in found else []
        needed = [ledger for (name, _), ledger in qualified.ledgers.items() if name not in gone]
        cites += [one for (name, _), more in qualified.cites.items() if name not in gone for one in more]
        if objections:
            answer["because"] = [o.plain() for o in objections]
            cites += [one for o in objections for one in o.cite]
        cites += [one for ledger in needed for one in ledger.cites]
        out = Answer(answer, list(dict.fromkeys(cites)), [ledger.plain() for ledger in needed])
        if legion.contents is None:
            out.notes.append(unknown(position, legion).message)
        return out

    def objections(self, position: MasterboardPosition, legion: Legion) -> list[Objection]:
        """Return why the legion cannot muster now, whatever it qualifies for."""
        if _has_won(position, legion):
            return winner_barred(position, legion)
        order = Muster(muster="", in_=legion.id)
        entitled = order.entitled(position, legion.player)
        # a situation that says what the legion has won is about the time after, whatever its phase
        after = legion.won is not None and not position.in_play
        if isinstance(entitled, list) and not after:
            return entitled
        if legion.contents is None and position.in_play:
            return [unknown(position, legion)]
        return barred(position, legion)

    def foremost(self, position: MasterboardPosition, further: Mapping[str, Any]) -> list[Sentence]:
        """Return whether the one recruit that was asked for can be mustered, and what it needs."""
        recruit = further.get("recruit")
        if recruit is None:
            return []
        legion = position.legions[str(self.subject())]
        if barred := self.objections(position, legion):
            # it may hold what the recruit needs
            cites = tuple(dict.fromkeys(cite for one in barred for cite in one.cite))
            return [Sentence(f"No, {position.rules.counted(recruit, 1)} cannot be mustered now.", cites)]
        can = recruit in self.answer(position).answer["recruits"]
        return [answer_sentences.one_recruit(position, legion, recruit, can)]

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.muster(position, position.legions[str(self.subject())], answer)


class AskValue(MasterQuestion, kw_only=True):
    """What is a legion worth, in full and when it flees: `{value: bk01}`.

    In a game it may flee only while its owner has the first word in an Engagement; `supposing: {attacked: true}` asks
    about that case.
    """

    verb: ClassVar[str] = "value"
    value: Annotated[LegionWord, piece("any")]
    supposing: FlightFacts | None = None

    def answer(self, position: MasterboardPosition) -> Answer:
        from .rulings.scoring import bound, flight_points, points_for
        from .rulings.stacks import unseen

        legion = self.legion(position)
        if legion.contents is None:
            nothing: dict[str, Any] = {"points": None, "may_flee": None, "points_for_flight": None}
            return refused(nothing, [unknown(position, legion)])
        full = points_for(position, legion, legion.contents, "battle")
        barred = self._barred(position, legion)
        half, fleeing = flight_points(position, legion), not barred and not bound(position, legion)
        answer: dict[str, Any] = {"points": full.total, "may_flee": fleeing}
        answer["points_for_flight"] = half.total if fleeing else None
        cites = [
            *full.cites,
            *position.rules.cite("flight"),
            *(position.rules.masterplay.shares.flight.cites if fleeing else ()),
        ]
        cites += half.cites if fleeing and has_rows(position.rules, "score") else ()
        if any(position.rules.characters[name].grows for name in legion.contents):
            cites += position.rules.cite("titan_power")
        if barred:
            answer["because"] = [o.plain() for o in barred]
            cites += [cite for o in barred for cite in o.cite]
        secret = hidden_stacks(unseen(position, legion))
        return Answer(answer, cites, [full.plain(), *([half.plain()] if fleeing else [])], secret)

    def _barred(self, position: MasterboardPosition, legion: Legion) -> list[Objection]:
        """Return why the legion cannot flee now, apart from characters that always prevent it."""
        attacked = self.supposing.attacked if self.supposing is not None else None
        if attacked is None and not position.in_play and position.engagement is None:
            return []
        if attacked:
            return []
        if position.engagement is None:
            return [Objection(f"{position.named(legion)} is in no Engagement", position.rules.cite("flight"))]
        return Flee(flee=land_name(legion.land)).barred(position, legion.player)

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.value(position, position.legions[self.value], answer)


class AskOverfull(MasterQuestion, kw_only=True):
    """What does an overfull legion lose: `{overfull: bk01}`."""

    verb: ClassVar[str] = "overfull"
    overfull: Annotated[LegionWord, piece("any")]

    def answer(self, position: MasterboardPosition) -> Answer:
        from .rulings.splitting import kept, surplus

        legion = self.legion(position)
        if legion.contents is None:
            return refused({"removed": None, "left": None}, [unknown(position, legion)])
        lost, left = surplus(position.rules, legion.contents), kept(position.rules, legion.contents)
        return Answer({"removed": lost, "left": left}, list(position.rules.cite("overfull")), [])

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.overfull(position, position.legions[self.overfull], answer)


class AskAcquire(MasterQuestion, kw_only=True):
    """What may a legion add for points just won: `{acquire: angels, points: 60, had: 380, holds: 5}`.

    `had` is the score before them, and `holds` how many the legion holds. On a Masterboard the state gives the score,
    as in `{acquire: bk01, points: 120}`. Without `points`, what may be added now for the Engagement that was won.
    """

    verb: ClassVar[str] = "acquire"
    alone: ClassVar[bool] = True
    acquire: Annotated[LegionWord | Annotated[list[str], SHORT], piece("any")]
    points: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    had: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    holds: Annotated[int, Meta(ge=0, le=100)] | None = None

    def subject(self) -> str | None:
        return LEGION if self.had is not None or not isinstance(self.acquire, str) else self.acquire

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return a state with a legion and a score as the question says, and what was assumed."""
        if self.subject() != LEGION:
            return state, {}
        if self.points is None or self.had is None:
            missing = "points" if self.points is None else "had"
            raise Unanswerable(
                f"'{missing}' is missing: how many points were there before, and how many are won?", ("ask",)
            )
        assumed: dict[str, Any] = {}
        held = of_creatures(rules, self.acquire, "acquire") if not isinstance(self.acquire, str) else None
        number = self.holds
        if number is None and held is None:
            number = assumed["holds"] = 1
            assumed["holds"] = "the legion has room for all of them"
        board = alone(rules, held, land_of(rules, None), number, among=state.masterboard)
        return replace(state, masterboard=replace(board, score={LEGION: self.had}), battle=None), assumed

    def answer(self, position: MasterboardPosition) -> Answer:
        from .rulings.acquiring import barred, changed_steps, choices_at, multiples, row_at

        legion, cite = self.legion(position), position.rules.cite
        before = position.score_of(legion.player)
        room = max(position.rules.combat.legion_most - legion.height, 0)
        if self.points is not None:
            found = multiples(position, legion, before, before + self.points)
        else:
            gains = self._gains(position, legion)
            if isinstance(gains, list):
                return refused({"score": before, "multiples": {}, "room": room}, gains)
            found = gains.multiples
        answer = {
            "score": before + (self.points or 0),
            "multiples": {str(m): choices_at(position, legion, m) for m in found},
            "room": room,
        }
        cites = [*cite("acquired"), *cite("acquired_room"), *(cite("several_acquired") if len(found) > 1 else ())]
        cites += cite("archangels") if any(len(row_at(position, legion, m).names) > 1 for m in found) else ()
        changed = [every for _, every, bars in changed_steps(position, legion) if not bars]
        cites += [one for every in changed for one in every.cites]
        out = Answer(answer, list(dict.fromkeys(cites)), [every.plain() for every in changed])
        takes = [name for row in position.rules.acquired for name in row.names]
        for bar in barred(position, legion, takes):
            out.notes.append(f"{bar.message} ({', '.join(bar.cite)})")
            out.cites += bar.cite
        if self.points is not None and position.in_play:
            out.assumed["points"] = self.points
        return out

    def _gains(self, position: MasterboardPosition, legion: Legion) -> Gains | list[Objection]:
        """Return what the legion may still gain, or the objections; raises Unanswerable in a situation."""
        if not position.in_play:
            raise Unanswerable("'points' is missing: how many has the legion just won?", ("ask",))
        gains = current_gains(position, legion.player, "adding characters for points")
        if isinstance(gains, Gains) and gains.legion != legion.id:
            return [Objection(f"it is {gains.legion} that has won", position.rules.cite("gains"))]
        return gains

    def foremost(self, position: MasterboardPosition, further: Mapping[str, Any]) -> list[Sentence]:
        """Return whether the one that was asked for may be added (LoT 17.0)."""
        wanted = further.get("also_wanted")
        if wanted is None:
            return []
        given, title = self.answer(position).answer, position.rules.counted(wanted, 1)
        can = given["room"] > 0 and any(wanted in names for names in given["multiples"].values())
        text = f"{'Yes' if can else 'No'}, {title} may {'' if can else 'not '}be added."
        return [Sentence(text, position.rules.cite("acquired"))]

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.acquire(position, position.legions[str(self.subject())], answer)


class AskStanding(MasterQuestion, kw_only=True):
    """Who leads if play stops now: score and the value of all legions, player by player: `{standing: now}`."""

    verb: ClassVar[str] = "standing"
    standing: str

    def subject(self) -> str | None:
        return None

    def answer(self, position: MasterboardPosition) -> Answer:
        from .rulings.victory import leaders, total_of

        for legion in position.legions.values():
            learn(position, legion)
        hidden = [legion for legion in position.legions.values() if legion.contents is None]
        unseen = {legion.player for legion in hidden}
        ledgers = {player: total_of(position, player) for player in position.living if player not in unseen}
        totals = {player: ledger.total for player, ledger in ledgers.items()}
        cites, reasons = list(position.rules.cite("leading")), [ledger.plain() for ledger in ledgers.values()]
        if not hidden:
            return Answer({"totals": totals, "leaders": leaders(totals)}, cites, reasons)
        answer: dict[str, Any] = {"totals": {player: totals.get(player) for player in position.living}, "leaders": None}
        answer["because"] = [unknown(position, legion).plain() for legion in hidden]
        return Answer(answer, cites, reasons)

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.standing(position, answer)
