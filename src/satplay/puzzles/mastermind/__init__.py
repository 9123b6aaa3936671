"""Mastermind: find a secret code from the black and white pegs that each guess gets."""

from pathlib import Path

from satplay.contracts.part import parts_of
from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.formats import FORMATS, SOLUTIONS
from satplay.puzzles.mastermind.rules import Rule, check
from satplay.puzzles.mastermind.variant_options import VARIANT_OPTIONS

part = parts_of(__name__)

PUZZLE: Puzzle[Board, Code] = Puzzle(
    name="mastermind",
    title="Mastermind",
    instance=Board,
    solution=Code,
    rules=Rule,
    formats=FORMATS,
    solutions=SOLUTIONS,
    check=check,
    encoders=part("encodings", "ENCODERS"),
    generate=part("generator", "generate"),
    generator_options=part("generator", "GENERATOR_OPTIONS"),
    levels=part("generator", "LEVELS"),
    draw=part("drawing", "draw"),
    examples=Texts(Path(__file__).with_name("examples")),
    sketch=part("sketch", "sketch"),
    game=part("play", "GAME"),
    facts=part("encodings.facts", "facts"),
    mark=part("drawing", "mark"),
    audit=part("audit_boards", "AUDIT"),
    canonical=part("symmetries", "canonical"),
    variant_options=VARIANT_OPTIONS,
    direct_enumeration=part("enumeration.direct", "DIRECT_ENUMERATION"),
    suggest=part("codebreaking.suggestion", "suggest"),
    conflict_summary=part("codebreaking.suggestion", "contradiction"),
)
