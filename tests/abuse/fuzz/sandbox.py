"""Sandbox: the folder in which command lines run, with the files and the store that they use.

A mutated word may be any path.  ``refuse_the_rest`` therefore makes Python itself refuse to write outside the
folder and to start processes; this cannot be undone, so only the child process of a session calls it.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from satplay import cli
from tests.abuse.fuzz.judging import Violation

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
PROCESSES = (
    "subprocess.Popen", "os.fork", "os.forkpty", "os.system", "os.exec", "os.posix_spawn", "os.spawn",
)  # fmt: skip
CHANGES = (
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod",
    "os.chown", "shutil.rmtree", "shutil.move",
)  # fmt: skip

Snapshot = dict[str, tuple[int, int] | None]


class Exited(BaseException):
    """The command line called ``os._exit``, which would end the fuzzer."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Printed(NamedTuple):
    """The result of a command line."""

    status: int
    out: bytes
    err: bytes


class Sandbox:
    """A folder that is deeper than any ``../`` of a mutated word, beside a store and temporary files."""

    def __init__(self) -> None:
        # The first import writes a cache of fonts.  The limit of a run must not stop an import: what is left
        # of it fails in later runs.
        import matplotlib.backends.backend_pdf
        import matplotlib.figure
        import matplotlib.font_manager  # noqa: F401

        self.root = Path(tempfile.mkdtemp(prefix="satplay-fuzz-")).resolve()
        self.folder = self.root / "a" / "b" / "c" / "d" / "work"
        self.store, self.temporary = self.root / "store", self.root / "tmp"
        for folder in (self.folder / "folder", self.store, self.temporary, self.root / "home"):
            folder.mkdir(parents=True)
        self._saved_store: dict[str, bytes] = {}

    def close(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    def write_files(self, files: Mapping[str, bytes]) -> None:
        for name, content in files.items():
            (self.folder / name).write_bytes(content)

    def keep_store(self) -> None:
        """Every later run starts with the store as it is now."""
        self._saved_store = {path.name: path.read_bytes() for path in self.store.iterdir() if path.is_file()}

    def restore_store(self) -> None:
        for path in self.store.iterdir():
            if path.name not in self._saved_store:
                path.unlink()
        for name, content in self._saved_store.items():
            (self.store / name).write_bytes(content)

    def snapshot(self) -> Snapshot:
        """The time and size of every file, to see what a run changes."""
        return {
            str(path.relative_to(self.root)): None if path.is_dir() else _stamp(path)
            for top in (self.root / "a", self.temporary, self.root / "home")
            for path in top.rglob("*")
        }

    def remove(self, name: str) -> None:
        path = self.root / name
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Work in the folder, with its store, and with ``os._exit`` of the command line as an exception."""
        here = Path.cwd()
        names = {"SATPLAY_DATA": self.store, "HOME": self.root / "home", "TMPDIR": self.temporary,
                 "NO_COLOR": "", "FORCE_COLOR": "", "COLUMNS": "80"}  # fmt: skip
        before = {name: os.environ.get(name) for name in names}
        exit_now, temporary = cli._exit_now, tempfile.tempdir
        tempfile.tempdir = str(self.temporary)
        os.chdir(self.folder)
        os.environ.update({name: str(value) for name, value in names.items()})
        cli._exit_now = _raise_exited
        try:
            yield
        finally:
            cli._exit_now, tempfile.tempdir = exit_now, temporary
            os.chdir(here)
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value

    def refuse_the_rest(self, findings: Path | None = None) -> None:
        """From now on, no file outside the root is written but findings, and no process is started."""
        build = str(Path.cwd() / "build")
        allowed = (str(self.root), "/dev/", "/proc/self/", build, os.path.realpath(findings or build))

        def is_outside(path: Any) -> bool:
            if isinstance(path, int) or path is None:
                return False
            return not os.path.realpath(os.fsdecode(path)).startswith(allowed)

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            if event == "open":
                path, _, flags = arguments
                if isinstance(flags, int) and flags & WRITES and is_outside(path):
                    raise PermissionError(13, "not in the folder of the fuzzer", os.fsdecode(path))
            elif event in PROCESSES:
                raise PermissionError(13, "the fuzzer starts no process")
            elif event in CHANGES and is_outside(arguments[0]) and "__pycache__" not in str(arguments[0]):
                raise PermissionError(13, "not in the folder of the fuzzer", os.fsdecode(arguments[0]))

        sys.dont_write_bytecode = True
        tempfile.tempdir = str(self.temporary)
        sys.addaudithook(hook)


def _raise_exited(status: int) -> None:
    raise Exited(status)


def _stamp(path: Path) -> tuple[int, int]:
    status = path.lstat()
    return status.st_mtime_ns, status.st_size


def run_command(words: list[str], standard_input: bytes) -> Printed:
    """Run ``satplay WORDS`` in this process."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(standard_input), encoding="utf-8", errors="surrogateescape")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8")
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8")
    try:
        status = cli.main(words)
        if not isinstance(status, int):
            raise Violation("status", f"the exit status is {status!r}")
    except Exited as exited:
        status = exited.status
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        result = out.getvalue(), err.getvalue()
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.detach()  # closing it would close the buffers, which are read already
        sys.stdin, sys.stdout, sys.stderr = before
    return Printed(status, *result)
