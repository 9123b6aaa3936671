"""engines: which engines there are on this machine, and what each can do."""

from __future__ import annotations

from satplay.engines.catalogue import Catalogue, catalogue


def engines() -> Catalogue:
    """The engines satplay knows, installed or not, with versions and abilities.

    >>> engines().named("reference").traces
    True
    """
    return catalogue()
