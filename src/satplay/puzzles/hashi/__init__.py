"""Hashiwokakero."""
