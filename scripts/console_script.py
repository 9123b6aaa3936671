"""The name of the console script in a wheel: a metadata provider for scikit-build-core (see pyproject.toml).

Where CMake builds the launcher (``native/launcher``), the launcher is ``satplay`` and starts the console
script ``satplay-python``.  pip would install no launcher if both had one name.  Elsewhere the console script
is ``satplay`` itself: in a wheel without the native core, and on systems other than Linux and macOS.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The field ``scripts`` of the project table; ``settings`` has the entry point."""
    name = "satplay-python" if has_launcher(os.environ, sys.platform) else "satplay"
    return {"scripts": {name: settings["entry-point"]}}


def has_launcher(environment: Mapping[str, str], platform: str) -> bool:
    """Whether CMake builds the launcher: the same conditions as in pyproject.toml and CMakeLists.txt."""
    pure = environment.get("SATPLAY_PURE", "").lower()
    # scikit-build-core regards these values of a variable as false.
    return platform in ("linux", "darwin") and pure in ("", "0", "n", "no", "off", "false", "f")
