"""What the program tells the person: messages below the board, or a page or a solution instead of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satplay.cli.cursor.frame import message_room, page_rows
from satplay.cli.cursor.page import Page
from satplay.cli.cursor.text_layout import wrap_line
from satplay.cli.cursor.viewport import Size


class Notices:
    """The messages, the page and the solution that are shown now.

    ``ascii``     whether other characters are escaped
    ``solution``  a state to show instead of the position, until the next key
    """

    def __init__(self, messages: Sequence[str] = (), *, ascii: bool = False) -> None:
        self._ascii = ascii
        self.messages = self._plain(messages)
        self.page: Page | None = None
        self.solution: Any = None

    @property
    def is_covered(self) -> bool:
        """Whether a page or a solution covers the position."""
        return self.page is not None or self.solution is not None

    def say(self, *lines: str) -> None:
        """Show lines as messages."""
        self.messages = self._plain(lines)

    def _plain(self, lines: Sequence[str]) -> tuple[str, ...]:
        if not self._ascii:
            return tuple(lines)
        return tuple(line.encode("ascii", "backslashreplace").decode() for line in lines)

    def tell(
        self,
        lines: Sequence[str],
        picture_height: int,
        size: Size,
        *,
        as_page: bool = False,
        keys: Sequence[str] = (),
    ) -> None:
        """Show lines as messages, or as a page if they do not fit below the picture.

        ``keys``  the keys that close the page and act on the position
        """
        lines = self._plain(lines)
        wrapped = sum(len(wrap_line(line, size.columns)) for line in lines)
        if as_page or wrapped > message_room(picture_height, size):
            self.messages, self.page = (), Page(lines, keys)
            self.lay_out(size)
        else:
            self.messages = lines

    def lay_out(self, size: Size) -> None:
        """Wrap the page, if there is one, for a window."""
        if self.page is not None:
            self.page.lay_out(size.columns, page_rows(size))

    def press(self, key: str) -> bool:
        """Scroll or close what covers the position; False if the key acts on the position."""
        if self.page is None:
            was_shown, self.solution = self.solution is not None, None
            return was_shown
        if self.page.press(key):
            return True
        acts = any(key == name.partition(" ")[0] for name in self.page.keys)
        self.page = None
        return not acts
