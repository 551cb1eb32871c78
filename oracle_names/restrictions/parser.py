"""The grammar of restrictions: the words on cards, and what people type for them.

Rule: CR 201.4a.

    restriction   phrase, or nothing: any card name
    phrase        items, joined by nothing, "," or "and" (all of them) or "or" (any of them)
    item          word | nonWORD | not WORD | subtype WORD | ( phrase ) | qualifier | exception
    qualifier     with NUMBER N | with no mana cost | with the same mana cost as CARD | from among LIST
    exception     other than a phrase | not a phrase | that isn't a phrase

An "or" joins the words beside it that speak of the same thing ("instant or sorcery", "artifact,
creature, or land"); words that speak of other things, and qualifiers behind, go for all of them
("red instant or sorcery with mana value 3"), as on cards. Whatever else could be read in two ways
is refused, and both ways are offered in words that leave no doubt.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import NamedTuple, NoReturn

from oracle_names.errors import RestrictionError
from oracle_names.restrictions.joining import Item, joined, tight, two_ways
from oracle_names.restrictions.logic import ANY, AnyOf, Restriction, all_of, any_of, negate, restriction_of
from oracle_names.restrictions.terms import (
    NO_MANA_COST,
    Among,
    Compared,
    SameManaCost,
    SameManaValue,
    Term,
    Word,
)
from oracle_names.restrictions.words import (
    EXACTLY,
    MANA_VALUE,
    NUMBERS,
    PARITIES,
    WORDS,
    WORDS_AFTER,
    WORDS_BEFORE,
    Category,
    Number,
    known_words,
    subtype_row,
)
from oracle_names.text import clean_text, shorten

LONGEST_RESTRICTION = 20_000
"""In characters: a list of some hundred names. Longer text is refused unread."""

_DEEPEST = 20  # parentheses, or exceptions, inside one another
_LARGEST_NUMBER = 1_000_000  # Gleemax has the largest mana value

_TOKEN = re.compile(r"[(),;/&|+]|[^\s(),;/&|+]+")
_NUMBER = re.compile(r"[0-9]{1,7}(?:\.[0-9]{1,2})?|\.[0-9]{1,2}")
_SUBTYPE = re.compile(r"[a-z]+(?:['-][a-z]+)*")
_DASHES = dict.fromkeys(
    map(ord, "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"), "-"
)
_APOSTROPHES = dict.fromkeys(map(ord, "\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}`"), "'")
_QUOTES = (
    "'\""
    "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}"
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
)
_STOPS = ".:!?"

# Words that restrict nothing, before and after what a phrase says.
_NOUNS = frozenset({"card", "cards", "name", "names"})
_OPENING = _NOUNS | {"choose", "a", "an", "any", "the", "of"}
_ARTICLES = frozenset({"a", "an", "the"})
_SEPARATORS = frozenset({",", ";", "and", "or"})
_EXCEPTIONS = (
    ("other", "than"),
    ("except", "for"),
    ("except",),
    ("that", "isn't"),
    ("that", "is", "not"),
    ("that", "aren't"),
    ("that", "are", "not"),
    ("not", "a"),
    ("not", "an"),
)
_QUALIFIER_STARTS = frozenset(
    {"with", "from", "among", "no", "same", "identical", *PARITIES}
    | {spelling[0] for number in NUMBERS for spelling in number.spellings}
)


def parse_restriction(text: str) -> Restriction:
    """The restriction that the words say. CR 201.4a.

    Case, quotes, stops and invisible characters do not matter, nor do "choose", articles and
    "card name". No words at all restrict nothing.

    Raises: RestrictionError if a word is not known, or if the words can be read in two ways.

    >>> parse_restriction("Choose a noncreature, nonland card name").text
    'noncreature, nonland'
    >>> parse_restriction("a card name other than a basic land card name").text
    'other than a basic land'
    >>> parse_restriction("artifact creature or planeswalker")
    Traceback (most recent call last):
    oracle_names.errors.RestrictionError: 'artifact creature or planeswalker' can be read in two ways; \
write 'artifact (creature or planeswalker)' or '(artifact creature) or (planeswalker)' for the part in doubt
    """
    _check_size(text)
    text = clean_text(text)
    restriction = _Parser(text).restriction() if text else ANY
    _check_size(restriction.text)  # its own wording may be longer than what was typed
    return restriction


def _check_size(text: str) -> None:
    if len(text) > LONGEST_RESTRICTION:
        raise RestrictionError(
            f"the restriction has {len(text)} characters; give at most {LONGEST_RESTRICTION}"
        )
    depths = accumulate((ch == "(") - (ch == ")") for ch in text if ch in "()")
    if max(depths, default=0) > _DEEPEST:
        raise RestrictionError(f"more than {_DEEPEST} parentheses inside one another")


class _Token(NamedTuple):
    """A word as it is looked up, and where it stands in the text."""

    word: str
    start: int
    end: int


class _Parser:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [
            _Token(word, match.start(), match.end())
            for match in _TOKEN.finditer(text)
            if (word := _fold(match[0]))
        ]
        self.at = 0
        self.exceptions = 0  # that are being read, inside one another

    def restriction(self) -> Restriction:
        if all(token.word in _SEPARATORS or token.word in ("(", ")") for token in self.tokens):
            self.fail("no words", known=True)
        term = self.phrase()
        if self.word == ")":
            self.fail("')' without '('")
        return ANY if term is None else restriction_of(term)

    # --- tokens ---

    @property
    def word(self) -> str:
        """The next word; empty at the end."""
        return self.tokens[self.at].word if self.at < len(self.tokens) else ""

    def take(self, *words: str) -> bool:
        """Steps over the words if they come next."""
        found = self.comes(*words)
        if found:
            self.at += len(words)
        return found

    def comes(self, *words: str) -> bool:
        """Whether the words come next."""
        return tuple(token.word for token in self.tokens[self.at : self.at + len(words)]) == words

    def skip(self, words: frozenset[str]) -> None:
        """Steps over any run of the words."""
        while self.word in words:
            self.at += 1

    def lead(self) -> str:
        """Steps over what stands between two items: nothing, ",", "and" or "or"."""
        lead = ""
        while self.word in _SEPARATORS:
            if self.word in ("and", "or"):
                if lead in ("and", "or"):
                    self.fail(f"{self.word!r} right after {lead!r}")
                lead = self.word
            elif not lead:
                lead = ","
            self.at += 1
        return lead

    def fail(self, problem: str, *, known: bool = False) -> NoReturn:
        """Refuses the text; `known` adds the words that are known."""
        known_ones = f"; known: {known_words()}" if known else ""
        raise RestrictionError(f"{problem} in the restriction {shorten(self.text)!r}{known_ones}")

    # --- phrases ---

    def phrase(self) -> Term | None:
        """Everything up to the end or a closing parenthesis; None where nothing restricts."""
        items: list[Item] = []
        while True:
            lead = self.lead()
            if not items or lead:
                self.skip(_OPENING)
            if self.word in ("", ")"):
                if lead in ("and", "or"):
                    self.fail(f"nothing after {lead!r}")
                return joined(items, self.text) if items else None
            if self.word in _SEPARATORS:
                if lead in ("and", "or"):
                    self.fail(f"nothing after {lead!r}")
                continue
            if not items and lead in ("and", "or"):
                self.fail(f"nothing before {lead!r}")
            self.add_item(items, lead)

    def add_item(self, items: list[Item], lead: str) -> None:
        """Reads the next item. A noun closes what stands before it: no word may follow at once."""
        at = self.at
        item = self.item(lead if items else "")
        if items and not item.lead and item.kind in ("word", "group") and self.tokens[at - 1].word in _NOUNS:
            self.fail(f"{self.typed(at)!r} after {self.typed(at - 1)!r} (write it before)")
        items.append(item)
        self.skip(_NOUNS)

    def item(self, lead: str) -> Item:
        if self.word == "(":
            return Item(self.parenthesis(), "group", lead)
        if self.comes("not", "(") or self.exception_comes():
            return Item(self.exception(), "exception", lead)
        if self.word in _QUALIFIER_STARTS:
            return Item(self.qualifier(), "qualifier", lead)
        if self.take("not"):
            item = self.simple_word(lead)
            if item.denies:
                self.fail(f"'not' before {item.term.text!r}")
            return Item(negate(item.term), "word", lead, item.category, typed_not=True)
        return self.simple_word(lead)

    def simple_word(self, lead: str) -> Item:
        at = self.at
        word = self.word
        self.at += 1
        if word == "subtype":
            name = self.word
            if not _SUBTYPE.fullmatch(name) or name in _SEPARATORS | _OPENING:
                self.fail(f"no subtype after {self.typed(at)!r}: write 'subtype Dragon'")
            self.at += 1
            return Item(Word(subtype_row(name)), "word", lead, Category.SUBTYPE)
        bare = word.removeprefix("non").removeprefix("-")
        row = WORDS.get(bare if word.startswith("non") else word)
        if row is None:
            self.unknown_word(at)
        return Item(Word(row, word not in WORDS), "word", lead, row.category)

    def unknown_word(self, at: int) -> NoReturn:
        """Says which words are known, and which is near."""
        from difflib import get_close_matches

        typed = self.typed(at)
        if not typed:
            self.fail(f"nothing after {self.typed(at - 1)!r}")
        word = self.tokens[at].word
        start = "non" if word.startswith("non") else ""
        near = get_close_matches(word.removeprefix(start).removeprefix("-")[:30], WORDS, n=1)
        hint = f" (did you mean {start + WORDS[near[0]].word!r}?)" if near else ""
        self.fail(f"unknown word {typed!r}{hint}", known=True)

    def typed(self, at: int) -> str:
        """The token as it was typed; empty past the end."""
        return (
            shorten(self.text[self.tokens[at].start : self.tokens[at].end]) if at < len(self.tokens) else ""
        )

    def parenthesis(self) -> Term:
        self.at += 1
        term = self.phrase()
        if not self.take(")"):
            self.fail("'(' without ')'")
        if term is None:
            self.fail("nothing in parentheses")
        return term

    # --- exceptions ---

    def exception_comes(self) -> bool:
        return any(self.comes(*words) for words in _EXCEPTIONS)

    def exception(self) -> Term:
        """What "other than R" leaves: all that is not R."""
        start = self.at
        if not any(self.take(*words) for words in _EXCEPTIONS):
            self.at += 1  # "not", before a parenthesis
        marker = self.text[self.tokens[start].start : self.tokens[self.at - 1].end]
        self.exceptions += 1
        if self.exceptions > _DEEPEST:
            self.fail(f"more than {_DEEPEST} exceptions inside one another")
        self.skip(_OPENING)
        term = self.parenthesis() if self.word == "(" else self.excepted(marker)
        self.exceptions -= 1
        return negate(term)

    def excepted(self, marker: str) -> Term:
        """R in "other than R" without parentheses.

        It ends at the end, or at a comma before a qualifier or another exception. Anything else
        behind it might belong to either side.
        """
        items: list[Item] = []
        while True:
            before = self.at
            lead = self.lead()
            if lead:
                self.skip(_OPENING)
            if self.word in ("", ")") or self.word in _SEPARATORS:
                if not items or self.word in _SEPARATORS or lead in ("and", "or"):
                    self.fail(f"nothing after {lead or marker!r}")
                break
            if not items and lead:
                self.fail(f"nothing after {marker!r}")
            if items and self.starts_anew():
                denies = self.word == "not" or self.exception_comes()
                if lead == "," or (lead == "and" and denies):
                    self.at = before
                    break
                rest = self.item(lead).term
                first = joined(items, self.text)
                join = any_of if lead == "or" else all_of
                two_ways(self.text, join([negate(first), rest]), negate(join([first, rest])))
            self.add_item(items, lead)
        term = joined(items, self.text)
        commas = [k for k, item in enumerate(items) if item.lead == ","]
        if commas and not isinstance(term, AnyOf):
            first, rest = tight(items[: commas[0]]), tight(items[commas[0] :])
            two_ways(self.text, all_of([negate(first), rest]), negate(term))
        return term

    def starts_anew(self) -> bool:
        return self.word == "not" or self.word in _QUALIFIER_STARTS or self.exception_comes()

    # --- qualifiers ---

    def qualifier(self) -> Term:
        start = self.at
        if self.take("from", "among") or self.take("among"):
            return Among(self.rest("from among"))
        if self.take("with"):
            self.skip(_ARTICLES)
        if self.take("no", "mana", "cost"):
            return NO_MANA_COST
        if self.take("same") or self.take("identical"):
            return self.same()
        parity = next((row for word, row in PARITIES.items() if self.take(word)), None)
        number = self.number_name()
        if number is None:
            self.fail(f"nothing known after {self.typed(start)!r}", known=True)
        return self.comparison(number) if parity is None else Compared(number, parity, 0)

    def number_name(self) -> Number | None:
        for number in NUMBERS:
            if any(self.take(*spelling) for spelling in number.spellings):
                return number
        return None

    def same(self) -> Term:
        """The same mana cost or mana value "as" or "to" a card, whose name is all that follows."""
        kind: type[SameManaCost] | type[SameManaValue]
        if self.take("mana", "cost"):
            kind = SameManaCost
        elif any(self.take(*spelling) for spelling in MANA_VALUE.spellings):
            kind = SameManaValue
        else:
            self.fail("'same' is followed by neither 'mana cost' nor 'mana value'")
        if not (self.take("as") or self.take("to")):
            self.fail("the same as which card? write 'as CARD'")
        return kind(self.rest(self.typed(self.at - 1)))

    def comparison(self, number: Number) -> Term:
        name = number.characteristic.name
        before = next((row for words, row in WORDS_BEFORE.items() if self.take(*words)), None)
        limit = self.limit(name)
        if before is not None:
            return Compared(number, before, limit)
        after = next((row for words, row in WORDS_AFTER.items() if self.take(*words)), EXACTLY)
        return Compared(number, after, limit)

    def limit(self, name: str) -> float:
        if not _NUMBER.fullmatch(self.word):
            self.fail(f"no number after {name!r}" + (f" but {self.typed(self.at)!r}" if self.word else ""))
        limit = float(self.word)
        if limit > _LARGEST_NUMBER:
            self.fail(f"{name} above {_LARGEST_NUMBER}: {self.word!r}")
        self.at += 1
        return limit

    def rest(self, marker: str) -> str:
        """The text up to the end, or to the parenthesis that closes this phrase.

        It names cards, so it may hold any word of the grammar, and parentheses of its own.
        """
        start = self.tokens[self.at - 1].end
        end = len(self.text)
        inside = 0
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            inside += (token.word == "(") - (token.word == ")")
            if inside < 0:
                end = token.start
                break
            self.at += 1
        words = self.text[start:end].strip()
        if inside > 0:
            self.fail("'(' without ')'")
        if not words:
            self.fail(f"no card named after {marker!r}")
        return words


def _fold(raw: str) -> str:
    """A token as it is looked up; empty where it was only quotes or stops."""
    word = raw.casefold().translate(_DASHES).translate(_APOSTROPHES)
    return word.strip(_QUOTES).rstrip(_STOPS).strip(_QUOTES)
