"""``satplay ask`` on the command line."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from satplay import games
from satplay.cli import main
from satplay.contracts.option import Option
from satplay.contracts.question import QueryRequest
from satplay.errors import GaveUp
from satplay.games.nim import GAME


def run_ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["ask", *words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_an_answer_is_a_sentence_or_a_json_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_ask(capsys, "nim", "winner", "first: 3 4 5") == (0, "first wins under perfect play.\n", "")
    status, out, err = run_ask(capsys, "nim", "winner", "--most", "3", "first: 4", "--json")
    assert (status, json.loads(out), err) == (0, {"winner": "second", "most": 3}, "")


def test_standard_input_is_a_dash(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"first: 1 1\n")))
    assert run_ask(capsys, "nim", "winner", "-")[1] == "second wins under perfect play.\n"


def test_questions_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["nim"], ["nim", "--help"]):
        status, out, _ = run_ask(capsys, *words)
        assert status == 0 and "winner POSITION" in out and "--most N" in out
    status, out, _ = run_ask(capsys, "nim", "winner", "--help")
    assert status == 0 and "--most N" in out and "--time SECONDS" in out


@dataclass(frozen=True)
class Doubtful:
    said: Any
    exit_status: int

    def lines(self) -> Iterator[str]:
        yield str(self.said)

    def as_json(self) -> dict[str, Any]:
        return {"said": self.said}


@pytest.fixture
def doubts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question with a negative answer and options of every kind."""

    def answer(request: QueryRequest) -> Doubtful:
        if "long" in request.options:
            raise GaveUp("answer", "out of time")
        rest = [given.value for given in request.arguments]
        return Doubtful([*rest, dict(request.options), request.limit.seconds, request.rng.random()], 1)

    winner = GAME.questions["winner"]
    options = {
        "to-move": Option("who", "SEAT"),
        "mirror": Option("or mirrored"),
        "long": Option("think long"),
    }
    query = replace(winner, answer=answer, arguments=("A",), optional=("B",), options=options)
    monkeypatch.setattr(games, "find", lambda name: replace(GAME, questions={"doubt": query}))


@pytest.mark.usefixtures("doubts")
def test_options_of_a_question_reach_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "nim",
        "doubt",
        "1,1",
        "2",
        "--to-move=we",
        "--mirror",
        "--time",
        "5",
        "--seed",
        "2",
        "--json",
    )
    status, out, _ = run_ask(capsys, *words)
    assert status == 1, "no is a status"
    *words_and_options, seconds = json.loads(out)["said"][:4]
    assert words_and_options == ["1,1", "2", {"to-move": "we", "mirror": "yes"}]
    assert 0 < seconds <= 5, "what remains of the limit"
    assert run_ask(capsys, "nim", "doubt", "x", "--long")[::2] == (3, "satplay: no answer: out of time\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "a game and a question"),
        (["--json"], "a game and a question"),
        (["_blnk"], "no game is called"),
        (["flow", "x"], "the puzzle flow"),
        (["nim", "winer"], "did you mean 'winner'?"),
        (["nim", "winner"], "expected winner POSITION"),
        (["nim", "winner", "first: 1", "--mst", "3"], "--mst"),
        (["nim", "winner", "first: 1", "--most"], "--most"),
        (["nim", "winner", "first: 1", "--most", "x"], "whole number"),
        (["nim", "winner", "first: 1", "--time", "-1"], "0 seconds or more"),
        (["nim", "winner", "no-such-file.txt"], "no-such-file.txt"),
        (["nim", "winner", "-", "-", "-"], "3 arguments"),
    ],
)
def test_bad_input_is_one_line_and_status_two(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run_ask(capsys, *words)
    assert (status, out) == (2, "") and err.count("\n") == 1 and complaint in err
