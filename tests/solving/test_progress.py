"""Somebody who waits is told how far the work is, and nobody is told after it is done."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from satplay.solving.progress import report_progress


def test_reports_come_while_the_work_goes_on() -> None:
    told = threading.Event()
    seen: list[Mapping[str, int | float]] = []

    def progress(counters: Mapping[str, int | float]) -> None:
        seen.append(counters)
        told.set()

    before = threading.active_count()
    with report_progress(lambda: {"found": 3}, progress):
        assert told.wait(30)
    assert threading.active_count() == before
    assert seen[0] == {"found": 3}


def test_without_a_listener_there_is_no_thread() -> None:
    before = threading.active_count()
    with report_progress(dict, None):
        assert threading.active_count() == before
