"""``satplay completion``."""

from __future__ import annotations

from collections.abc import Sequence

import click

from satplay.cli.dynamic_options import ExampleCommand

SHELLS = ("bash", "zsh", "fish")


class CompletionCommand(ExampleCommand):
    """``completion``, whose subjects are shells."""

    subjects_heading = "Shells"

    def subjects(self) -> Sequence[str]:
        return SHELLS


@click.command(cls=CompletionCommand)
@click.argument("shell", metavar="SHELL")
def completion(shell: str) -> int:
    """Print the script that completes commands in your shell.

    It completes commands, subjects, options and their values, the names of examples and of what is stored,
    and files. In bash, add this line to ~/.bashrc: eval "$(satplay completion bash)"; in zsh the same with
    zsh to ~/.zshrc, after compinit. In fish, write the script to
    ~/.config/fish/completions/satplay.fish.

    Example: satplay completion bash

    Example: satplay completion fish
    """
    from satplay.cli.printing import print_lines
    from satplay.cli.shells import find_shell
    from satplay.errors import NoSuchName

    if shell not in SHELLS:
        raise NoSuchName("shell", shell, SHELLS)
    print_lines([find_shell(shell).source().strip("\n")])
    return 0
