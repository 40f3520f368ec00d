"""What questions about the Masterboard share: their legion, what they suppose, and what is assumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Question, Unanswerable
from referee.core.notation.field_specs import Name
from referee.core.notation.supposed_facts import SupposedFacts

from ..rules import TitanRules
from ..state import State
from ..words import land_name
from .graph import graph_of
from .legion import Legion
from .position import MasterboardPosition
from .seen import known_of
from .state import LegionState, MasterboardState, MasterPhase

# the legion of a question that names none, and its player
LEGION = "legion"


def of_creatures(rules: TitanRules, words: str | Sequence[str], field: str) -> list[str]:
    """Return the characters that words name, `2 ogres` among them; raises Unanswerable for unknown ones."""
    found = rules.characters_called([words] if isinstance(words, str) else list(words))
    for name in found:
        if name not in rules.characters:
            from referee.core.documents import nearest

            message = f"'{name}' is no character{nearest(name, rules.characters)}"
            legion = ", and there is no Masterboard with a legion of that name" if isinstance(words, str) else ""
            raise Unanswerable(f"{message}{legion}", ("ask", field))
    if len(found) > rules.combat.legion_most:
        raise Unanswerable(f"a legion holds {rules.combat.legion_most} at most, not {len(found)}", ("ask", field))
    titan = rules.having("keeps_player_alive")
    if sum(rules.profile(name).vital for name in found) > 1:
        raise Unanswerable(f"a player has one {titan}", ("ask", field))
    return found


def land_of(rules: TitanRules, terrain: str | None, field: str = "in") -> str:
    """Return a Land of a terrain, or the Land with that name; the first of all without one; raises Unanswerable."""
    graph = graph_of(rules)
    if terrain is None:
        return next(iter(graph.lands))
    if terrain in graph.lands:
        return terrain
    called = graph.called(terrain)
    found = called or next((name for name, land in graph.lands.items() if land.terrain == terrain.lower()), None)
    if found is None:
        from referee.core.documents import nearest

        terrains = list(dict.fromkeys(land.terrain for land in graph.lands.values()))
        near = nearest(terrain, terrains)
        raise Unanswerable(f"'{terrain}' is no terrain and no Land{near}", ("ask", field))
    return found


def alone(
    rules: TitanRules,
    contents: list[str] | None,
    land: str,
    height: int | None = None,
    player: str = LEGION,
    among: MasterboardState | None = None,
) -> MasterboardState:
    """Return a Masterboard with one legion on it, in the Game-Turn of another if there is one."""
    legion = LegionState(id=LEGION, player=player, land=land_name(land), contents=contents, height=height)
    return MasterboardState(legions=[legion], turn=among.turn if among is not None else None)


def elsewhere(board: MasterboardState | None, ident: object, land: str) -> MasterboardState | None:
    """Return a Masterboard on which a legion has moved to a Land, as `LEGION`; None where it has no such legion.

    Raises Unanswerable where nobody knows what the legion holds.
    """
    legion = next((one for one in board.legions if one.id == ident), None) if board is not None else None
    if board is None or legion is None:
        return None
    if legion.contents is None:
        raise Unanswerable(f"what {legion.id} holds is not known here", ("ask", "muster"))
    others = [one for one in board.legions if one is not legion and str(one.land) != land]
    moved = LegionState(
        id=LEGION,
        player=legion.player,
        land=land_name(land),
        contents=legion.contents,
        height=legion.height,
        moved=True,
        magi=legion.magi,
    )
    return replace(board, legions=[moved, *others], mover=legion.player, phase="enlistment", engagement=None)


def unknown(position: MasterboardPosition, legion: Legion) -> Objection:
    """Return the reason for no answer: the situation or the view does not give what the legion holds."""
    whom = "here" if position.viewer is None else f"to {position.viewer}"
    return Objection(f"what {position.named(legion)} holds is not known {whom}")


def refused(answer: dict[str, Any], objections: list[Objection]) -> Answer:
    """Return an answer with the reasons why it says no."""
    cites = dict.fromkeys(cite for o in objections for cite in o.cite)
    return Answer({**answer, "because": [o.plain() for o in objections]}, list(cites), [])


class MasterFacts(SupposedFacts):
    """The phase, and the Mover."""

    phase: MasterPhase | None = None
    mover: Name | None = None


class TravelFacts(MasterFacts):
    """The phase, the Mover, whether the legion has moved, and whether the teleport is used."""

    moved: bool | None = None
    teleport_used: bool | None = None


class MusterFacts(MasterFacts):
    """The phase, the Mover, and whether the legion has moved and mustered in this Game-Turn."""

    moved: bool | None = None
    mustered: bool | None = None


class FlightFacts(SupposedFacts):
    """Whether the legion is attacked and its owner has the first answer."""

    attacked: bool | None = None


class MasterQuestion(Question[MasterboardPosition]):
    """A question about the Masterboard, or about one legion on it."""

    about: ClassVar[str] = "masterboard"
    # the phase of the order that the question is about, if it is about one
    phase: ClassVar[MasterPhase | None] = None
    # the field that names its legion, where that is not the verb
    subject_field: ClassVar[str] = ""

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return the state with the facts that the question itself gives, and what was assumed of them."""
        return state, {}

    def phase_under(self, rules: TitanRules) -> MasterPhase | None:
        """Return the phase of the order that the question is about, None if it is about none."""
        return self.phase

    def subject(self) -> str | None:
        """Return the marker of the legion that the question is about, None if it is about none."""
        ident: str = getattr(self, self.subject_field or self.verb)
        return ident

    def asked(self, board: MasterboardState, rules: TitanRules) -> LegionState | None:
        """Return the legion that the question is about on a board, None if it is about none."""
        return next((legion for legion in board.legions if legion.id == self.subject()), None)

    def mover_under(self, board: MasterboardState, asked: LegionState, rules: TitanRules) -> str:
        """Return the Mover whom the question assumes where the board names none."""
        return asked.player

    def needs_move(self, rules: TitanRules) -> bool:
        """Return whether the question is about what only a legion does that has moved."""
        return self.phase == "enlistment"

    def rolled(self) -> int | None:
        """Return the Movement Roll that the question gives."""
        return None

    def legion(self, position: MasterboardPosition) -> Legion:
        """Return the legion of the question, with what its viewer has seen of it; raises Unanswerable."""
        ident = self.subject() or ""
        found = position.legions.get(ident)
        if found is None:
            raise Unanswerable(position.nobody_called(ident), ("ask", self.subject_field or self.verb))
        learn(position, found)
        return found

    def supposing_in(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return the state with what the question supposes put in, and a remark on what is set aside for it."""
        board, facts = state.masterboard, self.supposed()
        if board is None or facts is None:
            return state, {}
        given = facts.given()
        own = {name: given.pop(name) for name in ("moved", "mustered") if name in given}
        given.pop("attacked", None)
        elsewhen = any(given.get(name, getattr(board, name)) != getattr(board, name) for name in ("phase", "mover"))
        if given.get("mover", board.mover) != board.mover and board.phase is not None:
            # the teleport belongs to the Mover
            given = {"teleport_used": False, **given}
        legions = [replace(x, **own) if x.id == self.subject() else x for x in board.legions]
        aside: dict[str, Any] = {}
        if elsewhen:
            given = {"clock": None, **given}
        if elsewhen and board.engagement is not None:
            what = "Engagement" if state.battle is None else "battle"
            where = graph_of(rules).titled(str(board.engagement.land))
            aside = {"set_aside": f"the {what} in {where} is set aside"}
            # characters slain in it are in no stack
            slain = Counter(board.slain) + Counter(board.engagement.slain)
            given = {"engagement": None, "slain": dict(slain), **given}
            state = replace(state, battle=None)
        return replace(state, masterboard=replace(board, legions=legions, **given)), aside

    def asked_of(self, state: State, rules: TitanRules) -> State:
        """Return the Masterboard alone, with the phase and the Mover of the question where a situation omits them."""
        board = state.masterboard
        if board is None:
            return replace(state, battle=None)
        given = facts.given() if (facts := self.supposed()) is not None else {}
        asked, asked_in = self.asked(board, rules), self.phase_under(rules)
        phase = board.phase or given.get("phase", asked_in)
        assumed = self.mover_under(board, asked, rules) if asked is not None and asked_in is not None else None
        mover = board.mover or given.get("mover", assumed)
        return replace(state, masterboard=replace(board, phase=phase, mover=mover), battle=None)

    def assumed(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Fill in what a situation leaves out; return the state, and what was assumed by name."""
        board = state.masterboard
        if board is None:
            raise Unanswerable("'masterboard' is missing: the question is about one")
        asked = self.asked(board, rules)
        changes: dict[str, Any] = {}
        assumed: dict[str, Any] = {}
        phase = self.phase_under(rules)
        if asked is not None and phase is not None and not board.is_complete:
            assumed = _left_open(board, self, asked, phase, rules)
            changes = {name: assumed[name] for name in ("mover", "phase") if name in assumed}
            if "moved" in assumed:
                changes["legions"] = [replace(x, moved=True) if x is asked else x for x in board.legions]
        roll = self.rolled()
        if roll is not None and roll != board.roll:
            changes["roll"] = roll
            if board.is_complete:
                assumed["roll"] = roll
                if board.phase == "commencement":
                    # the Movement Roll ends it
                    assumed["phase"] = changes["phase"] = "movement"
        if _hangs_on_score(board, self, asked, rules):
            assumed["score"] = "players without a score have 0 points"
        return replace(state, masterboard=replace(board, **changes)), assumed


def learn(position: MasterboardPosition, legion: Legion) -> None:
    """Fill in the contents of a legion if players have seen all of it."""
    if legion.contents is None:
        legion.contents = known_of(position, legion)


def _left_open(
    board: MasterboardState, question: MasterQuestion, asked: LegionState, phase: MasterPhase, rules: TitanRules
) -> dict[str, Any]:
    """Return what the question needs and the situation does not give."""
    out: dict[str, Any] = {}
    if board.mover is None:
        out["mover"] = question.mover_under(board, asked, rules)
    if board.phase is None:
        out["phase"] = phase
    facts = question.supposed()
    said = isinstance(facts, MusterFacts) and facts.moved is not None
    # only a legion that has moved musters
    if question.needs_move(rules) and not asked.moved and not said:
        out["moved"] = True
    return out


# questions whose answers may depend on the score of the owner of the legion
_SCORED = ("travel", "value", "acquire", "flee", "concede")


def _hangs_on_score(
    board: MasterboardState, question: MasterQuestion, asked: LegionState | None, rules: TitanRules
) -> bool:
    """Return whether an answer depends on a score that a situation does not give."""
    if question.verb == "standing":
        return any(legion.player not in board.score for legion in board.legions)
    if asked is None or asked.player in board.score or question.verb not in _SCORED:
        return False
    if question.verb == "travel":
        numbers = rules.masterplay.teleports.titan
        seeks = any("teleports_to_enemies" in rules.profile(name).traits for name in asked.contents or ())
        roll = question.rolled()
        return seeks and numbers.roll == (board.roll if roll is None else roll)
    if question.verb in ("value", "flee", "concede"):
        return any(rules.characters[name].grows for name in asked.contents or ())
    return True
