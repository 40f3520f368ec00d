"""The table of words: items of several phrases, and mistakes in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.core.documents import Unreadable
from referee.core.rules.rulesets import Ruleset
from referee.core.spoken.vocabulary import Vocabulary, words_of

WORDS = """numbers: {one: 1}
terms:
  noise:
    - a, an, able to,
      able to do so
    - the
  strike: [strike, hit upon]
"""


def vocabulary(tmp_path: Path, table: str) -> Vocabulary:
    """Return the vocabulary of a ruleset that has only a table of words."""
    folder = tmp_path / "said"
    folder.mkdir()
    (folder / "manifest.yaml").write_text("format: 1\nruleset: said\ntitle: Said\ngame: titan\n")
    (folder / "words.yaml").write_text(table)
    return Vocabulary(words_of(Ruleset("said", (tmp_path,))), ())


def test_one_item_holds_several_phrases(tmp_path: Path) -> None:
    found = vocabulary(tmp_path, WORDS)
    assert [phrase.words for phrase in found.beginning("able")] == [("able", "to", "do", "so"), ("able", "to")]
    assert {" ".join(phrase.words): phrase.kind for phrase in found.all()} == {
        "one": "num",
        "a": "noise",
        "an": "noise",
        "able to": "noise",
        "able to do so": "noise",
        "the": "noise",
        "strike": "strike",
        "hit upon": "strike",
    }


@pytest.mark.parametrize(
    ("right", "wrong", "place", "message"),
    [
        ("a, an,", "a, , an,", "4:7", "must have a word in each phrase"),
        ("- the", "- '?'", "6:7", "'?' must have a word in each phrase"),
        ("- the", "- 3", "6:7", "must be text, not the number 3"),
        ("[strike, hit upon]", "strike, hit upon", "7:11", "must be a list"),
        ("[strike, hit upon]", f"['{'a, ' * 500}']", "7:12", "must have a word in each phrase"),
    ],
)
def test_a_mistake_is_placed(tmp_path: Path, right: str, wrong: str, place: str, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        vocabulary(tmp_path, WORDS.replace(right, wrong))
    (problem,) = caught.value.problems
    assert f"{problem.line}:{problem.column}" == place
    assert message in problem.message
