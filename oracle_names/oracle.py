"""The library: one object that answers the questions, on one database.

import oracle_names
oracle = oracle_names.open()
oracle.choose("Stomp", effect="Meddling Mage").legal
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oracle_names.cards import Card, Face
from oracle_names.choose import Verdict, check_choice
from oracle_names.effects import Effect
from oracle_names.errors import DataError, RestrictionError, UnknownEffect
from oracle_names.identify import AMBIGUOUS, Identification, identify
from oracle_names.reasons import RULES_EDITION, Reason
from oracle_names.restrictions import Restriction, parse_restriction
from oracle_names.store.reader import Reader, Source
from oracle_names.store.schema import SCHEMA_VERSION
from oracle_names.tables import SNAPSHOT, read_header
from oracle_names.text import clean_text, fold_name, join_names
from oracle_names.universe import UNIVERSES

if TYPE_CHECKING:
    from oracle_names.build import ImportReport

DATABASE_VARIABLE = "ORACLE_NAMES_DB"
_DATABASE_NAME = "oracle-names.sqlite"
_IN_MEMORY = ":memory:"

Notify = Callable[[str], None]
"""Called with one sentence for the person who asks, where the library did something on its own."""


def database_path(path: Path | str | None = None) -> Path:
    """Where the database is: the path given, or ORACLE_NAMES_DB, or the user's data folder."""
    chosen = path or os.environ.get(DATABASE_VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("oracle-names", appauthor=False) / _DATABASE_NAME


def open_oracle(path: Path | str | None = None, notify: Notify = lambda message: None) -> Oracle:
    """An `Oracle` on the database at `path` (else ORACLE_NAMES_DB, else the user's data folder).

    Where there is none yet, one is built from the embedded snapshot; where it cannot be written, it is
    built in memory. Both are said to `notify`.

    Raises: DataError if there is a database that is damaged or of another schema version.
    """
    where = database_path(path)
    if where.exists():
        reader = Reader.open(where)
        if reader.source.kind != "snapshot" or reader.source.date == read_header(SNAPSHOT)["date"]:
            return Oracle(reader)
        reader.close()
        notify(f"the embedded snapshot is newer than {where}: building it anew")
    else:
        notify(f"no database yet: building {where} from the embedded snapshot")
    from oracle_names.build import build_snapshot

    try:
        build_snapshot(where)
        return Oracle(Reader.open(where))
    except DataError as error:
        notify(f"{error}: answering from a database in memory")
    _, connection = build_snapshot(_IN_MEMORY)
    return Oracle(Reader(connection, _IN_MEMORY))


def import_bulk_file(
    file: Path | str,
    path: Path | str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ImportReport:
    """Read a Scryfall bulk file into the database at `path` and say what was read.

    `progress` is called now and then with the bytes read so far and in all.

    Raises: BulkFileError with the place if the file is bad, DataError if the database cannot be
    written; the old database is then as it was.
    """
    from oracle_names.build import import_file

    return import_file(Path(file), database_path(path), progress)


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
            "mana_value": face.mana_value,
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
    """The Oracle record of the card that the words mean; `card` is None if they mean no one card."""

    identification: Identification
    card: Card | None = None
    names: tuple[NameRecord, ...] = ()
    alternate_names: tuple[tuple[str, str], ...] = ()
    printed_names: tuple[tuple[str, str], ...] = ()
    related: tuple[tuple[str, str], ...] = ()
    effects: tuple[Effect, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The `card` document's own fields (schema and data are added by the caller)."""
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

    path: str
    source: Source
    age_days: int | None
    cards: int
    effects: int
    printed_names: int
    by_layout: dict[str, int]
    by_universe: dict[str, int]
    choosable_names: dict[str, int]
    problems: tuple[tuple[str, str, int], ...]

    def to_dict(self) -> dict[str, Any]:
        """The `status` document's own fields (schema and data are added by the caller)."""
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
                {"problem": what, "count": count, "examples": detail.split("; ")}
                for what, detail, count in self.problems
            ],
        }


class Oracle:
    """The answers, on one database. Made by `oracle_names.open()`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._get_restriction = lru_cache(maxsize=256)(self._bind_restriction)
        self._get_effects = lru_cache(maxsize=256)(self._find_effects)

    @property
    def source(self) -> Source:
        """Where the card data comes from, and its date."""
        return self._reader.source

    def close(self) -> None:
        """Close the database."""
        self._reader.close()

    def identify(self, words: str, universe: str = "paper") -> Identification:
        """Which card the words mean, by exact or folded name. MTR 3.6.

        Raises: ValueError if there is no such universe (paper, arena, all).

        >>> import oracle_names
        >>> oracle_names.open().identify("lim-dul's vault").card.name
        "Lim-D\N{LATIN SMALL LETTER U WITH CIRCUMFLEX}l's Vault"
        """
        _require_universe(universe)
        return identify(words, self._reader, universe)

    def choose(
        self,
        words: str,
        effect: str | None = None,
        restriction: str | None = None,
        universe: str = "paper",
        among: Sequence[str] = (),
    ) -> Verdict:
        """Whether the name that the words mean may be chosen. CR 201.4.

        Either for an `effect` (the name of the card that makes a player choose) or under a `restriction`
        in the words cards use ("noncreature, nonland"); with neither, any card name is asked for.
        `among` are the names to choose from, where the effect limits them to some (revealed cards ...).

        Raises: UnknownEffect if `effect` is no card that makes a player choose a name, RestrictionError
        if the restriction is not understood, ValueError for an unknown universe or both questions at once.

        >>> import oracle_names
        >>> oracle = oracle_names.open()
        >>> oracle.choose("Fire", effect="Pithing Needle").legal
        True
        >>> oracle.choose("Fire // Ice", effect="Pithing Needle").reasons[0].rule
        '201.4b'
        """
        _require_universe(universe)
        if effect is not None and restriction is not None:
            raise ValueError("give an effect or a restriction, not both")
        meant = identify(words, self._reader, universe)
        if effect is None:
            bound = self._get_restriction(restriction or "")
            return check_choice(meant, bound, self._reader, universe=universe, among=among)
        effects = self._get_effects(effect)
        if len(effects) > 1:
            names = [found.card for found in effects]
            reason = Reason.AMBIGUOUS_EFFECT.says(names=join_names(names))
            candidates = tuple({"effect": found.card, "restriction": found.restriction} for found in effects)
            return Verdict(meant, None, "", universe, None, (reason,), candidates=candidates)
        bound = self._get_restriction(effects[0].restriction)
        return check_choice(meant, bound, self._reader, effect=effects[0], universe=universe, among=among)

    def card(self, words: str, universe: str = "all") -> CardRecord:
        """The record of the card that the words mean: its names, and the zones where objects have them.

        >>> import oracle_names
        >>> [name.name for name in oracle_names.open().card("stomp").names]
        ['Bonecrusher Giant', 'Stomp']
        """
        _require_universe(universe)
        meant = identify(words, self._reader, "paper")
        if meant.card is None and universe != "paper":
            meant = identify(words, self._reader, universe)
        card = meant.card
        if card is None:
            return CardRecord(meant)
        reader = self._reader
        card_id = reader.find_card_id(card)
        names = tuple(self._name_record(card, index) for index in range(len(card.faces)))
        keys = dict.fromkeys(fold_name(name) for name in (card.name, *card.names))
        effects = dict.fromkeys(effect for key in keys for effect in reader.find_effects(key))
        return CardRecord(
            meant,
            card,
            names,
            tuple(reader.find_alternate_names(card_id)),
            tuple(reader.find_printed_names(card_id)),
            tuple((related.component, related.name) for related in reader.get_related(card_id)),
            tuple(effects),
        )

    def effects(self, words: str | None = None) -> list[Effect]:
        """Every effect that makes a player choose a card name, or those of one card; sorted by card.

        Raises: UnknownEffect if the card makes nobody choose a name, or there is no such card.
        """
        return self._reader.all_effects() if words is None else list(self._get_effects(words))

    def names(self, universe: str = "card") -> list[tuple[str, str]]:
        """Every name that may be chosen, as (name, card name), sorted. `universe` is a row's word."""
        return self._reader.all_names(universe)

    def status(self) -> Status:
        """What is loaded, and how old it is."""
        reader = self._reader
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

    def _name_record(self, card: Card, index: int) -> NameRecord:
        face = card.faces[index]
        part = card.part(index)
        return NameRecord(
            face.name,
            index,
            part.role,
            part.rules,
            part.zones,
            tuple(self._reader.find_same_names(face.name)),
            card.characteristics(index),
        )

    def _find_effects(self, words: str) -> list[Effect]:
        """The effects of the card or half that the words name; never empty."""
        effects = self._reader.find_effects(fold_name(words)) if fold_name(words) else []
        meant = identify(words, self._reader, "all")
        if not effects and meant.card is not None:
            names = dict.fromkeys((meant.card.name, *meant.card.names))
            found = [effect for name in names for effect in self._reader.find_effects(fold_name(name))]
            effects = list(dict.fromkeys(found))
            if not effects:
                raise UnknownEffect(
                    f"{meant.card.name!r} makes nobody choose a card name;"
                    " 'oracle-names effects' lists the cards that do"
                )
        if not effects:
            raise UnknownEffect(f"no card is named {clean_text(words)!r}{self._did_you_mean(words)}")
        return effects

    def _did_you_mean(self, words: str) -> str:
        from rapidfuzz import process, utils  # only a word that was not understood pays for it

        names = [effect.card for effect in self._reader.all_effects()]
        near = process.extract(words[:100], names, processor=utils.default_process, limit=3, score_cutoff=75)
        if not near:
            return "; 'oracle-names effects' lists the cards that make a player choose a name"
        return f"; did you mean {' or '.join(repr(name) for name, *_ in near)}?"

    def _bind_restriction(self, text: str) -> Restriction:
        restriction = parse_restriction(text)
        return restriction.bind(_Cards(self._reader)) if restriction.needs_binding else restriction


class _Cards:
    """What a restriction asks of other cards: "with the same mana cost as CARD", "from among A, B"."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def cost_of(self, words: str) -> str | None:
        """The mana cost of the card or half so named; None if unknown."""
        meant, card = self._require(words)
        return card.whole_cost() if meant.name is None else card.characteristics(meant.face or 0).mana_cost

    def value_of(self, words: str) -> float | None:
        """The mana value of the card or half so named; None if unknown."""
        meant, card = self._require(words)
        if meant.name is not None:
            return card.characteristics(meant.face or 0).mana_value
        cost = card.whole_cost()
        from oracle_names.cards import mana_value

        return None if cost is None else mana_value(cost)

    def names_in(self, words: str) -> tuple[str, ...]:
        """The names in a list with commas or semicolons, where names may hold commas themselves."""
        if ";" in words:
            parts = [part.strip() for part in words.split(";") if part.strip()]
            return self._with_same_names(self._name(part) for part in parts)
        pieces = [piece.strip() for piece in words.split(",") if piece.strip()]
        names: list[str] = []
        while pieces:
            for length in range(len(pieces), 0, -1):
                joined = ", ".join(pieces[:length])
                candidates = [joined, joined.removeprefix("and "), joined.removeprefix("or ")]
                if length == 1:
                    candidates += [joined]
                found = next((text for text in candidates if self._is_name(text)), None)
                if found or length == 1:
                    names += self._split_last(found or pieces[0])
                    pieces = pieces[length:]
                    break
        return self._with_same_names(names)

    def _with_same_names(self, names: Iterable[str]) -> tuple[str, ...]:
        """The names, each with those that are interchangeable with it (CR 201.3a)."""
        return tuple(same for name in names for same in (name, *self._reader.find_same_names(name)))

    def _split_last(self, text: str) -> list[str]:
        if self._is_name(text):
            return [self._name(text)]
        for word in (" and ", " or "):
            for position in _positions(text, word):
                left, right = text[:position], text[position + len(word) :]
                if self._is_name(left) and self._is_name(right):
                    return [self._name(left), self._name(right)]
        return [self._name(text)]

    def _is_name(self, words: str) -> bool:
        return identify(words, self._reader, "all").card is not None

    def _name(self, words: str) -> str:
        meant, card = self._require(words)
        return meant.name or card.name

    def _require(self, words: str) -> tuple[Identification, Card]:
        meant = identify(words, self._reader, "all")
        if meant.status == AMBIGUOUS:
            raise RestrictionError(f"more than one card is meant by {words!r} in the restriction")
        if meant.card is None:
            raise RestrictionError(f"no card is named {words!r}, which the restriction asks for")
        return meant, meant.card


def _positions(text: str, word: str) -> list[int]:
    found = []
    position = text.find(word)
    while position >= 0:
        found.append(position)
        position = text.find(word, position + 1)
    return found


def scryfall_uri(card: Card) -> str:
    """A page that shows the card: Scryfall's own address for it, or a search for its exact name."""
    if card.printing.scryfall_uri:
        return card.printing.scryfall_uri
    from urllib.parse import quote

    return f'https://scryfall.com/search?q={quote(f"""!"{card.name}" include:extras""")}'


def _require_universe(universe: str) -> None:
    if universe not in UNIVERSES:
        raise ValueError(f"no universe {universe!r}; there are {', '.join(UNIVERSES)}")


def _age_days(day: str) -> int | None:
    try:
        return (datetime.now(UTC).date() - date.fromisoformat(day)).days
    except ValueError:
        return None


__all__ = ["RULES_EDITION", "CardRecord", "NameRecord", "Oracle", "Status", "open_oracle"]
