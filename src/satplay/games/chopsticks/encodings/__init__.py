"""Chopsticks in clauses, with and without quantifiers.

``move``        one move, between two layers of hands
``unrolled``    a line of play, the opponent helping
``obligations`` what has to be promised where, against every defence: as SAT and as QBF
``factored``    moves as quantified choices over the hands: QBF
``choices``     what hands can become, ``replying`` what a strategy of a QBF comes to
``milestones``  the formulas of the source, as they stand there
"""
