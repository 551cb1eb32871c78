"""The words of a restriction, one row each, and the characteristics they look at.

Rules: CR 105.2 (colors), 110.4a (permanent card), 205.2a (card types), 205.3 (subtypes), 205.4a
(supertypes), 208 (power and toughness), 700.6 (historic), 702.73a (changeling).
A test answers True, False, or None: the data does not say.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import NamedTuple

from oracle_names.cards import COLOR_NAMES, COLORS, Face, parse_type_line
from oracle_names.text import join_names


class Category(IntEnum):
    """What a word speaks of, in the order in which a phrase is written."""

    SUPERTYPE = 0
    COLOR = 1
    SUBTYPE = 2
    CARD_TYPE = 3


class Characteristic(NamedTuple):
    """One of the list in CR 109.3: its name, and how it reads on a face (None: not known)."""

    name: str
    show: Callable[[Face], str | None]

    def missing(self, face: Face) -> tuple[str, ...]:
        """Its name where the data of the face lacks it."""
        return (self.name,) if self.show(face) is None else ()

    def shown(self, face: Face) -> str:
        """How it reads on the face, for the reason in a refusal."""
        shown = self.show(face)
        return f"{self.name} unknown" if shown is None else shown


def plain_number(number: float) -> str:
    """A number as a card prints it: no needless decimal point.

    >>> plain_number(3.0), plain_number(0.5)
    ('3', '0.5')
    """
    return str(int(number)) if number % 1 == 0 else str(number)


def _show_type_line(face: Face) -> str | None:
    return "no type line" if face.type_line == "" else face.type_line


def _show_colors(face: Face) -> str | None:
    if face.colors is None:
        return None
    return join_names([COLOR_NAMES[letter] for letter in COLORS if letter in face.colors]) or "colorless"


def _show_mana_cost(face: Face) -> str | None:
    if face.mana_cost is None:
        return None
    return f"mana cost {face.mana_cost}" if face.mana_cost else "no mana cost"


def _show_mana_value(face: Face) -> str | None:
    return None if face.mana_value is None else f"mana value {plain_number(face.mana_value)}"


def _show_printed(field_name: str, face: Face) -> str | None:
    printed = getattr(face, field_name)
    if printed is not None:
        return f"{field_name} {printed}"
    # None means "has none" on a card we have the data of; with no type line, we have no data.
    return None if face.type_line is None else f"no {field_name}"


NAME = Characteristic("name", lambda face: face.name)
TYPE_LINE = Characteristic("type line", _show_type_line)
COLOR_LIST = Characteristic("colors", _show_colors)
MANA_COST = Characteristic("mana cost", _show_mana_cost)


# --- numbers ---------------------------------------------------------------------------------

_PRINTED_NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)")


def _mana_value(face: Face) -> float | None:
    return face.mana_value


def _printed_number(field_name: str, face: Face) -> float | None:
    """Power or toughness as a number; nan where there is none, which compares false with all.

    None for `*` and `1+*`, which an ability defines, and for an augment card's `+1`.
    """
    printed = getattr(face, field_name)
    if printed is None:
        return None if face.type_line is None else math.nan
    if printed == "\N{INFINITY}":
        return math.inf
    return float(printed) if _PRINTED_NUMBER.fullmatch(printed) else None


class Number(NamedTuple):
    """A characteristic that is a number, the ways to write it, and how to read it off a face."""

    characteristic: Characteristic
    spellings: tuple[tuple[str, ...], ...]
    read: Callable[[Face], float | None]


MANA_VALUE = Number(
    Characteristic("mana value", _show_mana_value),
    (("mana", "value"), ("mv",), ("cmc",), ("converted", "mana", "cost")),
    _mana_value,
)
NUMBERS = (
    MANA_VALUE,
    *(
        Number(Characteristic(name, partial(_show_printed, name)), ((name,),), partial(_printed_number, name))
        for name in ("power", "toughness")
    ),
)


class Comparison(NamedTuple):
    """A test of a number on the face and a number in the text, and how it is written."""

    template: str
    holds: Callable[[float, float], bool]

    def text(self, name: str, number: float) -> str:
        """The comparison in words: "mana value 3 or less"."""
        return self.template.format(name=name, number=plain_number(number))


EXACTLY = Comparison("{name} {number}", operator.eq)
AT_MOST = Comparison("{name} {number} or less", operator.le)
AT_LEAST = Comparison("{name} {number} or greater", operator.ge)
BELOW = Comparison("{name} less than {number}", operator.lt)
ABOVE = Comparison("{name} greater than {number}", operator.gt)
# Half a mana and infinite mana are neither.
EVEN = Comparison("even {name}", lambda value, _: value % 2 == 0)
ODD = Comparison("odd {name}", lambda value, _: value % 2 == 1)

# The longest first: "less than or equal to" begins with "less than".
WORDS_BEFORE = {
    ("less", "than", "or", "equal", "to"): AT_MOST,
    ("greater", "than", "or", "equal", "to"): AT_LEAST,
    ("less", "than"): BELOW,
    ("greater", "than"): ABOVE,
}
WORDS_AFTER = {("or", "less"): AT_MOST, ("or", "greater"): AT_LEAST, ("or", "more"): AT_LEAST}
PARITIES = {"even": EVEN, "odd": ODD}


# --- words -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """A word, what it speaks of, its test, and other ways to write it."""

    word: str
    category: Category
    test: Callable[[Face], bool | None] = field(compare=False)
    also: tuple[str, ...] = ()

    @property
    def characteristic(self) -> Characteristic:
        """What the test looks at."""
        return COLOR_LIST if self.category is Category.COLOR else TYPE_LINE


_PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
# CR 702.73a, 604.3: every creature type, in every zone. Which faces have changeling is not among
# their characteristics here, but each is a Shapeshifter; these two say it in their own words.
_EVERY_CREATURE_TYPE = frozenset({"Dr. Julius Jumblemorph", "Mistform Ultimus"})


def _has_supertype(name: str, face: Face) -> bool | None:
    line = face.type_line
    return None if line is None else name in parse_type_line(line).supertypes


def _has_type(name: str, face: Face) -> bool | None:
    line = face.type_line
    return None if line is None else name in parse_type_line(line).types


def _has_subtype(name: str, face: Face) -> bool | None:
    line = face.type_line
    if line is None:
        return None
    subtypes = parse_type_line(line).subtypes
    if name in (subtype.casefold() for subtype in subtypes):
        return True
    return None if "Shapeshifter" in subtypes or face.name in _EVERY_CREATURE_TYPE else False


def _is_permanent(face: Face) -> bool | None:
    line = face.type_line
    return None if line is None else not _PERMANENT_TYPES.isdisjoint(parse_type_line(line).types)


def _is_historic(face: Face) -> bool | None:
    if face.type_line is None:
        return None
    line = parse_type_line(face.type_line)
    return "Legendary" in line.supertypes or "Artifact" in line.types or "Saga" in line.subtypes


def _has_color(letter: str, face: Face) -> bool | None:
    return None if face.colors is None else letter in face.colors


def _has_colors(fewest: int, most: int, face: Face) -> bool | None:
    return None if face.colors is None else fewest <= len(face.colors) <= most


def _supertype(name: str) -> Row:
    return Row(name.lower(), Category.SUPERTYPE, partial(_has_supertype, name))


def _card_type(name: str, *also: str) -> Row:
    return Row(name.lower(), Category.CARD_TYPE, partial(_has_type, name), (name.lower() + "s", *also))


def _color(letter: str) -> Row:
    return Row(COLOR_NAMES[letter], Category.COLOR, partial(_has_color, letter))


def subtype_row(name: str) -> Row:
    """The row of a subtype, which is written after the word "subtype"."""
    shown = "-".join(part.capitalize() for part in name.split("-"))
    return Row(f"subtype {shown}", Category.SUBTYPE, partial(_has_subtype, name))


ROWS = (
    # CR 205.2a
    _card_type("Artifact"),
    _card_type("Battle"),
    _card_type("Conspiracy", "conspiracies"),
    _card_type("Creature"),
    _card_type("Dungeon"),
    _card_type("Enchantment"),
    _card_type("Instant"),
    # "Tribal" is what cards called it before 2023.
    _card_type("Kindred", "tribal"),
    _card_type("Land"),
    _card_type("Phenomenon", "phenomena"),
    _card_type("Plane"),
    _card_type("Planeswalker"),
    _card_type("Scheme"),
    _card_type("Sorcery", "sorceries"),
    _card_type("Vanguard"),
    # CR 110.4a
    Row("permanent", Category.CARD_TYPE, _is_permanent, ("permanents",)),
    # CR 700.6
    Row("historic", Category.CARD_TYPE, _is_historic),
    # CR 205.4a
    _supertype("Basic"),
    _supertype("Legendary"),
    _supertype("Ongoing"),
    _supertype("Snow"),
    _supertype("World"),
    # CR 105.1
    *(_color(letter) for letter in COLORS),
    # CR 105.2a-c
    Row("colorless", Category.COLOR, partial(_has_colors, 0, 0), ("colourless",)),
    Row("monocolored", Category.COLOR, partial(_has_colors, 1, 1), ("monocoloured",)),
    Row("multicolored", Category.COLOR, partial(_has_colors, 2, 5), ("multicoloured",)),
)
WORDS = {spelling: row for row in ROWS for spelling in (row.word, *row.also)}


_KNOWN_PHRASES = (
    "each also with 'non'",
    "subtypes: 'subtype Dragon'",
    "numbers: 'with mana value 3', also power, toughness, or less, or greater, less than, even, odd",
    "costs: 'with no mana cost', 'with the same mana cost as CARD', 'with the same mana value as CARD'",
    "lists: 'from among A; B'",
    "joined by ',', 'or', 'other than a ...' and parentheses",
)


def known_words() -> str:
    """Every word and phrase a restriction may use, grouped, on one line."""
    groups = (
        ("card types", Category.CARD_TYPE),
        ("supertypes", Category.SUPERTYPE),
        ("colors", Category.COLOR),
    )
    lists = [
        f"{title}: {', '.join(row.word for row in ROWS if row.category is one)}" for title, one in groups
    ]
    return "; ".join([*lists, *_KNOWN_PHRASES])
