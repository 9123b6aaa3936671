"""Mastermind: a secret code, guesses, and pegs that tell how near they are."""
