"""Hashiwokakero: build bridges so that every island has its number and all are connected."""

from pathlib import Path

from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.puzzles.hashi.audit_boards import AUDIT
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.drawing import draw, mark
from satplay.puzzles.hashi.encodings import ENCODERS
from satplay.puzzles.hashi.encodings.direct import facts
from satplay.puzzles.hashi.formats import FORMATS, SOLUTIONS
from satplay.puzzles.hashi.generator import GENERATOR_OPTIONS, generate
from satplay.puzzles.hashi.move_entry import MOVE_ENTRY
from satplay.puzzles.hashi.rules import Rule, check
from satplay.puzzles.hashi.sketch import sketch
from satplay.puzzles.hashi.variant_options import VARIANT_OPTIONS

PUZZLE: Puzzle[Board, Bridges] = Puzzle(
    name="hashi",
    title="Hashiwokakero",
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
    sketch=sketch,
    move_entry=MOVE_ENTRY,
    facts=facts,
    mark=mark,
    audit=AUDIT,
    variant_options=VARIANT_OPTIONS,
)
