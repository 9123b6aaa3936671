"""Filling the second table: every measurement, everybody who takes part, one process at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from satplay.engines.catalogue import catalogue
from satplay.lab.bench.document import heading
from satplay.lab.bench.benchmark import Judged
from satplay.lab.bench.load_benchmark import MEASUREMENTS, Contender, Measurement
from satplay.lab.bench.report import aligned, figures, noisy, ratio
from satplay.lab.bench.run import SAMPLES, SECONDS, Say, available
from satplay.lab.bench.score import SMALLEST, Row, Score, Table, fingerprint, scored, spread
from satplay.lab.child_process import Failed, OutOfTime, fresh

BENCHMARK = "engines --loads"


@dataclass(frozen=True, slots=True)
class Reading:
    """What one contender reached in one measurement: all values, or why there are none."""

    measurement: str
    who: str
    values: tuple[float, ...]
    agreed: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Loads(Judged):
    """The second table; ``prepared`` are fingerprints of what was measured, by measurement."""

    readings: tuple[Reading, ...]
    quick: bool
    seconds: float = SECONDS
    prepared: Mapping[str, str] = field(default_factory=dict)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Measurements in which the contenders do not agree on what must be the same for all."""
        found = []
        for measurement in MEASUREMENTS:
            said = {
                one.who: one.agreed
                for one in self.readings
                if one.measurement == measurement.name and one.agreed is not None
            }
            if len(set(said.values())) > 1:
                answers = ", ".join(f"{who} {number}" for who, number in said.items())
                found.append(f"WRONG: {measurement.name}: not all find the same: {answers}")
        return tuple(found)

    @property
    def failed(self) -> tuple[str, ...]:
        return tuple(
            f"{one.who} failed in {one.measurement}: {one.note}" for one in self.readings if not one.values
        )

    def __str__(self) -> str:
        return "\n".join(lines(self))


def loads(
    *,
    engines: Sequence[str] = (),
    samples: int | None = None,
    seconds: float = SECONDS,
    quick: bool = False,
    say: Say | None = None,
) -> Loads:
    """Take every measurement ``samples`` times with the engines chosen."""
    table = catalogue()
    chosen = [table.named(name) for name in available(engines)]
    repeats = samples if samples is not None else 1 if quick else SAMPLES
    readings: list[Reading] = []
    prepared: dict[str, str] = {}
    for measurement in MEASUREMENTS:
        with tempfile.TemporaryDirectory(prefix="satplay-bench-") as folder:
            measurement.prepare(Path(folder), quick)
            files = sorted(Path(folder).iterdir())
            prepared[measurement.name] = fingerprint(*(file.read_bytes() for file in files))
            for who in measurement.contenders(chosen):
                reading = _taken(measurement, who, Path(folder), repeats, seconds)
                readings.append(reading)
                if say is not None:
                    told = ", ".join(map(figures, reading.values)) or reading.note
                    say(f"{measurement.name}, {who}: {told}")
    return Loads(tuple(readings), quick, seconds, prepared)


def _taken(measurement: Measurement, who: Contender, folder: Path, repeats: int, seconds: float) -> Reading:
    values: list[float] = []
    agreed: int | None = None
    for _ in range(repeats):
        arguments = [measurement.name, who.engine, who.form, str(folder)]
        match fresh("satplay.lab.bench.load_benchmark", arguments, seconds):
            case OutOfTime():
                return Reading(measurement.name, str(who), (), note=f"more than {seconds:g} seconds")
            case Failed(why=why):
                return Reading(measurement.name, str(who), (), note=why)
            case found:
                values.append(found["value"])
                agreed = found["agreed"]
    return Reading(measurement.name, str(who), tuple(values), agreed)


def kept(table: Loads) -> Table:
    """What a later run is compared with; where more is better, seconds for a million."""
    rows = []
    for measurement in MEASUREMENTS:
        part = [one for one in table.readings if one.measurement == measurement.name and one.values]
        scores = {one.who: _score(one, measurement, table.seconds) for one in part}
        rows.append(Row(measurement.name, measurement.name, table.prepared.get(measurement.name, ""), scores))
    return Table(BENCHMARK, table.seconds, tuple(rows))


def _score(reading: Reading, measurement: Measurement, limit: float) -> Score:
    more = measurement.better == "more"
    return scored([[1e6 / max(one, SMALLEST) if more else one for one in reading.values]], limit)


def as_json(table: Loads) -> dict[str, Any]:
    """Everything that was measured, raw, and where."""
    return {
        **heading("engines", table, kept(table)),
        "quick": table.quick,
        "seconds": table.seconds,
        "readings": [asdict(one) for one in table.readings],
    }


def lines(table: Loads) -> list[str]:
    """One part for each measurement, with ratios to the best of it."""
    text: list[str] = []
    for measurement in MEASUREMENTS:
        part = [one for one in table.readings if one.measurement == measurement.name]
        reached = {one.who: median(one.values) for one in part if one.values}
        if not part:
            continue
        less = measurement.better == "less"
        best = (min if less else max)(reached.values(), default=1.0)
        rows = [["", "median", "", "to the best"]]
        for one in part:
            if one.who in reached:
                value = reached[one.who]
                to_best = ratio(value / best if less else best / value)
                rows.append([f"  {one.who}", figures(value), noisy(spread(one.values)).strip(), to_best])
            else:
                rows.append([f"  {one.who}", "-", "", "-"])
        _, *body = aligned(rows)
        text += [f"{measurement.title}{' (small)' if table.quick else ''}; to the best", *body, ""]
    return [*text[:-1], *table.failed, *table.wrong]
