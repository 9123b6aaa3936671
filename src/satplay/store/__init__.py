"""The store: runs of experiments, saved games, collections and results, in one SQLite file.

``opening`` opens it, with ``folder``, ``connections`` and ``versions``; ``tables`` defines its tables;
``runs`` stores measurements, ``games`` saved games, ``collections`` boards, ``results`` the results of
games, all in ``transactions``;
``names`` parses references such as ``@mine/3``, ``lookup`` finds them; ``failures`` translates the errors of
SQLite.
"""
