"""A typed text as a move: the move that it means, or the nearest moves and commands if that is unclear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, Any

from satplay.errors import BadInput, IllegalMove, one_line

if TYPE_CHECKING:
    from satplay.playing.match import Match

MAX_COMPARED = 400
"""The number of legal moves whose texts are compared with a typed text."""

MAX_LENGTH = 60
"""The longest text for which a similar move or command is searched."""

OFFERED = 2
SIMILAR, SIMILAR_COMMAND = 0.6, 0.7
"""How similar texts are, from 0 to 1."""

MAX_MESSAGE = 300
"""Characters of a message; a longer one is cut."""


class NoMove(Exception):
    """The text is not a move here; the message says why, in one line."""


def match_after(match: Match, text: str) -> Match:
    """The match after the move that a typed text means; raises ``NoMove``."""
    try:
        return match.after(match.game.moves.read(text))
    except BadInput as error:
        complaint = _complaint(match, error)
    except IllegalMove as error:  # without the state, which the person may not see
        complaint = f"Not possible: {error.reason}."
    readings = list(legal_readings(match, _possible_readings(match, text)))
    if len(readings) == 1:
        return match.after(match.game.moves.read(readings[0]))
    if readings:
        raise NoMove(_short(f"{_quote(text)} is not clear. {_did_you_mean(readings)}"))
    near = [*_near_commands(match, text), *_near_moves(match, text)]
    if not near:
        raise NoMove(_short(complaint))
    impossible = complaint if complaint.startswith("Not possible") else f"{_quote(text)} is not a move here."
    raise NoMove(_short(f"{impossible} {_did_you_mean(near)}"))


def _possible_readings(match: Match, text: str) -> Iterable[str]:
    return () if match.game.readings is None else match.game.readings(match.visible_state(), text)


def legal_readings(match: Match, texts: Iterable[str]) -> Iterator[str]:
    """The texts that are moves which change something, each move once."""
    seen: list[Any] = []
    for text in islice(texts, MAX_COMPARED):
        try:
            after = match.after(match.game.moves.read(text)).state
        except (BadInput, IllegalMove):
            continue
        if after != match.state and after not in seen:
            seen.append(after)
            yield text


def _quote(text: str) -> str:
    return repr(one_line(text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 3] + "..."))


def _did_you_mean(texts: list[str]) -> str:
    return f"Did you mean {' or '.join(repr(text) for text in texts[:OFFERED])}?"


def _near_commands(match: Match, text: str) -> list[str]:
    word, _, rest = text.lower().partition(" ")
    if len(text) > MAX_LENGTH:
        return []
    names = [name for name in match.commands if name]
    found = get_close_matches(word, names, 1, SIMILAR_COMMAND)
    return [f"{name} {rest}" if rest and match.commands[name].argument else name for name in found]


def _near_moves(match: Match, text: str) -> list[str]:
    """The moves that the game finds near, or the legal moves with the most similar texts."""
    game, view = match.game, match.visible_state()
    if len(text) > MAX_LENGTH:
        return []
    if game.nearby is not None:
        return list(islice(legal_readings(match, game.nearby(view, text)), OFFERED))
    legal = game.legal(view)
    if len(legal) > MAX_COMPARED:
        return []
    texts = {game.moves.write(move).lower(): game.moves.write(move) for move in legal}
    return [texts[near] for near in get_close_matches(text.lower(), list(texts), OFFERED, SIMILAR)]


def _complaint(match: Match, error: BadInput) -> str:
    """What was found, and what to type: the prompt of the turn, if the game has one."""
    seat = match.to_move
    if match.solo or match.game.prompt is None or seat is None:
        return f"Not a move: {error.found}; expected {error.expected}."
    prompt = match.game.prompt(match.visible_state(), seat)
    return f"Not a move: {error.found}. {prompt[:1].upper()}{prompt[1:]}"


def _short(message: str) -> str:
    line = one_line(message)
    return line if len(line) <= MAX_MESSAGE else f"{line[: MAX_MESSAGE - 3]}..."
