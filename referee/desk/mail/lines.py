"""What each line of a mail is: an order, a request to the desk, the heading, press, or prose that is set aside."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

import msgspec

from referee.core.documents.problems import listed
from referee.core.game.reacting import Reacting, reacts

from .clean import LONG, QUOTED, Line, Problem
from .doubts import doubts, is_manners, is_talk, stays_put, takes_back
from .matching import NUMBERS, TO
from .order_reader import CALLS, REMARK, OrderReader, Read
from .phrases import phrases
from .proposing import Proposer
from .vocabulary import words_of

# what an order begins with that reacts to what happens
REACTS = frozenset({"if", "else", "try", "always"})
_LABEL = re.compile(
    r"\A(?:my\s+)?(?:orders?|moves?|step|turn|zug|befehle?|ordres?)(?:\s+[0-9]{1,3})?\s*[:.)]\s*", re.IGNORECASE
)
_CLAUSE = re.compile(r"(?<=[.!])\s+(?=[^\W\d_])|(?<=:)\s+|,\s+|;\s*")
# a line of more clauses is no sentence
_MOST_CLAUSES = 12
_HANGS = frozenset(phrases()["hangs"])
_ARROW = re.compile(r"[>→⇒]")
_MOST_JOINED = 4
# a line of so many words, a verb and a choice of an order among them, is hardly a sentence
_SHORT = 4
# what is shown of a long line, and the problems after which a mail is read no further
_SHOWN, _MOST_SHOWN, _MOST_PROBLEMS = 60, 240, 20
# so many paragraphs are looked at for what they may order
_MOST_RUNS = 12
# a line of so many characters may go on in the next
_WRAPPED = 56
# so many orders are in one mail
MOST_ORDERS = 120
# what may be quoted, or said aside
_MARKS = "\"'([{<"
_LINK = re.compile(r"\b[a-z]+://\S+", re.IGNORECASE)


class Proposal(NamedTuple):
    """An order that a line may mean, with how many of the orders that were read come before it."""

    before: int
    order: Read


class Sorted(msgspec.Struct):
    """What the lines of a mail are, as far as they are read; `at`, `ordered` and `prose` are places among them.

    `above` says whether orders stand above what is passed on, None before that.
    """

    lines: list[Line]
    orders: list[Read] = []
    problems: list[Problem] = []
    set_aside: list[str] = []
    proposals: list[Proposal] = []
    at: list[int] = []
    above: bool | None = None
    ordered: list[range] = []
    prose: list[int] = []
    cut: list[Line] = []
    unclear: list[Problem] = []


class Sorter(OrderReader):
    """Tells the orders among lines from prose, and reads them."""

    def sort(self, lines: Sequence[Line]) -> Sorted:
        """Return the orders, the problems and the prose among lines."""
        found = Sorted([part for line in lines for part in self._parts(line)])
        reader, place = self._reader(), 0
        while place < len(found.lines):
            place += self._sort_at(place, found, reader)
        says = [one.says for one in found.orders]
        for held in found.unclear:
            talk = is_talk(held.line, says, self)
            if talk or stays_put(held.line, says, self.vocabulary):
                found.set_aside.append(held.line)
            else:
                found.problems.append(held)
        found.problems.extend(self._cut(found.cut, says))
        found.problems.extend(self._counted(found.lines, found.orders))
        found.problems.extend(doubts(found.lines, found.ordered, found.prose, says, self) if found.orders else ())
        found.proposals = self._propose(found)
        if not (found.orders or found.proposals):
            # to ask something is no order
            asked = [one for one in found.problems if one.unread and "?" in one.line and not self._begins(one.line)]
            found.problems = [one for one in found.problems if one not in asked]
            found.set_aside.extend(one.line for one in asked)
        if not (found.orders or found.proposals or found.problems):
            found.problems.extend(self._missed(found))
        beside = {problem.line for problem in found.problems}
        found.set_aside = [one for one in found.set_aside if one not in beside]
        return found

    def _propose(self, found: Sorted) -> list[Proposal]:
        """Return what lines that cannot be read may order, and note that it is asked whether they are meant so.

        Other lines are looked at only in a mail without any order, or for the end of a phase.
        """
        held = {(problem.number, problem.line): problem for problem in found.problems}
        proposer, proposals = Proposer(self), list[Proposal]()
        for run in list(self._runs(found))[:_MOST_RUNS]:
            lines = [found.lines[place] for place in run]
            about = {(line.number, line.text): held.get((line.number, line.text)) for line in lines}
            wrong = [one for one in about.values() if one is not None]
            # beside ends alone, anything may be what is done before
            marked = any(one.unread for one in wrong) or all(one.says.startswith("end ") for one in found.orders)
            if not (marked or held) or not all(one.asks or one.unread for one in wrong):
                continue
            reader, number = self._reader(), lines[0].number
            texts = proposer.orders(_joined(lines))
            reads = [one for order in texts if (one := self._read(order, number, reader)[0]) is not None]
            if not reads and len(wrong) > 1:
                self._propose_alone(found, proposer, [one for one in wrong if one.unread])
            # a line for which the mail is not held can still say that its player is done
            if not reads or not (marked or all(one.says.startswith("end ") for one in reads)):
                continue
            given, before = [one.says for one in found.orders], sum(place < run[0] for place in found.at)
            fresh = [Proposal(before, one) for one in reads if one.says not in given]
            if not fresh and not wrong:
                continue
            proposals += fresh
            found.problems = [one for one in found.problems if one not in wrong]
            shown = [line.text for line in lines if not wrong or about[line.number, line.text] is not None]
            found.problems.append(Problem(number, " ".join(shown)[:_MOST_SHOWN], _meant(reads), asks=True))
            found.set_aside = [one for one in found.set_aside if one not in shown]
        return proposals

    def _propose_alone(self, found: Sorted, proposer: Proposer, unread: Sequence[Problem]) -> None:
        """Say of each line that has a meaning by itself what it may order, where others hold the mail anyway."""
        texts = {one: proposer.orders(one.line) for one in unread}
        if all(texts.values()):
            # together they mean something else
            return
        for one, orders in texts.items():
            reads = [read for order in orders if (read := self._read(order, one.number, self._reader())[0]) is not None]
            if reads:
                found.problems[found.problems.index(one)] = one._replace(message=_meant(reads))

    def _missed(self, found: Sorted) -> Iterator[Problem]:
        """Yield the problem of each line of a mail without any order that may be meant as one, and asks nothing."""
        known, verbs = self.vocabulary, self.verbs()
        for line in (found.lines[place] for place in found.prose):
            words = [word.casefold() for word in words_of(_LINK.sub("", line.text))]
            acts = any(word in NUMBERS or any(known.means(word, verb) for verb in verbs) for word in words)
            if any(map(known.is_named, words)) and acts and line.text[-1] not in CALLS and "?" not in line.text:
                said = "is this meant as an order? it cannot be read; write each order on a line of its own"
                yield Problem(line.number, line.text, said)

    def _runs(self, found: Sorted) -> Iterator[list[int]]:
        """Yield the places of lines that stand together and are no orders."""
        taken = {place for span in found.ordered for place in span}
        free = [
            place
            for place, line in enumerate(found.lines)
            if line.text and not (line.cut or line.long or place in taken)
        ]
        for _, run in groupby(enumerate(free), lambda pair: pair[1] - pair[0]):
            yield [place for _, place in run]

    def _sort_at(self, place: int, found: Sorted, reader: Reacting) -> int:
        """Tell what begins at a line, and return how many lines that takes."""
        line = found.lines[place]
        if line.forwarded and found.above is None:
            found.above = bool(found.orders or found.problems)
        if line.cut and not (found.above and line.forwarded):
            found.cut.append(line)
        elif not line.text:
            pass
        elif found.above or len(found.problems) > _MOST_PROBLEMS or len(found.orders) > MOST_ORDERS:
            # what is passed on below the orders of a mail is no order of it
            found.set_aside.append(f"{line.text[:_SHOWN]} …" if line.long and not found.above else line.text)
        elif line.long and self._begins(line.text[:LONG]):
            found.problems.append(Problem(line.number, line.text[:_SHOWN], f"has more than {LONG} characters"))
        elif line.long:
            found.set_aside.append(f"{line.text[:_SHOWN]} …")
        else:
            return self._taken_at(place, found, reader)
        return 1

    def _taken_at(self, place: int, found: Sorted, reader: Reacting) -> int:
        """Take the order that begins at a line, or note that it is unclear or prose; return how many lines it takes."""
        line, count = found.lines[place], len(found.orders)
        used = self._take(found.lines, place, reader, found)
        if not used and (held := self._unclear(line)) is not None:
            found.unclear.append(held)
        elif not used:
            found.prose.append(place)
            found.set_aside.append(line.text)
        elif len(found.orders) > count:
            found.at += [place] * (len(found.orders) - count)
            if line.text[0] in _MARKS:
                said = f"is this meant as an order? write it without the {line.text[0]}"
                found.problems.append(Problem(line.number, line.text, said, asks=True))
            found.ordered.append(range(place, place + used))
            if found.orders[-1].matched:
                # nothing of the line is left that could be a remark
                found.lines[place] = line._replace(text=found.orders[-1].text)
        return used or 1

    def _counted(self, lines: Sequence[Line], orders: Sequence[Read]) -> Iterator[Problem]:
        """Yield the problem of numbered orders that order one thing twice, and later: the numbers may be rolls."""
        numbers = {line.number: line.bullet.strip("#([.):]/") for line in lines if line.bullet}
        counted = [one for one in orders if numbers.get(one.number, "").isdecimal() and not reacts(one.says)]
        heads = [one.says.split()[:2] for one in counted]
        legal = set(self.legal()) if len(counted) > 1 else set()
        for one, head in zip(counted, heads, strict=True):
            if heads.count(head) > 1 and one.says not in legal:
                number = numbers[one.number]
                said = f"is {number} a roll? then write 'on {number}: {one.text}'; if it is none, leave it out"
                yield Problem(one.number, one.text, said)

    def _cut(self, lines: Sequence[Line], taken: Sequence[str]) -> Iterator[Problem]:
        """Yield the problem of each line that does not count and is an order, other than those that were taken."""
        # quoted lines are a choice where all of them are orders
        chosen = all(self._begins(line.text) for line in lines if line.cut == QUOTED)
        for line in lines:
            if (line.cut == QUOTED and not chosen) or self.told(line.text):
                continue
            if not self._begins(line.text):
                if not line.forwarded and line.cut != QUOTED and takes_back(line.text):
                    yield Problem(line.number, line.text, f"does this take back an order? {line.cut}")
                    continue
                if line.forwarded or self._unclear(line) is None:
                    continue
                yield Problem(line.number, line.text, f"is this meant as an order? {line.cut}")
                continue
            found, _ = self._read(line.text, line.number, self._reader())
            named = any(map(self.vocabulary.is_strong, words_of(line.text)))
            if (found is not None and found.says not in taken) or (found is None and named):
                yield Problem(line.number, line.text, f"is this meant as an order? {line.cut}")

    def _take(self, lines: Sequence[Line], place: int, reader: Reacting, out: Sorted) -> int:
        """Read the order that begins at a line; return how many lines it takes, 0 if it is prose."""
        line = lines[place]
        text = self.bare(line.text)
        if len(closing := self.matcher.ends(text)) > 1:
            choice = "' or '".join(closing)
            out.problems.append(Problem(line.number, line.text, f"which of them is it? write '{choice}'"))
            return 1
        if self._begins(text):
            # "split: two ogres off bk01"
            head, _, rest = text.partition(": ")
            text = TO.sub(" to ", f"{head} {rest}" if head.casefold() in self.verbs() else text)
        label = _LABEL.match(text)
        if label is not None and not self._begins(text) and self._begins(text[label.end() :]):
            text = text[label.end() :]
        bare = REMARK.sub("", text)
        readable = self._begins(text) or _ARROW.search(text) is not None
        if not readable and not (self._names_piece(text) and self.told_order(text)):
            for form in dict.fromkeys((text, bare)):
                if (matched := self._matched(form)) is not None:
                    out.orders.append(self._kept(matched, line.number, reader)._replace(matched=form == text))
                    return 1
            if several := self._several(line, text, reader):
                out.orders.extend(several)
                return 1
            if (problem := self._misspelt(line, text)) is not None:
                out.problems.append(problem)
                return 1
            return 0
        found, length, wrong = self._longest(lines, place, text, reader)
        if found is None and bare and bare != text:
            found, length, _ = self._longest(lines, place, bare, reader)
        if found is not None:
            out.orders.append(found)
            return length
        if several := self._several(line, text, reader):
            out.orders.extend(several)
            return 1
        said = self._conditional(text) if reacts(text) else list(filter(None, [self.told_order(text)]))
        if not said or any(self._read(one, line.number, reader)[0] is None for one in said):
            said = list(filter(None, [self._matched(text) or self._matched(bare)]))
        if said:
            out.orders.extend(self._kept(one, line.number, reader) for one in said)
            return 1
        if not self._begins(text) or not self._is_meant(text):
            return 0
        # what lists orders at a terminal is no help in a mail
        out.problems.append(Problem(line.number, line.text, wrong.partition("; `")[0], unread=True))
        return 1

    def _parts(self, line: Line) -> list[Line]:
        """Return a line, or its sentences and clauses where one of them is an order and the whole is none."""
        label = _LABEL.match(line.text)
        if line.cut or line.long or (label is not None and self._begins(line.text[label.end() :])):
            return [line]
        parts = [part for part in _CLAUSE.split(line.text) if part]
        # a remark in brackets is no clause
        if not 1 < len(parts) <= _MOST_CLAUSES or self.is_order(REMARK.sub("", line.text)):
            return [line]
        if not any(map(self.is_order, parts)):
            return [line]
        if any(words_of(part)[:1] and words_of(part)[0].casefold() in _HANGS for part in parts[1:]):
            return [line]
        hangs = words_of(line.text)[0].casefold() in _HANGS and not is_manners(parts[0], self.vocabulary)
        if hangs or self.is_order(line.text) or self._is_condition(line.text):
            return [line]
        several = self._several(line, self.bare(line.text), self._reader())
        return [line] if several else [line._replace(text=part) for part in parts]

    def _is_condition(self, text: str) -> bool:
        """Return whether what stands before a colon may be a condition: it names something, or is like its words."""
        words = words_of(text.partition(":")[0]) if ":" in text else []
        like = difflib.get_close_matches(words[0].casefold(), REACTS, 1, 0.7) if words else []
        return bool(like) or any(map(self.vocabulary.is_strong, words))

    def _longest(self, lines: Sequence[Line], place: int, text: str, reader: Reacting) -> tuple[Read | None, int, str]:
        """Return the order of a line, with the lines after it that a mail program has wrapped; else why it is none."""
        best: tuple[Read | None, int, str] = None, 0, ""
        joined = text
        for length in range(1, _MOST_JOINED + 1):
            if length > 1:
                cut_short = joined.rstrip().endswith(("|", ":", ","))
                following = lines[place + length - 1] if place + length - 1 < len(lines) else None
                if following is None or not following.text or following.long or following.cut:
                    break
                if not cut_short and (following.bullet or self._begins(following.text)):
                    break
                if best[0] is not None and not self._continues(following.text):
                    break
                joined = f"{joined} {following.text}"
            said, wrong = self._read(joined, lines[place].number, reader)
            if said is None and not joined.islower():
                said, _ = self._read(self._small(joined), lines[place].number, reader)
            if said is not None:
                best = said, length, ""
            elif length == 1:
                best = None, 0, wrong
        if best[0] is not None:
            self._keep(best[0], reader)
        return best

    def _continues(self, text: str) -> bool:
        """Return whether a line goes on with an order: every word of it is one that orders have."""
        known = self.vocabulary
        return all(known.is_name(word) or word.casefold() in known.fields for word in words_of(text))

    def _misspelt(self, line: Line, text: str) -> Problem | None:
        """Return the problem of an order whose verb is misspelt, None if the line is prose."""
        words = words_of(text)
        if len(words) < 2 or any(map(self.vocabulary.is_prose, words)):
            return None
        known = {*self.vocabulary.verbs, *(("else", "always", "try") if ":" in text else ())}
        verb = difflib.get_close_matches(words[0].casefold().rstrip(":"), known, 1, 0.7)
        if not verb or not any(map(self.vocabulary.is_strong, words[1:])):
            return None
        return Problem(line.number, line.text, f"'{words[0]}' is no order", unread=True)

    def _unclear(self, line: Line) -> Problem | None:
        """Return the problem of a line that may be meant as an order, since it names a piece of the game or a phase.

        To set it aside could lose an order beside others that are carried out.
        """
        words = words_of(_LINK.sub("", line.text))
        piece = next((word for word in words if self.vocabulary.is_piece(word)), None)
        if piece is not None:
            others = [word for word in words if word != piece]
            placed = any(map(self.vocabulary.is_place, others))
            more = any(self.vocabulary.is_name(word) or word.casefold() in self.vocabulary.verbs for word in others)
            # an id that is a word needs a place with it, and a sentence about a piece alone says something of it
            if len(piece) == 1 or (
                not placed and (piece.isalpha() or (not more and any(map(self.vocabulary.is_prose, others))))
            ):
                piece = None
        kinds = list(dict.fromkeys(word for word in words if self.vocabulary.is_kind(word)))
        if piece is None and (any(map(self.vocabulary.is_spot, words)) or self._opposed(words, kinds, line)):
            piece = next(iter(kinds), None)
        head = words[0] if words else ""
        if piece is None and self.vocabulary.is_piece(head) and line.text.startswith(f"{head}:"):
            piece = head
        piece = piece.strip(".,!?:") if piece is not None else None
        if line.text.casefold() in self.vocabulary.policies:
            said = f"as a standing order it begins with 'always'; did you mean 'always: {line.text}'?"
            return Problem(line.number, line.text, said)
        small = [word.casefold() for word in words]
        ends = len(small) <= _SHORT and line.text.rstrip()[-1:] not in CALLS
        ends = ends and any(one in self.vocabulary.verbs for one in small)
        ends = ends and any(one in self.vocabulary.choices - self.vocabulary.verbs for one in small)
        if piece is None and not ends:
            return None
        what = f"names {piece} and" if piece is not None else "may be meant as an order and"
        said = f"this {what} is no order that can be read; write it as an order, or leave the line out"
        return Problem(line.number, line.text, said, unread=True)

    def _opposed(self, words: Sequence[str], kinds: Sequence[str], line: Line) -> bool:
        """Return whether a short line sets two kinds of pieces against each other."""
        return len(kinds) > 1 and len(words) <= 2 * _SHORT and line.text.rstrip()[-1:] not in CALLS


def _meant(reads: Sequence[Read]) -> str:
    """Return the question whether some orders are meant."""
    meant = listed([f"'{one.says}'" for one in reads], "and")
    return f"this is not read as an order for certain; did you mean {meant}?"


def _joined(lines: Sequence[Line]) -> str:
    """Return lines as one text, those that a mail program has wrapped as one line."""
    text = lines[0].text
    for before, line in pairwise(lines):
        wrapped = len(before.text) >= _WRAPPED and not line.bullet and line.text[:1].islower()
        text += f" {line.text}" if wrapped else f"\n{line.text}"
    return text
