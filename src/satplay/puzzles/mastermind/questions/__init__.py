"""Questions about Mastermind, by name."""

from collections.abc import Mapping

from satplay.contracts.question import Query
from satplay.puzzles.mastermind.questions.next import QUERY as NEXT
from satplay.puzzles.mastermind.questions.tournament import QUERY as TOURNAMENT

QUESTIONS: Mapping[str, Query] = {"next": NEXT, "tournament": TOURNAMENT}
