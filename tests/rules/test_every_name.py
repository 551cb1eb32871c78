"""The law that holds for every name in the snapshot: typed exactly or folded, it may be chosen."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle_names.oracle import Oracle
from oracle_names.text import fold_name


@pytest.mark.property
def test_cr_201_4_every_choosable_name_is_accepted(oracle: Oracle) -> None:
    names = oracle.names()
    assert len(names) > 30_000
    for name, _ in names:
        exact = oracle.choose(name)
        assert exact.legal, name
        assert (exact.name, exact.identification.matched_by) == (name, "exact"), name
        folded = oracle.choose(fold_name(name))
        assert folded.legal, name
        assert folded.name == name, name


@pytest.mark.property
@settings(deadline=None, max_examples=200)
@given(data=st.data())
def test_cr_201_4_odd_typing_finds_the_same_name(data: st.DataObject, oracle: Oracle) -> None:
    name, _ = data.draw(st.sampled_from(oracle.names()))
    odd = "".join(
        ch.upper()
        if data.draw(st.booleans())
        else ch + data.draw(st.sampled_from(["", "", "\N{ZERO WIDTH SPACE}"]))
        for ch in name
    )
    assert oracle.choose(odd.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")).name == name
