"""The scene of a battle that a reading means: whose everybody is, and where those stand of whom it is not said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Any

from referee.core.documents.problems import listed
from referee.core.line.mentions import MORE, Contradicts, Mention, Open
from referee.core.line.reading import Layout, Meaning
from referee.core.line.things import ALSO
from referee.core.notation.field_specs import FieldSpec

from ..battle.board import Board, board_of
from ..battle.rulings.reach import forbidding_row
from ..rules import TitanRules

SIDES = ("attacker", "defender")
# how far those who shoot or strike may be from their target, where that is not said
_RANGES = {"rangestrike": (2, 3), "cast": (1, 2, 3)}
# the most layouts of a scene that are compared
_MOST = 24
_FIRST = {label: place for place, label in enumerate(("C3", "C4", "D3", "D4", "B3", "D5", "C2"))}


def situations(meaning: Meaning, specs: Mapping[str, FieldSpec], rules: TitanRules) -> Iterator[Layout]:
    """Yield each layout of the scene of a reading, the likeliest first; raises Open."""
    things, fields = meaning.things, meaning.fields
    actor = fields.get(meaning.verb)
    told = meaning.facts.get("hex")
    if told is not None and isinstance(actor, Mention) and actor.facts.setdefault("hex", told) != told:
        raise Open(f"{actor.name} stands on two hexes")
    strange = [one for one in things if "name" not in one.facts and "hex" not in one.facts]
    if strange:
        raise Open("who is meant is not said")
    if {name for name in meaning.facts if not name.startswith(ALSO)} - _FACTS:
        raise Open(MORE)
    named = [one for one in things if "name" in one.facts]
    if len(named) < len(things) and meaning.verb not in ("sees", "cast"):
        raise Open(f"nobody is said to stand on {next(one.name for one in things if 'name' not in one.facts)}")
    if "at" in specs and meaning.verb in ("strike", "rangestrike") and "at" not in fields:
        carried = meaning.facts.get("carried", ())
        others = [one for one in named if one is not actor and not any(one is other for other in carried)]
        if actor is None or len(others) != 1:
            raise Open("who is struck is not said")
        fields["at"] = others[0]
    if meaning.verb not in fields:
        raise Open("who acts is not said")
    if any(told > 6 for told in meaning.facts.get("told", ())):
        raise Open("a die shows 6 at most")
    pair = [one for one in (actor, fields.get("at")) if isinstance(one, Mention)]
    open_ = [one for one in pair if not one.facts.keys() & {"level", "hex"}]
    if open_ and len(open_) < len(pair) and any("level" in one.facts for one in pair) and "way" not in meaning.facts:
        raise Open(f"where {open_[0].name} stands, above or below, is not said")
    if "also_passive" in meaning.facts and isinstance(actor, Mention) and "hits" in actor.facts:
        raise Open(f"whose hits they are is not said: {actor.name} is named last, and they may be of the one struck")
    if meaning.facts.keys() >= {"told", "carried"}:
        raise Open("two things are asked: whether it hits, and what it may carry over to")
    manner = meaning.facts.get("manner")
    if manner is not None and isinstance(actor, Mention) and rules.profile(actor.name).flies != (manner == "fly"):
        raise Open(f"{actor.name} {'does not fly' if manner == 'fly' else 'flies'}: leave out how it moves")
    struck = named if "does" in meaning.facts else [fields.get("at")] if meaning.verb == "strike" else []
    if isinstance(actor, Mention) and any(_far(actor, one, rules) for one in struck):
        raise Open(f"{actor.name} is not next to it, and shoots too: say which of the two it does")
    found = False
    whose = list(_sides(named, meaning, specs))
    # whom a Spell is for, its own rules say
    at = fields.get("at")
    owned = isinstance(at, Mention) and "whose" in at.facts
    # of others the answer may hang on whose they are
    guessed = len(whose) > 1 and len(named) == 2
    tentative = meaning.verb == "cast" and guessed and "apart" not in meaning.facts and not owned
    for sides in whose:
        plain = list(_layouts(meaning, named, rules, "land" not in meaning.facts))
        # where nothing plain fits, as across a hazard that has none beside it, other ground is meant
        for board, hexes in plain or _layouts(meaning, named, rules, False):
            found = True
            yield _document(meaning, named, sides, board, hexes)._replace(tentative=tentative)
    if not found:
        raise Open("no places that fit are found: name the Land, and the hexes on which they stand")


def _far(actor: Mention, target: Any, rules: TitanRules) -> bool:
    """Return whether one who can shoot stands apart from its target, so that to attack it may mean either."""
    if not isinstance(target, Mention) or not {"hex", "name"} <= actor.facts.keys() or "hex" not in target.facts:
        return False
    # the hexes of every Battleland lie alike
    board = board_of(rules, next(iter(rules.battlelands.battlelands)))
    places = [board.index.get(one.facts["hex"]) for one in (actor, target)]
    return (
        rules.profile(actor.name).rangestrikes
        and places[0] is not None
        and places[1] is not None
        and board.steps(places[0], places[1]) > 1
    )


_STAND = {True: "stand for any places that fit", False: "stands for any place that fits"}
# the facts of clauses that a layout uses
_FACTS = {
    "does",
    "land",
    "attacker_side",
    "round",
    "edge",
    "way",
    "range",
    "steps",
    "pieces",
    "hex",
    "told",
    "carried",
    "ground",
    "manner",
    "apart",
}


def _document(
    meaning: Meaning, named: Sequence[Mention], sides: Sequence[str], board: Board, hexes: Sequence[int | None]
) -> Layout:
    known = ("land", "attacker_side", "round")
    battle: dict[str, Any] = {"battleland": board.name}
    battle |= {name: meaning.facts[name] for name in known[1:] if name in meaning.facts}
    called: list[str] = [str(one.facts["name"]) for one in named]
    ids = [
        name if called.count(name) == 1 else f"{name}-{called[: place + 1].count(name)}"
        for place, name in enumerate(called)
    ]
    battle["pieces"] = [
        {"id": ident, "character": one.facts["name"], "side": side}
        | ({"hex": board.labels[hex_]} if hex_ is not None else {})
        | {name: one.facts[name] for name in ("hits", "power") if name in one.facts}
        for ident, one, side, hex_ in zip(ids, named, sides, hexes, strict=True)
    ]
    by_thing = {id(one): ident for one, ident in zip(named, ids, strict=True)}

    def said(value: Any) -> Any:
        if isinstance(value, Mention):
            return by_thing.get(id(value), value.facts.get("hex"))
        return [said(one) for one in value] if isinstance(value, list) else value

    free = [
        f"{ident} at {board.labels[hex_]}"
        for ident, one, hex_ in zip(ids, named, hexes, strict=True)
        if hex_ is not None and "hex" not in one.facts
    ]
    assumed = {} if "land" in meaning.facts else {"battleland": board.name}
    assumed |= {"places": f"{listed(free, 'and')}, which {_STAND[len(free) > 1]}"} if free else {}
    carried = [said(one) for one in meaning.facts.get("carried", ())]
    value = {"battle": battle, "ask": {name: said(value) for name, value in meaning.fields.items()}}
    further: dict[str, Any] = {"carry": carried} if carried else {}
    further |= {name: said(value) for name, value in meaning.facts.items() if name.startswith(ALSO)}
    return Layout(value, assumed, further | ({"told": meaning.facts["told"]} if "told" in meaning.facts else {}))


def _sides(named: Sequence[Mention], meaning: Meaning, specs: Mapping[str, FieldSpec]) -> Iterator[tuple[str, ...]]:
    """Yield every way in which sides may be shared out among those named, enemies of the one who acts first.

    What a text says of whose they are holds: of a side, of a player, of the one who asks. Those who are struck are
    enemies where it says nothing of them. Raises Contradicts where no way is left.
    """
    if not named:
        yield ()
        return
    fields = meaning.fields
    acting = [value for name, value in fields.items() if isinstance(value, Mention) and specs[name].piece != "enemy"]
    struck = [value for name, value in fields.items() if isinstance(value, Mention) and specs[name].piece == "enemy"]
    actor = acting[0] if acting else None
    place = next((number for number, one in enumerate(named) if one is actor), None)
    owners = [_owner(one, actor) for one in named]
    told = [_told(one, "side") for one in named]
    if place is not None and _OWN in owners:
        owners[place] = _OWN
    enemies = [any(one is other for other in (*struck, *meaning.facts.get("carried", ()))) for one in named]
    attacked = {owner for one, owner in zip(named, owners, strict=True) if owner and any(one is at for at in struck)}

    def fits(sides: tuple[str, ...]) -> bool:
        if any(said not in (None, side) for said, side in zip(told, sides, strict=True)):
            return False
        of_owner: dict[str, str] = {}
        for owner, side in zip(owners, sides, strict=True):
            if owner is not None and of_owner.setdefault(owner, side) != side:
                return False
        if len(of_owner) > 1 and len(set(of_owner.values())) == 1:
            return False
        if place is None:
            return True
        own = sides[place]
        # the one who acts is the attacker where no side is said; where one enters hangs on it
        open_ = meaning.verb == "enter" and not ("attacker_side" in meaning.facts and owners[place] in _THEIRS)
        if told[place] is None and not any(told) and own != SIDES[0] and not open_:
            return False
        if owners[place] is None and own in (of_owner.get(owner) for owner in (attacked or _THEIRS)):
            # who strikes mine is not mine, and beside the other player's the rest are mine
            return attacked == set() and _MINE in of_owner
        return not any(
            enemy and owner is None and None in (said, told[place]) and side == own
            for enemy, owner, said, side in zip(enemies, owners, told, sides, strict=True)
        )

    found = [sides for sides in product(SIDES[::-1], repeat=len(named)) if fits(sides)]
    if not found:
        raise Contradicts("it is unclear whose each piece is; write 'my' or 'their' before each of them")
    heads = [_head(one, named) for one in named]
    # who follows somebody in a list is of the same side, where nothing else says whose
    found = [s for s in found if all(s[n] == s[head] for n, head in enumerate(heads) if head is not None)] or found
    for sides in found:
        for one, enemy, side in zip(named, enemies, sides, strict=True):
            if place is not None and enemy and one.beside is not None and side == sides[place]:
                raise Contradicts(f"it is unclear whose {one.name} is; write 'my' or 'their' before each piece")
    mine = next((number for number, owner in enumerate(owners) if owner == _MINE), place or 0)
    # the one who acts is likelier mine than not, and the others its enemies
    yield from sorted(
        found, key=lambda sides: (sides[mine] != sides[place or 0], sum(side == sides[place or 0] for side in sides))
    )


# of the one who asks, of the other, and of the one who acts, who may be either
_MINE, _THEIRS, _OWN = "mine", ("theirs",), "own"
# whose one is who is not of the player who asks
_OF_ANOTHER = ("theirs", "enemy")


def _told(one: Mention, fact: str) -> str | None:
    """Return a fact of one, or of the one beside whom it is said."""
    if fact in one.facts or one.beside is None or one.facts.keys() & _OWNERS:
        return one.facts.get(fact)
    return _told(one.beside, fact)


_OWNERS = {"side", "player", "whose"}


def _head(one: Mention, named: Sequence[Mention]) -> int | None:
    """Return the place of the one whose side or player holds for a list with another in it, None if there is none.

    `my ogre, lion` says nothing of the lion; `attackers ogre, lion` does.
    """
    while (before := one.listed or one.beside) is not None and not one.facts.keys() & _OWNERS:
        one = before
    if not one.facts.keys() & {"side", "player"}:
        return None
    return next((n for n, other in enumerate(named) if other is one), None)


def _owner(one: Mention, actor: Mention | None) -> str | None:
    """Return whose one is: a player, mine, theirs or the actor's own; None where that is not said, or is unclear."""
    whose = _told(one, "whose")
    of_actor = _told(actor, "whose") if actor is not None else None
    if whose in ("own", "enemy") and of_actor in _OF_ANOTHER and one is not actor:
        # of the one who acts, or of the one who asks: that is not said
        if whose == of_actor:
            raise Contradicts(f"it is unclear whose {one.name} is; write 'my' or 'their' before each piece")
        return None
    if whose == "own":
        return None if actor is None or one is actor else _owner(actor, actor) or _OWN
    return {"enemy": "theirs"}.get(whose or "", whose) or _told(one, "player")


def _layouts(
    meaning: Meaning, named: Sequence[Mention], rules: TitanRules, plain: bool
) -> Iterator[tuple[Board, tuple[int | None, ...]]]:
    """Yield the Battlelands and hexes on which a scene may be, those that are alike once.

    Where it is `plain`, nobody stands on ground that the text does not name.
    """
    seen: set[Any] = set()
    linked = {number for a, b, _ in pairs for number in (a, b)} if (pairs := _pairs(meaning, named)) else set()
    lost = [one for number, one in enumerate(named) if number not in linked and "hex" not in one.facts]
    if meaning.verb != "enter" and lost:
        raise Open(f"where {lost[0].name} stands is not said")
    if meaning.verb == "enter" and any("hex" in one.facts for one in named if one is meaning.fields["enter"]):
        raise Open("one that enters stands on no hex yet")
    lands = [meaning.facts["land"]] if "land" in meaning.facts else list(_lands(meaning, named, rules))
    for land in lands:
        board = board_of(rules, land)
        if not _told_ground(board, meaning):
            continue
        free = [list(_hexes(board, one, meaning, plain)) for one in named]
        if any(not hexes for hexes in free):
            continue
        for hexes in product(*free):
            placed = [hex_ for hex_ in hexes if hex_ is not None]
            if len(set(placed)) < len(placed):
                continue
            if not all(_between(board, hexes, pair, meaning.facts, named) for pair in pairs):
                continue
            kind = _kind(board, hexes, named)
            if kind in seen:
                continue
            seen.add(kind)
            yield board, hexes
            if len(seen) > _MOST:
                raise Open("this may be laid out in too many ways; say on which hexes they stand")


def _told_ground(board: Board, meaning: Meaning) -> bool:
    """Return whether the hex that a text leads to has the ground that the text says it has."""
    ground, label = meaning.facts.get("ground"), meaning.fields.get("to")
    if ground is None:
        return True
    hex_ = board.index.get(str(label))
    return hex_ is not None and ground in (board.hazards[hex_] or [board.rules.battlelands.ground])


def _lands(meaning: Meaning, named: Sequence[Mention], rules: TitanRules) -> Iterator[str]:
    """Yield the Battlelands that have every hazard a text names; the first one where it names none."""
    maps = rules.battlelands.battlelands
    ground = rules.battlelands.ground
    wanted = {one.facts.get("ground") for one in named} | {one.facts.get("edge") for one in named}
    wanted = (wanted | {meaning.facts.get("edge")}) - {None, ground}
    if not wanted:
        yield next(iter(maps))
        return
    for name, printed in maps.items():
        if wanted <= printed.hexes.keys() | printed.hexsides.keys():
            yield name


def _pairs(meaning: Meaning, named: Sequence[Mention]) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return which of those named are how far from each other, by the question."""
    place = {id(one): number for number, one in enumerate(named)}
    actor = meaning.fields.get(meaning.verb)
    if not isinstance(actor, Mention) or id(actor) not in place:
        return []
    others = [value for name, value in meaning.fields.items() if name != meaning.verb and isinstance(value, Mention)]
    others += meaning.facts.get("carried", ())
    if meaning.verb == "sees":
        return []
    if meaning.verb in ("locked", "must_strike"):
        others += [one for one in named if one is not actor]
    steps = _RANGES.get(meaning.verb, (1,))
    if told := {
        meaning.facts[name] - counted for name, counted in (("range", 1), ("steps", 0)) if name in meaning.facts
    }:
        steps = tuple(told)
    return [(place[id(actor)], place[id(one)], steps) for one in others if id(one) in place]


def _hexes(board: Board, one: Mention, meaning: Meaning, only_plain: bool) -> Iterator[int | None]:
    """Yield the hexes on which somebody may stand: where it is said, else any where it can stand, the middle first."""
    label = one.facts.get("hex")
    if label is None and meaning.verb == "enter":
        yield None
        return
    plain = board.rules.battlelands.ground
    wanted = one.facts.get("ground")
    for hex_ in sorted(range(len(board.labels)), key=lambda found: _FIRST.get(board.labels[found], 9)):
        if label is not None:
            if board.labels[hex_] == label and wanted in (None, *(board.hazards[hex_] or [plain])):
                yield hex_
            continue
        bears = board.hazards[hex_] or [plain]
        if wanted not in bears and (wanted is not None or (only_plain and bears != [plain])):
            continue
        if (
            wanted is not None
            or forbidding_row(board, board.rules.profile(one.name, one.facts.get("power")), hex_) is None
        ):
            yield hex_


def _between(
    board: Board,
    hexes: Sequence[int | None],
    pair: tuple[int, int, tuple[int, ...]],
    facts: Mapping[str, Any],
    named: Sequence[Mention],
) -> bool:
    """Return whether two hexes are as far apart as said, with that between them which is said and nothing else."""
    a, b, steps = pair
    one, other = hexes[a], hexes[b]
    if one is None or other is None:
        return True
    placed = sum("hex" in mention.facts for mention in named)
    if (placed < 2 or facts.keys() & {"range", "steps"}) and board.steps(one, other) not in steps:
        return False
    crossed = board.crossings.get((one, other), [])
    told = next((mention.facts for mention in named if "edge" in mention.facts or "level" in mention.facts), {})
    edge, way = facts.get("edge", told.get("edge")), facts.get("way")
    # from the one who acts, by where that one is said to stand, or the other
    levels = {number: named[number].facts["level"] for number in (a, b) if "level" in named[number].facts}
    ways = {"down" if (level == "above") == (number == a) else "up" for number, level in levels.items()}
    if len(ways | ({way} - {None, "across"})) > 1:
        return False
    way = next(iter(ways), None) if way is None else way
    if edge is None and way is None:
        return placed > 1 or "land" in facts or not crossed
    return any(edge in (None, name) and way in (None, "across", found) for name, found in crossed)


def _kind(board: Board, hexes: Sequence[int | None], named: Sequence[Mention]) -> Any:
    """Return what of a layout may change an answer: the ground, what lies between each two, and how far they are."""
    if sum("hex" in one.facts for one in named) > 1:
        return board.name, tuple(hexes)
    stand = [hex_ for hex_ in hexes if hex_ is not None]
    between = tuple((board.steps(*pair), _line(board, *pair)) for pair in combinations(stand, 2))
    return _ground(board, stand), between


def _ground(board: Board, hexes: Sequence[int]) -> Any:
    return tuple((tuple(board.hazards[hex_]), board.elevation[hex_]) for hex_ in hexes)


@lru_cache(maxsize=4096)
def _line(board: Board, one: int, other: int) -> Any:
    """Return what lies on the shortest ways from one hex to another."""
    far = board.steps(one, other)
    on_way = [hex_ for hex_ in range(len(board.labels)) if board.steps(one, hex_) + board.steps(hex_, other) == far]
    crossed = (tuple(board.crossings.get(pair, ())) for pair in permutations(on_way, 2) if board.steps(*pair) == 1)
    return _ground(board, on_way), tuple(crossed)
