"""``python -m tests.abuse.fuzz``: run the fuzzer, or reproduce one finding."""

from __future__ import annotations

import argparse
import json
import resource
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from time import monotonic

from tests.abuse.fuzz.case import Case, Parts, from_json, to_json
from tests.abuse.fuzz.judging import Finding, judge
from tests.abuse.fuzz.session import Session
from tests.abuse.fuzz.supervisor import FINDINGS, Supervisor, write_finding
from tests.abuse.fuzz.targets import GROUPS, all_targets
from tests.abuse.fuzz.targets.commands import sandbox

ADDRESS_SPACE = 8 << 30
"""Bytes that the child may map: a run that needs more gets ``MemoryError`` instead of all memory."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the arguments and run; the exit status is 1 if there is a finding."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.abuse.fuzz", description="Mutation fuzzing of all inputs."
    )
    parser.add_argument(
        "groups",
        nargs="*",
        metavar="GROUP",
        help=f"{', '.join(GROUPS)}, or the name of a target; all if omitted",
    )
    parser.add_argument("--seconds", type=float, default=60.0, metavar="N", help="time to run; default 60")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed; default 1")
    parser.add_argument("--reproduce", type=Path, metavar="FILE", help="run the case in a file")
    parser.add_argument(
        "--findings", type=Path, default=FINDINGS, metavar="FOLDER", help="folder for what is found"
    )
    parser.add_argument("--list", action="store_true", help="list the targets")
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="KIND",
        help="kind that is no finding: slow, memory; may be repeated",
    )
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--start", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--sabotage", metavar="MODULE", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.sabotage:
        import_module(options.sabotage).install()
    if options.list:
        print("\n".join(f"{target.group:10} {name}" for name, target in all_targets().items()))
        return 0
    if options.reproduce is not None:
        return reproduce(from_json(options.reproduce.read_text("utf-8")), bare=options.bare)
    if options.child is None:
        words = tuple(f"--allow={kind}" for kind in options.allow)
        words += (f"--sabotage={options.sabotage}",) if options.sabotage else ()
        groups = tuple(options.groups)
        expect_groups(groups)
        return Supervisor(groups, options.seconds, options.seed, options.findings, words).run()
    return run_child(options)


def expect_groups(groups: Sequence[str]) -> None:
    for name in groups:
        if name not in (*GROUPS, *all_targets()):
            sys.exit(f"fuzz-inputs: no group or target is called {name!r}; see --list")


def reproduce(case: Case, *, bare: bool = False) -> int:
    """Run one case; 1 if it is a finding.  ``bare`` prints nothing."""
    target = all_targets()[case.target]
    if target.group == "commands":
        sandbox().refuse_the_rest()
    outcome = judge(target.run, case.parts, seconds=target.seconds)
    if bare:
        return 0
    print(f"{case.target}: {outcome.behaviour}" if outcome.finding is None else "\n".join(outcome.finding))
    return 0 if outcome.finding is None else 1


def run_child(options: argparse.Namespace) -> int:
    """A session that reports to the supervisor on standard output."""
    report_to, begun = sys.stdout, monotonic()
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    names = set(options.groups or GROUPS)
    targets = [target for target in all_targets().values() if {target.group, target.name} & names]
    with options.child.open("w+b") as current:

        def note(case: Case) -> None:
            data = to_json(case).encode("ascii")
            current.seek(0)
            current.write(data)
            current.truncate()
            current.flush()

        def tell(**event: str) -> None:
            numbers = {
                "runs": session.runs, "signatures": len(session.signatures), "allowed": session.allowed_count,
            }  # fmt: skip
            print(json.dumps({**numbers, **event}), file=report_to, flush=True)

        def report(finding: Finding, case: Case, smallest: Parts) -> None:
            path = write_finding(options.findings, finding, Case(case.target, smallest))
            first = finding.detail.partition("\n")[0]
            tell(finding=str(path), what=f"{finding.kind} of {case.target}: {finding.place} {first[:200]}")

        told = monotonic()

        def progress() -> None:
            nonlocal told
            if monotonic() - told > 1:
                told = monotonic()
                tell()

        session = Session(targets, options.seed, note, report, options.allow)
        tell()
        sandbox().refuse_the_rest(options.findings)
        session.run(options.seconds - (monotonic() - begun), start=options.start, progress=progress)
        tell()
    options.child.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
