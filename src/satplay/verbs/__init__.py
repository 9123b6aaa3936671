"""Verbs: one file each; the same word in Python, on the command line and on the web.

``solve``            find a solution and check it
``solve_qbf``        decide a quantified formula and check the winner's strategy
``count``            count the solutions exactly
``enumerate``        every solution once, as it is found
``backbone``         the literals that are true in every solution
``mus``              a minimal unsatisfiable subset, or a smallest one
``muses``            all minimal unsatisfiable subsets, and all minimal correction sets
``hint``             the next logical step, or the mistake in a position
``explain``          all steps to the solution
``rate``             the difficulty of a board
``hint_game``        the best move of a game's position, or why a move wins or loses
``check``            check a solution by the rules alone
``check_proof``      check a proof of unsatisfiability
``check_strategy``   check a strategy for a quantified formula
``audit``            compare an encoding with the rules
``encode``           the clauses of an instance, as DIMACS with names
``split``            cubes of a formula, for ``solve --cubes``
``encode_question``  a question about a game as a formula, as DIMACS or QDIMACS
``convert``          an instance or a solution in another format
``generate``         a new instance, checked
``play``             play a puzzle or a game
``ask``              answer a question about a game
``keep``             collections of boards and saved games
``campaigns``        the stored results of many jobs
``list``             what there is: puzzles, games, formats, levels, encodings, examples, questions
``trace``            a CDCL run, step by step
``engines``          the engines on this machine
"""
