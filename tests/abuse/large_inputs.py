"""Inputs that take seconds or more to read, encode, solve, explain or print."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

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
    write_hashi_lattice(folder / "islands.txt", 400)
    write_flow_rows(folder / "flow.csv", 300)
    (folder / "hard.cnf").write_text(dimacs.write(Formula(pigeonhole(12))))
    (folder / "clauses.cnf").write_text(_many_clauses(6_000_000))
    (folder / "free.cnf").write_text("p cnf 1000000000 1\n1 2 0\n")
    (folder / "zeros.gz").write_bytes(gzip.compress(bytes(1 << 28)))
    (folder / "quantified.qdimacs").write_text(_quantified(pigeonhole(12)))
    return LargeInputs(folder)


def write_random_cnf(path: Path, clauses: int) -> str:
    """A satisfiable formula: each clause has a positive literal."""
    rng = np.random.default_rng(1)
    lits = rng.integers(1, clauses // 2, size=(clauses, 3), dtype=np.int32, endpoint=True)
    lits[:, 1:] *= rng.choice(np.array([-1, 1], np.int32), size=(clauses, 2))
    formula = Formula()
    formula.add_rows(lits)
    with path.open("wb") as file:
        dimacs.write_to(formula, file)
    return str(path)


def write_hashi_lattice(path: Path, side: int) -> str:
    """A board of ``side * side`` islands with one bridge between any two neighbours."""

    def degree(row: int, column: int) -> int:
        return (row > 0) + (row < side - 1) + (column > 0) + (column < side - 1)

    rows = [".".join(str(degree(row, column)) for column in range(side)) for row in range(side)]
    path.write_text(f"\n{'.' * (2 * side - 1)}\n".join(rows) + "\n")
    return str(path)


def write_flow_rows(path: Path, side: int) -> str:
    """A board whose paths are pieces of rows."""
    rng = Random(1)
    label = 0
    lines = []
    for _ in range(side):
        fields = [""] * side
        column = 0
        while column < side:
            width = min(rng.randint(3, 9), side - column)
            width = side - column if side - column - width in (1, 2) else width
            label += 1
            fields[column] = fields[column + width - 1] = str(label)
            column += width
        lines.append(",".join(fields))
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def _many_clauses(count: int) -> str:
    clauses = "".join(f"{n} {n + 1} -{n + 2} 0\n" for n in range(1, 1001)) * (count // 1000)
    return f"p cnf 1002 {count // 1000 * 1000}\n{clauses}"


def _quantified(clauses: list[list[int]]) -> str:
    """A formula whose first variable is universal, and the others existential."""
    last = max(abs(lit) for clause in clauses for lit in clause)
    rows = "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
    others = " ".join(map(str, range(2, last + 1)))
    return f"p cnf {last} {len(clauses)}\na 1 0\ne {others} 0\n{rows}"
