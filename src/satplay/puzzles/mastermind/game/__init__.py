"""Mastermind as a game of two: one sets a code, the other breaks it."""
