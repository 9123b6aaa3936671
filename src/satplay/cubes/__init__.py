"""Cube and conquer: a formula is split into cubes, which are solved one by one, anywhere.

A cube is a conjunction of literals.  If cubes cover all assignments, the formula is unsatisfiable exactly
when it is unsatisfiable together with each of them (Heule, Kullmann, Wieringa & Biere, "Cube and Conquer:
Guiding CDCL SAT Solvers by Lookaheads", 2011).

``splitting``  chooses cubes by look-ahead
``icnf``       reads and writes them: ``p inccnf``
``solving``    solves one cube, and keeps its part of the proof
``cover``      shows that the cubes cover all assignments, or names one that is missing
``joining``    joins the parts into one proof of the formula
"""
