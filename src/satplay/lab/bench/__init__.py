"""``satplay bench``: benchmark against other engines in one run, with ratios.

One pipeline for all benchmarks:

``options``        what the user has chosen
``subjects``       from a subject and options to a benchmark
``benchmark``      what a benchmark consists of; a run, its scores and its wrong answers
``run``            takes all samples, contestants side by side, each in a child process
``score``          medians, noise, ratios
``report``         tables
``document``       JSON
``baseline``       a run compared with an earlier one, which ``baseline_file`` reads

The benchmarks:

``engine_benchmark``  engines on formulas: ``formula_families`` (table), ``families/``, ``engine_sample``
``engine_calls``      engines called in this process, for all benchmarks and experiments
``load_benchmark``    loading, reading, assuming, enumerating, propagating
``family``            what a family of formulas or boards consists of
``quantified/``       QBF engines
``explanations/``     the explanation engine and the way explanations were found before it
``puzzle_boards/``    encodings and engines on boards, and contests; ``puzzles/`` has one file for each puzzle
``other_solvers/``    the rules of a puzzle in the languages of other solvers
"""
