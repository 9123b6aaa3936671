"""The rules of puzzles in the languages of other solvers: straightforward models, one file each.

The solvers are imported inside functions: clingo and OR-Tools are optional.
"""
