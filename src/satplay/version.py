"""The version of satplay, read from the installed package."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("satplay")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0+source"
