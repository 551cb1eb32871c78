"""Writing a database: beside the old one, then swapped in whole.

Every printing of a card is added as it comes; which of them tells what the card is does not depend
on their order.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import sqlite_utils

from oracle_names.cards import Card
from oracle_names.errors import DataError
from oracle_names.layouts import LAYOUTS, Arrangement
from oracle_names.store.records import AlternateName, Entry
from oracle_names.store.schema import (
    APPLICATION_ID,
    FULL_TEXT,
    GAME_LETTERS,
    INDEXES,
    SCHEMA_VERSION,
    STATUS_LETTERS,
    TABLES,
    UNKNOWN_STATUS,
    VIEWS,
)
from oracle_names.store.swap import Replacement
from oracle_names.text import WHOLE_NAME_SEPARATOR, FoldedName, fold_name
from oracle_names.tokens import token_name
from oracle_names.universe import CARD, DIGITAL, FUNNY, MEMORABILIA, NOT_A_CARD, find_universe

_ROWS_AT_ONCE = 5000
_CACHE = 64 * 1024  # KiB of the new file that SQLite keeps in memory
_SEEN = "seen"
# Of two printings the one in the wider universe tells what the card is: a tournament card stays one
# when a later promotional printing has an acorn or no paper.
_WIDTH = {word: width for width, word in enumerate((NOT_A_CARD, DIGITAL, FUNNY, MEMORABILIA, CARD))}

# What a further row of the same key changes; elsewhere it changes nothing.
_ON_CONFLICT = {
    "cards": "do update set "
    + ", ".join(f"{column} = excluded.{column}" for column in TABLES["cards"]["columns"] if column != "id"),
    "alternate_names": "do update set kind = min(kind, excluded.kind), source = min(source, excluded.source)",
}
_CARD_COLUMNS = list(TABLES["cards"]["columns"])
_GAMES_AT, _LEGALITIES_AT = _CARD_COLUMNS.index("games"), _CARD_COLUMNS.index("legalities_packed")

_NO_CARD = Arrangement.NOT_A_CARD

_Rank = tuple[int, tuple[bool, bool, bool, str], str]


class _Known:
    """What is remembered of a card: its row so far, and the rank of the printing that tells it."""

    __slots__ = ("games", "rank", "row")

    def __init__(self, row: list[Any], rank: _Rank, games: frozenset[str]) -> None:
        self.row = row
        self.rank = rank
        self.games = games


class Writer:
    """Fills a new database; `with Writer(path) as writer:` swaps it in if the block ends well.

    `connection` is open until the block ends; a database in memory (no `path`) stays open and is the result.

    Raises: DataError if the file cannot be written (no permission, no room, ...).
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.has_text = False
        self._known: dict[tuple[str, str], _Known] = {}
        self._unwritten: dict[int, _Known] = {}
        self._rows: dict[str, list[Sequence[object]]] = {name: [] for name in (*TABLES, _SEEN)}
        self._statements = {_SEEN: f"insert into temp.{_SEEN} values (?, ?)"}
        self._formats: dict[str, None] = {}
        self._packed: dict[tuple[tuple[str, str], ...], str] = {}
        self._layouts: Counter[str] = Counter()
        self._card_ids = count(1)
        self._face_ids = count(1)
        self._name_ids = count(1)
        with contextlib.ExitStack() as undo, _as_data_error(path):
            self._file = None if path is None else undo.enter_context(Replacement(path))
            self.connection = undo.enter_context(contextlib.closing(self._connect()))
            self._create()
            self._undo = undo.pop_all()

    @property
    def cards(self) -> int:
        """How many cards have been written."""
        return self._layouts.total()

    @property
    def cards_by_layout(self) -> dict[str, int]:
        """How many cards of each layout have been written, most first."""
        return dict(self._layouts.most_common())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._undo:  # closes and removes whatever has not been swapped in
            if kind is None:
                with _as_data_error(self.path):
                    self._finish()

    def _connect(self) -> sqlite3.Connection:
        where = self._file.path if self._file else ":memory:"
        return sqlite3.connect(where, isolation_level=None, check_same_thread=False)

    def _create(self) -> None:
        # The file is nobody's until it is renamed, so it needs no journal of its own.
        self.connection.executescript(
            "pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file;"
            f"pragma cache_size = -{_CACHE}; pragma locking_mode = exclusive;"
            f"pragma application_id = {APPLICATION_ID}; pragma user_version = {SCHEMA_VERSION};"
        )
        db = sqlite_utils.Database(self.connection)
        for name, table in TABLES.items():
            db.table(name).create(
                table["columns"],
                pk=table["pk"],
                foreign_keys=table.get("foreign_keys", ()),
            )
            marks = ", ".join("?" * len(table["columns"]))
            # The same related object or printed name comes with many printings of a card.
            self._statements[name] = f"insert into {name} values ({marks}) on conflict do nothing"
        for name, on_conflict in _ON_CONFLICT.items():
            self._statements[name] = self._statements[name].replace("do nothing", on_conflict)
        for name, select in VIEWS.items():
            db.create_view(name, select)
        self.connection.execute(f"create temp table {_SEEN} (id text, place text)")
        self.connection.execute("begin")

    def add(self, entry: Entry) -> bool:
        """Write one card, or what another printing of it adds; tells whether the card is new.

        Raises: DataError if the disk is full.
        """
        card = entry.card
        known = self._known.get((card.oracle_id, card.name)) if card.oracle_id else None
        card_id = self._add_card(entry) if known is None else self._merge(known, entry)
        rows = self._rows
        for component, name in card.related:
            rows["related"].append((card_id, component, name))
        for printed in entry.printed_names:
            key = fold_name(printed.printed_name)
            row = (card_id, printed.face, printed.lang, printed.printed_name, key)
            rows["printed_names"].append(row)
        for alternate in entry.alternate_names:
            self.add_alternate_name(card_id, alternate)
        self._flush_if_many()
        return known is None

    def note_printing(self, printing_id: str, place: str) -> None:
        """Note at which place of the file this printing is."""
        self._rows[_SEEN].append((printing_id, place))

    def find_repeated_printing(self) -> tuple[str, str, str] | None:
        """An id that two printings have, and the places of the two; `None` if there is none."""
        with _as_data_error(self.path):
            self._flush_all()
            row: tuple[str, str, str] | None = self.connection.execute(
                "select id, earlier, place from (select rowid as number, id, place,"
                f" lag(place) over (partition by id order by rowid) as earlier from temp.{_SEEN})"
                " where earlier is not null order by number limit 1"
            ).fetchone()
        return row

    def find_names_of_one_card(self) -> list[str]:
        """The names of cards that share their oracle_id with a card of another name, sorted."""
        counts = Counter(oracle_id for oracle_id, _ in self._known)
        return sorted(name for oracle_id, name in self._known if counts[oracle_id] > 1)

    def _add_card(self, entry: Entry) -> int:
        card = entry.card
        card_id = next(self._card_ids)
        self._layouts[card.layout.name] += 1
        universe = find_universe(card)
        known = _Known(self._card_row(card_id, card, universe), _rank(universe, entry), card.printing.games)
        self._unwritten[card_id] = known
        if card.oracle_id:
            self._known[card.oracle_id, card.name] = known
        faces, names, keywords = self._rows["faces"], self._rows["names"], self._rows["keywords"]
        for index, face in enumerate(card.faces):
            if face.oracle_text:
                self.has_text = True
            faces.append(
                (
                    next(self._face_ids),
                    card_id,
                    index,
                    face.name,
                    face.mana_cost,
                    face.mana_value,
                    face.type_line,
                    face.colors,
                    face.color_indicator,
                    face.power,
                    face.toughness,
                    face.loyalty,
                    face.defense,
                    face.oracle_text,
                )
            )
        for name, form, place in _names_of(card):
            names.append((next(self._name_ids), name, fold_name(name), form, card_id, place))
        for keyword in card.keywords:
            keywords.append((card_id, keyword))
        return card_id

    def _merge(self, known: _Known, entry: Entry) -> int:
        """Take over what another printing of a known card adds; the id of the card."""
        card = entry.card
        card_id: int = known.row[0]
        games = known.games | card.printing.games
        universe = find_universe(card)
        rank = _rank(universe, entry)
        if rank > known.rank or games != known.games:
            if rank > known.rank:
                known.row = self._card_row(card_id, card, universe)
                known.rank = rank
            known.games = games
            self._unwritten[card_id] = known
        return card_id

    def _card_row(self, card_id: int, card: Card, universe: str) -> list[Any]:
        printing = card.printing
        return [
            card_id,
            card.oracle_id,
            card.name,
            card.layout.name,
            universe,
            card.color_identity,
            self._pack_legalities(card.legalities),
            "",  # the games of all printings, when they are known
            printing.set_code,
            printing.set_type,
            printing.released_at,
            printing.rarity,
            printing.border_color,
            printing.security_stamp,
            int(printing.playtest),
            int(printing.rebalanced),
            printing.edhrec_rank,
            printing.scryfall_uri,
        ]

    def add_alternate_name(self, card_id: int, alternate: AlternateName) -> None:
        """Write a name that says which card is meant and is not its name."""
        self._rows["alternate_names"].append(
            (
                card_id,
                alternate.face,
                alternate.name,
                fold_name(alternate.name),
                alternate.kind,
                alternate.source,
            )
        )

    def add_rows(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        """Write whole rows into a table that does not belong to one card."""
        self._rows[table].extend(rows)

    def find_bearers(self, keys: Iterable[FoldedName]) -> dict[FoldedName, tuple[int, int]]:
        """The card (its row and face) that bears each of these names: a tournament card, if there is one."""
        with _as_data_error(self.path):
            self._flush_all()
            self.connection.execute("create temp table wanted (key text primary key)")
            self.connection.executemany(
                "insert or ignore into temp.wanted values (?)", ((key,) for key in keys)
            )
            rows = self.connection.execute(
                "select n.key, c.id, coalesce(n.face, 0)"
                " from names n join cards c on c.id = n.card_id where n.key in (select key from temp.wanted)"
                " and n.form in ('part', 'whole') and c.universe != 'not_a_card'"
                " order by c.universe = 'card', c.oracle_id desc, n.face desc"
            ).fetchall()
            self.connection.execute("drop table temp.wanted")
        return {key: (card_id, face) for key, card_id, face in rows}  # the last row of a key stays

    def _flush_if_many(self) -> None:
        if len(self._rows["names"]) >= _ROWS_AT_ONCE or len(self._rows[_SEEN]) >= _ROWS_AT_ONCE:
            with _as_data_error(self.path):
                for table in self._rows:
                    self._flush(table)

    def _flush(self, table: str) -> None:
        rows = self._rows[table]
        self.connection.executemany(self._statements[table], rows)
        rows.clear()

    def _flush_all(self) -> None:
        for known in self._unwritten.values():
            known.row[_GAMES_AT] = _pack_games(known.games)
            known.row[_LEGALITIES_AT] = known.row[_LEGALITIES_AT].ljust(len(self._formats), UNKNOWN_STATUS)
            self._rows["cards"].append(known.row)
        self._unwritten.clear()
        for table in self._rows:
            self._flush(table)

    def _pack_legalities(self, legalities: tuple[tuple[str, str], ...]) -> str:
        # Thousands of cards share each of a few hundred sets of legalities.
        packed = self._packed.get(legalities)
        if packed is None:
            statuses = dict(legalities)
            self._formats |= dict.fromkeys(statuses)
            letters = (STATUS_LETTERS.get(statuses.get(name, ""), UNKNOWN_STATUS) for name in self._formats)
            packed = self._packed[legalities] = "".join(letters)
        return packed

    def _finish(self) -> None:
        self.add_rows("formats", list(enumerate(self._formats)))
        self.add_rows(
            "layouts",
            [(row.name, row.arrangement.value, self._layouts[row.name]) for row in LAYOUTS.values()],
        )
        self._flush_all()
        self.connection.execute("commit")
        self.connection.execute(f"drop table temp.{_SEEN}")
        db = sqlite_utils.Database(self.connection)
        for table, columns in INDEXES:
            db.table(table).create_index(columns)
        if self.has_text:
            db.table(FULL_TEXT[0]).enable_fts([FULL_TEXT[1]])
        self.connection.execute("analyze")
        if self._file is None:
            self._undo.pop_all()  # the connection is the result
        else:
            self.connection.close()
            self._file.swap_in()


def _names_of(card: Card) -> Iterable[tuple[str, str, int | None]]:
    if len(card.faces) == 1 and not card.printing.rebalanced and card.layout.arrangement is not _NO_CARD:
        return ((card.name, "part", 0),)
    return _names_of_odd(card)


def _names_of_odd(card: Card) -> Iterator[tuple[str, str, int | None]]:
    """The rows of the table of names for one card: the name, its form, its face.

    Forms: `part` is the name of a face (or of the card, where it has one face), `whole` is "A // B",
    `rebalanced` the name with the prefix of digital data, `token` a token's name by the rules.
    """
    parts = dict.fromkeys(face.name for face in card.faces)
    seen: set[str] = set()
    for index, face in enumerate(card.faces):
        if face.name in seen:
            continue
        seen.add(face.name)
        yield face.name, "part", index
        if card.printing.rebalanced:
            yield f"A-{face.name}", "rebalanced", index
        if card.layout.arrangement is _NO_CARD:
            ruled = token_name(face.name, face.types)
            if ruled != face.name and ruled not in parts:
                yield ruled, "token", index
    if len(parts) > 1:
        yield card.name, "whole", None
        if card.printing.rebalanced:
            yield WHOLE_NAME_SEPARATOR.join(f"A-{part}" for part in parts), "rebalanced", None


def _rank(universe: str, entry: Entry) -> _Rank:
    return _WIDTH[universe], entry.freshness, entry.printing_id or ""


@lru_cache(maxsize=64)
def _pack_games(games: frozenset[str]) -> str:
    return "".join(sorted(GAME_LETTERS.get(game, "") for game in games))


@contextlib.contextmanager
def _as_data_error(path: Path | None) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise DataError(f"cannot write the database {str(path)!r}: {error}") from error
    except OSError as error:
        problem = (error.strerror or str(error)).lower()
        raise DataError(f"cannot write the database {str(path)!r}: {problem}") from error
