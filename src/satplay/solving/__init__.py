"""The one way from an encoding to checked solutions.

``session``             one engine and many queries; every model is evaluated
``lazy_refinement``     solve until no lazy clause is violated; the connectivity theory
``solution_search``     the pipeline: load, theory, warm start, solve, lazy clauses, decode, another solution
``projection``          projection variables and blocking clauses
``evaluation``          models checked by the clauses, solutions by the rules
``direct_enumeration``  solutions of puzzles that find them without clauses, within a limit
``progress``            progress reports from a thread of their own
"""
