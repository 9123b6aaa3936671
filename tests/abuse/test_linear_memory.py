"""Memory grows in proportion to the board."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.abuse.large_inputs import write_flow_rows, write_hashi_lattice
from tests.abuse.measured_commands import measure

LARGEST_RATIO = 5.0
"""For boards of which one is four times as large; codes of colours get longer, too."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory in /proc")
@pytest.mark.parametrize(
    ("subject", "write", "side"), [("hashi", write_hashi_lattice, 150), ("flow", write_flow_rows, 75)]
)
def test_four_times_the_board_takes_about_four_times_the_memory(
    subject: str, write: Callable[[Path, int], str], side: int, tmp_path: Path
) -> None:
    nothing = measure("solve", subject, write(tmp_path / "tiny", 4)).memory
    one = measure("solve", subject, write(tmp_path / "one", side)).memory - nothing
    four = measure("solve", subject, write(tmp_path / "four", 2 * side)).memory - nothing
    assert four / one <= LARGEST_RATIO
