"""Every rule that code, tables or tests cite exists in the edition that the program names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from oracle_names.layouts import NAME_RULES
from oracle_names.reasons import RULES_EDITION, Reason
from oracle_names.tables import data_path, read_header

ROOT = Path(__file__).parent.parent
FILES = [
    path
    for folder in ("oracle_names", "tests", "scripts", "data")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.is_file() and path.suffix in (".py", ".tsv", "") and path.name not in ("snapshot.tsv",)
] + sorted(ROOT.glob("*.md"))
CITATION = re.compile(r"\bCR (\d{3}(?:\.\d+[a-z]?)?)|(?<![\d.\w-])(\d{3}\.\d+[a-z])\b")


@pytest.fixture(scope="module")
def rules() -> set[str]:
    lines = data_path("rule-numbers.txt").read_text(encoding="utf-8").splitlines()
    return {line for line in lines if not line.startswith("#")}


def test_the_list_is_of_the_edition_that_is_cited() -> None:
    assert RULES_EDITION in data_path("rule-numbers.txt").read_text(encoding="utf-8")[:500]
    assert read_header("predefined-tokens.tsv")["date"] == RULES_EDITION


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_cited_rules_exist(path: Path, rules: set[str]) -> None:
    cited = {a or b for a, b in CITATION.findall(path.read_text(encoding="utf-8", errors="replace"))}
    assert cited <= rules


def test_reasons_cite_rules_that_exist(rules: set[str]) -> None:
    for reason in Reason:
        assert reason.rule in rules or reason.rule in ("MTR 3.6", "{rule}"), reason


def test_layouts_cite_rules_that_exist(rules: set[str]) -> None:
    for names in NAME_RULES.values():
        for part in (names.first, names.later):
            assert {names.whole, *part.rules, *(rule for _, rule in part.zones)} <= rules


def test_every_reason_has_its_own_code() -> None:
    assert len({reason.code for reason in Reason}) == len(Reason.__members__)
