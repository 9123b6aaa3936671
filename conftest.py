"""Settings of every test run, for the examples in docstrings too."""

from collections.abc import Iterator

import pytest

from satplay.store.folder import FOLDER_VARIABLE
from satplay.store.location import VARIABLE


@pytest.fixture(autouse=True, scope="session")
def store_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests keep results, games and boards in a folder of their own, not in that of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.mktemp("store")))
        patch.delenv(VARIABLE, raising=False)
        yield


@pytest.fixture(autouse=True)
def own_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Each example in a docstring starts with an empty store."""
    if not isinstance(request.node, pytest.DoctestItem):
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.mktemp("store")))
        yield
