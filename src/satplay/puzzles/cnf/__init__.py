"""CNF: find values for variables so that every clause has a true literal."""

from __future__ import annotations

from pathlib import Path

from satplay.contracts.part import parts_of
from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.cnf.formats import COMPETITION, CONVENTION, DIMACS, PLAIN_FORMULA
from satplay.puzzles.cnf.rules import Rule, check

part = parts_of(__name__)

PUZZLE: Puzzle[Formula, Model] = Puzzle(
    name="cnf",
    title="Satisfiability",
    instance=Formula,
    solution=Model,
    rules=Rule,
    formats=(DIMACS,),
    solutions=(COMPETITION,),
    check=check,
    encoders=part("encodings", "ENCODERS"),
    generate=part("generator", "generate"),
    generator_options=part("generator", "GENERATOR_OPTIONS"),
    draw=part("drawing", "draw"),
    examples=Texts(Path(__file__).parent / "examples"),
    unique=False,
    audit=part("audit_boards", "AUDIT"),
    convention=CONVENTION,
    plain_formula=PLAIN_FORMULA,
)
