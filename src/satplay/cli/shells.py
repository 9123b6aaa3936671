"""Completion in bash, zsh and fish: click's scripts and exchange with the shell, our own candidates."""

from __future__ import annotations

import os
from typing import Any

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    split_arg_string,
)

VARIABLE = "_SATPLAY_COMPLETE"
"""Set by the scripts: satplay prints candidates instead of running a command."""


class _Candidates(ShellComplete):
    """Candidates from ``candidates``: click does not know the options that a subject adds."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        from satplay.cli.candidates import candidates

        return candidates(args, incomplete)


class Bash(_Candidates, BashComplete):
    """Our own script: click's fails at names with ``@``, at which bash splits words."""

    source_template = """\
%(complete_func)s() {
    local IFS=$'\\n' typed=${COMP_LINE:0:COMP_POINT} item sign
    local word=${typed##*[[:space:]]}
    COMPREPLY=()
    for item in $(COMP_WORDS="$typed" %(complete_var)s=bash_complete "$1" 2>/dev/null); do
        case $item in
            file,*) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "${item#file,}")) ;;
            *) COMPREPLY+=("${item#*,}") ;;
        esac
    done
    for sign in : =; do  # bash completes only what follows such a sign
        if [[ $COMP_WORDBREAKS == *"$sign"* && $word == *"$sign"* ]]; then
            COMPREPLY=("${COMPREPLY[@]#"${word%%"${word##*"$sign"}"}"}")
            word=${word##*"$sign"}
        fi
    done
}
complete -F %(complete_func)s %(prog_name)s
"""

    def source(self) -> str:
        return self.source_template % self.source_vars()  # without a look at the version of an installed bash

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ.get("COMP_WORDS", "")
        words = split_arg_string(line)[1:]
        return (words, "") if not words or line[-1:].isspace() else (words[:-1], words[-1])


class Zsh(_Candidates, ZshComplete):
    """click's script."""


class Fish(_Candidates, FishComplete):
    """click's script, except that descriptions may contain commas."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split -m 1 ","')


def find_shell(name: str) -> ShellComplete:
    """The completion of a shell."""
    from satplay.cli.app import app

    shells: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}
    return shells[name](app, {}, "satplay", VARIABLE)


def complete(instruction: str) -> int:
    """Print the candidates that a script requests by ``SHELL_complete``; nothing if anything is wrong.

    A completion must never print an error into the line that a person types.
    """
    import sys
    from contextlib import suppress

    with suppress(Exception):  # whatever it is: see above
        sys.stdout.write(find_shell(instruction.partition("_")[0]).complete() + "\n")
    return 0
