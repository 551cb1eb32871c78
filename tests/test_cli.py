"""The command line: stdout, stderr and exit code, each checked by itself; documents against their schemas."""

from __future__ import annotations

import json
import os
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
