"""``--jobs`` and ``--cluster`` of commands that do the same with each of many inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from satplay.cli.workers import Workers, failure, finished_jobs
from satplay.errors import SatplayError

if TYPE_CHECKING:
    from satplay.inputs.source import Source


class BulkCampaign:
    """One job for each input; ``statuses`` are the exit statuses of the inputs without a result.

    ``kind``      the verb
    ``function``  the job, a function of ``common`` and of ``source``
    """

    def __init__(
        self, kind: str, function: str, common: Mapping[str, Any], sources: Sequence[Source], workers: Workers
    ) -> None:
        self._kind, self._function, self._common = kind, function, common
        self._sources, self._workers = sources, workers
        self.statuses: list[int] = []

    def results(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """The number of each input, from 0, and the values of its job, in the order of the inputs.

        An error in one input does not stop the others.
        """
        from satplay.campaign.job import DONE, Task, list_jobs, series_of
        from satplay.cli.printing import remark

        parameters, errors = self._read()
        jobs = list_jobs(parameters)
        task = Task(self._kind, self._function, self._common, series_of(jobs))
        with finished_jobs(self._workers, task, jobs, len(jobs)) as finished:
            for number, source in enumerate(self._sources):
                if (error := errors.get(number)) is not None:
                    remark(str(error))
                    self.statuses.append(error.exit_status)
                    continue
                result = next(finished)
                if result.outcome == DONE:
                    yield number, result.values
                else:
                    # A message of a reader begins with the name of its input.
                    name = "" if result.why.startswith(source.name) else source.name
                    self.statuses.append(failure(result, name, self._workers))
            for _ in finished:  # there is none: the campaign records its end
                pass

    def _read(self) -> tuple[list[Mapping[str, Any]], dict[int, SatplayError]]:
        """The parameters of all inputs that can be read, and the errors of the others by their number."""
        from satplay.campaign.tasks.inputs import as_parameters

        parameters: list[Mapping[str, Any]] = []
        errors: dict[int, SatplayError] = {}
        for number, source in enumerate(self._sources):
            try:
                parameters.append({"source": as_parameters(source)})
            except SatplayError as error:
                if len(self._sources) == 1:
                    raise
                errors[number] = error
        return parameters, errors
