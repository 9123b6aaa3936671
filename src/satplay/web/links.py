"""Boards as links: the text of a board, or of a position on it, without the moves that led to it."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import quote

from satplay import puzzles
from satplay.errors import BadInput
from satplay.inputs.reading import recognise_subject, split_instances
from satplay.inputs.writing import write_in_format
from satplay.playing.match import Match
from satplay.playing.puzzle_state import entry_of, split_position
from satplay.playing.record import is_record, read_record
from satplay.playing.start import start_match
from satplay.playing.subjects import playable_names
from satplay.web.answers import client_text
from satplay.web.limits import TooLarge, expect_text, without_source
from satplay.web.play import open_match
from satplay.web.sealed_records import record_text, unseal

LONGEST_IN_LINK = 2_000
"""Characters of a text that travels in the link itself; a longer one is stored."""

LONGEST_LINK = 4_000
"""Characters of such a link, where a line break is three, and the sign of a drawn line nine."""

LARGEST_SHARE = 256 << 10
"""Bytes of a text that can be stored."""

KEPT_SIGNS = "!'()*~"
"""Besides letters, digits and ``-_.``: what ``encodeURIComponent`` of a browser leaves as it is."""


class SharedText(NamedTuple):
    """What a link leads to: a board as text, or a position as a record without moves."""

    subject: str
    text: str
    is_position: bool

    @property
    def link(self) -> str:
        """The path of a link that holds the whole text."""
        key = "p" if self.is_position else "b"
        return f"/{self.subject}#{key}={quote(self.text, safe=KEPT_SIGNS)}"

    @property
    def fits_in_link(self) -> bool:
        """Whether the text is short enough to travel in the link itself."""
        return len(self.text) <= LONGEST_IN_LINK and len(self.link) <= LONGEST_LINK


def shared_text(
    text: str, *, cells: int, with_position: bool = True, replay: int | None = None
) -> SharedText:
    """What is shared of a record, a position or a board in any format; the same board gives the same text.

    ``NeedsWorker`` if the moves of a record times its cells are more than ``replay``.
    """
    match = match_of(text, cells=cells, replay=replay)
    found = _position(match) if with_position else None
    shared = SharedText(match.game.name, found or board_text(match), found is not None)
    size = len(shared.text.encode())
    if size > LARGEST_SHARE:
        raise TooLarge("text of the board", f"{size} bytes", f"{LARGEST_SHARE} bytes")
    return shared


def share_task(*, text: str, with_position: bool, cells: int) -> dict[str, Any]:
    """In a worker: the same for a record that takes long to replay."""
    return shared_text(text, cells=cells, with_position=with_position)._asdict()


def match_of(text: str, *, cells: int, replay: int | None = None) -> Match:
    """The match of a record, or a new one on a board or position of any subject that can be played."""
    expect_text("input", text)
    with without_source():
        if is_record(record := unseal(text)):
            return open_match(read_record(record).game, text, cells=cells, replay=replay)
        subject = recognise_subject(client_text(split_position(text)[0])).name
        if subject not in playable_names():
            expected = f"a board of {', '.join(playable_names())}"
            raise BadInput("input", line=1, column=1, found=f"an instance of {subject}", expected=expected)
        first = split_instances(client_text(text), subject)[0]
        return open_match(subject, first.text(), cells=cells)


def board_text(match: Match) -> str:
    """The board in the first format that can express it, without the last line break."""
    if match.solo:
        puzzle = puzzles.find(match.game.name)
        text = write_in_format(puzzle.formats, match.state.board, kind=f"{puzzle.name} format")[1]
    else:
        first = match.visible_state(match.states[0])
        text = write_in_format(match.game.states, first, kind=f"{match.game.name} position")[1]
    return text.removesuffix("\n")


def _position(match: Match) -> str | None:
    """The position as a record without moves; None before the first move."""
    if match.solo:
        empty = entry_of(puzzles.find(match.game.name)).empty(match.state.board)
        if match.state.position == empty:
            return None
    elif not match.moves and not match.from_position:
        return None
    here = start_match(match.game, match.state, players=match.players, level=match.level)
    return record_text(here).removesuffix("\n")
