"""The store: runs of experiments, saved games and collections, in one SQLite file in the user's data folder.

``opening`` opens and migrates it, ``tables`` defines its tables; ``runs`` stores measurements, ``games``
saved games, ``collections`` boards; ``names`` parses references such as ``@mine/3``, ``lookup`` finds them.
"""
