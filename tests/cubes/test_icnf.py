"""The cube file: what is written reads back, and errors name the line."""

from __future__ import annotations

import gzip
import io
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satplay.cubes import icnf
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from tests.cubes.formulas import cubes_for, formulas

FORMULA = Formula([[1, 2], [-1, 2], [-2, 3]])


def written(formula: Formula, cubes: list[tuple[Lit, ...]]) -> str:
    file = io.BytesIO()
    icnf.write_to(formula, cubes, file)
    return file.getvalue().decode()


@given(st.data(), formulas())
def test_what_is_written_reads_back(data: st.DataObject, formula: Formula) -> None:
    cubes = data.draw(cubes_for(formula))
    text = written(formula, cubes)
    assert icnf.recognises(text)
    assert list(icnf.read(text).cubes_of(formula)) == cubes


@given(formulas(), st.text("a0123456789- pcinf\n\t", max_size=40))
def test_a_damaged_file_is_refused_in_one_line(formula: Formula, damage: str) -> None:
    text = written(formula, [(1,), (-1,)])
    for damaged in (damage, text + damage, text[: len(damage)], damage + text):
        try:
            icnf.read(damaged).cubes_of(formula)
        except BadInput as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_compressed_files(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "cubes.icnf"
    path.write_bytes(pack(written(FORMULA, [(1,), (-1,)]).encode()))
    assert icnf.load(path).cubes_of(FORMULA) == ((1,), (-1,))


def test_comments_blank_lines_and_clauses_after_cubes() -> None:
    text = "c by hand\n\np inccnf\nc one\n1 2 0 -1 2 0\na 1 0\nc two\n  a   -1\t0  \n-2 3 0\n"
    assert icnf.read(text).cubes_of(FORMULA) == ((1,), (-1,))


def test_cubes_alone_as_march_writes_them() -> None:
    assert icnf.recognises("a 1 0\n")
    assert icnf.read("c\na 1 0\r\na -1 2 2 0").cubes_of(FORMULA) == ((1,), (-1, 2))


def test_the_order_of_clauses_and_literals_does_not_matter() -> None:
    assert icnf.read("p inccnf\n3 -2 0\n2 1 0\n2 -1 0\n2 1 0\na 0\n").cubes_of(FORMULA) == ((),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: bad cube file: found end of file, expected 'p inccnf', or cubes"),
        ("p cnf 3 3\n", "line 1, column 1: bad cube file: found 'p cnf 3 3', expected 'p inccnf'"),
        ("p inccnf\n1 x 0\n", "line 2, column 3: bad cube file: found 'x', expected a literal, 0, or a cube"),
        ("p inccnf\n1 2\n", "line 3, column 1: bad cube file: found end of file, expected 0 at the end of"),
        ("p inccnf\np inccnf\n", "line 2, column 1: bad cube file: found a second header, expected only"),
        ("c\n\np inccnf\na 1 0\n1 2 0\na 1 x 0\n", "line 6, column 5: bad cube file: found 'x'"),
        ("a 1 0\na 2\n", "line 2, column 4: bad cube file: found end of line, expected 0 at the end of"),
        ("a 1 0 2 0\n", "line 1, column 7: bad cube file: found '2', expected the end of the line"),
        ("a 9999999999 0\n", "line 1, column 3: bad cube file: found '9999999999', expected a literal"),
        ("a 1 0\n1 2 0\n", "line 2, column 1: bad cube file: found '1', expected a cube, as no header"),
        ("c\na 1 0\na 4 0\n", "line 3: bad cube file: found '4', expected a literal of the formula, from -3"),
        (
            "p inccnf\n1 2 0\na 1 0\n",
            "found other clauses, expected all of the formula, also the clause '-1 2 0'",
        ),
        ("p inccnf\n1 3 0\na 1 0\n", "found the clause '1 3 0', expected the clauses of the formula and no"),
    ],
)
def test_errors_say_where_and_what(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        icnf.read(text).cubes_of(FORMULA)
    assert message in str(caught.value)
