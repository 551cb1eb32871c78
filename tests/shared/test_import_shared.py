"""The maintainers' bulk file and layout samples: pinned counts, and the snapshot made from that file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oracle_names.build import ImportReport, import_file
from oracle_names.layouts import LAYOUTS
from oracle_names.scryfall import read_object
from oracle_names.snapshot import snapshot_file
from oracle_names.store.reader import Reader
from oracle_names.store.records import Entry
from oracle_names.tables import SNAPSHOT, data_path, read_header
from tests.databases import facts, rows

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def imported(shared_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[ImportReport, Path]:
    database = tmp_path_factory.mktemp("shared") / "cards.sqlite"
    return import_file(shared_dir / "cards" / "oracle-cards.json.gz", database), database


# Counts over the sample bulk file with the state of the cards of 2026-08-22.
# By layout: cards, faces, and the names that may be chosen in paper play.
BY_LAYOUT = {
    "normal": (32299, 32299, 30669),
    "art_series": (2178, 4356, 0),
    "token": (917, 917, 3),  # the dungeons
    "transform": (398, 796, 776),
    "saga": (185, 185, 177),
    "planar": (150, 150, 150),
    "adventure": (134, 268, 250),
    "vanguard": (106, 106, 32),
    "scheme": (102, 102, 102),
    "modal_dfc": (100, 200, 196),
    "split": (98, 199, 188),
    "emblem": (90, 90, 0),
    "name_only": (65, 66, 36),
    "prepare": (47, 94, 94),
    "class": (37, 37, 34),
    "mutate": (34, 34, 34),
    "room": (30, 60, 56),
    "leveler": (25, 25, 25),
    "flip": (21, 42, 40),
    "prototype": (21, 21, 19),
    "host": (20, 20, 0),
    "omen": (16, 32, 26),
    "case": (15, 15, 13),
    "meld": (14, 14, 14),
    "augment": (14, 14, 0),
    "meld_back": (7, 7, 7),
}
BY_UNIVERSE = {"card": 32127, "not_a_card": 3230, "digital": 1046, "funny": 659, "memorabilia": 61}
CHOOSABLE = 32920  # different names, over all layouts


def test_counts_by_layout(imported: tuple[ImportReport, Path]) -> None:
    cards = dict(rows(imported[1], "select layout, count(*) from cards group by 1"))
    faces = dict(
        rows(
            imported[1], "select c.layout, count(*) from faces f join cards c on c.id = f.card_id group by 1"
        )
    )
    choosable = dict(
        rows(
            imported[1],
            "select c.layout, count(distinct n.name) from names n join cards c on c.id = n.card_id"
            " where n.form = 'part' and c.universe = 'card' group by 1",
        )
    )
    found = {layout: (cards[layout], faces[layout], choosable.get(layout, 0)) for layout in cards}
    assert found == BY_LAYOUT


def test_counts_by_universe(imported: tuple[ImportReport, Path]) -> None:
    assert dict(rows(imported[1], "select universe, count(*) from cards group by 1")) == BY_UNIVERSE
    assert rows(
        imported[1],
        "select count(distinct n.name) from names n join cards c on c.id = n.card_id"
        " where n.form = 'part' and c.universe = 'card'",
    ) == [(CHOOSABLE,)]


def test_every_object_is_a_card_or_reported(imported: tuple[ImportReport, Path]) -> None:
    report, _ = imported
    further = report.problems["further printings of a card"]
    assert (report.objects, further) == (37122, 64)
    assert report.cards - BY_LAYOUT["name_only"][0] == report.objects - further
    assert not [problem for problem in report.problems if "layout" in problem or "oracle_id" in problem]
    assert report.cards == sum(BY_UNIVERSE.values())


def test_the_file_is_sound(imported: tuple[ImportReport, Path]) -> None:
    assert rows(imported[1], "pragma foreign_key_check") == []
    assert rows(imported[1], "pragma integrity_check") == [("ok",)]
    (texts,) = rows(imported[1], "select count(*) from faces where oracle_text != ''")[0]
    assert rows(imported[1], "select count(*) >= ? from faces_fts", [texts]) == [(1,)]


def test_the_shipped_snapshot_is_made_from_this_file(imported: tuple[ImportReport, Path]) -> None:
    """As scripts/make_snapshot makes it, which test_snapshot.py runs on a small file."""
    header = read_header(SNAPSHOT)
    reader = Reader.open(imported[1])
    lines = list(snapshot_file(reader.all_cards(), header["source"], header["date"]))
    reader.close()
    assert data_path(SNAPSHOT).read_text(encoding="utf-8").splitlines() == lines


def test_the_snapshot_makes_the_database_of_this_file(
    imported: tuple[ImportReport, Path], snapshot_path: Path
) -> None:
    assert facts(snapshot_path) == facts(imported[1])


# Samples cut down by those who published them, so that a face is missing: reported, not guessed.
INCOMPLETE = {
    ("prepare", "Abigale, Poet Laureate // Heroic Stanza"),
    ("prepare", "Adventurous Eater // Have a Bite"),
}


def test_every_layout_sample_is_read_or_reported(shared_dir: Path) -> None:
    samples = json.loads((shared_dir / "cards" / "layout-samples.json").read_text(encoding="utf-8"))
    read, reported = set(), set()
    for layout, found in samples.items():
        for sample in found:
            for entry in read_object(sample["card"]):
                if isinstance(entry, Entry):
                    read.add(entry.card.layout.name)
                else:
                    reported.add((layout, entry.name))
    assert reported == INCOMPLETE
    # Scryfall files battles with transforming cards.
    assert read == LAYOUTS.keys() - {"name_only", "battle"}
