"""The verbs for games, for worker processes: a request as JSON, the document of ``--json``."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.option import YES
from satplay.web.answers import client_text
from satplay.web.verb_inputs import Document, Options, option_texts, text_sources, time_limit


def hint_game(
    *, subject: str, input: str, seconds: float, moves: Sequence[str] = (), seed: int = 0
) -> Document:
    """Find the best move of a position, or say why each of the given moves wins or loses.

    The input is a position or a saved game; ``all`` as the only move means every legal move.
    """
    from satplay.verbs.hint_game import hint_game

    limit = time_limit(seconds)
    return hint_game(client_text(input), *moves, subject=subject, seed=seed, limit=limit).as_json()


def ask(
    *,
    subject: str,
    question: str,
    seconds: float,
    arguments: Sequence[str] = (),
    options: Options = None,
    seed: int = 0,
) -> Document:
    """Answer a question about a position of a game.

    An argument is a position, a saved game, a board or a move, as text.
    """
    from satplay.verbs.ask import ask

    texts, given = text_sources(arguments), option_texts(options, YES)
    limit = time_limit(seconds)
    return dict(ask(subject, question, *texts, options=given, seed=seed, limit=limit).as_json())


def encode_question(
    *, subject: str, question: str, arguments: Sequence[str] = (), options: Options = None
) -> Document:
    """Encode a question about a game as a formula, with a name for every variable.

    ``dimacs`` is the text of the file that the command writes: QDIMACS if the formula has quantifiers.
    """
    from satplay.verbs.encode_question import encode_question

    texts, given = text_sources(arguments), option_texts(options, YES)
    encoded = encode_question(subject, question, *texts, options=given)
    return encoded.as_json() | {"dimacs": str(encoded)}
