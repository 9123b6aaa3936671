"""An unsatisfiable answer with a proof is returned only after the proof has been checked."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import satplay
from satplay.contracts.engine import Limit, Stopped, Unknown
from satplay.engines.native import NativeEngine
from satplay.errors import BadInput, EngineError
from satplay.logic.formula import Formula
from satplay.proofs.reading import FORMATS
from satplay.solving import solution_search
from satplay.verifying.proof_file import CheckedProofLines, ProofFile
from tests.engines.formulas import pigeonhole
from tests.proofs.examples import flat

PIGEONS = Formula(pigeonhole(4))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("open_file", [tempfile.TemporaryFile, io.BytesIO])
def test_the_proof_in_the_file_is_the_checked_one(open_file: Any, engine: str, format: str) -> None:
    with open_file() as file:
        solved = satplay.solve(PIGEONS, engine=engine, proof=ProofFile(file, format))
        assert (solved.status, solved.proved) == ("unsat", True)
        file.seek(0)
        assert satplay.check_proof(PIGEONS, file.read(), format=format).valid


class SolvesAnotherFormula(NativeEngine):
    """Proves a different formula."""

    def add_flat(self, clauses: Any) -> None:
        super().add_flat(flat([[1], [-1, 2], [-2]]))


class WritesInvalidLines(NativeEngine):
    """Writes lines that do not follow."""

    def log_proof(self, sink: Any) -> None:
        sink.add(99, [1], [])


@pytest.mark.parametrize("format", FORMATS)
def test_a_wrong_proof_is_an_engine_error(monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    monkeypatch.setattr(solution_search, "open_engine", lambda name, seed: SolvesAnotherFormula())
    with tempfile.TemporaryFile() as file, pytest.raises(EngineError, match="its proof is wrong"):
        satplay.solve(PIGEONS, proof=ProofFile(file, format))


def test_no_file_is_left_of_a_wrong_proof(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from satplay.cli import main

    monkeypatch.setattr(solution_search, "open_engine", lambda name, seed: SolvesAnotherFormula())
    assert main(["solve", "p cnf 2 2\n1 2 0\n-1 -2 0", "--proof", str(tmp_path / "p.drat")]) == 70
    assert list(tmp_path.iterdir()) == []


def test_without_time_to_check_the_proof_the_answer_is_unknown() -> None:
    with tempfile.TemporaryFile() as file:
        proof = ProofFile(file, "drat")
        engine = NativeEngine()
        proof.listen(engine, PIGEONS)
        engine.add_flat(PIGEONS.flat)
        engine.solve()
        assert proof.shows(PIGEONS.flat, (), None)
        assert not proof.shows(PIGEONS.flat, (), 0.0)


def test_solve_reports_out_of_time_if_the_proof_cannot_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProofFile, "shows", lambda self, clauses, core, seconds, memory_mib: False)
    with tempfile.TemporaryFile() as file:
        solved = satplay.solve(PIGEONS, proof=ProofFile(file, "drat"), limit=Limit(seconds=100))
    assert (solved.status, solved.answer, solved.proved) == ("unknown", Unknown(Stopped.TIME), False)


def test_late_clauses_fit_into_drat_but_not_into_lrat() -> None:
    ProofFile(io.BytesIO(), "drat").add_given_clause([1])
    with pytest.raises(BadInput, match="expected drat"):
        ProofFile(io.BytesIO(), "lrat").add_given_clause([1])


class Lines:
    """A sink that stores its lines."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, ...]] = []

    def add(self, clause_id: int, clause: Sequence[int], antecedents: Sequence[int]) -> None:
        self.heard.append(tuple(clause))

    def delete(self, clause_id: int, clause: Sequence[int]) -> None:
        self.heard.append(tuple(clause))


def test_a_sink_gets_only_lines_that_follow() -> None:
    sink = Lines()
    assert satplay.solve(PIGEONS, proof=sink).proved
    assert sink.heard[-1] == ()
    with pytest.raises(EngineError, match=r"derived \[1\], which does not follow"):
        CheckedProofLines(Lines()).listen(WritesInvalidLines(), PIGEONS)
