"""Files and texts to instances and back.

``reading``           where an instance comes from (file, standard input, store, argument) and what it is
``encoded_instance``  an instance as clauses, with its projection variables
``catalogue``         names of encodings, formats, rule variants and examples
``writing``           instances and solutions in their formats
``picture``           a board with the places of some rule instances highlighted
"""
