"""Explanations: the steps of a person who solves a puzzle, and the difficulty that follows from them.

``path``        the steps from a position to the solution, cheapest first
``whole_path``  the whole path, by the engine or by ``reasoning.deduce`` alone, for benchmarks
``chain``       a step of several rule instances as a chain of consequences, in sentences
``difficulty``  levels and ratings
``hints``       the step of a hint
"""
