"""Which entries count as cards when a name is chosen.

Rules: CR 108.1 and the glossary's "Oracle" (tournament-legal cards), 100.7 (casual cards), 108.2-b
and 108.2a (nontraditional cards are cards; tokens are not). The rules leave acorn, playtest and
digital cards open, so a switch admits them; format legality never excludes (CR 201.4a, example).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from oracle_names.cards import Card
from oracle_names.layouts import Arrangement


class Format(NamedTuple):
    """One format: is it played with cards on a table, and does a status there make a tournament card."""

    name: str
    tabletop: bool = True
    tournament: bool = False


FORMATS: dict[str, Format] = {
    row.name: row
    for row in (
        Format("standard", tournament=True),
        Format("future", tournament=True),
        Format("pioneer", tournament=True),
        Format("modern", tournament=True),
        Format("legacy", tournament=True),
        Format("vintage", tournament=True),
        Format("pauper", tournament=True),
        Format("commander", tournament=True),
        Format("paupercommander"),
        Format("oathbreaker"),
        Format("duel"),
        Format("oldschool"),
        Format("premodern"),
        Format("predh"),
        Format("tlr"),
        Format("penny", tabletop=False),
        Format("alchemy", tabletop=False),
        Format("historic", tabletop=False),
        Format("timeless", tabletop=False),
        Format("gladiator", tabletop=False),
        Format("brawl", tabletop=False),
        Format("standardbrawl", tabletop=False),
        Format("competitivebrawl", tabletop=False),
        Format("explorer", tabletop=False),
    )
}
"""Every format the program knows. One it does not know counts as neither, so that it admits nothing."""

NOT_A_CARD, FUNNY, MEMORABILIA, DIGITAL, CARD = "not_a_card", "funny", "memorabilia", "digital", "card"

_NOT_CARD_TYPES = frozenset({"Stickers", "State", "Counter", "Card"})
_DUNGEON = frozenset({"Dungeon"})


class Row(NamedTuple):
    """One row of the table of universes: its word, when it fits, and what such an entry is."""

    word: str
    fits: Callable[[Card], bool]
    says: str


@lru_cache(maxsize=4096)
def _formats_with_status(legalities: tuple[tuple[str, str], ...]) -> frozenset[str]:
    return frozenset(name for name, status in legalities if status != "not_legal")


def _has_status(card: Card, formats: frozenset[str]) -> bool:
    return not formats.isdisjoint(_formats_with_status(card.legalities))


_TOURNAMENT = frozenset(row.name for row in FORMATS.values() if row.tournament)
_TABLETOP = frozenset(row.name for row in FORMATS.values() if row.tabletop)


def _has_type(card: Card, words: frozenset[str]) -> bool:
    return any(face.types is not None and not words.isdisjoint(face.types.types) for face in card.faces)


def _is_not_a_card(card: Card) -> bool:
    is_odd = card.layout.arrangement is Arrangement.NOT_A_CARD or _has_type(card, _NOT_CARD_TYPES)
    # CR 309.1: a dungeon is a nontraditional card, though Scryfall files it with tokens.
    return is_odd and not _has_type(card, _DUNGEON)


def _is_funny(card: Card) -> bool:
    printing = card.printing
    marked = (
        printing.border_color == "silver"
        or printing.security_stamp == "acorn"
        or printing.playtest
        or printing.set_type == "funny"
    )
    return marked and not _has_status(card, _TOURNAMENT)


def _is_memorabilia(card: Card) -> bool:
    return card.printing.set_type == "memorabilia" and not _has_status(card, _TOURNAMENT)


def _is_digital(card: Card) -> bool:
    if card.printing.rebalanced:
        return True
    return "paper" not in card.printing.games and not _has_status(card, _TABLETOP)


ROWS: tuple[Row, ...] = (
    Row(NOT_A_CARD, _is_not_a_card, "not a card"),
    Row(FUNNY, _is_funny, "a funny card"),
    Row(MEMORABILIA, _is_memorabilia, "a memorabilia card"),
    Row(DIGITAL, _is_digital, "a card that exists only in digital games"),
    Row(CARD, lambda card: True, "a card"),
)
"""The first row that fits decides."""

UNIVERSES: dict[str, frozenset[str]] = {
    "paper": frozenset({CARD}),
    "arena": frozenset({CARD, DIGITAL}),
    "all": frozenset({CARD, DIGITAL, FUNNY, MEMORABILIA}),
}
"""What `--universe` admits: the words of the rows."""

# What makes a card funny, the most telling mark first.
_FUNNY_MARKS: tuple[tuple[Callable[[Card], bool], str], ...] = (
    (lambda card: card.printing.playtest, "a playtest card"),
    (lambda card: card.printing.security_stamp == "acorn", "an acorn card"),
    (lambda card: card.printing.border_color == "silver", "a silver-bordered card"),
)


def find_universe(card: Card) -> str:
    """The word of the first row that fits the card."""
    for row in ROWS:
        if row.fits(card):
            return row.word
    raise AssertionError("the last row fits every card")  # pragma: no cover


def describe(card: Card) -> str:
    """What such an entry is, with its article: "an acorn card", "a rebalanced card of digital games"."""
    word = card.universe or find_universe(card)
    if word == FUNNY:
        return next((says for fits, says in _FUNNY_MARKS if fits(card)), "a card of a funny set")
    if card.printing.rebalanced:
        return "a rebalanced card of digital games"
    return next(row.says for row in ROWS if row.word == word)


def find_switch(word: str) -> str | None:
    """The narrowest universe that admits entries of this word; `None` if none does."""
    return next((name for name, words in UNIVERSES.items() if word in words), None)
