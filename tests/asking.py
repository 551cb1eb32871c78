"""How the tables ask: one row is a question to `choose` and what the answer must be."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from oracle_names.oracle import Oracle
from oracle_names.verdict import Verdict


@dataclass(frozen=True)
class Ask:
    """A choice and its verdict: `legal`, a rule that a reason cites, codes that must be there."""

    id: str
    words: str
    legal: bool | None
    rule: str = "201.4"
    effect: str | None = None
    restriction: str | None = None
    universe: str = "paper"
    among: tuple[str, ...] = ()
    name: str | None = None
    chosen: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    says: str = ""
    candidates: tuple[str, ...] = ()
    is_data_missing: bool = False
    extra: dict[str, object] = field(default_factory=dict)

    def check(self, oracle: Oracle) -> Verdict:
        verdict = oracle.choose(self.words, self.effect, self.restriction, self.universe, self.among)
        statements = (*verdict.reasons, *verdict.notes)
        shown = [statement.to_dict() for statement in statements]
        assert verdict.legal is self.legal, shown
        assert self.rule in {reason.rule for reason in verdict.reasons}, shown
        assert verdict.is_data_missing is self.is_data_missing, shown
        codes = {statement.code for statement in statements}
        assert set(self.codes) <= codes, shown
        assert any(self.says in statement.text for statement in statements), shown
        if self.name is not None:
            assert verdict.name == self.name
        if self.chosen:
            assert verdict.chosen_names == self.chosen
        elif verdict.legal:
            assert verdict.name in verdict.chosen_names
        if self.candidates:
            assert tuple(candidate.name for candidate in verdict.candidates) == self.candidates
        return verdict


def table(*rows: Ask) -> pytest.MarkDecorator:
    """A parametrised table of questions."""
    return pytest.mark.parametrize("row", rows, ids=lambda row: row.id)
