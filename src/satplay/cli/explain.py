"""``satplay explain``."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.cli.output_files import expect_inputs_kept
from satplay.cli.printing import print_json, print_lines, write_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satplay.cli.pictures import Pictures
    from satplay.contracts.engine import Limit
    from satplay.verbs.explain import ExplainResult, Explanation
    from satplay.verbs.hint import Hint

PART_FOR_STEPS = 0.8
"""The part of the time limit for steps and their pictures if a page is put together at the end."""


@click.command(cls=arg.InstanceCommand)
@arg.words
@arg.input_format
@arg.limits
@arg.json
@arg.ascii
@arg.pictures
@click.option(
    "--html", type=arg.OUTPUT, metavar="FILE", help="write a page with the board and a slider over the steps"
)
@click.option("--verify", is_flag=True, help="verify every step with the reference engine")
def explain(
    words: tuple[str, ...],
    format: str | None,
    limit: Limit,
    json: bool,
    ascii: bool,
    pictures: Pictures,
    html: Path | None,
    verify: bool,
) -> int:
    """Explain the whole solution step by step, each step with the rules it follows from.

    Steps are printed as they are found; Ctrl-C and --time keep them. Every part of a reason is needed:
    without it the step does not follow. A step that needs several rules is a chain: suppose the opposite,
    then ..., but then a rule would be broken. The last line has the difficulty of the board, as 'satplay
    rate' prints it.

    --svg path.svg writes one picture per step: path-1.svg, path-2.svg and so on. What is new has a dashed
    frame, what it follows from is highlighted.

    The exit status is 1 if the puzzle has no solution or more than one, and 3 if a limit was reached.

    Example: satplay explain BOARD

    Example: satplay explain BOARD --html steps.html
    """
    from satplay.cli import OutOfTime
    from satplay.contracts.engine import Stopped
    from satplay.verbs.explain import Explanation, page_step

    subject, inputs = arg.subject_and_inputs(words)
    given = arg.expect_one_input(arg.instances(inputs, subject, format), "explain")
    _expect_input_kept(inputs, pictures)
    if html is not None and limit.seconds is not None:
        limit = replace(limit, seconds=PART_FOR_STEPS * limit.seconds)
    explanation = Explanation(given, subject, limit=limit, format=format, verify=verify)
    output = _JsonOutput(given.name) if json else _TextOutput(ascii)
    page = None if html is None else explanation.start_page()
    try:
        with output.progress(explanation):
            for number, step in enumerate(explanation, 1):
                output.show_step(number, step)
                pictures.with_number(number).write_if_any(step)
                if page is not None:
                    page.add(page_step(number, step))
    except KeyboardInterrupt as interruption:  # the steps found so far are kept
        stopped = Stopped.TIME if isinstance(interruption, OutOfTime) else Stopped.INTERRUPTED
        result = explanation.result(stopped)
        if json:
            output.show_end(result)
        if html is not None and page is not None:
            write_text(html, result.finish_page(page))
        raise
    finally:
        explanation.close()
    result = explanation.result()
    output.show_end(result)
    if html is not None and page is not None:
        write_text(html, result.finish_page(page))
    return result.exit_status


class _TextOutput:
    """Prints each step as soon as it is found."""

    def __init__(self, ascii: bool) -> None:
        from satplay.cli.terminal import screen

        self._screen = screen(ascii=ascii)

    def progress(self, explanation: Explanation) -> AbstractContextManager[None]:
        """No progress is shown: the steps are."""
        return nullcontext()

    def show_step(self, number: int, step: Hint) -> None:
        from satplay.verbs.explain import step_lines

        print_lines(self._screen.wrap(step_lines(number, step)))

    def show_end(self, result: ExplainResult) -> None:
        print_lines(self._screen.words(result.end_lines(write_solution=self._screen.solution)))


class _JsonOutput:
    """Prints one document at the end."""

    def __init__(self, name: str) -> None:
        self._name = name

    @contextmanager
    def progress(self, explanation: Explanation) -> Iterator[None]:
        """Show the number of steps on a terminal."""
        from satplay.cli.progress import working
        from satplay.solving.progress import report_progress

        with (
            working(self._name[:40]) as progress,
            report_progress(lambda: {"steps": explanation.step_count}, progress),
        ):
            yield

    def show_step(self, number: int, step: Hint) -> None:
        pass

    def show_end(self, result: ExplainResult) -> None:
        print_json(result.as_json())


def _expect_input_kept(inputs: Sequence[str], pictures: Pictures) -> None:
    """Raise ``BadInput`` if a numbered picture would replace an input."""
    for option, path in pictures.as_mapping().items():
        for numbered in path.parent.glob(f"{escape(path.stem)}-*{escape(path.suffix)}"):
            if re.fullmatch("[1-9][0-9]*", numbered.stem.removeprefix(f"{path.stem}-")):
                expect_inputs_kept(inputs, {option: numbered})
