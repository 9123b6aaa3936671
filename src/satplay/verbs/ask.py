"""ask: a question about a game, by name; the game's folder has the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from satplay import puzzles
from satplay.arguments import expect_name, expect_texts_by_name, expect_whole_number
from satplay.contracts.engine import UNLIMITED, Limit, expect_limit
from satplay.contracts.game import Game
from satplay.contracts.question import Argument, Query, QueryRequest, Reply
from satplay.errors import BadInput, NoSuchName
from satplay.explaining.oracle import GradingOracle
from satplay.inputs.source import Source, name_errors
from satplay.playing.record import is_record
from satplay.playing.resume import read_match
from satplay.playing.sources import source_for
from satplay.playing.subjects import game_called


def ask(
    subject: str,
    question: str,
    *arguments: Any,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
) -> Reply:
    """The answer to a question about a game.

    An argument is a text, a path, ``-`` for standard input, or the thing itself; a saved game stands for its
    last position.  ``options`` maps the options of the question to values.  Raises ``GaveUp`` if the
    ``limit`` is reached.

    >>> print(*ask("nim", "winner", "first: 3 4 5").lines())
    first wins under perfect play.
    """
    query, request = prepare_query(subject, question, arguments, options, seed, limit)
    return query.answer(request)


def prepare_query(
    subject: str,
    question: str,
    arguments: Sequence[Any],
    options: Mapping[str, str] | None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
) -> tuple[Query, QueryRequest]:
    """The query of that name, and the request with its arguments and options."""
    game = game_called(subject)
    expect_whole_number("seed", seed)
    expect_limit(limit)
    options = expect_texts_by_name("options", options)
    query = find_query(game, question)
    most = len(query.arguments) + len(query.optional)
    if not len(query.arguments) <= len(arguments) <= most:
        parameters = " ".join((*query.arguments, *(f"[{name}]" for name in query.optional)))
        found = f"{len(arguments)} argument{'s' if len(arguments) != 1 else ''}"
        raise BadInput("question", found=found, expected=f"{question} {parameters}".strip())
    if sum(isinstance(one, str) and one == "-" for one in arguments) > 1:
        raise BadInput("question", found="'-' twice", expected="standard input once")
    for name in options:
        if name not in query.options:
            raise NoSuchName(f"option of {question}", name, query.options)
    # Optional arguments after a position are something else, such as moves.
    positions = max(1, len(query.arguments))
    given = [_read_argument(game, one, at < positions) for at, one in enumerate(arguments)]
    oracle = GradingOracle(seed=seed, seconds=limit.seconds)
    return query, QueryRequest(given, options, Random(seed), oracle, limit)


def find_query(game: Game[Any, Any], name: str) -> Query:
    """The game's question of that name."""
    return game.questions[expect_name(f"question about {game.title}", name, game.questions)]


def _read_argument(game: Game[Any, Any], argument: Any, is_position: bool) -> Argument:
    """An argument; a record of a game stands for its last position."""
    if not isinstance(argument, (str, Path, Source)):
        return Argument(argument)
    where = source_for(game, argument)
    text = where.text()
    if not is_position or not is_record(text):
        return Argument(text, where.name)
    with name_errors(where):
        state = read_match(text, game).visible_state()
    is_puzzle = game.name in puzzles.names()  # its questions are about boards, not about states
    return Argument(state.board if is_puzzle else state, where.name)
