"""Everything that is a formula is accepted wherever a formula is accepted, and nothing else is."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import satplay
from satplay import Formula
from satplay.engines.catalogue import open_engine
from satplay.errors import BadInput, SatplayError
from satplay.solving.session import Session

CLAUSES = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
TEXT = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
FLAT = list(itertools.chain.from_iterable([*clause, 0] for clause in CLAUSES))

FORMS: dict[str, Callable[[], Any]] = {
    "lists": lambda: CLAUSES,
    "tuples": lambda: tuple(map(tuple, CLAUSES)),
    "a generator": lambda: (iter(clause) for clause in CLAUSES),
    "rows of numpy": lambda: [np.array(clause) for clause in CLAUSES],
    "an array": lambda: np.array(CLAUSES),
    "an array of int32": lambda: np.array(CLAUSES, np.int32),
    "an array filled with 0": lambda: np.array([[*clause, 0, 0] for clause in CLAUSES], np.int8),
    "a flat array": lambda: np.array(FLAT, np.int32),
    "a flat array of int64": lambda: np.array(FLAT, np.int64),
    "a strided array": lambda: np.repeat(np.array(FLAT, np.int32), 2)[::2],
    "text": lambda: TEXT,
    "a Formula": lambda: Formula(CLAUSES),
    "an object with clauses": lambda: SimpleNamespace(clauses=CLAUSES, nv=2),
}

FUNCTIONS: dict[str, Callable[[Any], object]] = {
    "solve": lambda formula: satplay.solve(formula).status,
    "solve cnf": lambda formula: satplay.solve(formula, "cnf").status,
    "count": lambda formula: satplay.count(formula).number,
    "enumerate": lambda formula: len(list(satplay.enumerate(formula))),
    "backbone": lambda formula: satplay.backbone(formula).literals,
    "mus": lambda formula: len(satplay.mus(formula).members),
    "muses": lambda formula: len(list(satplay.muses(formula))),
    "check": lambda formula: satplay.check(formula, satplay.Model([1, 2])).valid,
    "check, listed": lambda formula: satplay.check(formula, [1, 2]).valid,
    "check_proof": lambda formula: satplay.check_proof(formula, "1 0\n0\n").valid,
    "trace": lambda formula: satplay.trace(formula).answer,
    "encode": lambda formula: satplay.encode(formula).formula,
    "convert": lambda formula: satplay.convert(formula).text,
    "Formula": Formula,
    "Solver": lambda formula: satplay.Solver(bootstrap_with=formula).solve(),
}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_form_gives_the_same_result(function: str) -> None:
    expected = FUNCTIONS[function](Formula(CLAUSES))
    for form, make in FORMS.items():
        assert FUNCTIONS[function](make()) == expected, form


def test_a_cnf_of_pysat_and_a_path(tmp_path: Path) -> None:
    path = tmp_path / "formula.cnf"
    path.write_text(TEXT, encoding="utf-8")
    cnf = pytest.importorskip("pysat.formula", reason="PySAT is not installed").CNF(from_clauses=CLAUSES)
    for function in FUNCTIONS.values():
        assert function(cnf) == function(path) == function(Formula(CLAUSES))
    cnf.nv = 5
    assert Formula(cnf).var_count == satplay.solve(cnf).variables == 5


def test_forms_of_the_empty_formula() -> None:
    for empty in ([], (), np.empty((0, 3), np.int32), np.empty(0, np.int32), "p cnf 0 0\n", Formula()):
        assert satplay.solve(empty).status == "sat"
    assert satplay.solve([[]]).status == satplay.solve(np.zeros((1, 2), np.int32)).status == "unsat"


@pytest.mark.parametrize(
    "literals", [(1, -2), ([1, -2],), ((1, -2),), (np.array([1, -2]),), (np.int64(1), -2)]
)
def test_add_takes_literals_or_a_list(literals: tuple[Any, ...]) -> None:
    formula = Formula()
    formula.add(*literals)
    assert list(formula) == [(1, -2)]
    for session in (open_engine("native"), open_engine("reference"), Session(Formula()), satplay.Solver()):
        session.add(*literals)
        assert satplay.solve(formula)
    unit = Formula()
    unit.add(3)
    unit.add([])
    unit.add()
    assert list(unit) == [(3,), (), ()]


WRONG: dict[str, Any] = {
    "an object": object(),
    "None": None,
    "a number": 5,
    "a float": 1.5,
    "a bool": True,
    "a list of numbers": [1, 2, 3],
    "a list of texts": ["1 2"],
    "a list of floats": [[1.5]],
    "a list with None": [None],
    "a nested list": [[[1]]],
    "a literal 0": [[1, 0, 2]],
    "a large literal": [[2**31]],
    "a very large literal": [[2**80]],
    "a dictionary": {"a": 1},
    "an array of floats": np.array([[1.5]]),
    "an array without an end": np.array([1, 2]),
    "an array in 3 dimensions": np.zeros((1, 1, 1), np.int32),
    "an array of large numbers": np.array([[2**40]]),
    "an array of texts": np.array([["a"]]),
    "an object with wrong clauses": SimpleNamespace(clauses=5, nv=2),
    "soft clauses": SimpleNamespace(hard=[[1]], soft=[[2]], nv=2),
    "a text that is no formula": "p cnf x",
    "a file that does not exist": Path("/no/such/file.cnf"),
    "a function": len,
    "a type": Formula,
}


@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize(
    "function", [*FUNCTIONS, "hint", "explain", "solve_qbf", "check_strategy", "generate", "play"]
)
def test_a_wrong_value_is_our_error(function: str, value: str) -> None:
    others: dict[str, Callable[[Any], object]] = {
        "hint": satplay.hint,
        "explain": satplay.explain,
        "solve_qbf": satplay.solve_qbf,
        "check_strategy": lambda formula: satplay.check_strategy(formula, "aag 0 0 0 0 0\n"),
        "generate": satplay.generate,
        "play": satplay.play,
    }
    if (function, value) in {("play", "None"), ("Solver", "None")}:
        return  # None stands for no argument
    with pytest.raises(SatplayError) as raised:
        (FUNCTIONS | others)[function](WRONG[value])
    text = str(raised.value)
    assert text and "\n" not in text and len(text) < 1500


def test_a_hint_names_what_to_pass() -> None:
    for wrong in (object(), 5, None):
        with pytest.raises(BadInput, match=r"clauses such as \[\[1, -2\], \[3\]\]"):
            satplay.solve(wrong)
    with pytest.raises(BadInput, match="attribute hard"):
        satplay.solve(SimpleNamespace(hard=[[1]], soft=[[2]], nv=2))
    with pytest.raises(BadInput, match="cardinality constraints"):
        satplay.solve(SimpleNamespace(clauses=[[1]], atmosts=[[[1, 2], 1]], nv=2))
