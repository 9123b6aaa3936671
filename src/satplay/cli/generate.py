"""``satplay generate``."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satplay.cli import arguments as arg
from satplay.cli.booklet import BookletRequest, booklet_options
from satplay.cli.dynamic_options import GeneratorCommand
from satplay.cli.workers import Workers, campaign_options
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.campaign.tasks.generating import StoredInstance
    from satplay.cli.generate_campaign import GenerateCampaign
    from satplay.cli.pictures import Pictures
    from satplay.contracts.engine import Limit
    from satplay.verbs.generate import GenerateResult


@click.command(cls=GeneratorCommand)
@click.argument("subject", metavar="PUZZLE")
@arg.generator_options
@click.option("--count", type=arg.Number(1), default=1, metavar="N", help="number of instances")
@arg.new_seed
@click.option("--to", metavar="NAME", help="output format; the first that fits if omitted")
@arg.engine
@arg.resource_limits
@campaign_options
@click.option("--keep", metavar="@NAME", help="add to this collection instead of printing")
@arg.output
@arg.json
@arg.pictures
@booklet_options
def generate(
    subject: str,
    size: str | None,
    difficulty: str | None,
    options: Mapping[str, str],
    count: int,
    seed: int | None,
    to: str | None,
    engine: str | None,
    limit: Limit,
    workers: Workers,
    keep: str | None,
    output: Path | None,
    json: bool,
    pictures: Pictures,
    booklet: BookletRequest,
) -> int:
    """Generate new instances of a puzzle.

    Each is checked before it is printed: if the puzzle requires a unique solution, there is exactly one.
    With --count the seeds are consecutive, so that each instance can be generated again by itself. The exit
    status is 3 if a limit is reached; what was generated before is printed.

    --difficulty takes several levels, as in easy,hard: the instances get them in this order, equally many
    each. --pdf writes all instances as a booklet for printing, with the solutions at the end; then they are
    printed only with --json or --output.

    --jobs generates in several processes. Every instance is stored at once: if the command is interrupted,
    the same command with the same --seed continues.

    'satplay generate PUZZLE --help' lists the options of a puzzle.

    Example: satplay generate PUZZLE --seed 7

    Example: satplay generate PUZZLE --count 20 --pdf booklet.pdf

    Example: satplay generate cnf --vars 50 --k 3
    """
    from satplay.cli.printing import print_lines
    from satplay.verbs.generate import new_seed

    _expect_compatible(count, pictures, keep, bool(output is not None or json or to is not None or booklet))
    first = new_seed() if seed is None else seed
    announce = partial(_announce, first if seed is None else None)
    request = {"size": size, "difficulty": difficulty, "options": options, "engine": engine}
    work = _prepare(subject, range(first, first + count), request, limit, workers)
    if keep is not None:
        return work.keep(keep, announce)
    made = work.instances(to, announce)
    made = list(made) if booklet else made
    if not booklet or output is not None or json or pictures:
        _print_all(made, output, json, pictures)
    if booklet:
        command = [subject, *_repeat(request), "--count", str(count), "--seed", str(first)]
        footer = shlex.join(["satplay", "generate", *command, *booklet.options()])
        summary = booklet.write(map(_restore, made), subject, footer=footer, limit=limit)
        print_lines([] if json else [summary])
    return max(work.statuses)


def _expect_compatible(count: int, pictures: Pictures, keep: str | None, is_output: bool) -> None:
    """Raise ``BadInput`` for options that exclude each other."""
    if pictures and count > 1:
        raise BadInput("command", found=f"--count {count}", expected="one instance with --svg or --png")
    if keep is not None and is_output:
        raise BadInput("command", found="--keep with --output, --json, --to or --pdf", expected="it alone")


def _announce(seed: int | None) -> None:
    """Print the seed, if it was chosen by the program."""
    from satplay.cli.printing import remark

    if seed is not None:
        remark(f"seed {seed}: --seed {seed} makes the same again")


def _restore(made: GenerateResult | StoredInstance) -> GenerateResult:
    from satplay.verbs.generate import GenerateResult

    return made if isinstance(made, GenerateResult) else made.restore()


def _repeat(request: Mapping[str, Any]) -> Iterator[str]:
    """The options of a request, as they are typed."""
    for option in ("size", "difficulty", "engine"):
        if request[option] is not None:
            yield from (f"--{option}", request[option])
    for name, value in request["options"].items():
        yield from ("--option", f"{name}={value}")


def _prepare(
    subject: str, seeds: range, request: Mapping[str, Any], limit: Limit, workers: Workers
) -> _Generation | GenerateCampaign:
    """The work of the command: in this process, or by workers."""
    levels = _levels(subject, request["difficulty"])
    others = {name: value for name, value in request.items() if name != "difficulty"}
    if not workers:
        return _Generation(subject, seeds, levels, others, limit)
    from satplay.cli.generate_campaign import GenerateCampaign

    return GenerateCampaign(subject, seeds, levels, others, workers)


class _Generation:
    """Generates one instance for each seed in this process; the levels are used in order, equally often."""

    def __init__(
        self,
        subject: str,
        seeds: range,
        levels: list[str | None],
        request: Mapping[str, Any],
        limit: Limit,
    ) -> None:
        self._subject, self._seeds, self._levels = subject, seeds, levels
        self._request, self._limit = request, limit
        self.statuses = [0]

    def instances(
        self, to: str | None, announce: Callable[[], None]
    ) -> Iterable[GenerateResult | StoredInstance]:
        """All instances in one format; ``announce`` is called after the first."""
        for number, made in enumerate(self._generate_all(to)):
            if number == 0:
                announce()
            yield made

    def keep(self, name: str, announce: Callable[[], None]) -> int:
        """Add each instance to a collection as soon as it is generated, then print a summary."""
        from dataclasses import replace

        from satplay.cli.printing import print_lines
        from satplay.verbs.keep import expect_collection, keep_boards

        expect_collection(name, self._subject)  # fails before anything is generated
        new = 0
        for number, made in enumerate(self._generate_all(None)):
            if number == 0:
                announce()
            added = keep_boards(name, made.puzzle.name, [made.instance])
            new += added.new
        print_lines(replace(added, board_count=len(self._seeds), new=new).lines())
        return 0

    def _generate_all(self, to: str | None) -> Iterator[GenerateResult]:
        from satplay.cli.progress import working
        from satplay.contracts.budget import Budget
        from satplay.verbs.generate import generate

        budget, since, count = Budget(self._limit), time.monotonic(), len(self._seeds)
        for number, seed in enumerate(self._seeds):
            with working(f"{self._subject}, {number + 1} of {count}", since) as progress:
                if progress is not None:
                    progress({})
                made = generate(
                    self._subject,
                    seed=seed,
                    difficulty=self._levels[number * len(self._levels) // count],
                    to=to,
                    several=count > 1,
                    seconds=budget.remaining_time().seconds,
                    progress=progress,
                    **self._request,
                )
            to = made.format
            yield made


def _levels(subject: str, difficulty: str | None) -> list[str | None]:
    """The difficulty levels of ``easy,hard``; several are checked before the first instance is generated."""
    levels: list[str | None] = [*difficulty.split(",")] if difficulty is not None else [None]
    if len(levels) > 1:
        from satplay.contracts.generator_options import GeneratorOptions
        from satplay.inputs.catalogue import level_names

        for level in levels:
            GeneratorOptions(difficulty=level).level(level_names(subject).get(subject, []))
    return levels


def _print_all(
    instances: Iterable[GenerateResult | StoredInstance], output: Path | None, json: bool, pictures: Pictures
) -> None:
    from json import dumps

    from satplay.cli.printing import open_output

    with open_output(output) as texts:
        for made in instances:
            if json:
                texts.add(dumps(made.as_json(), ensure_ascii=False))
            else:
                texts.add(made.text, made.form)
    if pictures:
        only = _restore(made)
        pictures.write(only.puzzle.draw(only.instance, None))
