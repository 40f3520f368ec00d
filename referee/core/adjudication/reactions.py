"""What the orders of a player react to: their own view of a position, the offers in it, and their standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..documents import Problem
from ..game.forecast import Unknown
from ..game.game import Game
from ..game.orders import Order
from ..game.position import Position, SimultaneousPosition
from ..game.reading import mapping_of, read_order
from ..game.submissions import Guard, Standing, Submission, SubmittedOrder
from ..notation.field_specs import field_specs
from ..rules.compiled import CompiledRules

if TYPE_CHECKING:
    from ..game.facts import Facts, Finding
    from ..game.policies import Policy

# few documents have orders that react, so what these need is imported when they do


class Outlook:
    """A position as the conditions of orders see it; while looking ahead, with what is `unknown` about it."""

    def __init__(self, game: Game, rules: CompiledRules, position: Position, unknown: Unknown | None = None) -> None:
        self.game = game
        self.rules = rules
        self.position = position
        self.unknown = unknown

    def facts(self, player: str) -> Facts:
        """Return what a player knows, from their own view and nothing else."""
        from ..game.facts import Facts

        if self.game.facts is None:
            return Facts()
        seen = self.game.view(self.position.state(), player)
        phase = self.position.phase()
        asked = [said for one in self.position.awaiting() if one.player == player for said in one.must]
        found = self.game.facts(self.game.open(seen, self.rules), player)
        return replace(found, phase=phase.name if phase is not None else "", asked=tuple(asked))

    def decide(self, submission: Submission, guard: Guard) -> Finding:
        """Return whether the condition of a guard holds for the player of a document."""
        from ..game.facts import finding

        return finding(guard.condition, self.facts(submission.player), self.unknown)

    def completed(self, submission: Submission, given: SubmittedOrder) -> SubmittedOrder:
        """Return an order that takes an offer with the terms of that offer, any other as it is."""
        if given.offer is None:
            return given
        from ..game.facts import offer_of

        offer = offer_of(given.offer, self.facts(submission.player))
        if offer is None or given.verb not in offer.takes:
            return given
        taken = read_order(self.game, submission.document, dict(offer.takes), given.path, given.number)
        taken.guards, taken.says = given.guards, given.says
        return taken

    def stand(self, submission: Submission) -> SubmittedOrder | None:
        """Return the next order by the first standing order of a document that has one now, None if none has.

        While looking ahead, none has one once dice may decide what it is; then the phase that follows is unknown.
        """
        from ..game.policies import chosen_by
        from .legal import legal

        policies = self._policies(submission)
        if policies and self.unknown is not None and (self.unknown.beyond or self.unknown.uncertain):
            self.unknown.beyond = True
            return None
        rows = legal(self.game, self.position, submission.player) if policies else []
        for standing, policy, words in policies:
            order = chosen_by(policy, words, rows, self.position, submission.player)
            if order is not None:
                return self._chosen(submission, standing, order)
        return None

    def stand_together(self, submission: Submission, given: list[SubmittedOrder]) -> list[SubmittedOrder]:
        """Return what standing orders add to a player's orders in a phase in which all order at the same time."""
        from ..game.policies import allowed_by
        from .legal import legal

        policies = self._policies(submission)
        out: list[SubmittedOrder] = []
        if not policies or not isinstance(self.position, SimultaneousPosition):
            return out
        rows = legal(self.game, self.position, submission.player)
        for standing, policy, _ in policies:
            for verb in policy.orders:
                for order in allowed_by(policy, verb, rows, self.position, submission.player):
                    added = self._chosen(submission, standing, order)
                    whole = Submission(submission.document, submission.header, [*given, *out, added])
                    if not any(one is added for one, _ in self.position.conflicts([whole])):
                        out.append(added)
        return out

    def _policies(self, submission: Submission) -> list[tuple[Standing, Policy, Sequence[str]]]:
        """Return the standing orders of a document that are for the present phase, with their policies."""
        from ..game.policies import policy_in

        phase = self.position.phase()
        if phase is None or submission.player not in phase.players or not submission.standing:
            return []
        found = [(standing, *policy_in(self.rules, standing.words)) for standing in submission.standing]
        return [(one, policy, words) for one, policy, words in found if policy and phase.name in policy.phases]

    def _chosen(self, submission: Submission, standing: Standing, order: Order) -> SubmittedOrder:
        given = read_order(self.game, submission.document, mapping_of(order), standing.path, standing.number)
        given.says, given.by_policy = standing.says, True
        return given

    def for_another_phase(self, submission: Submission, given: SubmittedOrder) -> bool:
        """Return whether nothing like an order is legal now: none of its kind, or none with its choice, as `end`."""
        from .legal import legal

        for one in given.alternatives or (given,):
            said = mapping_of(one.order)[one.verb]
            fixed = bool(field_specs(type(one.order))[one.verb].choices)
            for row in legal(self.game, self.position, submission.player):
                if row.order.verb == one.verb and (not fixed or mapping_of(row.order)[one.verb] == said):
                    return False
        return True


def unfit(game: Game, rules: CompiledRules, position: Position, submission: Submission) -> list[Problem]:
    """Return the problems of conditions and standing orders that mean nothing in this game, each with its place."""
    from ..game.facts import lacking

    out = []
    conditions = {guard.block: (given.path, guard.condition) for given in submission.orders for guard in given.guards}
    if conditions:
        facts = Outlook(game, rules, position).facts(submission.player)
        for path, condition in conditions.values():
            if wrong := lacking(condition, facts):
                out.append(submission.document.problem(path, wrong))
    for standing in submission.standing:
        if wrong := _unknown_policy(rules, standing):
            out.append(submission.document.problem(standing.path, wrong))
    return out


def _unknown_policy(rules: CompiledRules, standing: Standing) -> str:
    from ..documents.problems import nearest
    from ..game.policies import names_in, policy_in

    policy, words = policy_in(rules, standing.words)
    said = " ".join(standing.words)
    known = names_in(rules)
    if policy is None:
        near = nearest(said, known) or (f"; known are {', '.join(known)}" if known else "; this game has none")
        return f"'{said}' is no standing order here{near}"
    if words and policy.field is None:
        return f"'{words[0]}' means nothing after '{' '.join(standing.words[: -len(words)])}'"
    if not words and policy.field is not None:
        return f"'{said}' needs one value or several of '{policy.field}' after it, in order"
    return ""
