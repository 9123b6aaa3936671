"""The formats of Hashi.

Boards: ``grid``, ``tatham``, ``puzz-link``, ``has``, ``janko``; solutions: ``lines``, ``ascii``, ``janko``,
``json``.  A writer raises ``BadInput`` for a value that its format cannot represent; ``grid`` represents
every board, and every solution format except ``janko`` any bridges.
"""

from collections.abc import Sequence

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.formats import grid, has, janko, janko_solution, json, lines, puzz_link, tatham
from satplay.puzzles.hashi.formats.json import as_json
from satplay.puzzles.hashi.formats.text import split_boards

FORMATS: Sequence[Format[Board]] = (
    Format(grid.NAME, grid.read, grid.write, grid.recognises),
    Format(tatham.NAME, tatham.read, tatham.write, tatham.recognises, split=split_boards),
    Format(puzz_link.NAME, puzz_link.read, puzz_link.write, puzz_link.recognises, split=split_boards),
    Format(has.NAME, has.read, has.write, has.recognises),
    Format(janko.NAME, janko.read, janko.write, janko.recognises),
)

SOLUTIONS: Sequence[SolutionFormat[Board, Bridges]] = (
    SolutionFormat("lines", lines.write, lines.read, as_json, lines.recognises),
    SolutionFormat("ascii", lines.write_plain, lines.read, as_json),
    SolutionFormat(janko.NAME, janko_solution.write, janko_solution.read, as_json, janko_solution.recognises),
    SolutionFormat(json.NAME, json.write, json.read, as_json, json.recognises),
)
