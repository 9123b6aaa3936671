"""Files are written completely or not at all, also after errors and kills; devices are never replaced."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from satplay.cli import files, main
from satplay.cli.files import Discard, whole_file
from satplay.engines.native import NativeEngine
from satplay.errors import BadInput
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from tests.engines.formulas import pigeonhole
from tests.ordinary_user import public_folder, without_root_rights

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.is_char_device(), reason="no device that is always full")
UNSAT = "p cnf 1 2\n1 0\n-1 0\n"


@pytest.fixture(params=["nameless", "hidden"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With and without support for unnamed temporary files."""
    if request.param == "hidden":
        monkeypatch.delattr(files.os, "O_TMPFILE", raising=False)
    return str(request.param)


def test_a_file_gets_its_name_when_it_is_complete(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    with whole_file(path) as file:
        file.write(b"half")
        assert not path.exists()
    assert path.read_bytes() == b"half"
    with whole_file(path) as file:
        file.write(b"whole")
        file.flush()
        assert path.read_bytes() == b"half"
    assert path.read_bytes() == b"whole"
    assert [other.name for other in tmp_path.iterdir()] == ["p.txt"]
    (tmp_path / "ordinary").touch()
    assert path.stat().st_mode == (tmp_path / "ordinary").stat().st_mode


@pytest.mark.parametrize("error", [Discard, KeyboardInterrupt, OSError(28, "No space left on device")])
def test_after_an_error_the_old_file_or_no_file_remains(
    kind: str, tmp_path: Path, error: BaseException | type[BaseException]
) -> None:
    old = tmp_path / "old.txt"
    old.write_bytes(b"old")
    for path in (old, tmp_path / "new.txt"):
        try:
            with whole_file(path) as file:
                file.write(b"new")
                raise error
        except (KeyboardInterrupt, BadInput):
            assert error is not Discard
    assert [(other.name, other.read_bytes()) for other in tmp_path.iterdir()] == [("old.txt", b"old")]


def test_links_are_kept_and_their_target_is_written(kind: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "folder" / "file.txt")
    with whole_file(link) as file:
        file.write(b"through")
    assert link.is_symlink()
    assert (tmp_path / "folder" / "file.txt").read_bytes() == b"through"


@needs_full
def test_a_device_is_written_and_never_replaced() -> None:
    with pytest.raises(BadInput, match="/dev/full: bad output file: found No space left on device"):  # noqa: SIM117 - one line would be too long
        with whole_file(FULL) as file:
            file.write(b"too much")
    with whole_file(Path(os.devnull)) as file:
        file.write(b"gone")
    assert stat.S_ISCHR(FULL.stat().st_mode) and stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    assert main(["solve", "cnf", UNSAT, "--proof", str(FULL), "--proof-format", "drat-binary"]) == 2
    assert stat.S_ISCHR(FULL.stat().st_mode)


def test_a_pipe_gets_the_whole_text(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    listener = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    listener.start()
    assert main(["solve", "cnf", UNSAT, "--proof", str(pipe), "--proof-format", "drat"]) == 20
    listener.join()
    assert heard == [b"0\n"]


def test_a_folder_is_refused_before_any_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "p.drat"
    folder.mkdir()
    for path in (folder, tmp_path / "no" / "p.drat", tmp_path / "file" / "p.drat"):
        (tmp_path / "file").touch()
        assert main(["solve", "cnf", "no-such.cnf", "--proof", str(path)]) == 2
        assert "bad output file" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no users to change to")
def test_a_read_only_folder_is_named_in_the_error(capsys: pytest.CaptureFixture[str]) -> None:
    with public_folder() as folder:
        folder.chmod(0o555)
        with without_root_rights():
            assert main(["solve", "cnf", UNSAT, "--proof", str(folder / "p.drat")]) == 2
    assert "Permission denied" in capsys.readouterr().err


# -- proofs on a full disk --------------------------------------------------------------------------


@needs_full
@pytest.mark.parametrize("format", [0, 1, 2])
def test_the_error_of_an_unwritable_proof_names_the_cause(format: int) -> None:
    with FULL.open("wb", buffering=0) as full:
        engine = NativeEngine()
        engine.log_proof_file(full.fileno(), format)
        engine.add_all(pigeonhole(5))
        with pytest.raises(OSError, match="No space left on device") as caught:
            engine.solve()
        assert caught.value.errno == 28
        with pytest.raises(OSError, match="No space left on device"):
            engine.solve()


def test_a_pipe_without_a_reader_is_a_separate_error() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    engine = NativeEngine()
    engine.log_proof_file(write_end, 0)
    engine.add_all(pigeonhole(5))
    with pytest.raises(BrokenPipeError):
        engine.solve()
    os.close(write_end)


FULL_DISK = """
import resource, sys
from satplay.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("format", ["drat", "drat-binary", "lrat"])
@pytest.mark.parametrize("engine", ["native", "reference"])
def test_a_full_disk_is_one_line_and_leaves_no_file(tmp_path: Path, engine: str, format: str) -> None:
    (tmp_path / "f.cnf").write_text(dimacs.write(Formula(pigeonhole(6))))
    words = ["--engine", engine, "--proof", str(tmp_path / "p.drat"), "--proof-format", format]
    run = subprocess.run(
        [sys.executable, "-c", FULL_DISK, "solve", "cnf", str(tmp_path / "f.cnf"), *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert (
        run.stderr
        == f"satplay: {tmp_path}/p.drat: bad output file: found File too large, expected a file to write\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["f.cnf"]


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="files here have a name from the start")
def test_a_killed_process_leaves_no_file(tmp_path: Path) -> None:
    hard = tmp_path / "hard.cnf"
    hard.write_text(dimacs.write(Formula(pigeonhole(12))))
    words = ["solve", "cnf", str(hard), "--proof", str(tmp_path / "p.drat")]
    process = subprocess.Popen([sys.executable, "-m", "satplay", *words])
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1.5)
    process.kill()
    process.wait()
    assert [path.name for path in tmp_path.iterdir()] == ["hard.cnf"]
