"""Benchmarks of explanations."""
