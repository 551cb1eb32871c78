"""Bulk files on disk: their objects one after another, whatever the shape of the file.

A file is a JSON array or one JSON object after another (JSON lines), plain or gzipped; the content
decides, not the name. Memory does not grow with the file.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any, Protocol

import ijson

from oracle_names.errors import BulkFileError

Progress = Callable[[int, int], None]
"""Called now and then with the bytes of the file read so far and their total."""

_PROGRESS_EVERY = 1000  # objects
_MARKS_OF_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff")
_UTF8_MARK = b"\xef\xbb\xbf"
_LONGEST_PROBLEM = 200


class _Readable(Protocol):
    """What is read from: the file, or the file unzipped."""

    def read(self, size: int = -1, /) -> bytes: ...


class _AtObject:
    """Where reading stands, for messages: objects counted from 1."""

    def __init__(self) -> None:
        self.number = 1

    def __str__(self) -> str:
        return f"object {self.number}"


def read_objects(path: Path, progress: Progress | None = None) -> Iterator[tuple[str, Any]]:
    """Every object of the file with its place ("object 17"), in order.

    Raises: BulkFileError (which names the place) for a file that cannot be read, is no JSON, is cut
    off, is not UTF-8, or holds neither an array nor objects.
    """
    at = _AtObject()
    try:
        with path.open("rb") as raw:
            total = path.stat().st_size
            with _decompress(raw) as stream:
                yield from _read(stream, at, raw, total, progress)
    except ijson.IncompleteJSONError as error:
        raise BulkFileError(str(at), _tidy(error, "the JSON is cut off or broken")) from error
    except ijson.JSONError as error:
        raise BulkFileError(str(at), _tidy(error, "bad JSON")) from error
    except UnicodeDecodeError as error:
        raise BulkFileError(str(at), "the text is not UTF-8") from error
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise BulkFileError(str(at), f"the gzip data is cut off or broken ({error})") from error
    except IsADirectoryError as error:
        raise BulkFileError(str(path), "is a directory, not a bulk file") from error
    except OSError as error:
        raise BulkFileError(str(path), (error.strerror or str(error)).lower()) from error


def _decompress(raw: BufferedReader) -> BufferedReader | gzip.GzipFile:
    start = raw.read(2)
    raw.seek(0)
    return gzip.open(raw) if start == b"\x1f\x8b" else raw


def _read(
    stream: _Readable, at: _AtObject, raw: BufferedReader, total: int, progress: Progress | None
) -> Iterator[tuple[str, Any]]:
    start = stream.read(64)
    if start.startswith(_MARKS_OF_OTHER_ENCODINGS):
        raise BulkFileError(str(at), "the text is not UTF-8 (it looks like UTF-16)")
    start = start.removeprefix(_UTF8_MARK).lstrip()
    while not start:
        start = stream.read(64)
        if not start:
            raise BulkFileError("the file", "is empty")
        start = start.lstrip()
    if start[:1] not in (b"[", b"{"):
        raise BulkFileError("the file", "holds neither a JSON array nor JSON objects; is it a bulk file?")
    prefix = "item" if start[:1] == b"[" else ""
    objects = ijson.items(_Joined(start, stream), prefix, use_float=True, multiple_values=prefix == "")
    for obj in objects:
        yield str(at), obj
        if progress is not None and at.number % _PROGRESS_EVERY == 0:
            progress(raw.tell(), total)
        at.number += 1
    if progress is not None:
        progress(total, total)


class _Joined:
    """A stream with the bytes already taken from it put back in front."""

    def __init__(self, start: bytes, stream: _Readable) -> None:
        self._start = start
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        if self._start and size != 0:
            start, self._start = self._start, b""
            return start
        return self._stream.read(size)


def _tidy(error: Exception, otherwise: str) -> str:
    """The first line of a parser's message: the rest repeats the file."""
    lines = str(error).strip().splitlines()
    return lines[0][:_LONGEST_PROBLEM] if lines else otherwise
