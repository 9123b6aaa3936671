"""The commands, VERB SUBJECT: each parses its arguments, calls the verb and prints the result."""

from __future__ import annotations

from importlib import import_module

import click

from satplay.errors import nearest_name

COMMANDS = {
    "solve": "Find a solution, check it by the rules, and print it.",
    "count": "Count the solutions exactly.",
    "enumerate": "List all solutions, each once.",
    "backbone": "List the literals that are true in every solution.",
    "mus": "Find a minimal unsatisfiable subset.",
    "check": "Check a solution by the rules alone, a proof, or a strategy.",
    "hint": "Show the next logical step and the rules it follows from.",
    "explain": "Explain the whole solution step by step.",
    "encode": "Write the clauses of an instance as DIMACS.",
    "convert": "Convert an instance to another format.",
    "generate": "Generate new instances of a puzzle.",
    "play": "Play a puzzle or a game, move by move.",
    "keep": "Store boards in collections; list what is stored.",
    "stats": "Show the results of your games.",
    "ask": "Answer a question about a position of a game.",
    "audit": "Compare an encoding of a puzzle with its rules.",
    "trace": "Show a CDCL run step by step.",
    "engines": "List the engines that are installed here.",
    "bench": "Benchmark against other engines in one run.",
    "lab": "Run experiments and write a report.",
}
"""The line of each command in ``satplay --help``, in the order of that page."""


class CommandTable(click.Group):
    """The group of all commands.  A command's module is imported only when the command is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"satplay.cli.{cmd_name}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            near = nearest_name(args[0], COMMANDS)
            suggestion = f" Did you mean {near!r}?" if near is not None else ""
            ctx.fail(f"No such command {args[0]!r}.{suggestion}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(context: click.Context, option: click.Parameter, is_given: bool) -> None:
    if is_given:
        from satplay.version import __version__

        click.echo(f"satplay {__version__}")
        context.exit()


@click.group(
    cls=CommandTable,
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
