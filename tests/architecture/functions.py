"""Lengths of functions, in Python by the syntax tree and in C++ by its braces; complexity in C++.

Ruff checks the complexity in Python.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import files, text

LONGEST = 60
"""Lines of a function, from its header to its end."""

MOST_COMPLEX = 15
"""Branches of a C++ function, as McCabe counts them ("A Complexity Measure", 1976), and one."""

BRANCH = re.compile(r"\b(?:if|for|while|case|catch)\b|&&|\|\||\?")

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
    return [
        f"{place}, {len(lines)} lines"
        for place, lines in _unexplained_cpp_functions(root)
        if len(lines) > LONGEST
    ]


def complex_cpp_functions(root: Path) -> list[str]:
    """Functions of more than ``MOST_COMPLEX`` branches that do not say ``one function because ...``."""
    found = []
    for place, lines in _unexplained_cpp_functions(root):
        branches = 1 + sum(len(BRANCH.findall(_code(line))) for line in lines)
        if branches > MOST_COMPLEX:
            found.append(f"{place}, complexity {branches}")
    return found


def _unexplained_cpp_functions(root: Path) -> Iterator[tuple[str, list[str]]]:
    """The place and the lines of every function that does not explain its length."""
    for path in files(root):
        if path.suffix in {".cpp", ".hpp"}:
            lines = text(path).splitlines()
            for first, last in _cpp_functions(lines):
                body = lines[first : last + 1]
                if not REASON.search(" ".join(body)):
                    yield f"{path.relative_to(root)}:{first + 1}: {body[0].strip()[:60]}", body


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
        depth += _code(lines[number]).count("{") - _code(lines[number]).count("}")
        if depth <= 0:
            return number
    return len(lines) - 1


def _code(line: str) -> str:
    """The line without comments, strings, rvalue references, and conditions of invariants."""
    code = re.sub(r"//.*|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)'", "", line)
    return re.sub(r"\w&& |\bINVARIANT\(.*", "", code)
