"""Bulk files on disk: their objects one after another, whatever the shape of the file.

A file is a JSON array or one JSON object after another (JSON lines), plain or gzipped; the content
decides, not the name. Memory does not grow with the file.
"""

from __future__ import annotations

import codecs
import gzip
import json
import os
import re
import zlib
from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any, NoReturn

from oracle_names.errors import BulkFileError

Progress = Callable[[int, int], None]
"""Called now and then with the bytes of the file read so far and their total."""

_PROGRESS_EVERY = 1000  # objects
_PIECE = 1 << 18  # bytes read at a time
_LONGEST_OBJECT = 1 << 23  # characters; the longest in Scryfall's files has some 20,000
_LONGEST_TOKEN = 16  # characters that the end of a piece may cut (true, a number, an escape)
_GZIP_MARK = b"\x1f\x8b"
_MARKS_OF_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff")
_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
_BLANKS = re.compile(r"[ \t\n\r]*")


def read_objects(path: Path, progress: Progress | None = None) -> Iterator[tuple[str, Any]]:
    """Every object of the file with its place ("object 17", counted from 1), in order.

    Raises: BulkFileError (which names the place) for a file that cannot be read, is no JSON, is cut
    off, is not UTF-8, or holds neither an array nor objects.
    """
    try:
        with path.open("rb") as raw:
            total = os.fstat(raw.fileno()).st_size
            with _decompress(raw) as stream:
                text = _Text(stream)
                for obj in _read(text):
                    yield text.place, obj
                    if progress is not None and text.number % _PROGRESS_EVERY == 0:
                        progress(raw.tell(), total)
                    text.number += 1
            if progress is not None:
                progress(total, total)
    except IsADirectoryError as error:
        raise BulkFileError(str(path), "is a directory, not a bulk file") from error
    except OSError as error:
        raise BulkFileError(str(path), (error.strerror or str(error)).lower()) from error


def _decompress(raw: BufferedReader) -> BufferedReader | gzip.GzipFile:
    return gzip.open(raw) if raw.peek(2).startswith(_GZIP_MARK) else raw


def _read(text: _Text) -> Iterator[Any]:
    opening = text.peek()
    if not opening:
        raise BulkFileError("the file", "is empty")
    if opening == "[":
        yield from _read_array(text)
    elif opening == "{":
        while text.peek():
            yield text.take_value()
    else:
        raise BulkFileError("the file", "holds neither a JSON array nor JSON objects; is it a bulk file?")


def _read_array(text: _Text) -> Iterator[Any]:
    text.take_sign()
    following = text.peek()
    while following != "]":
        yield text.take_value()
        following = text.peek()
        if following == ",":
            text.take_sign()
        elif following != "]":
            text.fail("the JSON is broken: expected a comma" if following else "the JSON is cut off")
    text.take_sign()
    if text.peek():
        text.fail("text follows the end of the JSON array")


class _Text:
    """The text of a file, a piece at a time, and where reading stands.

    Damage (bad gzip data, bytes that are not UTF-8) is told once everything before it has been read,
    so that the place is right.
    """

    def __init__(self, stream: BufferedReader | gzip.GzipFile) -> None:
        self.number = 1
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._decode = json.JSONDecoder(parse_constant=_refuse_constant).raw_decode
        self._text = ""
        self._at = 0
        self._ended = False
        self._damage = ""

    @property
    def place(self) -> str:
        """The object that is being read, for messages."""
        return f"object {self.number}"

    def fail(self, problem: str) -> NoReturn:
        """Raise what is wrong here: damage to the file explains everything else."""
        raise BulkFileError(self.place, self._damage or problem)

    def peek(self) -> str:
        """The next character that is not blank; empty at the end of the file."""
        while True:
            found = _BLANKS.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if self._ended:
                if self._damage:
                    self.fail(self._damage)
                return ""
            self._read_on()

    def take_sign(self) -> None:
        """Go past the character that `peek` showed."""
        self._at += 1

    def take_value(self) -> Any:
        """The JSON value that starts here."""
        self.peek()
        while True:
            try:
                value, self._at = self._decode(self._text, self._at)
            except json.JSONDecodeError as error:
                problem = self._tell(error)
            except RecursionError:
                self.fail("the JSON is nested too deeply")
            except ValueError as error:  # NaN, or a whole number of thousands of digits
                self.fail(f"the JSON is broken: {error}")
            else:
                return value
            if self._ended:
                self.fail(problem)
            if len(self._text) - self._at > _LONGEST_OBJECT:
                self.fail(f"the JSON is broken: no end after {_LONGEST_OBJECT:,} characters")
            self._read_on()

    def _tell(self, error: json.JSONDecodeError) -> str:
        """What is wrong, if no more text follows; raised at once if more text cannot mend it."""
        problem = f"the JSON is broken: {error.msg[:1].lower()}{error.msg[1:]}"
        if error.msg.startswith("Unterminated string"):
            return "the JSON is cut off"
        if error.pos < len(self._text) - _LONGEST_TOKEN:
            raise BulkFileError(self.place, problem)
        return problem if self._text[error.pos :].strip() else "the JSON is cut off"

    def _read_on(self) -> None:
        """Add at least as much text as there is: a long value is tried anew only a few times."""
        pieces = [self._text[self._at :]]
        length = len(pieces[0])
        wanted = max(2 * length, 1)
        while length < wanted and not self._ended:
            pieces.append(self._read_piece())
            length += len(pieces[-1])
        self._text = "".join(pieces)
        self._at = 0

    def _read_piece(self) -> str:
        try:
            data = self._stream.read1(_PIECE)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            self._damage = f"the gzip data is cut off or broken ({error})"
            data = b""
        is_first = not self._text
        if is_first and (data.startswith(_MARKS_OF_OTHER_ENCODINGS) or b"\0" in data[:4]):
            raise BulkFileError("the file", "the text is not UTF-8 (it looks like UTF-16)")
        self._ended = not data
        try:
            text = self._decoder.decode(data, final=self._ended)
        except UnicodeDecodeError as error:
            if data:
                self._damage = "the text is not UTF-8"
            self._ended = True
            text = error.object[: error.start].decode()
        return text.removeprefix(_BYTE_ORDER_MARK) if is_first else text


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number of JSON")
