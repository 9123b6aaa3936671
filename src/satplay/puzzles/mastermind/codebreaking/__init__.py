"""Code-breaking: the next guess (``next_guess``, ``suggestion``), play against all secrets (``tournament``).

``partition`` measures how guesses split the candidates, ``strategy`` ranks guesses by these measures, and
``sampling`` draws candidates if there are too many to list.
"""
