"""Doubts whether the orders of a mail are meant, and whether they are all: what else it says that may change them.

A mail with such a line is held up and asked back. Nothing here reads a sentence: `phrases.yaml` has the words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from referee.core.game.orders import Remarks

from .clean import Line, Problem
from .matching import is_thought
from .order_reader import OrderReader
from .phrases import phrases
from .vocabulary import Vocabulary, forms_of, words_of

_DOUBTS = re.compile("|".join(f"(?:{one})" for one in phrases()["doubts"]), re.IGNORECASE)
_VERBS, _WHICH, _OWN = ("|".join(phrases()[name]) for name in ("taking_back", "back_which", "taken_back"))
_BACK = {"VERB": rf"(?<!not )(?<!n.t )(?<!never )\b(?:{_VERBS})", "OWN": rf"(?:(?:{_WHICH}) )+(?:{_OWN})"}
_RETRACTS = re.compile(
    "|".join(re.sub("VERB|OWN", lambda name: _BACK[name[0]], one) for one in phrases()["retracts"]), re.IGNORECASE
)
_REMARK = re.compile(r"\s[(#].*\Z|\s[-–—]{1,2}\s.*\Z|\s//\s.*\Z")
_OPEN, _FOLLOWS = frozenset(phrases()["open"]), frozenset(phrases()["follows"])
_NONE, _FEW = frozenset(phrases()["none"]), 6
# a line with no more words that goes to a number is hardly about days and hours
_SHORT = 8
# and one with no more, in a paragraph of its own, is no sentence
_BARE, _LETTERS, _CALLED = 2, re.compile(r"(?:[^\W\d_]|[ .'-])+"), re.compile(r"(?:[^\W\d_]|[ \"'€,-])+")
# a remark of so many words that names somebody, with small words alone beside the name, is about nothing else
_NAMED = 3
# what is read as nothing more than manners, and what may concern the orders beside it
_MANNERS = re.compile(rf"\W*(?:{'|'.join(phrases()['manners'])})\W*", re.IGNORECASE)
_CONCERNS = re.compile("|".join(f"(?:{one})" for one in phrases()["concerns"]), re.IGNORECASE)
# one of these is in a line that announces orders
_ANNOUNCE = frozenset(phrases()["announce"])
_NUMBERS, _UNPROPOSED = frozenset(phrases()["numbers"]), frozenset(phrases()["unproposed"])
_LABELS, _COUNTED = frozenset(phrases()["labels"]), frozenset(phrases()["counted"])
_STAYS, _PUT = frozenset(phrases()["stays"]), frozenset(phrases()["put"])
_DENIED, _EVERYBODY, _REST = (frozenset(phrases()[name]) for name in ("denied", "everybody", "rest"))
# words of lines that order nothing
UNMOVED = _STAYS | _DENIED | {"holds"}
_LEADS, TALK = frozenset(phrases()["leads"]), frozenset(phrases()["talk"])
# a name in quotation marks may have brackets
_QUOTES = re.compile(r'"[^"]*"')
_KEYS, _WORDS = frozenset(Remarks.__annotations__), ("if", "or")
# a remark that is no more gives what an order may hold, and what `legal` tells of it says more
_GIVES = re.compile(r"\W*(?:with\s+)?(?:number|carry)(?:\s+\S+){1,2}\Z", re.IGNORECASE)
_ENDS = ".!?:;,)…-–"
# what divides places in a word, as in D5-D3
_JOINED = re.compile(r"[-–—/>=→:,]+")
# two places in one word
_TWICE = re.compile(r"[a-z]\d{1,2}[a-z]\d{1,2}\Z")


def doubts(
    lines: Sequence[Line],
    ordered: Sequence[range],
    prose: Sequence[int],
    says: Sequence[str],
    reader: OrderReader,
) -> Iterator[Problem]:
    """Yield why the orders of a mail may not be meant; `ordered` and `prose` are places among its lines.

    `says` are the orders as they are echoed.
    """
    vocabulary = reader.vocabulary
    places = {place for span in ordered for place in span}
    for place in sorted(places):
        line = lines[place]
        remark = _REMARK.search(_QUOTES.sub("", line.text))
        if "?" in line.text:
            yield Problem(line.number, line.text, "is this a question? an order has no question mark")
        elif (
            remark is not None
            and (_GIVES.match(remark[0]) or not (_is_listed(remark[0]) or reader.told(remark[0])))
            and _changes(remark[0], line.text[: remark.start()], reader, reader.others(line.text))
        ):
            said = f"'{remark[0].strip()}' may change the order; write the order without the remark"
            yield Problem(line.number, line.text, said, asks=not _leaves_open(remark[0], vocabulary))
    for place in prose:
        line = lines[place]
        if is_manners(line.text, vocabulary) or stays_put(line.text, says, vocabulary):
            continue
        if _denies(line.text, says, vocabulary):
            said = "an order of this mail does what this denies; which of the two is meant?"
            yield Problem(line.number, line.text, said)
        elif _DOUBTS.search(line.text):
            said = "this may change what the orders mean; leave it out, or write a condition as 'if CONDITION: ORDER'"
            yield Problem(line.number, line.text, said)
        elif is_talk(line.text, says, reader):
            continue
        elif line.text.endswith(":") and _above(lines, place) in places and not _announces(line.text, vocabulary):
            said = "whose orders are these, and when? write 'My orders:' above them, or nothing"
            yield Problem(line.number, line.text, said, asks=True)
        elif (below := _above(lines, place)) in places and (
            (below == place + 1 and _goes_on(line.text)) or _leads_to(line.text, vocabulary)
        ):
            yield Problem(line.number, line.text, f"does this sentence go on with '{lines[below].text}'?")
        elif place - 1 in places and _began_before(line.text):
            yield Problem(
                line.number,
                line.text,
                f"does this end a sentence that begins with '{lines[place - 1].text}'?",
            )
        elif _orders(line.text, reader) or _hangs(line.text, vocabulary):
            said = "is this meant as an order? it cannot be read; write it as an order, or leave the line out"
            yield Problem(line.number, line.text, said, unread=True)
        elif _is_bare(lines, place, max(places, default=0), vocabulary):
            said = "what this says of the orders is not clear; leave it out, or say it in a sentence"
            yield Problem(line.number, line.text, said)
        elif (
            beside := _beside(lines, place, places) if _acting(says) else {lines[place].number for place in places}
        ) and not (_is_chat(line.text, line.number in beside, vocabulary) and not _is_scrap(lines, place, places)):
            said = "this is among orders and is not understood; leave it out, or send it in another mail"
            yield Problem(line.number, line.text, said, asks=not _leaves_open(line.text, vocabulary))


def _leaves_open(remark: str, vocabulary: Vocabulary) -> bool:
    """Return whether a remark says something of when or where, takes something back, or hangs on something."""
    words = [word.casefold().strip(".,!?:") for word in words_of(remark)]
    told = vocabulary.verbs | vocabulary.choices
    open_ended = not _UNPROPOSED.isdisjoint(words) or _DOUBTS.search(remark) is not None or "?" in remark
    return open_ended or any(vocabulary.is_place(word) or not forms_of(word).isdisjoint(told) for word in words)


def _above(lines: Sequence[Line], place: int) -> int:
    """Return the place of the next line below one that is not empty."""
    return next((other for other in range(place + 1, len(lines)) if lines[other].text), len(lines))


def _announces(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a line that ends with a colon says that orders follow, or of whom they are."""
    words = [word.casefold() for word in words_of(text)]
    told = not _ANNOUNCE.isdisjoint(words) or any(_labels(word, vocabulary) for word in words)
    known = _ANNOUNCE | _LABELS | TALK | vocabulary.prose
    # what names a piece is about this game
    plain = all(word in known or word in _NUMBERS or word.isdecimal() or _labels(word, vocabulary) for word in words)
    plain = plain or any(map(vocabulary.is_named, words))
    return told and plain and not concerns(" ".join(word for word in words if word not in _ANNOUNCE), vocabulary)


def _hangs(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a sentence names something that acts, and says what may concern its orders."""
    return any(map(vocabulary.is_named, words_of(text))) and concerns(text, vocabulary)


def _beside(lines: Sequence[Line], place: int, ordered: Collection[int]) -> set[int]:
    """Return the numbers of the lines with orders that are in one paragraph with a line."""
    begin = end = place
    while begin > 0 and lines[begin - 1].text and not lines[begin - 1].cut:
        begin -= 1
    while end < len(lines) and lines[end].text and not lines[end].cut:
        end += 1
    return {lines[other].number for other in range(begin, end) if other in ordered}


def is_manners(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a line or a clause is nothing but manners, or a label above orders or before one."""
    words = [word.casefold() for word in words_of(text)]
    if _MANNERS.fullmatch(text) and not _DOUBTS.search(text):
        return True
    numbered = not _COUNTED.isdisjoint(words)
    known = [word in _LABELS or (numbered and word.isdecimal()) or _labels(word, vocabulary) for word in words]
    return text.endswith(":") and all(known)


def _is_bare(lines: Sequence[Line], place: int, last: int, vocabulary: Vocabulary) -> bool:
    """Return whether a paragraph is a word or two that may judge the orders, as "Rejected": no name below the last."""
    text = lines[place].text
    words = [word.casefold() for word in words_of(text)]
    # the subject stands below the text
    near = (lines[at] for at in (place - 1, place + 1) if 0 <= at < len(lines))
    around = [one.text for one in near if abs(one.number - lines[place].number) == 1]
    if any(around) or not 0 < len(words) <= _BARE or text[-1] in ",:" or not TALK.isdisjoint(words):
        return False
    if any("." in word.strip(".") for word in words) or (text[-1] == "!" and not concerns(text, vocabulary)):
        # an address of the web, or a cheer
        return False
    named = place > last and _is_signed(text) and (text[-1] != "." or len(words[-1].strip(".")) == 1)
    return not named and not any(word in _LABELS or _labels(word, vocabulary) for word in words)


def _is_scrap(lines: Sequence[Line], place: int, ordered: Collection[int]) -> bool:
    """Return whether a line among orders is a word or two, and neither an address above them nor a name below."""
    text, words = lines[place].text, words_of(lines[place].text)
    if len(words) > _BARE or not TALK.isdisjoint(word.casefold() for word in words):
        return False
    above, below = place < min(ordered), place > max(ordered)
    first = not any(line.text for line in lines[:place])
    called = above and first and (text[-1] in ",!" or (_CALLED.fullmatch(text) is not None and not text.isupper()))
    return not (called or (below and _is_signed(text)))


def is_name(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a text is a name of three words at most, none of which belongs to sentences."""
    words = [word.casefold().strip(".") for word in words_of(text)]
    known = any(word in vocabulary.prose | _NONE | _DENIED for word in words)
    return _is_signed(text) and len(words) <= _NAMED and not known and not is_doubted(text)


def _is_signed(text: str) -> bool:
    """Return whether a text may be a name, below a dash or not: letters alone, of which the first is a capital."""
    name = text.lstrip("-*~ ")
    return name[:1].isupper() and _LETTERS.fullmatch(name) is not None


def _is_chat(text: str, shares: bool, vocabulary: Vocabulary) -> bool:
    """Return whether what is in one paragraph with orders, or `shares` a line with one, says nothing of them."""
    words = [word.casefold() for word in words_of(text)]
    if text.endswith(":") and shares:
        return False
    if concerns(text, vocabulary) or "?" in text:
        return False
    if not shares or len(words) > _SHORT or text[-1] in "!)" or not TALK.isdisjoint(words):
        return True
    return is_name(text, vocabulary) and not any(_labels(word, vocabulary) for word in words)


def concerns(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a text has words that may change an order beside it, other than those of orders themselves."""
    known = vocabulary.choices | vocabulary.verbs
    return any(forms_of(found[0].casefold()).isdisjoint(known) for found in _CONCERNS.finditer(text))


def _labels(word: str, vocabulary: Vocabulary) -> bool:
    """Return whether a word names a piece, or what orders do or choose."""
    known = vocabulary.choices | vocabulary.verbs
    return vocabulary.is_named(word) or vocabulary.is_entry(word) or not forms_of(word).isdisjoint(known)


def is_talk(text: str, says: Sequence[str], reader: OrderReader) -> bool:
    """Return whether a line tells of what the orders of its mail do, or of what is not done: a piece that stays."""
    vocabulary = reader.vocabulary
    words = [word.casefold().rstrip(".,!?:") for word in words_of(text)]
    if _is_without(words, says, vocabulary):
        return True
    if _is_labelled(text, vocabulary):
        return False
    named = {word for word in words if vocabulary.is_piece(word) or vocabulary.is_kind(word)}
    others = set(words) - named
    if _places(text, vocabulary) - named or any(map(vocabulary.is_strong, others)):
        return False
    none = len(words) <= _FEW and len(named) == 1 and not _NONE.isdisjoint(words)
    if _DOUBTS.search(text) or (not none and concerns(text, vocabulary)):
        return False
    if not none and (any(vocabulary.is_verb(word, reader.verbs()) for word in others) or _commands(words, vocabulary)):
        return False
    # an id is that piece, a kind any of it
    told = [{word} if vocabulary.is_piece(word) else vocabulary.names_of(word) for word in named]
    orders = [_names(order, vocabulary) for order in says]
    if none or not _STAYS.isdisjoint(words):
        return bool(named) and not any(one & acts for one in told for acts, _ in orders)
    return any(any(one & acts for one in told) and all(one & names for one in told) for acts, names in orders)


def _is_without(words: Sequence[str], says: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Return whether a few words say that nothing is done, or nothing of a kind, and no order does it: no split."""
    ordered = {one.partition(" ")[0] for one in says} - {"end"}
    if len(words) > _FEW or any(map(vocabulary.is_strong, words)) or any(map(vocabulary.is_kind, words)):
        return False
    if not _STAYS.isdisjoint(words):
        return not ordered
    denied = {verb for word in words[1:] for verb in vocabulary.verbs & forms_of(word)}
    return words[:1] != [] and words[0] in _NONE and bool(denied) and ordered.isdisjoint(denied)


def stays_put(text: str, says: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Return whether a line says no more than that something stays, and no order moves what it names."""
    words = [word.casefold().strip(".,!?:") for word in words_of(text)]
    named = [word for word in words if vocabulary.is_piece(word) or vocabulary.is_kind(word)]
    # that a piece does not stay says the opposite
    stays, denied = bool(_STAYS.intersection(words)) or words[:1] == ["leave"], bool(_DENIED.intersection(words))
    stays = stays or ("hold" not in vocabulary.choices and not {"hold", "holds"}.isdisjoint(words))
    where = {word for word in words if any(vocabulary.is_at(one, word) for one in named)}
    if "?" in text or stays == denied or not {*words} - {*named, *where} <= _STAYS | _PUT | _DENIED | {"hold", "holds"}:
        return False
    told = [{word} if vocabulary.is_piece(word) else vocabulary.names_of(word) for word in named]
    acts = [names for order in says for names in _names(order, vocabulary)[:1]]
    if named:
        return not any(one & names for one in told for names in acts)
    return not _REST.isdisjoint(words) or not _acting(says)


def _acting(says: Sequence[str]) -> list[str]:
    """Return the orders that do more than end a phase."""
    return [one for one in says if not one.startswith("end ")]


def _denies(text: str, says: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Return whether a line says that nobody does anything, or that a piece stays, and an order does it."""
    words = [word.casefold().strip(".,!?:") for word in words_of(text)]
    if len(words) > _FEW or not _REST.isdisjoint(words):
        return False
    stays = _STAYS | ({"hold", "holds"} - vocabulary.choices)
    named = [word for word in words if vocabulary.is_piece(word)]
    if named:
        acts = [names for order in says for names in _names(order, vocabulary)[:1]]
        return not stays.isdisjoint(words) and any(word in names for word in named for names in acts)
    whole = not _EVERYBODY.isdisjoint(words) or words[:1] == ["no"]
    done = any(vocabulary.means(word, order.split()[0]) for word in words for order in _acting(says))
    return whole and bool(_acting(says)) and (not stays.isdisjoint(words) or done)


def _names(order: str, vocabulary: Vocabulary) -> tuple[set[str], set[str]]:
    """Return the names of what acts in an order, its kinds and its first piece, and of everything in it."""
    words = order.casefold().split()[1:]
    first = next((word for word in words if vocabulary.is_piece(word)), "")
    acts = {*vocabulary.names_of(first), *(kind for word in words for kind in vocabulary.kinds_of(word))}
    return acts, {name for word in words for name in vocabulary.names_of(word)}


def is_doubted(text: str) -> bool:
    """Return whether a text may deny orders, or make them hang on something."""
    return _DOUBTS.search(text) is not None


def retracts(text: str) -> bool:
    """Return whether a line takes back what its player has sent before."""
    return _RETRACTS.search(text) is not None and "?" not in text


def takes_back(text: str) -> bool:
    """Return whether a line may deny the orders above it, as below a line that begins a signature."""
    return retracts(text) or (len(words_of(text)) <= _FEW and _DOUBTS.search(text) is not None)


def _is_listed(remark: str) -> bool:
    """Return whether a remark is one that `legal` writes beside an order: what follows `#` begins with its keys."""
    heads = [(part.split() or [""])[0] for part in remark.strip().removeprefix("#").split(";")]
    return remark.strip().startswith("#") and set(heads) <= _KEYS and heads[0] not in _WORDS


def _changes(remark: str, order: str, reader: OrderReader, others: Collection[str]) -> bool:
    """Return whether a remark beside an order may say something else than the order.

    A name that is in none of the `others` that the line might give changes nothing. A place that the order and its
    pieces have nothing to do with does, and so do a few words that name somebody else.
    """
    vocabulary, words = reader.vocabulary, words_of(remark)
    about = [word.casefold().strip(".,!?:") for word in words_of(order)]
    known = {*about, *(said for word in about for said in (*vocabulary.said_of(word), *vocabulary.names_of(word)))}
    for word in (one.casefold() for one in words):
        place = vocabulary.is_place(word) or vocabulary.is_spot(word)
        alone = len(words) <= _NAMED and all(one.casefold() in {word, *vocabulary.prose} for one in words)
        kind = alone and any((vocabulary.is_piece(word), vocabulary.is_kind(word), vocabulary.is_entry(word)))
        if (place or kind) and known.isdisjoint({word, *vocabulary.names_of(word)}):
            return True
    chosen = {*vocabulary.choices, *reader.verbs(), *(vocabulary.fields - vocabulary.prose)}
    if any(word.casefold() in chosen or word.isdecimal() for word in words):
        return True
    named = [word for word in words if vocabulary.is_strong(word) or vocabulary.is_kind(word)]
    told = any(not vocabulary.names_of(word).isdisjoint(others) for word in named)
    return _DOUBTS.search(remark) is not None or concerns(remark, vocabulary) or told


def _orders(text: str, reader: OrderReader) -> bool:
    """Return whether a line of prose beside orders may be one: by a verb or a command at its head, or a name."""
    vocabulary, words = reader.vocabulary, words_of(text)
    small = [word.casefold().strip(".,!?:") for word in words]
    first = next((word for word in small if word not in _LEADS), "")
    # one word that means an order, as "Charge!"
    if len(small) == 1 and any(vocabulary.means(first, verb) for verb in vocabulary.verbs):
        return True
    if _is_labelled(text, vocabulary):
        return True
    # what ends with a colon announces what follows it
    announced = text.rstrip().endswith(":")
    if vocabulary.is_verb(first, vocabulary.verbs) and not announced and vocabulary.is_verb(first, reader.verbs()):
        return True
    if _places(text, vocabulary) or _numbered(text, small, vocabulary):
        return True
    if len(small) <= _SHORT and any(map(vocabulary.is_entry_number, small, small[1:])):
        return True
    if _commands(small[:2], vocabulary):
        return True
    if announced or text.startswith("(") or not any(map(vocabulary.is_named, words)):
        return False
    if TALK.isdisjoint(small):
        return True
    return any(vocabulary.means(word, verb) for word in small for verb in reader.verbs())


def _is_labelled(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether what names something, or an order, stands below a label that does: "Tower: a gargoyle"."""
    about, _, said = text.casefold().partition(":")
    labelled = (any(_labels(word.strip("."), vocabulary) for word in words_of(part)) for part in (about, said))
    return len(words_of(about)) <= _BARE and all(labelled)


def _numbered(text: str, small: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Return whether a few words have a number or a direction, as orders have, and tell others nothing."""
    if len(small) > _FEW or not TALK.isdisjoint(small) or small[:1] == ["on"] or text.rstrip()[-1:] in "!?:":
        return False
    turned = any(len(word) < 3 and word.isupper() and word.casefold() in vocabulary.choices for word in words_of(text))
    return turned or any(word.isdecimal() for word in small[1:])


def _commands(words: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Return whether two words that stand together are a choice of an order or an entry of a table: fall back."""
    joined = (f"{one}_{other}" for first, other in pairwise(words) for one in forms_of(first))
    return any(pair in vocabulary.choices or vocabulary.is_entry(pair) for pair in joined)


def _places(text: str, vocabulary: Vocabulary) -> set[str]:
    """Return the places in a line, those that are joined in a word too."""
    words = [word.casefold().strip(".,!?():") for word in text.split()]
    parts = {part for word in words for part in _JOINED.split(word) if vocabulary.is_spot(part)}
    return parts | {word for word in words if _TWICE.match(word)}


def _goes_on(text: str) -> bool:
    """Return whether a line of prose directly above an order may be the beginning of a sentence."""
    words = words_of(text)
    return len(words) > 1 and text[-1] not in _ENDS and words[-1].casefold() in _OPEN


def _leads_to(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a line of prose above an order has no end, and says what might be done or concerns orders."""
    unended = text[-1] not in _ENDS and len(words_of(text)) > _BARE + 1
    return unended and (is_thought(text, vocabulary) or concerns(text, vocabulary))


def _began_before(text: str) -> bool:
    """Return whether a line of prose directly below an order may be the end of a sentence."""
    words = words_of(text)
    return bool(words) and words[0].strip(".") in _FOLLOWS
