"""Proofs: writing them down and checking them, trusting no engine.

``checking``    is a proof right?  By the native checker, or in plain Python
``verdict``     what a checker says
``reading``     the formats taken apart: DRAT, text and binary, and LRAT
``rup``         a readable checker: does a clause follow by unit propagation?
``drat_check``  a readable checker of DRAT, RAT included
``lrat_check``  a readable checker of LRAT
``drat``        writing DRAT, text and binary
``lrat``        writing LRAT
``strategy_check``  strategies of quantified formulas: are they fair, and what would beat them?
"""
