"""Playing: a match as one immutable value, for games and for puzzles that a person fills in.

``match``        the value: states, moves, players, time and hints used; a typed line to the next value
``commands``     the words beside moves: undo, redo, hint, save, ...
``puzzle_game``  a puzzle with move entry as a game with one seat
``subjects``     the game that a name means
``seats``        the players at the seats
``record``       a match as text, and its grammar
``start``        a new match
``resume``       the match of a record
``tournament``   many matches between players
``analysis``     the value of every move of a match

Nothing here reads a keyboard, prints, looks at a clock or writes a file.
"""
