"""The README's terminal sessions are run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from oracle_names.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
SESSIONS = [
    (command, output)
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for command, output in re.findall(r"\$ oracle-names (.*?)\n(.*?)(?=\$ |\Z)", block, re.DOTALL)
]


@pytest.mark.parametrize(("command", "output"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_readme_sessions(command: str, output: str) -> None:
    result = CliRunner().invoke(main, shlex.split(command))
    assert result.stdout == output


def test_readme_has_sessions() -> None:
    assert len(SESSIONS) >= 5
