"""The library: one object that answers the questions, on one database.

import oracle_names
oracle = oracle_names.open()
oracle.choose("Stomp", effect="Meddling Mage").legal
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from oracle_names.choose import check_choice
from oracle_names.documents import document
from oracle_names.effects import Effect
from oracle_names.errors import AmbiguousName, DataError, OtherSchemaError, RestrictionError, UnknownEffect
from oracle_names.identify import AMBIGUOUS, Identification, identify
from oracle_names.reasons import Reason
from oracle_names.resolver import Cards
from oracle_names.restrictions import Restriction, parse_restriction
from oracle_names.store.reader import SNAPSHOT_KIND, Reader, Source, is_from_snapshot
from oracle_names.tables import PROGRAM_VERSION, tables_stamp
from oracle_names.text import LONGEST_NAME, fold_name, join_names, shorten
from oracle_names.universe import UNIVERSES
from oracle_names.verdict import Verdict

if TYPE_CHECKING:
    from oracle_names.build import ImportReport
    from oracle_names.record import CardRecord, Status

DATABASE_VARIABLE = "ORACLE_NAMES_DB"
_DATABASE_NAME = "oracle-names.sqlite"
# Without a home, or in somebody else's, there is no place for a database; the answer needs none.
_NO_PLACE = (RuntimeError, PermissionError)
_VERDICTS_KEPT = 4096

Notify = Callable[[str], None]
"""Called with one sentence for the person who asks, where the library did something on its own."""


def database_path(path: Path | str | None = None) -> Path:
    """Where the database is: the path given, or ORACLE_NAMES_DB, or the user's data folder.

    Raises: DataError if there is no such folder, as for a user without a home.
    """
    chosen = path or os.environ.get(DATABASE_VARIABLE)
    if chosen and str(chosen) != ".":  # what an empty --db becomes
        return Path(chosen)
    from platformdirs import user_data_path

    try:
        return user_data_path("oracle-names", appauthor=False) / _DATABASE_NAME
    except RuntimeError as error:
        raise DataError(f"there is no folder for a database: {error}") from error


def open_oracle(path: Path | str | None = None, notify: Notify = lambda message: None) -> Oracle:
    """An `Oracle` on the database at `path` (else ORACLE_NAMES_DB, else the user's data folder).

    Where there is none yet, one is built from the embedded snapshot; one that was built from an older
    snapshot is built anew; where it cannot be written, it is built in memory. All is said to `notify`.

    Raises: DataError if there is a database that is damaged, another program's, or made from a bulk file
    by a version with other tables, and if a path that was named cannot be looked at.
    """
    try:
        where = database_path(path)
        reader = _open_existing(where, notify)
    except (OSError, DataError) as error:
        if path or os.environ.get(DATABASE_VARIABLE) or not isinstance(error.__cause__ or error, _NO_PLACE):
            if isinstance(error, DataError):
                raise
            problem = (error.strerror or str(error)).lower()
            raise DataError(f"cannot open the database {str(where)!r}: {problem}") from error
        notify(f"{error}: answering from a database in memory")
        return _in_memory()
    if reader is not None:
        return Oracle(reader)
    from oracle_names.build import build_snapshot

    try:
        build_snapshot(where)
        return Oracle(Reader.open(where))
    except DataError as error:
        notify(f"{error}: answering from a database in memory")
    return _in_memory()


def _in_memory() -> Oracle:
    from oracle_names.build import build_snapshot

    _, connection = build_snapshot(None)
    return Oracle(Reader(connection, "in memory"))


def _open_existing(where: Path, notify: Notify) -> Reader | None:
    """A reader of the database that is there; None if one is to be built from the snapshot."""
    if where.is_dir():
        raise DataError(f"{str(where)!r} is a folder; name a file for the database")
    if not where.exists() or not where.stat().st_size:
        notify(f"no database yet: building {where} from the embedded snapshot")
        return None
    try:
        reader = Reader.open(where)
    except OtherSchemaError:
        if not is_from_snapshot(where):
            raise
        notify(f"{where} is of another version: building it anew from the embedded snapshot")
        return None
    made_by = reader.get_meta("program")
    if reader.get_meta("tables") == tables_stamp() or _version(made_by) > _version(PROGRAM_VERSION):
        return reader
    if reader.source.kind == SNAPSHOT_KIND:
        reader.close()
        notify(f"{where} was built from other tables: building it anew from the embedded snapshot")
        return None
    if made_by != PROGRAM_VERSION:
        notify(f"{where} was imported by version {made_by}; import the bulk file again for this one's tables")
    return reader


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdecimal())


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


class Oracle:
    """The answers, on one database. Made by `oracle_names.open()`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._get_restriction = lru_cache(maxsize=256)(self._bind_restriction)
        self._get_effects = lru_cache(maxsize=256)(self._find_effects)
        self._get_verdict = lru_cache(maxsize=_VERDICTS_KEPT)(self._judge)
        self._get_names = lru_cache(maxsize=256)(self._find_listed)

    @property
    def source(self) -> Source:
        """Where the card data comes from, and its date."""
        return self._reader.source

    def close(self) -> None:
        """Close the database; `with oracle_names.open() as oracle:` does it at the end of the block."""
        self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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
        among: str | Sequence[str] = (),
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
        if restriction is not None and not restriction.strip():
            raise RestrictionError("the restriction is empty; leave it out to ask for any card name")
        listed = self._get_names((among,) if isinstance(among, str) else tuple(among))
        # A name that is asked for again costs one look-up; text that is no name is not kept.
        judge = self._get_verdict if len(words) <= LONGEST_NAME else self._judge
        return judge(words, effect, restriction, universe, listed)

    def _judge(
        self, words: str, effect: str | None, restriction: str | None, universe: str, listed: tuple[str, ...]
    ) -> Verdict:
        meant = identify(words, self._reader, universe)
        if effect is None:
            bound = self._get_restriction(restriction or "")
            return check_choice(meant, bound, self._reader, universe=universe, among=listed)
        effects = self._get_effects(effect)
        if len(effects) > 1:
            names = [found.card for found in effects]
            reason = Reason.AMBIGUOUS_EFFECT.says(names=join_names(names))
            return Verdict(meant, None, "", universe, None, (reason,), effects=tuple(effects))
        try:
            bound = self._get_restriction(effects[0].restriction)
        except RestrictionError as error:
            raise DataError(f"the data of {effects[0].card!r} is not understood: {error}") from error
        return check_choice(meant, bound, self._reader, effect=effects[0], universe=universe, among=listed)

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
        from oracle_names.record import make_record

        return make_record(meant, self._reader)

    def effects(self, words: str | None = None) -> list[Effect]:
        """Every effect that makes a player choose a card name, or those of one card; sorted by card.

        Raises: UnknownEffect if the card makes nobody choose a name, or there is no such card.
        """
        return self._reader.all_effects() if words is None else list(self._get_effects(words))

    def names(self, universe: str = "paper") -> list[tuple[str, str]]:
        """Every name that may be chosen in a universe, as (name, card name), sorted.

        Raises: ValueError if there is no such universe (paper, arena, all).

        >>> import oracle_names
        >>> ("Stomp", "Bonecrusher Giant // Stomp") in oracle_names.open().names()
        True
        """
        _require_universe(universe)
        return self._reader.all_names(UNIVERSES[universe])

    def status(self) -> Status:
        """What is loaded, and how old it is."""
        from oracle_names.record import make_status

        return make_status(self._reader)

    def to_document(self, answer: Verdict | Identification | CardRecord | Status) -> dict[str, Any]:
        """An answer as the JSON document that `data/schemas` describes, with the fields every one has."""
        return document(answer.DOCUMENT, answer.to_dict(), self.source)

    def _find_effects(self, words: str) -> list[Effect]:
        """The effects of the card or half that the words name; never empty."""
        key = fold_name(words)
        effects = self._reader.find_effects(key) if key else []
        if effects:
            return effects
        meant = identify(words, self._reader, "all")
        names = dict.fromkeys((meant.card.name, *meant.card.names) if meant.card else ())
        effects = [effect for name in names for effect in self._reader.find_effects(fold_name(name))]
        if effects:
            return list(dict.fromkeys(effects))
        shown = shorten(meant.said)
        if meant.status == AMBIGUOUS:
            raise AmbiguousName(
                f"{shown!r} fits more than one card: {meant.question}",
                sorted({bearer.name for bearer in meant.bearers}),
            )
        if meant.card is None:
            raise UnknownEffect(f"no card is named {shown!r}{self._did_you_mean(words)}")
        raise UnknownEffect(
            f"{meant.card.name!r} makes nobody choose a card name;"
            " 'oracle-names effects' lists the cards that do"
        )

    def _find_listed(self, lists: tuple[str, ...]) -> tuple[str, ...]:
        if not all(fold_name(words) for words in lists):
            raise RestrictionError("a name to choose from is empty")
        return tuple(name for words in lists for name in Cards(self._reader).names_in(words))

    def _did_you_mean(self, words: str) -> str:
        from rapidfuzz import process, utils  # only a word that was not understood pays for it

        names = [effect.card for effect in self._reader.all_effects()]
        near = process.extract(words[:100], names, processor=utils.default_process, limit=3, score_cutoff=75)
        if not near:
            return "; 'oracle-names effects' lists the cards that make a player choose a name"
        return f"; did you mean {' or '.join(repr(name) for name, *_ in near)}?"

    def _bind_restriction(self, text: str) -> Restriction:
        restriction = parse_restriction(text)
        return restriction.bind(Cards(self._reader)) if restriction.needs_binding else restriction


def _require_universe(universe: str) -> None:
    if universe not in UNIVERSES:
        raise ValueError(f"no universe {universe!r}; there are {', '.join(UNIVERSES)}")
