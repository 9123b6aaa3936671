"""The one way from an encoding to checked solutions.

``session``             one engine and many queries; every model is evaluated
``direct_enumeration``  solutions of puzzles that find them without clauses, under the same limits
``progress``            progress reports from a thread of their own
"""
