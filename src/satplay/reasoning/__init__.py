"""Many questions to one engine, each with one good answer.

``count``    how many models there are, exactly, over chosen variables
``groups``   a formula in groups, by clause or by rule instance; one session asked about many sets of them
``mus``      a minimal unsatisfiable subset
``marco``    all of them, and all minimal correction sets
``hitting``  minimum hitting sets
``smus``     a smallest minimal unsatisfiable subset
``models``   every model once, lazily, over chosen variables, in order if asked
``blocking`` the same from any engine, with a clause against each model
``backbone`` the literals that are true in every model, or forced by assumptions
``unique``   whether there is exactly one model, over chosen variables
``oracle``   what generators and players are handed: solutions, uniqueness, rulings, strategies
"""
