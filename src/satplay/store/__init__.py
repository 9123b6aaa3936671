"""The store: what satplay remembers, in one SQLite file in the user's data folder.

``opening`` opens it and brings it up to date, ``tables`` says what is in it; ``runs`` keeps measurements,
``games`` saved games, ``collections`` boards; ``names`` says how to refer to these, ``kept`` looks them up.
"""
