"""Which code to guess next?"""

from __future__ import annotations

from dataclasses import replace

from satplay.contracts.option import Option
from satplay.contracts.question import Query, QueryRequest
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import Board
from satplay.puzzles.mastermind.code_size import LENGTH, SYMBOL_COUNT, code_size
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over
from satplay.puzzles.mastermind.codebreaking.suggestion import Next, NoCode, suggest
from satplay.puzzles.mastermind.formats import FORMATS
from satplay.puzzles.mastermind.variant_options import VARIANT_OPTIONS, alphabet, with_symbols

STRATEGIES = tuple(sorted(GuessStrategy, key=lambda strategy: strategy is not GuessStrategy.ENTROPY))
"""The strategies, the default first."""


def answer(request: QueryRequest) -> Next | NoCode:
    """The next guess for the given board, in the rule variant that the options select.

    Without a board it is the first guess; the code then has the size of a new game.
    """
    board = request.arguments[0].read(FORMATS) if request.arguments else None
    board = _with_size(board, request)
    for name, setting in VARIANT_OPTIONS.items():
        if name in request.options and name != "symbols":
            board = setting.apply(board, request.options[name])
    strategy = GuessStrategy(request.choice("strategy", STRATEGIES))
    over = Over(request.choice("over", tuple(Over)))
    return suggest(board, request.rng, request.oracle, strategy, over)


def _with_size(board: Board | None, request: QueryRequest) -> Board:
    """The board with the positions and symbols that the options state; a new one if there is none."""
    size = code_size(request.options)
    if board is None:
        return Board(size.length or LENGTH, alphabet(size.symbols or SYMBOL_COUNT))
    if size.length not in (None, board.length):
        if board.guesses:
            found, expected = f"{size.length} positions", f"{board.length}, as in the guesses"
            raise BadInput("size", found=found, expected=expected)
        board = replace(board, length=size.length)
    return board if size.symbols is None else with_symbols(board, size.symbols)


SIZE_OPTIONS = {
    "size": Option("positions and symbols, as 4x6; one number for positions", "PxS"),
    "length": Option("positions of the code", "N"),
    "symbols": Option("symbols of the code, or their number", "SYMBOLS"),
}

QUERY = Query(
    answer,
    help="the next guess, and the expected information of its answer; without a board, the first guess",
    arguments=(),
    optional=("BOARD",),
    example=("# symbols 6\n0123 1 1",),
    options={
        "strategy": Option("entropy, minimax, parts or consistent", "NAME"),
        "over": Option("candidates, or all codes", "NAME"),
        **SIZE_OPTIONS,
        **{
            name: Option(setting.help, setting.takes)
            for name, setting in VARIANT_OPTIONS.items()
            if name not in SIZE_OPTIONS
        },
    },
)
