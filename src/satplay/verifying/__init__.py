"""Checks of answers before they are returned, without trust in the engine that found them.

``proof_file``       proofs written to a file or a sink, and checked
``proof_plan``       how the proof of an answer of ``solve`` is written and checked
``refutation``       an unsatisfiable formula refuted once more, with a checked proof
``minimal_subsets``  minimal unsatisfiable subsets and minimal correction sets, confirmed by a second engine
"""
