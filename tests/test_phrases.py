"""The one-line form reads back as what was written, for every order and question of every game."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds import kinds

from referee import games
from referee.core.documents import Document, Unreadable
from referee.core.documents.parsing import parse
from referee.core.documents.writing import dump
from referee.core.game.orders import Order
from referee.core.game.reading import mapping_of, read_orders
from referee.core.game.submissions import Submission
from referee.core.notation import hints, line_writer, one_line, situations
from referee.core.notation.field_specs import FieldSpec, field_specs
from referee.core.notation.tokens import Misread

WORDS = st.one_of(
    st.from_regex(r"[A-Za-z][\w.'-]{0,12}", fullmatch=True),
    st.sampled_from(
        ["at", "strike", "true", "no", "12", "-3", "3.5", "", 'a "b"', "a;b", "x,y", "#", "[", "null", "für"]
    ),
    st.text(max_size=8),
)
NUMBERS = st.integers(-(10**6), 10**6)
SCALARS = st.one_of(WORDS, NUMBERS)
NESTED = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
).filter(lambda v: isinstance(v, (list, dict)))

FACTS = st.booleans()


def values(shape: FieldSpec) -> st.SearchStrategy[Any]:
    if shape.inner is not None:
        facts = {
            name: FACTS if fact.kind == "flag" else values(fact) for name, fact in field_specs(shape.inner).items()
        }
        return st.fixed_dictionaries({}, optional=facts)
    return {
        "flag": st.just(True),
        "word": WORDS,
        "number": NUMBERS,
        "scalar": SCALARS,
        "words": st.lists(WORDS, max_size=4),
        "either": st.one_of(WORDS, st.lists(WORDS, max_size=4)),
        "numbers": st.lists(NUMBERS, max_size=4),
        "dice": st.lists(st.integers(1, 6), min_size=1, max_size=20),
        "map": st.dictionaries(WORDS, SCALARS, min_size=1, max_size=3),
        "nested": NESTED,
    }[shape.kind]


def mappings(kind: type[Any]) -> st.SearchStrategy[dict[str, Any]]:
    fields = field_specs(kind)
    needed = {name: values(shape) for name, shape in fields.items() if name == kind.verb}
    rest = {name: values(shape) for name, shape in fields.items() if name != kind.verb}
    return st.fixed_dictionaries(needed, optional=rest)


KINDS = kinds()


@pytest.mark.slow
@pytest.mark.parametrize(("noun", "kind", "verbs"), [k[1:] for k in KINDS], ids=[k[0] for k in KINDS])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_what_is_written_reads_back(noun: str, kind: Any, verbs: Any, data: st.DataObject) -> None:
    mapping = data.draw(mappings(kind))
    line = line_writer.line(mapping, kind)
    assert "\n" not in line
    assert one_line.read(line, verbs, noun).value == mapping


PIECES_OF_LINES = [
    *("strike", "at", "ogre", "lion", "number", "6", "carry", "dice", "66x", '"', "[", "{", ";", ","),
    *("str", "to", "if", "C3", "forgo"),
]


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(text=st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES_OF_LINES), max_size=12).map(" ".join)))
def test_no_line_ends_in_anything_but_a_reading_or_a_misreading(text: str) -> None:
    verbs = games.find("titan").verbs
    reading, misread = _attempt(text, verbs)
    if misread is not None:
        assert misread.message
        assert 0 <= misread.offset <= len(text)
    else:
        assert [verb for verb in verbs if verb in reading]


def _attempt(text: str, verbs: Any) -> tuple[dict[str, Any], Misread | None]:
    try:
        return one_line.read(text, verbs, "an order").value, None
    except Misread as error:
        return {}, error


PIECE = st.fixed_dictionaries(
    {
        "character": st.sampled_from(["ogre", "lion", "titan", "side"]),
        "side": st.sampled_from(["attacker", "defender"]),
    },
    optional={
        "id": st.from_regex(r"[A-Za-z][\w-]{0,6}", fullmatch=True),
        "hex": st.sampled_from(["A1", "C3", "D4"]),
        "hits": st.integers(0, 9),
        "power": st.integers(6, 12),
    },
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    pieces=st.lists(PIECE, min_size=1, max_size=6),
    head=st.fixed_dictionaries(
        {"battleland": st.sampled_from(["brush", "tower"])},
        optional={
            "round": st.integers(1, 7),
            "active": st.just("attacker"),
            "attacker_side": st.just("left"),
            "players": st.just({"attacker": "black", "defender": "red"}),
            "may_muster": st.lists(st.just("ogre"), max_size=2),
        },
    ),
)
def test_a_situation_reads_back(pieces: list[dict[str, Any]], head: dict[str, Any]) -> None:
    game = games.find("titan")
    counted: dict[str, int] = {}
    for piece in pieces:
        kind = piece["character"]
        counted[kind] = counted.get(kind, 0) + 1
        alone = sum(p["character"] == kind for p in pieces) == 1
        piece.setdefault("id", kind if alone else f"{kind}-{counted[kind]}")
    value = {"battle": {**head, "pieces": pieces}}
    line = situations.write(value, game.state, game.situation_forms)
    assert line is not None
    read = situations.read(f"{line}; reach {pieces[0]['id']}", game.state, game.situation_forms, game.questions)
    assert read == {**value, "ask": {"reach": pieces[0]["id"]}}


LEGION = st.fixed_dictionaries(
    {"player": st.sampled_from(["black", "red"]), "land": st.sampled_from([8, 100, 3000])},
    optional={
        "id": st.sampled_from(["bk01", "rd01", "black"]),
        "contents": st.lists(st.sampled_from(["ogre", "titan", "angel"]), max_size=4),
        "height": st.integers(1, 7),
        "moved": st.just(True),
    },
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    legions=st.lists(LEGION, min_size=1, max_size=4),
    head=st.fixed_dictionaries(
        {},
        optional={
            "roll": st.integers(1, 6),
            "mover": st.just("black"),
            "players": st.just(["black", "red"]),
            "score": st.just({"black": 400, "red": 12}),
            "markers": st.just({"black": ["bk03"]}),
            "engagement": st.just({"land": 8, "attacker": "bk01", "defender": "rd01", "stage": "talks"}),
        },
    ),
)
def test_a_masterboard_reads_back(legions: list[dict[str, Any]], head: dict[str, Any]) -> None:
    game = games.find("titan")
    counted: dict[str, int] = {}
    for legion in legions:
        player = legion["player"]
        counted[player] = counted.get(player, 0) + 1
        alone = sum(one["player"] == player for one in legions) == 1
        legion.setdefault("id", player if alone else f"{player}-{counted[player]}")
    value = {"masterboard": {**head, "legions": legions}}
    line = situations.write(value, game.state, game.situation_forms)
    assert line is not None
    for said in (line, f"masterboard; {line}"):
        read = situations.read(f"{said}; travel 8 roll 3", game.state, game.situation_forms, game.questions)
        assert read == {**value, "ask": {"travel": "8", "roll": 3}}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("s ogre at lion", "begins strike and summon"),
        ("strke ogre at lion", "did you mean 'strike'"),
        ("strike ogre at lion numbr 6", "lion"),
        ("strike ogre number x at lion", "'number' is a number"),
        ("strike ogre at lion at troll", "a second time"),
        ("strike", "'strike' needs a value"),
        ("strike ogre at lion dice 6a", "one for each die"),
        ("strike ogre at [lion", "the bracket that opens here is never closed"),
        ("strike ogre at [lion}", "do not hold a list or mapping"),
        ("strike ogre at [&a lion, *b]", "names nothing"),
        ("", "is empty"),
    ],
)
def test_a_misread_line_says_what_is_wrong(line: str, said: str) -> None:
    value, misread = _attempt(line, games.find("titan").verbs)
    assert said in (misread.message if misread is not None else value["at"])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "move to 4",
            "in a battle: 'move' needs a value before 'to', as in move lion-1 to C3; on the Masterboard: 'move",
        ),
        ("start as bk01 other bk02", "'start' needs a value before 'as', as in start titan ogre ogre gargoyle as bk01"),
        ("flee", "'flee' needs a value, as in flee 38"),
        ("end", "in a battle: 'end' needs a value: maneuver or strike; on the Masterboard: 'end' needs a value: comm"),
        ("move bk01 to 4 dice 66", "in a battle: 'dice' is not a field here; 'to 4' can be followed by path; on the M"),
        ("move bk01 to Plains 138 quickly", "'quickly' is not a field here; 'to Plains 138' can be followed by side"),
        (
            "move bk01 to 4 sid left",
            "in a battle: 'sid' is not a field here; 'to 4' can be followed by path; on the Ma",
        ),
        ("flee 38 now", "'now' is not a field here; nothing can follow 'flee 38'"),
        ("> move bk01 to 4", "this line is quoted from another message; remove the '>' if it is yours"),
        (">move bk01 to 4", "this line is quoted"),
        ("dice 6", "'dice' begins no order; an order begins with its verb and is one line"),
    ],
)
def test_a_line_of_a_player_is_answered_in_the_form_he_wrote(line: str, said: str) -> None:
    with pytest.raises(Unreadable) as error:
        _read(line)
    assert error.value.problems[0].message.startswith(said)


def _read(line: str) -> Submission:
    """Read one order of Titan on a line, as the first board that can reads it."""
    value = {"format": 1, "ruleset": "titan", "player": "black", "orders": [line]}
    return read_orders(games.find("titan"), Document(dump(value), "orders", value))


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("MOVE bk01 TO 4", {"move": "bk01", "to": 4}),
        ("move bk01 to Plains 138 side left", {"move": "bk01", "to": "Plains 138", "side": "left"}),
        ("move Deep Woods 12 to Plains 138", {"move": "Deep Woods 12", "to": "Plains 138"}),
        ("move lion-1 to C3 path B2 C3", {"move": "lion-1", "to": "C3", "path": ["B2", "C3"]}),
        ("move to to 4", {"move": "to", "to": 4}),
        ("flee plains 138", {"flee": "plains 138"}),
        ("look bk01 REVEAL YES", {"look": "bk01", "reveal": True}),
    ],
)
def test_capitals_and_printed_names_are_read(line: str, value: dict[str, Any]) -> None:
    order = _read(line).orders[0]
    assert value in [mapping_of(one) for scope in order.scopes if isinstance(one := order.reading(scope), Order)]


@pytest.mark.parametrize(("noun", "kind", "verbs"), [k[1:] for k in KINDS], ids=[k[0] for k in KINDS])
def test_the_example_that_is_shown_where_a_value_lacks_reads_back(noun: str, kind: Any, verbs: Any) -> None:
    as_line, as_mapping = (hints.hint(kind, kind.verb, form).partition(", as in ")[2] for form in (True, False))
    if as_line:
        assert one_line.read(as_line, verbs, noun).value == parse(as_mapping, "x").value


def test_orders_as_lines_stand_in_yaml_as_well() -> None:
    strike = games.find("titan").verbs["strike"]
    line = line_writer.line({"at": "lion", "dice": [6, 5], "strike": "ogre"}, strike)
    assert parse(dump({"orders": [line]}), "x").value == {"orders": ["strike ogre at lion dice 65"]}


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("move r9 path [{x: 1760, y: 1050, facing: 0}]", {"move": "r9", "path": [{"x": 1760, "y": 1050, "facing": 0}]}),
        ("group [r1, r2] steps [{advance: 200}]", {"group": ["r1", "r2"], "steps": [{"advance": 200}]}),
        ("end long range", {"end": "long_range"}),
        ("group ['a]', \"b]\"] steps []", {"group": ["a]", "b]"], "steps": []}),
    ],
)
def test_brackets_may_be_written_as_yaml(line: str, value: dict[str, Any]) -> None:
    assert one_line.read(line, games.find("hordes").verbs, "an order").value == value


@pytest.mark.parametrize("name", ["wood-spirit", "Wood Spirit", '"Wood Spirit"'])
def test_a_printed_name_of_several_words_needs_no_quotes(name: str) -> None:
    read = one_line.read(f"cast druid-1 spell {name} at D4", games.find("titan").orders["battle"], "an order").value
    assert read == {"cast": "druid-1", "spell": name.strip('"'), "at": "D4"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move r9 path 1760 1050 0", "'1760' is not expected in 'path'; it is written as 'path x … y … facing …'"),
        ("group r9 steps wheel left", "'steps wheel' needs degrees"),
    ],
)
def test_a_word_too_many_is_told_by_the_field_before_it(line: str, said: str) -> None:
    with pytest.raises(Misread) as error:
        one_line.read(line, games.find("hordes").verbs, "an order")
    assert said in error.value.message


def test_a_situation_may_begin_with_a_part() -> None:
    game = games.find("hordes")
    read = situations.read("a knight; b spear wood; odds", game.state, game.situation_forms, game.questions)
    assert read == {"combat": {"a": {"type": "knight"}, "b": {"type": "spear", "going": "wood"}}, "ask": {"odds": True}}
    assert situations.write(read, game.state, game.situation_forms) == "a knight; b spear wood"
