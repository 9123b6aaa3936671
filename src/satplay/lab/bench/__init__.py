"""``satplay bench``: our engines beside the others, in one run, as ratios.

``families/``  one file per family of formulas, each a function of a seed and a size
``suite``      the table: which families, how large, which seeds, and what is known of them
``sample``     one measurement, in a process of its own
``run``        all measurements, one after the other: the function :func:`~satplay.lab.bench.run.bench`
``report``     medians, means and ratios, and how they are printed
``loads``      the second table: loading, reading, assuming, propagating
``loads_run``  how that table is filled
``document``   a run as JSON, and an earlier one read again
"""
