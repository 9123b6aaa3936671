"""What is said: literals, formulas, models, counting constraints, DIMACS."""
