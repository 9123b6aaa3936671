"""The store: runs of experiments, saved games and collections, in one SQLite file in the user's data folder.

``opening`` opens it, with ``folder``, ``connections`` and ``versions``; ``tables`` defines its tables;
``runs`` stores measurements, ``games`` saved games, ``collections`` boards, all in ``transactions``;
``names`` parses references such as ``@mine/3``, ``lookup`` finds them; ``failures`` translates the errors of
SQLite.
"""
