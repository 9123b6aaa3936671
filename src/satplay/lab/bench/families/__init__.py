"""Families of formulas.  Each is a function of a seed, and of sizes, that always gives the same formula."""
