"""The formats of Mastermind.

Boards: ``lines``, ``json``, ``csv``; solutions: ``code``, ``json``.  Each represents every board whose
symbols are digits and letters, and every code, also a partial one.
"""

from collections.abc import Sequence

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.formats import code, csv, json, json_solution, lines
from satplay.puzzles.mastermind.formats.json_solution import as_json
from satplay.puzzles.mastermind.formats.text import split

FORMATS: Sequence[Format[Board]] = (
    Format(lines.NAME, lines.read, lines.write, lines.recognises, split=split),
    Format(json.NAME, json.read, json.write, json.recognises),
    Format(csv.NAME, csv.read, csv.write, csv.recognises, split=split),
)

SOLUTIONS: Sequence[SolutionFormat[Board, Code]] = (
    SolutionFormat(code.NAME, code.write, code.read, as_json),
    SolutionFormat(
        json_solution.NAME, json_solution.write, json_solution.read, as_json, json_solution.recognises
    ),
)
