"""Everything that has a native and a plain half is tested as both."""

from __future__ import annotations

import sys

import pytest

KERNEL = "satplay.puzzles.mastermind._kernel"


@pytest.fixture(params=["native", "plain"])
def half(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "native":
        pytest.importorskip(KERNEL, reason="the native core was not compiled")
    else:
        monkeypatch.setitem(sys.modules, KERNEL, None)
    return str(request.param)
