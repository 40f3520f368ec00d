"""Orders, questions and objections: what a player asks for, and why it may not be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from . import documents, phrases
from .dice import Throw
from .documents import Document, Path, Problem, Unreadable
from .facts import Facts
from .ledger import PlainLedger
from .problems import MOST_PROBLEMS, as_known
from .shapes import Shape, shapes

if TYPE_CHECKING:
    from .desk import Desk
    from .game import Game


MOST_ORDERS = 10_000


class Objection(msgspec.Struct, frozen=True):
    """One reason why an order may not be.

    `hangs_on` names the pieces whose fate could lift it, and `alone` says that nothing else can, not even another
    phase; one that holds `always` no dice can lift. `follows` names the pieces whose own orders would lift it, so
    that it is not told beside what is wrong with those.
    """

    message: str
    cite: tuple[str, ...] = ()
    field: str | None = None
    hangs_on: tuple[str, ...] = ()
    always: bool = False
    follows: tuple[str, ...] = ()
    alone: bool = False

    def liftable(self, uncertain: set[str], anyhow: bool) -> bool:
        """Return whether dice may lift it: those of its uncertain pieces, or `anyhow` those the phase hangs on."""
        return not self.always and (bool(set(self.hangs_on) & uncertain) or (anyhow and not self.alone))

    def plain(self) -> dict[str, Any]:
        """Return the objection as answers and traces print it."""
        return {"cite": list(self.cite), "message": self.message}


class Order(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player wants done; a game makes one class for each kind of order."""

    verb: ClassVar[str] = ""

    def without_board(self, work: Any) -> list[Objection]:
        """Return why there is no board here for this order; nothing else of it is looked at where there is none."""
        return []

    def check(self, work: Any, player: str) -> list[Objection]:
        """Return every objection to a player's giving this order as things stand, on a board of its own."""
        raise NotImplementedError

    def apply(self, work: Any, player: str, desk: Desk) -> None:
        """Carry the order out on the working copy: roll, change, write the trace."""
        raise NotImplementedError

    def throws(self, work: Any, player: str) -> list[Throw]:
        """Return the rolls this order needs as things stand."""
        return []

    def given_dice(self) -> list[int] | None:
        """Return the dice that stand in the order itself."""
        return None

    def dice_for(self, throw: Throw) -> list[int] | None:
        """Return the order's own dice for one of its rolls; an order with several rolls tells them apart."""
        return self.given_dice()

    def dice_objections(self, work: Any, throw: Throw, dice: list[int]) -> list[Objection]:
        """Return what is wrong with dice supplied for a roll."""
        return dice_objections(throw, dice)

    def concerns(self, work: Any) -> Iterable[str]:
        """Return the pieces on whose fate this order hangs."""
        return ()

    def makes(self, work: Any, player: str) -> Iterable[str]:
        """Return the names of the pieces this order would bring about."""
        return ()

    def secret(self) -> bool:
        """Return whether an order that the dice have overtaken stays between its player and the referee."""
        return False

    def last_word(self, work: Any) -> bool:
        """Return whether, where several may order, this ends it, so that the others' orders come first."""
        return False

    def stakes(self, work: Any) -> Iterable[str]:
        """Return the pieces whose place or fate may hang on what this order rolls."""
        return ()

    def suppose(self, work: Any, player: str, desk: Desk) -> None:
        """Do what is certain about the order without rolling; what is not goes to desk.uncertain."""
        self.apply(work, player, desk)

    def leads_surely(self, work: Any) -> bool:
        """Return whether the phase this order leads to is certain even where dice are still to be rolled."""
        return False

    def foreseen(self, work: Any) -> bool:
        """Return whether, if it rolls a single die, every face of it is supposed at the first reading."""
        return False

    def suppose_open(self, work: Any, player: str, desk: Desk) -> None:
        """Suppose an order whose objections all hang on unrolled dice: what it concerns is uncertain too."""
        desk.uncertain |= set(self.concerns(work))


def gathered(*objections: Iterable[Objection]) -> list[Objection]:
    """Return objections that were found in several ways, each once."""
    return list({(o.message, o.cite): o for found in objections for o in found}.values())


def dice_objections(throw: Throw, dice: list[int], cite: tuple[str, ...] = ()) -> list[Objection]:
    """Return what is wrong with the number and the faces of supplied dice."""
    out = []
    wrong = sorted({die for die in dice if not 1 <= die <= throw.faces})
    if wrong:
        faces = " and ".join(map(str, wrong))
        out.append(Objection(f"a die shows 1 to {throw.faces}; {faces} cannot be rolled", cite, "dice"))
    if len(dice) != throw.count:
        amount = "too few" if len(dice) < throw.count else "too many"
        out.append(
            Objection(f"{amount} dice: {throw.count} are due for {throw.event}, {len(dice)} given", cite, "dice")
        )
    return out


class Question(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody wants to know of a state or a situation; the same checks answer it as judge an order.

    What it says holds: who has moved, whose phase it is. A question that may be asked against that has a field
    `supposing`, with facts that hold for it alone.
    """

    verb: ClassVar[str] = ""
    # the part of a situation the question is about, where a game knows several
    about: ClassVar[str] = ""

    def supposed(self) -> Facts | None:
        """Return the facts that the question supposes, whatever the state says."""
        facts: Facts | None = getattr(self, "supposing", None)
        return facts

    def answer(self, work: Any) -> Answer:
        """Return the ruling; raises Unanswerable where the situation does not say enough."""
        raise NotImplementedError

    def remarks(self, work: Any, answer: Answer) -> list[str]:
        """Return what is to be noted of the situation itself: facts in it that count for nothing in the answer."""
        return []

    def say(self, work: Any, answer: Answer) -> list[Objection]:
        """Return the answer in sentences to read aloud, each with its rules; none where the table says enough."""
        return []


class Answer(msgspec.Struct, omit_defaults=True):
    """A ruling in a disputed situation: `answer` in the game's own shape, with its reasons.

    `turned` names the options on which it turned; `otherwise` gives the answer under each other value.
    `cannot_be` tells what of the situation cannot have come about by the rules.
    """

    answer: dict[str, Any]
    cites: list[str]
    reasons: list[PlainLedger]
    assumed: dict[str, Any] = {}
    notes: list[str] = []
    otherwise: list[dict[str, Any]] = []
    turned: dict[str, Any] = {}
    cannot_be: list[str] = []


class Unanswerable(Exception):
    """A question names something that is not there, or leaves out what the answer needs."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


class Header(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What stands above the orders of a document; a game may add its own keys."""

    format: Literal[1]
    ruleset: str
    player: str
    game: str | None = None
    step: int | None = None
    orders: Annotated[list[Any], msgspec.Meta(max_length=MOST_ORDERS)]

    def further(self) -> list[tuple[Path, dict[str, Any]]]:
        """Return the orders that stand in the heading itself, each with its place."""
        return []


class Given(msgspec.Struct):
    """One order of a submission: where it stands, and its number in its document from 1."""

    order: Order
    number: int
    source: dict[str, Any]
    path: Path


class Submission:
    """One player's document of orders, read and typed."""

    def __init__(self, document: Document, header: Header, orders: list[Given]) -> None:
        self.document = document
        self.header = header
        self.orders = orders

    @property
    def player(self) -> str:
        return self.header.player


def read_orders(game: Game, document: Document) -> Submission:
    """Read a document of orders; raises Unreadable with every problem in it."""
    problems: list[Problem] = []
    header: Header | None = None
    try:
        header = documents.convert(document, game.header)
    except Unreadable as error:
        problems += error.problems
    listed = document.value.get("orders") if isinstance(document.value, dict) else None
    given = []
    for index, value in enumerate(listed[:MOST_ORDERS] if isinstance(listed, list) else []):
        if len(problems) > MOST_PROBLEMS:
            break
        path: Path = ("orders", index)
        if isinstance(value, dict) and isinstance(value.get("told"), dict):
            # a row of `legal` is an order as it stands; what is told beside it orders nothing
            value = {key: given for key, given in value.items() if key != "told"}
        try:
            order, source = read_verb(document, value, path, game.orders, "an order")
            given.append(Given(order, index + 1, source, path))
        except Unreadable as error:
            problems += error.problems
    if header is not None:
        for path, value in header.further():
            order, source = read_verb(document, value, path, game.orders, "an order")
            given.append(Given(order, len(given) + 1, source, path))
    if problems or header is None:
        raise Unreadable(problems)
    return Submission(document, header, given)


def read_verb(
    document: Document, value: Any, path: Path, verbs: Mapping[str, type[Any]], noun: str
) -> tuple[Any, dict[str, Any]]:
    """Return a mapping, or a line, as the order or question its verb says, and as a mapping; raises Unreadable."""
    as_line = isinstance(value, str)
    if isinstance(value, str):
        try:
            reading = phrases.read(value, verbs, noun)
        except phrases.Misread as error:
            raise Unreadable([document.problem_in(path, error.offset, error.message)]) from None
        document.lines[path] = reading.offsets
        value = reading.value
    verb, wrong = documents.verb_of(value, verbs, noun)
    if verb is None:
        raise Unreadable([document.problem(path, wrong)])
    known = shapes(verbs[verb])
    if value[verb] is None and known[verb].kind != "flag":
        said = f"'{verb}' needs a value{phrases.wanted(verbs[verb], verb, as_line)}"
        raise Unreadable([document.problem((*path, verb), said)])
    # a piece may be called by its place, which may be a number
    value = {k: str(v) if type(v) is int and k in known and known[k].piece else v for k, v in value.items()}
    example = partial(phrases.example, verbs[verb], as_line)
    return documents.convert(document, verbs[verb], value, path, example), value


def mapping_of(order: Order | Question) -> dict[str, Any]:
    """Return an order as a mapping whose verb comes first."""
    plain: dict[str, Any] = documents.builtins(order)
    return {order.verb: plain[order.verb], **plain}


def pieces_named(order: Order) -> set[str]:
    """Return every word of an order that names a piece."""
    fields = dict(zip(order.__struct_encode_fields__, order.__struct_fields__, strict=True))
    given = [getattr(order, fields[name]) for name, shape in shapes(type(order)).items() if shape.piece is not None]
    return {word for value in given for word in _words(value)}


def _words(value: Any) -> list[str]:
    """Return the words of a field: one, those of a list, or the keys of a mapping."""
    return [] if value is None else list(value) if isinstance(value, (list, dict)) else [value]


def _with_words(value: Any, words: list[Any]) -> Any:
    """Return the value of a field with other words in the place of its own."""
    if isinstance(value, dict):
        return dict(zip(words, value.values(), strict=True))
    return words if isinstance(value, list) else words[0]


class LazyVerbs(Mapping[str, type[Any]]):
    """Orders or questions by verb, `{verb: "module:Class"}`, each imported when it is first asked for."""

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        self.package = package
        self.places = places
        self._found: dict[str, type[Any]] = {}

    def __getitem__(self, verb: str) -> type[Any]:
        if verb not in self._found:
            module, _, name = self.places[verb].partition(":")
            self._found[verb] = getattr(import_module(f"{self.package}.{module}"), name)
        return self._found[verb]

    def __contains__(self, verb: object) -> bool:
        return verb in self.places

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)


A = TypeVar("A", Order, Question)


def named(order: A, work: Any, player: str | None, expected: Iterable[str] = ()) -> tuple[A, list[Objection]]:
    """Return an order with every piece in it named by its id, or why a name fits several.

    A piece may be called by its id, in any letters, by the place where it stands, or by its kind where only one fits.
    What else has a name may be called as it is printed. Pieces that are `expected` may come to be.
    """
    known: Mapping[str, Shape] = shapes(type(order))
    order = _as_known(order, work, known)
    called = getattr(work, "pieces_called", None)
    # the piece that acts comes first: whose enemies are meant hangs on it
    fields = {name: known[name].piece for name in (order.verb, *known) if known[name].piece is not None}
    if called is None or not fields:
        return order, []
    names = dict(zip(order.__struct_encode_fields__, order.__struct_fields__, strict=True))
    changed: dict[str, Any] = {}
    objections: list[Objection] = []
    subject: str | None = None
    for name, whose in fields.items():
        given = getattr(order, names[name])
        if given is None:
            continue
        found = []
        for word in _words(given):
            fits = called(word, whose, player, subject)
            if len(fits) > 1:
                places = " and ".join(f"{ident} ({place})" if place else ident for ident, place in fits)
                objections.append(Objection(f"{word}: {len(fits)} fit, {places}; name one", (), name))
            found.append(fits[0][0] if len(fits) == 1 else word if fits else as_known(word, expected))
        subject = subject or found[0] if found else subject
        if len(set(found)) < len(found) and isinstance(given, dict):
            twice = next(ident for ident in found if found.count(ident) > 1)
            objections.append(Objection(f"{twice} is named twice", (), name))
            continue
        value = _with_words(given, found)
        if value != given:
            changed[names[name]] = value
    return (msgspec.structs.replace(order, **changed) if changed else order), objections


def _as_known(order: A, work: Any, known: Mapping[str, Shape]) -> A:
    """Return an order in which the words that name no pieces are those of the tables, as far as they are known."""
    called = getattr(work, "words_called", None)
    if called is None:
        return order
    changed: dict[str, Any] = {}
    for field, name in zip(order.__struct_fields__, order.__struct_encode_fields__, strict=True):
        what, given = known[name].names, getattr(order, field)
        if what is None or not isinstance(given, (str, list, dict)):
            continue
        if isinstance(given, dict):
            words = [called(what, [word])[0] for word in given]
            # two keys never become one
            changed[field] = _with_words(given, words) if len(set(words)) == len(words) else given
            continue
        found = called(what, given if isinstance(given, list) else [given])
        if isinstance(given, list):
            changed[field] = found
        elif len(found) == 1:
            changed[field] = found[0]
    return msgspec.structs.replace(order, **changed) if changed else order
