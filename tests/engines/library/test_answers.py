"""Libraries with wrong answers, exceptions and crashes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from satplay.contracts.engine import Sat
from satplay.engines.library import open_library
from satplay.engines.library.session import LibraryEngine
from satplay.errors import EngineError, EngineMissing

if os.name != "posix":
    pytest.skip("library engines need POSIX", allow_module_level=True)


@pytest.fixture
def impostor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], LibraryEngine]:
    """A session with a fake library named pycosat."""

    def engine(program: str) -> LibraryEngine:
        (tmp_path / "pycosat.py").write_text(program, encoding="utf-8")
        monkeypatch.delitem(sys.modules, "pycosat", raising=False)
        monkeypatch.syspath_prepend(tmp_path)
        session = open_library("pycosat")
        for clause in ([1, 2], [-1, 3], [-2]):
            session.add(clause)
        return session

    return engine


def test_a_wrong_model_is_an_error(impostor: Callable[[str], LibraryEngine]) -> None:
    with (
        impostor("def solve(clauses): return [1, -2, -3]") as engine,
        pytest.raises(EngineError, match="clause number 2"),
    ):
        engine.solve()


def test_a_model_that_ignores_the_assumptions_is_an_error(impostor: Callable[[str], LibraryEngine]) -> None:
    with impostor("def solve(clauses): return [1, -2, 3, -4]") as engine:
        assert isinstance(engine.solve(), Sat)
        with pytest.raises(EngineError, match="assumption number 1"):
            engine.solve([4])


def test_an_exception_in_a_library_is_an_error(impostor: Callable[[str], LibraryEngine]) -> None:
    with impostor("def solve(clauses): return 1 // 0") as engine:
        for _ in range(2):
            with pytest.raises(EngineError, match="ZeroDivisionError"):
                engine.solve()


def test_a_crash_of_a_library_is_an_error_with_its_last_output(
    impostor: Callable[[str], LibraryEngine],
) -> None:
    with (
        impostor("import os\ndef solve(clauses): os.write(2, b'I never liked it\\n'); os.abort()") as engine,
        pytest.raises(EngineError, match=r"SIGABRT.*I never liked it"),
    ):
        engine.solve()


def test_output_of_a_library_does_not_disturb_the_session(impostor: Callable[[str], LibraryEngine]) -> None:
    with impostor("def solve(clauses): print('c hello' * 99999); return [1, -2, 3]") as engine:
        assert isinstance(engine.solve(), Sat)


def test_a_library_that_cannot_be_loaded_is_missing(impostor: Callable[[str], LibraryEngine]) -> None:
    with impostor("import no_such_module") as engine, pytest.raises(EngineMissing, match="no_such_module"):
        engine.solve()
