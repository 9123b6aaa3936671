"""Who decides formulas with quantifiers.

``abstraction`` the engine: clausal abstraction, in C++ (``native/quantified``)
``naive``       tells the rule by trying everything
``program``     programs of others, each run as a child process
``catalogue``   the table of them all, with what is found on this machine
"""
