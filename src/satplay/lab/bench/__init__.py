"""``satplay bench``: us beside the others, in one run, as ratios.

``judged``     taking turns, complaints, exit status
``score``      medians and their noise; a run as a later one is compared with it
``baseline``   a run beside an earlier one
``earlier``    that one, read from its JSON

of engines on formulas:

``families/``  one file per family of formulas, each a function of a seed and a size
``suite``      the table: which families, how large, which seeds, and what is known of them
``sample``     one measurement, in a process of its own
``run``        all measurements, one after the other: the function :func:`~satplay.lab.bench.run.bench`
``report``     medians, means and ratios, and how they are printed
``loads``      the second table: loading, reading, assuming, propagating
``loads_run``  how that table is filled
``document``   a run as JSON

of encodings and engines on boards of a puzzle:

``puzzles/``       one file per puzzle: boards, ways, published figures, programs of others
``boards``         what such a file is made of
``plain/``         the rules of a puzzle in the languages of other solvers
``sessions``       engines asked directly
``boards_sample``  one board solved one way, several times, in a process of its own
``boards_choice``  which boards, which ways, who of the others
``boards_run``     all boards, all ways: the function :func:`~satplay.lab.bench.boards.boards_run.boards`
``boards_score``   medians, noise and ratios
``boards_report``  tables
``boards_document``  all of it as JSON
``contests_sample``  what a puzzle does besides solving boards, in a process of its own
``contests_run``   the second table that comes of it
``forgetting``     so that no sample helps the next
"""
