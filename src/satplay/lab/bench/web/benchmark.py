"""``satplay bench web``: pages, inputs, hints, many players and a restart, each on a server of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from satplay.errors import NoSuchName, PackageMissing
from satplay.fast_dataclass import dataclass
from satplay.lab import calls
from satplay.lab.bench.benchmark import Benchmark, Contestant, Instance, Outcome
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.score import digest
from satplay.lab.bench.web.browser import MISSING, find_browser
from satplay.lab.bench.web.inputs import WAYS
from satplay.lab.bench.web.tables import tables
from satplay.playing.subjects import playable_names

ACCEPTED = ("--family", "--list")

HERE = "satplay.lab.bench.web"

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class WebFamily:
    """A table of the report.

    ``contestants``   by name: the arguments of ``function`` that differ between them
    ``arguments``     of every contestant, and of the quick run, which has the contestants ``few``
    ``by``            the argument that is the program of the browser, if there is one
    ``needs``         whether there is nothing to measure without a browser
    """

    name: str
    title: str
    function: str
    contestants: Mapping[str, Arguments]
    arguments: Arguments
    quick: Arguments
    few: Sequence[str]
    by: str | None = None
    needs: bool = False


def families() -> Sequence[WebFamily]:
    """All families; the pages are those of the puzzles and games that are installed."""
    pages = ["/", *(f"/{name}" for name in playable_names())]
    inputs = {
        f"{subject}, {way}": {"subject": subject, "way": way} for subject in ("flow", "hashi") for way in WAYS
    }
    boards = ("flow", "9x9"), ("hashi", "15x15")
    return (
        WebFamily(
            "pages",
            "pages in a new profile",
            f"{HERE}.pages:sample",
            {path: {"path": path} for path in pages},
            {"visits": 5},
            {"visits": 1},
            ("/", "/hashi"),
            by="program",
        ),
        WebFamily(
            "inputs",
            "from an input to its frame, boards 25x25",
            f"{HERE}.inputs:sample",
            inputs,
            {"size": "25x25", "count": 400},
            {"size": "25x25", "count": 40},
            ("hashi, drag", "hashi, keys"),
            by="program",
            needs=True,
        ),
        WebFamily(
            "hints",
            "hints",
            f"{HERE}.hints:sample",
            {f"{name} {size}": {"subject": name, "size": size} for name, size in boards},
            {"starts": 3, "count": 100},
            {"starts": 1, "count": 5},
            ("hashi 15x15",),
        ),
        WebFamily(
            "players",
            "players at once",
            f"{HERE}.players:sample",
            {"50 players": {"players": 50}},
            {"seconds": 30.0},
            {"seconds": 3.0},
            ("50 players",),
        ),
        WebFamily(
            "restart",
            "after kill -9",
            f"{HERE}.restart:sample",
            {"satplay serve": {"subject": "hashi", "size": "10x10"}},
            {"restarts": 5},
            {"restarts": 1},
            ("satplay serve",),
        ),
    )


def web_benchmark(options: BenchOptions) -> Benchmark:
    """The families that were chosen, one instance each; ``--engine`` chooses contestants."""
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise PackageMissing("bench web", "fastapi", "web")
    chosen = _choose(options.families)
    known = {name for family in chosen for name in family.contestants}
    for name in options.engines:
        if name not in known:
            raise NoSuchName("contestant", name, sorted(known))
    browser = find_browser() if any(family.by for family in chosen) else None
    is_absent = browser is None and any(family.by for family in chosen)
    return Benchmark(
        "web",
        [*_instances(chosen, options, browser)],
        _take,
        tables,
        repeats=1,
        seconds=600.0,
        titles={family.name: family.title for family in families()},
        spans=[(f"{name}, later hints", name, "p50") for name in ("flow 9x9", "hashi 15x15")],
        absent=[MISSING] if is_absent else [],
    )


def _choose(names: Sequence[str]) -> Sequence[WebFamily]:
    """The families of these names, or all of them without names."""
    known = {family.name: family for family in families()}
    for name in names:
        if name not in known:
            raise NoSuchName("family of measurements", name, known)
    return [known[name] for name in dict.fromkeys(names)] or [*known.values()]


def _instances(
    chosen: Sequence[WebFamily], options: BenchOptions, browser: str | None
) -> Iterator[Callable[[Path], Instance]]:
    for family in chosen:
        if family.needs and browser is None:
            continue
        usual = family.few if options.quick else family.contestants
        names = [name for name in family.contestants if name in (options.engines or usual)]
        if names:
            yield partial(_instance, family, names, options.quick, browser)


def _instance(
    family: WebFamily, names: Sequence[str], quick: bool, browser: str | None, folder: Path
) -> Instance:
    arguments = dict(family.quick if quick else family.arguments)
    identity = digest(repr(sorted(arguments.items())))
    if family.by is not None:
        arguments[family.by] = browser
    contestants = tuple(Contestant(name, data=family.contestants[name]) for name in names)
    return Instance(family.name, "", contestants, (identity,), data=(family, arguments))


def _take(instance: Instance, contestant: Contestant, seconds: float, count: int) -> Outcome:
    family, arguments = instance.data
    return calls.call(family.function, {**arguments, **contestant.data}, seconds)
