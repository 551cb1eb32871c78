"""The tables the program ships: where they are and how they are read.

Each is a text file that opens with `# ` lines (what it is, source, date, the script that rebuilds
it) and goes on with one line of column names and tab-separated rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from oracle_names.errors import DataError

SNAPSHOT = "snapshot.tsv"
"""The embedded snapshot; its header names the date of the card data."""

PROGRAM_VERSION = "0.1.0"
"""The version of the program, as pyproject.toml has it."""

_PACKAGE = Path(__file__).parent


def data_path(name: str) -> Path:
    """The path of a shipped file: inside the installed package, or in a checkout's `data/`.

    Raises: DataError if it is in neither place.
    """
    for folder in (_PACKAGE / "data", _PACKAGE.parent / "data"):
        path = folder / name
        if path.exists():
            return path
    raise DataError(f"the file {name!r} of this program is missing; install oracle-names again")


def tables_stamp() -> str:
    """What changes when a shipped table does: a database with another stamp was built from others."""
    folder = data_path(SNAPSHOT).parent
    files = sorted((path.name, path.stat()) for path in folder.iterdir() if path.is_file())
    return ";".join(f"{name} {stat.st_size} {stat.st_mtime_ns}" for name, stat in files)


def read_header(name: str) -> dict[str, str]:
    """The `# key: value` lines at the top of a shipped file; lines without a colon are left out."""
    header: dict[str, str] = {}
    with data_path(name).open(encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                break
            key, colon, value = line[1:].partition(": ")
            if colon:
                header[key.strip()] = value.strip()
    return header


def read_rows(name: str) -> Iterator[list[str]]:
    """The rows of a shipped table as lists of cells, the row of column names first."""
    with data_path(name).open(encoding="utf-8", newline="\n") as lines:
        for line in lines:
            if not line.startswith("#"):
                yield line.rstrip("\n").split("\t")


def read_table(name: str) -> list[dict[str, str]]:
    """The rows of a shipped table by column name, in the order of the file.

    Raises: DataError if a row has another number of cells than the table has columns.
    """
    rows = read_rows(name)
    columns = next(rows)
    table = []
    for row in rows:
        if len(row) != len(columns):
            raise DataError(f"the table {name!r} has a row of {len(row)} cells, not {len(columns)}: {row!r}")
        table.append(dict(zip(columns, row, strict=True)))
    return table
