"""Who thinks: engines that decide formulas.

``reference``  our own, readable, every step can be watched
``library``    those of PySAT and pycosat, when installed, each in a process of its own
``catalogue``  the table of all of them
``verify``     every model is evaluated here before anybody sees it
``meter``      limits of time, conflicts and memory

``engines`` is also a verb, and every verb is a function of the same name: the package can be called.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satplay.engines.catalogue import Catalogue


class _EnginesPackage(ModuleType):
    def __call__(self) -> Catalogue:
        """The engines satplay knows, with versions and what each can do."""
        from satplay.engines.catalogue import catalogue

        return catalogue()


sys.modules[__name__].__class__ = _EnginesPackage
