"""The house rules about imports: they point down, and floors 0 and 1 are pure."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.floors import FLOORS

PACKAGE = Path(__file__).parent.parent / "oracle_names"
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))
IMPURE = {"os", "io", "pathlib", "socket", "sqlite3", "subprocess", "time", "datetime", "random", "logging"}


def _room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    floor = FLOORS[_room(path)]
    for name in _imports(path):
        parts = name.split(".")
        if parts[0] == "oracle_names":
            room = parts[1] if len(parts) > 1 else "__init__"
            assert FLOORS[room] <= floor, f"{path.name} on floor {floor} imports {name}"


@pytest.mark.parametrize(
    "path", [path for path in MODULES if FLOORS[_room(path)] <= 1], ids=lambda path: path.stem
)
def test_floors_0_and_1_are_pure(path: Path) -> None:
    for name in _imports(path):
        top = name.partition(".")[0]
        assert top == "oracle_names" or top in sys.stdlib_module_names
        assert top not in IMPURE
    assert "print(" not in path.read_text(encoding="utf-8").replace('"print(', "")


def test_only_the_store_touches_sqlite() -> None:
    for path in MODULES:
        names = {name.partition(".")[0] for name in _imports(path)}
        if _room(path) not in ("store", "build"):  # build names the connection's type only
            assert not names & {"sqlite3", "sqlite_utils"}, path


def test_the_read_path_does_not_load_what_only_writing_needs() -> None:
    code = (
        "import sys; from oracle_names.cli import main; import oracle_names;"
        "oracle_names.open().choose('Fire', effect='Pithing Needle');"
        "print(*sorted({'requests', 'sqlite_utils', 'rapidfuzz', 'html'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
