"""The index of a ruleset as linked pages: for each chapter, the rulings and the sheets, and one that lists all.

They have a search field: a script, and the index as data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from referee.core.rules.full_text import FILLERS, KINDS, SYNONYM, WHOLE, Index
from referee.core.rules.index import Ruling

from .escape import markup
from .page import page
from .reports import RulesPagesReport
from .rules_text import shown_place

INDEX = "index.html"
SCRIPT, DATA = "search.js", "search-data.js"
_SHEETS = "sheets.html"
_STYLE = """
:root { color-scheme: light dark; --quiet: #666; --edge: #d8d0b8; --accent: #7a2a1c }
@media (prefers-color-scheme: dark) {
  :root { --quiet: #aaa; --edge: #5f5846; --accent: #f0a08c } body { background: #1d1b17; color: #ece7da }
}
body { max-width: 46em; font-size: 15px; line-height: 1.45 } nav { font-size: .9em } h1 { margin: .4em 0 }
h2 { font-size: 1.05em; margin: 1.6em 0 .1em; border-top: 1px solid var(--edge); padding-top: .7em }
h2 a { color: inherit }
p { margin: .3em 0 } ul { margin: .3em 0; padding-left: 1.3em } li { margin: .15em 0 } a { color: var(--accent) }
.id { color: var(--quiet); font-weight: normal; margin-right: .5em }
.kind, .place { color: var(--quiet); font-size: .85em }
.place { font-family: monospace; overflow-wrap: anywhere } details { margin: .3em 0 } summary { cursor: pointer }
dl { margin: .3em 0 } dt { font-weight: bold } dd { margin: 0 0 .3em 1.2em } .chapters { columns: 2; column-gap: 2em }
.chapters li { break-inside: avoid } input { font: inherit; width: 100%; box-sizing: border-box; padding: .3em .5em }
#found { padding-left: 1.6em } #found p { font-size: .9em } search { display: block; margin: .8em 0 }
body { overflow-wrap: anywhere }
@media (max-width: 40em) { .chapters { columns: 1 } }
@media print { nav, search { display: none } details > * { display: block } h2 { break-after: avoid } }
""".strip()
_FIELD = (
    '<search><input type="search" id="search" placeholder="Search the rules" aria-label="Search the rules">'
    '<ol id="found" aria-live="polite"></ol></search>'
)
# so many rules are shown for what is searched
_MOST_FOUND = 10
_SCRIPTS = (f'<script src="{SCRIPT}"></script>',)
_CHAPTER = re.compile(r"(?P<chapter>.*?\D\d+)(?:\.\d+)+\Z")
_LAST = re.compile(r"[ .-]?\d+\w?\Z")


def chapter_of(ident: str) -> str:
    """Return the chapter of a rule or ruling: `LoT 12` of LoT 12.4, `REF titan` of REF titan-7."""
    numbered = _CHAPTER.match(ident)
    return numbered["chapter"] if numbered is not None else _LAST.sub("", ident) or ident


def _page(title: str, body: Iterable[str]) -> str:
    return page(title, _STYLE, ["<main>", *body, "</main>", *_SCRIPTS])


def write_pages(report: RulesPagesReport) -> dict[str, str]:
    """Return every page by the name of its file."""
    return _Site(report).pages()


class _Site:
    """The pages of one ruleset, and where each rule and ruling is on them."""

    def __init__(self, report: RulesPagesReport) -> None:
        self.report = report
        self.chapters: dict[str, list[Mapping[str, Any]]] = {}
        for row in report.rows:
            self.chapters.setdefault(chapter_of(row["id"]), []).append(row)
        self.files: dict[str, str] = {}
        for chapter in self.chapters:
            self.files[chapter] = _unused(chapter, {INDEX, _SHEETS, *self.files.values()})
        self.sheets = [one for one in report.index.entries() if one.kind == "sheet"]
        self.places = {
            row["id"]: f"{self.files[chapter]}#{_anchor(row['id'])}"
            for chapter, rows in self.chapters.items()
            for row in rows
        }

    def pages(self) -> dict[str, str]:
        """Return every page by the name of its file, and the scripts of the search field."""
        out = {INDEX: _page(f"{self.report.title}: rules", self.index())}
        for chapter, rows in self.chapters.items():
            out[self.files[chapter]] = _page(f"{chapter}: {self.report.title}", self.chapter(chapter, rows))
        out[_SHEETS] = _page(f"Sheets: {self.report.title}", self.sheet_page())
        anchors = {one.id: f"{_SHEETS}#{_anchor(one.id)}" for one in self.sheets}
        return out | {SCRIPT: _script(), DATA: _data(self.report.index, anchors | self.places)}

    def index(self) -> Iterator[str]:
        """Yield the list of all rules and rulings."""
        yield f"<h1>{markup(self.report.title)}</h1>"
        yield f"<p>{markup(self.report.summary)}</p>"
        yield _FIELD
        yield "<nav><ul class='chapters'>"
        yield from (
            f'<li><a href="#{_anchor(chapter)}">{markup(chapter)}</a> {markup(_head(rows))}({len(rows)})</li>'
            for chapter, rows in self.chapters.items()
        )
        yield f'<li><a href="{_SHEETS}">Sheets</a> ({len(self.sheets)})</li></ul></nav>'
        for chapter, rows in self.chapters.items():
            yield f'<h2 id="{_anchor(chapter)}"><a href="{self.files[chapter]}">{markup(chapter)}</a></h2><ul>'
            yield from (f"<li>{self.link(row['id'])} {markup(row['title'])}</li>" for row in rows)
            yield "</ul>"

    def chapter(self, chapter: str, rows: list[Mapping[str, Any]]) -> Iterator[str]:
        """Yield the rules of a chapter, each with all that belongs to it."""
        names = list(self.chapters)
        place = names.index(chapter)
        beside = [*names[max(0, place - 1) : place], *names[place + 1 : place + 2]]
        links = "".join(f' · <a href="{self.files[one]}">{markup(one)}</a>' for one in beside)
        yield f'<nav><a href="{INDEX}">{markup(self.report.title)}</a>{links}</nav>'
        yield _FIELD
        yield f"<h1>{markup(f'{chapter} {_head(rows)}'.strip())}</h1>"
        for row in rows:
            yield from self.rule(row)

    def sheet_page(self) -> Iterator[str]:
        """Yield all sheets."""
        yield f'<nav><a href="{INDEX}">{markup(self.report.title)}</a></nav>{_FIELD}<h1>Sheets</h1>'
        for one in self.sheets:
            yield f'<h2 id="{_anchor(one.id)}">{markup(one.title)}</h2><p>{markup(one.text)}</p>'

    def rule(self, row: Mapping[str, Any]) -> Iterator[str]:
        """Yield one rule or ruling: what it says, its choices, its clarifications, rulings, rows and cases."""
        ident = row["id"]
        yield f'<h2 id="{_anchor(ident)}"><span class="id">{markup(ident)}</span>{markup(row["title"])}</h2>'
        yield f'<p>{markup(row["summary"])} <span class="kind">{markup(row["kind"])}</span></p>'
        ruling = self.report.rulings.get(ident)
        if ruling is not None:
            yield from self.ruling(ruling)
        for one in row["errata"]:
            yield f"<p>{self.link(one['id'])}: {markup(one['question'])} {markup(one['answer'])}</p>"
        if row["rulings"]:
            yield "<p>Rulings:</p><ul>"
            yield from (f"<li>{self.link(one['id'])} {markup(one['question'])}</li>" for one in row["rulings"])
            yield "</ul>"
        if row["rows"]:
            yield "<ul>"
            for one in row["rows"]:
                place = f'<span class="place">{markup(one["path"])}</span>'
                # the file is where it is installed; its place there is what helps
                yield f'<li title="{markup(_file(one["place"]))}">{markup(one["words"])} {place}</li>'
            yield "</ul>"
        if row["cases"]:
            yield f"<details><summary>Proved by {len(row['cases'])} cases</summary><ul>"
            yield from (f"<li>{markup(case)}</li>" for case in row["cases"])
            yield "</ul></details>"

    def ruling(self, ruling: Ruling) -> Iterator[str]:
        """Yield the reason of a ruling, what it concerns, and its choices."""
        yield f"<p>{markup(ruling.why)}</p>"
        concerns = ", ".join(self.link(one) for one in ruling.concerns)
        yield f"<p>Concerns {concerns}.</p>" if concerns else ""
        if ruling.option is not None:
            yield f"<p>Option <code>{markup(ruling.option)}</code>:</p><dl>"
            for value, meaning in ruling.choices.items():
                mark = " (default)" if ruling.word_of(ruling.default) == value else ""
                yield f"<dt>{markup(value)}{mark}</dt><dd>{markup(meaning)}</dd>"
            if ruling.span:
                yield f"<dt>{markup(ruling.span)}</dt><dd>default {markup(str(ruling.default))}</dd>"
            yield "</dl>"

    def link(self, cite: str) -> str:
        """Return a link to a rule, which may have a qualifier."""
        ident = cite if cite in self.places else cite.rpartition(" ")[0]
        place = self.places.get(ident)
        return f'<a href="{place}">{markup(cite)}</a>' if place is not None else markup(cite)


def _head(rows: list[Mapping[str, Any]]) -> str:
    """Return the title of the paragraph that opens a chapter, an empty text where none does."""
    opens = rows[0]["id"].endswith(".0")
    return f"{rows[0]['title']} " if opens else ""


def _file(place: str) -> str:
    return "/".join(shown_place(place).split("/")[-3:])


def _anchor(ident: str) -> str:
    """Return the name of a place on a page, of plain letters."""
    return re.sub(r"[^a-z0-9.]+", "-", ident.lower()).strip("-.") or "rule"


def _unused(chapter: str, taken: set[str]) -> str:
    """Return the name of the file of a chapter."""
    stem = _anchor(chapter)
    names = (f"{stem}{'-' * bool(number)}{number or ''}.html" for number in range(len(taken) + 1))
    return next(name for name in names if name not in taken)


def _script() -> str:
    """Return the script of the field."""
    return (Path(__file__).parent / "rules_search.js").read_text(encoding="utf-8")


def _data(index: Index, places: Mapping[str, str]) -> str:
    """Return the index as a script that holds nothing but data; `places` say where each id is on the pages."""
    entries = index.entries()
    words: dict[str, int] = {}
    postings: dict[tuple[float, ...], int] = {}
    phrases = {means for all_means in index.synonyms.values() for means in all_means}
    said = {" ".join(phrase) for phrase in index.synonyms}
    for word in sorted({*index.vocabulary(), *phrases, *said}):
        found = [(entry, score * KINDS[entries[entry - 1].kind]) for entry, score in index.term(word)]
        row = tuple(number for entry, score in found for number in (entry - 1, round(score, 2)))
        if row:
            words[word] = postings.setdefault(row, len(postings))
    value: dict[str, Any] = {
        "most": _MOST_FOUND,
        "whole": WHOLE,
        "synonym": SYNONYM,
        "fillers": sorted(FILLERS),
        "synonyms": {" ".join(phrase): means for phrase, means in index.synonyms.items()},
        "entries": [[one.id, one.kind, one.title, one.text, places.get(one.id, "")] for one in entries],
        "words": words,
        "postings": list(postings),
    }
    return f"window.refereeIndex = {msgspec.json.encode(value).decode()};\n"
