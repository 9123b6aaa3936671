"""Who decides quantified formulas.

``naive`` tells the rule by trying everything; ``abstraction`` is the engine, in C++ (``native/quantified``).
"""
