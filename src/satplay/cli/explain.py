"""``satplay explain``."""

from __future__ import annotations

import re
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.cli.output_files import expect_inputs_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satplay.cli.pictures import Pictures
    from satplay.contracts.engine import Limit
    from satplay.verbs.explain import ExplainResult, Explanation


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
def explain(
    words: tuple[str, ...],
    format: str | None,
    limit: Limit,
    json: bool,
    ascii: bool,
    pictures: Pictures,
    html: Path | None,
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
    from satplay.verbs.explain import Explanation

    subject, inputs = arg.subject_and_inputs(words)
    given = arg.expect_one_input(arg.instances(inputs, subject, format), "explain")
    _expect_input_kept(inputs, pictures)
    explanation = Explanation(given, subject, limit=limit, format=format)
    show = _show_json if json else _show_text(ascii)
    try:
        show(explanation, given.name, pictures)
    except KeyboardInterrupt as interruption:  # the steps found so far are kept
        from satplay.cli import OutOfTime
        from satplay.contracts.engine import Stopped

        stopped = Stopped.TIME if isinstance(interruption, OutOfTime) else Stopped.INTERRUPTED
        _finish(explanation.result(stopped), html, json=json)
        raise
    finally:
        explanation.close()
    result = explanation.result()
    _finish(result, html, json=json)
    return result.exit_status


def _show_text(ascii: bool) -> Callable[[Explanation, str, Pictures], None]:
    """Print each step as soon as it is found, and the end."""
    from satplay.cli.printing import print_lines
    from satplay.cli.terminal import screen
    from satplay.verbs.explain import step_lines

    look = screen(ascii=ascii)

    def show(explanation: Explanation, name: str, pictures: Pictures) -> None:
        for number, step in enumerate(explanation, 1):
            print_lines(look.wrap(step_lines(number, step)))
            pictures.with_number(number).write_if_any(step)
        print_lines(look.words(explanation.result().end_lines(write_solution=look.solution)))

    return show


def _show_json(explanation: Explanation, name: str, pictures: Pictures) -> None:
    """Find all steps; they are printed at the end as one document."""
    from satplay.cli.progress import working
    from satplay.solving.progress import report_progress

    with (
        working(name[:40]) as progress,
        report_progress(lambda: {"steps": explanation.step_count}, progress),
    ):
        for number, step in enumerate(explanation, 1):
            pictures.with_number(number).write_if_any(step)


def _finish(result: ExplainResult, html: Path | None, *, json: bool) -> None:
    """Print the JSON document, and write the page."""
    from satplay.cli.printing import print_json, write_text

    if json:
        print_json(result.as_json())
    if html is not None:
        write_text(html, result.to_html())


def _expect_input_kept(inputs: Sequence[str], pictures: Pictures) -> None:
    """Raise ``BadInput`` if a numbered picture would replace an input."""
    for option, path in pictures.as_mapping().items():
        for numbered in path.parent.glob(f"{escape(path.stem)}-*{escape(path.suffix)}"):
            if re.fullmatch("[1-9][0-9]*", numbered.stem.removeprefix(f"{path.stem}-")):
                expect_inputs_kept(inputs, {option: numbered})
