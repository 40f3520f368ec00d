"""Legions in a text, and the strict lines of questions about them."""

from __future__ import annotations

from typing import Any

import msgspec

from .account import Account
from .again import forget_its_own, forget_mover
from .arts import drawn, used
from .items import Group
from .names import vocabulary

_COLOURS = ("black", "red", "blue", "green", "brown", "gold")
_ASKING = ("recruit", "get", "taken", "enough", "acquire", "score")
_WISHING = ("cantake", "taken", "person", "me", "enough", "get", "recruit", "topic")
_WISHES = ("for", "want", "wants", "would like", "like", "wish", "wishes", "need")
_HOLDING = ("with", "by", "from", "legion", "show", "at", "mine")


class Legion(msgspec.Struct):
    """A legion in a text: whose it is, its Land, the terrain where only that is said, and what it holds."""

    player: str | None = None
    land: str | None = None
    terrain: str | None = None
    contents: list[str] = []


class Board:
    """The legions of a text, for one question about them."""

    def __init__(self, account: Account, verb: str) -> None:
        self.account, self.verb = account, verb
        self.items, self.graph = account.items, account.graph
        self.faults = account.faults
        self.to: str | None = None
        # what is asked for, and who holds nothing
        self.colours = list(dict.fromkeys(str(t.value) for t in account.terms.all if t.kind == "colour"))
        self._verbs_used()
        for group in account.groups:
            group.asked = self._asked(group)
        for place in self.items.places("or"):
            following = self.items.group_at(self.items.after(place, "only"))
            named = self.items.kind(self.items.after(place)) == "colour" and verb == "standing"
            if named or (following is not None and following.asked):
                account.terms.use(place)
        for place in self.items.places("another"):
            following = self.items.group_at(place + 1)
            if following is not None and following.asked:
                account.terms.use(place)
        self.several = verb in ("standing", "teleport")
        self.scores: dict[str, int] = {}
        self.legions = self._legions()

    def _verbs_used(self) -> None:
        used = {
            "muster": ("recruit", "taken", "enough", "move", "only", "or", "cantake"),
            "value": ("worth", "points", "score", "kill", "victory", "lost"),
            "acquire": (
                "acquire",
                "score",
                "had",
                "having",
                "points",
                "kill",
                "enough",
                "or",
                "only",
                "taken",
                "worth",
                "victory",
            ),
            "travel": ("move", "threw", "dice", "hexes", "enter", "locked"),
            "teleport": ("teleport", "move", "threw", "had", "score", "points", "onto", "having"),
            "standing": ("ahead", "had", "having", "score", "points", "or", "against", "from"),
            "overfull": ("overfull", "lost"),
            "draw": ("draw", "spell", "score", "points", "kill", "victory", "move", "had", "taken", "cantake"),
            "invoke": ("invoke", "spell", "move", "onto", "strike", "shoot"),
        }[self.verb]
        self.account.take(*(kind for kind in used if kind != "or"), "colour")
        for place in self.items.places("theirs"):
            self.account.terms.use(place)

    # who is asked for

    def _asked(self, group: Group) -> bool:
        """Return whether a list says what may come, and not what the legion holds."""
        if self.verb not in ("muster", "acquire"):
            return False
        if self.verb == "acquire" and not all(self._acquired(name) for name in group.names):
            return False
        others = [one for one in self.account.groups if one is not group and not one.asked]
        if not others and self.verb == "muster":
            return False
        if len(set(group.names)) > 1 and self.verb == "muster":
            return False
        lead = self.items.before(group.first, "or", "only", "person", "me", "another", "more", "to")
        if self.items.kind(lead) == "clause" and self.items.kind(self.items.before(group.first)) == "or":
            lead = self.items.before(lead)
        kind = self.items.kind(lead)
        if kind in _ASKING and not (kind == "score" and self.verb == "muster") and self._active(lead):
            return True
        if self.verb == "acquire" and kind not in _HOLDING:
            return True
        previous = self.items.group_at(lead)
        if previous is not None and previous.asked:
            return True
        if self._passive(group) or self._wished(group) or self._identified(group):
            return True
        return self._alone(group)

    def _acquired(self, name: str) -> bool:
        return "acquired" in self.account.rules.characters[name].traits

    def _active(self, verb: int) -> bool:
        """Return whether a verb is active: the one named after it is what comes."""
        text = self.items.text(verb)
        by = self.items.text(verb - 1) in ("be", "been", "is", "are", "was", "were", "being")
        return not (by and text.endswith("ed"))

    def _passive(self, group: Group) -> bool:
        """Return whether a list comes before a passive verb: may a troll be mustered by two ogres."""
        after = self.items.after(group.last)
        return self.items.kind(after) in ("recruit", "get") and self.items.text(after).endswith(("ed", "available"))

    def _wished(self, group: Group) -> bool:
        """Return whether one character is what somebody would take: may I take a griffon, will two do for a dragon."""
        if not group.lone or self.items.text(group.first - 1) not in ("a", "an", "another"):
            return False
        lead = self.items.kind(self.items.before(group.first, "another"))
        return lead in _WISHING or self.items.text(group.first - 2) in _WISHES

    def _identified(self, group: Group) -> bool:
        """Return whether it is asked if one character is what comes: is a troll what two ogres muster?"""
        after = self.items.after(group.last)
        verb = self.items.places("recruit")
        return group.lone and self.items.kind(after) == "topic" and bool(verb) and after < verb[0]

    def _alone(self, group: Group) -> bool:
        """Return whether one character stands alone at the end of a text, between marks."""
        before = self.items.text(group.first - 1)
        if self.items.kind(group.first - 1) == "noise":
            before = self.items.text(group.first - 2)
        marked = before in (":", ".", ";", "?", "-", "–", "—", ",", "!")
        rest = [self.items.kind(place) for place in range(group.last + 1, len(self.account.terms))]
        ends = all(kind in ("stop", "noise", "topic", "clause", "or", "group") for kind in rest)
        return marked and ends and (group.lone or len(group.names) == 1)

    # whose, where and what

    def _legions(self) -> list[Legion]:
        """Return the legions with their players and Lands."""
        rows: list[tuple[int, str, Any]] = [(one.first, "group", one) for one in self.account.groups if not one.asked]
        rows += [(place, "colour", str(self.items.value(place))) for place in self.items.places("colour")]
        rows += [(one.place, "land", one) for one in self.account.where]
        rows += [(number.place, "points", number) for number in self.account.points]
        if self.several and not self.colours:
            rows += [(place, "colour", self._party(place)) for place in self.items.places("mine", "me", "theirs")]
        owner: str | None = None
        by_owner: dict[str | None, list[tuple[str, Any]]] = {}
        for place, kind, what in sorted(rows, key=lambda row: row[0]):
            if kind == "colour":
                owner = what if not self._target_of(place, what) else owner
            elif kind == "points":
                self._scored(owner, what)
            elif kind == "land" and self._is_target(what):
                self.to = what.land
            else:
                by_owner.setdefault(owner if self.several else None, []).append((kind, what))
        if self.verb in ("teleport", "travel"):
            forget_mover(self.items, by_owner)
        forget_its_own(self.items, by_owner)
        out: list[Legion] = []
        for player, told in by_owner.items():
            found = self._of_player(told)
            for legion in found:
                legion.player = player
            out += found
        if not self.several and out and len(self.colours) == 1:
            for legion in out:
                legion.player = self.colours[0]
        return out

    def _party(self, place: int) -> str:
        return _COLOURS[0] if self.items.kind(place) in ("mine", "me") else _COLOURS[1]

    def _target_of(self, place: int, player: str) -> bool:
        """Return whether a player is only named as where somebody goes: onto black."""
        if player not in self.colours or self.items.kind(self.items.after(place)) == "group":
            return False
        return self.items.kind(self.items.before(place)) in ("to", "into", "onto", "on", "against")

    def _is_target(self, where: Any) -> bool:
        if where.land is None:
            return False
        if self.verb == "invoke":
            # a Land after the ability is where it is used
            named = self.items.places("ability")[0] < where.place
            return named and any(one is not where for one in self.account.where)
        reached = where.to or (where.led != "from" and self.items.kind(self.items.after(where.place)) == "where")
        if self.verb == "travel" and reached and any(one.led == "from" for one in self.account.where):
            return True
        if not where.to:
            return False
        known = [one for one in self.account.where if not one.to or one.place < where.place]
        if self.verb == "teleport":
            return bool([one for one in known if one is not where])
        # a legion that has moved into a Land stands there; the answer to a move lists every Land
        return self.verb == "travel" and bool([one for one in known if one is not where])

    def _scored(self, owner: str | None, number: Any) -> None:
        if not self.several:
            return
        player = owner or (self.colours[0] if self.colours else _COLOURS[0])
        if self.scores.setdefault(player, number.value) != number.value:
            self.faults.append(f"{self.scores[player]} and {number.value} points: which are those of {player}?")

    def _of_player(self, told: list[tuple[str, Any]]) -> list[Legion]:
        """Return the legions of one player: several only where several Lands are named."""
        lands = [what for kind, what in told if kind == "land"]
        named = {one.land for one in lands if one.land is not None}
        parts: list[list[tuple[str, Any]]] = [[]]
        for kind, what in told:
            first = told[0][0] == "land"
            if self.several and len(named) > 1 and kind == "land" and first and parts[-1]:
                parts.append([])
            parts[-1].append((kind, what))
            if self.several and len(named) > 1 and kind == "land" and not first:
                parts.append([])
        return [self._legion(part) for part in parts if part]

    def _legion(self, told: list[tuple[str, Any]]) -> Legion:
        out = Legion(contents=[])
        for kind, what in told:
            if kind == "group":
                out.contents += what.names
                # where a roll leads hangs on no number
                self.faults += [f"how many {text} is not said" for text in what.vague if self.verb != "travel"]
                continue
            terrain = what.terrain if what.land is None else self.graph.lands[what.land].terrain
            if what.land is not None and out.land not in (None, what.land):
                self.faults.append(f"Land {out.land} and Land {what.land}: a legion stands in one Land")
            if out.terrain not in (None, terrain):
                self.faults.append(f"{out.terrain} and {terrain}: a legion stands in one Land")
            out.land, out.terrain = what.land or out.land, terrain
        return out

    # the line

    def line(self, assumed: dict[str, Any]) -> str | None:
        """Return the strict line of the question; what is wanting is added to the faults."""
        account, verb = self.account, self.verb
        legions = self.legions
        if verb == "acquire":
            self._thresholds()
        if verb == "acquire" and not any(one.contents for one in legions) and account.won is not None:
            if account.had is None:
                self.faults.append("how many points there were before is not said")
            holds = f" holds {account.size}" if account.size is not None else ""
            account.size = None
            return f"acquire angels points {account.won} had {account.had or 0}{holds}"
        self._wanting()
        if not legions:
            legions = [Legion(contents=[])]
        for one in legions:
            self._fill(one, assumed)
        return self._text()

    def _thresholds(self) -> None:
        """Pass over numbers that only say what is reached: is exactly 100 enough?"""
        account = self.account
        for number in self.items.numbers:
            reached = number.value == (account.had or 0) + (account.won or 0)
            if number.role is None and (
                reached or any(number.value % row.every == 0 for row in account.rules.acquired)
            ):
                number.role = "reached"
                account.terms.use(number.place)

    def _several_named(self) -> bool:
        """Return whether characters of several players are named, or those who kill beside the slain."""
        items = self.items
        told = [one for one in self.account.groups if not one.asked]
        parties = {self._whose(one.first) for one in told} - {None}
        killers = [one for one in told if items.kind(items.before(one.first, "mine", "theirs")) == "with"]
        return len(parties) > 1 or (items.has("kill") and bool(killers) and len(told) > 1)

    def _whose(self, place: int) -> str | None:
        """Return the party that is named last before a place of the same sentence."""
        for step in range(place - 1, self.items.clause(place).start - 1, -1):
            if self.items.kind(step) in ("mine", "me"):
                return "mine"
            if self.items.kind(step) in ("theirs", "person"):
                return "theirs"
        return None

    def _wanting(self) -> None:
        account, verb, legions = self.account, self.verb, self.legions
        if verb in ("value", "muster") and self._several_named():
            self.faults.append("characters of several players: ask of one legion at a time")
        contents = [name for one in legions for name in one.contents]
        unknown = verb == "travel" and account.roll not in (None, account.rules.masterplay.teleports.tower.roll)
        if any(not one.contents for one in legions or [Legion()]) and not (unknown and legions):
            self.faults.append("what the legion holds is not said")
        if verb == "travel" and account.roll is None:
            self.faults.append("the Movement Roll is not said")
        if verb == "acquire" and account.won is None:
            self.faults.append("how many points are won is not said")
        if verb == "acquire" and account.had is None:
            self.faults.append("how many points there were before is not said")
        if verb == "standing" and len({one.player for one in legions}) < 2:
            self.faults.append("who the other players are is not said")
        if verb == "teleport" and account.won is not None:
            self.faults.append(f"{account.won} points: are they won already?")
        grown = any(account.rules.characters[name].grows is not None for name in contents)
        needless = verb in ("muster", "overfull") or (verb in ("value", "travel") and not grown)
        if account.had is not None and needless and not self.several:
            self.faults.append(f"{account.had} points: they make no difference here")
        if verb in ("muster", "value", "acquire") and len(self.colours) > 1:
            self.faults.append("several legions: ask of one at a time")
        if account.size is not None and account.size != len(contents):
            self.faults.append(f"{account.size} characters, and {len(contents)} are named")
        if account.round is not None:
            self.faults.append(f"round {account.round}: it makes no difference here")
        if account.roll is not None and verb not in ("travel", "teleport"):
            self.faults.append(f"a roll of {account.roll}: it makes no difference here")

    def _fill(self, one: Legion, assumed: dict[str, Any]) -> None:
        """Fill in what a question leaves open and does not hang on."""
        if one.player is None:
            one.player = next(p for p in _COLOURS if all(p != other.player for other in self.legions))
        if one.land is not None:
            return
        same = [name for name, land in self.graph.lands.items() if land.terrain == one.terrain]
        if self.verb in ("travel", "teleport") or (self.verb == "muster" and not same):
            self.faults.append("the number of the Land is not said" if same else "the Land is not said")
        taken = {other.land for other in self.legions}
        one.land = next(name for name in same or self.graph.lands if name not in taken)
        assumed["land"] = f"Land {one.land} stands for any {one.terrain or 'Land'}"

    def _text(self) -> str:
        account = self.account
        any_of = vocabulary(account.rules).stand_ins["character"]
        legions = self.legions or [Legion(player=_COLOURS[0], land=next(iter(self.graph.lands)), contents=any_of)]
        clauses = []
        scores = dict(self.scores)
        if account.had is not None and not self.several:
            scores[legions[0].player or ""] = account.had
        if scores:
            clauses.append("score " + " ".join(f"{player} {number}" for player, number in scores.items()))
        clauses += [" ".join([one.player or "", one.land or "", *one.contents]) for one in legions]
        legion = self._subject()
        if self.verb in ("draw", "invoke"):
            name = legion.player or ""
            asked = drawn(account, name) if self.verb == "draw" else used(account, name, self.to)
            if asked.endswith("for terrain"):
                clauses[-1] += " moved"
            return "; ".join([*clauses, asked])
        land, roll = legion.land, f" roll {account.roll}" if account.roll is not None else ""
        to = f" to {self.to}" if self.to is not None else ""
        question = {
            "standing": "standing now",
            "travel": f"travel {land}{roll or ' roll 4'}",
            "teleport": f"teleport {land}{to}{roll}",
            "acquire": f"acquire {land} points {account.won or 0}",
        }.get(self.verb, f"{self.verb} {land}")
        return "; ".join([*clauses, question])

    def _subject(self) -> Legion:
        """Return the legion that the question is about: that of the player named with the verb, or the first."""
        if self.verb == "teleport" and len(self.legions) > 1:
            verb = self.items.places("teleport")[0]
            named = [place for place in self.items.places("colour") if place in self.items.clause(verb)]
            before = [place for place in named if place < verb]
            if before and not self.items.groups_between(before[-1], verb):
                player = str(self.items.value(before[-1]))
                return next((one for one in self.legions if one.player == player), self.legions[0])
            lead = self.items.before(verb)
            if not self.colours and self.items.kind(lead) == "group":
                lead = self.items.before(lead)
            if not self.colours and self.items.kind(lead) in ("mine", "theirs", "me"):
                player = self._party(lead)
                return next((one for one in self.legions if one.player == player), self.legions[0])
            if not self.colours and self.items.kind(self.items.before(verb)) in ("person", "theirs"):
                return next((one for one in self.legions if one.player == _COLOURS[1]), self.legions[0])
        return self.legions[0] if self.legions else Legion(land="1")
