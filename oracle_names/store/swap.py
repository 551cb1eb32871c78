"""Changing one file for another whole: the new one is filled beside the old one and renamed over it.

A reader has the old file or the new one, never a half. What a killed process left half-written is
taken away by the next.
"""

from __future__ import annotations

import contextlib
import os
import threading
from glob import escape
from itertools import count
from pathlib import Path
from typing import ClassVar, Self

from oracle_names.errors import DataError
from oracle_names.store.schema import APPLICATION_ID

_MARK = ".new-"
_SQLITE_MARK = b"SQLite format 3\0"
_APPLICATION_ID_AT = 68  # bytes from the start of an SQLite file


class Replacement:
    """A new file on its way to the place of an old one: fill `path`, then `swap_in` or `discard`.

    Raises: DataError if something else than a database of this program stands in that place;
    OSError if its folder cannot be made.
    """

    _in_use: ClassVar[set[Path]] = set()
    """The half-written files of this process: each is noted here before it is made."""
    _lock = threading.Lock()

    def __init__(self, target: Path) -> None:
        # A link stays a link: what it points at is changed.
        self._target = Path(os.path.realpath(target))
        _require_replaceable(self._target)
        self._target.parent.mkdir(parents=True, exist_ok=True)
        with self._lock:
            _remove_leftovers(self._target, self._in_use)
            paths = (self._target.with_name(self._name(number)) for number in count())
            self.path = next(path for path in paths if path not in self._in_use)
            self._in_use.add(self.path)

    def _name(self, number: int) -> str:
        return f".{self._target.name}{_MARK}{os.getpid()}-{number}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.discard()

    def swap_in(self) -> None:
        """Bring the new file to the disk and rename it over the old one."""
        with self.path.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(self.path, self._target)
        with contextlib.suppress(OSError):  # some file systems cannot sync a folder; the rename stands
            folder = os.open(self._target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def discard(self) -> None:
        """Take the new file away, if it was not swapped in."""
        _remove(self.path)
        self._in_use.discard(self.path)


def _require_replaceable(target: Path) -> None:
    if not target.exists():
        return
    if not target.is_file():
        raise DataError(f"{str(target)!r} is not a file; choose another place for the database")
    with target.open("rb") as file:
        start = file.read(_APPLICATION_ID_AT + 4)
    is_ours = start.startswith(_SQLITE_MARK) and start.endswith(APPLICATION_ID.to_bytes(4, "big"))
    if start and not is_ours:
        raise DataError(
            f"the file {str(target)!r} is not a database of oracle-names and is left as it is;"
            " choose another place, or delete it"
        )


def _remove_leftovers(target: Path, in_use: set[Path]) -> None:
    """Take away the half-written files of processes that are gone (killed, or the power failed)."""
    for leftover in target.parent.glob(f"{escape(f'.{target.name}{_MARK}')}*"):
        process = leftover.name.rpartition(_MARK)[2].partition("-")[0]
        is_own = process == str(os.getpid())
        if process.isdecimal() and (leftover not in in_use if is_own else not _is_running(int(process))):
            _remove(leftover)


def _is_running(process: int) -> bool:
    if os.name == "nt":
        return False  # a file in use cannot be removed there, so trying to is safe
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
