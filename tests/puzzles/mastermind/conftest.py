"""Runs the tests of the native kernel also with the oracles in its place."""

from __future__ import annotations

import sys

import pytest

from tests.puzzles.mastermind.oracles import kernel as oracle

KERNEL = "satplay.puzzles.mastermind._kernel"


@pytest.fixture(params=["native", "oracle"])
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "native":
        pytest.importorskip(KERNEL, reason="the native core was not compiled")
    else:
        monkeypatch.setitem(sys.modules, KERNEL, oracle)
    return str(request.param)
