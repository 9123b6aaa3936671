"""What the tests of reading share."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture(params=["native", "plain"])
def reader(request, monkeypatch):
    """Read with the native reader, then as where nothing was compiled."""
    if request.param == "native":
        pytest.importorskip("satplay._native", reason="the native core was not compiled")
    else:
        monkeypatch.setitem(sys.modules, "satplay._native", None)
