"""Answers checked before they are shown, without trusting the engine that found them.

``proof_file``       proofs written to a file or a sink, and checked
``refutation``       an unsatisfiable formula refuted once more, with a checked proof
``minimal_subsets``  minimal unsatisfiable subsets and minimal correction sets, confirmed by a second engine
"""
