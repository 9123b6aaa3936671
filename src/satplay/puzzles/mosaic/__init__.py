"""Mosaic: shade cells until every clue counts right.  The folder to copy for a new puzzle."""

from pathlib import Path

from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.puzzles.mosaic.board import Board, Solution
from satplay.puzzles.mosaic.drawing import draw
from satplay.puzzles.mosaic.encodings import ENCODERS
from satplay.puzzles.mosaic.encodings.direct import facts
from satplay.puzzles.mosaic.formats import FORMATS, SOLUTIONS
from satplay.puzzles.mosaic.generator import generate
from satplay.puzzles.mosaic.move_entry import MOVE_ENTRY
from satplay.puzzles.mosaic.rules import Rule, check
from satplay.puzzles.mosaic.sketch import sketch

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
    facts=facts,
    examples=Texts(Path(__file__).with_name("examples")),
    sketch=sketch,
    move_entry=MOVE_ENTRY,
)
