"""Files and texts to instances and back.

``source``              the bytes of one input, opened once, with a name for error messages
``reading``             what an input is (puzzle and format) and the instance in it
``examples``            the examples that come with satplay, by name
``saved_game``          a saved game of a puzzle as a board and a position
``summaries``           puzzles and games in one line each, importing none of them
``quantified_formula``  reads QDIMACS
``encoded_instance``    an instance as clauses, with its projection variables; the look-up of encoders
``writing``             instances and solutions in their formats
``picture``             a board with the places of some rule instances highlighted
"""
