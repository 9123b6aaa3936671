"""``satplay ask``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.contracts.question import DrawnReply, Option, Query

SHARED = {"json", "ascii", "seed", "output", "time", "svg", "png", "help", "debug"}
"""Names of options that every question has, and so none may have of its own."""


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="GAME QUESTION [ARGUMENT]...")
def ask(words: tuple[str, ...]) -> int:
    """Ask a question about a position of a game.

    Which questions there are, 'satplay ask GAME' tells; what a question takes, 'satplay ask GAME QUESTION
    --help'.  An argument is a file, '-', or the text itself.  The exit status is 0 yes or answered, 1 no, 3
    unknown within --time.

    Example: satplay ask GAME QUESTION POSITION --json
    """
    from satplay.cli.printing import print_lines
    from satplay.verbs.ask import find_query
    from satplay.verbs.seating import game_called, game_names

    if not words or words[0].startswith("-"):
        found = repr(words[0]) if words else "nothing"
        expected = f"a game and a question; games: {', '.join(game_names()) or 'none'}"
        raise BadInput("command", found=found, expected=expected)
    game = game_called(words[0])
    if len(words) == 1 or words[1] in ("--help", "-h"):
        print_lines(_listed(game.questions.items()) if game.questions else ["There are no questions."])
        return 0
    query = find_query(game, words[1])
    name = f"satplay ask {words[0]} {words[1]}"
    with _command(words[0], words[1], query).make_context(name, list(words[2:])) as context:
        return int(context.command.invoke(context))


def _listed(questions: Iterable[tuple[str, Query]]) -> Iterator[str]:
    """Every question with its arguments and one sentence; what several are told the same way comes last."""
    known = list(questions)
    counts = Counter(option for _, query in known for option in query.options.items())
    for name, query in known:
        wanted = " ".join((name, *query.arguments, *(f"[{each}]" for each in query.optional)))
        yield f"{wanted}  {query.help}"
        yield from (_line(*option) for option in query.options.items() if counts[option] == 1)
    shared = [option for option, times in counts.items() if times > 1]
    if shared:
        yield "several of them:"
        yield from (_line(*option) for option in shared)


def _line(name: str, about: Option) -> str:
    return f"    --{name}{f' {about.takes}' if about.takes else ''}  {about.help}"


def _command(subject: str, question: str, query: Query) -> click.Command:
    """The question as a command of its own, with its own options beside those that all have."""

    @arg.seed
    @click.option("--time", "seconds", type=arg.Seconds(), metavar="SECONDS", help="give up after so long")
    @click.option("--json", is_flag=True, help="one JSON document, nothing else on stdout")
    @arg.ascii
    def asked(
        arguments: tuple[str, ...],
        seed: int,
        seconds: float | None,
        json: bool,
        ascii: bool,
        svg: Path | None = None,
        png: Path | None = None,
        **options: Any,
    ) -> int:
        from satplay.cli.printing import print_json, print_lines, write_pictures
        from satplay.cli.terminal import screen
        from satplay.contracts.engine import Limit
        from satplay.verbs.ask import ask as run

        given = said(query, options)
        reply = run(subject, question, *arguments, options=given, seed=seed, limit=Limit(seconds))
        if svg or png:
            write_pictures(cast("DrawnReply", reply).picture(), svg, png)
        if json:
            print_json(reply.as_json())
        else:
            print_lines(screen(ascii=ascii).words(reply.lines()))
        return reply.exit_status

    if query.draws:
        asked = arg.pictures(asked)
    return taking(query, question, f"{query.help}.", asked)


def taking(query: Query, question: str, help: str, run: Callable[..., int]) -> click.Command:
    """A command that takes what the question does: its arguments, and its options, to be read by ``said``."""
    for name, about in reversed(list(query.options.items())):
        assert name not in SHARED, f"--{name} is everybody's"
        flag = about.takes is None
        run = click.option(
            f"--{name}", _python_name(name), is_flag=flag, default=None, metavar=about.takes, help=about.help
        )(run)
    wanted = " ".join((*query.arguments, *(f"[{name}]" for name in query.optional)))
    run = click.argument("arguments", nargs=-1, metavar=wanted)(run)
    help_names = {"help_option_names": ["-h", "--help"]}
    return click.command(question, help=help, context_settings=help_names)(run)


def said(query: Query, options: Mapping[str, Any]) -> dict[str, str]:
    """The question's options that were given, under their own names."""
    from satplay.contracts.question import YES

    return {
        name: YES if about.takes is None else options[_python_name(name)]
        for name, about in query.options.items()
        if options[_python_name(name)] not in (None, False)
    }


def _python_name(option: str) -> str:
    return "option_" + option.replace("-", "_")
