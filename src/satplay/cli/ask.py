"""``satplay ask``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import click

from satplay.cli import arguments as arg
from satplay.cli.dynamic_options import ExampleCommand
from satplay.cli.help_page import PageCommand
from satplay.cli.output_files import expect_inputs_kept
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.cli.pictures import Pictures
    from satplay.contracts.engine import Limit
    from satplay.contracts.option import Option
    from satplay.contracts.question import DrawnReply, Query

SHARED = {"json", "ascii", "seed", "output", "time", "memory", "svg", "png", "help", "debug"}
"""Options that every question has; a question may not define options of these names."""


class AskCommand(ExampleCommand):
    """``ask``, whose subjects are the games."""

    def subjects(self) -> Sequence[str]:
        from satplay.playing.subjects import game_names

        return game_names()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        from satplay.playing.subjects import names_to_play

        subject = next((word for word in args if word in names_to_play()), None)
        return super().parse_args(ctx, args if subject is None else game_first(subject, args))


def game_first(subject: str, args: Sequence[str]) -> list[str]:
    """The words with the game and its question first: options may come before them."""
    from satplay.playing.subjects import game_called

    words = list(args)
    words.remove(subject)
    question = next((word for word in words if word in game_called(subject).questions), None)
    if question is None:
        return [subject, *words]
    words.remove(question)
    return [subject, question, *words]


@click.command(
    cls=AskCommand, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="GAME QUESTION [ARGUMENT]...")
def ask(words: tuple[str, ...]) -> int:
    """Answer a question about a position of a game.

    'satplay ask GAME' lists the questions, 'satplay ask GAME QUESTION --help' the options of one. An argument
    is a file, '-', or the text itself. The exit status is 0 yes or answered, 1 no, 3 unknown within --time.

    Example: satplay ask GAME

    Example: satplay ask GAME QUESTION --help
    """
    from satplay.cli.printing import print_lines
    from satplay.playing.subjects import game_called, game_names
    from satplay.verbs.ask import find_query

    if not words or words[0].startswith("-"):
        found = repr(words[0]) if words else "nothing"
        expected = f"a game and a question; games: {', '.join(game_names()) or 'none'}"
        raise BadInput("command", found=found, expected=expected)
    game = game_called(words[0])
    if len(words) == 1 or words[1] in ("--help", "-h"):
        print_lines(
            _list_questions(game.questions.items()) if game.questions else ["There are no questions."]
        )
        return 0
    query = find_query(game, words[1])
    name = f"satplay ask {words[0]} {words[1]}"
    parent = click.get_current_context()  # it has the time at which the process started
    with _command(words[0], words[1], query).make_context(name, list(words[2:]), parent) as context:
        return int(context.command.invoke(context))


def _list_questions(questions: Iterable[tuple[str, Query]]) -> Iterator[str]:
    """Every question with its arguments, description and options; options of several questions come last."""
    known = list(questions)
    counts = Counter(option for _, query in known for option in query.options.items())
    for name, query in known:
        wanted = " ".join((name, *query.arguments, *(f"[{each}]" for each in query.optional)))
        yield f"{wanted}  {query.help}"
        yield from (_option_line(*option) for option in query.options.items() if counts[option] == 1)
    shared = [option for option, times in counts.items() if times > 1]
    if shared:
        yield "options of several questions:"
        yield from (_option_line(*option) for option in shared)


def _option_line(name: str, about: Option) -> str:
    return f"    --{name}{f' {about.takes}' if about.takes else ''}  {about.help}"


def _command(subject: str, question: str, query: Query) -> click.Command:
    """The question as a command, with its own options and those of every question."""

    @arg.seed
    @arg.resource_limits
    @click.option("--json", is_flag=True, help="print one JSON document and nothing else")
    @arg.ascii
    def answer(
        arguments: tuple[str, ...],
        seed: int,
        limit: Limit,
        json: bool,
        ascii: bool,
        pictures: Pictures | None = None,
        **options: Any,
    ) -> int:
        from satplay.cli.printing import print_json, print_lines
        from satplay.cli.terminal import screen
        from satplay.verbs.ask import ask as run

        expect_inputs_kept(arguments)
        given = given_options(query, options)
        reply = run(subject, question, *arguments, options=given, seed=seed, limit=limit)
        if pictures:
            pictures.write(cast("DrawnReply", reply).picture())
        if json:
            print_json(reply.as_json())
        else:
            print_lines(screen(ascii=ascii).words(reply.lines()))
        return reply.exit_status

    if query.draws:
        answer = arg.pictures(answer)
    about = f"{query.help[:1].upper()}{query.help[1:]}."
    return question_command(query, question, about, answer)


def question_command(query: Query, question: str, help: str, run: Callable[..., int]) -> click.Command:
    """A command with the arguments and options of a question; ``given_options`` reads the options."""
    for name, about in reversed(list(query.options.items())):
        assert name not in SHARED, f"--{name} is an option of every question"
        flag = about.takes is None
        run = click.option(
            f"--{name}", _python_name(name), is_flag=flag, default=None, metavar=about.takes, help=about.help
        )(run)
    wanted = " ".join((*query.arguments, *(f"[{name}]" for name in query.optional)))
    run = click.argument("arguments", nargs=-1, metavar=wanted)(run)
    help_names = {"help_option_names": ["-h", "--help"]}
    return click.command(question, cls=PageCommand, help=help, context_settings=help_names)(run)


def given_options(query: Query, options: Mapping[str, Any]) -> dict[str, str]:
    """The options of the question that were given, by name."""
    from satplay.contracts.option import YES

    return {
        name: YES if about.takes is None else options[_python_name(name)]
        for name, about in query.options.items()
        if options[_python_name(name)] not in (None, False)
    }


def _python_name(option: str) -> str:
    return "option_" + option.replace("-", "_")
