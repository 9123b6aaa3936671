"""Chopsticks: two players, two hands each; who has no finger left has lost."""
