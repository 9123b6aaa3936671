"""The rules of puzzles in the languages of other solvers: plain models, as one would write them, one a file.

They are imported where they are used: clingo and OR-Tools need not be installed.
"""
