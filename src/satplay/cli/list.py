"""``satplay list``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from satplay.cli.dynamic_options import ExampleCommand
from satplay.cli.help_page import PageFormatter, page_width

if TYPE_CHECKING:
    from satplay.verbs.list import SubjectDetails

EXAMPLES = "examples"


class ListCommand(ExampleCommand):
    """``list``, whose subjects are puzzles, games and their examples."""

    def subjects(self) -> Sequence[str]:
        from satplay.playing.subjects import names_to_play

        return [*names_to_play(), EXAMPLES]


@click.command(cls=ListCommand)
@click.argument("subject", required=False, metavar="[SUBJECT]")
@click.argument("of", required=False, metavar="[OF]")
@click.option("--json", is_flag=True, help="print one JSON document and nothing else")
def list(subject: str | None, of: str | None, json: bool) -> int:
    """List what there is: puzzles, games, their formats, levels, encodings, examples and questions.

    With a puzzle or a game, show everything about it. 'satplay list examples' lists the examples that come
    with satplay, 'satplay list examples PUZZLE' those of one puzzle; every command reads them by name.

    Example: satplay list

    Example: satplay list PUZZLE

    Example: satplay list examples
    """
    from satplay.cli.printing import print_json, print_lines
    from satplay.errors import BadInput
    from satplay.verbs.list import list_examples, list_subjects

    if of is not None and subject != EXAMPLES:
        raise BadInput("command", found=repr(of), expected="one subject, or 'list examples SUBJECT'")
    page = PageFormatter(width=page_width())
    if subject == EXAMPLES:
        examples = list_examples(of)
        if json:
            print_json(examples)
            return 0
        page.write_dl([*examples.items()], col_max=34)
    else:
        found = list_subjects(subject)
        if json:
            documents = [one.as_json() for one in found]
            print_json(documents if subject is None else documents[0])
            return 0
        if subject is None:
            _write_all(page, found)
        else:
            _write_one(page, found[0])
    print_lines([page.getvalue().rstrip("\n")])
    return 0


def _write_all(page: PageFormatter, found: Sequence[SubjectDetails]) -> None:
    """The puzzles and the games, each with the names that commands take."""
    from satplay.cli.examples import fill_example

    for kind in dict.fromkeys(one.kind for one in found):
        page.write_heading(f"{kind.capitalize()}s")
        page.indent()
        for one in found:
            if one.kind == kind:
                page.write_dl([(one.name.ljust(10), one.summary)])
                rows = [(title, ", ".join(names)) for title, names in _names(one).items() if names]
                page.indent()
                page.write_dl([(title.ljust(10), names) for title, names in rows])
                page.dedent()
        page.dedent()
        page.write("\n")
    first = fill_example("PUZZLE")
    page.write_text(
        f"'satplay list {first}' shows everything about {first}, 'satplay list examples' all examples."
    )


def _names(one: SubjectDetails) -> dict[str, Sequence[str]]:
    """The names of each kind, short."""
    return {
        "formats": one.formats,
        "levels": one.levels,
        "encodings": tuple(one.encodings),
        "players": one.players,
        "questions": tuple(question.split()[0] for question in one.questions),
        "examples": tuple(name.rpartition("/")[2] for name in one.examples),
    }


def _write_one(page: PageFormatter, one: SubjectDetails) -> None:
    """Everything about one puzzle or game, and what to try."""
    page.write_text(f"{one.name}, a {one.kind}. {one.summary}")
    is_puzzle = one.kind == "puzzle"
    formats = "Input formats, the default first (--format, convert --to)"
    makers = "'play'" if not is_puzzle else "'generate'" if one.seats else "'generate' and 'play'"
    lists: dict[str, Mapping[str, str] | Sequence[str]] = {
        "Rules": one.rules,
        formats if is_puzzle else "Formats of positions": one.formats,
        "Formats of solutions": one.solution_formats,
        "Levels, the easiest first (--difficulty)": one.levels,
        "Encodings, the default first (--encoding)": one.encodings,
        f"Options of {makers}": one.options,
        "Rule variants, options of every command that reads a board": one.variants,
        "Seats (play --as)": one.seats,
        "Players, the weakest first (play --against)": one.players,
        f"Questions (ask {one.name})": one.questions,
        "Examples": one.examples,
    }
    for title, content in lists.items():
        if content:
            with page.section(title):
                if isinstance(content, Mapping):
                    page.write_dl([*content.items()], col_max=34)
                else:
                    page.write_text(", ".join(content))
    with page.section("Try"):
        page.write_examples(_try(one))


def _try(one: SubjectDetails) -> Sequence[str]:
    """Commands that work here."""
    from satplay.inputs.examples import default_example

    commands = []
    if one.kind == "puzzle" and one.examples:
        commands.append(f"satplay solve {default_example(one.name)}")
        commands += [f"satplay hint {default_example(one.name)}"] if "hint" in one.verbs else []
        commands.append(f"satplay generate {one.name}")
    if "play" in one.verbs:
        commands.append(f"satplay play {one.name}")
    if one.questions:
        commands.append(f"satplay ask {one.name}")
    return commands
