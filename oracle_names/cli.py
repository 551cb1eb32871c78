"""The command line: parse, one call, one view, exit.

Exit codes: 0 yes, 1 crash or interrupt, 2 wrong usage, 3 the answer is no, 4 ambiguous or undecided,
5 a data problem.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from oracle_names.errors import (
    AmbiguousName,
    DataError,
    NotChoosable,
    OracleNamesError,
    RestrictionError,
    UnknownEffect,
    UnknownName,
)
from oracle_names.universe import UNIVERSES

if TYPE_CHECKING:
    from oracle_names.effects import Effect
    from oracle_names.oracle import Oracle
    from oracle_names.record import CardRecord
    from oracle_names.store.reader import Source
    from oracle_names.verdict import Verdict

YES, CRASH, USAGE, NO, UNDECIDED, DATA = 0, 1, 2, 3, 4, 5

# Which exit code an error means; the first row that fits decides.
_EXIT_CODES: tuple[tuple[type[OracleNamesError], int], ...] = (
    (DataError, DATA),
    (UnknownEffect, USAGE),
    (RestrictionError, USAGE),
    (UnknownName, NO),
    (NotChoosable, NO),
    (AmbiguousName, UNDECIDED),
    (OracleNamesError, USAGE),
)
_STATUS_CODES = {"identified": YES, "ambiguous": UNDECIDED, "unknown": NO, "not_a_card": NO}

LINES = "-"
"""Stands for the words: read them from standard input, one question a line."""

Command = TypeVar("Command", bound=Callable[..., Any])
Answer = TypeVar("Answer", "Verdict", "CardRecord")


class _Program(click.Group):
    """The one place where the library's errors become exit codes."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except OracleNamesError as error:
            code = next(code for kind, code in _EXIT_CODES if isinstance(error, kind))
            click.echo(f"oracle-names: {error}", err=True)
            ctx.exit(code)
        except BrokenPipeError:
            # The reader of our output has seen enough. Python would complain when it flushes the rest.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(YES)
        except OSError as error:
            click.echo(f"oracle-names: cannot write the answer: {error.strerror or error}", err=True)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(CRASH)


def _database_option(command: Command) -> Command:
    return click.option(
        "--db",
        type=click.Path(dir_okay=False, path_type=Path),
        help="The database file (else ORACLE_NAMES_DB, else in your data folder).",
    )(command)


def _json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


@click.group(
    cls=_Program,
    epilog="Example: oracle-names choose stomp --for 'Meddling Mage'",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="oracle-names")
def main() -> None:
    """Magic: The Gathering card names, with the rule that decides.

    \b
    Exit codes: 0 yes, 2 wrong usage, 3 no, 4 ambiguous or undecided, 5 data problem.

    Unofficial Fan Content, not approved by Wizards. Card data by Scryfall.
    """
    for stream in (sys.stdout, sys.stderr):
        # Names are UTF-8 wherever they go; odd bytes in the question must not crash the answer.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


@main.command(epilog="Example: oracle-names choose 'Dryad Arbor' --restriction 'noncreature, nonland'")
@click.argument("words", nargs=-1, required=True)
@click.option("--for", "effect", metavar="CARD", help="The card that makes a player choose a name.")
@click.option(
    "--restriction", metavar="TEXT", help="What the name must fit, as in 'nonland', 'artifact or creature'."
)
@click.option(
    "--universe",
    type=click.Choice(list(UNIVERSES)),
    default="paper",
    show_default=True,
    help="Which cards there are: paper, arena (and digital cards), all (and funny and memorabilia cards).",
)
@click.option(
    "--among", multiple=True, metavar="NAME", help="One of the names to choose from (revealed ...); repeat."
)
@_json_option
@_database_option
def choose(
    words: tuple[str, ...],
    effect: str | None,
    restriction: str | None,
    universe: str,
    among: tuple[str, ...],
    as_json: bool,
    db: Path | None,
) -> None:
    """May the name that WORDS mean be chosen?

    With --for it is judged for that card's effect, with --restriction under those words, with neither as
    any card name. WORDS - reads lines and prints one JSON object a line; the exit code is the worst.
    """
    from oracle_names.views import verdict_text

    if effect is not None and restriction is not None:
        raise click.UsageError("give --for or --restriction, not both")
    oracle = _open(db)
    if words == (LINES,):
        oracle.choose("", effect, restriction, universe, among)  # a wrong question is wrong for no lines too
    _answer(
        oracle,
        words,
        as_json,
        lambda line: oracle.choose(line, effect, restriction, universe, among),
        verdict_text,
        _verdict_code,
    )


@main.command(epilog="Example: oracle-names card 'Bonecrusher Giant'")
@click.argument("words", nargs=-1, required=True)
@_json_option
@_database_option
def card(words: tuple[str, ...], as_json: bool, db: Path | None) -> None:
    """The Oracle record of the card that WORDS mean.

    Each of its names with the zones where an object has it, interchangeable and alternate names. WORDS -
    reads lines and prints one JSON object a line.
    """
    from oracle_names.views import card_text

    oracle = _open(db)
    _answer(oracle, words, as_json, oracle.card, card_text, _record_code)


@main.command(epilog="Example: oracle-names effects 'Pithing Needle'")
@click.argument("card", nargs=-1)
@_json_option
@_database_option
def effects(card: tuple[str, ...], as_json: bool, db: Path | None) -> None:
    """The effects that make a player choose a card name, or that of one CARD.

    What may be chosen, who chooses, when, and what the name is used for. CARD - reads lines and prints one
    JSON object a line, without effects where there are none.
    """
    from oracle_names.documents import document
    from oracle_names.views import effects_text, to_json

    oracle = _open(db)

    def fields(found: Sequence[Effect]) -> dict[str, Any]:
        return {"effects": [effect.to_dict() for effect in found]}

    if card == (LINES,):
        code = YES
        for line in _lines():
            try:
                found = oracle.effects(line)
            except (UnknownEffect, AmbiguousName) as error:
                found = []
                code = max(code, UNDECIDED if isinstance(error, AmbiguousName) else NO)
            click.echo(to_json(document("effects", fields(found), oracle.source, line), indent=None))
        _exit(code)
    words = " ".join(card) or None
    found = oracle.effects(words)
    if as_json:
        click.echo(to_json(document("effects", fields(found), oracle.source, words)))
    else:
        click.echo(effects_text(found))


@main.command("import", epilog="Example: oracle-names import oracle-cards-20260801090201.json.gz")
@click.argument("file", type=click.Path(path_type=Path))
@_json_option
@_database_option
def import_(file: Path, as_json: bool, db: Path | None) -> None:
    """Read a Scryfall bulk FILE into the database.

    Takes .json and .jsonl, plain or gzipped: oracle_cards, default_cards or all_cards. The old database
    stays until the new one is whole.
    """
    from oracle_names.documents import document
    from oracle_names.oracle import import_bulk_file
    from oracle_names.views import counts_text, to_json

    with _Progress() as progress:
        report = import_bulk_file(file, db, progress)
    if as_json:
        fields = {
            "input": str(file),
            "objects": report.objects,
            "cards": report.cards,
            "by_layout": report.by_layout,
            "problems": [
                {"problem": what, "count": count, "examples": report.examples[what]}
                for what, count in report.problems.items()
            ],
        }
        click.echo(to_json(document("import", fields, _open(db).source)))
        return
    click.echo(f"read {report.objects:,} objects of {file} ({report.date}): {report.cards:,} cards")
    click.echo("\n".join(counts_text("by layout", report.by_layout)))
    for what, count in report.problems.items():
        examples = "; ".join(report.examples[what][:5])
        click.echo(f"  {count:>7,}  {what}: {examples}{' ...' if count > 5 else ''}")


@main.command(epilog="Example: oracle-names status")
@_json_option
@_database_option
def status(as_json: bool, db: Path | None) -> None:
    """What is loaded: source, date, age, counts, path."""
    from oracle_names.views import status_text, to_json

    oracle = _open(db)
    found = oracle.status()
    if as_json:
        click.echo(to_json(oracle.to_document(found)))
    else:
        click.echo(status_text(found))


def _open(db: Path | None) -> Oracle:
    from oracle_names.oracle import open_oracle

    oracle = open_oracle(db, lambda message: click.echo(f"oracle-names: {message}", err=True))
    click.get_current_context().call_on_close(oracle.close)
    return oracle


def _answer(
    oracle: Oracle,
    words: tuple[str, ...],
    as_json: bool,
    ask: Callable[[str], Answer],
    view: Callable[[Answer, Source], str],
    code_of: Callable[[Answer], int],
) -> NoReturn:
    """Print the answer to the words, or for `-` one document for each line; exit with the worst code."""
    from oracle_names.views import to_json

    if words == (LINES,):
        worst = YES
        for line in _lines():
            answer = ask(line)
            click.echo(to_json(oracle.to_document(answer), indent=None))
            worst = max(worst, code_of(answer))
        _exit(worst)
    answer = ask(" ".join(words))
    click.echo(to_json(oracle.to_document(answer)) if as_json else view(answer, oracle.source))
    _exit(code_of(answer))


def _lines() -> Iterator[str]:
    """The lines of standard input; bytes that are not UTF-8 become replacement characters."""
    for line in sys.stdin.buffer if sys.stdin else ():
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def _verdict_code(verdict: Verdict) -> int:
    if verdict.legal is None:
        return DATA if verdict.is_data_missing else UNDECIDED
    return YES if verdict.legal else NO


def _record_code(record: CardRecord) -> int:
    return DATA if record.is_data_missing else _STATUS_CODES[record.identification.status]


def _exit(code: int) -> NoReturn:
    click.get_current_context().exit(code)


class _Progress:
    """A progress bar on stderr, where that is a terminal: called with the bytes read and in all."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._done = 0

    def __enter__(self) -> Callable[[int, int], None] | None:
        return self._show if sys.stderr.isatty() else None

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.render_finish()

    def _show(self, done: int, total: int) -> None:
        if self._bar is None:
            self._bar = click.progressbar(length=total, label="importing", file=sys.stderr)
        self._bar.update(done - self._done)
        self._done = done
