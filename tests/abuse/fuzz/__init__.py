"""Mutation fuzzing of every input: formats, records, proofs, typed moves and command lines, in one process.

``python -m tests.abuse.fuzz --seconds 60`` (or ``make fuzz-inputs SECONDS=60``) runs it; CONTRIBUTING.md
describes how to reproduce a finding and how to add a corpus entry.

``case``       one input: the name of its target, and byte strings
``mutations``  random changes of byte strings
``shrinking``  delta debugging
``judging``    runs one case under limits and says whether it is a finding
``targets/``   what is fuzzed, found by discovery, with the checks of each
``sandbox``    the folder in which command lines run; refuses to write anywhere else
``session``    the loop: choose, mutate, judge, keep what shows new behaviour, shrink what is wrong
``supervisor`` runs a session in a child process, so that a crash or a hang is a finding, too
``corpus/``    inputs that once were findings; every session and every test run repeats them
"""
