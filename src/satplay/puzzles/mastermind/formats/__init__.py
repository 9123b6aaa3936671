"""How boards and solutions of Mastermind are written.

Boards are ``lines``, ``json``, ``csv``; solutions are ``code``, ``json``.  All of them can say every board
whose symbols are digits and letters, and everything that can be known of a code.
"""

from collections.abc import Sequence

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.formats import code, csv, document, lines, result
from satplay.puzzles.mastermind.formats.result import as_json
from satplay.puzzles.mastermind.formats.text import split

FORMATS: Sequence[Format[Board]] = (
    Format(lines.NAME, lines.read, lines.write, lines.recognises, split=split),
    Format(document.NAME, document.read, document.write, document.recognises),
    Format(csv.NAME, csv.read, csv.write, csv.recognises, split=split),
)

SOLUTIONS: Sequence[SolutionFormat[Board, Code]] = (
    SolutionFormat(code.NAME, code.write, code.read, as_json),
    SolutionFormat(result.NAME, result.write, result.read, as_json, result.recognises),
)
