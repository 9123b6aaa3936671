"""``satplay play`` of a game on the command line: moves in, positions out, and a record after every move."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from satplay.cli import main
from tests.terminal import Terminal

SATPLAY = [sys.executable, "-m", "satplay"]
NIM = "nim"


def run(*words: str, moves: str | bytes = "") -> tuple[int, str, str]:
    done = subprocess.run(
        [*SATPLAY, "play", *words],
        input=moves.encode() if isinstance(moves, str) else moves,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_script_of_moves_wins() -> None:
    status, out, err = run(
        NIM,
        "--option",
        "heaps=1,1",
        "--as",
        "second",
        "--strength",
        "perfect",
        "--seed",
        "3",
        moves="A1\nhint\n",
    )
    assert (status, err) == (0, "")
    assert (
        out
        == """\
Nim (first: perfect, second: person)
There are several heaps of things. You and your opponent take turns.
A turn takes one or more things, all from one heap.
The player who takes the last thing wins.

A  ● 1
B  ● 1

'hint', 'rules', 'help' and 'quit' work at any time.

A  ● 1
B  0

first plays B1.
first takes 1 from B and leaves 0.
You are second: take things from one heap, such as A1.
> A1

A  0
B  0

second takes 1 from A and leaves 0.
You win: first has nothing left to take: second wins.
Type new for another one, undo, save FILE or quit.
> hint
The game is over. Type new for another one, undo, save FILE or quit.
"""
    )


def test_the_session_in_the_documents_is_exact() -> None:
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
    session = re.search(r"\$ satplay play (.*)\n([^`]*)```", page)
    assert session is not None
    moves = "".join(f"{line}\n" for line in re.findall(r"^> (.*)$", session[2], re.MULTILINE))
    assert run(*session[1].split(), moves=moves) == (0, session[2], "")


@pytest.mark.parametrize("name", ["chopsticks", "mastermind"])
def test_the_command_rules_prints_the_rules_in_three_lines(name: str) -> None:
    status, out, err = run(name, "--seed", "1", moves="rules\n")
    assert (status, err) == (0, "")
    shown = out.partition("> rules\n")[2].splitlines()
    expected = {
        "chopsticks": "A player whose hands are all out has lost.",
        "mastermind": "The breaker wins by guessing the code, the setter after 12 wrong guesses.",
    }
    assert len(shown) == 4 and shown[2] == expected[name] and shown[3] == "rules all shows all of them."


def test_a_bad_move_is_answered_and_the_game_continues() -> None:
    status, out, err = run(NIM, "--seed", "1", moves=b"\xff\x00\x1b[2J\nB9\nopen sesame\nA1\n")
    assert (status, err) == (0, "") and "\x1b" not in out
    assert out.count("Not a move") == 2 and out.count("Not possible") == 1 and "second plays" in out


def test_two_persons_or_no_person_can_play(tmp_path: Path) -> None:
    status, out, _ = run(NIM, "--against", "person", "--seed", "1", moves="A1\nB1\nresign\n")
    assert status == 0 and "second to move: " in out and "first resigns: second wins" in out
    words = (NIM, "--player", "first=random", "--player", "second=random", "--seed", "2")
    status, out, err = run(*words, "--ascii")
    assert (status, err) == (0, "") and "The game is over" in out and out.isascii() and "> " not in out


def test_the_record_is_written_after_every_move(tmp_path: Path) -> None:
    record = tmp_path / "a game.txt"
    status, _, _ = run(NIM, "--seed", "4", "--record", str(record), moves="A1\nquit\n")
    first = record.read_text()
    assert status == 0 and first.splitlines()[5] == "=== moves ===" and "A1" in first
    status, out, err = run(str(record), "--record", str(record), moves="undo\n")
    assert (status, err) == (0, "") and "=== moves ===\n=== redo ===\nA1\n" in record.read_text()
    status, out, _ = run(NIM, str(record), "--as", "second", moves="")
    assert status == 0 and "first: normal, second: person" in out
    record.write_text(first)
    status, out, _ = run(str(record), "--analyse")
    assert status == 0 and "1. first (mistake): A1 loses in 6 moves: " in out and "Best play: " in out
    status, out, _ = run(NIM, str(record), "--analyse", "--json")
    found = json.loads(out)
    assert found["mistakes"]["first"] == 1 and found["moves"][0]["line"][0] == "A1"
    assert (
        found["moves"][0] | {"value": "loss", "moves": 6, "mistake": True, "better": ["A2"]}
        == found["moves"][0]
    )


def test_a_killed_game_can_be_continued(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    process = subprocess.Popen(
        [*SATPLAY, "play", NIM, "--seed", "4", "--record", str(record)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"C1\n")
    process.stdin.flush()
    assert any(b"second plays" in line for line in process.stdout)
    assert any(b"You are first" in line for line in process.stdout)
    process.kill()
    process.communicate(timeout=30)
    moves = record.read_text().partition("=== moves ===\n")[2].split()
    assert len(moves) == 2 and moves[0] == "C1" and list(tmp_path.iterdir()) == [record]
    assert run(str(record))[0] == 0


def test_games_can_be_saved_and_restarted(tmp_path: Path) -> None:
    file = tmp_path / "saved"
    status, out, _ = run(
        NIM, "--seed", "5", "--option", "heaps=random", moves=f"save {file}\nnew\nsave /no/x\n"
    )
    assert status == 0 and "Saved. " in out and "bad output file" in out
    _, other, _ = run(NIM, "--seed", "6", "--option", "heaps=random")
    assert other.strip() in out and "seed 5" in file.read_text()
    assert run(NIM)[2].startswith("satplay: seed ")


def test_a_game_can_start_from_a_position(tmp_path: Path) -> None:
    record = tmp_path / "kept"
    status, out, _ = run(NIM, "second: 2 2", "--record", str(record), "--seed", "1", moves="new\n")
    assert status == 0 and "second plays" in out and "position heaps\n  second: 2 2\n" in record.read_text()


def test_game_options_are_command_line_options() -> None:
    status, out, err = run(NIM, "--heaps", "2,2", "--seed", "1", moves="quit\n")
    assert (status, err) == (0, "") and out == run(
        NIM, "--option", "heaps=2,2", "--seed", "1", moves="quit\n"
    )[1]
    assert "number of things in each heap, or 'random'\n" in run(NIM, "--help")[1]
    assert "Did you mean '--heaps'?" in run(NIM, "--heap", "2,2")[2]


def test_a_formula_file_and_rule_options_can_be_combined(tmp_path: Path) -> None:
    formula, record = tmp_path / "formula.cnf", tmp_path / "kept"
    formula.write_text("p cnf 2 2\n1 2 0\n-1 0\n")
    status, out, err = run(
        "sat-game", str(formula), "--mode", "random", "--seed", "1", "--record", str(record), moves="quit\n"
    )
    assert (status, err) == (0, "") and "The turn is " in out
    assert "option mode=random\noption formula={1,2}{-1}\n" in record.read_text()
    assert "expected one of them" in run("sat-game", str(formula), "--formula", "{1}")[2]


# -- many games ------------------------------------------------------------------------------------------


def test_many_games_give_a_table() -> None:
    words = (NIM, "--games", "30", "--player", "second=random", "--seed", "1")
    status, out, err = run(*words)
    assert (status, err) == (0, "") and out.startswith("Nim: 30 games, seeds 1 to 30\nfirst (perfect)")
    status, out, err = run(*words, "--json")
    document = json.loads(out)
    assert (status, err) == (0, "") and document["games"] == sum(document["wins"].values()) == 30
    assert document["interrupted"] is False and document["moves"]["mean"] > 0


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_control_c_prints_the_table_so_far(form: list[str]) -> None:
    terminal = Terminal(
        [*SATPLAY, "play", NIM, "--games", "100000000", "--seed", "1", *form],
        "stderr",
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    terminal.read_until(b"Nim: ")  # the progress shows that the games have started
    terminal.process.send_signal(signal.SIGINT)
    out, _ = terminal.process.communicate(timeout=60)
    err = terminal.read_all()
    assert terminal.process.returncode == 130, err
    assert b"interrupted after" in err and err.count(b"\n") == 1
    if form:
        document = json.loads(out)
        assert document["interrupted"] is True and document["games"] == sum(document["wins"].values())
    else:
        assert out.startswith(b"Nim: ") and b"first (perfect)" in out


# -- terminals -------------------------------------------------------------------------------------------


def test_a_game_on_a_terminal_is_coloured_and_ends_with_control_c(tmp_path: Path) -> None:
    record = tmp_path / "kept"
    terminal = Terminal(
        [*SATPLAY, "play", NIM, "--typed", "--seed", "4", "--record", str(record)],
        "stdin",
        "stdout",
        "stderr",
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", "NO_COLOR": "", "FORCE_COLOR": ""},
    )
    seen = _type(terminal, [b"B1\n", b"nonsense\n"])
    assert terminal.process.wait(timeout=30) == 130
    assert b"38;5;" in seen and b"Not a move" in seen and b"satplay: interrupted" in seen
    assert "B1" in record.read_text()


def test_a_puzzle_on_a_terminal_is_timed(tmp_path: Path) -> None:
    record = tmp_path / "kept"
    terminal = Terminal(
        [*SATPLAY, "play", "flow", "# fill no\nA..B\n....\nA..B\n", "--record", str(record)],
        "stdin",
        "stdout",
        "stderr",
        start_new_session=True,
        env={**os.environ, "TERM": "dumb", "PYTHONUTF8": "1"},
    )
    seen = _type(terminal, [b"A1 B1-B3 A3\n", b"hint\n", b"time\n", b"D1 C1-C3 D3\n", b"quit\n"])
    assert terminal.process.wait(timeout=30) == 0
    assert re.search(rb"\|time\r\nTime \d+:\d\d, 1 move, 1 hint\.", seen)
    assert re.search(rb"Right: every rule holds\.\r\nTime \d+:\d\d, 2 moves, 1 hint\.\r\nType new", seen)
    assert re.search(r"\nseed 0\ntime [0-9.]+\nhints 1\nposition letters\n", record.read_text())


def _type(terminal: Terminal, script: list[bytes]) -> bytes:
    """Type lines, each at a prompt, then Ctrl-C if the program still runs; return the output."""

    def answer(quiet: bool) -> None:
        if script and terminal.seen.endswith(b"> "):  # only after the prompt
            terminal.type(script.pop(0))
            terminal.seen += b"|"
        elif quiet and not script:  # repeat it if the last one came just before the program started to read
            terminal.process.send_signal(signal.SIGINT)

    return terminal.read_all(answer, quiet_seconds=1)


# -- wrong usage -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([NIM, "--as", "third"], "there are first, second"),
        ([NIM, "--against", "perfct"], "did you mean 'perfect'?"),
        ([NIM, "--player", "first"], "NAME=VALUE"),
        ([NIM, "--player", "first=x"], "there are easy, normal, perfect, person, random"),
        ([NIM, "--size", "5"], "expected options of nim: --heaps"),
        ([NIM, "--option", "heap=5"], "expected heaps"),
        ([NIM, "--option", "heaps=1,x"], "bad heap"),
        ([NIM, "--json"], "--games or --analyse"),
        ([NIM, "--analyse"], "a record"),
        ([NIM, "--games", "3", "--record", "x"], "one of"),
        ([NIM, "--games", "0"], "from 1"),
        ([NIM, "--games", "3", "--as", "first"], "--games with a seat"),
        ([NIM, "--games", "3", "--against", "person"], "a person at first"),
        ([NIM, "--record", "/no/such/folder/x"], "bad output file"),
        ([NIM, "first: 1 x"], "<argument>:1:10"),
        ([NIM, "first: 1", "--option", "heaps=1"], "one or the other"),
        ([NIM, "=== satplay record, version 3 ==="], "version 1"),
        (["=== satplay record, version 1 ===\ngame x"], "bad record"),
        (["flow", "--as", "first"], "a game, or a puzzle without them"),
        (["gams"], "no puzzle or game is called"),
        ([NIM, "-"], "standard input holds the moves"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    words: list[str], complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    printed = capfd.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and complaint in printed.err
