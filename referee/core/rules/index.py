"""The index of rules and the rulings of a source, as tables write them."""

import re
from typing import Literal

import msgspec

from .ledger import Cites

OptionValue = str | int | float | bool
Kind = Literal["adjudicated", "setup", "table", "advice", "planned"]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule of a source, summarized. `asked` are wordings in which players ask for it."""

    title: str
    summary: str
    kind: Kind
    qualifiers: list[str] = []
    asked: list[str] = []


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The index of a source's rules."""

    rules: dict[str, Rule]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling: what the referee decides where a source is silent or contradicts itself.

    `numbers` are the least and the greatest value of its option; with `whole` only integers are allowed.
    A `procedure` decides nothing between players, such as where dice come from; no verdict names it.
    """

    question: str
    answer: str
    concerns: list[str]
    why: str
    option: str | None = None
    default: OptionValue | None = None
    choices: dict[str, str] = {}
    numbers: tuple[float, float] | None = None
    whole: bool = False
    asked: list[str] = []
    procedure: bool = False

    def allows(self, value: OptionValue) -> bool:
        """Return whether this ruling's option can have a value."""
        if self.numbers is not None and isinstance(value, (int, float)) and not isinstance(value, bool):
            return self.numbers[0] <= value <= self.numbers[1] and not (self.whole and isinstance(value, float))
        return written_value(value) in self.choices

    @property
    def span(self) -> str:
        """The numbers that the option can have, in words; "" if there are none."""
        if self.numbers is None:
            return ""
        lowest, highest = self.numbers
        return f"{'whole ' if self.whole else ''}number from {lowest:g} to {highest:g}"

    @property
    def words(self) -> list[str]:
        """The name of every choice, with one for all other numbers; empty if there are only numbers."""
        return [*self.choices, self.span] if self.choices and self.numbers is not None else [*self.choices]

    def word_of(self, value: OptionValue | None) -> str:
        """Return the name of the choice for a value."""
        return word if (word := written_value(value)) in self.choices else self.span

    @property
    def named_values(self) -> list[OptionValue]:
        """The value of every choice, as a state holds it."""
        return [read_value(word) for word in self.choices]

    @property
    def alternatives(self) -> list[OptionValue]:
        """The named values other than the default, as a state holds them."""
        return [value for value in self.named_values if written_value(value) != written_value(self.default)]


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every ruling of a ruleset by its number."""

    rulings: dict[str, Ruling]


class Citations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that a step of a procedure cites."""

    citations: dict[str, Cites]


def written_value(value: OptionValue | None) -> str:
    """Return the value of an option as rulings and YAML write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


# longer numbers are words
_WHOLE = re.compile(r"-?[0-9]{1,18}\Z")
_WORDS = {"true": True, "false": False}


def read_value(word: str) -> OptionValue:
    """Return the value of an option that a word of rulings or YAML means."""
    return int(word) if _WHOLE.match(word) else _WORDS.get(word, word)
