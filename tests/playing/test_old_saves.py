"""Games saved by earlier versions are read; the texts are from before puzzles had records."""

from __future__ import annotations

from pathlib import Path

import pytest

from satplay.errors import BadInput, NoSuchName
from satplay.playing.match import Match
from satplay.verbs.keep import save
from satplay.verbs.play import play

HASHI = """\
4.2
...
2..
=== so far, lines ===
4─2
···
2··
"""
FLOW = """\
# fill no
A..B
....
A..B
=== so far, lines ===
A─┐ · B
· │ · ·
A─┘ · B
"""
MOSAIC = """\
2.
=== so far, grid ===
#-
"""
MASTERMIND = """\
=== satplay record, version 1 ===
game mastermind
seat breaker person
seat setter entropy
seed 3
=== moves ===
set 4422
guess 0011
"""
SAT_GAME = """\
=== satplay record, version 1 ===
game sat-game
seat P person
seat Q perfect
seed 1
position game
  sat-game strict
  P is affirmative
  next: affirmative
  c1: 1 2
  c2: -1
=== moves ===
"""
CHOPSTICKS = """\
=== satplay record, version 1 ===
game chopsticks
seat first person
seat second perfect
seed 1
=== moves ===
tap L R
transfer R 2
=== first resigns ===
"""
NIM = """\
=== satplay record, version 1 ===
game nim
seat first person
seat second perfect
seed 7
=== moves ===
A1
A1
"""

PUZZLES = {"hashi": (HASHI, "A1 C1"), "flow": (FLOW, "A1 B1-B3 A3"), "mosaic": (MOSAIC, "A1")}
RECORDS = {"mastermind": MASTERMIND, "sat-game": SAT_GAME, "chopsticks": CHOPSTICKS, "nim": NIM}


@pytest.mark.parametrize("subject", PUZZLES)
def test_an_old_saved_puzzle_continues(subject: str, tmp_path: Path) -> None:
    text, move = PUZZLES[subject]
    match = play(subject, text)
    board = text.partition("=== so far")[0]
    assert match.state == play(subject, board).take(move).match.state
    assert match.moves == () and match.take("undo").lines == ("There is nothing to undo.",)
    assert play(None, match.to_text()) == match
    file = tmp_path / "game.txt"
    for newline in ("\n", "\r\n"):
        file.write_bytes(text.replace("\n", newline).encode())
        assert play(subject, file) == match


@pytest.mark.parametrize("subject", ["hashi", "flow"])
def test_an_old_saved_puzzle_contains_its_name(subject: str) -> None:
    assert play(None, PUZZLES[subject][0]) == play(subject, PUZZLES[subject][0])


@pytest.mark.parametrize("subject", PUZZLES)
def test_an_old_saved_puzzle_in_the_store_continues(
    subject: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path))
    save("@old", subject, PUZZLES[subject][0])
    assert play(None, "@old") == play(subject, "@old") == play(subject, PUZZLES[subject][0])


@pytest.mark.parametrize("subject", RECORDS)
def test_an_old_record_continues_and_is_written_unchanged(subject: str) -> None:
    match = play(None, RECORDS[subject])
    assert isinstance(match, Match) and match.to_text() == RECORDS[subject]
    assert match == play(subject, RECORDS[subject])
    assert (match.undone, match.seconds, match.hints) == ((), 0.0, 0)


def test_a_damaged_old_saved_puzzle_is_refused_with_its_line() -> None:
    with pytest.raises(BadInput) as refused:
        play("flow", FLOW.replace("A─┐", "A─x"))
    assert (refused.value.line, refused.value.column) == (6, 3)
    with pytest.raises(NoSuchName):
        play("flow", FLOW.replace("lines", "linen"))
