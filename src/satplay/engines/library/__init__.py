"""Engines from Python packages: those bundled with PySAT, and pycosat.

``backends``  the table of engines: what they can do and whether they are installed
``session``   ``LibraryEngine``, one incremental session with one of them
``process``   the host process, as seen by the session: start, send, receive, kill
``host``      the program that runs in the host process
``answers``   completes and checks models and cores
``renumber``  dense numbering of variables, so that literal 2000000000 costs the library nothing
"""

from satplay.engines.library.backends import catalogue, open_library

__all__ = ["catalogue", "open_library"]
