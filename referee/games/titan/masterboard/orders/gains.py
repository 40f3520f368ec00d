"""What the winner of an Engagement gains: Angels for points, and a summons (LoT 15, 17)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.documents.problems import counted
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import piece

from ...words import CHARACTER, LegionWord
from ..laid import follow_source
from ..legion import Legion
from ..phases import close_if_no_gains
from ..position import MasterboardPosition
from ..rulings.acquiring import assign, barred, choices_at, needed_for, row_at
from ..rulings.engagements import donors, summons
from ..rulings.judge import over_objections, unknown_character
from ..state import Gains
from .base import MasterOrder, find_own


def current_gains(position: MasterboardPosition, player: str, what: str, key: str = "gains") -> Gains | list[Objection]:
    """Return what the player may gain from the Engagement just won, or the objections, which cite `key` too."""
    out = over_objections(position, player)
    if out:
        return out
    now = position.engagement
    if now is None or now.gains is None:
        message = f"{what} comes right after winning an Engagement, and none has just been won"
        if position.shut == player:
            message = "nothing more could be gained from the Engagement, which has closed by itself"
        return [Objection(message, position.rules.cite(key, "gains"))]
    if now.gains.player != player:
        message = f"only the winner, {now.gains.player}, may do so"
        return [Objection(message, position.rules.cite(key, "gains"))]
    if now.gains.gives_back:
        message = f"{now.gains.legion} must first return {counted(now.gains.gives_back, 'character')} above the most"
        return [Objection(message, position.rules.cite("given_back"))]
    return now.gains


def closed_gains(position: MasterboardPosition, player: str) -> Gains | None:
    """Return what could be gained from an Engagement that has closed by itself, which says why nothing can be now."""
    found = position.closed if position.shut == player and position.engagement is None else None
    return found if found is not None and found.legion in position.legions else None


def full(position: MasterboardPosition, legion: Legion, *keys: str, more: int = 1) -> list[Objection]:
    """Return the objection that a legion has no room for `more` characters, which cites the rules `keys` (LoT 4.1)."""
    most = position.rules.combat.legion_most
    if legion.height + more <= most:
        return []
    message = f"{position.named(legion)} holds {legion.height} characters, and {most} is the most"
    return [Objection(message, position.rules.cite(*keys, "full"))]


class Acquire(MasterOrder, kw_only=True):
    """Add characters for the points of a victory: `{acquire: [angel]}` (LoT 17)."""

    verb: ClassVar[str] = "acquire"
    acquire: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        gains = position.gains
        if gains is None:
            return
        legion = position.legions[gains.legion]
        room = position.rules.combat.legion_most - legion.height
        pool = sorted({name for multiple in gains.multiples for name in choices_at(position, legion, multiple)})
        for size in range(1, min(room, len(gains.multiples)) + 1):
            for names in dict.fromkeys(combinations(sorted(pool * size), size)):
                yield Candidate(cls(acquire=list(names)))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        if position.position_unknown:
            return []
        gains = current_gains(position, player, "adding characters for points", "acquired")
        if not isinstance(gains, list):
            return self._barred(position, gains)
        closed = closed_gains(position, player)
        return [*(self._barred(position, closed) if closed is not None else []), *gains]

    def _barred(self, position: MasterboardPosition, gains: Gains) -> list[Objection]:
        """Judge whether the winner may add the characters (LoT 17)."""
        cite = position.rules.cite
        out = [
            unknown_character(position, n, "acquire")
            for n in dict.fromkeys(self.acquire)
            if n not in position.rules.characters
        ]
        if out:
            return out
        legion = position.legions[gains.legion]
        out += full(position, legion, "acquired_room", more=len(self.acquire))
        out += barred(position, legion, self.acquire)
        for name in dict.fromkeys(self.acquire):
            if position.stock(name) < self.acquire.count(name):
                left = position.stock(name)
                held = (
                    f"only {position.rules.counted(name, left)}"
                    if left
                    else f"no {position.rules.characters[name].title}"
                )
                message = f"the caretaker has {held} left"
                out.append(Objection(message, cite("acquired_room"), "acquire"))
        if not out and assign(position, legion, self.acquire, gains.multiples) is None:
            due = "; ".join(
                f"for {m}: {' or '.join(choices_at(position, legion, m)) or 'nobody'}" for m in gains.multiples
            )
            message = f"{position.title(self.acquire)} cannot be added; allowed are: {due or 'none'}"
            several = any(len(row_at(position, legion, m).names) > 1 for m in gains.multiples)
            rule = (*cite("several_acquired"), *(cite("archangels") if several else ()))
            if needs := needed_for(position, legion, self.acquire):
                message += f"; {', '.join(one.message for one in needs)}"
                rule = tuple(dict.fromkeys([*rule, *(one for need in needs for one in need.cite)]))
            out.append(Objection(message, rule, "acquire"))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        now = position.engagement
        if position.position_unknown or now is None or now.gains is None:
            return
        legion = position.legions[now.gains.legion]
        used = assign(position, legion, self.acquire, now.gains.multiples)
        assert used is not None
        now.gains.multiples = [m for m in now.gains.multiples if m not in used]
        for name in self.acquire:
            position.take(name)
            if legion.contents is not None:
                legion.contents.append(name)
            else:
                legion.count += 1
        position.reveal(legion.id, "acquired", list(self.acquire))
        cite = position.rules.cite
        cites = [*cite("acquired"), *cite("acquired_room"), *cite("optional_angel")]
        if len(used) > 1:
            cites += cite("several_acquired")
        if any(len(row_at(position, legion, m).names) > 1 for m in used):
            cites += cite("archangels")
        recorder.write(
            f"{player} adds {position.title(self.acquire)} to {position.named(legion)} for {', '.join(map(str, used))}",
            cites=cites,
            changes=[Change(legion.id, "contents", None, None, f"now {legion.height} high")],
        )
        close_if_no_gains(position, recorder)


class Summon(MasterOrder, kw_only=True, rename={"from_": "from"}):
    """Summon after winning as the attacker: `{summon: angel, from: bk03}`."""

    verb: ClassVar[str] = "summon"
    summon: Annotated[str, CHARACTER]
    from_: Annotated[LegionWord, piece("own")]

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        gains = position.gains
        if gains is not None:
            for (name, donor), bars in summons(position, position.legions[gains.legion]).items():
                if not bars:
                    yield Candidate(cls(summon=name, from_=donor))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        if position.position_unknown:
            return []
        gains = current_gains(position, player, "summoning", "summons_after")
        if not isinstance(gains, list):
            return self._barred(position, player, gains)
        closed = closed_gains(position, player)
        return [*(self._barred(position, player, closed) if closed is not None else []), *gains]

    def _barred(self, position: MasterboardPosition, player: str, gains: Gains) -> list[Objection]:
        """Judge whether the winner may summon the character (LoT 15.2, 15.3)."""
        cite, out = position.rules.cite, list[Objection]()
        if not gains.summon:
            out.append(
                Objection("only an attacker who has won, and not by flight, may summon now", cite("summons_after"))
            )
        if position.summoned:
            out.append(Objection("the one summons of this Engagement Phase is used", cite("summons")))
        legion = position.legions[gains.legion]
        out += full(position, legion, "summons")
        donor = find_own(position, player, self.from_, "from")
        if isinstance(donor, list):
            return [*out, *donor]
        if donor is legion:
            out.append(Objection(f"{donor.id} is the legion that won", cite("summons"), "from"))
        elif donor not in donors(position, legion):
            out.append(Objection(f"{position.named(donor)} stands in an Engagement", cite("summons"), "from"))
        else:
            message = f"nobody called '{self.summon}' can be summoned from {donor.id}"
            nobody = [Objection(message, cite("summons"), "summon")]
            out += summons(position, legion).get((self.summon, donor.id), nobody)
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        now = position.engagement
        if position.position_unknown or now is None or now.gains is None:
            return
        legion, donor = position.legions[now.gains.legion], position.legions[self.from_]
        assert donor.contents is not None
        donor.contents.remove(self.summon)
        if legion.contents is not None:
            legion.contents.append(self.summon)
        position.summoned = True
        # only the legions of a fallen player leave one beside them free to be left
        alone = all(other.player == player for other in position.at(donor.land))
        beside = () if alone else position.rules.cite("summons_beside_fallen")
        position.reveal(donor.id, "summoned", [self.summon], of=legion.id)
        follow_source(position, donor, legion)
        recorder.write(
            f"{player} summons {position.title([self.summon])} from {position.named(donor)} "
            f"to {position.named(legion)}",
            cites=[*position.rules.cite("summons_after"), *position.rules.cite("summons"), *beside],
            changes=[
                Change(donor.id, "contents", None, None, f"now {donor.height} high"),
                Change(legion.id, "contents", None, None, f"now {legion.height} high"),
            ],
        )
        close_if_no_gains(position, recorder)
