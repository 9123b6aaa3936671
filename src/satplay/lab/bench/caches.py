"""Clearing caches: a sample must not profit from an earlier one."""

from __future__ import annotations

import sys
from functools import _lru_cache_wrapper, lru_cache
from typing import Any


def clear_caches(*packages: str) -> None:
    """Clear the cache of every cached function of these packages."""
    for one in _cached_functions(packages, len(sys.modules)):
        one.cache_clear()


@lru_cache(maxsize=1)
def _cached_functions(packages: tuple[str, ...], modules: int) -> tuple[_lru_cache_wrapper[Any], ...]:
    """Searched again only if modules were imported since: the search takes longer than some boards."""
    found = []
    for name, module in list(sys.modules.items()):
        if any(name == package or name.startswith(f"{package}.") for package in packages):
            found += [one for one in vars(module).values() if isinstance(one, _lru_cache_wrapper)]
    return tuple(dict.fromkeys(found))
