"""Broken texts: a reader may read one, or raise ``BadInput`` with line and column, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput

T = TypeVar("T")

ODD = "09aZ.,:;/|_+-*#'\"{}[]\\ \t\r\n\x00\x1b\x7f\u00e9\u00b2\u0663\u2028\ufeff\U0001f642"
"""Characters that confuse readers: digits that only int() accepts, line ends that no editor counts."""

# The same texts in every run, so that failures can be reproduced.
QUIET = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def broken_text(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """One of the texts after one to three changes."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 8)))
        change = draw(st.sampled_from(["delete", "insert", "repeat", "cut", "borrow", "line"]))
        if change == "delete":
            text = text[:start] + text[end:]
        elif change == "insert":
            text = text[:start] + draw(st.text(ODD, max_size=4)) + text[start:]
        elif change == "repeat":
            text = text[:end] + text[start:end] * draw(st.integers(1, 3)) + text[end:]
        elif change == "cut":
            text = text[:start]
        elif change == "borrow":  # a character from another place, or a number
            text = (
                text[:start]
                + draw(st.sampled_from([*sorted(set(text)), "0", "99", "-1", "\x00"]))
                + text[end:]
            )
        else:
            text = text[:start] + draw(st.sampled_from(["\n", "\r\n", "\n\n", " ", "\t"])) + text[start:]
    return text


def read_or_refuse(read: Callable[[str], T], text: str) -> T | None:
    """The value, or None after ``BadInput`` with line and column; anything else is a failure."""
    try:
        return read(text)
    except BadInput as error:
        assert error.line is not None and error.column is not None, f"no line and column: {error}"
        lines = max(text.count("\n") + 1, len(text.splitlines()))
        assert 1 <= error.line <= lines and error.column >= 1, f"not in the text: {error}"
        return None
    except Exception as error:  # every other exception fails the exam
        raise AssertionError(f"{type(error).__name__} instead of BadInput for {text!r}: {error}") from error


def complaint(read: Callable[[str], Any], text: str) -> str:
    """The message about a text that is refused; it has line and column."""
    with pytest.raises(BadInput) as raised:
        read(text)
    assert raised.value.line is not None and raised.value.column is not None
    return str(raised.value)


def write_or_refuse(write: Callable[[T], str], value: T) -> str | None:
    """The text, or None if the format refuses the value by ``BadInput``."""
    try:
        return write(value)
    except BadInput:
        return None


def survives_broken_texts(
    read: Callable[[str], Any],
    write: Callable[[Any], str],
    texts: Sequence[str],
    recognises: Callable[[str], bool],
    *,
    may_refuse: bool = False,
) -> None:
    """Every broken text is refused by ``BadInput``, or gives a value that survives writing and reading.

    A format that ``may_refuse`` reads more than it writes: it refuses values that its text cannot express.
    """

    @QUIET
    @given(broken_text(list(texts)))
    def trial(text: str) -> None:
        assert isinstance(recognises(text), bool)
        value = read_or_refuse(read, text)
        if value is not None:
            written = write_or_refuse(write, value) if may_refuse else write(value)
            if written is not None:
                assert read(written) == value, f"{text!r} is read as a value that does not survive writing"

    trial()
    assert isinstance(recognises(""), bool)
    read_or_refuse(read, "")
