"""``satplay bench campaign``: what workers gain on the same boards, what their messages cost, and cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from satplay.errors import NoSuchName
from satplay.fast_dataclass import dataclass
from satplay.lab import calls
from satplay.lab.bench.benchmark import Benchmark, Contestant, Instance, Outcome
from satplay.lab.bench.campaign.tables import tables
from satplay.lab.bench.campaign.ways import DASK, LOCAL, LOOP
from satplay.lab.bench.options import BenchOptions
from satplay.store.location import Server, location

ACCEPTED = ("--family", "--list")

WORKERS = 2

HERE = "satplay.lab.bench.campaign"


@dataclass(frozen=True, slots=True)
class CampaignFamily:
    """A row of the report.

    ``contestants``  by name: the arguments of ``function`` that differ between them
    ``arguments``    of every contestant, and of the quick run
    """

    name: str
    title: str
    function: str
    contestants: Mapping[str, Mapping[str, Any]]
    arguments: Mapping[str, Any]
    quick: Mapping[str, Any]


WAYS = {
    "1 loop": {"way": LOOP, "workers": 1},
    "2 loops": {"way": LOOP, "workers": WORKERS},
    "1 worker": {"way": LOCAL, "workers": 1},
    "2 workers": {"way": LOCAL, "workers": WORKERS},
    "2 Dask workers": {"way": DASK, "workers": WORKERS},
}
"""The same boards, one way after the other; loops store nothing."""

FAMILIES = (
    CampaignFamily(
        "hard-boards",
        "10 000 Hashi boards 15x15, hard",
        f"{HERE}.measures:fill",
        WAYS,
        {"number": 10_000, "size": "15x15", "difficulty": "hard"},
        {"number": 30, "size": "7x7", "difficulty": "hard"},
    ),
    CampaignFamily(
        "boards",
        "10 000 Hashi boards 15x15",
        f"{HERE}.measures:fill",
        WAYS,
        {"number": 10_000, "size": "15x15", "difficulty": None},
        {"number": 60, "size": "7x7", "difficulty": None},
    ),
    CampaignFamily(
        "small-boards",
        "10 000 Hashi boards 10x10",
        f"{HERE}.measures:fill",
        WAYS,
        {"number": 10_000, "size": "10x10", "difficulty": None},
        {"number": 60, "size": "5x5", "difficulty": None},
    ),
    CampaignFamily(
        "memory",
        "memory of the parent, Hashi boards 8x8",
        f"{HERE}.measures:fill_repeatedly",
        {"10 000 boards": {"times": 1}, "100 000 boards": {"times": 10}},
        {"number": 10_000, "size": "8x8"},
        {"number": 50, "size": "5x5"},
    ),
    CampaignFamily(
        "messages",
        "messages of jobs without work",
        f"{HERE}.messages:sample",
        {"local": {"way": LOCAL}, "Dask": {"way": DASK}},
        {"workers": WORKERS, "chunks": 1000},
        {"workers": WORKERS, "chunks": 20},
    ),
    CampaignFamily(
        "stores",
        "storing 20 000 boards in a collection",
        f"{HERE}.measures:store_boards",
        {"SQLite": {"server": None}, "PostgreSQL": {}},
        {"number": 20_000},
        {"number": 200},
    ),
    CampaignFamily(
        "cubes",
        "pigeonhole 10, refuted with a proof",
        f"{HERE}.cubes:sample",
        {"one process": {"workers": 0}, "cubes, 2 workers": {"workers": WORKERS}},
        {"holes": 10},
        {"holes": 5},
    ),
)


def campaign_benchmark(options: BenchOptions) -> Benchmark:
    """The families that were chosen, one instance each; ``--engine`` chooses contestants."""
    chosen = _choose(options.families)
    known = {name for family in chosen for name in family.contestants}
    for name in options.engines:
        if name not in known:
            raise NoSuchName("contestant", name, sorted(known))
    return Benchmark(
        "campaign",
        list(_instances(chosen, options)),
        _take,
        tables,
        repeats=1,
        seconds=3600.0,
        titles={family.name: family.title for family in FAMILIES},
        absent=list(_absent(chosen)),
    )


def _choose(names: Sequence[str]) -> Sequence[CampaignFamily]:
    """The families of these names, or all of them without names."""
    known = {family.name: family for family in FAMILIES}
    for name in names:
        if name not in known:
            raise NoSuchName("family of measurements", name, known)
    return [known[name] for name in dict.fromkeys(names)] or FAMILIES


def _instances(
    chosen: Sequence[CampaignFamily], options: BenchOptions
) -> Iterator[Callable[[Path], Instance]]:
    for family in chosen:
        names = [name for name in family.contestants if _is_possible(family, name)]
        names = [name for name in names if name in options.engines] if options.engines else names
        if names:
            yield partial(_instance, family, tuple(map(Contestant, names)), options.quick)


def _instance(
    family: CampaignFamily, contestants: tuple[Contestant, ...], quick: bool, folder: Path
) -> Instance:
    return Instance(family.name, "", contestants, data=(family, quick))


def _is_possible(family: CampaignFamily, contestant: str) -> bool:
    """Whether what a contestant needs is there."""
    if family.name == "stores" and contestant == "PostgreSQL":
        return isinstance(location(), Server)
    return "Dask" not in contestant or find_spec("distributed") is not None


def _absent(chosen: Sequence[CampaignFamily]) -> Iterator[str]:
    """The contestants that are left out, with the remedy."""
    if find_spec("distributed") is None:
        yield "Dask (pip install 'satplay[cluster]')"
    if any(family.name == "stores" for family in chosen) and not isinstance(location(), Server):
        yield "PostgreSQL (name a database in --store or SATPLAY_STORE)"


def _take(instance: Instance, contestant: Contestant, seconds: float, count: int) -> Outcome:
    family, quick = instance.data
    arguments = {**family.contestants[contestant.name], **(family.quick if quick else family.arguments)}
    if family.name == "stores" and contestant.name == "PostgreSQL":
        server = location()
        assert isinstance(server, Server)
        arguments["server"] = server.address
    return calls.call(family.function, arguments, seconds)
