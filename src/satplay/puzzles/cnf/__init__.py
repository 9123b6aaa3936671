"""CNF: find values for variables so that every clause has a true literal."""

from __future__ import annotations

from pathlib import Path

from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.cnf.audit_boards import AUDIT
from satplay.puzzles.cnf.drawing import draw
from satplay.puzzles.cnf.encodings import ENCODERS
from satplay.puzzles.cnf.formats import COMPETITION, CONVENTION, DIMACS, PLAIN_FORMULA
from satplay.puzzles.cnf.generator import GENERATOR_OPTIONS, generate
from satplay.puzzles.cnf.rules import Rule, check

PUZZLE: Puzzle[Formula, Model] = Puzzle(
    name="cnf",
    title="Satisfiability",
    instance=Formula,
    rules=Rule,
    formats=(DIMACS,),
    solutions=(COMPETITION,),
    check=check,
    encoders=ENCODERS,
    generate=generate,
    generator_options=GENERATOR_OPTIONS,
    draw=draw,
    examples=Texts(Path(__file__).parent / "examples"),
    unique=False,
    audit=AUDIT,
    convention=CONVENTION,
    plain_formula=PLAIN_FORMULA,
)
