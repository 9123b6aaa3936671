"""Completion: candidates by subject, and the scripts in the real shells."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from satplay.cli import main
from satplay.cli.app import COMMANDS
from satplay.cli.candidates import candidates

BIN = Path(sys.executable).parent


def values(line: str) -> list[str]:
    """The candidates after a line, which are not files."""
    words = line.split(" ")
    return [item.value for item in candidates(words[:-1], words[-1]) if item.type == "plain"]


def offers_files(line: str) -> bool:
    words = line.split(" ")
    return any(item.type == "file" for item in candidates(words[:-1], words[-1]))


def test_commands_are_completed_with_their_descriptions() -> None:
    assert values("") == list(COMMANDS) and values("so") == ["solve"]
    assert candidates([], "so")[0].help == COMMANDS["solve"]
    assert values("xyzzy ") == [] and values("--v") == ["--version"]


def test_subjects_and_files_follow_a_command() -> None:
    assert {"flow", "qbf"} <= set(values("solve ")) and offers_files("solve ")
    assert values("ask ch") == ["chopsticks"] and "nim" not in values("generate ")
    assert values("list e") == ["examples"] and not offers_files("list ")
    assert values("ask chopsticks force-w") == ["force-win"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("solve flow --encoding ", ["edges", "direct", "source"]),
        ("solve --encoding=d", ["--encoding=direct"]),
        ("generate flow --difficulty ", ["beginner", "easy", "medium", "hard", "expert", "extreme"]),
        ("generate --difficulty h", ["hard"]),
        ("solve flow --format le", ["letters", "level-pack"]),
        ("convert hashi x --to t", ["tatham"]),
        ("generate flow --touch ", ["allowed", "forbidden"]),
        ("generate flow --col", ["--colours"]),
        ("solve hashi --mo", ["--most"]),
        ("solve flow --mo", []),
        ("play nim --against ", ["random", "perfect", "person"]),
        ("play mastermind --as ", ["breaker", "setter"]),
        ("trace --format h", ["html"]),
        ("completion ", ["bash", "zsh", "fish"]),
        ("solve --seed ", []),
    ],
)
def test_values_are_those_of_the_subject(line: str, expected: list[str]) -> None:
    assert values(line) == expected


def test_engines_are_those_installed_here() -> None:
    assert "reference" in values("solve --engine ")


def test_an_option_is_offered_once_unless_it_may_be_repeated() -> None:
    assert "--unique" not in values("solve --unique --u") and "--assume" in values("solve --assume 1 --a")


def test_names_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path))
    assert values("hint @examples/mosaic/s") == ["@examples/mosaic/small"]
    assert all(name.startswith("@examples/nim/") for name in values("play nim @"))
    assert main(["keep", "@mine", "mosaic\n22.\n..."]) == 0
    assert values("hint @m") == ["@mine"] and values("play --record @") == ["@mine"]
    (tmp_path / "satplay.sqlite3").write_text("damaged")
    assert values("hint @m") == []


def test_an_unknown_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bsh"]) == 2
    assert "did you mean 'bash'?" in capsys.readouterr().err


@pytest.fixture
def script(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The script for the shell that the test names."""
    shell: str = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    text = subprocess.run([BIN / "satplay", "completion", shell], capture_output=True, check=True).stdout
    file = tmp_path / f"completion.{shell}"
    file.write_bytes(text)
    return file


def environment(home: Path) -> dict[str, str]:
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return {
        **os.environ,
        "PATH": path,
        "HOME": str(home),
        "SATPLAY_DATA": str(home),
        "TERM": "dumb",
        "PS1": "$ ",
    }


def type_into(shell: list[str], lines: list[str], keys: str, awaited: str, home: Path) -> str:
    """What an interactive shell prints after the lines and the keys, until ``awaited`` appears."""
    master, slave = pty.openpty()
    started = subprocess.Popen(
        shell, stdin=slave, stdout=slave, stderr=slave, env=environment(home), cwd=home, close_fds=True,
        start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    printed = ""
    try:
        for line in [*(f"{line}\n" for line in lines), keys]:
            os.write(master, line.encode())
            time.sleep(0.5)
        deadline = time.monotonic() + 20
        while awaited not in printed and time.monotonic() < deadline:
            if select.select([master], [], [], 0.2)[0]:
                printed += os.read(master, 65536).decode(errors="replace")
    finally:
        started.kill()
        started.wait()
        os.close(master)
    return printed


@pytest.mark.parametrize("script", ["bash"], indirect=True)
def test_bash_completes(script: Path, tmp_path: Path) -> None:
    lines = [f"source {script}"]
    shell = ["bash", "--norc", "--noprofile", "-i"]
    typed = "satplay hint @examples/mosaic/sm\t --ti\t"
    assert "@examples/mosaic/small  --time " in type_into(shell, lines, typed, "--time", tmp_path)
    typed = "satplay solve flow --encoding=ed\t\n"
    assert "--encoding=edges" in type_into(shell, lines, typed, "=edges", tmp_path)
    (tmp_path / "boards.txt").write_text("")
    assert "boards.txt" in type_into(shell, lines, "satplay solve flow bo\t", "boards.txt", tmp_path)


@pytest.mark.parametrize("script", ["zsh"], indirect=True)
def test_zsh_completes(script: Path, tmp_path: Path) -> None:
    lines = ["autoload -U compinit; compinit -u", f"source {script}"]
    typed = "satplay hint @examples/mosaic/sm\t --ti\t"
    printed = type_into(["zsh", "-f", "-i"], lines, typed, "--time", tmp_path)
    assert "small" in printed and "--time" in printed


@pytest.mark.parametrize("script", ["fish"], indirect=True)
def test_fish_completes(script: Path, tmp_path: Path) -> None:
    def complete(line: str) -> str:
        code = f'source {script}; complete -C "{line}"'
        return subprocess.run(
            ["fish", "--no-config", "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=environment(tmp_path),
        ).stdout

    assert complete("satplay hint @examples/mosaic/sm").split() == ["@examples/mosaic/small"]
    assert complete("satplay enum") == f"enumerate\t{COMMANDS['enumerate']}\n"
    assert complete("satplay solve flow --enc").startswith("--encoding\t")


def test_a_completion_never_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from satplay.cli.shells import complete

    monkeypatch.setenv("COMP_WORDS", "satplay hint 'open quote")
    assert complete("bash_complete") == complete("nonsense") == 0
    assert capsys.readouterr().err == ""
