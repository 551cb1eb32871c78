"""A builder of objects in Scryfall's shape, and of files of them. No text of a real card."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

Object = dict[str, Any]

MISSING = object()
"""As a field's value: the object lacks the field."""


def some_id(*words: object) -> str:
    """An id that is the same for the same words."""
    return str(uuid5(NAMESPACE_URL, ascii(words)))


def make_card(name: str, /, **fields: Any) -> Object:
    """One printing of a card with one face: a Bear on paper, legal in Vintage, unless `fields` say else.

    Cards of one name are one card; printings of one set are one printing.
    """
    made = {
        "object": "card",
        "id": some_id(name, fields.get("set"), fields.get("lang"), fields.get("oracle_id")),
        "oracle_id": some_id(name),
        "name": name,
        "lang": "en",
        "released_at": "2020-01-01",
        "layout": "normal",
        "mana_cost": "{1}{G}",
        "cmc": 2.0,
        "type_line": "Creature \N{EM DASH} Bear",
        "colors": ["G"],
        "color_identity": ["G"],
        "keywords": [],
        "legalities": {"vintage": "legal", "standard": "not_legal"},
        "games": ["paper", "mtgo"],
        "set": "tst",
        "set_type": "expansion",
        "rarity": "common",
        "border_color": "black",
        "scryfall_uri": "https://example.org/card",
    }
    return {key: value for key, value in {**made, **fields}.items() if value is not MISSING}


def face(name: str, /, **fields: Any) -> Object:
    """One face of a card of several: a Bear for {1}{G}, unless `fields` say else."""
    made = {
        "object": "card_face",
        "name": name,
        "mana_cost": "{1}{G}",
        "type_line": "Creature \N{EM DASH} Bear",
    }
    return {key: value for key, value in {**made, **fields}.items() if value is not MISSING}


def faces(layout: str, *sides: Object, **fields: Any) -> Object:
    """One printing of a card of several faces: what stands on the faces is not on the card."""
    on_faces = {"mana_cost": MISSING, "colors": MISSING, "type_line": MISSING}
    name = " // ".join(side["name"] for side in sides)
    return make_card(name, **{"layout": layout, "card_faces": list(sides), **on_faces, **fields})


def reversible(*sides: Object, **fields: Any) -> Object:
    """A reversible card: each side a printing of a card, which is told on the side alone."""
    told = [
        {"oracle_id": some_id(side["name"]), "layout": "normal", "cmc": 2.0, "colors": ["G"], **side}
        for side in sides
    ]
    return faces("reversible_card", *told, **{"oracle_id": MISSING, "cmc": MISSING, **fields})


def array(objects: Iterable[object]) -> bytes:
    """A file as Scryfall writes it: an array, one object a line."""
    lines = ",\n".join(json.dumps(obj, ensure_ascii=False) for obj in objects)
    return f"[\n{lines}\n]\n".encode()


def lines(objects: Iterable[object]) -> bytes:
    """A file of JSON lines."""
    return "".join(json.dumps(obj, ensure_ascii=False) + "\n" for obj in objects).encode()


def bulk_file(folder: Path, *objects: object, name: str = "cards.json") -> Path:
    """A bulk file of these objects on disk; gzipped if its name says so."""
    path = folder / name
    data = array(objects)
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path
