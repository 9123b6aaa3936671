"""Experiments and benchmarks: what is measured, so that it can be measured again."""
