"""Engines that decide formulas.

``native``     the default: the CDCL solver in C++ (``native/``)
``reference``  a readable CDCL solver in Python that can show every step
``library``    engines of PySAT and pycosat, if installed, each in a process of its own
``catalogue``  the table of all engines
``verify``     evaluates every model before it is returned
``meter``      limits of time, conflicts and memory

``engines`` is also a verb, and every verb is a function of the same name: the package is callable.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from satplay.engines.catalogue import Catalogue


class _EnginesPackage(ModuleType):
    def __call__(self) -> Catalogue:
        """The known engines, with their versions and abilities."""
        from satplay.engines.catalogue import catalogue

        return catalogue()

    def __reduce__(self) -> tuple[Any, ...]:
        return import_module, (self.__name__,)  # as a verb it may be sent to another process


sys.modules[__name__].__class__ = _EnginesPackage
