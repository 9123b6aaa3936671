"""Ability: what an engine can do and whether it is there; a row of what ``satplay engines`` prints."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ability:
    """One engine.

    ``kind``            'own' or 'library'
    ``version``         'python-sat 1.9.dev17'; empty when it is not installed
    ``remedy``          how to get it when it is not installed
    ``incremental``     what it learned in one call is still known in the next
    ``cores``           cores are its own; without, the core of a refusal is simply all assumptions
    ``conflict_limit``  ``Limit.conflicts`` is obeyed; without, it is refused with ``BadInput``
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
