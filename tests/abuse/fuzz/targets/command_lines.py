"""Random command lines: every command with its options, right and wrong values, files and texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import click

from satplay import games, puzzles
from satplay.cli.app import COMMANDS, app
from satplay.cli.output_files import OutputFile, OutputFolder
from satplay.engines.catalogue import catalogue
from satplay.playing.subjects import game_called, game_names
from tests.abuse.fuzz.mutations import NUMBERS
from tests.abuse.fuzz.targets.boards import board_seeds
from tests.abuse.fuzz.targets.command_files import file_names, files
from tests.abuse.fuzz.targets.target import text_of

OUTPUTS = ("out.svg", "out.png", "out.txt", "out.drat", "out.lrat", "out.aag", "out.cnf", "folder",
           "folder/out", "no/out",
           "/dev/null", "", "-", "@out", "input")  # fmt: skip
WRONG = ("no-such-name", "", "-", "--", "-1", "0", "é", "\x1b[1m", "a b", "x=y", "=", "@", "@kept",
         "@kept/1", "@no", "\n",
         "--no-such-option", "-x", "input", "no-such-file.txt", "folder", "../x", "\udc80", "1,2",
         "1 -2", "@" * 300)  # fmt: skip
QUESTION_OPTIONS = ("--json", "--ascii", "--seed", "--time", "--svg", "--png", "--output")
SMALL = ("0", "1", "2", "3", "5", "10")
ENDING = tuple(name for name in COMMANDS if name != "serve")
"""The commands that end by themselves."""


@cache
def engine_names() -> tuple[str, ...]:
    """Engines that run in this process: the others would start one for every run."""
    return tuple(ability.name for ability in catalogue().engines if ability.kind == "own")


def subjects() -> list[str]:
    return [*puzzles.names(), *games.names(), "qbf", "proof", "strategy", "engines"]


def fresh_line(rng: Random) -> list[str]:
    """The words after ``satplay``."""
    name = rng.choice(ENDING)
    subject = rng.choice(subjects())
    words = _ask(rng) if name == "ask" else _line(name, subject, rng)
    if rng.random() < 0.25:
        words = _spoil(words, rng)
    return [name, *words]


def _line(name: str, subject: str, rng: Random) -> list[str]:
    command = app.get_command(click.Context(app), name)
    assert command is not None
    words = [subject] if rng.random() < 0.8 else []
    if name == "lab":
        words = [rng.choice(("run", "report", "list", "all", subject))] if rng.random() < 0.5 else words
    for _ in range(rng.choice((0, 1, 1, 1, 1, 2, 2, 3))):
        words.append(_input(name, subject, rng))
    options = [option for option in command.params if isinstance(option, click.Option)]
    for option in rng.sample(options, min(len(options), rng.choice((0, 1, 1, 2, 3, 5)))):
        if "--time" not in option.opts and "--help" not in option.opts:
            words += _option(option, subject, rng)
    words += _dynamic_options(subject, rng)
    if any("--time" in option.opts for option in options):
        words += ["--time", rng.choice(("1", "1", "0.3", "0"))]  # every run must end
    if name == "generate":
        words += ["--count", rng.choice(("1", "2", "3"))]
    return words


def _option(option: click.Option, subject: str, rng: Random) -> list[str]:
    name = rng.choice(option.opts + option.secondary_opts)
    if option.is_flag:
        return [name]
    value = _value(option, subject, rng)
    return [f"{name}={value}"] if name.startswith("--") and rng.random() < 0.3 else [name, value]


def _value(option: click.Option, subject: str, rng: Random) -> str:
    """A value that the option may accept, or a wrong one."""
    if rng.random() < 0.12:
        return rng.choice(WRONG)
    if isinstance(option.type, OutputFile | OutputFolder):
        return rng.choice(OUTPUTS)
    if isinstance(option.type, click.Choice):
        return str(rng.choice(list(option.type.choices)))
    values = VALUES.get(option.opts[0])
    if values is not None:
        return rng.choice([*values(subject), *WRONG[:2]])
    return rng.choice((*SMALL, *SMALL, *(text_of(number) for number in NUMBERS if len(number) < 40)))


def _levels(subject: str) -> Sequence[str]:
    return puzzles.find(subject).levels if subject in puzzles.names() else ()


def _formats(subject: str) -> Sequence[str]:
    if subject not in puzzles.names():
        return ("qdimacs", "drat", "lrat", "drat-binary", "aiger")
    puzzle = puzzles.find(subject)
    return [form.name for form in (*puzzle.formats, *puzzle.solutions)]


def _encodings(subject: str) -> Sequence[str]:
    return [*(puzzles.find(subject).encoders if subject in puzzles.names() else ()), "all"]


def _players(subject: str) -> Sequence[str]:
    if subject not in game_names():
        return ("person", "random")
    game = game_called(subject)
    return [
        *game.players,
        "person",
        *game.seats,
        *(f"{seat}={who}" for seat in game.seats for who in game.players),
    ]


VALUES: dict[str, Callable[[str], Sequence[str]]] = {
    "--engine": lambda subject: [*engine_names(), "abstraction", "naive"],
    "--encoding": _encodings,
    "--format": _formats,
    "--to": _formats,
    "--proof-format": lambda subject: ("drat", "drat-binary", "lrat"),
    "--difficulty": lambda subject: [*_levels(subject), "easy"],
    "--size": lambda subject: ("1x1", "2x3", "5x4", "7x7", "0x0", "3", "4x", "1000x1000", "12"),
    "--assume": lambda subject: ("1", "-1", "1 -2", "1,2", "1 -1", "", "99999", "2147483647", "0"),
    "--over": lambda subject: ("1", "1 2", "2,3", "", "-1", "99999"),
    "--option": lambda subject: ("x=1", "vars=5", "size=3", "=", "a"),
    "--as": _players,
    "--against": _players,
    "--player": _players,
    "--record": lambda subject: ("out.txt", "@out", "@kept", "@saved", "folder", "no/out", "input"),
    "--keep": lambda subject: ("@out", "@kept", "@", "out", "@kept/1"),
    "--where": lambda subject: ("level=hard size>2x2", "number>1", "cost>=2", "solved=no", "level>", "x=1"),
    "--sort": lambda subject: ("level", "-cost,number", "size", "-solved", "x", "-"),
    "--games": lambda subject: ("1", "2", "3"),
    "--plies": lambda subject: ("1", "5", "50"),
    "--random": lambda subject: ("0", "1", "3"),
    "--jobs": lambda subject: ("1", "2"),
    "--baseline": lambda subject: ("input", "no-such-file.txt", "folder"),
    "--memory": lambda subject: ("1", "50", "1000", "100000"),
}


def _input(command: str, subject: str, rng: Random) -> str:
    """An input: a file of the sandbox, ``-``, a board itself, a stored board, or something wrong."""
    choice = rng.random()
    if choice < 0.5:
        own = [name for name in file_names() if name.startswith(subject)]
        return rng.choice(own or list(file_names()))
    if choice < 0.7:
        return "input"
    if choice < 0.78 and subject in puzzles.names():
        return text_of(rng.choice(board_seeds(subject))[0])[:2000]
    if choice < 0.85:
        return "-"
    if choice < 0.93:
        return rng.choice(("@kept", "@kept/1", "@saved", "@no", "@kept/9"))
    return rng.choice((*file_names(), *WRONG))


def _dynamic_options(subject: str, rng: Random) -> list[str]:
    """Options of the subject: rule variants, generator options, options of a new game."""
    options: list[tuple[str, str | None]] = []
    if subject in puzzles.names():
        puzzle = puzzles.find(subject)
        options += [(name, variant.takes) for name, variant in puzzle.variant_options.items()]
        options += [(name, option.takes) for name, option in puzzle.generator_options.items()]
    if subject in game_names():
        options += [(name, option.takes) for name, option in game_called(subject).start_options.items()]
    if not options or rng.random() < 0.6:
        return []
    name, takes = rng.choice(options)
    return [f"--{name}", *([] if takes is None else [_guess(takes, rng)])]


def _guess(takes: str, rng: Random) -> str:
    """A value for a placeholder such as ``N`` or ``yes|no``."""
    return rng.choice((*takes.split("|"), *SMALL, "yes", "1,2", "1,1/1,1", *WRONG[:6]))


def _ask(rng: Random) -> list[str]:
    """A question of a game, its arguments and options."""
    subject = rng.choice(game_names())
    game = game_called(subject)
    question = rng.choice([*game.questions, "no-such-question"])
    words = [subject, question]
    query = game.questions.get(question)
    if query is None:
        return words
    own = [name for name in file_names() if name.startswith(subject)] or ["input"]
    texts = [text_of(files()[name])[:500] for name in own if name in files()]
    arguments = [*own, *own, "input", "-", *texts[:2]]
    words += [rng.choice(arguments) for _ in query.arguments]
    for name, option in query.options.items():
        if rng.random() < 0.25:
            words += [f"--{name}", *([] if option.takes is None else [_guess(option.takes, rng)])]
    if rng.random() < 0.4:
        option_name = rng.choice(QUESTION_OPTIONS)
        words += [
            option_name,
            *([] if option_name in QUESTION_OPTIONS[:2] else [rng.choice((*SMALL, *OUTPUTS))]),
        ]
    return [*words, "--time", "1"]


def _spoil(words: list[str], rng: Random) -> list[str]:
    """The words with one missing, repeated, exchanged or wrong."""
    words = list(words)
    at = rng.randrange(len(words) + 1)
    match rng.randrange(4):
        case 0:
            del words[at : at + 1]
        case 1:
            words[at:at] = words[at : at + 1] * rng.choice((1, 2))
        case 2:
            words.insert(at, rng.choice(WRONG))
        case _:
            rng.shuffle(words)
    return words
