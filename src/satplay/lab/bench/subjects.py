"""The subjects of ``satplay bench``: each is a file that makes a :class:`Benchmark` of the user's options."""

from __future__ import annotations

from satplay.errors import BadInput, NoSuchName
from satplay.lab.bench import puzzles
from satplay.lab.bench.benchmark import Benchmark
from satplay.lab.bench.options import BenchOptions

DESCRIPTIONS = {
    "campaign": "many jobs: workers against one process, memory, messages, stores, cubes",
    "engines": "engines on families of formulas; with --loads loading, reading, assuming, propagating",
    "explain": "explanations: the whole path, on families of boards or on boards from files",
    "qbf": "engines for quantified formulas, on families of formulas or on files",
    "web": "the browser application: pages, inputs, hints, 50 players at once, a restart",
}


def subject_names() -> list[str]:
    """Every subject; imports no benchmark."""
    return [*DESCRIPTIONS, *puzzles.names()]


def subjects() -> dict[str, str]:
    """Every subject with a description."""
    found = dict(DESCRIPTIONS)
    for name in puzzles.names():
        subject = puzzles.find(name)
        more = f"; {subject.contests.title}" if subject.contests is not None else ""
        found[name] = f"encodings and engines on boards of {subject.puzzle.title}, new or from files{more}"
    return found


def expect_subject(subject: str) -> None:
    """Refuse a name that is no subject."""
    if subject not in subject_names():
        raise NoSuchName("benchmark", subject, subject_names())


def make_benchmark(subject: str, options: BenchOptions) -> Benchmark:
    """The benchmark of a subject; options that it does not have are refused."""
    expect_subject(subject)
    if subject == "qbf":
        from satplay.lab.bench.quantified import benchmark as quantified

        options.expect_only(quantified.ACCEPTED, subject)
        return quantified.qbf_benchmark(options)
    if subject == "campaign":
        from satplay.lab.bench.campaign import benchmark as campaign

        options.expect_only(campaign.ACCEPTED, subject)
        return campaign.campaign_benchmark(options)
    if subject == "web":
        from satplay.lab.bench.web import benchmark as web

        options.expect_only(web.ACCEPTED, subject)
        return web.web_benchmark(options)
    if subject == "explain":
        from satplay.lab.bench.explanations import benchmark as explanations

        options.expect_only(explanations.ACCEPTED, subject)
        return explanations.explanation_benchmark(options)
    if subject != "engines":
        from satplay.lab.bench.puzzle_boards import board_benchmark as boards

        options.expect_only(boards.ACCEPTED, subject)
        return boards.board_benchmark(subject, options)
    from satplay.lab.bench import engine_benchmark, load_benchmark

    options.expect_only(engine_benchmark.ACCEPTED, subject)
    if not options.loads:
        return engine_benchmark.engine_benchmark(options)
    if options.families:
        raise BadInput("command", found="--loads with --family", expected="one or the other")
    return load_benchmark.load_benchmark(options)


def family_titles(subject: str) -> dict[str, str]:
    """The families of formulas or boards of a subject, with their titles."""
    if subject == "campaign":
        from satplay.lab.bench.campaign import benchmark as campaign

        return {family.name: family.title for family in campaign.FAMILIES}
    if subject == "web":
        from satplay.lab.bench.web import benchmark as web

        return {family.name: family.title for family in web.families()}
    if subject == "explain":
        from satplay.lab.bench.explanations import board_families

        return {family.name: family.title for family in board_families.FAMILIES}
    if subject == "qbf":
        from satplay.lab.bench.quantified.quantified_families import families

        return {family.name: family.title for family in families()}
    from satplay.lab.bench.formula_families import FAMILIES

    return {family.name: family.title for family in FAMILIES}
