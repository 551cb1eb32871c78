"""What a reader of files hands to the writer: one card with what its printing says of its names."""

from __future__ import annotations

from typing import NamedTuple

from oracle_names.cards import Card


class PrintedName(NamedTuple):
    """The name printed on a card in another language (CR 201.2: not its name)."""

    face: int
    lang: str
    printed_name: str


class AlternateName(NamedTuple):
    """A name that says which card is meant and is not its name (CR 201.6), of `kind` alternate,
    digital-title or former.
    """

    face: int
    name: str
    kind: str
    source: str


class Entry(NamedTuple):
    """One object of a bulk file: a card and one printing of it.

    `printing_id` is the id of the printing, unique in a file. `freshness` orders the printings of one
    card, whose facts the greatest tells: is it an object of the card alone, is it in English, is it on
    paper, when was it released.
    """

    card: Card
    printing_id: str | None = None
    freshness: tuple[bool, bool, bool, str] = (False, False, False, "")
    printed_names: tuple[PrintedName, ...] = ()
    alternate_names: tuple[AlternateName, ...] = ()


class UnknownLayout(NamedTuple):
    """An object whose layout the program does not know: its name, and the layout it has."""

    name: str
    layout: str
