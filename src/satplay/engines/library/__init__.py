"""Engines out of Python packages: those bundled with PySAT, and pycosat.

``backends``  the table: which engines there are, what they can do, whether they are installed
``session``   ``LibraryEngine``, one incremental session with one of them
``process``   the host seen from outside: a child process that can be waited for, and killed
``host``      the host seen from inside: the program that the child runs
``answers``   models and cores, made whole and checked
``renumber``  variables made dense, so that literal 2000000000 costs the library nothing
"""

from satplay.engines.library.backends import catalogue, open_library

__all__ = ["catalogue", "open_library"]
