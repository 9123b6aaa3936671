"""No function is over 60 lines or has a complexity over 15, unless a comment in it says why."""

from __future__ import annotations

from pathlib import Path

from tests.architecture import functions, tree


def test_python_functions_are_short() -> None:
    assert functions.long_python_functions(tree.SOURCE) == []


def test_cpp_functions_are_short() -> None:
    assert functions.long_cpp_functions(tree.ROOT / "native") == []
    assert functions.long_cpp_functions(tree.SOURCE) == []


def test_cpp_functions_are_simple() -> None:
    assert functions.complex_cpp_functions(tree.ROOT / "native") == []
    assert functions.complex_cpp_functions(tree.SOURCE) == []


def test_complex_functions_are_found(tmp_path: Path) -> None:
    body = "  if (x && y) return;  // if && if\n" * (functions.MOST_COMPLEX // 2)
    (tmp_path / "complex.cpp").write_text(f"void f(int&& x) {{\n{body}  while (x) x--;\n}}\n")
    (tmp_path / "simple.cpp").write_text(f"void f(int&& x) {{\n{body}}}\n")
    assert functions.complex_cpp_functions(tmp_path) == ["complex.cpp:1: void f(int&& x) {, complexity 16"]


def test_long_functions_are_found(tmp_path: Path) -> None:
    body = "    x = 1\n" * functions.LONGEST
    (tmp_path / "long.py").write_text(f"def long():\n{body}\n\ndef short():\n    return 1\n")
    (tmp_path / "explained.py").write_text(f"def long():\n    # One function because it is a table.\n{body}")
    assert functions.long_python_functions(tmp_path) == ["long.py:1: long, 61 lines"]
    body = "  x = 1;\n" * functions.LONGEST
    (tmp_path / "long.cpp").write_text(f"namespace a {{\nint f() {{\n{body}}}\nint g() {{ return 1; }}\n}}\n")
    (tmp_path / "explained.cpp").write_text(
        f"int f() {{\n  // One function because it is a table.\n{body}}}\n"
    )
    assert functions.long_cpp_functions(tmp_path) == ["long.cpp:2: int f() {, 62 lines"]
