"""What an import survives: bad files, full disks, kills, readers; the old database stays as it was."""

from __future__ import annotations

import errno
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from oracle_names.build import import_file
from oracle_names.cli import main
from oracle_names.errors import BulkFileError, DataError
from oracle_names.oracle import Oracle
from oracle_names.store.reader import Reader
from oracle_names.store.writer import Writer
from oracle_names.text import fold_name
from tests.databases import database_of, rows
from tests.scryfall_objects import (
    bulk_file,
    make_card,
)

CARDS = [make_card(f"Bear Number {number}") for number in range(1, 51)]
CHOICE = "As this enters, choose a nonland card name."


@contextmanager
def untouched(database: Path) -> Iterator[None]:
    """Whatever happens inside: the database stays as it is to the byte, and nothing is left beside it."""
    before = database.read_bytes()
    beside = {path.name for path in database.parent.iterdir()}
    yield
    assert database.read_bytes() == before
    assert {path.name for path in database.parent.iterdir()} == beside


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database of one card, alone in its folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    import_file(bulk_file(tmp_path, make_card("Old One")), folder / "cards.sqlite")
    return folder / "cards.sqlite"


@pytest.mark.parametrize(
    ("objects", "problem"),
    [
        ([*CARDS, {"object": "card"}], "object 51: a card has no name"),
        ([*CARDS, make_card("Ash", cmc="two")], "object 51: the card 'Ash' is not as Scryfall writes cards"),
        ([*CARDS, make_card("Ash", id=CARDS[6]["id"]), *CARDS], "object 51: its id"),
        ([], "the file: holds no cards"),
        ([{"object": "list", "data": CARDS}], "object 1: is a Scryfall object of another kind ('list')"),
    ],
)
def test_a_bad_file_leaves_the_old_database(
    tmp_path: Path, old: Path, objects: list[object], problem: str
) -> None:
    path = bulk_file(tmp_path, *objects)
    with untouched(old), pytest.raises(BulkFileError) as caught:
        import_file(path, old)
    assert str(caught.value).startswith(problem)


def test_an_id_used_twice_is_told_with_both_places(tmp_path: Path, old: Path) -> None:
    path = bulk_file(tmp_path, *CARDS, make_card("Ash", id=CARDS[6]["id"]))
    with pytest.raises(BulkFileError) as caught:
        import_file(path, old)
    assert caught.value.place == "object 51"
    assert caught.value.problem == f"its id {CARDS[6]['id']!r} is that of object 7 too"


@pytest.mark.parametrize("name", ["none.json", "cards.json", "."])
def test_the_command_says_one_line_and_exits_5(tmp_path: Path, old: Path, name: str) -> None:
    (tmp_path / "cards.json").write_bytes(b"[{")
    with untouched(old):
        result = CliRunner().invoke(main, ["import", str(tmp_path / name), "--db", str(old)])
    assert (result.exit_code, result.stdout) == (5, "")
    assert result.stderr.startswith("oracle-names: ")
    assert result.stderr.count("\n") == 1


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    path = bulk_file(tmp_path, make_card("Ash"))
    import_file(path, tmp_path / "a" / "b" / "cards.sqlite")
    assert Oracle(Reader.open(tmp_path / "a" / "b" / "cards.sqlite")).choose("Ash").legal


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table mine (a)")


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (Path.mkdir, "is not a file"),
        (lambda path: path.write_text("My thoughts on trees.\n" * 9), "is not a database of oracle-names"),
        (other_database, "is not a database of oracle-names"),
    ],
    ids=["directory", "text", "database-of-another-program"],
)
def test_what_is_not_ours_is_not_overwritten(
    tmp_path: Path, make: Callable[[Path], object], problem: str
) -> None:
    target = tmp_path / "mine"
    make(target)
    path = bulk_file(tmp_path, make_card("Ash"))
    before = target.stat().st_size
    beside = set(tmp_path.iterdir())
    with pytest.raises(DataError, match=problem):
        import_file(path, target)
    assert target.stat().st_size == before
    assert set(tmp_path.iterdir()) == beside


def test_an_empty_or_damaged_database_is_replaced(tmp_path: Path, old: Path) -> None:
    path = bulk_file(tmp_path, make_card("Ash"))
    for damaged in (b"", old.read_bytes()[:5000]):
        old.write_bytes(damaged)
        import_file(path, old)
        assert Oracle(Reader.open(old)).choose("Ash").legal


def test_a_link_stays_a_link(tmp_path: Path, old: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(old)
    import_file(bulk_file(tmp_path, make_card("Ash")), link)
    assert link.is_symlink()
    assert Oracle(Reader.open(old)).choose("Ash").legal


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    path = bulk_file(tmp_path, make_card("Ash"))
    with pytest.raises(DataError, match=r"^cannot write the database .*: (file exists|not a directory)$"):
        import_file(path, path / "cards.sqlite")


@pytest.mark.parametrize(
    ("function", "number"),
    [("replace", errno.EACCES), ("replace", errno.EROFS), ("fsync", errno.ENOSPC), ("fsync", errno.EIO)],
)
def test_the_system_refuses(
    tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch, function: str, number: int
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    path = bulk_file(tmp_path, *CARDS)
    monkeypatch.setattr(os, function, refuse)
    with untouched(old), pytest.raises(DataError) as caught:
        import_file(path, old)
    assert str(caught.value) == f"cannot write the database {str(old)!r}: {os.strerror(number).lower()}"


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture(scope="module")
def long_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A bulk file with texts, and how many bytes its database has."""
    folder = tmp_path_factory.mktemp("long")
    objects = [make_card(f"Bear {number}", oracle_text=f"Text {number}.") for number in range(1500)]
    return bulk_file(folder, *objects), database_of(folder, *objects).stat().st_size


@pytest.mark.parametrize("part", [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 0.97])
def test_no_room_at_any_moment(old: Path, long_file: tuple[Path, int], part: float) -> None:
    """While tables are made, while rows are written, while indexes and full-text search are built."""
    path, whole = long_file
    with untouched(old), pytest.raises(DataError) as caught, files_no_longer_than(int(whole * part)):
        import_file(path, old)
    assert str(caught.value).startswith(f"cannot write the database {str(old)!r}: ")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("step", ["_create", "_flush", "_finish"])
def test_a_full_disk_is_told(tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    path = bulk_file(tmp_path, *CARDS)
    monkeypatch.setattr(Writer, step, full)
    with untouched(old), pytest.raises(DataError) as caught:
        import_file(path, old)
    assert str(caught.value) == f"cannot write the database {str(old)!r}: database or disk is full"


def test_an_interrupt_leaves_nothing(tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    path = bulk_file(tmp_path, *CARDS)
    monkeypatch.setattr(Writer, "_pack_legalities", interrupt)
    with untouched(old), pytest.raises(KeyboardInterrupt):
        import_file(path, old)


# --- killed, and more than one at a time -----------------------------------------------------------

KILL = """
import os, signal, sys
from pathlib import Path
import sqlite_utils
from oracle_names.build import build_snapshot, import_file
from oracle_names.store.writer import Writer

owner, name, calls = {"flush": (Writer, "_flush", 20), "index": (sqlite_utils.db.Table, "create_index", 3),
    "text": (sqlite_utils.db.Table, "enable_fts", 1), "sync": (os, "fsync", 1), "swap": (os, "replace", 1),
    "after": (os, "fsync", 2)}[sys.argv[1]]
original = getattr(owner, name)
left = calls
def kill(*a, **k):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    return original(*a, **k)
setattr(owner, name, kill)
import_file(Path(sys.argv[2]), sys.argv[3])
"""


@pytest.mark.parametrize("moment", ["flush", "index", "text", "sync", "swap", "after"])
def test_killed_at_any_moment(tmp_path: Path, old: Path, moment: str) -> None:
    before = old.read_bytes()
    path = bulk_file(tmp_path, *CARDS, make_card("New One", oracle_text=CHOICE))
    done = subprocess.run([sys.executable, "-c", KILL, moment, path, old], check=False)
    assert done.returncode == -signal.SIGKILL
    leftovers = [found for found in old.parent.iterdir() if found != old]
    if moment == "after":
        assert Oracle(Reader.open(old)).choose("New One").legal
        assert leftovers == []
    else:
        assert old.read_bytes() == before
        assert Oracle(Reader.open(old)).choose("Old One").legal
        assert len(leftovers) == 1
    import_file(path, old)
    assert list(old.parent.iterdir()) == [old]
    assert Oracle(Reader.open(old)).choose("New One").legal


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path: Path, old: Path) -> None:
    path = bulk_file(tmp_path, *(make_card(f"Bear {n}", oracle_text=CHOICE) for n in range(20_000)))
    before = old.read_bytes()
    moments = random.Random(2)
    command = [sys.executable, "-m", "oracle_names", "import", str(path), "--db", str(old)]
    for _ in range(6):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            process.wait(moments.uniform(0.3, 2))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            # A fast machine may be done already: then the new one is there, whole.
            is_old = old.read_bytes() == before
            assert Oracle(Reader.open(old)).choose("Old One" if is_old else "Bear 19999").legal
    import_file(bulk_file(tmp_path, make_card("Ash")), old)
    assert list(old.parent.iterdir()) == [old]


def test_leftovers_of_the_dead_go_and_those_of_the_living_stay(tmp_path: Path) -> None:
    database = tmp_path / "data[1]" / "cards.sqlite"
    path = bulk_file(tmp_path, make_card("Ash"))
    import_file(path, database)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    dead = [
        database.with_name(f".cards.sqlite.new-{process}-0{tail}")
        for process in (ended.pid, os.getpid(), 2**70)
        for tail in ("", "-journal")
    ]
    kept = [
        database.with_name(f".cards.sqlite.new-{os.getppid()}-0"),
        database.with_name(".cards.sqlite.new-notes"),
        database.with_name(".other.sqlite.new-1-0"),
    ]
    for leftover in (*dead, *kept):
        leftover.write_bytes(b"half")
    import_file(path, database)
    assert set(database.parent.iterdir()) == {database, *kept}


def test_two_imports_at_once(tmp_path: Path, old: Path) -> None:
    """In one process; the one that ends last stays."""
    paths = [
        bulk_file(
            tmp_path, *(make_card(f"{tree} {n}") for n in range(500)), make_card(tree), name=f"{tree}.json"
        )
        for tree in ("Ash", "Birch", "Cedar")
    ]
    failures: list[BaseException] = []

    def run(path: Path) -> None:
        try:
            import_file(path, old)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=[path]) for path in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert list(old.parent.iterdir()) == [old]
    oracle = Oracle(Reader.open(old))
    assert [oracle.choose(tree).legal for tree in ("Ash", "Birch", "Cedar")].count(True) == 1
    assert rows(old, "pragma integrity_check") == [("ok",)]


def test_readers_see_the_old_or_the_new(tmp_path: Path, old: Path) -> None:
    """Every reader is answered, by one whole database or the other."""
    files = [
        bulk_file(tmp_path, *(make_card(f"{tree} {n}") for n in range(200)), name=f"{tree}.json")
        for tree in ("Ash", "Birch")
    ]
    import_file(files[0], old)
    finished = threading.Event()
    answers: list[tuple[int, int]] = []
    failures: list[BaseException] = []

    def read() -> None:
        try:
            while not finished.is_set():
                reader = Reader.open(old)
                found = tuple(len(reader.find_names(fold_name(f"{tree} 199"))) for tree in ("Ash", "Birch"))
                assert reader.count_by_layout()["normal"] == 200
                answers.append((found[0], found[1]))
                reader.close()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(5)]
    for thread in threads:
        thread.start()
    for number in range(6):
        import_file(files[(number + 1) % 2], old)
    finished.set()
    for thread in threads:
        thread.join()
    assert failures == []
    assert set(answers) == {(1, 0), (0, 1)}


def test_a_reader_keeps_the_database_it_opened(tmp_path: Path, old: Path) -> None:
    reader = Oracle(Reader.open(old))
    import_file(bulk_file(tmp_path, make_card("New One")), old)
    assert reader.choose("Old One").legal
    assert Oracle(Reader.open(old)).choose("New One").legal
