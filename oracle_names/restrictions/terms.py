"""What one condition says of a face.

Rules: CR 201.4a (a card with that name must match), 109.3 (characteristics), 202.1b and 118.6 (no
mana cost). `holds` answers True, False, or None: the data does not say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import lru_cache
from typing import ClassVar, Generic, Protocol, TypeVar

from oracle_names.cards import Face, mana_symbols
from oracle_names.restrictions.words import (
    MANA_COST,
    MANA_VALUE,
    NAME,
    Category,
    Characteristic,
    Comparison,
    Number,
    Row,
)
from oracle_names.text import join_names


class Place(IntEnum):
    """Where a term stands in a phrase: words first, by category, then these."""

    GROUP = len(Category)
    NUMBER = auto()
    NO_COST = auto()
    SAME = auto()
    OTHER_THAN = auto()
    AMONG = auto()


class Resolver(Protocol):
    """Answers what a restriction asks about other cards. Words are as they were typed."""

    def cost_of(self, words: str) -> str | None:
        """The mana cost of the card or face so named; `""` has none, None is not known."""
        ...

    def value_of(self, words: str) -> float | None:
        """The mana value of the card or face so named; None is not known."""
        ...

    def names_in(self, words: str) -> tuple[str, ...]:
        """The exact names in a list, interchangeable names included."""
        ...


class Term(ABC):
    """One condition on a face."""

    __slots__ = ()
    place: ClassVar[Place] = Place.GROUP
    takes_the_rest: ClassVar[bool] = False  # its text runs to the end of the phrase
    needs_binding: bool = False

    @property
    @abstractmethod
    def text(self) -> str:
        """The condition in words: "nonland", "mana value 3 or less"."""

    @property
    def rank(self) -> tuple[int, int]:
        """Where the term stands in a phrase."""
        return (self.place, 0)

    @property
    @abstractmethod
    def leaves(self) -> tuple[Leaf, ...]:
        """The conditions it is made of."""

    @abstractmethod
    def holds(self, face: Face) -> bool | None:
        """Whether the face meets the condition; None: the data does not say."""

    @abstractmethod
    def unknown(self, face: Face) -> tuple[str, ...]:
        """What is missing, of a face for which `holds` is None."""

    @property
    def phrase(self) -> str:
        """The text as it stands in a longer phrase."""
        return self.text

    @property
    def looks_at(self) -> str:
        """Which characteristic decides: "type line", "colors"."""
        return join_names(list(dict.fromkeys(leaf.characteristic.name for leaf in self.leaves)))

    def shown(self, face: Face) -> str:
        """How what it looks at reads on the face: "white and blue", "mana value 4"."""
        return "; ".join(dict.fromkeys(leaf.characteristic.shown(face) for leaf in self.leaves))

    def unmet(self, face: Face) -> tuple[Term, ...]:
        """The smallest terms that make it False for the face."""
        return (self,) if self.holds(face) is False else ()

    def bind(self, resolver: Resolver) -> Term:
        """The same condition with what it asks about other cards filled in."""
        return self


class Leaf(Term):
    """A condition on one characteristic."""

    __slots__ = ()

    @property
    @abstractmethod
    def characteristic(self) -> Characteristic:
        """What it looks at."""

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return (self,)

    @property
    def looks_at(self) -> str:
        return self.characteristic.name

    def shown(self, face: Face) -> str:
        return self.characteristic.shown(face)

    def unknown(self, face: Face) -> tuple[str, ...]:
        return self.characteristic.missing(face)


@dataclass(frozen=True, slots=True)
class Word(Leaf):
    """A word of the table, or that word with "non" before it."""

    row: Row
    negated: bool = False

    @property
    def text(self) -> str:
        return f"non{self.row.word}" if self.negated else self.row.word

    @property
    def rank(self) -> tuple[int, int]:
        return (self.row.category, 0 if self.negated else 1)

    @property
    def characteristic(self) -> Characteristic:
        return self.row.characteristic

    def holds(self, face: Face) -> bool | None:
        has = self.row.test(face)
        return None if has is None else has is not self.negated


class Qualifier(Leaf):
    """A condition that is written after "with"."""

    __slots__ = ()

    @property
    def phrase(self) -> str:
        return f"with {self.text}"


@dataclass(frozen=True, slots=True)
class Compared(Qualifier):
    """A number on the face, compared with a number."""

    place = Place.NUMBER
    number: Number
    comparison: Comparison
    limit: float

    @property
    def text(self) -> str:
        return self.comparison.text(self.number.characteristic.name, self.limit)

    @property
    def characteristic(self) -> Characteristic:
        return self.number.characteristic

    def holds(self, face: Face) -> bool | None:
        value = self.number.read(face)
        return None if value is None else self.comparison.holds(value, self.limit)


class NoManaCost(Qualifier):
    """No mana cost at all, which is not a mana cost of {0}. CR 202.1b."""

    __slots__ = ()
    place = Place.NO_COST

    @property
    def text(self) -> str:
        return "no mana cost"

    @property
    def characteristic(self) -> Characteristic:
        return MANA_COST

    def holds(self, face: Face) -> bool | None:
        return None if face.mana_cost is None else face.mana_cost == ""


NO_MANA_COST = NoManaCost()
"""The only one there is, so that it equals itself."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Asks(Leaf, Generic[Answer]):
    """A condition that asks about other cards: in what words, and the answer, None if unknown."""

    takes_the_rest = True
    words: str
    needs_binding: bool = True
    answer: Answer | None = None


@lru_cache(maxsize=8192)
def _symbols(cost: str) -> frozenset[tuple[str, int]]:
    return frozenset(mana_symbols(cost).items())


class SameManaCost(Asks[str]):
    """The mana cost of another card, symbol for symbol."""

    __slots__ = ()
    place = Place.SAME

    @property
    def text(self) -> str:
        return f"the same mana cost as {self.words}"

    @property
    def phrase(self) -> str:
        return f"with {self.text}"

    @property
    def characteristic(self) -> Characteristic:
        return MANA_COST

    def holds(self, face: Face) -> bool | None:
        if self.answer is None or face.mana_cost is None:
            return None
        if not self.answer and not face.mana_cost:
            # No rule says whether two cards without a mana cost have the same one: CR 202.1b and
            # 118.6 make it an unpayable cost, not an equal one.
            return None
        # Where only one has no mana cost, it has no symbols and the other has some.
        return _symbols(self.answer) == _symbols(face.mana_cost)

    def unknown(self, face: Face) -> tuple[str, ...]:
        return MANA_COST.missing(face) + ((f"mana cost of {self.words}",) if self.answer is None else ())

    def bind(self, resolver: Resolver) -> Term:
        return SameManaCost(self.words, False, resolver.cost_of(self.words))


class SameManaValue(Asks[float]):
    """The mana value of another card."""

    __slots__ = ()
    place = Place.SAME

    @property
    def text(self) -> str:
        return f"the same mana value as {self.words}"

    @property
    def phrase(self) -> str:
        return f"with {self.text}"

    @property
    def characteristic(self) -> Characteristic:
        return MANA_VALUE.characteristic

    def holds(self, face: Face) -> bool | None:
        if self.answer is None or face.mana_value is None:
            return None
        return self.answer == face.mana_value

    def unknown(self, face: Face) -> tuple[str, ...]:
        lacks = self.characteristic.missing(face)
        return lacks + ((f"mana value of {self.words}",) if self.answer is None else ())

    def bind(self, resolver: Resolver) -> Term:
        return SameManaValue(self.words, False, resolver.value_of(self.words))


class Among(Asks[frozenset[str]]):
    """A name that is in a list."""

    __slots__ = ()
    place = Place.AMONG

    @property
    def text(self) -> str:
        return f"from among {self.words}"

    @property
    def characteristic(self) -> Characteristic:
        return NAME

    def holds(self, face: Face) -> bool | None:
        return None if self.answer is None else face.name in self.answer

    def unknown(self, face: Face) -> tuple[str, ...]:
        return (f"names in {self.words}",)

    def bind(self, resolver: Resolver) -> Term:
        return Among(self.words, False, frozenset(resolver.names_in(self.words)))
