"""The formats of Flow Free and Numberlink.

Boards: ``letters``, ``numberlink``, ``csv``, ``puzz-link``, ``level-pack``; solutions: ``lines``,
``letters``,
``level-pack``, ``ascii``.  A writer raises ``BadInput`` for a value that its format cannot represent;
``level-pack`` represents every board, ``lines`` every solution.
"""

from collections.abc import Sequence

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats import (
    csv,
    letters,
    letters_solution,
    level_pack,
    lines,
    numberlink,
    puzz_link,
)
from satplay.puzzles.flow.formats.strokes import as_json
from satplay.puzzles.flow.paths import Flow

FORMATS: Sequence[Format[Board]] = (
    Format(letters.NAME, letters.read, letters.write, letters.recognises),
    Format(numberlink.NAME, numberlink.read, numberlink.write, numberlink.recognises, split=numberlink.split),
    Format(csv.NAME, csv.read, csv.write, csv.recognises),
    Format(puzz_link.NAME, puzz_link.read, puzz_link.write, puzz_link.recognises),
    Format(level_pack.NAME, level_pack.read, level_pack.write, level_pack.recognises, split=level_pack.split),
)

SOLUTIONS: Sequence[SolutionFormat[Board, Flow]] = (
    SolutionFormat("lines", lines.write, lines.read, as_json, lines.recognises),
    SolutionFormat(
        letters_solution.NAME,
        letters_solution.write,
        letters_solution.read,
        as_json,
        letters_solution.recognises,
    ),
    SolutionFormat(
        level_pack.NAME,
        level_pack.write_solution,
        level_pack.read_solution,
        as_json,
        lambda board, text: level_pack.recognises(text),
    ),
    SolutionFormat("ascii", lines.write_plain, lines.read, as_json),
)
