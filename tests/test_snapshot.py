"""The embedded snapshot: what a bulk file says without its texts, written, read and built again."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle_names.build import import_file
from oracle_names.cards import Card, Face, PrintingFacts, Related
from oracle_names.errors import DataError
from oracle_names.layouts import LAYOUTS
from oracle_names.snapshot import read_lines, read_snapshot, snapshot_lines
from oracle_names.store.reader import Reader
from oracle_names.store.writer import Writer
from oracle_names.tables import SNAPSHOT, data_path, read_header
from tests.conftest import ROOT
from tests.databases import facts, rows
from tests.scryfall_objects import MISSING, Object, bulk_file, face, faces, make_card, reversible

# --- one card, written and read --------------------------------------------------------------------

FORMATS = ["vintage", "pauper", "moon"]
words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12).filter(
    lambda text: text != "?" and not set(text) & set(";|=") and text.strip() == text
)
numbers = st.none() | st.sampled_from(["0", "-1", "1+*", "\N{INFINITY}", "3\N{VULGAR FRACTION ONE HALF}"])
colors = st.sets(st.sampled_from("WUBRG")).map(lambda letters: "".join(c for c in "WUBRG" if c in letters))
face_strategy = st.builds(
    Face,
    name=words,
    mana_cost=st.none() | st.sampled_from(["", "{1}{G}", "{X}"]),
    mana_value=st.none() | st.sampled_from([0, 2, 0.5, 1_000_000, -1.0, float("inf")]),
    type_line=st.none() | st.just("") | words,
    colors=st.none() | colors,
    color_indicator=colors,
    power=numbers,
    toughness=numbers,
    loyalty=numbers,
    defense=numbers,
    oracle_text=st.none(),
)
card_strategy = st.builds(
    lambda sides, **fields: Card(name=" // ".join(side.name for side in sides), faces=tuple(sides), **fields),
    sides=st.lists(face_strategy, min_size=1, max_size=5),
    oracle_id=st.none() | words,
    layout=st.sampled_from(list(LAYOUTS.values())),
    color_identity=st.none() | colors,
    keywords=st.sets(words, max_size=3).map(lambda found: tuple(sorted(found))),
    legalities=st.dictionaries(
        st.sampled_from(FORMATS), st.sampled_from(["legal", "banned", "restricted", "not_legal"])
    ).map(lambda found: tuple((name, found[name]) for name in FORMATS if name in found)),
    printing=st.builds(
        PrintingFacts,
        games=st.frozensets(st.sampled_from(["paper", "arena", "mtgo", "astral", "sega"])),
        set_code=st.none() | words,
        set_type=st.none() | words,
        released_at=st.none() | st.just("2020-01-01"),
        rarity=st.none() | words,
        border_color=st.none() | words,
        security_stamp=st.none() | words,
        playtest=st.booleans(),
        rebalanced=st.booleans(),
        edhrec_rank=st.none() | st.integers(0, 99999),
        scryfall_uri=st.none(),
    ),
    related=st.sets(st.builds(Related, words, words), max_size=3).map(
        lambda found: tuple(sorted(found, key=lambda part: f"{part.component}={part.name}"))
    ),
)


@pytest.mark.property
@settings(max_examples=100, deadline=None)
@given(st.lists(card_strategy, max_size=4))
def test_what_is_written_is_read(cards: list[Card]) -> None:
    lines = list(snapshot_lines(cards, FORMATS))
    read = [entry.card for entry in read_lines(lines)]
    assert read == sorted(cards, key=lambda card: (card.name, card.oracle_id or ""))
    assert list(snapshot_lines(read, FORMATS)) == lines


PLAIN = Card("1", "Ash", LAYOUTS["normal"], (Face("Ash", "", 0, "Land", ""),))


@pytest.mark.parametrize(
    "card",
    [
        Card("1", "A\tB", LAYOUTS["normal"], (Face("A\tB", "", 0, "Land", ""),)),
        Card("1", "Ash", LAYOUTS["normal"], (Face("Ash", "?", 0, "Land", ""),)),
        Card("1", "Ash", LAYOUTS["normal"], PLAIN.faces, keywords=("a;b",)),
        Card("1", "Ash", LAYOUTS["normal"], PLAIN.faces, related=(Related("token", "A|B"),)),
    ],
)
def test_what_would_be_read_otherwise_is_not_written(card: Card) -> None:
    with pytest.raises(DataError, match=r"^the snapshot cannot hold "):
        list(snapshot_lines([card], []))


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line[:-30],
        lambda line: line.rpartition("\t")[0],
        lambda line: line + "\tmore",
        lambda line: line.replace("normal", "hexagonal"),
        lambda line: line.replace("\tL\t", "\tLL\t"),
        lambda line: line.replace("\tL\t", "\tx\t"),
        lambda line: "",
    ],
)
def test_a_damaged_line_is_told(damage: object) -> None:
    assert callable(damage)
    card = Card("1", "Ash", LAYOUTS["normal"], PLAIN.faces, legalities=(("vintage", "legal"),))
    *head, line = snapshot_lines([card], ["vintage"])
    with pytest.raises(DataError, match=r"^the embedded snapshot is damaged at "):
        list(read_lines([*head, damage(line)]))


# --- bulk file -> snapshot -> database -------------------------------------------------------------


@st.composite
def objects(draw: st.DrawFn) -> list[Object]:
    """Printings of every sort of card, some of them of one card."""
    some: list[Object] = []
    for number in range(draw(st.integers(1, 6))):
        own = {
            "set": f"s{number}",
            "games": draw(st.sampled_from([["paper"], ["arena"], ["mtgo", "paper"], [], MISSING])),
            "border_color": draw(st.sampled_from(["black", "silver", MISSING])),
            "set_type": draw(st.sampled_from(["core", "funny", "memorabilia", MISSING])),
            "promo_types": draw(st.sampled_from([["playtest"], [], MISSING])),
            "legalities": draw(st.sampled_from([{"vintage": "legal"}, {"brawl": "banned"}, {}, MISSING])),
            "keywords": draw(st.lists(st.sampled_from(["Reach", "Flying", "Fuse"]), max_size=2)),
            "edhrec_rank": draw(st.sampled_from([MISSING, 5])),
            "oracle_text": draw(st.sampled_from([MISSING, "", "Grow.", "Choose a card name."])),
            "all_parts": [{"component": "token", "name": draw(st.sampled_from(["Nut", "Cone"]))}],
        }
        gone = draw(st.sampled_from([{}, {"mana_cost": MISSING, "cmc": MISSING, "colors": MISSING}]))
        kind = draw(st.sampled_from(["plain", "rebalanced", "token", "split", "room", "reversible"]))
        if kind == "plain":
            some.append(make_card("Ash", **own, **gone))
        elif kind == "rebalanced":
            some.append(make_card("A-Ash", **{**own, "games": ["arena"]}))
        elif kind == "token":
            some.append(make_card("Nut", layout="token", type_line="Token Artifact - Nut", **own))
        elif kind == "split":
            some.append(faces("split", face("Fig", mana_cost="{HW}"), face("Gum", power="1+*"), **own))
        elif kind == "room":
            some.append(faces("split", *(face(n, type_line="Enchantment - Room") for n in "VW"), **own))
        else:
            some.append(reversible(face("Ash"), face("Yew"), **own))
    return some


@pytest.mark.property
@settings(max_examples=25, deadline=None)
@given(objects())
def test_a_snapshot_makes_the_database_that_the_bulk_file_makes(some: list[Object]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bulk, snapshot = folder / "bulk.sqlite", folder / "snapshot.sqlite"
        import_file(bulk_file(folder, *some), bulk)
        reader = Reader.open(bulk)
        cards = list(reader.all_cards())
        reader.close()
        formats = sorted({name for card in cards for name, _ in card.legalities})
        with Writer(snapshot) as writer:
            for entry in read_lines(list(snapshot_lines(cards, formats))):
                writer.add(entry)
        assert facts(snapshot) == facts(bulk)


def test_the_script_writes_what_the_file_says(tmp_path: Path) -> None:
    text = "A sentence that must not be kept."
    bulk = bulk_file(
        tmp_path,
        make_card("Birch", oracle_text=text, flavor_text=text),
        make_card("Birch", set="two", games=["arena"]),
        make_card("Ash", oracle_text=text),
        make_card("Odd One", layout="hexagonal"),
    )
    out = tmp_path / "snapshot.tsv"
    script = [sys.executable, str(ROOT / "scripts" / "make_snapshot"), str(bulk), "--date", "2026-08-06"]
    done = subprocess.run([*script, "--out", str(out)], check=True, capture_output=True, text=True)
    assert "layout hexagonal is not known: only the name was kept: Odd One" in done.stderr
    written = out.read_text(encoding="utf-8")
    assert "sentence" not in written
    assert "# date: 2026-08-06\n# cards: 2\n# by layout: normal 2\n" in written
    lines = [line for line in written.splitlines() if not line.startswith("#")]
    cards = [entry.card for entry in read_lines(lines)]
    assert [card.name for card in cards] == ["Ash", "Birch"]
    assert cards[1].printing.games == {"paper", "mtgo", "arena"}


# --- the shipped snapshot --------------------------------------------------------------------------


def test_the_header_counts_what_is_there() -> None:
    header = read_header(SNAPSHOT)
    layouts = Counter(entry.card.layout.name for entry in read_snapshot())
    assert header["cards"] == str(layouts.total())
    assert header["by layout"] == ", ".join(f"{name} {count}" for name, count in layouts.most_common())
    assert header["source"]
    assert header["date"]
    assert header["rebuilt by"].startswith("scripts/make_snapshot ")


def test_the_shipped_snapshot_is_sorted_and_written_by_the_code() -> None:
    with data_path(SNAPSHOT).open(encoding="utf-8", newline="\n") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    cards = [entry.card for entry in read_lines(lines)]
    assert cards == sorted(cards, key=lambda card: (card.name, card.oracle_id or ""))
    assert list(snapshot_lines(cards, lines[0].split("\t")[1:])) == lines


def test_the_shipped_snapshot_holds_no_text(snapshot_path: Path) -> None:
    assert rows(snapshot_path, "select count(*) from faces where oracle_text is not null") == [(0,)]
    with data_path(SNAPSHOT).open(encoding="utf-8") as file:
        cells = {cell for line in file if not line.startswith("#") for cell in line.rstrip("\n").split("\t")}
    # Longer than any name and any list of related names is only what is a text.
    assert not [cell for cell in cells if ". " in cell and len(cell) > 150 and "=" not in cell]


def test_the_database_of_the_snapshot_is_sound(snapshot_path: Path) -> None:
    assert rows(snapshot_path, "pragma foreign_key_check") == []
    assert rows(snapshot_path, "pragma integrity_check") == [("ok",)]
    assert rows(snapshot_path, "select name from sqlite_master where name like '%fts%'") == []
