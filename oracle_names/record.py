"""What the library says of one card, and of what is loaded, as values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, ClassVar
from urllib.parse import quote

from oracle_names.cards import Card, Face
from oracle_names.choose import check_choice
from oracle_names.effects import Effect
from oracle_names.identify import IDENTIFIED, Identification
from oracle_names.layouts import ZONES_BY_KEYWORD
from oracle_names.reasons import Statement
from oracle_names.restrictions import ANY
from oracle_names.store.reader import Reader, Source
from oracle_names.store.schema import SCHEMA_VERSION
from oracle_names.text import fold_name
from oracle_names.tokens import token_name
from oracle_names.universe import NOT_A_CARD


@dataclass(frozen=True, slots=True)
class NameRecord:
    """One name of a card: its face, what it is there, and where an object has it (zone, rule).

    `interchangeable` are the names that the rules treat as this one (CR 201.3).
    """

    name: str
    face: int
    role: str
    rules: tuple[str, ...]
    zones: tuple[tuple[str, str], ...]
    interchangeable: tuple[str, ...]
    characteristics: Face

    def to_dict(self) -> dict[str, Any]:
        """The name in the `card` document."""
        face = self.characteristics
        types = face.types
        return {
            "name": self.name,
            "face": self.face,
            "role": self.role,
            "rules": list(self.rules),
            "zones": [{"zone": zone, "rule": rule} for zone, rule in self.zones],
            "interchangeable": list(self.interchangeable),
            "mana_cost": face.mana_cost,
            # JSON has no infinite number: the sign stands for it, as on the card.
            "mana_value": "\N{INFINITY}" if face.mana_value == math.inf else face.mana_value,
            "type_line": face.type_line,
            "supertypes": list(types.supertypes) if types else None,
            "types": list(types.types) if types else None,
            "subtypes": list(types.subtypes) if types else None,
            "colors": None if face.colors is None else list(face.colors),
            "color_indicator": list(face.color_indicator),
            "power": face.power,
            "toughness": face.toughness,
            "loyalty": face.loyalty,
            "defense": face.defense,
            "oracle_text": face.oracle_text,
        }


@dataclass(frozen=True, slots=True)
class CardRecord:
    """The Oracle record of the card that the words mean; `card` is None if they mean no one card.

    `reasons` then say what they mean instead; `is_data_missing` that the data does not tell.
    """

    DOCUMENT: ClassVar = "card"

    identification: Identification
    card: Card | None = None
    names: tuple[NameRecord, ...] = ()
    reasons: tuple[Statement, ...] = ()
    alternate_names: tuple[tuple[str, str], ...] = ()
    printed_names: tuple[tuple[str, str], ...] = ()
    related: tuple[tuple[str, str], ...] = ()
    effects: tuple[Effect, ...] = ()
    is_data_missing: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The `card` document's own fields; `Oracle.to_document` adds those that every one has."""
        card = self.card
        meant = self.identification.to_dict()
        record: dict[str, Any] = {
            "input": meant["input"],
            "status": meant["status"],
            "kind": meant["kind"],
            "card": meant["card"],
            "matched_by": meant["matched_by"],
            "rivals": meant["rivals"],
            "candidates": meant["candidates"],
            "question": meant["question"],
            "reasons": [reason.to_dict() for reason in self.reasons],
        }
        if card is None:
            return record
        printing = card.printing
        return {
            **record,
            "oracle_id": card.oracle_id,
            "layout": card.layout.name,
            "arrangement": card.layout.arrangement.value,
            "universe": card.universe,
            "names": [name.to_dict() for name in self.names],
            "alternate_names": [{"name": name, "kind": kind} for name, kind in self.alternate_names],
            "printed_names": [{"lang": lang, "name": name} for lang, name in self.printed_names],
            "color_identity": None if card.color_identity is None else list(card.color_identity),
            "keywords": list(card.keywords),
            "legalities": dict(card.legalities),
            "games": sorted(printing.games),
            "set": printing.set_code,
            "released_at": printing.released_at,
            "rarity": printing.rarity,
            "related": [{"component": component, "name": name} for component, name in self.related],
            "effects": [effect.card for effect in self.effects],
            "scryfall_uri": scryfall_uri(card),
        }


@dataclass(frozen=True, slots=True)
class Status:
    """What is loaded: the database's path, source, date, age in days (None if unknown), and counts."""

    DOCUMENT: ClassVar = "status"

    path: str
    source: Source
    age_days: int | None
    cards: int
    effects: int
    printed_names: int
    by_layout: dict[str, int]
    by_universe: dict[str, int]
    choosable_names: dict[str, int]
    problems: tuple[tuple[str, tuple[str, ...], int], ...]

    def to_dict(self) -> dict[str, Any]:
        """The `status` document's own fields; `Oracle.to_document` adds those that every one has."""
        return {
            "path": self.path,
            "source": self.source.name,
            "kind": self.source.kind,
            "date": self.source.date,
            "imported_at": self.source.imported_at,
            "age_days": self.age_days,
            "schema_version": SCHEMA_VERSION,
            "objects": self.source.objects,
            "cards": self.cards,
            "effects": self.effects,
            "printed_names": self.printed_names,
            "by_layout": self.by_layout,
            "by_universe": self.by_universe,
            "choosable_names": self.choosable_names,
            "problems": [
                {"problem": what, "count": count, "examples": list(examples)}
                for what, examples, count in self.problems
            ],
        }


def make_record(meant: Identification, reader: Reader) -> CardRecord:
    """The record of the card that was identified, or of what else the words mean."""
    verdict = None if meant.status == IDENTIFIED else check_choice(meant, ANY, reader)
    card = meant.card
    if card is None:
        assert verdict is not None
        return CardRecord(meant, reasons=verdict.reasons, is_data_missing=verdict.is_data_missing)
    card_id = reader.get_card_id(card)
    keys = dict.fromkeys(fold_name(name) for name in (card.name, *card.names))
    return CardRecord(
        meant,
        card,
        tuple(_name_record(card, index, reader) for index in range(len(card.faces))),
        verdict.reasons if verdict else (),
        tuple(reader.find_alternate_names(card_id)),
        tuple(reader.find_printed_names(card_id)),
        tuple((related.component, related.name) for related in reader.find_related(card_id)),
        tuple(dict.fromkeys(effect for key in keys for effect in reader.find_effects(key))),
    )


def _name_record(card: Card, index: int, reader: Reader) -> NameRecord:
    face = card.faces[index]
    part = card.part(index)
    is_card = card.universe != NOT_A_CARD
    zones = tuple(zone for zone in part.zones if ZONES_BY_KEYWORD.get(zone[0], "") in ("", *card.keywords))
    return NameRecord(
        face.name if is_card else token_name(face.name, face.types),
        index,
        part.role,
        part.rules if is_card else ("108.2",),
        zones if is_card else (),
        tuple(reader.find_same_names(face.name)),
        card.characteristics(index),
    )


def make_status(reader: Reader) -> Status:
    """What is loaded in the database, and how old it is."""
    source = reader.source
    return Status(
        str(reader.path),
        source,
        _age_days(source.date),
        reader.count_rows("cards"),
        reader.count_rows("effects"),
        reader.count_rows("printed_names"),
        reader.count_by_layout(),
        reader.count_by_universe(),
        reader.count_choosable(),
        tuple(reader.find_report()),
    )


def scryfall_uri(card: Card) -> str:
    """A page that shows the card: Scryfall's own address for it, or a search for its exact name."""
    if card.printing.scryfall_uri:
        return card.printing.scryfall_uri
    return f'https://scryfall.com/search?q={quote(f"""!"{card.name}" include:extras""")}'


def _age_days(day: str) -> int | None:
    try:
        return (datetime.now(UTC).date() - date.fromisoformat(day)).days
    except ValueError:
        return None
