"""Read a question about legions on the Masterboard."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.core.documents.problems import listed
from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..masterboard.graph import graph_of
from ..rules import TitanRules

SKIPPED = (
    "noise",
    "topic",
    "clause",
    "open",
    "close",
    "stop",
    "legion",
    "with",
    "where",
    "more",
    "get",
    "dice",
    "person",
    "me",
)


class Legion(msgspec.Struct):
    """A legion in a text: whose it is, its Land, the terrain where only that is said, and what it holds."""

    player: str | None = None
    land: str | None = None
    terrain: str | None = None
    contents: list[str] = []


class Reader(StepReader):
    """Read the terms of a text about legions; what cannot be used is a fault."""

    skipped = SKIPPED

    def __init__(self, terms: Terms, rules: TitanRules) -> None:
        super().__init__(terms)
        self.rules = rules
        self.graph = graph_of(rules)
        self.legions: list[Legion] = [Legion(contents=[])]
        self.scores: dict[str, int] = {}
        self.before: int | None = None
        self.won: int | None = None
        self.roll: int | None = None
        # the Land to which somebody teleports
        self.to: str | None = None
        self.verbs: list[str] = []
        self.faults: list[str] = []
        self.players = [one for one in terms.all if one.kind == "colour"]

    @property
    def legion(self) -> Legion:
        """The legion that is being said about."""
        return self.legions[-1]

    def _verb(self, verb: str, place: int) -> int:
        self.terms.use(place)
        if verb not in self.verbs:
            self.verbs.append(verb)
        return place + 1

    def _on_recruit(self, place: int) -> int:
        # what is named after the verb is what may be recruited: the answer lists all of it
        named = self.terms.kind(place + 2) == "who" and self.terms.text(place + 1) in ("a", "an")
        if named and not self.terms.all[place + 2].many and any(t.kind == "who" for t in self.terms.all[place + 3 :]):
            self.terms.use(place + 1, place + 2)
            self._verb("muster", place)
            return place + 3
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "who" and self.legion.contents:
            self.terms.use(*range(place, after + 1))
            self._verb("muster", place)
            return after + 1
        return self._verb("muster", place)

    def _on_worth(self, place: int) -> int:
        return self._verb("value", place)

    def _on_ahead(self, place: int) -> int:
        return self._verb("standing", place)

    def _on_acquire(self, place: int) -> int:
        return self._verb("acquire", place)

    def _on_threw(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "num":
            self.roll = self.terms.value(after)
            self.terms.use(place, after)
            return after + 1
        return place + 1

    def _on_move(self, place: int) -> int:
        return self._verb("travel", place)

    def _on_had(self, place: int) -> int:
        after = self.terms.next(place, "noise", "me")
        self.terms.use(place)
        if self.terms.kind(after) == "num" and self.terms.kind(self.terms.next(after, "noise")) != "who":
            return self._points(after, place, self.terms.value(after), having=True)
        return place + 1

    def _on_teleport(self, place: int) -> int:
        return self._verb("teleport", place)

    def _on_topic(self, place: int) -> int:
        # `roll 5` is a roll, and `roll` alone is a topic
        text = str(self.terms.value(place))
        after = self.terms.next(place, "noise")
        if text.startswith("roll") and self.terms.kind(after) == "num":
            return self._on_threw(place)
        return self.otherwise(place)

    def _on_colour(self, place: int) -> int:
        player = str(self.terms.value(place))
        if self.legion.player not in (None, player) or (self.legion.player is None and self.legion.contents):
            if any(one.player == player for one in self.legions):
                self.terms.use(place)
                return place + 1
            self.legions.append(Legion(contents=[]))
        self.legion.player = player
        self.terms.use(place)
        return place + 1

    def _on_mine(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    _on_it = _on_mine

    def _on_theirs(self, place: int) -> int:
        if any(one.begin < self.terms.all[place].begin for one in self.players):
            # that of the player who was named
            self.terms.use(place)
        return place + 1

    def _on_kill(self, place: int) -> int:
        return self._verb("value", place)

    def _on_and(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_or(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_in(self, place: int) -> int:
        after = self.terms.next(place, "noise", "hexes")
        if self.terms.kind(after) in ("land", "landword", "num", "colour"):
            self.terms.use(place)
        return place + 1

    _on_at = _on_on = _on_from = _on_to = _on_by = _on_in

    def _on_landword(self, place: int) -> int:
        after = self.terms.next(place, "noise", "number")
        if self.terms.kind(after) == "num":
            self.terms.use(place)
            return self._land_number(after, None)
        if self.terms.kind(self.terms.before(place, "noise")) == "topic":
            self.terms.use(place)
        return place + 1

    _on_hexes = _on_landword

    def _on_land(self, place: int) -> int:
        terrain = self.terms.value(place)
        after = self.terms.next(place, "landword", "number", "open")
        self.terms.use(place)
        if self.terms.kind(after) == "num" and str(self.terms.value(after)) in self.graph.lands:
            following = self.terms.kind(self.terms.next(after, "noise"))
            if following not in ("who", "points"):
                self.terms.use(*range(place, after))
                return self._land_number(after, terrain)
        if self.legion.terrain not in (None, terrain):
            self.faults.append(f"{self.legion.terrain} and {terrain}: a legion stands in one Land")
        self.legion.terrain = terrain
        return place + 1

    def _land_number(self, place: int, terrain: str | None) -> int:
        name = str(self.terms.value(place))
        self.terms.use(place)
        if "teleport" in self.verbs and self._led_by_to(place) and name in self.graph.lands:
            self.to = name
            return place + 1
        if name not in self.graph.lands:
            self.faults.append(self.graph.unknown(name))
        elif terrain is not None and self.graph.lands[name].terrain != terrain:
            self.faults.append(self.graph.unknown(f"{terrain} {name}"))
        elif self.legion.land not in (None, name):
            self.faults.append(f"Land {self.legion.land} and Land {name}: a legion stands in one Land")
        else:
            self.legion.land = name
        return place + 1

    def _led_by_to(self, place: int) -> bool:
        """Return whether a Land is where somebody goes: to Land 8, to the Tower 300."""
        before = self.terms.before(place, "noise", "landword", "land", "number", "hexes")
        return self.terms.kind(before) in ("to", "into", "onto")

    def _on_num(self, place: int) -> int:
        terms, number = self.terms, self.terms.value(place)
        after, before = terms.next(place, "noise", "times"), terms.before(place, "noise")
        unit, lead = terms.kind(after), terms.kind(before)
        if lead == "at" and terms.kind(place + 1) == "num":
            # two numbers in a row: one of them is a slip
            return place + 1
        if lead == "another":
            terms.use(before)
            return self._points(place, before, number, won=True)
        if lead == "at" and str(number) not in self.graph.lands:
            return self._points(place, before, number, having=True)
        if lead == "score" and self._owned(before, place):
            return self._points(place, before, number, having=True)
        moves = any(term.kind in ("move", "where", "teleport") for term in terms.all)
        rolled = lead == "move" or (lead == "with" and moves)
        if rolled and unit not in ("who", "points") and number <= 6 and self.roll is None:
            self.roll = number
            terms.use(place)
            return place + 1
        if unit == "who":
            if terms.kind(place + 1) == "times":
                terms.use(place + 1)
            return self._counted(place, after, number)
        if lead in ("in", "at", "from", "on") and unit != "points" and str(number) in self.graph.lands:
            terms.use(before)
            return self._land_number(place, None)
        if unit in ("points", "having", "more") or lead in ("score", "having"):
            return self._points(place, before, number)
        if terms.kind(before) in ("on", "at", "with") and unit in ("and", "clause", "stop"):
            return place + 1
        if lead == "colour" and self.legion.land is None and str(number) in self.graph.lands:
            return self._land_number(place, None)
        return place + 1

    def _on_points(self, place: int) -> int:
        if self.terms.kind(self.terms.before(place, "noise")) == "topic" and self.won is None and self.before is None:
            # how many points for a legion
            return self._verb("value", place)
        if "value" in self.verbs or self.terms.kind(self.terms.next(place, "noise")) == "kill":
            self.terms.use(place)
        return place + 1

    def _counted(self, place: int, who: int, number: int) -> int:
        self.terms.use(place, who)
        if number > 12:
            self.faults.append(f"{number} {self.terms.all[who].text}: no legion holds so many")
            return who + 1
        self.legion.contents += [self.terms.value(who)] * number
        return who + 1

    def _owned(self, score: int, place: int) -> bool:
        """Return whether a score is one that somebody has: my score is 80."""
        said = {self.terms.text(step) for step in range(score, place)}
        mine = self.terms.kind(self.terms.before(score, "noise")) in ("mine", "theirs")
        return mine or bool(said & {"is", "of", "was"})

    def _points(self, place: int, before: int, number: int, having: bool = False, won: bool = False) -> int:
        terms = self.terms
        used = [place]
        after = place + 1
        having = having or terms.kind(before) == "having"
        scored = "score" in (terms.kind(before), terms.kind(terms.before(before, "noise")))
        won = won or (scored and not having)
        while terms.kind(after) in ("points", "more", "having", "noise", "taken"):
            having = having or terms.kind(after) in ("having", "taken")
            won = won or terms.kind(after) == "more"
            used.append(after)
            after += 1
        if terms.kind(before) in ("score", "with", "at"):
            used.append(before)
        terms.use(*used)
        if having or (not won and self._told_of_player(place)):
            player = self.legion.player
            if player is not None and not having:
                self.scores[player] = number
            elif self.before not in (None, number):
                self.faults.append(f"{self.before} and {number} points: which were there before?")
            else:
                self.before = number
        elif won or self._scored_after(after - 1):
            if self.won not in (None, number):
                self.faults.append(f"{self.won} and {number} points: which are won now?")
            self.won = number
        else:
            if self.before not in (None, number):
                self.faults.append(f"{self.before} and {number} points: which were there before?")
            self.before = number
        return after

    def _scored_after(self, place: int) -> bool:
        """Return whether points are those that are won: 120 points scored, and not 80 points and 50 won."""
        verb = self.terms.next(place, "noise")
        return self.terms.kind(verb) == "score" and self.terms.kind(self.terms.next(verb, "noise", "another")) != "num"

    def _told_of_player(self, place: int) -> bool:
        return self.legion.player is not None

    def _on_score(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_having(self, place: int) -> int:
        return place + 1

    def _on_who(self, place: int) -> int:
        terms, term = self.terms, self.terms.all[place]
        name, number = term.value, 1
        acquired = "acquired" in self.rules.characters[name].traits
        around = (terms.kind(terms.before(place, "noise")), terms.kind(terms.next(place, "noise")))
        asks = "or" in around or around[0] in ("get", "acquire", "score") or self._asked_alone(place)
        if acquired and asks and (self.won is not None or any(t.kind in ("score", "acquire") for t in terms.all)):
            terms.use(place)
            return place + 1
        after = place + 1
        if terms.kind(after) == "times" and terms.kind(after + 1) == "num":
            number = terms.value(after + 1)
            terms.use(after, after + 1)
            after += 2
        elif term.many and term.text.lower() != name:
            self.faults.append(f"how many {term.text} is not said")
        terms.use(place)
        self.legion.contents += [name] * min(number, 12)
        return after

    def _asked_alone(self, place: int) -> bool:
        """Return whether a character stands alone at the end, after a full stop or a colon."""
        before, after = place, place
        while self._asked_too(before):
            before -= 1
        while self._asked_too(after):
            after += 1
        mark = self.terms.all[before].text if before >= 0 else ""
        return mark in (":", ".", ";") and self.terms.kind(after) in ("stop", "")

    def _asked_too(self, place: int) -> bool:
        """Return whether a term only continues a list of those who may be acquired."""
        if self.terms.kind(place) == "who":
            return "acquired" in self.rules.characters[str(self.terms.value(place))].traits
        return self.terms.kind(place) in ("noise", "and", "or")


def read(terms: Terms, rules: TitanRules, judge: Judge) -> Spoken:
    """Return the strict line of a question about legions; raises NotUnderstood."""
    reader = Reader(terms, rules)
    reader.read_all()
    left = terms.left(*SKIPPED)
    known = sum(terms.used) - 3 * len(left)
    faults = [f"'{term.text}' is not understood here" for term in left] + reader.faults
    verb = _verb(reader, faults)
    legions = [one for one in reader.legions if one.contents or one.land or one.terrain]
    assumed: dict[str, Any] = {}
    if verb == "acquire" and not legions and reader.won is not None and reader.before is not None and not faults:
        return Spoken(f"acquire angels points {reader.won} had {reader.before}", assumed)
    if verb is not None:
        _complete(verb, reader, legions, faults, assumed)
    if faults or verb is None:
        raise NotUnderstood(faults, _nearest(verb, reader, legions, judge), known)
    return Spoken(_line(verb, reader, legions), assumed)


def _verb(reader: Reader, faults: list[str]) -> str | None:
    """Return the question that a text asks, None with a fault where that is not clear."""
    verbs = list(reader.verbs)
    if reader.roll is not None and "teleport" not in verbs:
        verbs = [verb for verb in verbs if verb != "travel"]
        verbs.append("travel")
    if reader.won is not None or (reader.before is not None and not verbs):
        verbs = [verb for verb in verbs if verb != "acquire"]
        verbs.append("acquire")
    if "teleport" in verbs:
        verbs = [verb for verb in verbs if verb != "travel"]
    kinds = {term.kind for term in reader.terms.all}
    if not verbs and "get" in kinds:
        verbs.append("muster")
    if len(verbs) != 1:
        said = (
            f"{listed(verbs, 'and')}: ask one question at a time"
            if verbs
            else "what is asked of the legion is not said"
        )
        faults.append(said)
        return None
    return verbs[0]


def _complete(verb: str, reader: Reader, legions: list[Legion], faults: list[str], assumed: dict[str, Any]) -> None:
    """Fill in what a question leaves open and does not hang on; add what is wanting to the faults."""
    if not legions:
        faults.append("what the legion holds is not said")
        return
    if verb not in ("standing", "teleport") and len(legions) > 1:
        faults.append("several legions: ask of one at a time")
    for _number, one in enumerate(legions):
        if not one.contents:
            faults.append("what the legion holds is not said")
        if one.player is None:
            one.player = next(p for p in ("black", "red", "blue", "green") if all(p != o.player for o in legions))
        if one.land is not None:
            if one.terrain not in (None, reader.graph.lands[one.land].terrain):
                faults.append(reader.graph.unknown(f"{one.terrain} {one.land}"))
            continue
        same = [name for name, land in reader.graph.lands.items() if land.terrain == one.terrain]
        if verb in ("travel", "teleport") or (verb == "muster" and not same):
            faults.append("the number of the Land is not said" if same else "the Land is not said")
            continue
        taken = {other.land for other in legions}
        one.land = next(name for name in same or reader.graph.lands if name not in taken)
        assumed["land"] = f"Land {one.land} stands for any {one.terrain or 'Land'}"
    if verb == "travel" and reader.roll is None:
        faults.append("the Movement Roll is not said")
    if verb == "acquire" and reader.won is None:
        faults.append("how many points are won is not said")
    if verb == "acquire" and reader.before is None and not reader.scores:
        faults.append("how many points there were before is not said")
    if reader.before is not None and verb != "acquire":
        grown = [name for one in legions for name in one.contents if reader.rules.characters[name].grows is not None]
        if verb not in ("travel", "teleport", "value") or not grown:
            faults.append(f"{reader.before} points: they make no difference here")
    if verb == "standing" and len(legions) < 2:
        faults.append("who the other players are is not said")


def _line(verb: str, reader: Reader, legions: list[Legion]) -> str:
    clauses = []
    scores = dict(reader.scores)
    if reader.before is not None and legions:
        scores[legions[0].player or ""] = reader.before
    if scores:
        clauses.append("score " + " ".join(f"{player} {number}" for player, number in scores.items()))
    clauses += [" ".join([one.player or "", one.land or "", *one.contents]) for one in legions]
    land = legions[0].land
    to = f" to {reader.to}" if reader.to is not None else ""
    question = {
        "standing": "standing now",
        "travel": f"travel {land} roll {reader.roll}",
        "teleport": f"teleport {land}" + to + (f" roll {reader.roll}" if reader.roll is not None else ""),
        "acquire": f"acquire {land} points {reader.won}",
    }.get(verb, f"{verb} {land}")
    return "; ".join([*clauses, question])


def _nearest(verb: str | None, reader: Reader, legions: list[Legion], judge: Judge) -> str | None:
    """Return a strict line close to what was said, with what is wanting filled in."""
    full = [msgspec.structs.replace(one) for one in legions] or [Legion()]
    for one in full:
        one.contents = one.contents or ["ogre", "ogre"][: 1 + (verb == "muster")]
        one.player, one.land = one.player or "black", one.land or next(iter(reader.graph.lands))
    reader.roll = reader.roll if reader.roll is not None else 4
    reader.won = reader.won if reader.won is not None else 100
    if verb == "acquire" and reader.before is None:
        reader.before = 0
    text = _line(verb or "muster", reader, full)
    return text if judge(text) is not None else None
