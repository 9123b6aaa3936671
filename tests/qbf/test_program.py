"""Programs of others: asked as children, bounded, interrupted, and not believed when they break down."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from random import Random

import pytest

from satplay.contracts.engine import Limit, Stopped, Unknown
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.errors import BadInput, EngineError, EngineMissing
from satplay.qbf.catalogue import default, named, open_qbf
from satplay.qbf.program import DEPQBF, ProgramEngine, normalise
from tests.qbf.brute_force import asked, random_questions, truth

needs_depqbf = pytest.mark.skipif(DEPQBF.path() is None, reason="DepQBF is not installed")
QUESTION = asked("e1 a2", [1, 2])


@pytest.fixture
def standing_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A program of that name that does what a line of shell says."""

    def install(line: str) -> ProgramEngine:
        path = tmp_path / "depqbf"
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        return ProgramEngine("depqbf")

    return install


@needs_depqbf
def test_depqbf_says_the_truth_about_small_formulas() -> None:
    engine = open_qbf("depqbf")
    for question in random_questions(Random(3), 60):
        answer = engine.decide(question)
        assert isinstance(answer, Holds) == truth(question)
        fixed = asked("", *question.matrix, *([lit] for lit in answer.outermost))
        assert isinstance(answer, Fails) or truth(type(question)(question.prefix, fixed.matrix))


@needs_depqbf
@pytest.mark.parametrize(
    ("prefix", "clauses"),
    [("e1", [[1, -1]]), ("e1,2", []), ("a1", [[]]), ("", []), ("e1 e2 a", [[1, -2]]), ("a1", [[2], [1, -2]])],
)
def test_depqbf_is_asked_only_what_it_can_read(prefix: str, clauses: list[list[int]]) -> None:
    question = asked(prefix, *clauses)
    assert isinstance(ProgramEngine("depqbf").decide(question), Holds) == truth(question)


def test_plain_questions_mean_the_same() -> None:
    question = asked("a e3 e1 a2 a", [1, -1, 2], [1, 4], [3, 2, 1])
    plain = normalise(question)
    assert [(block.quantifier.value, block.variables) for block in plain.prefix] == [
        ("e", (4, 3, 1)),
        ("a", (2,)),
    ]
    assert list(plain.matrix) == [(1, 4), (3, 2, 1)]
    for one in random_questions(Random(5), 30):
        assert truth(normalise(one)) == truth(one)


def test_values_of_the_first_block_are_read(standing_in) -> None:
    assert standing_in("cat > /dev/null; echo s cnf 1 2 1; echo V 1 0").decide(QUESTION) == Holds((1,))
    assert standing_in("echo s cnf 0 2 1").decide(QUESTION) == Fails()
    with pytest.raises(EngineError, match="values that contradict its answer"):
        standing_in("echo s cnf 0 2 1; echo V 1 0").decide(QUESTION)


def test_a_program_that_breaks_down_is_said_to(standing_in) -> None:
    engine = standing_in("echo what a pity >&2; exit 3")
    with pytest.raises(EngineError, match=r"depqbf gave no answer \(exit status 3\): what a pity"):
        engine.decide(QUESTION)
    with pytest.raises(EngineError, match="Killed"):
        standing_in("echo s cnf 1 2 1; kill -9 $$").decide(QUESTION)
    with pytest.raises(EngineError, match="gave no answer"):
        standing_in("echo s cnf -1 2 1").decide(QUESTION)
    assert standing_in("exit 1").decide(QUESTION, Limit(memory_mib=100)) == Unknown(Stopped.MEMORY)


def test_limits_end_it(standing_in) -> None:
    engine = standing_in("exec sleep 600")
    assert engine.decide(QUESTION, Limit(seconds=0.05)) == Unknown(Stopped.TIME)
    for limit in (
        Limit(conflicts=1),
        Limit(propagations=1),
        Limit(seconds=float("nan")),
        Limit(memory_mib=0),
    ):
        with pytest.raises(BadInput, match="limit for depqbf"):
            engine.decide(QUESTION, limit)
    timer = threading.Timer(0.1, engine.interrupt)
    timer.start()
    assert engine.decide(QUESTION) == Unknown(Stopped.INTERRUPTED)
    timer.join()
    engine.interrupt()  # nothing runs: nothing happens


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EngineMissing, match="apt install depqbf"):
        ProgramEngine("depqbf").decide(QUESTION)
    with pytest.raises(EngineMissing):
        named("depqbf")
    assert default() in ("abstraction", "naive")
