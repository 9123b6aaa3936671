"""What can be asked about a position of Nim, by name."""

from collections.abc import Callable, Mapping
from typing import Any

from satplay.games._blank.questions.winner import winner

QUESTIONS: Mapping[str, Callable[..., Any]] = {"winner": winner}
