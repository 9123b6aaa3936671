"""Read this first: the interfaces between the parts of satplay.

``format``    text formats: reading and writing values
``texts``     helpers shared by readers and writers of texts
``encoding``  a puzzle instance as a CNF formula
``facts``     a puzzle instance in facts that a person can draw on the board
``engine``    SAT and QBF engines: answers, limits, theories, trace events
``budget``    what remains of a limit that several calls share
``oracle``    how puzzles and games ask an engine without importing one
``puzzle``    the record of a puzzle folder
``game``      the record of a game folder
``question``  queries about a game, for ``satplay ask``
"""
