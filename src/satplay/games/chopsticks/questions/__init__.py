"""Questions about a position of Chopsticks, by name."""

from collections.abc import Mapping

from satplay.contracts.question import Query
from satplay.games.chopsticks.questions import force_position, force_win, map, possible_win, reach

QUESTIONS: Mapping[str, Query] = {
    **{kind.KIND.name: kind.QUERY for kind in (reach, possible_win, force_win, force_position)},
    "map": map.QUERY,
}
