"""``satplay split``."""

from __future__ import annotations

from pathlib import Path

import click

from satplay.cli import arguments as arg


@click.command(cls=arg.InstanceCommand)
@arg.words
@click.option(
    "--cubes", "count", type=arg.Number(1), required=True, metavar="N", help="number of cubes, at most"
)
@arg.input_format
@arg.enforced_limits
@arg.output
@arg.json
def split(words: tuple[str, ...], count: int, format: str | None, output: Path | None, json: bool) -> int:
    """Split a formula into cubes for 'solve --cubes', chosen by look-ahead.

    The output is the formula and one line 'a LITERALS 0' for each cube ('p inccnf'). Every assignment
    satisfies exactly one cube. The same formula is always split in the same way.

    Example: satplay split cnf formula.cnf --cubes 64 -o formula.icnf
    """
    import sys

    from satplay.cli.files import whole_file
    from satplay.cli.printing import print_json, remark, write_text
    from satplay.verbs.split import split as run

    subject, inputs = arg.subject_and_inputs(words)
    given = arg.expect_one_input(arg.instances(inputs, subject, format), "split")
    found = run(given, subject, cubes=count, format=format)
    if json and output is not None:
        from json import dumps

        write_text(output, dumps(found.as_json(), ensure_ascii=False) + "\n")
    elif json:
        print_json(found.as_json())
    elif output is not None:
        with whole_file(output) as file:
            found.write_to(file)
    else:
        found.write_to(sys.stdout.buffer)
        sys.stdout.buffer.flush()
    if found.refuted == len(found.cubes):
        remark("look-ahead refutes every cube: the formula is unsatisfiable")
    return 0
