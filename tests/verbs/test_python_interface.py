"""Every verb is a function of the same name that returns a frozen, printable value."""

from __future__ import annotations

import dataclasses
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import satplay
from satplay.contracts.engine import Limit, Unknown
from satplay.engines.reference.options import ON_PAPER
from satplay.errors import BadInput, NoSuchName
from satplay.inputs.reading import find_source, recognise_subject

EASY = "p cnf 3 2\n1 2 0\n-1 0\n"


def test_a_text_a_path_and_a_formula_are_the_same_instance(tmp_path: Path) -> None:
    path = tmp_path / "easy.cnf"
    path.write_text(EASY)
    formula = satplay.Formula([[1, 2], [-1]], var_count=3)
    for instance in (EASY, path, str(path), formula):
        solved = satplay.solve(instance)
        assert solved.status == "sat"
        assert {-1, 2} <= set(solved.solution)


def test_results_are_frozen_and_printable() -> None:
    solved = satplay.solve(EASY)
    with pytest.raises(dataclasses.FrozenInstanceError):
        solved.status = "unsat"  # the refusal is under test
    assert "s SATISFIABLE" in str(solved)
    assert solved._repr_svg_().startswith("<svg") or "<svg" in solved._repr_svg_()
    checked = satplay.check(EASY, [1, 2, 3] and satplay.Model([1, 2, 3]))
    assert str(checked).startswith("invalid: 1 rule instance is broken")
    assert "<svg" in checked._repr_svg_()


def test_out_of_conflicts_is_a_result() -> None:
    pigeons = satplay.Formula(
        [[1, 2], [3, 4], [5, 6], [-1, -3], [-1, -5], [-3, -5], [-2, -4], [-2, -6], [-4, -6]]
    )
    solved = satplay.solve(pigeons, limit=Limit(conflicts=0))
    assert isinstance(solved.answer, Unknown)
    assert "no answer: out of conflicts" in str(solved)


def test_a_trace_is_displayed_in_a_notebook() -> None:
    run = satplay.trace("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", options=ON_PAPER)
    assert run.answer == "unsat"
    assert "<svg" in run._repr_svg_()


def test_engines_is_a_verb_and_a_package() -> None:
    assert satplay.engines().find("reference").traces
    code = "import satplay.engines as e, satplay; assert satplay.engines is e; print(len(satplay.engines()))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(run.stdout) >= 1


def test_unknown_names_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(NoSuchName, match="did you mean 'reference'"):
        satplay.solve(EASY, engine="referenc")
    with pytest.raises(NoSuchName, match="there are"):
        satplay.solve(EASY, "chess")
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        satplay.sovle  # noqa: B018 - the failure is under test
    assert set(satplay.__all__) <= set(dir(satplay))


def test_a_value_that_is_not_an_instance_is_refused() -> None:
    with pytest.raises(BadInput, match="expected text, a path or an instance"):
        satplay.solve(object())


@pytest.mark.parametrize("given", ["board.cnf", "some/where", "no such file.txt"])
def test_a_nonexistent_path_is_a_missing_file(given: str) -> None:
    with pytest.raises(BadInput, match="no such file"):
        find_source(given).text()


@pytest.mark.parametrize("given", ["1 -2 0", "hello", "7", "a" * 5000])
def test_other_strings_are_the_text_itself(given: str) -> None:
    assert find_source(given).text() == given


def test_the_error_for_unrecognised_input_lists_the_tried_formats() -> None:
    with pytest.raises(BadInput, match=r"an instance of .*cnf"):
        recognise_subject(find_source("what is this"))
    with pytest.raises(BadInput, match="found nothing"):
        recognise_subject(find_source("   "))


def test_models_can_be_stored() -> None:
    model = satplay.solve(EASY).solution
    assert pickle.loads(pickle.dumps(model)) == model
