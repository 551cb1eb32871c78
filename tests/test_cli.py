"""The command line: stdout, stderr and exit code, each checked by itself; documents against their schemas."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
from click.testing import CliRunner, Result

from oracle_names.cli import main
from oracle_names.oracle import Oracle
from oracle_names.tables import data_path
from tests.scryfall_objects import make_card

Run = Callable[..., Result]


@pytest.fixture
def run(snapshot_path: Path) -> Run:
    def run_(*arguments: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(main, [*arguments], input=stdin)

    return run_


def check_document(text: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(text)
    name = document["schema"].split("/")[1]
    schema = json.loads(data_path(f"schemas/{name}.json").read_text(encoding="utf-8"))
    jsonschema.validate(document, schema)
    return document


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["choose", "stomp", "--for", "Meddling Mage"], 0),
        (["choose", "Fire // Ice"], 3),
        (["choose", "Pikachu"], 3),
        (["choose", "Shock", "--for", "Alhammarret, High Arbiter"], 4),
        (["choose", "Avenge", "--for", "Meddling Mage"], 5),
        (["choose", "Shock", "--for", "Lightning Bolt"], 2),
        (["choose", "Shock", "--for", "no such card"], 2),
        (["choose", "Shock", "--restriction", "nonlnd"], 2),
        (["choose", "Shock", "--for", "Comply", "--restriction", "land"], 2),
        (["choose", "Shock", "--universe", "moon"], 2),
        (["choose"], 2),
        (["card", "Stomp"], 0),
        (["card", "Pikachu"], 3),
        (["card", "Zombie Token"], 3),
        (["effects"], 0),
        (["effects", "Meddling Mage"], 0),
        (["effects", "Shock"], 2),
        (["status"], 0),
        (["import", "no-such-file.json"], 5),
        (["--version"], 0),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_exit_codes(arguments: list[str], code: int, run: Run) -> None:
    result = run(*arguments)
    assert result.exit_code == code, (result.stdout, result.stderr)
    if code == 2 or arguments[0] == "import":
        assert result.stdout == ""
        assert result.stderr
        assert "Traceback" not in result.stderr
    else:
        assert result.stdout
        assert result.stderr == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["choose", "stomp", "--for", "Meddling Mage"],
        ["choose", "Fire // Ice"],
        ["choose", "Pikachu"],
        ["choose", "Zombie Token"],
        ["choose", "Shock", "--for", "Alhammarret, High Arbiter"],
        ["choose", "Avenge", "--for", "Meddling Mage"],
        ["choose", "Lightning Bolt"],
        ["choose", "Waste Land"],
        ["choose", "Wakanda Forever!"],
        ["card", "Stomp"],
        ["card", "Avenge"],
        ["card", "Brisela, Voice of Nightmares"],
        ["card", "Godzilla, King of the Monsters"],
        ["card", "Pikachu"],
        ["card", "Zombie Token"],
        ["card", "Little Girl"],
        ["effects"],
        ["effects", "Garth One-Eye"],
        ["status"],
    ],
    ids=" ".join,
)
def test_documents_match_their_schemas(arguments: list[str], run: Run) -> None:
    document = check_document(run(*arguments, "--json").stdout)
    assert document["rules"] == "2026-08-07"
    assert document["data"]["source"] == "embedded snapshot"


@pytest.mark.parametrize("words", ["Stomp", "Fire // Ice", "Zombie Token", "Pikachu", ""])
def test_answers_of_the_library_are_the_same_documents(words: str, oracle: Oracle) -> None:
    for answer in (oracle.identify(words), oracle.choose(words), oracle.card(words)):
        check_document(json.dumps(oracle.to_document(answer)))
    check_document(json.dumps(oracle.to_document(oracle.status())))


def test_choose_document(run: Run) -> None:
    document = check_document(run("choose", "stomp", "--for", "meddling mage", "--json").stdout)
    assert document["effect"] == {"card": "Meddling Mage", "restriction": "nonland"}
    assert (document["legal"], document["name"], document["card"]) == (
        True,
        "Stomp",
        "Bonecrusher Giant // Stomp",
    )
    assert document["identification"]["face"] == 1
    assert [reason["rule"] for reason in document["reasons"]] == ["201.4f", "201.4a"]


def test_lines_in_documents_out(run: Run) -> None:
    result = run("choose", "-", "--for", "Meddling Mage", stdin="Shock\nIsland\n\nPikachu\nAvenge\n")
    documents = [check_document(line) for line in result.stdout.splitlines()]
    assert [document["input"] for document in documents] == ["Shock", "Island", "", "Pikachu", "Avenge"]
    assert [document["legal"] for document in documents] == [True, False, False, False, None]
    assert result.exit_code == 5


def test_lines_that_are_not_utf_8(run: Run) -> None:
    result = run("card", "-", stdin=b"Sh\xffock\nShock\n")
    assert [check_document(line)["status"] for line in result.stdout.splitlines()] == [
        "identified",
        "identified",
    ]


def test_no_lines_no_documents(run: Run) -> None:
    result = run("choose", "-", stdin="")
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_wrong_effect_is_wrong_even_without_lines(run: Run) -> None:
    assert run("choose", "-", "--for", "Shock", stdin="").exit_code == 2


def test_words_need_no_quotes(run: Run) -> None:
    assert run("choose", "black", "lotus").stdout.startswith("Black Lotus: LEGAL")


def test_text_of_a_verdict(run: Run) -> None:
    text = run("choose", "Dryad Arbor", "--for", "Phyrexian Revoker").stdout
    assert text.splitlines()[:3] == [
        "Dryad Arbor: NOT LEGAL",
        "  asked   Phyrexian Revoker: choose a nonland card name (universe: paper)",
        "  CR 201.4  'Dryad Arbor' is the name of a card",
    ]


def test_text_of_a_card(run: Run) -> None:
    text = run("card", "Unholy Annex").stdout
    assert "has this name on the battlefield, while this door is unlocked (CR 709.5)" in text
    assert "has this name on the stack, if this half was cast (CR 709.3b)" in text


def test_text_of_an_effect(run: Run) -> None:
    text = run("effects", "Null Chamber").stdout
    assert "a card name other than a basic land" in text
    assert "can't be cast" in text
    assert "can't be played" in text


def test_import_then_ask(run: Run, tmp_path: Path) -> None:
    bulk = tmp_path / "oracle-cards-20260801090201.json"
    bulk.write_text(json.dumps([make_card("Grizzled Tester"), make_card("Odd One", layout="hexagonal")]))
    database = str(tmp_path / "db.sqlite")
    result = run("import", str(bulk), "--db", database)
    assert result.exit_code == 0
    assert "read 2 objects" in result.stdout
    assert "layout hexagonal is not known" in result.stdout
    assert run("choose", "grizzled tester", "--db", database).exit_code == 0
    unknown = run("choose", "Odd One", "--db", database, "--json")
    assert unknown.exit_code == 5
    assert check_document(unknown.stdout)["reasons"][0]["code"] == "layout-unknown"
    status = check_document(run("status", "--db", database, "--json").stdout)
    assert (status["date"], status["kind"]) == ("2026-08-01", "bulk file")
    check_document(run("import", str(bulk), "--db", database, "--json").stdout)


def test_a_database_that_is_none(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database " * 100)
    result = run("choose", "Shock", "--db", str(path))
    assert (result.exit_code, result.stdout) == (5, "")
    assert result.stderr.count("\n") == 1


def test_the_first_question_builds_a_database(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new" / "db.sqlite"
    first = run("choose", "Shock", "--db", str(path))
    assert first.exit_code == 0
    assert "building" in first.stderr
    assert path.exists()
    again = run("choose", "Shock", "--db", str(path))
    assert (again.exit_code, again.stderr) == (0, "")


def test_without_a_place_to_write_it_answers_from_memory(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a-file"
    path.write_text("")
    result = run("choose", "Shock", "--db", str(path / "db.sqlite"))
    assert result.exit_code == 0
    assert "in memory" in result.stderr


@pytest.mark.parametrize("command", ["", *main.commands])
def test_every_command_helps_with_an_example(command: str, run: Run) -> None:
    result = run(*([command] if command else []), "--help")
    assert result.exit_code == 0
    assert "Example: oracle-names" in result.stdout


def test_readme_names_every_command() -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    for command in main.commands:
        assert f"oracle-names {command}" in readme


def test_module_and_odd_bytes_on_a_real_terminal_line(snapshot_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "oracle_names", "choose", b"Sho\xffck"],
        capture_output=True,
        env={**os.environ, "ORACLE_NAMES_DB": str(snapshot_path), "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"Shock: LEGAL")


def test_commands_are_click_commands() -> None:
    assert all(isinstance(command, click.Command) for command in main.commands.values())


# -- places where a database may or may not be --------------------------------------------------------


def ask(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "PYTHONPATH", "LANG")}
    return subprocess.run(
        [sys.executable, "-m", "oracle_names", "choose", "Shock"],
        capture_output=True,
        text=True,
        env={**kept, **environment},
        cwd=tmp_path,
        check=False,
    )


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("folder", "is a folder"),
        ("x" * 300, "file name too long"),
        ("file/db.sqlite", "in memory"),
    ],
    ids=["a-folder", "too-long", "a-file-where-a-folder-should-be"],
)
def test_odd_places_for_the_database(value: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    done = ask(tmp_path, ORACLE_NAMES_DB=value, HOME=str(tmp_path))
    assert "Traceback" not in done.stderr
    assert says in done.stderr
    assert done.returncode == (0 if "memory" in says else 5)


def test_a_file_called_memory_is_a_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bulk = tmp_path / "cards.json"
    bulk.write_text(json.dumps([make_card("Grizzled Tester")]))
    assert run("import", str(bulk), "--db", ":memory:").exit_code == 0
    assert run("choose", "Grizzled Tester", "--db", ":memory:").exit_code == 0
    assert (tmp_path / ":memory:").exists()


def test_without_a_home_it_answers_from_memory(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    def no_home(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("ORACLE_NAMES_DB")
    monkeypatch.setattr("platformdirs.user_data_path", no_home)
    result = run("choose", "Shock")
    assert (result.exit_code, result.stdout[:12]) == (0, "Shock: LEGAL")
    assert "in memory" in result.stderr


def test_somebody_elses_home_and_a_place_that_was_named(
    monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path
) -> None:
    def refuse(self: Path, **_: object) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", refuse)
    named = run("choose", "Shock", "--db", str(tmp_path / "db.sqlite"))
    assert (named.exit_code, named.stdout) == (5, "")
    assert "permission denied" in named.stderr
    monkeypatch.delenv("ORACLE_NAMES_DB")
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "home")
    assert run("choose", "Shock").exit_code == 0


def test_an_empty_file_is_no_database_yet(run: Run, tmp_path: Path) -> None:
    (tmp_path / "db.sqlite").write_text("")
    assert run("choose", "Shock", "--db", str(tmp_path / "db.sqlite")).exit_code == 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("update meta set value = 'others' where key = 'tables'", "built from other tables"),
        ("pragma user_version = 99", "of another version"),
    ],
)
def test_a_database_of_older_tables_is_built_anew(change: str, says: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "db.sqlite"
    run("choose", "Shock", "--db", str(path))
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update effects set restriction = 'land' where card = 'Meddling Mage'")
        connection.execute(change)
    result = run("choose", "Shock", "--for", "Meddling Mage", "--db", str(path))
    assert (result.exit_code, says in result.stderr) == (0, True)
    assert run("choose", "Shock", "--for", "Meddling Mage", "--db", str(path)).stderr == ""


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ("pragma user_version = 99", 5, "schema version 99"),
        ("update meta set value = 'others' where key = 'tables'", 0, ""),
        ("update meta set value = '0.0.1'", 0, "imported by version 0.0.1"),
        ("update meta set value = '9.9.9'", 0, ""),
        ("update cards set layout = 'hexagonal'", 5, "does not understand"),
        ("update effects set restriction = 'gibberish'", 5, "is not understood"),
    ],
)
def test_a_database_from_a_bulk_file_is_never_thrown_away(
    change: str, code: int, says: str, run: Run, tmp_path: Path
) -> None:
    bulk = tmp_path / "cards.json"
    bulk.write_text(json.dumps([make_card("Grizzled Tester")]))
    path = tmp_path / "db.sqlite"
    assert run("import", str(bulk), "--db", str(path)).exit_code == 0
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("pragma foreign_keys = off")
        connection.execute(change)
    result = run("choose", "Grizzled Tester", "--for", "Meddling Mage", "--db", str(path))
    assert result.exit_code == code, result.stderr
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_effects_of_lines(run: Run) -> None:
    result = run("effects", "-", stdin="Meddling Mage\nShock\n")
    documents = [check_document(line) for line in result.stdout.splitlines()]
    assert [len(document["effects"]) for document in documents] == [1, 0]
    assert result.exit_code == 3


def test_an_infinite_mana_value_is_no_number_of_json(run: Run, tmp_path: Path) -> None:
    bulk = tmp_path / "cards.json"
    bulk.write_text(json.dumps([make_card("Endless Tester", mana_cost="{\N{INFINITY}}", cmc=None)]))
    path = str(tmp_path / "db.sqlite")
    run("import", str(bulk), "--db", path)
    document = check_document(run("card", "Endless Tester", "--json", "--db", path).stdout)
    assert document["names"][0]["mana_value"] == "\N{INFINITY}"


def test_without_an_input_there_are_no_lines(snapshot_path: Path) -> None:
    environment = {**os.environ, "ORACLE_NAMES_DB": str(snapshot_path)}
    command = [sys.executable, "-m", "oracle_names", "choose", "-"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *command], capture_output=True, env=environment, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_answer_that_cannot_be_written(snapshot_path: Path) -> None:
    environment = {**os.environ, "ORACLE_NAMES_DB": str(snapshot_path)}
    command = [sys.executable, "-m", "oracle_names", "choose", "Shock"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment, check=False)
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
