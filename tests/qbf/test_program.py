"""External programs: run as child processes, limited and interrupted; a crash is an error."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from satplay.contracts.engine import Limit, Stopped, Unknown
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.errors import BadInput, EngineError, EngineMissing
from satplay.qbf.catalogue import default, find_engine, open_qbf
from satplay.qbf.program import DEPQBF, ProgramEngine, normalise
from tests.interrupts import repeated_interrupts
from tests.qbf.brute_force import make_question, random_questions, truth

needs_depqbf = pytest.mark.skipif(DEPQBF.path() is None, reason="DepQBF is not installed")
QUESTION = make_question("e1 a2", [1, 2])


@pytest.fixture
def install_fake_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Installs a fake program that runs one line of shell."""

    def install(line: str) -> ProgramEngine:
        path = tmp_path / "depqbf"
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        return ProgramEngine("depqbf")

    return install


@needs_depqbf
def test_depqbf_agrees_with_brute_force_on_small_formulas() -> None:
    engine = open_qbf("depqbf")
    for question in random_questions(Random(3), 60):
        answer = engine.decide(question)
        assert isinstance(answer, Holds) == truth(question)
        fixed = make_question("", *question.matrix, *([lit] for lit in answer.outermost))
        assert isinstance(answer, Fails) or truth(type(question)(question.prefix, fixed.matrix))


@needs_depqbf
@pytest.mark.parametrize(
    ("prefix", "clauses"),
    [("e1", [[1, -1]]), ("e1,2", []), ("a1", [[]]), ("", []), ("e1 e2 a", [[1, -2]]), ("a1", [[2], [1, -2]])],
)
def test_depqbf_gets_only_input_it_can_read(prefix: str, clauses: list[list[int]]) -> None:
    question = make_question(prefix, *clauses)
    assert isinstance(ProgramEngine("depqbf").decide(question), Holds) == truth(question)


def test_normalised_questions_are_equivalent() -> None:
    question = make_question("a e3 e1 a2 a", [1, -1, 2], [1, 4], [3, 2, 1])
    plain = normalise(question)
    assert [(block.quantifier.value, block.variables) for block in plain.prefix] == [
        ("e", (4, 3, 1)),
        ("a", (2,)),
    ]
    assert list(plain.matrix) == [(1, 4), (3, 2, 1)]
    for one in random_questions(Random(5), 30):
        assert truth(normalise(one)) == truth(one)


def test_values_of_the_first_block_are_read(install_fake_program) -> None:
    assert install_fake_program("cat > /dev/null; echo s cnf 1 2 1; echo V 1 0").decide(QUESTION) == Holds(
        (1,)
    )
    assert install_fake_program("echo s cnf 0 2 1").decide(QUESTION) == Fails()
    with pytest.raises(EngineError, match="values that contradict its answer"):
        install_fake_program("echo s cnf 0 2 1; echo V 1 0").decide(QUESTION)


def test_a_crash_of_a_program_is_reported(install_fake_program) -> None:
    engine = install_fake_program("echo what a pity >&2; exit 3")
    with pytest.raises(EngineError, match=r"depqbf gave no answer \(exit status 3\): what a pity"):
        engine.decide(QUESTION)
    with pytest.raises(EngineError, match="Killed"):
        install_fake_program("echo s cnf 1 2 1; kill -9 $$").decide(QUESTION)
    with pytest.raises(EngineError, match="gave no answer"):
        install_fake_program("echo s cnf -1 2 1").decide(QUESTION)
    assert install_fake_program("exit 1").decide(QUESTION, Limit(memory_mib=100)) == Unknown(Stopped.MEMORY)


def test_limits_stop_it(install_fake_program) -> None:
    engine = install_fake_program("exec sleep 600")
    assert engine.decide(QUESTION, Limit(seconds=0.05)) == Unknown(Stopped.TIME)
    for limit in (
        Limit(conflicts=1),
        Limit(propagations=1),
        Limit(memory_mib=0),
    ):
        with pytest.raises(BadInput, match="limit for depqbf"):
            engine.decide(QUESTION, limit)
    with repeated_interrupts(engine.interrupt):
        assert engine.decide(QUESTION) == Unknown(Stopped.INTERRUPTED)
    engine.interrupt()  # no call is running: no effect


def test_a_missing_program_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EngineMissing, match="apt install depqbf"):
        ProgramEngine("depqbf").decide(QUESTION)
    with pytest.raises(EngineMissing):
        find_engine("depqbf")
    assert default() in ("abstraction", "naive")
