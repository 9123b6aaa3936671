"""Inputs that take seconds or more to read, encode, solve, explain or print."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

from satplay.logic import dimacs
from satplay.logic.formula import Formula
from tests.engines.formulas import pigeonhole


@dataclass(frozen=True)
class LargeInputs:
    """The folder of the files; they are written once for all tests."""

    folder: Path

    def file(self, name: str) -> str:
        return str(self.folder / name)


def write_all(folder: Path) -> LargeInputs:
    """Write all files to the folder."""
    (folder / "islands.txt").write_text(_lattice(400))
    (folder / "flow.csv").write_text(_stripes(300))
    (folder / "hard.cnf").write_text(dimacs.write(Formula(pigeonhole(12))))
    (folder / "clauses.cnf").write_text(_many_clauses(6_000_000))
    (folder / "free.cnf").write_text("p cnf 1000000000 1\n1 2 0\n")
    (folder / "zeros.gz").write_bytes(gzip.compress(bytes(1 << 28)))
    (folder / "quantified.qdimacs").write_text(_quantified(pigeonhole(12)))
    return LargeInputs(folder)


def _lattice(side: int) -> str:
    """A Hashi board with side * side islands, each joined to all its neighbours by one bridge."""
    rows: list[str] = []
    for row in range(side):
        numbers = (2 + (0 < row < side - 1) + (0 < column < side - 1) for column in range(side))
        rows += [".".join(map(str, numbers)), "." * (2 * side - 1)]
    return "\n".join(rows[:-1]) + "\n"


def _stripes(side: int) -> str:
    """A Flow board as CSV whose paths are five cells long and lie in rows."""
    lines = []
    for row in range(side):
        first = row * side // 5 + 1
        cells = (f"{first + part},,,,{first + part}" for part in range(side // 5))
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


def _many_clauses(count: int) -> str:
    clauses = "".join(f"{n} {n + 1} -{n + 2} 0\n" for n in range(1, 1001)) * (count // 1000)
    return f"p cnf 1002 {count // 1000 * 1000}\n{clauses}"


def _quantified(clauses: list[list[int]]) -> str:
    """A formula whose first variable is universal, and the others existential."""
    last = max(abs(lit) for clause in clauses for lit in clause)
    rows = "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
    others = " ".join(map(str, range(2, last + 1)))
    return f"p cnf {last} {len(clauses)}\na 1 0\ne {others} 0\n{rows}"
