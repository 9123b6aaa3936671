"""Writes the stub of the Python interface, src/satplay/__init__.pyi, from the table satplay.HOMES.

python scripts/interface.py
"""

from __future__ import annotations

from pathlib import Path

import satplay

STUB = Path(satplay.__file__).with_suffix(".pyi")


def stub() -> str:
    """The text of the stub: an import for every name of the interface."""
    lines = [
        "# Written by scripts/interface.py from the table HOMES in __init__.py: edit that, not this file.",
        "",
    ]
    homes = sorted((home, name) for name, home in satplay.HOMES.items())
    lines += [f"from {home} import {name} as {name}" for home, name in homes]
    return "\n".join([*lines, "", "HOMES: dict[str, str]", ""])


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
