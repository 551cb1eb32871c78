"""Folding: the spellings of one name that people type, brought to one key.

CR 201.2 makes the English name the name; spelling and punctuation only help to find it (MTR 3.6).
Folding decides which card is meant, never whether a name may be chosen.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NewType

FoldedName = NewType("FoldedName", str)
"""A key made by `fold_name`; a raw string is never one."""

WHOLE_NAME_SEPARATOR = " // "
"""Stands between the names of one card's faces. Without the spaces it is part of a name."""

LONGEST_NAME = 400
"""No name is longer than this many characters (the longest in Oracle has 141)."""

# Letters that no Unicode decomposition takes apart, and signs that stand for nothing in a name.
_LETTERS = str.maketrans(
    {
        "\N{LATIN SMALL LETTER AE}": "ae",
        "\N{LATIN SMALL LIGATURE OE}": "oe",
        "\N{LATIN SMALL LETTER O WITH STROKE}": "o",
        "\N{LATIN SMALL LETTER L WITH STROKE}": "l",
        "\N{LATIN SMALL LETTER D WITH STROKE}": "d",
        "\N{LATIN SMALL LETTER ETH}": "d",
        "\N{LATIN SMALL LETTER THORN}": "th",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "\N{LATIN SMALL LETTER H WITH STROKE}": "h",
    }
)
_MARKS = {ord(sign): None for sign in "\N{TRADE MARK SIGN}\N{SERVICE MARK}"}
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_NOT_IN_A_KEY = re.compile(r"[^a-z0-9]+")
_SPACE = re.compile(r"\s+")
_FIRST_ACCENT, _LAST_ACCENT = "\N{COMBINING GRAVE ACCENT}", "\N{COMBINING LATIN SMALL LETTER X}"


def fold_name(text: str) -> FoldedName:
    """The key under which a name is found: no case, spaces, accents or punctuation.

    A run of underscores is one blank token; two blanks keep one space between them. Text with no
    letter, digit or blank folds to the empty key, which matches nothing. Folding a key again changes
    nothing; it never fails.

    >>> fold_name("Lim-D\N{LATIN SMALL LETTER U WITH CIRCUMFLEX}l's Vault")
    'limdulsvault'
    >>> fold_name("Fire/Ice") == fold_name("FIRE &amp; ICE") == fold_name("Fire // Ice")
    True
    >>> fold_name("Wolf in ________ Clothing")
    'wolfin_clothing'
    >>> fold_name("?!")
    ''
    """
    if "&" in text:
        text = _ENTITY.sub(_unescape, text)
    if text.isascii():
        text = text.lower()
        return FoldedName(_fold_blanks(text) if "_" in text else _NOT_IN_A_KEY.sub("", text))
    text = unicodedata.normalize("NFKD", text.translate(_MARKS)).casefold().translate(_LETTERS)
    # Only Latin accents go: a Japanese voicing mark tells one word from another.
    text = "".join(ch for ch in text if not _FIRST_ACCENT <= ch <= _LAST_ACCENT)
    text = unicodedata.normalize("NFKC", text)
    if "_" in text:
        return FoldedName(_fold_blanks(text))
    return FoldedName("".join(ch for ch in text if _is_in_a_key(ch)))


def fold_spelling(text: str) -> str:
    """A gentler fold that keeps words apart: tells `Wasteland` from `Waste Land`.

    >>> fold_spelling("  WASTE  land ") == fold_spelling("Waste Land")
    True
    >>> len({fold_spelling("Wasteland"), fold_spelling("Waste Land"), fold_spelling("waste-land")})
    3
    """
    words = ("-".join(fold_name(part) for part in word.split("-")) for word in clean_text(text).split())
    return " ".join(word for word in words if word)


def clean_text(text: str) -> str:
    """Text as it may be shown and stored: NFC, single spaces, no control or invisible characters.

    Lone surrogates (bytes that were not UTF-8) become question marks.

    >>> clean_text("  Pithing\N{ZERO WIDTH SPACE} \\n Needle")
    'Pithing Needle'
    """
    if text.isascii() and text.isprintable():
        return _SPACE.sub(" ", text).strip()
    text = text.encode("utf-8", "replace").decode("utf-8")
    text = "".join(
        " " if ch.isspace() else ch for ch in text if ch.isspace() or unicodedata.category(ch)[0] != "C"
    )
    return unicodedata.normalize("NFC", _SPACE.sub(" ", text).strip())


def split_whole_name(name: str) -> list[str]:
    """The face names in a whole card's name; one item where there is only one.

    >>> split_whole_name("Fire // Ice")
    ['Fire', 'Ice']
    >>> split_whole_name("SP//dr, Piloted by Peni")
    ['SP//dr, Piloted by Peni']
    """
    return name.split(WHOLE_NAME_SEPARATOR)


def shorten(text: str, length: int = 80) -> str:
    """Text short enough for a message.

    >>> shorten("Lightning Bolt", 10)
    'Lightni...'
    """
    return text if len(text) <= length else text[: length - 3] + "..."


def join_names(names: list[str], word: str = "and") -> str:
    """Names as a person lists them; with semicolons where a name has a comma.

    >>> join_names(["Fire", "Ice"]), join_names(["Who", "What", "When"], "or")
    ('Fire and Ice', 'Who, What or When')
    """
    if len(names) < 2:
        return "".join(names)
    comma = "; " if any("," in name for name in names) else ", "
    return f"{comma.join(names[:-1])} {word} {names[-1]}"


def _is_in_a_key(ch: str) -> bool:
    return ch.isalnum() or unicodedata.combining(ch) > 0


def _fold_blanks(text: str) -> str:
    key = ""
    gap = False  # something stood between the last blank and here
    for ch in text:
        if ch == "_":
            if not key.endswith("_"):
                key += "_"
            elif gap:
                key += " _"
            gap = False
        elif _is_in_a_key(ch):
            key += ch
        else:
            gap = True
    return key


def _unescape(match: re.Match[str]) -> str:
    import html  # only text with an entity in it pays for the table of entities

    return html.unescape(match[0])
