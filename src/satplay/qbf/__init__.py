"""Engines for quantified formulas.

``abstraction`` the default engine: clausal abstraction in C++ (``native/quantified``)
``naive``       brute force: defines what a quantified formula means
``program``     external programs, each run as a child process
``catalogue``   the table of all engines
"""
