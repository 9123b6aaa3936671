"""Questions about a position of Nim, by name."""

from collections.abc import Mapping

from satplay.contracts.question import Query
from satplay.games.nim.questions import winner

QUESTIONS: Mapping[str, Query] = {"winner": winner.QUERY}
