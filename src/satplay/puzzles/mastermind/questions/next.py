"""Which code to guess next?"""

from __future__ import annotations

from satplay.contracts.option import Option
from satplay.contracts.question import Query, QueryRequest
from satplay.puzzles.mastermind.codebreaking.strategy import Over, Strategy
from satplay.puzzles.mastermind.codebreaking.suggestion import Next, NoCode, suggest
from satplay.puzzles.mastermind.formats import FORMATS
from satplay.puzzles.mastermind.variant_options import VARIANT_OPTIONS

STRATEGIES = tuple(sorted(Strategy, key=lambda strategy: strategy is not Strategy.ENTROPY))
"""The usual one first."""


def answer(asked: QueryRequest) -> Next | NoCode:
    """For the board that was given, under the rules that were said beside it."""
    board = asked.arguments[0].read(FORMATS)
    for name, setting in VARIANT_OPTIONS.items():
        if name in asked.options:
            board = setting.apply(board, asked.options[name])
    strategy = Strategy(asked.choice("strategy", STRATEGIES))
    over = Over(asked.choice("over", tuple(Over)))
    return suggest(board, asked.rng, asked.oracle, strategy, over)


QUERY = Query(
    answer,
    help="which code to guess next, and what its answer will tell",
    arguments=("BOARD",),
    example=("# symbols 6\n0123 1 1",),
    options={
        "strategy": Option("entropy, minimax, parts or consistent", "NAME"),
        "over": Option("candidates, or all codes", "NAME"),
        **{name: Option(setting.help, setting.takes) for name, setting in VARIANT_OPTIONS.items()},
    },
)
