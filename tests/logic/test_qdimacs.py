"""QDIMACS: a written formula is read back; every error is one line with its position."""

from __future__ import annotations

import gzip
import io
import lzma
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.logic import dimacs, qdimacs
from satplay.logic.formula import Formula
from satplay.logic.literal import Named
from satplay.logic.quantified import Block, Quantified
from tests.qbf.brute_force import A, make_question, questions

SMALL = "c an example\np cnf 4 3\na 1 2 0\ne 3 4 0\n1 3 0\n-2 -4 0\n3 4 -1 0\n"


def complaint(text: str | bytes, *, strict: bool = False) -> str:
    content = text.encode() if isinstance(text, str) else text
    with pytest.raises(BadInput) as caught:
        qdimacs.stream(io.BytesIO(content), strict=strict)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_prefix_is_read_from_the_outermost_block(reader: None) -> None:
    question = qdimacs.read(SMALL)
    assert question == make_question("a1,2 e3,4", [1, 3], [-2, -4], [3, 4, -1])


@settings(max_examples=150, deadline=None)
@given(questions())
def test_a_written_formula_is_read_back(question: Quantified) -> None:
    text = qdimacs.write(question)
    assert qdimacs.read(text, strict=True) == qdimacs.read(text) == question


def test_names_are_written_and_read_back(reader: None) -> None:
    matrix = Formula([[1, -2]])
    matrix.name(1, Named("rain"))
    question = Quantified((Block(A, (1, 2)),), matrix)
    text = qdimacs.write(question)
    assert text == "c QDIMACS\nc name 1 rain\np cnf 2 1\na 1 2 0\n1 -2 0\n"
    assert qdimacs.recognises(text[:20])
    assert str(qdimacs.read(text).matrix.atom(1)) == "rain"


def test_variables_that_occur_only_in_the_prefix_are_declared() -> None:
    assert qdimacs.write(make_question("e1 a7", [1])).startswith("p cnf 7 1\n")


def test_unusual_prefixes_are_read_unchanged(reader: None) -> None:
    text = "p cnf 5 1\ne 1 0\ne 0\na 0\n\ne 2 0\nc between\na 3 0\n4 5 0\n"
    assert qdimacs.read(text) == make_question("e1 e a e2 a3", [4, 5], var_count=5)


def test_extra_blanks_and_windows_line_ends_are_allowed(reader: None) -> None:
    assert qdimacs.read("p cnf 2 1\r\n e \t1  0 \r\na 02 0\r\n1\r\n2 0\r\n") == make_question("e1 a2", [1, 2])


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_the_size_of_the_pieces_does_not_matter(reader: None, size: int) -> None:
    incremental = qdimacs._Reader(strict=True)
    for start in range(0, len(SMALL), size):
        incremental.feed(SMALL[start : start + size].encode())
    assert incremental.finish() == qdimacs.read(SMALL)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_compressed_files_are_read(pack) -> None:
    assert qdimacs.stream(io.BytesIO(pack(SMALL.encode()))) == qdimacs.read(SMALL)


@pytest.mark.parametrize(
    ("text", "variables", "place"),
    [
        ("p cnf 1 1\ne 1 0\n1 2 0\n", 2, "line 3, column 3: bad QDIMACS: found '2'"),
        ("p cnf 1 1\ne 1 3 0\n1 0\n", 3, "line 2, column 5: bad QDIMACS: found '3'"),
        ("p cnf 1 1\ne 1 0\n1 0\n-1 0\n", 1, "line 4, column 1: bad QDIMACS: found clause 2"),
        ("p cnf 1 9\ne 1 0\n1 0\n", 1, "line 4, column 1: bad QDIMACS: found 1 clause"),
        ("p cnf 9 1\ne 1 0\n1 0\n", 9, None),
    ],
)
def test_wrong_numbers_in_the_header_are_errors_only_in_strict_mode(
    reader: None, text: str, variables: int, place: str | None
) -> None:
    assert qdimacs.read(text).matrix.var_count == variables
    if place is None:
        assert qdimacs.read(text, strict=True).matrix.var_count == variables
    else:
        assert complaint(text, strict=True).startswith(place)


BAD = {
    "": "line 1, column 1: bad QDIMACS: found an empty file, expected 'p cnf VARIABLES CLAUSES'",
    "c only\n": "found a file of comments only, expected 'p cnf",
    "e 1 0\n1 0\n": "line 1, column 1: bad QDIMACS: found 'e', expected 'p cnf",
    "1 0\n": "line 1, column 1: bad QDIMACS: found '1', expected 'p cnf",
    "p cnf 1\n": "line 1, column 8: bad QDIMACS: found end of line, expected the number of clauses",
    "p cnf": "found end of file, expected the number of variables",
    "c\np dnf 1 1\n": "line 2, column 3: bad QDIMACS: found 'dnf', expected 'cnf'",
    "p cnf 1 1 e 1 0\n": "line 1, column 11: bad QDIMACS: found 'e', expected the end of the line",
    "p cnf 99999999999 1\n": "found '99999999999', expected the number of variables",
    "p cnf 2 1\ne 1 0\na 1 0\n1 2 0\n": (
        "line 3, column 3: bad QDIMACS: found variable 1 a second time, "
        "expected each variable bound once; 1 is bound in line 2"
    ),
    "p cnf 2 1\ne 1 2 1 0\n": "line 2, column 7: bad QDIMACS: found variable 1 a second time",
    "p cnf 2 1\ne 1 2\n1 2 0\n": "line 2, column 6: bad QDIMACS: found end of line, expected 0 to close",
    "p cnf 2 1\ne 1 2": "line 2, column 6: bad QDIMACS: found end of file, expected 0 to close the block",
    "p cnf 2 1\ne\n": "line 2, column 2: bad QDIMACS: found end of line, expected 0",
    "p cnf 2 1\ne 1 0 0\n": "line 2, column 7: bad QDIMACS: found '0', expected the end of the line after 0",
    "p cnf 2 1\ne 1 0 2 0\n": "line 2, column 7: bad QDIMACS: found '2', expected the end of the line",
    "p cnf 2 1\ne -1 0\n": "line 2, column 3: bad QDIMACS: found '-1', expected a variable from 1 to",
    "p cnf 2 1\ne x 0\n": "line 2, column 3: bad QDIMACS: found 'x', expected a variable",
    "p cnf 2 1\ne 2147483648 0\n": "found '2147483648', expected a variable from 1 to 2147483647 or 0",
    "p cnf 2 2\n1 2 0\ne 1 0\n-1 0\n": (
        "line 3, column 1: bad QDIMACS: found a quantifier line, expected quantifiers before the first clause"
    ),
    "p cnf 2 2\ne 1 0\n1 0\na 2 0\n": "line 4, column 1: bad QDIMACS: found a quantifier line",
    "p cnf 2 1\nx 1 0\n1 0\n": "line 2, column 1: bad QDIMACS: found 'x', expected 'e', 'a' or a literal",
    "p cnf 2 1\ne 1 0\n1 x 0\n": "line 3, column 3: bad QDIMACS: found 'x', expected a literal",
    "p cnf 2 1\ne 1 0\n1 2147483648 0\n": "found '2147483648', expected a literal",
    "p cnf 2 1\ne 1 0\n1 2\n": "line 4, column 1: bad QDIMACS: found end of file, expected 0 at the end",
    "p cnf 2 1\ne 1 0\np cnf 2 1\n": "line 3, column 1: bad QDIMACS: found a second header, expected only",
}


@pytest.mark.parametrize("text", BAD)
def test_each_error_is_one_line_with_its_position(reader: None, text: str) -> None:
    assert BAD[text] in complaint(text)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from([*"ea012-", "p cnf 3 3", "\n", "\n", " ", " ", "c x\n", "%", "99999999999", "\r"]),
        max_size=30,
    ).map("".join)
    | st.text(max_size=40)
)
def test_arbitrary_text_is_read_or_refused_as_bad_input(text: str) -> None:
    for strict in (False, True):
        try:
            question = qdimacs.read(text, strict=strict)
        except BadInput as bad:
            assert re.match(r"line \d+, column \d+: bad QDIMACS: found ", str(bad))
        else:
            assert qdimacs.read(qdimacs.write(question)) == question


def test_the_prefix_distinguishes_it_from_dimacs() -> None:
    assert qdimacs.recognises(SMALL) and dimacs.recognises(SMALL)
    plain = dimacs.write(make_question("", [1, 2]).matrix)
    assert not qdimacs.recognises(plain) and not qdimacs.recognises("") and not qdimacs.recognises("e 1 0\n")
