"""Figures of experiments, drawn by matplotlib in one style, readable without colours."""

from __future__ import annotations

from io import BytesIO
from itertools import cycle
from typing import TYPE_CHECKING

from satplay.lab.experiment import Axis, Bars, Lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis as Scale
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f")
"""Colours that are distinct for colour-blind readers (Okabe & Ito 2008), and a grey."""

MARKERS = "os^DvPX*"
SOURCE = "#7f7f7f"
SOURCE_LOOKS = (("x", "--"), ("+", ":"), ("1", "-."), ("2", (0, (5, 1))))
"""Markers and dashes that distinguish several series of the source."""

WIDTH, HEIGHT = 7.0, 4.2

MANY = 4
"""Entries of a legend; a longer legend is placed beside the figure."""


CROWDED = 10
"""Groups of bars; with more, their names are printed smaller."""


def draw(figure: Lines | Bars) -> Figure:
    """The figure as a matplotlib figure."""
    from matplotlib.figure import Figure

    canvas = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    axes = canvas.add_subplot()
    axes.set_title(figure.title, fontsize=11)
    if isinstance(figure, Lines):
        _lines(axes, figure)
    else:
        _bars(axes, figure)
    axes.grid(visible=True, which="major", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > MANY or isinstance(figure, Bars):  # bars leave no room inside
        canvas.legend(handles, labels, loc="outside right upper", fontsize=8)
    elif labels:
        axes.legend(fontsize=8, framealpha=0.9)
    return canvas


def write_figure(canvas: Figure, form: str) -> bytes:
    """The bytes of an ``svg`` or ``png`` file; equal figures have equal bytes."""
    import matplotlib as mpl

    file = BytesIO()
    # A date and random names of parts would make the file differ in every run.
    with mpl.rc_context({"svg.hashsalt": "satplay", "svg.fonttype": "none"}):
        canvas.savefig(file, format=form, dpi=144, metadata={"Date": None} if form == "svg" else None)
    return file.getvalue()


def _scale(axes: Axes, x: Axis | None, y: Axis) -> None:
    if x is not None:
        axes.set_xlabel(x.label)
        if x.log:
            axes.set_xscale("log")
            _plain(axes.xaxis)
    axes.set_ylabel(y.label)
    if y.log:
        axes.set_yscale("log")
        _plain(axes.yaxis)


def _plain(axis: Scale) -> None:
    """Numbers in decimal notation: 0.2, not 2 times a power of ten."""
    from matplotlib.ticker import LogFormatter

    class Plain(LogFormatter):
        """The same ticks, in decimal notation."""

        def __call__(self, x: float, pos: int | None = None) -> str:
            return f"{x:g}" if super().__call__(x, pos) else ""

    axis.set_major_formatter(Plain())
    axis.set_minor_formatter(Plain(labelOnlyBase=False, minor_thresholds=(2, 0.5)))


def _lines(axes: Axes, figure: Lines) -> None:
    from matplotlib.ticker import MaxNLocator

    _scale(axes, figure.x, figure.y)
    looks = zip(cycle(COLOURS), cycle(MARKERS), strict=False)
    others = cycle(SOURCE_LOOKS)
    for series in figure.series:
        xs, ys = [x for x, _ in series.points], [y for _, y in series.points]
        if series.source:
            (marker, dashes), colour = next(others), SOURCE
            axes.plot(
                xs, ys, color=SOURCE, marker=marker, linestyle=dashes, linewidth=1.2, label=series.label
            )
        else:
            colour, marker = next(looks)
            axes.plot(xs, ys, color=colour, marker=marker, markersize=4, linewidth=1.4, label=series.label)
        if series.spread:
            low, high = [low for low, _ in series.spread], [high for _, high in series.spread]
            axes.fill_between(xs, low, high, color=colour, alpha=0.12, linewidth=0)
    if not figure.x.log and all(float(x).is_integer() for series in figure.series for x, _ in series.points):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))  # half a guess does not exist
    for name, place in figure.marks.items():
        axes.axvline(place, color="#555555", linestyle=":", linewidth=1.0)
        axes.annotate(
            name, (place, 0.02), xycoords=("data", "axes fraction"), fontsize=8, rotation=90, ha="right"
        )


def _bars(axes: Axes, figure: Bars) -> None:
    _scale(axes, None, figure.y)
    wide = 0.8 / max(1, len(figure.labels))
    for at, label in enumerate(figure.labels):
        shift = (at - (len(figure.labels) - 1) / 2) * wide
        known = [(row, values[at]) for row, values in enumerate(figure.values) if values[at] is not None]
        axes.bar(
            [row + shift for row, _ in known],
            [value - figure.base for _, value in known if value is not None],
            wide,
            bottom=figure.base,
            color=COLOURS[at % len(COLOURS)],
            label=label,
        )
    size = 8 if len(figure.groups) < CROWDED else 7
    axes.set_xticks(range(len(figure.groups)), figure.groups, fontsize=size)
