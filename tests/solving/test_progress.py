"""Progress is reported during the work and never after it."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from satplay.solving.progress import report_progress


def test_progress_is_reported_during_the_work() -> None:
    reported = threading.Event()
    seen: list[Mapping[str, int | float]] = []

    def progress(counters: Mapping[str, int | float]) -> None:
        seen.append(counters)
        reported.set()

    before = threading.active_count()
    with report_progress(lambda: {"found": 3}, progress):
        assert reported.wait(30)
    assert threading.active_count() == before
    assert seen[0] == {"found": 3}


def test_without_a_callback_there_is_no_thread() -> None:
    before = threading.active_count()
    with report_progress(dict, None):
        assert threading.active_count() == before
