"""``satplay bench qbf``: benchmark engines for quantified formulas against other engines.

``benchmark``            engines, instances, tables
``quantified_families``  how families are found
``families/``            one file for each kind of formula, with a tuple ``FAMILIES``
``sample``               one measurement of an engine of ours
"""
