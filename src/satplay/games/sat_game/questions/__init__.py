"""Questions about a position of the SAT game, by name."""

from collections.abc import Mapping

from satplay.contracts.question import Query
from satplay.games.sat_game.questions import moves, value

QUESTIONS: Mapping[str, Query] = {"value": value.QUERY, "moves": moves.QUERY}
