"""Lengths of functions, in Python by the syntax tree and in C++ by its braces."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import files, text

LONGEST = 60
"""Lines of a function, from its header to its end."""

REASON = re.compile(r"one\W+function\W+because", re.IGNORECASE)
"""The words by which a comment in a longer function explains why it is one."""


def long_python_functions(root: Path) -> list[str]:
    """Functions of more than ``LONGEST`` lines that do not say ``one function because ...``."""
    found = []
    for path in files(root):
        if path.suffix == ".py":
            lines = text(path).splitlines()
            for first, last, name in _python_functions(text(path)):
                if last - first >= LONGEST and not REASON.search(" ".join(lines[first - 1 : last])):
                    found.append(f"{path.relative_to(root)}:{first}: {name}, {last - first + 1} lines")
    return found


def _python_functions(source: str) -> Iterator[tuple[int, int, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.end_lineno or node.lineno, node.name


def long_cpp_functions(root: Path) -> list[str]:
    """The same for C++ that clang-format has formatted."""
    found = []
    for path in files(root):
        if path.suffix in {".cpp", ".hpp"}:
            lines = text(path).splitlines()
            for first, last in _cpp_functions(lines):
                if last - first >= LONGEST and not REASON.search(" ".join(lines[first : last + 1])):
                    header = lines[first].strip()[:60]
                    found.append(f"{path.relative_to(root)}:{first + 1}: {header}, {last - first + 1} lines")
    return found


def _cpp_functions(lines: list[str]) -> Iterator[tuple[int, int]]:
    header = re.compile(r"^ *(?!namespace|class|struct|enum|union|if|for|while|switch|else|do|extern)\S.*\{$")
    number = 0
    while number < len(lines):
        if header.match(lines[number]) and ")" in lines[number]:
            last = _closing_line(lines, number)
            yield number, last
            number = last
        number += 1


def _closing_line(lines: list[str], first: int) -> int:
    """The line on which the braces that line ``first`` opens are closed."""
    depth = 0
    for number in range(first, len(lines)):
        code = re.sub(r"//.*|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)'", "", lines[number])
        depth += code.count("{") - code.count("}")
        if depth <= 0:
            return number
    return len(lines) - 1
