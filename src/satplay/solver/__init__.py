"""A session with the interface of PySAT's ``Solver``, on the native engine.

``session``       the class ``Solver``
``unsupported``   the methods of PySAT's interface that the native engine does not have
``names``         the names of PySAT's engines
``enumeration``   models one by one, while the session may change
``replacement``   runs PySAT's own programs (RC2, MUSX, Hitman, ...) on ``Solver``
"""
