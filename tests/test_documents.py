"""Documents: what strict YAML and JSON are read as, the limits, and what is written reads back as the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core import documents
from referee.core.documents import Unreadable, strict_json, strict_yaml
from referee.core.documents.parsing import parse, parse_all, parse_json
from referee.core.documents.writing import dump

pytestmark = pytest.mark.fast


def value_of(text: str) -> Any:
    return parse(text, "a.yaml").value


def refusal(text: str | bytes) -> str:
    with pytest.raises(Unreadable) as caught:
        parse(text, "a.yaml")
    return str(caught.value)


WORDS = ["yes", "no", "on", "off", "True", "TRUE", "Null", "~", "y", "n", "010", "00", "1_000", "0x10", "0b1", "0o7"]
WORDS += ["1:2", "12:30:45", "2020-01-01", "01e3", "1e", "e3", ".", ".e3", ".nan", ".inf", "-.inf", "=", "<<"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("0", 0), ("7", 7), ("-7", -7), ("+7", 7), ("-0", 0), ("-123456789012345678", -123456789012345678)),
        *(("1.5", 1.5), ("-0.25", -0.25), ("1.0e3", 1000.0), ("2.5e-3", 0.0025)),
        *(("24e2", 2400.0), ("-1E+3", -1000.0), ("5e-1", 0.5), ("0e0", 0.0), (".5", 0.5), ("1.", 1.0), ("+.5e1", 5.0)),
        *(("true", True), ("false", False), ("null", None), ("", None)),
        *((word, word) for word in WORDS),
        *(("'7'", "7"), ('"true"', "true"), ("'null'", "null"), ("!!str 7", "7"), ('"\\x41"', "A")),
    ],
)  # fmt: skip
def test_plain_words_and_numbers(text: str, value: Any) -> None:
    found = value_of(f"- {text}\n")[0]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("text", ["24e2", "1e3", "-1E+3", ".5", "1.", "1.5e3", "7", "1e999", "01e3", *WORDS])
def test_a_text_that_looks_like_a_number_is_written_in_quotes(text: str) -> None:
    assert value_of(dump({"a": text}))["a"] == text


def test_keys_are_text() -> None:
    assert value_of("{1: a, true: b, null: c, 2.5: d}") == {"1": "a", "true": "b", "null": "c", "2.5": "d"}


def test_an_alias_is_its_anchor() -> None:
    assert value_of("a: &x [1, {b: 2}]\nc: *x\n&k d: 1\ne: *k\n") == {
        "a": [1, {"b": 2}],
        "c": [1, {"b": 2}],
        "d": 1,
        "e": "d",
    }


@pytest.mark.parametrize("number", ["1" + "0" * 18, "-" + "9" * 30, "1.0e999", "-1.0e999", "1e999"])
def test_numbers_out_of_bounds(number: str) -> None:
    assert "a.yaml:1:4: a number" in refusal(f"a: {number}")


def test_every_fault_of_a_text_is_told() -> None:
    said = refusal("a: 1\na: 2\nb: !x 3\n<<: {c: 4}\nd: *nowhere\n? [e]\n: 5\n")
    assert [row.split(": ")[0] for row in said.splitlines()] == [
        f"a.yaml:{p}" for p in ("2:1", "3:4", "4:1", "5:4", "6:3")
    ]


def test_no_more_than_a_hundred_faults_are_told() -> None:
    rows = refusal("a: 1\n" * 1000).splitlines()
    assert len(rows) == 101
    assert rows[-1] == "a.yaml: there is more; these are the first 100"


@pytest.mark.parametrize(("levels", "fine"), [(64, True), (65, False)])
def test_how_deep_a_document_may_be(levels: int, fine: bool) -> None:
    text = "[" * levels + "]" * levels
    if fine:
        assert dump(value_of(text)) is not None
        assert parse_json(text, "a").value == value_of(text)
    else:
        assert "nested deeper than 64 levels" in refusal(text)
        with pytest.raises(Unreadable, match="nested deeper than 64 levels"):
            parse_json(text, "a")


def test_depth_counts_through_aliases() -> None:
    half = "[" * 40 + "]" * 40
    assert "nested deeper" in refusal(f"a: &a {half}\nb: " + "[" * 40 + "*a" + "]" * 40)


@pytest.mark.parametrize(("aliases", "fine"), [(1000, True), (1001, False)])
def test_how_many_aliases_there_may_be(aliases: int, fine: bool) -> None:
    text = "a: &a 1\nb: [" + "*a, " * aliases + "]\n"
    if fine:
        assert len(value_of(text)["b"]) == aliases
    else:
        assert "more than 1,000 aliases" in refusal(text)


def test_several_documents() -> None:
    parts = parse_all("a: 1\n---\nb:\n  c: 2\n---\n- x\n", "a.yaml")
    assert [part.value for part in parts] == [{"a": 1}, {"b": {"c": 2}}, ["x"]]
    assert parts[1].position(("b", "c")) == (4, 6)
    assert parts[2].position((0,)) == (6, 3)
    assert parse_all("", "a.yaml") == []


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ((), (1, 1)),
        (("a",), (1, 4)),
        (("b",), (2, 1)),
        (("b", 0), (3, 3)),
        (("b", 1, "c"), (4, 8)),
        (("b", 1, "d"), (5, 3)),
        (("b", 1, "d", 1), (5, 11)),
        (("b", 9), (2, 1)),
        (("zz", "yy"), (1, 1)),
        (("é",), (6, 4)),
    ],
)
def test_where_a_value_stands(path: documents.Path, place: tuple[int, int]) -> None:
    text = "a: 1\nb:\n- x\n- c:   y\n  d: [1,  2]\né: 3\n"
    assert parse(text, "a.yaml").position(path) == place


def test_json_is_as_strict() -> None:
    assert parse_json('{"a": [1, 2.5, null, true, "\\u00e9\\ud83d\\ude00"]}', "a").value == {
        "a": [1, 2.5, None, True, "é😀"]
    }
    for text in (
        '{"a": 1, "a": 2}',
        "[NaN]",
        "[Infinity]",
        "[1e999]",
        "[" + "1" * 19 + "]",
        '["\\ud800"]',
        "[1",
        "",
        "\ufeff1",
    ):
        with pytest.raises(Unreadable, match=r"\Aa:3:\d+: "):
            parse_json(text, "a", 3)


def objects(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """JSON objects in which a key may be given twice, and lists."""
    keys = st.sampled_from(['"a"', '"b:"', '"\\u0061"', '"é"'])
    pairs = st.tuples(keys, st.sampled_from([":", ": "]), inner).map("".join)
    return st.lists(pairs, max_size=4).map(lambda p: f"{{{','.join(p)}}}") | st.lists(inner, max_size=3).map(
        lambda items: f"[{', '.join(items)}]"
    )


scalars = ["1", "-0", "1.50", "1e5", "1e999", "9" * 19, '"c:d"', '"\\ud800"', "null", "true", "NaN", '"', ""]
lines_of_json = st.recursive(st.sampled_from(scalars), objects, max_leaves=10)


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(lines_of_json | st.text(max_size=30))
def test_the_quick_reader_of_json_agrees_with_the_careful_one(text: str) -> None:
    try:
        quick = strict_json.decode_plain(text.encode(), 3)
    except (ValueError, RecursionError):
        return
    assert repr(quick) == repr(strict_json.decode(text, 3))


# what YAML cannot hold in any form: surrogates; and numbers out of the bounds above
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
numbers = st.integers(-(10**17), 10**17) | st.floats(allow_nan=False, allow_infinity=False)
leaves = (
    st.none()
    | st.booleans()
    | numbers
    | texts
    | st.sampled_from(["010", "1e3", "~", "yes", "null", "true", "-", "1.5"])
)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5), max_leaves=20
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(values)
def test_what_is_written_reads_back_as_the_same(value: Any) -> None:
    text = dump(value)
    again = parse(text, "a.yaml").value
    assert again == value
    assert json.dumps(again) == json.dumps(value)  # 1 is not 1.0, and the order of keys is kept
    assert dump(again) == text
    line = json.dumps(value)
    assert parse_json(line, "a").value == value


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200) | st.binary(max_size=200))
def test_whatever_is_given_is_read_or_refused(text: str | bytes) -> None:
    for read in (parse, parse_all, parse_json):
        try:
            read(text, "a.yaml")  # type: ignore[operator]
        except Unreadable as error:
            said = str(error)
        else:
            continue
        assert said
        assert all(row.startswith("a.yaml") for row in said.splitlines())


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from("ab:-[]{}&*!|>'\"%@`#,? \n\t1\\"), max_size=40).map("".join))
def test_whatever_looks_like_yaml_is_read_or_refused(text: str) -> None:
    try:
        document = parse(text, "a.yaml")
    except Unreadable:
        pass
    else:
        assert parse(dump(document.value), "b.yaml").value == document.value


_WORD = st.text(st.characters(max_codepoint=126), max_size=6) | st.sampled_from(
    ["", "<<", "a: b", "- a", "#", "---", "2026-01-01", "1e5", "0x1F", "yes", "null", "\x7f", "\t", "é"]
)
_NUMBER = st.integers(-(10**19), 10**19) | st.floats(allow_nan=False)
_VALUE = st.recursive(
    st.none() | st.booleans() | _NUMBER | _WORD,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_WORD, inner, max_size=4),
    max_leaves=12,
)
_DOCUMENT = st.dictionaries(_WORD, _VALUE, max_size=4)


def _as_json(text: str, depth: int = 64, values: int = 1000) -> tuple[list[Any], list[tuple[int, int]]] | None:
    """Return the documents of a text and where they begin, None where only YAML can decide."""
    try:
        return strict_json.decode_documents(text, depth, values)
    except ValueError:
        return None


@pytest.mark.slow
@given(
    st.lists(_DOCUMENT, min_size=1, max_size=3) | st.lists(_VALUE, min_size=1, max_size=2),
    st.sampled_from([None, None, 1, 2, "\t"]),
    st.sampled_from(["\n---\n"] * 4 + ["\n---\n\n", "\n--- \n", "\r\n---\r\n", "\n"]),
    st.sampled_from([""] * 4 + ["---\n", "\n", "# said\n", "\ufeff"]),
    st.just("") | st.text('{}[]:,"-# \n\t0e.', max_size=2),
    st.integers(0, 200),
    st.booleans(),
)
def test_documents_of_json_are_read_as_those_of_yaml(
    values: list[Any], indent: Any, between: str, before: str, slip: str, place: int, ascii_only: bool
) -> None:
    """What is decoded as JSON has the values and the places that YAML gives it, whatever else is in the text."""
    text = before + between.join(json.dumps(value, indent=indent, ensure_ascii=ascii_only) for value in values)
    text = text[:place] + slip + text[place:]
    found = _as_json(text)
    if found is not None:
        builder = strict_yaml.Builder(text, "x")
        assert (repr(builder.documents()), builder.starts) == (repr(found[0]), found[1])
        assert not builder.problems


def test_documents_of_json_are_decoded_as_such() -> None:
    text = '{"a": [1, 2.5, null, true], "b": {}}\n---\n{"a": "b",\n "c": []}\n---\n{}\n'
    found = [{"a": [1, 2.5, None, True], "b": {}}, {"a": "b", "c": []}, {}]
    assert _as_json(text) == (found, [(1, 1), (3, 1), (6, 1)])
    assert [one.place(("c",)) for one in parse_all(text, "x")][1] == (4, 2)


@pytest.mark.parametrize(
    "text",
    [
        "{a: 1}",
        '{"a": 1, "a": 2}',
        r'{"a": "\ud83d\ude00"}',
        r'{"a": "\/"}',
        '{"a": "é"}',
        '{"a": 1234567890123456789}',
        "[1]",
        "",
    ],
)
def test_what_only_yaml_can_decide_is_not_decoded_as_json(text: str) -> None:
    assert _as_json(text) is None


def test_documents_of_json_keep_to_the_limits() -> None:
    for text in ('{"a": [1, 2, 3]}', '{"a": {"b": {}}}'):
        assert _as_json(text, 3, 8) is not None
        assert _as_json(text, 1) is None
        assert _as_json(text, 3, 3) is None


@pytest.mark.parametrize("text", ['{"a": [NUMBERS1]}', "a: [NUMBERS1]", "a: {NAMES}", "[[NUMBERS1]]"])
def test_too_many_values_are_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(strict_yaml, "MAX_VALUES", 100)
    numbers, names = "1," * 100, ", ".join(f"k{n}: 1" for n in range(100))
    assert "more than 100 values" in refusal(text.replace("NUMBERS", numbers).replace("NAMES", names))
