"""Experiments and benchmarks: reproducible measurements."""
