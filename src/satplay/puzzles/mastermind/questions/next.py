"""Which code to guess next?"""

from __future__ import annotations

from satplay.contracts.option import Option
from satplay.contracts.question import Query, QueryRequest
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over
from satplay.puzzles.mastermind.codebreaking.suggestion import Next, NoCode, suggest
from satplay.puzzles.mastermind.formats import FORMATS
from satplay.puzzles.mastermind.variant_options import VARIANT_OPTIONS

STRATEGIES = tuple(sorted(GuessStrategy, key=lambda strategy: strategy is not GuessStrategy.ENTROPY))
"""The strategies, the default first."""


def answer(request: QueryRequest) -> Next | NoCode:
    """The next guess for the given board, in the rule variant that the options select."""
    board = request.arguments[0].read(FORMATS)
    for name, setting in VARIANT_OPTIONS.items():
        if name in request.options:
            board = setting.apply(board, request.options[name])
    strategy = GuessStrategy(request.choice("strategy", STRATEGIES))
    over = Over(request.choice("over", tuple(Over)))
    return suggest(board, request.rng, request.oracle, strategy, over)


QUERY = Query(
    answer,
    help="the next guess, and the expected information of its answer",
    arguments=("BOARD",),
    example=("# symbols 6\n0123 1 1",),
    options={
        "strategy": Option("entropy, minimax, parts or consistent", "NAME"),
        "over": Option("candidates, or all codes", "NAME"),
        **{name: Option(setting.help, setting.takes) for name, setting in VARIANT_OPTIONS.items()},
    },
)
