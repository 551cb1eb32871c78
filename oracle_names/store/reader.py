"""Reading a database: look-ups by folded name, and cards made from rows.

Nothing here writes; one file may have any number of readers.
"""

from __future__ import annotations

import contextlib
import sqlite3
import weakref
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from oracle_names.cards import Card, Face, PrintingFacts, Related
from oracle_names.effects import Effect
from oracle_names.errors import DataError, OtherSchemaError
from oracle_names.layouts import LAYOUTS
from oracle_names.store.schema import APPLICATION_ID, GAME_LETTERS, LETTER_STATUSES, SCHEMA_VERSION
from oracle_names.text import FoldedName

_KEPT = 4096
_MAPPED = 256 * 1024 * 1024
"""Up to so many bytes of the file are mapped into memory: a look-up is then no system call."""

_LETTER_GAMES = {letter: game for game, letter in GAME_LETTERS.items()}
# One row a face; each begins with the columns of the card.
_CARD_COLUMNS = 18
_SELECT_CARD = """
    select c.oracle_id, c.name, c.layout, c.color_identity,
        (select group_concat(keyword, char(10)) from keywords k where k.card_id = c.id),
        c.legalities_packed, c.games, c.set_code, c.set_type, c.released_at, c.rarity, c.border_color,
        c.security_stamp, c.playtest, c.rebalanced, c.edhrec_rank, c.scryfall_uri, c.universe,
        f.name, f.mana_cost, f.mana_value, f.type_line, f.colors, f.color_indicator, f.power, f.toughness,
        f.loyalty, f.defense, f.oracle_text
    from cards c join faces f on f.card_id = c.id where c.id = ? order by f.face
"""
_EFFECT_COLUMNS = 'card, whole_card, restriction, "limit", timing, chooser, uses, note, source, origin'


class NameRow(NamedTuple):
    """One name of one card: its `form` (part, whole, rebalanced, token), its card and face."""

    name: str
    form: str
    card_id: int
    face: int | None
    universe: str


class AlternateRow(NamedTuple):
    """A name that only says which card is meant, of `kind` alternate, digital-title, former or foreign."""

    name: str
    kind: str
    card_id: int
    face: int
    universe: str


class OtherName(NamedTuple):
    """A name that no object in the data bears: `kind` set-name, dungeon-room, token,
    other or unknown-layout; `detail` is who gives it, the dungeon, the rule, or the layout.
    """

    name: str
    kind: str
    detail: str


class Source(NamedTuple):
    """Where the data comes from: `kind` is "snapshot" or "bulk file", `date` that of the data (ISO)."""

    name: str
    kind: str
    date: str
    imported_at: str
    objects: int


SNAPSHOT_KIND, BULK_FILE_KIND = "snapshot", "bulk file"
"""The kinds of sources."""


def is_from_snapshot(path: Path) -> bool:
    """Whether a database of any version was built from the embedded snapshot: nothing in it can be lost."""
    address = f"file:{quote(str(path.resolve()))}?mode=ro"
    with contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
        try:
            row = connection.execute("select kind from sources where id = 1").fetchone()
        except sqlite3.Error:
            return False
    return bool(row == (SNAPSHOT_KIND,))


class Reader:
    """Look-ups in one database. Safe to share between threads that only read.

    Raises: DataError from every method if the file is damaged.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | str) -> None:
        self.path = path
        self._connection = connection
        # Whoever forgets to close a reader leaves no open file behind.
        weakref.finalize(self, connection.close)
        # One read transaction for as long as the reader lives: no locking for every look-up, and no
        # other program can change the file meanwhile.
        self._rows(f"pragma mmap_size = {_MAPPED}")
        self._rows("begin")
        self._check()
        self.source = self._read_source()
        self._formats = tuple(name for (name,) in self._rows("select format from formats order by position"))
        # A file is replaced whole and never written again, so what was read of it stays true.
        self.get_card = lru_cache(maxsize=_KEPT)(self._get_card)
        """The card in a row of the table of cards."""
        self.find_names = lru_cache(maxsize=_KEPT)(self._find_names)
        """Every name with a key, those of cards and of everything else."""

    @classmethod
    def open(cls, path: Path) -> Reader:
        """A reader of the file at `path`.

        Raises: DataError if there is no such file, it cannot be read, or it is no database of this
        program's schema version.
        """
        try:
            connection = sqlite3.connect(
                f"file:{quote(str(path.resolve()))}?mode=ro",
                uri=True,
                check_same_thread=False,
                isolation_level=None,
            )
        except (sqlite3.Error, OSError) as error:
            raise DataError(f"cannot open the database {str(path)!r}: {error}") from error
        return cls(connection, path)

    def close(self) -> None:
        """Close the file; the reader answers no more."""
        self._connection.close()

    def _find_names(self, key: FoldedName) -> tuple[NameRow, ...]:
        return tuple(
            NameRow(*row)
            for row in self._rows(
                "select n.name, n.form, n.card_id, n.face, c.universe from names n"
                " join cards c on c.id = n.card_id where n.key = ?",
                (key,),
            )
        )

    def find_alternates(self, key: FoldedName) -> list[AlternateRow]:
        """Every alternate name, digital title and former name with this key."""
        return [
            AlternateRow(*row)
            for row in self._rows(
                "select a.name, a.kind, a.card_id, a.face, c.universe from alternate_names a"
                " join cards c on c.id = a.card_id where a.key = ?",
                (key,),
            )
        ]

    def find_printed(self, key: FoldedName) -> list[AlternateRow]:
        """Every name in another language with this key."""
        return [
            AlternateRow(*row)
            for row in self._rows(
                "select p.printed_name, 'foreign', p.card_id, p.face, c.universe from printed_names p"
                " join cards c on c.id = p.card_id where p.key = ?",
                (key,),
            )
        ]

    def find_interchangeable(self, key: FoldedName) -> list[tuple[str, str]]:
        """The pairs (name, other name) in which the first has this key. CR 201.3."""
        return self._interchangeable.get(key, [])

    def find_same_names(self, name: str) -> list[str]:
        """The names that are interchangeable with exactly this one, sorted. CR 201.3a."""
        return self._same_names.get(name, [])

    @cached_property
    def _same_names(self) -> dict[str, list[str]]:
        same: dict[str, list[str]] = {}
        for pairs in self._interchangeable.values():
            for name, other in pairs:
                same[name] = sorted([*same.get(name, []), other])
        return same

    @cached_property
    def _interchangeable(self) -> dict[str, list[tuple[str, str]]]:
        pairs: dict[str, list[tuple[str, str]]] = {}
        for key, name, other in self._rows("select key, name, other_name from interchangeable_names"):
            pairs.setdefault(key, []).append((name, other))
        return pairs

    def find_other(self, key: FoldedName) -> list[OtherName]:
        """The names with this key that no object in the data bears."""
        return [
            OtherName(*row)
            for row in self._rows(
                "select name, kind, detail from other_names where key = ? order by id", (key,)
            )
        ]

    def find_makers(self, name: str) -> list[str]:
        """The cards that make a token or emblem of this name, sorted."""
        rows = self._rows(
            "select c.name from related r join cards c on c.id = r.card_id"
            " where r.name = ? and r.component = 'token' and c.universe != 'not_a_card'",
            (name,),
        )
        return sorted({maker for (maker,) in rows})

    def find_effects(self, key: FoldedName) -> list[Effect]:
        """The effects of the card or half with this key."""
        return [
            _effect(row)
            for row in self._rows(
                f"select {_EFFECT_COLUMNS} from effects where key = ? or whole_key = ?", (key, key)
            )
        ]

    def all_effects(self) -> list[Effect]:
        """Every effect that makes a player choose a name, by card name."""
        return [_effect(row) for row in self._rows(f"select {_EFFECT_COLUMNS} from effects order by card")]

    def find_text_characteristics(self, name: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The types and subtypes that the text of a card gives it outside the battlefield."""
        return self._text_characteristics.get(name)

    @cached_property
    def _text_characteristics(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        rows = self._rows("select name, types, subtypes from text_characteristics")
        return {name: (tuple(types.split()), tuple(subtypes.split())) for name, types, subtypes in rows}

    def get_card_id(self, card: Card) -> int:
        """The row of a card that this reader has made."""
        if card.oracle_id is None:
            return int(
                self._rows("select id from cards where name = ? and oracle_id is null", (card.name,))[0][0]
            )
        where = "oracle_id = ? and name = ?"
        return int(self._rows(f"select id from cards where {where}", (card.oracle_id, card.name))[0][0])

    def all_cards(self) -> Iterator[Card]:
        """Every card of which more than the name is known, with its related objects, sorted by name."""
        for (card_id,) in self._rows("select id from cards where layout != 'name_only' order by name, id"):
            yield self._get_card(card_id)._replace(related=tuple(self.find_related(card_id)))

    def find_printed_names(self, card_id: int) -> list[tuple[str, str]]:
        """The names of a card in other languages, as (language, name), sorted."""
        return self._rows(
            "select lang, printed_name from printed_names where card_id = ? order by lang, face", (card_id,)
        )

    def find_alternate_names(self, card_id: int) -> list[tuple[str, str]]:
        """The alternate names of a card, as (name, kind), sorted."""
        return self._rows(
            "select name, kind from alternate_names where card_id = ? order by name", (card_id,)
        )

    def find_related(self, card_id: int) -> list[Related]:
        """The objects that Scryfall joins to a card."""
        rows = self._rows(
            "select component, name from related where card_id = ? order by component, name", (card_id,)
        )
        return [Related(*row) for row in rows]

    def count_by_layout(self) -> dict[str, int]:
        """How many cards of each layout there are, most first."""
        return dict(
            self._rows("select layout, cards from layouts where cards > 0 order by cards desc, layout")
        )

    def count_by_universe(self) -> dict[str, int]:
        """How many cards each row of the table of universes holds."""
        return dict(self._rows("select universe, count(*) from cards group by universe order by 2 desc"))

    def count_choosable(self) -> dict[str, int]:
        """How many different names may be chosen in paper play, by layout."""
        return dict(
            self._rows(
                "select c.layout, count(distinct n.name) from names n join cards c on c.id = n.card_id"
                " where n.form = 'part' and c.universe = 'card' group by c.layout order by 2 desc"
            )
        )

    def count_rows(self, table: str) -> int:
        """How many rows a table has."""
        return int(self._rows(f'select count(*) from "{table}"')[0][0])

    def find_report(self) -> list[tuple[str, tuple[str, ...], int]]:
        """What the import left out: the problem, examples, how many."""
        import json

        rows = self._rows('select what, detail, "count" from import_report order by id')
        return [(what, tuple(json.loads(detail)), count) for what, detail, count in rows]

    def all_names(self, words: Iterable[str]) -> list[tuple[str, str]]:
        """Every name of the cards in these rows of the table of universes, as (name, card name), sorted."""
        listed = sorted(words)
        return self._rows(
            "select distinct n.name, c.name from names n join cards c on c.id = n.card_id"
            f" where n.form = 'part' and c.universe in ({', '.join('?' * len(listed))}) order by 1, 2",
            listed,
        )

    def _rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Any]:
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except (sqlite3.OperationalError, sqlite3.ProgrammingError) as error:  # locked, closed ...
            raise DataError(f"cannot read the database {str(self.path)!r}: {error}") from error
        except sqlite3.Error as error:
            raise DataError(
                f"the database {str(self.path)!r} is damaged ({error}); import a bulk file again,"
                " or delete it to start from the embedded snapshot"
            ) from error

    def _check(self) -> None:
        application = self._rows("pragma application_id")[0][0]
        if application != APPLICATION_ID:
            raise DataError(f"the file {str(self.path)!r} is not a database of oracle-names")
        version = self._rows("pragma user_version")[0][0]
        if version != SCHEMA_VERSION:
            raise OtherSchemaError(
                f"the database {str(self.path)!r} has schema version {version}, not {SCHEMA_VERSION};"
                " import a bulk file again, or delete it to start from the embedded snapshot"
            )

    def get_meta(self, key: str) -> str:
        """What the writer noted of itself ("program", "tables"); empty if it did not."""
        rows = self._rows("select value from meta where key = ?", (key,))
        return str(rows[0][0]) if rows else ""

    def _read_source(self) -> Source:
        rows = self._rows("select name, kind, date, imported_at, objects from sources where id = 1")
        if not rows:
            raise DataError(f"the database {str(self.path)!r} holds no data; import a bulk file")
        return Source(*rows[0])

    def _get_card(self, card_id: int) -> Card:
        rows = self._rows(_SELECT_CARD, (card_id,))
        try:
            return self._make_card(rows)
        except (KeyError, IndexError, TypeError) as error:  # rows that this program did not write
            raise DataError(
                f"the database {str(self.path)!r} holds a card that this version does not understand"
                f" ({error!r}); import a bulk file again"
            ) from error

    def _make_card(self, rows: list[Any]) -> Card:
        row = rows[0]
        return Card(
            oracle_id=row[0],
            name=row[1],
            layout=LAYOUTS[row[2]],
            faces=tuple(_face(face[_CARD_COLUMNS:]) for face in rows),
            color_identity=row[3],
            keywords=tuple(row[4].split("\n")) if row[4] else (),
            legalities=_legalities(row[5], self._formats),
            printing=PrintingFacts(
                _games(row[6]),
                row[7],
                row[8],
                row[9],
                row[10],
                row[11],
                row[12],
                bool(row[13]),
                bool(row[14]),
                row[15],
                row[16],
            ),
            universe=row[17],
        )


@lru_cache(maxsize=64)
def _games(letters: str) -> frozenset[str]:
    return frozenset(_LETTER_GAMES[letter] for letter in letters)


def _face(row: tuple[Any, ...]) -> Face:
    value = row[2]
    if value is not None and value == value // 1:
        row = (*row[:2], int(value), *row[3:])
    return Face(*row)


@lru_cache(maxsize=4096)
def _legalities(letters: str, formats: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, LETTER_STATUSES[letter])
        for name, letter in zip(formats, letters, strict=False)  # later formats may be unknown for a card
        if letter in LETTER_STATUSES
    )


def _effect(row: tuple[Any, ...]) -> Effect:
    card, whole_card, restriction, limit, timing, chooser, uses, note, source, origin = row
    used_for = tuple(uses.split(",")) if uses else ()
    return Effect(card, whole_card, restriction, limit, timing, chooser, used_for, note, source, origin)
