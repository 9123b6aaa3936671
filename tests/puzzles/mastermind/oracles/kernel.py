"""The oracles under the names of Mastermind's native kernel, so that tests can run with either."""

from __future__ import annotations

from tests.puzzles.mastermind.oracles.code_count import count
from tests.puzzles.mastermind.oracles.code_search import CodeSearch
from tests.puzzles.mastermind.oracles.optimal import optimal
from tests.puzzles.mastermind.oracles.partition import Partition, guesses
from tests.puzzles.mastermind.oracles.tournament import tournament

__all__ = ["CodeSearch", "Partition", "anneal", "count", "guesses", "optimal", "tournament"]


def anneal(*board_seed_and_steps: object) -> None:
    """Annealing may fail to find a code; the oracle always fails."""
