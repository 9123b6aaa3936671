"""Mosaic: shade cells until every clue counts right.  Copy this folder to add a puzzle."""

from pathlib import Path

from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.puzzles.mosaic.audit_boards import AUDIT
from satplay.puzzles.mosaic.board import Board, Solution
from satplay.puzzles.mosaic.drawing import draw, mark
from satplay.puzzles.mosaic.encodings import ENCODERS
from satplay.puzzles.mosaic.encodings.direct import facts
from satplay.puzzles.mosaic.enumeration import DIRECT_ENUMERATION
from satplay.puzzles.mosaic.formats import FORMATS, SOLUTIONS
from satplay.puzzles.mosaic.generator import GENERATOR_OPTIONS, generate
from satplay.puzzles.mosaic.move_entry import MOVE_ENTRY
from satplay.puzzles.mosaic.rules import Rule, check, conflict_summary
from satplay.puzzles.mosaic.sketch import sketch
from satplay.puzzles.mosaic.variant_options import VARIANT_OPTIONS

PUZZLE: Puzzle[Board, Solution] = Puzzle(
    name="mosaic",
    title="Mosaic",
    instance=Board,
    rules=Rule,
    formats=FORMATS,
    solutions=SOLUTIONS,
    check=check,
    encoders=ENCODERS,
    generate=generate,
    draw=draw,
    examples=Texts(Path(__file__).with_name("examples")),
    unique=True,
    generator_options=GENERATOR_OPTIONS,
    sketch=sketch,
    move_entry=MOVE_ENTRY,
    facts=facts,
    mark=mark,
    audit=AUDIT,
    variant_options=VARIANT_OPTIONS,
    direct_enumeration=DIRECT_ENUMERATION,
    conflict_summary=conflict_summary,
)
