"""Writing a database: beside the old one, then swapped in whole.

Every printing of a card is added as it comes; which of them tells what the card is does not depend
on their order.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import sqlite_utils

from oracle_names.cards import Card
from oracle_names.errors import DataError
from oracle_names.layouts import LAYOUTS, Arrangement
from oracle_names.store.records import AlternateName, Entry, PrintedName
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
from oracle_names.text import fold_name
from oracle_names.tokens import token_name
from oracle_names.universe import CARD, DIGITAL, FUNNY, MEMORABILIA, NOT_A_CARD, find_universe

IN_MEMORY = ":memory:"
_ROWS_AT_ONCE = 5000
_CACHE = 64 * 1024  # KiB of the new file that SQLite keeps in memory
_SEEN = "seen"
# Of two printings the one in the wider universe tells what the card is: a tournament card stays one
# when a later promotional printing has an acorn or no paper.
_UNIVERSES_NARROW_TO_WIDE = (NOT_A_CARD, DIGITAL, FUNNY, MEMORABILIA, CARD)

_Rank = tuple[int, tuple[bool, bool, str], str]


class _Known:
    """What is remembered of a card: its row so far, and the rank of the printing that tells it."""

    __slots__ = ("games", "rank", "row")

    def __init__(self, row: tuple[object, ...], rank: _Rank, games: frozenset[str]) -> None:
        self.row = row
        self.rank = rank
        self.games = games


class Writer:
    """Fills a new database; `with Writer(path) as writer:` swaps it in if the block ends well.

    `connection` is open until the block ends; a database in memory stays open and is the result.

    Raises: DataError if the file cannot be written (no permission, no room, ...).
    """

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self.has_text = False
        self._known: dict[tuple[str, str], _Known] = {}
        self._unwritten: dict[int, _Known] = {}
        self._rows: dict[str, list[Sequence[object]]] = {name: [] for name in (*TABLES, _SEEN)}
        self._statements = {_SEEN: f"insert into temp.{_SEEN} values (?, ?)"}
        self._formats: dict[str, None] = {}
        self._packed: dict[tuple[tuple[str, str], ...], str] = {}
        self._layouts: Counter[str] = Counter()
        self._next_face = 0
        self._next_name = 0
        with contextlib.ExitStack() as undo, _as_data_error(path):
            self._file = None if str(path) == IN_MEMORY else undo.enter_context(Replacement(Path(path)))
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
        where = self._file.path if self._file else IN_MEMORY
        return sqlite3.connect(where, isolation_level=None, check_same_thread=False)

    def _create(self) -> None:
        # The file is nobody's until it is renamed, so it needs no journal of its own.
        self.connection.executescript(
            "pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file;"
            f"pragma cache_size = -{_CACHE};"
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
            self._statements[name] = f"insert or ignore into {name} values ({marks})"
        self._statements["cards"] = self._statements["cards"].replace("or ignore", "or replace")
        for name, select in VIEWS.items():
            db.create_view(name, select)
        self.connection.execute(f"create temp table {_SEEN} (id text, place text)")
        self.connection.execute("begin")

    def add(self, entry: Entry) -> bool:
        """Write one card, or what another printing of it adds; tells whether the card is new.

        Raises: DataError if the file already had a printing of this id, or the disk is full.
        """
        card = entry.card
        known = self._known.get((card.oracle_id, card.name)) if card.oracle_id else None
        if known is None:
            card_id = self._add_card(entry)
        else:
            card_id = self._merge(known, entry)
        for related in card.related:
            self._put("related", (card_id, related.component, related.name))
        for printed in entry.printed_names:
            self._add_printed_name(card_id, printed)
        for alternate in entry.alternate_names:
            self.add_alternate_name(card_id, alternate)
        return known is None

    def note_printing(self, printing_id: str, place: str) -> None:
        """Note at which place of the file this printing is."""
        self._put(_SEEN, (printing_id, place))

    def find_repeated_printing(self) -> tuple[str, str, str] | None:
        """An id that two printings have, and the places of the two; `None` if there is none."""
        rows = self.query(
            f"select a.id, a.place, b.place from temp.{_SEEN} a join temp.{_SEEN} b"
            f" on a.rowid = repeated.first and b.rowid = repeated.last join"
            f" (select min(rowid) as first, max(rowid) as last from temp.{_SEEN} group by id"
            "   having count(*) > 1 order by last limit 1) repeated"
        )
        return (rows[0][0], rows[0][1], rows[0][2]) if rows else None

    def find_names_of_one_card(self) -> list[str]:
        """The names of cards that share their oracle_id with a card of another name, sorted."""
        counts = Counter(oracle_id for oracle_id, _ in self._known)
        return sorted(name for oracle_id, name in self._known if counts[oracle_id] > 1)

    def _add_card(self, entry: Entry) -> int:
        card = entry.card
        self._layouts[card.layout.name] += 1
        card_id = self._layouts.total()
        universe = find_universe(card)
        games = card.printing.games
        known = _Known(self._card_row(card_id, card, universe, games), _rank(universe, entry), games)
        self._unwritten[card_id] = known
        if card.oracle_id:
            self._known[card.oracle_id, card.name] = known
        for index, face in enumerate(card.faces):
            self._next_face += 1
            self.has_text = self.has_text or bool(face.oracle_text)
            self._put(
                "faces",
                (
                    self._next_face,
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
                ),
            )
        for name, form, place in _names_of(card):
            self._next_name += 1
            self._put("names", (self._next_name, name, fold_name(name), form, card_id, place))
        for keyword in card.keywords:
            self._put("keywords", (card_id, keyword))
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
                known.row = self._card_row(card_id, card, universe, games)
                known.rank = rank
            known.games = games
            self._unwritten[card_id] = known
        return card_id

    def _card_row(self, card_id: int, card: Card, universe: str, games: frozenset[str]) -> tuple[Any, ...]:
        printing = card.printing
        return (
            card_id,
            card.oracle_id,
            card.name,
            card.layout.name,
            universe,
            card.color_identity,
            self._pack_legalities(card.legalities),
            _pack_games(games),
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
        )

    def _add_printed_name(self, card_id: int, printed: PrintedName) -> None:
        self._put(
            "printed_names",
            (card_id, printed.face, printed.lang, printed.printed_name, fold_name(printed.printed_name)),
        )

    def add_alternate_name(self, card_id: int, alternate: AlternateName) -> None:
        """Write a name that says which card is meant and is not its name."""
        self._put(
            "alternate_names",
            (
                card_id,
                alternate.face,
                alternate.name,
                fold_name(alternate.name),
                alternate.kind,
                alternate.source,
            ),
        )

    def add_rows(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        """Write whole rows into a table that does not belong to one card."""
        for row in rows:
            self._put(table, row)

    def query(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Rows of what has been written so far."""
        for table in TABLES:
            self._flush(table)
        with _as_data_error(self.path):
            return self.connection.execute(sql, parameters).fetchall()

    def _put(self, table: str, row: Sequence[object]) -> None:
        rows = self._rows[table]
        rows.append(row)
        if len(rows) >= _ROWS_AT_ONCE:
            self._flush(table)

    def _flush(self, table: str) -> None:
        rows = self._rows[table]
        if rows:
            with _as_data_error(self.path):
                self.connection.executemany(self._statements[table], rows)
            rows.clear()

    def _pack_legalities(self, legalities: tuple[tuple[str, str], ...]) -> str:
        # Thousands of cards share each of a few hundred sets of legalities.
        packed = self._packed.get(legalities)
        if packed is None:
            statuses = dict(legalities)
            self._formats += [name for name in statuses if name not in self._formats]
            letters = (STATUS_LETTERS.get(statuses.get(name, ""), UNKNOWN_STATUS) for name in self._formats)
            packed = self._packed[legalities] = "".join(letters)
        return packed

    def _finish(self) -> None:
        self.add_rows("formats", list(enumerate(self._formats)))
        self.add_rows(
            "layouts",
            [(row.name, row.arrangement.value, self._layouts[row.name]) for row in LAYOUTS.values()],
        )
        for table in TABLES:
            self._flush(table)
        self.connection.execute("commit")
        self.connection.execute("drop table temp.seen")
        db = sqlite_utils.Database(self.connection)
        for table, columns in INDEXES:
            db.table(table).create_index(columns)
        if self.has_text:
            db.table(FULL_TEXT[0]).enable_fts([FULL_TEXT[1]])
        self.connection.execute("analyze")
        if not self._in_memory:
            self.connection.close()
            _swap(self._temporary, Path(self.path))


def _names_of(card: Card) -> Iterator[tuple[str, str, int | None]]:
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
        if card.layout.arrangement is Arrangement.NOT_A_CARD:
            ruled = token_name(face.name, face.types)
            if ruled != face.name and ruled not in parts:
                yield ruled, "token", index
    if len(parts) > 1:
        yield card.name, "whole", None


def _rank(universe: str, entry: Entry) -> tuple[int, tuple[bool, bool, str]]:
    return _UNIVERSE_ORDER[universe], entry.freshness


def _printing_cells(printing: PrintingFacts, games: frozenset[str]) -> tuple[object, ...]:
    return (
        _pack_games(games),
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
    )


def _pack_games(games: frozenset[str]) -> str:
    return "".join(sorted(GAME_LETTERS.get(game, "") for game in games))


def _temporary_beside(path: Path) -> Path:
    return path.with_name(f".{path.name}{_TEMPORARY_MARK}{os.getpid()}")


def _remove_leftovers(path: Path) -> None:
    """Take away the half-written files of processes that are gone (killed, or the power failed)."""
    for leftover in path.parent.glob(f".{path.name}{_TEMPORARY_MARK}*"):
        number = leftover.name.rpartition("-")[2].partition("-")[0]
        if number.isdecimal() and int(number) != os.getpid() and not _is_running(int(number)):
            _remove(leftover)
    _remove(_temporary_beside(path))


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _swap(new: Path, path: Path) -> None:
    with new.open("rb") as file:
        os.fsync(file.fileno())
    os.replace(new, path)
    with contextlib.suppress(OSError):  # some file systems cannot sync a folder; the rename stands
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextlib.contextmanager
def _as_data_error(path: Path | str) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise DataError(f"cannot write the database {str(path)!r}: {error}") from error
    except OSError as error:
        problem = (error.strerror or str(error)).lower()
        raise DataError(f"cannot write the database {str(path)!r}: {problem}") from error
