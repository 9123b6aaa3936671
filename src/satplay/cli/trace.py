"""``satplay trace``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.cli.pictures import Pictures
    from satplay.contracts.engine import Limit
    from satplay.verbs.trace import SearchOptions, Trace


def _choice(name: str, *words: str, help: str) -> Callable[[arg.Decorated], arg.Decorated]:
    """An option with a choice of words; the first is the default."""
    return click.option(name, type=click.Choice(words), default=words[0], show_default=True, help=help)


def _switch(name: str, help: str, *, on: bool = False) -> Callable[[arg.Decorated], arg.Decorated]:
    """A pair of flags that turns a part of the engine on or off."""
    return click.option(f"--{name}/--no-{name}", default=on, show_default=True, help=help)


def engine_options(command: arg.Decorated) -> arg.Decorated:
    """The options of the reference engine, passed to the command as one ``options``."""
    names = ["learn", "decide", "propagation", "learning", "minimise", "backjumping", "phase_saving"]
    names += ["restarts", "restart_unit", "deletion", "pure", "seed"]

    @wraps(command)
    def with_options(*values: Any, phase: str, **others: Any) -> Any:
        from satplay.verbs.trace import SearchOptions

        chosen = {name: others.pop(name) for name in names}
        watches = chosen["propagation"] == "watches"
        return command(
            *values, options=SearchOptions(phase=phase == "true", show_watches=watches, **chosen), **others
        )

    scan = "scan all clauses, or watch two literals of each"
    jump = "jump over levels instead of backtracking one at a time"
    unit = "conflicts between restarts"
    return arg.with_options(
        cast(arg.Decorated, with_options),
        _choice("--learn", "decisions", "first-uip", "last-uip", help="learning scheme"),
        _choice("--decide", "order", "vsids", "jw", "random", help="decision heuristic"),
        _choice("--phase", "true", "false", help="value tried first"),
        _choice("--propagation", "scan", "watches", help=scan),
        _switch("learning", "keep learned clauses", on=True),
        _switch("minimise", "remove learned literals that the others imply"),
        _switch("backjumping", jump, on=True),
        _switch("phase-saving", "decide the last value of a variable again"),
        _switch("restarts", "restart by Luby's sequence"),
        click.option("--restart-unit", type=arg.Number(1), default=64, metavar="N", help=unit),
        _switch("deletion", "delete learned clauses from time to time"),
        _switch("pure", "decide pure literals first"),
        arg.seed,
    )


@click.command(cls=arg.InstanceCommand)
@arg.words
@_choice("--format", "text", "json", "latex", "html", help="output format; html is a page with a step slider")
@arg.output
@engine_options
@arg.assume
@arg.encoding
@arg.limits
@arg.json
@arg.pictures
@click.option("--step", type=arg.Number(1), metavar="N", help="state that --svg and --png show")
def trace(
    words: tuple[str, ...],
    format: str,
    output: Path | None,
    options: SearchOptions,
    assume: tuple[int, ...],
    encoding: str | None,
    limit: Limit,
    json: bool,
    pictures: Pictures,
    step: int | None,
) -> int:
    """Show a CDCL run step by step.

    The steps are rule applications: decide, unit-prop, conflict, learn, backjump, fail. The defaults are
    those used on paper.

    Example: satplay trace FORMULA

    Example: satplay trace FORMULA --learn first-uip --format html -o run.html
    """
    from satplay.cli.printing import print_json, print_lines, write_text
    from satplay.verbs.trace import picture
    from satplay.verbs.trace import trace as run

    subject, inputs = arg.subject_and_inputs(words)
    given = arg.with_variants(arg.expect_one_input(inputs, "trace"))
    traced = run(given, subject, options=options, encoding=encoding, assuming=assume, limit=limit)
    shape = "json" if json else format
    if pictures:
        pictures.write(picture(traced, step))
    if output is not None:
        write_text(output, _render(traced, shape))
    elif shape == "json":
        print_json(traced.to_json())
    else:
        print_lines([_render(traced, shape).rstrip("\n")])
    return 3 if traced.answer == "unknown" else 0  # the run was shown, whether satisfiable or not


def _render(traced: Trace, shape: str) -> str:
    import json

    match shape:
        case "json":
            return json.dumps(traced.to_json(), ensure_ascii=False) + "\n"
        case "latex":
            return traced.to_latex()
        case "html":
            return traced.to_html()
        case _:
            return traced.to_text()
