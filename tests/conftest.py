"""Settings of every test run."""

import signal
from collections.abc import Iterator

import pytest

from tests.store.places import DATABASES, NewPlace, Place, variable

# A shell starts background commands with Ctrl-C ignored, and Python leaves it so: a test of Ctrl-C would wait
# forever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=DATABASES, scope="module")
def new_place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> NewPlace:
    """Makes new and empty stores, all in SQLite or all in PostgreSQL."""
    if request.param == "sqlite":
        return lambda: tmp_path_factory.mktemp("store")
    from tests.store.postgresql import shared_server

    return shared_server().new_schema


@pytest.fixture
def place(new_place: NewPlace) -> Place:
    """A new and empty store."""
    return new_place()


@pytest.fixture
def users_store(place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """A new and empty store, which commands and verbs use."""
    monkeypatch.setenv(*variable(place))
    yield place
