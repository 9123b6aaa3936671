"""Benchmarks on boards of a puzzle."""
