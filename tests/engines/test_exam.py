"""The native, reference and library engines pass the engine exam."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from satplay.engines.catalogue import catalogue, open_engine
from satplay.engines.native import NativeEngine
from satplay.engines.reference import ReferenceEngine, SearchOptions
from satplay.engines.reference.options import ON_PAPER
from tests.exams.engine_exam import EXAM, RANDOM, Factory, interrupted_while_solving

FEW = 8
"""A library engine runs in a separate process: fewer random sessions."""

OWN: dict[str, Factory] = {
    "solving": ReferenceEngine,
    "on paper": partial(ReferenceEngine, ON_PAPER),
    "nothing but propagation": partial(
        ReferenceEngine,
        SearchOptions(
            propagation="scan",
            decide="order",
            phase_saving=False,
            learning=False,
            minimise=False,
            backjumping=False,
            restarts=False,
            deletion=False,
        ),
    ),
    "everything": partial(ReferenceEngine, SearchOptions(pure=True, restart_unit=1)),
    "native": NativeEngine,
    "native, everything often": partial(
        NativeEngine, pure=1, reduce_first=2, mode_switch=3, rephase=3, luby_unit=1, target_phases=2
    ),
}
LIBRARY = ["minisat22", "cadical195", "kissat404", "lingeling", "pycosat"]
"""One for each way of driving them; the others have the same adapter."""

installed = {ability.name for ability in catalogue() if ability.installed}


@pytest.mark.parametrize("item", EXAM, ids=lambda item: item.__name__)
@pytest.mark.parametrize("factory", OWN.values(), ids=OWN.keys())
def test_our_own_engines_pass_the_exam(factory: Factory, item: Callable[..., None]) -> None:
    item(factory)


@pytest.mark.parametrize("item", EXAM, ids=lambda item: item.__name__)
@pytest.mark.parametrize("name", LIBRARY)
def test_library_engines_pass_the_exam(name: str, item: Callable[..., None]) -> None:
    if name not in installed:
        pytest.skip(f"{name} is not installed")
    factory = partial(open_engine, name)
    if item in RANDOM:
        item(factory, FEW)
    else:
        item(factory)


@pytest.mark.parametrize("name", ["native", "reference", "minisat22", "cadical195"])
def test_engines_can_be_interrupted(name: str) -> None:
    if name not in installed:
        pytest.skip(f"{name} is not installed")
    interrupted_while_solving(partial(open_engine, name))
