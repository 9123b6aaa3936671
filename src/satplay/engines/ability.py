"""Ability: what an engine can do and whether it is installed; one row of ``satplay engines``."""

from __future__ import annotations

from typing import NamedTuple


class Ability(NamedTuple):
    """One engine.

    ``kind``            'own' or 'library'
    ``version``         such as 'python-sat 1.9.dev17'; empty if it is not installed
    ``remedy``          how to install it
    ``incremental``     learned clauses are kept for the next call
    ``cores``           it computes cores; if not, the core is the set of all assumptions
    ``conflict_limit``  it supports ``Limit.conflicts``; if not, that limit raises ``BadInput``
    """

    name: str
    kind: str
    version: str
    installed: bool
    remedy: str
    incremental: bool
    cores: bool
    proofs: bool
    traces: bool
    conflict_limit: bool
    summary: str
