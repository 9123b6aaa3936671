"""Campaigns: many independent jobs, on local processes or on an existing cluster.

Read ``job.py`` first (what a job is), then ``run.py`` (how jobs become results), ``executors.py`` (where they
run) and ``results.py`` (where results are kept).
"""
