"""``satplay bench qbf``: engines for quantified formulas beside those of others.

``families/``  one file per kind of formula, each with a tuple ``FAMILIES``; a new file is found by itself
``suite``      what a family is, and how they are found
``sample``     one measurement of one of our engines, in a process of its own
``run``        all measurements, one after the other: the function :func:`~.run.bench_qbf`
``report``     the table
"""
