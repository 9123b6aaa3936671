"""What the store holds.  Whoever changes this adds a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, MetaData, Table, Text

METADATA = MetaData()

RUNS = Table(
    "runs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("experiment", Text, nullable=False),
    Column("plan", Text, nullable=False),  # quick or full
    Column("command", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("machine", JSON, nullable=False),
    Column("begun", Text, nullable=False),  # times are UTC, as ISO 8601 has them
    Column("ended", Text),
)
"""One row for each run of an experiment; ``ended`` when its last job has."""

JOBS = Table(
    "jobs",
    METADATA,
    Column("run", Integer, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("parameters", JSON, nullable=False),
    Column("outcome", Text),
    Column("values", JSON),
    Column("why", Text),
    Column("seconds", Float),
    Column("ended", Text),
)
"""All jobs of a run, written when it begins; ``outcome`` and the rest come in one step when one has ended."""
