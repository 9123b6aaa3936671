"""Fixtures of the reader tests."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture(params=["native", "plain"])
def reader(request, monkeypatch):
    """Read with the native reader, then without the compiled module."""
    if request.param == "native":
        pytest.importorskip("satplay._native", reason="the native core was not compiled")
    else:
        monkeypatch.setitem(sys.modules, "satplay._native", None)
