"""The cards that a restriction or a list mentions: "with the same mana cost as CARD", "from among A, B"."""

from __future__ import annotations

import re

from oracle_names.cards import Card, mana_value
from oracle_names.errors import RestrictionError
from oracle_names.identify import AMBIGUOUS, Identification, identify
from oracle_names.store.reader import Reader
from oracle_names.text import shorten

_MOST_COMMAS = 6  # pieces of one name; the most of any card are three
_AND_OR = re.compile(r" (?:and|or) ")
_LEADING_WORD = re.compile(r"(?:and|or) ")


class Cards:
    """What a restriction asks of other cards (a `restrictions.Resolver`).

    Raises: RestrictionError from every method if no card, or more than one, is meant by the words.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def cost_of(self, words: str) -> str | None:
        """The mana cost of the card or half so named; None if unknown."""
        meant, card = self._require(words)
        return card.whole_cost() if meant.name is None else card.characteristics(meant.face or 0).mana_cost

    def value_of(self, words: str) -> float | None:
        """The mana value of the card or half so named; None if unknown."""
        meant, card = self._require(words)
        if meant.name is not None:
            return card.characteristics(meant.face or 0).mana_value
        cost = card.whole_cost()
        return None if cost is None else mana_value(cost)

    def names_in(self, words: str) -> tuple[str, ...]:
        """The names in a list with commas or semicolons, where names may hold commas themselves.

        A whole card stands for each name it has in a hand (CR 709.4); interchangeable names come along
        (CR 201.3a).
        """
        names = [name for part in self._split(words) for name in self._names(part)]
        return tuple(same for name in names for same in (name, *self._reader.find_same_names(name)))

    def _split(self, words: str) -> list[str]:
        if ";" in words:
            return [part.strip() for part in words.split(";") if part.strip()]
        pieces = [piece.strip() for piece in words.split(",") if piece.strip()]
        parts: list[str] = []
        while pieces:
            # The longest run of pieces that is a name is one, so "Tamiyo, Collector of Tales" is not two.
            for length in range(min(len(pieces), _MOST_COMMAS), 0, -1):
                joined = ", ".join(pieces[:length])
                found = next((text for text in _without_word(joined) if self._is_name(text)), None)
                if found or length == 1:
                    parts += [found] if found else self._split_at_word(pieces[0])
                    pieces = pieces[length:]
                    break
        return parts

    def _split_at_word(self, text: str) -> list[str]:
        """The two names in "Fire and Shock", where that is not one name."""
        for match in _AND_OR.finditer(text):
            left, right = text[: match.start()], text[match.end() :]
            if self._is_name(left) and self._is_name(right):
                return [left, right]
        return [text]

    def _names(self, words: str) -> tuple[str, ...]:
        meant, card = self._require(words)
        return (meant.name,) if meant.name is not None else card.names_in_hand

    def _is_name(self, words: str) -> bool:
        return identify(words, self._reader, "all").card is not None

    def _require(self, words: str) -> tuple[Identification, Card]:
        meant = identify(words, self._reader, "all")
        if meant.status == AMBIGUOUS:
            raise RestrictionError(f"more than one card is meant by {shorten(words)!r}")
        if meant.card is None:
            raise RestrictionError(f"no card is named {shorten(words)!r}")
        return meant, meant.card


def _without_word(text: str) -> tuple[str, str]:
    """The text, and the text without the "and" or "or" that a list puts before its last name."""
    return text, _LEADING_WORD.sub("", text, count=1) if _LEADING_WORD.match(text) else text
