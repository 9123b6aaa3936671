"""Read this first: the few shapes that the parts of satplay agree on.

``format``    text and value, both ways
``texts``     what readers of texts share
``encoding``  a puzzle said in clauses
``facts``     a puzzle said in what a person can write on the board
``engine``    who decides formulas; answers, limits, events
``oracle``    how a puzzle asks without knowing an engine
``puzzle``    the record of a puzzle folder
``game``      the record of a game folder
``question``  what can be asked about a game
"""
