"""The import, end to end: bulk files on disk into a database on disk."""

from __future__ import annotations

import errno
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlite_utils
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle_names.build import build_snapshot, import_file
from oracle_names.cards import PrintingFacts
from oracle_names.cli import main
from oracle_names.errors import BulkFileError, DataError
from oracle_names.oracle import Oracle
from oracle_names.store.reader import Reader
from oracle_names.store.schema import APPLICATION_ID, SCHEMA_VERSION, TABLES
from oracle_names.store.writer import Writer
from oracle_names.text import fold_name
from tests.databases import contents, database_of, oracle_of, rows
from tests.scryfall_objects import (
    MISSING,
    Object,
    bulk_file,
    face,
    faces,
    make_card,
    reversible,
    some_id,
)

CARDS = [make_card(f"Bear Number {number}") for number in range(1, 51)]
CHOICE = "As this enters, choose a nonland card name."


def printing_of(oracle: Oracle, name: str) -> PrintingFacts:
    found = oracle.card(name).card
    assert found is not None
    return found.printing


def universe_of(oracle: Oracle, name: str) -> str:
    found = oracle.card(name).card
    assert found is not None
    return found.universe


# --- printings of one card -------------------------------------------------------------------------


def test_printings_are_one_card(tmp_path: Path) -> None:
    oracle = oracle_of(
        tmp_path,
        make_card("Ash", set="one", games=["paper"], released_at="2001-01-01"),
        make_card("Ash", set="two", games=["arena", "mtgo"], released_at="2026-01-01"),
        make_card("Birch"),
        make_card("Ash", set="old", games=["paper"], released_at="1993-01-01"),
    )
    assert printing_of(oracle, "Ash").games == {"paper", "arena", "mtgo"}
    assert printing_of(oracle, "Ash").set_code == "one"  # the newest on paper
    assert len(rows(tmp_path / "cards.sqlite", "select 1 from cards where layout = 'normal'")) == 2
    assert oracle.status().problems[0] == ("further printings of a card", ("Ash", "Ash"), 2)


MARKED: dict[str, dict[str, Any]] = {
    "silver": {"border_color": "silver", "set_type": "funny"},
    "acorn": {"security_stamp": "acorn", "set_type": "funny"},
    "playtest": {"promo_types": ["playtest"], "set_type": "funny"},
    "memorabilia": {"set_type": "memorabilia", "border_color": "gold"},
    "digital": {"games": ["arena"]},
}


@pytest.mark.parametrize("order", [1, -1], ids=["card-first", "card-last"])
@pytest.mark.parametrize("status", ["legal", "banned", "not_legal"])
@pytest.mark.parametrize("mark", MARKED)
def test_an_odd_printing_does_not_make_an_odd_card(
    tmp_path: Path, mark: str, status: str, order: int
) -> None:
    legalities = {"vintage": status}
    plain = make_card("Ash", set="one", legalities=legalities)
    odd = make_card("Ash", set="two", released_at="2026-09-09", legalities=legalities, **MARKED[mark])
    oracle = oracle_of(tmp_path, *[plain, odd][::order])
    assert universe_of(oracle, "Ash") == "card"
    assert printing_of(oracle, "Ash").set_code == (
        "one" if status == "not_legal" or mark == "digital" else "two"
    )
    assert printing_of(oracle, "Ash").games == {"paper", "mtgo"} | set(MARKED[mark].get("games", ()))


@pytest.mark.parametrize("order", [1, -1])
def test_a_funny_card_with_a_digital_printing_is_funny(tmp_path: Path, order: int) -> None:
    printings = [
        make_card("Ash", set="one", legalities={}, **MARKED["silver"]),
        make_card("Ash", set="two", legalities={}, **MARKED["digital"]),
    ]
    assert universe_of(oracle_of(tmp_path, *printings[::order]), "Ash") == "funny"


def test_twelve_languages_with_the_english_printing_last(tmp_path: Path) -> None:
    languages = ("ja", "de", "fr", "it", "es", "pt", "ko", "ru", "zhs", "zht", "ph")
    sides = [face("Ash"), face("Birch")]
    objects = [
        faces(
            "adventure",
            *({**side, "printed_name": f"{side['name']} {lang}"} for side in sides),
            lang=lang,
            released_at="2026-09-09",
        )
        for lang in languages
    ]
    oracle = oracle_of(tmp_path, *objects, faces("adventure", *sides, set="eng", released_at="2001-01-01"))
    assert printing_of(oracle, "Ash").set_code == "eng"
    printed = oracle.card("Ash").printed_names
    assert printed == tuple(
        sorted((lang, f"{name} {lang}") for lang in languages for name in ("Ash", "Birch"))
    )
    assert oracle.identify("birch KO").name == "Birch"


def test_a_card_that_exists_in_another_language_only(tmp_path: Path) -> None:
    oracle = oracle_of(tmp_path, make_card("Ash", lang="ja", printed_name="灰"))
    assert oracle.choose("Ash").legal
    assert oracle.card("Ash").printed_names == (("ja", "灰"),)


def test_a_printed_name_longer_than_any_name_is_left_out(tmp_path: Path) -> None:
    oracle = oracle_of(tmp_path, make_card("Ash", lang="ja", printed_name="灰" * 401))
    assert oracle.card("Ash").printed_names == ()


@pytest.mark.parametrize("order", [1, -1], ids=["before", "after"])
def test_a_reversible_card_beside_its_card(tmp_path: Path, order: int) -> None:
    side = face("Ash", oracle_id=some_id("Ash"), flavor_name="Yggdrasil", oracle_text="Less.")
    objects = [
        make_card("Ash", set="one", power="3", keywords=["Reach"], oracle_text="All of the text."),
        reversible(side, side, set="two", games=["arena"], released_at="2026-01-01"),
    ]
    oracle = oracle_of(tmp_path, *objects[::order])
    record = oracle.card("Ash")
    assert record.card is not None
    assert record.card.keywords == ("Reach",)
    assert record.card.faces[0].oracle_text == "All of the text."
    assert record.card.printing.set_code == "one"
    assert record.card.printing.games == {"paper", "mtgo", "arena"}
    assert record.alternate_names == (("Yggdrasil", "alternate"),)


def test_reversible_cards_alone(tmp_path: Path) -> None:
    oracle = oracle_of(
        tmp_path,
        reversible(face("Ash"), face("Ash")),
        reversible(face("Birch"), face("Cedar")),
        reversible(face("Cedar"), face("Cedar"), set="two"),
    )
    assert [oracle.choose(name).legal for name in ("Ash", "Birch", "Cedar")] == [True, True, True]
    assert len(rows(tmp_path / "cards.sqlite", "select 1 from cards where layout = 'normal'")) == 3


# --- names -----------------------------------------------------------------------------------------


def test_twins_of_one_name_are_two_cards(tmp_path: Path) -> None:
    oracle = oracle_of(
        tmp_path,
        make_card("Ash", oracle_id="playtest", promo_types=["playtest"], legalities={}, set="cmb1"),
        make_card("Ash", oracle_id="tournament", mana_cost="{W}"),
    )
    verdict = oracle.choose("Ash")
    assert verdict.legal
    assert rows(tmp_path / "cards.sqlite", "select universe from cards where name = 'Ash' order by 1") == [
        ("card",),
        ("funny",),
    ]


def test_one_oracle_id_under_two_names_is_two_cards_and_reported(tmp_path: Path) -> None:
    oracle = oracle_of(tmp_path, make_card("Ash", oracle_id="1"), make_card("Birch", oracle_id="1"))
    assert oracle.choose("Ash").legal
    assert oracle.choose("Birch").legal
    assert (
        "oracle_ids of several names: each name is a card",
        ("Ash", "Birch"),
        2,
    ) in oracle.status().problems
    assert [name.name for name in oracle.card("Birch").names] == ["Birch"]


def test_rebalanced_cards_have_two_names_in_the_index(tmp_path: Path) -> None:
    oracle = oracle_of(tmp_path, make_card("Ash"), make_card("A-Ash", games=["arena"], mana_cost="{W}"))
    database = tmp_path / "cards.sqlite"
    assert rows(database, "select name, form from names where key = 'aash'") == [("A-Ash", "rebalanced")]
    assert sorted(rows(database, "select universe from cards where name = 'Ash'")) == [
        ("card",),
        ("digital",),
    ]
    assert oracle.choose("A-Ash", universe="arena").legal


def test_alternate_names_and_digital_titles(tmp_path: Path) -> None:
    oracle = oracle_of(
        tmp_path,
        make_card("Ash", set="sld", flavor_name="Yggdrasil"),
        make_card("Ash", set="pip", flavor_name="Yggdrasil"),
        faces("transform", face("Birch"), face("Cedar", printed_name="World Tree"), set="om1"),
    )
    assert oracle.card("Ash").alternate_names == (("Yggdrasil", "alternate"),)
    assert oracle.card("Birch").alternate_names == (("World Tree", "digital-title"),)
    assert oracle.identify("world tree").name == "Cedar"
    assert oracle.choose("Yggdrasil").chosen_names == ("Ash",)


def test_unknown_layouts_are_counted_and_stop_nothing(tmp_path: Path) -> None:
    objects = [
        make_card("Odd One", layout="hexagonal"),
        make_card("Odd One", layout="hexagonal", set="two"),
        make_card("Half a Pair", layout="transform"),
        make_card("Two Too Many", layout="flip", card_faces=[face("A"), face("B"), face("C")]),
        make_card("Ash"),
    ]
    report = import_file(bulk_file(tmp_path, *objects), tmp_path / "cards.sqlite")
    assert report.by_layout["normal"] == 1
    assert {what: examples for what, examples in report.examples.items() if "layout" in what} == {
        "layout hexagonal is not known: only the name was kept": ["Odd One", "Odd One"],
        "layout transform with 1 face is not known: only the name was kept": ["Half a Pair"],
        "layout flip with 3 faces is not known: only the name was kept": ["Two Too Many"],
    }
    oracle = Oracle(Reader.open(tmp_path / "cards.sqlite"))
    for name in ("Odd One", "Half a Pair", "Two Too Many"):
        verdict = oracle.choose(name)
        assert verdict.legal is None
        assert verdict.is_data_missing
    assert oracle.choose("Ash").legal
    assert rows(tmp_path / "cards.sqlite", "select count(*) from other_names where name = 'Odd One'") == [
        (1,)
    ]


# --- what the database holds -----------------------------------------------------------------------


def test_a_characteristic_that_is_missing_stays_unknown(tmp_path: Path) -> None:
    gone = dict.fromkeys(("mana_cost", "cmc", "colors", "type_line", "color_identity"), MISSING)
    oracle = oracle_of(tmp_path, make_card("Ash", **gone))
    record = oracle.card("Ash").card
    assert record is not None
    found = record.faces[0]
    assert [found.mana_cost, found.mana_value, found.colors, found.type_line] == [None] * 4
    assert record.color_identity is None
    assert oracle.choose("Ash", restriction="creature").legal is None


def test_legalities_are_unpacked_by_a_view(tmp_path: Path) -> None:
    """Formats that come later in the file than a card are unknown for it, in the view and the reader."""
    statuses = {"vintage": "restricted", "pauper": "banned", "modern": "not_legal", "moon": "full"}
    oracle = oracle_of(
        tmp_path,
        make_card("Ash", legalities={"vintage": "legal"}),
        make_card("Birch", legalities=statuses),
        make_card("Cedar", legalities=MISSING),
    )
    database = tmp_path / "cards.sqlite"
    view = "select format, status from legalities where name = ? order by format"
    known = [("modern", "not_legal"), ("pauper", "banned"), ("vintage", "restricted")]
    assert rows(database, view, ["Ash"]) == [("vintage", "legal")]
    assert rows(database, view, ["Birch"]) == known
    assert rows(database, view, ["Cedar"]) == []
    record = oracle.card("Birch").card
    assert record is not None
    assert sorted(record.legalities) == known


def test_effects_are_read_from_text(tmp_path: Path) -> None:
    oracle = oracle_of(
        tmp_path,
        make_card("Ash", oracle_text=CHOICE),
        make_card("Ash", oracle_text=CHOICE, set="two"),
        faces("adventure", face("Birch"), face("Cedar", oracle_text="Choose an artifact card name.")),
        make_card("Meddling Mage", oracle_text="As this enters, choose a land card name."),
    )
    assert [effect.restriction for effect in oracle.effects("Ash")] == ["nonland"]
    assert oracle.effects("Cedar")[0].origin == "read from text"
    assert oracle.effects("Birch // Cedar")[0].card == "Cedar"
    problems = {what: detail for what, detail, _ in oracle.status().problems}
    assert problems["effects read from text that the table lacks"] == ("Ash", "Cedar")
    assert problems["effects whose text reads otherwise than the table"] == ("Meddling Mage",)
    assert [effect.restriction for effect in oracle.effects("Meddling Mage")] == ["nonland"]  # the table's


def test_full_text_search_only_where_there_is_text(tmp_path: Path) -> None:
    with_text = database_of(tmp_path, make_card("Ash", oracle_text="Grows slowly."), make_card("Birch"))
    found = "select f.name from faces f join faces_fts on faces_fts.rowid = f.id where faces_fts match ?"
    assert rows(with_text, found, ["slowly"]) == [("Ash",)]
    without = database_of(tmp_path, make_card("Ash", oracle_text=""), make_card("Birch"), name="b.sqlite")
    assert rows(without, "select name from sqlite_master where name like '%fts%'") == []


MANY_SHAPES = [
    *CARDS,
    faces("split", face("Fig"), face("Gum"), keywords=["Fuse", "Cycling"], oracle_text="Text."),
    make_card("Hazel", lang="de", printed_name="Hasel", all_parts=[{"component": "token", "name": "Nut"}]),
    make_card("Nut", layout="token", type_line="Token Creature \N{EM DASH} Nut"),
    make_card("Ivy", flavor_name="Poison", oracle_text=CHOICE),
    make_card("Odd One", layout="hexagonal"),
]


def test_the_file_is_sound(tmp_path: Path) -> None:
    database = database_of(tmp_path, *MANY_SHAPES)
    assert rows(database, "pragma foreign_key_check") == []
    assert rows(database, "pragma integrity_check") == [("ok",)]
    assert rows(database, "pragma user_version") == [(SCHEMA_VERSION,)]
    assert rows(database, "pragma application_id") == [(APPLICATION_ID,)]
    for table, shape in TABLES.items():
        columns = rows(database, f"select name, pk from pragma_table_info('{table}')")
        keys = (shape["pk"],) if isinstance(shape["pk"], str) else shape["pk"]
        assert [name for name, _ in columns] == list(shape["columns"])
        assert {name for name, key in columns if key} == set(keys)
        declared = rows(database, f'select "from", "table", "to" from pragma_foreign_key_list(\'{table}\')')
        assert declared == shape.get("foreign_keys", [])
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".json"] == ["cards.sqlite"]


BIG_TABLES = {
    "cards",
    "faces",
    "names",
    "keywords",
    "related",
    "printed_names",
    "alternate_names",
    "other_names",
}


def test_the_queries_of_a_look_up_use_indexes(tmp_path: Path) -> None:
    """On a database so large that scanning a table would cost something."""
    trees = [
        make_card(
            f"Tree {number}",
            lang="ja",
            printed_name=f"木 {number}",
            flavor_name=f"Wood {number}",
            keywords=["Reach"],
            all_parts=[{"component": "token", "name": f"Nut {number}"}],
        )
        for number in range(1000)
    ]
    database = database_of(tmp_path, *MANY_SHAPES, *trees)
    statements: list[str] = []
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        reader = Reader(connection, database)
        connection.set_trace_callback(statements.append)
        key = fold_name("Fig")
        (row, *_) = reader.find_names(key)
        reader.find_alternates(key)
        reader.find_printed(key)
        reader.find_interchangeable(key)
        reader.find_other(key)
        reader.find_makers("Nut")
        reader.find_effects(key)
        reader.get_card_id(reader.get_card(row.card_id))
        reader.find_printed_names(row.card_id)
        reader.find_alternate_names(row.card_id)
        reader.find_related(row.card_id)
        connection.set_trace_callback(None)
        selects = [sql for sql in statements if sql.lstrip().startswith("select")]
        assert len(selects) >= 9
        for sql in selects:
            steps = [row[3] for row in connection.execute(f"explain query plan {sql}")]
            scanned = {step.split()[1] for step in steps if step.startswith("SCAN")}
            aliases = {"c", "f", "n", "k", "r", "p", "a"}
            assert not scanned & (BIG_TABLES | aliases), (sql, steps)
        reader.close()


# --- the order of the file does not matter ---------------------------------------------------------


@st.composite
def printings(draw: st.DrawFn) -> list[Object]:
    """A few cards, each printed a few times: what a printing may say of its own is drawn."""
    made = []
    for name in ("Ash", "Birch", "Cedar"):
        legalities = draw(
            st.sampled_from([{"vintage": "legal"}, {"brawl": "legal"}, {"vintage": "not_legal"}])
        )
        for number in range(draw(st.integers(1, 4))):
            lang = draw(st.sampled_from(["en", "en", "ja", "de"]))
            own: dict[str, Any] = {
                "set": draw(st.sampled_from(["om1", f"set{number}"])),
                "id": some_id(name, number),
                "lang": lang,
                "released_at": draw(st.sampled_from(["2001-01-01", "2002-02-02", "2003-03-03"])),
                "games": draw(st.sampled_from([["paper"], ["arena"], ["paper", "mtgo"], []])),
                "border_color": draw(st.sampled_from(["black", "silver"])),
                "security_stamp": draw(st.sampled_from([MISSING, "acorn"])),
                "set_type": draw(st.sampled_from(["core", "funny", "memorabilia"])),
                "rarity": draw(st.sampled_from(["common", "rare"])),
                "legalities": legalities,
                "all_parts": draw(
                    st.lists(
                        st.sampled_from([{"component": "token", "name": n} for n in ("Nut", "Cone")]),
                        max_size=2,
                    )
                ),
            }
            names = {
                "printed_name": draw(st.sampled_from([None, f"{name} {lang}", f"{name} {number}"])),
                "flavor_name": draw(st.sampled_from([None, "World Tree"])),
            }
            if name == "Cedar":
                made.append(faces("split", face("Cedar", **names), face("Dogwood"), **own, oracle_id="cedar"))
            elif draw(st.integers(0, 4)):
                made.append(make_card(name, **names, **own))
            else:
                side = face(name, colors=["G"], **names)
                made.append(reversible(side, face(name), **own))
    return made


@pytest.mark.property
@settings(max_examples=25, deadline=None)
@given(printings(), st.randoms(use_true_random=False))
def test_the_order_of_printings_does_not_matter(objects: list[Object], order: random.Random) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = contents(database_of(folder, *objects, name="a.sqlite"))
        order.shuffle(objects)
        assert contents(database_of(folder, *objects, name="b.sqlite")) == first


# --- what can go wrong -----------------------------------------------------------------------------


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


def test_a_database_in_memory_is_the_result() -> None:
    report, connection = build_snapshot(None)
    with closing(connection):
        assert connection.execute("select count(*) from cards").fetchone() == (report.cards,)


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("oracle-cards-20260806090201.json", "2026-08-06"),
        ("all-cards-2026-08-06.json", "2026-08-06"),
        ("cards-20261399.json", "2001-09-09"),
        ("cards.json", "2001-09-09"),
    ],
)
def test_the_date_is_that_in_the_name_or_that_of_the_file(tmp_path: Path, name: str, date: str) -> None:
    path = bulk_file(tmp_path, make_card("Ash"), name=name)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    assert import_file(path, tmp_path / "cards.sqlite").date == date


def test_sqlite_utils_reads_the_file(tmp_path: Path) -> None:
    database = sqlite_utils.Database(database_of(tmp_path, *MANY_SHAPES))
    assert set(TABLES) <= set(database.table_names())
    assert database.view_names() == ["legalities"]
    database.close()
