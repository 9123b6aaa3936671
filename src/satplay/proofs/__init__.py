"""Proofs: writing and checking them, without trusting any engine.

``checking``    checks a proof with the native checker, or in Python
``verdict``     the result of a check
``reading``     reads DRAT (text and binary) and LRAT
``rup``         a readable checker of reverse unit propagation
``drat_check``  a readable checker of DRAT, including RAT
``lrat_check``  a readable checker of LRAT
``drat``        writes DRAT, text and binary
``lrat``        writes LRAT
``strategy_check``  checks strategies of quantified formulas
"""
