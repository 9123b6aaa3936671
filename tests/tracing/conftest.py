"""The run of the seed formula, event by event as in its source, and the same formula with the first UIP."""

import pytest

from satplay.contracts.events import Backjump, Conflict, Decide, Event, Fail, Learn, Resolution, UnitProp
from satplay.logic.formula import Formula
from satplay.tracing import Trace

CLAUSES = [[-1, 3, 4, 5], [-3, 4, 5], [-1, 3, -4], [1, 2], [1, -2], [-1, -5], [-3, -4, 5]]

UP_TO_THE_CONFLICT: list[Event] = [
    Decide(1, 1),
    UnitProp(-5, 1, 6),
    Decide(2, 2),
    Decide(3, 3),
    UnitProp(4, 3, 2),
    Conflict(7, 3),
]

FROM_THE_SECOND_CONFLICT: list[Event] = [
    UnitProp(-3, 1, 8),
    UnitProp(4, 1, 1),
    Conflict(3, 1),
    Learn(9, (-1,), (1,), 0, 3, (Resolution(4, 1), Resolution(-3, 8), Resolution(-5, 6))),
    Backjump(0),
    UnitProp(-1, 0, 9),
    UnitProp(2, 0, 4),
    Conflict(5, 0),
    Fail((), 10, 5, (Resolution(2, 4), Resolution(-1, 9))),
]

DECISIONS = Learn(8, (-1, -3), (1, 3), 1, 7, (Resolution(4, 2), Resolution(-5, 6)))
FIRST_UIP = Learn(8, (-3, 5), (3, 1), 1, 7, (Resolution(4, 2),))


def run(scheme: str, learned: Learn) -> Trace:
    options = {"learn": scheme, "decide": "order", "phase": "true", "propagation": "scan"}
    events = [*UP_TO_THE_CONFLICT, learned, Backjump(1), *FROM_THE_SECOND_CONFLICT]
    return Trace(Formula(CLAUSES), options, tuple(events))


@pytest.fixture
def seed() -> Trace:
    return run("decisions", DECISIONS)


@pytest.fixture
def first_uip() -> Trace:
    return run("first-uip", FIRST_UIP)
