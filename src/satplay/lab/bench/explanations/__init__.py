"""``satplay bench explain``: benchmark the explanation engine against the earlier way to explain.

``benchmark``       families or files, contestants, instances
``board_families``  the generated boards
``sample``          one measurement: the whole path of one board
``tables``          the table, and the same lines for the JSON document
"""
