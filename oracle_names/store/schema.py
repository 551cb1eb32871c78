"""The tables of the database, as data: columns, keys, indexes and views.

Plain tables with primary and foreign keys, so that the file opens well in Datasette. Legalities are
packed, one letter a format (360,000 rows of their own would be most of the file); a view unpacks them.
"""

from __future__ import annotations

from typing import Any

SCHEMA_VERSION = 1
"""Stored as SQLite's user_version; a file with another one is not read."""

APPLICATION_ID = 0x4D74474E
"""Stored as SQLite's application_id ("MtGN"), so that another program's file is not read."""

STATUS_LETTERS = {"legal": "L", "not_legal": "-", "banned": "B", "restricted": "R"}
LETTER_STATUSES = {letter: status for status, letter in STATUS_LETTERS.items()}
UNKNOWN_STATUS = "?"

GAME_LETTERS = {"paper": "p", "arena": "a", "mtgo": "m", "astral": "s", "sega": "g"}

# Table: columns with their types, primary key, foreign keys (column, table, other column).
TABLES: dict[str, dict[str, Any]] = {
    "meta": {"columns": {"key": str, "value": str}, "pk": "key"},
    "sources": {
        "columns": {"id": int, "name": str, "kind": str, "date": str, "imported_at": str, "objects": int},
        "pk": "id",
    },
    "formats": {"columns": {"position": int, "format": str}, "pk": "position"},
    "layouts": {"columns": {"layout": str, "arrangement": str, "cards": int}, "pk": "layout"},
    "cards": {
        "columns": {
            "id": int,
            "oracle_id": str,
            "name": str,
            "layout": str,
            "universe": str,
            "color_identity": str,
            "legalities_packed": str,
            "games": str,
            "set_code": str,
            "set_type": str,
            "released_at": str,
            "rarity": str,
            "border_color": str,
            "security_stamp": str,
            "playtest": int,
            "rebalanced": int,
            "edhrec_rank": int,
            "scryfall_uri": str,
        },
        "pk": "id",
        "foreign_keys": [("layout", "layouts", "layout")],
    },
    "faces": {
        "columns": {
            "id": int,
            "card_id": int,
            "face": int,
            "name": str,
            "mana_cost": str,
            "mana_value": float,
            "type_line": str,
            "colors": str,
            "color_indicator": str,
            "power": str,
            "toughness": str,
            "loyalty": str,
            "defense": str,
            "oracle_text": str,
        },
        "pk": "id",
        "foreign_keys": [("card_id", "cards", "id")],
    },
    "names": {
        "columns": {"id": int, "name": str, "key": str, "form": str, "card_id": int, "face": int},
        "pk": "id",
        "foreign_keys": [("card_id", "cards", "id")],
    },
    "keywords": {
        "columns": {"card_id": int, "keyword": str},
        "pk": ("card_id", "keyword"),
        "foreign_keys": [("card_id", "cards", "id")],
    },
    "related": {
        "columns": {"card_id": int, "component": str, "name": str},
        "pk": ("card_id", "component", "name"),
        "foreign_keys": [("card_id", "cards", "id")],
    },
    "printed_names": {
        "columns": {"card_id": int, "face": int, "lang": str, "printed_name": str, "key": str},
        "pk": ("card_id", "face", "lang", "printed_name"),
        "foreign_keys": [("card_id", "cards", "id")],
    },
    "alternate_names": {
        "columns": {"card_id": int, "face": int, "name": str, "key": str, "kind": str, "source": str},
        "pk": ("card_id", "face", "name"),
        "foreign_keys": [("card_id", "cards", "id")],
    },
    "interchangeable_names": {
        "columns": {"name": str, "other_name": str, "key": str, "other_key": str, "source": str},
        "pk": ("name", "other_name"),
    },
    "other_names": {
        "columns": {"id": int, "name": str, "key": str, "kind": str, "detail": str, "source": str},
        "pk": "id",
    },
    "text_characteristics": {
        "columns": {"name": str, "types": str, "subtypes": str, "rule": str, "source": str},
        "pk": "name",
    },
    "effects": {
        "columns": {
            "id": int,
            "card": str,
            "whole_card": str,
            "key": str,
            "whole_key": str,
            "restriction": str,
            "limit": str,
            "timing": str,
            "chooser": str,
            "uses": str,
            "note": str,
            "source": str,
            "origin": str,
        },
        "pk": "id",
    },
    "import_report": {
        "columns": {"id": int, "what": str, "detail": str, "count": int},
        "pk": "id",
    },
}

INDEXES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("cards", ("oracle_id",)),
    ("faces", ("card_id", "face")),
    ("names", ("key",)),
    ("related", ("name",)),
    ("printed_names", ("key",)),
    ("alternate_names", ("key",)),
    ("other_names", ("key",)),
    ("effects", ("key",)),
    ("effects", ("whole_key",)),
)

VIEWS = {
    "legalities": """
        select cards.id as card_id, cards.oracle_id, cards.name, formats.format,
            case substr(cards.legalities_packed, formats.position + 1, 1)
                when 'L' then 'legal' when 'B' then 'banned' when 'R' then 'restricted'
                when '-' then 'not_legal' end as status
        from cards join formats on substr(cards.legalities_packed, formats.position + 1, 1) != '?'
    """,
}

FULL_TEXT = ("faces", "oracle_text")
"""The table and column that get full-text search where the file has the text."""
