"""What may be typed next on the command line: commands, subjects, options, values, names and files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from satplay.cli.app import COMMANDS, app
from satplay.cli.dynamic_options import ExampleCommand, GeneratorCommand, find_subject
from satplay.cli.help_page import SUBJECT, PageCommand, PageContext

if TYPE_CHECKING:
    from satplay.contracts.option import Option

Item = CompletionItem[Any]
CHOICE = re.compile(r"[a-z-]+(\|[a-z-]+)+")
"""A placeholder that lists its values: ``yes|no``."""

WITH_FILES = {"INPUT", "FILE", "FOLDER", "FILE|@NAME"}
WITH_NAMES = {"INPUT", "@NAME", "FILE|@NAME"}


def candidates(words: Sequence[str], incomplete: str) -> list[Item]:
    """What may follow the words; ``incomplete`` is the beginning of the next one."""
    if not words:
        options = {"--help": "show what there is", "--version": "print the version"}
        return _plain(options if incomplete.startswith("-") else COMMANDS, incomplete)
    command = app.get_command(click.Context(app), words[0])
    if command is None:
        return []
    return _Line(command, words[1:]).candidates(incomplete)


class _Line:
    """The words after a command, and what they determine: the subject and its options."""

    def __init__(self, command: click.Command, words: Sequence[str]) -> None:
        self.command, self.words = command, words
        self.context = PageContext(command)
        self.own = command.get_params(self.context)
        self.subjects = [] if not isinstance(command, ExampleCommand) else self._fast_subjects(command)
        self.subject = find_subject(self.own, words, self.subjects)
        self.context.meta[SUBJECT] = self.subject

    def _fast_subjects(self, command: ExampleCommand) -> list[str]:
        """The subjects; after a game, every name, because listing the games imports all puzzles."""
        from satplay.playing.subjects import names_to_play

        is_named = command.name == "ask" and any(word in names_to_play() for word in self.words)
        return list(names_to_play() if is_named else command.subjects())

    def candidates(self, incomplete: str) -> list[Item]:
        """What may come next."""
        name, equals, value = incomplete.partition("=")
        if incomplete.startswith("--") and equals:
            attached = self._values(name, value) or []
            return [CompletionItem(f"{name}={item.value}", item.type, item.help) for item in attached]
        values = self._values(self.words[-1], incomplete) if self.words else None
        if values is not None:
            return values
        if incomplete.startswith("-"):
            return _plain(self._options(), incomplete)
        return self._arguments(incomplete)

    # -- options ---------------------------------------------------------------------------------------

    def _options(self) -> dict[str, str]:
        """The options that may follow, with their help; those given are left out unless repeated."""
        found: dict[str, str] = {}
        for option in self.own:
            if isinstance(option, click.Option) and not option.hidden:
                given = not option.multiple and any(name in self.words for name in option.opts)
                names = () if given else (*option.opts, *option.secondary_opts)
                found |= {name: option.help or "" for name in names if name.startswith("--")}
        return found | {f"--{name}": one.help for name, one in self._dynamic().items()}

    def _dynamic(self) -> Mapping[str, Option]:
        """The options that the subject adds."""
        if self.subject is None:
            return {}
        if isinstance(self.command, GeneratorCommand):
            return self.command.options_of(self.subject)
        from satplay.cli.arguments import InstanceCommand
        from satplay.inputs.catalogue import variant_options
        from satplay.inputs.reading import subjects

        is_read = isinstance(self.command, InstanceCommand) and self.subject in subjects()
        return variant_options(self.subject) if is_read else {}

    def _values(self, name: str, incomplete: str) -> list[Item] | None:
        """The values of an option; None if this is not an option that takes one."""
        if not name.startswith("-"):
            return None
        for option in self.own:
            if name in option.opts and not getattr(option, "is_flag", False):
                return self._own_values(option, incomplete)
        dynamic = self._dynamic().get(name.removeprefix("--"))
        if dynamic is None or not dynamic.takes:
            return None
        choice = CHOICE.fullmatch(dynamic.takes)
        return _plain(dynamic.takes.split("|") if choice else (), incomplete)

    def _own_values(self, option: click.Parameter, incomplete: str) -> list[Item]:
        if isinstance(option.type, click.Choice):
            return _plain(option.type.choices, incomplete)
        name = option.opts[0]
        if name in BY_SUBJECT:
            return _plain(BY_SUBJECT[name](self.subject), incomplete)
        if name == "--option":
            return _plain([f"{one}=" for one in self._dynamic()], incomplete)
        metavar = "FILE" if isinstance(option.type, click.Path) else option.metavar or ""
        return _inputs(incomplete, metavar)

    # -- arguments -------------------------------------------------------------------------------------

    def _arguments(self, incomplete: str) -> list[Item]:
        """Subjects first, then names and files; a question after a game."""
        if self.subject is None and self.subjects:
            found = _plain(_summaries(self.subjects), incomplete)
            reads = isinstance(self.command, PageCommand) and _reads_inputs(self.command)
            return found + (_inputs(incomplete, "INPUT", self.subjects) if reads else [])
        questions = self._questions()
        if questions and not any(word in questions for word in self.words):
            return _plain(questions, incomplete)
        about = None if self.subject is None else [self.subject]
        return _inputs(incomplete, "INPUT", about) if _reads_inputs(self.command) else []

    def _questions(self) -> dict[str, str]:
        from satplay.playing.subjects import game_called

        if self.command.name != "ask" or self.subject is None:
            return {}
        return {name: query.help for name, query in game_called(self.subject).questions.items()}


def _reads_inputs(command: click.Command) -> bool:
    return command.name not in ("generate", "list", "completion", "engines", "lab")


def _plain(values: Mapping[str, str] | Iterable[str], incomplete: str) -> list[Item]:
    """The values that begin like the incomplete word, with their descriptions if there are any."""
    described = values if isinstance(values, Mapping) else dict.fromkeys(values, "")
    return [
        CompletionItem(value, help=about or None)
        for value, about in described.items()
        if value.startswith(incomplete)
    ]


def _summaries(subjects: Sequence[str]) -> dict[str, str]:
    from satplay.inputs.summaries import subject_summaries

    puzzles, games = subject_summaries()
    return {name: {**games, **puzzles}.get(name, "") for name in subjects}


def _inputs(incomplete: str, metavar: str, subjects: Sequence[str] | None = None) -> list[Item]:
    """Names with ``@``, if the word begins so, else files."""
    if incomplete.startswith("@"):
        return _plain(_names(metavar, subjects), incomplete) if metavar in WITH_NAMES else []
    return [CompletionItem(incomplete, type="file")] if metavar in WITH_FILES else []


def _names(metavar: str, subjects: Sequence[str] | None) -> list[str]:
    """The examples of the subjects, if inputs are read here, and the stored games and collections."""
    from satplay.inputs.examples import example_names, example_subjects
    from satplay.store.quick_names import stored_names

    wanted = [name for name in example_subjects() if subjects is None or name in subjects]
    examples = [name for one in wanted for name in example_names(one)] if metavar == "INPUT" else []
    return [*stored_names(), *examples]


def _encodings(subject: str | None) -> list[str]:
    from satplay.inputs.catalogue import encoding_names

    return list(dict.fromkeys(name for names in encoding_names(subject).values() for name in names))


def _formats(subject: str | None) -> list[str]:
    from satplay.inputs.catalogue import format_names
    from satplay.inputs.reading import subjects

    wanted = subjects() if subject is None else [subject]
    return list(dict.fromkeys(name for one in wanted for name in format_names(one)))


def _levels(subject: str | None) -> list[str]:
    from satplay.inputs.catalogue import level_names

    return list(dict.fromkeys(name for names in level_names(subject).values() for name in names))


def _engines(subject: str | None) -> list[str]:
    from satplay.cli.qbf import QBF
    from satplay.verbs.engines import engines, qbf_engines

    found: Iterable[Any] = qbf_engines() if subject == QBF else engines()
    return [one.name for one in found if one.installed]


def _seats(subject: str | None) -> list[str]:
    from satplay.playing.subjects import game_to_play

    return [] if subject is None else list(game_to_play(subject).seats)


def _players(subject: str | None) -> list[str]:
    from satplay.playing.subjects import game_to_play

    return [] if subject is None else [*game_to_play(subject).players, "person"]


BY_SUBJECT: Mapping[str, Callable[[str | None], list[str]]] = {
    "--encoding": _encodings,
    "--format": _formats,
    "--to": _formats,
    "--difficulty": _levels,
    "--engine": _engines,
    "--as": _seats,
    "--against": _players,
    "--proof-format": lambda subject: ["drat", "drat-binary", "lrat"],
}
"""The values of options, by the subject of the command."""
