"""What an import keeps: bulk files on disk into a database on disk."""

from __future__ import annotations

import os
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlite_utils
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle_names.build import build_snapshot, import_file
from oracle_names.cards import PrintingFacts
from oracle_names.oracle import Oracle
from oracle_names.store.reader import Reader
from oracle_names.store.schema import APPLICATION_ID, SCHEMA_VERSION, TABLES
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
