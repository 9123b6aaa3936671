"""Families of quantified formulas: a file here with a tuple ``FAMILIES`` is found by itself."""
