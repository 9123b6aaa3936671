"""Flow Free and Numberlink: join the two dots of every colour by paths that do not meet."""

from pathlib import Path

from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.puzzles.flow.audit_boards import AUDIT
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.drawing import draw, mark
from satplay.puzzles.flow.encodings import ENCODERS
from satplay.puzzles.flow.encodings.direct import facts
from satplay.puzzles.flow.formats import FORMATS, SOLUTIONS
from satplay.puzzles.flow.generator import GENERATOR_OPTIONS, generate
from satplay.puzzles.flow.move_entry import MOVE_ENTRY
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.rules import Rule, check
from satplay.puzzles.flow.sketch import sketch

PUZZLE: Puzzle[Board, Flow] = Puzzle(
    name="flow",
    title="Flow Free",
    instance=Board,
    rules=Rule,
    formats=FORMATS,
    solutions=SOLUTIONS,
    check=check,
    encoders=ENCODERS,
    generate=generate,
    generator_options=GENERATOR_OPTIONS,
    draw=draw,
    examples=Texts(Path(__file__).with_name("examples")),
    facts=facts,
    mark=mark,
    sketch=sketch,
    move_entry=MOVE_ENTRY,
    audit=AUDIT,
)
