"""Forbidden contents of files, and the required places of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from satplay import games, puzzles
from tests.architecture import tree

SLASHES = ":" + "//"


def all_subjects() -> list[str]:
    return [*puzzles.names(), *games.names()]


def test_no_shared_file_names_a_puzzle_or_a_game() -> None:
    assert tree.names_in_shared_files(tree.SOURCE, all_subjects()) == []


def test_no_file_contains_the_address_of_a_package_index() -> None:
    assert tree.addresses(tree.ROOT) == []


def test_long_files_give_a_reason() -> None:
    assert tree.long_without_a_reason(tree.ROOT) == []


def test_every_folder_with_python_in_it_is_a_package() -> None:
    assert tree.folders_without_init(tree.SOURCE) == []


def test_tests_mirror_the_source() -> None:
    assert tree.tests_that_mirror_nothing(tree.ROOT / "tests", tree.SOURCE) == []


def test_the_proof_checker_includes_nothing_of_the_engine() -> None:
    assert tree.includes_from_outside(tree.ROOT / "native" / "checker") == []


def test_the_interpreter_lock_is_taken_in_one_way() -> None:
    assert tree.locks_outside(tree.ROOT) == []


def test_the_files_are_found() -> None:
    assert Path(__file__) in tree.files(tree.ROOT)
    assert any(tree.is_lock(path) for path in tree.files(tree.ROOT))


# -- each check can fail ---------------------------------------------------------------------------


def write_file(root: Path, name: str, content: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


@pytest.mark.parametrize("name", ["../solver.hpp", "solver.hpp"])
def test_a_forbidden_include_of_the_checker_is_reported(tmp_path: Path, name: str) -> None:
    write_file(tmp_path, "solver.hpp", "")
    write_file(tmp_path, "checker/own.hpp", "")
    write_file(tmp_path, "checker/a.cpp", f'#include "own.hpp"\n#include "{name}"\n')
    assert tree.includes_from_outside(tmp_path / "checker") == [f"a.cpp includes {name}"]


@pytest.mark.parametrize("line", ["const nb::gil_scoped_release unlocked;", "PyGILState_Ensure();"])
def test_another_way_to_the_interpreter_lock_is_reported(tmp_path: Path, line: str) -> None:
    write_file(tmp_path, "a.cpp", line)
    write_file(tmp_path, tree.LOCK_FILE, line)
    assert tree.locks_outside(tmp_path) == [f"a.cpp:1: {line}"]


def test_the_input_of_a_doctest_may_name_a_puzzle(tmp_path: Path) -> None:
    write_file(tmp_path, "verbs/play.py", '>>> play("noodles")\n')
    assert tree.names_in_shared_files(tmp_path, ["noodles"]) == []


@pytest.mark.parametrize(
    "line",
    [
        "if name == 'noodles':",
        "# Noodles are special",
        "word_game = 1",
        "a word-game",
        "a word game",
        "WordGame",
    ],
)
def test_a_name_in_a_shared_file_is_reported(tmp_path: Path, line: str) -> None:
    write_file(tmp_path, "verbs/solve.py", line)
    assert len(tree.names_in_shared_files(tmp_path, ["noodles", "word-game"])) == 1


def test_a_name_in_its_own_folder_or_inside_a_word_is_allowed(tmp_path: Path) -> None:
    write_file(tmp_path, "puzzles/noodles/__init__.py", "noodles")
    write_file(tmp_path, "lab/noodles_depth.py", "noodles")
    write_file(tmp_path, "verbs/solve.py", "oodlesnoodles, noodlesque, cnf")
    assert tree.names_in_shared_files(tmp_path, ["noodles", "cnf"]) == []
    write_file(tmp_path, "puzzles/__init__.py", "noodles")
    assert len(tree.names_in_shared_files(tmp_path, ["noodles"])) == 1


@pytest.mark.parametrize(
    "address",
    [
        "py" + "pi.org",
        f"https{SLASHES}files.python" + "hosted.org/packages/a.whl",
        f"https{SLASHES}mirror.example/simple/numpy",
        f"https{SLASHES}mirror.example/api/py" + "pi/all",
        f"http{SLASHES}someone:secret@example.org/x",
        f"--extra-index-url http{SLASHES}10.0.0.1:8080",
        f'index-url = "http{SLASHES}localhost/"',
        f"https{SLASHES}registry.npm" + "js.org/left-pad",
    ],
)
def test_an_address_is_reported(tmp_path: Path, address: str) -> None:
    write_file(tmp_path, "docs/install.md", f"get it from {address}\n")
    assert len(tree.addresses(tmp_path)) == 1


def test_other_addresses_are_allowed_except_in_lock_files(tmp_path: Path) -> None:
    write_file(tmp_path, "README.md", f"see https{SLASHES}example.org/a-simple-paper\n")
    assert tree.addresses(tmp_path) == []
    write_file(tmp_path, "requirements/run.txt", f"a @ https{SLASHES}example.org/a.whl\n")
    assert len(tree.addresses(tmp_path)) == 1


def test_generated_files_are_ignored(tmp_path: Path) -> None:
    write_file(tmp_path, ".venv/lib/a.py", "py" + "pi.org")
    assert tree.addresses(tmp_path) == []


def test_a_long_file_is_reported(tmp_path: Path) -> None:
    write_file(tmp_path, "a.py", "x = 1\n" * 501)
    write_file(tmp_path, "b.py", '"""One\nfile because half of it would say nothing."""\n' + "x = 1\n" * 501)
    write_file(tmp_path, "c.py", "x = 1\n" * 500)
    assert tree.long_without_a_reason(tmp_path) == ["a.py: 501 lines"]


def test_a_folder_that_is_not_a_package_is_reported(tmp_path: Path) -> None:
    write_file(tmp_path, "__init__.py", "")
    write_file(tmp_path, "a/b/__init__.py", "")
    assert tree.folders_without_init(tmp_path) == ["a"]


def test_tests_without_source_are_reported(tmp_path: Path) -> None:
    for name in (
        "tests/a/test_a.py",
        "tests/b/test_b.py",
        "tests/exams/test_c.py",
        "src/a/__init__.py",
        "src/d.py",
    ):
        write_file(tmp_path, name, "")
    write_file(tmp_path, "tests/d/test_d.py", "")
    assert tree.tests_that_mirror_nothing(tmp_path / "tests", tmp_path / "src") == ["b"]
