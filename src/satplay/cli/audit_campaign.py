"""``satplay audit --jobs``: the boards are compared by workers, in one campaign for each encoding."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satplay.cli.workers import Workers, failure, finished_jobs

if TYPE_CHECKING:
    from satplay.campaign.job import FinishedJob
    from satplay.inputs.source import Source
    from satplay.verbs.audit import AuditResult


SAVING = 0.3
"""Seconds before its time limit at which a command stops its workers, because saving results takes time."""


class AuditCampaign:
    """One command; ``statuses`` are the exit statuses that follow from jobs without a result.

    ``request``  the other arguments of ``auditing``; ``seconds`` is the time limit of the command
    """

    def __init__(
        self,
        subject: str,
        sources: Sequence[Source],
        format: str | None,
        request: Mapping[str, Any],
        seconds: float | None,
        workers: Workers,
    ) -> None:
        from satplay.campaign.tasks.inputs import as_parameters
        from satplay.verbs.audit import expect_request

        self._puzzle = expect_request(subject, **request)
        self._request = {**request, "format": format, "sources": [as_parameters(one) for one in sources]}
        self._deadline = None if seconds is None else time.monotonic() + seconds - SAVING
        self._workers = workers
        self.statuses = [0]

    def verdict(self, encoding: str | None) -> AuditResult:
        """The verdict on an encoding, with those on its parts."""
        from satplay.inputs.encoded_instance import find_encoder

        name, encoder = find_encoder(self._puzzle, encoding)
        whole = self._compare(name)
        return replace(whole, parts={part: self._compare(name) for part, name in encoder.parts.items()})

    def all_verdicts(self) -> list[AuditResult]:
        """The verdicts on all encodings, without their parts."""
        return [self._compare(name) for name in self._puzzle.encoders]

    def _compare(self, encoding: str) -> AuditResult:
        if self._deadline is not None and time.monotonic() >= self._deadline:
            return self._unknown(encoding)
        from satplay.campaign.job import DONE, number_jobs
        from satplay.campaign.tasks.auditing import Verdict, auditing

        task, total, parameters = auditing(self._puzzle.name, encoding, **self._request)
        verdict, begun, added = Verdict(task), time.monotonic(), 0
        jobs = number_jobs(parameters)
        with finished_jobs(
            self._workers, task, jobs, total, deadline=self._deadline, strict=True
        ) as finished:
            for result in finished:
                if result.outcome == DONE:
                    verdict.add(result)
                    added += 1
                else:
                    self._note_failure(result)
                if verdict.is_decided:
                    break
        stopped = added < total and not verdict.is_decided
        return verdict.result(stopped=stopped, seconds=time.monotonic() - begun)

    def _unknown(self, encoding: str) -> AuditResult:
        from satplay.verbs.audit import AuditResult
        from satplay.verifying.encodings import Property

        return AuditResult(self._puzzle, encoding, dict.fromkeys(Property, 0), {}, 0, True, 0.0)

    def _note_failure(self, result: FinishedJob) -> None:
        from satplay.campaign.tasks.auditing import BOARDS

        begin = result.place * BOARDS
        self.statuses.append(failure(result, f"boards {begin + 1} to {begin + BOARDS}", self._workers))
