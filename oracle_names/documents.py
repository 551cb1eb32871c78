"""The JSON documents: the fields that every one has (their schemas are in `data/schemas`)."""

from __future__ import annotations

from typing import Any

from oracle_names.reasons import RULES_EDITION
from oracle_names.store.reader import Source

SCHEMA_NUMBERS = {"choose": 1, "identify": 1, "card": 1, "effects": 1, "status": 1, "import": 1}
"""The version of each document's form; it grows when a field is taken away or changes its meaning."""


def document(kind: str, fields: dict[str, Any], source: Source, given: str | None = None) -> dict[str, Any]:
    """A whole document: the fields every one has, then its own."""
    return {
        "schema": f"oracle-names/{kind}/{SCHEMA_NUMBERS[kind]}",
        "input": fields.get("input", given),
        "data": {"source": source.name, "date": source.date},
        "rules": RULES_EDITION,
        **{key: value for key, value in fields.items() if key != "input"},
    }
