"""The puzzles and games in one line each, found without importing them: ``satplay --help`` must be fast."""

from __future__ import annotations

from satplay import games, puzzles


def subject_summaries() -> tuple[dict[str, str], dict[str, str]]:
    """The puzzles and the games, each by name with a sentence about it.

    >>> subject_summaries()[1]["nim"]
    'Take from one heap; the player who takes the last thing wins.'
    """
    return (
        {name: _sentence(name, summary) for name, summary in puzzles.summaries().items()},
        {name: _sentence(name, summary) for name, summary in games.summaries().items()},
    )


def _sentence(name: str, summary: str) -> str:
    """The sentence without the title, if the title is the name."""
    title, _, aim = summary.partition(": ")
    return f"{aim[:1].upper()}{aim[1:]}" if title.lower() == name else summary
