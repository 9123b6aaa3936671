"""Text in columns: nothing is lost, and no line is wider than the window."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from satplay.cli.cursor.text_layout import column_count, fit, wrap_line

TEXTS = st.text(alphabet="ab -日本é\u0301", max_size=60)


@given(TEXTS, st.integers(2, 20))
def test_wrapping_loses_nothing_but_blanks(text: str, columns: int) -> None:
    lines = wrap_line(text, columns)
    assert all(column_count(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(TEXTS, st.integers(1, 20))
def test_a_fitted_text_has_the_width(text: str, columns: int) -> None:
    assert column_count(fit(text, columns)) == columns
