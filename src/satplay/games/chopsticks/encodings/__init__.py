"""The SAT and QBF encodings of Chopsticks.

``atoms``            the meaning of variables
``move``             one move between two layers of hands
``unrolled``         a line of play with a cooperating opponent: bounded model checking
``layers``           the positions after each ply, for ``obligations``
``obligations``      promises of the goal at positions, against every defence: SAT and QBF
``choices``          the options of hands, for ``factored``
``factored``         moves as quantified choices over the hands: QBF
``quantified_tasks`` a QBF with its witness, and the evaluation of its winning strategies
``milestones``       the formulas of the source
"""
