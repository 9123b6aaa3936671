"""Settings of every test run, for the examples in docstrings too."""

from collections.abc import Iterator

import pytest

from satplay.store.folder import FOLDER_VARIABLE


@pytest.fixture(autouse=True)
def own_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Examples in docstrings keep boards in a folder of their own, not in that of the user."""
    if not isinstance(request.node, pytest.DoctestItem):
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.mktemp("store")))
        yield
