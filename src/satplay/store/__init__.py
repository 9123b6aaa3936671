"""The store: runs of experiments, campaigns, saved games, collections and results, in SQLite or PostgreSQL.

``location`` says which store is used, ``opening`` opens it: a file in a ``folder`` by ``connections``, a
database on a server by ``servers``; both with ``versions``.  ``tables`` defines its tables.  ``runs``
stores measurements, ``campaigns`` the results of jobs, ``games`` saved games, ``collections`` boards,
``shares`` boards behind links, ``results`` the results of games, all in ``transactions``, with ``retries``
if the server is lost.
``names`` parses references such as ``@mine/3``, ``lookup`` finds them.  ``failures`` translates the errors
of SQLite, ``server_failures`` those of PostgreSQL.
"""
