"""Building a database: from a bulk file, or from the embedded snapshot, by one way.

What the rules need beside the cards (effects that choose names, interchangeable names, names that
are no card's) comes from the shipped tables and goes into the same file.
"""

from __future__ import annotations

import contextlib
import gc
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from oracle_names.cards import Card, Face, PrintingFacts
from oracle_names.effect_text import read_effects
from oracle_names.effects import FROM_TEXT, NOT_UNDERSTOOD, Effect, effect_from_row
from oracle_names.errors import BulkFileError, DataError, RestrictionError
from oracle_names.layouts import LAYOUTS
from oracle_names.restrictions import parse_restriction
from oracle_names.snapshot import read_snapshot
from oracle_names.store.reader import BULK_FILE_KIND, SNAPSHOT_KIND
from oracle_names.store.records import AlternateName, Entry, UnknownLayout
from oracle_names.store.writer import Writer
from oracle_names.tables import PROGRAM_VERSION, SNAPSHOT, read_header, read_table, tables_stamp
from oracle_names.text import FoldedName, fold_name, split_whole_name

if TYPE_CHECKING:
    import sqlite3

    from oracle_names.bulkfile import Progress

_DATE_IN_FILE_NAME = re.compile(r"(?<!\d)(20\d\d)-?([01]\d)-?([0-3]\d)")
_MOST_EXAMPLES = 20


@dataclass(slots=True)
class ImportReport:
    """What an import did: objects read, cards by layout, and what was left out and why.

    `problems` counts by kind of problem; `examples` names the cards, at most 20 a kind.
    """

    source: str
    date: str
    objects: int = 0
    cards: int = 0
    by_layout: dict[str, int] = field(default_factory=dict)
    problems: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def note(self, problem: str, example: str) -> None:
        """Count one problem and keep the first few cards it concerns."""
        self.problems[problem] += 1
        examples = self.examples.setdefault(problem, [])
        if len(examples) < _MOST_EXAMPLES:
            examples.append(example)


def import_file(path: Path, database: Path, progress: Progress | None = None) -> ImportReport:
    """Read a bulk file into a new database and swap it in.

    Raises: BulkFileError (with the place) if the file is bad, DataError if the database cannot be
    written; the old database is then as it was.
    """
    from oracle_names.bulkfile import read_objects
    from oracle_names.scryfall import read_object

    def entries(report: ImportReport, writer: Writer) -> Iterator[Entry | UnknownLayout]:
        reversible = []
        for place, obj in read_objects(path, progress):
            try:
                found = list(read_object(obj))
            except DataError as error:
                raise BulkFileError(place, str(error)) from error
            report.objects += 1
            if found and isinstance(found[0], Entry) and found[0].printing_id:
                writer.note_printing(found[0].printing_id, place)
            # A reversible card is a printing of a card that may come later in the file, and says
            # less of it than that card's own object does.
            if obj["layout"] == "reversible_card":
                reversible += found
            else:
                yield from found
        yield from reversible
        repeated = writer.find_repeated_printing()
        if repeated is not None:
            printing_id, first, second = repeated
            raise BulkFileError(second, f"its id {printing_id!r} is that of {first} too")

    report = ImportReport(path.name, _date_of(path))
    with _no_cycle_collection(), Writer(database) as writer:
        _fill(writer, entries(report, writer), report, BULK_FILE_KIND)
    return report


def build_snapshot(database: Path | None) -> tuple[ImportReport, sqlite3.Connection]:
    """Build a database from the embedded snapshot; without a path the connection is the result.

    Raises: DataError if the snapshot is damaged or the database cannot be written.
    """
    report = ImportReport("embedded snapshot", read_header(SNAPSHOT)["date"])
    with _no_cycle_collection(), Writer(database) as writer:
        _fill(writer, _counted(read_snapshot(), report), report, SNAPSHOT_KIND)
    return report, writer.connection


@contextlib.contextmanager
def _no_cycle_collection() -> Iterator[None]:
    """Cards hold no cycles, and looking for some among a million rows takes a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _counted(entries: Iterable[Entry], report: ImportReport) -> Iterator[Entry]:
    for entry in entries:
        report.objects += 1
        yield entry


def _fill(writer: Writer, entries: Iterable[Entry | UnknownLayout], report: ImportReport, kind: str) -> None:
    by_text: list[Effect] = []
    if kind == SNAPSHOT_KIND:  # it has no texts, but what was read of them
        rows = read_table("effects-from-text.tsv")
        by_text = [replace(effect_from_row(row), origin=FROM_TEXT) for row in rows]
    unread: dict[tuple[str, str], None] = {}
    interchangeable = {fold_name(row["name"]) for row in read_table("interchangeable-names.tsv")}
    for entry in entries:
        if isinstance(entry, UnknownLayout):
            report.note(f"layout {entry.layout} is not known: only the name was kept", entry.name)
            unread[entry.name, entry.layout] = None
            continue
        if entry.alternate_names:
            entry = _without_interchangeable(entry, interchangeable)
        if not writer.add(entry):
            report.note("further printings of a card", entry.card.name)
            continue
        for face in entry.card.faces:
            if face.oracle_text:
                by_text += read_effects(face.name, entry.card.name, face.oracle_text)
    if not writer.cards and not unread:
        raise BulkFileError("the file", "holds no cards")
    _add_effects(writer, by_text, report)
    for name in writer.find_names_of_one_card():
        report.note("oracle_ids of several names: each name is a card", name)
    _add_names(writer, unread, interchangeable, report)
    report.cards = writer.cards
    report.by_layout = writer.cards_by_layout
    writer.add_rows(
        "sources",
        [
            (
                1,
                report.source,
                kind,
                report.date,
                datetime.now(UTC).isoformat(timespec="seconds"),
                report.objects,
            )
        ],
    )
    writer.add_rows("meta", [("program", PROGRAM_VERSION), ("tables", tables_stamp())])
    writer.add_rows(
        "import_report",
        [
            (number, problem, json.dumps(report.examples[problem], ensure_ascii=False), count)
            for number, (problem, count) in enumerate(report.problems.items(), 1)
        ],
    )


def _without_interchangeable(entry: Entry, names: set[FoldedName]) -> Entry:
    """Scryfall files interchangeable names with alternate names; the shipped table tells them apart."""
    kept = tuple(row for row in entry.alternate_names if fold_name(row.name) not in names)
    return entry._replace(alternate_names=kept)


def _add_effects(writer: Writer, by_text: list[Effect], report: ImportReport) -> None:
    table = [effect_from_row(row) for row in read_table("effects.tsv")]
    known = {fold_name(effect.card): effect for effect in table}
    # The same text stands on the rebalanced card of that name.
    fresh: dict[str, Effect] = {}
    for effect in by_text:
        key = fold_name(effect.card)
        listed = known.get(key)
        if listed is None:
            fresh.setdefault(key, _understood(effect, report))
        elif (listed.restriction, listed.limit) != (effect.restriction, effect.limit):
            report.note("effects whose text reads otherwise than the table", effect.card)
    for effect in fresh.values():
        report.note("effects read from text that the table lacks", effect.card)
    writer.add_rows(
        "effects",
        [
            (
                number,
                effect.card,
                effect.whole_card,
                fold_name(effect.card),
                fold_name(effect.whole_card),
                effect.restriction,
                effect.limit,
                effect.timing,
                effect.chooser,
                ",".join(effect.uses),
                effect.note,
                effect.source,
                effect.origin,
            )
            for number, effect in enumerate([*table, *fresh.values()], 1)
        ],
    )


def _understood(effect: Effect, report: ImportReport) -> Effect:
    """The effect; if its restriction is in words that are not known, one that leaves the choice open."""
    try:
        parse_restriction(effect.restriction)
    except RestrictionError:
        report.note("effects whose restriction is not understood", effect.card)
        note = f"asks for: {effect.restriction}"
        return replace(effect, restriction="any", limit=NOT_UNDERSTOOD, note=note)
    return effect


def _add_names(
    writer: Writer, unread: Iterable[tuple[str, str]], interchangeable: set[FoldedName], report: ImportReport
) -> None:
    """The names that come from tables: of cards without data, alternate, interchangeable, no card's."""
    without_data, alternates = read_table("names-without-data.tsv"), read_table("alternate-names.tsv")
    bearers = writer.find_bearers(
        [fold_name(row["name"]) for row in without_data]
        + [fold_name(row["oracle_name"]) for row in alternates]
    )
    # Of two rows with one name the first is told: what says more comes before what says "other".
    other: list[tuple[str, str, str, str]] = [
        (name, "unknown-layout", layout, report.source) for name, layout in unread
    ]
    other += [
        (row["name"], "token", row["rule"], "predefined-tokens.tsv")
        for row in read_table("predefined-tokens.tsv")
    ]
    for row in without_data:
        if fold_name(row["name"]) in bearers:
            continue
        if row["kind"] == "other":
            other.append((row["name"], "other", "", "names-without-data.tsv"))
        else:
            writer.add(Entry(_name_only(row["name"], row["oracle_id"], row["kind"])))
    for row in alternates:
        bearer = bearers.get(fold_name(row["oracle_name"]))
        if fold_name(row["name"]) in interchangeable:
            continue
        if bearer is None:
            report.note("alternate names of cards that are not there", row["oracle_name"])
        else:
            alternate = AlternateName(bearer[1], row["name"], row["kind"], row["source"])
            writer.add_alternate_name(bearer[0], alternate)
    writer.add_rows(
        "interchangeable_names",
        [
            (a, b, fold_name(a), fold_name(b), row["source"])
            for row in read_table("interchangeable-names.tsv")
            for a, b in ((row["name"], row["other_name"]), (row["other_name"], row["name"]))
        ],
    )
    other += [(row["name"], "set-name", row["card"], row["source"]) for row in read_table("set-names.tsv")]
    other += [
        (row["room"], "dungeon-room", row["dungeon"], row["source"])
        for row in read_table("dungeon-rooms.tsv")
    ]
    writer.add_rows(
        "other_names",
        [
            (number, name, fold_name(name), kind, detail, source)
            for number, (name, kind, detail, source) in enumerate(other, 1)
        ],
    )
    writer.add_rows(
        "text_characteristics",
        [
            (row["name"], row["types"], row["subtypes"], row["rule"], row["source"])
            for row in read_table("characteristics-in-text.tsv")
        ],
    )


def _name_only(name: str, oracle_id: str, kind: str) -> Card:
    faces = tuple(Face(part, None, None, None, None) for part in split_whole_name(name))
    games = frozenset({"paper" if kind == "card" else "arena"})
    return Card(oracle_id or None, name, LAYOUTS["name_only"], faces, printing=PrintingFacts(games=games))


def _date_of(path: Path) -> str:
    """The date of a bulk file: the one in its name, as Scryfall writes it, or else the file's own."""
    found = _DATE_IN_FILE_NAME.search(path.name)
    if found:
        with contextlib.suppress(ValueError):  # the digits may be no date
            return date.fromisoformat("-".join(found.groups())).isoformat()
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC).date().isoformat()
    except OSError:
        return ""
