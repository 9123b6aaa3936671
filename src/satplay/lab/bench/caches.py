"""Forgetting what was remembered: a sample must not be helped by the one before it."""

from __future__ import annotations

import sys
from functools import _lru_cache_wrapper, lru_cache
from typing import Any


def clear_caches(*packages: str) -> None:
    """Empty every cached function of these packages."""
    for one in _remembering(packages, len(sys.modules)):
        one.cache_clear()


@lru_cache(maxsize=1)
def _remembering(packages: tuple[str, ...], modules: int) -> tuple[_lru_cache_wrapper[Any], ...]:
    """Looked for only when there are more modules than before: it takes longer than some boards do."""
    found = []
    for name, module in list(sys.modules.items()):
        if any(name == package or name.startswith(f"{package}.") for package in packages):
            found += [one for one in vars(module).values() if isinstance(one, _lru_cache_wrapper)]
    return tuple(dict.fromkeys(found))
