"""``satplay encode``."""

from __future__ import annotations

from pathlib import Path

import click

from satplay.cli import arguments as arg


@click.command(cls=arg.Reading)
@arg.words
@arg.encoding
@arg.input_format
@arg.output
@click.option("--json", is_flag=True, help="clauses and names as one JSON document, nothing else on stdout")
def encode(
    words: tuple[str, ...], encoding: str | None, format: str | None, output: Path | None, json: bool
) -> int:
    """Write the clauses of an instance: DIMACS, with a name for every variable.

    Comments say what the variables mean, who says it so, and which variables tell solutions apart: counters
    read 'c p show ... 0'.

    Example: satplay encode board.txt -o board.cnf
    """
    import sys

    from satplay.cli.files import whole_file
    from satplay.cli.printing import print_json, remark, write_text
    from satplay.verbs.encode import encode as run

    subject, inputs = arg.subject_and_inputs(words)
    given = arg.one_input(arg.instances(inputs, subject, format), "encode")
    encoded = run(given, subject, encoding=encoding, format=format)
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
    if not encoded.complete:
        remark(f"encoding {encoded.name}: some rules are stated only when a solution breaks them")
    return 0
