"""Mastermind: which codes give every guess the answer it got, and what to guess next."""

from pathlib import Path

from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.puzzles.mastermind.audit_boards import AUDIT
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.codebreaking.suggestion import contradiction, suggest
from satplay.puzzles.mastermind.drawing import draw, mark
from satplay.puzzles.mastermind.encodings import ENCODERS
from satplay.puzzles.mastermind.encodings.facts import facts
from satplay.puzzles.mastermind.enumeration.direct import DIRECT_ENUMERATION
from satplay.puzzles.mastermind.formats import FORMATS, SOLUTIONS
from satplay.puzzles.mastermind.generator import GENERATOR_OPTIONS, generate
from satplay.puzzles.mastermind.play import GAME
from satplay.puzzles.mastermind.rules import Rule, check
from satplay.puzzles.mastermind.sketch import sketch
from satplay.puzzles.mastermind.variant_options import VARIANT_OPTIONS

PUZZLE: Puzzle[Board, Code] = Puzzle(
    name="mastermind",
    title="Mastermind",
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
    game=GAME,
    facts=facts,
    mark=mark,
    audit=AUDIT,
    variant_options=VARIANT_OPTIONS,
    direct_enumeration=DIRECT_ENUMERATION,
    suggest=suggest,
    conflict_summary=contradiction,
)
