"""How boards and solutions of Hashi are written.

Boards are ``grid``, ``tatham``, ``puzz-link``, ``has``, ``janko``; solutions are ``lines``, ``ascii``,
``janko``, ``json``.  A writer refuses what its format cannot say; ``grid`` can say every board, and all but
``janko`` any bridges.
"""

from collections.abc import Sequence

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.formats import document, grid, has, janko, lines, marks, puzz_link, tatham
from satplay.puzzles.hashi.formats.document import as_json
from satplay.puzzles.hashi.formats.text import split_lines

FORMATS: Sequence[Format[Board]] = (
    Format(grid.NAME, grid.read, grid.write, grid.recognises),
    Format(tatham.NAME, tatham.read, tatham.write, tatham.recognises, split=split_lines),
    Format(puzz_link.NAME, puzz_link.read, puzz_link.write, puzz_link.recognises, split=split_lines),
    Format(has.NAME, has.read, has.write, has.recognises),
    Format(janko.NAME, janko.read, janko.write, janko.recognises),
)

SOLUTIONS: Sequence[SolutionFormat[Board, Bridges]] = (
    SolutionFormat("lines", lines.write, lines.read, as_json, lines.recognises),
    SolutionFormat("ascii", lines.write_plain, lines.read, as_json),
    SolutionFormat(janko.NAME, marks.write, marks.read, as_json, marks.recognises),
    SolutionFormat(document.NAME, document.write, document.read, as_json, document.recognises),
)
