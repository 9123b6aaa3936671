"""Many questions to one engine, each with one good answer.

``count``        how many models there are, exactly, over chosen variables
``count_plain``  the same rule in plain Python: to read, and where nothing was compiled
"""
