"""The commands, VERB SUBJECT: each parses its arguments, calls the verb and prints the result."""

from __future__ import annotations

from importlib import import_module

import click

from satplay.cli.help_page import Page, PageFormatter
from satplay.errors import nearest_name

GROUPS = {
    "Solve and check": {
        "solve": "Find a solution, check it by the rules, and print it.",
        "count": "Count the solutions exactly.",
        "enumerate": "List all solutions, each once.",
        "check": "Check a solution by the rules alone, a proof, or a strategy.",
    },
    "Explain and teach": {
        "hint": "Show the next logical step and the rules it follows from.",
        "explain": "Explain the whole solution step by step.",
        "rate": "Rate the difficulty of boards.",
        "trace": "Show a CDCL run step by step.",
    },
    "Make": {
        "generate": "Generate new instances of a puzzle.",
        "convert": "Convert an instance to another format.",
        "keep": "Store boards in collections; list what is stored.",
    },
    "Play": {
        "play": "Play a puzzle or a game, move by move.",
        "serve": "Start the browser application.",
        "ask": "Answer a question about a position of a game.",
        "stats": "Show the results of your games.",
        "list": "List puzzles, games, their formats, levels and examples.",
    },
    "For engineers": {
        "encode": "Write the clauses of an instance as DIMACS.",
        "split": "Split a formula into cubes, to be solved one by one.",
        "backbone": "List the literals that are true in every solution.",
        "mus": "Find a minimal unsatisfiable subset.",
        "audit": "Compare an encoding of a puzzle with its rules.",
        "engines": "List the engines that are installed here.",
        "bench": "Benchmark against other engines in one run.",
        "lab": "Run experiments and write a report.",
        "campaigns": "List the stored work of --jobs and --cluster.",
        "completion": "Print the script that completes commands in your shell.",
    },
}
"""The line of each command in ``satplay --help``, in the order of that page."""

COMMANDS = {name: line for group in GROUPS.values() for name, line in group.items()}

EXAMPLES = ("satplay solve BOARD", "satplay hint BOARD", "satplay play PUZZLE --size 5x5")
"""The first commands to try; ``fill_example`` replaces the words in capitals."""


class CommandTable(Page, click.Group):
    """The group of all commands.  A command's module is imported only when the command is needed."""

    help_option_text = "show this page; after a command, the page of the command"

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

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The puzzles, the games and the commands come first: they are what a reader looks for."""
        from satplay.inputs.summaries import subject_summaries

        puzzles, games = subject_summaries()
        width = max(map(len, (*puzzles, *games, *COMMANDS)))  # one column down the whole page
        for title, rows in (("Puzzles", puzzles), ("Games", games), *GROUPS.items()):
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), line) for name, line in rows.items()])
        click.Command.format_options(self, ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The exit status; last, where a terminal shows it, what to try first."""
        from satplay.cli.examples import fill_example

        super().format_epilog(ctx, formatter)
        with formatter.section("Try these first; they work everywhere"):
            assert isinstance(formatter, PageFormatter)
            formatter.write_examples(fill_example(example) for example in EXAMPLES)


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
    options_metavar="COMMAND",
    subcommand_metavar="[SUBJECT] [INPUT]... [OPTIONS]",
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
    """Solve, explain, generate, check and play logic puzzles and games.

    It uses SAT and QBF solvers. Every answer has been checked before it is printed.

    An input is a file, '-' for standard input, the text itself, an example that comes with satplay
    ('satplay list examples'), or a saved game or collection (@NAME, see 'keep').
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return 0
