"""The odds that a case expects: of its question, of its orders, or of its battle played out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..asking import opened_for, read_asked
from ..documents import Document, Part, Unreadable
from ..game.game import Game
from ..game.odds import GameOdds, NoOdds, Refused, WrongPolicy
from ..game.position import Position
from ..game.questions import Unanswerable
from ..game.submissions import Submission
from ..rules.rulesets import Ruleset
from .case_format import Case, Play, given_state
from .partial_match import below

Reader = Callable[[Game, Document, Case, Position], Sequence[Submission]]


def odds_differences(game: Game, ruleset: Ruleset, document: Document, case: Case, read: Reader) -> list[str]:
    """Return how the odds of a case differ from those expected; `read` reads its orders. Raises Unreadable."""
    if not case.expect.odds:
        return []
    odds = game.odds()
    try:
        if odds is None:
            raise NoOdds(f"nothing is left to chance in {game.title}, or its odds are not known")
        found = _found(game, odds, ruleset, document, case, read)
    except WrongPolicy as error:
        raise Unreadable([document.problem(("play", "policies"), str(error))]) from None
    except NoOdds as error:
        raise Unreadable([document.problem(("expect", "odds"), str(error))]) from None
    except Refused as error:
        return [f"odds: refused: {objection.with_cites()}" for _, _, objection in error.rows]
    return below(case.expect.odds, with_names(found), "odds")


def with_names(found: dict[str, Any]) -> dict[str, Any]:
    """Return odds of a battle with `win` and `lose`: the chances that its first side and its second side win."""
    sides = list(found.get("policies", ()))
    if len(sides) != 2:
        return found
    return {**found, "win": found[sides[0]]["wins"]["p"], "lose": found[sides[1]]["wins"]["p"]}


def _found(
    game: Game, odds: GameOdds, ruleset: Ruleset, document: Document, case: Case, read: Reader
) -> dict[str, Any]:
    if case.ask is not None:
        part = Part(document, ("given",), {**case.situation, "ask": case.ask})
        state, question = read_asked(game, ruleset, part)
        try:
            position, asked = opened_for(game, game.compile(ruleset, state.options), state, question)
            return odds.asked(position, asked)
        except Unanswerable as error:
            raise Unreadable([part.problem(error.path, error.message)]) from None
    state = given_state(game, ruleset, document, case)
    rules = game.compile(ruleset, state.options)
    position = game.open(state, rules)
    if case.orders is not None:
        return odds.ordered(position, read(game, document, case, position))
    play = case.play or Play()
    playing = odds.playing(state, rules, play.policies, True)
    total = None
    for chunk, start in enumerate(range(0, play.playouts, playing.size)):
        tally = playing.play(play.seed, chunk, min(playing.size, play.playouts - start))
        if total is None:
            total = tally
        else:
            total.add(tally)
    assert total is not None
    return {"policies": playing.policies(), **total.answer()}
