"""satplay play alone: a menu on a terminal, one line elsewhere."""

from __future__ import annotations

import io

import click
import pytest

from satplay.cli import main
from satplay.cli.play_menu import choose_subject
from satplay.playing.subjects import playable_names


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def choose(monkeypatch: pytest.MonkeyPatch, typed: str) -> tuple[str, str]:
    """The choice and what was printed."""
    screen = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    monkeypatch.setattr("sys.stdout", screen)
    return choose_subject(), screen.getvalue()


def test_a_number_a_name_or_enter_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    first, page = choose(monkeypatch, "\n")
    assert page.startswith("What do you want to play?\n") and f"[1, {first}]" in page
    assert all(f"  {name} " in page for name in playable_names())
    assert choose(monkeypatch, "1\n")[0] == first
    assert choose(monkeypatch, "Nim\n")[0] == "nim"


def test_a_wrong_answer_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, page = choose(monkeypatch, "99\n0\nhashy\nhashi\n")
    assert chosen == "hashi" and "Did you mean hashi?" in page and page.count("There is no") == 3


def test_the_end_of_input_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(click.exceptions.Exit) as left:
        choose(monkeypatch, "")
    assert left.value.exit_code == 0


def test_without_a_terminal_one_line_lists_what_can_be_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play"]) == 2
    caught = capsys.readouterr()
    assert caught.out == "" and caught.err.count("\n") == 1
    assert all(name in caught.err for name in playable_names())
