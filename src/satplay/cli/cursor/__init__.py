"""Cursor mode of ``play``: the board fills the terminal, and moves are made by keys and mouse.

``support``      whether a terminal can do it
``frame``        the rows of the screen: title, board, messages, keys
``viewport``     the visible part of a large board
``text_layout``  text in columns of a terminal
``controller``   keys and mouse events to effects, and the answers of the match to the screen
``effects``      what follows from an event: lines for the match, leaving, typing a line
``board_cursor`` the cursor on the board of the match
``move_list``    the list of legal moves of a game without a cursor of its own
``notices``      messages, a page or a solution
``page``         a long text that covers the board
``screen_texts`` title, effort, and the message after a win
``key_help``     keys of all puzzles and games, and how they are explained
``thinking_time`` the time of the person
``job``          typed lines that are taken in a thread
``application``  the terminal, by prompt_toolkit: the only file that imports it
``loop``         the session: typed lines to the match, saving, switching between cursor mode and typed lines
"""
