"""Algorithms that put many queries to one engine.

``count``     the exact number of models, projected onto chosen variables
``groups``    a formula in groups, by clause or by rule instance; one session decides many sets of them
``mus``       a minimal unsatisfiable subset
``marco``     all minimal unsatisfiable subsets and all minimal correction sets
``hitting``   minimum hitting sets
``smus``      a smallest minimal unsatisfiable subset
``models``    every model once, on demand, projected onto chosen variables, in order if requested
``blocking``  the same with any engine, by blocking clauses
``backbone``  the literals that are true in every model
``unique``    whether there is exactly one model, projected onto chosen variables
``deduce``    the next fact of a puzzle and its reason
``reasons``   the rule instances and facts that a conclusion needs
``oracle``    the oracle of generators and players: solutions, uniqueness, rulings, strategies
"""
