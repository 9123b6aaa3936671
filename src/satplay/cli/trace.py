"""``satplay trace``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit
    from satplay.verbs.trace import Heuristic, Propagation, Scheme, Trace


def _choice(name: str, *words: str, help: str) -> Callable[[arg.Decorated], arg.Decorated]:
    """An option with a few words to choose from, the first by default."""
    return click.option(name, type=click.Choice(words), default=words[0], show_default=True, help=help)


def _switch(name: str, help: str, *, on: bool = False) -> Callable[[arg.Decorated], arg.Decorated]:
    """An optimisation that can be switched on and off."""
    return click.option(f"--{name}/--no-{name}", default=on, show_default=True, help=help)


@click.command()
@arg.words
@_choice("--learn", "decisions", "first-uip", "last-uip", help="the learning scheme")
@_choice("--decide", "order", "vsids", "jw", "random", help="the decision heuristic")
@_choice("--phase", "true", "false", help="the value tried first")
@_choice("--propagation", "scan", "watches", help="look at every clause, or watch two literals of each")
@_choice("--format", "text", "json", "latex", "html", help="html is a page with a step slider")
@arg.output
@_switch("learning", "keep the learned clauses", on=True)
@_switch("minimise", "drop learned literals that the others imply")
@_switch("backjumping", "jump back, rather than one level at a time", on=True)
@_switch("phase-saving", "try the last value of a variable again")
@_switch("restarts", "start afresh by Luby's sequence")
@click.option(
    "--restart-unit", type=arg.Number(1), default=64, metavar="N", help="conflicts between restarts"
)
@_switch("deletion", "forget learned clauses from time to time")
@_switch("pure", "decide pure literals first")
@arg.assume
@arg.encoding
@arg.limits
@arg.seed
@arg.json
@arg.pictures
@click.option("--step", type=arg.Number(1), metavar="N", help="the state that --svg and --png show")
def trace(
    words: tuple[str, ...],
    learn: Scheme,
    decide: Heuristic,
    phase: str,
    propagation: Propagation,
    format: str,
    output: Path | None,
    learning: bool,
    minimise: bool,
    backjumping: bool,
    phase_saving: bool,
    restarts: bool,
    restart_unit: int,
    deletion: bool,
    pure: bool,
    assume: tuple[int, ...],
    encoding: str | None,
    limit: Limit,
    seed: int,
    json: bool,
    svg: Path | None,
    png: Path | None,
    step: int | None,
) -> int:
    """Watch a CDCL run, step by step.

    The steps are rule applications: decide, unit-prop, conflict, learn, backjump, fail.  The defaults are
    those of pen and paper.

    Example: satplay trace cnf formula.cnf --learn first-uip --format html -o run.html
    """
    from satplay.cli.printing import print_json, print_lines, write_pictures, write_text
    from satplay.verbs.trace import Options, picture
    from satplay.verbs.trace import trace as run

    subject, inputs = arg.subject_and_inputs(words)
    traced = run(
        arg.one_input(inputs, "trace"),
        subject,
        options=Options(
            propagation=propagation,
            decide=decide,
            phase=phase == "true",
            phase_saving=phase_saving,
            learn=learn,
            learning=learning,
            minimise=minimise,
            backjumping=backjumping,
            restarts=restarts,
            restart_unit=restart_unit,
            deletion=deletion,
            pure=pure,
            show_watches=propagation == "watches",
            seed=seed,
        ),
        encoding=encoding,
        assuming=assume,
        limit=limit,
    )
    shape = "json" if json else format
    if svg or png:
        write_pictures(picture(traced, step), svg, png)
    if output is not None:
        write_text(output, _rendered(traced, shape))
    elif shape == "json":
        print_json(traced.to_json())
    else:
        print_lines([_rendered(traced, shape).rstrip("\n")])
    return 3 if traced.answer == "unknown" else 0  # satisfiable or not, the run was shown


def _rendered(traced: Trace, shape: str) -> str:
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
