"""``satplay generate``."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satplay.cli import arguments as arg
from satplay.cli.booklet import BookletRequest, booklet_options
from satplay.cli.dynamic_options import GeneratorCommand
from satplay.errors import BadInput

if TYPE_CHECKING:
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

    'satplay generate PUZZLE --help' lists the options of a puzzle.

    Example: satplay generate PUZZLE --seed 7

    Example: satplay generate PUZZLE --count 20 --pdf booklet.pdf

    Example: satplay generate cnf --vars 50 --k 3
    """
    from satplay.cli.printing import print_lines, remark
    from satplay.verbs.generate import new_seed

    if pictures and count > 1:
        raise BadInput("command", found=f"--count {count}", expected="one instance with --svg or --png")
    if keep is not None and (output is not None or json or to is not None or booklet):
        raise BadInput("command", found="--keep with --output, --json, --to or --pdf", expected="it alone")
    first = new_seed() if seed is None else seed
    request = {"size": size, "difficulty": difficulty, "options": options, "engine": engine}
    instances = _generate_all(subject, range(first, first + count), to, request, limit)
    if seed is None:
        instances = _announce(instances, lambda: remark(f"seed {first}: --seed {first} makes the same again"))
    if keep is not None:
        _keep_all(keep, subject, instances)
        return 0
    if not booklet:
        _print_all(instances, output, json, pictures)
        return 0
    made = list(instances)
    if output is not None or json or pictures:
        _print_all(made, output, json, pictures)
    command = ["satplay", "generate", subject, *_repeat(request), "--count", str(count), "--seed", str(first)]
    command += booklet.options()
    summary = booklet.write(made, subject, footer=shlex.join(command), limit=limit)
    print_lines([] if json else [summary])
    return 0


def _repeat(request: Mapping[str, Any]) -> Iterator[str]:
    """The options of a request, as they are typed."""
    for option in ("size", "difficulty", "engine"):
        if request[option] is not None:
            yield from (f"--{option}", request[option])
    for name, value in request["options"].items():
        yield from ("--option", f"{name}={value}")


def _generate_all(
    subject: str, seeds: Sequence[int], to: str | None, request: Mapping[str, Any], limit: Limit
) -> Iterator[GenerateResult]:
    """One instance for each seed, all in one format."""
    from satplay.cli.progress import working
    from satplay.contracts.budget import Budget
    from satplay.verbs.generate import generate

    budget = Budget(limit)
    levels = _levels(subject, request["difficulty"])
    since = time.monotonic()
    for number, seed in enumerate(seeds, 1):
        with working(f"{subject}, {number} of {len(seeds)}", since) as progress:
            if progress is not None:
                progress({})
            several = len(seeds) > 1
            level = levels[(number - 1) * len(levels) // len(seeds)]
            made = generate(
                subject,
                seed=seed,
                to=to,
                several=several,
                seconds=budget.remaining_time().seconds,
                progress=progress,
                **{**request, "difficulty": level},
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


def _announce(instances: Iterator[GenerateResult], announce: Callable[[], None]) -> Iterator[GenerateResult]:
    """The instances; ``announce`` is called after the first one has been generated."""
    for number, made in enumerate(instances):
        if number == 0:
            announce()
        yield made


def _print_all(
    instances: Iterable[GenerateResult], output: Path | None, json: bool, pictures: Pictures
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
        pictures.write(made.puzzle.draw(made.instance, None))


def _keep_all(keep: str, subject: str, instances: Iterable[GenerateResult]) -> None:
    """Add each instance to the collection as soon as it is generated, then print a summary."""
    from dataclasses import replace

    from satplay.cli.printing import print_lines
    from satplay.verbs.keep import expect_collection, keep_boards

    expect_collection(keep, subject)  # fails before anything is generated
    count = new = 0
    for made in instances:
        added = keep_boards(keep, made.puzzle.name, [made.instance])
        count, new = count + 1, new + added.new
    print_lines(replace(added, board_count=count, new=new).lines())
