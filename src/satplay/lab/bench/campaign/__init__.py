"""Benchmarks of campaigns: the same work in one process and by workers."""
