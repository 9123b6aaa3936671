"""Names that moved out of ``contracts.engine`` can still be imported from it."""

from __future__ import annotations

import pytest

from satplay.contracts import engine, events, qbf_engine, theory


def test_moved_names_are_found_where_they_were() -> None:
    assert engine.Findings is theory.Findings
    assert engine.Decide is events.Decide
    assert engine.Holds is qbf_engine.Holds


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = engine.nothing
