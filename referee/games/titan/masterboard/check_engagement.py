"""Report what of an Engagement the rules make impossible: its terms, and what its winner gains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.core.game.game import Fault

from ..rules import TitanRules
from .state import EngagementState, MasterboardState, type_of


def fault_of(path: tuple[str | int, ...], message: str, rules: TitanRules, key: str, odd: bool = False) -> Fault:
    """Return a fault of the Masterboard, with the rules of a citation."""
    return Fault(("masterboard", *path), rules.citing(message, key), odd)


def impossible_terms(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield terms by which a legion loses whom it does not hold, or one is eliminated that is not engaged (LoT 9.3)."""
    now = board.engagement
    if now is None or now.stage == "gains":
        return
    held = {legion.id: legion.contents for legion in board.legions if legion.id in (now.attacker, now.defender)}
    for number, proposal in enumerate(now.proposals):
        path = ("engagement", "proposals", number)
        for place, name in enumerate(proposal.eliminate):
            if name not in held:
                message = f"{name} is not engaged in {now.land}"
                yield fault_of((*path, "eliminate", place), message, rules, "agreement")
        winners = [name for name in held if name not in proposal.eliminate]
        contents = held[winners[0]] if len(winners) == 1 else None
        if contents is None:
            continue
        left = Counter(contents)
        for place, name in enumerate(proposal.losses):
            kind = name if name in rules.characters else type_of(name)
            left[kind] -= 1
            if left[kind] < 0:
                message = f"{winners[0]} holds {contents.count(kind) or 'no'} {kind}, and loses more by these terms"
                yield fault_of((*path, "losses", place), message, rules, "agreement")


def impossible_gains(board: MasterboardState, rules: TitanRules) -> Iterator[Fault]:
    """Yield a loser who is still in the Land of a decided Engagement, and gains of the other side (LoT 14.0, 15.0)."""
    at = board.engagement
    if at is None or at.gains is None:
        return
    for field in ("fallen", "resigned"):
        named = getattr(at, field)
        if twice := [n for n, player in enumerate(named) if player in named[:n]]:
            message = f"{named[twice[0]]} falls once"
            yield fault_of(("engagement", field, twice[0]), message, rules, "titan_lost")
    yield from _worth(board, at, rules)
    there = [legion.id for legion in board.legions if str(legion.land) == str(at.land)]
    if at.attacker in there and at.defender in there:
        message = f"{at.attacker} and {at.defender} are both in {at.land}, and the Engagement is decided"
        yield fault_of(("engagement", "stage"), message, rules, "engagement")
    if at.gains.summon and at.gains.legion != at.attacker:
        yield fault_of(
            ("engagement", "gains", "summon"), f"only {at.attacker}, the attacker, summons", rules, "summons"
        )
    if at.gains.muster and at.gains.legion != at.defender:
        message = f"only {at.defender}, the defender, takes a reinforcement"
        yield fault_of(("engagement", "gains", "muster"), message, rules, "reinforcement_limit")


def _worth(board: MasterboardState, at: EngagementState, rules: TitanRules) -> Iterator[Fault]:
    """Yield what a decided Engagement cannot have brought with those slain in it (LoT 17.0, 19.3)."""
    slain = [name for name, number in at.slain.items() for _ in range(number) if name in rules.characters]
    titans = sum(rules.profile(name).vital for name in slain)
    if len(at.fallen) != titans and not rules.playing_on:
        message = f"{titans or 'no'} Titan{'' if titans == 1 else 's'} slain in it, and {len(at.fallen)} players fallen"
        yield fault_of(("engagement", "fallen"), message, rules, "titan_lost")
    # a situation need not say who is slain
    if not slain or rules.spells or at.gains is None or not rules.sections["score"].empty:
        return
    most = max(board.score.values(), default=0)
    charts = [rules.characters[name] for name in slain]
    worth = [row.skill * (row.power + (most // row.grows if row.grows is not None else 0)) for row in charts]
    if at.set_aside > sum(worth):
        message = f"{at.set_aside} is more than all who are slain in it are worth, {sum(worth)}"
        yield fault_of(("engagement", "set_aside"), message, rules, "titan_rest")
    score = board.score.get(at.gains.player)
    for number, multiple in enumerate(at.gains.multiples if rules.sections["acquire"].empty else ()):
        if score is not None and multiple <= score - sum(worth):
            message = f"{at.gains.player} cannot have attained {multiple} by it: with {score}, and {sum(worth)} slain"
            yield fault_of(("engagement", "gains", "multiples", number), message, rules, "acquired")
