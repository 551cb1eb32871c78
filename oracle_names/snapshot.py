"""The embedded snapshot: facts of every card as sorted text, without Oracle text.

One line a card; a card's faces follow one another on it. `?` is unknown, an empty cell is none. The
header names the source, the date and the counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from oracle_names.cards import Card, Face, PrintingFacts, Related, whole_name
from oracle_names.errors import DataError
from oracle_names.layouts import LAYOUTS
from oracle_names.store.records import Entry
from oracle_names.store.schema import GAME_LETTERS, LETTER_STATUSES, STATUS_LETTERS, UNKNOWN_STATUS
from oracle_names.tables import SNAPSHOT, data_path

UNKNOWN = "?"

_CARD_COLUMNS = (
    *("oracle_id", "layout", "color_identity", "keywords", "legalities", "games", "set", "set_type"),
    *("released_at", "rarity", "border_color", "security_stamp", "marks", "edhrec_rank", "related"),
)
_FACE_COLUMNS = (
    *("name", "mana_cost", "mana_value", "type_line", "colors", "color_indicator"),
    *("power", "toughness", "loyalty", "defense"),
)
_LETTER_GAMES = {letter: game for game, letter in GAME_LETTERS.items()}
_PLAYTEST, _REBALANCED = "playtest", "rebalanced"


def snapshot_file(cards: Iterable[Card], source: str, date: str) -> Iterator[str]:
    """The lines of a whole snapshot: the header with its counts, then `snapshot_lines`.

    Raises: DataError if a card has text in which the signs of this format stand.
    """
    cards = list(cards)
    layouts = Counter(card.layout.name for card in cards)
    yield "# The embedded snapshot: facts of every card, no Oracle text."
    yield f"# source: {source}"
    yield f"# date: {date}"
    yield f"# cards: {len(cards)}"
    yield f"# by layout: {', '.join(f'{name} {count}' for name, count in layouts.most_common())}"
    yield "# rebuilt by: scripts/make_snapshot FILE --date DATE --source TEXT"
    yield "# A face's columns repeat for each face of a card. ? is unknown; an empty cell is none."
    yield from snapshot_lines(
        cards, list(dict.fromkeys(name for card in cards for name, _ in card.legalities))
    )


def snapshot_lines(cards: Iterable[Card], formats: list[str]) -> Iterator[str]:
    """The lines of a snapshot, sorted by name and key, without the header.

    Raises: DataError if a card has text in which the signs of this format stand.
    """
    yield "\t".join(["formats", *formats])
    yield "\t".join([*_CARD_COLUMNS, *_FACE_COLUMNS])
    for card in sorted(cards, key=lambda card: (card.name, card.oracle_id or "")):
        cells = _card_cells(card, formats)
        for face in card.faces:
            cells += _face_cells(face)
        yield _join("\t", cells)


def read_snapshot() -> Iterator[Entry]:
    """Every card of the embedded snapshot.

    Raises: DataError if a line is damaged.
    """
    with data_path(SNAPSHOT).open(encoding="utf-8", newline="\n") as lines:
        yield from read_lines(line for line in lines if not line.startswith("#"))


def read_lines(lines: Iterable[str]) -> Iterator[Entry]:
    """The cards of the lines that `snapshot_lines` wrote, with or without their line ends.

    Raises: DataError if a line is damaged.
    """
    rows = (line.rstrip("\n").split("\t") for line in lines)
    legalities = _Legalities(next(rows)[1:])
    next(rows)
    for row in rows:
        try:
            card = _read_card(row, legalities)
        except (ValueError, KeyError, IndexError) as error:
            raise DataError(f"the embedded snapshot is damaged at {row[:2]!r}") from error
        yield Entry(card)


def _card_cells(card: Card, formats: list[str]) -> list[str]:
    printing = card.printing
    statuses = dict(card.legalities)
    marks = [_PLAYTEST] * printing.playtest + [_REBALANCED] * printing.rebalanced
    return [
        card.oracle_id or "",
        card.layout.name,
        _or_unknown(card.color_identity),
        _join(";", sorted(card.keywords)),
        "".join(STATUS_LETTERS.get(statuses.get(name, ""), UNKNOWN_STATUS) for name in formats),
        "".join(sorted(GAME_LETTERS.get(game, "") for game in printing.games)),
        printing.set_code or "",
        printing.set_type or "",
        printing.released_at or "",
        printing.rarity or "",
        printing.border_color or "",
        printing.security_stamp or "",
        _join(";", marks),
        "" if printing.edhrec_rank is None else str(printing.edhrec_rank),
        _join("|", sorted(f"{related.component}={related.name}" for related in card.related)),
    ]


def _face_cells(face: Face) -> list[str]:
    return [
        face.name,
        _or_unknown(face.mana_cost),
        UNKNOWN if face.mana_value is None else str(face.mana_value),
        _or_unknown(face.type_line),
        _or_unknown(face.colors),
        face.color_indicator,
        face.power or "",
        face.toughness or "",
        face.loyalty or "",
        face.defense or "",
    ]


def _read_card(row: list[str], legalities_of: _Legalities) -> Card:
    first = len(_CARD_COLUMNS)
    width = len(_FACE_COLUMNS)
    if len(row) <= first or (len(row) - first) % width:
        raise ValueError("a line is cut off")
    faces = tuple(_read_face(row[start : start + width]) for start in range(first, len(row), width))
    (
        oracle_id,
        layout,
        color_identity,
        keywords,
        legalities,
        games,
        set_code,
        set_type,
        released_at,
        rarity,
        border_color,
        security_stamp,
        marks,
        edhrec_rank,
        related,
    ) = row[:first]
    # By position, in the order of the class: thirty-seven thousand cards feel the difference.
    return Card(
        oracle_id or None,
        whole_name(faces),
        LAYOUTS[layout],
        faces,
        _or_none(color_identity),
        tuple(keywords.split(";")) if keywords else (),
        legalities_of[legalities],
        PrintingFacts(
            _read_games(games),
            set_code or None,
            set_type or None,
            released_at or None,
            rarity or None,
            border_color or None,
            security_stamp or None,
            _PLAYTEST in marks,
            _REBALANCED in marks,
            int(edhrec_rank) if edhrec_rank else None,
        ),
        tuple(_read_related(part) for part in related.split("|")) if related else (),
    )


class _Legalities(dict[str, tuple[tuple[str, str], ...]]):
    """Legalities by their letters: a few hundred different ones serve all cards."""

    def __init__(self, formats: list[str]) -> None:
        super().__init__()
        self._formats = formats

    def __missing__(self, letters: str) -> tuple[tuple[str, str], ...]:
        self[letters] = tuple(
            (name, LETTER_STATUSES[letter])
            for name, letter in zip(self._formats, letters, strict=True)
            if letter != UNKNOWN_STATUS
        )
        return self[letters]


@lru_cache(maxsize=64)
def _read_games(letters: str) -> frozenset[str]:
    return frozenset(_LETTER_GAMES[letter] for letter in letters)


def _read_related(part: str) -> Related:
    component, _, name = part.partition("=")
    return Related(component, name)


def _read_face(cells: list[str]) -> Face:
    name, cost, value, type_line, colors, indicator, power, toughness, loyalty, defense = cells
    return Face(
        name,
        _or_none(cost),
        None if value == UNKNOWN else _number(value),
        _or_none(type_line),
        _or_none(colors),
        indicator,
        power or None,
        toughness or None,
        loyalty or None,
        defense or None,
    )


def _number(text: str) -> float:
    return int(text) if text.isdecimal() else float(text)


def _join(separator: str, parts: list[str]) -> str:
    odd = next((part for part in parts if separator in part), None)
    if odd is not None:
        raise DataError(f"the snapshot cannot hold {odd!r}: {separator!r} stands in it")
    return separator.join(parts)


def _or_unknown(text: str | None) -> str:
    if text == UNKNOWN:
        raise DataError(f"the snapshot cannot hold {text!r}: it stands for what is not known")
    return UNKNOWN if text is None else text


def _or_none(text: str) -> str | None:
    return None if text == UNKNOWN else text
