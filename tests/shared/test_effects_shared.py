"""Effects over the whole shared bulk file: the text of each card agrees with the table.

CR 201.4, 201.4a. The file's card data is of 2026-08-22.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from oracle_names.effect_text import read_effects
from oracle_names.effects import Effect, effect_from_row
from oracle_names.tables import read_table

pytestmark = pytest.mark.shared

# The file has no text of these two.
WITHOUT_TEXT = {"Discord, Lord of Disharmony", "The Keeper of Favorite Cards"}

# The file's text of this card misspells the last name of its list; the table has the card's name.
MISSPELT = {"Ersta, Friend to All": ("Worldy Tutor", "Worldly Tutor")}

# card: restriction, limit
FURTHER = {
    "Gallery of Legends": ("legendary creature", "same-mana-value"),
    "My First Tome": ("any", "guessed"),
}

# As in the counts of the facts; the three lists and limits that share words with another row are apart.
BY_RESTRICTION = {
    ("any", ""): 53,
    ("nonland", ""): 19,
    ("creature", ""): 5,
    ("other than a basic land", ""): 5,
    ("artifact", ""): 1,
    ("land", ""): 1,
    ("nonartifact, nonland", ""): 1,
    ("nonbasic land", ""): 1,
    ("noncreature, nonland", ""): 1,
    ("from among", ""): 1,
    ("from among", "once-each"): 1,
    ("nonland", "revealed"): 1,
    ("nonland", "random"): 1,
    ("any", "guessed"): 1,
    ("any", "same-mana-cost"): 1,
    ("creature", "same-mana-cost"): 1,
}


@pytest.fixture(scope="module")
def table() -> dict[str, Effect]:
    effects = [effect_from_row(row) for row in read_table("effects.tsv")]
    return {effect.card: effect for effect in effects}


@pytest.fixture(scope="module")
def objects(shared_dir: Path) -> list[dict[str, Any]]:
    with gzip.open(shared_dir / "cards" / "oracle-cards.json.gz", "rt", encoding="utf-8") as stream:
        found: list[dict[str, Any]] = json.load(stream)
    return found


@pytest.fixture(scope="module")
def read(objects: list[dict[str, Any]]) -> dict[str, list[Effect]]:
    """What the reader finds, by the name of the face; only faces with text."""
    found: dict[str, list[Effect]] = {}
    for whole, face in faces_of(objects):
        if face.get("oracle_text"):
            effects = read_effects(face["name"], whole, face["oracle_text"])
            found.setdefault(face["name"], effects)
    return found


def faces_of(objects: Iterable[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for obj in objects:
        for face in obj.get("card_faces") or [obj]:
            yield obj["name"], face


def test_counts_by_restriction(table: dict[str, Effect]) -> None:
    counts = Counter(
        ("from among" if effect.restriction.startswith("from among") else effect.restriction, effect.limit)
        for effect in table.values()
    )
    assert counts == BY_RESTRICTION
    assert len(table) == sum(counts.values()) == 94


def test_every_text_agrees_with_the_table(table: dict[str, Effect], read: dict[str, list[Effect]]) -> None:
    assert table.keys() - read.keys() == WITHOUT_TEXT
    for card in table.keys() & read.keys():
        [effect] = read[card]
        wrong, right = MISSPELT.get(card, ("", ""))
        restriction = effect.restriction.replace(wrong, right) if wrong else effect.restriction
        listed = table[card]
        assert (card, restriction, effect.limit) == (card, listed.restriction, listed.limit)
        assert (card, effect.timing, effect.chooser) == (card, listed.timing, listed.chooser)
        assert (card, effect.whole_card) == (card, listed.whole_card)
        assert set(effect.uses) <= set(listed.uses), card


def test_misspelling_is_still_there(read: dict[str, list[Effect]]) -> None:
    for card, (wrong, _) in MISSPELT.items():
        assert wrong in read[card][0].restriction


def test_further_cards_are_exactly_these(table: dict[str, Effect], read: dict[str, list[Effect]]) -> None:
    further = {
        card: (effect.restriction, effect.limit)
        for card, effects in read.items()
        for effect in effects
        if card not in table
    }
    assert further == FURTHER


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("alternate-names", 566),  # of 567 in the source, which has one row twice
        ("characteristics-in-text", 1),
        ("dungeon-rooms", 49),
        ("effects", 94),
        ("interchangeable-names", 36),
        ("names-without-data", 1182),
        ("set-names", 9),
    ],
)
def test_rows_of_the_tables(name: str, rows: int) -> None:
    assert len(read_table(f"{name}.tsv")) == rows


def test_set_names_are_no_cards_names(objects: list[dict[str, Any]]) -> None:
    # The token made by Mishra, Eminent One has a row of its own in the file.
    names = {face["name"] for _, face in faces_of(obj for obj in objects if obj["layout"] != "token")}
    assert not names & {row["name"] for row in read_table("set-names.tsv")}
