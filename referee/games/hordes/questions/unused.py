"""What a situation tells and a question does not ask for."""

from __future__ import annotations

from msgspec.structs import fields

from referee.core.game.questions import Answer, Question, Sentence, with_readings

from ..position import HordesPosition
from ..state import ElementState, State
from .supposing import says_all

_MOVES = ("move", "attack", "charge", "group", "break_off")
_FIGHTS = ("combat", "course")
_TABLE = (*_MOVES, "range", *_FIGHTS, "pips", "in_command", "support", "turn_to_face")

# the questions in which each field of a situation counts, and each field of an element
_COUNTS: dict[str, tuple[str, ...]] = {
    "combat": ("result", "odds"),
    "turn": (),
    "active": (*_MOVES, "range", *_FIGHTS),
    "phase": (*_MOVES, "range"),
    "pips": (*_MOVES, "range", "pips"),
    "shooting": ("range",),
    "called": ("range",),
    "board": (*_MOVES, "range", *_FIGHTS, "turn_to_face"),
    "terrain": _TABLE,
    "strongholds": (*_TABLE, "contacts", "victory"),
    "armies": (*_MOVES, *_FIGHTS, "pips", "victory", "in_command", "support"),
    "elements": (*_TABLE, "contacts", "victory"),
    "memory": (*_MOVES, *_FIGHTS, "turn_to_face"),
    "result": (*_MOVES, "range"),
}
_COUNTS_OF_ELEMENTS: dict[str, tuple[str, ...]] = {
    "race": (*_MOVES, "pips", "in_command"),
    "activations": ("pips",),
    "spell_ones": _FIGHTS,
    "moved": (*_MOVES, "range", *_FIGHTS),
    "shot": ("range", *_FIGHTS),
    "shot_at": ("range", *_FIGHTS),
    "bespelled": ("range", *_FIGHTS),
    "fought": _FIGHTS,
}
_DEFAULTS = {field.name: field.default for kind in (State, ElementState) for field in fields(kind)}


class HordesQuestion(Question[HordesPosition], kw_only=True):
    """A question of Hordes; what the situation tells and it does not ask for is noted."""

    def say(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        return with_readings(self._said(position, answer), answer)

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        """Return the answer as sentences, the verdict first."""
        raise NotImplementedError

    def remarks(self, position: HordesPosition, answer: Answer) -> list[str]:
        facts = self.supposed()
        filled = set(answer.assumed) - set(facts.given() if facts is not None else ())
        return unused(position.source, self.verb, filled)


def unused(state: State, verb: str, filled: set[str]) -> list[str]:
    """Return in sentences which fields of a situation have no effect in a question; none of a state in play.

    `filled` are the fields that the situation left out and the referee has filled in.
    """
    in_play = says_all(state) and not filled & {"active", "pips", *(() if verb == "pips" else ("phase",))}
    if in_play:
        return []
    told = [name for name in _COUNTS if name not in filled and _told(state, name)]
    out = [_said(name, _COUNTS[name]) for name in told if verb not in _COUNTS[name]]
    if verb in _COUNTS["elements"]:
        for name, where in _COUNTS_OF_ELEMENTS.items():
            tellers = [e.id for e in state.elements if _told(e, name)]
            if verb not in where and tellers:
                out.append(_said(f"{name} of {', '.join(tellers)}", where))
    return out


def _told(one: State | ElementState, name: str) -> bool:
    value = getattr(one, name)
    return value is not None and value != [] and value != {} and value != _DEFAULTS[name]


def _said(what: str, where: tuple[str, ...]) -> str:
    asked = f"it counts in the question{'s' if len(where) > 1 else ''} {', '.join(where)}"
    return f"{what} has no effect here: {asked if where else 'it counts in no question'}"
