"""Disputed rulings on the Masterboard, each answered by the rulings that judge the orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from referee.core.orders import Answer, Objection, Question, Unanswerable
from referee.core.shapes import piece

from ..state import State
from ..words import LegionWord
from . import sayings
from .judge import locked, travel
from .mustering import Way, recruits
from .seen import known_of
from .state import MasterboardState
from .teleports import enemy_seekers, teleport_used, teleports, titan_targets, tower_lords, tower_targets

if TYPE_CHECKING:
    from .legion import Legion
    from .work import MasterWork


class MasterQuestion(Question):
    """What every question of the Masterboard has."""

    about: ClassVar[str] = "masterboard"

    def legion(self, work: MasterWork, ident: str) -> Legion:
        """Return the legion asked about, with what its viewer has seen of it; raises Unanswerable."""
        found = work.legions.get(ident)
        if found is None:
            raise Unanswerable(work.nobody_called(ident), ("ask", self.verb))
        learn(work, found)
        return found


def learn(work: MasterWork, legion: Legion) -> None:
    """Take what a legion holds from what has been seen of it, where that is the whole of it."""
    if legion.contents is None:
        legion.contents = known_of(work, legion)


def _unknown(work: MasterWork, legion: Legion) -> Objection:
    """Return the reason why there is no answer: what the legion holds does not stand in the situation or the view."""
    whom = "here" if work.viewer is None else f"to {work.viewer}"
    return Objection(f"what {work.named(legion)} holds is not known {whom}")


def _counted(way: Way) -> list[Any]:
    """Return a way to qualify as answers tell it: the character shown and how many, or nothing at all."""
    return [way[0], len(way)] if way else []


def _refused(answer: dict[str, Any], objections: list[Objection]) -> Answer:
    cites = dict.fromkeys(cite for o in objections for cite in o.cite)
    return Answer({**answer, "because": [o.plain() for o in objections]}, list(cites), [])


class AskTravel(MasterQuestion, kw_only=True):
    """Where may a legion end its move, and by which sides does it enter: `{travel: bk01, roll: 5}`."""

    verb: ClassVar[str] = "travel"
    travel: Annotated[LegionWord, piece("any")]
    roll: Annotated[int, Meta(ge=1, le=6)] | None = None

    def answer(self, work: MasterWork) -> Answer:
        legion, cite = self.legion(work, self.travel), work.rules.cite
        roll = self._roll(work)
        if locked(work, legion) or legion.moved:
            when = "phase" if work.stage == "movement" else "Game-Turn"
            said = "stands in an Engagement" if locked(work, legion) else f"has moved in this {when} already"
            objection = Objection(f"{work.named(legion)} {said}", cite("one_march"))
            return _refused({"destinations": {}, "teleports": {}}, [objection])
        if work.clock not in (None, legion.id) and legion.player == work.mover:
            objection = Objection(f"time was called, and the die has picked {work.clock} to move", cite("clock"))
            return _refused({"destinations": {}, "teleports": {}}, [objection])
        turns: set[str] = set()
        found = travel(work, legion, roll, turns)
        jumps = teleports(work, legion, roll)
        known = legion.contents is not None or not (
            tower_targets(work, legion, roll) or titan_targets(work, legion, roll)
        )
        answer = {
            "destinations": {land: work.graph.by_side(sides.keys()) for land, sides in found.items()},
            "teleports": jumps,
        }
        cites = [*cite("signs"), *cite("full_count"), *(cite("entry_side") if found else ())]
        cites += cite("tower_entry") if any(work.graph.is_tower(land) for land in found) else ()
        if any(jumps.values()):
            cites += [*cite("titan_teleport"), *cite("titan_side")]
        if any(not sides for sides in jumps.values()):
            cites += cite("tower_teleport")
        out = Answer(answer, cites, [])
        for option in turns:
            out.turned[option] = work.rules.options[option]
        if not known:
            out.notes.append(f"{_unknown(work, legion).message}, so it may teleport or not")
        if legion.player != work.mover:
            said = f"{work.mover} is the Mover; this is what {legion.id} may do in {legion.player}'s own Game-Turn"
            out.notes.append(f"{said} ({', '.join(cite('mover'))})")
            out.cites += cite("mover")
        self._note(work, legion, roll, out)
        return out

    def _roll(self, work: MasterWork) -> int:
        roll = work.roll if self.roll is None else self.roll
        if roll is None:
            raise Unanswerable("'roll' is missing: what was rolled for the move?", ("ask",))
        return roll

    def _note(self, work: MasterWork, legion: Legion, roll: int, out: Answer) -> None:
        """Note why a legion that could teleport at other times does not now."""
        cite, numbers = work.rules.cite, work.rules.masterplay.teleports
        seekers = enemy_seekers(work, legion)
        if teleport_used(work, legion) and roll == numbers.titan.roll and (tower_lords(work, legion) or seekers):
            out.notes.append(f"the one teleport of this Movement Phase is used ({', '.join(cite('one_teleport'))})")
            out.cites += cite("one_teleport")
        elif seekers and roll == numbers.titan.roll and work.score_of(legion.player) < numbers.titan.score:
            least = f"{numbers.titan.score} points; {legion.player} has {work.score_of(legion.player)}"
            rules = ", ".join(cite("titan_earned"))
            out.notes.append(f"{work.title(seekers[:1])} teleports to an enemy from {least} ({rules})")

    def say(self, work: MasterWork, answer: Answer) -> list[Objection]:
        return sayings.travel(work, work.legions[self.travel], self._roll(work), answer)


class AskMuster(MasterQuestion, kw_only=True):
    """What may a legion that has moved muster where it stands, and by showing what: `{muster: bk01}`."""

    verb: ClassVar[str] = "muster"
    muster: Annotated[LegionWord, piece("any")]

    def answer(self, work: MasterWork) -> Answer:
        legion, cite = self.legion(work, self.muster), work.rules.cite
        most = work.rules.combat.legion_most
        if legion.height >= most:
            message = f"{work.named(legion)} holds {legion.height} characters, and {most} is the most"
            return _refused({"recruits": {}}, [Objection(message, cite("full"))])
        if legion.mustered:
            message = f"{work.named(legion)} has mustered in this Game-Turn"
            return _refused({"recruits": {}}, [Objection(message, cite("one_muster"))])
        turns: set[str] = set()
        if legion.origin == legion.land:
            turns.add("return_to_start")
            if work.rules.options["return_to_start"] == "no_muster":
                message = f"{work.named(legion)} ended its move where it began"
                out = _refused({"recruits": {}}, [Objection(message, cite("returning"))])
                out.turned["return_to_start"] = "no_muster"
                return out
        terrain = work.graph.lands[legion.land].terrain
        found = recruits(work.rules, terrain, legion.contents or (), turns)
        gone = [name for name in found if not work.stock(name)]
        answer: dict[str, Any] = {
            "recruits": {name: [_counted(way) for way in ways] for name, ways in found.items() if name not in gone}
        }
        cites = list(cite("tower_muster" if work.graph.is_tower(legion.land) else "muster"))
        cites += cite("several_ways") if any(len(ways) > 1 for ways in answer["recruits"].values()) else ()
        if gone:
            objections = [
                Objection(f"the caretaker has no {work.rules.characters[n].title} left", cite("stacks")) for n in gone
            ]
            answer["because"] = [o.plain() for o in objections]
            cites += cite("stacks")
        out = Answer(answer, cites, [])
        if legion.contents is None:
            out.notes.append(_unknown(work, legion).message)
        for option in sorted(turns):
            out.turned[option] = work.rules.options[option]
        return out

    def say(self, work: MasterWork, answer: Answer) -> list[Objection]:
        return sayings.muster(work, work.legions[self.muster], answer)


class AskValue(MasterQuestion, kw_only=True):
    """What is a legion worth, in full and when it flees: `{value: bk01}`."""

    verb: ClassVar[str] = "value"
    value: Annotated[LegionWord, piece("any")]

    def answer(self, work: MasterWork) -> Answer:
        from .scoring import bound, for_flight, value_of

        legion = self.legion(work, self.value)
        if legion.contents is None:
            unknown = {"points": None, "may_flee": None, "points_for_flight": None}
            return _refused(unknown, [_unknown(work, legion)])
        full = value_of(work, legion.contents, legion.player)
        half, fleeing = for_flight(work, legion), not bound(work, legion)
        answer = {"points": full.total, "may_flee": fleeing, "points_for_flight": half.total if fleeing else None}
        cites = [*full.cites, *work.rules.cite("flight"), *(work.rules.cite("half_for_flight") if fleeing else ())]
        if any(work.rules.characters[name].grows for name in legion.contents):
            cites += work.rules.cite("titan_power")
        return Answer(answer, cites, [full.plain(), *([half.plain()] if fleeing else [])])

    def say(self, work: MasterWork, answer: Answer) -> list[Objection]:
        return sayings.value(work, work.legions[self.value], answer)


class AskOverfull(MasterQuestion, kw_only=True):
    """Whom does a legion of more than seven lose: `{overfull: bk01}`."""

    verb: ClassVar[str] = "overfull"
    overfull: Annotated[LegionWord, piece("any")]

    def answer(self, work: MasterWork) -> Answer:
        from .overfull import kept, surplus

        legion = self.legion(work, self.overfull)
        if legion.contents is None:
            return _refused({"removed": None, "left": None}, [_unknown(work, legion)])
        lost, left = surplus(work.rules, legion.contents), kept(work.rules, legion.contents)
        return Answer({"removed": lost, "left": left}, list(work.rules.cite("overfull")), [])

    def say(self, work: MasterWork, answer: Answer) -> list[Objection]:
        return sayings.overfull(work, work.legions[self.overfull], answer)


class AskAcquire(MasterQuestion, kw_only=True):
    """What may a legion add for points just won, its owner's score before them: `{acquire: bk01, points: 120}`."""

    verb: ClassVar[str] = "acquire"
    acquire: Annotated[LegionWord, piece("any")]
    points: Annotated[int, Meta(ge=0, le=100_000)]

    def answer(self, work: MasterWork) -> Answer:
        from .scoring import choices_at, multiples, row_at

        legion, cite = self.legion(work, self.acquire), work.rules.cite
        before = work.score_of(legion.player)
        found = multiples(work.rules, before, before + self.points)
        room = max(work.rules.combat.legion_most - legion.height, 0)
        answer = {
            "score": before + self.points,
            "multiples": {str(m): choices_at(work, m) for m in found},
            "room": room,
        }
        cites = [*cite("acquired"), *cite("acquired_room"), *(cite("several_acquired") if len(found) > 1 else ())]
        cites += cite("archangels") if any(len(row_at(work.rules, m).takes) > 1 for m in found) else ()
        out = Answer(answer, cites, [])
        if any(len(choices_at(work, m, "free")) > 1 for m in found):
            out.turned["angel_for_archangel"] = work.rules.options["angel_for_archangel"]
        return out

    def say(self, work: MasterWork, answer: Answer) -> list[Objection]:
        return sayings.acquire(work, work.legions[self.acquire], answer)


class AskStanding(MasterQuestion, kw_only=True):
    """Who leads if play stops now: score and the value of all legions, player by player: `{standing: now}`."""

    verb: ClassVar[str] = "standing"
    standing: str

    def answer(self, work: MasterWork) -> Answer:
        from .victory import leaders, total_of

        for legion in work.legions.values():
            learn(work, legion)
        hidden = [legion for legion in work.legions.values() if legion.contents is None]
        unknown = {legion.player for legion in hidden}
        ledgers = {player: total_of(work, player) for player in work.living if player not in unknown}
        totals = {player: ledger.total for player, ledger in ledgers.items()}
        cites, reasons = list(work.rules.cite("stopped")), [ledger.plain() for ledger in ledgers.values()]
        if not hidden:
            return Answer({"totals": totals, "leaders": leaders(totals)}, cites, reasons)
        answer: dict[str, Any] = {"totals": {player: totals.get(player) for player in work.living}, "leaders": None}
        answer["because"] = [_unknown(work, legion).plain() for legion in hidden]
        return Answer(answer, cites, reasons)

    def say(self, work: MasterWork, answer: Answer) -> list[Objection]:
        return sayings.standing(work, answer)


def assume(state: State, question: Question, rules: Any) -> tuple[State, dict[str, Any]]:
    """Fill in what a situation leaves out, and tell what was assumed."""
    board = state.masterboard
    assert board is not None
    assumed: dict[str, Any] = {}
    if isinstance(question, AskTravel | AskMuster) and board.mover is None:
        asked = question.travel if isinstance(question, AskTravel) else question.muster
        mover = next((legion.player for legion in board.legions if legion.id == asked), None)
        if mover is not None:
            assumed["mover"] = mover
            state = msgspec.structs.replace(state, masterboard=msgspec.structs.replace(board, mover=mover))
    if _hangs_on_score(board, question, rules):
        assumed["score"] = "whose score is not given has 0 points"
    return state, assumed


def _hangs_on_score(board: MasterboardState, question: Question, rules: Any) -> bool:
    """Return whether an answer hangs on a score that a situation leaves out."""
    if isinstance(question, AskStanding):
        return any(legion.player not in board.score for legion in board.legions)
    ident = getattr(question, question.verb) if isinstance(question, AskTravel | AskValue | AskAcquire) else None
    asked = next((legion for legion in board.legions if legion.id == ident), None)
    if asked is None or asked.player in board.score:
        return False
    if isinstance(question, AskTravel):
        numbers = rules.masterplay.teleports.titan
        seeks = any("teleports_to_enemies" in rules.profile(name).traits for name in asked.contents or ())
        return seeks and numbers.roll == (board.roll if question.roll is None else question.roll)
    if isinstance(question, AskValue):
        return any(rules.characters[name].grows for name in asked.contents or ())
    return True
