"""The menu of ``satplay play`` without a subject: a numbered list on a terminal, one line elsewhere."""

from __future__ import annotations

import sys

import click

from satplay.errors import BadInput, nearest_name


def choose_subject() -> str:
    """The puzzle or game that the person chooses; Ctrl-D leaves the program.

    Raises ``BadInput`` with a list of what can be played if there is no terminal.
    """
    from satplay.cli.help_page import PageFormatter, page_width
    from satplay.cli.printing import print_lines

    choices = _choices()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        expected = f"what to play: {', '.join(choices)}; or a board or a saved game"
        raise BadInput("command", found="nothing to play", expected=expected)
    page = PageFormatter(width=page_width())
    width, digits = max(map(len, choices)), len(str(len(choices)))
    page.write_dl(
        [(f"{at:>{digits}}  {name:{width}}", line) for at, (name, line) in enumerate(choices.items(), 1)]
    )
    print_lines(["What do you want to play?", "", page.getvalue().rstrip("\n"), ""])
    names = list(choices)
    while True:
        answer = _ask(f"A number or a name, Ctrl-D to leave [1, {names[0]}]: ")
        chosen = _meant(answer, names)
        if chosen in names:
            print_lines([f"Next time: satplay play {chosen}"])
            return chosen
        near = nearest_name(answer, names)
        suggestion = f" Did you mean {near}?" if near is not None else ""
        print_lines([f"There is no {answer!r} here.{suggestion} Type a number from 1 to {len(names)}."])


def _choices() -> dict[str, str]:
    """What can be played, each with a sentence: puzzles first."""
    from satplay.inputs.summaries import subject_summaries
    from satplay.playing.subjects import playable_names

    puzzles, games = subject_summaries()
    playable = playable_names()
    return {name: line for name, line in {**puzzles, **games}.items() if name in playable}


def _ask(prompt: str) -> str:
    """The typed line; the program ends at the end of input, as ``quit`` would end it."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        sys.stdout.write("\n")
        raise click.exceptions.Exit(0)
    return line.strip()


def _meant(answer: str, names: list[str]) -> str:
    """The name that an answer stands for: the first if it is empty, or by its number."""
    if not answer:
        return names[0]
    if answer.isdecimal() and 1 <= int(answer[:4]) <= len(names):
        return names[int(answer[:4]) - 1]
    return answer.lower()
