"""The commands, VERB SUBJECT: each parses its arguments, calls the verb and prints the result."""

from __future__ import annotations

import click

from satplay.cli.ask import ask
from satplay.cli.audit import audit
from satplay.cli.backbone import backbone
from satplay.cli.bench import bench
from satplay.cli.check import check
from satplay.cli.convert import convert
from satplay.cli.count import count
from satplay.cli.encode import encode
from satplay.cli.engines import engines
from satplay.cli.enumerate import enumerate
from satplay.cli.explain import explain
from satplay.cli.generate import generate
from satplay.cli.hint import hint
from satplay.cli.keep import keep
from satplay.cli.lab import lab
from satplay.cli.mus import mus
from satplay.cli.play import play
from satplay.cli.solve import solve
from satplay.cli.trace import trace


def _print_version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from satplay.version import __version__

        click.echo(f"satplay {__version__}")
        context.exit()


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=False,
    invoke_without_command=True,
    epilog="Exit status: 0 yes or done, 1 no, 2 wrong usage or input, 3 unknown within the limits, "
    "70 internal failure, 130 interrupted; 'solve cnf' and 'solve qbf': 10 satisfiable or true, "
    "20 unsatisfiable or false, 0 unknown.",
)
@click.option(
    "--version", is_flag=True, callback=_print_version, expose_value=False, help="print the version"
)
@click.option("--debug", is_flag=True, expose_value=False, help="show a traceback if a command fails")
@click.pass_context
def app(context: click.Context) -> int:
    """Solve, explain, generate, check and play logic puzzles and games by SAT and QBF.

    Every answer has been checked before it is printed. 'satplay COMMAND --help' shows the options of a
    command and an example.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return 0


for command in (
    solve,
    count,
    enumerate,
    backbone,
    mus,
    check,
    hint,
    explain,
    encode,
    convert,
    generate,
    play,
    keep,
    ask,
    audit,
    trace,
    engines,
    bench,
    lab,
):
    app.add_command(command)
