"""Mosaic: shade cells until every clue counts right.  Copy this folder to add a puzzle."""

from pathlib import Path

from satplay.contracts.part import parts_of
from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.puzzles.mosaic.board import Board, Solution, size_of
from satplay.puzzles.mosaic.formats import FORMATS, SOLUTIONS
from satplay.puzzles.mosaic.rules import Rule, check, conflict_summary
from satplay.puzzles.mosaic.variant_options import VARIANT_OPTIONS

part = parts_of(__name__)

PUZZLE: Puzzle[Board, Solution] = Puzzle(
    name="mosaic",
    title="Mosaic",
    instance=Board,
    solution=frozenset,
    rules=Rule,
    formats=FORMATS,
    solutions=SOLUTIONS,
    check=check,
    encoders=part("encodings", "ENCODERS"),
    generate=part("generator", "generate"),
    draw=part("drawing", "draw"),
    examples=Texts(Path(__file__).with_name("examples")),
    size=size_of,
    unique=True,
    generator_options=part("generator", "GENERATOR_OPTIONS"),
    levels=part("generator", "LEVELS"),
    sketch=part("sketch", "sketch"),
    move_entry=part("move_entry", "MOVE_ENTRY"),
    cursor=part("cursor", "CURSOR"),
    browser=part("browser", "BROWSER"),
    facts=part("encodings.direct", "facts"),
    mark=part("drawing", "mark"),
    audit=part("audit_boards", "AUDIT"),
    canonical=part("symmetries", "canonical"),
    variant_options=VARIANT_OPTIONS,
    direct_enumeration=part("enumeration", "DIRECT_ENUMERATION"),
    conflict_summary=conflict_summary,
)
