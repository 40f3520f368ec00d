"""The language of the referee: plain present-day English, in documents, rules, help, docstrings, comments and messages.

A player is "they"; a piece is "it"; who does something is named, or is a player. The list holds words and turns that
creep in from older English or from other languages. Each is given with what to write instead.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from documents_run import ROOT

pytestmark = pytest.mark.fast

INSTEAD = {
    r"stands? against|stood against": "objections to",
    r"anew": "again",
    r"who(m|so)?ever": "a player who, the unit that",
    r"(is|are|was|were|be|been|being) told": "is reported, is listed, is given",
    r"told of": "reported",
    r"(comes?|came) to nothing": "fails, is not carried out",
    r"he|him|his|himself|she|hers|herself": "they, the player, it",
    r"(may|must) not be (?!a\b|the\b)[a-z]+ed": "cannot be",
    r"besides": "also, as well, other",
    r"there(of|in|upon|by|to)": "of it, in it",
    r"where(of|upon|in|by)": "of which, in which",
    r"upon": "on",
    r"said of|the orderer|(is|are) held to|the very [a-z]+ (a|the)": "for, the player, must, the path that the",
    r"you could mean|names? nobody|(for )?nobody more|wanted here": "could name, names no piece, no more, expected",
    r"la(y|ys|id) (aside|open)|let(s)? pass|own(s|ed)? up to|owned to|br(ing|ings|ought) home": "adds, reports",
    r"come(s)? in by|go(es)? at (one|an)|life hangs|put(s)? out of the game": "enters by, needs, depends, removes",
    r"stands? (for itself|in no (table|file))|as it now stands|not content with": "is, is in no table, after, repeats",
    r"to be had|out of which|would (go on|stop)|(is|are) to be closed": "available, from which, agrees to, must be",
    r"as (it|they) (finally )?stands?(?! (still|in|on|at)\b)|(game|scope|state) (that )?stands at": "as it is, is at",
    r"stands? here|tells of an edit|worded otherwise|way of stamping|SHA-256 is another": "is here, records, differs",
    r"[;,] (or )?raise (?=(?-i:[A-Z]))|(?<=\. )Raise (?=(?-i:[A-Z]))": "raises",
    r"hereby|henceforth|hitherto|thence|whence|heretofore|notwithstanding": "",
    r"lest|albeit|nay|shall|ought|unto|amongst|whilst|nought|naught|ere|thus": "",
    r"betrays?|betrayed": "reveals",
    r"save for|but for": "except",
    r"as it were|so to speak|to wit": "",
    r"[,;] for (?:he|it|they|there|nobody|nothing|no|neither|none|all)(?= [a-z]+(?:s|ed|t)\b)": "since",
}
BANNED = re.compile("|".join(rf"(?:\b(?:{words})\b)" if words[0] != "[" else words for words in INSTEAD), re.IGNORECASE)

# names of fields, keys and counters that stand in the data, and words that only look like one of the list
ALLOWED = re.compile(r"`[^`\n]*`|\bmark: He\b|\"He\"")


def python_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every comment and every string of a file, with its line; f-strings without what they hold in braces."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
        elif token.type == tokenize.STRING:
            formatted = re.match(r"[rRbB]*[fF]", token.string)
            yield token.start[0], re.sub(r"\{[^{}]*\}", "…", token.string) if formatted else token.string


def ruleset_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments of a table, and its prose where it is a table of rules or rulings."""
    prose = path.stem in ("rules", "rulings")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if prose or line.lstrip().startswith("#"):
            yield number, line


def document_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every line of a document."""
    yield from enumerate(path.read_text(encoding="utf-8").splitlines(), 1)


def texts(path: Path) -> Iterator[tuple[int, str]]:
    if path.suffix == ".py":
        return python_texts(path)
    return ruleset_texts(path) if path.suffix == ".yaml" else document_texts(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder", ["core", "cli", "desk", "mcp", "report", "opening", "games/titan", "games/hordes", "games/battalions", ""]
)
def test_the_code_is_written_in_plain_english(folder: str) -> None:
    root = ROOT / "referee" / folder
    paths = root.rglob("*.py") if folder else [*root.glob("*.py"), *(root / "games").glob("*.py")]
    assert not list(_found(sorted(paths)))


@pytest.mark.parametrize("folder", sorted(p.name for p in (ROOT / "rulesets").iterdir()))
def test_the_rules_are_summarized_in_plain_english(folder: str) -> None:
    assert not list(_found(sorted((ROOT / "rulesets" / folder).glob("*.yaml"))))


@pytest.mark.parametrize(
    "path", [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))], ids=lambda p: p.name
)
def test_a_document_is_written_in_plain_english(path: Path) -> None:
    assert not list(_found([path]))


@pytest.mark.parametrize(
    "text",
    [
        "what stands against it",
        "he strikes",
        "nobody is told",
        "begun anew",
        "whoever comes",
        "it lapses, for nobody rolls",
        "the orderer's legion",
        "attacker comes in by A1",
        "a Land is wanted here",
        "the row as it finally stands",
        "the game stands at 3",
        "Return the state; raise Unreadable",
    ],
)
def test_the_list_finds_what_it_is_for(text: str) -> None:
    assert BANNED.search(text)


@pytest.mark.parametrize("text", ["they strike", "for it, check reports more", "the other player", "there is one"])
def test_the_list_leaves_plain_english_alone(text: str) -> None:
    assert not BANNED.search(text)


def _found(paths: list[Path]) -> Iterator[str]:
    for path in paths:
        for line, text in texts(path):
            # players ask in their own words
            ours = re.sub(r"\basked: \[.*\]", "", text)
            for match in BANNED.finditer(ALLOWED.sub("", ours)):
                yield f"{path.relative_to(ROOT)}:{line}: '{match[0]}' in {text.strip()[:160]!r}"
