"""The report of a run as text: tables of times with their noise, and ratios.

A time that was not reached within the limit is printed as ``>60``, a ratio to it as ``>335``; the noise of a
time as ``±4%``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satplay.fast_dataclass import dataclass
from satplay.lab.bench.benchmark import REFUSED, TOTAL, BenchmarkRun
from satplay.lab.bench.score import Ratio, Score, compare, compute_score

MAX_LINES = 10
"""Wrong answers of contestants with a known gap, and rows that a contestant refuses; JSON has all."""


def report_lines(run: BenchmarkRun) -> list[str]:
    """The tables of the benchmark, what is missing, and all complaints."""
    text = [*run.benchmark.tables(run), *_describe_refusals(run)]
    if run.benchmark.absent:
        text += ["", f"not installed: {', '.join(run.benchmark.absent)}"]
    if gaps := run.gaps:
        text += ["", f"wrong answers, expected of these encodings: {len(gaps)}", *gaps[:MAX_LINES]]
        text += [f"... and {len(gaps) - MAX_LINES} more"] if len(gaps) > MAX_LINES else []
    return [*text, *run.failed, *run.wrong]


def _describe_refusals(run: BenchmarkRun) -> list[str]:
    """A line for each contestant that instances cannot be stated for: their rows, and the first reason."""
    text = []
    for contestant in run.contestants:
        refused = [one for one in run.samples if (one.contestant, one.status) == (contestant.name, REFUSED)]
        rows = list(dict.fromkeys(one.row for one in refused))
        if rows:
            some = [*rows[:MAX_LINES], f"{len(rows) - MAX_LINES} more"] if len(rows) > MAX_LINES else rows
            text.append(f"{contestant} cannot do {', '.join(some)}: {refused[0].note}")
    return ["", *text] if text else []


# -- tables ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: a cell for each row, then the cells of the footer, which may be left out."""

    title: str
    cells: Sequence[str]
    footer: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two contestants and the part of their time that is compared."""

    title: str
    theirs: str
    ours: str
    part: str = TOTAL

    def ratio(self, run: BenchmarkRun, row: str) -> Ratio | None:
        """Their time divided by ours."""
        theirs = run.score(row, self.theirs, self.part)
        return compare(theirs, run.score(row, self.ours, self.part), run.seconds)

    def ratios(self, run: BenchmarkRun) -> list[Ratio | None]:
        """One for each row."""
        return [self.ratio(run, row) for row in run.rows]


def table(
    heading: str,
    rows: Sequence[str],
    columns: Sequence[Column],
    footers: Sequence[str] = (),
    *,
    transposed: bool = False,
) -> list[str]:
    """Aligned lines; ``transposed`` prints each column as a line."""
    titles = [heading, *rows, *footers]
    lines = [[*titles]]
    for column in columns:
        cells = [column.title, *column.cells, *column.footer]
        lines.append([*cells, *("" for _ in range(len(titles) - len(cells)))])
    return align(lines if transposed else [*zip(*lines, strict=True)])


def time_column(
    run: BenchmarkRun, contestant: str, *, part: str = TOTAL, title: str = "", footer: Sequence[str] = ()
) -> Column:
    """The times of a contestant, one for each row."""
    cells = [time_cell(run, row, contestant, part) for row in run.rows]
    return Column(title or contestant, cells, footer)


def ratio_column(run: BenchmarkRun, comparison: Comparison, footer: Sequence[str] = ()) -> Column:
    """The ratios of a comparison, one for each row."""
    return Column(comparison.title, [optional(one) for one in comparison.ratios(run)], footer)


def time_cell(run: BenchmarkRun, row: str, contestant: str, part: str = TOTAL) -> str:
    """A time with its noise, the number of instances solved and of wrong answers.

    If all answers are wrong there is no time.
    """
    samples = run.of(row, contestant)
    wrong = {one.name for one in samples if run.complaint(one)}
    count = len({one.name for one in samples})
    if wrong and len(wrong) == count:
        return "wrong"
    text = plain_cell(run, row, contestant, part, with_noise=True)
    times = [compute_score([one], run.seconds) for one in run.times_by_instance(row, contestant, part)]
    solved = sum(one.seconds <= run.seconds for one in times)
    text += f" ({solved}/{len(times)})" if 1 < len(times) != solved else ""
    return f"{text}, {len(wrong)} of {count} wrong" if wrong else text


def plain_cell(
    run: BenchmarkRun, row: str, contestant: str, part: str = TOTAL, *, with_noise: bool = False
) -> str:
    """A time in the unit of the benchmark; a dash if there is none."""
    score = run.score(row, contestant, part)
    if score is None:
        return "-"
    late = score.seconds > run.seconds
    factor = run.benchmark.unit[0]
    text = f">{factor * run.seconds:g}" if late else figures(factor * score.seconds)
    return text + (noise(score) if with_noise and not late else "")


def to_best(run: BenchmarkRun, row: str, contestant: str) -> float | None:
    """A score divided by the best one of the row, where a sample out of time counts twice the limit."""
    scores = {one.name: run.score(row, one.name) for one in run.contestants}
    known = [one.seconds for one in scores.values() if one is not None]
    own = scores[contestant]
    return own.seconds / min(known) if own is not None else None


def noise(score: Score | None) -> str:
    """The noise of a score with a space before it; empty if it is unknown.

    >>> noise(Score(1.0, 1.0, 0.0432)), noise(None)
    (' ±4%', '')
    """
    return "" if score is None or score.noise is None else f" ±{100 * score.noise:.0f}%"


def optional(value: object | None) -> str:
    """The value, or a dash for None."""
    return "-" if value is None else str(value)


def figures(number: float) -> str:
    """Three significant digits.

    >>> figures(0.5), figures(12.345), figures(2_480_123)
    ('0.500', '12.3', '2480000')
    """
    if number >= 100:
        return f"{float(f'{number:.3g}'):.0f}"
    return f"{number:#.3g}"


def align(lines: Sequence[Sequence[str]], *, left: bool = False) -> list[str]:
    """Columns: the first to the left, the others to the right, or all to the ``left``."""
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    return [
        "  ".join(
            cell.ljust(width) if left or at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def join_blocks(blocks: Iterable[list[str]]) -> list[str]:
    """Tables with an empty line between them; empty ones are left out."""
    text: list[str] = []
    for block in blocks:
        if block:
            text += [*([""] if text else []), *block]
    return text
