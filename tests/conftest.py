"""Fixtures: no network, the maintainers' shared folder, a database of the embedded snapshot."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import NoReturn

import pytest

from oracle_names.build import build_snapshot
from oracle_names.oracle import Oracle
from oracle_names.store.reader import Reader

ROOT = Path(__file__).parent.parent


class NetworkBlockedError(AssertionError):
    """A test tried to reach something other than this machine."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly that a green run without the shared folder is not the whole run."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "shared" in report.keywords]
    if skipped:
        terminalreporter.section("SHARED TESTS SKIPPED", "!", red=True)
        terminalreporter.write_line(
            f"{len(skipped)} tests need the maintainers' shared folder and did not run"
        )


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else ""
        if self.family in (socket.AF_INET, socket.AF_INET6) and host not in ("127.0.0.1", "::1", "localhost"):
            _refuse(address)
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)


def _refuse(address: object) -> NoReturn:
    raise NetworkBlockedError(f"a test tried to reach {address!r}")


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The maintainers' folder of rules and sample data; tests marked `shared` skip without it."""
    folder = Path(os.environ.get("ORACLE_NAMES_SHARED", ROOT.parent / "shared"))
    if not (folder / "cards" / "oracle-cards.json.gz").exists():
        pytest.skip(f"needs the shared folder (looked at {folder})")
    return folder


@pytest.fixture(scope="session")
def snapshot_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real database file built from the embedded snapshot."""
    path = tmp_path_factory.mktemp("snapshot") / "oracle-names.sqlite"
    build_snapshot(path)
    return path


@pytest.fixture(scope="session")
def oracle(snapshot_path: Path) -> Oracle:
    """The library on the embedded snapshot."""
    return Oracle(Reader.open(snapshot_path))


@pytest.fixture(autouse=True)
def _own_database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test, doctest or README example reads or writes the database of the person who runs it."""
    monkeypatch.setenv("ORACLE_NAMES_DB", str(request.getfixturevalue("snapshot_path")))
