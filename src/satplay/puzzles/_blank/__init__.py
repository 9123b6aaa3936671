"""Neighbours: shade cells until every clue counts right.  The folder to copy for a new puzzle."""

from pathlib import Path

from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.puzzles._blank.board import Board, Solution
from satplay.puzzles._blank.drawing import draw
from satplay.puzzles._blank.encodings import ENCODERS
from satplay.puzzles._blank.encodings.direct import facts
from satplay.puzzles._blank.formats import FORMATS, SOLUTIONS
from satplay.puzzles._blank.generator import generate
from satplay.puzzles._blank.pencil import PENCIL
from satplay.puzzles._blank.rules import Rule, check
from satplay.puzzles._blank.sketch import sketch

PUZZLE: Puzzle[Board, Solution] = Puzzle(
    name="_blank",
    title="Neighbours",
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
    pencil=PENCIL,
)
