"""Consistent codes without clauses: the search (``code_search``), and when to prefer it (``direct``)."""
