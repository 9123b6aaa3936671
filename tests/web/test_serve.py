"""``satplay serve``: its options, its address, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from satplay.cli import main
from satplay.cli import serve as serve_command
from satplay.cli.app import app
from satplay.web.serve import address_of
from satplay.web.settings import WebSettings
from tests.web.servers import PATIENCE, RunningServer, wait_until, wait_until_ended

SLOW = {"size": 20, "random": 1000, "seconds": 60.0}
COMMAND = [sys.executable, "-m", "satplay", "serve"]
LAUNCHED = [str(Path(sys.executable).with_name("satplay")), "serve"]
"""As a person types it: the launcher keeps Ctrl-C until satplay can handle it."""


def run(*options: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command that ends by itself."""
    environment = {**os.environ, **more}
    return subprocess.run(
        [*COMMAND, *options], capture_output=True, text=True, timeout=PATIENCE, env=environment, check=False
    )


def expect_one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """A usage error: status 2, one line on stderr, nothing on stdout."""
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.startswith("satplay: ") and done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr


# -- options -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--port", "65536"], ["65536", "0 to 65535"]),
        (["--port", "-1"], ["--port", "-1"]),
        (["--port", "http"], ["--port", "'http'"]),
        (["--port", "80.5"], ["--port"]),
        (["--port", "9" * 100], ["port"]),
        (["--jobs", "0"], ["--jobs", "'0'"]),
        (["--jobs", "-1"], ["--jobs"]),
        (["--jobs", "many"], ["--jobs", "'many'"]),
        (["--public", ""], ["public name"]),
        (["--public", "http://puzzles.example.org"], ["the name alone"]),
        (["--public", "puzzles.example.org:80"], ["the name alone"]),
        (["--public", "puzzles.example.org/x"], ["the name alone"]),
        (["--public", "*"], ["the name alone"]),
        (["--public", "a" * 300], ["the name alone"]),
        (["--store", "nonsense"], ["--store", "sqlite:///FILE"]),
        (["--no-such-option"], ["--no-such-option"]),
        (["8080"], ["8080"]),
    ],
)
def test_bad_options(options: list[str], words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["serve", *options])
    expect_one_line(subprocess.CompletedProcess(options, status, *capsys.readouterr()), *words)


def test_a_bad_option_is_one_line() -> None:
    expect_one_line(run("--port", "65536"), "bad port: found 65536")


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        expect_one_line(
            run("--no-browser", "--port", str(port)), str(port), "another program uses", "or none"
        )


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the administrator may use all ports")
def test_a_port_for_the_administrator() -> None:
    expect_one_line(run("--no-browser", "--port", "80"), "reserved for the administrator")


def test_a_broken_store_is_found_when_it_is_needed(
    start_server: Callable[..., RunningServer], tmp_path: Path
) -> None:
    """Boards can be played without it."""
    broken = tmp_path / "broken.db"
    broken.write_text("no database " * 1000)
    server = start_server("--store", f"sqlite:///{broken}")
    board = {"input": "2.2\n...\n2.2"}
    assert server.post("/api/play/hashi", board).status == 200
    answer = server.post("/api/share", board)
    assert (answer.status, answer.value["error"]["kind"]) == (503, "NoStore")
    assert str(tmp_path) not in answer.content.decode() and answer.headers["Retry-After"]
    assert str(broken) in server.log and "Traceback" not in server.log


def test_the_help_page() -> None:
    page = CliRunner().invoke(app, ["serve", "--help"], standalone_mode=False, terminal_width=200).output
    for word in ("--port N", "--no-browser", "--public NAME", "--jobs N", "--store URL", "Ctrl-C stops it"):
        assert word in page
    overview = CliRunner().invoke(app, ["--help"], standalone_mode=False, terminal_width=200).output
    assert re.search(r"^  serve +\S", overview, re.MULTILINE)


# -- the address ---------------------------------------------------------------------------------------


def test_the_address_is_the_only_output(start_server: Callable[..., RunningServer]) -> None:
    server = start_server()
    assert server.line == f"satplay: http://127.0.0.1:{server.port}/  (Ctrl-C stops)\n"
    assert server.get("/").status == 200  # it answers as soon as it has printed that
    assert server.process.stdout is not None
    server.process.send_signal(signal.SIGINT)
    assert server.process.stdout.read() == "" and server.log == ""


def test_two_servers_at_once(running: RunningServer, start_server: Callable[..., RunningServer]) -> None:
    """They choose different ports, and share the store."""
    second = start_server(environment={"SATPLAY_DATA": str(running.folder / "data")})
    assert running.port != second.port
    slug = running.post("/api/share", {"input": "2.2\n...\n2.2"}).value["slug"]
    assert second.get(f"/api/share/{slug}").value["subject"] == "hashi"


@pytest.mark.skipif(sys.platform != "linux", reason="reads the sockets in /proc")
def test_where_it_listens(running: RunningServer, start_server: Callable[..., RunningServer]) -> None:
    assert listening(running) == {"127.0.0.1"}
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    public = start_server("--public", "puzzles.example.org", "--port", str(port))
    assert public.port == port and listening(public) == {"0.0.0.0"}
    settings = WebSettings(public="puzzles.example.org", port=8080)
    assert address_of(settings) == "http://puzzles.example.org:8080/"


def listening(server: RunningServer) -> set[str]:
    """The addresses at which a server listens."""
    found = set()
    for line in Path(f"/proc/{server.process.pid}/net/tcp").read_text().splitlines()[1:]:
        local, state = line.split()[1], line.split()[3]
        address, port = local.split(":")
        if int(port, 16) == server.port and state == "0A":
            found.add(socket.inet_ntoa(int(address, 16).to_bytes(4, "little")))
    return found


# -- the browser ---------------------------------------------------------------------------------------


@pytest.fixture
def browser(tmp_path: Path) -> Path:
    """A browser that writes the address to a file."""
    file = tmp_path / "browser"
    file.write_text(f'#!/bin/sh\nprintf %s "$1" > {tmp_path}/opened\n')
    file.chmod(0o755)
    return file


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that end with the test."""
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a desktop")
@pytest.mark.parametrize("desktop", [":0", ""])
def test_a_browser_is_opened_on_a_desktop(
    desktop: str, browser: Path, tmp_path: Path, started: list[subprocess.Popen[str]]
) -> None:
    environment = {
        name: text for name, text in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    environment |= {"BROWSER": f"{browser} %s", "DISPLAY": desktop, "SATPLAY_DATA": str(tmp_path / "data")}
    process = subprocess.Popen(
        COMMAND, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
    )
    started.append(process)
    assert process.stdout is not None
    address = process.stdout.readline().split()[1]
    opened = tmp_path / "opened"
    if desktop:
        wait_until(lambda: opened.exists() and opened.read_text() == address, "no browser was opened")
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    assert opened.exists() == bool(desktop)


def test_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not serve_command.has_desktop()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert serve_command.has_desktop()


# -- the end -------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="lists child processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_with_its_workers(
    start_server: Callable[..., RunningServer], number: signal.Signals
) -> None:
    """At once, though a job runs, a client waits for it, and another one listens to its events."""
    if signal.getsignal(number) == signal.SIG_IGN:
        pytest.skip(f"{number.name} is ignored here, as nohup does: the server then ignores it, too")
    server = start_server("--jobs", "1")
    job = server.post("/api/audit/hashi?wait=0", SLOW).value["job"]
    wait_until(lambda: server.get(f"/api/jobs/{job}").value["state"] == "running", "it does not begin")
    workers = server.children
    with server.connect() as listener, server.connect() as waiting, server.connect() as idle:
        host = f"Host: 127.0.0.1:{server.port}\r\n\r\n"
        listener.sendall(f"GET /api/jobs/{job}/events HTTP/1.1\r\n{host}".encode())
        waiting.sendall(f"GET /api/jobs/{job}?wait=60 HTTP/1.1\r\n{host}".encode())
        assert listener.recv(100) and idle
        started = time.monotonic()
        assert server.stop(number) == 0
        seconds = time.monotonic() - started
    wait_until_ended(workers)
    assert seconds < 10.0
    assert server.log == ""


@pytest.mark.skipif(sys.platform != "linux", reason="lists child processes in /proc")
def test_ctrl_c_of_a_terminal(start_server: Callable[..., RunningServer]) -> None:
    """It reaches the whole process group, several times."""
    server = start_server("--jobs", "2")
    server.post("/api/audit/hashi?wait=0", SLOW)
    workers = server.children
    for _ in range(5):
        os.killpg(server.process.pid, signal.SIGINT)
    assert server.process.wait(PATIENCE) == 0
    wait_until_ended(workers)
    assert server.log == ""


def test_it_ends_while_it_starts(tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
    """Ctrl-C at any moment ends it, without a traceback; also while pydantic builds its models."""
    for delay in (0.05, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0):
        log = tmp_path / f"log {delay}"
        with log.open("wb") as stderr:
            process = subprocess.Popen(
                [*LAUNCHED, "--no-browser"],
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                start_new_session=True,
                env={**os.environ, "SATPLAY_DATA": str(tmp_path / "data")},
            )
        started.append(process)
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in {0, 130, -signal.SIGINT}
        assert "Traceback" not in log.read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    """The address cannot be printed: no traceback, and no server is left."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "--no-browser"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
            env={**os.environ, "SATPLAY_DATA": str(tmp_path / "data")},
        )
    assert done.returncode != 0 and "Traceback" not in done.stderr and done.stderr.count("\n") == 1


def test_without_the_packages_of_the_server(tmp_path: Path) -> None:
    """The message says what to install."""
    (tmp_path / "uvicorn.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'uvicorn'\", name='uvicorn')\n"
    )
    expect_one_line(run("--no-browser", PYTHONPATH=str(tmp_path)), "uvicorn", "satplay[web]")
