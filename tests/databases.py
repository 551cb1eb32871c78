"""Databases made of a few objects, and what they hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from oracle_names.build import import_file
from oracle_names.oracle import Oracle
from oracle_names.store.reader import Reader
from tests.scryfall_objects import bulk_file

# What a database holds, with cards by their own keys and not by row numbers.
_CONTENTS = {
    "cards": "select oracle_id, name, layout, universe, color_identity, games, set_code, set_type,"
    " released_at, rarity, border_color, security_stamp, playtest, rebalanced, edhrec_rank from cards"
    " where layout != 'name_only'",
    "legalities": "select oracle_id, name, format, status from legalities",
    "faces": "select c.oracle_id, c.name, f.face, f.name, f.mana_cost, f.mana_value, f.type_line, f.colors,"
    " f.color_indicator, f.power, f.toughness, f.loyalty, f.defense"
    " from faces f join cards c on c.id = f.card_id where c.layout != 'name_only'",
    "names": "select c.oracle_id, c.name, n.name, n.key, n.form, n.face"
    " from names n join cards c on c.id = n.card_id where c.layout != 'name_only'",
    "keywords": "select c.oracle_id, c.name, keyword from keywords k join cards c on c.id = k.card_id",
    "related": "select c.oracle_id, c.name, component, r.name"
    " from related r join cards c on c.id = r.card_id",
}
_CONTENTS_OF_BULK_FILES = {
    "printed_names": "select c.oracle_id, p.face, p.lang, p.printed_name, p.key"
    " from printed_names p join cards c on c.id = p.card_id",
    "alternate_names": "select c.oracle_id, a.face, a.name, a.key, a.kind, a.source"
    " from alternate_names a join cards c on c.id = a.card_id",
    "texts": "select c.oracle_id, f.face, f.oracle_text from faces f join cards c on c.id = f.card_id",
    "effects": "select card, restriction, origin from effects",
    "unread": "select name, detail from other_names where kind = 'unknown-layout'",
}


def rows(database: Path, sql: str, parameters: Iterable[object] = ()) -> list[Any]:
    """The rows of a query."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return connection.execute(sql, tuple(parameters)).fetchall()


def facts(database: Path) -> dict[str, list[Any]]:
    """The facts that a snapshot carries too, sorted."""
    return {table: _sorted_rows(database, sql) for table, sql in _CONTENTS.items()}


def contents(database: Path) -> dict[str, list[Any]]:
    """Everything that a bulk file says, sorted."""
    return {
        table: _sorted_rows(database, sql) for table, sql in {**_CONTENTS, **_CONTENTS_OF_BULK_FILES}.items()
    }


def _sorted_rows(database: Path, sql: str) -> list[Any]:
    columns = rows(database, sql + " limit 1")
    order = ", ".join(str(number) for number in range(1, len(columns[0]) + 1)) if columns else "1"
    return rows(database, f"{sql} order by {order}")


def database_of(folder: Path, *objects: object, name: str = "cards.sqlite") -> Path:
    """A database file imported from a bulk file of these objects."""
    database = folder / name
    import_file(bulk_file(folder, *objects), database)
    return database


def oracle_of(folder: Path, *objects: object) -> Oracle:
    """The library on a database of these objects."""
    return Oracle(Reader.open(database_of(folder, *objects)))
