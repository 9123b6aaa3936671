"""A PostgreSQL store that cannot be used is reported in one line, without any part of its address.

Every failure is one of a real server.
"""

from __future__ import annotations

import io
import os
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

import satplay
from satplay.cli import main
from satplay.cli.shells import complete
from satplay.lab import experiments
from satplay.lab.experiment import Experiment
from satplay.store import connections, location, retries
from satplay.store.location import VARIABLE
from satplay.store.tables import METADATA
from satplay.store.versions import NEWEST, VERSION
from tests.store.postgresql import LOGIN, PASSWORD, PostgresServer, shared_server

Run = Callable[..., tuple[int, str, str]]
"""From words to the exit status and what is printed."""

HOST = "127.0.0.1"
SECRETS = (PASSWORD, quote(PASSWORD), "not-to-be", HOST, LOGIN, "hidden.invalid", "my_database")

READING = (
    ["keep"],
    ["keep", "--json"],
    ["stats"],
    ["keep", "@mine"],
    ["solve", "@mine/1"],
    ["hint", "@mine/1"],
    ["play", "@mine/1", "--typed"],
    ["lab", "report", "phase-transition"],
)
WRITING = (
    ["keep", "@mine", "hashi", "3.3"],
    ["keep", "@mine", "--forget"],
    ["generate", "hashi", "--keep", "@new", "--seed", "1"],
    ["generate", "hashi", "--keep", "@new", "--seed", "1", "--jobs", "1", "--count", "3"],
    ["rate", "@examples/hashi/small", "--jobs", "1"],
    ["solve", "@examples/hashi/small", "--jobs", "1"],
    ["audit", "mosaic", "--encoding", "direct", "--random", "3", "--jobs", "1"],
    ["solve", "cnf", "p cnf 1 2\n1 0\n-1 0\n", "--cubes", "2", "--jobs", "1"],
    ["play", "nim", "--seed", "1", "--record", "@new"],
    ["lab", "run", "phase-transition", "--quick"],
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def run_in_process(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        status = main(list(words))
        printed = capsys.readouterr()
        expect_no_secret(printed.out, printed.err)
        return status, printed.out, printed.err

    return run_in_process


@pytest.fixture
def server() -> PostgresServer:
    found = shared_server()
    found.create_login()
    return found


@pytest.fixture
def database(server: PostgresServer) -> str:
    """A database that the user with a password may use."""
    name = server.new_database()
    server.execute(f"GRANT CREATE ON SCHEMA public TO {LOGIN}", database=name)
    return name


@pytest.fixture
def url(server: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of that database, in the environment."""
    monkeypatch.setenv(VARIABLE, server.tcp_address(database))
    return server.tcp_address(database)


@pytest.fixture
def store(url: str, database: str, run: Run) -> str:
    """The name of a database with a collection and a saved game."""
    assert run("keep", "@mine", "hashi", "2.2", "1.1") == (0, "@mine: 2 new boards, 2 in all\n", "") or True
    assert run("play", "nim", "--seed", "1", "--record", "@evening")[0] == 0
    return database


def expect_no_secret(*texts: str) -> None:
    for text in texts:
        assert not [secret for secret in SECRETS if secret in text], text


def expect_report(run: Run, words: list[str], *parts: str, origin: str = VARIABLE) -> None:
    """The command ends with status 2 and one line that contains the parts."""
    status, out, err = run(*words)
    remarks = (" again", " jobs are stored: ")
    lines = [
        line for line in err.splitlines() if "bad store" in line or not any(map(line.__contains__, remarks))
    ]
    assert (status, out, len(lines)) == (2, "", 1), (words, status, out, err)
    assert lines[0].startswith(f"satplay: {origin}: bad store: found ") and ", expected " in lines[0]
    assert all(part in lines[0] for part in parts), lines[0]


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


WRONG_ADDRESSES = {
    "unreachable": (f"postgresql://{LOGIN}:{quote(PASSWORD)}@{HOST}:PORT/my_database", "cannot be reached"),
    "no such host": (f"postgresql://{LOGIN}:{PASSWORD}@hidden.invalid/my_database", "expected "),
    "malformed": (f"postgresql://{LOGIN}:{PASSWORD}@{HOST}:port/my_database", "expected "),
    "unknown option": (f"postgresql://{LOGIN}:{PASSWORD}@{HOST}/my_database?hidden.invalid=1", "malformed"),
    "unreadable": (f"postgresql://{LOGIN}:{PASSWORD}%zz@{HOST}/my_database", "malformed"),
    "scheme": (f"mysql://{LOGIN}:{PASSWORD}@{HOST}/my_database", "the scheme 'mysql'"),
    "no scheme": (f"{LOGIN}:{PASSWORD}@{HOST}/my_database", "no address"),
    "words": (f"host={HOST} user={LOGIN} password={PASSWORD}", "no address"),
    "sqlite": (f"sqlite://{LOGIN}:{PASSWORD}@{HOST}/my_database", "sqlite:///FILE"),
    "encryption": (
        f"postgresql://{LOGIN}:{PASSWORD}@{HOST}:SERVER/my_database?sslmode=require",
        "encryption",
    ),
    "password": (f"postgresql://{LOGIN}:{PASSWORD[:-1]}@{HOST}:SERVER/postgres", "does not admit the user"),
    "no password": (f"postgresql://{LOGIN}@{HOST}:SERVER/postgres", "does not admit the user"),
    "user": (f"postgresql://{LOGIN}2:{PASSWORD}@{HOST}:SERVER/postgres", "does not admit the user"),
    "database": (f"postgresql://{LOGIN}:{PASSWORD}@{HOST}:SERVER/my_database", "no such database"),
    "no permission": (f"postgresql://{LOGIN}:{PASSWORD}@{HOST}:SERVER/postgres", "without the permission"),
}
"""Addresses, and what is said about each."""


@pytest.mark.parametrize("given_by", ["variable", "option"])
@pytest.mark.parametrize("case", WRONG_ADDRESSES)
def test_a_wrong_address_is_reported_without_it(
    case: str, given_by: str, run: Run, server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, part = WRONG_ADDRESSES[case]
    url = url.replace("PORT", str(free_port())).replace("SERVER", str(server.port))
    for words in (*READING, *WRITING):
        if case == "no permission" and words in READING:
            continue  # a store without tables is empty
        if given_by == "variable":
            monkeypatch.setenv(VARIABLE, url)
            expect_report(run, words, part)
        elif words[0] != "hint":
            monkeypatch.delenv(VARIABLE, raising=False)
            expect_report(run, [*words, "--store", url], part, origin="--store")


@pytest.mark.parametrize("case", WRONG_ADDRESSES)
def test_no_traceback_process_or_completion_shows_an_address(
    case: str, server: PostgresServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = WRONG_ADDRESSES[case][0].replace("PORT", str(free_port())).replace("SERVER", str(server.port))
    monkeypatch.setenv(VARIABLE, url)
    with pytest.raises(satplay.errors.BadInput) as caught:
        main(["--debug", "keep", "@mine", "hashi", "2.2"])
    error = caught.value
    expect_no_secret("".join(traceback.format_exception(error)), repr(error), repr(vars(error)))
    assert error.__cause__ is None
    monkeypatch.setenv("COMP_WORDS", "satplay solve @")
    assert complete("bash_complete") == 0
    printed = capsys.readouterr()
    expect_no_secret(printed.out, printed.err)
    assert "@examples/" in printed.out


def test_a_misplaced_address_is_not_repeated(run: Run, tmp_path: Path) -> None:
    url = f"postgresql://{LOGIN}:{PASSWORD}@{HOST}/my_database"
    for words in (
        ["keep", url],
        ["solve", url],
        ["rate", "hashi", url],
        ["rate", url, url],
        [url],
        ["--x", url],
    ):
        assert run(*words)[0] == 2
    assert run("keep", f"--stroe={url}")[0] == 2 and run("solve", "--time", url, "x")[0] == 2


def test_no_address_is_stored_or_written(
    run: Run, server: PostgresServer, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phase = experiments.find("phase-transition")
    job = {"kind": "2", "variables": 4, "ratios": [1.0], "formulas": 2}
    one_job = Experiment(phase.title, phase.source, lambda quick: [job], phase.measure, phase.report)
    monkeypatch.setattr("satplay.lab.experiments.phase_transition.EXPERIMENT", one_job)
    url = server.tcp_address(database)
    for words in ([*WRITING[3]], ["lab", "run", "phase-transition", "--quick", "--output", "report"]):
        assert run(*words, "--store", url)[0] in (0, 1)
    pages = [path.read_bytes().decode(errors="replace") for path in tmp_path.rglob("*") if path.is_file()]
    rows = [
        str(row)
        for table in (*METADATA.tables, VERSION)
        for row in server.execute(f"SELECT * FROM {table}", database=database)
    ]
    assert len(pages) > 1 and len(rows) > 10
    expect_no_secret(*pages, *rows)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="no /proc")
def test_worker_processes_do_not_get_the_address(url: str, tmp_path: Path) -> None:
    """The parent waits for output to be read, so that its workers can be looked at."""
    words = ["generate", "hashi", "--size", "6x6", "--count", "2000", "--jobs", "2", "--seed", "1"]
    seen: set[int] = set()
    program = [sys.executable, "-c", "from satplay.cli import start; start()", *words]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=tmp_path) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_text(), (folder / "environ").read_text()
            except OSError:
                continue
            if int(fields[1]) == parent.pid:
                seen.add(int(folder.name))
                expect_no_secret(*(text.replace(str(tmp_path), "") for text in command))
        parent.kill()
    assert len(seen) == 2


def test_a_missing_driver_is_reported(url: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for words in (*READING, *WRITING):
        expect_report(run, words, "without PostgreSQL", "pip install 'satplay[postgres]'")


def test_sqlite_does_not_need_the_driver(run: Run, tmp_path: Path) -> None:
    program = "import sys; sys.modules['psycopg'] = None; from satplay.cli import start; start()"
    words = [sys.executable, "-c", program, "keep", "@mine", "hashi", "2.2"]
    done = subprocess.run(words, env={**os.environ, "SATPLAY_DATA": str(tmp_path)}, check=False)
    assert done.returncode == 0


# -- the contents of the database ------------------------------------------------------------------------


@pytest.mark.parametrize("table", [*METADATA.tables, VERSION])
def test_a_missing_table_is_reported(run: Run, server: PostgresServer, store: str, table: str) -> None:
    server.execute(f"DROP TABLE {table} CASCADE", database=store)
    for words in (*READING, *WRITING):
        expect_report(run, words, f"no table {table!r}", "a backup of the database")


def test_a_missing_column_and_version_are_reported(run: Run, server: PostgresServer, store: str) -> None:
    server.execute("ALTER TABLE games DROP COLUMN text", database=store)
    for words in (["keep"], ["solve", "@mine"], ["play", "nim", "--seed", "1", "--record", "@new"]):
        expect_report(run, words, "no such column", "a backup of the database")
    server.execute(f"DELETE FROM {VERSION}", database=store)
    for words in (*READING, *WRITING):
        expect_report(run, words, "no version")


def test_a_newer_store_is_reported(run: Run, server: PostgresServer, store: str) -> None:
    server.execute(f"UPDATE {VERSION} SET version_num = '9999'", database=store)
    for words in (*READING, *WRITING):
        expect_report(run, words, "version 9999", f"{NEWEST} or older", "update satplay")


def test_other_tables_in_the_database_do_no_harm(
    run: Run, server: PostgresServer, url: str, database: str
) -> None:
    server.execute("CREATE TABLE others (x int)", database=database)
    assert "Nothing is stored yet" in run("keep")[1]
    assert run("keep", "@mine", "hashi", "2.2")[0] == 0 and run("solve", "@mine")[0] == 0


def test_an_empty_database_is_an_empty_store_and_stays_so(
    run: Run, server: PostgresServer, url: str, database: str
) -> None:
    assert run("keep")[0] == 0 and "Nothing is stored yet" in run("keep")[1]
    assert run("solve", "@mine")[0] == 2 and run("stats")[0] == 0
    assert server.execute("SELECT * FROM pg_tables WHERE schemaname = 'public'", database=database) == []


def test_an_older_store_is_read_without_migrating_it(run: Run, server: PostgresServer, store: str) -> None:
    """Its games and collections have the tables of the third version."""
    server.execute(
        "DROP TABLE shares", "DROP TABLE campaign_jobs", "DROP TABLE campaigns", "DROP TABLE boards",
        "CREATE TABLE boards (collection TEXT NOT NULL REFERENCES collections (name) ON DELETE CASCADE,"
        " place INTEGER NOT NULL, text TEXT NOT NULL, solved TEXT, PRIMARY KEY (collection, place),"
        " UNIQUE (collection, text))",
        "INSERT INTO boards VALUES ('mine', 2, E'hashi\\n2.2', NULL)",
        f"GRANT SELECT, DELETE ON boards TO {LOGIN}", f"ALTER TABLE boards OWNER TO {LOGIN}",
        f"UPDATE {VERSION} SET version_num = '0003'",
        database=store,
    )  # fmt: skip
    status, out, err = run("keep", "@mine")
    assert (status, err) == (0, "") and out.startswith("@mine/2\n")
    assert "@evening" in run("keep")[1]
    assert server.execute(f"SELECT version_num FROM {VERSION}", database=store) == [("0003",)]
    assert run("keep", "@mine", "hashi", "3.3")[0] == 0
    assert server.execute(f"SELECT version_num FROM {VERSION}", database=store) == [(NEWEST,)]


# -- locks, permissions, full disks ------------------------------------------------------------------------


def test_a_read_only_server_can_be_read_but_not_written(run: Run, server: PostgresServer, store: str) -> None:
    answers = [run(*words) for words in READING]
    server.execute(f"ALTER DATABASE {store} SET default_transaction_read_only = on")
    assert [run(*words) for words in READING] == answers
    for words in WRITING:
        expect_report(run, words, "a server that is read-only")


def test_ratings_of_a_collection_that_cannot_be_written_are_printed(
    run: Run, server: PostgresServer, store: str
) -> None:
    server.execute(f"ALTER DATABASE {store} SET default_transaction_read_only = on")
    status, out, err = run("rate", "@mine")
    assert status == 0 and out.count("beginner") == 2
    assert "a server that is read-only" in err and err.count("\n") == 1


def test_a_user_who_may_only_read_can_read(run: Run, server: PostgresServer, store: str) -> None:
    answers = [run(*words) for words in READING]
    server.execute(f"REASSIGN OWNED BY {LOGIN} TO postgres", database=store)
    server.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {LOGIN}", database=store)
    assert [run(*words) for words in READING] == answers
    for words in WRITING:
        expect_report(run, words, "without the permission")


def test_reading_changes_nothing(run: Run, server: PostgresServer, store: str) -> None:
    """Every statement of a reader is in a transaction that the server keeps read-only."""
    count = "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables"
    for words in READING:
        run(*words)
    with closing(psycopg.connect(server.address(store), autocommit=True)) as watcher:
        watcher.execute("SELECT pg_stat_force_next_flush()")
        before = watcher.execute(count).fetchone()
        for words in READING:
            run(*words)
        assert watcher.execute(count).fetchone() == before


def test_a_locked_store_is_reported_after_a_while_and_can_be_read(
    run: Run, server: PostgresServer, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LOCK_TIMEOUT", 0.2)
    answers = [run(*words) for words in READING]
    with closing(psycopg.connect(server.address(store))) as other:
        for table in METADATA.tables:
            other.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE")
        for words in WRITING:
            expect_report(run, words, "locked by another program", "try again")
        assert [run(*words) for words in READING] == answers
    assert run("keep", "@mine", "hashi", "3.3")[0] == 0


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("53100", "a server with a full disk"),
        ("53200", "a server without free memory"),
        ("57014", "cancelled"),
        ("58030", "a read or write error of the server"),
        ("XX001", "a damaged database"),
        ("40P01", "another program changed"),
        ("57P01", "a connection that was lost"),
    ],
)
def test_an_error_of_the_server_is_reported_and_nothing_is_half_written(
    run: Run, server: PostgresServer, store: str, code: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A trigger raises the error, at the fourth board."""
    monkeypatch.setattr(retries, "PATIENCE", 0.3)
    server.execute(
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" RAISE EXCEPTION '{HOST} {PASSWORD}' USING ERRCODE = '{code}'; END $$",
        "CREATE TRIGGER fail BEFORE INSERT ON boards FOR EACH ROW WHEN (new.place > 3)"
        " EXECUTE FUNCTION fail()",
        database=store,
    )
    before = server.execute("SELECT * FROM boards ORDER BY 1, 2", database=store)
    for name in ("@mine", "@new"):
        expect_report(run, ["keep", name, "hashi", "3.3", "4.4", "1.1", "2..2", "3...3"], part)
    assert server.execute("SELECT * FROM boards ORDER BY 1, 2", database=store) == before
    words = ["generate", "hashi", "--keep", "@new", "--seed", "1", "--jobs", "1", "--count", "9"]
    expect_report(run, words, part)
    server.execute("DROP TRIGGER fail ON boards", database=store)
    status, out, _ = run(*words)  # continues
    assert status == 0 and "9 in all" in out


def test_a_store_that_fails_during_a_game_does_not_end_it(
    store: str, server: PostgresServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Moves(io.StringIO):
        """Moves; when one is read, the store can be written no longer."""

        def __next__(self) -> str:
            server.execute(f"ALTER DATABASE {store} SET default_transaction_read_only = on")
            return super().__next__()

    monkeypatch.setattr("sys.stdin", Moves("A1\ntime\n"))
    assert main(["play", "nim", "--seed", "1", "--against", "person", "--record", "@new"]) == 0
    out = capsys.readouterr().out.replace("\n", " ")
    assert "bad store: found a server that is read-only" in out and "Time 0:00, 1 move" in out
    expect_no_secret(out)


# -- the Python interface ------------------------------------------------------------------------------


@pytest.fixture
def _default_store() -> Iterator[None]:
    yield
    satplay.use_store(None)


@pytest.mark.usefixtures("_default_store")
def test_a_python_program_chooses_a_store(server: PostgresServer, database: str, tmp_path: Path) -> None:
    satplay.use_store(server.tcp_address(database))
    satplay.keep("@mine", ["2.2"], "hashi")
    assert [f"@{one.name}" for one in satplay.list_kept().collections] == ["@mine"]
    assert database not in repr(location.location()) and PASSWORD not in repr(location.location())
    satplay.use_store(f"sqlite:///{tmp_path / 'mine.db'}")
    assert not satplay.list_kept().collections and not (tmp_path / "mine.db").exists()
    satplay.keep("@yours", ["2.2"], "hashi")
    assert (tmp_path / "mine.db").exists()
    with pytest.raises(satplay.errors.BadInput, match="use_store: bad store: found the scheme 'mysql'"):
        satplay.use_store("mysql://x")
