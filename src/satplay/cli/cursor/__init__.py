"""Cursor mode of ``play``: the board fills the terminal, and moves are made by keys and mouse.

``support``      whether a terminal can do it
``frame``        the rows of the screen: title, board, messages, keys; scrolls a large board
``controller``   keys and mouse events to typed lines, and answers to messages
``key_help``     keys of all puzzles and games, and how they are explained
``page``         a long text that covers the board
``job``          typed lines that are taken in a thread
``application``  the terminal, by prompt_toolkit: the only file that imports it
``loop``         the session: typed lines to the match, saving, switching between cursor mode and typed lines
"""
