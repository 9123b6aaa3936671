"""Proofs: writing them down and checking them, trusting no engine.

``rup``   a readable checker: does a clause follow by unit propagation?
``drat``  the DRAT formats, text and binary
``lrat``  the LRAT format
"""
