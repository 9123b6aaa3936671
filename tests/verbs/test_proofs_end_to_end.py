"""``check proof`` verifies every proof of a verb against the formula written with it."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import satplay
from satplay.cli import main
from satplay.contracts.encoding import Encoder, Encoding
from satplay.contracts.engine import Engine, Limit, Stopped, Unknown, Unsat
from satplay.engines.native import NativeEngine
from satplay.engines.reference import ReferenceEngine
from satplay.errors import EngineError
from satplay.inputs import encoded_instance
from satplay.inputs.reading import InputInstance
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause
from satplay.proofs.checking import check_proof
from satplay.proofs.reading import FORMATS
from satplay.proofs.verdict import Unfinished, Verified
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.board import Board
from satplay.puzzles.mosaic.encodings import ENCODERS
from satplay.puzzles.mosaic.rules import Rule, given
from satplay.rule import RuleInstance
from satplay.solving import solution_search
from satplay.verifying.proof_file import WRITERS, ProofFile
from tests.engines.formulas import Clauses, pigeonhole, random_ksat
from tests.proofs.examples import flat

ENGINES = ["native", "reference"]
EVERYTHING = {
    "eliminate": 1,
    "eliminate_occurrences": 100,
    "inprocess": 2,
    "inprocess_first": 1,
    "inprocess_words": 1_000_000,
    "inprocess_effort": 1000,
    "reduce_first": 5,
    "restart_least": 1,
    "pure": 1,
}
ONE_MODEL = Formula([[1, 2], [-1, 3], [1, -3], [-2, -3], [3, 2], [1, -2], [4, 5], [-4, 5], [4, -5]])


@pytest.fixture(params=["as usual", "all simplification"])
def simplification(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engines with default options, and the native engine with frequent simplification."""
    if request.param == "all simplification":

        def open_simplifying(name: str, seed: int = 0) -> Engine:
            return ReferenceEngine() if name == "reference" else NativeEngine(seed=seed, **EVERYTHING)

        monkeypatch.setattr(solution_search, "open_engine", open_simplifying)


def write_formula_and_proof(tmp_path: Path, words: list[str], format: str, status: int) -> tuple[str, str]:
    """Return the formula and the proof that a command writes."""
    proof, formula = str(tmp_path / "proof"), str(tmp_path / "about.cnf")
    words = [*words, "--proof", proof, "--proof-format", format, "--proof-formula", formula]
    assert main(words) == status
    return formula, proof


@pytest.mark.usefixtures("simplification")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("engine", ENGINES)
def test_an_unsatisfiable_answer_has_a_valid_proof(tmp_path: Path, engine: str, format: str) -> None:
    for number, clauses in enumerate([pigeonhole(4), random_ksat(25, 140, Random(4)), [[1], [-1]]]):
        path = tmp_path / f"{number}.cnf"
        path.write_text(dimacs.write(Formula(clauses)))
        formula, proof = write_formula_and_proof(
            tmp_path, ["solve", "cnf", str(path), "--engine", engine], format, 20
        )
        assert main(["check", "proof", formula, proof, "--format", format, "--every-line"]) == 0
        assert main(["check", "proof", str(path), proof, "--format", format]) == 0


@pytest.mark.usefixtures("simplification")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("engine", ENGINES)
def test_an_unsatisfiable_answer_under_assumptions_has_a_valid_proof(
    tmp_path: Path, engine: str, format: str
) -> None:
    text = dimacs.write(Formula([[-1, 2], [-2, 3], [-3, 4], [5, 6]]))
    words = ["solve", "cnf", text, "--engine", engine, "--assume", "5 1 -4"]
    formula, proof = write_formula_and_proof(tmp_path, words, format, 20)
    assert main(["check", "proof", formula, proof, "--format", format, "--assume", "1 -4"]) == 0
    assert main(["check", "proof", formula, proof, "--format", format, "--assume", "5 -4"]) == 1


@pytest.mark.usefixtures("simplification")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("engine", ENGINES)
def test_uniqueness_has_a_valid_proof(tmp_path: Path, engine: str, format: str) -> None:
    words = ["solve", "cnf", dimacs.write(ONE_MODEL), "--unique", "--engine", engine]
    formula, proof = write_formula_and_proof(tmp_path, words, format, 10)
    assert dimacs.load(formula).clause_count == ONE_MODEL.clause_count + 1
    assert main(["check", "proof", formula, proof, "--format", format, "--every-line"]) == 0


@pytest.mark.usefixtures("simplification")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_backbone_has_a_valid_proof(tmp_path: Path, engine: str, format: str) -> None:
    words = ["backbone", "cnf", dimacs.write(ONE_MODEL), "--engine", engine, "--assume", "4"]
    formula, proof = write_formula_and_proof(tmp_path, words, format, 0)
    assert dimacs.load(formula).clause_count == ONE_MODEL.clause_count + 2
    assert main(["check", "proof", formula, proof, "--format", format, "--every-line"]) == 0


def test_formula_and_format_options_require_a_proof(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("--proof-formula", "--proof-format"):
        assert main(["solve", "cnf", "p cnf 1 1\n1 0\n", word, "drat"]) == 2
        assert "expected --proof with it" in capsys.readouterr().err


def test_without_a_proof_the_formula_is_not_written(tmp_path: Path) -> None:
    write_formula_and_proof(tmp_path, ["solve", "cnf", "p cnf 1 1\n1 0\n"], "drat", 10)
    assert list(tmp_path.iterdir()) == []


# -- one session, many calls ------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_session_with_many_calls_writes_one_proof(engine: str, format: str) -> None:
    """The lines so far prove each core; with DRAT also after later clauses."""
    clauses: Clauses = random_ksat(20, 75, Random(7))
    rng = Random(1)
    with tempfile.TemporaryFile() as file:
        session = NativeEngine(**EVERYTHING) if engine == "native" else ReferenceEngine()
        if isinstance(session, NativeEngine):
            session.log_proof_file(file.fileno(), FORMATS.index(format))
        else:
            session.log_proof(WRITERS[format](file))
        session.add_flat(flat(clauses))
        refused = 0
        for _ in range(60):
            answer = session.solve([rng.choice((1, -1)) * var for var in rng.sample(range(1, 21), 5)])
            file.flush()
            proof = os.pread(file.fileno(), 1 << 24, 0)
            if isinstance(answer, Unsat):
                refused += 1
                verdict = check_proof(flat(clauses), proof, format=format, goal=[-lit for lit in answer.core])
                assert isinstance(verdict, Verified), verdict
                if not answer.core:
                    break
            if format != "lrat":
                clauses = [*clauses, rng.choices(range(-20, 0), k=3)]
                session.add(clauses[-1])
        assert refused > 3


# -- lazy clauses -----------------------------------------------------------------------------------


def lazy_mark_encoding(board: Any) -> Encoding[Any]:
    """An encoding with lazy clauses for the marks."""
    encoding = next(iter(ENCODERS.values())).encode(board)
    lit = dict(zip(board.cells(), encoding.answer, strict=True))

    def lazy_clauses(solution: Any) -> Iterator[tuple[RuleInstance, Clause]]:
        for cell, mark in board.marks.items():
            if (cell in solution) != mark:
                yield given(board, cell), [lit[cell] if mark else -lit[cell]]

    return replace(encoding, formula=encoding.formula.without(Rule.GIVEN), lazy_clauses=lazy_clauses)


BOARD = Board(3, 3, {(1, 1): 4}, dict.fromkeys(Board(3, 3, {}, {}).cells(), True))
"""Four of nine cells are shaded, and all are marked: without a solution, which takes some refining to see."""


@pytest.fixture
def lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of Mosaic get an encoding with lazy clauses for the marks."""
    puzzle = replace(PUZZLE, encoders={"lazy": Encoder(lazy_mark_encoding, source="tests")})
    usual = encoded_instance.read_instance

    def read(instance: Any, *given: Any, **named: Any) -> InputInstance:
        return (
            InputInstance(puzzle, instance)
            if isinstance(instance, Board)
            else usual(instance, *given, **named)
        )

    monkeypatch.setattr(encoded_instance, "read_instance", read)


@pytest.mark.usefixtures("lazy")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("engine", ENGINES)
def test_lazy_clauses_are_part_of_the_refuted_formula(engine: str, format: str) -> None:
    file = io.BytesIO()
    solved = satplay.solve(BOARD, engine=engine, proof=ProofFile(file, format))
    assert (solved.status, solved.proved) == ("unsat", True)
    assert solved.refuted_formula is not None
    assert len(solved.refuted_formula) > len(lazy_mark_encoding(BOARD).formula)
    assert satplay.check_proof(solved.refuted_formula, file.getvalue(), format=format).valid
    assert not satplay.check_proof(lazy_mark_encoding(BOARD).formula, file.getvalue(), format=format).valid


@pytest.mark.usefixtures("lazy")
def test_an_engine_that_contradicts_itself_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fickle(NativeEngine):
        """Answers unsatisfiable unless a proof is required."""

        proving = False

        def log_proof(self, sink: Any) -> None:
            self.proving = True
            super().log_proof(sink)

        def solve(self, *arguments: Any, **limits: Any) -> Any:
            return super().solve(*arguments, **limits) if self.proving else Unsat()

    monkeypatch.setattr(solution_search, "open_engine", lambda name, seed: Fickle())
    with pytest.raises(EngineError, match="the engine refuted is satisfiable"):
        satplay.solve(replace(BOARD, clues={(1, 1): 9}), proof=ProofFile(io.BytesIO(), "lrat"))


# -- limits -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("lazy")
@pytest.mark.parametrize("format", FORMATS)
def test_a_proof_that_does_not_fit_the_memory_gives_no_answer(
    monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    def no_memory(*given: Any, **named: Any) -> Any:
        return Unfinished("out of memory")

    monkeypatch.setattr("satplay.verifying.proof_file.check_proof", no_memory)
    for instance in (Formula(pigeonhole(3)), BOARD):
        solved = satplay.solve(instance, proof=ProofFile(io.BytesIO(), format), limit=Limit(memory_mib=100))
        assert (solved.answer, solved.proved) == (Unknown(Stopped.MEMORY), False)
    unique = satplay.solve(ONE_MODEL, unique=True, proof=ProofFile(io.BytesIO(), format))
    assert (unique.unique, unique.proved, unique.refuted_formula) == (None, False, None)


def test_the_checker_gets_the_memory_limit() -> None:
    with tempfile.TemporaryFile() as file:
        proof = ProofFile(file, "drat")
        engine = NativeEngine()
        clauses = flat(pigeonhole(6))
        proof.listen(engine, [])
        engine.add_flat(clauses)
        engine.solve()
        assert proof.shows(clauses, (), None, 100)
        with pytest.raises(MemoryError):
            proof.shows(clauses, (), None, 0)
