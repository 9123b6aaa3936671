"""Literals, formulas, models, cardinality constraints, DIMACS; quantified formulas and their strategies."""
