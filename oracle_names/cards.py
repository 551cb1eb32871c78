"""Cards and their characteristics, as the Oracle card reference has them.

Rules: CR 109.3 (characteristics), 202.3 (mana value), 204 (colour indicator), 205 (type line).
Unknown is not empty: `None` means that the data does not say; `""` and `()` mean that there is none.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from oracle_names.layouts import Layout, PartRule
from oracle_names.text import WHOLE_NAME_SEPARATOR

COLORS = "WUBRG"
COLOR_NAMES = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}

SUPERTYPES = frozenset({"Basic", "Legendary", "Ongoing", "Snow", "World", "Host", "Elite", "Token"})
"""CR 205.4a, and three words that Scryfall writes before the card type: Host, Elite, Token."""

_TYPE_DASH = re.compile(r" (?:\N{EM DASH}|\N{EN DASH}|-) ?")
_MANA_SYMBOL = re.compile(r"\{([^{}]+)\}")
_TWO_WORD_SUBTYPE = ("Time", "Lord")


class TypeLine(NamedTuple):
    """A type line taken apart: supertypes, card types and subtypes, each in printed order."""

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]


@lru_cache(maxsize=8192)
def parse_type_line(line: str) -> TypeLine:
    """The supertypes, types and subtypes of one face's type line. CR 205.1a, 205.3b.

    The long dash may be a hyphen. A plane's planar type is one subtype, however many words; so is
    the creature type Time Lord. "Tribal" is the old word for Kindred.

    >>> parse_type_line("Legendary Creature \N{EM DASH} Time Lord Doctor").subtypes
    ('Time Lord', 'Doctor')
    >>> parse_type_line("Plane - Bolas's Meditation Realm").subtypes
    ("Bolas's Meditation Realm",)
    >>> parse_type_line("Basic Snow Land - Island")
    TypeLine(supertypes=('Basic', 'Snow'), types=('Land',), subtypes=('Island',))
    """
    left, _, right = (_TYPE_DASH.sub("\n", line, count=1)).partition("\n")
    words = ["Kindred" if word == "Tribal" else word for word in left.split()]
    types = tuple(word for word in words if word not in SUPERTYPES)
    subtypes: list[str] = []
    if "Plane" in types:
        subtypes = [right.strip()] if right.strip() else []
    else:
        for word in right.split():
            if subtypes and (subtypes[-1], word) == _TWO_WORD_SUBTYPE:
                subtypes[-1] = "Time Lord"
            else:
                subtypes.append(word)
    return TypeLine(tuple(word for word in words if word in SUPERTYPES), types, tuple(subtypes))


def mana_symbols(cost: str) -> Counter[str]:
    """How often each symbol stands in a mana cost: two costs are the same when these are equal.

    >>> mana_symbols("{1}{U}") == mana_symbols("{U}{1}")
    True
    """
    return Counter(symbol.upper() for symbol in _MANA_SYMBOL.findall(cost))


def colors_of_cost(cost: str) -> str:
    """The colours of the mana symbols in a cost, in the order WUBRG. CR 202.2.

    >>> colors_of_cost("{2}{G/W}{U}")
    'WUG'
    """
    found = {letter for symbol in mana_symbols(cost) for letter in symbol if letter in COLORS}
    return "".join(letter for letter in COLORS if letter in found)


def mana_value(cost: str) -> float:
    """The total amount of mana in a cost; X is 0, a hybrid symbol its largest part. CR 202.3.

    >>> mana_value("{X}{2/W}{G/U/P}{C}"), mana_value("{HW}"), mana_value("")
    (4, 0.5, 0)
    """
    return _tidy(sum(_symbol_value(symbol) * n for symbol, n in mana_symbols(cost).items()))


def _symbol_value(symbol: str) -> float:
    if symbol.isdecimal():
        return int(symbol)
    if symbol in ("X", "Y", "Z"):
        return 0
    if symbol == "\N{INFINITY}":
        return math.inf
    if symbol == "\N{VULGAR FRACTION ONE HALF}" or (len(symbol) == 2 and symbol[0] == "H"):
        return 0.5
    return max((int(part) for part in symbol.split("/") if part.isdecimal()), default=1)


def _tidy(value: float) -> float:
    return int(value) if value == value // 1 and not math.isinf(value) else value


class Face(NamedTuple):
    """One set of characteristics with its own name (CR 109.3).

    `colors` and `color_indicator` are strings of letters in the order WUBRG, `""` for none.
    `power`, `toughness`, `loyalty` and `defense` are as printed (`1+*`, the infinity sign);
    `None` there means that the card has none.
    """

    name: str
    mana_cost: str | None
    mana_value: float | None
    type_line: str | None
    colors: str | None
    color_indicator: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    oracle_text: str | None = None

    @property
    def types(self) -> TypeLine | None:
        """The type line taken apart; `None` where it is unknown."""
        return None if self.type_line is None else parse_type_line(self.type_line)


class Related(NamedTuple):
    """Another object that Scryfall joins to a card: its `component` and its name."""

    component: str
    name: str


class PrintingFacts(NamedTuple):
    """What a universe depends on and a person likes to see: facts of the printings of a card.

    `games` are the places where any printing of it exists; the rest is of one chosen printing.
    `rebalanced` marks a card whose data calls it "A-X"; its name is X.
    """

    games: frozenset[str] = frozenset()
    set_code: str | None = None
    set_type: str | None = None
    released_at: str | None = None
    rarity: str | None = None
    border_color: str | None = None
    security_stamp: str | None = None
    playtest: bool = False
    rebalanced: bool = False
    edhrec_rank: int | None = None
    scryfall_uri: str | None = None


_NO_PRINTING = PrintingFacts()


class Card(NamedTuple):
    """An entry of the Oracle card reference; its key is `oracle_id`, never the name (CR 108.1).

    `legalities` maps a format to legal, banned, restricted or not_legal; formats that the data
    lacks are not in it. `universe` is the word that `oracle_names.universe` gives it.
    """

    oracle_id: str | None
    name: str
    layout: Layout
    faces: tuple[Face, ...]
    color_identity: str | None = None
    keywords: tuple[str, ...] = ()
    legalities: tuple[tuple[str, str], ...] = ()
    printing: PrintingFacts = _NO_PRINTING
    related: tuple[Related, ...] = ()
    universe: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Each name a player may choose this card by, in printed order, none twice."""
        return tuple(dict.fromkeys(face.name for face in self.faces))

    @property
    def names_in_hand(self) -> tuple[str, ...]:
        """The names the card has in a hand, library or graveyard. CR 709.4, 712.8a, 715.4, 720.4, 722.4."""
        return self.names if self.layout.names.combines else self.names[:1]

    def part(self, face: int) -> PartRule:
        """What the rules say of the name of face `face`."""
        return self.layout.part(face)

    def characteristics(self, face: int) -> Face:
        """The characteristics a restriction is checked against when this face is named.

        CR 201.4b-f: those of that half, face or alternative only, except what the card's
        arrangement keeps from the first (a flipped card its colour and mana cost, CR 710.1c; a
        transformed permanent its mana value, CR 202.3b).
        """
        if face == 0 or not self.layout.names.inherits:
            return self.faces[face]
        first = self.faces[0]
        kept = {field: getattr(first, field) for field in self.layout.names.inherits}
        return self.faces[face]._replace(**kept)

    def whole_cost(self) -> str | None:
        """The mana cost of the card where it has one for the whole of it.

        CR 709.4b: a split card's is that of its halves combined. Every other card has that of its
        first face.
        """
        if self.layout.names.combines:
            costs = [face.mana_cost for face in self.faces]
            return None if None in costs else "".join(cost for cost in costs if cost)
        return self.faces[0].mana_cost


def whole_name(faces: tuple[Face, ...]) -> str:
    """The name of a whole card: its faces' names joined as Scryfall joins them."""
    return WHOLE_NAME_SEPARATOR.join(face.name for face in faces)
