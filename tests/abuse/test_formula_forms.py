"""A formula in any form is the same formula for every public function, or our error with a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import satplay
from satplay import Formula, Solver
from satplay.engines.catalogue import open_engine
from satplay.errors import SatplayError

DIMACS = "p cnf 2 2\n1 -2 0\n2 0\n"


def generated(*items: Any) -> Iterator[Any]:
    yield from items


def objects(*items: Any) -> Any:
    """An array of Python objects in one dimension, whatever they are."""
    array = np.empty(len(items), object)
    array[:] = items
    return array


SAME: dict[str, Callable[[], Any]] = {
    "lists": lambda: [[1, -2], [2]],
    "tuples": lambda: ((1, -2), (2,)),
    "sets": lambda: [{1, -2}, frozenset({2})],
    "a generator of lists": lambda: generated([1, -2], [2]),
    "a list of generators": lambda: [generated(1, -2), generated(2)],
    "a generator of generators": lambda: generated(generated(1, -2), generated(2)),
    "a map": lambda: map(list, [[1, -2], [2]]),
    "a formula": lambda: Formula([[1, -2], [2]]),
    "text": lambda: DIMACS,
    "bytes": DIMACS.encode,
    "a bytearray": lambda: bytearray(DIMACS.encode()),
    "a memoryview": lambda: memoryview(DIMACS.encode()),
    "an array": lambda: np.array([[1, -2], [2, 0]]),
    "an array of small numbers": lambda: np.array([[1, -2], [2, 0]], np.int8),
    "a flat array": lambda: np.array([1, -2, 0, 2, 0]),
    "an array of objects": lambda: np.array([[1, -2], [2, 0]], object),
    "a flat array of objects": lambda: objects(1, np.int64(-2), 0, 2, 0),
    "a masked array without masked literals": lambda: np.ma.array([[1, -2], [2, 0]]),
    "rows of numpy": lambda: [np.array([1, -2]), np.array([2])],
    "rows of objects": lambda: [objects(1, -2), objects(2)],
    "numbers of numpy": lambda: [[np.int64(1), np.int8(-2)], [np.uint64(2)]],
}

EMPTY: dict[str, Callable[[], Any]] = {
    "no list": list,
    "no generator": generated,
    "an empty array": lambda: np.array([]),
    "an array of no rows": lambda: np.zeros((0, 3)),
}

WRONG: dict[str, Callable[[], Any]] = {
    "a number": lambda: 1,
    "a number of numpy": lambda: np.int64(3),
    "a fraction": lambda: 1.5,
    "True": lambda: True,
    "a function": lambda: len,
    "a type": lambda: Formula,
    "a mapping": lambda: {(1, 2): 3},
    "literals without clauses": lambda: [1, -2],
    "flat literals in a list": lambda: [1, -2, 0],
    "a clause and a literal": lambda: [[1], 2],
    "a nested clause": lambda: [[[1]]],
    "a deeply nested clause": lambda: [[[[[1]]]]],
    "a list among literals": lambda: [[1, [2]]],
    "text in a list": lambda: ["12"],
    "no text in a list": lambda: [""],
    "DIMACS in a list": lambda: [DIMACS],
    "literals as text": lambda: [["1", "-2"]],
    "bytes in a list": lambda: [b"12"],
    "four bytes in a list": lambda: [b"\x01\0\0\0"],
    "no bytes in a list": lambda: [b""],
    "literals as bytes": lambda: [[b"1"]],
    "a bytearray in a list": lambda: [bytearray(b"12")],
    "a memoryview in a list": lambda: [memoryview(b"1234")],
    "a generator of bytes": lambda: generated(b"1234"),
    "a generator of texts": lambda: generated("12"),
    "a path in a list": lambda: [Path("formula.cnf")],
    "a mapping in a list": lambda: [{1: 2}],
    "None in a list": lambda: [None],
    "None as a literal": lambda: [[1, None]],
    "a generator of None": lambda: generated(None),
    "True in a list": lambda: [True],
    "True as a literal": lambda: [[2, True]],
    "True in a tuple": lambda: [(True,)],
    "True in a set": lambda: [{True}],
    "True from a generator": lambda: generated([True]),
    "False as a literal": lambda: [[False]],
    "True of numpy": lambda: [[np.True_]],
    "a float as a literal": lambda: [[1.0]],
    "a float of numpy": lambda: [[np.float64(1)]],
    "no number": lambda: [[float("nan")]],
    "a decimal": lambda: [[Decimal(1)]],
    "a ratio": lambda: [[Fraction(1)]],
    "an ellipsis": lambda: [[...]],
    "the literal 0": lambda: [[1, 0]],
    "a literal of 32 bits": lambda: [[2**31]],
    "a negative literal of 32 bits": lambda: [[-(2**31)]],
    "a literal of 100 bits": lambda: [[2**100]],
    "a range from 0": lambda: [range(3)],
    "an array of floats": lambda: np.array([[1.0]]),
    "an array of bools": lambda: np.array([[True]]),
    "an array of texts": lambda: np.array([["1"]]),
    "an array of bytes": lambda: np.array([[b"1"]]),
    "an array of complex numbers": lambda: np.array([[1j]]),
    "an array of dates": lambda: np.array(["2020-01-01"], "datetime64[D]"),
    "an array of records": lambda: np.array([(1, 2)], dtype=[("a", int), ("b", int)]),
    "an array in no dimension": lambda: np.array(1),
    "an array in three dimensions": lambda: np.ones((1, 1, 1), int),
    "objects in three dimensions": lambda: np.ones((1, 1, 1), object),
    "a flat array without an end": lambda: np.array([1, -2]),
    "an array of lists": lambda: objects([1, -2], [2]),
    "an array with None": lambda: np.array([[None]], object),
    "an array with a text": lambda: np.array([["1"]], object),
    "an array with True": lambda: np.array([[True]], object),
    "an array with a float": lambda: np.array([[1.0]], object),
    "an array with a number of 80 bits": lambda: np.array([[2**80]], object),
    "masked literals": lambda: np.ma.array([[1, 2]], mask=[[0, 1]]),
    "a matrix in a list": lambda: [np.array([[1, 2]])],
    "an array in no dimension in a list": lambda: [np.array(1)],
    "objects with None in a list": lambda: [objects(1, None)],
}


def added(formula: Any) -> Formula:
    """The formula to which clauses were added."""
    clauses = Formula()
    clauses.add_all(formula)
    return clauses


def appended(formula: Any) -> bool | None:
    solver = Solver()
    solver.append_formula(formula)
    return solver.solve()


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "Formula": lambda formula: Formula(formula).flat.tolist(),
    "add_all": lambda formula: added(formula).flat.tolist(),
    "Solver": lambda formula: Solver(bootstrap_with=formula).solve(),
    "append_formula": appended,
    "solve": lambda formula: satplay.solve(formula).status,
    "solve cnf": lambda formula: satplay.solve(formula, "cnf").status,
    "count": lambda formula: str(satplay.count(formula)),
    "enumerate": lambda formula: len(list(satplay.enumerate(formula))),
    "backbone": lambda formula: str(satplay.backbone(formula)),
    "check": lambda formula: str(satplay.check(formula, [1, 2])),
    "check_proof": lambda formula: satplay.check_proof(formula, "0\n").valid,
    "mus": lambda formula: str(satplay.mus(formula)),
    "muses": lambda formula: len(list(satplay.muses(formula))),
    "trace": lambda formula: len(satplay.trace(formula).events),
    "encode": lambda formula: str(satplay.encode(formula)),
    "convert": lambda formula: satplay.convert(formula, to="dimacs"),
    "play": lambda formula: satplay.play("sat-game", formula, seed=1).state,
}
"""Every public function that takes a formula.  Of ``hint`` and ``explain`` boards are the instances."""

BY_LITERALS: dict[str, Callable[[Any], Any]] = {
    "Formula.add": lambda clause: Formula().add(clause),
    "Solver.add": lambda clause: Solver().add(clause),
    "Solver.add_clause": lambda clause: Solver().add_clause(clause),
    "NativeEngine.add": lambda clause: open_engine("native").add(clause),
    "ReferenceEngine.add": lambda clause: open_engine("reference").add(clause),
    "assumptions": lambda clause: satplay.solve(DIMACS, assuming=clause),
    "assumptions of Solver": lambda clause: Solver(bootstrap_with=DIMACS).solve(clause),
}
WRONG_CLAUSES: dict[str, Any] = {
    "bytes": b"1234",
    "a bytearray": bytearray(b"1234"),
    "a memoryview": memoryview(b"1234"),
    "text": "12",
    "True": [True],
    "a mapping": {1: 2},
    "None": [None],
    "a float": [1.0],
    "a list": [[1]],
    "an array": [np.array([1, 2])],
    "0": [0],
}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_form_is_the_same_formula(function: str, tmp_path: Path) -> None:
    file = tmp_path / "formula.cnf"
    file.write_text(DIMACS, "utf-8")
    call = FUNCTIONS[function]
    expected = call([[1, -2], [2]])
    for name, form in SAME.items():
        assert call(form()) == expected, name
    assert call(file) == call(str(file)) == expected


@pytest.mark.parametrize("function", FUNCTIONS)
def test_no_clauses_are_a_formula(function: str) -> None:
    expected = FUNCTIONS[function]([])
    for name, form in EMPTY.items():
        assert FUNCTIONS[function](form()) == expected, name


def expect_our_error(name: str, call: Callable[[], object]) -> None:
    try:
        result = call()
    except SatplayError as error:
        assert "expected" in str(error) and len(str(error)) < 400, f"{name}: {error}"
    else:
        raise AssertionError(f"{name} was accepted: {result!r}")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_everything_else_is_our_error(function: str) -> None:
    for name, form in WRONG.items():
        expect_our_error(name, lambda form=form: FUNCTIONS[function](form()))


@pytest.mark.parametrize("function", BY_LITERALS)
def test_a_clause_is_made_of_numbers(function: str) -> None:
    for name, clause in WRONG_CLAUSES.items():
        expect_our_error(name, lambda clause=clause: BY_LITERALS[function](clause))


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_no_text_is_no_formula_and_no_folder(text: str) -> None:
    for function in FUNCTIONS.values():
        with pytest.raises(SatplayError) as refused:
            function(text)
        assert "directory" not in str(refused.value)
