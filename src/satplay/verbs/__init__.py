"""Who asks: one file per verb; the same word in Python, on the command line and on the web.

``solve``    find a solution and check it
``count``    how many solutions there are, exactly
``mus``      which clauses are already too much: one minimal set, or a smallest
``muses``    all of them, one after the other
``enumerate``  every solution once, as it is found
``backbone``  what is true in every solution
``check``    judge somebody else's solution by the rules alone
``check_proof``  judge somebody's proof that there is none
``encode``   the clauses of an instance, as DIMACS with names
``encode_question``  a question about a game as a formula, as DIMACS or QDIMACS
``convert``  an instance or a solution in another format
``generate`` a new instance, checked
``play``     fill in an instance, move by move, or play a game; ``playing`` and ``match`` are moments of these
``ask``      a question about a game
``seating``  who plays which game where; ``opening`` is how a match begins, ``record`` how it is kept
``tournament``  many games between players; ``analysis`` what the moves of one were worth
``trace``    the CDCL run, step by step
``engines``  what there is to solve with
"""
