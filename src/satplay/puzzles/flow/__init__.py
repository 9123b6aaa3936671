"""Flow Free and Numberlink: join the two dots of every colour by paths that do not meet."""

from pathlib import Path

from satplay.contracts.part import parts_of
from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.puzzles.flow.board import Board, size_of
from satplay.puzzles.flow.formats import FORMATS, SOLUTIONS
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.rules import Rule, check

part = parts_of(__name__)

PUZZLE: Puzzle[Board, Flow] = Puzzle(
    name="flow",
    title="Flow Free",
    instance=Board,
    solution=Flow,
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
    size=size_of,
    facts=part("encodings.steps", "facts"),
    mark=part("drawing", "mark"),
    mark_step=part("drawing", "mark_step"),
    phrases=part("phrases", "PHRASES"),
    sketch=part("sketch", "sketch"),
    move_entry=part("move_entry", "MOVE_ENTRY"),
    cursor=part("cursor", "CURSOR"),
    browser=part("browser", "BROWSER"),
    audit=part("audit_boards", "AUDIT"),
    canonical=part("symmetries", "canonical"),
)
