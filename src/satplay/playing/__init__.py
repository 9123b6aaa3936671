"""Playing: a match as one immutable value, for games and for puzzles that a person fills in.

``match``        the value: states, moves, players, time and hints used; a typed line to the next value
``turn``         the result of a line or a move, and what a command is
``typed_moves``  a typed text as a move, or the nearest moves
``commands``     the table of words beside moves, with ``hint_``, ``move_`` and ``session_commands``
``descriptions`` what a match tells the persons; ``rules_text``: all rules
``puzzle_game``  a puzzle with move entry as a game with one seat, with ``puzzle_state`` and ``puzzle_hints``
``wrong_marks``  marks of a player that no solution has
``subjects``     the game that a name means
``seats``        the players at the seats
``strength``     easy and normal opponents, made from the players of a game
``result``       the result of a person's game
``record``       a match as text, and its grammar
``start``        a new match
``resume``       the match of a record
``tournament``   many matches between players
``analysis``     the value of every move of a match

Nothing here reads a keyboard, prints, looks at a clock or writes a file.
"""
