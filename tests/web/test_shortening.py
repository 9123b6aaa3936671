"""Scripts and styles as they are sent, compared with those in the repository."""

from __future__ import annotations

from importlib.resources import files

import pytest

from satplay.web.page_files import static_files
from satplay.web.shortening import shorten


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/** One line. */\nf();\n", "f();\n"),
        ("/* Several\n   lines. */ f();\n", "f();\n"),
        ("a {\n  /* why */\n  color: red; /* how */\n}\n", "a {\ncolor: red; /* how */\n}\n"),
        ("const STEP = 44; // between two pegs\n", "const STEP = 44;\n"),
        ('const link = "https://x"; // where\n', 'const link = "https://x"; // where\n'),
        ("f(`a ${b} c`);\n\n\n  g();", "f(`a ${b} c`);\ng();\n"),
        ("f(`a\n  // no comment\n`);\n", "f(`a\n  // no comment\n`);\n"),
        ("", ""),
    ],
)
def test_only_lines_of_comment_and_blanks_go(text: str, expected: str) -> None:
    assert shorten(text) == expected
    assert shorten(expected) == expected


def test_code_stays_as_it_is_written() -> None:
    """What is sent are lines of the file, in the same order; lines that are not sent are no code."""
    sent = static_files()
    for file in (files("satplay.web") / "static").iterdir():
        if not file.name.endswith((".js", ".css")):
            continue
        lines = iter(line.strip() for line in file.read_text(encoding="utf-8").splitlines())
        for line in sent[f"/static/{file.name}"].content.decode().splitlines():
            for written in lines:
                if written == line.strip() or written.startswith(f"{line} //"):
                    break
                assert not is_code(written), f"{file.name}: {written!r} is not sent"
            else:
                pytest.fail(f"{file.name}: {line!r} is not in the file")


def is_code(line: str) -> bool:
    """Whether a line looks like a statement or declaration rather than a part of a comment."""
    return line.endswith((";", "{", "}", ",")) and not line.startswith(("//", "/*", "*"))
