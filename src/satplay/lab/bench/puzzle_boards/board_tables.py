"""The tables of a run on boards: by size or by board, next to published figures; and the contests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from satplay.lab.bench.benchmark import CPU, TOTAL, BenchmarkRun
from satplay.lab.bench.engine_calls import OWN
from satplay.lab.bench.puzzle_boards.choice import Subject
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import Contest, Contests, PageColumn, SolvingMethod
from satplay.lab.bench.report import (
    Column,
    Comparison,
    figures,
    join_blocks,
    noise,
    optional,
    plain_cell,
    ratio_column,
    table,
    time_column,
)
from satplay.lab.bench.score import Ratio, Score, mean

HEADING = "encode + solve + check, CPU ms"
PROVED, UNLISTED = "total+unique", "total-lists"


def tables(subject: Subject, run: BenchmarkRun) -> list[str]:
    """Boards from files one by one, new boards by size; then the contests."""
    boards, contests = _split(run)
    if all(one.facts["new"] for one in boards.instances):
        blocks = [_page(subject, run), _by_size(subject, boards)]
    else:
        blocks = [_by_board(subject, boards)]
    if contests.instances and subject.contests is not None:
        blocks.append(_contests(subject.contests, contests))
    return join_blocks(blocks)


def _split(run: BenchmarkRun) -> tuple[BenchmarkRun, BenchmarkRun]:
    """The boards of a run, and its contests, whose times are printed in seconds."""
    boards, contests = (
        tuple(one for one in run.instances if isinstance(one.data, Contest) is wanted)
        for wanted in (False, True)
    )
    in_seconds = replace(run.benchmark, unit=(1.0, "s"))
    return replace(run, instances=boards), replace(run, instances=contests, benchmark=in_seconds)


def comparisons(subject: Subject, run: BenchmarkRun) -> list[Comparison]:
    """All comparisons with both sides in the run; on the same clauses only solving is compared."""
    ours = str(subject.ours)
    ways = [one.data for one in run.contestants]
    found = []
    for contestant in run.contestants:
        way, title = contestant.data, f"{contestant} / {ours}"
        if way == subject.rival:
            found.append(Comparison(title, str(way), ours))
            if way.engine not in OWN:
                found.append(Comparison("the same, making lists not counted", str(way), ours, UNLISTED))
        elif not contestant.facts.get("encoding", "?"):
            found.append(Comparison(title, contestant.name, ours))
    for theirs, own in subject.versus:
        if theirs in ways:
            same = theirs.encoding == own.encoding
            title = f"solving: {theirs} / {own}" if same else f"{theirs} / {own}"
            found.append(Comparison(title, str(theirs), str(own), "solve" if same else TOTAL))
    names = {one.name for one in run.contestants}
    return [one for one in found if one.ours in names]


def details(subject: Subject, run: BenchmarkRun) -> dict[str, Any]:
    """Further members of the JSON document: ratios by row, published figures."""
    boards, _ = _split(run)
    compared = comparisons(subject, boards)
    ratios = {row: {one.title: one.ratio(run, row) for one in compared} for row in boards.rows}
    page = subject.page
    published = {} if page is None else {row: page.figures[row] for row in boards.rows if row in page.figures}
    titles = [] if page is None else [column.title for column in page.columns]
    return {
        "ratios": {
            row: {title: None if one is None else one.number for title, one in found.items()}
            for row, found in ratios.items()
        },
        "page": {row: dict(zip(titles, figures, strict=True)) for row, figures in published.items()},
    }


# -- boards ----------------------------------------------------------------------------------------


def _by_size(subject: Subject, run: BenchmarkRun) -> list[str]:
    """Each contestant in a line; ours also with the search for a second solution."""
    if not run.rows:
        return []
    columns = []
    for one in run.contestants:
        columns.append(time_column(run, one.name))
        if subject.unique and one.name == str(subject.ours):
            columns.append(time_column(run, one.name, part=PROVED, title=f"{one.name}, and unique?"))
    compared = comparisons(subject, run)
    columns += [ratio_column(run, one) for one in compared]
    lines = table(HEADING, run.rows, columns, transposed=True)
    for comparison in compared:
        known = [ratio for ratio in comparison.ratios(run) if ratio is not None]
        if known:
            lines.append(f"{comparison.title}, geometric mean of {len(known)} rows: {mean(known)}")
    return lines


def _by_board(subject: Subject, run: BenchmarkRun) -> list[str]:
    """Each board in a line, with sums; contestants that searched for a second solution have two columns."""
    columns = []
    for one in run.contestants:
        columns.append(time_column(run, one.name, footer=_sums(run, one.name)))
        if any(sample.seconds(PROVED) for row in run.rows for sample in run.of(row, one.name)):
            sums = _sums(run, one.name, PROVED)
            columns.append(time_column(run, one.name, part=PROVED, title="and unique?", footer=sums))
    columns.append(Column("solutions", [_solutions(run, row) for row in run.rows]))
    columns += [
        ratio_column(run, one, [optional(_ratio_of_sums(run, one))]) for one in comparisons(subject, run)
    ]
    return table(HEADING, run.rows, columns, ["all together", "the longest"])


def _sums(run: BenchmarkRun, contestant: str, part: str = TOTAL) -> list[str]:
    """The sum and the maximum over the boards that were measured; ``>`` if some were out of time."""
    scores = [score for row in run.rows if (score := run.score(row, contestant, part)) is not None]
    if not scores:
        return ["-", "-"]
    mark = ">" if any(score.seconds > run.seconds for score in scores) else ""
    times = [min(score.seconds, run.seconds) for score in scores]
    return [mark + figures(1000 * sum(times)), mark + figures(1000 * max(times))]


def _ratio_of_sums(run: BenchmarkRun, comparison: Comparison) -> Ratio | None:
    """The sum of their times divided by the sum of ours, over the boards with both."""
    pairs: list[tuple[Score, Score]] = []
    for row in run.rows:
        theirs = run.score(row, comparison.theirs, comparison.part)
        ours = run.score(row, comparison.ours, comparison.part)
        if theirs is not None and ours is not None:
            pairs.append((theirs, ours))
    if not pairs:
        return None
    total = sum(min(theirs.seconds, run.seconds) for theirs, _ in pairs)
    late = any(theirs.seconds > run.seconds for theirs, _ in pairs)
    return Ratio(total / sum(ours.seconds for _, ours in pairs), late)


def _solutions(run: BenchmarkRun, row: str) -> str:
    """The number of solutions that is known: 0, 1 or more."""
    found = run.of(row)
    unique = [one.found["unique"] for one in found if one.found.get("unique") is not None]
    if unique:
        return "1" if any(unique) else "more"
    return "0" if any(one.status == "unsat" for one in found) else "-"


def _page(subject: Subject, run: BenchmarkRun) -> list[str]:
    """The published table, with our measurements next to its figures."""
    page = subject.page
    rows = [] if page is None else [row for row in run.rows if row in page.figures]
    if page is None or not rows:
        return []
    source, ours = subject.rival.encoding, subject.ours
    own = SolvingMethod(source, ours.engine)
    more = [
        PageColumn(f"{own}: solve", own, "solve"),
        PageColumn("check", own, "check"),
        PageColumn(f"{ours}: clauses", ours, "encode"),
        PageColumn("solve", ours, "solve"),
        PageColumn("check", ours, "check"),
    ]
    columns = [
        Column(
            column.title,
            [
                f"{figures(page.figures[row][at])} | {plain_cell(run, row, str(column.way), column.part):>5}"
                for row in rows
            ],
        )
        for at, column in enumerate(page.columns)
    ]
    columns += [
        Column(column.title, [plain_cell(run, row, str(column.way), column.part) for row in rows])
        for column in more
    ]
    columns.append(Column("noise up to", [_most_noise(run, row, [*page.columns, *more]) for row in rows]))
    engines = ", ".join(f"{one.title} is {one.way.engine}" for one in page.columns if one.part == "solve")
    return [page.title, *table("ms, page | ours", rows, columns), f"with {source}: {engines}"]


def _most_noise(run: BenchmarkRun, row: str, columns: Iterable[PageColumn]) -> str:
    scores = [run.score(row, str(column.way), column.part) for column in columns]
    known = [one for one in scores if one is not None and one.noise is not None]
    return noise(max(known, key=lambda one: one.noise or 0.0)).strip() if known else "-"


# -- contests --------------------------------------------------------------------------------------


def _contests(contests: Contests, run: BenchmarkRun) -> list[str]:
    """A line for each contest: its figures and CPU time, next to known and quoted values."""
    found = [run.of(row)[0].found.get("figures", {}) for row in run.rows]
    columns = []
    for name in dict.fromkeys(name for one in found for name in one):
        columns.append(Column(name, [_number(one.get(name)) for one in found]))
        columns += _published(run, name)
    times = [plain_cell(run, row, CPU, with_noise=True) for row in run.rows]
    columns += [Column(CPU, times), *_published(run, CPU)]
    source = [f"quoted: {contests.source}"] if contests.source else []
    return [*table(contests.title, run.rows, columns), *source]


def _published(run: BenchmarkRun, name: str) -> list[Column]:
    """The known and the quoted values of a figure, if there are any."""
    values = {title: [one.facts[title].get(name) for one in run.instances] for title in ("known", "quoted")}
    return [
        Column(title, [_number(one) for one in numbers])
        for title, numbers in values.items()
        if any(one is not None for one in numbers)
    ]


def _number(number: float | None) -> str:
    """Whole numbers as they are, others with at most three digits after the point.

    >>> _number(5801.0), _number(4.41512), _number(0.33), _number(None)
    ('5801', '4.415', '0.33', '-')
    """
    if number is None:
        return "-"
    return f"{round(number, 3):g}" if number != int(number) else f"{number:.0f}"
