"""What became of characters in a text, whose they are, and who acts: slain, alive, elsewhere, in an Engagement."""

from __future__ import annotations

from .account import Account
from .items import Group

# the kinds of words that say what became of somebody, and the fate that each says
TAGS = {
    "kill": "slain",
    "lost": "slain",
    "alive": "alive",
    "survive": "alive",
    "left": "alive",
    "elsewhere": "others",
    "engaged": "engaged",
}
_OWN = ("mine", "me")
_OTHERS = ("theirs", "person")
_BE = frozenset(("is", "are", "was", "were", "been", "be", "being", "get", "gets", "got"))
_ACTIVE = frozenset(("kill", "kills", "killing", "slay", "slays", "slew", "slaying", "eliminates", "destroys"))
_PARTICIPLES = ("killed", "slain", "eliminated", "destroyed", "wiped")


class Fates:
    """The lists of characters of a text by what became of them."""

    def __init__(self, account: Account) -> None:
        self.account, self.items = account, account.items
        # who has lost somebody: `own`, `others`, or not said
        self.losers: set[str] = set()
        for place in self.items.places(*TAGS):
            self._tag(place)
        slain = any(self.items.text(place).endswith("slain") for place in self.items.places("whoscores"))
        for group in account.groups:
            lead = self.items.before(group.first, "it", "person")
            if group.tag is None and slain and self.items.kind(lead) == "with":
                group.tag = "slain"
            slain = group.tag == "slain"

    def of(self, *tags: str | None) -> list[str]:
        """Return the characters of some fates, in order; None for those of whom nothing is said."""
        return [name for group in self.account.groups if group.tag in tags for name in group.names]

    def _tag(self, place: int) -> None:
        items, kind = self.items, self.items.kind(place)
        if kind == "group":
            return
        tag = TAGS[kind]
        pending = [one for one in self._before(place) if one.tag is None]
        after = self._after(place)
        if tag == "alive" and items.kind(items.before(place)) == "num":
            # so many are alive
            self.account.terms.use(place)
            return
        self.account.terms.use(place)
        if kind == "kill" and after is not None and self._active(place):
            for one in pending:
                one.tag = "slayer"
            after.tag = tag
            self._lost_by(after, self._party_near(after.first))
            return
        if kind == "lost" and after is not None:
            pending = [] if after.tag is None else pending
            after.tag = after.tag or tag
            self._lost_by(after, self._subject(place))
            return
        if tag == "slain" and self.items.kind(self.items.after(place)) == "by" and after is None:
            # slain by my lion
            slayer = self.items.group_at(self.items.after(self.items.after(place), "mine", "theirs"))
            if slayer is not None:
                slayer.tag = "slayer"
        if pending:
            for one in pending:
                one.tag = tag
                if tag == "slain":
                    self._lost_by(one, self._party_near(one.first))
            if after is not None and after.tag is None and items.kind(items.before(after.first)) == "with":
                after.tag = tag
        elif after is not None and after.tag is None:
            after.tag = tag
            if tag == "slain":
                self._lost_by(after, self._party_near(after.first))
        elif tag == "slain":
            party = self._subject(place)
            self.losers |= {party} if party is not None and kind == "lost" else set()

    def _before(self, place: int) -> list[Group]:
        first = self.items.clause(place).start
        last_tag = max((p for p in self.items.places(*TAGS) if p < place), default=-1)
        return [one for one in self.account.groups if max(first, last_tag) <= one.first < place]

    def _after(self, place: int) -> Group | None:
        step = self.items.after(
            place, "theirs", "mine", "with", "clause", "person", "me", "attacker", "defender", "and", "had"
        )
        return self.items.group_at(step) if step in self.items.clause(place) else None

    def _active(self, place: int) -> bool:
        items, text = self.items, self.items.text(place)
        if not text.startswith(_PARTICIPLES):
            return text in _ACTIVE
        lead = items.before(place)
        if items.text(place - 1) in _BE:
            return False
        if items.kind(lead) == "group":
            return not text.startswith("slain") and self._after(place) is not None and items.kind(place + 1) != "and"
        return True

    def _party_near(self, place: int) -> str | None:
        """Return whose the list at a place is, as the words before it say."""
        lead = self.items.kind(self.items.before(place))
        return self._party(lead)

    def _party(self, kind: str) -> str | None:
        own, other = (*_OWN, "attacker"), (*_OTHERS, "defender")
        if speaker(self.account) == "defender":
            own, other = (*_OTHERS, "attacker"), (*_OWN, "defender")
        return "own" if kind in own else "others" if kind in other else None

    def _subject(self, place: int) -> str | None:
        step = place - 1
        while step in self.items.clause(place):
            found = self._party(self.items.kind(step))
            if found is not None:
                return found
            step -= 1
        return None

    def _lost_by(self, group: Group, party: str | None) -> None:
        group.owner = party
        if party is not None:
            self.losers.add(party)


def speaker(account: Account) -> str | None:
    """Return the side that the one who asks is on, where a text says it: I am the defender, I attack."""
    items = account.items
    for place in items.places("attacker", "defender"):
        before, follows = items.kind(items.before(place)), items.kind(place + 1)
        here = items.text(place + 1) in ("here", "now")
        if (before in ("", "stop") or items.text(place - 1) == "as") and (here or follows in ("clause", "stop")):
            account.terms.use(place)
            return items.kind(place)
    for place in items.places("me"):
        after = items.after(place, "by")
        kind = items.kind(after)
        if kind in ("attacker", "defender") and items.kind(after + 1) != "group":
            account.terms.use(after)
            return kind
        if kind == "strike" and items.text(after).startswith("attack") and after == place + 1:
            account.terms.use(after)
            return "attacker"
    return None


def actor(account: Account, verb: int) -> str | None:
    """Return the side that does what a verb says: named before it in its clause, or that of the one who asks."""
    items, step = account.items, verb - 1
    places = items.clause(verb)
    while step in places:
        kind = items.kind(step)
        if kind in ("attacker", "defender"):
            account.terms.use(step)
            return kind
        if kind in _OWN:
            return speaker(account)
        if kind in _OTHERS:
            said = speaker(account)
            return {"attacker": "defender", "defender": "attacker"}.get(said or "")
        step -= 1
    after = items.after(verb)
    if items.kind(after) in ("attacker", "defender"):
        account.terms.use(after)
        return items.kind(after)
    return speaker(account)


_DOING = (
    "group",
    "num",
    "lost",
    "kill",
    "flee",
    "concede",
    "agree",
    "score",
    "get",
    "alive",
    "legion",
    "survive",
    "left",
)
_DONE_TO = ("kill", "by", "for", "against", "to", "lost", "nobody")


def take_sides(account: Account) -> None:
    """Mark words for sides as understood that only say whose somebody is, or who does something."""
    items = account.items
    for place in items.places("attacker", "defender"):
        if items.kind(items.after(place)) in _DOING or items.kind(items.before(place)) in _DONE_TO:
            account.terms.use(place)
