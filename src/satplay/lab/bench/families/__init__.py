"""Families of formulas.  Each is a function of a seed, and of sizes, that gives the same formula for ever."""
