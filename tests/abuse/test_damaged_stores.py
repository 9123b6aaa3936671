"""A store that cannot be used is reported in one line: the file, what is wrong, and what to do.

Every failure is one of the real SQLite: damaged files, locks, permissions, limits.  Root may write anywhere,
so that tests about permissions give up its rights for a while.
"""

from __future__ import annotations

import io
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Engine, event

from satplay.cli import main
from satplay.store import connections
from satplay.store.folder import FILE
from satplay.store.tables import METADATA
from satplay.store.versions import NEWEST, VERSION
from tests.ordinary_user import public_folder, without_root_rights

Run = Callable[..., tuple[int, str, str]]
"""From words to the exit status and what is printed."""

READING = (
    ["keep"],
    ["stats"],
    ["keep", "--json"],
    ["keep", "@mine"],
    ["keep", "@evening"],
    ["solve", "@mine/1"],
)
WRITING = (
    ["keep", "@mine", "hashi", "3.3"],
    ["keep", "@mine", "--forget"],
    ["generate", "hashi", "--keep", "@new"],
    ["play", "nim", "--seed", "1", "--record", "@new"],
    ["play", "@evening"],
    ["lab", "run", "phase-transition", "--quick"],
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder, which does not exist yet."""
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run_in_process(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        status = main(list(words))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run_in_process


@pytest.fixture
def store(run: Run, folder: Path) -> Path:
    """The file of a store with a collection and a saved game."""
    assert run("keep", "@mine", "hashi", "2.2", "1.1")[0] == 0
    assert run("play", "nim", "--seed", "1", "--record", "@evening")[0] == 0
    return folder / FILE


def expect_report(run: Run, words: list[str], path: Path, *parts: str) -> None:
    """The command ends with status 2 and one line that names the file and contains the parts."""
    status, out, err = run(*words)
    lines = [line for line in err.splitlines() if " again" not in line or "bad store" in line]
    assert (status, out, len(lines)) == (2, "", 1), (words, status, out, err)
    assert lines[0].startswith(f"satplay: {path}: bad store: found ") and ", expected " in lines[0]
    assert all(part in lines[0] for part in parts), lines[0]


def change(path: Path, *statements: str) -> None:
    """Change a store behind satplay's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def make_old(path: Path) -> None:
    """Make a store one of the first version, which had no games and collections."""
    newer = ("shares", "campaign_jobs", "campaigns", "results", "boards", "collections", "games")
    change(path, *(f"DROP TABLE {name}" for name in newer))
    change(path, f"UPDATE {VERSION} SET version_num = '0001'")


# -- damaged files -------------------------------------------------------------------------------------


def test_the_store_is_one_file(store: Path) -> None:
    """No log is left behind: the file can be copied."""
    assert [path.name for path in store.parent.iterdir()] == [FILE]


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
def test_a_file_that_is_not_a_database_is_reported_and_kept(run: Run, folder: Path, words: list[str]) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(b"dear diary\n" * 1000)
    expect_report(run, words, folder / FILE, "not a database", "move the file away")
    assert (folder / FILE).read_bytes() == b"dear diary\n" * 1000


@pytest.mark.parametrize("size", [50, 100, 1000, 4096, 8192, 20000])
def test_a_truncated_store_is_reported_and_kept(run: Run, store: Path, size: int) -> None:
    whole = store.read_bytes()
    assert len(whole) > size
    for words in (*READING[:2], *WRITING[:2]):
        store.write_bytes(whole[:size])
        expect_report(run, words, store, "restore a copy" if size > 100 else "", "move the file away")
        assert store.read_bytes() == whole[:size]


def test_an_empty_file_is_an_empty_store(run: Run, folder: Path) -> None:
    folder.mkdir()
    (folder / FILE).touch()
    assert run("keep")[0] == 0 and (folder / FILE).stat().st_size == 0
    assert run("keep", "@mine", "hashi", "2.2")[0] == 0 and run("solve", "@mine")[0] == 0


@pytest.mark.parametrize("table", [*METADATA.tables, VERSION])
def test_a_missing_table_is_reported(run: Run, store: Path, table: str) -> None:
    change(store, "PRAGMA foreign_keys=OFF", f"DROP TABLE {table}")
    for words in (*READING, *WRITING):
        expect_report(run, words, store, f"no table {table!r}", "restore a copy", "move the file away")


@pytest.mark.parametrize(
    "statement", ["ALTER TABLE games DROP COLUMN text", "ALTER TABLE games RENAME COLUMN subject TO kind"]
)
def test_a_missing_column_is_reported(run: Run, store: Path, statement: str) -> None:
    change(store, statement)
    for words in (["keep"], ["solve", "@mine"], ["play", "nim", "--seed", "1", "--record", "@new"]):
        expect_report(run, words, store, "no such column", "restore a copy")


def test_a_store_without_a_version_is_reported(run: Run, store: Path) -> None:
    change(store, f"DELETE FROM {VERSION}")
    for words in (*READING, *WRITING):
        expect_report(run, words, store, "no version", "restore a copy")


def test_a_newer_store_is_reported_and_kept(run: Run, store: Path) -> None:
    change(store, f"UPDATE {VERSION} SET version_num = '9999'")
    before = store.read_bytes()
    for words in (*READING, *WRITING):
        expect_report(run, words, store, "version 9999", f"{NEWEST} or older", "update satplay")
    assert store.read_bytes() == before


def test_random_damage_never_ends_in_a_traceback(run: Run, store: Path) -> None:
    whole, rng = store.read_bytes(), Random(1)
    for _ in range(40):
        damaged = bytearray(whole)
        for _ in range(rng.choice([1, 10, 200])):
            damaged[rng.randrange(100, len(whole))] = rng.randrange(256)
        store.write_bytes(damaged)
        for words in (["keep"], ["keep", "@mine"], ["solve", "@mine"], ["keep", "@new", "hashi", "3.3"]):
            status, _, err = run(*words)
            assert status in (0, 1, 2) and err.count("\n") <= 1, err


# -- locks, permissions, full disks ----------------------------------------------------------------------


def test_a_locked_store_is_reported_after_a_while_and_can_be_read(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LOCK_TIMEOUT", 0.1)
    reports = [run(*words) for words in READING]
    with closing(sqlite3.connect(store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for words in WRITING:
            expect_report(run, words, store, "locked by another program", "try again")
        assert [run(*words) for words in READING] == reports
    assert run("keep", "@mine", "hashi", "3.3")[0] == 0


def test_a_store_that_only_one_program_may_open_is_reported(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LOCK_TIMEOUT", 0.1)
    with closing(sqlite3.connect(store, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        for words in (*READING, *WRITING):
            expect_report(run, words, store, "locked by another program", "try again")


@contextmanager
def every_connection(statement: str) -> Iterator[None]:
    """Inside, every connection of SQLAlchemy begins with a statement."""

    def execute(connection: Any, _: Any) -> None:
        connection.execute(statement)

    event.listen(Engine, "connect", execute)
    try:
        yield
    finally:
        event.remove(Engine, "connect", execute)


def test_a_full_disk_is_reported_and_nothing_is_half_written(run: Run, store: Path) -> None:
    before = [run(*words) for words in READING]
    pages = store.stat().st_size // 4096
    boards = [f"2{'.' * width}2" for width in range(1, 100)]
    with every_connection(f"PRAGMA max_page_count={pages}"):
        for words in (["keep", "@mine", "hashi", *boards], ["keep", "@new", "hashi", *boards]):
            expect_report(run, words, store, "a full disk", "free some space")
        assert [run(*words) for words in READING] == before


def test_a_store_that_fails_during_a_game_does_not_end_it(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as rest:

        class Moves(io.StringIO):
            """Moves; when one is read, the store can be written no longer."""

            def __next__(self) -> str:
                rest.enter_context(every_connection("PRAGMA query_only=ON"))
                return super().__next__()

        monkeypatch.setattr("sys.stdin", Moves("A1\ntime\n"))
        words = ["play", "nim", "--seed", "1", "--against", "person", "--record", "@new"]
        assert main(words) == 0
    out = capsys.readouterr().out.replace("\n", " ")
    assert "bad store: found a file or folder that is read-only" in out and "Time 0:00, 1 move" in out


def test_a_write_error_is_reported(store: Path) -> None:
    limited = """
import resource, sys
from satplay.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
sys.exit(main(sys.argv[1:]))
"""
    boards = [f"2{'.' * width}2" for width in range(1, 400)]
    words = [sys.executable, "-c", limited, "keep", "@mine", "hashi", *boards]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"satplay: {store}: bad store: found a read or write error")


def test_a_store_that_sqlite_may_not_write_is_reported(run: Run, store: Path) -> None:
    with every_connection("PRAGMA query_only=ON"):
        for words in WRITING:
            expect_report(run, words, store, "read-only", "SATPLAY_DATA")


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder that every user may enter; those of pytest are private."""
    with public_folder("satplay-store-") as folder:
        monkeypatch.setenv("SATPLAY_DATA", str(folder))
        yield folder


@contextmanager
def without_rights(path: Path, modes: Mapping[Path, int]) -> Iterator[None]:
    """Inside, the files have these modes, and the user is not root."""
    for one, mode in modes.items():
        one.chmod(mode)
    with without_root_rights():
        if not os.access(path.parent.parent, os.X_OK, effective_ids=True):
            pytest.skip("temporary files are private here")
        yield


def leave_log(path: Path, *, index: bool) -> None:
    """A store as a killed process leaves it: the last changes are in the log, maybe without its index."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("UPDATE games SET text = text || 'C1' || char(10)")
        copies = {one: one.read_bytes() for one in path.parent.iterdir()}
    for one, content in copies.items():
        if index or not one.name.endswith("-shm"):
            one.write_bytes(content)


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder, without the index of the log, which readers change, and without an empty log."""
    files = {one.name: one.read_bytes() for one in folder.iterdir() if not one.name.endswith("-shm")}
    return {name: content for name, content in files.items() if content}


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="no users to change to")
@pytest.mark.parametrize("state", ["clean", "log and index", "log", "old"])
@pytest.mark.parametrize("folder_mode", [0o555, 0o777])
def test_a_read_only_store_can_be_read_but_not_written(
    run: Run, public: Path, tmp_path: Path, state: str, folder_mode: int
) -> None:
    path = public / FILE
    run("keep", "@mine", "hashi", "2.2", "1.1")
    run("play", "nim", "--seed", "1", "--record", "@evening")
    if state.startswith("log"):
        leave_log(path, index=state != "log")
    if state == "old":
        make_old(path)
    before = contents(public)
    shutil.copytree(public, tmp_path / "copy")
    answers = [run(*words) for words in READING]
    for words in WRITING[:-1]:
        run(*words)  # imports all that is needed, which the other user may not be allowed to read
    shutil.rmtree(public)
    shutil.copytree(tmp_path / "copy", public)
    with without_rights(path, {**dict.fromkeys(public.iterdir(), 0o444), public: folder_mode}):
        assert [run(*words) for words in READING] == answers
        for words in WRITING[:-1]:
            if state != "old" or "@evening" not in words:  # an old store has no games
                expect_report(run, words, path, "permission to", "SATPLAY_DATA")
    assert contents(public) == before


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="no users to change to")
def test_a_store_that_may_not_be_read_is_reported(run: Run, public: Path) -> None:
    run("keep", "@mine", "hashi", "2.2")
    for words in (*READING, *WRITING[:-1]):
        run(*words)
    for modes in ({public / FILE: 0o000}, {public: 0o000}):
        with without_rights(public / FILE, modes):
            for words in (*READING, *WRITING[:-1]):
                expect_report(run, words, public / FILE, "SATPLAY_DATA")


# -- the data folder -------------------------------------------------------------------------------------


def test_reading_creates_nothing(run: Run, folder: Path) -> None:
    assert run("keep")[0] == 0 and "Nothing is stored yet" in run("keep")[1]
    assert run("solve", "@mine")[0] == 2 and run("play", "@mine")[0] == 2
    assert not folder.exists()


def test_an_old_store_is_read_without_migrating_it(run: Run, store: Path) -> None:
    make_old(store)
    before = store.read_bytes()
    assert "Nothing is stored yet" in run("keep")[1] and store.read_bytes() == before
    assert run("keep", "@mine", "hashi", "2.2")[0] == 0 and "@mine" in run("keep")[1]


@pytest.mark.parametrize("below", ["file", "file/below", "dev"])
def test_a_folder_that_cannot_be_created_is_reported(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: str
) -> None:
    (tmp_path / "file").touch()
    path = Path("/dev/null/satplay") if below == "dev" else tmp_path / below
    monkeypatch.setenv("SATPLAY_DATA", str(path))
    for words in (*READING, *WRITING):
        expect_report(run, words, path / FILE, "expected a folder that can be created", "SATPLAY_DATA")


def test_a_folder_in_place_of_the_store_is_reported(run: Run, folder: Path) -> None:
    (folder / FILE).mkdir(parents=True)
    for words in (*READING, *WRITING):
        expect_report(run, words, folder / FILE, "found a folder", "move the folder away", "SATPLAY_DATA")


@pytest.mark.parametrize("name", ["a?mode=ro", "a#b", "a%20b", "a b", "é:ü", "a&b=c"])
def test_any_folder_name_can_be_used(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / name))
    assert run("keep", "@mine", "hashi", "2.2")[0] == 0 and run("solve", "@mine")[0] == 0
    assert (tmp_path / name / FILE).exists() and [one.name for one in tmp_path.iterdir()] == [name]
