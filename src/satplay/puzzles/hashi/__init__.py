"""Hashiwokakero: build bridges so that every island has its number and all are connected."""

from pathlib import Path

from satplay.contracts.part import parts_of
from satplay.contracts.puzzle import Puzzle
from satplay.discovery import Texts
from satplay.puzzles.hashi.board import Board, Bridges, size_of
from satplay.puzzles.hashi.formats import FORMATS, SOLUTIONS
from satplay.puzzles.hashi.rules import Rule, check
from satplay.puzzles.hashi.variant_options import VARIANT_OPTIONS

part = parts_of(__name__)

PUZZLE: Puzzle[Board, Bridges] = Puzzle(
    name="hashi",
    title="Hashiwokakero",
    instance=Board,
    solution=Bridges,
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
    sketch=part("sketch", "sketch"),
    move_entry=part("move_entry", "MOVE_ENTRY"),
    cursor=part("cursor", "CURSOR"),
    browser=part("browser", "BROWSER"),
    facts=part("encodings.direct", "facts"),
    phrases=part("phrases", "PHRASES"),
    mark=part("drawing", "mark"),
    mark_step=part("drawing", "mark_step"),
    audit=part("audit_boards", "AUDIT"),
    canonical=part("symmetries", "canonical"),
    variant_options=VARIANT_OPTIONS,
)
