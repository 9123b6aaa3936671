"""How many guesses does a strategy need, over all secrets?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satplay.contracts.option import Option
from satplay.contracts.question import Query, QueryRequest
from satplay.contracts.result_text import brief_repr
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.code_size import LENGTH, SYMBOL_COUNT, code_size
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over
from satplay.puzzles.mastermind.codebreaking.tournament import CodebreakingTournament, optimal, tournament
from satplay.puzzles.mastermind.questions.next import SIZE_OPTIONS, STRATEGIES
from satplay.puzzles.mastermind.variant_options import alphabet

OPTIMAL = "optimal"
"""The strategy with the fewest guesses in total, by branch and bound; the others look one move ahead."""


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """The result of a tournament."""

    strategy: str
    over: Over
    tournament: CodebreakingTournament
    exit_status: int = 0

    def __repr__(self) -> str:
        return brief_repr(self)

    def lines(self) -> Iterable[str]:
        """The total, the average and the worst number of guesses, and their distribution."""
        played = self.tournament
        who = f"{self.strategy} over {self.over.value}"
        yield f"{who}: {played.secrets} secrets, {played.total} guesses"
        yield f"average {played.average:.4f}, at worst {played.worst}"
        yield "guesses  secrets"
        for guesses, secrets in enumerate(played.secrets_by_guesses):
            if secrets:
                yield f"{guesses:7}  {secrets:7}"

    def as_json(self) -> Mapping[str, Any]:
        """The same numbers."""
        return {
            "strategy": self.strategy,
            "over": self.over.value,
            "secrets": self.tournament.secrets,
            "total": self.tournament.total,
            "average": self.tournament.average,
            "worst": self.tournament.worst,
            "found": list(self.tournament.secrets_by_guesses),
        }


def answer(request: QueryRequest) -> TournamentResult:
    """The result of a strategy over all secrets; by default of 4 positions and 6 symbols."""
    strategy = request.choice("strategy", (*STRATEGIES, OPTIMAL))
    over = Over(request.choice("over", (Over.ALL, Over.CANDIDATES)))
    size = code_size(request.options)
    length, symbols = size.length or LENGTH, len(alphabet(size.symbols or SYMBOL_COUNT))
    repeats, whites = "no-repeats" not in request.options, "black-only" not in request.options
    if strategy == OPTIMAL:
        played = optimal(length, symbols, repeats=repeats, whites=whites)
    else:
        by = GuessStrategy(strategy)
        played = tournament(length, symbols, by, over, request.rng, repeats=repeats, whites=whites)
    return TournamentResult(strategy, over, played)


QUERY = Query(
    answer,
    help="number of guesses that a strategy needs over all secrets",
    arguments=(),
    example=(),
    options={
        "strategy": Option("entropy, minimax, parts, consistent, or optimal", "NAME"),
        "over": Option("all codes, or candidates", "NAME"),
        **SIZE_OPTIONS,
        "no-repeats": Option("no symbol occurs twice in a code"),
        "black-only": Option("answers have black pegs only"),
    },
)
