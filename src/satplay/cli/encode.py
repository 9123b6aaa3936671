"""``satplay encode``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satplay.cli import arguments as arg
from satplay.cli.dynamic_options import find_subject
from satplay.cli.help_page import Page
from satplay.cli.output_files import expect_inputs_kept

if TYPE_CHECKING:
    from satplay.contracts.game import Game
    from satplay.contracts.question import Query
    from satplay.verbs.encode import EncodeResult
    from satplay.verbs.encode_question import EncodedQuestion


class EncodeCommand(arg.InstanceCommand):
    """``encode`` for puzzles; if the first word is a game, a group of commands, one for each question."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        found = _game(self.params, args)
        if found is None:
            return super().make_context(info_name, args, parent, **extra)
        from satplay.cli.ask import game_first

        subject, game = found
        args = game_first(subject, args)
        if len(args) > 1 and not args[1].startswith("-"):
            from satplay.verbs.ask import find_query

            find_query(game, args[1])  # raises NoSuchName, which suggests the nearest
        return _questions(args[0], game).make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)


def _game(own: Sequence[click.Parameter], args: Sequence[str]) -> tuple[str, Game[Any, Any]] | None:
    """The game that the words name, unless they name a puzzle."""
    from satplay.inputs.reading import subjects
    from satplay.playing.subjects import game_called, names_to_play

    subject = find_subject(own, args, names_to_play())
    return None if subject is None or subject in subjects() else (subject, game_called(subject))


class _QuestionGroup(Page, click.Group):
    """A group whose help page shows the whole sentence of every command."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Questions"):
            formatter.write_dl([(name, command.help or "") for name, command in self.commands.items()])


def _questions(subject: str, game: Game[Any, Any]) -> click.Command:
    """The questions of a game that can be encoded as a formula, as a group of commands."""
    from satplay.cli.ask import question_command

    group = _QuestionGroup(
        help=f"Encode a question about {game.title} as a formula, with a name for every variable."
    )
    for name, query in game.questions.items():
        if query.state is not None:
            about = f"Encode as a formula: {query.help}."
            group.add_command(question_command(query, name, about, _encoder(subject, name, query)))
    return group


def _encoder(subject: str, question: str, query: Query) -> Callable[..., int]:
    """The function of the command that encodes one question."""

    @arg.enforced_limits
    @arg.output
    @click.option("--json", is_flag=True, help="print clauses and names as one JSON document")
    def encode_one(arguments: tuple[str, ...], output: Path | None, json: bool, **options: Any) -> int:
        from satplay.cli.ask import given_options
        from satplay.verbs.encode_question import encode_question

        expect_inputs_kept(arguments)
        _write(
            encode_question(subject, question, *arguments, options=given_options(query, options)),
            output,
            json,
        )
        return 0

    return encode_one


@click.command(cls=EncodeCommand)
@arg.words
@arg.encoding
@arg.input_format
@arg.enforced_limits
@arg.output
@click.option("--json", is_flag=True, help="print clauses and names as one JSON document")
def encode(
    words: tuple[str, ...], encoding: str | None, format: str | None, output: Path | None, json: bool
) -> int:
    """Write the clauses of an instance as DIMACS, with a name for every variable.

    Comments describe the variables and the source of the encoding, and list the projection variables:
    counters read 'c p show ... 0'.

    'satplay encode GAME QUESTION ARGUMENTS' encodes a question about a game, with quantifiers if it has any;
    'satplay encode GAME --help' lists the questions.

    Example: satplay encode BOARD -o board.cnf
    """
    from satplay.cli.printing import remark
    from satplay.verbs.encode import encode as run

    subject, inputs = arg.subject_and_inputs(words)
    given = arg.expect_one_input(arg.instances(inputs, subject, format), "encode")
    encoded = run(given, subject, encoding=encoding, format=format)
    _write(encoded, output, json)
    if not encoded.complete:
        remark(f"encoding {encoded.name}: some rules are stated by lazy clauses, which are missing here")
    return 0


def _write(encoded: EncodeResult | EncodedQuestion, output: Path | None, json: bool) -> None:
    """Write the text or the JSON document to standard output or to a file."""
    import sys

    from satplay.cli.files import whole_file
    from satplay.cli.printing import print_json, write_text

    if json and output is None:
        print_json(encoded.as_json())
    elif json and output is not None:
        from json import dumps

        write_text(output, dumps(encoded.as_json(), ensure_ascii=False) + "\n")
    elif output is not None:
        with whole_file(output) as file:
            encoded.write_to(file)
    else:
        encoded.write_to(sys.stdout.buffer)
        sys.stdout.buffer.flush()
