"""The ways to work on many jobs that are compared."""

LOOP, LOCAL, DASK = "loop", "local", "dask"
"""Processes that store nothing; local workers; workers of a Dask cluster on this machine."""
