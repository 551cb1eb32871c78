"""Bulk files: every shape is read, and every way to be bad is told with its place."""

from __future__ import annotations

import errno
import gzip
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from oracle_names import bulkfile
from oracle_names.bulkfile import read_objects
from oracle_names.errors import BulkFileError
from tests.scryfall_objects import array, lines, make_card

CARDS = [make_card(f"Bear Number {number}", printed_name="熊") for number in range(1, 201)]
ARRAY = array(CARDS)
LINES = lines(CARDS)
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read(path: Path) -> list[tuple[str, Any]]:
    return list(read_objects(path))


@pytest.mark.parametrize("name", ["cards.json", "cards.jsonl", "cards.json.gz", "cards"])
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(ARRAY, id="array"),
        pytest.param(LINES, id="lines"),
        pytest.param(gzip.compress(ARRAY), id="array-gzipped"),
        pytest.param(gzip.compress(LINES), id="lines-gzipped"),
        pytest.param(gzip.compress(ARRAY[:999]) + gzip.compress(ARRAY[999:]), id="two-gzip-members"),
        pytest.param(gzip.compress(ARRAY) + bytes(100), id="gzip-with-padding"),
        pytest.param(json.dumps(CARDS, indent=2).encode(), id="pretty-printed"),
        pytest.param(json.dumps(CARDS).encode(), id="one-line"),
        pytest.param(json.dumps(CARDS, indent=1).replace("\n", "\r\n").encode(), id="windows-line-ends"),
        pytest.param("".join(map(json.dumps, CARDS)).encode(), id="lines-without-line-ends"),
        pytest.param("\n\n".join(json.dumps(card, indent=1) for card in CARDS).encode(), id="lines-pretty"),
        pytest.param(BYTE_ORDER_MARK + ARRAY, id="byte-order-mark"),
        pytest.param(b" \n\t" * 1000 + ARRAY + b"\n" * 1000, id="blanks-around"),
    ],
)
def test_content_decides_not_the_name(tmp_path: Path, data: bytes, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    found = read(path)
    assert [place for place, _ in found] == [f"object {number}" for number in range(1, 201)]
    assert [obj["name"] for _, obj in found] == [card["name"] for card in CARDS]


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 100, 10_000])
def test_pieces_cut_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(bulkfile, "_PIECE", piece)
    wanted = [{"name": '熊 \\ " \u2028', "cmc": -1.5e3, "digital": False}, {}, {"a": [[], None, True]}]
    for data in (array(wanted), lines(wanted), json.dumps(wanted).encode()):
        path = tmp_path / "cards.json"
        path.write_bytes(data)
        assert [obj for _, obj in read(path)] == wanted


def test_long_values_are_whole(tmp_path: Path) -> None:
    long = make_card("Bear", artist="x" * 3_000_000)
    path = tmp_path / "cards.json"
    path.write_bytes(array([long, *CARDS]))
    assert [obj for _, obj in read(path)] == [long, *CARDS]


@dataclass(frozen=True)
class Bad:
    """A bad file: its bytes, the place that is named, a piece of the problem."""

    id: str
    data: bytes
    place: str
    problem: str


def changed(number: int, old: bytes, new: bytes, file: bytes = ARRAY) -> bytes:
    """The file with something else in one object."""
    at = file.index(b'Bear Number %d"' % number)
    start = file.rindex(b'{"object"', 0, at)
    at = file.index(old, start)
    return file[:at] + new + file[at + len(old) :]


NAME_150 = b'"Bear Number 150"'
ZIPPED = gzip.compress(ARRAY)

BAD = (
    Bad("empty", b"", "the file", "is empty"),
    Bad("blanks", b" \r\n\t" * 999, "the file", "is empty"),
    Bad("byte-order-mark-alone", BYTE_ORDER_MARK, "the file", "is empty"),
    Bad("empty-gzipped", gzip.compress(b""), "the file", "is empty"),
    Bad("string", b'"cards"', "the file", "neither a JSON array nor JSON objects"),
    Bad("number", b"12", "the file", "neither a JSON array nor JSON objects"),
    Bad("null", b"null", "the file", "neither a JSON array nor JSON objects"),
    Bad("web-page", b"<!doctype html>", "the file", "neither a JSON array nor JSON objects"),
    Bad("zip", b"PK\x03\x04", "the file", "neither a JSON array nor JSON objects"),
    Bad("utf-16", ARRAY.decode().encode("utf-16"), "the file", "UTF-16"),
    Bad("utf-16-without-mark", ARRAY.decode().encode("utf-16-le"), "the file", "UTF-16"),
    Bad("utf-32", ARRAY.decode().encode("utf-32"), "the file", "UTF-16"),
    Bad("zeros", bytes(4096), "the file", "not UTF-8"),
    Bad("cut-between-objects", array(CARDS[:149])[:-3] + b",", "object 150", "cut off"),
    Bad("cut-after-object", array(CARDS[:149])[:-3], "object 150", "cut off"),
    Bad("cut-in-a-text", ARRAY[: ARRAY.index(NAME_150) + 5], "object 150", "cut off"),
    Bad("cut-in-an-object", ARRAY[: ARRAY.index(NAME_150)], "object 150", "cut off"),
    Bad("cut-before-the-end", ARRAY[:-3], "object 201", "cut off"),
    Bad("cut-lines", LINES[:-20], "object 200", "cut off"),
    Bad("cut-in-a-letter", ARRAY[: ARRAY.rindex("熊".encode()) + 1], "object 200", "cut off"),
    Bad("only-a-bracket", b"[", "object 1", "cut off"),
    Bad("text-after-the-array", ARRAY + b"more", "object 201", "follows the end"),
    Bad("two-arrays", ARRAY + ARRAY, "object 201", "follows the end"),
    Bad("text-after-lines", LINES + b"more", "object 201", "broken: expecting value"),
    Bad("lines-with-commas", LINES.replace(b"}\n", b"},\n"), "object 2", "broken"),
    Bad("no-comma", ARRAY.replace(b"},\n", b"}\n", 1), "object 2", "expected a comma"),
    Bad("two-commas", ARRAY.replace(b"},\n", b"},,\n", 1), "object 2", "broken"),
    Bad("comma-at-the-end", ARRAY.replace(b"\n]", b",\n]"), "object 201", "broken"),
    Bad("no-value", changed(150, b"2.0", b""), "object 150", "broken: expecting value"),
    Bad("single-quotes", changed(150, b'"cmc"', b"'cmc'"), "object 150", "broken: expecting property name"),
    Bad("line-end-in-a-text", changed(150, b"Bear ", b"Bear\n"), "object 150", "broken: invalid control"),
    Bad("bad-escape", changed(150, b"Bear ", b"Bear\\x"), "object 150", "broken: invalid"),
    Bad("no-end-of-text", changed(199, b'": "tst"', b'": "tst'), "object 199", "broken"),
    Bad("nan", changed(150, b"2.0", b"NaN"), "object 150", "NaN"),
    Bad("infinity", changed(150, b"2.0", b"-Infinity"), "object 150", "-Infinity"),
    Bad("endless-number", changed(150, b"2.0", b"2" * 9000), "object 150", "broken"),
    Bad("deep-field", changed(150, b"2.0", b"[" * 100_000 + b"]" * 100_000), "object 150", "too deeply"),
    Bad("deep-objects", changed(150, b"2.0", b'{"a":' * 100_000), "object 150", "too deeply"),
    Bad("deep-file", b"[" * 100_000 + b"]" * 100_000, "object 1", "too deeply"),
    Bad("deep-lines", b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "object 1", "too deeply"),
    Bad("latin-1", changed(150, b"Bear ", b"B\xe4r "), "object 150", "not UTF-8"),
    Bad("latin-1-lines", changed(150, b"Bear ", b"B\xe4r ", LINES), "object 150", "not UTF-8"),
    Bad("gzip-cut", ZIPPED[: len(ZIPPED) // 2], "object 1", "gzip data is cut off or broken"),
    Bad("gzip-cut-in-its-check-sum", ZIPPED[:-4], "object 201", "gzip data is cut off or broken"),
    Bad("gzip-without-data", ZIPPED[:2], "object 1", "gzip data is cut off or broken"),
    Bad("gzip-and-more", ZIPPED + b"more", "object 201", "gzip data is cut off or broken"),
    Bad("gzip-check-sum", ZIPPED[:-8] + b"\0\0\0\0" + ZIPPED[-4:], "object 201", "gzip data is cut off or"),
    Bad("gzip-block", ZIPPED[:10] + b"\xff" * 20 + ZIPPED[30:], "object 1", "gzip data is cut off or broken"),
)


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.id)
def test_bad_files_are_told_with_their_place(tmp_path: Path, bad: Bad) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(bad.data)
    with pytest.raises(BulkFileError) as caught:
        read(path)
    if bad.id == "gzip-cut":  # where the cut falls in the text is the compressor's business
        assert caught.value.place.startswith("object ")
    else:
        assert caught.value.place == bad.place
    assert bad.problem in caught.value.problem
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_everything_before_the_damage_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(ZIPPED[:-4])
    objects = read_objects(path)
    assert [next(objects)[0] for _ in range(200)][-1] == "object 200"
    with pytest.raises(BulkFileError):
        next(objects)


def test_a_text_without_end_is_not_read_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulkfile, "_PIECE", 1000)
    monkeypatch.setattr(bulkfile, "_LONGEST_OBJECT", 5000)
    path = tmp_path / "cards.json"
    path.write_bytes(b'[{"name": "' + b"x" * 100_000)
    with pytest.raises(BulkFileError, match=r"^object 1: the JSON is broken: no end after 5,000 characters$"):
        read(path)


def test_no_such_file(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    with pytest.raises(BulkFileError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: no such file or directory"


def test_a_directory(tmp_path: Path) -> None:
    with pytest.raises(BulkFileError) as caught:
        read(tmp_path)
    assert str(caught.value) == f"{tmp_path}: is a directory, not a bulk file"


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.EMFILE])
def test_the_system_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, "The Reason")

    path = tmp_path / "cards.json"
    path.write_bytes(ARRAY)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(BulkFileError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: the reason"


def test_the_disk_fails_while_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            if self.tell():
                raise OSError(errno.EIO, "Input/output error")
            return super().read1(1000)

    path = tmp_path / "cards.json"
    path.write_bytes(ARRAY)
    monkeypatch.setattr(bulkfile, "_decompress", lambda raw: Failing(ARRAY))
    with pytest.raises(BulkFileError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: input/output error"


def test_progress_goes_from_none_to_all(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(lines({"number": number} for number in range(2500)))
    told: list[tuple[int, int]] = []
    assert sum(1 for _ in read_objects(path, lambda done, total: told.append((done, total)))) == 2500
    size = path.stat().st_size
    assert told == sorted(told)
    assert len(told) == 3
    assert told[-1] == (size, size)
