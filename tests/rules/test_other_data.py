"""Choices on data that the snapshot does not hold: twins, clashes of spelling, new effects."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from oracle_names.errors import UnknownEffect
from oracle_names.oracle import Oracle, import_bulk_file, open_oracle
from oracle_names.views import verdict_text
from tests.asking import Ask, table
from tests.scryfall_objects import bulk_file, face, faces, make_card

GREEN_INSTANT = {"type_line": "Instant", "colors": ["G"], "mana_cost": "{G}"}


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Oracle]:
    folder = tmp_path_factory.mktemp("other")
    file = bulk_file(
        folder,
        make_card("Twin Fish", oracle_id="real", type_line="Artifact Creature - Clue Fish"),
        make_card(
            "Twin Fish",
            oracle_id="test",
            set="cmb1",
            type_line="Creature - Fish",
            legalities={},
            promo_types=["playtest"],
            border_color="black",
        ),
        make_card("Sun Light"),
        make_card("Sunlight", type_line="Land", mana_cost="", colors=[]),
        make_card("SUN-LIGHT", type_line="Sorcery"),
        make_card("SUN--light", legalities={}, promo_types=["playtest"]),
        make_card("Lone Playtest", legalities={}, promo_types=["playtest"]),
        make_card("Old Glory", oracle_id="glory", flavor_name="Shared Title"),
        make_card("New Glory", oracle_id="glory-2", flavor_name="Shared Title"),
        make_card("Namer of Goblins", oracle_text="When this enters, choose a goblin card name."),
        make_card("Namer of Elders", oracle_text="As this enters, choose a legendary card name."),
        faces(
            "split",
            face("Alpha Name", oracle_text="Choose a creature card name.", **GREEN_INSTANT),
            face("Beta Name", oracle_text="Choose a nonland card name.", **GREEN_INSTANT),
        ),
        make_card("Future Card", layout="hexagonal"),
        make_card("Unknown Beast", type_line="Creature - Beast", mana_cost=None, cmc=None, colors=None),
        make_card("Sch\N{LATIN SMALL LETTER O WITH DIAERESIS}ner B\N{LATIN SMALL LETTER A WITH DIAERESIS}r"),
        make_card(
            "Printed Bear", lang="de", printed_name="Gedruckter B\N{LATIN SMALL LETTER A WITH DIAERESIS}r"
        ),
    )
    database = folder / "other.sqlite"
    import_bulk_file(file, database)
    with open_oracle(database) as opened:
        yield opened


@table(
    Ask(
        "tournament-twin-decides",
        "Twin Fish",
        True,
        "201.4a",
        restriction="artifact",
        codes=("also-name-of",),
        says="a playtest card",
    ),
    Ask("playtest-twin-outside", "Twin Fish", True, codes=("also-name-of",)),
    Ask(
        "one-of-two-in-the-universe-is-enough",
        "Twin Fish",
        True,
        "201.4a",
        restriction="nonartifact",
        universe="all",
    ),
    Ask("not-in-paper", "Twin Fish", False, "201.4a", restriction="nonartifact"),
    Ask("playtest-alone", "Lone Playtest", False, "100.7"),
)
def test_cr_201_4_one_name_of_several_cards(row: Ask, other: Oracle) -> None:
    row.check(other)


@table(
    Ask("exact", "Sun Light", True, name="Sun Light"),
    Ask("spelling", "sun  light", True, name="Sun Light"),
    Ask("one-word", "sunlight", True, name="Sunlight"),
    Ask("hyphen", "sun-light", True, name="SUN-LIGHT"),
    Ask("nobody-can-tell", "sun---light", None, "MTR 3.6", codes=("ambiguous",)),
    Ask("a-title-of-two-cards", "Shared Title", None, "MTR 3.6", codes=("ambiguous",)),
    Ask("in-another-language", "Gedruckter Bar", True, name="Printed Bear", codes=("foreign-name",)),
)
def test_mtr_3_6_spellings_that_clash(row: Ask, other: Oracle) -> None:
    row.check(other)


def test_mtr_3_6_extras_are_no_candidates(other: Oracle) -> None:
    found = other.identify("sun---light")
    assert found.status == "ambiguous"
    assert {candidate.name for candidate in found.candidates} == {"Sun Light", "Sunlight", "SUN-LIGHT"}


def test_mtr_3_6_ambiguous_words_ask(other: Oracle) -> None:
    found = other.identify("sun---light")
    assert found.card is None
    assert found.question is not None
    assert {candidate.name for candidate in found.candidates} == {"Sun Light", "Sunlight", "SUN-LIGHT"}
    assert {candidate.name for candidate in other.choose("sun---light").candidates} == {
        "Sun Light",
        "Sunlight",
        "SUN-LIGHT",
    }


@table(
    Ask("read-from-text", "Twin Fish", False, "201.4a", effect="Namer of Elders"),
    Ask("words-not-understood", "Twin Fish", None, "201.4", effect="Namer of Goblins", codes=("limit-open",)),
    Ask("half-of-a-split-card", "Twin Fish", True, "201.4a", effect="Alpha Name"),
    Ask(
        "two-effects-on-one-card",
        "Twin Fish",
        None,
        "MTR 3.6",
        effect="Alpha Name // Beta Name",
        codes=("ambiguous-effect",),
    ),
)
def test_effects_read_from_text(row: Ask, other: Oracle) -> None:
    row.check(other)


def test_two_effects_on_one_card_are_listed(other: Oracle) -> None:
    verdict = other.choose("Twin Fish", "Alpha Name // Beta Name")
    assert [effect.card for effect in verdict.effects] == ["Alpha Name", "Beta Name"]
    assert verdict.to_dict()["candidates"] == [
        {"card": "Alpha Name", "restriction": "creature"},
        {"card": "Beta Name", "restriction": "nonland"},
    ]
    assert "Beta Name: a nonland card name" in verdict_text(verdict, other.source)


def test_what_was_not_understood_is_reported(other: Oracle) -> None:
    problems = {problem: examples for problem, examples, _ in other.status().problems}
    assert problems["effects whose restriction is not understood"] == ("Namer of Goblins",)


@table(
    Ask(
        "layout-of-the-future", "Future Card", None, "201.4", codes=("layout-unknown",), is_data_missing=True
    ),
    Ask("type-is-known", "Unknown Beast", True, "201.4a", restriction="creature"),
    Ask(
        "colour-is-not",
        "Unknown Beast",
        None,
        "201.4a",
        restriction="green creature",
        is_data_missing=True,
        says="colors of 'Unknown Beast'",
    ),
    Ask("no-need-to-know", "Unknown Beast", False, "201.4a", restriction="green land"),
    Ask(
        "cost-is-not",
        "Unknown Beast",
        None,
        "201.4a",
        restriction="with the same mana cost as Twin Fish",
        is_data_missing=True,
    ),
)
def test_unknown_is_not_empty(row: Ask, other: Oracle) -> None:
    row.check(other)


def test_a_record_of_what_is_not_understood(other: Oracle) -> None:
    assert other.card("Future Card").is_data_missing
    with pytest.raises(UnknownEffect):
        other.effects("Future Card")


def test_the_library_is_closed_at_the_end_of_a_block(tmp_path: Path) -> None:
    import_bulk_file(bulk_file(tmp_path, make_card("Lone Bear")), tmp_path / "db.sqlite")
    with open_oracle(tmp_path / "db.sqlite") as opened:
        assert opened.choose("Lone Bear").legal
