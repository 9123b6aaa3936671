"""Which code to guess next?"""

from __future__ import annotations

from dataclasses import replace

from satplay.contracts.question import Asked, Option, Query
from satplay.puzzles.mastermind.advice import Next, NoCode, advise
from satplay.puzzles.mastermind.formats import FORMATS
from satplay.puzzles.mastermind.settings import with_symbols, without_whites
from satplay.puzzles.mastermind.strategy import Over, Strategy

STRATEGIES = tuple(sorted(Strategy, key=lambda strategy: strategy is not Strategy.ENTROPY))
"""The usual one first."""


def answer(asked: Asked) -> Next | NoCode:
    """For the board that was given, under the rules that were said beside it."""
    board = asked.arguments[0].read(FORMATS)
    if "symbols" in asked.options:
        board = with_symbols(board, asked.options["symbols"])
    if "no-repeats" in asked.options:
        board = replace(board, repeats=False)
    if "black-only" in asked.options:
        board = without_whites(board)
    strategy = Strategy(asked.choice("strategy", STRATEGIES))
    over = Over(asked.choice("over", tuple(Over)))
    return advise(board, asked.rng, asked.oracle, strategy, over)


QUERY = Query(
    answer,
    help="which code to guess next, and what its answer will tell",
    arguments=("BOARD",),
    example=("# symbols 6\n0123 1 1",),
    options={
        "strategy": Option("entropy, minimax, parts or consistent", "NAME"),
        "over": Option("candidates, or all codes", "NAME"),
        "symbols": Option("which symbols there are, or how many", "SYMBOLS"),
        "no-repeats": Option("no symbol stands at two positions of the code"),
        "black-only": Option("white pegs were not told"),
    },
)
